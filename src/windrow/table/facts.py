"""What is known of the columns of a table when wanted fields are looked for among them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean

from windrow.model import Column, Value
from windrow.table.dates import looks_dated
from windrow.table.evidence import Evidence
from windrow.table.forms import TYPED, forms_of
from windrow.table.labels import without_label
from windrow.table.likeness import is_known, words_of
from windrow.table.meant import meant
from windrow.table.suggestions import Suggestion
from windrow.table.types import TYPES

__all__ = ["TITLES", "Facts", "Offer", "facts_of"]

# How many rows are read. Chosen, not measured.
_LOOKED_AT = 60
# The chance of a name of which only the source is known, as in a wrapper: rounded means of those of
# `python -m bench.chances`.
_OF_SOURCE = {"header": 0.96, "label": 0.95, "attribute": 0.9, "class": 0.88, "form": 0.85, "": 0.9}
# Words of a number with what it counts; characters of a label. Chosen, not measured.
_COUNTED, _LABEL = 3, 40
# Characters of the name of a person, and of a few of them. Chosen, not measured.
_NAMES = 80
# The share of the rows that a column has, if it may be the one that is meant. Chosen, not measured.
_FULL = 0.5
# The share of different values below which a column repeats them. Chosen, not measured.
_AGAIN = 0.7
# What values of a type look like, in the words of `forms`.
_OF_TYPE = {
    "date": ("moment",), "datetime": ("moment",), "time": ("moment", "hour"),
    "duration": ("stretch",), "price": ("money",), "percent": ("share",), "size": ("bytes",),
    "phone": ("phone",), "email": ("email",), "country": ("land",), "rating": ("mark",),
    "count": ("plain",), "integer": ("plain",),
}  # fmt: skip
TITLES = (("title",), ("name",), ("headline",), ("heading",))
_UNNAMED = frozenset(("kind", "element"))
# Names that only say that there is a text.
_PLAIN = frozenset(("text", "number", "rows", "term", "key_", "value", "link", "image"))

_NUMBERED = re.compile(r"_\d+$")
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]{2}")
_OUTSIDE = re.compile(r"(?:[a-z]+:)?//|mailto:|www\.", re.IGNORECASE)
_NOWHERE = re.compile(r"#|javascript:|mailto:", re.IGNORECASE)
_PERSON = re.compile(r"(?:by )?(?:[^\W\d_a-z][\w.'’-]*[ ,&]+){1,4}[^\W\d_a-z][\w.'’-]*")


@dataclass(frozen=True, slots=True)
class Offer:
    """A name that the page offers for a column."""

    words: tuple[str, ...]
    source: str
    chance: float


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a column."""

    column: Column
    name: tuple[str, ...]  # what it means, without the number behind it; empty if it says nothing
    offers: tuple[Offer, ...]  # the first is its name, if that says something
    before: str  # the constant text before it
    said: tuple[str, ...]  # words after the number in all values: "31 points"
    place: int  # among texts, addresses or pictures that are not constant
    only: bool  # whether it is the only one of its type that is not constant
    copies: int  # columns with its name
    length: float
    words: float
    different: float  # the share of its values
    letters: bool
    digits: bool
    dated: bool
    person: bool
    heading: bool
    linked: bool
    bold: bool
    longest: bool
    nowhere: bool  # whether addresses lead nowhere else
    inside: bool  # whether addresses are of the same site
    forms: frozenset[str]  # what its values look like
    called: frozenset[tuple[str, ...]]  # its name and label as the page has them
    alone: bool = False  # whether no other column without a name has such values

    @property
    def is_text(self) -> bool:
        """Whether it holds texts or numbers."""
        return not TYPES[self.column.type].address and self.column.type != "rows"

    @property
    def is_titled(self) -> bool:
        """Whether it is called the title or the name of the records."""
        return self.name in TITLES

    @property
    def is_main_link(self) -> bool:
        """Whether it is the link of the record itself, by its form."""
        return (self.column.name, self.column.source) == ("link", "form")


def facts_of(columns: Sequence[Column], rows: Sequence[Mapping[str, Value]]) -> list[Facts]:
    """Return what is known of each of the *columns*; some of it only by their *rows*."""
    copies = Counter(_bare(one) for one in columns)
    types = Counter(one.type for one in columns if not one.constant)
    places: Counter[str] = Counter()
    longest = max(map(_length, columns), default=0.0)
    before = [None, *columns[:-1]]
    found = []
    for column, other in zip(columns, before, strict=True):
        group = column.type if TYPES[column.type].address else "text"
        found.append(
            _facts(
                column,
                _values(column, rows),
                before=_label(other),
                place=places[group],
                only=types[column.type] == 1 and not column.constant,
                copies=copies[_bare(column)],
                longest=_length(column) == longest,
            )
        )
        places[group] += not column.constant
    without = [one for one in found if _is_nameless(one)]
    groups = Counter(_group(one) for one in without)
    return [
        replace(one, alone=True) if _is_nameless(one) and groups[_group(one)] == 1 else one
        for one in found
    ]


def _is_nameless(one: Facts) -> bool:
    full = not one.column.constant and one.column.fill >= _FULL
    return not one.name and not one.is_main_link and full


def _group(one: Facts) -> str:
    return {"integer": "number", "count": "number"}.get(one.column.type, one.column.type)


def _bare(column: Column) -> str:
    return _NUMBERED.sub("", column.name)


def _length(column: Column) -> float:
    if column.type != "text" or column.constant or not column.samples:
        return 0.0
    return mean(map(len, column.samples))


def _values(column: Column, rows: Sequence[Mapping[str, Value]]) -> Sequence[str]:
    found = [v for row in rows[:_LOOKED_AT] if isinstance(v := row.get(column.name), str)]
    return found or column.samples


def _label(column: Column | None) -> str:
    """Return the constant text that a column is, if it may be a label."""
    if column is None or not column.constant or column.type != "text" or not column.samples:
        return ""
    return column.samples[0] if len(column.samples[0]) <= _LABEL else ""


def _facts(
    column: Column,
    values: Sequence[str],
    *,
    before: str,
    place: int,
    only: bool,
    copies: int,
    longest: bool,
) -> Facts:
    suggestions, evidence = _basis(column)
    some = column.samples
    count = max(len(values), 1)
    return Facts(
        column,
        meant(_bare(column)) if _says(column) else (),
        tuple(_offers(column, suggestions)),
        before,
        _said(column),
        place,
        only,
        copies,
        sum(map(len, values)) / count,
        sum(value.count(" ") + 1 for value in values) / count,
        len({*values}) / count if values else 1.0,
        letters=2 * sum(bool(_LETTER.search(v)) for v in values) >= len(values),
        digits=2 * sum(bool(_DIGIT.search(v)) for v in values) > len(values),
        dated=bool(some) and all(map(looks_dated, some)),
        person=bool(some) and all(map(_is_person, some)),
        heading=evidence.heading,
        linked=evidence.linked,
        bold=evidence.bold,
        longest=longest,
        nowhere=any(map(_NOWHERE.match, some)),
        inside=bool(some) and not any(map(_OUTSIDE.match, some)),
        forms=_forms(column, values),
        called=frozenset(filter(None, map(words_of, (_bare(column), column.label)))),
    )


def _is_text(column: Column) -> bool:
    return not TYPES[column.type].address and column.type != "rows" and not column.constant


def _forms(column: Column, values: Sequence[str]) -> frozenset[str]:
    """Return what the values look like, by their type and by themselves."""
    if not _is_text(column):
        return frozenset()
    own = frozenset(_OF_TYPE.get(column.type, ()))
    if own & TYPED:
        return own
    found = forms_of(_bare_values(column, values)) | own
    again = len({*values}) < _AGAIN * len(values) and column.type == "text"
    return found | {"again"} if again and "long" not in found else found


def _bare_values(column: Column, values: Sequence[str]) -> Sequence[str]:
    """Return the values without the label before each."""
    label = column.prefix
    return [without_label(value, label) for value in values] if label else values


def _is_person(value: str) -> bool:
    return len(value) <= _NAMES and _PERSON.fullmatch(value) is not None


def _basis(column: Column) -> tuple[Sequence[Suggestion], Evidence]:
    return column.basis if isinstance(column.basis, tuple) else ((), Evidence())


def _offers(column: Column, suggestions: Sequence[Suggestion]) -> list[Offer]:
    """Return the names that the page offers, the chosen one first."""
    found: dict[str, Offer] = {}
    for one in sorted(suggestions, key=lambda one: -one.chance):
        name = one.named.name
        if name not in found and (words := meant(name)):
            found[name] = Offer(words, one.signs[0], one.chance)
    name = _bare(column)
    own = found.pop(name, None) or found.pop(column.name, None)
    if own is None and _says(column):
        own = Offer(meant(name), column.source, _OF_SOURCE.get(column.source, 0.8))
    label = meant(column.label)
    more = [Offer(label, "label", _OF_SOURCE["label"])] if label else []
    # Of a class "case-number" the column is no case.
    rest = (one for one in found.values() if own is None or not {*one.words} < {*own.words})
    return [*([own] if own else []), *rest, *more]


def _says(column: Column) -> bool:
    """Return whether its name says what a column holds, not only that it holds a text."""
    if column.source in _UNNAMED:
        return False
    # Numbers that count the rows are called so by their form.
    return _bare(column) not in _PLAIN or (column.source, column.name) == ("form", "number")


def _said(column: Column) -> tuple[str, ...]:
    """Return the words after numbers in all values: "31 points", "5 reviews"."""
    values = [words_of(value) for value in column.samples]
    numbers = any(map(_DIGIT.search, column.samples)) and not TYPES[column.type].address
    if len(values) < 2 or not numbers or max(map(len, values)) > _COUNTED:
        return ()
    shared = {*values[0]}.intersection(*values[1:])
    said = (meant(word)[-1] for word in shared if not word.isdecimal())
    return tuple(sorted(word for word in said if _LETTER.match(word) and is_known([word])))
