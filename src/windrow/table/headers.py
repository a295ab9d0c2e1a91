"""Facts that an HTML table adds to its rows: names from its header, and cells that span rows."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from windrow.model import Alignment, Cell, Field, Record, Row
from windrow.table.drafts import first_node
from windrow.table.header_rows import ruled
from windrow.table.words import UNITS
from windrow.tree import Tree
from windrow.tree.grid import GridCell, HeaderRows, grid, has_spans, rows_between, rows_of, table_of
from windrow.tree.markup import CELLS
from windrow.tree.runs import text_of

__all__ = ["Header", "expand_spans", "header_names", "header_texts"]

# How many rows above the records, and from the first record on, are checked: chosen.
_HEADER_ROWS = 4
_LOOK_AHEAD = 12
# In how many tables of records a header is searched: chosen.
_TABLES = 8
# Longer texts above a column are more than its name, in characters: chosen, not measured.
_LONGEST = 40
# Attributes that say what a picture in a header shows, and the nodes of a cell that is one. Chosen.
_SAYING, _PICTURED = ("title", "aria-label", "alt"), 6
_DIGIT = re.compile(r"\d")
# The column of cells outside the rows of the records: by definition after all others.
_ELSEWHERE = 1 << 30
# Spans may create this many places of a table per written cell: some ten columns of
# groups beside one of values. A small table may have any. Chosen, not measured.
_PLACES_A_CELL, _SMALL = 16, 20_000


class Header(NamedTuple):
    """The text above or beside values, perhaps empty, and the header's number."""

    text: str
    number: int


def header_names(tree: Tree, records: Sequence[Record], alignment: Alignment) -> dict[int, Header]:
    """Return for fields of *alignment* the header of the records' table above them.

    A name over several columns is joined with the one below it. Where the records are
    the columns of a turned table, the first cell of each row is the header. Records that are no
    rows of an HTML table may have a row of names above them, too.
    """
    if not alignment.rows:
        return {}
    label = tree.label(records[0][0])
    if label == "tr":
        return _above(tree, [record[0] for record in records], alignment)
    if label in CELLS:
        if len(records[0]) > 1 and len({tree.parents[cell] for cell in records[0]}) == 1:
            # Several cells of a row: the records are beside each other.
            return _above(tree, [tree.parents[record[0]] for record in records], alignment)
        return _beside(tree, records, alignment)
    names = ruled(tree, records, alignment)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names.values()))}
    return {field: Header(name, numbers[name]) for field, name in names.items()}


def _tops(tree: Tree, alignment: Alignment, depth: int) -> Iterator[tuple[int, int]]:
    """Yield the fields with the ``td`` or ``th`` of that depth their first value is in."""
    for index in range(len(alignment.fields)):
        filled = next((row[index] for row in alignment.rows if row[index] is not None), None)
        top = _cell_of(tree, filled, depth)
        if top is not None:
            yield index, top


def _above(tree: Tree, rows: Sequence[int], alignment: Alignment) -> dict[int, Header]:
    # If records are in several tables, the first table may lack a header.
    firsts = {tree.parents[row]: row for row in reversed(rows)}
    tries = [*reversed(firsts.values())][:_TABLES]
    headers = (header_texts(tree, row) for row in tries)
    texts = next(filter(None, headers), [])
    starts = [column for column, _ in texts]
    # A header cell that names the group of the first record names no column.
    values = {text_of(tree, tree.subtree(cell)) for cell in _outside(tree, rows[0], alignment)}
    texts = [(column, "" if text in values else text) for column, text in texts]
    found: dict[int, Header] = {}
    # The columns of cells, judging by their own row.
    columns: dict[int, dict[int, int]] = {}
    for index, top in _tops(tree, alignment, tree.depths[rows[0]] + 1) if texts else ():
        row = tree.parents[top]
        if row not in columns:
            columns[row] = _columns(tree, row, starts[-1])
        at = bisect_right(starts, columns[row][top]) - 1
        if at >= 0:
            found[index] = Header(texts[at][1], at)
    return found


def _outside(tree: Tree, row: int, alignment: Alignment) -> Iterator[int]:
    """Yield the header cells above the first *row* that are values of it."""
    for cell in alignment.rows[0]:
        if isinstance(cell, int) and cell < row and tree.label(cell) == "th":
            yield cell


def _columns(tree: Tree, row: int, width: int) -> dict[int, int]:
    """Return the columns of the cells of a row below a header of that *width*.

    Hidden cells are counted if the header has names for them: a row is as wide as
    its header.
    """
    cells = grid(tree, [row])
    if not cells or cells[-1].column + cells[-1].width >= width:
        return {one.cell: one.column for one in cells}
    found: dict[int, int] = {}
    last: dict[str, int] = {}
    left_out = 0
    for one in cells:
        label, ordinal = tree.label(one.cell), tree.ordinals[one.cell]
        left_out += ordinal - last.get(label, 0) - 1
        last[label] = ordinal
        found[one.cell] = one.column + left_out
    fits = cells[-1].column + cells[-1].width + left_out <= width
    return found if fits else {one.cell: one.column for one in cells}


def _beside(tree: Tree, records: Sequence[Record], alignment: Alignment) -> dict[int, Header]:
    """Return the row headers of a turned table, whose records are columns."""
    # Records in separate rows are not columns, and text beside them is part of them.
    if len({tree.parents[record[0]] for record in records}) == len(records):
        return {}
    own = {node for record in records for node in record}
    tops = _tops(tree, alignment, tree.depths[records[0][0]])
    heads = {index: tree.parents[top] + 1 for index, top in tops}
    return {
        index: Header(text, head)
        for index, head in heads.items()
        if head not in own and (text := _text(tree, head))
    }


def header_texts(tree: Tree, first: int) -> list[tuple[int, str]]:
    """Return the header texts of the table of the row *first*, by column.

    A text applies from its column up to the next one; "" if the header is empty there.
    """
    table = table_of(tree, first)
    if table < 0:
        return []
    before: list[int] = []
    behind: list[int] = []
    for row in rows_of(tree, table):
        (before if row < first else behind).append(row)
        if len(behind) > _LOOK_AHEAD:
            break
    before = before[-_HEADER_ROWS:]
    if not before:
        return []
    marked = HeaderRows(tree).among(before + behind)
    heads = [row for row in before if row in marked]
    # With few records, most rows may be marked: pagers, and a header above them.
    heads = heads or [row for row in before if _is_header(tree, row)]
    # No header is marked: the row right above the records may be one.
    if not heads and _names_columns(tree, before[-1], first):
        heads = before[-1:]
    return _stacked(tree, grid(tree, _spanned(tree, before, heads)))


def _spanned(tree: Tree, before: Sequence[int], heads: Sequence[int]) -> list[int]:
    """Return *heads* with the rows that their cells reach into: a header of several rows."""
    sizes = tree.sizes
    end = 0
    for number, row in enumerate(before):
        if row in heads:
            end = max(end, number + 1)
            # Mostly no cell reaches into other rows.
            if tree.has_attribute(row, row + sizes[row], "rowspan"):
                heights = (one.height for one in grid(tree, before[number:]) if one.row == 0)
                end = max(end, number + max(heights, default=1))
    return [*before[:end]]


def _is_header(tree: Tree, row: int) -> bool:
    cells = tree.children(row)
    return len(cells) > 1 and all(tree.label(cell) == "th" for cell in cells)


def _names_columns(tree: Tree, row: int, record: int) -> bool:
    """Return whether a row above the records has a short text without a digit in each column."""
    texts = [_text(tree, cell) for cell in tree.children(row)]
    if len(texts) < 2 or len(texts) != len(tree.children(record)):
        return False
    filled = [text for text in texts if text]
    short = all(len(text) <= _LONGEST and not _DIGIT.search(text) for text in filled)
    return short and len(set(filled)) == len(filled) and 2 * len(filled) > len(texts)


def _stacked(tree: Tree, cells: Sequence[GridCell]) -> list[tuple[int, str]]:
    """Return the lowest text over each column, with those above it where it needs them.

    That is where several columns have it, and where it is a unit or begins with a number.
    """
    edges = sorted({edge for one in cells for edge in (one.column, one.column + one.width)})
    # A text above all of several columns is a caption of the table, or the name of a group.
    width = edges[-1] - edges[0] if edges else 0
    cells = [one for one in cells if one.width < width or width == 1]
    stacks: dict[int, list[str]] = {edge: [] for edge in edges}
    for one in cells:
        text = _text(tree, one.cell)
        first = bisect_left(edges, one.column)
        for edge in edges[first : bisect_left(edges, one.column + one.width)]:
            if text and text not in stacks[edge]:
                stacks[edge].append(text)
    widths: Counter[str] = Counter()
    for edge, end in pairwise(edges):
        if stacks[edge]:
            widths[stacks[edge][-1]] += end - edge
    return [
        (edge, " ".join(stack if _needs_more(stack[-1], widths) else stack[-1:]) if stack else "")
        for edge, stack in stacks.items()
    ]


def _needs_more(text: str, widths: Mapping[str, int]) -> bool:
    """Return whether the lowest *text* of a header says nothing alone, or too little."""
    return widths[text] > 1 or text[0].isdigit() or text.strip("()[].").lower() in UNITS


def expand_spans(tree: Tree, records: Sequence[Record], alignment: Alignment) -> Alignment:
    """Return *alignment* with cells in the column they are in, and in every row they span.

    Only records that are single ``tr`` are changed, and only if a cell spans anything. A table
    that spans would inflate, unlike tables for people, stays as it is.
    """
    if tree.label(records[0][0]) != "tr":
        return alignment
    rows = [record[0] for record in records]
    if any(len(record) > 1 or tree.label(record[0]) != "tr" for record in records):
        return alignment
    if len(rows) != len(alignment.rows) or not has_spans(tree, rows):
        return alignment
    return _by_column(tree, rows, alignment)


# Column of the table, kind, path below the cell, which of these, fields of a list.
_Key = tuple[int, str, str, int, tuple[Field, ...]]


def _by_column(tree: Tree, rows: list[int], alignment: Alignment) -> Alignment:
    """Line the cells up by their column in the table, instead of by similarity."""
    every = rows_between(tree, rows)
    placed = grid(tree, every)
    column_of = {one.cell: one.column for one in placed}
    number_of = {row: number for number, row in enumerate(rows)}
    fields: dict[_Key, Field] = {}
    cells = [
        _by_key(tree, column_of, alignment.fields, aligned, tree.depths[row] + 1, fields)
        for row, aligned in zip(rows, alignment.rows, strict=True)
    ]
    if len(rows) * len(fields) > max(_PLACES_A_CELL * sum(map(len, cells)), _SMALL):
        return alignment
    columns = [_by_number(found) for found in cells]
    for one in placed:
        origin = number_of.get(every[one.row], -1)
        if one.height == 1 or origin < 0:
            continue
        own = columns[origin].get(one.column, ())
        for row in every[one.row + 1 : one.row + one.height]:
            if row in number_of:
                found = cells[number_of[row]]
                for key, value in own:
                    found.setdefault(key, value)
    # Columns from left to right; within one, as the fields came.
    order = sorted(fields, key=lambda key: key[0])
    new = tuple(tuple(found.get(key) for key in order) for found in cells)
    return Alignment(tree, tuple(fields[key] for key in order), new)


def _by_number(cells: dict[_Key, Cell]) -> dict[int, list[tuple[_Key, Cell]]]:
    """Return the cells of a row by the number of the column they are in."""
    found: dict[int, list[tuple[_Key, Cell]]] = {}
    for key, value in cells.items():
        found.setdefault(key[0], []).append((key, value))
    return found


def _by_key(
    tree: Tree,
    column_of: dict[int, int],
    fields: Sequence[Field],
    row: Row,
    depth: int,
    known: dict[_Key, Field],
) -> dict[_Key, Cell]:
    """Return the cells of a row by the field they belong to, and add new columns to *known*."""
    found: dict[_Key, Cell] = {}
    for field, cell in zip(fields, row, strict=True):
        top = _cell_of(tree, cell, depth)
        if top is None:
            continue
        column = column_of.get(top, _ELSEWHERE)
        below = field.path.partition("/td")[2] or field.path.partition("/th")[2]
        count = 0
        # Lists with other fields are other columns, even if their path is the same.
        inner = field.fields
        while (key := (column, field.kind, below, count, inner)) in found:
            count += 1
        found[key] = cell
        known.setdefault(key, field)
    return found


def _cell_of(tree: Tree, cell: Cell, depth: int) -> int | None:
    """Return the ``td`` or ``th`` at *depth* around a cell of the alignment: tables may nest."""
    node = first_node(cell)
    while node >= 0 and tree.depths[node] > depth:
        node = tree.parents[node]
    return node if node >= 0 and tree.label(node) in CELLS else None


def _text(tree: Tree, node: int) -> str:
    """Return the text of a header cell; for long ones, with controls in them, the beginning.

    A cell without words has a picture, whose attribute says what it shows.
    """
    text = text_of(tree, tree.subtree(node))
    if len(text) > _LONGEST:
        first = next((tree.text(inner) for inner in tree.subtree(node) if tree.text(inner)), "")
        return first if 0 < len(first) <= _LONGEST else text
    if text or tree.sizes[node] > _PICTURED:
        return text
    said = (tree.attribute(inner, name) for inner in tree.subtree(node) for name in _SAYING)
    return next((words for one in said if one and 0 < len(words := one.strip()) <= _LONGEST), "")
