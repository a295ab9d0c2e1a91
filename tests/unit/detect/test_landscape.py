"""Tables that lie on their side are turned, and only those."""

import pytest

from windrow.detect.auto.landscape import turned
from windrow.pipeline import find
from windrow.read import Page
from windrow.tree import Tree
from windrow.view.explain import sentences

LYING = [
    ["Model", "Packhorse", "Long Tom", "Mule"],
    ["Weight", "38 kg", "31 kg", "29 kg"],
    ["Gears", "8", "11", "10"],
    ["Price", "€3,900", "€4,450", "€2,890"],
]
UPRIGHT = [list(row) for row in zip(*LYING, strict=True)]


def table(rows: list[list[str]], *, names: str = "td", first: str = "td") -> Tree:
    lines = []
    for number, (name, *cells) in enumerate(rows):
        label = first if not number else "td"
        inner = " ".join([f'{names}"{name}"', *(f'{label}"{cell}"' for cell in cells)])
        lines.append(f"tr({inner})")
    return Tree.from_text(f"table({' '.join(lines)})")


def rows_of(tree: Tree) -> list[tuple[int, ...]]:
    return [(child,) for child in tree.children(0)]


@pytest.mark.parametrize("names", ["th", "td"])
def test_columns_of_a_lying_table_are_its_records(names: str) -> None:
    tree = table(LYING, names=names)

    found = turned(tree, rows_of(tree))

    assert found is not None
    assert [[tree.text(cell) for cell in record] for record in found] == UPRIGHT[1:]


@pytest.mark.parametrize("names", ["th", "td"])
@pytest.mark.parametrize("first", ["th", "td"])
def test_a_table_that_stands_upright_stays(names: str, first: str) -> None:
    tree = table(UPRIGHT, names=names, first=first)

    assert turned(tree, rows_of(tree)) is None


def test_forms_that_agree_both_ways_leave_a_table_as_it_is() -> None:
    tree = table([["Mon", "9:00", "12:00"], ["Tue", "9:30", "12:30"], ["Wed", "8:00", "11:00"]])

    assert turned(tree, rows_of(tree)) is None


def test_names_must_be_different() -> None:
    tree = table([["Size", *LYING[1][1:]], ["Size", *LYING[2][1:]], LYING[3]])

    assert turned(tree, rows_of(tree)) is None


def test_two_columns_are_facts_about_one_thing() -> None:
    tree = table([row[:2] for row in LYING], names="th")

    assert turned(tree, rows_of(tree)) is None


def test_a_table_with_spans_is_left_alone() -> None:
    tree = Tree.from_text(
        'table(tr(th"Model" td"Mule" td"Pony") tr(th"Load" td[colspan=2]"60 kg") '
        'tr(th"Price" td"€900" td"€1200"))'
    )

    assert turned(tree, rows_of(tree)) is None


def test_records_that_are_no_rows_are_left_alone() -> None:
    tree = Tree.from_text('ul(li(b"Ant") li(b"Bee"))')

    assert turned(tree, rows_of(tree)) is None


def test_the_reasons_tell_that_a_table_was_turned() -> None:
    lines = "".join(
        f"<tr><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for name, *cells in LYING
    )
    page = Page.from_text(f"<h1>Cargo bicycles</h1><table>{lines}</table>")

    found = sentences(find(page))

    assert "  - the table lies on its side: its columns are the records" in found
