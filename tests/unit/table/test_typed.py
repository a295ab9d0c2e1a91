from datetime import date, datetime

import pytest

from windrow.model import Column, Table
from windrow.table.typed import typed_rows
from windrow.table.types import Typed, typed


@pytest.mark.parametrize(
    ("value", "column", "expected"),
    [
        ("1,234", Column("n", "integer"), 1234),
        ("1.234", Column("n", "integer", decimal=","), 1234),
        ("1.234,5", Column("n", "number", decimal=","), 1234.5),
        ("−3", Column("n", "integer"), -3),
        ("12,5 %", Column("n", "percent", decimal=","), 12.5),
        ("$1,299.50", Column("p", "price"), {"amount": 1299.5, "currency": "$"}),
        ("1.299,50 €", Column("p", "price", decimal=","), {"amount": 1299.5, "currency": "EUR"}),
        ("1 234,56 kr", Column("p", "price", decimal=","), {"amount": 1234.56, "currency": "kr"}),
        ("GBP 12", Column("p", "price"), {"amount": 12.0, "currency": "GBP"}),
        ("-$5.00", Column("p", "price"), {"amount": -5.0, "currency": "$"}),
        ("12.50", Column("p", "price"), {"amount": 12.5, "currency": None}),
        ("$0", Column("p", "price"), {"amount": 0.0, "currency": "$"}),
        ("5. März 2025", Column("d", "date", order="dmy"), "2025-03-05"),
        ("03/04/25", Column("d", "date", order="dmy"), "2025-04-03"),
        ("03/04/2025", Column("d", "date", order="mdy"), "2025-03-04"),
        ("lunes 3 de marzo de 2025", Column("d", "date", order="dmy"), "2025-03-03"),
        ("Jan 5, 2025 7:05 pm", Column("d", "datetime"), "2025-01-05T19:05:00"),
        ("2025-01-05T10:00:00Z", Column("d", "datetime"), "2025-01-05T10:00:00+00:00"),
        ("7:05 pm", Column("t", "time"), "19:05:00"),
        ("1 h 30 min", Column("t", "duration"), 5400),
        ("4.5 out of 5", Column("r", "rating"), 4.5),
        ("★★★☆☆", Column("r", "rating"), 3),
        ("Yes", Column("b", "boolean"), True),
        ("mailto:a@example.org", Column("e", "email"), "a@example.org"),
        ("12 months ago", Column("d", "date", today="2024-03-31T12:30:00"), "2023-03-31"),
        ("3 hours ago", Column("d", "datetime", today="2024-03-31T12:30"), "2024-03-31T09:30:00"),
        ("yesterday", Column("d", "date", today="2024-03-01"), "2024-02-29"),
        ("| 2 days ago |", Column("d", "date", today="2024-03-31"), "2024-03-29"),
        ("22:42, 17 Dec 2015", Column("d", "datetime"), "2015-12-17T22:42:00"),
        ("￥4,800", Column("p", "price"), {"amount": 4800.0, "currency": "¥"}),
        ("٣٤", Column("n", "integer"), 34),
        ("2.", Column("n", "integer"), 2),
        ("1.2k", Column("n", "count"), 1200),
        ("6,533 views", Column("n", "count"), 6533),
        ("3.4万", Column("n", "count"), 34000),
        ("44.3 KB", Column("s", "size"), 44300),
        ("1 KiB", Column("s", "size"), 1024),
        ("472K", Column("s", "size"), 472000),
        ("✗", Column("b", "boolean"), False),
        ("N/A", Column("n", "number"), None),
        ("Ant", Column("t", "text"), "Ant"),
        (None, Column("t", "integer"), None),
    ],
)
def test_a_value_is_read_as_its_column_says(
    value: str | None, column: Column, expected: Typed
) -> None:
    assert typed(value, column) == expected


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("sold out", "price"),
        ("$10 - $20", "price"),
        ("soon", "date"),
        ("31 February 2025", "date"),
        ("25:99", "time"),
        ("007", "integer"),
        ("9" * 30, "integer"),
        ("maybe", "boolean"),
        ("²", "number"),
    ],
)
def test_what_does_not_fit_stays_the_text_of_the_page(value: str, kind: str) -> None:
    assert typed(value, Column("x", kind)) == value


def test_moments_with_a_zone_are_stored_as_those_of_greenwich() -> None:
    texts = "Mon, 12 Jan 2015 10:22:00 GMT", "2015-01-12T10:22:00+02:00"
    table = Table((Column("d", "datetime"),), tuple({"d": text} for text in texts))

    columns, rows = typed_rows(table)

    assert [column.kind for column in columns] == ["datetime"]
    assert [row["d"] for row in rows] == [
        datetime(2015, 1, 12, 10, 22),
        datetime(2015, 1, 12, 8, 22),
    ]


def test_days_count_back_from_when_the_page_was_fetched() -> None:
    table = Table((Column("d", "date"),), ({"d": "yesterday"},), today="2024-03-01T10:00:00")

    assert typed_rows(table)[1] == [{"d": date(2024, 2, 29)}]


def test_a_label_is_split_off() -> None:
    price = Column("price", "price", label="Price:")

    assert typed("Price: $12", price) == {"amount": 12.0, "currency": "$"}
    assert typed("sold out", price) == "sold out"


def test_addresses_are_absolute_when_the_page_has_one() -> None:
    link = Column("link", "url")

    assert typed("../b?c=1", link, base="https://example.org/a/x") == "https://example.org/b?c=1"
    assert (
        typed("mailto:a@example.org", link, base="https://example.org/") == "mailto:a@example.org"
    )
    assert typed("http://[broken", link, base="https://example.org/") == "http://[broken"
    assert typed("/b", link) == "/b"


def test_rows_inside_rows_are_typed_too() -> None:
    sizes = Column("sizes", "rows", columns=(Column("size", "text"), Column("left", "integer")))
    table = Table(
        (Column("name", "text"), sizes),
        (
            {"name": "Rake", "sizes": [{"size": "S", "left": "1,200"}]},
            {"name": "Hoe", "sizes": None},
        ),
    )

    assert typed_rows(table)[1] == [
        {"name": "Rake", "sizes": [{"size": "S", "left": 1200}]},
        {"name": "Hoe", "sizes": None},
    ]


@pytest.mark.parametrize("texts", [[], [None, None], ["sold out", None]])
def test_a_column_of_prices_has_its_currency_whatever_a_page_has(texts: list[str | None]) -> None:
    table = Table((Column("price", "price"),), tuple({"price": text} for text in texts))

    columns, rows = typed_rows(table)

    assert [(c.name, c.kind) for c in columns[:2]] == [
        ("price", "number"),
        ("price_currency", "text"),
    ]
    assert [row["price"] for row in rows] == [None] * len(texts)
    assert [row.get("price_text") for row in rows] == texts


def test_a_column_of_dates_without_a_date_stays_one() -> None:
    columns, _ = typed_rows(Table((Column("day", "date"),), ({"day": None},)))

    assert [column.kind for column in columns] == ["date"]


def test_texts_lose_the_label_they_begin_with_unless_they_are_raw() -> None:
    column = Column("author", "text", label="by", prefix="by")
    table = Table((column,), ({"author": "by Ann"}, {"author": "by Ben"}, {"author": None}))

    assert [row["author"] for row in typed_rows(table)[1]] == ["Ann", "Ben", None]
    assert [row["author"] for row in typed_rows(table, raw=True)[1]] == ["by Ann", "by Ben", None]
