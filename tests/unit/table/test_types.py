import pytest

from windrow.model import Column
from windrow.table.types import (
    TYPES,
    ColumnType,
    Typing,
    form_of,
    type_as_named,
    typed,
    typing_of,
)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["12", "1,234", "0"], "integer"),
        (["1.5", "12", "-3.25"], "number"),
        (["$12", "$1,299.50", "$3"], "price"),
        (["12,50 €", "1.234,00 €"], "price"),
        (["1 234,56 kr", "99 kr"], "price"),
        (["EUR 12", "GBP 13.50"], "price"),
        (["12 %", "-3,5%"], "percent"),
        (["2025-01-31", "2025-02-01"], "date"),
        (["5. März 2025", "12. Oktober 2024"], "date"),
        (["Jan 5, 2025", "December 31, 2024"], "date"),
        (["3 janvier 2025", "14 août 2024"], "date"),
        (["2025年1月5日", "2024年12月31日"], "date"),
        (["2025-01-31T10:20:00Z", "2025-02-01 09:00"], "datetime"),
        (["12:30", "7:05 pm"], "time"),
        (["3:45", "95:10"], "duration"),
        (["1 h 20 min", "45 min"], "duration"),
        (["4.5 out of 5", "3 out of 5"], "rating"),
        (["★★★★☆", "★★★☆☆"], "rating"),
        (["★ 4.1", "★ 3.9"], "rating"),
        (["4.80 (20)", "4.9 (1,203)"], "rating"),
        (["4,800円", "120円"], "price"),
        (["a@example.org", "b.c@example.org"], "email"),
        (["+49 30 1234567", "(030) 765-4321"], "phone"),
        (["https://example.org/a b".replace(" ", "-"), "www.example.org"], "url"),
        (["yes", "no", "yes"], "boolean"),
        (["Ant", "Bee"], "text"),
        (["5 minutes ago", "2 days ago"], "datetime"),
        (["12 months ago", "yesterday", "vor 3 Tagen"], "date"),
        (["Mon, 12 Jan 2015 10:22:00 GMT", "Tue, 13 Jan 2015 09:00:00 GMT"], "datetime"),
        (["Thu Dec 17 22:42:48 2015", "1:43 AM - 2 Jul 2017"], "datetime"),
        (["- 09 Feb 04", "[03.Jun.1998]"], "date"),
        (["￥4,800", "￥１２００"], "price"),
        (["١٢", "٣٤"], "integer"),
        (["1.", "2.", "3."], "integer"),
        (["12 reviews", "1 review"], "count"),
        (["1.2k", "950", "3M"], "count"),
        (["123条评论", "5条评论"], "count"),
        (["44.3 KB", "1.2 MB", "718 bytes"], "size"),
        (["- 10dk", "- 25dk"], "duration"),
        (["✓", "✗", "✔️"], "boolean"),
        (["DE", "FR", "US"], "country"),
        (["0.12", "N/A", "—", "3.5"], "number"),
        (["29.6.", "30.6.", "1.7."], "text"),
        (["2007/11/17(土) 22:58:34", "2014/12/08(月) 14:30:05"], "datetime"),
        (["1 884", "2 171", "\ufffd"], "integer"),
    ],
)
def test_values_of_one_form_have_its_type(values: list[str], expected: str) -> None:
    assert typing_of(values).type == expected


@pytest.mark.parametrize(
    "values",
    [
        ["02139", "10115", "00501"],  # postal codes: the zeros count
        ["978-0-306-40615-7", "978-3-16-148410-0"],
        ["12 Main", "3 Park", "7 Church"],  # nothing is counted
        ["18 June", "2 May"],
        ["1.5 litres", "0.7 litres"],
        ["CA", "IN", "DE"],  # states as well as countries
        ["1-25-0150", "1-24-0311"],  # dockets: no year begins with a zero
        ["May 2024", "June 2024"],  # a day would have to be made up
        ["$10 - $20", "$5 - $7"],
        ["1.2.3", "1.10.0"],
        [],
    ],
)
def test_what_would_lose_something_stays_text(values: list[str]) -> None:
    assert typing_of(values).type == "text"


def test_a_few_other_values_do_not_change_the_type() -> None:
    prices = [f"${n}.99" for n in range(18)]

    assert typing_of([*prices, "sold out", "ask us"]).type == "price"
    assert typing_of([*prices[:6], "sold out", "ask us"]).type == "text"


@pytest.mark.parametrize(
    ("values", "language", "decimal"),
    [
        (["1.234,56", "12,50"], "", ","),
        (["1,234.56", "12.50"], "", "."),
        (["1.234 €", "2.500 €"], "", ","),  # no price has three decimals
        (["1.234", "2.500"], "", "."),
        (["1.234", "2.500"], "de", ","),
        (["1,234", "2,500"], "en-US", "."),
    ],
)
def test_the_column_decides_what_stands_before_the_decimals(
    values: list[str], language: str, decimal: str
) -> None:
    assert typing_of(values, language).decimal == decimal


@pytest.mark.parametrize(
    ("values", "language", "order"),
    [
        (["03/04/2025", "25/04/2025"], "", "dmy"),
        (["03/04/2025", "04/25/2025"], "", "mdy"),
        (["03/04/2025"], "en-US", "mdy"),
        (["03/04/2025"], "en-GB", "dmy"),
        (["03.04.2025"], "", "dmy"),
    ],
)
def test_the_column_decides_how_day_and_month_follow_each_other(
    values: list[str], language: str, order: str
) -> None:
    assert typing_of(values, language).order == order


def test_a_type_that_is_added_is_recognised_and_read(monkeypatch: pytest.MonkeyPatch) -> None:
    weight = ColumnType(
        "weight",
        kind="number",
        pattern=r"\d+(?:\.\d+)?\s?kg",
        read=lambda value, column: float(value.rstrip("kg ")),
        strict=True,
        called="weight",
    )
    monkeypatch.setitem(TYPES, "weight", weight)

    assert typing_of(["12 kg", "1.5 kg", "3kg"]) == Typing("weight")
    assert typed("1.5 kg", Column("load", "weight")) == 1.5
    assert typed("heavy", Column("load", "weight")) == "heavy"


def test_the_share_of_values_that_fit_is_known() -> None:
    prices = [f"${n}.99" for n in range(18)]

    assert typing_of([*prices, "sold out", "ask us"]).fit == 0.9


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("date", "docket_number", "text"),
        ("date", "case_no", "text"),
        ("date", "date", "date"),
        ("time", "video_length", "duration"),
        ("count", "file_size", "size"),
        ("phone", "phone_number", "phone"),
    ],
)
def test_a_name_decides_between_types_that_look_alike(kind: str, name: str, expected: str) -> None:
    assert type_as_named(kind, name) == expected


def test_the_types_that_a_type_mixes_exist() -> None:
    assert all(name == one.name for name, one in TYPES.items())
    assert {name for one in TYPES.values() for name in one.mixes} <= {*TYPES}


def test_prices_with_a_sign_and_a_code_are_prices() -> None:
    written = ["$9.99 usd", "CAD$138.95", "$2,500,000+", "$5 for two"]

    assert [form_of(value) for value in written] == ["price", "price", "price", "text"]
    assert typed("$9.99 usd", Column("price", "price")) == {"amount": 9.99, "currency": "USD"}


def test_marks_that_nobody_sees_are_not_part_of_a_date() -> None:
    assert form_of("\ufeff2026-04-27\u200b") == "date"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1996 Honda Civic", "text"),
        ("12345 days", "duration"),
        ("1.5 h", "duration"),
        ("2,25 min", "duration"),
        ("1h 305", "duration"),
        ("1234.567 kr.", "price"),
        ("1 234,5 NZD$", "price"),
        ("12 zł", "price"),
        ("12 USD only", "text"),
        ("12 reviews", "count"),
    ],
)
def test_what_follows_all_digits_of_a_number_decides(value: str, expected: str) -> None:
    assert form_of(value) == expected
