"""Hops: the steps of a selector, as data that can be tried on a page and written down.

`windrow.wrap.selectors.ground` follows them on a tree; here they become CSS or XPath 1.0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, TypeAlias

from windrow.tree.tree import TEXT_LABEL
from windrow.wrap.selectors import Form, css_name, literal, word_test
from windrow.wrap.steps import ANY

__all__ = [
    "OWN",
    "Axis",
    "Check",
    "Hop",
    "Hops",
    "Trait",
    "can_be_css",
    "can_be_test",
    "few_of",
    "without_bodies",
    "written",
]

Axis: TypeAlias = Literal["self", "child", "below", "next", "up", "on", "own", "line", "before"]
Trait: TypeAlias = Literal[
    "any", "has", "lacks", "marked", "unmarked", "equals", "begins", "after", "from", "earlier"
]
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_JOINTS: dict[Form, str] = {"css": ", ", "xpath": " | "}
# A path with more tbody steps is written with all of them or with none; chosen, not measured.
_MOST_BODIES = 3


@dataclass(frozen=True, slots=True)
class Check:
    """A condition on a node beyond its own step.

    any
        it passes at least *first* of the *options*;
    has, lacks
        the path *hops* leads from it to something, or to nothing;
    marked, unmarked
        it has the class or id *word*, or does not have it;
    equals, begins
        its attribute *name* is *text*, or begins with it; without a name, what it says;
    after
        the element before it among its siblings has the label *name*, and says *text* if given;
    from
        among its siblings of the label, it is number *first* or behind that;
    earlier
        it is not the last of its label among its siblings.
    """

    trait: Trait
    hops: tuple[Hop, ...] = ()
    word: str = ""
    first: int = 0
    name: str = ""
    text: str = ""
    options: tuple[Check, ...] = ()


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a selector.

    The axis ``self``, always the first, stays at the record and only tests it.

    *place* counts siblings of the label, from 1, texts without blank ones; 0 means any, and -1 is
    the last. On the
    axis ``next`` it counts the elements that follow, whatever they are. The axis ``before`` leads
    to the nearest element of the page that ends before the node. The axis ``on``, always the last,
    leads to a run: the node and the siblings after it that have exactly *place* siblings with one
    of the labels *ends* before them. The axis ``own``, always the last, leads to all texts of the
    node that are in no element inside it.
    """

    axis: Axis
    label: str = ANY
    place: int = 0
    words: frozenset[str] = frozenset()  # classes (``.card``) and ids (``#goods``), as in the page
    says: str = ""  # the whole text of the element
    holds: str = ""  # a part of its text
    tests: tuple[Check, ...] = field(default=())
    ends: tuple[str, ...] = ()


Hops: TypeAlias = tuple[Hop, ...]

OWN = Hop("own", TEXT_LABEL)
"""The step to all texts of a node that are in no element inside it."""


def can_be_css(hops: Hops) -> bool:
    """Return whether CSS, as parsel reads it, has all of *hops*.

    It has no single text of several (``::text`` gives all), and no way up or back.
    """
    return not any(
        hop.axis in ("up", "on", "before")
        or (hop.label == TEXT_LABEL and hop.axis not in ("own", "line"))
        or hop.says
        or not all(map(_is_css, hop.tests))
        for hop in hops
    )


def can_be_test(hops: Hops) -> bool:
    """Return whether *hops* can be in a test: a plain path down, the same for all parsers."""
    return all(hop.axis in ("child", "below") and hop.label != "tbody" for hop in hops) and bool(
        hops
    )


def _is_css(test: Check) -> bool:
    says = test.trait == "after" or (test.trait == "begins" and not test.name)
    return not says and can_be_css(test.hops) and all(map(_is_css, test.options))


def written(ways: Iterable[Hops], form: Form, *, inside: bool) -> str:
    """Return one selector for what any of *ways* leads to, from the page or *inside* a record.

    Parsers differ in whether they put a tbody into tables, so it is optional.

    >>> table = Hop("below", "table")
    >>> written([(table, Hop("child", "tbody"), Hop("child", "tr", 2))], "xpath", inside=False)
    '//table/tbody/tr[2] | //table/tr[2]'
    >>> written([(Hop("below", "a", words=frozenset({".title"})),)], "css", inside=True)
    ':scope a.title'
    >>> written([(Hop("next", "tr", 2), Hop("child", "td", 1))], "xpath", inside=True)
    './following-sibling::*[2][self::tr]/td[1]'
    >>> written([(Hop("before", "h2"),)], "xpath", inside=True)
    './preceding::h2[1]'
    >>> sale = Hop("self", tests=(Check("marked", word=".sale"),))
    >>> written([(sale, Hop("child", "b"))], "css", inside=True)
    ':scope.sale > b'
    """
    every = [variant for way in ways for variant in _variants(way)]
    write = _css if form == "css" else _xpath
    return _JOINTS[form].join(dict.fromkeys(write(way, inside) for way in every))


# ---- XPath --------------------------------------------------------------------------------


def _xpath(way: Sequence[Hop], inside: bool) -> str:
    return ("." if inside else "") + "".join(map(_xpath_hop, way))


def _xpath_hop(hop: Hop) -> str:
    if hop.axis == "up":
        return "/.."
    if hop.axis == "on":
        return _xpath_run(hop)
    if hop.axis == "own":
        return "/text()[normalize-space()]"
    lead = "//" if hop.axis == "below" else "/"
    if hop.label == TEXT_LABEL:
        said = f"[contains(normalize-space(), {literal(hop.holds)})]" if hop.holds else ""
        said += "".join(f"[{_xpath_test(test, hop.label)}]" for test in hop.tests)
        return f"{lead}text()[normalize-space()]{_xpath_place(hop.place)}{said}"
    tests = "".join(f"[{word_test(word)}]" for word in sorted(hop.words))
    tests += f"[normalize-space()={literal(hop.says)}]" if hop.says else ""
    tests += f"[contains(normalize-space(), {literal(hop.holds)})]" if hop.holds else ""
    tests += "".join(f"[{_xpath_test(test, hop.label)}]" for test in hop.tests)
    if hop.axis == "self":
        return f"{lead}self::{_xpath_name(hop.label)}{tests}"
    if hop.axis == "next":
        return f"{lead}following-sibling::*[{hop.place}]{_xpath_self(hop.label)}{tests}"
    if hop.axis == "before":
        return f"{lead}preceding::{_xpath_name(hop.label)}{tests}[1]"
    return f"{lead}{_xpath_name(hop.label)}{_xpath_place(hop.place)}{tests}"


def _xpath_place(place: int) -> str:
    if place >= 0:
        return f"[{place}]" if place else ""
    return "[last()]" if place == -1 else f"[last()-{-place - 1}]"


def _xpath_run(hop: Hop) -> str:
    """Return the step to the siblings that continue a run."""
    stops = " or ".join(_xpath_self(label)[1:-1] for label in hop.ends)
    until = f"[count(preceding-sibling::*[{stops}])={hop.place}]" if stops else ""
    not_itself = "".join(f"[not({_xpath_self(label)[1:-1]})]" for label in hop.ends)
    return (
        f"/following-sibling::node()[self::* or self::text()[normalize-space()]]{not_itself}{until}"
    )


def _xpath_name(label: str) -> str:
    plain = label == ANY or _NAME.fullmatch(label)
    return label if plain else f"*[name()={literal(label)}]"


def _xpath_self(label: str) -> str:
    if label == ANY:
        return ""
    return f"[self::{label}]" if _NAME.fullmatch(label) else f"[name()={literal(label)}]"


def _xpath_test(test: Check, label: str) -> str:
    name = _xpath_name(label)
    if test.trait == "any":
        tests = [_xpath_test(one, label) for one in test.options]
        if test.first <= 1:
            return " or ".join(tests)
        return f"{' + '.join(f'boolean({one})' for one in tests)} >= {test.first}"
    if test.trait in ("has", "lacks"):
        path = _xpath(test.hops, inside=True).removeprefix("./")
        path = "./" + path if path.startswith("/") else path
        return path if test.trait == "has" else f"not({path})"
    if test.trait in ("marked", "unmarked"):
        marked = word_test(test.word)
        return marked if test.trait == "marked" else f"not({marked})"
    if test.trait in ("equals", "begins"):
        what = f"@{test.name}" if test.name else "normalize-space()"
        text = literal(test.text)
        return f"{what}={text}" if test.trait == "equals" else f"starts-with({what}, {text})"
    if test.trait == "after":
        said = f"[normalize-space()={literal(test.text)}]" if test.text else ""
        return f"preceding-sibling::*[1]{_xpath_self(test.name)}{said}"
    if test.trait == "from":
        return f"count(preceding-sibling::{name}) >= {test.first - 1}"
    return f"following-sibling::{name}"


# ---- CSS ----------------------------------------------------------------------------------


def _css(way: Sequence[Hop], inside: bool) -> str:
    found = ":scope" if inside else ""
    for hop in way:
        if hop.axis == "line":
            found = _css_lines(found, hop)
        elif hop.axis == "self":
            found += "" if hop.label == ANY else f":is({css_name(hop.label)})"
            found += "".join(_css_test(test, hop.label) for test in hop.tests)
        else:
            found += _css_joint(hop, bool(found)) + _css_hop(hop)
    return found


def _css_lines(found: str, hop: Hop) -> str:
    """Return the selector of all texts in what *found* selects, and of what divides its lines."""
    names = [css_name(label) for label in hop.ends]
    others = "".join(f":not({name})" for name in names) or ANY
    parts = (f"{found}::text", f"{found} > {others} ::text", *(f"{found} > {n}" for n in names))
    return _JOINTS["css"].join(parts)


def _css_joint(hop: Hop, follows: bool) -> str:
    if hop.axis == "next":
        return " + *" * (hop.place - 1) + " + "
    if not follows or hop.axis == "own":
        return ""
    return " " if hop.axis == "below" else " > "


def _css_hop(hop: Hop) -> str:
    if hop.axis == "own":
        return "::text"
    name = ANY if hop.label == ANY else css_name(hop.label)
    words = "".join(word[0] + css_name(word[1:]) for word in sorted(hop.words))
    place = _css_place(hop.place) if hop.axis != "next" else ""
    place += f":contains({_css_string(hop.holds)})" if hop.holds else ""
    return f"{name}{words}{place}{''.join(_css_test(test, name) for test in hop.tests)}"


def _css_place(place: int) -> str:
    if place >= 0:
        return f":nth-of-type({place})" if place else ""
    return f":nth-last-of-type({-place})"


def _css_string(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _css_test(test: Check, name: str) -> str:
    if test.trait == "any":
        some = ["".join(_css_test(one, name) for one in few) for few in few_of(test)]
        return some[0] if len(some) == 1 else f":is({', '.join(some)})"
    if test.trait in ("has", "lacks"):
        path = _css(test.hops, inside=False)
        path = f":has({'> ' if test.hops[0].axis == 'child' else ''}{path})"
        return path if test.trait == "has" else f":not({path})"
    if test.trait in ("marked", "unmarked"):
        marked = f"{test.word[0]}{css_name(test.word[1:])}"
        return marked if test.trait == "marked" else f":not({marked})"
    if test.trait in ("equals", "begins"):
        sign = "=" if test.trait == "equals" else "^="
        return f"[{test.name}{sign}{_css_string(test.text)}]"
    if test.trait == "from":
        return f":nth-of-type(n+{test.first})"
    return f":not({name}:last-of-type)"


def few_of(test: Check) -> list[tuple[Check, ...]]:
    """Return the fewest options of a test of the trait ``any`` that are enough, in all ways.

    An option may be there more than once: several fields may be in one node.

    >>> a, b = Check("has", (Hop("child", "a"),)), Check("has", (Hop("child", "b"),))
    >>> few_of(Check("any", first=2, options=(a, a, b))) == [(a,)]
    True
    """
    counts, least = Counter(test.options), max(1, test.first)
    found: list[tuple[Check, ...]] = []
    for size in range(1, len(counts) + 1):
        for some in combinations(counts.items(), size):
            numbers = [number for _, number in some]
            # Without any of them it is not enough.
            if sum(numbers) >= least > sum(numbers) - min(numbers):
                found.append(tuple(one for one, _ in some))
    return found


# ---- one way as several -------------------------------------------------------------------


def _variants(way: Hops) -> list[Hops]:
    """Return what is written for *way*: a run is its first node, and those after it."""
    if way and way[-1].axis == "on":
        return [one for first in without_bodies(way[:-1]) for one in (first, (*first, way[-1]))]
    return without_bodies(way)


def without_bodies(way: Hops) -> list[Hops]:
    """Return *way* with and without each tbody."""
    count = sum(map(_may_lack, way))
    if not count:
        return [way]
    if count > _MOST_BODIES:
        return [way, tuple(hop for hop in way if not _may_lack(hop))]
    found: list[Hops] = [()]
    for hop in way:
        found = [*((*path, hop) for path in found), *(found if _may_lack(hop) else [])]
    return found


def _may_lack(hop: Hop) -> bool:
    plain = not hop.words and hop.place <= 1 and not hop.tests
    return hop.label == "tbody" and hop.axis == "child" and plain
