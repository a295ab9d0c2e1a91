"""The pages that a wrapper is learned from, and the lists that a detector finds on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from windrow.detect import Detector
from windrow.errors import NothingLearned
from windrow.model import Finding
from windrow.pipeline import find
from windrow.tree.opened import Opened

__all__ = ["Examples"]

# Other lists of a page that are looked at, beside the one that is meant. Chosen, not measured.
_OTHERS = 3


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

    @property
    def lists(self) -> list[Finding]:
        """The lists of the pages that have one; `NothingLearned` where none has."""
        if not self.found:
            raise NothingLearned(
                "no page has a list", hint="for pages about one thing each, say --kind detail"
            )
        return [lists[0] for lists in self.found]

    @property
    def others(self) -> list[Finding]:
        """The other lists of the first page that has one, best first."""
        return self.found[0][1:]

    @cached_property
    def found(self) -> list[list[Finding]]:
        """The lists of each page that has the one that is meant, which comes first."""
        found = []
        for page in self.pages:
            lists = [*find(page, detector=self.detector, most=self.number + _OTHERS)]
            meant = lists.pop(self.number - 1) if len(lists) >= self.number else None
            if meant is not None and meant.table.columns:
                found.append([meant, *lists])
        return found
