"""The pages that a wrapper is learned from, and the lists that a detector finds on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from windrow.align.partial import align
from windrow.align.runs import merge_runs
from windrow.detect import DETECTORS, Detector
from windrow.model import Alignment, Region, Table
from windrow.table.tabulate import lay_out
from windrow.tree import Tree
from windrow.tree.opened import Opened

__all__ = ["Examples", "Seen", "laid_out"]

# A best table less sure than this may not be the list; a hidden one must be surer by a step.
_UNSURE, _SURER = 0.75, 0.15


@dataclass(frozen=True)
class Seen:
    """The list of a page as a detector found it."""

    tree: Tree
    region: Region
    own: Alignment  # as the detector lined it up
    table: Table
    cells: Alignment  # the nodes of the table's cells
    hidden: bool = False
    others: tuple[Region, ...] = ()  # the other lists of the page, best first


@dataclass(frozen=True)
class Examples:
    """Pages to learn from; *number* says which list of a page is meant, 1 for the best one."""

    pages: tuple[Opened, ...]
    detector: str | Detector = "auto"
    number: int = 1

    @property
    def detector_name(self) -> str:
        """The name of the detector."""
        own = self.detector
        return own if isinstance(own, str) else type(own).__name__.lower()

    @cached_property
    def found(self) -> tuple[Seen | None, ...]:
        """The list of each page; None where it has none."""
        return tuple(_see(page, self.detector, self.number) for page in self.pages)


def _see(opened: Opened, detector: str | Detector, number: int) -> Seen | None:
    chosen = DETECTORS[detector]() if isinstance(detector, str) else detector
    found = _seen(opened.tree, chosen, number, hidden=False)
    if detector == "auto" and (found is None or found.table.score < _UNSURE):
        whole = opened.whole
        if len(whole) > len(opened.tree):
            other = _seen(whole, chosen, number, hidden=True)
            if other and other.table.score > _SURER + (found.table.score if found else 0.5):
                return other
    return found


def _seen(tree: Tree, detector: Detector, number: int, *, hidden: bool) -> Seen | None:
    regions = sorted(detector.detect(tree), key=lambda region: -region.score)
    if len(regions) < number:
        return None
    region = regions.pop(number - 1)
    return laid_out(tree, region, hidden, tuple(regions))


def laid_out(
    tree: Tree,
    region: Region,
    hidden: bool = False,
    others: tuple[Region, ...] = (),
    constants: bool = False,
) -> Seen:
    """Return the list of a region with its table."""
    own = region.alignment or align(tree, region.records)
    table, cells = lay_out(tree, region, merge_runs(own, region.records), constants=constants)
    return Seen(tree, region, own, table, cells, hidden, others)
