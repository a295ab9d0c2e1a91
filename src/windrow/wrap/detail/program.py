"""A template of detail pages as arrays of numbers, for the kernel that walks it."""

from __future__ import annotations

from array import array
from sys import intern
from typing import Any

from windrow.kernels.wrap import rows
from windrow.kernels.wrap import signatures as nodes
from windrow.kernels.wrap import walker as kernel
from windrow.tree import Tree
from windrow.tree.builder import LABELS
from windrow.tree.markup import BREAKS
from windrow.wrap.detail.locate import named_spots
from windrow.wrap.detail.spot import Split, Spot
from windrow.wrap.detail.view import PageView

__all__ = ["Program", "digest_of"]

# This many combinations of attributes are remembered with their signatures. Chosen, not measured.
_MOST_KNOWN = 50_000
_KINDS = {
    "single": kernel.SINGLE,
    "list": kernel.LIST,
    "ordinal": kernel.ORDINAL,
    "skip": kernel.SKIP,
}


class Program:
    """The spots below a root by numbers, and the signatures of nodes by numbers."""

    def __init__(self, root: Spot) -> None:
        self.spots: list[Spot] = [root]
        # The spots that can be found by name, with the ids of all their values.
        self.named = [
            (one, frozenset(one.spot.id + suffix for suffix in one.spot.held))
            for one in named_spots(root)
            if _speaks(one.spot)
        ]
        self.splits: list[Split] = []
        self.numbers: dict[int, int] = {id(root): 0}
        self.ids: dict[str, int] = {}
        self._known = nodes.Known()
        starts, signatures, kinds = array("i"), array("i"), array("i")
        counts, firsts, parts = array("i"), array("i"), array("i")
        frozen, sizes, lengths, flags = array("q"), array("i"), array("i"), array("i")
        for spot in self.spots:
            starts.append(len(kinds))
            number, size, length = spot.frozen or (0, 0, 0)
            frozen.append(number)
            sizes.append(size)
            lengths.append(length)
            flags.append(_speaks(spot) + 2 * spot.is_list + 4 * spot.closed)
            for split in spot.splits.values():
                self.splits.append(split)
                signatures.append(self.ids.setdefault(split.signature, len(self.ids) + 1))
                kinds.append(_kind(split))
                counts.append(len(split.parts))
                firsts.append(len(parts))
                keys = _keys(split)
                for key in keys:
                    part = split.parts.get(key)
                    parts.append(-1 if part is None else self._number(part))
                for key, part in split.parts.items():
                    if key not in keys:
                        self._number(part)
        starts.append(len(kinds))
        plain = [kernel.BREAK if name in BREAKS else self.ids.get(name, -1) for name in LABELS]
        self._plain = array("i", plain)
        self.wanted = signatures  # of the splits
        told: list[array[int]] = [starts, signatures, kinds, counts, firsts, parts]
        self._names = ["", *self.ids]
        self._told = [_told(spot) for spot in self.spots]
        self._arrays: list[Any] = [*told, frozen, sizes, lengths, flags]

    def _number(self, spot: Spot) -> int:
        number = self.numbers[id(spot)] = len(self.spots)
        self.spots.append(spot)
        return number

    def rows(self, view: PageView) -> Any:
        """Return the kernel that fills rows from a page."""
        return rows.Rows(view.said, self.walker(view), self._told)

    def walker(self, view: PageView) -> Any:
        """Return the kernel that walks a page."""
        numbers = view.numbers = self.signatures(view)
        view.signatures.know(numbers, self._names)
        tree = view.tree
        return kernel.Walker(tree.sizes, tree.buffer, numbers, view.starts, *self._arrays)

    def signatures(self, view: PageView) -> array[int]:
        """Return the signatures of a page's nodes by number, -1 for unknown ones."""
        tree = view.tree
        unknown: list[tuple[int, object]] = []
        page = (
            tree.labels,
            tree.attribute_starts,
            tree.attributes,
            view.signs,
            self._plain,
            tree.buffer,
        )
        found: array[int] = nodes.signatures(*page, self._known, unknown)
        for node, key in unknown:
            label = tree.label(node)
            signature = view.signatures[node]
            number = kernel.BREAK if label in BREAKS else self.ids.get(signature, -1)
            found[node] = number
            if tree.labels[node] < len(LABELS) and len(self._known) < _MOST_KNOWN:
                self._known.learn(key, number)
        return found


def _speaks(spot: Spot) -> bool:
    return any(held.show for held in spot.held.values())


def _told(spot: Spot) -> tuple[Any, ...]:
    """Return the facts about a spot that the kernel needs to fill rows.

    Its id, whether it is a list, its label, what it holds, how the names of its fields begin, and
    what holds for its text.
    Its values are, by suffix, the mark of a value not worth giving, whether to give it, its
    id, and its name in a row.
    """
    base = "" if spot.is_list else spot.id.rstrip("/")
    held = {
        one.suffix: (
            None if one.labelled else one.constant,
            one.show,
            intern(spot.id + one.suffix),
            intern(base + one.suffix or "."),
        )
        for one in spot.held.values()
    }
    return intern(spot.id), spot.is_list, spot.label, held, base, held.get("")


def _kind(split: Split) -> int:
    plain = not (split.position or split.anchored or split.also or split.inner)
    if not plain or split.mode not in _KINDS:
        return kernel.COMPLEX
    if any("heading" in part.held for part in split.parts.values()):
        # The kernel knows headings only by a colon.
        return kernel.COMPLEX
    if split.mode == "ordinal" and split.counts and split.counts != {len(split.parts)}:
        return kernel.COMPLEX
    return _KINDS[split.mode]


def _keys(split: Split) -> list[str]:
    """Return the keys of the parts, in the order in which the kernel counts them."""
    if _kind(split) == kernel.ORDINAL:
        return [f":{k}" for k in range(1, len(split.parts) + 1)]
    return {kernel.SINGLE: [""], kernel.LIST: ["[]"]}.get(_kind(split), [])


def digest_of(tree: Tree, starts: array[int], node: int) -> tuple[int, int, int]:
    """Return three numbers for the text of the subtree at *node*: a digest, nodes and bytes."""
    size = tree.sizes[node]
    start, end = starts[node], starts[node + size]
    return nodes.digest(tree.buffer, start, end), size, end - start
