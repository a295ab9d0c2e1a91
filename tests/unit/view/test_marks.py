"""Where records and cells are outlined."""

from windrow.pipeline import find
from windrow.read import Page
from windrow.view.marks import marks

PAGE = "<title>Hay</title><ol>{}</ol>"


def cells(page: Page, row: int, detector: str = "auto") -> dict[str, tuple[str, ...]]:
    """Return the paths of the cells of a row below the record, by column."""
    best = find(page, detector=detector)[0]
    table, found = best.table, marks(best)
    record = next(mark.paths[0] for mark in found if mark.row == row and mark.column is None)
    return {
        table.columns[mark.column].name: tuple(
            path.removeprefix(f"{record}/") for path in mark.paths
        )
        for mark in found
        if mark.row == row and mark.column is not None
    }


def test_a_cell_is_where_it_stands_and_not_where_the_same_is_said() -> None:
    """Every record says "3 left" first; only what the third says is a column."""
    page = Page.from_text(
        PAGE.format(
            "".join(
                f"<li><b>Bale {k}</b><p>{k}.50</p><p>3 left</p><p>{3 + k % 2} left</p></li>"
                for k in range(1, 6)
            )
        )
    )

    assert [*cells(page, row=1).values()] == [("b[1]",), ("p[1]",), ("p[3]",)]


def test_a_text_in_pieces_is_all_of_them() -> None:
    rows = "".join(
        f"<li><h3>Bale {k}</h3>cut by <i>Maud</i> on day {k}<p>{k} left</p></li>"
        for k in range(1, 6)
    )

    found = cells(Page.from_text(PAGE.format(rows)), row=2)

    assert ("text()[1]", "i[1]", "text()[2]") in found.values()


def test_cells_of_a_list_that_the_page_hides_are_found() -> None:
    rows = "".join(
        f"<li><a href=/{k}>Bale number {k}</a><p>Dry hay of meadow {k}</p></li>" for k in range(9)
    )
    page = Page.from_text(f"<p>Wait</p><ul hidden>{rows}</ul>")

    assert ("p[1]",) in cells(page, row=8).values()
