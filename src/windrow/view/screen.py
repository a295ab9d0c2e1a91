"""A table fitted to a screen: words first, addresses last, and a note on omitted columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import category, east_asian_width

from windrow.model import Column, Table, Value
from windrow.safe import plain
from windrow.table.types import TYPES

__all__ = ["fitted", "screen", "sureness", "wide"]

# A text column is at least this wide or left out: fewer letters are unreadable. Chosen.
_LEAST = 8
# Numbers and dates are shown whole up to this width: a cut number is wrong. Chosen.
_WHOLE = 20
# The width that the other columns must have, unless they need less, before a mostly empty column
# and one of addresses are shown. Chosen, not measured.
_SPARSE_ROOM, _ADDRESS_ROOM = 16, 32
# Characters of a column of addresses, which nobody reads to its end. Chosen, not measured.
_ADDRESS = 24
_GAP = "  "
_CUT = "…"
# Rows of a table and lines of records that a screen shows. Chosen, not measured.
_MOST_ROWS, _MOST_LINES = 40, 60
# With fewer full columns than this left, the table is shown record by record. Chosen.
_ENOUGH = 0.5


def screen(table: Table, width: int, *, every: bool = False) -> Iterator[str]:
    """Yield the lines of *table*, none wider than *width*; *every* column, or those that fit.

    >>> table = Table((Column("title", "text"), Column("price", "price")), (
    ...     {"title": "Wooden hay rake", "price": "48.00"}, {"title": "Scythe", "price": "9.00"}))
    >>> print("\\n".join(screen(table, 20)))
    title          price
    ────────────────────
    Wooden hay r…  48.00
    Scythe          9.00
    """
    columns = [_Shown.of(table, number) for number in range(len(table.columns))]
    chosen = _with_room(columns, width)
    full = sum(not one.comfort for one in columns)
    if every and len(chosen) < len(columns):
        chosen = columns
        yield from _records(chosen, width, len(table))
    elif len([one for one in chosen if not one.comfort]) < full * _ENOUGH:
        chosen = [one for one in columns if not one.address]
        yield from _records(chosen, width, len(table))
    else:
        yield from _grid(chosen, width, len(table))
    if len(chosen) < len(columns):
        rest = len(columns) - len(chosen)
        yield f"+ {'1 column' if rest == 1 else f'{rest} columns'}; --all-columns"


def sureness(score: float) -> str:
    """Return a score in words.

    >>> sureness(0.97), sureness(0.41)
    ('sure, 0.97', 'a guess, 0.41')
    """
    # A share of s of the tables with a score s is right; the words are everyday ones. Chosen.
    words = "sure" if score >= 0.9 else "fairly sure" if score >= 0.7 else "unsure"
    return f"{words if score >= 0.5 else 'a guess'}, {score:.2f}"


def wide(text: str) -> int:
    """Return how many columns of a terminal *text* takes.

    >>> wide("rake"), wide("熊手"), wide("e\\u0301")
    (4, 4, 1)
    """
    return len(text) if text.isascii() else sum(map(_breadth, text))


def _breadth(sign: str) -> int:
    if sign.isascii():
        return 1
    if category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(sign) in "WF" else 1


@dataclass(frozen=True, slots=True)
class _Shown:
    """A column for the screen: its cells as text, its minimum and its wanted width."""

    column: Column
    cells: tuple[str, ...]
    least: int
    wish: int

    @classmethod
    def of(cls, table: Table, number: int) -> _Shown:
        column = table.columns[number]
        cells = tuple(_said(row.get(column.name)) for row in table.rows)
        wish = max(map(wide, (plain(column.name), *cells)), default=1)
        known = TYPES[column.type]
        if known.address:
            wish = min(wish, _ADDRESS)
        most = _LEAST if known.kind in ("text", "rows") else _WHOLE
        return cls(column, cells, min(wish, most), wish)

    @property
    def name(self) -> str:
        return plain(self.column.name)

    @property
    def address(self) -> bool:
        return TYPES[self.column.type].address

    @property
    def comfort(self) -> int:
        """The width that the others must have before this column is shown."""
        if self.address:
            return _ADDRESS_ROOM
        return _SPARSE_ROOM if self.column.fill < 0.5 else 0


def _said(value: Value) -> str:
    if isinstance(value, list):
        return "; ".join(", ".join(map(_said, row.values())) for row in value)
    return " ".join(plain(value or "").split())


def _with_room(columns: Sequence[_Shown], width: int) -> list[_Shown]:
    """Return the columns that fit, in the order of the page; addresses have the least priority."""
    kept: list[_Shown] = []
    for one in sorted(columns, key=lambda one: one.comfort):
        room = sum(min(other.wish, max(other.least, one.comfort)) for other in kept)
        if room + one.least + len(_GAP) * len(kept) <= width:
            kept.append(one)
    chosen = {id(one) for one in kept}
    return [one for one in columns if id(one) in chosen]


def _widths(columns: Sequence[_Shown], width: int) -> list[int]:
    """Return the width of each column: what it wants, or an equal share of the rest."""
    widths = [one.least for one in columns]
    room = width - sum(widths) - len(_GAP) * (len(columns) - 1)
    while room > 0:
        # The narrowest column that wants more grows first, so that all are readable.
        poor = [k for k, one in enumerate(columns) if widths[k] < one.wish]
        if not poor:
            break
        narrow = min(widths[k] for k in poor)
        for k in poor:
            if widths[k] == narrow and room > 0:
                widths[k] += 1
                room -= 1
    return widths


def _grid(columns: Sequence[_Shown], width: int, rows: int) -> Iterator[str]:
    if not columns:
        return
    widths = _widths(columns, width)
    right = [TYPES[one.column.type].kind in ("integer", "number") for one in columns]
    yield _line([one.name for one in columns], widths, right)
    yield "─" * (sum(widths) + len(_GAP) * (len(columns) - 1))
    for row in _elided(rows, _MOST_ROWS):
        cells = [_dots(size) if row is None else one.cells[row]
                 for one, size in zip(columns, widths, strict=True)]  # fmt: skip
        yield _line(cells, widths, right)


def _dots(size: int) -> str:
    return "···"[:size]


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    parts = (
        fitted(cell, width, right=far)
        for cell, width, far in zip(cells, widths, right, strict=True)
    )
    return _GAP.join(parts).rstrip()


def _records(columns: Sequence[_Shown], width: int, rows: int) -> Iterator[str]:
    """Yield a block of lines for each row, for tables with too many columns."""
    margin = min(max((wide(one.name) for one in columns), default=0), width // 3)
    most = max(2, _MOST_LINES // (len(columns) + 1))
    for row in _elided(rows, most):
        if row is None:
            yield f"{'·' * 3} {rows - most:,} more"
            continue
        yield f"── {row + 1} ".ljust(min(width, 60), "─")
        for one in columns:
            if one.cells[row]:
                cell = fitted(one.cells[row], width - margin - len(_GAP))
                yield f"{fitted(one.name, margin)}{_GAP}{cell}".rstrip()


def _elided(rows: int, most: int) -> list[int | None]:
    """Return which rows are shown, None for a gap: the first half and the last.

    >>> _elided(5, 5), _elided(9, 4)
    ([0, 1, 2, 3, 4], [0, 1, None, 7, 8])
    """
    if rows <= most:
        return [*range(rows)]
    return [*range((most + 1) // 2), None, *range(rows - most // 2, rows)]


def fitted(text: str, width: int, *, right: bool = False) -> str:
    """Return *text* cut or filled to exactly *width* columns of a terminal."""
    size = wide(text)
    if size > width:
        text, size = _shortened(text, width)
    fill = " " * (width - size)
    return fill + text if right else text + fill


def _shortened(text: str, width: int) -> tuple[str, int]:
    size = 0
    for place, sign in enumerate(text):
        step = _breadth(sign)
        if size + step > width - 1:
            return text[:place] + _CUT, size + 1
        size += step
    return text, size
