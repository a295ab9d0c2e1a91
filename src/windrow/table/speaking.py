"""What speaks for and against a column being a wanted field, as signs with their strength."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import TypeAlias

from windrow.table.asked import Asked
from windrow.table.facts import TITLES, Facts
from windrow.table.forms import COMMON, TYPED, forms_for
from windrow.table.likeness import is_known, likeness
from windrow.table.meant import meant
from windrow.table.subjects import by_subject
from windrow.table.types import TYPES
from windrow.table.words import DATED

__all__ = ["Signs", "evidence_of", "signs_of"]

Signs: TypeAlias = "Mapping[str, float]"
"""What speaks for and against something, each with its strength."""

_DAYS = frozenset(("date", "datetime"))
_NUMBERS = frozenset(("integer", "number", "count", "percent", "rating", "price"))
# Types that say nothing of what a column is.
_UNTOLD = frozenset(("", "text", "integer", "number", "boolean", "rows"))
# Kinds of values that may be read as each other.
_FAMILIES = ({"integer", "number"}, {"date", "datetime", "time"}, {"text", "boolean"})
# How alike two names are, in words: the same, synonyms, one with a further word, ... A bound lies
# between the values of `likeness` for them.
_SYNONYM, _NEAR, _FAR = 0.88, 0.72, 0.5
_STEPS = ((0.99, "same"), (_SYNONYM, "synonym"), (_NEAR, "near"), (_FAR, "far"))
_GROUPS = {"header": "seen", "label": "seen", "attribute": "markup", "code": "markup",
           "class": "markup", "icon": "markup", "word": "word", "": "seen"}  # fmt: skip
# How alike a name in other words is at most, where the page has the words of the field. Chosen.
_TRANSLATED = 0.8
# What kind of evidence a sign is, by how it begins.
_KINDS = {
    "label": ("before", "label"),
    "type": ("type", "dated", "number_", "digits", "family", "image", "url"),
    "name": ("seen", "markup", "word_", "form", "offered", "link", "name"),
}
# Chances beyond these are not told apart, and odds that are neither for nor against a name. Chosen.
_SURE, _UNSURE, _USUAL = 0.98, 0.05, 2.0
# Forms of things of which a list mostly has one: its place may be called city or region.
_KIN = frozenset(("moment", "place", "firm", "body", "long", "code"))
# Forms of numbers, which a name tells apart.
_FIGURES = frozenset(("money", "plain", "mark", "span", "counted"))
# How many columns may have one name; more are parts of an inner list. Chosen, not measured.
_COPIES = 3


def signs_of(
    asked: Sequence[Asked], every: Sequence[Facts]
) -> list[tuple[Signs, list[Signs | None]]]:
    """Return for each field the signs that it is absent, and those of each column.

    None is a column that cannot be the field at all.
    """
    return [(_added(_absent(one, every)), _columns(one, every)) for one in asked]


def _columns(asked: Asked, every: Sequence[Facts]) -> list[Signs | None]:
    # A column with the very words of the field comes before those that mean the same elsewhere.
    own = [not asked.called.isdisjoint(one.called) for one in every]
    most = _TRANSLATED if any(own) else 1.0
    return [
        _added(_speaking(asked, one, 1.0 if is_own else most)) if _may_be(asked, one) else None
        for one, is_own in zip(every, own, strict=True)
    ]


def evidence_of(sign: str) -> str:
    """Return what kind of evidence a *sign* is: name, label, type or values."""
    return next((kind for kind, first in _KINDS.items() if sign.startswith(first)), "values")


def _added(pairs: Iterable[tuple[str, float]]) -> Signs:
    found: dict[str, float] = {}
    for sign, value in pairs:
        found[sign] = found.get(sign, 0.0) + value
    return found


def _may_be(asked: Asked, one: Facts) -> bool:
    """Return whether a column can be a field at all: an address is no text, and no text one."""
    kind, have = asked.kind, one.column.type
    if kind in ("url", "image"):
        return have == kind or (kind == "url" and "link" in one.forms)
    if TYPES[have].address:
        return False
    # The number of ratings is not a rating.
    return (kind, have) != ("rating", "count")


def _absent(asked: Asked, every: Sequence[Facts]) -> Iterator[tuple[str, float]]:
    """Yield the signs of a field that no column may be."""
    yield "absent", 1.0
    if not asked.is_known:
        yield "absent_unknown", 1.0
    if asked.kind not in _UNTOLD:
        yield "absent_typed", 1.0
    if asked.is_first:
        yield "absent_first", 1.0
    for subject in ("title", "url", "description"):
        if subject in asked.subjects:
            yield f"absent_{subject}", 1.0
    # More columns have more that look right by chance.
    yield "absent_wide", log(max(len(every), 1))


def _speaking(asked: Asked, one: Facts, most: float) -> Iterator[tuple[str, float]]:
    """Yield the signs for and against a column, with their strength; its name says *most*."""
    best = min(_alike(asked, one.name), most) if one.name else 0.0
    if asked.kind == "url" and one.is_main_link:
        yield "link_main", 1.0
        best = 0.0
        if one.inside and any(words[-1] == "website" for words in asked.names):
            yield "link_inside", 1.0
    elif asked.kind == "url" and one.is_text:
        yield "url_text", 1.0
        yield from _by_name(asked, one, best)
    elif asked.kind == "url" and one.name[-1:] in (("link",), ("url",)):
        sign = _of_owner(asked, one)
        yield sign, 1.0
        best = 1.0 if sign == "link_of_it" else 0.0
    else:
        yield from _by_name(asked, one, best)
        yield from _by_more(asked, one, best)
    yield from _by_type(asked, one, best)
    yield from by_subject(asked, one)
    yield from _by_form(asked, one, best)
    column = one.column
    if column.constant:
        yield "constant", 1.0
    yield "sparse", 1 - column.fill
    if column.name.rpartition("_")[2].isdecimal() and one.name:
        yield "again", 1.0
    if one.copies > _COPIES:
        yield "copied", 1.0


def _steps(value: float) -> list[str]:
    """Return how alike names are, with the lower steps: the same name says at least as much."""
    found = [name for least, name in _STEPS if value >= least]
    return found[:-1] or found


def _alike(asked: Asked, words: tuple[str, ...]) -> float:
    return max((_likeness(names, words) for names in asked.names), default=0.0)


_likeness = lru_cache(maxsize=4096)(likeness)


def _odds(chance: float) -> float:
    chance = min(max(chance, _UNSURE), _SURE)
    return log(chance / (1 - chance))


def _by_name(asked: Asked, one: Facts, best: float) -> Iterator[tuple[str, float]]:
    """Yield what the name of a column says; *best* is how alike it is."""
    if not one.name:
        yield "nameless" if one.is_text else "nameless_link", 1.0
        if not asked.is_known:
            yield "nameless_unknown", 1.0
        if one.alone:
            yield "alone", 1.0
        return
    own = one.offers[0] if one.offers and one.offers[0].words == one.name else None
    group = _GROUPS.get(own.source if own else one.column.source, "form")
    if steps := _steps(best):
        for step in steps:
            yield f"{group}_{step}", 1.0
        if own is not None:
            yield "name_odds", _odds(own.chance) - _USUAL
    elif asked.is_first and one.is_titled:
        yield "first_titled", 1.0
    elif group == "form" and asked.forms & one.forms:
        # The form is all that the name says.
        yield "form_looks", 1.0
    elif asked.kind in _DAYS and one.name[-1] in DATED:
        # All words for days and hours may be meant by each other.
        yield f"{group}_dated", 1.0
    elif asked.forms & forms_for(one.name[-1:]) & _KIN:
        yield f"{group}_kin", 1.0
    else:
        yield f"{group}_other{'_known' if is_known(one.name) else ''}", 1.0


def _by_more(asked: Asked, one: Facts, best: float) -> Iterator[tuple[str, float]]:
    """Yield what names say that were not chosen, the text before a column, and its values."""
    others = one.offers[1:] if one.name else one.offers
    chances = [offer.chance for offer in others if _alike(asked, offer.words) >= _SYNONYM]
    if chances:
        sign = "offered_too" if best >= _NEAR else "offered"
        yield sign, 1.0
        yield f"{sign}_odds", _odds(max(chances))
    if one.before and _alike(asked, meant(one.before)) >= _SYNONYM:
        yield "before", 1.0
    if one.said:
        said = max(_alike(asked, (word,)) for word in one.said)
        yield ("said" if said >= _NEAR else "said_other"), 1.0


def _of_owner(asked: Asked, one: Facts) -> str:
    """Return whose link a column is: a field is asked for by that, or wants that of the record."""
    owner = one.name[:-1]
    if owner[-1:] in (("title",), ("name",)) and len(owner) > 1:
        owner = owner[:-1]
    wanted = [words[:-1] for words in asked.names if words[-1] in ("url", "link")]
    owners = [words for words in (*wanted, *asked.names) if words]
    if owner and owners and max(_likeness(words, owner) for words in owners) >= _NEAR:
        return "link_of_it"
    if not owner or owner in TITLES:
        plain = not wanted or not all(wanted)
        return "link_of_title" if plain else "link_of_title_not"
    return "link_of_other" if is_known(owner) else "link_of_unknown"


def _by_type(asked: Asked, one: Facts, best: float) -> Iterator[tuple[str, float]]:
    kind, have = asked.kind, one.column.type
    told = one.name and one.column.source not in ("form", "link", "heading")
    where = "_told" if told and best < _FAR else "_like" if best >= _FAR else ""
    if kind == have and kind not in _UNTOLD:
        yield f"type{where}", 1.0
        if one.only:
            yield f"type_only{where}", 1.0
    elif kind and kind != have:
        family = any({TYPES[kind].kind, TYPES[have].kind} <= some for some in _FAMILIES)
        yield from _other_type(asked, one, best, where, family=family)
    elif not kind or kind == "text":
        yield from _untyped(asked, one)


def _other_type(
    asked: Asked, one: Facts, best: float, where: str, *, family: bool
) -> Iterator[tuple[str, float]]:
    kind, have = asked.kind, one.column.type
    given = "given" if asked.type else "meant"
    if asked.forms & one.forms - COMMON and not asked.type:
        return
    if kind in _DAYS and (have in _DAYS or (have == "text" and one.dated)):
        yield f"dated{'_like' if one.name and one.name[-1] in DATED else where}", 1.0
    elif kind in _NUMBERS and have in _NUMBERS:
        yield f"number_{given}{where}", 1.0
    elif kind in _NUMBERS and have == "text" and one.digits:
        yield f"digits_{given}{where}", 1.0
    elif family:
        yield f"family{where}", 1.0
    else:
        yield f"type_other_{given}{'_like' if best >= _SYNONYM else ''}", 1.0


def _untyped(asked: Asked, one: Facts) -> Iterator[tuple[str, float]]:
    """Yield whether the values are of the kind that the word promises."""
    if not asked.values or one.column.type == "rows" or asked.forms & one.forms - COMMON:
        return
    number = one.column.type in _NUMBERS
    if asked.values == "words":
        if number or one.column.type in (*_DAYS, "time") or not one.letters:
            yield "words_not", 1.0
    elif asked.values == "numbers":
        yield ("numbers" if number else "digits" if one.digits else "numbers_not"), 1.0
    elif one.column.type in (*_DAYS, "time", "duration") or one.dated:
        yield "days", 1.0
    elif not one.digits:
        yield "days_not", 1.0


def _by_form(asked: Asked, one: Facts, best: float) -> Iterator[tuple[str, float]]:
    """Yield whether the values look like those of the field, or like those of others."""
    if asked.kind in ("url", "image") or not one.is_text:
        return
    told = "_like" if best >= _FAR else "_told" if one.name and one.column.source != "form" else ""
    alike, others = asked.forms & one.forms, one.forms - asked.forms - COMMON
    # A short list may have different values where a long one repeats them.
    promised = asked.forms - {"again"}
    if alike - COMMON:
        yield f"looks{'_typed' if alike - COMMON <= TYPED else ''}{told}", 1.0
    elif alike:
        group = "figure" if alike <= _FIGURES else "common"
        for sign in [f"{group}{told}"] if told else alike:
            yield f"looks_{sign}", 1.0
        if others:
            yield "looks_mixed", 1.0
    elif promised and others:
        yield f"looks_other{told}", 1.0
    elif promised:
        yield f"looks_not{told}", 1.0
    elif others:
        yield f"looks_known{told}", 1.0
