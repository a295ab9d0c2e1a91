"""Whether pages have a list, are about one thing each, or both.

Comparing pages of one site shows it; a single page must tell by itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from windrow.detect.auto.beside import is_beside
from windrow.detect.auto.comments import is_written
from windrow.median import median
from windrow.model import Finding
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS
from windrow.tree.opened import Opened
from windrow.tree.tree import TEXT
from windrow.wrap.examples import CERTAIN, NOT_THINGS, Examples
from windrow.wrap.named import is_named
from windrow.wrap.template import LearnKind

__all__ = ["are_lists", "kind_of"]

# Several pages have lists if the best table of most is this sure; for one page less is enough.
# Chosen, not measured.
_SURE = 0.5
_LIKELY = 0.1
# On list pages, this share of a page's unique text is in its list; on a single page, where other
# pages do not show what is shared, this share of all its text. Chosen, not measured.
_MOSTLY, _HALF = 0.7, 0.5
# If a list has this share of the unique text on every page, the pages are list pages. Chosen: most
# list pages of half a have it; no site's two detail pages both do (.67 at most).
_NEARLY_ALL = 0.8
# Texts of a label and its value, which may have a unit. Chosen, not measured.
_PAIR = 3
# Values of og:type that pages with lists have, too.
_ANY_PAGE = frozenset("website article blog object".split())
# A page is about one thing if its list has less than this share of its text, and this many facts
# with labels are beside it. Chosen: none of 241 list pages of half a taken for lists is like that.
_LITTLE, _FACTS = 0.2, 8
# Up to four words and a colon.
_LABEL = re.compile(r"\s*([^\W\d_]+(?:[ '’/&.-]+[^\W\d_]+){0,3})\s*[:：]\s*(?!//)")
_CONTROLS = frozenset("a button label option select form nav".split())
# Two or three similar things are on any page. Chosen, not measured.
_FEWEST = 4
# In a table of labels and values, this share of the rows has a text that other pages have as well.
# Chosen, not measured.
_LABELLED = 0.5
# A label begins with a word; numbers, dates, prices and single letters do not. In other alphabets
# than Latin, one letter may be a word.
_WORDED = re.compile(r"[\W_]*(?:[^\W\d_]{2}|[^\W\d_A-Za-z])")


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
    firsts = [{*_firsts(one)} for one in sure]
    shares, labelled, pairs = [], [], []
    for k, one in enumerate(sure):
        others: set[str] = set().union(*texts[:k], *texts[k + 1 :])
        if texts[k] - others:
            shares.append(_share(one, others))
            labels = _labels_in(one, others, set().union(*firsts[:k], *firsts[k + 1 :]))
            labelled.append(_share_of(labels, 1))
            pairs.append(_share_of(labels, 2))
    if not shares:
        return "list"  # the same page twice
    # Values that come back on other pages make a list look labelled, but it has nearly all texts.
    if min(shares) >= _NEARLY_ALL and median(pairs) < _LABELLED:
        return "list"
    return "list" if median(shares) >= _MOSTLY and median(labelled) < _LABELLED else "both"


def are_lists(examples: Examples) -> bool:
    """Return whether each page, taken alone, certainly has a list."""
    return len(examples.found) == len(examples.pages) and all(
        lists[0].table.score >= CERTAIN
        and not _is_about_a_thing(page)
        and not _is_beside_the_subject(lists[0])
        and not _is_beside_facts(lists[0])
        for page, lists in zip(examples.pages, examples.found, strict=True)
    )


def _kind_of_one(page: Opened, found: Sequence[Finding]) -> LearnKind:
    """Return the kind of a single page, without other pages that show what is data."""
    if not found or found[0].table.score < _LIKELY:
        return "detail"
    if _is_about_a_thing(page) or _is_beside_the_subject(found[0]) or _is_beside_facts(found[0]):
        return "both"
    if _is_below_the_subject(found[0]):
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
        isinstance(value, str) and any(is_named(value, name) for name in names)
        for path, value in page.linked
        if path.endswith((".name", ".headline"))
        and path.count(".") == 1
        and path.split(".")[0] not in NOT_THINGS
    )


def _is_beside_the_subject(seen: Finding) -> bool:
    """Return whether the page says more between the heading its title repeats and the list.

    More than the list says, that is: a page with a list comes to it soon. Menus and ways to search
    and to filter a list say nothing.
    """
    tree, first = seen.tree, min(root for record in seen.region.records for root in record)
    title = tree.title or ""
    headings = (node for node in _headings(tree) if node < first)
    named = [node for node in headings if is_named(" ".join(_texts(tree, node)), title)]
    if not named:
        return False
    start = named[0] + tree.sizes[named[0]]
    texts = (node for node in range(start, first) if tree.kinds[node] & TEXT)
    before = (tree.text(node) for node in texts if not _is_control(tree, node))
    inside = (text for record in seen.region.records for text in _record_texts(tree, record))
    return sum(map(len, before)) > sum(map(len, inside))


def _is_below_the_subject(seen: Finding) -> bool:
    """Return whether what readers have written, or is related, follows what a page is about.

    The title of the list says so; a page of reviews has that in its own heading. And something
    is said between that heading and the list: a page of related things alone is a list.
    """
    title, tree = seen.table.title, seen.tree
    if not (is_written(title) or is_beside(title)):
        return False
    first = min(root for record in seen.region.records for root in record)
    headings = [node for node in _headings(tree) if node < first]
    said = [" ".join(_texts(tree, node)) for node in headings]
    if not said or any(is_named(title, one) or is_beside(one) or is_written(one) for one in said):
        return False
    start = headings[0] + tree.sizes[headings[0]]
    texts = (node for node in range(start, first) if tree.kinds[node] & TEXT)
    return any(not _is_heading(tree, node) and not _is_control(tree, node) for node in texts)


def _is_heading(tree: Tree, node: int) -> bool:
    """Return whether a text is inside a heading."""
    return any(tree.label(above) in HEADINGS for above in (node, *tree.ancestors(node)))


def _is_beside_facts(seen: Finding) -> bool:
    """Return whether a page has many facts with labels, and little of its text in the list.

    What a label names is a plain text; links and boxes below labels are ways to filter a list.
    """
    tree = seen.tree
    if _share(seen, set()) >= _LITTLE:
        return False
    inside = {node for record in seen.region.records for root in record
              for node in tree.subtree(root)}  # fmt: skip
    beside = (node for node in range(len(tree)) if tree.kinds[node] & TEXT and node not in inside)
    labels = Counter(_labels(tree, [*beside]))
    return sum(count == 1 for count in labels.values()) >= _FACTS


def _labels(tree: Tree, texts: Sequence[int]) -> Iterator[str]:
    """Yield the labels among *texts* that have a plain text for a value."""
    for node, after in zip_longest(texts, texts[1:]):
        found = _LABEL.match(tree.text(node))
        if found is None or _is_control(tree, node):
            continue
        value = node if found.end() < len(tree.text(node)) else after
        if value is not None and not _is_control(tree, value):
            yield found[1].casefold()


def _is_control(tree: Tree, node: int) -> bool:
    """Return whether a text is inside a link, a button or a part of a form."""
    while node >= 0:
        if tree.label(node) in _CONTROLS:
            return True
        node = tree.parents[node]
    return False


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


def _share(seen: Finding, others: set[str]) -> float:
    """Return the share of the page's unique text that is in the list."""
    total = sum(len(text) for text in _texts(seen.tree) if text not in others) or 1
    inside = (text for record in seen.region.records for text in _record_texts(seen.tree, record))
    return sum(len(text) for text in inside if text not in others) / total


def _labels_in(seen: Finding, others: set[str], firsts: set[str]) -> list[int]:
    """Return for each record how far it is a label and a value.

    That is 1 if it holds a label that other pages have beside another value, 2 if it is nothing
    else: few texts, of which the first is also the *first* one of a record elsewhere. Numbers recur
    as well, but say nothing of what is beside them. Nor do the texts of a record that other pages
    have as it is.
    """
    records = [[*_record_texts(seen.tree, record)] for record in seen.region.records]
    counts = Counter(text for texts in records for text in {*texts})
    labels = {text for text in others if counts[text] == 1 and _WORDED.match(text)}
    found = []
    for texts in records:
        is_labelled = not labels.isdisjoint(texts) and not others.issuperset(texts)
        is_pair = is_labelled and len(texts) <= _PAIR and texts[0] in labels & firsts
        found.append(is_labelled + is_pair)
    return found


def _share_of(degrees: Sequence[int], least: int) -> float:
    return sum(degree >= least for degree in degrees) / len(degrees)


def _firsts(seen: Finding) -> list[str]:
    """Return the first text of each record."""
    return [next(iter(_record_texts(seen.tree, one)), "") for one in seen.region.records]


def _record_texts(tree: Tree, record: Sequence[int]) -> Iterable[str]:
    return (text for root in record for text in _texts(tree, root))


def _texts(tree: Tree, root: int = 0) -> Iterable[str]:
    return (tree.text(node) for node in tree.subtree(root) if tree.kinds[node] & TEXT)
