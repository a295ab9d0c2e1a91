"""Rows or groups of links that are all of one kind: the links are the records.

Names are often laid out in a table, a few beside each other, or as lines under each year. The rows
are as regular as those of any other table, so the formula prefers them. But the position means
nothing: all links lead to pages of one kind, and there is little else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import compress

from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import Span, best_of
from windrow.tree import Tree

__all__ = ["kind_of", "links_in_rows"]

# The share of the text of the rows that the links have, of links of one kind, and of links that
# lead to different pages. All chosen, not measured.
_FILLED, _KIND, _DIFFERENT = 0.7, 0.9, 0.9
# The share of records that are only links: some lists have a few others. Chosen, not measured.
_LINKED = 0.9
# A row has at least this many links on average: chosen, not measured.
_IN_A_ROW = 2
_DIGITS = re.compile(r"\d+")


def links_in_rows(
    tree: Tree,
    signals: Signals,
    found: Sequence[Span],
    values: Sequence[float],
    all_link: Sequence[float],
    offsets: Sequence[int],
) -> int | None:
    """Return the candidate that has the links of the rows of the best one.

    *all_link* has for every candidate the share of records that are only links, *offsets* the
    number of records before it. None if the best candidate does not consist of such rows.
    """
    if not found:
        return None
    rows = found[best_of(values)]
    if _has_headings(signals, rows[0]):
        return None
    least = _IN_A_ROW * len(rows[0])
    inside = [
        k
        for k in compress(range(len(found)), map(_LINKED.__le__, all_link))
        if offsets[k + 1] - offsets[k] >= least
        and _fill(signals, rows, found[k])
        and _are_of_one_kind(tree, found[k])
    ]
    links = max(inside, key=values.__getitem__, default=None)
    return None if links is None else _around(found, values, links, rows)


def _around(found: Sequence[Span], values: Sequence[float], links: int, rows: Span) -> int:
    """Return the best candidate whose records have one of the *links* each, and are in the *rows*.

    Beside a link may be a text that belongs to it.
    """
    starts, ends = found[links]
    low, high = rows[0][0], rows[1][-1]

    def has_each(span: Span) -> bool:
        if len(span[0]) != len(starts) or span[0][0] < low or span[1][-1] > high:
            return False
        every = zip(*span, starts, ends, strict=True)
        return all(first <= start and end <= last for first, last, start, end in every)

    return max((k for k, span in enumerate(found) if has_each(span)), key=values.__getitem__)


def _has_headings(signals: Signals, rows: Sequence[int]) -> bool:
    """Return whether columns have names: then the position in a row means something."""
    tables = {signals.row_tables[row] - 1 for row in rows}
    return any(table >= 0 and signals.header_kinds[table] > 0 for table in tables)


def _fill(signals: Signals, rows: Span, links: Span) -> bool:
    """Return whether all *links* are in *rows*, and hardly anything else is."""
    row, last = 0, len(rows[0]) - 1
    for start, end in zip(*links, strict=True):
        while row < last and rows[1][row] <= start:
            row += 1
        if not rows[0][row] <= start < end <= rows[1][row]:
            return False
    chars = signals.chars
    text, linked = (
        sum(chars[end] - chars[start] for start, end in zip(*span, strict=True))
        for span in (rows, links)
    )
    return linked >= _FILLED * text


def _are_of_one_kind(tree: Tree, links: Span) -> bool:
    """Return whether *links* lead to different pages of one kind."""
    targets = [_target(tree, start, end) for start, end in zip(*links, strict=True)]
    kinds = Counter(map(kind_of, targets))
    [(kind, most)] = kinds.most_common(1)
    count = len(targets)
    return bool(kind) and most >= _KIND * count and len({*targets}) >= _DIFFERENT * count


def _target(tree: Tree, start: int, end: int) -> str:
    """Return where the first link of start..end leads; the record may also be inside the link."""
    for node in (tree.parents[start], *range(start, end)):
        address = tree.attribute(node, "href") if node >= 0 else None
        if address:
            return address
    return ""


def kind_of(address: str) -> str:
    """Return *address* without what differs from page to page; "" if nothing is left.

    >>> [*map(kind_of, ("/minutes/2021/3.pdf", "/show.php?id=3&lang=en", "p17.html", "about.html"))]
    ['/minutes/0', '/show.php?id', 'p0.html', '']
    """
    path, _, query = address.partition("?")
    path = path.rstrip("/")
    folder, _, name = path.rpartition("/")
    kind = f"{path}?{query.partition('=')[0]}" if query else folder
    return _DIGITS.sub("0", kind or (name if _DIGITS.search(name) else ""))
