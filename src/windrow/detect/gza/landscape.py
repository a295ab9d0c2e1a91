"""Tables on their side: each column is a record, and the first column names the values."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from windrow.detect.gza.rows import TokenRow
from windrow.detect.gza.tokens import Tokens
from windrow.tree import Tree
from windrow.tree.grid import rectangle

__all__ = ["transposed_rows"]

# How much better formats must agree along the rows than down the columns: chosen, not measured.
_MARGIN = 0.2


def transposed_rows(tree: Tree, tokens: Tokens, table: int) -> list[TokenRow]:
    """Return the columns of *table* as rows, without the headings; [] if it is upright.

    A table lies on its side when it is rectangular and its cells look more like those beside them
    than like those below them; the first row and the first column may be headings and are not
    counted.

    References
    ----------
    [gao2003] names such tables among its failures; this remedy is ours.
    """
    grid = rectangle(tree, table)
    if grid is None or len(grid) < 2 or len(grid[0]) < 3:
        return []
    formats = [[_format(tokens, cell) for cell in line] for line in grid]
    body = [line[1:] for line in formats]
    upright = [list(column) for column in zip(*body[1:], strict=True)]
    if _agreement(body) < _agreement(upright) + _MARGIN:
        return []
    turned = [list(column) for column in zip(*grid, strict=True)]
    looks = [list(column) for column in zip(*formats, strict=True)]
    heads = all(tree.label(cell) == "th" for cell in turned[0])
    if heads or _is_heading(looks):
        turned = turned[1:]
    return [TokenRow.of(tokens, *((cell, cell) for cell in column)) for column in turned]


def _format(tokens: Tokens, cell: int) -> str:
    """Return how the content of a cell looks: the format of its text, or else its tag."""
    alphabet = tokens.alphabet
    symbols = tokens.symbols[tokens.starts[cell] : tokens.ends[cell]]
    for symbol in symbols:
        if alphabet.features[symbol] < 0:
            return alphabet.tokens[symbol].second
    return "<" + alphabet.tokens[symbols[1]].name if len(symbols) > 2 else ""


def _agreement(lines: Sequence[Sequence[str]]) -> float:
    """Return how much neighbours look alike, 0 to 1."""
    values = [
        1.0 if one == other else 0.5 * (set(one) <= set(other) or set(other) <= set(one))
        for line in lines
        for one, other in pairwise(line)
        if one and other
    ]
    return sum(values) / len(values) if values else 0.0


def _is_heading(looks: Sequence[Sequence[str]]) -> bool:
    """Return whether the first line looks unlike the others wherever those look alike."""
    same = unlike = 0
    for first, *others in zip(*looks, strict=True):
        if len(set(others)) == 1 and first and others[0]:
            same += 1
            unlike += first != others[0]
    return same > 0 and 2 * unlike >= same
