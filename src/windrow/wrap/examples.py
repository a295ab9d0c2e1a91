"""The pages that a wrapper is learned from: their lists, and whether the pages are about them.

Comparing pages of one site shows whether each has a list or is about one thing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from windrow.detect import Detector
from windrow.errors import NothingLearned
from windrow.median import median
from windrow.model import Finding
from windrow.pipeline import find
from windrow.tree import Tree
from windrow.tree.opened import Opened
from windrow.tree.tree import TEXT
from windrow.wrap.cluster import cluster
from windrow.wrap.sought import Sought
from windrow.wrap.template import LearnKind

__all__ = [
    "NOT_THINGS",
    "Examples",
    "are_lists",
    "kind_of",
    "other_templates",
    "require_lessons",
    "require_one_template",
]

# Pages of other templates that a message names. Chosen, not measured.
_NAMED = 3
# Other lists of a page that are considered, besides the chosen one. Chosen, not measured.
_OTHERS = 3
# Several pages have lists if the best table of most is this sure; for one page less is enough.
# Chosen, not measured.
_SURE = 0.5
_LIKELY = 0.1
# On list pages, this share of a page's unique text is in its list; on a single page, where other
# pages do not show what is shared, this share of all its text. Chosen, not measured.
_MOSTLY, _HALF = 0.7, 0.5
NOT_THINGS = frozenset(
    "meta thing WebSite WebPage Organization NewsMediaOrganization Corporation LocalBusiness "
    "Person BreadcrumbList ItemList ImageObject SearchAction CollectionPage SearchResultsPage "
    "FAQPage".split()
)
"""Types of linked data about a site, its pages and its makers: not what a page is about."""
# Values of og:type that pages with lists have, too.
_ANY_PAGE = frozenset("website article blog object".split())
# This share of the words of a thing's name is in the title that names it. Chosen, not measured.
_NAME = 0.75
_WORDS = re.compile(r"\w+")
# Two or three similar things are on any page. Chosen, not measured.
_FEWEST = 4
# In a table of labels and values, this share of the rows has a text that other pages have as well.
# Chosen, not measured.
_LABELLED = 0.5
# A label begins with a word; numbers, dates, prices and single letters do not. In other alphabets
# than Latin, one letter may be a word.
_LABEL = re.compile(r"[\W_]*(?:[^\W\d_]{2}|[^\W\d_A-Za-z])")
# Lists this sure are what their pages are about, unless pages about one thing have them, too.
# Chosen, not measured.
_CERTAIN = 0.9


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
        odd = [pages[k] for group in others for k in group]
        raise other_templates(pages[first[0]], odd, len(pages))


def other_templates(first: Opened, odd: Sequence[Opened], count: int) -> NothingLearned:
    """Return the error of *count* pages of which the *odd* ones are not of the *first* template."""
    names = ", ".join(f"`{one.page.source}`" for one in odd[:_NAMED])
    are = "is of another template" if len(odd) == 1 else "are of other templates"
    return NothingLearned(
        f"{len(odd)} of {count} pages {are} than `{first.page.source}`: "
        f"{names}{', ...' * (len(odd) > _NAMED)}",
        hint="give pages of one template, or learn a wrapper for each with --cluster",
        apart=True,
    )


def kind_of(examples: Examples) -> LearnKind:
    """Return the kind of the pages."""
    found = [lists[0] for lists in examples.found]
    if len(examples.pages) == 1:
        return _kind_of_one(examples.pages[0], found)
    sure = [one for one in found if one.table.score >= _SURE]
    if 2 * len(sure) <= len(examples.pages):
        return "detail"
    # One page of a list may be its last, with few records.
    if median([len(one.region.records) for one in sure]) < _FEWEST:
        return "detail"
    texts = [{*_texts(one.tree)} for one in sure]
    shares, labelled = [], []
    for k, one in enumerate(sure):
        others: set[str] = set().union(*texts[:k], *texts[k + 1 :])
        if texts[k] - others:
            shares.append(_share(one, others))
            labelled.append(_labelled(one, others))
    if not shares:
        return "list"  # the same page twice
    return "list" if median(shares) >= _MOSTLY and median(labelled) < _LABELLED else "both"


def are_lists(examples: Examples) -> bool:
    """Return whether each page, taken alone, certainly has a list."""
    return len(examples.found) == len(examples.pages) and all(
        lists[0].table.score >= _CERTAIN
        and not _is_about_a_thing(page)
        and not _is_beside_the_subject(lists[0])
        for page, lists in zip(examples.pages, examples.found, strict=True)
    )


def _kind_of_one(page: Opened, found: Sequence[Finding]) -> LearnKind:
    """Return the kind of a single page, without other pages that show what is data."""
    if not found or found[0].table.score < _LIKELY:
        return "detail"
    if _is_about_a_thing(page) or _is_beside_the_subject(found[0]):
        return "both"
    return "list" if found[0].table.score >= _SURE or _share(found[0], set()) >= _HALF else "both"


def _is_about_a_thing(page: Opened) -> bool:
    """Return whether the page tells machines that it is about one thing."""
    kind = next((str(value) for path, value in page.linked if path == "meta.og:type"), "website")
    if kind.strip().casefold().rpartition(":")[2] not in _ANY_PAGE:
        return True
    headings = [*_headings(page.tree)]
    if any(_is_marked_up(page.tree, node) for node in headings):
        return True
    names = [page.tree.title or "", *(" ".join(_texts(page.tree, node)) for node in headings)]
    return any(
        isinstance(value, str) and any(_is_named(value, name) for name in names)
        for path, value in page.linked
        if path.endswith((".name", ".headline"))
        and path.count(".") == 1
        and path.split(".")[0] not in NOT_THINGS
    )


def _is_beside_the_subject(seen: Finding) -> bool:
    """Return whether the page says more between the heading its title repeats and the list.

    More than the list says, that is: a page with a list comes to it soon.
    """
    tree, first = seen.tree, min(root for record in seen.region.records for root in record)
    title = tree.title or ""
    headings = (node for node in _headings(tree) if node < first)
    named = [node for node in headings if _is_named(" ".join(_texts(tree, node)), title)]
    if not named:
        return False
    start = named[0] + tree.sizes[named[0]]
    before = (tree.text(node) for node in range(start, first) if tree.kinds[node] & TEXT)
    inside = (text for record in seen.region.records for text in _record_texts(tree, record))
    return sum(map(len, before)) > sum(map(len, inside))


def _headings(tree: Tree) -> Iterable[int]:
    return (node for node in range(len(tree)) if tree.label(node) == "h1")


def _is_marked_up(tree: Tree, heading: int) -> bool:
    """Return whether microdata or RDFa says that a heading is the name of a thing."""
    said = {tree.attribute(heading, "itemprop"), tree.attribute(heading, "property")}
    if said.isdisjoint(("name", "schema:name")):
        return False
    node = tree.parents[heading]
    while node >= 0:
        kind = tree.attribute(node, "itemtype") or tree.attribute(node, "typeof")
        if kind:
            return kind.rpartition("/")[2].rpartition(":")[2] not in NOT_THINGS
        node = tree.parents[node]
    return False


def _is_named(thing: str, name: str) -> bool:
    """Return whether a title or a heading names a thing: it has most of its words."""
    one, other = ({*_WORDS.findall(text.casefold())} for text in (thing, name))
    return len(one & other) >= _NAME * len(one) > 0


def _share(seen: Finding, others: set[str]) -> float:
    """Return the share of the page's unique text that is in the list."""
    total = sum(len(text) for text in _texts(seen.tree) if text not in others) or 1
    inside = (text for record in seen.region.records for text in _record_texts(seen.tree, record))
    return sum(len(text) for text in inside if text not in others) / total


def _labelled(seen: Finding, others: set[str]) -> float:
    """Return the share of the records with a label that other pages have beside another value.

    Numbers recur as well, but say nothing of what is beside them. Nor do the texts of a record that
    other pages have as it is.
    """
    records = [{*_record_texts(seen.tree, record)} for record in seen.region.records]
    counts = Counter(text for texts in records for text in texts)
    labels = {text for text in others if _LABEL.match(text)}
    named = sum(
        any(counts[text] == 1 and text in labels for text in texts) and not texts <= others
        for texts in records
    )
    return named / len(records)


def _record_texts(tree: Tree, record: Sequence[int]) -> Iterable[str]:
    return (text for root in record for text in _texts(tree, root))


def _texts(tree: Tree, root: int = 0) -> Iterable[str]:
    return (tree.text(node) for node in tree.subtree(root) if tree.kinds[node] & TEXT)
