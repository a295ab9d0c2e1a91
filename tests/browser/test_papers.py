"""The papers' visual rules on pages that a browser has laid out."""

from dataclasses import replace

import pytest

from tests.browser.conftest import Show
from windrow.detect.depta import DEPTA
from windrow.detect.net import NET
from windrow.model import Region
from windrow.tree import Tree, parse
from windrow.tree.visual import visual_tree

pytestmark = pytest.mark.slow

PLAIN = "<!doctype html><style>body,p,div,h4,td,th{margin:0;padding:0} %s</style>"


def at(top: int, bottom: int) -> str:
    """Return the style of an element between two heights that contains its text."""
    place = f"left:0;width:200px;top:{top}px;height:{bottom - top}px"
    # Letters that stick out of a box are not in it, as boxes nest.
    return f"style='position:absolute;{place};font:5px/7px sans-serif'"


def records(tree: Tree, regions: list[Region]) -> list[list[str]]:
    """Return the records of the first region: the texts of each."""
    return [
        [tree.text(n) for root in record for n in tree.subtree(root) if tree.text(n)]
        for record in regions[0].records
    ]


def labels(tree: Tree, node: int) -> str:
    below = [labels(tree, child) for child in tree.children(node) if tree.label(child) != "#text"]
    return tree.label(node) + (f"({' '.join(below)})" if below else "")


def test_v1_a_table_without_end_tags_is_nested_as_it_is_drawn(shown: Show) -> None:
    page = shown(
        (PLAIN % "table{border-spacing:0;position:absolute;left:100px;top:200px} "
         "td{width:100px;height:100px;vertical-align:top}")
        .encode() + b"<table><tr><td>a<td>b<tr><td>c<td>d"
    )  # fmt: skip
    tree = parse(page)

    nested = visual_tree(tree)

    assert "table(tbody(tr(td td) tr(td td)))" in labels(nested, 0)
    assert [tree.box(n) for n in range(len(tree)) if tree.label(n) == "td"] == [
        (100, 200, 200, 300), (200, 200, 300, 300), (100, 300, 200, 400), (200, 300, 300, 400)
    ]  # fmt: skip


def test_v1_boxes_nest_what_the_markup_puts_side_by_side(shown: Show) -> None:
    boxes = [
        ("table", 100, 200, 300, 400), ("tr", 100, 200, 300, 300), ("td", 100, 200, 200, 300),
        ("td", 200, 200, 300, 300), ("tr", 100, 300, 300, 400), ("td", 100, 300, 200, 400),
        ("td", 200, 300, 300, 400),
    ]  # fmt: skip
    # The same boxes as before, made of custom elements that are all children of the body.
    flat = "".join(
        f"<x-{name} style='position:absolute;left:{a}px;top:{b}px;width:{c - a}px;"
        f"height:{d - b}px'></x-{name}>"
        for name, a, b, c, d in boxes
    )
    tree = parse(shown((PLAIN % "").encode() + flat.encode()))

    assert "x-table(x-tr(x-td x-td) x-tr(x-td x-td))" in labels(visual_tree(tree), 0)
    assert "x-table x-tr x-td x-td x-tr x-td x-td" in labels(tree, 0)


def test_v4_parts_near_each_other_are_one_record(shown: Show) -> None:
    parts = [(0, 10), (12, 20), (40, 50), (52, 60), (80, 90), (92, 100)]
    names = ["p", "div"] * 3
    html = "".join(
        f"<{n} {at(*place)}><{i}>{n}{k // 2}</{i}></{n}>"
        for k, (n, i, place) in enumerate(zip(names, ["a", "b"] * 3, parts, strict=True))
    )
    tree = parse(shown((PLAIN % "").encode() + f"<section>{html}</section>".encode()))

    assert records(tree, DEPTA().detect(tree)) == [["p0", "div0"], ["p1", "div1"], ["p2", "div2"]]


def test_h15_white_space_decides_where_a_record_begins(shown: Show) -> None:
    places = [(0, 10), (30, 40), (42, 50), (70, 80), (82, 90), (110, 120), (122, 130)]
    html = "".join(
        f"<p {at(*place)}><a>p{k}</a></p>" if k % 2 == 0 else f"<div {at(*place)}><b>d{k}</b></div>"
        for k, place in enumerate(places)
    )
    tree = parse(shown((PLAIN % "").encode() + f"<section>{html}</section>".encode()))

    assert records(tree, DEPTA().detect(tree)) == [["d1", "p2"], ["d3", "p4"], ["d5", "p6"]]
    without = replace(tree, boxes=None)
    assert records(without, DEPTA().detect(without)) == [["p0", "d1"], ["p2", "d3"], ["p4", "d5"]]


def test_h15_a_list_turned_upside_down_is_cut_in_the_same_way(shown: Show) -> None:
    html = "".join(
        f"<p><a>p{k}</a></p>" if k % 2 == 0 else f"<div><b>d{k}</b></div>" for k in range(7)
    )
    style = (
        "section{display:flex;flex-direction:column-reverse} p,div{height:10px} "
        # A wide gap below what comes first from the top, a small one inside a record.
        "p{margin-bottom:2px} div{margin-bottom:20px}"
    )
    tree = parse(shown((PLAIN % style).encode() + f"<section>{html}</section>".encode()))

    assert records(tree, DEPTA().detect(tree)) == [["d1", "p2"], ["d3", "p4"], ["d5", "p6"]]


ROWS = (
    "<table><tr><td><a>n1</a></td><td><a>n2</a></td></tr>"
    "<tr><td><p>d1</p><i>x1</i><b>y1</b></td><td><p>d2</p><i>x2</i><b>y2</b></td></tr></table>"
)


def test_names_above_descriptions_are_put_together_where_they_share_a_column(shown: Show) -> None:
    tree = parse(shown((PLAIN % "").encode() + ROWS.encode()))

    assert records(tree, DEPTA().detect(tree)) == [
        ["n1", "d1", "x1", "y1"],
        ["n2", "d2", "x2", "y2"],
    ]


def test_rows_that_share_no_column_are_not_put_together(shown: Show) -> None:
    style = "tr{display:flex;width:300px} tr+tr{margin-left:600px} td{width:150px}"
    tree = parse(shown((PLAIN % style).encode() + ROWS.encode()))

    found = [
        sorted({tree.text(n) for root in record for n in tree.subtree(root)} - {""})
        for region in DEPTA().detect(tree)
        for record in region.records
    ]
    assert ["d1", "n1", "x1", "y1"] not in found


def test_boxes_of_very_different_width_are_no_records_of_one_list(shown: Show) -> None:
    card = "<div style='width:{}px'><div><h4>{}</h4><p>text</p></div><b>{}</b></div>"
    widths = [150, 150, 150, 900]
    html = "".join(card.format(w, f"t{k}", k) for k, w in enumerate(widths))
    tree = parse(shown((PLAIN % "").encode() + f"<section>{html}</section>".encode()))

    with_boxes = records(tree, NET().detect(tree))
    without = records(replace(tree, boxes=None), NET().detect(replace(tree, boxes=None)))
    assert [record[0] for record in without] == ["t0", "t1", "t2", "t3"]
    assert [record[0] for record in with_boxes] == ["t0", "t1", "t2"]
