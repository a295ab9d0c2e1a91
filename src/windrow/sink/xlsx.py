"""Excel workbooks: one sheet per table, with typed cells."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from windrow.errors import WindrowError, need
from windrow.sink.base import IfExists, exists
from windrow.sink.files import renamed
from windrow.sink.flat import Flat, accepted, last_row, renumbered
from windrow.sink.lock import alone
from windrow.table.typed import TypedColumn, TypedValue, as_text
from windrow.table.types import TYPES
from windrow.table.words import unique

__all__ = ["XLSX"]

# Characters of a cell, rows and columns of a sheet and characters of its name: Excel's
# specification.
_LONGEST_CELL = 32_767
_MOST_ROWS = 1_048_576
_MOST_COLUMNS = 16_384
_LONGEST_NAME = 31
# Excel's specification counts days from 1900, wrongly as a leap year; later years are safe.
_FIRST_YEAR = 1901


# Columns are as wide as their first rows need, within limits, in characters. Chosen, not measured.
_LOOKED_AT, _NARROWEST, _WIDEST = 200, 6.0, 60.0
# How numbers of a type are shown; dates and times have the forms of openpyxl. Excel shows 5 in the
# form 0.## as "5.".
_FORMS = {"price": "#,##0.00", "percent": 'General"%"', "integer": "0"}
# Characters of a link: Excel's specification of hyperlinks.
_LONGEST_LINK = 2_079


@dataclass(frozen=True, slots=True)
class XLSX:
    """Writes every table to a sheet with its name. Append keeps the other sheets."""

    target: str
    name: str = "records"

    def write(self, tables: Sequence[Flat], *, if_exists: IfExists = "fail") -> None:
        """Write all *tables*, or none if something fails: then the target stays as it was."""
        tables = accepted(tables)
        if tables:
            with alone([self.target]):
                self._write(tables, if_exists)

    def _write(self, tables: Sequence[Flat], if_exists: IfExists) -> None:
        path = Path(self.target)
        if if_exists == "fail" and path.exists():
            raise exists(f"`{path}`")
        keep = if_exists == "append" and path.exists()
        book = self._book() if keep else need("openpyxl", "xlsx").Workbook()
        if not keep:
            book.remove(book.active)
        there = {flat.name: old for flat in tables if keep and (old := self.read(flat.name))}
        last = {name: last_row(old) for name, old in there.items()}
        titles = _titles(tables)
        for flat in renumbered(tables, last):
            _append(book, titles[flat.name], flat)
        with renamed(path) as beside:
            book.save(beside)

    def has(self, name: str) -> bool:
        """Return whether there is something that writing *name* would add to or replace."""
        return Path(self.target).exists()

    def read(self, name: str) -> Flat | None:
        """Return the table *name* as it was written, or None if there is none."""
        if not self.has(name):
            return None
        book = self._book()
        title = name[:_LONGEST_NAME]
        if title not in book.sheetnames:
            return None
        head, *body = book[title].iter_rows()
        names = [str(cell.value) for cell in head if cell.value is not None]
        rows = (dict(zip(names, map(_got, line), strict=False)) for line in body)
        return Flat(name, tuple(map(TypedColumn, names)), tuple(rows))

    def _book(self) -> Any:
        openpyxl = need("openpyxl", "xlsx")
        try:
            return openpyxl.load_workbook(self.target)
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise WindrowError(f"`{self.target}` is not a workbook that can be read") from error


def _titles(tables: Sequence[Flat]) -> dict[str, str]:
    """Return the sheet of each table: Excel allows 31 characters and ignores case."""
    short = unique([flat.name[:_LONGEST_NAME] for flat in tables], fold=str.casefold)
    for title in short:
        if len(title) > _LONGEST_NAME:
            raise WindrowError(
                f"two sheets would be called `{title[:_LONGEST_NAME]}`",
                hint="give a shorter --name",
            )
    return dict(zip((flat.name for flat in tables), short, strict=True))


def _append(book: Any, title: str, flat: Flat) -> None:
    sheet = book[title] if title in book.sheetnames else book.create_sheet(title)
    first = sheet.max_row + 1 if sheet.max_row > 1 or sheet.cell(1, 1).value is not None else 2
    places = {str(cell.value): cell.column for cell in sheet[1] if cell.value is not None}
    _require_room(first + len(flat.rows) - 1, _MOST_ROWS, "rows")
    _require_room(len({*places, *flat.names}), _MOST_COLUMNS, "columns")
    last = max(places.values(), default=0)
    for place, name in enumerate((name for name in flat.names if name not in places), last + 1):
        places[name] = place
        _put(sheet, 1, place, name)
    kinds = {column.name: column for column in flat.columns}
    for number, row in enumerate(flat.rows, first):
        for name in flat.names:
            _put(sheet, number, places[name], row.get(name), kinds[name])
    _dress(sheet, flat, places)


def _dress(sheet: Any, flat: Flat, places: Mapping[str, int]) -> None:
    """Make a sheet readable: a bold first row that stays, and columns as wide as their contents."""
    styles = need("openpyxl", "xlsx").styles
    sheet.freeze_panes = "A2"
    for cell in sheet[1]:
        cell.font = styles.Font(bold=True)
    for column in flat.columns:
        name = column.name
        texts = (_seen(row.get(name), column) for row in flat.rows[:_LOOKED_AT])
        width = max(map(_width, (name, *texts))) + 2
        letter = sheet.cell(1, places[name]).column_letter
        # An extended sheet keeps the widths that its earlier rows need.
        known = sheet.column_dimensions
        was = known[letter].width if letter in known else _NARROWEST
        known[letter].width = min(max(width, was), _WIDEST)


def _seen(value: TypedValue, kind: TypedColumn) -> str:
    """Return what a cell shows. Excel shows a number that is too wide as ``####``."""
    if kind.type == "price" and isinstance(value, int | float):
        return f"{value:,.2f}"
    return as_text(value) or ""


def _width(text: str) -> int:
    """Return the width of *text*; signs of Chinese, Japanese and Korean are twice as wide.

    >>> _width("hay"), _width("干し草")
    (3, 6)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def _require_room(count: int, most: int, what: str) -> None:
    if count > most:
        raise WindrowError(
            f"{count:,} {what} are more than the {most:,} of an Excel sheet",
            hint="use .csv, .parquet or a database",
        )


def _got(cell: Any) -> TypedValue:
    """Return the value of a cell; only its number format shows that it is a day."""
    value: TypedValue = cell.value
    day = isinstance(value, datetime) and cell.number_format == "yyyy-mm-dd"
    return value.date() if day and isinstance(value, datetime) else value


def _put(
    sheet: Any, row: int, column: int, value: TypedValue, kind: TypedColumn | None = None
) -> None:
    if value is None:
        return
    cell = sheet.cell(row, column)
    if isinstance(value, bool | int | float | time) or (
        isinstance(value, date) and value.year >= _FIRST_YEAR
    ):
        cell.value = value
        if kind and (form := _FORMS.get(kind.type)) and not isinstance(value, bool):
            cell.number_format = form
        return
    text = as_text(value) or ""
    if len(text) > _LONGEST_CELL:
        raise WindrowError(
            f"a cell has {len(text)} characters, more than the {_LONGEST_CELL} of Excel",
            hint="use .csv, .parquet or a database",
        )
    cell.value = text
    if kind and TYPES[kind.type].address and _is_link(text):
        cell.hyperlink = text
        cell.style = "Hyperlink"
    # "=cmd()" in a page is text, not a formula, and "#N/A" is not an error.
    cell.data_type = "s"


def _is_link(text: str) -> bool:
    # Only web addresses: a click must not start anything else.
    return text.startswith(("http://", "https://")) and len(text) <= _LONGEST_LINK
