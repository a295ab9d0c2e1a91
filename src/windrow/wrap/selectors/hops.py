"""Hops: the steps of a selector, as data that can be tried on a page and written down.

`windrow.wrap.selectors.ground` follows them on a tree; here they become CSS or XPath 1.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
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
    "without_bodies",
    "written",
]

Axis: TypeAlias = Literal["child", "below", "next", "up", "on", "own", "before"]
Trait: TypeAlias = Literal["has", "lacks", "unmarked", "from", "earlier"]
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_JOINTS: dict[Form, str] = {"css": ", ", "xpath": " | "}
# A path with more tbody steps is written with all of them or with none; chosen, not measured.
_MOST_BODIES = 3


@dataclass(frozen=True, slots=True)
class Check:
    """A condition on a node beyond its own step.

    has, lacks
        the path *hops* leads from it to something, or to nothing;
    unmarked
        it does not have the class or id *word*;
    from
        among its siblings of the label, it is number *first* or behind that;
    earlier
        it is not the last of its label among its siblings.
    """

    trait: Trait
    hops: tuple[Hop, ...] = ()
    word: str = ""
    first: int = 0


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a selector.

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
        or (hop.label == TEXT_LABEL and hop.axis != "own")
        or hop.says
        or not all(can_be_css(test.hops) for test in hop.tests)
        for hop in hops
    )


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
        return f"{lead}text()[normalize-space()]{_xpath_place(hop.place)}{said}"
    tests = "".join(f"[{word_test(word)}]" for word in sorted(hop.words))
    tests += f"[normalize-space()={literal(hop.says)}]" if hop.says else ""
    tests += f"[contains(normalize-space(), {literal(hop.holds)})]" if hop.holds else ""
    tests += "".join(f"[{_xpath_test(test, hop.label)}]" for test in hop.tests)
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
    if test.trait in ("has", "lacks"):
        path = _xpath(test.hops, inside=True).removeprefix("./")
        path = "./" + path if path.startswith("/") else path
        return path if test.trait == "has" else f"not({path})"
    if test.trait == "unmarked":
        return f"not({word_test(test.word)})"
    if test.trait == "from":
        return f"count(preceding-sibling::{name}) >= {test.first - 1}"
    return f"following-sibling::{name}"


# ---- CSS ----------------------------------------------------------------------------------


def _css(way: Sequence[Hop], inside: bool) -> str:
    found = ":scope" if inside else ""
    for hop in way:
        found += _css_joint(hop, bool(found)) + _css_hop(hop)
    return found


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
    if test.trait in ("has", "lacks"):
        path = _css(test.hops, inside=False)
        path = f":has({'> ' if test.hops[0].axis == 'child' else ''}{path})"
        return path if test.trait == "has" else f":not({path})"
    if test.trait == "unmarked":
        return f":not({test.word[0]}{css_name(test.word[1:])})"
    if test.trait == "from":
        return f":nth-of-type(n+{test.first})"
    return f":not({name}:last-of-type)"


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
