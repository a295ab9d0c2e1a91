"""Which neighbouring rows form a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from windrow.detect.gza.rows import Comparison, Run, TokenRow

__all__ = ["Chain", "agrees", "chains", "disjoint"]

# The share of its tokens that a row of several children has in common with the next: chosen, not
# measured.
_MOSTLY = 0.5


@dataclass(frozen=True, eq=False, slots=True)
class Chain:
    """A table: each row is like one shortly before it. *span* candidates make one row.

    *saved* is how many tokens fewer it takes to write each row as changes of the one before it.
    """

    rows: tuple[TokenRow, ...]
    span: int
    saved: int


def chains(
    comparison: Comparison, run: Run, *, most: int, back: int, gain: float
) -> Iterator[Chain]:
    """Yield the chains of a run of candidates; those of different spans and phases overlap.

    A row belongs to a chain if it is like one of its last *back* rows (the paper: the last one). If
    *back* is more than 1, one row may be unlike all of those if the next row is like one of them:
    it stays in the table if at least half of it has a counterpart, else it is left out.

    A row may take up to *most* candidates, but more than one only if candidates that far apart
    agree better, by *gain*, than nearer ones; otherwise every list would also be one of pairs.
    """
    lags: list[list[float]] = []
    for span in range(1, min(most, len(run) // 2) + 1):
        own = _agreements(comparison, run, span)
        # Half of the gain is a cheap first test: chains are shorter than the run.
        if lags and _mean(own) < _mean(lags[0]) + gain / 2:
            lags.append(own)
            continue
        for phase in range(span):
            starts = range(phase, len(run) - span + 1, span)
            units = [TokenRow.joined(run[start : start + span]) for start in starts]
            for taken in _chains_of(comparison, units, back):
                places = slice(starts[taken[0]], starts[taken[-1]] + span - 1)
                if not lags or _mean(own[places]) >= gain + max(_mean(lag[places]) for lag in lags):
                    rows = tuple(units[unit] for unit in taken)
                    yield Chain(rows, span, _saved(comparison, rows))
        lags.append(own)
        # No distance can agree better by the gain than the nearest does.
        if _mean(lags[0]) + gain > 1:
            return


def disjoint(found: Iterable[Chain]) -> list[Chain]:
    """Return the chains that share no node, those that save most first.

    Beyond [gao2003], where rows are single. A list of pairs saves less than the list itself, so
    that only parts that alternate become one row.
    """
    # Of equals the one with shorter rows, then the one that starts first.
    order = sorted(found, key=lambda c: (-c.saved, c.span, c.rows[0].nodes))
    taken: set[int] = set()
    kept = []
    for chain in order:
        nodes = [node for row in chain.rows for node in row.nodes]
        if taken.isdisjoint(nodes):
            taken.update(nodes)
            kept.append(chain)
    return sorted(kept, key=lambda chain: chain.rows[0].nodes)


def _saved(comparison: Comparison, rows: Sequence[TokenRow]) -> int:
    return sum(2 * comparison.shared(one, other) - len(one.names) for one, other in pairwise(rows))


def agrees(comparison: Comparison, run: Run) -> bool:
    """Return whether neighbours in a run have most of their tokens in common."""
    return _mean(_agreements(comparison, run, 1)) > _MOSTLY


def _agreements(comparison: Comparison, run: Run, lag: int) -> list[float]:
    return [
        2 * comparison.shared(one, other) / (len(one.names) + len(other.names))
        for one, other in zip(run, run[lag:], strict=False)
    ]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _chains_of(comparison: Comparison, units: Sequence[TokenRow], back: int) -> Iterator[list[int]]:
    """Yield which units form a chain."""
    k = 0
    while k < len(units):
        taken = _chain_from(comparison, units, k, back)
        if len(taken) > 1:
            yield taken
        k = taken[-1] + 1


def _chain_from(
    comparison: Comparison, units: Sequence[TokenRow], first: int, back: int
) -> list[int]:
    """Return which units form the chain that starts with the *first*."""
    taken = [first]
    k = first + 1
    while k < len(units):
        if _joins(comparison, units, taken, k, back):
            taken.append(k)
        elif back > 1 and k + 1 < len(units) and _joins(comparison, units, taken, k + 1, back):
            one, other = units[taken[-1]], units[k]
            if 4 * comparison.shared(one, other) >= len(one.names) + len(other.names):
                taken.append(k)
        else:
            break
        k += 1
    return taken


def _joins(
    comparison: Comparison, units: Sequence[TokenRow], taken: Sequence[int], k: int, back: int
) -> bool:
    return any(comparison.similar(units[other], units[k]) for other in reversed(taken[-back:]))
