"""NET: the worked examples of the paper, and what it does beyond it."""

import json
from array import array
from textwrap import dedent
from typing import Literal

import pytest

from tests.matching import TreeMatching
from tests.unit.detect.test_depta import drawn
from windrow import extract
from windrow.detect.net import NET
from windrow.detect.net.links import Norm
from windrow.detect.net.template import Prototype
from windrow.model import Region
from windrow.tree import Tree, parse

PAPER = 'N1(N2(t"t1" N4(t"t2" t"t3") N4(t"t4" t"t5" t"t6")) N2(t"t7" N4(t"t8" t"t9")))'

JARS = """
    <div>
      <div><img src=1><h3>Canning Jars by Ball</h3>
        <p><b>8-oz</b><span>Canning Jars, Set of 4</span><i>*****</i><em>$4.95</em></p>
        <p><b>1-pt</b><span>Canning Jars, Set of 4; Blue Gingham</span><i>*****</i><em>$5.95</em></p>
      </div>
      <div><img src=2><h3>Canning Tools by Norpro</h3>
        <p><b>12-dia</b><span>Canning Rack</span><i>*****</i><em>$4.95</em></p>
      </div>
    </div>"""


def pictures(tree: Tree, detector: NET | None = None) -> list[str]:
    return [str(region.alignment) for region in (detector or NET()).detect(tree)]


def picture(text: str) -> str:
    return dedent(text).strip()


def labels(tree: Tree, region: Region) -> list[str]:
    return [" ".join(map(tree.label, record)) for record in region.records]


def test_the_prototype_lifts_the_similarity_of_the_outer_records() -> None:
    raw = Tree.from_text(PAPER)
    shrunk = Tree.from_text("N1(N2(t N4(t t t)) N2(t N4(t t)))")

    assert TreeMatching(raw).score(3, 6) == 3
    assert round(TreeMatching(raw).similarity(3, 6, "avg"), 4) == 0.8571
    assert TreeMatching(raw).similarity(3, 6, "max") == 0.75
    assert round(TreeMatching(raw).similarity(1, 10, "avg"), 4) == 0.7143
    assert round(TreeMatching(raw).similarity(1, 10, "max"), 4) == 0.5556
    assert round(TreeMatching(shrunk).similarity(1, 7, "avg"), 4) == 0.9091
    assert round(TreeMatching(shrunk).similarity(1, 7, "max"), 4) == 0.8333


def test_a_row_begins_where_a_link_comes_from_an_earlier_column() -> None:
    tree = Tree.from_text('N2(N4(t"t2" t"t3") N4(t"t4" t"t5" t"t6"))')

    assert pictures(tree) == [
        picture("""
        t2 | t3 | -
        t4 | t5 | t6
    """)
    ]


@pytest.mark.parametrize("norm", ["avg", "max"])
@pytest.mark.parametrize("mode", ["resolved", "literal"])
def test_nested_rows_are_kept_in_a_field_of_their_own(
    norm: Norm, mode: Literal["resolved", "literal"]
) -> None:
    tree = Tree.from_text(PAPER)

    [region] = NET(norm=norm, mode=mode).detect(tree)

    assert region.alignment is not None
    assert [field.kind for field in region.alignment.fields] == ["text", "rows"]
    assert str(region.alignment) == picture("""
        t1 | [t2, t3, -; t4, t5, t6]
        t7 | [t8, t9, -]
    """)
    assert str(region.template) == "N1: N2(t *N4(t t t?))"


def test_flat_repeats_the_outer_record_for_every_inner_row() -> None:
    tree = Tree.from_text(PAPER)

    [region] = NET(flat=True).detect(tree)

    assert str(region.alignment) == picture("""
        t1 | t2 | t3 | -
        t1 | t4 | t5 | t6
        t7 | t8 | t9 | -
    """)
    assert labels(tree, region) == ["N4", "N4", "N2"]


def test_the_jars_of_the_paper_nested_and_flat() -> None:
    tree = parse(JARS)

    assert pictures(tree, NET(flat=True)) == [
        picture("""
        1 | Canning Jars by Ball    | 8-oz   | Canning Jars, Set of 4               | ***** | $4.95
        1 | Canning Jars by Ball    | 1-pt   | Canning Jars, Set of 4; Blue Gingham | ***** | $5.95
        2 | Canning Tools by Norpro | 12-dia | Canning Rack                         | ***** | $4.95
    """)
    ]
    [region] = NET().detect(tree)
    assert region.alignment is not None
    assert [len(row[2]) for row in region.alignment.rows if isinstance(row[2], tuple)] == [2, 1]


def test_lists_in_lists_in_lists() -> None:
    tree = Tree.from_text(
        'r(s(h"1" d(b"x" p(a"1a" i"1i") p(a"1b" i"1j")) d(b"y" p(a"1c" i"1k")))'
        ' s(h"2" d(b"z" p(a"2a" i"2i"))))'
    )

    assert pictures(tree) == [
        picture("""
        1 | [x, [1a, 1i; 1b, 1j]; y, [1c, 1k]]
        2 | [z, [2a, 2i]]
    """)
    ]
    assert pictures(tree, NET(flat=True)) == [
        picture("""
        1 | x | 1a | 1i
        1 | x | 1b | 1j
        1 | y | 1c | 1k
        2 | z | 2a | 2i
    """)
    ]


def test_two_inner_lists_follow_each_other_when_flat() -> None:
    item = 'p(a"{0}" b"{0}")'
    side = 'd(i"{0}" u"{0}" s"{0}")'
    first = " ".join([item.format(1), item.format(2), side.format(3), side.format(4)])
    tree = Tree.from_text(f'r(s(h"A" {first}) s(h"B" {item.format(5)} {side.format(6)}))')

    assert pictures(tree) == [
        picture("""
        A | [1, 1; 2, 2] | [3, 3, 3; 4, 4, 4]
        B | [5, 5]       | [6, 6, 6]
    """)
    ]
    assert pictures(tree, NET(flat=True))[0].splitlines() == [
        "A | 1 | 1 | - | - | -",
        "A | 2 | 2 | - | - | -",
        "A | - | - | 3 | 3 | 3",
        "A | - | - | 4 | 4 | 4",
        "B | 5 | 5 | 6 | 6 | 6",
    ]


def test_records_of_several_children() -> None:
    tree = Tree.from_text('r(A(x"p1") B(y"q1") A(x"p2") B(y"q2" y"q3"))')

    [region] = NET().detect(tree)

    assert str(region.alignment) == picture("""
        p1 | q1 | -
        p2 | q2 | q3
    """)
    assert labels(tree, region) == ["A B", "A B"]
    assert region.span == 2
    assert str(region.template) == "r: A(x) B(y y?)"


def test_flat_list_with_an_optional_field() -> None:
    tree = parse(
        "<ul><li><a href=/1>A</a><b>$1</b></li><li><a href=/2>B</a><b>$2</b><i>new</i></li>"
        "<li><a href=/3>C</a><b>$3</b></li></ul>"
    )

    [region] = NET().detect(tree)

    assert str(region.alignment) == picture("""
        A | /1 | $1 | -
        B | /2 | $2 | new
        C | /3 | $3 | -
    """)
    assert region.alignment is not None
    assert [field.optional for field in region.alignment.fields] == [False, False, False, True]
    assert [field.path for field in region.alignment.fields] == ["li/a", "li/a", "li/b", "li/i"]


def test_two_records_are_a_list() -> None:
    tree = parse("<div><p><a>x</a><span>1</span></p><p><a>y</a><span>2</span></p></div>")

    assert pictures(tree) == ["x | 1\ny | 2"]


def test_plain_table_has_rows_and_no_header_among_them() -> None:
    rows = "".join(f"<tr><td>{k}a<td>{k}b<td>{k}c</tr>" for k in range(4))
    tree = parse(f"<table><tr><th>A<th>B<th>C</tr>{rows}</table>")

    [region] = NET().detect(tree)

    assert region.alignment is not None
    assert len(region.records) == 4
    assert str(region.alignment).splitlines()[0] == "0a | 0b | 0c"


def test_linked_cells_of_like_rows_are_columns() -> None:
    tree = Tree.from_text('tbody(tr(td(a"1") td(a"2")) tr(td(a"3") td(a"4")))')

    assert pictures(tree) == ["1 | 2\n3 | 4"]


def test_all_pairs_an_advert_between_records_does_not_cut_the_list() -> None:
    text = 'body(div(p"1" a) div(p"2" a) div(img) div(p"3" a) div(p"4" a img span) div(p"5" a))'
    tree = Tree.from_text(text)

    [region] = NET().detect(tree)

    assert str(region.alignment).replace(" ", "").splitlines() == [
        "1|a|-|-",
        "2|a|-|-",
        "3|a|-|-",
        "4|a|img|span",
        "5|a|-|-",
    ]


def test_literal_a_child_without_a_link_ends_the_table() -> None:
    text = 'body(div(p"1" a) div(p"2" a) div(img) div(p"3" a) div(p"4" a) div(p"5" a))'

    regions = NET(mode="literal").detect(Tree.from_text(text))

    assert [len(region.records) for region in regions] == [2, 3]


def test_a_record_linked_in_part_lends_its_other_items_to_later_ones() -> None:
    tree = Tree.from_text('ul(li(a b c d) li(a b c d x"1") li(a b c d x"2" y"3") li(a b c d y"4"))')

    assert pictures(tree) == [
        picture("""
        a | b | c | d | - | -
        a | b | c | d | 1 | -
        a | b | c | d | 2 | 3
        a | b | c | d | - | 4
    """)
    ]


def test_an_item_only_later_records_have_keeps_its_place_when_the_first_place_is_empty() -> None:
    tree = Tree.from_text('tbody(tr(td"1" td"") tr(td"2" td"x") tr(td"3" td"y"))')

    assert pictures(tree) == ["1 | -\n2 | x\n3 | y"]


def test_several_tables_under_one_node() -> None:
    text = 'div(h2"A" p(a b)*3 h2"B" ul(li(i u) li(i u)) table(tr(td em) tr(td em)))'
    tree = Tree.from_text(text)

    regions = NET().detect(tree)

    assert [labels(tree, region) for region in regions] == [["p"] * 3, ["li"] * 2, ["tr"] * 2]


def test_lists_side_by_side_without_a_link_across_are_two() -> None:
    tree = Tree.from_text("div(p(a b)*3 dl(i u s)*2)")

    assert [len(region.records) for region in NET().detect(tree)] == [3, 2]
    [literal] = NET(mode="literal").detect(tree)
    assert labels(tree, literal) == ["p", "p", "p dl", "dl"]


def test_headings_of_groups_are_no_part_of_records() -> None:
    tree = Tree.from_text('div(h2"A" p(a b) p(a b) p(a b) h2"B" p(a b) p(a b))')

    [region] = NET().detect(tree)

    assert labels(tree, region) == ["p"] * 5


def test_a_neighbour_too_unlike_for_a_link_is_a_record_of_its_own() -> None:
    rich = 'div(a b"{0}" c d e)'
    poor = 'div(a b"{0}")'
    order = [rich, poor, poor, poor, poor, rich, poor]
    tree = Tree.from_text(f"body({' '.join(t.format(k) for k, t in enumerate(order))})")

    [region] = NET().detect(tree)

    assert labels(tree, region) == ["div"] * 7
    [again] = _reloaded(region).apply(tree)
    assert again.records == region.records


def test_leaves_are_parts_and_no_records() -> None:
    text = 'ul(li(span"1" span"2" p(a)) li(span"3" span"4" p(a)))'

    assert pictures(Tree.from_text(text)) == ["1 | 2 | a\n3 | 4 | a"]
    literal = pictures(Tree.from_text(text), NET(mode="literal"))
    assert literal == ["[1; 2] | a\n[3; 4] | a"]


def test_menu_products_and_reviews_are_three_regions() -> None:
    product = (
        '<li><a href="/{0}"><img src="{0}.png"></a><h3>Product {0}</h3><p>{1}</p><b>${0}</b></li>'
    )
    review = "<article><cite>Reader {0}</cite><p>Good</p></article>"
    tree = parse(
        "<nav><ul>" + "<li><a href=/>menu</a></li>" * 6 + "</ul></nav>"
        "<div><ul>" + "".join(product.format(k, "fine " * 9) for k in range(4)) + "</ul></div>"
        "<section>" + "".join(map(review.format, range(3))) + "</section>"
    )

    regions = NET().detect(tree)

    assert [len(region.records) for region in regions] == [6, 4, 3]
    assert max(regions, key=lambda region: region.score) is regions[1]


@pytest.mark.parametrize(
    "html",
    ["", "text", "<p>One paragraph.</p>", "<h1>A</h1><p>Some <b>bold</b> text</p><p>More</p>"],
)
def test_no_list_no_region(html: str) -> None:
    assert NET().detect(parse(html)) == []


def test_one_pattern_in_two_places_is_two_regions() -> None:
    tree = Tree.from_text("body(div(ul(li(a b)*4)) div(ul(li(a b)*3)))")

    regions = NET().detect(tree)

    assert [len(region.records) for region in regions] == [4, 3]
    assert regions[0].pattern is not None
    assert regions[0].pattern == regions[1].pattern


def test_rows_of_cards_are_one_list_of_cards() -> None:
    card = "div(a(img) h3 p)"
    tree = Tree.from_text(f"body(section({card}*3) section({card}*3) section({card}*2))")

    [region] = NET().detect(tree)

    assert len(region.records) == 8
    [again] = _reloaded(region).apply(tree)
    assert str(again.alignment) == str(region.alignment)


def test_boxes_that_conflict_do_not_match() -> None:
    tree = Tree.from_text("div(p(a b) p(a b) p(a b) p(a b))")
    widths = [300, 300, 300, 300, 300, 300, 300, 100, 100, 100, 100, 100, 100]
    boxes = array("d", [x for width in widths for x in (0, 0, width, 10)])
    drawn = Tree(**{**{f: getattr(tree, f) for f in tree.__dataclass_fields__}, "boxes": boxes})

    assert [len(region.records) for region in NET().detect(tree)] == [4]
    assert [len(region.records) for region in NET().detect(drawn)] == [2, 2]
    assert [len(region.records) for region in NET(visual=False).detect(drawn)] == [4]


def _reloaded(region: Region) -> Prototype:
    assert isinstance(region.template, Prototype)
    loaded = Prototype.from_json(json.loads(json.dumps(region.template.to_json())))
    assert loaded == region.template
    return loaded


@pytest.mark.parametrize("flat", [False, True])
def test_the_prototype_finds_the_same_on_another_page(flat: bool) -> None:
    block = "<div><img src={0}><h3>{0}</h3>{1}</div>"
    line = "<p><b>{0}</b><span>x</span><i>*</i><em>${0}</em></p>"
    [learned] = NET(flat=flat).detect(parse(JARS))
    page = parse(
        f"<div>{block.format(1, line.format(1))}{block.format(2, line.format(2) * 3)}"
        f"{block.format(3, line.format(4) * 2)}</div>"
    )

    [region] = _reloaded(learned).apply(page)

    [fresh] = NET(flat=flat).detect(page)
    assert region.records == fresh.records
    assert str(region.alignment) == str(fresh.alignment)


def test_the_prototype_extracts_no_one_or_many_records() -> None:
    [learned] = NET().detect(Tree.from_text('ul(li(a"1" b"2") li(a"3" b"4" i"new"))'))
    prototype = _reloaded(learned)

    assert prototype.apply(Tree.from_text("ul(p(i) em)")) == []
    assert prototype.apply(Tree.from_text("p")) == []
    [one] = prototype.apply(Tree.from_text('ul(li(a"5" b"6"))'))
    assert str(one.alignment) == "5 | 6 | -"
    [many] = prototype.apply(Tree.from_text('ul(li(a"5" b"6") li(a"7" b"8") li(a"9" b"10" i"!"))'))
    assert str(many.alignment) == "5 | 6  | -\n7 | 8  | -\n9 | 10 | !"


def test_the_prototype_is_found_where_the_path_has_changed() -> None:
    [learned] = NET().detect(Tree.from_text('body(ul(li(a"1" b"2") li(a"3" b"4")))'))

    [region] = _reloaded(learned).apply(
        Tree.from_text('body(div(p(a) ul(li(a"5" b"6") li(a"7" b"8"))))')
    )

    assert str(region.alignment) == "5 | 6\n7 | 8"


def test_the_prototype_of_several_children_cuts_records() -> None:
    [learned] = NET().detect(Tree.from_text('r(A(x"1") B(y"2") A(x"3") B(y"4" y"5"))'))

    [region] = _reloaded(learned).apply(
        Tree.from_text('r(A(x"6") B(y"7" y"8") A(x"9") A(x"10") B(y"11"))')
    )

    assert str(region.alignment) == "6  | 7  | 8\n9  | -  | -\n10 | 11 | -"


@pytest.mark.parametrize(
    "change",
    [
        {"path": "html"},
        {"parts": []},
        {"parts": [["li", 9, None, False]]},
        {"parts": [["li", 0, None, False]]},
        {"parts": [["li", 1, -1, False]]},
        {"parts": [["li", 1]]},
        {"parts": [[1, 1, None, False]]},
        {"places": {}},
        {"places": [{"kind": "word", "column": 0}]},
        {"places": [{"kind": "text", "column": "0"}]},
        {"threshold": "much"},
        {"span": 0},
    ],
)
def test_a_prototype_that_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    [learned] = NET().detect(Tree.from_text("ul(li(a b) li(a b))"))
    assert learned.template is not None

    with pytest.raises(ValueError, match=r"expected|fit"):
        Prototype.from_json({**learned.template.to_json(), **change})
    with pytest.raises(ValueError, match="Prototype: an object"):
        Prototype.from_json([])


def test_values_links_and_images_are_cells() -> None:
    tree = parse(
        "<ul><li><a href=/1><img src=1.png></a><input value=one><p>x</li>"
        "<li><a href=/2><img src=2.png></a><input value=two><p>y</li></ul>"
    )

    assert pictures(tree) == ["/1 | 1.png | one | x\n/2 | 2.png | two | y"]


def test_a_long_list_of_different_records_and_a_deep_tree_end_soon() -> None:
    records = " ".join(f"li(a b c d t{k})" for k in range(300))

    [region] = NET().detect(Tree.from_text(f"ul({records})"))
    assert len(region.records) == 300
    assert NET().detect(parse("<div>" * 500 + "x")) == []


def test_deeply_nested_lists_need_no_deep_recursion() -> None:
    text = "c(a b)"
    for level in range(1, 40):
        text = f"c(i {text} {'c(i ' * level}c(a b){')' * level})"

    [region] = NET().detect(Tree.from_text(f"body({text})"))

    assert region.alignment is not None
    assert len(NET(flat=True).detect(Tree.from_text(f"body({text})"))) == 1


def test_columns_that_hardly_any_record_fills_are_left_out_of_long_lists() -> None:
    records = " ".join(f'li(a"{k}" b"x" c"y" t{k}"z")' for k in range(1500))

    [region] = NET().detect(Tree.from_text(f"ul({records})"))

    assert region.alignment is not None
    assert len(region.records) == 1500
    assert 3 <= len(region.alignment.fields) < 100
    assert [field.optional for field in region.alignment.fields[:3]] == [False] * 3


def test_the_column_that_says_the_same_in_every_record_is_in_the_table() -> None:
    """[liu2005], figure 1(b): all products have the same stars, in a column of their own."""
    sizes = {"Copco": ["9-in.", "12-in."], "Rubbermaid": ["9-in."], "Sterling": ["7-in.", "11-in."]}
    page = "".join(
        f"<tr><td><img src={n}.png></td><td><b>Cabinet Organizers by {maker}</b>"
        + "".join(f"<p><i>{size}</i><u>*****</u><s>${n}.{k}5</s></p>" for k, size in enumerate(own))
        + "</td></tr>"
        for n, (maker, own) in enumerate(sizes.items(), 1)
    )

    table = extract(f"<table>{page}</table>".encode(), detector=NET(flat=True))[0]

    assert [*table.with_constants().given.rows[0].values()] == [
        "1.png", "Cabinet Organizers by Copco", "9-in.", "*****", "$1.05",
    ]  # fmt: skip
    assert "*****" not in str(table)


def test_records_of_inline_siblings_are_whole() -> None:
    marked = "<b>big</b> or <b>small</b>, "
    rows = "".join(
        f"{k}. <a href=/{k}>Name</a><br>A {marked * (1 + k % 3)} thing<br><small><i>/{k}</i></small><br>"
        for k in range(1, 7)
    )

    tree = parse(f"<div>{rows}</div>")
    [region] = NET().detect(tree)

    assert [sum(tree.label(node) == "a" for node in record) for record in region] == [1] * 6


def test_rows_that_alternate_are_one_record() -> None:
    record = (
        "<li><a href=/{0}>{0}</a></li><span>1</span><hr><span>2</span><p><a href=/n{0}>n</a></p>"
    )
    tree = parse(f"<ol>{''.join(record.format(k) for k in range(6))}</ol>")

    [region] = NET().detect(tree)

    assert labels(tree, region) == ["li span span p"] * 6
    assert len(NET(mode="literal").detect(tree)[0].records) > 6
    assert _reloaded(region).apply(tree)[0].records == region.records


def test_bars_around_a_list_that_are_built_like_its_records_are_none() -> None:
    bar = "table(tr(td(a s) td))"
    record = "table(tr(td(a s) td(p b i)))"
    tree = Tree.from_text(f"body({bar} {' '.join([record] * 5)} {bar})")

    [region] = NET().detect(tree)

    assert len(region.records) == 5


def test_a_mark_that_was_never_closed_does_not_nest_records() -> None:
    rows = "".join(f"<font><p><b>{k}</b><a href=/{k}>Name {k}</a></p>" for k in range(5))

    [region] = NET().detect(parse(f"<div>{rows}</div>"))

    assert len(region.records) == 5


@pytest.mark.parametrize("record", ["p", "li", "div"])
def test_a_mark_that_a_record_leaves_open_does_not_hide_the_next_ones(record: str) -> None:
    # The parser opens the mark again in every record: b, b in b, b in b in b ...
    rows = "".join(
        f"<{record}><b><a href=/{k}>Name {k}</a> <i>${k}</i></{record}>" for k in range(5)
    )

    [region] = NET().detect(parse(f"<div>{rows}</div>"))

    assert str(region.alignment).splitlines()[3] == "Name 3 | /3 | $3"
    assert len(region.records) == 5


def test_boxes_say_what_is_nested_in_what() -> None:
    tree = drawn()

    [region] = NET().detect(tree)

    assert labels(tree, region) == ["x-row x-cell x-last"] * 3
    assert str(region.alignment) == "Name 0 | 0\nName 1 | 1\nName 2 | 2"
    assert NET(visual=False).detect(tree) == []
