"""Which parts of texts may be wanted fields, instead of the whole texts.

A text of several values is not one of them: where one of its parts is what a field asks for, the
field is that part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from windrow.table.asked import COUNTS, Asked
from windrow.table.facts import Facts
from windrow.table.forms import COMMON
from windrow.table.likeness import likeness
from windrow.table.words import MAKERS

__all__ = [
    "DAYS",
    "FAR",
    "NEAR",
    "NUMBERS",
    "SYNONYM",
    "UNTOLD",
    "alike",
    "alike_or_head",
    "like",
    "of_part",
    "or_parts",
]

DAYS = frozenset(("date", "datetime"))
NUMBERS = frozenset(("integer", "number", "count", "percent", "rating", "price"))
# Types that say nothing of what a column is.
UNTOLD = frozenset(("", "text", "integer", "number", "boolean", "rows"))
# How alike two names are, in words: synonyms, one with a further word, one of two. A bound lies
# between the values of `likeness` for them.
SYNONYM, NEAR, FAR = 0.88, 0.72, 0.5
# Forms that a part of a text has by chance, and last words of a field that its values do not show.
_LOOSE = COMMON - {"money", "mark"}
_VAGUE = frozenset("amount level type status value kind detail info name title".split())
# What the first of two days or numbers is asked for by, and the second.
_BEGINS = frozenset("start begin birth birthday from opening departure".split())
_ENDS = frozenset("end death to until closing deadline arrival".split())
# How alike a name is to a field at most, if it is only what its last word is said of. Chosen.
_AT_MOST = 0.9


def or_parts(asked: Asked, every: Sequence[Facts]) -> Iterator[Facts | None]:
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
    if asked.kind == one.column.type and asked.kind not in UNTOLD:
        return True
    named = one.column.source != "label" and alike(asked, one.name) >= NEAR
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
    if found and one.column.source == "label" and alike(asked, one.name) >= NEAR:
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
    if kind in DAYS or (asked.values == "days" and not kind):
        return have in DAYS or (have == "text" and one.dated)
    return kind == have and kind not in UNTOLD


def _tells(asked: Asked, one: Facts) -> bool:
    """Return whether the words beside the values of a part name a field."""
    words = [offer.words for offer in one.offers] + [(word,) for word in one.said]
    if one.column.label in MAKERS and "person" in asked.forms:
        return True
    return any(alike_or_head(asked, own, one) >= NEAR for own in words)


def _is_number(one: Facts) -> bool:
    return one.column.type in NUMBERS


def _agrees(asked: Asked, one: Facts) -> bool:
    """Return whether the last word of a field is what the values of a column look like."""
    have = one.column.type
    if {words[-1] for words in asked.names} & _VAGUE:
        return one.is_text
    if asked.kind in NUMBERS or asked.values == "numbers":
        return have in NUMBERS or bool(asked.forms & one.forms - _LOOSE)
    return _has_type(asked, one) or bool(asked.forms & one.forms - _LOOSE)


def alike_or_head(asked: Asked, words: tuple[str, ...], one: Facts) -> float:
    """Return how alike a name is to that of a field, or to what its last word is said of.

    A start date may be called "start": the values say that it is a date.
    """
    best = alike(asked, words)
    if words[1:] and words[-1] in COUNTS and "plain" in asked.forms and _is_number(one):
        # Reviews are asked for by their number, too.
        best = max(best, alike(asked, words[:-1]))
    if best >= SYNONYM or not asked.heads or not words or not _agrees(asked, one):
        return best
    return max(best, *(_AT_MOST * like(head, words) for head in asked.heads))


def of_part(asked: Asked, one: Facts) -> Iterator[tuple[str, float]]:
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


def alike(asked: Asked, words: tuple[str, ...]) -> float:
    """Return how alike a name is to that of a field."""
    return max((like(names, words) for names in asked.names), default=0.0)


like = lru_cache(maxsize=4096)(likeness)
