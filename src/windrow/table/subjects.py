"""What the values of a column and its place say to a field of a known subject."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from windrow.table.asked import Asked
from windrow.table.facts import Facts

__all__ = ["by_subject"]

# Characters of a title or a place, of a name, of several names, and of a mark. Chosen.
_LONG, _LABEL, _LISTED, _SHORT = 60, 40, 80, 5
# The share of different values below which a column repeats them. Chosen, not measured.
_AGAIN = 0.7


def by_subject(asked: Asked, one: Facts) -> Iterator[tuple[str, float]]:
    """Yield what the form and the place of a column say to a field of this subject."""
    text = one.column.type == "text"
    for subject in asked.subjects:
        if subject in ("url", "image"):
            yield from _of_addresses(subject, one)
        elif text:
            yield from _OF_SUBJECT.get(subject, _of_nothing)(one)
    if asked.is_first:
        yield from _of_title(one)


def _of_addresses(subject: str, one: Facts) -> Iterator[tuple[str, float]]:
    if one.place == 0:
        yield f"{subject}_first", 1.0
    yield f"{subject}_different", one.different
    if one.nowhere:
        yield f"{subject}_nowhere", 1.0


def _of_title(one: Facts) -> Iterator[tuple[str, float]]:
    if not one.is_text:
        return
    if one.column.name == "title" and one.column.source == "form":
        yield "title_form", 1.0
    if one.heading:
        yield "title_heading", 1.0
    if one.linked:
        yield "title_linked", 1.0
    if one.bold:
        yield "title_bold", 1.0
    if one.place == 0:
        yield "title_place", 1.0
    yield "title_different", one.different
    if one.length > _LONG:
        yield "title_long", 1.0
    if one.length < _SHORT:
        yield "title_short", 1.0
    if not one.letters or one.column.type != "text" or one.dated:
        yield "title_letters", 1.0


def _of_description(one: Facts) -> Iterator[tuple[str, float]]:
    if one.longest:
        yield "description_longest", 1.0
    yield "description_words", log(1 + one.words)


def _of_author(one: Facts) -> Iterator[tuple[str, float]]:
    if one.person and one.length < _LABEL:
        yield "author_person", 1.0
    if one.linked:
        yield "author_linked", 1.0
    if one.digits or one.length > _LISTED:
        yield "author_not", 1.0


def _of_category(one: Facts) -> Iterator[tuple[str, float]]:
    if one.different < _AGAIN and not one.digits and one.length < _LABEL:
        yield "category_repeated", 1.0
    if all(value[:1] in "([" for value in one.column.samples):
        yield "category_brackets", 1.0
    if one.digits or one.length > _LABEL:
        yield "category_not", 1.0


def _of_location(one: Facts) -> Iterator[tuple[str, float]]:
    if any("," in value for value in one.column.samples) and one.length < _LONG:
        yield "location_comma", 1.0
    if one.length > _LONG:
        yield "location_long", 1.0


def _of_id(one: Facts) -> Iterator[tuple[str, float]]:
    if one.digits and one.words < 2 and not one.dated:
        yield "id_code", 1.0
    elif one.letters and not one.digits:
        yield "id_words", 1.0


def _of_price(one: Facts) -> Iterator[tuple[str, float]]:
    if any(sign in value for value in one.column.samples for sign in "$€£¥"):
        yield "price_sign", 1.0


def _of_nothing(_: Facts) -> Iterator[tuple[str, float]]:
    yield from ()


_OF_SUBJECT = {
    "title": _of_title,
    "description": _of_description,
    "author": _of_author,
    "category": _of_category,
    "location": _of_location,
    "id": _of_id,
    "price": _of_price,
}
