"""Doubts about a repaired column: it has values of others, or others have its values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from windrow.model import Value
from windrow.wrap.columns.pair import comparable
from windrow.wrap.columns.resemble import coarse_shape, coarse_shapes
from windrow.wrap.fingerprint import shape_of
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["Doubt", "doubts"]

# A new column has the values of an old one if this share of them is known
# from it. Chosen, not measured.
_MOSTLY = 0.5
# Fewer values do not show the outlines of a column. Chosen, not measured.
_FEWEST = 3


class Doubt(NamedTuple):
    """The share of a column that can be right, 0 to 1, and what is wrong with the rest."""

    right: float
    reason: str


def doubts(
    old: Sequence[WrapperColumn], new: Sequence[WrapperColumn], rows: Sequence[Mapping[str, Value]]
) -> Iterator[tuple[str, Doubt]]:
    """Yield the names of old columns that are doubtful among the *new* ones, and why.

    *rows* are what the new columns read on the changed pages.
    """
    texts = {
        column.name: [text for row in rows if isinstance(text := row.get(column.place), str)]
        for column in new
    }
    names = {column.name for column in old}
    for column in old:
        said = texts.get(column.name, ())
        others = [one for one in old if one is not column and comparable(one, column)]
        taken = Counter(name for text in said if (name := _owner(text, column, others)))
        for name, count in taken.items():
            reason = f"{count} of {len(said)} values are like those of {name}"
            yield column.name, Doubt(1 - count / len(said), reason)
    for stray in new:
        if stray.name in names or not texts[stray.name]:
            continue
        said = texts[stray.name]
        known = {c.name: sum(t in c.fingerprint.samples for t in said) for c in old}
        name, count = max(known.items(), key=lambda item: item[1], default=("", 0))
        if count > _MOSTLY * len(said) and texts.get(name):
            right = len(texts[name]) / (len(texts[name]) + count)
            yield name, Doubt(right, f"{stray.name} has {count} of its values")


def _owner(text: str, own: WrapperColumn, others: Sequence[WrapperColumn]) -> str:
    """Return which of *others* had the value, or its form, when *own* did not, or ""."""
    if text in own.fingerprint.samples:
        return ""
    if found := next((one.name for one in others if text in one.fingerprint.samples), ""):
        return found
    shape = coarse_shape(shape_of(text))
    if own.fingerprint.count < _FEWEST or shape in coarse_shapes(own.fingerprint):
        return ""
    return next((one.name for one in others if [*coarse_shapes(one.fingerprint)] == [shape]), "")
