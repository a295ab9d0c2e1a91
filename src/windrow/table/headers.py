"""What the rows of an HTML table owe to the table: names from its header, cells that span rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from windrow.detect.auto.cut import HeaderRows
from windrow.model import Alignment, Cell, Field, Record, Row
from windrow.table.places import first_node
from windrow.tree import Tree
from windrow.tree.runs import text_of

__all__ = ["expand_spans", "grid", "header_names", "rows_between"]

_CELLS = ("td", "th")
_WIDEST = 1000
_HEADER_ROWS = 4
_LOOK_AHEAD = 12


def header_names(tree: Tree, records: Sequence[Record], alignment: Alignment) -> dict[int, str]:
    """Return for fields of *alignment* what the header of the records' table says over them.

    A name that stands over several columns is joined with the one below it. Where the records are
    the columns of a turned table, the first cell of each row is the header.
    """
    if "td" not in tree.names or not alignment.rows:
        return {}
    first = records[0][0]
    if tree.label(first) == "tr":
        return _above(tree, first, alignment)
    return _beside(tree, records, alignment) if tree.label(first) in _CELLS else {}


def _tops(tree: Tree, alignment: Alignment, depth: int) -> Iterator[tuple[int, int]]:
    """Yield the fields with the ``td`` or ``th`` of that depth their first value stands in."""
    for index in range(len(alignment.fields)):
        filled = next((row[index] for row in alignment.rows if row[index] is not None), None)
        top = _cell_of(tree, filled, depth)
        if top is not None:
            yield index, top


def _above(tree: Tree, first: int, alignment: Alignment) -> dict[int, str]:
    texts = _header_texts(tree, first)
    tops = _tops(tree, alignment, tree.depths[first] + 1) if texts else ()
    return {index: text for index, top in tops if (text := texts.get(_position(tree, top)))}


def _beside(tree: Tree, records: Sequence[Record], alignment: Alignment) -> dict[int, str]:
    """Return the row headers of a turned table, whose records are columns."""
    own = {node for record in records for node in record}
    tops = _tops(tree, alignment, tree.depths[records[0][0]])
    heads = {index: tree.parents[top] + 1 for index, top in tops}
    return {
        index: text
        for index, head in heads.items()
        if head not in own and (text := _text(tree, head))
    }


def _header_texts(tree: Tree, first: int) -> dict[int, str]:
    """Return the words of the header over each column of the table that the row *first* is in."""
    table = next((node for node in tree.ancestors(first) if tree.label(node) == "table"), -1)
    if table < 0:
        return {}
    before: list[int] = []
    behind: list[int] = []
    for row in _rows(tree, table):
        (before if row < first else behind).append(row)
        if len(behind) > _LOOK_AHEAD:
            break
    before = before[-_HEADER_ROWS:]
    marked = HeaderRows(tree).among(before + behind) if before else set()
    heads = [row for row in before if row in marked]
    stacks: dict[int, list[str]] = defaultdict(list)
    for _, placed in grid(tree, heads):
        for column, cell in placed:
            text = _text(tree, cell)
            for covered in range(column, column + _span(tree, cell, "colspan")):
                if text and text not in stacks[covered]:
                    stacks[covered].append(text)
    return _shortest(stacks)


def _shortest(stacks: dict[int, list[str]]) -> dict[int, str]:
    """Return the lowest text over each column, with those above it where it is not the only one."""
    lowest = [stack[-1] for stack in stacks.values() if stack]
    return {
        column: stack[-1] if lowest.count(stack[-1]) == 1 else " ".join(stack)
        for column, stack in stacks.items()
        if stack
    }


def expand_spans(tree: Tree, records: Sequence[Record], alignment: Alignment) -> Alignment:
    """Return *alignment* with cells in the column they stand in, and in every row they span.

    Only records that are single ``tr`` are touched, and only where a cell spans anything.
    """
    if not {"rowspan", "colspan"} & set(tree.attribute_names):
        return alignment
    rows = [record[0] for record in records]
    if any(len(record) > 1 or tree.label(record[0]) != "tr" for record in records):
        return alignment
    if len(rows) != len(alignment.rows) or not any(_spans(tree, row) for row in rows):
        return alignment
    return _by_column(tree, rows, alignment)


# Column of the table, kind, path below the cell, which of these, fields of a list.
_Key = tuple[int, str, str, int, tuple[Field, ...]]


def _by_column(tree: Tree, rows: list[int], alignment: Alignment) -> Alignment:
    """Line the cells up by the column of the table they stand in, instead of by likeness."""
    placed = dict(grid(tree, rows_between(tree, rows)))
    number_of = {row: number for number, row in enumerate(rows)}
    cells: list[dict[_Key, Cell]] = []
    fields: dict[_Key, Field] = {}
    for row, aligned in zip(rows, alignment.rows, strict=True):
        column_of = {cell: column for column, cell in placed[row]}
        depth = tree.depths[row] + 1
        cells.append(_keyed(tree, column_of, alignment.fields, aligned, depth, fields))
    for row, found in zip(rows, cells, strict=True):
        for column, cell in placed[row]:
            origin = number_of.get(tree.parents[cell], -1)
            if tree.parents[cell] == row or origin < 0:
                continue
            for key, value in cells[origin].items():
                if key[0] == column:
                    found.setdefault(key, value)
    # Columns from left to right; within one, as the fields came.
    order = sorted(fields, key=lambda key: key[0])
    new = tuple(tuple(found.get(key) for key in order) for found in cells)
    return Alignment(tree, tuple(fields[key] for key in order), new)


def _keyed(
    tree: Tree,
    column_of: dict[int, int],
    fields: Sequence[Field],
    row: Row,
    depth: int,
    known: dict[_Key, Field],
) -> dict[_Key, Cell]:
    """Return the cells of a row by the place they belong to, and add new places to *known*."""
    found: dict[_Key, Cell] = {}
    for place, cell in zip(fields, row, strict=True):
        top = _cell_of(tree, cell, depth)
        if top is None:
            continue
        column = column_of.get(top, _WIDEST)
        below = place.path.partition("/td")[2] or place.path.partition("/th")[2]
        count = 0
        # Lists with other fields are other places, though they stand at the same path.
        inner = place.fields
        while (key := (column, place.kind, below, count, inner)) in found:
            count += 1
        found[key] = cell
        known.setdefault(key, place)
    return found


def rows_between(tree: Tree, rows: list[int]) -> list[int]:
    """Return the rows of all parents of *rows*: a cell may span rows that are no records."""
    parents = dict.fromkeys(tree.parents[row] for row in rows)
    return [row for parent in parents for row in tree.children(parent) if tree.label(row) == "tr"]


def grid(tree: Tree, rows: Sequence[int]) -> Iterator[tuple[int, list[tuple[int, int]]]]:
    """Yield rows with the cells that stand in them, and the columns these begin at."""
    open_cells: dict[int, tuple[int, int]] = {}  # column -> cell, rows it still reaches into
    parent = -1
    for row in rows:
        if tree.parents[row] != parent:
            parent, open_cells = tree.parents[row], {}
        placed: list[tuple[int, int]] = []
        column, below = 0, {}
        for cell in [*(c for c in tree.children(row) if tree.label(c) in _CELLS), -1]:
            while column in open_cells:
                above, left = open_cells[column]
                placed.append((column, above))
                if left > 1:
                    below[column] = (above, left - 1)
                column += _span(tree, above, "colspan")
            if cell < 0:
                break
            placed.append((column, cell))
            if (height := _span(tree, cell, "rowspan")) > 1:
                below[column] = (cell, height - 1)
            column += _span(tree, cell, "colspan")
        open_cells = below
        yield row, placed


def _rows(tree: Tree, table: int) -> Iterator[int]:
    for child in tree.children(table):
        if tree.label(child) == "tr":
            yield child
        elif tree.label(child) in ("thead", "tbody", "tfoot"):
            yield from (row for row in tree.children(child) if tree.label(row) == "tr")


def _position(tree: Tree, cell: int) -> int:
    """Return the column a cell begins at, as far as its own row tells."""
    before = (c for c in tree.children(tree.parents[cell]) if c < cell)
    return sum(_span(tree, c, "colspan") for c in before)


def _cell_of(tree: Tree, cell: Cell, depth: int) -> int | None:
    """Return the ``td`` or ``th`` at *depth* around a cell of the alignment: tables may nest."""
    node = first_node(cell)
    while node >= 0 and tree.depths[node] > depth:
        node = tree.parents[node]
    return node if node >= 0 and tree.label(node) in _CELLS else None


def _spans(tree: Tree, row: int) -> bool:
    return any(
        _span(tree, cell, "rowspan") > 1 or _span(tree, cell, "colspan") > 1
        for cell in tree.children(row)
    )


def _span(tree: Tree, cell: int, name: str) -> int:
    value = tree.attribute(cell, name)
    if value is None or not value.isdecimal():
        return 1
    # A span of 0 reaches to the end in HTML, and pages exist with spans of millions.
    return min(max(int(value), 1), _WIDEST)


def _text(tree: Tree, node: int) -> str:
    return text_of(tree, tree.subtree(node))
