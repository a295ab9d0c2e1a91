"""Matches wanted fields to columns, one to one, each with the chance that it is the right one.

What speaks for a column being a field (`speaking`) is added up, and compared with what speaks for
every other column, and for none. A field that probably has no column is not found: nothing is
guessed or invented. Tables and wrappers are matched by the same facts; those of a table are
surer, as it knows which names were not chosen.

The weights are fitted by ``bench/matches.py`` with the sites they are tested on left out, and
shipped as ``fields.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import exp
from pathlib import Path
from typing import TypeAlias

from windrow.match.assign import assign
from windrow.model import Column, Fit, Value
from windrow.table.asked import all_asked
from windrow.table.facts import facts_of
from windrow.table.parts import PART, is_part
from windrow.table.speaking import Signs, evidence_of, signs_of
from windrow.table.wanted import Wanted

__all__ = ["LEAST", "LEFT", "WEIGHTS", "Choice", "Line", "fits", "judged"]

Line: TypeAlias = "tuple[Signs, Sequence[Signs | None]]"
"""The signs that a field is absent, and those of each column."""

Choice: TypeAlias = "tuple[int | None, float]"
"""A column, or none, and its chance."""

_READ = json.loads(Path(__file__).with_name("fields.json").read_text("utf-8"))
WEIGHTS: dict[str, float] = _READ["weights"]
# A field with a smaller chance is not found.
LEAST: float = _READ["least"]
# The signs of a field for which one column or two are left.
LEFT = {1: "left_one", 2: "left_two"}
# Columns that do not count as left: always the same, parts of others, and with few values. Chosen.
_UNCOUNTED, _SPARSE = frozenset(("constant", "part")), 0.5
# What it says for two columns of two fields that they are in one order. Chosen, and cautious: of
# 358 pairs of one type on open pages 335 are, but people also ask many sites for the same fields.
_ORDER = 1.0
# Larger sums are as sure, and larger powers of e are no numbers. Chosen.
_MOST = 50.0


def fits(
    columns: Sequence[Column], fields: Sequence[Wanted], rows: Sequence[Mapping[str, Value]] = ()
) -> list[Fit]:
    """Return for every field its column, and how sure; "" if no column is likely.

    The *rows*, if they are known, tell how different the values of a column are.

    >>> columns = Column("name", "text"), Column("cost", "price"), Column("link", "url")
    >>> found = fits(columns, [Wanted("title"), Wanted("price", "number"), Wanted("isbn")])
    >>> [(fit.field, fit.column) for fit in found]
    [('title', 'name'), ('price', 'cost'), ('isbn', '')]
    """
    signs = signs_of(all_asked(fields), facts_of(columns, rows))
    found = []
    for want, (at, sure), (_, line) in zip(fields, judged(signs), signs, strict=True):
        own = line[at] if at is not None and sure >= LEAST else None
        if at is None or own is None:
            found.append(Fit(want.name))
        else:
            by = PART if is_part(columns[at]) else _by(own)
            found.append(Fit(want.name, columns[at].name, round(sure, 3), by))
    return found


def judged(
    signs: Sequence[Line], weights: Mapping[str, float] = WEIGHTS, least: float = LEAST
) -> list[Choice]:
    """Return for each field its likeliest column, different ones for all, and the chance.

    Fields that are less sure than *least* are looked for again among the columns that are left: of
    one or two, each is likelier to be what is still wanted.
    """
    odds = [
        [None if one is None else _sum(one, weights) - none for one in line]
        for none, line in ((_sum(absent, weights), line) for absent, line in signs)
    ]
    found = _assigned(odds)
    taken = {at for at, sure in found if at is not None and sure >= least}
    open_ones = [k for k, (_, sure) in enumerate(found) if sure < least]
    left = {k: [at for at in _countable(signs[k][1]) if at not in taken] for k in open_ones}
    if any(len(some) in LEFT for some in left.values()):
        # What has a column keeps it.
        again = [
            [
                None
                if one is None or at in taken
                else one + _of_left(of, len(left[k]), one, weights)
                for at, (one, of) in enumerate(zip(odds[k], signs[k][1], strict=True))
            ]
            for k in open_ones
        ]
        for k, one in zip(open_ones, _assigned(again), strict=True):
            found[k] = one
    return found


def _assigned(odds: Sequence[Sequence[float | None]]) -> list[Choice]:
    """Return columns for all fields, by the *odds* of each pair, and the chances."""
    chosen = assign([[max(one or 0.0, 0.0) for one in line] for line in odds])
    holders = {at: k for k, at in enumerate(chosen) if at is not None}
    found: list[Choice] = []
    for k, (line, at) in enumerate(zip(odds, chosen, strict=True)):
        if at is None:
            found.append((None, 0.0))
            continue
        rivals = 0.0
        for other, one in enumerate(line):
            if one is None:
                continue
            if other != at and (holder := holders.get(other)) is not None:
                # A column that is another field is a rival as far as they may be exchanged.
                own, instead = odds[holder][other], odds[holder][at]
                if own is None or instead is None:
                    continue
                in_order = (k < holder) == (at < other)
                one += instead - own + (-_ORDER if in_order else _ORDER)
            rivals += _power(one)
        found.append((at, _power(line[at] or 0.0) / (1 + rivals)))
    return found


def _of_left(signs: Signs | None, count: int, odds: float, weights: Mapping[str, float]) -> float:
    """Return what it adds to the *odds* of a column that it is one of few that are left.

    A column without a name may be anything.
    """
    if count not in LEFT or not signs or "nameless" in signs or "part" in signs:
        return 0.0
    sign = LEFT[count]
    return weights.get(sign, 0.0) + odds * weights.get(f"{sign}_odds", 0.0)


def _countable(line: Sequence[Signs | None]) -> list[int]:
    """Return the columns that somebody may ask for: full ones that are no parts."""
    return [
        k
        for k, one in enumerate(line)
        if one is not None and not one.keys() & _UNCOUNTED and one.get("sparse", 0.0) <= _SPARSE
    ]


def _sum(signs: Signs, weights: Mapping[str, float]) -> float:
    return sum(weights.get(sign, 0.0) * value for sign, value in signs.items())


def _power(odds: float) -> float:
    return exp(min(odds, _MOST))


def _by(signs: Signs) -> str:
    """Return the kind of evidence that says most."""
    return evidence_of(
        max(signs, key=lambda sign: WEIGHTS.get(sign, 0.0) * signs[sign], default="")
    )
