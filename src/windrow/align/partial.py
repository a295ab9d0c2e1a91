"""Partial tree alignment: line up the parts of records without forcing a guess.

One record becomes the seed. Every other record is matched with it, and a part that the seed lacks
is inserted where there is exactly one place for it; otherwise it waits until the seed has grown.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from windrow.align.records import ROOT, RecordTree, record_trees
from windrow.align.seed import Seed, SeedNode
from windrow.align.sparse import SMALL, worth_keeping
from windrow.kernels.align import cells, seeds
from windrow.kernels.match import simple
from windrow.model import Alignment, Field, Record
from windrow.tree import Kind, Tree
from windrow.tree.tree import KIND_BITS

__all__ = ["Growth", "align", "grow", "insertion_point", "line_up"]

# Bounds for records that share nothing: the largest seed, and the most columns for items that have
# no place in it. Chosen, not measured.
_LARGEST = 2000
_MOST_LEFT = 300


def align(tree: Tree, records: Sequence[Record], *, marks: array[int] | None = None) -> Alignment:
    """Return *records* x fields: a column for every place of the grown seed that holds items.

    >>> tree = Tree.from_text('ul(li(a"Ant" b"$1") li(a"Bee" b"$2" i"new"))')
    >>> print(align(tree, [(1,), (4,)]))
    Ant | $1 | -
    Bee | $2 | new
    """
    growing = _Growing(tree, records, marks)
    growing.start(None)
    growing.run()
    return growing.result(frozen=False)


def grow(
    tree: Tree,
    records: Sequence[Record],
    *,
    seed: Seed | None = None,
    marks: array[int] | None = None,
) -> Growth:
    """Align *records* and return the seed with the alignment.

    A given *seed* is grown further, and its fields come first. *marks* (a number
    for every node of the tree, such as its class) decide where labels alone leave a choice.

    References
    ----------
    [zhai2005], section 4.4. Beyond the paper: a run of nodes without any neighbour goes into a
    seed node that has no children, and records of one shape are matched with the seed once.
    """
    growing = _Growing(tree, records, marks)
    growing.start(seed)
    growing.run()
    alignment = growing.result(frozen=False)
    return Growth(growing.seed(), alignment, growing.rounds)


def line_up(tree: Tree, records: Sequence[Record], seed: Seed) -> Alignment:
    """Return *records* x the fields of *seed*, which does not change; other items are left out."""
    growing = _Growing(tree, records)
    growing.start(seed)
    for index in growing.order:
        growing.link(index)
    return growing.result(frozen=True)


@dataclass(frozen=True, slots=True)
class Growth:
    """The result of aligning: the seed, and the records lined up below its fields."""

    seed: Seed
    alignment: Alignment
    rounds: int  # how often the waiting records were tried again


def insertion_point(left: int | None, right: int | None, length: int) -> int | None:
    """Return where a run of unmatched nodes belongs among the seed's children, if certain.

    *left* and *right* are the seed positions matched by the run's two neighbours (None: the
    run is at that end of its own list); *length* is the number of children of the seed.

    >>> insertion_point(left=1, right=2, length=4)
    2
    >>> insertion_point(left=0, right=3, length=4) is None
    True

    References
    ----------
    [zhai2005], the cases in which a place is unique. Beyond the paper: an empty seed takes
    any run, so that a record made only of optional parts can start one.
    """
    start = 0 if left is None else left + 1
    end = length if right is None else right
    # A gap between the neighbours would make us choose; the run waits until the seed has grown.
    return start if start == end else None


class _Growing:
    """The seed and the records while they are being aligned.

    Records of one shape share a `RecordTree`, and their matching with the seed is found once for
    all of them; only the nodes are each record's own.
    """

    def __init__(
        self, tree: Tree, records: Sequence[Record], marks: array[int] | None = None
    ) -> None:
        self.tree = tree
        self.marks = marks
        self._roots = array("i", [*chain.from_iterable(records)])
        self._ends = array("i", [0, *accumulate(map(len, records))])
        self.records = record_trees(tree, records, self._roots, self._ends, marks)
        # Most items first: the richest record makes the best seed; ties in page order.
        items = cells.counts(self._roots, self._ends, tree.sizes, tree.item_counts)
        self.order = sorted(range(len(records)), key=items.__getitem__, reverse=True)
        # Record -> place in the record's tree -> number of the seed node, -1 if there is none.
        self.links = [array("i")] * len(records)
        self.rounds = 0
        self._names = tree.names
        self._kinds: list[int] = []  # by number, of a seed that was given
        self._optional: list[bool] = []
        # The seed nodes that a shape matches, and whether the match is complete.
        self._matched: dict[RecordTree, tuple[array[int], bool]] = {}

    def start(self, seed: Seed | None) -> None:
        """Begin with a copy of *seed*, or with the record that has the most items."""
        if seed is None and self.order:
            first = self.order.pop(0)
            record = self.records[first]
            self._seed = seeds.GrowingTree(record.labels, record.sizes, record.marks)
            self.links[first] = _positions(len(record.labels))
            # As long as the seed is this record, others of its shape match in the same way.
            self._matched[record] = self.links[first], True
            return
        root = SeedNode("record") if seed is None else seed.root
        nodes = list(root.walk())
        labels = array("i", [self._label_id(node.label) for node in nodes])
        labels[0] = ROOT
        self._seed = seeds.GrowingTree(labels, _sizes(nodes), array("i"))
        self._kinds = [node.kinds for node in nodes]
        self._optional = [node.optional for node in nodes]

    def run(self) -> None:
        """Go over the records, and again over those that wait, until nothing new is learned."""
        waiting, self.order = self.order, []
        known = [0] * len(self.records)  # how many places of each record were matched before
        while waiting:
            self.rounds += 1
            learned, left = False, []
            for index in waiting:
                complete = self.link(index) or self._insert(index)
                if not (complete and learned):
                    links = self.links[index]
                    count = len(links) - links.count(-1)
                    learned = learned or count > known[index]
                    known[index] = count
                if not complete:
                    left.append(index)
            waiting = left if learned else []

    def link(self, index: int) -> bool:
        """Match a record with the seed as it is; return whether all of it is in the seed."""
        record = self.records[index]
        found = self._matched.get(record)
        if found is None:
            links = self._match(record)
            found = self._matched[record] = links, -1 not in links
        # The grown seed may match differently, and better, than in an earlier round.
        self.links[index], complete = found
        return complete

    def result(self, *, frozen: bool) -> Alignment:
        """Return the columns: the places of the seed in order, then every item without a place."""
        kinds = self.tree.kinds
        nodes, starts = cells.nodes_of(self._roots, self._ends, self.tree.sizes)
        links = array("i")
        for linked in self.links:
            links += linked
        held = cells.held(links, nodes, kinds, len(self._seed))
        for number, given in enumerate(self._kinds):
            held[number] = given if frozen else held[number] | given
        self.held = held
        spots = [
            (number, bit, kind)
            for number in self._seed.arrays()[3]
            if (own := held[number])
            for bit, kind in KIND_BITS
            if own & bit
        ]
        left = [] if frozen else self._left(cells.left_over(links, nodes, kinds), nodes, starts)
        if not frozen and (len(spots) + len(left)) * len(self.records) > SMALL:
            spots, left = self._worth_keeping(spots, left, links, nodes)
        columns = array("i", bytes(8 * len(held)))
        for column, (number, _, _) in enumerate(spots):
            if columns[2 * number + 1] == 0:
                columns[2 * number] = column
            columns[2 * number + 1] = column + 1
        bits = array("i", [bit for _, bit, _ in spots])
        rows = cells.rows(links, nodes, starts, kinds, columns, bits)
        # Mostly all cells are nodes after the root, which is cheap to see.
        pairs = zip(*rows, strict=True)
        lacking = [not all(one) and None in one for one in pairs] or [False] * len(spots)
        labels, parents, _ = self._seed.by_number()
        paths: dict[int, str] = {0: ""}
        fields = [
            Field(kind, self._path(number, labels, parents, paths), some)
            for (number, _, kind), some in zip(spots, lacking, strict=True)
        ]
        for _, filled in left:
            for row in rows:
                row.append(None)
            for index, node in filled:
                rows[index][-1] = node
        fields += [field for field, _ in left]
        return Alignment(self.tree, tuple(fields), tuple(map(tuple, rows)))

    def seed(self) -> Seed:
        """Return the grown seed; the kinds of its places are known after `result`."""
        labels, parents, late = self._seed.by_number()
        present = [0] * len(labels)
        for links in self.links:
            for number in links:
                if number >= 0:
                    present[number] += 1
        found: list[SeedNode] = [SeedNode("record")] * len(labels)
        for number in self._seed.arrays()[3]:
            node = found[number] = SeedNode(self._names[labels[number]] if number else "record")
            node.kinds = self.held[number]
            given = number < len(self._optional) and self._optional[number]
            node.optional = bool(late[number]) or given or present[number] < len(self.records)
            if number:
                found[parents[number]].children.append(node)
        return Seed(found[0])

    def _match(self, record: RecordTree) -> array[int]:
        labels, sizes, marks, order = self._seed.arrays()
        seed = labels, sizes, _positions(len(labels))
        other = record.labels, record.sizes, _positions(len(record.labels))
        own = (None, None) if self.marks is None else (marks, record.marks)
        matching = simple.Matching(*seed, *other, False, None, None, *own)
        return cells.places(matching.pairs(0, 0), order, len(record.labels))

    def _insert(self, index: int) -> bool:
        """Put the unmatched parts of a record into the seed; return whether all found a place."""
        record = self.records[index]
        size = len(self._seed)
        if size > _LARGEST:
            return False
        links, complete = self._seed.insert(
            record.labels, record.sizes, record.marks, self.links[index]
        )
        if len(self._seed) > size:
            self.links[index] = links
            self._matched.clear()
        return complete

    def _path(
        self, number: int, labels: list[int], parents: list[int], known: dict[int, str]
    ) -> str:
        """Return the labels from the record's first level down to a node of the seed."""
        below: list[int] = []
        while number not in known:
            below.append(number)
            number = parents[number]
        path = known[number]
        for number in reversed(below):
            label = self._names[labels[number]]
            path = known[number] = f"{path}/{label}" if path else label
        return path

    def _label_id(self, label: str) -> int:
        if label not in self._names:
            # Labels that the page lacks get numbers that no node of the page has.
            self._names = (*self._names, label)
        return self._names.index(label)

    def _left(
        self, left: array[int], nodes: array[int], starts: array[int]
    ) -> list[tuple[Field, list[tuple[int, int]]]]:
        """Return a field for every item without a place, with the records and nodes that fill it.

        Beyond the paper: if this takes more columns than anybody reads, items of the same path
        share columns, the first with the first, the second with the second.
        """
        owners = [bisect_right(starts, at) - 1 for at in left]
        found = [
            (index, at - starts[index], kind, nodes[at])
            for index, at in zip(owners, left, strict=True)
            for bit, kind in KIND_BITS
            if self.tree.kinds[nodes[at]] & bit
        ]
        shared = len(found) > _MOST_LEFT
        columns: dict[tuple[Kind, str, object], list[tuple[int, int]]] = {}
        seen: Counter[tuple[int, Kind, str]] = Counter()
        for index, place, kind, node in found:
            path = self.records[index].path(self.tree, place)
            seen[index, kind, path] += 1
            which = seen[index, kind, path] if shared else (index, place)
            columns.setdefault((kind, path, which), []).append((index, node))
        return [(Field(kind, path, True), filled) for (kind, path, _), filled in columns.items()]

    def _worth_keeping(
        self,
        spots: list[tuple[int, int, Kind]],
        left: list[tuple[Field, list[tuple[int, int]]]],
        links: array[int],
        nodes: array[int],
    ) -> tuple[list[tuple[int, int, Kind]], list[tuple[Field, list[tuple[int, int]]]]]:
        """Return the columns that are not nearly empty, of the seed's places and of the others."""
        kinds = self.tree.kinds
        there = Counter(
            (number, kinds[node]) for number, node in zip(links, nodes, strict=True) if node >= 0
        )
        filled: Counter[tuple[int, int]] = Counter()
        for (number, held), count in there.items():
            filled.update({(number, bit): count for bit, _ in KIND_BITS if held & bit})
        counts = [filled[number, bit] for number, bit, _ in spots]
        counts += [len(cells) for _, cells in left]
        kept = worth_keeping(counts, len(self.records))
        return (
            [spots[k] for k in kept if k < len(spots)],
            [left[k - len(spots)] for k in kept if k >= len(spots)],
        )


def _sizes(nodes: list[SeedNode]) -> array[int]:
    """Return the subtree sizes of a seed's *nodes*, which are in preorder."""
    sizes = dict.fromkeys(nodes, 1)
    for node in reversed(nodes):
        sizes[node] += sum(sizes[child] for child in node.children)
    return array("i", sizes.values())


_POSITIONS = array("i", range(4096))


def _positions(count: int) -> array[int]:
    return _POSITIONS[:count] if count <= len(_POSITIONS) else array("i", range(count))
