"""Detects columns that have changed places, by few records, now or when they were learned.

One value each is little evidence, but two columns are judged by two values at once, and it takes
both to be written like the other column. Values that a third column also has, such as
``N/A``, prove nothing.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from windrow.model import Value
from windrow.wrap.columns.style import Style
from windrow.wrap.fingerprint import sample
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["exchanged_in_few"]

# More records than this are judged by how many of them agree (`exchange`), if the columns were
# learned from enough values for that. Chosen, not measured.
_MOST_RECORDS, _KNOWN = 4, 3
# A column must have been learned from this many values: fewer do not show its style. Chosen.
_LEARNED = 2
# Records that are looked at. Chosen, not measured.
_LOOKED_AT = 40
# How much likelier the values must be in each other's columns, as a logarithm, in the mean of the
# records: a column that was learned from two odd values is as odd on every page. Measured on half a
# of `python -m bench.mutate --kind detail`: pairs of columns on unchanged pages reach 3.8, most of
# the swapped ones 4.7 and more.
_LIKELIER = 4.5
# A shorter beginning may be chance. Chosen, not measured.
_HEAD = 4
_ADDRESSES = ("url", "image")


def exchanged_in_few(
    columns: Sequence[WrapperColumn], rows: Sequence[Mapping[str, Value]]
) -> list[tuple[str, str]]:
    """Return columns whose values look like those of another one, and that one, by place.

    The other has its own values by now, or has lost those that it always had.
    """
    if not rows:
        return []
    rows = rows[:: 1 + (len(rows) - 1) // _LOOKED_AT]
    most = _KNOWN if len(rows) > _MOST_RECORDS else math.inf
    known = [
        _Written(column, Style.of(column.fingerprint))
        for column in columns
        if _LEARNED <= column.fingerprint.count < most
        if not column.columns and column.type not in _ADDRESSES
    ]
    had = Counter(value for one in known for value in {*one.column.fingerprint.samples})
    gains: dict[tuple[str, str], float] = defaultdict(float)
    for row in rows:
        for one, other, gain in _gains(known, row, had, _LIKELIER if len(rows) == 1 else 0.0):
            gains[one, other] += gain
    found = [pair for pair, gain in gains.items() if gain > _LIKELIER * len(rows)]
    return [*found, *_other_heads(known, rows)]


@dataclass(frozen=True, slots=True)
class _Written:
    column: WrapperColumn
    style: Style

    def had(self, value: str) -> bool:
        return value in self.column.fingerprint.samples


def _gains(
    known: Sequence[_Written], row: Mapping[str, Value], had: Mapping[str, int], least: float
) -> Iterator[tuple[str, str, float]]:
    """Yield pairs of columns, and how much likelier their values are in each other's column.

    Pairs that cannot gain *least* are left out.
    """
    values = {
        one.column.place: sample(value)
        for one in known
        if isinstance(value := row.get(one.column.place), str)
    }
    there = [one for one in known if one.column.place in values]
    lost = [
        one
        for one in known
        if row.get(one.column.place) is None and one.column.fingerprint.fill == 1
    ]
    own = {one.column.place: one.style.likelihood(values[one.column.place]) for one in there}
    for k, one in enumerate(there):
        place, value = one.column.place, values[one.column.place]
        for other in lost:
            # No value is likelier than certain: skip pairs that cannot gain enough.
            if own[place] < -least and not one.had(value) and had[value] == other.had(value):
                yield place, other.column.place, other.style.likelihood(value) - own[place]
        for other in there[k + 1 :]:
            behind = other.column.place
            theirs = values[behind]
            if value == theirs or own[place] + own[behind] >= -least:
                continue
            gain = one.style.likelihood(theirs) + other.style.likelihood(value)
            gain -= own[place] + own[behind]
            told = had[value] == other.had(value) and had[theirs] == one.had(theirs)
            gain = gain if told else min(gain, 0.0)
            yield from ((place, behind, gain), (behind, place, gain))


# ---- what a column begins with ---------------------------------------------------------------


def _other_heads(
    known: Sequence[_Written], rows: Sequence[Mapping[str, Value]]
) -> Iterator[tuple[str, str]]:
    """Yield columns that another one always began with, and what it now begins with in all rows.

    The title of a page begins with the name of its thing: where it begins with the maker's name,
    the two have changed places, even if they are written alike.
    """
    for whole in known:
        heads = {
            one.column.place
            for one in known
            if one is not whole and _is_head(one, whole)
            if all(row.get(one.column.place) is not None for row in rows)
        }
        if not heads:
            continue
        begins = [_heads_now(known, row, whole.column.place) for row in rows]
        always = frozenset.intersection(*begins)
        if always and not heads & always:
            yield from ((head, one) for head in sorted(heads) for one in sorted(always))


def _is_head(one: _Written, whole: _Written) -> bool:
    """Return whether *whole* began with what *one* said on every learned page."""
    mine, theirs = one.column.fingerprint, whole.column.fingerprint
    # Samples are distinct values in the order of pages: only if none is left out do they belong
    # together.
    counts = {mine.count, theirs.count, len(mine.samples), len(theirs.samples)}
    pairs = zip(mine.samples, theirs.samples, strict=False)
    return len(counts) == 1 and all(_begins(text, head) for head, text in pairs)


def _heads_now(known: Sequence[_Written], row: Mapping[str, Value], place: str) -> frozenset[str]:
    text = row.get(place)
    if not isinstance(text, str):
        return frozenset()
    return frozenset(
        one.column.place
        for one in known
        if one.column.place != place
        if isinstance(value := row.get(one.column.place), str) and _begins(text, value)
    )


def _begins(text: str, head: str) -> bool:
    start, whole = _letters(head), _letters(text)
    return len(start) >= _HEAD and whole.startswith(start) and start != whole


@lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()
