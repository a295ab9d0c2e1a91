"""Detects columns that have changed places, or no longer belong to the same records.

Values that look healthy by themselves may be those of another column. Two columns are judged
together: would both fit better with each other's values? And a column that repeated another one
on the learned pages should still do so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from windrow.model import Value
from windrow.wrap.columns.echo import Echo, echo_counts
from windrow.wrap.columns.judge import unlikely
from windrow.wrap.columns.resemble import resemblance
from windrow.wrap.columns.style import Style
from windrow.wrap.fingerprint import fingerprint
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["broken_echoes", "exchanged", "mistaken"]

# How many values are needed, now and when learned; how many are compared. Chosen, not measured.
_FEWEST, _KNOWN, _LOOKED_AT = 2, 3, 40
# Two columns have changed places if this much more likeness comes from exchanging their values,
# given this many values now and when learned; or this much more likelihood of style. Chosen;
# bench.mutate measures the whole.
_RESEMBLING, _NOW, _LEARNED, _LIKELIER = 0.3, 3, 5, 1.8
# A smaller gain is enough if it holds in this share of at least this many records. Chosen;
# bench.mutate measures the whole.
_IN_EACH, _EACH, _RECORDS = 1.1, 0.9, 8
# Values look like those of another column if this share of them does, on average by this much.
# Chosen; bench.mutate measures the whole.
_MISTAKEN, _FOR_SURE = 0.8, 3.0
# With fewer values than this the gain must be larger. Chosen; bench.mutate measures the whole.
_ENOUGH = 8
# An echo is broken if hardly any record has it now, and chance is ruled out. Chosen; bench.mutate
# measures the whole.
_LEFT, _CHANCE = 0.15, 1e-5
# Another column has the echo now if this share of the records has it, but hardly across records.
# Chosen; bench.mutate measures the whole.
_HEIR, _ACROSS = 0.6, 0.3
_ADDRESSES = ("url", "image")


def exchanged(
    columns: Sequence[WrapperColumn],
    values: Mapping[str, Sequence[Value]],
    *,
    by_record: bool = False,
) -> list[tuple[str, str]]:
    """Return the columns whose values look as if they had changed places, by their places.

    *by_record* says that the values of all columns are in the order of the same records.
    """
    known = _known(columns, values)
    return [
        (one.column.place, other.column.place)
        for k, one in enumerate(known)
        for other in known[k + 1 :]
        if one.group == other.group
        if _resembling(one, other)
        or _likelier(one, other)
        or (by_record and _likelier_in_each(one, other))
    ]


def mistaken(
    columns: Sequence[WrapperColumn], values: Mapping[str, Sequence[Value]]
) -> list[tuple[str, str]]:
    """Return columns whose values look like those of another one, and that one.

    The other need not have lost its own values: this is for pages with changed markup.
    """
    known = [one for one in _known(columns, values) if len(one.texts) >= _NOW]
    return [
        (one.column.place, other.column.place)
        for one in known
        for other in known
        if one is not other and one.group == other.group and _is_mistaken(one, other)
    ]


def _known(columns: Sequence[WrapperColumn], values: Mapping[str, Sequence[Value]]) -> list[_Now]:
    return [
        one
        for column in columns
        if column.fingerprint.count >= _KNOWN and not column.columns
        if len((one := _Now(column, values[column.place])).texts) >= _FEWEST
    ]


def _is_mistaken(one: _Now, other: _Now) -> bool:
    gains = [other.style.likelihood(text) - one.style.likelihood(text) for text in one.some]
    likelier = sum(gain > 0 for gain in gains) >= _MISTAKEN * len(gains)
    return likelier and sum(gains) > _FOR_SURE * len(gains)


def broken_echoes(
    echoes: Sequence[Echo], rows: Sequence[Mapping[str, Value]]
) -> list[tuple[str, str, str]]:
    """Return two fields of which one no longer repeats the other, and the heir.

    The heir is the field that does so now: without one, the site may just have ended the echo.
    """
    known = {frozenset((echo.one, echo.other)) for echo in echoes}
    found = []
    for echo in echoes:
        same, count = echo_counts(echo.one, echo.other, rows)
        usual = (echo.share * echo.records + 1) / (echo.records + 2)
        if same <= _LEFT * echo.share * count and unlikely(same, count, usual) < _CHANCE:
            heirs = (
                (echo.one, echo.other, place)
                for place in rows[0]
                for one in (echo.one, echo.other)
                if place not in (echo.one, echo.other)
                if frozenset((place, one)) not in known and _is_echo(place, one, rows)
            )
            found += [*heirs][:1]
    return found


def _is_echo(one: str, other: str, rows: Sequence[Mapping[str, Value]]) -> bool:
    same, count = echo_counts(one, other, rows)
    if not count or same < _HEIR * count:
        return False
    across, _ = echo_counts(one, other, rows, shifted=True)
    return across <= _ACROSS * count


class _Now:
    """A column with its values on the verified pages."""

    def __init__(self, column: WrapperColumn, values: Sequence[Value]) -> None:
        self.column = column
        self.group = column.type if column.type in _ADDRESSES else "text"
        self.values = values
        self.texts = [value for value in values if isinstance(value, str)]
        self.some = self.texts[:: 1 + len(self.texts) // _LOOKED_AT]
        self.style = Style.of(column.fingerprint)
        self.mark = fingerprint(self.texts)
        self.own = self.likelihood(self)
        self.like = resemblance(column.fingerprint, self.mark, self.texts)

    def likelihood(self, other: _Now) -> float:
        """Return how likely the values of *other* are in this column."""
        return self.style.mean(other.some)


def _resembling(one: _Now, other: _Now) -> bool:
    now = min(len(one.texts), len(other.texts))
    learned = min(one.column.fingerprint.count, other.column.fingerprint.count)
    if now < _NOW or learned < _LEARNED:
        return False
    swap = resemblance(one.column.fingerprint, other.mark, other.texts)
    swap += resemblance(other.column.fingerprint, one.mark, one.texts)
    return swap > one.like + other.like + _RESEMBLING


def _likelier_in_each(one: _Now, other: _Now) -> bool:
    if _gain(one, other) <= _IN_EACH:
        return False
    pairs = [
        (first, second)
        for first, second in zip(one.values, other.values, strict=True)
        if isinstance(first, str) and isinstance(second, str) and first != second
    ]
    gains = [
        one.style.likelihood(second)
        + other.style.likelihood(first)
        - one.style.likelihood(first)
        - other.style.likelihood(second)
        for first, second in pairs[:: 1 + len(pairs) // _LOOKED_AT]
    ]
    return len(gains) >= _RECORDS and sum(gain > 0 for gain in gains) >= _EACH * len(gains)


def _gain(one: _Now, other: _Now) -> float:
    return one.likelihood(other) + other.likelihood(one) - one.own - other.own


def _likelier(one: _Now, other: _Now) -> bool:
    gain = _gain(one, other)
    known = min(one.column.fingerprint.count, other.column.fingerprint.count)
    few = _ENOUGH / min(known, len(one.texts), len(other.texts))
    return gain > _LIKELIER * max(1.0, math.sqrt(few))
