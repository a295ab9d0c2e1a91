"""The systems that the papers compare themselves with.

The examples of RoadRunner, EXALG and LR are those of their papers as we remember them; those of TPC
and CTVS are ours.
"""

import re

import pytest

from bench.rivals.ctvs import CTVS
from bench.rivals.exalg import infer_template
from bench.rivals.learners import labelled_text
from bench.rivals.lr import CLASSES, LabelledText, learn_delimiters
from bench.rivals.roadrunner import expression, learn_expression, read_expression
from bench.rivals.tpc import TPC
from windrow.tree import Tree


def labelled(text: str, *rows: tuple[str, ...]) -> LabelledText:
    places = []
    at = 0
    for row in rows:
        spans = []
        for value in row:
            start = text.index(value, at)
            at = start + len(value)
            spans.append((start, at))
        places.append(spans)
    return LabelledText(text, places)


CODES = (("Congo", "242"), ("Egypt", "20"), ("Belize", "501"), ("Spain", "34"))
ROWS = "".join(f"<B>{country}</B> <I>{code}</I><BR>" for country, code in CODES)
PLAIN = f"<HTML><TITLE>Some Country Codes</TITLE><BODY>{ROWS}</BODY></HTML>"
FRAMED = (
    "<HTML><TITLE>Some Country Codes</TITLE><BODY><B>Some Country Codes</B><P>"
    f"{ROWS}<HR><B>End</B></BODY></HTML>"
)
OTHER = FRAMED.replace(ROWS, "<B>Norway</B> <I>47</I><BR><B>Peru</B> <I>51</I><BR>")


def test_lr_reads_the_country_codes_by_what_is_left_and_right_of_them() -> None:
    wrapper = learn_delimiters("LR", [labelled(PLAIN, *CODES)])

    assert wrapper is not None
    assert wrapper.read(PLAIN) == [*CODES]
    assert wrapper.rights == ("<", "<")


def test_lr_is_misled_by_bold_text_around_the_list_and_hlrt_is_not() -> None:
    page = labelled(FRAMED, *CODES)

    assert learn_delimiters("LR", [page]) is None
    wrapper = learn_delimiters("HLRT", [page])
    assert wrapper is not None
    assert wrapper.read(OTHER) == [("Norway", "47"), ("Peru", "51")]


@pytest.mark.parametrize("name", [name for name in CLASSES if name != "LR"])
def test_the_richer_classes_read_plain_pages_too(name: str) -> None:
    text = PLAIN.replace("<BODY>", "<BODY><P>").replace("</BODY>", "<HR></BODY>")

    wrapper = learn_delimiters(name, [labelled(text, *CODES)])

    assert wrapper is not None
    assert wrapper.read(text) == [*CODES]


@pytest.mark.parametrize("name", ["N-LR", "N-HLRT"])
def test_the_nested_classes_repeat_the_outer_attribute(name: str) -> None:
    text = "<P><H2>Africa</H2><B>Congo</B><B>Egypt</B><H2>Europe</H2><B>Spain</B><HR></P>"
    rows = [("Africa", "Congo"), ("Africa", "Egypt"), ("Europe", "Spain")]
    records = [dict(zip(("group", "country"), row, strict=True)) for row in rows]
    page = labelled_text(text, records, ["group", "country"])
    assert page is not None
    assert page.values == rows

    wrapper = learn_delimiters(name, [page])

    assert wrapper is not None
    assert wrapper.read(text.replace("Spain", "Malta")) == [*rows[:2], ("Europe", "Malta")]


def tokens(html: str) -> list[str]:
    return [part.strip() for part in re.split(r"(<[^>]*>)", html) if part.strip()]


BOOKS = [
    "<HTML>Books of:<B>John Smith</B><UL><LI><I>Title:</I>DB Primer</LI><LI><I>Title:</I>Comp. Sys."
    "</LI></UL></HTML>",
    "<HTML>Books of:<B>Paul Jones</B><IMG/><UL><LI><I>Title:</I>XML at Work</LI><LI><I>Title:</I>"
    "HTML Scripts</LI><LI><I>Title:</I>Javascript</LI></UL></HTML>",
]


def test_roadrunner_finds_the_expression_of_its_paper() -> None:
    found = learn_expression([tokens(page) for page in BOOKS])

    assert found is not None
    assert expression(found) == (
        "<HTML>Books of:<B>#PCDATA</B>(<IMG/>)?<UL>(<LI><I>Title:</I>#PCDATA</LI>)+</UL></HTML>"
    )


def test_roadrunner_reads_pages_with_its_expression() -> None:
    found = learn_expression([tokens(page) for page in BOOKS])
    assert found is not None

    row = read_expression(found, tokens(BOOKS[1]))

    assert row is not None
    name, books = row.values()
    assert name == "Paul Jones"
    assert [[*book.values()] for book in books] == [
        ["XML at Work"],
        ["HTML Scripts"],
        ["Javascript"],
    ]


def test_roadrunner_gives_up_where_pages_have_nothing_in_common() -> None:
    assert learn_expression([["<p>", "a", "</p>"], ["<b>", "<i>"]]) is None


def book(name: str, *reviews: tuple[str, str, str]) -> list[str]:
    said = "".join(
        f"<li><b>Reviewer Name</b>{who}<b>Rating</b>{rating}<b>Text</b>{text}</li>"
        for who, rating, text in reviews
    )
    return tokens(f"<html><body><b>Book Name</b>{name}<b>Reviews</b><ol>{said}</ol></body></html>")


def test_exalg_finds_the_equivalence_classes_of_its_paper() -> None:
    pages = [
        book("Databases", ("John", "7", "good")),
        book("Data Mining", ("Jeff", "2", "bad"), ("Jane", "6", "fine")),
        book("Query Opt.", ("John", "8", "great")),
        book("Transactions"),
    ]

    template = infer_template(pages)

    found = {one.vector: one.tokens for one in template.classes}
    assert {"<html>", "<body>", "Book", "Name", "Reviews", "<ol>", "</ol>"} <= {*found[1, 1, 1, 1]}
    assert {"<li>", "Reviewer", "Name", "Rating", "Text", "</li>"} <= {*found[1, 2, 1, 0]}
    [[outer]] = template.rows[1].values()
    name, reviews = outer.values()
    assert name == "Data Mining"
    assert [[*one.values()] for one in reviews] == [["Jeff", "2", "bad"], ["Jane", "6", "fine"]]


def test_tpc_finds_paths_that_take_turns() -> None:
    tree = Tree.from_text(
        f"body(nav({'a ' * 4}) div(h1 p) ul({'li(h3(a) p(b i)) ' * 8}) footer(a a a))".replace(
            "a)", 'a"x")'
        ).replace("b i", 'b"y" i"z"')
    )

    regions = TPC().detect(tree)

    assert 8 in [len(region.records) for region in regions]
    assert {"li"} in [{tree.label(n) for r in region.records for n in r} for region in regions]


def test_ctvs_lines_up_values_of_like_types() -> None:
    rows = ['a"Jars" b"$4.95"', 'a"Rack" b"new" b"$5.95"', 'a"Lids" b"new" b"$1.10"']
    tree = Tree.from_text(f"ul({' '.join(f'li({row} i)' for row in rows)})")

    [region] = CTVS().detect(tree)

    assert region.alignment is not None
    columns = [*zip(*region.alignment.rows, strict=True)]
    prices = next(c for c in columns if "$5.95" in [n is not None and tree.text(n) for n in c])
    assert [tree.text(node) for node in prices if isinstance(node, int)] == [
        "$4.95",
        "$5.95",
        "$1.10",
    ]


def test_ctvs_finds_records_with_something_else_between_them() -> None:
    tree = Tree.from_text('div(p(a"1" b"2") table(tr(td"ad")) p(a"3" b"4") p(a"5" b"6"))')

    assert [len(region.records) for region in CTVS().detect(tree)] == [3]


def test_values_are_found_in_the_source_as_it_is_written() -> None:
    page = labelled_text(
        "<p><b> Fish &amp;\n chips </b><i>4</i>",
        [{"f01": "Fish & chips", "f02": "4"}],
        ["f01", "f02"],
    )

    assert page is not None
    assert page.values == [(" Fish &amp;\n chips ", "4")]
    assert labelled_text("<p>tea", [{"f01": "milk"}], ["f01"]) is None
