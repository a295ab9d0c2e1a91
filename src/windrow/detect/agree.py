"""Whether systems of the papers propose the same records as the default detector.

The same records found in two ways are more likely to be records. The default asks nobody else: it
proposes more cuts than they do, and docs/decision/0009-agreement.md tells what their word is worth
and what it costs.
"""

from __future__ import annotations

from collections.abc import Sequence

from windrow.detect.auto.candidates import Candidate
from windrow.detect.base import Detector
from windrow.tree import Tree

__all__ = ["agreement"]


def agreement(tree: Tree, found: Sequence[Candidate], detectors: Sequence[Detector]) -> list[float]:
    """Return for every candidate the share of *detectors* that propose just its records.

    Records are the same if they begin at the same nodes: what belongs to a record at its end,
    the papers decide by other rules.
    """
    votes = [{_starts(region.records) for region in own.detect(tree)} for own in detectors]
    keys = [tuple(candidate.starts) for candidate in found]
    return [sum(key in own for own in votes) / max(len(votes), 1) for key in keys]


def _starts(records: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sorted(min(record) for record in records if record))
