"""What the title of a page says of its thing, without what all titles of the site say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from windrow.wrap.excerpt import common_start

__all__ = ["TitleEdges"]

# What stands between the name of a site and that of a thing.
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
        """Return what *titles* share, up to signs that part it from the rest."""
        if len({*titles}) < 2:
            return cls()
        start = _BEFORE.match(common_start(titles))
        end = _BEHIND.search(common_start([title[::-1] for title in titles])[::-1])
        edges = cls(start.group() if start else "", end.group() if end else "")
        # Titles that say nothing else have no edges.
        return edges if all(edges.inside(title) != title for title in titles) else cls()

    def inside(self, title: str) -> str:
        """Return what a title says beside what all say; all of it where it is another title."""
        room = len(self.before) + len(self.behind)
        whole = title.startswith(self.before) and title.endswith(self.behind)
        if not whole or len(title) <= room:
            return title
        return title[len(self.before) : len(title) - len(self.behind)]
