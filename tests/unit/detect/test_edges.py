"""Parts at the edge of a list that look like records and are not."""

from array import array

import pytest

from windrow import Page, extract
from windrow.detect.auto import Auto
from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.edges import without_repeats, without_silent, without_strangers
from windrow.detect.auto.signals import measure
from windrow.tree import Tree

TOOLS = "Rake Fork Hoe Axe Saw Maul Adze".split()
ROWS = [
    f'tr(td(b"{k}.") td(a[href=/{name}]"{name}" p"made in {1990 + k}"))'
    for k, name in enumerate(TOOLS)
]
PAGER = 'tr(td td(i"Page" i"1" i"2" i"3"))'


def found(*rows: str) -> list[str]:
    """Return the texts that the rows begin with which are not cut off."""
    tree = Tree.from_text(f"body(table({' '.join(rows)}))")
    starts = array("i", [node for node in range(len(tree)) if tree.label(node) == "tr"])
    ends = array("i", [node + tree.sizes[node] for node in starts])
    kept = without_strangers(tree, measure(tree), Candidate(starts, ends, 1))
    return [next(filter(None, map(tree.text, tree.subtree(row)))) for row in kept.starts]


def test_links_to_other_pages_are_not_the_last_record() -> None:
    assert found(*ROWS, PAGER) == [f"{k}." for k in range(7)]


def test_nor_are_several_parts_before_the_first_one() -> None:
    search = 'tr(td td(form(label"Find" input)))'

    assert found(PAGER, search, *ROWS) == [f"{k}." for k in range(7)]


def test_a_record_that_lacks_a_part_stays() -> None:
    poor = 'tr(td(b"7.") td(a[href=/Bow]"Bow"))'

    assert len(found(*ROWS, poor)) == 8


def test_two_kinds_of_records_stay_together() -> None:
    others = ['tr(td td(h3"Sold out" i"soon"))'] * 4

    assert len(found(*others, *ROWS)) == 11
    assert len(found(*ROWS[:3], *others, *ROWS[3:])) == 11


def test_the_best_table_of_a_page_has_no_strangers() -> None:
    tree = Tree.from_text(f"body(table({' '.join([*ROWS, PAGER])}))")

    [best, *_] = sorted(Auto().detect(tree), key=lambda region: -region.score)

    assert len(best.records) == 7


def test_what_says_nothing_between_records_is_none() -> None:
    lines = [*(f'p"{name} of ash"' for name in TOOLS), 'p"* * *"', "p(img[src=/line.gif])"]
    tree = Tree.from_text(f"body({' '.join(lines)})")
    starts = array("i", tree.children(0))
    ends = array("i", [node + tree.sizes[node] for node in starts])

    kept = without_silent(measure(tree), Candidate(starts, ends, 1))

    assert [tree.text(node) for node in kept.starts] == [f"{name} of ash" for name in TOOLS]


def test_pictures_alone_may_be_records() -> None:
    tree = Tree.from_text(f"body({' '.join(f'p(img[src=/{name}.gif])' for name in TOOLS)})")
    starts = array("i", tree.children(0))
    ends = array("i", [node + tree.sizes[node] for node in starts])

    assert len(without_silent(measure(tree), Candidate(starts, ends, 1))) == len(TOOLS)


def lines_kept(*lines: str) -> list[str]:
    """Return those of *lines* that are records."""
    paragraphs = " ".join([f'p"{line}"' for line in lines])
    tree = Tree.from_text(f"body({paragraphs})")
    starts = array("i", tree.children(0))
    ends = array("i", [node + tree.sizes[node] for node in starts])
    kept = without_strangers(tree, measure(tree), Candidate(starts, ends, 1))
    return [tree.text(node) for node in kept.starts]


def test_sentences_around_dated_lines_are_no_records() -> None:
    lines = [f"{k} May at the Barn: {name} and friends" for k, name in enumerate(TOOLS, 1)]

    assert lines_kept("All concerts begin in the evening.", *lines, "Come early.") == lines


def test_lines_that_have_nothing_in_common_all_stay() -> None:
    lines = [f"{name} of ash" for name in TOOLS]

    assert lines_kept("All of them are made here.", *lines) == [
        "All of them are made here.",
        *lines,
    ]


def test_many_records_of_another_kind_are_no_strangers() -> None:
    others = ['tr(td td(h3"Sold out" i"soon"))'] * 10

    assert len(found(*others, *ROWS * 5)) == 45


def test_what_is_above_the_first_line_of_a_list_is_no_part_of_it() -> None:
    lines = "<br>".join(f"<a href=/{k}>Mill {k}</a> - built in 18{k:02}" for k in range(12))
    page = f"<h2>Mills</h2><a href=/>Home</a> | <a href=/us>Us</a><hr>{lines}<hr><i>by Ann</i>"

    [table, *_] = extract(page.encode())

    assert len(table) == 12
    assert {*table.rows[0].values()} == {"Mill 0", "/0", "- built in 1800"}


def between_repeats(*rows: str) -> list[str]:
    """Return the first texts of the rows that are left without what is above and below them."""
    tree = Tree.from_text(f"body(table({' '.join(rows)}))")
    starts = array("i", [node for node in range(len(tree)) if tree.label(node) == "tr"])
    ends = array("i", [node + tree.sizes[node] for node in starts])
    kept = without_repeats(measure(tree), Candidate(starts, ends, 1))
    return [next(filter(None, map(tree.text, tree.subtree(row)))) for row in kept.starts]


def test_what_is_repeated_above_and_below_a_list_is_no_record_of_it() -> None:
    pages = 'tr(td(b"Page") td(a[href=/1]"1" p"2"))'

    assert between_repeats(pages, *ROWS, pages) == [f"{k}." for k in range(7)]
    assert len(between_repeats(pages, *ROWS)) == 8
    assert len(between_repeats(pages, *ROWS[:3], pages, *ROWS[3:], pages)) == 10


WIDGET = 'tr(td(h2"You have seen" p(i"Bow" u"$3") p(i"Bin" u"$4")))'


def test_a_stranger_among_the_records_is_left_out() -> None:
    assert found(*ROWS[:4], WIDGET, *ROWS[4:]) == [f"{k}." for k in range(7)]


def test_many_strangers_among_the_records_are_another_kind_of_record() -> None:
    assert len(found(*ROWS[:4], WIDGET, WIDGET, WIDGET, *ROWS[4:])) == 10


def test_a_record_with_more_parts_than_the_others_stays() -> None:
    rich = 'tr(td(b"7.") td(a[href=/Bow]"Bow" p"made in 1990") td(u"new"))'

    assert len(found(*ROWS[:4], rich, *ROWS[4:])) == 8


@pytest.mark.parametrize(
    "names", ["new sale popular", "full-time part-time promoted", "lunch dinner kids-menu"]
)
def test_groups_of_a_list_belong_to_it_whatever_they_are_called(names: str) -> None:
    first = iter(range(1, 99))
    groups = "".join(
        f"<div class={name}>"
        + "".join(
            f"<div><h3><a href=/s/{k}>Hay of the year {k}</a></h3><p>{k} carts of it</p></div>"
            for k, _ in zip(first, range(count), strict=False)
        )
        + "</div>"
        for name, count in zip(names.split(), (7, 7, 5), strict=True)
    )

    assert len(extract(Page.from_text(f"<h1>Results</h1>{groups}"))[0]) == 19
