"""Watches many pages of a wrapper: a column may be missing on one page, but not on all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from windrow.model import Tables

__all__ = ["Lacking"]

# On this many pages, a column that all learned pages had is not missing by chance: two pages to
# learn from leave one chance in four that a page lacks it. Chosen; the corpus has one such column
# on 11 sites of detail pages, applied to four pages each.
_PAGES = 5


class Lacking:
    """Counts the pages that lack a column which was always filled, and those that have it."""

    def __init__(self) -> None:
        self._lacking: Counter[str] = Counter()
        self._having: set[str] = set()

    def add(self, tables: Tables) -> None:
        """Count the first table of a page, unless drift was already reported."""
        for table in tables[:1] if tables.reason is None and tables and tables[0].rows else ():
            for column in table.given.columns:
                if any(row.get(column.name) is not None for row in table.rows):
                    self._having.add(column.name)
                elif column.fill == 1 and not column.constant:
                    self._lacking[column.name] += 1

    def lost(self) -> Iterator[str]:
        """Yield messages about columns that no page has."""
        for name, pages in self._lacking.items():
            if name not in self._having and pages >= _PAGES:
                yield f"drift: empty on all {pages} pages, always filled before: {name}"
