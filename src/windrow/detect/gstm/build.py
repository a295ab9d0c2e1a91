"""Builds a template tree out of the records of a list, or out of several pages.

Rows of siblings that belong to the same place of the template (the children of aligned nodes, or
the records of a list) are lined up at once: what repeats in any of them becomes a list, the rest
becomes columns by partial alignment; then the nodes of every column are the next rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from windrow.detect.gstm.anchors import Anchors
from windrow.detect.gstm.cells import Cells, as_cards
from windrow.detect.gstm.columns import GrowingColumns, RowEntry
from windrow.detect.gstm.lists import column_symbols, lists_of, paired_symbols, strings_of
from windrow.detect.gstm.template import Filled, Members, Part, TList, TNode
from windrow.match.generalized import GeneralizedMatching
from windrow.model import Record
from windrow.tree import Kind, Tree
from windrow.tree.tree import KIND_BITS

__all__ = ["build"]

# A value that this many records share is a label; two may share it by chance. Chosen, not measured.
_LABEL_RECORDS = 3

# A label with values has at most this many items; more are a list with a heading. Chosen, not
# measured.
_VALUES = 8


def build(
    matching: GeneralizedMatching,
    records: Sequence[Record],
    *,
    pages: bool = False,
    labelled: bool = False,
) -> Filled:
    """Return the template of *records*, and the records lined up in it.

    Each record is a run of siblings. With *pages*, the records are whole pages: nodes have to match
    a node of another page, not of their own, and what is the same on all pages is not data;
    *labelled*, parts are recognised by texts that every page has once.

    References
    ----------
    [jindal2010], 4.6: partial alignment with lists as one element, all records of a list in one
    list template, inner lists before outer ones. Working from the top down gives the same: a list
    is one element of its row from the start, and its records are pooled before they are aligned.
    Beyond the paper: parts without a certain place go right after their neighbour; none is lost.
    """
    starts = [record[0] for record in records]
    anchors = Anchors(matching.tree, starts) if labelled else None
    builder = _Builder(matching, pages, anchors, Cells(matching))
    top = _GrowingPart("", [], True)
    bundles: _Bundles = {}
    for row, nodes in enumerate(records):
        builder.bundle_of(nodes, bundles).rows.append((row, nodes[0]))
    builder.waiting.append((top, len(records), [*bundles.values()]))
    while builder.waiting:
        builder.split(*builder.waiting.pop())
    return builder.filled(top, len(records))


@dataclass(slots=True, eq=False)
class _GrowingPart:
    """A part of the template while it grows; *members* has an entry for each row it occurs in."""

    label: str
    members: Members
    is_list: bool = False
    rows: int = 0  # of a list: its records, those of all rows taken together
    children: list[_GrowingPart] = field(default_factory=list)


@dataclass(slots=True)
class _Bundle:
    """Rows of siblings of the same shapes: one of them, and where all of them start."""

    nodes: list[int]
    rows: list[tuple[int, int]]  # number of the row, its first node
    items: int = 0

    def all_rows(self) -> Iterator[list[int]]:
        """Yield the nodes of every row."""
        first = self.nodes[0]
        return ([base + node - first for node in self.nodes] for _, base in self.rows)


_Bundles: TypeAlias = dict[object, _Bundle]


@dataclass(slots=True)
class _Builder:
    matching: GeneralizedMatching
    pages: bool
    anchors: Anchors | None
    cells: Cells
    waiting: list[tuple[_GrowingPart, int, list[_Bundle]]] = field(default_factory=list)

    def bundle_of(self, nodes: Sequence[int], known: _Bundles) -> _Bundle:
        """Return the bundle of rows of the same shapes as *nodes*, a new one for the first."""
        # Shapes alone do not suffice: empty siblings left out between nodes shift the later ones.
        shapes, first = self.matching.tree.shapes, nodes[0]
        key = tuple([(shapes[node], node - first, self._said(node)) for node in nodes])
        found = known.get(key)
        if found is None:
            found = known[key] = _bundle(self.matching.tree, [*nodes])
        return found

    def _said(self, node: int) -> tuple[int, ...]:
        return self.anchors.of(node) if self.anchors else ()

    def split(self, part: _GrowingPart, rows: int, bundles: list[_Bundle]) -> None:
        """Make the children of *part* out of rows of siblings."""
        lines = self._entries(bundles)
        columns = GrowingColumns(self.matching, self.anchors)
        columns.line_up([bundle.items for bundle in bundles], lines)
        tree = self.matching.tree
        for token, places in columns.found():
            if token < 0:
                child = _GrowingPart("", [None] * rows, True)
                self._pool(child, bundles, places)
            else:
                child = _GrowingPart(tree.label(token), [None] * rows)
                self._descend(child, rows, bundles, places)
            part.children.append(child)

    def _descend(
        self,
        part: _GrowingPart,
        rows: int,
        bundles: list[_Bundle],
        places: list[tuple[int, RowEntry]],
    ) -> None:
        """Give a column its nodes, and queue their children."""
        tree = self.matching.tree
        members = part.members
        by_shape: dict[object, _Bundle] = {}
        for index, entry in places:
            bundle = bundles[index]
            offset = entry.token - bundle.nodes[0]
            placed = [(row, base + offset) for row, base in bundle.rows]
            for row, node in placed:
                members[row] = node
            if tree.sizes[entry.token] > 1:
                key = tree.shapes[entry.token], self._said(entry.token)
                below = by_shape.get(key)
                if below is None:
                    below = by_shape[key] = _bundle(tree, tree.children(entry.token))
                below.rows += [(row, node + 1) for row, node in placed]
        if by_shape:
            self.waiting.append((part, rows, [*by_shape.values()]))

    def _pool(
        self, part: _GrowingPart, bundles: list[_Bundle], places: list[tuple[int, RowEntry]]
    ) -> None:
        """Give a list its records, those of all rows, and queue them for alignment."""
        members = part.members
        by_shapes: _Bundles = {}
        count = 0
        for index, entry in places:
            bundle = bundles[index]
            targets = []
            for record in entry.records:
                nodes = [bundle.nodes[place] for place in record]
                below = self.bundle_of(nodes, by_shapes)
                targets.append((below.rows, nodes[0] - bundle.nodes[0]))
            for row, base in bundle.rows:
                members[row] = tuple(range(count, count + len(targets)))
                for below_rows, offset in targets:
                    below_rows.append((count, base + offset))
                    count += 1
        part.rows = count
        self.waiting.append((part, count, [*by_shapes.values()]))

    def _entries(self, bundles: list[_Bundle]) -> list[list[RowEntry]]:
        """Return the nodes and lists of each bundle."""
        labels, counts = self.matching.tree.labels, self.matching.counts
        # The pieces of one text are not a list, however often they alternate.
        lines = [[labels[n] for n in bundle.nodes if counts[n]] for bundle in bundles]
        plain = all(len({*line}) == len(line) for line in lines)
        found = None if plain else self._lists(bundles)
        if found is None:
            return [[RowEntry(node) for node in bundle.nodes] for bundle in bundles]
        return [found.entries(index, bundle.nodes) for index, bundle in enumerate(bundles)]

    def _lists(self, bundles: list[_Bundle]) -> _Lists | None:
        """Return what repeats in any of the bundles, if anything does."""
        strings, guarded = self._strings(bundles), set[int]()
        if self.matching.guarded:
            lines = [bundle.nodes for bundle in bundles]
            if self.cells.are_cards(row for bundle in bundles for row in bundle.all_rows()):
                strings = as_cards(self.matching.tree, lines, strings)
            else:
                guarded = column_symbols(self.matching, lines, strings, marked_up=self.pages)
        found = _Lists(strings)
        uneven = not (self.pages or self.matching.joins_variants)
        for string in strings:
            lists = (
                [] if len({*string}) == len(string) else [*lists_of(string, guarded, uneven=uneven)]
            )
            found.lists.append(lists)
        found.drop(self._labelled(bundles, found))
        found.join_families()
        return found if found.family else None

    def _labelled(self, bundles: list[_Bundle], found: _Lists) -> set[int]:
        """Return the symbols of lists half of whose records have a text that is on every page.

        Beyond the paper: such records are not alike, each is a part of the template.
        """
        said: Counter[int] = Counter()
        for bundle, string, lists in zip(bundles, found.strings, found.lists, strict=True):
            for record in (record for records in lists for record in records):
                nodes = [bundle.nodes[place] for place in record]
                few = _bundle(self.matching.tree, nodes).items <= _VALUES
                own = few and any(map(self._said, nodes))
                said.update(dict.fromkeys({*map(string.__getitem__, record)}, 1 if own else -1))
        return {symbol for symbol, count in said.items() if count >= 0}

    def _strings(self, bundles: list[_Bundle]) -> list[tuple[int, ...]]:
        if self.pages and len(bundles) > 1:
            shapes = self.matching.tree.shapes
            seed = max(range(len(bundles)), key=lambda k: bundles[k].items)
            symbols = paired_symbols(self.matching, [bundle.nodes for bundle in bundles], seed)
            return [tuple([symbols[shapes[node]] for node in bundle.nodes]) for bundle in bundles]
        return strings_of(self.matching, [bundle.nodes for bundle in bundles])

    def filled(self, top: _GrowingPart, rows: int) -> Filled:
        """Return the finished parts as the flat parts of a template."""
        parts: list[Part] = []
        members: list[Members] = []
        waiting = [(child, rows, False) for child in reversed(top.children)]
        sizes = _sizes(top)
        while waiting:
            part, count, nested = waiting.pop()
            size = sizes[id(part)]
            support = sum(member is not None for member in part.members) / max(count, 1)
            if part.is_list:
                lengths = [len(member) for member in part.members if isinstance(member, tuple)]
                parts.append(TList((min(lengths), max(lengths)), size, support))
                count, nested = part.rows, True
            else:
                parts.append(self._node(part, size, support, nested))
            members.append(part.members)
            waiting += [(child, count, nested) for child in reversed(part.children)]
        return Filled(self.matching.tree, tuple(parts), members, rows)

    def _node(self, part: _GrowingPart, size: int, support: float, nested: bool) -> TNode:
        tree = self.matching.tree
        nodes = [node for node in part.members if isinstance(node, int)]
        kinds = 0
        for node in nodes:
            kinds |= tree.kinds[node]
        # A part that only some rows have is data, whatever its text.
        enough = 2 if self.pages and not nested else _LABEL_RECORDS
        if support < 1 or len(nodes) < enough:
            return TNode(part.label, size, support, kinds)
        constants = tuple(_constants(tree, nodes, kinds))
        if self.pages:
            same = {kind for kind, _ in constants}
            kinds = sum(bit for bit, kind in KIND_BITS if kinds & bit and kind not in same)
        return TNode(part.label, size, support, kinds, constants)


@dataclass(slots=True)
class _Lists:
    """What repeats in rows of siblings: a symbol is in a list everywhere, or nowhere."""

    strings: list[tuple[int, ...]]
    lists: list[list[list[list[int]]]] = field(default_factory=list)
    family: dict[int, int] = field(default_factory=dict)  # symbol -> number of its list
    order: dict[int, int] = field(default_factory=dict)  # symbol -> place in a record

    def drop(self, symbols: set[int]) -> None:
        """Leave out the lists that hold any of *symbols*."""
        for string, own in zip(self.strings, self.lists, strict=True):
            own[:] = [
                one
                for one in own
                if symbols.isdisjoint(string[k] for record in one for k in record)
            ]

    def join_families(self) -> None:
        """Make one grammar of the lists of all rows: the richest give the order of symbols."""
        bodies = {body for k, own in enumerate(self.lists) for body in self._bodies(k, own)}
        for body in sorted(bodies, key=lambda body: (-len(body), body)):
            self._add(body)
        whole = Counter(self.family.values())
        for k, own in enumerate(self.lists):
            # A row that has only some symbols in its own list is cut as the other rows are.
            sizes = [(len(body), whole[self.family[body[0]]]) for body in self._bodies(k, own)]
            self.lists[k] = [
                found for found, (mine, all_) in zip(own, sizes, strict=True) if mine == all_
            ]

    def _bodies(self, index: int, lists: list[list[list[int]]]) -> list[tuple[int, ...]]:
        string = self.strings[index]
        return [
            tuple(dict.fromkeys(string[place] for record in records for place in record))
            for records in lists
        ]

    def _add(self, body: Sequence[int]) -> None:
        """Add the symbols of a list, in order; families that share a symbol become one."""
        known = {self.family[symbol] for symbol in body if symbol in self.family}
        number = min(known, default=body[0])
        if len(known) > 1:
            self.family = {s: number if n in known else n for s, n in self.family.items()}
        for place, symbol in enumerate(body):
            self.family[symbol] = number
            self.order.setdefault(symbol, place)

    def entries(self, index: int, nodes: list[int]) -> list[RowEntry]:
        """Return the entries of a row: its own lists, lists of one record, and other nodes."""
        string, own = self.strings[index], self.lists[index]
        starts = {records[0][0]: records for records in own}
        taken = {place for records in own for record in records for place in record}
        found: list[RowEntry] = []
        place = 0
        while place < len(string):
            if place in starts:
                found.append(RowEntry(-1 - self.family[string[place]], starts[place]))
            elif place not in taken:
                number = self.family.get(string[place])
                if number is None:
                    found.append(RowEntry(nodes[place]))
                else:
                    records = self._run(string, place, taken)
                    found.append(RowEntry(-1 - number, records))
                    place = records[-1][-1]
            place += 1
        return found

    def _run(self, string: tuple[int, ...], start: int, taken: set[int]) -> list[list[int]]:
        """Return the records of the run of symbols of one family that begins at *start*."""
        records = [[start]]
        here = start + 1
        number = self.family[string[start]]
        while here < len(string) and here not in taken and self.family.get(string[here]) == number:
            if self.order[string[here]] <= self.order[string[here - 1]]:
                records.append([])
            records[-1].append(here)
            here += 1
        return records


def _bundle(tree: Tree, nodes: list[int]) -> _Bundle:
    end = nodes[-1] + tree.sizes[nodes[-1]]
    return _Bundle(nodes, [], tree.item_counts[end] - tree.item_counts[nodes[0]])


def _constants(tree: Tree, nodes: list[int], kinds: int) -> Iterator[tuple[Kind, str]]:
    """Yield the values that are the same in all *nodes*."""
    for bit, kind in KIND_BITS:
        if kinds & bit and all(tree.kinds[node] & bit for node in nodes):
            value = tree.value(nodes[0], kind)
            if all(tree.value(node, kind) == value for node in nodes):
                yield kind, value


def _sizes(top: _GrowingPart) -> dict[int, int]:
    slots = [top]
    for part in slots:
        slots += part.children
    sizes: dict[int, int] = {}
    for part in reversed(slots):
        sizes[id(part)] = 1 + sum(sizes[id(child)] for child in part.children)
    return sizes
