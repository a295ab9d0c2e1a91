"""What every column type promises: any text can be read, is stored as declared, or stays text."""

import json
import re
from datetime import date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contract.test_detectors import busy
from windrow.model import Column, Table
from windrow.table.typed import to_json, typed_rows
from windrow.table.types import TYPES, form_of, typed, typing_of

# Lists are rows of other columns; they have no text of their own.
every_type = pytest.mark.parametrize("name", [name for name in TYPES if name != "rows"])

STORED: dict[str, tuple[type, ...]] = {
    "text": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,),
    "date": (date,), "datetime": (datetime,), "time": (time,), "rows": (list,),
}  # fmt: skip

values = st.text(min_size=1, max_size=80) | st.from_regex(
    re.compile(r"[-+$€]?\d{1,4}[.,:/ -]?\d{0,4} ?(%|kg|°C|pm|€|h|★|/5)?"), fullmatch=True
)


@pytest.mark.parametrize("name", TYPES)
def test_a_type_is_listed_by_its_name_and_stored_as_a_known_kind(name: str) -> None:
    assert TYPES[name].name == name
    assert TYPES[name].kind in STORED


@every_type
def test_the_pattern_of_a_type_compiles_and_needs_text(name: str) -> None:
    assert not TYPES[name].pattern or re.fullmatch(TYPES[name].pattern, "") is None


@every_type
@busy
@given(texts=st.lists(values | st.none(), min_size=1, max_size=5))
def test_any_text_is_stored_as_the_kind_of_its_column(name: str, texts: list[str | None]) -> None:
    table = Table((Column("a", name),), tuple({"a": text} for text in texts))

    columns, rows = typed_rows(table)

    assert len(rows) == len(texts)
    for column in columns:
        found: list[Any] = [row[column.name] for row in rows if row[column.name] is not None]
        assert all(isinstance(value, STORED[column.kind]) for value in found)
    json.loads(to_json({"rows": rows}))


@every_type
@busy
@given(text=values)
def test_reading_a_value_gives_the_same_each_time(name: str, text: str) -> None:
    column = Column("a", name)

    assert typed(text, column) == typed(text, column)
    assert typed(None, column) is None


@busy
@given(texts=st.lists(values, min_size=1, max_size=6))
def test_a_column_has_one_of_the_listed_types(texts: list[str]) -> None:
    assert typing_of(texts).type in TYPES
    assert {form_of(text) for text in texts} <= {*TYPES, "zeros"}
