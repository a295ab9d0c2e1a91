"""The lines of a text, and which of them are separate values.

``td(a"title" br "snippet" br font"url")`` is one text to the markup and three values to a reader,
because in every record the same elements begin the lines. An address of two to five lines is one
value: its lines look alike and vary in number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from windrow.kernels.align import pieces
from windrow.kernels.tree import runs as kernel
from windrow.median import median
from windrow.tree import Tree
from windrow.tree.markup import DECORATION, LABEL, PHRASES, is_inline, stable_class
from windrow.tree.runs import text_of
from windrow.tree.tree import TEXT_LABEL

__all__ = ["FEWEST", "PLAIN", "RARE", "STEADY", "Line", "LineColumn", "LineReader", "by_line"]

# Fewer records may have the same lines by chance: chosen, not measured.
FEWEST = 3
# A line that this share of the records has is steady: chosen, not measured.
STEADY = 0.8
# A line that fewer of the records have gets no separate column: chosen, not measured.
RARE = 0.1
# Lines that look alike and are longer are paragraphs, not values: chosen, not measured.
_PARAGRAPH = 100
# A number of lines is steady even if single records have this many more: chosen, not measured.
_MORE = 2

Mark: TypeAlias = tuple[str, bytes]
"""How a piece of a line looks: its label and class; or the words before its colon."""
PLAIN: Mark = (TEXT_LABEL, b"")
"""The mark of bare text."""
_LABELLED = b":"


class Line(NamedTuple):
    """Neighbouring nodes that hold a text, and how the line begins."""

    pieces: tuple[int, ...]
    mark: Mark
    label: str  # the words before its colon, if it begins with such
    length: int  # of the text of its first piece


@dataclass(frozen=True, slots=True)
class LineColumn:
    """Lines of the records that belong together; *rest*: each with all following lines."""

    lines: list[Line | None]
    rest: bool = False


class LineReader:
    """Reads the lines of runs of one tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._pieces = pieces.Pieces(
            tree.names,
            tree.labels,
            tree.sizes,
            tree.kinds,
            tree.texts,
            tree.attribute_starts,
            tree.attributes,
            tree.buffer,
            tree.attribute_numbers.get("class", -1),
            PLAIN,
            self._text,
            DECORATION.fullmatch,
            stable_class,
        )
        # How a node looks, its whole text, the marks of a line with numbers, and the lines of the
        # run that a node names: those lines that hold more than decoration.
        self.mark: Callable[[int], Mark] = self._pieces.mark
        self.text: Callable[[int], str] = self._pieces.text
        self.keys: Callable[[tuple[int, ...]], list[tuple[Mark, int]]] = self._pieces.keys
        self.lines = cache(self._lines)
        self._link = tree.label_numbers["a"]
        self._runs = kernel.BrokenRuns(
            tree.labels,
            tree.parents,
            tree.sizes,
            tree.inline,
            tree.label_numbers["br"],
            self._link,
        )

    def inside(self, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Return the pieces of the element that makes up a line; links stay whole."""
        if len(pieces) != 1 or self._tree.sizes[pieces[0]] == 1 or self._is_link(pieces[0]):
            return pieces
        line = self._line(self._tree.children(pieces[0]))
        return line.pieces if line else pieces

    def is_comma_between(self, first: int, second: int) -> bool:
        """Return whether there is a comma between two pieces, or at the end of the first."""
        tree = self._tree
        between = range(first + tree.sizes[first], second)
        return self.text(first).endswith(",") or any("," in tree.text(node) for node in between)

    def _lines(self, run: int) -> list[Line]:
        broken = self._runs.broken(run, is_inline(self._tree.label(run)))
        return [line for line in map(self._line, broken) if line is not None]

    def _text(self, node: int) -> str:
        return text_of(self._tree, self._tree.subtree(node))

    def _is_link(self, node: int) -> bool:
        return self._tree.labels[node] == self._link

    def _line(self, nodes: list[int]) -> Line | None:
        held, begin = self._pieces.line(nodes)
        if not held:
            return None
        mark = self.mark(held[0])
        is_text = mark[0] == TEXT_LABEL or mark[0] in PHRASES
        named = LABEL.match(begin) if is_text and (":" in begin or "：" in begin) else None
        if is_text and len(held) > 1:
            # A highlighted word at the beginning does not make it another kind of line.
            mark = PLAIN
        return Line(tuple(held), mark, named[1] if named else "", len(begin))


_Key: TypeAlias = tuple[Mark | None, int]
"""A mark that begins one line of a record; or the line above, and the position after it."""


def by_line(rows: Sequence[Sequence[Line]]) -> list[LineColumn] | None:
    """Return the columns of the records' lines; None if they are not steady."""
    there = [lines for lines in rows if lines]
    if len(there) < FEWEST or max(map(len, there)) < 2:
        return None
    labels = Counter[str]()
    # Mostly no line has one, which is cheap to see.
    if any(line.label for lines in there for line in lines):
        labels.update(label for lines in there for label in {line.label for line in lines})
    least = max(2, RARE * len(there))
    known = {label for label, count in labels.items() if label and count >= least}
    marks = [
        [(line.label, _LABELLED) if line.label in known else line.mark for line in lines]
        for lines in rows
    ]
    seen = Counter(mark for own in marks for mark in {*own})
    several = [own for own in marks if len({*own}) < len(own)]
    twice = Counter(mark for own in several for mark in {*own} if own.count(mark) > 1)
    single = {
        mark
        for mark, count in seen.items()
        if mark != PLAIN and count >= least and twice[mark] <= (1 - STEADY) * RARE * count
    }
    return _placed(rows, marks, single, {m for m in single if seen[m] >= STEADY * len(there)})


def _placed(
    rows: Sequence[Sequence[Line]], marks: list[list[Mark]], single: set[Mark], steady: set[Mark]
) -> list[LineColumn] | None:
    """Return the columns, given the marks of lines that a record has once, or mostly has."""
    while True:
        keys = [_keys(own, single, steady) for own in marks]
        loose = _loose(rows, keys)
        # A text of several lines reaches to the end of its element: nothing may follow it.
        behind = {
            key[0]
            for own in keys
            for place, one in enumerate(own)
            if one[1] > 1 and one[0] in loose
            for key in own[place + 1 :]
            if not key[1] and key[0] is not None
        }
        if not behind:
            break
        single, steady = single - behind, steady - behind
    if not single and loose:
        return None
    order: list[_Key] = []
    cells: dict[_Key, list[Line | None]] = {}
    # Texts of several lines begin below the line above; after a label, with that line.
    begins = {above: 0 if _is_label(above) else 1 for above in loose}
    for row, (lines, own) in enumerate(zip(rows, keys, strict=True)):
        before = 0
        for line, key in zip(lines, own, strict=True):
            if key[1] > begins.get(key[0], key[1]):
                continue
            if key not in cells:
                cells[key] = [None] * len(rows)
                order.insert(before, key)
            cells[key][row] = line
            before = order.index(key) + 1
    return [LineColumn(cells[key], begins.get(key[0]) == key[1]) for key in order]


def _keys(marks: Sequence[Mark], single: set[Mark], steady: set[Mark]) -> list[_Key]:
    """Return the keys of a record's lines."""
    above: Mark | None = None
    count = 0
    met: set[Mark] = set()
    found: list[_Key] = []
    for mark in marks:
        if mark in single and mark not in met:
            met.add(mark)
            found.append((mark, 0))
            if mark in steady:
                above, count = mark, 0
        else:
            count += 1
            found.append((above, count))
    return found


def _is_label(mark: Mark | None) -> bool:
    return mark is not None and mark[1] == _LABELLED


def _loose(rows: Sequence[Sequence[Line]], keys: Sequence[Sequence[_Key]]) -> set[Mark | None]:
    """Return the lines above those that vary in number, or are paragraphs."""
    counts: dict[Mark | None, list[int]] = {}
    lengths: dict[Mark | None, list[int]] = {}
    for lines, own in zip(rows, keys, strict=True):
        here: dict[Mark | None, int] = {}
        for line, (above, count) in zip(lines, own, strict=True):
            if count:
                here[above] = here.get(above, 0) + 1
                lengths.setdefault(above, []).append(line.length)
        for above, count in here.items():
            counts.setdefault(above, []).append(count)
    found = set()
    for above, many in counts.items():
        usual, times = Counter(many).most_common(1)[0]
        is_steady = times >= STEADY * len(many) and max(many) <= usual + _MORE
        is_long = median(lengths[above]) > _PARAGRAPH
        if (max(many) > 1 and (is_long or not is_steady)) or (is_long and _is_label(above)):
            found.add(above)
    return found
