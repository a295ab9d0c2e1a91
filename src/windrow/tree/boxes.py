"""Gives the nodes of a tree the boxes a browser drew them in.

A snapshot's markup was written from the browser's tree, and is parsed again here. As a rule both
trees have the same elements in the same order: then an element's position identifies it. If
scripts made what no markup can express (a link inside a link), parsing gives another tree; then
the parts of the page are found again by their content, and those that cannot be told apart
get no box.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from windrow.read.layout import NO_BOX, Layout, attribute_check, text_check, words
from windrow.tree.tree import TEXT_LABEL, Tree
from windrow.tree.walk import FOREIGN, LEFT_OUT, OPAQUE

__all__ = ["Joining", "with_boxes"]

# Elements that a page has once.
_SINGLE = frozenset({"body", "frameset"})


def with_boxes(tree: Tree, layout: Layout, *, hidden: bool = False) -> Tree:
    """Return *tree* with the boxes of *layout*, which belongs to the same page.

    A node without a box was not drawn, or could not be found again. *hidden*: the tree
    includes the hidden part of the page.
    """
    joining = Joining(tree, layout, hidden)
    if not joining.by_position():
        joining.by_content()
    return replace(tree, boxes=joining.boxes())


class Joining:
    """Finds the element of a layout for each node of a tree.

    *places* holds the position of each node's element; -1 if unknown.
    """

    def __init__(self, tree: Tree, layout: Layout, hidden: bool) -> None:
        self._tree, self._layout, self._hidden = tree, layout, hidden
        self.places = array("i", [-1]) * len(tree)  # node -> position in the layout
        self._attribute_checks, self._text_checks = _checks(tree)

    def by_position(self) -> bool:
        """Give every node the element at its position; return whether all of them fit."""
        tree, layout, places = self._tree, self._layout, self.places
        for node in range(len(tree)):
            position = tree.positions[node]
            if position < 0:
                continue
            parent = tree.positions[tree.parents[node]] if node else -1
            if not self._fits(node, position) or layout.parents[position] != parent:
                return False
            places[node] = position
        return True

    def by_content(self) -> None:
        """Find the nodes from the root down, by their content and that of the nodes below."""
        tree, places = self._tree, self.places
        places[:] = array("i", [-1]) * len(tree)
        if not len(self._layout) or self._layout.names[self._layout.labels[0]] != tree.label(0):
            return
        below = self._children()
        ours, theirs = self._tree_keys(), self._layout_keys(below)
        waiting = [(0, 0)]
        while waiting:
            parent, place = waiting.pop()
            places[parent] = place
            nodes = [n for n in tree.children(parent) if tree.positions[n] >= 0]
            waiting += self._found(nodes, below.get(place, []), ours, theirs).items()

    def boxes(self) -> array[float]:
        """Return the boxes of all nodes, texts included."""
        tree, layout = self._tree, self._layout
        found = array("d", NO_BOX) * len(tree)
        for node, place in enumerate(self.places):
            if place >= 0:
                found[4 * node : 4 * node + 4] = layout.boxes[4 * place : 4 * place + 4]
        self._add_texts(found)
        return found

    def _fits(self, node: int, place: int) -> bool:
        """Return whether *node* and the element at *place* have the same attributes and text."""
        return place < len(self._layout) and self._own_key(node) == self._own_layout_key(place)

    def _found(
        self, nodes: list[int], elements: list[int], ours: list[int], theirs: list[int]
    ) -> dict[int, int]:
        """Return the children of a node with their elements, where they are certain."""
        # By their whole content; then, if there is one of a kind, by the element alone.
        whole = _pairs([(ours[n], n) for n in nodes], [(theirs[p], p) for p in elements])
        taken = set(whole.values())
        own = _pairs(
            [(self._own_key(n), n) for n in nodes if n not in whole],
            [(self._own_layout_key(p), p) for p in elements if p not in taken],
            alone=True,
        )
        # A body whose texts were moved is still the body; the same holds for unique attributes.
        named = _pairs(
            [(self._name_key(n), n) for n in nodes],
            [(self._name_layout_key(p), p) for p in elements],
            alone=True,
        )
        return named | own | whole

    def _children(self) -> dict[int, list[int]]:
        below: dict[int, list[int]] = defaultdict(list)
        for position, parent in enumerate(self._layout.parents):
            below[parent].append(position)
        return below

    def _tree_keys(self) -> list[int]:
        """Return a number for every subtree: equal for equal content."""
        tree = self._tree
        keys = [self._own_key(node) for node in range(len(tree))]
        # Backwards: the subtrees of a node are numbered before the node itself.
        for node in range(len(tree) - 1, -1, -1):
            for child in tree.children(node):
                if tree.positions[child] >= 0:
                    keys[node] = _mixed(keys[node], keys[child])
        return keys

    def _layout_keys(self, below: dict[int, list[int]]) -> list[int]:
        """Return the same for the layout, without the elements that a tree leaves out."""
        layout = self._layout
        keys = [self._own_layout_key(place) for place in range(len(layout))]
        names = [layout.names[label] for label in layout.labels]
        for place in range(len(layout) - 1, -1, -1):
            if names[place] in OPAQUE:
                continue
            for child in below.get(place, ()):
                if names[child] not in LEFT_OUT and (self._hidden or not layout.hidden[child]):
                    keys[place] = _mixed(keys[place], keys[child])
        return keys

    def _own_key(self, node: int) -> int:
        label = self._tree.label(node)
        # The parts of a drawing are not in the tree.
        if label in FOREIGN:
            return crc32(label.encode())
        return _key(label, self._attribute_checks[node], self._text_checks[node])

    def _own_layout_key(self, place: int) -> int:
        layout = self._layout
        label = layout.names[layout.labels[place]]
        if label in FOREIGN:
            return crc32(label.encode())
        text = 0 if label in OPAQUE else layout.text_checks[place]
        return _key(label, layout.attribute_checks[place], text)

    def _name_key(self, node: int) -> int:
        label, check = self._tree.label(node), self._attribute_checks[node]
        # If nothing distinguishes it from others, it gets a unique key.
        return _key(label, check, 0) if check or label in _SINGLE else -node - 1

    def _name_layout_key(self, place: int) -> int:
        label = self._layout.names[self._layout.labels[place]]
        check = self._layout.attribute_checks[place]
        return _key(label, check, 0) if check or label in _SINGLE else -len(self._tree) - place - 1

    def _add_texts(self, found: array[float]) -> None:
        """Give the texts beside elements the boxes of their runs."""
        tree, layout = self._tree, self._layout
        runs: dict[int, list[int]] = defaultdict(list)
        for run, place in enumerate(layout.text_parents):
            runs[place].append(run)
        used: dict[int, int] = defaultdict(int)
        for node in range(1, len(tree)):
            if tree.label(node) != TEXT_LABEL:
                continue
            parent = tree.parents[node]
            place = self.places[parent]
            if place < 0 or used[parent] < 0:
                continue
            mine, wanted = runs.get(place, []), len(words(tree.text(node)))
            first = last = used[parent]
            while wanted > 0 and last < len(mine):
                wanted -= layout.text_sizes[mine[last]]
                last += 1
            # Runs that do not add up to the text do not belong to it, nor do later ones.
            used[parent] = last if wanted == 0 else -1
            if wanted == 0:
                found[4 * node : 4 * node + 4] = _around(layout, mine[first:last])


def _key(label: str, attributes: int, text: int) -> int:
    return crc32(label.encode(), _mixed(attributes, text))


def _mixed(first: int, second: int) -> int:
    return crc32(first.to_bytes(4, "little") + second.to_bytes(4, "little"))


def _pairs(
    nodes: Sequence[tuple[int, int]], elements: Sequence[tuple[int, int]], *, alone: bool = False
) -> dict[int, int]:
    """Return nodes with their elements: those of one key in order, if both have as many of it.

    With *alone*, only if the key occurs once.
    """
    ours, theirs = defaultdict(list), defaultdict(list)
    for key, node in nodes:
        ours[key].append(node)
    for key, place in elements:
        theirs[key].append(place)
    return {
        node: place
        for key, group in ours.items()
        if len(group) == len(theirs[key]) and (len(group) == 1 or not alone)
        for node, place in zip(group, theirs[key], strict=True)
    }


def _checks(tree: Tree) -> tuple[list[int], list[int]]:
    """Return for every node the checks of its attributes and of its own text."""
    names = [name.encode() for name in tree.attribute_names]
    starts, numbers, buffer = tree.attribute_starts, tree.attributes, tree.buffer
    attributes, texts = [], [0] * len(tree)
    for node in range(len(tree)):
        attributes.append(
            attribute_check(
                [
                    (names[numbers[k]], buffer[numbers[k + 1] : numbers[k + 2]])
                    for k in range(3 * starts[node], 3 * starts[node + 1], 3)
                ]
            )
        )
        if tree.texts[2 * node + 1] > tree.texts[2 * node]:
            owner = tree.parents[node] if tree.positions[node] < 0 and node else node
            texts[owner] = text_check(tree.text(node), texts[owner])
    return attributes, texts


def _around(layout: Layout, runs: Sequence[int]) -> array[float]:
    """Return the smallest box around the boxes of *runs*."""
    boxes = [layout.text_boxes[4 * run : 4 * run + 4] for run in runs]
    drawn = [box for box in boxes if box[0] == box[0]]
    if not drawn:
        return array("d", NO_BOX)
    lefts, tops, rights, bottoms = zip(*drawn, strict=True)
    return array("d", (min(lefts), min(tops), max(rights), max(bottoms)))
