"""A table with typed values: texts of the page as numbers, dates and so on."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from itertools import islice
from typing import Any, TypeAlias

from windrow.model import Column, Table, Value
from windrow.table.types import TYPES, ColumnType, Kind, label_of, typed
from windrow.table.words import unique

__all__ = [
    "Kind",
    "TypedColumn",
    "TypedRow",
    "TypedValue",
    "arrow_types",
    "as_text",
    "to_json",
    "typed_rows",
]

TypedValue: TypeAlias = "str | int | float | bool | date | datetime | time | list[TypedRow] | None"

TypedRow: TypeAlias = "dict[str, TypedValue]"
"""A row with typed values."""

_LINE_ENDS = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "\x85\u2028\u2029"})


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A column of typed values: *type* is the column type, *kind* how it is stored."""

    name: str
    type: str = "text"
    kind: Kind = "text"
    columns: tuple[TypedColumn, ...] = ()  # those of the rows inside

    def called(self, name: str) -> TypedColumn:
        """Return the column under another name."""
        return self if name == self.name else replace(self, name=name)


_Part: TypeAlias = "tuple[TypedColumn, list[TypedValue]]"


def typed_rows(
    table: Table, *, raw: bool = False
) -> tuple[tuple[TypedColumn, ...], list[TypedRow]]:
    """Return the columns and rows of *table* with typed values, or all as text with *raw*.

    A price is two columns, ``price`` and ``price_currency``. A value that does not fit its
    column ("sold out" among prices) goes to a separate column, ``price_text``.
    Links and images are absolute if the address of the page is known. Constant columns are left
    out, unless the table is one `with_constants`.
    """
    table = table.given
    columns = [replace(column, today=table.today) for column in table.columns]
    return _typed_rows(columns, table.rows, raw, table.base or None)


def _typed_rows(
    columns: Sequence[Column], rows: Sequence[dict[str, Value]], raw: bool, base: str | None
) -> tuple[tuple[TypedColumn, ...], list[TypedRow]]:
    groups = [
        [*_parts(column, [row.get(column.name) for row in rows], raw, base)] for column in columns
    ]
    # The page's own names come first: an added part must not take one of them.
    own = [column.name for column in columns]
    added = [part for _, *rest in groups for part in rest]
    rest = iter(unique([*own, *(part.name for part, _ in added)])[len(own) :])
    parts = [
        (part.called(next(rest)) if place else part, values)
        for group in groups
        for place, (part, values) in enumerate(group)
    ]
    lines = zip(*(values for _, values in parts), strict=True) if parts else ()
    named = tuple(part for part, _ in parts)
    names = [part.name for part in named]
    return named, [dict(zip(names, line, strict=True)) for line in lines]


def _parts(column: Column, values: list[Value], raw: bool, base: str | None) -> Iterator[_Part]:
    """Yield the columns that one column of the page becomes."""
    if column.type == "rows":
        yield _nested(column, values, raw, base)
        return
    texts = [value if isinstance(value, str) else None for value in values]
    kind = TYPES.get(column.type, TYPES["text"])
    if raw or (kind.name == "text" and not label_of(column)):
        yield TypedColumn(column.name, column.type), list(texts)
        return
    # Most columns repeat some values.
    known = {text: typed(text, column, base=base) for text in {*texts} if text}
    found = [known[text] if text else None for text in texts]
    if kind.parts:
        yield from _divided(column, kind, found)
    else:
        yield from _fitted(column, kind.kind, found)


def _nested(column: Column, values: list[Value], raw: bool, base: str | None) -> _Part:
    # All rows of all lists are typed together, so that the lists have the same columns.
    lists = [value if isinstance(value, list) else None for value in values]
    every = [row for rows in lists for row in rows or ()]
    columns, lines = _typed_rows(column.columns, every, raw, base)
    rest = iter(lines)
    cells: list[TypedValue] = [
        None if rows is None else [*islice(rest, len(rows))] for rows in lists
    ]
    return TypedColumn(column.name, "rows", "rows", columns), cells


def _divided(column: Column, kind: ColumnType, found: Sequence[Any]) -> Iterator[_Part]:
    """Yield the columns of values that have several parts, the column's own value first."""
    own, *others = kind.parts
    cells = [value if isinstance(value, dict) else {own: value} for value in found]
    first, *rest = _fitted(column, kind.kind, [cell[own] for cell in cells], firm=True)
    yield first
    for part in others:
        yield TypedColumn(f"{column.name}_{part}"), [cell.get(part) for cell in cells]
    yield from rest


def _fitted(
    column: Column, kind: Kind, found: Sequence[Any], *, firm: bool = False
) -> Iterator[_Part]:
    """Yield the column with the values that fit *kind*, and the others beside it as text.

    If none fits, the column itself is text, unless it is *firm*. A column without any value
    keeps its type: a wrapper gives the same columns for every page.
    """
    values = [_FIT[kind](value) for value in found] if kind != "text" else []
    unfit = any(value is not None for value in found) and all(value is None for value in values)
    if kind == "text" or (unfit and not firm):
        yield TypedColumn(column.name, column.type), [as_text(value) for value in found]
        return
    yield TypedColumn(column.name, column.type, kind), values
    rest = [None if fit is not None else as_text(v) for fit, v in zip(values, found, strict=True)]
    if any(rest):
        yield TypedColumn(f"{column.name}_text"), [*rest]


def _integer(value: Any) -> TypedValue:
    # A number that exceeds 64 bits is a code or a telephone number, not a quantity.
    fits = isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63
    return value if fits else None


def _number(value: Any) -> TypedValue:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if math.isfinite(value) else None


def _boolean(value: Any) -> TypedValue:
    return value if isinstance(value, bool) else None


def _moment(parse: Callable[[str], date | datetime | time]) -> Callable[[Any], TypedValue]:
    def fit(value: Any) -> TypedValue:
        try:
            found = parse(value)
        except (TypeError, ValueError):
            return None
        # A database column has a zone or not; pages mix both.
        if isinstance(found, datetime) and found.tzinfo:
            return found.astimezone(UTC).replace(tzinfo=None)
        return None if getattr(found, "tzinfo", None) else found

    return fit


_FIT: dict[Kind, Callable[[Any], TypedValue]] = {
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "date": _moment(date.fromisoformat),
    "datetime": _moment(datetime.fromisoformat),
    "time": _moment(time.fromisoformat),
}


def arrow_types(arrow: Any) -> dict[Kind, Any]:
    """Return the Arrow type of each kind; nested rows are text, as files store them."""
    return {
        "text": arrow.string(), "integer": arrow.int64(), "number": arrow.float64(),
        "boolean": arrow.bool_(), "date": arrow.date32(), "datetime": arrow.timestamp("us"),
        "time": arrow.time64("us"), "rows": arrow.string(),
    }  # fmt: skip


def to_json(value: Any) -> str:
    """Return *value*, a row or rows or a cell, as JSON text: dates as ISO 8601."""
    text = json.dumps(value, ensure_ascii=False, default=lambda moment: moment.isoformat())
    # Characters that many programs take for line ends, although JSON does not.
    return text.translate(_LINE_ENDS)


def as_text(value: TypedValue) -> str | None:
    """Return *value* as text without loss; nested rows are JSON.

    >>> as_text(True), as_text(2.5), as_text(date(2024, 5, 1)), as_text([{"size": "XL"}])
    ('true', '2.5', '2024-05-01', '[{"size": "XL"}]')
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, date | time):
        return value.isoformat()
    return to_json(value)
