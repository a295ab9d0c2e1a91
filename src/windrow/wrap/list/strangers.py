"""What lies among records on the learned pages and is not one: header rows, rows of a menu.

Locators lead to it as they lead to records, and it may hold as much. But it says the same on all
pages of a site, so that it is known by what its cells say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from windrow.tree import Tree
from windrow.tree.tree import TEXT

__all__ = ["MOST_STRANGERS", "Strangers", "stranger_texts"]

# Strangers of a list that are kept, and the characters of each that are compared. Chosen, not
# measured.
MOST_STRANGERS = 50
_LONGEST = 120


def stranger_texts(
    strangers: Iterable[tuple[Tree, Sequence[object]]],
    records: Iterable[tuple[Tree, Sequence[object]]],
) -> tuple[str, ...]:
    """Return what the cells of *strangers* say; what one of the *records* says is left out.

    >>> tree = Tree.from_text('table(tr(td"Date") tr(td"May 1") tr(td"May 2"))')
    >>> stranger_texts([(tree, (2,)), (tree, (6,))], [(tree, (4,)), (tree, (6,))])
    ('Date',)
    """
    said = dict.fromkeys(_text(tree, row) for tree, row in strangers)
    if said:
        for tree, row in records:
            said.pop(_text(tree, row), None)
    return tuple(filter(None, said))[:MOST_STRANGERS]


class Strangers:
    """Recognises strangers by their *texts*, and rows that say nothing but the *header*."""

    def __init__(self, texts: Collection[str], header: Collection[str] = ()) -> None:
        self._texts = frozenset(texts)
        self._header = frozenset(filter(None, header))
        # The first letters rule out nearly all records before their text is put together.
        self._first = frozenset(text[:1] for text in texts)

    def __bool__(self) -> bool:
        return bool(self._texts or self._header)

    def has(self, tree: Tree, row: Sequence[object]) -> bool:
        """Return whether the cells of *row* say what those of a stranger said.

        >>> tree = Tree.from_text('table(tr(td"Date" td"Fee") tr(td"Fee" td"Date") tr(td"Fee"))')
        >>> known = Strangers(["Home News"], ["Date", "Fee"])
        >>> [known.has(tree, row) for row in [(2, 3), (5, 6), (8,)]]
        [True, True, False]
        """
        first = next(_texts(tree, row), "")
        if first in self._header:
            said = [*_texts(tree, row)]
            return len(said) > 1 and self._header.issuperset(said)
        return first[:1] in self._first and _text(tree, row) in self._texts


def _text(tree: Tree, row: Sequence[object]) -> str:
    found, length = [], 0
    for text in _texts(tree, row):
        found.append(text)
        length += len(text) + 1
        if length > _LONGEST:
            break
    return " ".join(found)[:_LONGEST]


def _texts(tree: Tree, row: Sequence[object]) -> Iterator[str]:
    """Yield the texts of the cells of *row*, of each node once; lists inside are left out."""
    for cell in sorted({cell for cell in row if isinstance(cell, int)}):
        for node in range(cell, cell + tree.sizes[cell]):
            if tree.kinds[node] & TEXT and (text := tree.text(node)):
                yield text
