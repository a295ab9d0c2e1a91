"""What a person who works in Python meets first: names, pages in any form, short descriptions."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import windrow
from windrow.model import Table, Tables, Value
from windrow.read import read

SHOP = Path(__file__).parents[2] / "examples" / "shop.html"
TITLES = ["Wooden hay rake", "Austrian scythe", "Whetstone with holder", "Beech dibber"]


def titles(tables: Tables) -> list[object]:
    return [row["title"] for row in tables[0].rows]


def test_the_public_names_are_all_that_is_listed() -> None:
    assert dir(windrow) == sorted([*windrow.__all__, "__version__"])


def test_a_page_may_be_an_open_file_of_bytes_or_of_text() -> None:
    with SHOP.open("rb") as stream:
        assert titles(windrow.extract(stream)) == TITLES
    with SHOP.open(encoding="utf-8") as text:
        assert titles(windrow.extract(text)) == TITLES
    assert titles(windrow.extract(io.BytesIO(SHOP.read_bytes()))) == TITLES


def test_what_is_no_page_is_said_to_be_none() -> None:
    with pytest.raises(TypeError, match="not 5"):
        windrow.extract(5)  # type: ignore[call-overload]


def test_several_pages_give_the_tables_of_each() -> None:
    one, two = windrow.extract([SHOP, str(SHOP)])

    assert titles(one) == titles(two) == TITLES


def test_one_page_is_learned_from_without_a_list_around_it() -> None:
    assert titles(windrow.learn(str(SHOP)).apply(SHOP)) == TITLES
    with SHOP.open("rb") as stream:
        assert titles(windrow.learn(stream).apply(SHOP)) == TITLES


def test_an_open_file_has_the_limit_of_all_files() -> None:
    with pytest.raises(windrow.WindrowError, match="larger"), SHOP.open() as text:
        read(text, limit=100)


def test_frames_come_as_from_pandas() -> None:
    frame = windrow.read_html(SHOP)[0]

    assert [*frame["title"]] == TITLES
    assert [len(one) for one in windrow.read_html([SHOP, SHOP])] == [len(frame)] * 2
    assert windrow.read_html(SHOP, engine="polars")[0]["title"].to_list() == TITLES
    with pytest.raises(windrow.WindrowError, match="pandas or polars"):
        windrow.read_html(SHOP, engine="excel")  # type: ignore[arg-type]


def test_tables_describe_themselves_in_a_line() -> None:
    found = windrow.extract(SHOP)

    assert repr(found[0]).startswith("<Table of 4 rows: ")
    assert len(repr(found)) < 300
    assert repr(windrow.extract(b"<p>hay")).startswith("<no table of <bytes>: no repeated")


def test_a_notebook_shows_all_tables_and_nothing_that_acts() -> None:
    hostile = Tables("<script>", (), "<b>")

    shown = windrow.extract(SHOP)._repr_html_()

    assert shown.count("<table>") == shown.count("<svg ") == len(windrow.extract(SHOP))
    assert "Garden tools" in shown
    assert "<script>" not in hostile._repr_html_()
    assert "<b>" not in hostile._repr_html_()
    assert repr(Table((), ())) == "<Table of 0 rows: >"


def test_a_notebook_shows_where_on_the_page_a_table_is() -> None:
    [best, *_] = windrow.extract(SHOP)

    assert len(best.where) == len(best)
    assert all(0 < start < end <= 1 for start, end in best.where)
    assert [*best.where] == sorted(best.where)


def test_a_notebook_shows_some_of_many_rows() -> None:
    columns = windrow.extract(SHOP)[0].columns[:1]
    rows: tuple[dict[str, Value], ...] = tuple({columns[0].name: str(n)} for n in range(1000))

    shown = Table(columns, rows)._repr_html_()

    assert shown.count("<tr>") < 70
    assert "1,000 rows" in shown
