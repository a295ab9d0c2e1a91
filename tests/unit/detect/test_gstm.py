import json
from typing import Any

import pytest

from windrow.detect.gstm import GSTM
from windrow.detect.gstm.template import GstmTemplate
from windrow.model import Region
from windrow.tree import Tree, parse

NESTED = (
    "<div><img src=1><h3>Canning Jars by Ball</h3>"
    "<p><b>8-oz</b><span>Canning Jars, Set of 4</span><i>*****</i><em>$4.95</em></p>"
    "<p><b>1-pt</b><span>Canning Jars, Set of 4; Blue Gingham</span><i>*****</i><em>$5.95</em></p>"
    "</div><div><img src=2><h3>Canning Tools by Norpro</h3>"
    "<p><b>12-dia</b><span>Canning Rack</span><i>*****</i><em>$4.95</em></p></div>"
)


def only(tree: Tree, **settings: Any) -> Region:
    [region] = GSTM(**settings).detect(tree)
    return region


def picture(region: Region) -> list[str]:
    return [" ".join(line.split()) for line in str(region.alignment).splitlines()]


def test_a_flat_list_has_an_optional_field() -> None:
    region = only(
        parse(
            "<ul><li><a href=/1>A</a><b>$1</b></li><li><a href=/2>B</a><b>$2</b><i>new</i></li>"
            "<li><a href=/3>C</a><b>$3</b></li></ul>"
        )
    )

    assert picture(region) == ["A | /1 | $1 | -", "B | /2 | $2 | new", "C | /3 | $3 | -"]
    assert region.alignment is not None
    assert [field.optional for field in region.alignment.fields] == [False, False, False, True]


def test_two_records_are_a_list() -> None:
    page = "<div><p><a>x</a><span>1</span></p><p><a>y</a><span>2</span></p></div>"

    assert picture(only(parse(page))) == ["x | 1", "y | 2"]


def test_the_rows_of_a_table_are_records_and_its_cells_are_columns() -> None:
    rows = "".join(f"<tr><td>{k}a<td>{k}b<td>{k}c</tr>" for k in range(4))

    region = only(parse(f"<table><tr><th>A<th>B<th>C</tr>{rows}</table>"))

    assert picture(region) == [f"{k}a | {k}b | {k}c" for k in range(4)]


def test_lists_in_records_are_nested_rows() -> None:
    region = only(parse(NESTED))

    assert picture(region) == [
        "1 | Canning Jars by Ball | [8-oz, Canning Jars, Set of 4, *****, $4.95; "
        "1-pt, Canning Jars, Set of 4; Blue Gingham, *****, $5.95]",
        "2 | Canning Tools by Norpro | [12-dia, Canning Rack, *****, $4.95]",
    ]
    assert region.alignment is not None
    assert [field.kind for field in region.alignment.fields] == ["image", "text", "rows"]
    assert [len(row[2]) for row in region.alignment.rows] == [2, 1]  # type: ignore[arg-type]


def test_two_lists_and_a_menu_are_three_regions_and_the_products_come_first() -> None:
    menu = "".join(f"<a href=/{k}>M{k}</a>" for k in range(6))
    products = "".join(
        f"<div><img src={k}><a href=p{k}>The product number {k}</a><b>${k}.99</b></div>"
        for k in range(4)
    )
    reviews = "".join(f"<li><i>Reviewer {k}</i><p>It is good</p></li>" for k in range(3))

    regions = GSTM().detect(parse(f"<nav>{menu}</nav><div>{products}</div><ul>{reviews}</ul>"))

    assert [len(region.records) for region in regions] == [6, 4, 3]
    assert max(regions, key=lambda region: region.score) is regions[1]


@pytest.mark.parametrize("page", ["", "<h1>News</h1><p>One text.", "<div><div><p>x</div></div>"])
def test_a_page_without_a_list_has_no_region(page: str) -> None:
    assert GSTM().detect(parse(page)) == []


def test_a_single_node_has_no_region() -> None:
    assert GSTM().detect(Tree.from_text("p")) == []


def test_records_of_several_symbols_are_cut_by_the_grammar() -> None:
    tree = Tree.from_text('r(p(a"1" b"2") q(c"3" d) p(a"4" b"5") q(c"6" d) p(a"7" b"8") q(c"9" d))')

    region = only(tree)

    assert region.records == ((1, 4), (7, 10), (13, 16))
    assert picture(region) == ["1 | 2 | 3 | d", "4 | 5 | 6 | d", "7 | 8 | 9 | d"]


def test_groups_nested_in_one_row_of_siblings_are_nested_rows() -> None:
    tree = Tree.from_text('dl(dt"a" dd"1" dd"2" dt"b" dd"3" dt"c" dd"4" dd"5" dd"6")')

    region = only(tree)

    assert picture(region) == ["a | [1; 2]", "b | [3]", "c | [4; 5; 6]"]
    assert str(region.template) == "{dt {dd}}"


def test_inner_lists_of_all_records_share_one_template() -> None:
    tree = Tree.from_text(
        'body(div(h2"A" ul(li(a"1" b"2") li(a"3" b"4"))) div(h2"B" ul(li(a"5" b"6" i"7"))))'
    )

    assert picture(only(tree)) == ["A | [1, 2, -; 3, 4, -]", "B | [5, 6, 7]"]


def test_a_list_of_one_element_is_a_list_if_another_record_has_more() -> None:
    tree = Tree.from_text(
        'body(div(h2"A" p(b"1" i"2") p(b"3" i"4")) div(h2"B" p(b"5" i"6")) div(h2"C" p(b"7" i"8")))'
    )

    assert picture(only(tree)) == ["A | [1, 2; 3, 4]", "B | [5, 6]", "C | [7, 8]"]


def test_rows_that_hold_nothing_but_a_list_are_one_list() -> None:
    row = "div(p(a b) p(a b) p(a b))"
    tree = Tree.from_text(f"body({row} {row} div(p(a b) p(a b)))")

    region = only(tree)

    assert len(region.records) == 8
    assert region.parent is None
    assert list(region.records) == sorted(region.records)


def test_a_pager_above_and_below_does_not_swallow_the_list() -> None:
    records = "li(a b i) " * 5
    pager = "li(span(u s q))"
    tree = Tree.from_text(f"body(ul({pager} {records} {pager}))")

    assert max(len(region.records) for region in GSTM().detect(tree)) == 5


def test_an_advertisement_between_records_is_none() -> None:
    record = 'div(p"t" a"l" b"x")'
    tree = Tree.from_text(f"body({record} {record} div(img) {record} {record} {record})")

    region = only(tree)

    assert len(region.records) == 5
    assert [tree.sizes[node] for (node,) in region.records] == [4] * 5


def test_records_with_and_without_a_part_are_one_list_where_they_alternate() -> None:
    tree = Tree.from_text("ul(li(a) li(a b) li(a) li(a) li(a b) li(a b) li(a))")

    assert len(only(tree).records) == 7
    literal = GSTM(mode="literal").detect(tree)
    assert [len(region.records) for region in literal] != [7]


def test_literal_mode_takes_cells_for_lists() -> None:
    tree = Tree.from_text("table(tr(td td td) tr(td td td) tr(td td td))")

    literal = only(tree, mode="literal")

    assert [len(row[0]) for row in literal.alignment.rows] == [3, 3, 3]  # type: ignore[union-attr,arg-type]
    assert literal.alignment == only(tree, primitive_lists="always", mode="literal").alignment


def test_bold_words_do_not_change_the_kind_of_a_record() -> None:
    tree = Tree.from_text(
        'ul(li(a"1" p"plain") li(a"2" p("some" b"bold" "words" b"here")) li(a"3" p("x" i"y")))'
    )

    assert len(only(tree).records) == 3


def test_a_record_keeps_all_pieces_of_its_text() -> None:
    record = 'a"{0}" "some" b"bold" "text"'
    tree = Tree.from_text(f"div({' '.join(record.format(k) for k in range(3))})")

    assert picture(only(tree)) == [f"{k} | some | bold | text" for k in range(3)]


def test_literal_mode_lets_a_pager_swallow_the_list() -> None:
    pager = "li(span(u s q))"
    tree = Tree.from_text(f"body(ul({pager} {'li(a b i) ' * 5} {pager}))")

    assert [len(region.records) for region in GSTM(mode="literal").detect(tree)] == [2]


def test_empty_siblings_do_not_shift_a_record() -> None:
    tree = Tree.from_text(
        'body(p(a"1" b"2") hr q(c"3" d"4") p(a"5" b"6") q(c"7" d"8") p(a"9" b"0") hr q(c"x" d"y"))'
    )

    assert picture(only(tree)) == ["1 | 2 | 3 | 4", "5 | 6 | 7 | 8", "9 | 0 | x | y"]


def test_links_images_and_form_values_are_cells() -> None:
    tree = Tree.from_text(
        "ul(li(a[href=/1](img[src=1.png]) input[value=7]) li(a[href=/2](img[src=2.png]) input[value=8]))"
    )

    assert picture(only(tree)) == ["/1 | 1.png | 7", "/2 | 2.png | 8"]


def test_a_value_all_records_share_is_a_label() -> None:
    tree = Tree.from_text('ul(li(b"Price" i"1" u) li(b"Price" i"2" u) li(b"Price" i"3" u))')

    template = only(tree).template

    assert isinstance(template, GstmTemplate)
    assert template.constants["li/b"] == "Price"
    assert "li/i" not in template.constants


def test_no_node_is_in_two_records_and_detection_is_deterministic() -> None:
    tree = parse(NESTED * 3)

    first, second = GSTM().detect(tree), GSTM().detect(tree)

    assert [(r.records, r.alignment) for r in first] == [(r.records, r.alignment) for r in second]
    for region in first:
        nodes = [node for record in region.records for node in record]
        assert len(nodes) == len({*nodes})


def test_a_deep_page_is_no_problem() -> None:
    page = "<div>" * 500 + "<p><b>x</b><i>y</i></p><p><b>x</b><i>z</i></p>"

    assert [len(region.records) for region in GSTM().detect(parse(page))] == [2]


def test_a_long_list_is_matched_by_its_shapes() -> None:
    page = "<ul>" + "".join(f"<li><a href=/{k}>t{k}</a><b>${k}</b></li>" for k in range(3000))

    assert len(only(parse(page)).records) == 3000


def test_thousands_of_records_of_different_shapes_are_found() -> None:
    parts = "bcdefg"
    page = " ".join(
        "li(a p(q) " + " ".join(x for k, x in enumerate(parts) if n >> k & 1) + " u(s) h)"
        for n in range(64)
    )

    regions = GSTM().detect(Tree.from_text(f"ul({page} {page})"))

    assert max(len(region.records) for region in regions) > 100


@pytest.fixture
def template() -> GstmTemplate:
    found = only(parse(NESTED)).template
    assert isinstance(found, GstmTemplate)
    return found


def test_a_template_prints_and_survives_json(template: GstmTemplate) -> None:
    again = GstmTemplate.from_json(json.loads(json.dumps(template.to_json())))

    assert str(template) == '{div(img h3 {p(b span i"*****" em)})}'
    assert again == template


def test_a_template_finds_what_learning_afresh_would(template: GstmTemplate) -> None:
    other = parse("<h1>Shop</h1>" + NESTED + NESTED.replace("Canning", "Frying"))

    [applied] = template.apply(other)
    afresh = only(other)

    assert applied.records == afresh.records
    assert str(applied.alignment) == str(afresh.alignment)


@pytest.mark.parametrize(
    ("page", "rows"),
    [
        ("<h1>x</h1><p>nothing here", None),
        ("<div><img src=3><h3>Pan</h3></div>", ["3 | Pan | -"]),
        (
            "<div><img src=3><h3>Pan</h3><p><b>1</b><span>2</span><i>3</i><em>4</em></p></div>",
            ["3 | Pan | [1, 2, 3, 4]"],
        ),
    ],
)
def test_a_template_reads_pages_with_no_record_and_with_one(
    template: GstmTemplate, page: str, rows: list[str] | None
) -> None:
    regions = template.apply(parse(page))

    assert [picture(region) for region in regions] == ([] if rows is None else [rows])


def test_a_template_finds_its_list_elsewhere_on_the_page(template: GstmTemplate) -> None:
    page = f"<body><b>x</b><main><div>{NESTED}</div></main>"

    assert template.apply(parse(page)) == []
    div = only(parse(f"<div>{NESTED}</div>")).template
    assert isinstance(div, GstmTemplate)
    assert len(div.apply(parse(page))[0].records) == 2


def test_of_many_lists_that_fit_the_one_at_the_old_place_is_taken() -> None:
    page = "<ul>{}</ul><ul>{}</ul>".format(
        "".join(f"<li><a>m{k}</a></li>" for k in range(9)),
        "".join(f"<li><a>n{k}</a></li>" for k in range(3)),
    )
    tree = parse(page)
    regions = GSTM().detect(Tree.from_text('body(ul(li(a"x") li(a"y")) b ul(li(a"z") li(a"w")))'))

    assert len(regions) == 2
    for region in GSTM().detect(tree):
        assert isinstance(region.template, GstmTemplate)
        assert region.template.apply(tree)[0].records == region.records


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        {},
        {"kind": "gstm"},
        {"kind": "gstm", "path": [1], "parts": []},
        {"kind": "gstm", "path": [], "parts": []},
        {
            "kind": "gstm",
            "path": [],
            "tau1": 2,
            "tau2": 0,
            "parts": [{"label": "a", "size": 1, "support": 1}],
        },
        {
            "kind": "gstm",
            "path": [],
            "tau1": 0,
            "tau2": 0,
            "parts": [{"label": "a", "size": 2, "support": 1}],
        },
        {
            "kind": "gstm",
            "path": [],
            "tau1": 0,
            "tau2": 0,
            "parts": [{"label": 1, "size": 1, "support": 1}],
        },
        {
            "kind": "gstm",
            "path": [],
            "tau1": 0,
            "tau2": 0,
            "parts": [{"list": [1], "size": 1, "support": 1}],
        },
        {
            "kind": "gstm",
            "path": [],
            "tau1": 0,
            "tau2": 0,
            "parts": [{"label": "a", "size": 0, "support": 1}],
        },
        {
            "kind": "gstm",
            "path": [],
            "tau1": 0,
            "tau2": 0,
            "place": 3,
            "parts": [{"label": "a", "size": 1, "support": 1}],
        },
    ],
)
def test_nonsense_is_no_template(nonsense: object) -> None:
    with pytest.raises(ValueError, match=r"G-STM template|expected|missing|fit"):
        GstmTemplate.from_json(nonsense)


def test_cards_in_the_cells_of_a_grid_are_records() -> None:
    card = "td(a(img) h3 p(i b))"
    tree = Tree.from_text(f"table({' '.join([f'tr({card} {card} {card})'] * 3)})")

    [region] = GSTM().detect(tree)

    assert [tree.label(node) for record in region.records for node in record] == ["td"] * 9


def table_of(cell: str, *, rows: int = 3, above: str = "") -> Tree:
    lines = (
        "".join(f"<td>{cell.format(f'{row}{column}', column)}</td>" for column in range(3))
        for row in range(rows)
    )
    return parse(f"<table>{above}{''.join(f'<tr>{line}</tr>' for line in lines)}</table>")


@pytest.mark.parametrize(
    "card",
    [
        "<b>N{0}</b> <i>{0}</i> <a href=/{0}>x{0}</a>",
        "<h3>N{0}</h3><p>text {0}</p><a href=/{0}>x{0}</a>",
        "<a href=/{0}><img src={0}.png></a><br><a href=/{0}>N{0}</a>",
    ],
    ids=["inline", "blocks", "picture"],
)
def test_cells_that_are_alike_and_say_several_things_are_cards(card: str) -> None:
    region = only(table_of(card))

    assert len(region.records) == 9
    assert picture(region)[4].count("11") >= 2


def test_cards_beside_empty_cells_and_cards_without_a_part_are_records() -> None:
    full, less = "<td><b>N</b> <i>5</i> <a href=/x>x</a></td>", "<td><b>N</b> <i>5</i></td>"
    rows = [full + less + full, full + full + less, less + full + "<td></td>"]

    region = only(parse(f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"))

    assert len(region.records) == 8


HEADER = "<tr><th>2019</th><th>2020</th><th>2021</th></tr>"


@pytest.mark.parametrize(
    ("field", "above"),
    [
        ("N{0}", ""),
        ("<a href=/{0}>N{0}</a>", ""),
        ("<a href=/{0}><b>N{0}</b></a>", ""),
        ("about <b>{0}</b> pieces", ""),
        ("<b>{0}</b> <i>({0} %)</i>", HEADER),
        ("<b>label {1}</b> <i>{0}</i>", ""),
    ],
    ids=["text", "link", "bold link", "text with a mark", "under a header", "labelled"],
)
def test_cells_that_say_one_thing_or_have_a_named_column_are_fields(field: str, above: str) -> None:
    tree = table_of(field, above=above)

    records = only(tree).records

    assert {tree.label(node) for record in records for node in record} == {"tr"}


def test_parts_that_alternate_are_one_record() -> None:
    parts = "div(a(q) p s u i) div(a(q) p s) div(a(q) s u p)"
    tree = Tree.from_text(f"body(main({' '.join([parts] * 4)}))")

    [region] = GSTM().detect(tree)

    assert [len(record) for record in region.records] == [3] * 4


def test_nested_groups_have_one_grammar_for_all_records() -> None:
    parts = {"a": 'h2(i"{0}" u"u")', "b": 'p(b"{0}" s"x")', "c": 'ul(em"{0}" q"k" q"l")'}
    nodes = [parts[letter].format(k) for k, letter in enumerate("abcbcababcabbc")]

    [region] = GSTM().detect(Tree.from_text(f"body({' '.join(nodes)})"))

    assert region.alignment is not None
    assert [len(row[-1]) for row in region.alignment.rows if isinstance(row[-1], tuple)] == [
        2,
        1,
        1,
        2,
    ]
    assert "13" in str(region.alignment).splitlines()[-1]


def test_a_list_with_little_beside_the_one_inside_gives_way_to_it() -> None:
    def group(size: int) -> str:
        row = 'p(a"x" b"y" i"z")'
        return f'div(h2"head" {" ".join([row] * size)})'

    little = Tree.from_text(f"body({group(6)} {group(7)} {group(8)})")
    much = Tree.from_text(f"body({group(1)} {group(2)} {group(1)})")

    assert [len(region.records) for region in GSTM().detect(little)] == [21]
    assert [len(region.records) for region in GSTM().detect(much)] == [3]


def test_a_record_may_say_a_symbol_twice_where_it_repeats_exactly() -> None:
    name, link, line = "p(b q)", "p(a(i) s u)", "p(em small)"
    tree = Tree.from_text(f"body(main({' '.join([f'{name} {link} {name} {line}'] * 5)}))")

    assert [len(record) for record in only(tree).records] == [4] * 5


def test_records_of_the_same_labels_in_the_same_order_are_a_list_though_parts_differ() -> None:
    plain, marked = '<a href="">{0}</a><span>{0}</span><p>x</p>', "<a>{0}</a><span><q>{0}</q>"
    records = [plain.format(k) for k in range(2)]
    records += [f"{marked.format(k)}</span><p>x</p>" for k in range(2, 10)]

    assert len(only(parse(f"<div>{''.join(records)}</div>")).records) == 10


def test_blocks_of_the_same_labels_that_are_not_alike_are_not_a_list() -> None:
    blocks = ["form(input)", "ul(li(a)*3)", "p(b i u q s)", "h2(img)", "dl(dt dd(a b))"]
    tree = Tree.from_text(f"body({' '.join(f'table(tr(td({b}))) div({b})' for b in blocks)})")

    assert all(len(region.records) < 5 for region in GSTM().detect(tree))
