"""Lists that their own title says are beside the point come after the others.

Where such a list is the end of another one ("See also" below the groups of a list of painters), it
is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from math import log

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.edges import parts
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import Span, first_of, last_group
from windrow.tree import Tree
from windrow.tree.runs import text_of
from windrow.tree.titles import title_of
from windrow.wordlists import word_lists

__all__ = ["is_beside", "is_called_beside", "list_elsewhere", "without_end_beside"]

_LISTS = word_lists(__file__)
_WHOLE = frozenset(_LISTS["whole"])
_BEGIN = tuple(_LISTS["begin"])
_SIGNS = re.compile(r"[^\w'-]+")
# A link behind a heading: "See also [edit]".
_EDIT = re.compile(r"\s*\[[^\]]*\]$")
# A list with such a title is first only if it leads by more than these odds over the others.
# Counted on the labelled pages, which also judge it, sites set aside not among them: 85 lists have
# such a title, those of an encyclopedia not counted, and none of them is what is wanted; one is
# added to both.
_LEAD = log(86 / 1)
# Only the first lists of a page are asked for a title: chosen, not measured.
_ASKED = 20
# Longer texts are not such titles, and more groups are not the end of a list: chosen, not measured.
_LONGEST, _GROUPS = 100, 4
# Addresses of other sites; a site may write its own like this, too.
_ABROAD = re.compile(r"\s{0,9}(?:https?:)?//", re.IGNORECASE)


def is_beside(title: str) -> bool:
    """Return whether a *title* is that of something beside the list of a page.

    >>> [is_beside(title) for title in ("Most read", "Related searches: hay", "Related work")]
    [True, True, False]
    """
    if len(title) > _LONGEST:
        return False
    said = _SIGNS.sub("_", _EDIT.sub("", title).casefold()).strip("_-'")
    return said in _WHOLE or said.startswith(_BEGIN)


def list_elsewhere(
    tree: Tree,
    found: Sequence[Span],
    values: Sequence[float],
    lists: Sequence[int],
    against: Sequence[float],
) -> int | None:
    """Return the list to prefer to the best one, if that one's title says it is beside the point.

    It is the best of the *lists* elsewhere on the page without such a title and with fewer names
    *against* it. Nothing is preferred to a list that leads by far.
    """
    # Mostly the best list is no such list, which needs no order.
    if not lists or not is_beside(_title(tree, found[first_of(values, lists)])):
        return None
    first, *others = sorted(lists, key=values.__getitem__, reverse=True)[:_ASKED]
    starts, ends = found[first]
    for k in others:
        if values[first] - values[k] > _LEAD:
            return None
        is_elsewhere = found[k][1][-1] <= starts[0] or found[k][0][0] >= ends[-1]
        fewer = against[k] < max(against[first], 1)
        if is_elsewhere and fewer and not is_beside(_title(tree, found[k])):
            return k
    return None


def is_called_beside(tree: Tree, span: Span) -> bool:
    """Return whether a list is called beside the point, and the page is not called the same.

    A page may be about categories, or an archive.
    """
    return is_beside(_title(tree, span)) and not _is_page_beside(tree)


def _title(tree: Tree, span: Span) -> str:
    starts, ends = span
    *_, (last, _) = parts(tree, starts[-1], ends[-1])
    return title_of(tree, [(starts[0],), (last,)])


def _is_page_beside(tree: Tree) -> bool:
    """Return whether one of the page's main headings is such a title."""
    label = tree.label_numbers.get("h1", -1)
    headings = compress(range(len(tree)), map(label.__eq__, tree.labels))
    return any(is_beside(text_of(tree, tree.subtree(node))) for node in headings)


def without_end_beside(tree: Tree, signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* without the groups at its end whose titles say they are beside the point.

    On a page of links, "Further reading" is a group like the others.

    >>> from array import array
    >>> from windrow.detect.auto.signals import measure
    >>> tree = Tree.from_text(
    ...     'body(h2"A" ul(li"Ant" li"Asp") h2"B" ul(li"Bee") h2"See also [edit]" ul(li"Cow"))'
    ... )
    >>> found = Candidate(array("i", [3, 4, 7, 10]), array("i", [4, 5, 8, 11]), 0)
    >>> len(without_end_beside(tree, measure(tree), found))
    3
    """
    starts, ends, parents = candidate.starts, candidate.ends, tree.parents
    for _ in range(_GROUPS):
        if parents[starts[0]] == parents[starts[-1]]:
            break
        group = last_group(tree, (starts, ends))
        kept = len(starts) - len(group[0])
        if kept < 2 or not is_beside(_title(tree, group)):
            break
        starts, ends = starts[:kept], ends[:kept]
    else:
        return candidate
    if (
        len(starts) == len(candidate)
        or _is_page_beside(tree)
        or _are_links(tree, signals, starts, ends)
    ):
        return candidate
    return Candidate(starts, ends, candidate.generators)


def _are_links(tree: Tree, signals: Signals, starts: Sequence[int], ends: Sequence[int]) -> bool:
    """Return whether most records are links alone, or have a link to another site."""
    chars, linked, link = signals.chars, signals.linked, tree.label_numbers.get("a", -1)
    found = 0
    for start, end in zip(starts, ends, strict=True):
        own = linked[end] - linked[start]
        found += 0 < own == chars[end] - chars[start] or any(
            tree.labels[node] == link and _ABROAD.match(tree.attribute(node, "href") or "")
            for node in range(start, end)
        )
    return 2 * found > len(starts)
