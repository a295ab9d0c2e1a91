"""Parts of texts that several values share: the author and the date of "by Ann on May 5".

Wanted fields may be such parts. The words that nearly all values of a column have, in one order,
are its frame, as the equivalence classes of [arasu2003]; what varies between them is a part. Dates,
prices and other values of a type are found first and count as one word each, so that
the year that all of them share is not a word of the frame.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from windrow.model import Column, Table, Value
from windrow.table.types import TYPES, form_of, typing_of
from windrow.table.words import MAKERS

__all__ = ["PART", "is_part", "owner_of", "with_parts"]

# Where the name of a column comes from that is a part of another one.
PART = "part"
# What is between the name of a column and the number of its part.
_PART_OF = "_part_"
# The values of which a frame is made, and the most characters and words of one. Chosen.
_SAMPLE, _LONGEST, _WORDS = 24, 160, 24
# The share of the values that have a word of the frame, and of the rows that have a part. Chosen.
_FRAMED, _FILLED = 0.8, 0.75
# The fewest values that can be compared, the most parts of a column, and words of one typed value.
_FEWEST, _MOST, _TYPED_WORDS = 2, 8, 5
# Values of a part that are kept as samples. Chosen, not measured.
_SAMPLES = 5

# What stands for itself between parts. A sign inside a word or a number belongs to it.
_SIGN = re.compile(r"[|·•–—/,;:()\[\]-]")
_TOKEN = re.compile(r"[(\[]|[^\s|·•()\[\]]+?(?=[,;:]?(?:[\s|·•()\[\]]|$))|[|·•,;:)\]]")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[#№]?\d[\d.,]*")
_LETTER = re.compile(r"[^\W\d_]")
_PLAIN_NUMBER = "<number>"
_TYPES = frozenset("date datetime time price duration percent phone email size rating".split())


class _Word(NamedTuple):
    """A word, a sign or a typed value of a text, and where it is."""

    key: str  # "<date>" for a typed value
    start: int
    end: int

    @property
    def is_sign(self) -> bool:
        return _SIGN.fullmatch(self.key) is not None


@dataclass(frozen=True, slots=True)
class _Part:
    """A part: the frame's words on both sides of it, and what these say of it."""

    before: int  # place in the frame, -1: the beginning
    after: int
    typed: bool  # the typed value at *before* itself
    unit: bool = False  # and the word behind it
    lead: str = ""


def is_part(column: Column) -> bool:
    """Return whether a column is a part of another one."""
    return column.source == PART and _PART_OF in column.name


def owner_of(part: Column) -> str:
    """Return the name of the column that has a *part*."""
    return part.name.rpartition(_PART_OF)[0]


def with_parts(table: Table) -> Table:
    """Return *table* with a column for each part of its texts, which only wanted fields may be.

    >>> table = Table((Column("text", "text"),), tuple({"text": value} for value in (
    ...     "by Ann Lee on May 5, 2024", "by Tom Ray on June 1, 2024", "by Zoe on May 2, 2024")))
    >>> found = with_parts(table)
    >>> [(column.label, column.type, column.samples[0]) for column in found.columns[1:]]
    [('by', 'text', 'Ann Lee'), ('on', 'date', 'May 5, 2024')]
    """
    if any(map(is_part, table.columns)):
        return table
    columns = [*table.columns]
    rows = [dict(row) for row in table.rows]
    taken = {column.name for column in columns}
    for column in table.columns:
        for part, values in _parts(column, table.rows):
            name = next(
                one for k in range(1, 99) if (one := f"{column.name}{_PART_OF}{k}") not in taken
            )
            taken.add(name)
            columns.append(replace(part, name=name))
            for row, value in zip(rows, values, strict=True):
                row[name] = value
    if len(columns) == len(table.columns):
        return table
    return replace(table, columns=tuple(columns), rows=tuple(rows))


def _parts(
    column: Column, rows: Sequence[Mapping[str, Value]]
) -> list[tuple[Column, list[str | None]]]:
    kind = TYPES.get(column.type)
    if kind is None or kind.address or column.type == "rows" or column.constant:
        return []
    values = [v if isinstance(v := row.get(column.name), str) else None for row in rows]
    some = [value for value in values if value]
    if len(some) < max(_FEWEST, _FILLED * len(values)) or not any(map(_may_have_parts, some[:3])):
        return []
    sample = some[:: len(some) // _SAMPLE + 1]
    if sum(map(len, sample)) > _LONGEST * len(sample):
        return []
    read = [_words(value) for value in sample]
    frame = _frame(read)
    parts = _parts_of(frame, read) if frame else []
    found = []
    for part in parts[:_MOST]:
        own = [_cut(value, frame, part) for value in values]
        if made := _column(column, part, own):
            found.append((made, own))
    return found


def _may_have_parts(value: str) -> bool:
    return len(value) <= 2 * _LONGEST and (" " in value or _SIGN.search(value) is not None)


@lru_cache(maxsize=4096)
def _words(value: str) -> tuple[_Word, ...]:
    """Return the words of a text, of which typed values are one each."""
    plain = [
        _Word(found[0].casefold(), found.start(), found.end()) for found in _TOKEN.finditer(value)
    ][: 2 * _WORDS]
    words = []
    k = 0
    while k < len(plain):
        count, kind = _typed_at(value, plain, k)
        end = plain[k + count - 1].end
        words.append(_Word(f"<{kind}>", plain[k].start, end) if kind else plain[k])
        k += count
    return tuple(words)


def _may_be_typed(word: _Word) -> bool:
    """Return whether a word may be in a typed value: of signs only a comma and a point."""
    return not word.is_sign or word.key in ",;:/-"


def _typed_at(value: str, words: Sequence[_Word], at: int) -> tuple[int, str]:
    """Return how many of *words* are one typed value from *at* on, and its type."""
    near = [*takewhile(_may_be_typed, words[at : at + _TYPED_WORDS])]
    if not near:
        return 1, ""
    first = value[near[0].start : near[0].end]
    if not any(_DIGIT.search(one.key) for one in near[:2]) and "@" not in first:
        return 1, ""
    for count in range(len(near), 0, -1):
        last = near[count - 1]
        if last.is_sign or near[0].is_sign:
            continue
        text = value[near[0].start : last.end]
        kind = _form(text)
        # Words before a value that its type ignores are not part of it.
        # A day and an hour with a sign between them are two values.
        apart = kind == "datetime" and any(one.is_sign for one in near[:count])
        if (
            kind in _TYPES
            and not apart
            and (count == 1 or _form(text.split(maxsplit=1)[-1]) != kind)
        ):
            return count, kind
    # The number of a record, "#12", has no unit.
    kind = "id" if first[0] in "#№" else "number"
    if not _NUMBER.fullmatch(first):
        return 1, ""
    # Numbers beside each other are one: "48 200 km", the parts of a phone number.
    more = (k for k, one in enumerate(words[at:]) if not _NUMBER.fullmatch(one.key))
    return next(more, len(words) - at), kind


_form = lru_cache(maxsize=8192)(form_of)

_Frame = tuple[tuple[str, int], ...]
_Places = tuple[int, ...]


def _frame(read: Sequence[Sequence[_Word]]) -> _Frame:
    """Return the words of most texts in their order, each with how often it was there before."""
    counts = Counter(key for words in read for key in {*_numbered(words)})
    kept = {key for key, count in counts.items() if count >= _FRAMED * len(read)}
    orders = Counter(
        order
        for words in read
        if len(order := tuple(key for key in _numbered(words) if key in kept)) == len(kept)
    )
    if not orders:
        return ()
    frame, count = orders.most_common(1)[0]
    return frame if count >= _FILLED * len(read) else ()


def _numbered(words: Sequence[_Word]) -> list[tuple[str, int]]:
    seen: Counter[str] = Counter()
    found = []
    for word in words:
        found.append((word.key, seen[word.key]))
        seen[word.key] += 1
    return found


def _parts_of(frame: _Frame, read: Sequence[Sequence[_Word]]) -> list[_Part]:
    """Return the parts between the words of a *frame*, in their order."""
    framed = [places for words in read if (places := _places(words, frame))]
    shares = [_filled(framed, k) for k in range(-1, len(frame))]  # behind each word
    keys = [key for key, _ in frame]
    found: list[_Part] = []
    lead: list[str] = []
    is_unit = False
    for k, key in enumerate(["", *keys], -1):
        before, behind = shares[k] if k >= 0 else 0.0, shares[k + 1]
        after = keys[k + 1] if k + 1 < len(keys) else ""
        if _is_typed(key):
            # Words beside a value that only some texts have are a part of it: "12 - 15 €".
            alone = not behind if key == _PLAIN_NUMBER else behind in (0.0, 1.0)
            unit = alone and key == _PLAIN_NUMBER and _LETTER.match(after or "-") is not None
            if alone and before in (0.0, 1.0):
                found.append(_Part(k, k, typed=True, unit=unit, lead=" ".join(lead)))
            lead, is_unit = [], unit
        elif is_unit or (key and _SIGN.fullmatch(key) and key != ":"):
            lead, is_unit = [], False
        elif key and key != ":":
            lead.append(key)
        if behind >= _FILLED:
            if _PLAIN_NUMBER not in (key, after):
                found.append(_Part(k, k + 1, typed=False, lead=" ".join(lead)))
            lead = []
    return found


def _is_typed(key: str) -> bool:
    return key[:1] == "<" and len(key) > 1


def _filled(framed: Sequence[_Places], k: int) -> float:
    """Return the share of the texts that have words behind the *k*-th word of the frame."""
    return sum(places[k + 2] - places[k + 1] > 1 for places in framed) / max(len(framed), 1)


def _places(words: Sequence[_Word], frame: _Frame) -> _Places:
    """Return the places of the frame's words among *words*, with both ends; empty if one lacks."""
    own = _numbered(words)
    found = [-1]
    for key in frame:
        place = next((k for k in range(found[-1] + 1, len(own)) if own[k] == key), None)
        if place is None:
            return ()
        found.append(place)
    return (*found, len(own))


def _cut(value: str | None, frame: _Frame, part: _Part) -> str | None:
    """Return a *part* of one text; None where the text is not like the others."""
    if not value or len(value) > 2 * _LONGEST:
        return None
    words = _words(value)
    places = _places(words, frame)
    if not places:
        return None
    if part.typed:
        first = words[places[part.before + 1]]
        last = words[places[part.before + 2]] if part.unit else first
        return value[first.start : last.end]
    start, end = places[part.before + 1] + 1, places[part.after + 1]
    return value[words[start].start : words[end - 1].end] if start < end else None


def _column(column: Column, part: _Part, values: Sequence[str | None]) -> Column | None:
    """Return the column of a part; None if it says nothing that the whole column does not."""
    some = [value for value in values if value]
    if len(some) < _FILLED * len(values) or len({*some}) < _FEWEST:
        return None
    typing = typing_of(some)
    if typing.type == column.type != "text":
        return None
    if not part.lead and typing.type == "text" and not part.unit and len(some[0]) < 2:
        return None
    lead = part.lead if _LETTER.search(part.lead) else ""
    # "Recipe by Ann" says no more than "by Ann".
    maker = lead.rpartition(" ")[2]
    lead = maker if maker in MAKERS else lead
    return Column(
        column.name,
        typing.type,
        column.path,
        optional=len(some) < len(values),
        fill=len(some) / max(len(values), 1),
        samples=tuple(dict.fromkeys(some))[:_SAMPLES],
        source=PART,
        label=lead,
        decimal=typing.decimal,
        order=typing.order,
        fit=typing.fit,
        today=column.today,
    )
