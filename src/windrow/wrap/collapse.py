"""The collapsed tree of a page: similar siblings become one, however many there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from windrow.tree import Tree
from windrow.tree.markup import PHRASES
from windrow.tree.tree import TEXT_LABEL
from windrow.wrap.outline import jaccard
from windrow.wrap.steps import Steps

__all__ = ["Collapsed", "collapse", "similarity"]

# Deeper nodes are content, and larger trees add nothing about a template. Chosen, not measured.
_DEEPEST = 20
_LARGEST = 1_500
# The similarity of two nodes of one label without a common word. Chosen, not measured.
_DRESS = 0.3
# Markup inside a text varies with its words.
_IN_TEXT = PHRASES | {TEXT_LABEL, "br"}


@dataclass(slots=True)
class Collapsed:
    """A node of a collapsed tree."""

    label: str
    words: frozenset[str] = frozenset()
    children: dict[tuple[str, frozenset[str]], Collapsed] = field(default_factory=dict)
    size: int = 1


def collapse(tree: Tree) -> Collapsed:
    """Return *tree* with the siblings of one label and one set of lasting words put together.

    >>> one = collapse(Tree.from_text('ul(li[class=x](a) li[class=x](b p) li[class=y])'))
    >>> [(child.label, child.size) for child in one.children.values()]
    [('li', 3), ('li', 1)]
    """
    steps = Steps(tree)
    root = Collapsed(tree.label(0), frozenset(steps.words(0)))
    found = {0: root}
    count = 1
    for node in range(1, len(tree)):
        parent = found.get(tree.parents[node])
        label = tree.label(node)
        if parent is None or label in _IN_TEXT or tree.depths[node] > _DEEPEST:
            continue
        words = frozenset(steps.words(node))
        child = parent.children.get((label, words))
        if child is None:
            if count >= _LARGEST:
                continue
            count += 1
            child = parent.children[label, words] = Collapsed(label, words)
        found[node] = child
    order = [root]
    for above in order:
        order += above.children.values()
    for above in reversed(order):
        above.size = 1 + sum(child.size for child in above.children.values())
    return root


def similarity(one: Collapsed, other: Collapsed) -> float:
    """Return how much of two collapsed trees is matched from the root down, 0 to 1.

    >>> page = collapse(Tree.from_text('body(h1 ul[class=x](li(a)))'))
    >>> more = collapse(Tree.from_text('body(h1 ul[class=x](li(a) li(a) li(a)))'))
    >>> similarity(page, more), similarity(page, collapse(Tree.from_text('body(table(tr(td)))')))
    (1.0, 0.2222222222222222)
    """
    if one.label != other.label:
        return 0.0
    matched = 0.0
    stack = [(one, other, 1.0)]
    while stack:
        left, right, worth = stack.pop()
        matched += worth
        stack += _pairs(left, right)
    return 2 * matched / (one.size + other.size)


def _pairs(left: Collapsed, right: Collapsed) -> Iterator[tuple[Collapsed, Collapsed, float]]:
    """Yield the pairs of children that match, with how alike they look."""
    rest: dict[str, list[Collapsed]] = defaultdict(list)
    for key, child in right.children.items():
        if key not in left.children:
            rest[child.label].append(child)
    for key, child in left.children.items():
        same = right.children.get(key)
        if same is not None:
            yield child, same, 1.0
            continue
        others = rest.get(child.label)
        if others:
            at = max(range(len(others)), key=lambda k: jaccard(child.words, others[k].words))
            taken = others.pop(at)
            yield child, taken, _DRESS + (1 - _DRESS) * jaccard(child.words, taken.words)
