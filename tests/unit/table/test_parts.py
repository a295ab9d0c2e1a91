"""A wanted field may be a part of a text; what is one thing stays whole."""

from __future__ import annotations

import subprocess
import sys

import pytest

import windrow
from tests.yardstick import assert_grows, took
from windrow.model import Column, Table, Value
from windrow.table.parts import with_parts


def page(*records: str, around: str = "<p>{}</p>") -> bytes:
    """A list: each record has a link, and texts apart by "|"."""
    items = (
        f'<li><a href="/{k}">Thing {chr(64 + k)} of many</a>'
        + "".join(around.format(text.strip()) for text in record.split("|"))
        for k, record in enumerate(records, 1)
    )
    return f"<ul>{''.join(items)}</ul>".encode()


def found(html: bytes, fields: str) -> dict[str, tuple[str, str]]:
    """The first value of each field, and the evidence; "" if it is not found."""
    table = windrow.extract(html)[0].choose(fields=fields)
    return {one.field: (str(table.rows[0][one.field] or ""), one.by) for one in table.fits}


BYLINES = page(
    "by Ann Lee on May 5, 2024",
    "by Tom Ray on April 21, 2024",
    "by Zoe Fox on March 2, 2024",
    "by Ann Lee on March 1, 2024",
)


@pytest.mark.parametrize(
    ("html", "fields", "values"),
    [
        (BYLINES, "title,author,date", ["Ann Lee", "May 5, 2024"]),
        (
            page(
                "Price: $9 - In stock", "Price: $12 - Sold out", "Price: $30 - In stock",
                "Price: $8 - In stock",
            ),
            "title,price", ["$9"],
        ),
        (
            page(
                "3 Zimmer · 78 m² · 890 €", "2 Zimmer · 54 m² · 620 €", "4 Zimmer · 99 m² · 1.240 €",
                "1 Zimmer · 31 m² · 410 €",
            ),
            "title,area,price", ["78 m²", "890 €"],
        ),
        (
            page(
                "2019 - 48 200 km - Diesel", "2018 - 92 750 km - Essence",
                "2017 - 61 300 km - Diesel",
            ),
            "title,mileage", ["48 200 km"],
        ),
        (
            page(
                "Reported by rivka on 2024-05-30 · 17 votes", "Reported by otto on 2024-05-28 · 4 votes",
                "Reported by mei on 2024-05-11 · 2 votes",
            ),
            "title,author", ["rivka"],
        ),
    ],
)  # fmt: skip
def test_a_field_is_the_part_of_a_text_that_is_asked_for(
    html: bytes, fields: str, values: list[str]
) -> None:
    assert [*found(html, fields).values()][1:] == [(value, "part") for value in values]


@pytest.mark.parametrize(
    ("html", "fields"),
    [
        # A range, a list of people, an address, a time in a date, a judge, a stay.
        (page("£800 – £1,200", "£300 – £500", "£40 – £60", "£90 – £120"), "price"),
        (page("J. Moreau, T. Okafor", "A. Petrov, M. Costa", "H. Lind, B. Ek"), "authors"),
        (
            page(
                "18 Alder Ct, Salem, OR 97301", "702 Pine St, Salem, OR 97302",
                "55 Orchard Rd, Salem, OR 97304", "1190 Creek Dr, Salem, OR 97317",
            ),
            "address",
        ),
        (
            page(
                "7 Feb 2017 at 22:26 GMT", "4 Feb 2017 at 14:30 GMT", "1 Feb 2017 at 09:10 GMT",
                around='<p class="date">{}</p>',
            ),
            "date",
        ),
        (page("Justice Merriam", "Justice Oyelaran", "Justice Abbott"), "judge"),
        (
            page(
                "Crash of 5 May 2024", "Flood of 2 June 2024", "Storm of 9 July 2023",
                around="<h3>{}</h3>",
            ),
            "title",
        ),
    ],
)  # fmt: skip
def test_what_is_one_thing_stays_whole(html: bytes, fields: str) -> None:
    [(_, by)] = found(html, fields).values()

    assert by != "part"


def test_parts_are_words_of_the_page_and_only_fields_have_them() -> None:
    table = windrow.extract(BYLINES)[0]

    assert not any("part" in column.name for column in table.columns)
    for row in table.choose(fields="author,date").rows:
        text = next(own["text"] for own in table.rows if str(row["date"]) in str(own["text"]))
        assert str(row["author"]) in str(text)


def test_a_text_unlike_the_others_has_no_parts() -> None:
    values = ["by Ann on May 5, 2024"] * 2 + ["by Bob on May 7, 2024"] * 2 + ["unknown"]
    rows: tuple[dict[str, Value], ...] = tuple({"text": value} for value in values)
    table = Table((Column("text", "text"),), rows)

    found = with_parts(table)

    assert [row["text_part_1"] for row in found.rows] == ["Ann", "Ann", "Bob", "Bob", None]


def test_tables_have_their_parts_once() -> None:
    table = with_parts(windrow.extract(BYLINES)[0])

    assert with_parts(table) is table


def test_names_of_parts_are_not_those_of_columns() -> None:
    values = ["by Ann on May 5, 2024", "by Bob on May 7, 2024"]
    rows: tuple[dict[str, Value], ...] = tuple(
        {"text": value, "text_part_1": "x"} for value in values
    )
    table = Table((Column("text", "text"), Column("text_part_1", "text")), rows)

    names = [column.name for column in with_parts(table).columns]

    assert len({*names}) == len(names) == 4


def test_parts_cost_nothing_where_no_field_is_wanted() -> None:
    code = (
        "import sys, windrow; windrow.extract(b'<ul>' + b'<li><a href=/>Ant</a> by Bee' * 5)[0];"
        "print('windrow.table.parts' in sys.modules)"
    )

    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert made.stdout.strip() == "False"


@pytest.mark.parametrize("text", ["a" * 20, "1,2;3:", "( [ | ", "5 May 2024 ", "<number> "])
def test_parts_of_long_texts_are_found_in_linear_time(text: str) -> None:
    def run(times: int) -> float:
        rows: tuple[dict[str, Value], ...] = tuple(
            {"text": f"by {k} {text * (times if k > 30 else 1)}"} for k in range(40)
        )
        return took(lambda: with_parts(Table((Column("text", "text"),), rows)))

    # Eight times the length; in its square it would be 64 times as long.
    assert_grows(lambda: run(50), lambda: run(400), 24)
