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

from windrow.match.assign import assign
from windrow.model import Column, Fit, Value
from windrow.table.asked import all_asked
from windrow.table.facts import facts_of
from windrow.table.speaking import Signs, evidence_of, signs_of
from windrow.table.wanted import Wanted

__all__ = ["LEAST", "WEIGHTS", "fits", "judged"]

_READ = json.loads(Path(__file__).with_name("fields.json").read_text("utf-8"))
WEIGHTS: dict[str, float] = _READ["weights"]
# A field with a smaller chance is not found.
LEAST: float = _READ["least"]
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
            found.append(Fit(want.name, columns[at].name, round(sure, 3), _by(own)))
    return found


def judged(
    signs: Sequence[tuple[Signs, Sequence[Signs | None]]], weights: Mapping[str, float] = WEIGHTS
) -> list[tuple[int | None, float]]:
    """Return for each field its likeliest column, different ones for all, and the chance."""
    odds = []
    for absent, signs_of_columns in signs:
        none = _sum(absent, weights)
        odds.append(
            [None if one is None else _sum(one, weights) - none for one in signs_of_columns]
        )
    chosen = assign([[max(one or 0.0, 0.0) for one in line] for line in odds])
    taken = {*chosen}
    found: list[tuple[int | None, float]] = []
    for line, at in zip(odds, chosen, strict=True):
        if at is None:
            found.append((None, 0.0))
            continue
        # A column that is another field is no rival.
        rivals = [
            one for k, one in enumerate(line) if one is not None and (k == at or k not in taken)
        ]
        found.append((at, _power(line[at] or 0.0) / (1 + sum(map(_power, rivals)))))
    return found


def _sum(signs: Signs, weights: Mapping[str, float]) -> float:
    return sum(weights.get(sign, 0.0) * value for sign, value in signs.items())


def _power(odds: float) -> float:
    return exp(min(odds, _MOST))


def _by(signs: Signs) -> str:
    """Return the kind of evidence that says most."""
    return evidence_of(
        max(signs, key=lambda sign: WEIGHTS.get(sign, 0.0) * signs[sign], default="")
    )
