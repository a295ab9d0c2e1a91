"""Numbers on the place of records on the screen, of which none helps the ranking by itself.

They are here to be measured: ``python -m bench.boxes FOLDER --features``.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from statistics import fmean, pstdev

from windrow.detect.auto.visual import drawn_boxes, record_box, white_space
from windrow.tree import Tree
from windrow.tree.tree import Box

__all__ = ["FEATURES", "visual_features"]

FEATURES = ("drawn", "area", "width", "centre", "top", "lined_up", "columns", "uneven", "apart")

# Boxes so near each other, in pixels, stand in one line.
_NEAR = 3.0
# Records looked at of one candidate; the first ones tell as much as all of them.
_MOST = 150


def visual_features(tree: Tree, starts: Sequence[int], ends: Sequence[int]) -> array[float]:
    """Return the numbers of a candidate in the order of `FEATURES`.

    drawn
        the share of its records that can be seen,
    area, width
        how much of the page, and of its width, they take,
    centre, top
        how far from the middle, and from the top of the page,
    lined_up
        the share of records that begin where others begin, from the left or from above,
    columns
        in how many columns they stand, as a logarithm,
    uneven
        how much they differ in width,
    apart
        whether there is more white space between them than inside: 1 yes, -1 no.
    """
    page = tree.box(0) or (0.0, 0.0, 1280.0, 1024.0)
    width, height = max(page[2], 1.0), max(page[3], 1.0)
    records = [
        _Record.of(tree, start, end)
        for start, end in zip(starts[:_MOST], ends[:_MOST], strict=True)
    ]
    boxes = [record.box for record in records if record.box is not None]
    share = len(boxes) / max(len(records), 1)
    if len(boxes) < 2:
        return array("d", [share] + [0.0] * (len(FEATURES) - 1))
    widths = [box[2] - box[0] for box in boxes]
    middle = (min(box[0] for box in boxes) + max(box[2] for box in boxes)) / 2
    factor = len(starts) / len(records)
    area = factor * sum((b[2] - b[0]) * (b[3] - b[1]) for b in boxes)
    return array(
        "d",
        [
            share,
            sqrt(min(1.0, area / (width * height))),
            min(1.0, fmean(widths) / width),
            min(1.0, abs(middle - width / 2) / width),
            min(1.0, max(0.0, min(box[1] for box in boxes)) / height),
            _lined_up(boxes),
            log(len({round(box[0] / _NEAR) for box in boxes})),
            min(1.0, pstdev(widths) / max(fmean(widths), 1.0)),
            _apart(records),
        ],
    )


@dataclass(frozen=True, slots=True)
class _Record:
    box: Box | None
    inner: float  # the largest white space between two of its nodes

    @classmethod
    def of(cls, tree: Tree, start: int, end: int) -> _Record:
        gaps = [white_space(a, b) for a, b in pairwise(drawn_boxes(tree, start, end))]
        return cls(record_box(tree, start, end), max(gaps, default=0.0))


def _lined_up(boxes: Sequence[Box]) -> float:
    lefts = Counter(round(box[0] / _NEAR) for box in boxes)
    tops = Counter(round(box[1] / _NEAR) for box in boxes)
    return fmean(lefts[round(b[0] / _NEAR)] > 1 or tops[round(b[1] / _NEAR)] > 1 for b in boxes)


def _apart(records: Sequence[_Record]) -> float:
    """Return how far the gap rule of [zhai2005] holds: the least gap between, the largest in."""
    drawn = [record for record in records if record.box is not None]
    inner = max(record.inner for record in drawn)
    outer = min(
        white_space(a.box, b.box)
        for a, b in pairwise(drawn)
        if a.box is not None and b.box is not None
    )
    larger = max(inner, outer)
    return 0.0 if larger <= 1.0 else (outer - inner) / larger
