"""Which nodes of a record are the cells of which fields, by the keys that a template knows."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.runs import extent
from windrow.wrap.list.keys import labels_before, nodes_with_keys, serves
from windrow.wrap.list.template import ListField, ValueKind
from windrow.wrap.steps import Steps

__all__ = ["Lookup", "what_is_said"]

# A key this reliable needs no text beside it. Chosen, not measured.
_SURE = 0.9


class Lookup:
    """Which fields a key leads to."""

    def __init__(self, fields: Sequence[ListField]) -> None:
        self.fields = fields
        levels = ("places", "classes", "ends")
        self.by_place, self.by_class, self.by_end = (_inverted(fields, one) for one in levels)
        # Texts are compared only for fields that no other key finds for certain.
        unsure = [
            place.keys.labels
            and max([0, *place.keys.places.values(), *place.keys.classes.values()]) < _SURE
            for place in fields
        ]
        self.by_label = _inverted(fields, "labels") if any(unsure) else {}

    def candidates(
        self, steps: Steps, record: Record, places: dict[int, int] | None
    ) -> list[tuple[float, int, int]]:
        """Return how well (as negative numbers) nodes fit fields, the best first."""
        tree = steps.tree
        scores: dict[tuple[int, int], float] = {}
        for node, place, mark, end in nodes_with_keys(steps, record, places):
            found = (self.by_place.get(place), self.by_class.get(mark), self.by_end.get(end))
            for some in found:
                for k, weight in some or ():
                    if (node, k) in scores:
                        scores[node, k] += weight
                    elif serves(tree, node, self.fields[k].kind):
                        scores[node, k] = weight
        for node, label in labels_before(tree, record) if self.by_label else ():
            for k, weight in self.by_label.get(label, ()):
                if serves(tree, node, self.fields[k].kind):
                    scores[node, k] = scores.get((node, k), 0.0) + 1.5 * weight
        return sorted((-score, node, k) for (node, k), score in scores.items())


def what_is_said(tree: Tree, node: int, kind: ValueKind) -> tuple[int, str | int]:
    """Return what a cell says: the end of its text, or its kind; it belongs to one column."""
    if kind == "text" or kind == "part":
        return node, node + tree.sizes[node]
    if kind == "run" or kind == "rest":
        return node, extent(tree, node, kind).stop
    return node, kind


def _inverted(fields: Sequence[ListField], level: str) -> dict[str, list[tuple[int, float]]]:
    found: dict[str, list[tuple[int, float]]] = {}
    for k, place in enumerate(fields):
        for key, weight in getattr(place.keys, level).items():
            found.setdefault(key, []).append((k, weight))
    return found
