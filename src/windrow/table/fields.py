"""Matches wanted fields to columns, one to one: by name, synonyms, label, type and values.

Only facts about columns are used, so that tables and wrappers are matched alike. A
field that probably has no column is not found: nothing is guessed or invented.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from statistics import mean

from windrow.match.assign import assign
from windrow.model import Column, Fit, Value
from windrow.table.dates import looks_dated
from windrow.table.likeness import (
    EMPTY,
    FURTHER,
    OTHER_THING,
    SYNONYM,
    alike,
    is_known,
    likeness,
    words_of,
)
from windrow.table.types import TYPES
from windrow.table.wanted import Wanted
from windrow.table.words import ALIKE

__all__ = ["fits"]

# A field that is less sure than this is not found. Chosen, not measured.
_LEAST = 0.5
# The worth of being the only column of a type, and of values that look right.
# Chosen, not measured.
_BY_TYPE, _BY_VALUES = 0.65, 0.55
# The factor if the type is not the wanted one, but its values may be read so, and
# if many columns have one name, like the parts of an inner list. Chosen, not measured.
_UNLIKE, _REPEATED, _COPIES = 0.75, 0.8, 3
# The power that makes sure pairs count more. Chosen: 1 is more than 0.9 and 0.55 together.
_STEEP = 6
# The factor for a name that comes from the look of the values, if the page uses it for another
# column. Chosen, not measured.
_LOOKS = 0.8
# The penalty for a column without values. Chosen, not measured.
_SPARSE = 0.25
# The factor if another column is as likely, and the distance at which it no longer counts.
# Chosen, not measured.
_TIED, _APART = 0.8, 0.15
# Characters of a text that nobody would call a title, and of a label; words of a sentence, and of
# a number with what it counts. Chosen, not measured.
_LONG, _LABEL = 60, 40
_SENTENCE, _COUNTED = 4, 3

_NUMBERED = re.compile(r"_\d+$")
_DIGIT = re.compile(r"\d")
_PRICED = re.compile(r"[$€£¥]\s?\d|\d\s?[€£]")
_LETTER = re.compile(r"[^\W\d_]{2}")
_GENERIC = frozenset(("", "kind", "form", "element", "link"))
# Names that only say that there is a text.
_PLAIN = frozenset(("text", "number", "rows", "term", "key_", "value"))
# Kinds of values that may be read as each other.
_FAMILIES = ({"integer", "number"}, {"date", "datetime", "time"}, {"text", "boolean"})
_DAYS = frozenset(("date", "datetime"))
_UNTOLD = frozenset(("", "text", "integer", "number", "boolean", "rows"))


def fits(
    columns: Sequence[Column], fields: Sequence[Wanted], rows: Sequence[Mapping[str, Value]] = ()
) -> list[Fit]:
    """Return for every field its column, and how sure; "" if no column is likely.

    If the *rows* are known, the title is the column with the most distinct values.

    >>> columns = Column("name", "text"), Column("cost", "price"), Column("link", "url")
    >>> found = fits(columns, [Wanted("title"), Wanted("price", "number"), Wanted("isbn")])
    >>> [(fit.field, fit.column) for fit in found]
    [('title', 'name'), ('price', 'cost'), ('isbn', '')]
    """
    asked = _all_asked(fields)
    there = _There.of(columns, rows)
    worth = [[_worth(one, k, there) for k in range(len(columns))] for one in asked]
    # One sure pair counts more than two guesses.
    chosen = assign([[v**_STEEP if v >= _LEAST else 0.0 for v, _ in line] for line in worth])
    found = []
    for want, line, at in zip(fields, worth, chosen, strict=True):
        rivals = (value for k, (value, _) in enumerate(line) if k != at and k not in chosen)
        sure = _sure(line[at][0], max(rivals, default=0.0)) if at is not None else 0.0
        known = at is not None and sure >= _LEAST
        found.append(
            Fit(want.name, columns[at].name, round(sure, 3), line[at][1])
            if at is not None and known
            else Fit(want.name)
        )
    return found


def _sure(worth: float, rival: float) -> float:
    """Return how sure a column is, given its strongest rival."""
    near = min(max(1 - (worth - rival) / _APART, 0.0), 1.0)
    return worth * (1 - (1 - _TIED) * near)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A wanted field in the terms of columns."""

    names: tuple[tuple[str, ...], ...]
    type: str  # as it was given
    form: str  # the type that its name means
    is_title: bool = False
    unknown: bool = False  # a text whose words are unknown

    @property
    def is_code(self) -> bool:
        """Whether the field is an identifying number."""
        return any(alike(words[-1], "id") >= SYNONYM for words in self.names)

    def means(self, word: str) -> bool:
        """Return whether the field is what *word* says."""
        return any(len(words) == 1 and alike(words[0], word) >= SYNONYM for words in self.names)


def _all_asked(fields: Sequence[Wanted]) -> list[_Asked]:
    found = []
    for want in fields:
        names = tuple(filter(None, (words_of(text) for text in (want.name, want.also) if text)))
        form = next((_TYPED[words[-1]] for words in names if words[-1] in _TYPED), "")
        known = bool(form) or want.type not in ("", "text") or any(map(is_known, names))
        titled = any(words[-1] in ("title", "name") for words in names)
        asked = _Asked(names, want.type, form, unknown=not known)
        found.append(replace(asked, is_title=titled or asked.means("title")))
    # The first field is the title of the records, if no other one is.
    if found and found[0].unknown and not any(one.is_title for one in found):
        found[0] = replace(found[0], is_title=True)
    return found


def _typed_words() -> Iterator[tuple[str, str]]:
    """Yield words with the types they mean: what people call such a column, and synonyms."""
    for kind in reversed(TYPES.values()):
        called = kind.name if kind.address else kind.called
        groups = [group for group in ALIKE if group[0] == called]
        for word in {called, *chain.from_iterable(groups)} - {""}:
            yield word, kind.name


# If two types have one word, the first type counts.
_TYPED = dict(_typed_words())


@dataclass(frozen=True, slots=True)
class _There:
    """The columns of a table, and common facts about them."""

    columns: Sequence[Column]
    texts: Sequence[Column]
    lengths: Mapping[str, float]
    copies: Counter[str]
    told: frozenset[str]  # names that the page itself gives
    title: str  # the column that a person would call title, if none is; else ""
    nameless: Sequence[Column]  # texts that the page does not name
    link: str  # the column of the links of that title; "" if it has none
    labels: Sequence[str]  # the constant text before each column

    @classmethod
    def of(cls, columns: Sequence[Column], rows: Sequence[Mapping[str, Value]]) -> _There:
        texts = [one for one in columns if one.type == "text" and not one.constant and one.samples]
        lengths = {one.name: mean(map(len, one.samples)) for one in texts}
        before = [None, *columns[:-1]]
        labels = [
            one.samples[0] if one and one.constant and one.type == "text" and one.samples else ""
            for one in before
        ]
        title = _title(columns, texts, lengths, rows)
        thing = next((_thing(one) for one in columns if one.name == title), None)
        links = (one.name for one in columns if thing and _linked(one) == thing)
        return cls(
            columns,
            texts,
            lengths,
            Counter(_NUMBERED.sub("", one.name) for one in columns),
            frozenset(_NUMBERED.sub("", one.name) for one in columns if one.source not in _GENERIC),
            title,
            [one for one in texts if one.source == "kind" and _thing(one) == ("text",)],
            next(links, ""),
            [label if len(label) <= _LABEL else "" for label in labels],
        )


def _title(
    columns: Sequence[Column],
    texts: Sequence[Column],
    lengths: Mapping[str, float],
    rows: Sequence[Mapping[str, Value]],
) -> str:
    """Return the short text that is a link, or tells most rows apart; "" if one is called title."""
    if any(_is_title(one) for one in columns):
        return ""
    likely = [
        one
        for one in texts
        if lengths[one.name] < _LONG
        and one.fill >= _LEAST
        and 2 * sum(bool(_LETTER.search(v)) for v in one.samples) > len(one.samples)
        and not all(map(looks_dated, one.samples))
    ]
    links = {one for column in columns if (one := _linked(column)) is not None}

    def rank(one: Column) -> tuple[bool, int]:
        return _thing(one) in links, len({str(row.get(one.name)) for row in rows})

    most = max(likely, key=rank, default=None)
    return most.name if most else ""


def _linked(column: Column) -> tuple[str, ...] | None:
    """Return the words of the name of the text that a column of links belongs to."""
    words = words_of(_NUMBERED.sub("", column.name))
    return words[:-1] if words[-1:] == ("link",) and TYPES[column.type].address else None


def _thing(column: Column) -> tuple[str, ...]:
    """Return the words of a column's name, without a meaningless last word."""
    words = words_of(_NUMBERED.sub("", column.name))
    return words[:-1] if len(words) > 1 and words[-1] in EMPTY else words


def _is_title(column: Column) -> bool:
    called = words_of(_NUMBERED.sub("", column.name)) in (("title",), ("name",))
    return column.type == "text" and called and column.fill >= _LEAST


def _worth(asked: _Asked, place: int, there: _There) -> tuple[float, str]:
    """Return how likely a column is the field, and the evidence."""
    column = there.columns[place]
    worth, way = _by_name(asked, column, there.labels[place])
    fit = _type_fit(asked, column, named=worth >= SYNONYM * FURTHER)
    if column.source == ("kind" if TYPES[column.type].address else "form"):
        worth *= _LOOKS if _NUMBERED.sub("", column.name) in there.told else 1.0
    many = there.copies[_NUMBERED.sub("", column.name)] > _COPIES
    if many and not TYPES[column.type].address:
        worth *= _REPEATED
    if asked.means("title") and column.fill < _LEAST:
        worth *= OTHER_THING
    if asked.means("url") and there.link:
        # The address of a record is that of its title.
        worth = SYNONYM if column.name == there.link else worth * FURTHER
    if column.constant:
        worth *= _REPEATED
    # If two columns fit, the fuller one is more likely.
    worth *= 1 - _SPARSE * (1 - column.fill)
    found = [(worth * fit * _contradicted(asked, column), way)]
    if worth < _LEAST and fit == 1:
        found += _by_type(asked, column, there)
        found += _by_values(asked, column, there)
    return max(found)


def _by_name(asked: _Asked, column: Column, before: str) -> tuple[float, str]:
    own = _NUMBERED.sub("", column.name)
    again = FURTHER if own != column.name else 1.0
    # Numbers that count the rows are called so by their form.
    plain = own in _PLAIN and column.source in _GENERIC and column.source != "form"
    ways = [("" if plain else own, "name"), (column.label, "label"), (before, "label")]
    ways += [(word, "values") for word in _said(column)]
    found = [
        (likeness(words, words_of(text)) * again, way)
        for words in asked.names
        for text, way in ways
        if text
    ]
    # A label with further words is about something else: 1 of 4 is right (python -m bench.fields).
    return max((one for one in found if one[1] != "label" or one[0] >= SYNONYM), default=(0.0, ""))


def _said(column: Column) -> list[str]:
    """Return the words after numbers in all values: "31 points", "5 reviews"."""
    values = [words_of(value) for value in column.samples]
    numbers = any(map(_DIGIT.search, column.samples)) and not TYPES[column.type].address
    if len(values) < 2 or not numbers or max(map(len, values)) > _COUNTED:
        return []
    shared = {*values[0]}.intersection(*values[1:])
    return [word for word in shared if _LETTER.match(word) and is_known([word])]


def _contradicted(asked: _Asked, column: Column) -> float:
    """Return the factor if the values themselves show something else."""
    said = _said(column)
    if not said or column.source in ("header", "label"):
        return 1.0
    same = any(alike(word, other) for words in asked.names for word in words for other in said)
    return 1.0 if same else OTHER_THING


def _type_fit(asked: _Asked, column: Column, *, named: bool) -> float:
    """Return the factor for the type of the column."""
    kind, have = asked.type or asked.form, column.type
    if kind in ("url", "image"):
        return 1.0 if have == kind else 0.0
    if TYPES[have].address:
        return 0.0
    # The number of ratings is not a rating.
    if (kind, have) == ("rating", "count"):
        return 0.0
    if not kind or kind == have or (have == "rows" and not asked.type):
        return 1.0
    if any({TYPES[kind].kind, TYPES[have].kind} <= family for family in _FAMILIES):
        return 1.0
    # A part of a date may also be named by a word for dates.
    if kind in _DAYS and TYPES[have].kind in ("integer", "number"):
        return _UNLIKE if named else 0.0
    # A name alone implies a type only if the values do not contradict it.
    if kind == "text" or (named and not asked.type):
        return 1.0 if named else _UNLIKE
    if kind in _DAYS and all(map(looks_dated, column.samples)):
        return 1.0
    if kind == "price" and have == "text" and all(map(_PRICED.search, column.samples)):
        return 1.0
    digits = sum(bool(_DIGIT.search(value)) for value in column.samples)
    if have == "text" and 2 * digits >= len(column.samples) > 0:
        return _UNLIKE
    return 0.0


def _by_type(asked: _Asked, column: Column, there: _There) -> Iterator[tuple[float, str]]:
    """Yield the worth of being the only column of a distinctive type."""
    kind = asked.form or asked.type
    same = {kind} | (_DAYS if kind in _DAYS else set())
    if kind in _UNTOLD:
        return
    like = [one for one in there.columns if one.type in same and not one.constant]
    if like == [column]:
        # A column that the page itself names differently is probably something else.
        yield (_BY_TYPE if column.source in _GENERIC else _LEAST), "type"
    if kind == "price" and not like:
        priced = [one for one in there.texts if all(map(_PRICED.search, one.samples))]
        if priced == [column]:
            yield _BY_VALUES, "values"
    if kind in _DAYS and not like:
        days = [one for one in there.texts if all(map(looks_dated, one.samples))]
        if days == [column]:
            yield _BY_VALUES, "values"


def _by_values(asked: _Asked, column: Column, there: _There) -> Iterator[tuple[float, str]]:
    """Yield the worth of values that such a field has on most pages."""
    if asked.means("title") and column.name == there.title:
        yield _BY_VALUES, "values"
    if asked.is_title and _is_title(column) and not asked.means("title"):
        yield _BY_VALUES, "name"
    if asked.is_code and [column] == [one for one in there.nameless if _is_code(one)]:
        yield _BY_VALUES, "values"
    if asked.means("category") and [column] == [one for one in there.nameless if _is_kind(one)]:
        yield _BY_VALUES, "values"
    sentences = column in there.texts and not _is_title(column) and "url" not in column.name
    if asked.means("description") and sentences:
        others = [one for one in there.texts if one is not column and not _is_title(one)]
        longest = all(there.lengths[one.name] < there.lengths[column.name] for one in others)
        words = mean(value.count(" ") + 1 for value in column.samples)
        if longest and words >= _SENTENCE:
            yield (_BY_VALUES if column.source in (*_GENERIC, "class") else _LEAST), "values"


def _is_code(column: Column) -> bool:
    """Return whether the values are numbers of files or cases: a word each, with a digit."""
    one_word = all(_DIGIT.search(value) and " " not in value for value in column.samples)
    return one_word and not any(map(looks_dated, column.samples))


def _is_kind(column: Column) -> bool:
    """Return whether the values are a few words without a digit, in most rows."""
    short = all(
        len(value) < _LABEL and not _DIGIT.search(value) and value.count(" ") < _SENTENCE
        for value in column.samples
    )
    return short and column.fill >= _LEAST
