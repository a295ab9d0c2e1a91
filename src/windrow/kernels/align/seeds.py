"""A tree that grows while others are matched with it: it takes in the nodes that it lacks."""

from __future__ import annotations

from array import array

import cython

__all__ = ["GrowingTree"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))


@cython.cclass
class GrowingTree:
    """A tree of labels and marks; nodes keep their number when others come between them.

    In preorder, for matching: `labels`, `sizes`, `marks`, and `order`, the numbers of the nodes.
    By number: `own_labels`, `parents` and `optional`, which is 1 for nodes that came later.
    """

    count: cython.int
    own_labels: cython.int[::1]
    own_marks: cython.int[::1]
    parents: cython.int[::1]
    first: cython.int[::1]  # first child, -1 for none
    following: cython.int[::1]  # next sibling, -1 for none
    optional: cython.int[::1]
    labels: array[int]
    sizes: array[int]
    marks: array[int]
    order: array[int]
    complete: cython.bint

    def __init__(
        self, labels: cython.int[::1], sizes: cython.int[::1], marks: cython.int[::1]
    ) -> None:
        self.count = 0
        nothing = array("i")
        self.own_labels = self.own_marks = self.parents = nothing
        self.first = self.following = self.optional = nothing
        self._make_room(len(labels))
        self._copy(labels, sizes, marks, 0, -1, 0)
        self._flatten()

    def __len__(self) -> int:
        return self.count

    def arrays(self) -> tuple[array[int], array[int], array[int], array[int]]:
        """Return the tree in preorder: labels, sizes, marks, numbers of the nodes."""
        return self.labels, self.sizes, self.marks, self.order

    def by_number(self) -> tuple[list[int], list[int], list[int]]:
        """Return label, parent and whether it came later, of every node by its number."""
        nodes = range(self.count)
        return (
            [self.own_labels[k] for k in nodes],
            [self.parents[k] for k in nodes],
            [self.optional[k] for k in nodes],
        )

    def insert(
        self,
        labels: cython.int[::1],
        sizes: cython.int[::1],
        marks: cython.int[::1],
        matched: array[int],
    ) -> tuple[array[int], bool]:
        """Insert what this tree lacks of another; return its links, and whether all of it fitted.

        *matched* is for every node of the other tree its number in this one, -1 for none. A run of
        unmatched siblings goes in where its matched neighbours are side by side here.
        """
        own: cython.int[::1] = matched
        links = array("i", matched)
        place: cython.int
        child: cython.int
        end: cython.int
        run: cython.int
        left: cython.int
        before: cython.int = self.count
        complete: cython.bint = True
        for place in range(len(labels)):
            if own[place] < 0 or sizes[place] == 1:
                continue
            run = left = -1
            child = place + 1
            end = place + sizes[place]
            while child < end:
                if own[child] >= 0:
                    if run >= 0 and not self._put(labels, sizes, marks, links, own[place], left,
                                                  own[child], run, child):  # fmt: skip
                        complete = False
                    run = -1
                    left = own[child]
                elif run < 0:
                    run = child
                child += sizes[child]
            if run >= 0 and not self._put(
                labels, sizes, marks, links, own[place], left, -1, run, end
            ):
                complete = False
        if self.count > before:
            self._flatten()
        return links, complete

    @cython.cfunc
    def _put(
        self,
        labels: cython.int[::1],
        sizes: cython.int[::1],
        marks: cython.int[::1],
        links: cython.int[::1],
        node: cython.int,
        left: cython.int,
        right: cython.int,
        place: cython.int,
        end: cython.int,
    ) -> cython.bint:
        """Put the siblings place..end between two children of *node*, if these are neighbours."""
        here: cython.int
        new: cython.int
        # A gap between the neighbours would make us choose; the run waits until the tree has grown.
        if (self.first[node] if left < 0 else self.following[left]) != right:
            return False
        while place < end:
            self._make_room(sizes[place])
            new = self._copy(labels, sizes, marks, place, node, 1)
            for here in range(sizes[place]):
                links[place + here] = new + here
            if left < 0:
                self.first[node] = new
            else:
                self.following[left] = new
            self.following[new] = right
            left = new
            place += sizes[place]
        return True

    @cython.cfunc
    def _copy(
        self,
        labels: cython.int[::1],
        sizes: cython.int[::1],
        marks: cython.int[::1],
        place: cython.int,
        parent: cython.int,
        optional: cython.int,
    ) -> cython.int:
        """Add a subtree of another tree, still without siblings; return the number of its root."""
        start: cython.int = self.count
        here: cython.int
        child: cython.int
        last: cython.int
        node: cython.int
        self.parents[start] = parent
        self.following[start] = -1
        for here in range(place, place + sizes[place]):
            node = start + here - place
            self.own_labels[node] = labels[here]
            self.own_marks[node] = marks[here] if len(marks) else -1
            self.optional[node] = 0
            self.first[node] = node + 1 if sizes[here] > 1 else -1
            child = here + 1
            while child < here + sizes[here]:
                self.parents[start + child - place] = node
                last = child
                child += sizes[child]
                self.following[start + last - place] = (
                    start + child - place if child < here + sizes[here] else -1
                )
        self.optional[start] = optional
        self.count += sizes[place]
        return start

    @cython.cfunc
    def _make_room(self, more: cython.Py_ssize_t) -> cython.int:
        room: cython.Py_ssize_t = self.count + more
        if room <= len(self.own_labels):
            return 0
        room = max(64, 2 * room)
        self.own_labels = _longer(self.own_labels, self.count, room)
        self.own_marks = _longer(self.own_marks, self.count, room)
        self.parents = _longer(self.parents, self.count, room)
        self.first = _longer(self.first, self.count, room)
        self.following = _longer(self.following, self.count, room)
        self.optional = _longer(self.optional, self.count, room)
        return 0

    @cython.cfunc
    def _flatten(self) -> cython.int:
        """Write the tree down in preorder."""
        count: cython.int = self.count
        self.labels, self.sizes = _INTS * count, array("i", [1]) * count
        self.marks, self.order = _INTS * count, _INTS * count
        labels: cython.int[::1] = self.labels
        sizes: cython.int[::1] = self.sizes
        marks: cython.int[::1] = self.marks
        order: cython.int[::1] = self.order
        position: cython.int[::1] = _INTS * count
        node: cython.int = 0
        at: cython.int
        for at in range(count):
            order[at] = node
            position[node] = at
            labels[at] = self.own_labels[node]
            marks[at] = self.own_marks[node]
            if self.first[node] >= 0:
                node = self.first[node]
                continue
            while node > 0 and self.following[node] < 0:
                node = self.parents[node]
            node = self.following[node]
        for at in range(count - 1, 0, -1):
            sizes[position[self.parents[order[at]]]] += sizes[at]
        return 0


@cython.cfunc
def _longer(numbers: cython.int[::1], count: cython.int, room: cython.Py_ssize_t) -> object:
    """Return a copy of the first *count* numbers with room for more."""
    copy = _INTS * room
    view: cython.int[::1] = copy
    k: cython.int
    for k in range(count):
        view[k] = numbers[k]
    return copy
