"""Tables in the hands of other libraries."""

import sys
from datetime import date
from typing import Any

import pytest

from windrow.errors import WindrowError
from windrow.model import Column, Table

SHOP = Table(
    (
        Column("tool", "text"),
        Column("price", "price"),
        Column("since", "date"),
        Column("stock", "integer"),
        Column("sizes", "rows", columns=(Column("size", "text"), Column("count", "integer"))),
    ),
    (
        {"tool": "<b>Rake", "price": "€48.00", "since": "2024-05-01", "stock": "3",
         "sizes": [{"size": "S", "count": "2"}]},
        {"tool": "https://x.example/", "price": None, "since": None, "stock": None, "sizes": None},
    ),
)  # fmt: skip
NOTHING = Table((Column("a", "integer"),), ())


def test_pandas_has_typed_columns() -> None:
    frame: Any = SHOP.to_pandas()

    assert frame["price"].sum() == 48.0
    assert frame["since"].dt.year[0] == 2024
    assert (str(frame["stock"].dtype), frame["stock"].isna().sum()) == ("Int64", 1)
    assert frame["sizes"][0] == [{"size": "S", "count": 2}]


def test_polars_has_typed_columns() -> None:
    frame: Any = SHOP.to_polars()

    assert frame["price"].to_list() == [48.0, None]
    assert frame["since"].to_list() == [date(2024, 5, 1), None]
    assert frame["sizes"].to_list() == [[{"size": "S", "count": 2}], None]


def test_arrow_has_typed_columns() -> None:
    found: Any = SHOP.to_arrow()

    assert found["stock"].to_pylist() == [3, None]
    assert found["since"].to_pylist() == [date(2024, 5, 1), None]
    assert str(found.schema.field("sizes").type).startswith("list<")


@pytest.mark.parametrize("way", ["to_pandas", "to_polars", "to_arrow"])
def test_a_table_without_rows_keeps_its_columns(way: str) -> None:
    frame = getattr(NOTHING, way)()

    assert list(getattr(frame, "column_names", None) or frame.columns) == ["a"]


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    way = "to_arrow" if package == "pyarrow" else f"to_{package}"

    with pytest.raises(WindrowError) as caught:
        getattr(SHOP, way)()

    assert caught.value.hint == f"pip install {package}"


def test_a_notebook_shows_the_words_of_the_page_and_runs_nothing() -> None:
    html = SHOP._repr_html_()

    assert "<td>&lt;b&gt;Rake</td><td>€48.00</td>" in html
    assert '<a href="https://x.example/" rel="noreferrer">' in html
    assert "<td>S, 2</td>" in html
