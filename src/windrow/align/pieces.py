"""Cuts runs of text at places that all records share: lines, numbers, links before a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from windrow.align.joints import is_one_value, jointed
from windrow.align.lines import (
    FEWEST,
    PLAIN,
    RARE,
    STEADY,
    Line,
    LineColumn,
    LineReader,
    Mark,
    by_line,
)
from windrow.model import Cell
from windrow.tree import Tree
from windrow.tree.grid import rows_of, table_of
from windrow.tree.markup import PHRASES, is_inline
from windrow.tree.runs import Extent, extent, run_nodes

__all__ = ["PieceColumn", "cut_runs"]

# Labels of texts that are one value, even with several lines.
_WHOLE = frozenset(("a", "address"))
# This many records are checked first: chosen, not measured.
_GLANCE = 8
# A table of data has at least this many columns: chosen, not measured.
_CELLS = 3
_NUMBER = re.compile(r"\W*(\d{1,6})\W*")


class PieceColumn(NamedTuple):
    """A column that was cut from a run: the extent of its cells, and the cells."""

    kind: Extent | Literal["text"]
    cells: list[Cell]


def cut_runs(
    tree: Tree, runs: Sequence[Cell], reader: LineReader | None = None
) -> list[PieceColumn]:
    """Return the columns of a column of *runs*; just one if no cut is steady.

    A *reader* that has read other runs of the tree knows what they share.

    >>> tree = Tree.from_text('ul(li(a"Ant" br "1 mm") li(a"Bee" br "9 mm") li(a"Cow" br "2 m"))')
    >>> [[tree.text(cell) for cell in cut.cells] for cut in cut_runs(tree, [1, 5, 9])]
    [['Ant', 'Bee', 'Cow'], ['1 mm', '9 mm', '2 m']]
    """
    whole = [PieceColumn("run", [*runs])]
    there = [run for run in runs if isinstance(run, int)]
    if len(there) < FEWEST or any(_is_one_thing(tree, run) for run in there[:FEWEST]):
        return whole
    reader = reader or LineReader(tree)
    # A few records are enough to recognise sentences, which cannot be cut.
    first = [reader.lines(run) for run in there[:_GLANCE]]
    if all(_is_sentence(reader, lines) for lines in first) and not jointed(
        reader, [lines[0].pieces for lines in first]
    ):
        return whole
    rows = [reader.lines(run) if isinstance(run, int) else [] for run in runs]
    if _is_headed(tree, there[0]) and _are_alike(reader, rows):
        return whole
    columns = by_line(rows)
    if columns is None:
        if any(len(lines) > 1 for lines in rows):
            return whole
        columns = [LineColumn([lines[0] if lines else None for lines in rows])]
    found = [cut for column in columns for cut in _pieces(reader, column)]
    return [_plainest(tree, cut) for cut in found] if len(found) > 1 else whole


def _is_headed(tree: Tree, node: int) -> bool:
    """Return whether a text is in one of several cells below a row of ``th``."""
    while node >= 0 and tree.label(node) != "td":
        node = tree.parents[node]
    if node < 0 or len(tree.children(tree.parents[node])) < _CELLS:
        return False
    table = table_of(tree, node)
    first = next(rows_of(tree, table), -1) if table >= 0 else -1
    heads = tree.children(first) if first >= 0 else []
    return len(heads) >= _CELLS and all(tree.label(head) == "th" for head in heads)


def _are_alike(reader: LineReader, rows: Sequence[Sequence[Line]]) -> bool:
    """Return whether the lines are bare texts of one kind: words all, or numbers all.

    What a header names once is one value then, as an address is.
    """
    kinds: dict[int, list[bool]] = {}
    for lines in rows:
        for place, line in enumerate(lines):
            if line.mark != PLAIN or line.label or len(line.pieces) > 1:
                return False
            text = reader.text(line.pieces[0])
            digits = sum(map(str.isdigit, text))
            kinds.setdefault(place, []).append(digits > sum(map(str.isalpha, text)))
    return len({2 * sum(some) > len(some) for some in kinds.values()}) == 1


def _is_sentence(reader: LineReader, lines: Sequence[Line]) -> bool:
    """Return whether there is just one line, which begins with bare text other than a number."""
    if len(lines) != 1 or reader.mark(lines[0].pieces[0]) != PLAIN:
        return False
    return not _NUMBER.fullmatch(reader.text(lines[0].pieces[0]))


def _plainest(tree: Tree, cut: PieceColumn) -> PieceColumn:
    """Return a column as single nodes if possible: they are easier to find again."""
    sizes = tree.sizes
    nodes = [cell for cell in cut.cells if isinstance(cell, int)]
    if cut.kind == "text" or any(_is_longer(tree, node, cut.kind) for node in nodes):
        return cut
    alone = max([sizes[node] for node in nodes], default=1) == 1
    return PieceColumn("text" if alone else "part", cut.cells)


def _is_longer(tree: Tree, node: int, kind: Extent) -> bool:
    """Return whether a text goes on after the node that names it."""
    end = node + tree.sizes[node]
    if kind == "run" and (end == len(tree) or not tree.inline[end]):
        # Only inline siblings could continue it, which is cheaper to see.
        return False
    return extent(tree, node, kind).stop > end


def _is_one_thing(tree: Tree, node: int) -> bool:
    """Return whether a run is the text of one link, or an address."""
    if tree.inline[node] and len(run_nodes(tree, node)) > tree.sizes[node]:
        # The run begins with this node and continues after it.
        node = tree.parents[node]
    while is_inline(tree.label(node)) and tree.label(node) not in _WHOLE:
        node = tree.parents[node]
    return tree.label(node) in _WHOLE


def _pieces(reader: LineReader, column: LineColumn) -> list[PieceColumn]:
    """Return the columns of one line: a number, an element before a text, and the rest."""
    left = [line.pieces if line else () for line in column.lines]
    if not column.rest and (cut := jointed(reader, left)):
        return [PieceColumn("part", cells) for cells in cut]
    if is_one_value(reader, left):
        return [PieceColumn("run", [pieces[0] if pieces else None for pieces in left])]
    found: list[PieceColumn] = []
    for mark in () if column.rest else _leading(reader, [pieces for pieces in left if pieces]):
        cells: list[Cell] = [None] * len(left)
        for row, pieces in enumerate(left):
            own = reader.mark(pieces[0]) if pieces else None
            # A line of bare text counts as the leading element: a title without its link.
            if own == mark or (own == PLAIN and len(pieces) == 1 and not found):
                cells[row], left[row] = pieces[0], pieces[1:]
        found.append(PieceColumn("part", cells))
    kind: Extent = "rest" if column.rest else "run"
    return [*found, PieceColumn(kind, [pieces[0] if pieces else None for pieces in left])]


def _leading(reader: LineReader, rows: Sequence[tuple[int, ...]]) -> Iterator[Mark]:
    """Yield the marks of the pieces that most of *rows* begin with and that are values."""
    number = _mark(reader, rows)
    if number and _counts_up([reader.text(p[0]) for p in rows if reader.mark(p[0]) == number]):
        yield number
        rows = [pieces[1:] for pieces in rows if len(pieces) > 1]
    mark = _mark(reader, rows)
    if mark is None or mark == PLAIN:
        return
    own = [pieces for pieces in rows if reader.mark(pieces[0]) == mark]
    if sum(len(p) > 1 and reader.mark(p[1]) == mark for p in own) > RARE * len(own):
        # It is the first of a list.
        return
    texts = [reader.text(pieces[0]) for pieces in own]
    # Highlighted words repeat, and a label belongs to the value it names.
    is_value = mark[0] not in PHRASES or len({*texts}) >= STEADY * len(texts)
    if is_value and sum(text.endswith((":", "：")) for text in texts) < RARE * len(texts):
        yield mark


def _mark(reader: LineReader, rows: Sequence[tuple[int, ...]]) -> Mark | None:
    """Return the mark that most of *rows* begin with, if something follows in many of them."""
    if sum(len(pieces) > 1 for pieces in rows) < max(2, RARE * len(rows)):
        return None
    mark, count = Counter(reader.mark(pieces[0]) for pieces in rows).most_common(1)[0]
    return mark if count >= STEADY * len(rows) else None


def _counts_up(texts: Sequence[str]) -> bool:
    """Return whether *texts* are 1, 2, 3 ... or other consecutive numbers, with few exceptions."""
    found = [_NUMBER.fullmatch(text) for text in texts]
    numbers = [int(match[1]) for match in found if match]
    steps = [after - before for before, after in pairwise(numbers)]
    return len(numbers) >= FEWEST and steps.count(1) + 1 >= STEADY * len(texts)
