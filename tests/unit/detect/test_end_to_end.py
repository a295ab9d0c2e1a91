"""The end-to-end cases H1 to H20: a page in, the pictures of its tables out.

`CLAIMS` says who claims which case and where it is shown. ``here`` is this file; what a system's
own file shows in the same form is not shown twice.
"""

from array import array
from dataclasses import replace

import pytest

from tests.unit.detect.test_checklist import named_tests
from tests.unit.detect.test_gza import FAULTY_ROWS
from windrow.align.partial import align
from windrow.detect import DETECTORS
from windrow.detect.gstm.pages import learn
from windrow.tree import Tree, parse

DEPTA, GSTM, GZA = "detect/test_depta.py", "detect/test_gstm.py", "detect/test_gza.py"
NET, STEM, PAGES = "detect/test_net.py", "detect/test_stem.py", "detect/test_gstm_pages.py"
MATCH = "match/test_generalized.py"

CLAIMS: dict[str, dict[str, str]] = {
    "H1 flat list, optional field": {
        "depta": f"{DEPTA}::test_a_flat_list_with_an_optional_field",
        "gstm": f"{GSTM}::test_a_flat_list_has_an_optional_field",
        "gza": f"{GZA}::test_a_flat_list_with_an_optional_field_keeps_links",
        "mdr": "here::test_a_flat_list_has_an_optional_field",
        "net": f"{NET}::test_flat_list_with_an_optional_field",
        "stem": f"{STEM}::test_a_flat_list_keeps_what_was_unwrapped_as_decoration",
    },
    "H2 two records only": {
        "depta": f"{DEPTA}::test_two_records_are_enough",
        "gstm": f"{GSTM}::test_two_records_are_a_list",
        "gza": "here::test_two_records_are_a_list",
        "mdr": "here::test_two_records_are_a_list",
        "net": f"{NET}::test_two_records_are_a_list",
        "stem": f"{STEM}::test_two_records_are_a_list",
        "stem literal": f"{STEM}::test_two_records_are_none_literally",
    },
    "H3 plain table": {
        "depta": f"{DEPTA}::test_the_header_of_a_plain_table_is_no_record",
        "gstm": f"{GSTM}::test_the_rows_of_a_table_are_records_and_its_cells_are_columns",
        "gza": f"{GZA}::test_a_plain_table_has_a_record_a_row_and_a_column_a_cell",
        "mdr": "here::test_a_plain_table_has_a_record_a_row_and_a_column_a_cell",
        "net": f"{NET}::test_plain_table_has_rows_and_no_header_among_them",
        "stem": f"{STEM}::test_a_plain_table_has_a_record_a_row",
    },
    "H4 non-contiguous case 1": {
        "depta": f"{DEPTA}::test_non_contiguous_case_one_names_stand_above_their_descriptions",
    },
    "H5 non-contiguous case 2": {
        "depta": f"{DEPTA}::test_non_contiguous_case_two_the_rows_are_regions_of_their_own",
    },
    "H6 nested": {
        "gstm": "here::test_the_jars_of_the_paper_are_nested",
        "net": f"{NET}::test_the_jars_of_the_paper_nested_and_flat",
    },
    "H7 several detail pages": {
        "gstm": "here::test_detail_pages_give_items_labels_and_a_list",
    },
    "H8 noise between records": {
        "depta": f"{DEPTA}::test_an_advert_between_records_is_none_of_them",
        "gstm": f"{GSTM}::test_an_advertisement_between_records_is_none",
        "gza": "here::test_an_advert_is_no_record_and_a_rich_record_is_one",
        "net": f"{NET}::test_all_pairs_an_advert_between_records_does_not_cut_the_list",
        "stem": f"{STEM}::test_an_advert_between_records_is_none_and_rich_records_are_whole",
    },
    "H9 list cut off": {
        "depta": "here::test_an_empty_element_after_a_list_is_no_record",
        "gstm": "here::test_an_empty_element_after_a_list_is_no_record",
        "gza": "here::test_an_empty_element_after_a_list_is_no_record",
        "net": "here::test_an_empty_element_after_a_list_is_no_record",
        "stem": f"{STEM}::test_an_empty_element_after_a_list_is_no_record",
    },
    "H10 two-row records": {
        "depta": f"{DEPTA}::test_two_row_records_are_not_six",
        "gstm": "here::test_records_of_two_rows_are_three_not_six",
        "gza": f"{GZA}::test_records_of_two_rows_are_not_twice_as_many_records",
        "mdr": "here::test_records_of_two_rows_are_three_not_six",
        "net": "here::test_records_of_two_rows_are_three_not_six",
        "stem": f"{STEM}::test_records_of_two_rows_have_two_rows",
    },
    "H11 broken HTML": {
        "depta": "here::test_rows_with_faults_are_all_found",
        "gstm": "here::test_rows_with_faults_are_all_found",
        "gza": f"{GZA}::test_broken_rows_are_all_found",
        "mdr": "here::test_rows_with_faults_are_all_found",
        "net": "here::test_rows_with_faults_are_all_found",
        "stem": "here::test_rows_with_faults_are_all_found",
    },
    "H12 two lists and a menu": {
        "depta": "here::test_two_lists_and_a_menu_are_three_regions_and_the_products_come_first",
        "gstm": f"{GSTM}::test_two_lists_and_a_menu_are_three_regions_and_the_products_come_first",
        "gza": f"{GZA}::test_two_lists_and_a_menu_are_three_regions",
        "mdr": "here::test_two_lists_and_a_menu_are_three_regions_and_the_products_come_first",
        "net": f"{NET}::test_menu_products_and_reviews_are_three_regions",
        "stem": f"{STEM}::test_two_lists_and_a_menu_are_three_regions_and_the_products_come_first",
    },
    "H13 landscape table": {"gza": f"{GZA}::test_a_landscape_table_is_transposed"},
    "H14 no list": {
        "depta": f"{DEPTA}::test_no_list_no_region",
        "gstm": f"{GSTM}::test_a_page_without_a_list_has_no_region",
        "gza": f"{GZA}::test_a_page_without_a_list_has_no_region",
        "mdr": "detect/test_mdr.py::test_a_page_without_a_list_has_no_region",
        "net": f"{NET}::test_no_list_no_region",
        "stem": f"{STEM}::test_a_page_without_lists_has_no_region",
    },
    "H15 gap decides the phase": {
        "depta": f"{DEPTA}::test_the_gap_decides_the_phase",
        "others": "here::test_without_a_gap_rule_boxes_change_no_phase",
    },
    "H16 several regions under one parent": {
        "depta": f"{DEPTA}::test_several_regions_stand_under_one_parent",
        "gstm": "here::test_several_regions_stand_under_one_parent",
        "gza": "here::test_several_regions_stand_under_one_parent",
        "mdr": "here::test_several_regions_stand_under_one_parent",
        "net": f"{NET}::test_several_tables_under_one_node",
        "stem": "here::test_several_regions_stand_under_one_parent",
    },
    "H17 same pattern, two places": {
        "depta": f"{DEPTA}::test_one_pattern_at_two_places_is_two_regions",
        "gstm": "here::test_two_columns_of_one_list_are_joined_by_gstm",
        "gza": f"{GZA}::test_the_same_pattern_in_two_places_is_two_regions_with_one_number",
        "net": f"{NET}::test_one_pattern_in_two_places_is_two_regions",
        "stem": f"{STEM}::test_one_pattern_in_two_places_is_two_regions_with_a_common_number",
    },
    "H18 templates used elsewhere": dict.fromkeys(
        ["depta", "gstm", "gza", "net", "stem"],
        "contract/test_paper_templates.py::"
        "test_a_template_loaded_in_a_fresh_process_extracts_what_learning_afresh_would",
    ),
    "H19 speed": dict.fromkeys(
        ["depta", "gstm", "gza", "mdr", "net", "stem"],
        "contract/test_cost.py::test_a_page_of_20000_nodes_takes_two_seconds_and_half_of_it_about_half",
    ),
    "H20 lists of other lengths on two pages": {
        "gstm": f"{MATCH}::test_nested_lists_of_other_lengths_on_two_pages_are_alike",
    },
}


def test_every_case_is_shown_for_every_system_that_claims_it() -> None:
    here = "detect/test_end_to_end.py::"
    named = [
        place.replace("here::", here) for places in CLAIMS.values() for place in places.values()
    ]

    assert [case.split()[0] for case in CLAIMS] == [f"H{k}" for k in range(1, 21)]
    assert [place for place in named if place not in named_tests(place.split("::")[0])] == []


def pictures(name: str, page: str | Tree) -> list[str]:
    """Return the tables of a page by a detector, in page order; tree text has no tags."""
    if isinstance(page, str):
        page = parse(page) if "<" in page else Tree.from_text(page)
    regions = DETECTORS[name]().detect(page)
    return [str(region.alignment or align(page, region.records)) for region in regions]


def picture(*lines: str) -> str:
    return "\n".join(lines)


def test_a_flat_list_has_an_optional_field() -> None:  # H1
    page = (
        "<ul><li><a href=/1>A</a><b>$1</b></li><li><a href=/2>B</a><b>$2</b><i>new</i></li>"
        "<li><a href=/3>C</a><b>$3</b></li></ul>"
    )

    assert pictures("mdr", page) == [
        picture(
            "A | /1 | $1 | -",
            "B | /2 | $2 | new",
            "C | /3 | $3 | -",
        )
    ]


@pytest.mark.parametrize("name", ["gza", "mdr"])
def test_two_records_are_a_list(name: str) -> None:  # H2
    page = "<div><p><a>x</a><span>1</span></p><p><a>y</a><span>2</span></p></div>"

    assert pictures(name, page) == [picture("x | 1", "y | 2")]


def test_a_plain_table_has_a_record_a_row_and_a_column_a_cell() -> None:  # H3
    rows = "".join(f"<tr><td>a{k}<td>b{k}<td>c{k}</tr>" for k in range(1, 5))
    page = f"<table><tr><th>A<th>B<th>C</tr>{rows}</table>"

    assert pictures("mdr", page) == [
        picture(
            "a1 | b1 | c1",
            "a2 | b2 | c2",
            "a3 | b3 | c3",
            "a4 | b4 | c4",
        )
    ]


JARS = """
<div><img src=1><h3>Canning Jars by Ball</h3>
  <p><b>8-oz</b><span>Canning Jars, Set of 4</span><i>*****</i><em>$4.95</em></p>
  <p><b>1-pt</b><span>Canning Jars, Set of 4; Blue Gingham</span><i>*****</i><em>$5.95</em></p></div>
<div><img src=2><h3>Canning Tools by Norpro</h3>
  <p><b>12-dia</b><span>Canning Rack</span><i>*****</i><em>$4.95</em></p></div>
"""


def test_the_jars_of_the_paper_are_nested() -> None:  # H6
    [found] = pictures("gstm", f"<main>{JARS}</main>")

    assert found.splitlines() == [
        "1 | Canning Jars by Ball    | [8-oz, Canning Jars, Set of 4, *****, $4.95; "
        "1-pt, Canning Jars, Set of 4; Blue Gingham, *****, $5.95]",
        "2 | Canning Tools by Norpro | [12-dia, Canning Rack, *****, $4.95]",
    ]


def detail(title: str, price: str, *features: str) -> Tree:
    items = "".join(f"<li>{feature}</li>" for feature in features)
    return parse(f"<h1>{title}</h1><dl><dt>Price</dt><dd>{price}</dd></dl><ul>{items}</ul>")


def test_detail_pages_give_items_labels_and_a_list() -> None:  # H7
    template = learn([detail("T1", "$1", "f1", "f2"), detail("T2", "$2", "g1", "g2", "g3", "g4")])

    def read(page: Tree) -> str:
        [region] = template.apply(page)
        return str(region.alignment)

    assert read(detail("T1", "$1", "f1", "f2")) == "T1 | $1 | [f1; f2]"
    assert read(detail("T3", "$3", "h1")) == "T3 | $3 | [h1]"
    assert read(detail("T4", "$4")) in ("T4 | $4 | []", "T4 | $4 | -")
    assert 'dt"Price"' in str(template)


def test_an_advert_is_no_record_and_a_rich_record_is_one() -> None:  # H8
    page = (
        'main(div(p"p1" a"a1") div(p"p2" a"a2") div(img[src=advert]) div(p"p3" a"a3")'
        ' div(p"p4" a"a4" img[src=i4] span"s4") div(p"p5" a"a5") div(p"p6" a"a6"))'
    )

    assert pictures("gza", page) == [
        picture(
            "p1 | a1 | -  | -",
            "p2 | a2 | -  | -",
            "p3 | a3 | -  | -",
            "p4 | a4 | i4 | s4",
            "p5 | a5 | -  | -",
            "p6 | a6 | -  | -",
        )
    ]


@pytest.mark.parametrize("name", ["depta", "gstm", "gza", "net"])
def test_an_empty_element_after_a_list_is_no_record(name: str) -> None:  # H9
    page = 'main(div(p"p1") div(p"p2") div(p"p3") div"")'

    assert pictures(name, page) == [picture("p1", "p2", "p3")]


@pytest.mark.parametrize("name", ["gstm", "mdr", "net"])
def test_records_of_two_rows_are_three_not_six(name: str) -> None:  # H10
    rows = " ".join(f'tr(td(a"a{k}")) tr(td(b"b{k}"))' for k in range(1, 4))

    assert pictures(name, f"tbody({rows})") == [picture("a1 | b1", "a2 | b2", "a3 | b3")]


# Those who look at labels alone cannot know that a th among td is a slip of the pen: the value
# gets a column of its own, and the row is found all the same.
SLIPS = picture(
    "-     | Ford   | Telstar | $5000 | -",
    "-     | Toyota | Camry   | -     | $9000",
    "-     | Mazda  | Familia | $700  | -",
    "Honda | Civic  | $800    | -     | -",
    "-     | Opel   | Astra   | $6500 | -",
)
# Rows with a th in the place of a td have fewer td: for G-STM, cells in differing numbers.
SLIPS_AS_LISTS = """\
-     | [Ford; Telstar; $5000] | -
-     | [Toyota; Camry]        | $9000
-     | [Mazda; Familia; $700] | -
Honda | [Civic; $800]          | -
-     | [Opel; Astra; $6500]   | -"""
SLIPS_IN_ORDER_OF_LINKS = picture(
    "-     | Ford   | Telstar | -     | $5000",
    "-     | Toyota | Camry   | $9000 | -",
    "-     | Mazda  | Familia | -     | $700",
    "Honda | Civic  | $800    | -     | -",
    "-     | Opel   | Astra   | -     | $6500",
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("depta", SLIPS),
        ("gstm", SLIPS_AS_LISTS),
        ("mdr", SLIPS),
        ("net", SLIPS_IN_ORDER_OF_LINKS),
        ("stem", SLIPS),
    ],
)
def test_rows_with_faults_are_all_found(name: str, expected: str) -> None:  # H11
    assert pictures(name, f"<table>{FAULTY_ROWS}</table>") == [expected]


@pytest.mark.parametrize("name", ["depta", "mdr"])
def test_two_lists_and_a_menu_are_three_regions_and_the_products_come_first(
    name: str,
) -> None:  # H12
    menu = "".join(f"<li><a href=/{k}>Menu {k}</a></li>" for k in range(6))
    products = "".join(
        f"<div><img src={k}.png><h3>A product of some kind, number {k}</h3><b>${k}9</b></div>"
        for k in range(4)
    )
    reviews = "".join(f"<article><h4>Reader {k}</h4><p>I liked it.</p></article>" for k in range(3))
    tree = parse(f"<nav><ul>{menu}</ul></nav><main>{products}</main><section>{reviews}</section>")

    regions = DETECTORS[name]().detect(tree)

    assert [len(region.records) for region in regions] == [6, 4, 3]
    assert max(regions, key=lambda region: region.score) is regions[1]


def in_boxes() -> tuple[Tree, Tree]:
    """Return seven siblings, without boxes and with white space around pairs of them."""
    tree = Tree.from_text(
        'main(p(a"a0") div(b"b1") p(a"a1") div(b"b2") p(a"a2") div(b"b3") p(a"a3"))'
    )
    boxes = array("d", [float("nan")] * 4 * len(tree))
    lines = [(0, 10), (30, 40), (42, 50), (70, 80), (82, 90), (110, 120), (122, 130)]
    for node, (top, bottom) in zip(tree.children(0), lines, strict=True):
        boxes[4 * node : 4 * node + 4] = array("d", [0, top, 100, bottom])
    return tree, replace(tree, boxes=boxes)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gstm", picture("a0 | b1", "a1 | b2", "a2 | b3", "a3 | -")),
        ("gza", picture("a0 | b1", "a1 | b2", "a2 | b3")),
        ("mdr", picture("a0 | b1", "a1 | b2", "a2 | b3")),
        ("net", picture("a0 | b1", "a1 | b2", "a2 | b3", "a3 | -")),
    ],
)
def test_without_a_gap_rule_boxes_change_no_phase(name: str, expected: str) -> None:  # H15
    plain, placed = in_boxes()

    assert pictures(name, plain) == pictures(name, placed) == [expected]


def test_the_gap_decides_the_phase_of_the_table_too() -> None:  # H15
    plain, placed = in_boxes()

    assert pictures("depta", plain) == [picture("a0 | b1", "a1 | b2", "a2 | b3")]
    assert pictures("depta", placed) == [picture("b1 | a1", "b2 | a2", "b3 | a3")]


@pytest.mark.parametrize("name", ["gstm", "gza", "mdr", "stem"])
def test_several_regions_stand_under_one_parent(name: str) -> None:  # H16
    page = (
        'div(h2"One" p(a"a1" span"b1") p(a"a2" span"b2") p(a"a3" span"b3")'
        ' h3"Two" ul(li(a"c1" span"d1") li(a"c2" span"d2")))'
    )

    assert pictures(name, page) == [
        picture("a1 | b1", "a2 | b2", "a3 | b3"),
        picture("c1 | d1", "c2 | d2"),
    ]


def test_two_columns_of_one_list_are_joined_by_gstm() -> None:  # H17
    columns = (" ".join(f'li(a"{c}{k}" span"${k}")' for k in (1, 2)) for c in "xy")
    page = "body(" + " ".join(f"div(ul({column}))" for column in columns) + ")"

    # A list of columns that hold nothing but a list: the paper's nested list, without its shell.
    assert pictures("gstm", page) == [picture("x1 | $1", "x2 | $2", "y1 | $1", "y2 | $2")]
