"""A keyed template as arrays of numbers, for the kernel that walks it."""

from __future__ import annotations

from array import array
from itertools import repeat
from typing import Any

from windrow.kernels.wrap import rows
from windrow.kernels.wrap import signatures as nodes
from windrow.kernels.wrap import walker as kernel
from windrow.tree import Tree
from windrow.tree.builder import LABELS
from windrow.tree.markup import BREAKS
from windrow.wrap.detail.locate import named_places
from windrow.wrap.detail.place import Group, Place
from windrow.wrap.detail.view import SIGNS, Signer, View

__all__ = ["Program", "digest_of"]

# Signatures are remembered by the attributes they come from; so many, then no more.
_MOST_KNOWN = 50_000
_KINDS = {
    "single": kernel.SINGLE,
    "list": kernel.LIST,
    "ordinal": kernel.ORDINAL,
    "skip": kernel.SKIP,
}


class Program:
    """The places below a root by numbers, and the signatures of nodes by numbers."""

    def __init__(self, root: Place, signer: Signer) -> None:
        self.places: list[Place] = [root]
        # Those that can be found by name, with the ids of all that they hold.
        self.named = [
            (one, frozenset(one.place.id + suffix for suffix in one.place.held))
            for one in named_places(root)
            if _speaks(one.place)
        ]
        self.groups: list[Group] = []
        self.wanted = array("i")  # their signatures
        self.numbers: dict[int, int] = {id(root): 0}
        self._signer = signer
        self.ids: dict[str, int] = {}
        self._known: dict[object, int] = {}
        starts, signatures, kinds = array("i"), array("i"), array("i")
        counts, firsts, parts = array("i"), array("i"), array("i")
        frozen, sizes, lengths, flags = array("q"), array("i"), array("i"), array("i")
        for place in self.places:
            starts.append(len(kinds))
            number, size, length = place.frozen or (0, 0, 0)
            frozen.append(number)
            sizes.append(size)
            lengths.append(length)
            flags.append(_speaks(place) + 2 * place.is_list + 4 * place.closed)
            for group in place.groups.values():
                self.groups.append(group)
                signatures.append(self.ids.setdefault(group.signature, len(self.ids) + 1))
                kinds.append(_kind(group))
                counts.append(len(group.parts))
                firsts.append(len(parts))
                keys = _keys(group)
                for key in keys:
                    part = group.parts.get(key)
                    parts.append(-1 if part is None else self._number(part))
                for key, part in group.parts.items():
                    if key not in keys:
                        self._number(part)
        starts.append(len(kinds))
        self._plain = array("i", [self._of_label(name) for name in LABELS])
        self.wanted = signatures
        told: list[array[int]] = [starts, signatures, kinds, counts, firsts, parts]
        self._names = ["", *self.ids]
        self._told = [_told(place) for place in self.places]
        self._arrays: list[Any] = [*told, frozen, sizes, lengths, flags]

    def _number(self, place: Place) -> int:
        number = self.numbers[id(place)] = len(self.places)
        self.places.append(place)
        return number

    def _of_label(self, name: str) -> int:
        return kernel.BREAK if name in BREAKS else self.ids.get(name, -1)

    def rows(self, view: View) -> Any:
        """Return the kernel that fills rows from a page."""
        tree = view.tree
        walker, visits = self.walker(view)
        page: list[Any] = [tree.sizes, tree.kinds, tree.texts, tree.buffer, view.said, *visits]
        return rows.Rows(*[*page, walker, self._told])

    def walker(self, view: View) -> tuple[Any, list[Any]]:
        """Return the kernel that walks a page, and the arrays that it writes its visits into."""
        numbers = view.numbers = self.signatures(view)
        view.signatures.know(numbers, self._names)
        tree = view.tree
        visits: list[Any] = [array("i", bytes(4 * len(tree))) for _ in range(3)]
        page = (tree.sizes, tree.buffer, numbers, view.starts)
        return kernel.Walker(*page, *visits, *self._arrays), visits

    def signatures(self, view: View) -> array[int]:
        """Return the signatures of a page's nodes by number, -1 for those no place has."""
        tree = view.tree
        wanted = array("i", map(SIGNS.get, tree.attribute_names, repeat(0)))
        unknown: list[tuple[int, object]] = []
        found: array[int] = nodes.signatures(
            tree.labels,
            tree.attribute_starts,
            tree.attributes,
            wanted,
            self._plain,
            tree.buffer,
            self._known,
            unknown,
        )
        for node, key in unknown:
            label = tree.label(node)
            signature = view.signatures[node]
            number = kernel.BREAK if label in BREAKS else self.ids.get(signature, -1)
            found[node] = number
            if tree.labels[node] < len(LABELS) and len(self._known) < _MOST_KNOWN:
                self._known[key] = number
        return found


def _speaks(place: Place) -> bool:
    return any(held.show for held in place.held.values())


def _told(place: Place) -> tuple[Any, ...]:
    """Return of a place what the kernel needs to fill rows.

    Its id, whether it is a list, its label, what it holds, and how the names of its fields begin.
    What a place holds is, by suffix, the mark of what is not worth telling, whether to tell, its
    id, and its name in a row.
    """
    base = "" if place.is_list else place.id.rstrip("/")
    held = {
        one.suffix: (
            None if one.labelled else one.constant,
            one.show,
            place.id + one.suffix,
            base + one.suffix or ".",
        )
        for one in place.held.values()
    }
    return place.id, place.is_list, place.label, held, base


def _kind(group: Group) -> int:
    plain = not (group.position or group.anchored or group.also or group.inner)
    if not plain or group.mode not in _KINDS:
        return kernel.COMPLEX
    if group.mode == "ordinal" and group.counts and group.counts != {len(group.parts)}:
        return kernel.COMPLEX
    return _KINDS[group.mode]


def _keys(group: Group) -> list[str]:
    """Return the keys of the parts, in the order in which the kernel counts them."""
    if _kind(group) == kernel.ORDINAL:
        return [f":{k}" for k in range(1, len(group.parts) + 1)]
    return {kernel.SINGLE: [""], kernel.LIST: ["[]"]}.get(_kind(group), [])


def digest_of(tree: Tree, starts: array[int], node: int) -> tuple[int, int, int]:
    """Return three numbers for all that the subtree at *node* says: a digest, nodes and bytes."""
    size = tree.sizes[node]
    start, end = starts[node], starts[node + size]
    return nodes.digest(tree.buffer, start, end), size, end - start
