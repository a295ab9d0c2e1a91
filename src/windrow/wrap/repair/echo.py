"""What echoes say for and against pairs of old columns and new ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from windrow.model import Value
from windrow.wrap.list.echo import Echo, echo_counts

__all__ = ["echo_scores"]

# Fewer records tell nothing; more tell nothing new.
_FEWEST, _LOOKED_AT = 3, 20
# What an echo that is there, or is not, adds to what speaks for a pair.
_HEARD, _SILENT = 3.0, -3.0
_LEAST = 0.5


def echo_scores(
    old: Sequence[str],
    values: Sequence[Sequence[Value]],
    found: Sequence[int | None],
    echoes: Sequence[Echo],
) -> Iterator[tuple[int, int, float]]:
    """Yield old columns, options and what echoes say of them, where *found* are the pairs so far.

    *values* are those of the options, one a record. Of an echo of two columns, each is asked with
    every option against what the other one is paired with.
    """
    places = {place: k for k, place in enumerate(old)}
    for echo in echoes:
        if echo.one not in places or echo.other not in places:
            continue
        one, other = places[echo.one], places[echo.other]
        for asked, known in ((one, other), (other, one)):
            at = found[known]
            if at is None:
                continue
            shares = {j: _share(values[j], values[at]) for j in range(len(values)) if j != at}
            # Where no option has the echo, it has ended, and says nothing.
            if max(shares.values(), default=0.0) >= _LEAST * echo.share:
                for j, share in shares.items():
                    yield asked, j, _SILENT + (_HEARD - _SILENT) * min(1.0, share / echo.share)


def _share(one: Sequence[Value], other: Sequence[Value]) -> float:
    rows = [{"one": first, "other": second} for first, second in zip(one, other, strict=False)][
        :_LOOKED_AT
    ]
    same, count = echo_counts("one", "other", rows)
    return same / count if count >= _FEWEST else 0.0
