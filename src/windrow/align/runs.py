"""Columns that are pieces of one run of text become one column.

Highlighted words, links inside a sentence and the like cut a text into several items. To a reader
they are one, and a column for every piece would be meaningless. Elements side by side
without bare text among them (a price, a stock note) are not such pieces: each keeps its column.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from windrow.align.lines import LineReader
from windrow.align.pieces import PieceColumn, cut_runs
from windrow.align.prices import join_prices
from windrow.kernels.align import cells as cell_kernel
from windrow.kernels.tree import runs as kernel
from windrow.model import Alignment, Cell, Field, Record, Row
from windrow.tree import Tree
from windrow.tree.tree import TEXT_LABEL

__all__ = ["merge_runs"]

# A column consists of pieces if this share of its cells is bare text beside elements: chosen, not
# measured.
_PIECES = 0.1
# A column holds labels, or items of a list, if this share of its cells ends with a colon or comma;
# this many labels in one run are a list of pairs. Chosen, not measured.
_ENDING = 0.6
# This many rows are checked first: chosen, not measured.
_GLANCE = 8
_PAIRS = 2
_COLON, _COMMA = ord(":"), ord(",")
# Signs between texts that belong to neither; other signs also occur in dates, prices and names.
_SEPARATORS = frozenset("|·•∙»«›‹>→")
_DASHES = frozenset("-–—")
# White space on both sides: by definition, see `Tree.spacing`.
_SPACED = 3


def merge_runs(alignment: Alignment, records: Sequence[Record]) -> Alignment:
    """Return *alignment* of *records* with the pieces of a run of text in one column.

    >>> tree = Tree.from_text('ul(li("Hay " b"rake") li(b"Hay" " fork"))')
    >>> from windrow.align.partial import align
    >>> print(merge_runs(align(tree, [(1,), (4,)]), [(1,), (4,)]))
    Hay rake
    Hay fork
    """
    alignment = join_prices(alignment)
    starts = [min(record) for record in records]
    if len(starts) != len(alignment.rows):
        # Nested rows were expanded, so the record of a row is no longer known.
        starts = [0] * len(alignment.rows)
    fields, rows = _merged(alignment.tree, starts, alignment.fields, alignment.rows)
    return Alignment(alignment.tree, fields, rows)


def _merged(
    tree: Tree, starts: list[int], fields: tuple[Field, ...], rows: tuple[Row, ...]
) -> tuple[tuple[Field, ...], tuple[Row, ...]]:
    texts = [column for column, place in enumerate(fields) if place.kind == "text"]
    # Many of their cells are not separate elements.
    pieces = cell_kernel.labelled(rows, texts, tree.labels, tree.label_numbers[TEXT_LABEL], _PIECES)
    commas = _ending(tree, texts, rows, _COMMA)
    if not (pieces or commas) and not any(place.kind == "rows" for place in fields):
        return fields, rows
    runs = (
        kernel.cell_runs(rows, starts, texts, tree.runs, tree.blocks)
        if pieces or commas
        else [{}] * len(rows)
    )
    separators = _separators(tree, rows, pieces)
    group_of = _groups(tree, rows, runs, _Between(pieces - separators, separators, commas))
    several = len(set(group_of)) < len(group_of)
    pairs = _lists(runs, _ending(tree, texts, rows, _COLON)) if several else set()
    members: dict[int, list[int]] = defaultdict(list)
    for column in range(len(fields)):
        members[group_of[column]].append(column)
    new_fields: list[Field] = []
    new_columns: list[Sequence[Cell]] = []
    columns = list(zip(*rows, strict=True)) or [()] * len(fields)
    given: set[tuple[int, str, Cell]] = set()
    reader: LineReader | None = None
    for column, place in enumerate(fields):
        group = members[group_of[column]]
        if group[0] != column or column in separators:
            continue
        if len(group) == 1:
            own, alone = _alone(tree, starts, place, columns[column])
            new_fields.append(own)
            new_columns.append(alone)
        else:
            reader = reader or LineReader(tree)
            joined = _joined(group, runs)
            cuts = [cut for own_runs in joined for cut in cut_runs(tree, own_runs, reader)]
            for cut in _not_given(cuts, given):
                path = _path(tree, fields, group, rows, cut) or place.path
                new_fields.append(Field(cut.kind, path, None in cut.cells))
                new_columns.append(cut.cells)
            # For a list of labels and values, both the pieces and the whole are kept.
            for piece in group if pairs.intersection(group) else ():
                new_fields.append(fields[piece])
                new_columns.append(columns[piece])
    new_rows = tuple(zip(*new_columns, strict=True)) if new_columns else tuple(() for _ in rows)
    return tuple(new_fields), new_rows


def _not_given(cuts: list[PieceColumn], given: set[tuple[int, str, Cell]]) -> Iterator[PieceColumn]:
    """Yield the columns with a text that is not *given* yet, and add their texts to these.

    In "See <em>this</em> <code>that</code> first" nothing but a space is between the elements, but
    each of them is joined with words of the same run: two groups of columns have the same text.
    """
    for cut in cuts:
        own = {(k, cut.kind, cell) for k, cell in enumerate(cut.cells) if cell is not None}
        if not own <= given:
            given |= own
            yield cut


def _separators(tree: Tree, rows: tuple[Row, ...], pieces: set[int]) -> set[int]:
    """Return those of *pieces* that only separate others, such as ``|``, or a dash with spaces."""
    found = set()
    for column in pieces:
        cells = (cell for row in rows if isinstance(cell := row[column], int))
        if all(_is_separator(tree, cell) for cell in cells):
            found.add(column)
    return found


def _is_separator(tree: Tree, cell: int) -> bool:
    text = tree.text(cell)
    # "3-4" is one value, "3 - 4" may be two.
    return text in _SEPARATORS or (text in _DASHES and tree.spacing[cell] == _SPACED)


def _ending(tree: Tree, texts: list[int], rows: tuple[Row, ...], sign: int) -> set[int]:
    """Return the columns of words like "Size:" or "Red,", after which the text continues."""
    # Nearly always a few rows are enough to exclude a column.
    return cell_kernel.ending_with(sign, rows, texts, tree.texts, tree.buffer, _ENDING, _GLANCE)


def _lists(runs: list[dict[int, int]], labels: set[int]) -> set[int]:
    """Return the *labels* that share a run with others: "Size: 3 MB Files: 2" is a list of pairs.

    A single label and its value stay one text; naming the column removes the label.
    """
    found: set[int] = set()
    for row in runs if len(labels) >= _PAIRS else ():
        together = Counter(run for column, run in row.items() if column in labels)
        found |= {column for column in labels & row.keys() if together[row[column]] >= _PAIRS}
    return found


class _Between(NamedTuple):
    """Columns that show how others are connected."""

    words: set[int]  # bare text beside elements
    separators: set[int]  # signs between elements
    commas: set[int]  # texts that end with a comma


def _groups(
    tree: Tree, rows: tuple[Row, ...], runs: list[dict[int, int]], between: _Between
) -> list[int]:
    """Return a group for every column; columns mostly found in one run share one.

    Elements with separators or commas between them share one if they are alike, as the links of a
    list of categories are.
    """
    words, separators, commas = between
    # Most pages have neither, and the kernel knows only words.
    same = {} if separators or commas else cell_kernel.neighbours(runs, words)
    for cells, row in zip(rows, runs, strict=True) if separators or commas else ():
        last: dict[int, int] = {}  # run -> the last column that is in it
        apart: dict[int, int] = {}  # run -> the separator since that
        for column, run in row.items():
            if column in separators:
                apart[run] = column
                continue
            before = last.get(run)
            last[run] = column
            separator = apart.pop(run, None)
            if before is None:
                continue
            listed = separator is not None or (commas and _last(tree, cells[before]) == _COMMA)
            alike = listed and _are_alike(tree, cells[before], cells[column])
            if alike or before in words or column in words:
                same[before, column] = same.get((before, column), 0) + 1
    group_of = list(range(len(rows[0])))
    members = [[column] for column in group_of]
    for (first, second), count in sorted(same.items()):
        old, new = group_of[second], group_of[first]
        if old != new and (
            2 * count >= len(runs)
            or 2 * count >= sum([first in row and second in row for row in runs])
        ):
            if len(members[old]) > len(members[new]):
                old, new = new, old
            members[new] += members[old]
            for column in members[old]:
                group_of[column] = new
    return group_of


def _last(tree: Tree, cell: Cell) -> int:
    """Return the last byte of a text."""
    assert isinstance(cell, int)
    texts = tree.texts
    return tree.buffer[max(texts[2 * cell + 1] - 1, texts[2 * cell])]


def _are_alike(tree: Tree, first: Cell, second: Cell) -> bool:
    assert isinstance(first, int)
    assert isinstance(second, int)
    same = tree.labels[first] == tree.labels[second]
    return same and tree.attribute(first, "class") == tree.attribute(second, "class")


def _joined(group: list[int], runs: list[dict[int, int]]) -> list[list[Cell]]:
    """Return the runs of a group of columns: mostly one per row, more if a row has several."""
    found = cell_kernel.distinct(runs, group)
    width = max(map(len, found), default=0)
    return [[row[k] if k < len(row) else None for row in found] for k in range(width)]


def _path(
    tree: Tree, fields: tuple[Field, ...], group: list[int], rows: tuple[Row, ...], cut: PieceColumn
) -> str:
    """Return the path of the first column of a *group* that is in the cells of *cut*."""
    for row, cell in zip(rows, cut.cells, strict=True):
        if isinstance(cell, int):
            first, end = cell, cell + tree.sizes[cell]
            inside = (c for c in group if isinstance(own := row[c], int) and first <= own < end)
            column = next(inside, None)
            if column is not None:
                return fields[column].path
    return ""


def _alone(
    tree: Tree, starts: list[int], place: Field, cells: Sequence[Cell]
) -> tuple[Field, Sequence[Cell]]:
    if place.kind != "rows":
        return place, cells
    # All rows of all records together, so that the inner columns are the same everywhere.
    every = tuple(row for cell in cells if isinstance(cell, tuple) for row in cell)
    if not every:
        return place, cells
    pairs = zip(starts, cells, strict=True)
    owners = [start for start, cell in pairs if isinstance(cell, tuple) for _ in cell]
    fields, rows = _merged(tree, owners, place.fields, every)
    rest = iter(rows)
    inner = [tuple(next(rest) for _ in cell) if isinstance(cell, tuple) else cell for cell in cells]
    return Field("rows", place.path, place.optional, fields), inner
