"""Fields or cards: whether the cells of a row are columns of a table, or records of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from windrow.match.generalized import GeneralizedMatching
from windrow.tree import Tree
from windrow.tree.grid import HeaderRows, rows_of, table_of
from windrow.tree.markup import CELLS

__all__ = ["Cells", "as_cards"]

# A header is looked for in this many rows of a table: chosen, not measured.
_LOOK_AHEAD = 24


class Cells:
    """Distinguishes cards from fields.

    Beyond [jindal2010], whose main error is to take fields for a list. A cell is a field if it says
    one thing, or if its column has a name: a header above it, or a text that all its cells begin
    with and other columns do not. Cells that are built alike and say several things each are cards.
    """

    def __init__(self, matching: GeneralizedMatching) -> None:
        self._matching, self._tree = matching, matching.tree
        self._headers = HeaderRows(matching.tree)
        self._headed: dict[int, bool] = {}

    def are_cards(self, rows: Iterable[Sequence[int]]) -> bool:
        """Return whether the nodes with content in *rows* of siblings are cards, several a row."""
        tree = self._tree
        first = -1
        columns: dict[int, list[str]] = {}
        several = False
        for row in rows:
            cells = [(column, cell) for column, cell in enumerate(row) if tree.has_items(cell)]
            several |= len(cells) > 1
            for column, cell in cells:
                first = cell if first < 0 else first
                said = self._first_of_several(cell) if self._is_like(first, cell) else None
                if said is None:
                    return False
                columns.setdefault(column, []).append(said)
        return several and not self._has_header(first) and not _have_names([*columns.values()])

    def _is_like(self, first: int, cell: int) -> bool:
        tree, matching = self._tree, self._matching
        if tree.label(cell) not in CELLS or tree.labels[first] != tree.labels[cell]:
            return False
        return first == cell or matching.similarity(first, cell) > matching.tau1

    def _first_of_several(self, cell: int) -> str | None:
        """Return the first text of *cell*; None if it does not say several things.

        A text with marks in it is one thing, and so is a link with what it holds.
        """
        tree, counts = self._tree, self._matching.counts
        leaves = [n for n in tree.subtree(cell) if counts[n] == 1 and tree.has_items(n)]
        if len(leaves) < 2:
            return None
        inside = range(leaves[0], leaves[0] + tree.sizes[leaves[0]])
        return next((text for node in inside if (text := tree.text(node))), "")

    def _has_header(self, cell: int) -> bool:
        table = table_of(self._tree, cell)
        found = self._headed.get(table)
        if found is None:
            rows = [*rows_of(self._tree, table)][:_LOOK_AHEAD] if table >= 0 else []
            found = self._headed[table] = bool(self._headers.among(rows))
        return found


def as_cards(
    tree: Tree, lines: Sequence[Sequence[int]], strings: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Return the symbols of rows of siblings, all cards the same one."""
    card = 1 + max(symbol for string in strings for symbol in string)
    pairs = [[*zip(line, string, strict=True)] for line, string in zip(lines, strings, strict=True)]
    return [tuple(card if tree.has_items(n) else symbol for n, symbol in pair) for pair in pairs]


def _have_names(columns: Sequence[Sequence[str]]) -> bool:
    """Return whether all cells of a column begin with a text that others do not begin with."""
    named = any(len(column) > 1 and len({*column}) == 1 for column in columns)
    return named and len({text for column in columns for text in column}) > 1
