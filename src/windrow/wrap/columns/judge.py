"""Judges whether the values of a column are as the wrapper expects.

Pages of one site differ, and a page with three records proves little: every test asks how unlikely
what it sees would be if nothing had changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb

from windrow.model import Value
from windrow.wrap.columns.resemble import (
    form_likeness,
    length_likeness,
    shape_likeness,
    word_likeness,
)
from windrow.wrap.fingerprint import Fingerprint, fingerprint
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["Judged", "as_text", "is_changed", "judge", "unlikely"]

# Events less likely than this are not chance; if the markup has changed, less proof is
# needed that something is lost. Chosen; bench.mutate measures the whole.
_CHANCE, _CHANGED_CHANCE = 1e-3, 0.05
# Below this share of its usual fill a column is empty, or has lost cells. Chosen; bench.mutate
# measures the whole.
_EMPTY, _LOSING = 0.25, 0.9
# A column that this share of the records has is never missing from a whole page. Chosen;
# bench.mutate measures the whole.
_ALWAYS = 0.8
# How many values are needed to judge their form, and how many their style. Chosen, not measured.
_FEWEST = 3
_KNOWN = 5
# A form is that of a column if nearly all values have it; hardly any value has a strange form.
# Below _UNLIKE the values are not as usual in any way. Chosen; bench.mutate measures the whole.
_NEARLY_ALL, _HARDLY, _UNLIKE = 0.8, 0.3, 0.35
# If one locator of a column fails, its values must be at least this similar to the usual ones in
# length. Chosen; bench.mutate measures the whole.
_DOUBTED = 0.75
# This many times longer than the longest, or shorter than the shortest, is too far; values of up to
# this many characters are short. Chosen; bench.mutate measures the whole.
_FAR = 3
_LONG = 10
# The markup has changed if ways fail to this share of the columns, or this many ways to the
# records. Chosen; bench.mutate measures the whole.
_CHANGED, _FAILING = 0.5, 2
# Addresses have no form worth a test: sites write the same ones in full or in short.
_ADDRESSES = ("url", "image")


@dataclass(frozen=True, slots=True)
class Judged:
    """The current state of a column's values."""

    now: Fingerprint
    form: float = 1.0  # share of the values with the usual forms
    shape: float = 1.0  # share with the usual outlines
    reasons: tuple[str, ...] = ()


def judge(
    column: WrapperColumn,
    values: Sequence[Value],
    pages: int = 1,
    *,
    changed: bool = False,
    led_astray: bool = False,
) -> Judged:
    """Return how the *values* of a column, one per record, differ from the usual ones.

    *pages* is how many pages the values come from; *changed*: the markup is known to have
    changed; *led_astray*: a locator of the column leads to none of these values.
    """
    usual = column.fingerprint
    now = fingerprint([as_text(value) for value in values])
    reasons = _emptied(usual, now, len(values), pages, changed)
    if not now.count or not usual.count:
        return Judged(now, reasons=reasons)
    form, shape = form_likeness(usual, now), shape_likeness(usual, now)
    if now.count >= _FEWEST and not column.columns:
        texts = [value for value in values if isinstance(value, str)]
        if column.type in _ADDRESSES:
            reasons += _no_address(usual, texts)
        else:
            reasons += _other_form(usual, now) or _unlike(usual, now, texts, led_astray)
    return Judged(now, form, shape, reasons)


def is_changed(failed: Mapping[str, tuple[str, ...]], ways: Mapping[str, bool]) -> bool:
    """Return whether the markup has changed: ways to most columns, or to the records, fail."""
    if sum(not leads for leads in ways.values()) >= _FAILING:
        return True
    return any(
        sum(way in failing for failing in failed.values()) > _CHANGED * len(failed)
        for way in ("xpath", "css")
    )


def as_text(value: Value) -> str | None:
    """Return a value as fingerprints see it: for a list, its length."""
    return f"{len(value)} rows" if isinstance(value, list) else value


def _emptied(
    usual: Fingerprint, now: Fingerprint, records: int, pages: int, changed: bool
) -> tuple[str, ...]:
    """Report whether the column is empty although it used to be filled."""
    if records and not now.count and usual.is_gone(records):
        return (f"0% filled, usually {usual.fill:.0%}",)
    # Columns that only some records have vary: they must be gone, on many pages or in new markup.
    losing = changed and usual.fill >= _ALWAYS
    if not records or now.fill >= (_LOSING if losing else _EMPTY) * usual.fill:
        return ()
    if usual.fill < _ALWAYS and pages < _KNOWN and not changed:
        return ()
    # A share learned from few records may be less reliable than it looks.
    expected = (usual.count + 1) / (usual.count / max(usual.fill, 0.001) + 2)
    chance = _CHANGED_CHANCE if changed else _CHANCE
    if unlikely(now.count, records, expected) >= chance:
        return ()
    return (f"{now.fill:.0%} filled, usually {usual.fill:.0%}",)


def _other_form(usual: Fingerprint, now: Fingerprint) -> tuple[str, ...]:
    """Report whether prices are no longer prices, or texts are numbers."""
    if usual.count < _FEWEST or form_likeness(usual, now) >= _HARDLY:
        return ()
    form, share = usual.forms[0]
    new, new_share = now.forms[0]
    if share < _NEARLY_ALL or new_share < 1 - _HARDLY or shape_likeness(usual, now) >= _HARDLY:
        return ()
    return (f"values are {new}, usually {form}",)


def _no_address(usual: Fingerprint, texts: Sequence[str]) -> tuple[str, ...]:
    """Report whether addresses have become sentences."""
    spaced = sum(" " in text for text in texts) > _NEARLY_ALL * len(texts)
    if not spaced or any(" " in sample for sample in usual.samples):
        return ()
    return (f"values such as {_short(texts[0])}, usually addresses",)


def _unlike(
    usual: Fingerprint, now: Fingerprint, texts: Sequence[str], led_astray: bool
) -> tuple[str, ...]:
    """Report whether outline, length and words are all unusual."""
    if usual.count < _KNOWN:
        return ()
    low, _, high = usual.lengths
    middle = now.lengths[1]
    if middle > _FAR * max(high, _LONG) or max(middle, 1) * _FAR < low > _LONG:
        return (f"{middle} characters long, usually {low} to {high}",)
    parts = [shape_likeness(usual, now), length_likeness(usual, now)]
    words = word_likeness(usual, texts)
    parts += [] if words is None else [words]
    # Short values such as numbers vary in length anyway.
    doubtful = led_astray and low > _LONG and length_likeness(usual, now) < _DOUBTED
    if max(parts) >= _UNLIKE and not doubtful:
        return ()
    return (f"values such as {_short(now.samples[0])}, usually {_short(usual.samples[0])}",)


def unlikely(count: int, records: int, share: float) -> float:
    """Return how likely at most *count* of *records* have a value that a *share* has."""
    # More records would not change the verdict.
    scale = max(1, records // 200)
    records, count = records // scale, count // scale
    return sum(comb(records, k) * share**k * (1 - share) ** (records - k) for k in range(count + 1))


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
