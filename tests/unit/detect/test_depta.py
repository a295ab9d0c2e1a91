"""DEPTA: regions with white space, interruptions and grids; the seed as template."""

import json
from array import array
from dataclasses import replace

import pytest

from tests import yardstick
from windrow import kernels
from windrow.detect.depta import DEPTA
from windrow.detect.depta.template import SeedTemplate
from windrow.model import Region
from windrow.tree import Tree, parse

NAMES = 'tr(td(a"n1") td(a"n2"))'
DESCRIPTIONS = 'tr(td(p"d1" i"x" b"y") td(p"d2" i"x" b"y"))'
MORE_NAMES = 'tr(td(a"n3") td(a"n4"))'
MORE_DESCRIPTIONS = 'tr(td(p"d3" i"x" b"y") td(p"d4" i"x" b"y"))'


def pictures(tree: Tree, detector: DEPTA | None = None) -> list[str]:
    """Return a picture of the table of every region."""
    return [str(region.alignment) for region in (detector or DEPTA()).detect(tree)]


def shown(text: str, detector: DEPTA | None = None) -> list[list[str]]:
    """Return the records of every region, each as the text of its nodes."""
    tree = Tree.from_text(text)
    return [texts(tree, region) for region in (detector or DEPTA()).detect(tree)]


def texts(tree: Tree, region: Region) -> list[str]:
    return [" ".join(tree.to_text(node) for node in record) for record in region]


def with_boxes(tree: Tree, boxes: dict[int, tuple[float, float, float, float]]) -> Tree:
    """Return *tree* with the given boxes (left, top, right, bottom); other nodes have none."""
    numbers = array("d", [float("nan")] * 4 * len(tree))
    for node, box in boxes.items():
        numbers[4 * node : 4 * node + 4] = array("d", box)
    return replace(tree, boxes=numbers)


def stacked(tree: Tree, *lines: tuple[float, float]) -> Tree:
    """Return *tree* with the root's children below each other, from top to bottom as given."""
    children = tree.children(0)
    return with_boxes(
        tree, {c: (0, top, 100, end) for c, (top, end) in zip(children, lines, strict=True)}
    )


def reloaded(region: Region) -> SeedTemplate:
    """Return the region's template as it comes back from a file."""
    assert isinstance(region.template, SeedTemplate)
    return SeedTemplate.from_json(json.loads(json.dumps(region.template.to_json())))


# The end-to-end cases.


def test_a_flat_list_with_an_optional_field() -> None:
    page = parse(
        "<ul><li><a href=/1>A</a><b>$1</b></li><li><a href=/2>B</a><b>$2</b><i>new</i></li>"
        "<li><a href=/3>C</a><b>$3</b></li></ul>"
    )

    assert pictures(page) == ["A | /1 | $1 | -\nB | /2 | $2 | new\nC | /3 | $3 | -"]


def test_two_records_are_enough() -> None:
    page = parse("<div><p><a>x</a><span>1</span></p><p><a>y</a><span>2</span></p></div>")

    assert pictures(page) == ["x | 1\ny | 2"]


def test_the_header_of_a_plain_table_is_no_record() -> None:
    rows = "".join(f"<tr><td>a{k}<td>b{k}<td>c{k}</tr>" for k in range(4))
    page = parse(f"<table><tr><th>A<th>B<th>C</tr>{rows}</table>")

    assert pictures(page) == ["a0 | b0 | c0\na1 | b1 | c1\na2 | b2 | c2\na3 | b3 | c3"]


def test_non_contiguous_case_one_names_stand_above_their_descriptions() -> None:
    tree = Tree.from_text(f"table({NAMES} {DESCRIPTIONS} {MORE_NAMES} {MORE_DESCRIPTIONS})")

    assert pictures(tree) == ["n1 | d1 | x | y\nn2 | d2 | x | y\nn3 | d3 | x | y\nn4 | d4 | x | y"]


def test_non_contiguous_case_one_a_last_row_may_hold_fewer() -> None:
    def rows(count: int) -> str:
        return f"tr({'td(a) ' * count}) tr({'td(p i b) ' * count})"

    [picture] = pictures(Tree.from_text(f"table({rows(4)} {rows(4)} {rows(3)})"))

    assert picture.splitlines() == ["a | p | i | b"] * 11


def test_non_contiguous_case_two_the_rows_are_regions_of_their_own() -> None:
    tree = Tree.from_text(f"table({NAMES} {DESCRIPTIONS})")

    assert pictures(tree) == ["n1 | d1 | x | y\nn2 | d2 | x | y"]


def test_non_contiguous_case_two_wants_the_parts_below_each_other() -> None:
    tree = Tree.from_text(f"table({NAMES} {DESCRIPTIONS})")
    upper = {2: (0, 0, 50, 10), 4: (50, 0, 100, 10)}
    cells = tree.children(tree.children(0)[1])
    below = {cells[0]: (0, 10, 60, 20), cells[1]: (60, 10, 100, 20)}
    beside = {cells[0]: (100, 10, 150, 20), cells[1]: (150, 10, 200, 20)}

    assert len(pictures(with_boxes(tree, {**upper, **below}))) == 1
    assert len(pictures(with_boxes(tree, {**upper, **beside}))) == 2


def test_an_advert_between_records_is_none_of_them() -> None:
    record, rich = "div(p a)", "div(p a img span)"

    [found] = shown(f"main({record}*2 div(img) {record}*3 {rich})")

    assert found == ["div(p a)"] * 5


def test_a_record_that_stands_alone_behind_an_advert_is_found() -> None:
    assert shown("main(div(p a)*3 div(img u) div(p a) h2)") == [["div(p a)"] * 4]
    assert shown("main(div(p a)*3 div(img u) div(p a) h2)", DEPTA(interrupted=False)) == [
        ["div(p a)"] * 3
    ]


def test_two_row_records_are_not_six() -> None:
    rows = "tr(td(a)) tr(td(b)) " * 3

    assert shown(f"tbody({rows})") == [["tr(td(a)) tr(td(b))"] * 3]


def test_no_list_no_region() -> None:
    assert DEPTA().detect(parse("<h1>Title</h1><p>Some text.</p><p>More of it.</p>")) == []
    assert DEPTA().detect(parse("")) == []
    assert DEPTA().detect(Tree.from_text("a")) == []


def test_the_gap_decides_the_phase() -> None:
    tree = Tree.from_text("main(p(a) div(b) p(a) div(b) p(a) div(b) p(a))")
    placed = stacked(tree, (0, 10), (30, 40), (42, 50), (70, 80), (82, 90), (110, 120), (122, 130))

    [without], [seen] = DEPTA().detect(tree), DEPTA().detect(placed)

    assert texts(tree, without) == ["p(a) div(b)"] * 3
    assert texts(placed, seen) == ["div(b) p(a)"] * 3
    assert seen.records[0][0] == tree.children(0)[1]


def test_several_regions_stand_under_one_parent() -> None:
    found = shown("div(h2 p p p h3 ul(li(a b) li(a b)))")

    assert found == [["p"] * 3, ["li(a b)"] * 2]


def test_one_pattern_at_two_places_is_two_regions() -> None:
    column = "div(ul(li(a b) li(a b) li(a b)))"

    regions = DEPTA().detect(Tree.from_text(f"body({column} {column})"))

    assert [len(region.records) for region in regions] == [3, 3]
    assert regions[0].pattern == regions[1].pattern is not None


def test_a_template_extracts_from_other_pages_what_learning_afresh_would() -> None:
    def page(count: int, *, extra: int = 0) -> Tree:
        rows = (
            f"<li><a href=/{k}>T{k}</a><b>${k}</b>{'<i>new</i>' if k % 3 == extra else ''}"
            for k in range(count)
        )
        return parse(f"<div><h1>Shop</h1><ul>{''.join(rows)}</ul></div>")

    template = reloaded(DEPTA().detect(page(6))[0])

    for count in (2, 5, 9):
        [region] = template.apply(page(count))
        assert str(region.alignment) == pictures(page(count))[0]
    [single] = template.apply(page(1, extra=1))
    assert str(single.alignment) == "T0 | /0 | $0 | -"
    assert template.apply(page(0)) == []


# White space.


def test_gaps_inside_records_may_not_exceed_gaps_between_them() -> None:
    tree = Tree.from_text("div(a(x) b(y) a(x) b(y) a(x) b(y))")
    near = stacked(tree, (0, 10), (12, 20), (40, 50), (52, 60), (80, 90), (92, 100))
    far = stacked(tree, (0, 10), (30, 40), (42, 50), (70, 80), (82, 90), (110, 120))

    assert texts(near, DEPTA().detect(near)[0]) == ["a(x) b(y)"] * 3
    # Only (b a) is left, twice: the first a and the last b are outside.
    assert texts(far, DEPTA().detect(far)[0]) == ["b(y) a(x)"] * 2


def test_gaps_beside_each_other_count_like_gaps_below() -> None:
    tree = Tree.from_text("div(a(x) b(y) a(x) b(y) a(x))")
    lefts = {1: (0, 10), 3: (30, 40), 5: (42, 50), 7: (70, 80), 9: (82, 90)}
    placed = with_boxes(tree, {node: (a, 0, b, 10) for node, (a, b) in lefts.items()})

    assert texts(placed, DEPTA().detect(placed)[0]) == ["b(y) a(x)"] * 2


def test_nodes_without_a_box_veto_nothing() -> None:
    tree = Tree.from_text("div(a(x) b(y) a(x) b(y))")

    assert len(DEPTA().detect(with_boxes(tree, {}))) == 1


# Records from runs.


def test_three_rows_make_one_record() -> None:
    rows = "tr(td(img) td(a b)) tr(td(p)) tr(td(i i i))"

    [region] = DEPTA().detect(Tree.from_text(f"tbody({rows} {rows})"))

    assert (region.span, len(region.records)) == (3, 2)


def test_rows_of_cards_are_cut_into_cards_a_short_last_row_too() -> None:
    card = "div(h3 p)"

    [found] = shown(f"main(section({card}*4) section({card}*4) section({card}*3))")

    assert found == [card] * 11


def test_a_table_row_of_like_cells_is_one_record() -> None:
    assert shown("tbody(tr(td(a b) td(a b)) tr(td(a b) td(a b)))") == [["tr(td(a b) td(a b))"] * 2]


def test_spacers_between_records_do_not_cost_the_last_one() -> None:
    text = "div(p(a b) hr p(a b) hr p(a b))"

    assert shown(text) == [["p(a b)"] * 3]
    assert shown(text, DEPTA(mode="literal")) == [["p(a b) hr"] * 2]


def test_emphasis_in_a_text_is_no_structure() -> None:
    text = 'ul(li(a("x" b"y" "z" b"w") p) li(a("x") p) li(a("k" b"l" "m") p))'

    assert [len(records) for records in shown(text)] == [3]
    assert shown(text, DEPTA(mode="literal")) != shown(text)


def test_bundles_of_uneven_records_are_no_records() -> None:
    uneven = "li(a b) li(a b) li(a b c d e) li(a b) li(a b)"
    text = f"ul({uneven} {uneven})"

    assert [len(records) for records in shown(text)] == [8]
    assert [len(records) for records in shown(text, DEPTA(mode="literal"))] == [2]


def test_literally_every_even_group_is_cut_into_columns() -> None:
    text = "tbody(" + "tr(td(a)) tr(td(b)) " * 2 + ")"

    assert shown(text, DEPTA(mode="literal")) == [["td(a) td(b)"] * 2]


# What all systems must do.


def test_links_images_and_form_values_are_items() -> None:
    row = "<li><a href=/{0}><img src={0}.png></a><input value={0}><p>t{0}</p></li>"
    page = parse(f"<ul>{''.join(row.format(k) for k in range(2))}</ul>")

    assert pictures(page) == ["/0 | 0.png | 0 | t0\n/1 | 1.png | 1 | t1"]


def test_a_table_inside_a_table_does_not_break_the_outer_one() -> None:
    inner = "<table><tr><td>{0}x</td></tr><tr><td>{0}y</td></tr></table>"
    rows = "".join(f"<tr><td><a>n{k}</a></td><td>{inner.format(k)}</td></tr>" for k in range(3))

    [region] = DEPTA().detect(parse(f"<table>{rows}</table>"))

    assert len(region.records) == 3


def test_texts_of_any_script_come_through() -> None:
    page = parse("<ul><li><a>Größe</a><b>数</b></li><li><a>Übel</a><b>値</b></li></ul>")

    assert pictures(page) == ["Größe | 数\nÜbel  | 値"]


def test_the_order_of_attributes_does_not_matter() -> None:
    one = parse(
        "<ul><li class=a id=x><a href=/1 rel=z>A</a><b>1</b></li><li><a href=/2>B</a><b>2</b></ul>"
    )
    two = parse(
        "<ul><li id=x class=a><a rel=z href=/1>A</a><b>1</b></li><li><a href=/2>B</a><b>2</b></ul>"
    )

    assert pictures(one) == pictures(two) != []


def test_a_page_of_twenty_thousand_nodes_is_searched_in_two_seconds() -> None:
    rows = (f"li(a(b) {'i ' * (k % 5)} u(s{k % 7}) p(q{k % 11}) div(h3 p))" for k in range(2000))
    tree = Tree.from_text(f"body(ul({' '.join(rows)}))")

    limit = 2 if kernels.mode("sequence") == "native" else 10
    assert yardstick.took(lambda: DEPTA().detect(tree)) < yardstick.seconds(limit)


def test_pages_of_five_hundred_levels_are_searched() -> None:
    deep = "<div>" * 450
    above = parse(f"{deep}<ul><li><a>x</a><b>1</b></li><li><a>y</a><b>2</b></li></ul>")
    inside = parse(f"<ul><li>{deep}x{'</div>' * 450}</li><li>{deep}y{'</div>' * 450}</li></ul>")

    assert pictures(above) == ["x | 1\ny | 2"]
    assert pictures(inside) == ["x\ny"]
    assert str(reloaded(DEPTA().detect(inside)[0])).startswith("/html/body/ul: records")


# The template.


def test_a_template_prints_its_place_and_seed() -> None:
    [region] = DEPTA().detect(Tree.from_text("body(ul(li(a b) li(a b i)))"))

    assert str(region.template) == "/body/ul: records, 1 nodes each\nrecord(li(a b i?))"


@pytest.mark.parametrize(
    "text",
    [
        "body(ul(li(a b) li(a b i)))",
        "main(section(div(h3 p)*2) section(div(h3 p)*2))",
        f"table({NAMES} {DESCRIPTIONS} {MORE_NAMES} {MORE_DESCRIPTIONS})",
        f"table({NAMES} {DESCRIPTIONS})",
        "tbody(" + "tr(td(a)) tr(td(b)) " * 3 + ")",
    ],
    ids=["list", "cards", "case one", "case two", "two rows"],
)
def test_a_template_survives_json_and_finds_its_own_page_again(text: str) -> None:
    tree = Tree.from_text(text)
    [region] = DEPTA().detect(tree)

    template = reloaded(region)
    [again] = template.apply(tree)

    assert template == region.template
    assert again.records == region.records
    assert str(again.alignment) == str(region.alignment)


def test_a_template_finds_records_that_moved() -> None:
    [region] = DEPTA().detect(Tree.from_text("body(ul(li(a b) li(a b)))"))
    moved = Tree.from_text("body(h1 main(p ol(li(a b) li(a b) li(a b)) ul(li(q))))")

    [found] = reloaded(region).apply(moved)

    assert found.parent == 4
    assert len(found.records) == 3


def test_a_template_leaves_out_new_items() -> None:
    [region] = DEPTA().detect(Tree.from_text("body(ul(li(a b u) li(a b u)))"))
    changed = Tree.from_text("body(ul(li(a b u) li(a b u i)))")

    [found] = reloaded(region).apply(changed)

    assert str(found.alignment) == "a | b | u\na | b | u"


@pytest.mark.parametrize(
    "change",
    [
        {"cut": "slices"},
        {"span": 0},
        {"span": True},
        {"span": "2"},
        {"widths": None},
        {"cut": "columns"},
        {"samples": [1]},
        {"threshold": float("nan")},
        {"path": "body"},
        {"literal": None},
        {"seed": []},
    ],
)
def test_a_template_that_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    [region] = DEPTA().detect(Tree.from_text("body(ul(li(a b) li(a b)))"))
    assert region.template is not None

    with pytest.raises(ValueError, match=r"expected|not a node"):
        SeedTemplate.from_json({**region.template.to_json(), **change})
    with pytest.raises(ValueError, match="SeedTemplate: an object"):
        SeedTemplate.from_json([])


def grid(*widths: int) -> Tree:
    """Return a table with a row of names and a row of descriptions for each of *widths*."""
    rows = (
        f"<tr>{f'<td><a href=/{k}>Name</a>' * width}<tr>{'<td><p>Text<i>1</i><q>2</q></p>' * width}"
        for k, width in enumerate(widths)
    )
    return parse(f"<table>{''.join(rows)}</table>")


@pytest.mark.parametrize(("widths", "count"), [((3, 3, 1), 7), ((3, 3, 2), 8), ((3, 1), 4)])
def test_a_shorter_last_row_of_parts_that_lie_apart_is_kept(
    widths: tuple[int, ...], count: int
) -> None:
    tree = grid(*widths)

    [region] = DEPTA().detect(tree)

    assert len(region.records) == count
    assert {tuple(map(tree.label, record)) for record in region.records} == {("td", "td")}
    assert len(DEPTA(mode="literal").detect(grid(3, 3, 1))[0].records) < 7


def test_uneven_parts_that_alternate_are_one_record() -> None:
    thin, thick = "dt(a(q) u(a) p) dd", "dt(a(q) u(a) p) dd(i)"
    tree = Tree.from_text(f"dl({thin} {thin} {thick} {thin} {thick} {thick} {thin})")

    [region] = DEPTA().detect(tree)

    assert [[tree.label(node) for node in record] for record in region] == [["dt", "dd"]] * 7


def test_a_text_with_marks_in_it_is_one_sibling() -> None:
    marked = "<b>big</b> or <b>small</b>, "
    rows = "".join(
        f"<a href=/{k}><span>Name</span></a><br>A {marked * (k % 3)} thing<br><small>{k}</small><br>"
        for k in range(6)
    )

    [region] = DEPTA().detect(parse(f"<div><p>{rows}</p></div>"))

    assert len(region.records) == 6


def test_only_records_with_what_is_wanted_are_kept() -> None:
    rows = "".join(f"<li><img src={k}.png><b>Thing</b><i>${k}</i></li>" for k in range(1, 4))
    menu = "<li><a href=/1>One</a><b>1</b></li>" * 3
    tree = parse(f"<ul>{rows}</ul><ol>{menu}</ol>")

    assert len(DEPTA().detect(tree)) == 2
    [region] = DEPTA(wanted=("image", "price")).detect(tree)

    assert len(region.records) == 3


def drawn() -> Tree:
    """Return cells beside their rows in the markup, which are drawn inside of them."""
    html = "".join(
        f"<x-row></x-row><x-cell>Name {k}</x-cell><x-last>{k}</x-last>" for k in range(3)
    )
    tree = parse(f"<x-list></x-list>{html}")
    boxes: dict[int, tuple[float, float, float, float]] = {0: (0, 0, 99, 99), 1: (0, 0, 99, 99)}
    boxes[2] = (0, 0, 90, 90)
    for k in range(3):
        top = 30.0 * k
        boxes[3 + 3 * k] = (0, top, 90, top + 25)
        boxes[4 + 3 * k], boxes[5 + 3 * k] = (0, top, 40, top + 25), (50, top, 90, top + 25)
    return with_boxes(tree, boxes)


def test_boxes_say_what_is_nested_in_what() -> None:
    tree = drawn()

    [region] = DEPTA().detect(tree)

    labels = [[tree.label(node) for node in record] for record in region.records]
    assert labels == [["x-row", "x-cell", "x-last"]] * 3
    assert str(region.alignment) == "Name 0 | 0\nName 1 | 1\nName 2 | 2"
    assert isinstance(region.template, SeedTemplate)
    assert [found.records for found in region.template.apply(tree)] == [region.records]
