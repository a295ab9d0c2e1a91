"""The part of a page's title about its thing, without the parts that all titles share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from windrow.wrap.cutting import common_start

__all__ = ["TitleEdges"]

# Separators between the name of a site and that of a thing.
_BEFORE = re.compile(r".*[-|:–—·»«/•~>]\s+", re.DOTALL)
_BEHIND = re.compile(r"\s+[-|:–—·»«/•~<].*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TitleEdges:
    """The texts that all titles begin and end with.

    >>> edges = TitleEdges.learn(["Shop - Ash rake | Farm", "Shop - Oak barrow | Farm"])
    >>> edges, edges.inside("Shop - Elm fork | Farm"), edges.inside("Farm: closed")
    (TitleEdges(before='Shop - ', behind=' | Farm'), 'Elm fork', 'Farm: closed')
    """

    before: str = ""
    behind: str = ""

    @classmethod
    def learn(cls, titles: Sequence[str]) -> TitleEdges:
        """Return the edges that *titles* share, up to a separator."""
        if len({*titles}) < 2:
            return cls()
        start = _BEFORE.match(common_start(titles))
        end = _BEHIND.search(common_start([title[::-1] for title in titles])[::-1])
        edges = cls(start.group() if start else "", end.group() if end else "")
        # Titles without other text have no edges.
        return edges if all(edges.inside(title) != title for title in titles) else cls()

    def inside(self, title: str) -> str:
        """Return a title without its edges; all of it if it lacks them."""
        room = len(self.before) + len(self.behind)
        whole = title.startswith(self.before) and title.endswith(self.behind)
        if not whole or len(title) <= room:
            return title
        return title[len(self.before) : len(title) - len(self.behind)]

    @property
    def pattern(self) -> str:
        """A regular expression whose group is the part inside; "" if there are no edges."""
        if self == TitleEdges():
            return ""
        return f"^{re.escape(self.before)}(.+){re.escape(self.behind)}$"
