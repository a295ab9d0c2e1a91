"""Prices that are set in several elements: ``$32`` and a small, raised ``59`` are one value."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.align.lines import STEADY
from windrow.model import Alignment, Cell, Field, Row
from windrow.tree import Tree
from windrow.tree.runs import text_of
from windrow.tree.tree import TEXT

__all__ = ["join_prices"]

_PRICE = re.compile(r"[$£¥\u20a0-\u20bf]\s?\d{1,3}(?:[.,]?\d{3})*[.,]\d\d")


def join_prices(alignment: Alignment) -> Alignment:
    """Return *alignment* with the pieces of a price in one column.

    >>> from windrow.align.partial import align
    >>> tree = Tree.from_text('ul(li(b(i"$32" sup"59") u"A") li(b(i"$8" sup"99") u"B"))')
    >>> print(join_prices(align(tree, [(1,), (6,)])))
    $32.59 | A
    $8.99  | B
    """
    tree = alignment.tree
    for column, place in enumerate(alignment.fields):
        if place.kind != "text" or not _are_decimals(tree, alignment.rows, column):
            continue
        prices = [_price(tree, row[column]) for row in alignment.rows]
        missing = [row[column] for row in alignment.rows].count(None)
        if len(prices) - prices.count(None) >= STEADY * (len(prices) - missing):
            return join_prices(_with_prices(alignment, column, prices))
    return alignment


def _are_decimals(tree: Tree, rows: Sequence[Row], column: int) -> bool:
    """Return whether the cells of a column are two digits each."""
    texts, buffer = tree.texts, tree.buffer
    found = False
    for row in rows:
        cell = row[column]
        if isinstance(cell, int):
            start, end = texts[2 * cell], texts[2 * cell + 1]
            if end - start != 2 or not buffer[start:end].isdigit():
                return False
            found = True
    return found


def _price(tree: Tree, cell: Cell) -> int | None:
    """Return the node that holds a price and nothing else, of which *cell* is the decimals."""
    if not isinstance(cell, int):
        return None
    node = tree.parents[cell]
    while node >= 0 and sum(bool(tree.kinds[below] & TEXT) for below in tree.subtree(node)) < 2:
        node = tree.parents[node]
    return node if node >= 0 and _PRICE.fullmatch(text_of(tree, tree.subtree(node))) else None


def _with_prices(alignment: Alignment, column: int, prices: Sequence[int | None]) -> Alignment:
    """Return *alignment* with *prices* in the place of the columns of their pieces."""
    tree = alignment.tree

    def is_piece(cell: Cell, price: int | None) -> bool:
        return isinstance(cell, int) and price is not None and cell in tree.subtree(price)

    pairs = [*zip(alignment.rows, prices, strict=True)]
    gone = {
        k
        for k, place in enumerate(alignment.fields)
        if place.kind == "text"
        and k != column
        and any(is_piece(row[k], price) for row, price in pairs)
        and all(row[k] is None or is_piece(row[k], price) for row, price in pairs)
    }
    kept = [k for k in range(len(alignment.fields)) if k not in gone]
    path = alignment.fields[column].path.rpartition("/")[0]
    joined = Field("part", path, None in prices)
    return Alignment(
        tree,
        tuple(joined if k == column else alignment.fields[k] for k in kept),
        tuple(tuple(price if k == column else row[k] for k in kept) for row, price in pairs),
    )
