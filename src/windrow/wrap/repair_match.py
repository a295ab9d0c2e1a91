"""Which new column is which old one: by values seen before, form, names, labels and order.

What speaks for and against a pair is weighed by a logistic model, fitted on redesigns of one half
of the sites (bench/fit_pairs.py) and judged on the other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from windrow.model import Value
from windrow.wrap.repair_assign import assign
from windrow.wrap.resemble import form_likeness, length_likeness, shape_likeness, word_likeness
from windrow.wrap.wrapper import WrapperColumn

__all__ = [
    "WEIGHTS",
    "Option",
    "Pair",
    "column_weight",
    "comparable",
    "confidence_of",
    "evidence",
    "pair_columns",
]

# Less probable than this, two columns are not the same.
_SAME = 0.3
_NUMBER = re.compile(r"_\d+$")
_STEP_WORD = re.compile(r"[.#][\w-]+")
# Types whose values are addresses: a text is never one of them, however alike they look.
_APART = ("url", "image", "rows")

WEIGHTS: Mapping[str, float] = {
    "one": -7.0,
    "form": 3.0,
    "shape": 2.0,
    "length": 3.0,
    "words": 2.0,
    "no words": 1.0,
    "seen": 3.0,
    "keys": 4.0,
    "no keys": 1.0,
    "label": 1.0,
    "other label": -1.0,
    "name": 1.0,
    "marks": 2.0,
    "no marks": 0.5,
    "away": -1.0,
    "fill": -1.0,
    "end": 0.5,
}


@dataclass(frozen=True)
class Option:
    """What a column may be on changed pages: values that stand in line, and what marks them."""

    column: WrapperColumn
    values: tuple[Value, ...] = ()
    # How often the old keys of a column lead to these cells, by the place of the old column.
    agreement: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """An old column and the number of the option that it is; *sure* tells how surely."""

    old: WrapperColumn
    new: int | None
    sure: float = 0.0


def pair_columns(old: Sequence[WrapperColumn], new: Sequence[Option]) -> list[Pair]:
    """Return for every old column the option that it is; none where nothing is like it."""
    worth = [
        [_probability(one, two, _away(k, len(old), j, len(new))) for j, two in enumerate(new)]
        for k, one in enumerate(old)
    ]
    accepted = [[value if value >= _SAME else 0.0 for value in line] for line in worth]
    return [
        Pair(one, at, round(worth[k][at], 3)) if at is not None else Pair(one, None)
        for k, (one, at) in enumerate(zip(old, assign(accepted), strict=True))
    ]


def confidence_of(pairs: Sequence[Pair]) -> float:
    """Return how much of the old columns was found again: columns that were seldom count little."""
    total = sum(column_weight(pair.old) for pair in pairs)
    found = sum(column_weight(pair.old) * pair.sure for pair in pairs)
    return found / total if total else 0.0


def column_weight(column: WrapperColumn) -> float:
    """Return how much a column counts: as often as records have it."""
    return max(0.02, column.fingerprint.fill)


def comparable(old: WrapperColumn, new: WrapperColumn) -> bool:
    """Return whether both are texts, or both links, pictures or lists."""
    return _group(old) == _group(new)


def evidence(old: WrapperColumn, new: Option, away: float) -> dict[str, float]:
    """Return what speaks for *new* being the column *old*, and against it."""
    column = new.column
    mine, theirs = old.fingerprint, column.fingerprint
    texts = [value for value in new.values if isinstance(value, str)]
    found = {"one": 1.0, "away": away, "fill": abs(mine.fill - theirs.fill)}
    if old.columns:
        inner = [Option(one) for one in column.columns]
        alike = confidence_of(pair_columns(old.columns, inner))
        found |= {"form": alike, "shape": alike, "length": alike}
    elif mine.count and theirs.count:
        found["form"] = form_likeness(mine, theirs)
        found["shape"] = shape_likeness(mine, theirs)
        found["length"] = length_likeness(mine, theirs)
    words = word_likeness(mine, texts or theirs.samples)
    found["no words" if words is None else "words"] = 1.0 if words is None else words
    found["seen"] = _seen_before(old, new.values)
    keys = (new.agreement or {}).get(old.place)
    found["no keys" if keys is None else "keys"] = 1.0 if keys is None else keys
    if old.label or column.label:
        same = _plain(old.label) == _plain(column.label)
        found["label" if same else "other label"] = 1.0
    found["name"] = float(_base(old.name) == _base(column.name))
    marks, others = _marks(old), _marks(column)
    either = bool(marks and others)
    found["marks" if either else "no marks"] = _overlap(marks, others) if either else 1.0
    found["end"] = float(old.path.rpartition("/")[2] == column.path.rpartition("/")[2])
    return found


def _probability(old: WrapperColumn, new: Option, away: float) -> float:
    if not comparable(old, new.column):
        return 0.0
    score = sum(WEIGHTS[name] * value for name, value in evidence(old, new, away).items())
    return 1.0 / (1.0 + math.exp(-score))


def _seen_before(old: WrapperColumn, values: Sequence[Value]) -> float:
    """Return which share of the samples is among *values*; short ones are too common to count."""
    samples = [sample for sample in old.fingerprint.samples if len(sample) > 2]
    if not samples:
        return 0.0
    known = {value[:120] for value in values if isinstance(value, str)}
    return sum(sample in known for sample in samples) / len(samples)


def _group(column: WrapperColumn) -> str:
    if column.columns:
        return "rows"
    return column.type if column.type in _APART else "text"


def _away(k: int, count: int, j: int, others: int) -> float:
    return abs(k / max(count - 1, 1) - j / max(others - 1, 1))


def _plain(label: str) -> str:
    return label.strip(" :").lower()


def _base(name: str) -> str:
    return _NUMBER.sub("", name)


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)


def _marks(column: WrapperColumn) -> set[str]:
    """Return the words its cells are marked with, near their end."""
    css = dict(column.locators).get("css", "")
    return {*_STEP_WORD.findall(" > ".join(css.split(" > ")[-2:]))}
