"""Prices that are set in several elements: ``$32`` and a small, raised ``59`` are one value."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from windrow.align.lines import STEADY
from windrow.kernels.align import cells as kernel
from windrow.model import Alignment, Cell, Field
from windrow.tree import Tree
from windrow.tree.runs import text_of
from windrow.tree.tree import TEXT

__all__ = ["join_prices"]

# The maximum number of nodes of a price: chosen, not measured.
_LARGEST = 12
_PRICE = re.compile(r"[$£¥\u20a0-\u20bf]\s?\d{1,3}(?:[.,]?\d{3})*[.,]\d\d")


def join_prices(alignment: Alignment) -> Alignment:
    """Return *alignment* with the pieces of a price in one column.

    >>> from windrow.align.partial import align
    >>> tree = Tree.from_text('ul(li(b(i"$32" sup"59") u"A") li(b(i"$8" sup"99") u"B"))')
    >>> print(join_prices(align(tree, [(1,), (6,)])))
    $32.59 | A
    $8.99  | B
    """
    tree, found = alignment.tree, dict[int, list[int | None]]()
    texts = [column for column, place in enumerate(alignment.fields) if place.kind == "text"]
    for column in kernel.decimals(alignment.rows, texts, tree.texts, tree.buffer):
        prices = [_price(tree, row[column]) for row in alignment.rows]
        missing = [row[column] for row in alignment.rows].count(None)
        if len(prices) - prices.count(None) >= STEADY * (len(prices) - missing):
            found[column] = prices
    return _with_prices(alignment, found) if found else alignment


def _price(tree: Tree, cell: Cell) -> int | None:
    """Return the node that holds only a price, whose decimals are *cell*."""
    if not isinstance(cell, int):
        return None
    node = tree.parents[cell]
    while node >= 0 and tree.sizes[node] <= _LARGEST and not _has_texts(tree, node):
        node = tree.parents[node]
    if node < 0 or tree.sizes[node] > _LARGEST:
        return None
    return node if _PRICE.fullmatch(text_of(tree, tree.subtree(node))) else None


def _has_texts(tree: Tree, node: int) -> bool:
    """Return whether there are two texts or more below a node."""
    return sum(bool(tree.kinds[below] & TEXT) for below in tree.subtree(node)) > 1


def _with_prices(alignment: Alignment, found: Mapping[int, Sequence[int | None]]) -> Alignment:
    """Return *alignment* with the prices that were found in the place of their pieces."""
    tree, rows = alignment.tree, alignment.rows
    pieces = [
        {part for prices in found.values() if (price := prices[k]) is not None
         for part in tree.subtree(price)}
        for k in range(len(rows))
    ]  # fmt: skip
    kept = [
        k
        for k, place in enumerate(alignment.fields)
        if k in found
        or place.kind != "text"
        or not any(row[k] in own for row, own in zip(rows, pieces, strict=True))
        or any(
            row[k] is not None and row[k] not in own for row, own in zip(rows, pieces, strict=True)
        )
    ]
    fields = [
        Field("part", place.path.rpartition("/")[0], None in found[k]) if k in found else place
        for k in kept
        for place in [alignment.fields[k]]
    ]
    cells = [
        tuple(found[k][number] if k in found else row[k] for k in kept)
        for number, row in enumerate(rows)
    ]
    return Alignment(tree, tuple(fields), tuple(cells))
