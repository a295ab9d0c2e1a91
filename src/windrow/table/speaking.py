"""What speaks for and against a column being a wanted field, as signs with their strength."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import TypeAlias, TypeGuard

from windrow.table.asked import COUNTS, Asked
from windrow.table.facts import TITLES, Facts
from windrow.table.forms import COMMON, TYPED, forms_for
from windrow.table.likeness import is_known, likeness
from windrow.table.meant import meant
from windrow.table.subjects import by_subject
from windrow.table.types import TYPES
from windrow.table.words import DATED, MAKERS

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
# Forms that a part of a text has by chance, and last words of a field that its values do not show.
_LOOSE = COMMON - {"money", "mark"}
_VAGUE = frozenset("amount level type status value kind detail info name title".split())
# What the first of two days or numbers is asked for by, and the second.
_BEGINS = frozenset("start begin birth birthday from opening departure".split())
_ENDS = frozenset("end death to until closing deadline arrival".split())
# How alike a name is to a field at most, if it is only what its last word is said of. Chosen.
_SYNONYM_OF = 0.9
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
    own = [not o.is_part and not asked.called.isdisjoint(o.called) for o in every]
    most = _TRANSLATED if any(own) else 1.0
    return [
        _added(_speaking(asked, one, 1.0 if is_own else most)) if _may_be(asked, one) else None
        for one, is_own in zip(_with_parts(asked, every), own, strict=True)
    ]


def _with_parts(asked: Asked, every: Sequence[Facts]) -> Iterator[Facts | None]:
    """Yield the columns that may be a field; of a text and its parts, either it or those.

    A text of several things is not one of them. If two of its parts may be the field, and nothing
    tells them apart, it is a list or a range, and meant as a whole.
    """
    instead = {
        part.column.name
        for one in every
        if one.parts and not _is_whole(asked, one)
        for part in _instead(asked, one)
    }
    for one in every:
        if one.is_part:
            yield one if one.column.name in instead else None
        else:
            yield None if any(part.column.name in instead for part in one.parts) else one


def _is_whole(asked: Asked, one: Facts) -> bool:
    """Return whether a text is the field as a whole: by its type, or as its markup calls it so.

    A label is a part of the text, and is said of what is next to it.
    """
    if asked.kind == one.column.type and asked.kind not in _UNTOLD:
        return True
    named = one.column.source != "label" and _alike(asked, one.name) >= _NEAR
    return named and not any(_turn(asked, part) for part in one.parts)


def _instead(asked: Asked, one: Facts) -> list[Facts]:
    """Return the parts that may be meant instead of a whole text."""
    found = [part for part in one.parts if _may_be_part(asked, part)]
    if len(found) > 1:
        # The word before a range is said of both its ends.
        ranges = len({part.column.type for part in found}) == 1 and not all(
            part.column.label for part in found
        )
        told = [part for part in found if not ranges and _tells(asked, part)]
        turned = [part for part in found if _turn(asked, part)]
        found = told or turned if len(told or turned) == 1 else []
    if found and one.column.source == "label" and _alike(asked, one.name) >= _NEAR:
        # What follows the label, if it alone looks as the field does: else the whole text.
        first = one.parts[0]
        found = [first] if found == [first] and _looks(asked, first) else []
    if len(one.parts) == 1:
        # A label of the column has said what its only part is, and a word before a name is a
        # part of it.
        labelled = bool(one.column.label or one.column.prefix)
        found = [part for part in found if not labelled and _is_apart(part)]
    return found


def _is_apart(part: Facts) -> bool:
    """Return whether a single part of a text is not a name with a word that belongs to it."""
    return part.column.type != "text" or part.column.label in MAKERS or part.digits


def _turn(asked: Asked, part: Facts) -> bool:
    """Return whether the first of two days is asked for and a part is it, or the second."""
    words = {word for names in asked.names for word in names}
    return bool(words & (_ENDS if part.again else _BEGINS))


def evidence_of(sign: str) -> str:
    """Return what kind of evidence a *sign* is: name, label, type or values."""
    return next((kind for kind, first in _KINDS.items() if sign.startswith(first)), "values")


def _added(pairs: Iterable[tuple[str, float]]) -> Signs:
    found: dict[str, float] = {}
    for sign, value in pairs:
        found[sign] = found.get(sign, 0.0) + value
    return found


def _may_be(asked: Asked, one: Facts | None) -> TypeGuard[Facts]:
    """Return whether a column can be a field at all: an address is no text, and no text one."""
    if one is None:
        return False
    kind, have = asked.kind, one.column.type
    if kind in ("url", "image"):
        return have == kind or (kind == "url" and "link" in one.forms)
    if TYPES[have].address:
        return False
    # The number of ratings is not a rating.
    return (kind, have) != ("rating", "count")


def _may_be_part(asked: Asked, one: Facts) -> bool:
    """Return whether a part of a text can be a field: by the words beside it, or by its form."""
    if asked.kind in ("url", "image"):
        return False
    return _tells(asked, one) or _looks(asked, one)


def _looks(asked: Asked, one: Facts) -> bool:
    """Return whether the values of a part look as few others do but those of the field."""
    return bool(asked.forms & one.forms - _LOOSE) or _has_type(asked, one)


def _has_type(asked: Asked, one: Facts) -> bool:
    """Return whether values of a known type are of the type that a field promises."""
    kind, have = asked.kind, one.column.type
    if kind in _DAYS or (asked.values == "days" and not kind):
        return have in _DAYS or (have == "text" and one.dated)
    return kind == have and kind not in _UNTOLD


def _tells(asked: Asked, one: Facts) -> bool:
    """Return whether the words beside the values of a part name a field."""
    words = [offer.words for offer in one.offers] + [(word,) for word in one.said]
    if one.column.label in MAKERS and "person" in asked.forms:
        return True
    return any(_alike_or_head(asked, own, one) >= _NEAR for own in words)


def _is_number(one: Facts) -> bool:
    return one.column.type in _NUMBERS


def _agrees(asked: Asked, one: Facts) -> bool:
    """Return whether the last word of a field is what the values of a column look like."""
    have = one.column.type
    if {words[-1] for words in asked.names} & _VAGUE:
        return one.is_text
    if asked.kind in _NUMBERS or asked.values == "numbers":
        return have in _NUMBERS or bool(asked.forms & one.forms - _LOOSE)
    return _has_type(asked, one) or bool(asked.forms & one.forms - _LOOSE)


def _alike_or_head(asked: Asked, words: tuple[str, ...], one: Facts) -> float:
    """Return how alike a name is to that of a field, or to what its last word is said of.

    A start date may be called "start": the values say that it is a date.
    """
    best = _alike(asked, words)
    if words[1:] and words[-1] in COUNTS and "plain" in asked.forms and _is_number(one):
        # Reviews are asked for by their number, too.
        best = max(best, _alike(asked, words[:-1]))
    if best >= _SYNONYM or not asked.heads or not words or not _agrees(asked, one):
        return best
    return max(best, *(_SYNONYM_OF * _likeness(head, words) for head in asked.heads))


def _absent(asked: Asked, every: Sequence[Facts]) -> Iterator[tuple[str, float]]:
    """Yield the signs of a field that no column may be."""
    yield "absent", 1.0
    if not asked.is_known:
        yield "absent_unknown", 1.0
    every = [one for one in every if not one.is_part]
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
    if one.under and _alike_or_head(asked, one.under.name, one) >= _FAR:
        one = one.under
    best = min(_alike_or_head(asked, one.name, one), most) if one.name else 0.0
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
    yield from _by_parts(asked, one)


def _by_parts(asked: Asked, one: Facts) -> Iterator[tuple[str, float]]:
    """Yield how a part of a text is told from the others."""
    if one.is_part:
        yield "part", 1.0
        if _tells(asked, one):
            yield "part_told", 1.0
            if one.column.label in MAKERS:
                yield "part_maker", 1.0
        elif one.column.label:
            yield "part_lead", 1.0
        if _has_type(asked, one):
            yield "part_typed", 1.0
        if _turn(asked, one):
            yield "part_turn", 1.0


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
    chances = [
        offer.chance for offer in others if _alike_or_head(asked, offer.words, one) >= _SYNONYM
    ]
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
