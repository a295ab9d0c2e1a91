"""Pairs new columns with old ones: by values seen before, form, names, labels and order.

A logistic model weighs the evidence for and against a pair. Its weights began as a fit on
redesigns of one half of the sites of bench/mutate.py, were rounded, and lean more on the form of
values than the fit did: real redesigns need not be like generated ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from windrow.match.assign import assign
from windrow.model import Value
from windrow.table.words import unused
from windrow.wrap.columns.echo import Echo, echo_scores
from windrow.wrap.columns.resemble import (
    choice_likeness,
    form_likeness,
    length_likeness,
    shape_likeness,
    word_likeness,
)
from windrow.wrap.columns.style import Style
from windrow.wrap.outline import jaccard
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = [
    "WEIGHTS",
    "Option",
    "Pair",
    "as_before",
    "comparable",
    "confidence_of",
    "evidence",
    "likelihood",
    "named_as_before",
    "pair_columns",
]

# Two columns that are less likely the same than this are not paired. Chosen; bench.mutate measures
# the whole.
_SAME = 0.3
# Columns that are left over on both sides need only be this likely, but must look alike. Chosen;
# bench.mutate measures the whole.
_POSSIBLE, _ALIKE = 0.05, 0.3
# All pairs of up to this many are compared; in wider tables each column with those near its place,
# and at least this many on either side. Chosen, not measured.
_MOST_PAIRS, _LEAST_REACH = 150 * 150, 10
_NUMBER = re.compile(r"_\d+$")
_STEP_WORD = re.compile(r"[.#][\w-]+")
# Values looked at for their words. Chosen, not measured.
_LOOKED_AT = 40
# Types whose values are addresses: a text is never one of them, however alike they look.
_APART = ("url", "image", "rows")

WEIGHTS: Mapping[str, float] = {
    "one": -1.8,
    "form": 1.0,
    "shape": 0.7,
    "length": 3.2,
    "words": 0.5,
    "other words": -1.0,
    "choice": 1.0,
    "other choice": -2.5,
    "seen": 1.8,
    "seen at all": 0.8,
    "keys": 5.5,
    "other keys": 1.5,
    "no keys": 2.7,
    "label": 0.8,
    "other label": -1.2,
    "name": 0.9,
    "marks": 0.5,
    "other marks": -0.8,
    "away": -0.4,
    "fill": -5.0,
    "style": 0.4,
}
# Words, keys or marks that agree less than this count against a pair. Chosen; bench.mutate measures
# the whole.
_OTHER = 0.2
# Values looked at for their style, and the most that style counts; a score below the last has no
# chance. Chosen, not measured.
_STYLED, _APART_MOST, _LEAST_SCORE = 8, 4.0, 100.0
# Similarities count as logarithms, from this floor up: zero is much worse than little. Chosen,
# not measured.
_FLOOR = 0.05


@dataclass(frozen=True)
class Option:
    """A candidate for a column on changed pages: its values, and its markup."""

    column: WrapperColumn
    values: tuple[Value, ...] = ()
    # How often the old keys of a column lead to these cells, by the place of the old column.
    agreement: Mapping[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """An old column and the number of its option; *sure* is how sure that is."""

    old: WrapperColumn
    new: int | None
    sure: float = 0.0


def pair_columns(
    old: Sequence[WrapperColumn], new: Sequence[Option], echoes: Sequence[Echo] = ()
) -> list[Pair]:
    """Return the option of every old column that has one.

    *echoes* are old columns that repeated each other: the pair of one of them shows what the
    other one is.
    """
    near = [_near(k, len(old), len(new)) for k in range(len(old))]
    styles = _styles(old, new, near)
    scores = [[-math.inf] * len(new) for _ in old]
    for k, one in enumerate(old):
        for j in near[k]:
            away = abs(k / max(len(old) - 1, 1) - j / max(len(new) - 1, 1))
            scores[k][j] = _score(one, new[j], away, styles[k][j])
    found = _assigned(scores)
    if echoes:
        values = [two.values for two in new]
        heard = [*echo_scores([one.place for one in old], values, found, scores, echoes)]
        for k, j, score in heard:
            scores[k][j] += score
        found = _assigned(scores)
    worth = [[_probability(score) for score in line] for line in scores]
    # Columns that are left over on both sides may still be the same, if they look alike.
    taken = {*found}
    rest = [k for k, at in enumerate(found) if at is None]
    free = [j for j in range(len(new)) if j not in taken]
    left = [[_left_over(old[k], new[j], worth[k][j]) for j in free] for k in rest]
    for k, at in zip(rest, assign(left), strict=True):
        found[k] = None if at is None else free[at]
    return [
        Pair(one, at, round(worth[k][at], 3)) if at is not None else Pair(one, None)
        for k, (one, at) in enumerate(zip(old, found, strict=True))
    ]


def likelihood(old: WrapperColumn, new: Option) -> float:
    """Return how likely *new*, where the column was expected, is the column *old*, 0 to 1."""
    return round(_probability(_score(old, new, 0.0, 0.0)), 3)


def _assigned(scores: Sequence[Sequence[float]]) -> list[int | None]:
    least = math.log(_SAME / (1 - _SAME))
    return assign([[max(0.0, score - least) for score in line] for line in scores])


def _near(place: int, old: int, new: int) -> range:
    """Return the options that an old column is compared with: all, or in wide tables the nearest.

    >>> _near(3, 10, 20), _near(500, 1000, 2000)
    (range(0, 20), range(989, 1012))
    """
    reach = max(_MOST_PAIRS // max(2 * old, 1), _LEAST_REACH)
    if old * new <= _MOST_PAIRS:
        return range(new)
    middle = place * new // old
    return range(max(middle - reach, 0), min(middle + reach + 1, new))


def _styles(
    old: Sequence[WrapperColumn], new: Sequence[Option], near: Sequence[range]
) -> list[list[float]]:
    """Return how much better the values of options fit the style of a column than of others."""
    texts = [[v for v in two.values if isinstance(v, str)][:_STYLED] for two in new]
    fits = []
    for one, there in zip(old, near, strict=True):
        style = Style.of(one.fingerprint)
        alike = [j for j in there if texts[j] and comparable(one, new[j].column)]
        known = not one.columns and one.fingerprint.count
        fits.append({j: style.mean(texts[j]) for j in alike} if known else {})
    known_fits: list[list[float]] = [[] for _ in new]
    for fit in fits:
        for j, likely in fit.items():
            known_fits[j].append(likely)
    usual = [sum(own) / len(own) if own else 0.0 for own in known_fits]
    found = []
    for fit in fits:
        line = [0.0] * len(new)
        for j, likely in fit.items():
            apart = likely - usual[j]
            line[j] = max(-_APART_MOST, min(_APART_MOST, apart))
        found.append(line)
    return found


def _left_over(old: WrapperColumn, new: Option, worth: float) -> float:
    """Return the worth of a pair among columns that are left over."""
    if worth < _POSSIBLE or old.columns or len({*map(str, new.values)}) < 2:
        return 0.0
    fill = abs(old.fingerprint.fill - new.column.fingerprint.fill)
    alike = min(_values(old, new.column).values()) >= _ALIKE and fill < _ALIKE
    return worth if alike else 0.0


def confidence_of(pairs: Sequence[Pair]) -> float:
    """Return the share of old columns that was found again, weighted by their fill."""
    pairs = [pair for pair in pairs if not pair.old.constant]
    weights = [max(0.02, pair.old.fingerprint.fill) for pair in pairs]
    found = sum(weight * pair.sure for weight, pair in zip(weights, pairs, strict=True))
    return found / sum(weights) if weights else 0.0


def comparable(old: WrapperColumn, new: WrapperColumn) -> bool:
    """Return whether both are texts, or both links, pictures or lists."""
    return _group(old) == _group(new)


def evidence(old: WrapperColumn, new: Option, away: float) -> dict[str, float]:
    """Return the evidence for and against *new* being the column *old*."""
    column = new.column
    mine, theirs = old.fingerprint, column.fingerprint
    found = {"one": 1.0, "away": away, "fill": abs(mine.fill - theirs.fill)}
    found |= {name: math.log(_FLOOR + share) for name, share in _values(old, column).items()}
    texts = [value for value in new.values[:_LOOKED_AT] if isinstance(value, str)]
    found |= _graded("words", word_likeness(mine, texts or theirs.samples))
    found |= _graded("choice", choice_likeness(mine, texts or theirs.samples))
    found |= _graded("keys", (new.agreement or {}).get(old.place))
    found |= {} if "keys" in found else {"no keys": 1.0}
    marks, others = _marks(old), _marks(column)
    found |= _graded("marks", jaccard(marks, others) if marks and others else None)
    labels = [one.prefix or one.label for one in (old, column)]
    # Older wrappers know prefixes of values, but no headers.
    if all(labels) or any(label.endswith(":") for label in labels):
        found["label" if len({*map(_plain, labels)}) == 1 else "other label"] = 1.0
    found["name"] = float(_NUMBER.sub("", old.name) == _NUMBER.sub("", column.name))
    found["seen"] = _seen_before(old, new.values)
    found["seen at all"] = float(found["seen"] > 0)
    return found


def _values(old: WrapperColumn, new: WrapperColumn) -> dict[str, float]:
    """Return the similarity of the values in form, shape and length; of lists, by columns."""
    if old.columns:
        alike = confidence_of(pair_columns(old.columns, [Option(one) for one in new.columns]))
        return dict.fromkeys(("form", "shape", "length"), alike)
    mine, theirs = old.fingerprint, new.fingerprint
    if not mine.count or not theirs.count:
        return dict.fromkeys(("form", "shape", "length"), 0.0)
    form, length = form_likeness(mine, theirs), length_likeness(mine, theirs)
    if _group(old) != "text":
        # The same address may be written in full or relative.
        form, length = 1.0, math.sqrt(length)
    return {"form": form, "shape": shape_likeness(mine, theirs), "length": length}


def _graded(name: str, share: float | None) -> dict[str, float]:
    if share is None:
        return {}
    return {name: share, f"other {name}": float(share < _OTHER)}


def _score(old: WrapperColumn, new: Option, away: float, style: float) -> float:
    if not comparable(old, new.column):
        return -math.inf
    found = evidence(old, new, away) | {"style": style}
    return sum(WEIGHTS[name] * value for name, value in found.items())


def _probability(score: float) -> float:
    return 1.0 / (1.0 + math.exp(-score)) if score > -_LEAST_SCORE else 0.0


def _seen_before(old: WrapperColumn, values: Sequence[Value]) -> float:
    """Return the share of the samples among *values*; short ones are too common to count."""
    samples = [sample for sample in old.fingerprint.samples if len(sample) > 2]
    if not samples:
        return 0.0
    known = {value[:120] for value in values if isinstance(value, str)}
    return sum(sample in known for sample in samples) / len(samples)


def _group(column: WrapperColumn) -> str:
    if column.columns:
        return "rows"
    return column.type if column.type in _APART else "text"


def _plain(label: str) -> str:
    return label.strip(" :").lower()


def _marks(column: WrapperColumn) -> set[str]:
    """Return the class words near the end of the path of its cells."""
    return _words_of(dict(column.locators).get("css", ""))


# Every column is compared with many others.
@lru_cache(maxsize=1000)
def _words_of(css: str) -> set[str]:
    return {*_STEP_WORD.findall(" > ".join(css.split(" > ")[-2:]))}


# Columns that were found again keep their names and types.


def named_as_before(
    wrapper: Wrapper, fresh: Wrapper, pairs: Sequence[Pair]
) -> tuple[Wrapper, dict[str, float]]:
    """Return *fresh* with the old columns first, under their names and types, and how sure."""
    columns = [
        as_before(pair.old, fresh.columns[pair.new]) for pair in pairs if pair.new is not None
    ]
    taken = {pair.new for pair in pairs}
    names = {column.name for column in wrapper.columns}
    for at, column in enumerate(fresh.columns):
        if at not in taken:
            name = unused(column.name, names)
            names.add(name)
            columns.append(replace(column, name=name))
    sure = {pair.old.name: pair.sure for pair in pairs if pair.new is not None}
    return replace(fresh, columns=tuple(columns), name=wrapper.name), sure


def as_before(old: WrapperColumn, new: WrapperColumn) -> WrapperColumn:
    """Return the new column with the name and type of the old one, also inside lists."""
    inner = new.columns
    if old.columns and new.columns:
        pairs = pair_columns(old.columns, [Option(column) for column in new.columns])
        before = {pair.new: pair.old for pair in pairs if pair.new is not None}
        names = {column.name for column in old.columns}
        found = []
        for k, column in enumerate(new.columns):
            if k in before:
                found.append(as_before(before[k], column))
            else:
                found.append(replace(column, name=unused(column.name, names)))
                names.add(found[-1].name)
        inner = tuple(found)
    return replace(
        new, name=old.name, type=old.type, label=old.label, prefix=old.prefix,
        decimal=old.decimal, order=old.order, source=old.source, columns=inner,
    )  # fmt: skip
