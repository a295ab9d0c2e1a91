"""MDR: runs of generalized nodes by tag strings, and the records they hold."""

import pytest

from windrow.detect.mdr import MDR
from windrow.detect.mdr.generalized import Siblings, TagStrings, find_runs
from windrow.tree import Tree, parse

NAMES = "tr(td(a) td(a))"
DESCRIPTIONS = "tr(td(p i b) td(p i b))"
THREE_ROWS = "tr(td(img) td(a b)) tr(td(p)) tr(td(i i i))"


def runs(text: str) -> list[tuple[str, int, int, int]]:
    """Return path of the parent, span, start and cover of every run."""
    tree = Tree.from_text(text)
    strings = TagStrings(tree, limit=0.3)
    found = find_runs(
        tree, lambda node: Siblings(strings, tree.children(node)).runs(node, max_span=10)
    )
    return [(path(tree, r.parent), r.span, r.start, r.cover) for rs in found.values() for r in rs]


def path(tree: Tree, node: int) -> str:
    """Return the places among siblings from the root down."""
    steps = []
    while node:
        parent = tree.parents[node]
        steps.append(tree.children(parent).index(node))
        node = parent
    return "/" + "/".join(map(str, reversed(steps)))


def records(text: str, detector: MDR | None = None) -> list[list[str]]:
    """Return the records of every region, each as the text of its nodes."""
    tree = Tree.from_text(text)
    regions = (detector or MDR()).detect(tree)
    return [
        [" ".join(tree.to_text(node) for node in record) for record in region] for region in regions
    ]


def spans(text: str, detector: MDR) -> list[tuple[int, int]]:
    """Return span and number of records of every region."""
    return [(region.span, len(region.records)) for region in detector.detect(Tree.from_text(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ul(li(a b) li(a b) li(a b i) li(a b))", [("/", 1, 0, 4)]),
        (f"table({NAMES} {DESCRIPTIONS} {NAMES} {DESCRIPTIONS})", [("/", 2, 0, 4)]),
        (f"table({NAMES} {DESCRIPTIONS})", [("/0", 1, 0, 2), ("/1", 1, 0, 2)]),
        (f"tbody({THREE_ROWS} {THREE_ROWS})", [("/", 3, 0, 6)]),
    ],
)
def test_the_longest_run_of_the_smallest_span_is_found(
    text: str, expected: list[tuple[str, int, int, int]]
) -> None:
    assert runs(text) == expected


def test_three_kinds_of_siblings_are_three_runs_under_one_parent() -> None:
    one, two = "b(b)*2", "u(p q)*3"
    pairs = "i(s) p(a b c) " * 3

    found = runs(f"div(h(x) {one} q {two} h1 h2 h3 {pairs})")

    assert found == [("/", 1, 1, 2), ("/", 1, 4, 3), ("/", 2, 10, 6)]


def test_distance_is_edits_over_the_mean_length() -> None:
    tree = Tree.from_text("ul(li(a b) li(a b) li(a b i) li(a b))")
    strings = TagStrings(tree, limit=0.3)

    first, second, third, fourth = ((node,) for node in tree.children(0))

    assert strings.distance(first, second) == 0
    assert strings.distance(second, third) == pytest.approx(2 / 7)
    assert strings.distance(third, fourth) == pytest.approx(2 / 7)


def test_unlike_rows_make_like_pairs_of_rows() -> None:
    tree = Tree.from_text(f"table({NAMES} {DESCRIPTIONS} {NAMES} {DESCRIPTIONS})")
    strings = TagStrings(tree, limit=0.3)

    a, b, c, d = tree.children(0)

    assert strings.distance((a,), (b,)) == pytest.approx(12 / 14)
    assert strings.distance((a, b), (c, d)) == 0


def test_text_is_no_tag() -> None:
    tree = Tree.from_text('ul(li(a"1" "x" b"2") li(a"1" b"2"))')

    assert TagStrings(tree, limit=0.3).distance((1,), (5,)) == 0


def test_a_row_of_cards_is_cut_into_cards() -> None:
    cards = "div(h3 p) div(h3 p)"

    assert records(f"main(section({cards}) section({cards}))") == [["div(h3 p)"] * 4]


def test_a_table_row_is_one_record_although_its_cells_are_alike() -> None:
    assert records("tbody(tr(td(a b) td(a b)) tr(td(a b) td(a b)))") == [
        ["tr(td(a b) td(a b))"] * 2
    ]


def test_like_items_of_a_record_are_no_records() -> None:
    text = "ul(li(span span) li(span span))"

    assert records(text) == [["li(span span)"] * 2]
    assert records(text, MDR(mode="literal")) == [["span"] * 4]


def test_the_phase_too_many_of_the_print_finds_a_later_run() -> None:
    # Four single siblings at the end, pairs at 0..3 that cover no more, and longer pairs at 4..9.
    text = "div(a(x) b(y z) a(x) b(y z) i(u v) p(w) i(u v) p(w) i(u v) p(w) u(k l m)*4)"

    assert spans(text, MDR()) == [(1, 4)]
    assert spans(text, MDR(mode="literal")) == [(2, 3), (1, 4)]


def test_parts_of_multi_row_records_stay_together() -> None:
    assert records("tbody(" + "tr(td(a)) tr(td(b)) " * 3 + ")") == [["tr(td(a)) tr(td(b))"] * 3]


def test_lines_and_breaks_are_no_records() -> None:
    assert records("div(p(b) hr hr hr)") == []


def test_a_page_without_a_list_has_no_region() -> None:
    assert MDR().detect(parse("<h1>Title</h1><p>One text.</p>")) == []
    assert MDR().detect(parse("")) == []
    assert MDR().detect(Tree.from_text("a")) == []
