"""Landmarks: what a page itself marks as its main part, and as its menus, sidebars and footers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache

from windrow.kernels.auto import landmarks
from windrow.tree import Tree

__all__ = ["SITE", "SITE_ROLES", "outer"]

# Counted on 651 labelled pages, sites set aside not among them. 215 have a nav, 193 a footer, 48
# an aside, and the list is in none of these. 142 have a main part; the list is inside it on 134,
# and on five of the other eight the main part has less than a twentieth of the nodes. A header
# does not count: the list is in it on 2 of 198 pages.
SITE = frozenset("nav aside footer dialog".split())
_LABELS = (
    {"main": landmarks.MAIN}
    | dict.fromkeys(SITE, landmarks.OUTER)
    | {f"h{level}": landmarks.HEADING + level for level in range(1, 7)}
)
# Not "complementary": 4 pages use it for their list.
SITE_ROLES = frozenset("navigation contentinfo dialog alertdialog".split())
_ROLES = {b"main": landmarks.MAIN} | dict.fromkeys(
    (role.encode() for role in SITE_ROLES), landmarks.OUTER
)
# Classes and ids are left to the formula ("negative"): the last words of names (footer,
# menu, cookie ...) taken as landmarks too gained no labelled page and lost two.


def outer(
    tree: Tree,
    said: array[int],
    texts: Sequence[bytes],
    with_role: Sequence[int],
    chars: array[int],
) -> array[int]:
    """Return for every node whether it is outside the page's main part.

    *said* is a number per node for one of *texts*: its class, a zero byte, its id and role. Few
    texts, given by their numbers, are *with_role*.
    """
    kinds = array("i", bytes(4 * len(texts)))
    for k in with_role:
        kinds[k] = _kind(texts[k])
    return landmarks.outer(
        tree.labels, tree.parents, tree.sizes, said, _kinds(tree.names), kinds, chars
    )


def _kind(text: bytes) -> int:
    """Return the kind of everything inside an element, by the role after its class and id.

    >>> [_kind(text) for text in (b"x", b"x\\0y main", b"\\0 navigation", b"main")]
    [0, 2, 1, 0]
    """
    return _ROLES.get(text.partition(b"\0")[2].rpartition(b" ")[2], 0)


@lru_cache(maxsize=64)
def _kinds(names: tuple[str, ...]) -> array[int]:
    return array("i", [_LABELS.get(name, 0) for name in names])
