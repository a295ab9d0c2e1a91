"""A row of pictures, a row of names and a row of prices: what is above each other is a record."""

from windrow import extract
from windrow.model import Table

NAMES = "Mantel clock,Wall clock,Alarm clock,Egg timer,Sundial,Hourglass,Pocket watch,Stop watch"


def first_of(rows: str) -> Table:
    page = f"<h1>Clocks</h1><p>All our clocks.</p><table>{rows}</table>"
    return extract(page.encode())[0]


def line(cells: list[str]) -> str:
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def shop(*kinds: str, spacer: str = "") -> str:
    names, rows = NAMES.split(","), ""
    for first in range(0, 8, 4):
        for kind in kinds:
            rows += line(
                [kind.format(k=k, name=names[k], price=k + 3) for k in range(first, first + 4)]
            )
        rows += spacer
    return rows


PICTURE, NAME, PRICE = "<img src={k}.jpg>", "<a href=clock{k}.htm>{name}</a>", "${price}.50"


def test_names_have_the_pictures_above_and_the_prices_below() -> None:
    found = first_of(shop(PICTURE, NAME, PRICE))

    assert len(found) == 8
    assert {"0.jpg", "Mantel clock", "$3.50"} <= {*found.rows[0].values()}
    assert {"7.jpg", "Stop watch", "$10.50"} <= {*found.rows[7].values()}


def test_an_empty_row_after_each_group_changes_nothing() -> None:
    found = first_of(shop(PICTURE, NAME, spacer="<tr><td colspan=4>&nbsp;</td></tr>"))

    assert len(found) == 8
    assert {"0.jpg", "Mantel clock"} <= {*found.rows[0].values()}


def test_rows_that_all_have_names_stay_as_they_are() -> None:
    found = first_of(shop(NAME))

    assert len(found) == 8
    assert {*found.rows[0].values()} == {"Mantel clock", "clock0.htm"}
