"""What some nodes of pages have and others lack: the tests of a selector.

Tests that name something (a class, an attribute, a label) come before those that count.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from windrow.tree.tree import TEXT, TEXT_LABEL
from windrow.wrap.selectors.ground import Ground, lasting
from windrow.wrap.selectors.hops import Check, Hop

__all__ = ["PageNode", "said_by_attributes", "telling_tests", "traits_of"]

# Tests of a selector, and nodes that must have what a test names. Chosen, not measured.
_MOST_TESTS, _FEWEST = 3, 2
# Nodes of a record that are searched for common parts. Chosen, not measured.
_LOOKED_AT = 300
# The traits of this many nodes of a page are kept, so that they take little memory. Chosen.
_MOST_READ = 4096
_TEXT = Hop("below", TEXT_LABEL)
# Attributes that say what an element is have short values. Chosen, not measured.
_LONGEST = 40
# Attributes that tests do not name: words are read apart, and these say something of the record.
_OWN = frozenset(("class", "id", "style", "title", "alt", "value", "content"))
_ADDRESSES = ("href", "src")
_SPAN = "colspan"
# An attribute that names a kind of thing; values that do not are measures and texts, which differ
# from page to page.
_NAMED = re.compile(r"[A-Za-z_][\w-]*=[A-Za-z][A-Za-z:_-]{0,39}")
# A label before a colon, or a text that is one.
_LABEL = re.compile(r"[^\d:][^:]{1,39}:(?=\s|$)")
# What an address begins with: its site, and the first parts of its path.
_START = re.compile(r"(?:https?:)?//[^/?#]*/?|[^/?#]*[/?#]|/[^/?#]*[/?#]")

# Attributes that name what an element is about, beside those of a page's own. Chosen.
_TELLING, _DATA = frozenset(("itemprop", "property", "headers")), "data-"
# Shorter values, and these, are values rather than names. Chosen, not measured.
_SHORTEST, _SWITCHES = 3, frozenset(("true", "false"))

PageNode: TypeAlias = tuple[Ground, int]
"""A node of a page."""


def telling_tests(
    members: Sequence[PageNode],
    astray: Sequence[PageNode],
    *,
    texts: bool,
    core: Collection[Check] = (),
    single: bool = False,
) -> list[Check]:
    """Return the fewest tests found that all *members* pass and all of *astray* fail; [] if none.

    *texts*: tests may be of texts, as in XPath and not in CSS. Those in *core* are preferred.
    *single*: all members are one node on several trees, whose texts and attributes are its own.
    """
    passed = [traits_of(ground, node, texts) for ground, node in members]
    common = passed[0].intersection(*passed[1:])
    ever = passed[0].union(*passed[1:])
    others = [traits_of(ground, node, texts) for ground, node in astray]
    ruled: dict[Check, set[int]] = defaultdict(set)
    for k, other in enumerate(others):
        for test in common - other:
            ruled[test].add(k)
    for test in others[0].union(*others[1:]) - ever:
        if test.trait == "has" and not _is_own(test):
            ruled[replace(test, trait="lacks")] = {
                k for k, other in enumerate(others) if test in other
            }
    known = [ground.words[node] for ground, node in members]
    marks = [lasting(ground.words[node]) for ground, node in astray]
    for word, _ in Counter(word for mark in marks for word in mark).most_common(_LOOKED_AT):
        if not any(word in words for words in known):
            ruled[Check("unmarked", word=word)] = {
                k for k, mark in enumerate(marks) if word in mark
            }
    first = min(ground.tree.ordinals[node] for ground, node in members)
    if all(ground.tree.label(node) != TEXT_LABEL for ground, node in members):
        ruled[Check("from", first=first)] = {
            j for j, (ground, node) in enumerate(astray) if ground.tree.ordinals[node] < first
        }
    if single:
        ruled = {test: some for test, some in ruled.items() if not _is_own(test)}
    # Whether a text is there depends on the content more than on the template.
    firm = {test: some for test, some in ruled.items() if _TEXT not in test.hops}
    return (
        _chosen(firm, len(others), core)
        or _chosen(ruled, len(others), core)
        or _either(passed, others)
    )


def _is_own(test: Check) -> bool:
    """Return whether a test names a text or attribute, which one node alone may have by chance."""
    return bool(test.text) or any(map(_is_own, (t for hop in test.hops for t in hop.tests)))


def _either(passed: Sequence[frozenset[Check]], others: Sequence[frozenset[Check]]) -> list[Check]:
    """Return a test that each node passes by one of a few traits, which none of *others* has."""
    never = others[0].union(*others[1:])
    counts = Counter(
        test
        for own in passed
        for test in own
        if test not in never and test.trait in ("has", "marked") and not _is_own(test)
    )
    order = sorted(counts, key=lambda test: (-counts[test], _rank(test), repr(test)))[:_LOOKED_AT]
    left = {*range(len(passed))}
    found: list[Check] = []
    while left and len(found) < _MOST_TESTS:
        best = max(order, key=lambda test: sum(test in passed[k] for k in left), default=None)
        held = {k for k in left if best in passed[k]}
        # A trait of one node alone says nothing of others.
        if best is None or len(held) < _FEWEST:
            return []
        found.append(best)
        left -= held
    return [] if left else [Check("any", options=(*found,))]


def _chosen(ruled: dict[Check, set[int]], count: int, core: Collection[Check]) -> list[Check]:
    left = {*range(count)}
    found: list[Check] = []
    order = sorted(ruled, key=lambda test: (test not in core, _rank(test), repr(test)))
    while left and len(found) < _MOST_TESTS:
        best = max(order, key=lambda test: len(ruled[test] & left), default=None)
        if best is None or not ruled[best] & left:
            return []
        found.append(best)
        left -= ruled[best]
    return [] if left else found


_ORDER = (
    "any",
    "marked",
    "equals",
    "begins",
    "after",
    "has",
    "unmarked",
    "lacks",
    "earlier",
    "from",
)


def _rank(test: Check) -> tuple[int, int]:
    """Return the priority of a test: names come before parts, and missing ones and numbers last."""
    words = any(hop.words or hop.tests for hop in test.hops)
    places = any(hop.place for hop in test.hops)
    return _ORDER.index(test.trait), 0 if words else 1 + places + len(test.hops)


def traits_of(ground: Ground, node: int, texts: bool) -> frozenset[Check]:
    """Return the tests that *node* passes, among those that could identify records.

    The lists of one page are told from the same nodes: each node is read once.
    """
    found = ground.traits.get((node, texts))
    if found is None:
        found = frozenset(map(_same, _read(ground, node, texts)))
        if len(ground.traits) < _MOST_READ:
            ground.traits[node, texts] = found
    return found


def said_by_attributes(ground: Ground, node: int) -> Iterator[Check]:
    """Yield tests of the attributes of *node* that name what it is about."""
    for name, value in ground.tree.attributes_of(node).items():
        is_telling = name in _TELLING or name.startswith(_DATA)
        is_name = len(value) >= _SHORTEST and value not in _SWITCHES
        if is_telling and is_name and _NAMED.fullmatch(f"{name}={value}"):
            yield Check("equals", name=name, text=value)


@lru_cache(maxsize=16_384)
def _same(test: Check) -> Check:
    """Return one object for equal tests: they are compared very often."""
    return test


def _read(ground: Ground, node: int, texts: bool) -> dict[Check, None]:
    tree = ground.tree
    found: dict[Check, None] = dict.fromkeys(_names(ground, node, texts))
    if tree.label(node) == TEXT_LABEL:
        return found
    for child in tree.children(node):
        if (label := tree.label(child)) != TEXT_LABEL:
            hop = Hop("child", label)
            found[Check("has", (hop,))] = None
            found[Check("has", (replace(hop, place=ground.places[child]),))] = None
            for test in _attributes(ground, child):
                found[Check("has", (replace(hop, tests=(test,)),))] = None
            if texts and ground.led((_TEXT,), child):
                numbered = replace(hop, place=ground.places[child])
                found[Check("has", (numbered, _TEXT))] = None
            for inner in tree.children(child):
                if tree.label(inner) not in (TEXT_LABEL, "tbody"):
                    found[Check("has", (hop, Hop("child", tree.label(inner))))] = None
    for one in tree.subtree(node)[1:_LOOKED_AT]:
        for word in lasting(ground.words[one]):
            found[Check("has", (Hop("below", tree.label(one), words=frozenset({word})),))] = None
        if tree.label(one) not in (TEXT_LABEL, "tbody"):
            found[Check("has", (Hop("below", tree.label(one)),))] = None
    if texts and ground.led((_TEXT,), node):
        found[Check("has", (_TEXT,))] = None
    if ground.passes(node, test := Check("earlier")):
        found[test] = None
    return found


def _names(ground: Ground, node: int, texts: bool) -> Iterator[Check]:
    """Yield the tests of the node itself that name something."""
    for word in sorted(lasting(ground.words[node])):
        yield Check("marked", word=word)
    if ground.tree.label(node) != TEXT_LABEL:
        yield from _attributes(ground, node)
        if texts and (label := _LABEL.match(ground.first_text(node) or "")):
            yield Check("begins", text=label[0])
    if texts and (before := ground.sibling_before(node)) >= 0:
        tree = ground.tree
        yield Check("after", name=tree.label(before))
        alone = tree.sizes[before] == 1 and tree.kinds[before] & TEXT
        said = ground.first_text(before) if alone else None
        if said and len(said) <= _LONGEST:
            yield Check("after", name=tree.label(before), text=said)


def _attributes(ground: Ground, node: int) -> Iterator[Check]:
    """Yield what the attributes of *node* are, and what its addresses begin with."""
    for name, value in ground.tree.attributes_of(node).items():
        if name in _ADDRESSES:
            end = 0
            while end < _LONGEST and (part := _START.match(value, end)) and part.end() > end:
                end = part.end()
                if end > 1:  # most addresses begin with a slash
                    yield Check("begins", name=name, text=value[:end])
        elif name == _SPAN or (name not in _OWN and _NAMED.fullmatch(f"{name}={value}")):
            yield Check("equals", name=name, text=value)
