"""Wanted fields are found by what they mean, each with the chance that it is the right column."""

from __future__ import annotations

from itertools import count

import pytest

import windrow
from tests.yardstick import assert_grows, took
from windrow.model import Column
from windrow.table.fields import fits
from windrow.table.forms import forms_of
from windrow.table.meant import meant
from windrow.table.wanted import Wanted, wanted


def page(head: str, *rows: str) -> bytes:
    """A table with a header, its cells apart by "|"."""
    lines = ["".join(f"<td>{cell.strip()}</td>" for cell in row.split("|")) for row in rows]
    heads = "".join(f"<th>{cell.strip()}</th>" for cell in head.split("|"))
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><tr>{heads}</tr>{body}</table>".encode()


def found(html: bytes, fields: str) -> dict[str, str]:
    """The first value of each field; "" if it is not found."""
    table = windrow.extract(html)[0].choose(fields=fields)
    return {one.field: str(table.rows[0][one.field] or "") for one in table.fits}


GERMAN = page(
    "Bezeichnung | Verkaufspreis | Erscheinungsdatum",
    "Heugabel | 12,00 € | 03.04.2024",
    "Spaten | 19,50 € | 17.05.2024",
    "Dengelbock | 44,00 € | 21.06.2024",
)
JAPANESE = page(
    "題名 | 投稿者 | 閲覧 | 投稿日時",
    "稲の刈り方 | 田中 | 1410 | 2024/11/17",
    "鍬の手入れ | 佐藤 | 1120 | 2024/11/18",
    "種まきの時期 | 鈴木 | 98 | 2024/11/20",
)
ENGLISH = page(
    "Title | Price | Published",
    "Hay fork | $12.00 | 2024-04-03",
    "Spade | $19.50 | 2024-05-17",
    "Anvil | $44.00 | 2024-06-21",
)


@pytest.mark.parametrize(
    ("html", "fields", "values"),
    [
        (GERMAN, "name,price,date", ["Heugabel", "12,00 €", "03.04.2024"]),
        (JAPANESE, "title,author,views,date", ["稲の刈り方", "田中", "1410", "2024/11/17"]),
        (ENGLISH, "título,precio,fecha", ["Hay fork", "$12.00", "2024-04-03"]),
        (ENGLISH, "заголовок,цена,дата", ["Hay fork", "$12.00", "2024-04-03"]),
    ],
)
def test_fields_and_columns_may_be_in_different_languages(
    html: bytes, fields: str, values: list[str]
) -> None:
    assert [*found(html, fields).values()] == values


@pytest.mark.parametrize("fields", ["productTitle", "product_title", "Titles", "headline"])
def test_words_are_the_same_however_they_are_joined(fields: str) -> None:
    assert [*found(ENGLISH, fields).values()] == ["Hay fork"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("published_at", ("date",)), ("img", ("image",)), ("href", ("url",)),
        ("fechaPublicacion", ("publicacion", "date")), ("number_of_reviews", ("review", "number")),
        ("price", ("price",)), ("Veröffentlichungsdatum", ("release", "date")),
    ],
)  # fmt: skip
def test_names_are_compared_by_what_they_mean(name: str, words: tuple[str, ...]) -> None:
    assert [one[:8] for one in meant(name)] == [one[:8] for one in words]


def test_what_the_page_lacks_is_not_found() -> None:
    assert found(ENGLISH, "title,isbn,salary,phone,country") == {
        "title": "Hay fork", "isbn": "", "salary": "", "phone": "", "country": "",
    }  # fmt: skip


def test_a_name_that_was_not_chosen_is_evidence_too() -> None:
    rows = "".join(
        f'<tr><td>{tool}</td><td class="price">{cost}</td><td>{left}</td></tr>'
        for tool, cost, left in (("Hay fork", 12, 3), ("Spade", 19, 8), ("Anvil", 44, 1))
    )
    html = f"<table><tr><th>Tool</th><th>Ask</th><th>Left</th></tr>{rows}</table>".encode()

    assert found(html, "price") == {"price": "12"}


def test_the_first_unknown_field_is_what_the_records_are() -> None:
    assert found(ENGLISH, "implement,price") == {"implement": "Hay fork", "price": "$12.00"}


def test_how_often_something_is_counted_is_the_column_of_the_counts() -> None:
    html = page("Tool | Reviews", "Hay fork | 31", "Spade | 8", "Anvil | 120")

    assert found(html, "title,review_count")["review_count"] == "31"


def test_the_address_of_a_record_is_that_of_its_title() -> None:
    rows = "".join(
        f'<li><a href="/by/{who}">{who}</a> <h3><a href="/tool/{k}">{tool}</a></h3></li>'
        for k, (who, tool) in enumerate((("ann", "Hay fork"), ("bob", "Spade"), ("cy", "Anvil")))
    )

    assert found(f"<ul>{rows}</ul>".encode(), "title,url")["url"] == "/tool/0"


def test_a_rival_makes_a_field_less_sure() -> None:
    dates = [
        Column("start_date", "date", source="header"),
        Column("end_date", "date", source="header"),
    ]

    [alone] = fits(dates[:1], [Wanted("date")])
    [beside] = fits(dates, [Wanted("date")])

    assert alone.sure > beside.sure


def test_a_column_that_is_another_field_is_no_rival() -> None:
    dates = [
        Column("start_date", "date", source="header"),
        Column("end_date", "date", source="header"),
    ]

    both = fits(dates, wanted("start_date,end_date"))

    assert [fit.column for fit in both] == ["start_date", "end_date"]
    assert min(fit.sure for fit in both) > 0.8


def test_a_property_may_be_described_and_a_list_of_words_is_a_text() -> None:
    schema = {"properties": {
        "p": {"type": "number", "description": "Asking price, in euros"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "parts": {"type": "array", "items": {"type": "object"}},
    }}  # fmt: skip

    assert wanted(schema) == (
        Wanted("p", "number", "Asking price"), Wanted("tags"), Wanted("parts", "rows"),
    )  # fmt: skip


def test_hundreds_of_columns_are_matched_in_time() -> None:
    columns = [
        Column(f"{word}_{k}", "text", samples=("a" * 5000, "b, c" * 900), source="header")
        for k in range(60)
        for word in ("name", "price_list", "datum", "größe")
    ]
    fields = wanted(",".join(f"{word}{k}" for k in range(10) for word in ("date", "name", "preis")))

    # Four times the columns; in their square it would be sixteen times as long.
    assert_grows(
        lambda: took(lambda: fits(columns[::4], fields)),
        lambda: took(lambda: fits(columns, fields)),
        8,
    )


LISTED = [
    Column("title", "text", samples=("Turner", "Fitter"), source="form"),
    Column("text", "text", samples=("Vollzeit", "Teilzeit"), source="kind"),
    Column("text_2", "text", samples=("Baumann GmbH", "Nordlog AG"), source="kind"),
    Column("text_3", "text", samples=("142 000 km", "37 500 km"), source="kind"),
    Column("price", "price", samples=("$12", "$9"), source="header"),
]


@pytest.mark.parametrize(
    ("field", "column"),
    [("employment_type", "text"), ("company", "text_2"), ("mileage", "text_3"), ("salary", "")],
)
def test_texts_without_a_name_are_found_by_what_such_values_look_like(
    field: str, column: str
) -> None:
    assert [one.column for one in fits(LISTED, wanted(f"{field}"))] == [column]


@pytest.mark.parametrize(
    ("field", "column"),
    [
        ("deadline", "scadenza"), ("fuel", "rodzaj_paliwa"), ("departure", "отправление"),
        ("reference", "reference_no"), ("date_received", "date_lodged"), ("rent", "家賃"),
    ],
)  # fmt: skip
def test_words_of_many_trades_are_known(field: str, column: str) -> None:
    columns = Column("title", "text"), Column(column, "text", source="header")

    assert [one.column for one in fits(columns, wanted(f"title,{field}"))] == ["title", column]


@pytest.mark.parametrize("sign", ["A ", "1-", "a, ", "Aa,", "9 . ", "x.", "((", "- "])
def test_hostile_values_take_time_by_their_length(sign: str) -> None:
    numbers = count()

    def read(length: int) -> float:
        # Forms are remembered: every value is a new one.
        values = [f"{next(numbers)} {sign * length}"[:length] for _ in range(100)]
        return took(lambda: [forms_of([value]) for value in values])

    # Five times the length; in its square it would be 25 times as long.
    assert_grows(lambda: read(18), lambda: read(90), 15)
