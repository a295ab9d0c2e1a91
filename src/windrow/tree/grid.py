"""The geometry of HTML tables: the columns cells are in, how far they span, and header rows."""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from windrow.tree.markup import BOLD, CELLS, HEADINGS, ROW_GROUPS
from windrow.tree.tree import Tree

__all__ = [
    "GridCell", "HeaderRows", "grid", "has_attribute", "has_spans", "is_across", "is_marked",
    "rectangle", "rows_between", "rows_of", "table_of",
]  # fmt: skip

# HTML, 4.9.11: wider and higher spans are cut to these.
_WIDEST, _HIGHEST = 1000, 65534
# HTML, 2.3.4.2: white space and a sign may come before the digits, anything after them.
_SPAN = re.compile(r"[ \t\n\f\r]*\+?(\d{1,9})", re.ASCII)
_SPANS = ("rowspan", "colspan")
_NO_END = 1 << 62  # by definition behind all columns

_Piece = tuple[int, int]  # columns: the first, and the one after the last


class GridCell(NamedTuple):
    """A cell of a table: the number of its row, its first column from 0, and what it covers."""

    cell: int
    row: int
    column: int
    width: int
    height: int


def table_of(tree: Tree, row: int) -> int:
    """Return the table that *row* is in; -1 if there is none."""
    labels, parents, table = tree.labels, tree.parents, tree.label_numbers.get("table", -1)
    while (row := parents[row]) >= 0 and labels[row] != table:
        pass
    return row


def rows_of(tree: Tree, table: int) -> Iterator[int]:
    """Yield the rows of *table*, but not those of tables inside it."""
    labels, number = tree.labels, tree.label_numbers.get("tr", -1)
    for child in tree.children(table):
        if labels[child] == number:
            yield child
        elif tree.label(child) in ROW_GROUPS:
            yield from [row for row in tree.children(child) if labels[row] == number]


def rows_between(tree: Tree, rows: Sequence[int]) -> list[int]:
    """Return the rows of all parents of *rows*: a cell may span rows that are not records."""
    parents = dict.fromkeys(tree.parents[row] for row in rows)
    return [row for parent in parents for row in tree.children(parent) if tree.label(row) == "tr"]


def has_attribute(tree: Tree, start: int, end: int, names: Sequence[str]) -> bool:
    """Return whether one of the nodes start..end has an attribute with one of these *names*."""
    return any(tree.has_attribute(start, end, name) for name in names)


def has_spans(tree: Tree, rows: Sequence[int]) -> bool:
    """Return whether a cell of *rows* covers more than one row or column."""
    if not rows:
        return False
    # Most tables have no such attribute at all.
    sizes = tree.sizes
    if not has_attribute(tree, min(rows), max([row + sizes[row] for row in rows]), _SPANS):
        return False
    return any(_spans(tree, cell) for row in rows for cell in tree.children(row))


def is_across(tree: Tree, row: int) -> bool:
    """Return whether *row* is a single cell that covers several columns.

    >>> tree = Tree.from_text("table(tr(td[colspan=3]) tr(td td td))")
    >>> is_across(tree, 1), is_across(tree, 3)
    (True, False)
    """
    cells = tree.children(row)
    if len(cells) != 1 or tree.label(cells[0]) not in CELLS:
        return False
    return _span(tree, cells[0], "colspan") > 1


def is_marked(tree: Tree, row: int) -> bool:
    """Return whether the first cell of *row* is a header, or all that it says is in bold.

    >>> tree = Tree.from_text('table(tr(th"A") tr(td(b"A")) tr(td(b"A" "B")) tr(td"A"))')
    >>> [is_marked(tree, row) for row in tree.children(0)]
    [True, True, False, False]
    """
    node = tree.children(row)[0]
    if tree.label(node) == "th":
        return True
    while len(inner := [child for child in tree.children(node) if tree.has_items(child)]) == 1:
        node = inner[0]
        if tree.label(node) in HEADINGS or tree.label(node) in BOLD:
            return True
    return False


def rectangle(tree: Tree, table: int) -> list[list[int]] | None:
    """Return the cells of *table* row by row; None if rows differ in length or a cell spans."""
    rows = [*rows_of(tree, table)]
    lines = [tree.children(row) for row in rows]
    if len({len(line) for line in lines}) != 1 or has_spans(tree, rows):
        return None
    fits = all(tree.label(cell) in CELLS for line in lines for cell in line)
    return lines if fits else None


def grid(tree: Tree, rows: Sequence[int]) -> list[GridCell]:
    """Return the cells of *rows* with the columns they are in, as browsers place them.

    A span ends with its row group, and does not create columns: time and memory grow with the
    number of cells, whatever the spans say.

    >>> tree = Tree.from_text("table(tr(td[rowspan=0] td) tr(td[colspan=9] td))")
    >>> [(cell.column, cell.width, cell.height) for cell in grid(tree, [1, 4])]
    [(0, 1, 2), (1, 1, 1), (1, 9, 1), (10, 1, 1)]

    References
    ----------
    HTML, 4.9.12.1, "Algorithm for processing rows".
    """
    found: list[GridCell] = []
    columns = _Columns()
    ends = _group_ends(tree, rows)
    for number, row in enumerate(rows):
        if number and ends[number - 1] == number:
            columns = _Columns()
        columns.release(number)
        column = 0
        # Most rows of a table with such cells have none.
        spans = has_attribute(tree, row, row + tree.sizes[row], _SPANS)
        for cell in tree.children(row):
            if tree.label(cell) not in CELLS:
                continue
            column = columns.first_free(column)
            width = min(_span(tree, cell, "colspan"), _WIDEST) if spans else 1
            height = (
                min(_span(tree, cell, "rowspan") or _HIGHEST, ends[number] - number) if spans else 1
            )
            found.append(GridCell(cell, number, column, width, height))
            if height > 1:
                columns.take(column, column + width, number + height)
            column += width
    return found


def _group_ends(tree: Tree, rows: Sequence[int]) -> list[int]:
    """Return for each of *rows* the number of the first row after its row group."""
    ends = [len(rows)] * len(rows)
    for number in range(len(rows) - 2, -1, -1):
        same = tree.parents[rows[number]] == tree.parents[rows[number + 1]]
        ends[number] = ends[number + 1] if same else number + 1
    return ends


class _Columns:
    """The columns of a row group that no cell from an earlier row reaches into.

    Columns are kept in pieces, so that a cell costs the same however wide and high it is.
    """

    def __init__(self) -> None:
        self._free: list[_Piece] = [(0, _NO_END)]
        self._taken: list[tuple[int, int, int]] = []  # piece, and the row it is free from
        self._ending: dict[int, list[_Piece]] = defaultdict(list)  # row -> what may be free from it

    def first_free(self, column: int) -> int:
        """Return the first free column from *column* on."""
        at = max(bisect_right(self._free, (column, _NO_END)) - 1, 0)
        start, end = self._free[at]
        return max(column, start) if column < end else self._free[at + 1][0]

    def take(self, start: int, end: int, row: int) -> None:
        """Take the columns from *start* to *end* until *row*."""
        first, last = _overlapping(self._free, start, end)
        edges = [edge for a, b in self._free[first:last] for edge in ((a, start), (end, b))]
        self._free[first:last] = [(a, b) for a, b in edges if a < b]
        self._ending[row].append((start, end))
        first, last = _overlapping(self._taken, start, end)
        pieces: list[tuple[int, int, int]] = []
        at = start
        # If a cell from an earlier row overlaps, the one that ends last counts.
        for a, b, until in [*self._taken[first:last], (end, end, row)]:
            _add(pieces, a, min(b, start), until)
            _add(pieces, at, min(a, end), row)
            _add(pieces, max(a, start), min(b, end), max(until, row))
            _add(pieces, max(a, end), b, until)
            at = max(at, b)
        self._taken[first:last] = pieces

    def release(self, row: int) -> None:
        """Free the columns of cells that end before *row*."""
        for start, end in self._ending.pop(row, ()):
            first, last = _overlapping(self._taken, start, end)
            pieces = self._taken[first:last]
            self._taken[first:last] = [piece for piece in pieces if piece[2] > row]
            for a, b, until in pieces:
                if until <= row:
                    insort(self._free, (a, b))


def _overlapping(pieces: Sequence[tuple[int, ...]], start: int, end: int) -> tuple[int, int]:
    """Return the range of sorted *pieces* that share a column with those from *start* to *end*."""
    first = max(bisect_right(pieces, (start, _NO_END)) - 1, 0)
    if first < len(pieces) and pieces[first][1] <= start:
        first += 1
    return first, max(bisect_right(pieces, (end - 1, _NO_END)), first)


def _add(pieces: list[tuple[int, int, int]], start: int, end: int, until: int) -> None:
    """Add a piece to those on its left, joined with the last one if they touch."""
    if start >= end:
        return
    if pieces and pieces[-1][1:] == (start, until):
        start = pieces.pop()[0]
    pieces.append((start, end, until))


def _spans(tree: Tree, cell: int) -> bool:
    return any(_span(tree, cell, name) != 1 for name in _SPANS)


def _span(tree: Tree, cell: int, name: str) -> int:
    value = tree.attribute(cell, name)
    found = _SPAN.match(value) if value else None
    if found is None:
        return 1
    number = min(int(found[1]), _HIGHEST)
    # Only a rowspan may be 0, which reaches to the end of the row group.
    return number if number or name == "rowspan" else 1


# Classes of rows that name columns, sum them up or page through the table.
_HEADER_CLASS = re.compile(r"head(er|ing)?\b|hdr|footer|pager|pagination", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
# The longest heading in characters, and how many rows below it are checked: chosen.
_LONGEST_HEADING = 45
_LOOK_AHEAD = 24
# A name with a digit has a letter, too ("TB1").
_NAMED = re.compile(r"[^\W\d_]")
# This many columns of numbers have names without digits. Chosen, not measured.
_SEVERAL = 3


class HeaderRows:
    """Finds the rows of a page that name the columns of a table, or page through it.

    The rows of a table are in many candidates, so the answer for each row is kept.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._seen: set[int] = set()
        self._marked: set[int] = set()
        self._texts: dict[int, list[str]] = {}

    def among(self, rows: Sequence[int]) -> set[int]:
        """Return which of *rows*, all of them ``tr``, are not records."""
        new = {*rows} - self._seen
        if new:
            self._seen |= new
            self._marked |= _marked_among(self._tree, new)
        marked = self._marked.intersection(rows)
        if 2 * len(marked) > len(rows):
            marked = set()
        if not marked and len(rows) >= 3 and self.reads_like_header(rows):
            marked.add(rows[0])
        return marked

    def reads_like_header(self, rows: Sequence[int]) -> bool:
        """Return whether the first row has words where the others have numbers.

        The words are short texts without a digit that do not occur again in their own column, and
        at least one column below them holds digits almost everywhere. If there are several such
        columns below words, others may have a digit in their name.
        """
        # Mostly a row has one cell, whose text may be long.
        if not 2 <= len(self._tree.children(rows[0])) <= 30:
            return False
        first = self._texts_of(rows[0])
        if sum(map(bool, first)) < 2:
            return False
        if any(len(text) > _LONGEST_HEADING for text in first):
            return False
        numbered = [_DIGIT.search(text) is not None for text in first]
        if any(numbered) and not all(map(_NAMED.search, filter(None, first))):
            return False
        # Empty spacer rows do not count.
        body = [cells for row in rows[1 : 1 + _LOOK_AHEAD] if any(cells := self._texts_of(row))]
        columns = [[cells[k] for cells in body if k < len(cells)] for k in range(len(first))]
        if any(text and text in column for text, column in zip(first, columns, strict=True)):
            return False
        found = [column and _mostly_digits(column) for column in columns]
        if not any(numbered):
            return any(found)
        below_words = zip(first, numbered, found, strict=True)
        words = [full for text, digit, full in below_words if text and not digit]
        return sum(map(bool, words)) >= _SEVERAL and 2 * sum(numbered) < len(first)

    def _texts_of(self, row: int) -> list[str]:
        found = self._texts.get(row)
        if found is None:
            tree = self._tree
            sizes = tree.sizes
            found = self._texts[row] = [
                _undecorated(tree.words(cell, cell + sizes[cell])) for cell in tree.children(row)
            ]
        return found


def _undecorated(text: str) -> str:
    """Return a text without signs around it, which few texts have: ~~~Date~~~."""
    start, end = 0, len(text)
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return text[start:end]


def _marked_among(tree: Tree, rows: Collection[int]) -> set[int]:
    """Return which of *rows* are headers by their markup or class."""
    labels, parents, sizes, numbers = tree.labels, tree.parents, tree.sizes, tree.label_numbers
    head, header = numbers.get("thead", -1), numbers.get("th", -1)
    has_classes = "class" in tree.attribute_numbers
    found: set[int] = set()
    for row in rows:
        # Mostly the first cell decides.
        heads = sizes[row] > 1 and labels[row + 1] == header
        if (
            labels[parents[row]] == head
            or (heads and all(labels[cell] == header for cell in tree.children(row)))
            or (
                has_classes
                and (classes := tree.attribute(row, "class")) is not None
                and _HEADER_CLASS.search(classes) is not None
            )
        ):
            found.add(row)
    return found


def _mostly_digits(column: list[str]) -> bool:
    return sum(_DIGIT.search(text) is not None for text in column) >= 0.8 * len(column)
