"""What a detector is."""

from typing import Protocol

from windrow.model import Region
from windrow.tree import Tree

__all__ = ["Detector"]


class Detector(Protocol):
    """Finds the regions of a page. Implementations are frozen dataclasses of settings."""

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""
