"""Judges the values of a column: are they what the wrapper has learned to expect?

Pages of one site differ, and a page with three records proves little: every test asks how unlikely
what it sees would be if nothing had changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from windrow.model import Value
from windrow.wrap.fingerprint import Fingerprint, fingerprint
from windrow.wrap.resemble import (
    form_likeness,
    length_likeness,
    resemblance,
    shape_likeness,
    word_likeness,
)
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["Judged", "as_text", "judge"]

# What would happen by chance less often than this did not happen by chance.
_CHANCE = 1e-3
# Below this share of the usual fill a column is as good as empty.
_EMPTY = 0.25
# A column that so many records have is never missing from a whole page; others may be.
_ALWAYS = 0.8
# Fewer values tell nothing about their form.
_FEWEST = 3
_KNOWN = 5
# Nearly all values have one form, hardly any has.
_NEARLY_ALL, _HARDLY = 0.8, 0.3
_EXCHANGED = 0.3
_UNLIKE = 0.35


@dataclass(frozen=True, slots=True)
class Judged:
    """What the values of a column are like now."""

    now: Fingerprint
    form: float = 1.0  # share of the values with the usual forms
    shape: float = 1.0  # share with the usual outlines
    reasons: tuple[str, ...] = ()


def judge(
    column: WrapperColumn,
    values: Sequence[Value],
    others: Sequence[WrapperColumn] = (),
    pages: int = 1,
) -> Judged:
    """Return how the *values* of a column, one a record, differ from the usual ones.

    *others* are the columns whose values may have come here instead; *pages* tells how many pages
    the values are from.
    """
    usual = column.fingerprint
    now = fingerprint([as_text(value) for value in values])
    if not now.count or not usual.count:
        return Judged(now, reasons=_emptied(usual, now, len(values), pages))
    form, shape = form_likeness(usual, now), shape_likeness(usual, now)
    reasons = _emptied(usual, now, len(values), pages)
    if now.count >= _FEWEST and not column.columns:
        texts = [value for value in values if isinstance(value, str)]
        reasons += _other_form(usual, now) or _exchanged(column, now, texts, others)
        reasons += () if reasons else _unlike(usual, now, texts)
    return Judged(now, form, shape, reasons)


def as_text(value: Value) -> str | None:
    """Return a value as fingerprints see it: of lists, how long they are."""
    return f"{len(value)} rows" if isinstance(value, list) else value


def _emptied(usual: Fingerprint, now: Fingerprint, records: int, pages: int) -> tuple[str, ...]:
    """Say so if the column is empty where it used to be filled."""
    if not records or now.fill >= _EMPTY * usual.fill:
        return ()
    if usual.fill < _ALWAYS and pages < _KNOWN:
        return ()
    # What was learned from few records may be less usual than it looks.
    expected = (usual.count + 1) / (usual.count / max(usual.fill, 0.001) + 2)
    if _at_most(now.count, records, expected) >= _CHANCE:
        return ()
    return (f"{now.fill:.0%} filled, usually {usual.fill:.0%}",)


def _other_form(usual: Fingerprint, now: Fingerprint) -> tuple[str, ...]:
    """Say so if prices are no longer prices, or texts are numbers."""
    if usual.count < _FEWEST or form_likeness(usual, now) >= _HARDLY:
        return ()
    form, share = usual.forms[0]
    new, new_share = now.forms[0]
    if share < _NEARLY_ALL or new_share < 1 - _HARDLY:
        return ()
    return (f"values are {new}, usually {form}",)


def _exchanged(
    column: WrapperColumn, now: Fingerprint, texts: Sequence[str], others: Sequence[WrapperColumn]
) -> tuple[str, ...]:
    """Say so if the values look like those of another column."""
    if column.fingerprint.count < _KNOWN:
        return ()
    own = resemblance(column.fingerprint, now, texts)
    for other in others:
        if other is column or other.columns or other.fingerprint.count < _KNOWN:
            continue
        if resemblance(other.fingerprint, now, texts) > own + _EXCHANGED:
            return (f"values look like those of {other.name}",)
    return ()


def _unlike(usual: Fingerprint, now: Fingerprint, texts: Sequence[str]) -> tuple[str, ...]:
    """Say so if outline, length and words are all other than usual."""
    if usual.count < _KNOWN:
        return ()
    parts = [shape_likeness(usual, now), length_likeness(usual, now)]
    words = word_likeness(usual, texts)
    parts += [] if words is None else [words]
    if max(parts) >= _UNLIKE:
        return ()
    return (f"values such as {_short(now.samples[0])}, usually {_short(usual.samples[0])}",)


def _at_most(count: int, records: int, share: float) -> float:
    """Return how likely at most *count* of *records* have a value that a *share* has."""
    # Past some records it cannot get less likely than it matters.
    scale = max(1, records // 200)
    records, count = records // scale, count // scale
    return sum(comb(records, k) * share**k * (1 - share) ** (records - k) for k in range(count + 1))


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
