"""Lines up the rows of a table: token columns, their pattern, the table of items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

from windrow.detect.gza.pattern import MISSING, Pattern, PatternPart, generalise
from windrow.detect.gza.rows import Comparison, TokenRow
from windrow.detect.gza.tokens import Tokens
from windrow.detect.score import item_path
from windrow.model import Alignment, Field
from windrow.tree import Kind, Tree
from windrow.tree.tree import KIND_BITS, TEXT

__all__ = ["ItemPlace", "columns", "items", "line_up"]

# How many columns after its left neighbour a token looks for one of its own kind: chosen, not
# measured.
_REACH = 64
_ORDER: dict[Kind, int] = {kind: bit for bit, kind in KIND_BITS}
_MOST_CELLS = 4_000_000  # of a table, a bound for hostile pages: chosen, not measured


def columns(
    comparison: Comparison, rows: Sequence[TokenRow], key: Callable[[TokenRow, int], object]
) -> list[list[int]]:
    """Return the column of every token of every row; columns are numbered from left to right.

    Each row is aligned with a similar one shortly before it, and a token takes the column of its
    partner. A token without a partner opens a column right after that of its left neighbour,
    unless a column of the same *key* (of row and place in the row) is free there already: so two
    rows with an optional part share its column although the rows between them lack it.

    References
    ----------
    [gao2003] does not say how more than two rows are lined up.
    """
    following, keys = [0], [None]  # a ring of columns; 0 is the seam
    lined: list[list[int]] = []
    for k, row in enumerate(rows):
        partners: dict[int, int] = {}
        if k:
            model = _model(comparison, rows, k)
            pairs = comparison.align(rows[model], row).pairs
            partners = {j: lined[model][i] for i, j in pairs if i >= 0 <= j}
        lined.append(_place(row, partners, following, keys, key))
    order: dict[int, int] = {}
    column = following[0]
    while column:
        order[column] = len(order)
        column = following[column]
    return [[order[column] for column in row] for row in lined]


def _model(comparison: Comparison, rows: Sequence[TokenRow], k: int) -> int:
    for other in range(k - 1, max(k - 4, -1), -1):
        if comparison.similar(rows[other], rows[k]):
            return other
    return k - 1


def _place(
    row: TokenRow,
    partners: dict[int, int],
    following: list[int],
    keys: list[Any],
    key: Callable[[TokenRow, int], object],
) -> list[int]:
    found: list[int] = []
    left = 0
    right = _next_partners(len(row.symbols), partners)
    for place in range(len(row.symbols)):
        column = partners.get(place, 0)
        if not column:
            own = key(row, place)
            column = _waiting(following, keys, own, left, right[place])
            if not column:
                column = len(following)
                following.append(following[left])
                following[left] = column
                keys.append(own)
        found.append(column)
        left = column
    return found


def _next_partners(count: int, partners: dict[int, int]) -> list[int]:
    """Return for each token the next column that its row certainly takes; 0 for the end."""
    found = [0] * count
    right = 0
    for place in reversed(range(count)):
        found[place] = right
        right = partners.get(place, right)
    return found


def _waiting(following: list[int], keys: list[Any], own: object, left: int, right: int) -> int:
    column = following[left]
    for _ in range(_REACH):
        if column in (0, right):
            return 0
        if keys[column] == own:
            return column
        column = following[column]
    return 0


ItemPlace = tuple[int, Kind, int]
"""A column, which kind of item of its tokens, and which piece of a text in several pieces."""


def line_up(
    tree: Tree,
    tokens: Tokens,
    comparison: Comparison,
    rows: Sequence[TokenRow],
    paths: Sequence[int],
    *,
    links_images: bool,
    length_ranges: bool,
) -> tuple[Alignment, Pattern, tuple[ItemPlace, ...]]:
    """Return the table of the items of *rows*, their pattern, and where in it the fields are.

    *paths* are a number for every node, equal for nodes with the same path of labels.
    """
    features = tokens.alphabet.features

    def key(row: TokenRow, place: int) -> object:
        feature = features[row.symbols[place]]
        return paths[tokens.nodes[row.places[place]]], -1 if feature < 0 else feature & 1

    lined = columns(comparison, rows, key)
    found = [
        items(tree, tokens, row, places, links_images=links_images)
        for row, places in zip(rows, lined, strict=True)
    ]
    places, fields = _fields(tree, rows, found)
    cells = tuple(tuple(cell.get(place) for place in places) for cell in found)
    pattern = Pattern(_parts(tokens, rows, lined, length_ranges))
    return Alignment(tree, fields, cells), pattern, places


def _fields(
    tree: Tree, rows: Sequence[TokenRow], found: Sequence[dict[ItemPlace, int]]
) -> tuple[tuple[ItemPlace, ...], tuple[Field, ...]]:
    """Return the places that hold items in any row, in table order, and what they are called."""
    first: dict[ItemPlace, tuple[TokenRow, int]] = {}
    counts: Counter[ItemPlace] = Counter()
    for row, cells in zip(rows, found, strict=True):
        counts.update(list(cells))
        for place, node in cells.items():
            first.setdefault(place, (row, node))
    # Rows of a hostile page that share nothing would need a column for every item.
    kept = counts.most_common(max(_MOST_CELLS // len(rows), 1))
    places = sorted((place for place, _ in kept), key=lambda p: _rank(tree, p, first[p][1]))
    fields = []
    for place in places:
        row, node = first[place]
        fields.append(Field(place[1], item_path(tree, row.nodes, node), counts[place] < len(rows)))
    return tuple(places), tuple(fields)


def _rank(tree: Tree, place: ItemPlace, node: int) -> tuple[int, int, int]:
    column, kind, piece = place
    # The address of a link is in its tag, before its text; readers want it after the text.
    if kind != "text" and tree.kinds[node] & TEXT:
        column += 1
    return column, _ORDER[kind], piece


def _parts(
    tokens: Tokens, rows: Sequence[TokenRow], lined: list[list[int]], length_ranges: bool
) -> tuple[PatternPart, ...]:
    seen: list[dict[int, int]] = [{} for _ in range(1 + max(max(row) for row in lined))]
    for row, places in zip(rows, lined, strict=True):
        for symbol, column in zip(row.symbols, places, strict=True):
            seen[column][symbol] = seen[column].get(symbol, 0) + 1
    parts = []
    for symbols in seen:
        found = [
            PatternPart.of(tokens.alphabet.tokens[symbol], length_ranges=length_ranges)
            for symbol in symbols
        ]
        if sum(symbols.values()) < len(rows):
            found.append(MISSING)
        parts.append(reduce(generalise, found))
    return tuple(parts)


def items(
    tree: Tree, tokens: Tokens, row: TokenRow, lined: Sequence[int], *, links_images: bool
) -> dict[ItemPlace, int]:
    """Return the nodes that hold the items of a row whose tokens are in the columns *lined*."""
    features = tokens.alphabet.features
    found: dict[ItemPlace, int] = {}
    for symbol, place, column in zip(row.symbols, row.places, lined, strict=True):
        node = tokens.nodes[place]
        if features[symbol] < 0:
            for piece, part in enumerate(_pieces(tree, node)):
                found[column, "text", piece] = part
        elif links_images and not features[symbol] & 1 and tree.kinds[node] > 1:
            found |= {
                (column, kind, 0): node for bit, kind in KIND_BITS[1:] if tree.kinds[node] & bit
            }
    return found


def _pieces(tree: Tree, node: int) -> Iterable[int]:
    """Return the nodes that hold the text of *node*: itself, or its parts around stressed words."""
    if tree.kinds[node] & TEXT:
        return (node,)
    return [part for part in tree.subtree(node) if tree.kinds[part] & TEXT]
