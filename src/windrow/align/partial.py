"""Partial tree alignment: line up the parts of records without forcing a guess.

One record becomes the seed; every other record is matched with it, and what the seed lacks is put
into it where there is exactly one place for it. What finds no place waits until the seed has grown.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from windrow.align.seed import Seed, SeedNode
from windrow.kernels import simple
from windrow.model import Alignment, Field, Record
from windrow.tree import Kind, Tree

__all__ = ["Growth", "align", "grow", "insertion_point", "line_up"]

# Records that share nothing: no seed grows larger, and no more items get columns of their own.
_LARGEST = 2000
_MOST_LEFT = 300

_KIND_BITS: tuple[tuple[int, Kind], ...] = ((1, "text"), (2, "link"), (4, "image"), (8, "value"))


def align(tree: Tree, records: Sequence[Record], *, marks: array[int] | None = None) -> Alignment:
    """Return *records* x fields: a column for every place of the grown seed that holds items.

    >>> tree = Tree.from_text('ul(li(a"Ant" b"$1") li(a"Bee" b"$2" i"new"))')
    >>> print(align(tree, [(1,), (4,)]))
    Ant | $1 | -
    Bee | $2 | new
    """
    return grow(tree, records, marks=marks).alignment


def grow(
    tree: Tree,
    records: Sequence[Record],
    *,
    seed: Seed | None = None,
    marks: array[int] | None = None,
) -> Growth:
    """Align *records* and return the seed with the alignment.

    With a *seed* given, that one is grown further, and its fields come first. *marks* (a number
    for every node of the tree, such as its class) decide where labels alone leave a choice.

    References
    ----------
    [zhai2005], section 4.4. Beyond the paper: a run of nodes without any neighbour goes into a
    seed node that has no children, and records of one shape are matched with the seed once.
    """
    growing = _Growing(tree, records, marks)
    growing.start(seed)
    growing.run()
    return growing.result(frozen=False)


def line_up(tree: Tree, records: Sequence[Record], seed: Seed) -> Alignment:
    """Return *records* x the fields of *seed*, which stays as it is; other items are left out."""
    growing = _Growing(tree, records)
    growing.start(seed)
    for index in growing.order:
        growing.link(index)
    return growing.result(frozen=True).alignment


@dataclass(frozen=True, slots=True)
class Growth:
    """What aligning gives: the seed, and the records lined up below its fields."""

    seed: Seed
    alignment: Alignment
    rounds: int  # how often the records that had to wait were gone over


def insertion_point(left: int | None, right: int | None, length: int) -> int | None:
    """Return where a run of unmatched nodes belongs among the seed's children, if certain.

    *left* and *right* are the seed positions matched by the run's two neighbours (None: the
    run stands at that end of its own list); *length* is the number of children of the seed.

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
    """The seed and the records while they are being aligned."""

    def __init__(
        self, tree: Tree, records: Sequence[Record], marks: array[int] | None = None
    ) -> None:
        self.tree = tree
        self.marks = marks
        self.records = [_RecordTree(tree, record, marks) for record in records]
        # Most items first: the richest record makes the best seed; ties in page order.
        self.order = sorted(range(len(records)), key=lambda k: -self.records[k].item_count)
        # Record -> seed node -> place in the record's tree.
        self.links: list[dict[SeedNode, int]] = [{} for _ in records]
        self.rounds = 0
        self._ids = {name: k for k, name in enumerate(tree.names)}
        self._matched: dict[object, list[tuple[SeedNode, int]]] = {}

    def start(self, seed: Seed | None) -> None:
        """Begin with a copy of *seed*, or with the record that has the most items."""
        self.root = SeedNode("record") if seed is None else seed.root.copy()
        self._flatten()
        if seed is None and self.order:
            first = self.order.pop(0)
            self.links[first][self.root] = 0
            for child in self.records[first].children(0):
                self.root.children.append(self._copy(first, child))
            self._flatten()

    def run(self) -> None:
        """Go over the records, and over those that had to wait, until nothing new is learned."""
        waiting, self.order = self.order, []
        while waiting:
            self.rounds += 1
            learned, left = False, []
            for index in waiting:
                before = len(self.links[index])
                self.link(index)
                complete = self._insert(index)
                learned = learned or len(self.links[index]) > before
                if not complete:
                    left.append(index)
            waiting = left if learned else []

    def link(self, index: int) -> None:
        """Match a record with the seed as it is."""
        record = self.records[index]
        pairs = self._matched.get(record.shape)
        if pairs is None:
            pairs = self._match(record)
            self._matched[record.shape] = pairs
        # What an earlier round found may be matched otherwise now: the grown seed knows better.
        self.links[index] = dict(pairs)

    def result(self, *, frozen: bool) -> Growth:
        """Return the columns: the places of the seed in order, then every item without a place."""
        count = len(self.records)
        held, present = self._census()
        paths = self.root.paths()
        fields: list[Field] = []
        columns: list[list[int | None]] = []
        for node in self.root.walk():
            if not frozen:
                node.kinds |= held.get(node, 0)
                node.optional = node.optional or present.get(node, 0) < count
            for bit, kind in _KIND_BITS:
                if node.kinds & bit:
                    column = [self._cell(index, node, bit) for index in range(count)]
                    fields.append(Field(kind, paths[node], None in column))
                    columns.append(column)
        if not frozen:
            for (kind, path), cells in self._leftover_columns().items():
                fields.append(Field(kind, path[0], True))
                columns.append([None] * count)
                for index, cell in cells:
                    columns[-1][index] = cell
        rows = tuple(zip(*columns, strict=True)) if columns else ((),) * count
        return Growth(Seed(self.root), Alignment(self.tree, tuple(fields), rows), self.rounds)

    def _census(self) -> tuple[dict[SeedNode, int], dict[SeedNode, int]]:
        """Return for every seed node what records hold there, and how many have it."""
        held: dict[SeedNode, int] = {}
        present: dict[SeedNode, int] = {}
        for record, links in zip(self.records, self.links, strict=True):
            for node, place in links.items():
                present[node] = present.get(node, 0) + 1
                if place:
                    held[node] = held.get(node, 0) | self.tree.kinds[record.nodes[place]]
        return held, present

    def _match(self, record: _RecordTree) -> list[tuple[SeedNode, int]]:
        labels, sizes = record.arrays()
        marks = (None, None) if self.marks is None else (self._marks, record.marks)
        matching = simple.Matching(
            self._labels,
            self._sizes,
            _numbers(self._labels),
            labels,
            sizes,
            _numbers(labels),
            False,
            None,
            None,
            *marks,
        )
        pairs = matching.pairs(0, 0)
        return [(self._nodes[pairs[k]], pairs[k + 1]) for k in range(0, len(pairs), 2)]

    def _insert(self, index: int) -> bool:
        """Put the unmatched parts of a record into the seed; return whether all found a place."""
        record = self.records[index]
        place_of = self.links[index]
        if len(place_of) == len(record.nodes):
            return True
        if len(self._nodes) > _LARGEST:
            return False
        seed_of = {place: node for node, place in place_of.items()}
        grown, complete = False, True
        for place in list(place_of.values()):
            node = seed_of[place]
            for left, run, right in _runs(record.children(place), seed_of):
                at = insertion_point(
                    None if left is None else node.children.index(seed_of[left]),
                    None if right is None else node.children.index(seed_of[right]),
                    len(node.children),
                )
                if at is None:
                    complete = False
                    continue
                node.children[at:at] = [self._copy(index, child, optional=True) for child in run]
                grown = True
        if grown:
            self._flatten()
        return complete

    def _copy(self, index: int, place: int, *, optional: bool = False) -> SeedNode:
        """Return a copy of a part of a record for the seed, and note that they belong together."""
        record = self.records[index]
        copies: dict[int, SeedNode] = {}
        for here in record.subtree(place):
            node = SeedNode(record.label(here), optional=optional and here == place)
            node.mark = record.marks[here] if record.marks else -1
            copies[here] = node
            self.links[index][node] = here
            if here != place:
                copies[record.parents[here]].children.append(node)
        return copies[place]

    def _flatten(self) -> None:
        """Keep the seed as arrays for matching; what was matched before no longer counts."""
        self._nodes = list(self.root.walk())
        # Labels the page does not have get numbers no node of it has.
        self._labels = array(
            "i", [self._ids.setdefault(node.label, len(self._ids)) for node in self._nodes]
        )
        self._labels[0] = _ROOT
        self._marks = array("i", [node.mark for node in self._nodes])
        self._sizes = array("i", [0]) * len(self._nodes)
        place = {node: k for k, node in enumerate(self._nodes)}
        for k in range(len(self._nodes) - 1, -1, -1):
            self._sizes[k] = 1 + sum(self._sizes[place[child]] for child in self._nodes[k].children)
        self._matched.clear()

    def _cell(self, index: int, node: SeedNode, bit: int) -> int | None:
        place = self.links[index].get(node)
        if not place:
            return None
        found = self.records[index].nodes[place]
        return found if self.tree.kinds[found] & bit else None

    def _leftover_columns(
        self,
    ) -> dict[tuple[Kind, tuple[str, object]], list[tuple[int, int]]]:
        """Return a column for every item without a place: the record and node of its cells.

        Beyond the paper: items that would need more columns than anybody reads share one with
        those of the same path, the first with the first, the second with the second.
        """
        left = list(self._leftovers())
        shared = len(left) > _MOST_LEFT
        found: dict[tuple[Kind, tuple[str, object]], list[tuple[int, int]]] = {}
        seen: Counter[tuple[int, Kind, str]] = Counter()
        for index, place, kind in left:
            path = self.records[index].path(place)
            seen[index, kind, path] += 1
            which = (path, seen[index, kind, path] if shared else (index, place))
            node = self.records[index].nodes[place]
            found.setdefault((kind, which), []).append((index, node))
        return found

    def _leftovers(self) -> Iterator[tuple[int, int, Kind]]:
        for index, record in enumerate(self.records):
            placed = set(self.links[index].values())
            for place in range(1, len(record.nodes)):
                if place not in placed:
                    for bit, kind in _KIND_BITS:
                        if self.tree.kinds[record.nodes[place]] & bit:
                            yield index, place, kind


# The label of the made-up root above a record's nodes; no label of a page has this number.
_ROOT = -1


class _RecordTree:
    """The subtrees of a record below one made-up root; places are numbered in preorder."""

    def __init__(self, tree: Tree, record: Record, marks: array[int] | None) -> None:
        self._tree = tree
        self._record = record
        self.nodes = [-1, *(node for root in record for node in tree.subtree(root))]
        self.marks = array("i")
        if marks is not None:
            self.marks.append(-1)
            for root in record:
                self.marks += marks[root : root + tree.sizes[root]]
        # Records with equal keys are matched with a seed in the same way.
        self.shape = (tuple(tree.shapes[root] for root in record), self.marks.tobytes())
        self.item_count = sum(
            tree.item_counts[root + tree.sizes[root]] - tree.item_counts[root] for root in record
        )
        self.parents = self._parents()

    def label(self, place: int) -> str:
        return self._tree.label(self.nodes[place])

    def subtree(self, place: int) -> range:
        return range(place, place + self._tree.sizes[self.nodes[place]])

    def children(self, place: int) -> list[int]:
        sizes = self._tree.sizes
        child = place + 1
        end = len(self.nodes) if place == 0 else place + sizes[self.nodes[place]]
        found = []
        while child < end:
            found.append(child)
            child += sizes[self.nodes[child]]
        return found

    def path(self, place: int) -> str:
        labels = []
        while place:
            labels.append(self.label(place))
            place = self.parents[place]
        return "/".join(reversed(labels))

    def arrays(self) -> tuple[array[int], array[int]]:
        """Return labels and subtree sizes, as the matching wants them."""
        labels, sizes = array("i", [_ROOT]), array("i", [len(self.nodes)])
        for root in self._record:
            end = root + self._tree.sizes[root]
            labels += self._tree.labels[root:end]
            sizes += self._tree.sizes[root:end]
        return labels, sizes

    def _parents(self) -> list[int]:
        found = [-1]
        for root in self._record:
            # Inside a subtree the places run as the nodes do, so parents move by one offset.
            offset = len(found) - root
            found.append(0)
            end = root + self._tree.sizes[root]
            found += [parent + offset for parent in self._tree.parents[root + 1 : end]]
        return found


def _runs(
    children: list[int], seed_of: dict[int, SeedNode]
) -> Iterator[tuple[int | None, list[int], int | None]]:
    """Yield the runs of unmatched children with their matched neighbours, left and right."""
    left: int | None = None
    run: list[int] = []
    for child in children:
        if child not in seed_of:
            run.append(child)
            continue
        if run:
            yield left, run, child
            run = []
        left = child
    if run:
        yield left, run, None


def _numbers(labels: array[int]) -> array[int]:
    return array("i", range(len(labels)))
