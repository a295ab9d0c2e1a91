"""Where the cells of HTML tables are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.yardstick import assert_grows, took
from windrow.tree import Tree
from windrow.tree.grid import HeaderRows, grid, has_spans, rectangle, rows_of, table_of


def placed(*rows: str, group: str = "tbody") -> list[list[tuple[int, int, int]]]:
    """Return column, width and height of the cells of each row of a table."""
    tree = Tree.from_text(f"table({group}({' '.join(f'tr({row})' for row in rows)}))")
    lines: list[list[tuple[int, int, int]]] = [[] for _ in rows]
    for one in grid(tree, [*rows_of(tree, 0)]):
        lines[one.row].append((one.column, one.width, one.height))
    return lines


def test_a_cell_that_reaches_down_moves_those_below_it() -> None:
    assert placed("td td[rowspan=2] td", "td td", "td td td") == [
        [(0, 1, 1), (1, 1, 2), (2, 1, 1)],
        [(0, 1, 1), (2, 1, 1)],
        [(0, 1, 1), (1, 1, 1), (2, 1, 1)],
    ]


@pytest.mark.parametrize(
    ("attribute", "width", "height"),
    [
        ("colspan=0", 1, 1),
        ("colspan=3", 3, 1),
        ('colspan=" +3px"', 3, 1),
        ("colspan=-3", 1, 1),
        ("colspan=three", 1, 1),
        ("colspan=99999999999999999999", 1000, 1),
        ("rowspan=0", 1, 2),
        ("rowspan=99999", 1, 2),
    ],
)
def test_spans_are_read_and_cut_as_browsers_do(attribute: str, width: int, height: int) -> None:
    [[cell], _] = placed(f"td[{attribute}]", "td")

    assert cell == (0, width, height)


def test_a_span_ends_with_its_row_group() -> None:
    tree = Tree.from_text("table(thead(tr(th[rowspan=5] th)) tbody(tr(td td)))")

    assert [one.column for one in grid(tree, [*rows_of(tree, 0)])] == [0, 1, 0, 1]


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=4),
        min_size=1,
        max_size=5,
    )
)
def test_cells_begin_at_the_first_free_column(spans: list[list[tuple[int, int]]]) -> None:
    rows = [" ".join(f"td[rowspan={h} colspan={w}]" for h, w in row) for row in spans]
    taken: set[tuple[int, int]] = set()

    for number, line in enumerate(placed(*rows)):
        free = 0
        for column, width, height in line:
            while (number, free) in taken:
                free += 1
            assert column == free
            taken |= {(number + y, column + x) for y in range(height) for x in range(width)}
            free += width


def test_time_grows_with_the_cells_and_not_with_their_spans() -> None:
    def seconds(size: int) -> float:
        wide = " ".join(["td[rowspan=0 colspan=1000]"] * size)
        tree = Tree.from_text(f"table(tbody(tr({wide}) {'tr(td) ' * size}))")
        rows = [*rows_of(tree, 0)]
        assert len(grid(tree, rows)) == 2 * size
        return took(lambda: grid(tree, rows))

    # Ten times the cells; a square would be a hundred times the work.
    assert_grows(lambda: seconds(200), lambda: seconds(2000), 40)


def test_a_rectangle_has_rows_of_one_length_and_no_spans() -> None:
    even = Tree.from_text("table(tbody(tr(th td) tr(th td)))")
    spanned = Tree.from_text("table(tr(th[colspan=2]) tr(td))")

    assert rectangle(even, 0) == [[3, 4], [6, 7]]
    assert not has_spans(even, [2, 5])
    assert rectangle(Tree.from_text("table(tr(th td) tr(td))"), 0) is None
    assert rectangle(spanned, 0) is None
    assert has_spans(spanned, [1])


def test_the_table_of_a_row_is_the_innermost() -> None:
    tree = Tree.from_text("table(tr(td(table(tr(td)))))")

    assert [table_of(tree, row) for row in (1, 4)] == [0, 3]
    assert [*rows_of(tree, 0)] == [1]
    assert table_of(Tree.from_text("div(p)"), 1) == -1


def test_a_row_of_heading_cells_is_a_header() -> None:
    tree = Tree.from_text('table(tr(th"Tool" th"Price") tr(td"Rake" td"4") tr(td"Hoe" td"5"))')
    rows = [*rows_of(tree, 0)]

    assert HeaderRows(tree).among(rows) == {rows[0]}


def test_words_in_signs_over_dates_are_a_header_and_empty_rows_say_nothing() -> None:
    signs = "~" * 60
    rows = " ".join(f'tr(td"May {day} 2004" td"Petition denied")' for day in (11, 12, 13))
    tree = Tree.from_text(
        f'table(tr(td"~~Date~~" td"{signs}Orders{signs}") tr(td(img) td(img)) {rows})'
    )

    found = [node for node in range(len(tree)) if tree.label(node) == "tr"]

    assert HeaderRows(tree).among(found) == {1}
