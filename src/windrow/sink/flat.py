"""The form that every sink can hold: tables with one plain value per cell, and safe names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from windrow.model import Table
from windrow.sink.base import Nested
from windrow.table.constants import settled
from windrow.table.typed import Kind, TypedColumn, TypedRow, TypedValue, as_text, typed_rows
from windrow.table.words import unique

__all__ = [
    "Flat",
    "accepted",
    "fitted",
    "flatten",
    "guarded",
    "joined",
    "last_row",
    "renumbered",
    "safe_name",
    "shortened",
    "storable",
    "wider",
]

_KEY, _PARENT_KEY, _PAGE, _RECORD = "_row", "_parent_row", "_page", "_record"
# Spreadsheets run a cell that begins like this (OWASP, CSV injection).
_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[\d.,]+%?")
# XML, PostgreSQL or Excel cannot store these characters.
_UNSTORABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_LONGEST_NAME = 63  # bytes; PostgreSQL's documentation of identifiers (standard build)


@dataclass(frozen=True, slots=True)
class Flat:
    """A table in the form for sinks. Cells of the kind ``rows`` are stored as JSON.

    *parent* is the name of the table to whose ``_row`` the ``_parent_row`` of this one refers;
    *key* are the columns that identify rows for upserts.
    """

    name: str
    columns: tuple[TypedColumn, ...]
    rows: tuple[TypedRow, ...]
    parent: str | None = None
    key: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]

    def called(self, names: Sequence[str]) -> Flat:
        """Return the table with other names for its columns."""
        columns = (column.called(new) for column, new in zip(self.columns, names, strict=True))
        pairs = [*zip(self.names, names, strict=True)]
        rows = ({new: row.get(old) for old, new in pairs} for row in self.rows)
        key = tuple(dict(pairs)[name] for name in self.key)
        return replace(self, columns=tuple(columns), rows=tuple(rows), key=key)


def flatten(
    tables: Iterable[tuple[str, str, Table]],
    *,
    nested: Nested = "json",
    raw: bool = False,
    source: bool = False,
) -> list[Flat]:
    """Return the tables for a sink, one `Flat` per name; *tables* are (name, page, table).

    Tables of the same name become one with the columns of all; one without columns adds nothing,
    and columns that are constant in all of them are left out. With *source* each row says which
    page and which record it comes from; with ``nested="tables"`` inner lists are separate tables,
    ``name_column``.
    """
    found: dict[str, list[Flat]] = {}
    last: dict[str, int] = {}
    for name, page, table in _settled([*tables]):
        flat = _flat(safe_name(name), page, table, raw, source)
        if not flat.columns:
            continue
        parts = _split(flat) if nested == "tables" else [flat]
        for part in renumbered(parts, last):
            found.setdefault(part.name, []).append(part)
        last |= {part.name: last.get(part.name, 0) + len(part.rows) for part in parts}
    return [joined(*same) for same in found.values()]


def accepted(tables: Iterable[Flat]) -> list[Flat]:
    """Return *tables* as every sink can hold them: those with columns, in storable characters."""
    found = []
    for flat in tables:
        names = unique(map(storable, flat.names))
        named = flat if names == flat.names else flat.called(names)
        if names:
            found.append(replace(named, rows=tuple(map(_clean_row, named.rows))))
    return found


def _settled(tables: Sequence[tuple[str, str, Table]]) -> Iterator[tuple[str, str, Table]]:
    """Yield the tables; those that are joined get the same constant columns."""
    by_name: dict[str, list[Table]] = {}
    for name, _, table in tables:
        by_name.setdefault(name, []).append(table)
    rest = {name: iter(settled(same)) for name, same in by_name.items()}
    for name, page, _ in tables:
        yield name, page, next(rest[name])


def _flat(name: str, page: str, table: Table, raw: bool, source: bool) -> Flat:
    columns, rows = typed_rows(table, raw=raw)
    if not columns:
        return Flat(name, (), ())
    # Our own columns begin with "_"; a column of the page with such a name is renamed.
    names = unique([_PAGE, _RECORD, _KEY, _PARENT_KEY, *(storable(c.name) for c in columns)])[4:]
    renamed = tuple(c.called(new) for c, new in zip(columns, names, strict=True))
    old = [column.name for column in columns]
    lines = [{new: _clean(row[name]) for name, new in zip(old, names, strict=True)} for row in rows]
    if source:
        renamed = (TypedColumn(_PAGE), TypedColumn(_RECORD), *renamed)
        # Several root nodes give one XPath that finds them all.
        records = [" | ".join(nodes) or None for nodes in table.nodes] or [None] * len(lines)
        lines = [
            {_PAGE: _clean(page), _RECORD: _clean(record), **line}
            for record, line in zip(records, lines, strict=True)
        ]
    return Flat(name, renamed, tuple(lines))


def _clean(value: TypedValue) -> TypedValue:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [{storable(name): _clean(cell) for name, cell in line.items()} for line in value]
    return value


def _clean_row(row: TypedRow) -> TypedRow:
    cleaned = {name: _clean(value) for name, value in row.items()}
    # Rows that are already clean are not copied.
    return row if cleaned == row else cleaned


def storable(text: str) -> str:
    """Return *text* with a replacement character for each one that some sink cannot hold."""
    # Most texts are printable, and printable texts can be stored.
    return text if text.isprintable() else _UNSTORABLE.sub("\ufffd", text)


def _split(flat: Flat) -> list[Flat]:
    """Return *flat* with numbered rows and its inner lists as tables after it."""
    own = tuple(column for column in flat.columns if column.kind != "rows")
    keys = (TypedColumn(_KEY, "integer", "integer"),)
    lines = tuple(
        {_KEY: number, **{column.name: line.get(column.name) for column in own}}
        for number, line in enumerate(flat.rows, 1)
    )
    lists = [column for column in flat.columns if column.kind == "rows"]
    tails = unique([safe_name(column.name) for column in lists], fold=str.casefold)
    found = [replace(flat, columns=keys + own, rows=lines)]
    for column, tail in zip(lists, tails, strict=True):
        found += _split(_child(flat, column, safe_name(f"{flat.name}_{tail}")))
    return found


def _child(flat: Flat, column: TypedColumn, name: str) -> Flat:
    rows: list[TypedRow] = []
    for number, line in enumerate(flat.rows, 1):
        inner = line.get(column.name)
        if isinstance(inner, list):
            rows += [{_PARENT_KEY: number, **cells} for cells in inner]
    key = TypedColumn(_PARENT_KEY, "integer", "integer")
    columns = (inner.called(storable(inner.name)) for inner in column.columns)
    return Flat(name, (key, *columns), tuple(rows), parent=flat.name)


def renumbered(tables: Sequence[Flat], last: Mapping[str, int]) -> list[Flat]:
    """Return *tables* with their rows numbered after those in *last*, by table."""
    return [
        _shifted(flat, last.get(flat.name, 0), last.get(flat.parent or "", 0)) for flat in tables
    ]


def _shifted(flat: Flat, own: int, parent: int) -> Flat:
    steps = {_KEY: own, _PARENT_KEY: parent}
    if not any(steps.get(name) for name in flat.names):
        return flat
    rows = (
        {name: value + steps[name] if name in steps and isinstance(value, int) else value
         for name, value in line.items()}
        for line in flat.rows
    )  # fmt: skip
    return replace(flat, rows=tuple(rows))


def last_row(flat: Flat | None) -> int:
    """Return the highest row number of *flat*; 0 if its rows have no numbers."""
    numbers = (line.get(_KEY) for line in flat.rows) if flat else ()
    # Numbers from a file of texts are text.
    texts = (as_text(number) or "" for number in numbers)
    return max((int(text) for text in texts if text.isdecimal()), default=0)


def joined(*parts: Flat) -> Flat:
    """Return the rows of all, with the columns of all; differing kinds are widened."""
    kinds: dict[str, TypedColumn] = {}
    for column in (column for part in parts for column in part.columns):
        known = kinds.get(column.name)
        kind = wider(known.kind, column.kind) if known else column.kind
        kinds[column.name] = replace(column, kind=kind)
    rows = tuple(row for part in parts for row in part.rows)
    return replace(parts[-1], columns=tuple(kinds.values()), rows=rows)


def wider(one: Kind, other: Kind) -> Kind:
    """Return the kind that holds the values of both.

    >>> wider("integer", "number"), wider("date", "integer")
    ('number', 'text')
    """
    if one == other:
        return one
    return "number" if {one, other} == {"integer", "number"} else "text"


def fitted(value: TypedValue, kind: Kind) -> TypedValue:
    """Return *value* converted to a wider *kind*."""
    if kind == "text":
        return as_text(value)
    return float(value) if kind == "number" and isinstance(value, int) else value


def guarded(flat: Flat) -> Flat:
    """Return *flat* with a ``'`` before texts that a spreadsheet would run as formulas."""
    columns = tuple(replace(column, name=_guard(column.name)) for column in flat.columns)
    rows = (
        {_guard(name): _guard(cell) if isinstance(cell, str) else cell
         for name, cell in line.items()}
        for line in flat.rows
    )  # fmt: skip
    return replace(flat, columns=columns, rows=tuple(rows))


def _guard(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def safe_name(name: str) -> str:
    """Return *name* as a word that can name a table, column, sheet or file anywhere.

    >>> safe_name('Price (in €); DROP TABLE "x"'), safe_name("../../etc"), safe_name("中文")
    ('Price_in_DROP_TABLE_x', 'etc', '中文')
    """
    word = re.sub(r"\W+", "_", unicodedata.normalize("NFC", name)).strip("_") or "column"
    if name in (_KEY, _PARENT_KEY, _PAGE, _RECORD):
        return name
    return shortened(word, _LONGEST_NAME - 4)


def shortened(word: str, size: int) -> str:
    """Return the longest beginning of *word* with at most *size* bytes of UTF-8."""
    return word.encode()[:size].decode(errors="ignore")
