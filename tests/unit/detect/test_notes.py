"""Notes under a text, and the marks that lead to them, are not what a page is about."""

from windrow import extract
from windrow.detect.auto import Auto
from windrow.tree import parse

MARKS = "".join(
    f'<sup id=mark-{k}><a href="#note-{k}">[{k}]</a></sup> The wagon was seen near the old mill '
    f"in the {k}th year. "
    for k in range(1, 31)
)
NOTES = "".join(
    f'<li id=note-{k}><span><a href="#mark-{k}">^</a></span> <span>Brandt, Ida (2011). '
    f"<a href=http://library.example/{k}>Wagons of the valley {k}</a>. Retrieved {k} May 2019."
    "</span></li>"
    for k in range(1, 31)
)
ROWS = "".join(
    f"<tr><td>{k}</td><td><a href=/w/{k}>Wagon {'abcdefghijkl'[k]}</a></td><td>{1900 + 3 * k}</td></tr>"
    for k in range(12)
)
TABLE = f"<table><tr><th>No.<th>Name<th>Built</tr>{ROWS}</table>"


def test_a_table_comes_before_the_notes_to_the_text() -> None:
    [table, *_] = extract(f"<p>{MARKS}</p>{TABLE}<ol>{NOTES}</ol>".encode())

    assert len(table) == 12


def test_notes_are_given_where_all_lists_are_asked_for() -> None:
    tables = extract(f"<p>{MARKS}</p>{TABLE}<ol>{NOTES}</ol>".encode(), every=True)

    assert 30 in [len(table) for table in tables[1:]]


def test_links_that_lead_down_the_page_only_are_no_notes() -> None:
    contents = "".join(f'<li><a href="#p{k}">Rakes of type {k}</a> €{k}2.50' for k in range(6))
    tree = parse(f"<ul>{contents}</ul>{''.join(f'<p id=p{k}>A rake.' for k in range(6))}")

    assert any(len(entry.candidate) == 6 for entry in Auto().ranking(tree).ranked)
