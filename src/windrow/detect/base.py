"""What a detector is."""

from typing import Protocol, Self, runtime_checkable

from windrow.model import Region
from windrow.tree import Tree

__all__ = ["Detector", "RankingDetector"]


class Detector(Protocol):
    """Finds the regions of a page. Implementations are frozen dataclasses of settings."""

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""


@runtime_checkable
class RankingDetector(Detector, Protocol):
    """A detector whose scores say how likely a region is the list that is meant."""

    def sure(self, tree: Tree) -> float:
        """Return how sure the best table of *tree* would be, without making it; 0 for none."""

    def limited(self, most: int) -> Self:
        """Return this detector made to return at most *most* regions."""
