"""Echoes: columns that repeat another column of the same record.

A title is repeated in the address it links to, in the description of its picture, in a shorter
form for small screens. This shows which columns belong together, whatever the
values of a page are about: two columns that have changed places break their echoes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Annotated, NamedTuple
from urllib.parse import unquote

from windrow.model import Value
from windrow.plain import Rule

__all__ = ["Echo", "echo_counts", "echo_scores", "learn_echoes"]

_WORD = re.compile(r"[^\W_]+")
# Two values are the same if they have this share of their words in common, or if one of this many
# characters is part of the other. Chosen, not measured.
_SHARED, _SHORTEST = 0.6, 4
# Two columns are an echo if they agree in most records, but hardly across records. Chosen,
# not measured.
_MOSTLY, _HARDLY = 0.8, 0.3
# Records looked at, how many must have both columns, and how many columns and echoes are kept; then
# how many characters of a value are compared. Chosen, not measured.
_LOOKED_AT, _FEWEST, _MOST_COLUMNS, _MOST_ECHOES, _LONGEST = 30, 5, 40, 40, 400
# Fewer records than this prove nothing; more than this add nothing. Chosen, not measured.
_FEWEST_PAIRED, _PAIRED = 3, 20
# What a present or missing echo adds to the score of a pair; below _LEAST of its usual
# share it is missing everywhere. Chosen; bench.mutate measures the whole.
_HEARD, _SILENT, _LEAST = 3.0, -3.0, 0.5
# Other options of a column that are considered besides its best one. Chosen, not measured.
_LIKELY = 2


class Echo(NamedTuple):
    """Two fields of which one repeats the other, in that *share* of *records*."""

    one: str
    other: str
    share: Annotated[float, Rule(least=_MOSTLY, most=1)]
    records: int


def learn_echoes(ids: Sequence[str], rows: Sequence[Mapping[str, Value]]) -> tuple[Echo, ...]:
    """Return the echoes among the values of *rows*, the strongest first.

    >>> rows = [{"a": f"The {x}", "b": f"/{x}/", "c": "x"} for x in "ant bee cow dog eel".split()]
    >>> learn_echoes("abc", rows)
    (Echo(one='a', other='b', share=1.0, records=5),)
    """
    some = rows[:: 1 + (len(rows) - 1) // _LOOKED_AT] if rows else ()
    found = []
    for one, other in combinations(ids[:_MOST_COLUMNS], 2):
        same, count = echo_counts(one, other, some)
        if count >= _FEWEST and same >= _MOSTLY * count:
            across, _ = echo_counts(one, other, some, shifted=True)
            if across <= _HARDLY * count:
                found.append(Echo(one, other, round(same / count, 3), count))
    found.sort(key=lambda echo: -echo.share * echo.records)
    return tuple(found[:_MOST_ECHOES])


def echo_counts(
    one: str, other: str, rows: Sequence[Mapping[str, Value]], *, shifted: bool = False
) -> tuple[int, int]:
    """Return in how many of the rows that have both fields one repeats the other.

    *shifted* compares each value with that of the next record: text that all records share is no
    echo.
    """
    pairs = [
        (first, second)
        for row in rows
        if isinstance(first := row.get(one), str) and isinstance(second := row.get(other), str)
    ]
    if shifted:
        pairs = [(pair[0], pairs[k - 1][1]) for k, pair in enumerate(pairs)]
    return sum(_says_again(first, second) for first, second in pairs), len(pairs)


def _says_again(one: str, other: str) -> bool:
    first, whole = _said(one)
    second, other_whole = _said(other)
    if not first or not second:
        return False
    shared = len(first & second)
    if shared and shared >= _SHARED * min(len(first), len(second)):
        return True
    shorter, longer = sorted((whole, other_whole), key=len)
    return len(shorter) >= _SHORTEST and shorter in longer


@lru_cache(maxsize=4096)
def _said(value: str) -> tuple[frozenset[str], str]:
    """Return the words of a value, and its letters and digits alone."""
    words = _WORD.findall(unquote(value[:_LONGEST]).lower())
    return frozenset(words), "".join(words)


def echo_scores(
    old: Sequence[str],
    values: Sequence[Sequence[Value]],
    found: Sequence[int | None],
    scores: Sequence[Sequence[float]],
    echoes: Sequence[Echo],
) -> Iterator[tuple[int, int, float]]:
    """Yield old columns, options and their scores by echoes.

    *found* are the pairs so far, by these *scores*; *values* are those of the options, one a
    record. Of an echo of two columns, each is asked with every option against what the other one
    is paired with, or may be instead, less what that pair scores less. So both columns of an echo
    decide for the same two options.
    """
    places = {place: k for k, place in enumerate(old)}
    for echo in echoes:
        if echo.one not in places or echo.other not in places:
            continue
        one, other = places[echo.one], places[echo.other]
        for asked, known in ((one, other), (other, one)):
            if (at := found[known]) is None:
                continue
            heard: dict[int, float] = {}
            for other_at, less in _likely(scores[known], at):
                for j, score in _heard(values, other_at, echo):
                    heard[j] = max(heard.get(j, -math.inf), score - less)
            yield from ((asked, j, score) for j, score in heard.items())


def _likely(scores: Sequence[float], at: int) -> list[tuple[int, float]]:
    """Return the likeliest options, and how much less they score than the one *at*, or 0."""
    least = scores[at] + _SILENT - _HEARD
    found = [(max(0.0, scores[at] - score), j) for j, score in enumerate(scores)
             if score > least and j != at]  # fmt: skip
    return [(at, 0.0), *((j, less) for less, j in sorted(found)[:_LIKELY])]


def _heard(values: Sequence[Sequence[Value]], at: int, echo: Echo) -> Iterator[tuple[int, float]]:
    """Yield options and what an echo of the option *at* adds to their score."""
    shares = {j: _share(values[j], values[at]) for j in range(len(values)) if j != at}
    # If no option has the echo, it has ended, and proves nothing.
    if max(shares.values(), default=0.0) >= _LEAST * echo.share:
        for j, share in shares.items():
            yield j, _SILENT + (_HEARD - _SILENT) * min(1.0, share / echo.share)


def _share(one: Sequence[Value], other: Sequence[Value]) -> float:
    pairs = zip(one[:_PAIRED], other[:_PAIRED], strict=False)
    rows = [{"one": first, "other": second} for first, second in pairs]
    same, count = echo_counts("one", "other", rows)
    return same / count if count >= _FEWEST_PAIRED else 0.0
