"""Marks of a list: the common markup of all learned records, and the markup around them.

Values may stay right for a while after a site has changed its markup. What every learned record
had (class names, parts, an order of its columns) shows the change itself.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from windrow.model import Alignment, Field, Record
from windrow.table.headers import header_names
from windrow.tree import Tree
from windrow.tree.grid import table_of
from windrow.tree.tree import IMAGE, LINK, TEXT_LABEL
from windrow.wrap.list.header import columns_of
from windrow.wrap.list.keys import nodes_with_keys
from windrow.wrap.list.read import ListReading, cell_nodes
from windrow.wrap.list.template import MOST_MARKS, ListField, Marks
from windrow.wrap.steps import Steps

__all__ = ["RecordLook", "heads_of", "learn_marks", "look_at", "words_around"]

# Records of a page that are checked. Chosen, not measured.
_LOOKED_AT = 200
# A field that this share of the records has, with this share of its cells in one place, and this
# many of them, is at home there. Chosen; bench.mutate measures the whole.
_USUAL, _AT_HOME, _FEWEST = 0.8, 0.95, 3
# Characters of a header that are kept. Chosen, not measured.
_LONGEST_HEAD = 80
_HELD = ((LINK, "@link"), (IMAGE, "@image"))


@dataclass(frozen=True, slots=True)
class RecordLook:
    """The markup of one record."""

    words: frozenset[str]
    places: frozenset[str]
    holding: frozenset[str]  # those of both around cells
    order: Mapping[str, int]  # marked elements, each with the first node of that mark
    fields: Mapping[str, int]  # ids of fields with the nodes of their cells
    homes: Mapping[str, str]  # ids of fields with the class keys of those


def learn_marks(
    pages: Sequence[tuple[Tree, ListReading]],
    fields: Sequence[ListField],
    header: Sequence[str] = (),
) -> Marks:
    """Return the marks of the list that was read on *pages*, under the names of *header*."""
    looks = [look for tree, found in pages for look in look_at(tree, found, fields, header)]
    if not looks:
        return Marks(0)
    around = [words_around(tree, found.records) for tree, found in pages]
    shared = set.intersection(*map(set, around))
    # Markup without cells is decoration, and varies.
    holding = Counter(mark for look in looks for mark in look.holding)
    usual = {mark for mark, count in holding.items() if count >= _USUAL * len(looks)}
    words = sorted(usual.intersection(*(look.words for look in looks)))[:MOST_MARKS]
    return Marks(
        len(looks),
        tuple(word for word in around[0] if word in shared)[:MOST_MARKS],
        tuple(words),
        tuple(word for word in words if not any(word in some for some in around)),
        _ends(usual.intersection(*(look.places for look in looks))),
        _chain([look.order for look in looks], len(looks)),
        _chain([look.fields for look in looks], _USUAL * len(looks)),
        _homes(looks, [place.id for place in fields]),
        _heads([heads_of(tree, found, fields) for tree, found in pages if found.records]),
    )


def words_around(tree: Tree, records: Iterable[Record]) -> list[str]:
    """Return the class names and ids outside of *records*, the outermost first."""
    steps, depths = Steps(tree), tree.depths
    inside = bytearray(len(tree))
    for root in (root for record in records for root in record):
        inside[root : root + tree.sizes[root]] = b"\1" * tree.sizes[root]
    found: dict[str, int] = {}
    for node, is_inside in enumerate(inside):
        if not is_inside:
            for word in steps.words(node):
                found[word] = min(depths[node], found.get(word, depths[node]))
    return sorted(found, key=lambda word: (found[word], word))


def look_at(
    tree: Tree, found: ListReading, fields: Sequence[ListField], header: Sequence[str] = ()
) -> list[RecordLook]:
    """Return the markup of the records that were read; of many, an even sample."""
    if not found.records:
        return []
    steps, ids = Steps(tree), [place.id for place in fields]
    # Buttons are decoration, and vary.
    constant = [place.constant for place in fields]
    grid = columns_of(tree, found.records, header)
    every = 1 + (len(found.records) - 1) // _LOOKED_AT
    looks = []
    for record, row in zip(found.records[::every], found.rows[::every], strict=True):
        # Headings before a record, and values carried from another one, are outside.
        end = record[-1] + tree.sizes[record[-1]]
        row = tuple(None if still else cell for still, cell in zip(constant, row, strict=True))
        cells = {
            name: cell
            for name, cell in zip(ids, row, strict=True)
            if isinstance(cell, int) and record[0] <= cell < end
        }
        looks.append(_look(steps, record, grid, cells, [*cell_nodes(row)]))
    return looks


def heads_of(tree: Tree, found: ListReading, fields: Sequence[ListField]) -> dict[str, str]:
    """Return by the ids of fields the header texts above their cells."""
    # The header of one table says nothing about the rows of another.
    if len({table_of(tree, r[0]) for r in found.records if tree.label(r[0]) == "tr"} - {-1}) != 1:
        return {}
    rows = tuple(
        tuple(
            cell if isinstance(cell, int) and not place.constant else None
            for place, cell in zip(fields, row, strict=True)
        )
        for row in found.rows
    )
    plain = tuple(Field("text", place.path) for place in fields)
    # A header of plain cells may have been read as the first record.
    for at in range(min(2, len(rows))):
        names = header_names(tree, found.records[at:], Alignment(tree, plain, rows[at:]))
        if names:
            texts = {fields[k].id: name.text[:_LONGEST_HEAD] for k, name in names.items()}
            return {place: text for place, text in texts.items() if text}
    return {}


def _look(
    steps: Steps,
    record: Record,
    grid: dict[int, int] | None,
    cells: Mapping[str, int],
    held: Sequence[int],
) -> RecordLook:
    tree = steps.tree
    words: set[str] = set()
    places: set[str] = set()
    order: dict[str, int] = {}
    marks: dict[int, str] = {}
    holding: set[str] = set()
    nodes = sorted(held)
    texts = _in_texts(tree, record)
    for node, place, mark, _ in nodes_with_keys(steps, record, grid):
        marks[node] = mark
        if node in texts:
            continue
        own = steps.words(node)
        here = [place, *(place + sort for bit, sort in _HELD if tree.kinds[node] & bit)]
        words.update(own)
        places.update(here)
        if own:
            order.setdefault(steps.marked(node), node)
        at = bisect_left(nodes, node)
        if at < len(nodes) and nodes[at] < node + tree.sizes[node]:
            holding.update(own, here)
    homes = {name: marks[node] for name, node in cells.items() if node in marks}
    return RecordLook(frozenset(words), frozenset(places), frozenset(holding), order, cells, homes)


def _in_texts(tree: Tree, record: Record) -> set[int]:
    """Return the nodes inside texts: bold words vary with the text."""
    found: set[int] = set()
    for root in record:
        nodes = tree.subtree(root)
        mixed = {tree.parents[node] for node in nodes if tree.label(node) == TEXT_LABEL}
        for node in nodes[1:]:
            parent = tree.parents[node]
            if parent in mixed or parent in found:
                found.add(node)
    return found


def _ends(places: Collection[str]) -> tuple[str, ...]:
    """Return the deepest places, which imply those above them."""
    above = {place.rpartition("/")[0] for place in places}
    above |= {place.partition("@")[0] for place in places if "@" in place}
    return tuple(sorted(place for place in places if place not in above)[:MOST_MARKS])


def _chain(lines: Sequence[Mapping[str, int]], least: float) -> tuple[str, ...]:
    """Return the marks with the same order in all *lines*, that at least *least* of them have."""
    counts = Counter(name for line in lines for name in line)
    usual = [name for name, count in counts.items() if count >= least]
    ranks: Counter[str] = Counter()
    for line in lines:
        here = sorted((name for name in usual if name in line), key=lambda name: line[name])
        ranks.update({name: rank for rank, name in enumerate(here)})
    chain: list[str] = []
    for name in sorted(usual, key=lambda name: (ranks[name] / counts[name], name)):
        if not chain or _is_before(chain[-1], name, lines, least):
            chain.append(name)
    return tuple(chain[:MOST_MARKS])


def _is_before(one: str, other: str, lines: Sequence[Mapping[str, int]], least: float) -> bool:
    both = [line for line in lines if one in line and other in line]
    return len(both) >= least and all(line[one] < line[other] for line in both)


def _heads(pages: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Return the header texts on which all *pages* agree."""
    shared = {name: {heads.get(name, "") for heads in pages} for name in pages[0]}
    found = {name: pages[0][name] for name, heads in shared.items() if len(heads) == 1}
    return dict([*found.items()][:MOST_MARKS])


def _homes(looks: Sequence[RecordLook], ids: Sequence[str]) -> dict[str, str]:
    """Return by the ids of fields the class keys where nearly all of their cells are."""
    found = {}
    for name in ids[:MOST_MARKS]:
        keys = Counter(look.homes[name] for look in looks if name in look.homes)
        count = keys.total()
        if count >= max(_FEWEST, _USUAL * len(looks)):
            key, most = keys.most_common(1)[0]
            if most >= _AT_HOME * count:
                found[name] = key
    return found
