"""Tables become flat: typed, named, split and numbered."""

from datetime import date

import pytest

from windrow.model import Column, Table
from windrow.sink import collect
from windrow.sink.flat import flatten, guarded, joined, safe_name
from windrow.table.typed import typed_rows

SIZES = Column("sizes", "rows", columns=(Column("size", "text"), Column("price", "price")))
SHOP = Table(
    (Column("tool", "text"), SIZES),
    (
        {"tool": "Rake", "sizes": [{"size": "S", "price": "€4.50"}, {"size": "L", "price": "€9"}]},
        {"tool": "Hoe", "sizes": None},
        {"tool": "Axe", "sizes": [{"size": "M", "price": "€30"}]},
    ),
    nodes=(("/ul/li[1]",), ("/ul/li[2]",), ("/ul/li[3]", "/ul/li[4]")),
)


def table(kind: str, *values: str | None, name: str = "value") -> Table:
    return Table((Column(name, kind),), tuple({name: value} for value in values))


def test_a_price_is_a_number_and_a_currency() -> None:
    columns, rows = typed_rows(table("price", "€48.00", "£9", name="price"))

    assert [(c.name, c.kind) for c in columns] == [("price", "number"), ("price_currency", "text")]
    assert rows == [
        {"price": 48.0, "price_currency": "EUR"},
        {"price": 9.0, "price_currency": "GBP"},
    ]


def test_what_does_not_fit_its_type_is_kept_beside_it() -> None:
    columns, rows = typed_rows(table("price", "€48.00", "sold out", name="price"))

    assert [c.name for c in columns] == ["price", "price_currency", "price_text"]
    assert rows[1] == {"price": None, "price_currency": None, "price_text": "sold out"}


def test_a_column_where_nothing_fits_stays_text() -> None:
    columns, rows = typed_rows(table("integer", "many", "few"))

    assert [(c.name, c.kind) for c in columns] == [("value", "text")]
    assert [row["value"] for row in rows] == ["many", "few"]


def test_days_are_days() -> None:
    _, rows = typed_rows(table("date", "2024-05-01", None))

    assert rows == [{"value": date(2024, 5, 1)}, {"value": None}]


def test_a_number_past_64_bits_stays_text() -> None:
    _, rows = typed_rows(table("integer", "12345678901234567890123", "5"))

    assert rows == [
        {"value": None, "value_text": "12345678901234567890123"},
        {"value": 5, "value_text": None},
    ]


def test_raw_is_what_the_page_says() -> None:
    columns, rows = typed_rows(table("price", "€48.00", "sold out", name="price"), raw=True)

    assert [(c.name, c.type, c.kind) for c in columns] == [("price", "price", "text")]
    assert rows == [{"price": "€48.00"}, {"price": "sold out"}]


def test_a_name_of_the_page_is_not_taken_by_a_part_we_add() -> None:
    page = Table(
        (Column("price", "price"), Column("price_currency", "text")),
        ({"price": "€1", "price_currency": "mine"},),
    )

    [row] = typed_rows(page)[1]

    assert row == {"price": 1.0, "price_currency_2": "EUR", "price_currency": "mine"}


def test_lists_stay_in_their_rows_as_json() -> None:
    [flat] = flatten([("shop", "p", SHOP)])

    assert flat.names == ["tool", "sizes"]
    assert flat.rows[2]["sizes"] == [{"size": "M", "price": 30.0, "price_currency": "EUR"}]


def test_lists_become_tables_with_keys() -> None:
    shop, sizes = flatten([("shop", "p", SHOP)], nested="tables")

    assert (shop.name, sizes.name, sizes.parent) == ("shop", "shop_sizes", "shop")
    assert [tuple(row.values()) for row in shop.rows] == [(1, "Rake"), (2, "Hoe"), (3, "Axe")]
    assert [tuple(row.values()) for row in sizes.rows] == [
        (1, 1, "S", 4.5, "EUR"),
        (2, 1, "L", 9.0, "EUR"),
        (3, 3, "M", 30.0, "EUR"),
    ]


def test_rows_of_several_pages_are_numbered_through_and_say_where_they_are_from() -> None:
    pages = [("one.html", [SHOP]), ("two.html", [SHOP])]

    shop, sizes = collect(pages, nested="tables", source=True)

    assert [row["_row"] for row in shop.rows] == [1, 2, 3, 4, 5, 6]
    assert [row["_parent_row"] for row in sizes.rows] == [1, 1, 3, 4, 4, 6]
    assert [row["_page"] for row in shop.rows] == ["one.html"] * 3 + ["two.html"] * 3
    assert shop.rows[2]["_record"] == "/ul/li[3] | /ul/li[4]"


def test_pages_with_other_columns_share_a_table() -> None:
    one, two = table("integer", "1", name="a"), table("text", "x", name="b")

    [flat] = collect([("1", [one]), ("2", [two])])

    assert [(c.name, c.kind) for c in flat.columns] == [("a", "integer"), ("b", "text")]


def test_kinds_that_differ_become_the_wider_one() -> None:
    [one], [two] = (
        flatten([("t", "p", table(*words))]) for words in (("integer", "1"), ("text", "x"))
    )

    assert joined(one, two).columns[0].kind == "text"


def test_the_second_tables_of_pages_are_a_table_of_their_own() -> None:
    one, two = table("text", "x"), table("text", "y")

    assert [flat.name for flat in collect([("p", [one, two])])] == ["records", "records_2"]


def test_our_own_columns_cannot_be_forged_by_a_page() -> None:
    [flat] = collect([("good.html", [table("text", "evil.html", name="_page")])], source=True)

    assert flat.rows[0]["_page"] == "good.html"
    assert flat.rows[0]["_page_2"] == "evil.html"


def test_characters_that_cannot_be_stored_are_replaced() -> None:
    [flat] = collect([("p", [table("text", "a\x00b\ud800c\x1bd")])])

    assert flat.rows[0]["value"] == "a\ufffdb\ufffdc\ufffdd"


@pytest.mark.parametrize("text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1"])
def test_formulas_are_guarded_when_asked(text: str) -> None:
    [flat] = collect([("p", [table("text", text, name="=name")])])

    assert guarded(flat).rows == ({"'=name": f"'{text}"},)


@pytest.mark.parametrize("text", ["-5", "+4.5%", "a=b", "", "1-2"])
def test_numbers_and_plain_texts_are_not_guarded(text: str) -> None:
    [flat] = collect([("p", [table("text", text)])])

    assert guarded(flat).rows == ({"value": text},)


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "a/b", "x" * 500, "中" * 100, "", '"; --', "\x00"]
)
def test_a_safe_name_is_a_short_word(name: str) -> None:
    word = safe_name(name)

    assert word.isidentifier() or word.replace("_", "").isalnum()
    assert len(word.encode()) <= 63
