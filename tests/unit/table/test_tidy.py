"""One meaning, one column: HTML in, a picture of the table out."""

import pytest

from tests.unit.table.test_tabulate import picture, rake


def test_a_price_in_two_markups_is_one_column() -> None:
    table = rake(
        """
        <ul><li><a href=/1>Ant</a><div><span class=price>$1</span></div></li>
        <li><a href=/2>Bee</a><div><p><b class=sale>$2</b></p></div></li>
        <li><a href=/3>Cow</a><div><span class=price>$3</span></div></li>
        <li><a href=/4>Dog</a></li></ul>
        """
    )

    assert str(table) == picture(
        """
        title | link | price
        Ant   | /1   | $1
        Bee   | /2   | $2
        Cow   | /3   | $3
        Dog   | /4   | -
        """
    )


@pytest.mark.parametrize(
    "price",
    [
        "<span>${}<sup>{}</sup></span>",
        "<span><span>${}</span><sup>{}</sup></span>",
        "<div><i>$</i><span class=whole>{}</span><span class=cents>{}</span></div>",
    ],
)
def test_decimals_that_are_set_apart_belong_to_their_price(price: str) -> None:
    items = [("Ant", 32, 59), ("Bee", 8, 99), ("Cow", 1240, 50)]
    rows = (f"<li><h3>{name}</h3>{price.format(a, b)}<p>{a} in stock" for name, a, b in items)

    table = rake(f"<ul>{''.join(rows)}</ul>")

    assert [row["price"] for row in table.rows] == ["$32.59", "$8.99", "$1240.50"]
    assert len(table.columns) == 3


def test_a_text_with_and_without_its_link_is_one_column() -> None:
    table = rake(
        """
        <table><tr><td><a href=/1>Ant</a></td><td>1 mm</td></tr>
        <tr><td>Bee</td><td>9 mm</td></tr>
        <tr><td><a href=/3>Cow</a></td><td>2 m</td></tr>
        <tr><td><b>Dog</b></td><td>1 m</td></tr></table>
        """,
        label="tr",
    )

    assert [next(iter(row.values())) for row in table.rows] == ["Ant", "Bee", "Cow", "Dog"]
    assert len(table.columns) == 3


def test_texts_that_no_row_has_two_of_stay_apart_if_they_are_unlike() -> None:
    table = rake(
        """
        <ul><li><a href=/1>Ant</a><div><i>red</i></div></li>
        <li><a href=/2>Bee</a><div><p>It lives in a hive, with many others of its kind.</p></div></li>
        <li><a href=/3>Cow</a><div><i>brown</i></div></li></ul>
        """
    )

    assert len(table.columns) == 4


def test_a_text_under_its_own_header_wins_over_a_copy_for_small_screens() -> None:
    table = rake(
        """
        <table><tr><th>Name</th><th>Seen</th></tr>
        <tr><td><a href=/1>Ant</a><div class=narrow>1 May</div></td><td>1 May</td></tr>
        <tr><td><a href=/2>Bee</a><div class=narrow>2 May</div></td><td>2 May</td></tr>
        <tr><td><a href=/3>Cow</a><div class=narrow>4 May</div></td><td>4 May</td></tr></table>
        """,
        label="tr",
    )

    assert str(table) == picture(
        """
        name | link | seen
        Ant  | /1   | 1 May
        Bee  | /2   | 2 May
        Cow  | /3   | 4 May
        """
    )


def test_a_text_that_some_rows_say_again_is_given_once() -> None:
    rows = "".join(
        f"<li><h3>Ant {k}</h3><p>May {k + 1}, 2024</p>"
        + (f"<div><span>May {k + 1}, 2024</span></div>" if k % 3 else "")
        for k in range(9)
    )

    assert [column.name for column in rake(f"<ul>{rows}</ul>").columns] == ["title", "date"]
