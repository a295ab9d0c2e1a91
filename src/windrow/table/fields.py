"""Wanted fields and the columns they are: by name, synonyms, label, type and values, one to one.

Only what columns say of themselves is asked, so that a table and a wrapper are matched alike. A
field that no column is likely to be is not found: nothing is guessed, and nothing is made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain
from statistics import mean

from windrow.match.assign import assign
from windrow.model import Column, Fit
from windrow.table.types import TYPES
from windrow.table.wanted import Wanted
from windrow.table.words import ALIKE, QUALIFIERS, slug

__all__ = ["fits"]

# A field that is less sure than this is not found. Chosen, not measured.
_LEAST = 0.5
# How much it says that names are the same, of one meaning, or spelled nearly alike; that the type
# is the only one of its kind; that the values look like it. Chosen: the first more than the last.
_SAME, _SYNONYM, _SPELLED, _BY_TYPE, _BY_VALUES = 1.0, 0.9, 0.8, 0.65, 0.55
# What is left for each further word in the name of a column, for one that is wanted and not said,
# and for one that makes another thing of it ("old price"). Chosen, not measured.
_FURTHER, _NOT_SAID, _OTHER_THING = 0.85, 0.62, 0.45
# What is left where the type is not the one that is wanted, but its values may be read so.
# Chosen, not measured.
_UNLIKE = 0.75
# What is left where another column is as likely, and the distance at which it no longer counts.
# Chosen, not measured.
_TIED, _APART = 0.8, 0.15
# Characters of a text that nobody would call a title. Chosen, not measured.
_LONG = 60
# Letters of two words that are the same word, of all their letters. Chosen: "colour", "color".
_NEARLY = 0.85

_NUMBERED = re.compile(r"_\d+$")
_DIGIT = re.compile(r"\d")
# Words at the end of a name that make another thing of what is before them.
_TAILS = frozenset("link url image alt count number id type currency text".split())
# Words that say nothing behind another one: an author name is an author.
_EMPTY = frozenset(("name", "title"))
_GENERIC = frozenset(("", "kind", "form", "element"))
# Kinds of values of which each may be read as another.
_FAMILIES = ({"integer", "number"}, {"date", "datetime", "time"}, {"text", "boolean"})
_DAYS = frozenset(("date", "datetime"))


def fits(columns: Sequence[Column], fields: Sequence[Wanted]) -> list[Fit]:
    """Return for every field the column that it is, and how sure; "" where none is likely.

    >>> columns = Column("name", "text"), Column("cost", "price"), Column("link", "url")
    >>> found = fits(columns, [Wanted("title"), Wanted("price", "number"), Wanted("isbn")])
    >>> [(fit.field, fit.column) for fit in found]
    [('title', 'name'), ('price', 'cost'), ('isbn', '')]
    """
    asked = [_Asked.of(one) for one in fields]
    worth = [[_worth(one, column, columns) for column in columns] for one in asked]
    kept = [[value[0] if value[0] >= _LEAST else 0.0 for value in line] for line in worth]
    chosen = assign(kept)
    found = []
    for want, line, at in zip(fields, worth, chosen, strict=True):
        if at is None:
            found.append(Fit(want.name))
            continue
        rivals = (value for k, (value, _) in enumerate(line) if k != at and k not in chosen)
        sure = _sure(line[at][0], max(rivals, default=0.0))
        by = line[at][1]
        found.append(Fit(want.name, columns[at].name, round(sure, 3), by) if sure >= _LEAST
                     else Fit(want.name))  # fmt: skip
    return found


def _sure(worth: float, rival: float) -> float:
    """Return how sure a column is, of which another one is a rival."""
    near = min(max(1 - (worth - rival) / _APART, 0.0), 1.0)
    return worth * (1 - (1 - _TIED) * near)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A wanted field in the words in which columns speak."""

    names: tuple[tuple[str, ...], ...]
    type: str  # as it was given
    form: str  # the type that its name means

    @classmethod
    def of(cls, want: Wanted) -> _Asked:
        names = [_words(text) for text in (want.name, want.also) if text]
        form = next((_TYPED[word] for words in names for word in words[-1:] if word in _TYPED), "")
        return cls(tuple(filter(None, names)), want.type, form)

    def means(self, word: str) -> bool:
        """Return whether the field is what *word* says."""
        return any(len(words) == 1 and _alike(words[0], word) >= _SYNONYM for words in self.names)


def _typed_words() -> Iterator[tuple[str, str]]:
    """Yield words with the types they mean: what people call such a column, and synonyms."""
    for kind in reversed(TYPES.values()):
        called = kind.name if kind.address else kind.called
        groups = [group for group in ALIKE if group[0] == called]
        for word in {called, *chain.from_iterable(groups)} - {""}:
            yield word, kind.name


# Where two types have one word, the first type counts.
_TYPED = dict(_typed_words())


def _worth(asked: _Asked, column: Column, columns: Sequence[Column]) -> tuple[float, str]:
    """Return how likely a column is the field, and what says so."""
    by_name = _by_name(asked, column)
    fit = _type_fit(asked, column, named=by_name[0] >= _SYNONYM * _FURTHER)
    found = [(by_name[0] * fit, by_name[1])]
    if not by_name[0] and fit == 1:
        found += _by_type(asked, column, columns)
        found += _by_values(asked, column, columns)
    return max(found)


def _by_name(asked: _Asked, column: Column) -> tuple[float, str]:
    own = _NUMBERED.sub("", column.name)
    again = _FURTHER if own != column.name else 1.0
    ways = [(own, "name"), (column.label, "label")]
    return max(
        (
            (_likeness(words, _words(text)) * again, way)
            for words in asked.names
            for text, way in ways
            if text
        ),
        default=(0.0, ""),
    )


def _likeness(want: tuple[str, ...], have: tuple[str, ...]) -> float:
    """Return how much two names say the same.

    The last word is what a thing is, those before it which one: a release date is a date.

    >>> _likeness(("price",), ("price",)) > _likeness(("price",), ("old", "price")) > 0
    True
    """
    if want == have:
        return _SAME
    if not want or not have:
        return 0.0
    best = [max((_alike(word, other), -k) for k, other in enumerate(have)) for word in want]
    found = best[-1][0]
    for word, (value, _) in zip(want[:-1], best, strict=False):
        found *= value or (_OTHER_THING if word in QUALIFIERS else _NOT_SAID)
    used = {-place for value, place in best if value}
    for k, other in enumerate(have):
        if k not in used:
            changes = other in QUALIFIERS or (k == len(have) - 1 and other in _TAILS)
            found *= _OTHER_THING if changes else _FURTHER
    if len(want) > 1 and want[-1] in _EMPTY:
        return max(found, _FURTHER * _likeness(want[:-1], have))
    return found


@lru_cache(maxsize=4096)
def _alike(one: str, other: str) -> float:
    if one == other:
        return _SAME
    if any(one in group and other in group for group in ALIKE):
        return _SYNONYM
    if min(len(one), len(other)) > 3 and SequenceMatcher(None, one, other).ratio() >= _NEARLY:
        return _SPELLED
    return 0.0


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a name, each in the singular.

    >>> _words("Release dates"), _words("productName"), _words("address")
    (('release', 'date'), ('product', 'name'), ('address',))
    """
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return tuple(map(_singular, slug(text).strip("_").split("_"))) if slug(text) else ()


def _singular(word: str) -> str:
    if len(word) > 3 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return (
        word[:-1]
        if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
        else word
    )


def _type_fit(asked: _Asked, column: Column, *, named: bool) -> float:
    """Return what is left of a likeness because of the type of the column."""
    kind, have = asked.type or asked.form, column.type
    address = TYPES[have].address
    if kind in ("url", "image"):
        return 1.0 if have == kind else 0.0
    if address:
        return 0.0
    if not kind or kind == have or (have == "rows" and not asked.type):
        return 1.0
    if any({TYPES[kind].kind, TYPES[have].kind} <= family for family in _FAMILIES):
        return 1.0
    # A name alone means a type only where the values do not say otherwise.
    if kind == "text" or (named and not asked.type):
        return 1.0 if named else _UNLIKE
    digits = sum(bool(_DIGIT.search(value)) for value in column.samples)
    if have == "text" and 2 * digits >= len(column.samples) > 0:
        return _UNLIKE
    return 0.0


def _by_type(
    asked: _Asked, column: Column, columns: Sequence[Column]
) -> Iterator[tuple[float, str]]:
    """Yield what it says that a column is the only one of a telling type."""
    kind = asked.form or asked.type
    same = {kind} | (_DAYS if kind in _DAYS else set())
    if kind in ("", "text", "integer", "number", "boolean", "rows") or column.type not in same:
        return
    if sum(other.type in same and not other.constant for other in columns) == 1:
        # What the page itself calls otherwise is likely to be something else.
        yield (_BY_TYPE if column.source in _GENERIC else _LEAST), "type"


def _by_values(
    asked: _Asked, column: Column, columns: Sequence[Column]
) -> Iterator[tuple[float, str]]:
    """Yield what it says that a column has the values that such a field has on most pages."""
    texts = [one for one in columns if one.type == "text" and not one.constant and one.samples]
    if column not in texts:
        return
    long = {id(one): mean(map(len, one.samples)) for one in texts}
    if asked.means("title") and not any(_is_title(one) for one in columns):
        short = [one for one in texts if long[id(one)] < _LONG]
        if short and short[0] is column:
            yield _BY_VALUES, "values"
    longest = _LONG <= long[id(column)] == max(long.values())
    if longest and asked.means("description") and column.source in (*_GENERIC, "class"):
        yield _BY_VALUES, "values"


def _is_title(column: Column) -> bool:
    return column.type == "text" and _words(column.name)[-1:] in (("title",), ("name",))
