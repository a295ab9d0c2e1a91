"""Which of many siblings begin records: known by what they hold, and by what is beside them.

Rows of a table without classes, or a run of links and texts, have the same path whether they begin
a record or go on with it. Only the first row holds a number, or only the first link follows a rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from windrow.tree import Tree
from windrow.wrap.list.keys import nodes_with_keys
from windrow.wrap.list.template import MOST_SIGNS
from windrow.wrap.steps import Steps

__all__ = ["RecordStarts", "learn_signs"]

# A sign is one that this share of the starts has. Chosen, not measured.
_MOSTLY = 0.9
# Signs that let more of the others pass than this share, together, are of no use. Chosen, not
# measured.
_PASSED = 0.5
# Siblings on either side that are looked at. Chosen, not measured.
_BESIDE = 2
# Nodes of a start that are looked at: a larger one is known by its first parts. Chosen, not
# measured.
_LOOKED_AT = 60


class RecordStarts:
    """Finds the nodes of one page that have all *signs* of a start.

    A sign is a place in the node (``./td.title[1]``), or the label of a sibling some places before
    (``-1 hr``) or behind it (``+2 br``). The first children of a node have nothing before them, so
    that what should be there is not missed.
    """

    def __init__(self, steps: Steps, signs: Sequence[str] = ()) -> None:
        self._steps = steps
        self._signs = signs
        self._beside: dict[int, dict[int, tuple[int, Sequence[int]]]] = {}

    def begin(self, nodes: Sequence[int]) -> list[int]:
        """Return those of *nodes* that begin records."""
        return [node for node in nodes if self.lacks(node, self._signs) == 0]

    def lacks(self, node: int, signs: Collection[str]) -> int:
        """Return how many of *signs* a node lacks."""
        own = self.signs(node)
        excused = {f"-{by}" for by in range(1, _BESIDE + 1)} - {one.split(" ")[0] for one in own}
        return sum(sign not in own and sign.split(" ")[0] not in excused for sign in signs)

    def signs(self, node: int) -> set[str]:
        """Return all signs of a node."""
        tree = self._steps.tree
        found = set()
        for _, (_, _, key, _) in zip(
            range(_LOOKED_AT), nodes_with_keys(self._steps, [node]), strict=False
        ):
            found.add(key)
        at, siblings = self._siblings(tree, node)
        for by in range(1, _BESIDE + 1):
            if at >= by:
                found.add(f"-{by} {tree.label(siblings[at - by])}")
            if at + by < len(siblings):
                found.add(f"+{by} {tree.label(siblings[at + by])}")
        return found

    def _siblings(self, tree: Tree, node: int) -> tuple[int, Sequence[int]]:
        parent = tree.parents[node]
        if parent < 0:
            return 0, (node,)
        if parent not in self._beside:
            siblings = tree.children(parent)
            self._beside[parent] = {one: (at, siblings) for at, one in enumerate(siblings)}
        return self._beside[parent][node]


def learn_signs(steps: Steps, starts: Sequence[int], others: Collection[int]) -> tuple[str, ...]:
    """Return the fewest signs that nearly all *starts* have, and that few *others* have together.

    >>> tree = Tree.from_text("table(tr(th td) tr(td) tr(th td) tr(td))")
    >>> learn_signs(Steps(tree), [1, 6], [4, 9])
    ('./th[1]',)
    """
    page = RecordStarts(steps)
    known = Counter(sign for node in starts for sign in page.signs(node))
    having = {
        sign: sum(not page.lacks(node, [sign]) for node in starts)
        for sign, count in known.items()
        if 2 * count >= len(starts)
    }
    likely = [sign for sign, count in having.items() if count >= _MOSTLY * len(starts)]
    # Equally good signs: first those of all starts, inside, and near.
    likely.sort(
        key=lambda sign: (-having[sign], not sign.startswith("."), sign[1:2], len(sign), sign)
    )
    left = [*others]
    found: list[str] = []
    while left and likely and len(found) < MOST_SIGNS:
        best = max(likely, key=lambda sign: sum(page.lacks(node, [sign]) for node in left))
        passed = [node for node in left if not page.lacks(node, [best])]
        if len(passed) == len(left):
            break
        found.append(best)
        left = passed
    return tuple(found) if len(left) <= _PASSED * len(others) else ()
