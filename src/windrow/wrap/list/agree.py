"""Compares a list wrapper with a fresh extract: do both put the same cells into a column?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from windrow.model import Finding, Record
from windrow.wrap.list.look import best_lists
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.read import Cells
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["agreement"]


def agreement(template: ListPages, wrapper: Wrapper, pages: Sequence[Opened]) -> dict[str, float]:
    """Return by field the share of its cells that a fresh extract also has in one column.

    Fields of which a fresh extract has no cell are left out: it may see them as parts of others.
    """
    same: Counter[str] = Counter()
    either: Counter[str] = Counter()
    for opened in pages:
        tree, found = template.tree(opened), template.found(opened)
        own = dict(zip(found.records, found.rows, strict=True))
        lists = best_lists(wrapper, tree, hidden=template.hidden)
        seen = max(lists, key=lambda one: _shared(one, own), default=None)
        if seen is None or 2 * _shared(seen, own) < len(own):
            continue
        fresh = dict(zip(seen.region.records, seen.cells.rows, strict=True))
        both = [record for record in own if record in fresh]
        theirs = _columns([fresh[record] for record in both])
        for k, cells in _columns([own[record] for record in both]).items():
            best = max(theirs.values(), key=lambda some: len(some & cells), default=frozenset())
            if best & cells:
                same[template.template.fields[k].id] += len(best & cells)
                either[template.template.fields[k].id] += len(best | cells)
    return {place: same[place] / count for place, count in either.items()}


def _shared(seen: Finding, own: Mapping[Record, Cells]) -> int:
    return sum(record in own for record in seen.region.records)


def _columns(rows: Sequence[Sequence[object]]) -> dict[int, frozenset[int]]:
    """Return the nodes of the cells below each other, by the number of their column."""
    found: dict[int, set[int]] = defaultdict(set)
    for row in rows:
        for k, cell in enumerate(row):
            if isinstance(cell, int):
                found[k].add(cell)
    return {k: frozenset(cells) for k, cells in found.items()}
