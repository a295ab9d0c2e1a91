"""The pages that a wrapper is learned from, and their lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from windrow.detect import Detector
from windrow.errors import NothingLearned
from windrow.model import Finding
from windrow.pipeline import find
from windrow.tree.opened import Opened
from windrow.wrap.cluster import cluster
from windrow.wrap.sought import Sought

__all__ = [
    "CERTAIN",
    "NOT_THINGS",
    "Examples",
    "other_templates",
    "require_lessons",
    "require_one_template",
]

# Pages of other templates that a message names. Chosen, not measured.
_NAMED = 3
# Other lists of a page that are considered, besides the chosen one. Chosen, not measured.
_OTHERS = 3
# A list this sure is what its page is about, unless pages about one thing have it, too; the header
# that is left of an empty table is less sure. Chosen, not measured.
CERTAIN = 0.9
NOT_THINGS = frozenset(
    "meta thing WebSite WebPage Organization NewsMediaOrganization Corporation LocalBusiness "
    "Person BreadcrumbList ItemList ImageObject SearchAction CollectionPage SearchResultsPage "
    "FAQPage".split()
)
"""Types of linked data about a site, its pages and its makers: not what a page is about."""


@dataclass(frozen=True)
class Examples:
    """Pages to learn from; *number* chooses the list of a page, 1 for the best one.

    *sought* are values by which lists and columns are chosen, if a person gives some.
    """

    pages: tuple[Opened, ...]
    detector: str | Detector = "auto"
    number: int = 1
    sought: Sought = field(default_factory=Sought)

    @property
    def detector_name(self) -> str:
        """The name of the detector."""
        own = self.detector
        return own if isinstance(own, str) else type(own).__name__.lower()

    @property
    def lists(self) -> list[Finding]:
        """The lists of the pages that have one; `NothingLearned` if no page has one."""
        if not self.found:
            what = "a list" if self.number == 1 else f"a list number {self.number}"
            raise NothingLearned(
                f"no page has {what}", hint="for pages about one thing each, say --kind detail"
            )
        return [lists[0] for lists in self.found]

    @property
    def others(self) -> list[Finding]:
        """The other lists of the first page that has one, best first."""
        return self.found[0][1:]

    @cached_property
    def found(self) -> list[list[Finding]]:
        """The lists of each page that has the chosen one, which comes first."""
        found = []
        for page in self.pages:
            most = self.number + _OTHERS
            lists = [*find(page, detector=self.detector, most=most, every=True)]
            meant = lists.pop(self.number - 1) if len(lists) >= self.number else None
            if meant is not None and meant.table.columns:
                found.append([meant, *lists])
        return found


def require_lessons(pages: Sequence[Opened]) -> None:
    """Raise `NothingLearned` if a page is empty, or if all of several pages are the same."""
    said = []
    for page in pages:
        said.append(([page.whole.items(node) for node in range(len(page.whole))], page.linked))
        if not any(said[-1][0]) and not page.linked:
            raise NothingLearned(
                f"`{page.page.source}` is empty", hint="give pages as a browser shows them"
            )
    if len(pages) > 1 and all(one == said[0] for one in said):
        raise NothingLearned(
            f"all {len(pages)} pages say the same",
            hint="see whether the site answers every address with one page; give pages that differ",
        )


def require_one_template(pages: Sequence[Opened]) -> None:
    """Raise `NothingLearned`, with *apart*, if the pages have several templates."""
    first, *others = cluster(page.whole for page in pages)
    if others:
        odd = [k for group in others for k in group]
        raise other_templates(
            pages, first[0], odd, what="another template",
            hint="give pages of one template, or learn a wrapper for each with --cluster",
        )  # fmt: skip


def other_templates(
    pages: Sequence[Opened], first: int, odd: Sequence[int], *, what: str, hint: str
) -> NothingLearned:
    """Return the error that the *odd* pages have *what*, unlike the *first* one, by numbers."""
    names = ", ".join(_called(pages, k) for k in odd[:_NAMED])
    has = "has" if len(odd) == 1 else "have"
    return NothingLearned(
        f"{len(odd)} of {len(pages)} pages {has} {what} than {_called(pages, first)}: "
        f"{names}{', ...' * (len(odd) > _NAMED)}",
        hint=hint,
        apart=True,
    )


def _called(pages: Sequence[Opened], k: int) -> str:
    """Return the name of a page, or its number if it was given without one."""
    source = pages[k].page.source
    return f"page {k + 1}" if source.startswith("<") else f"`{source}`"
