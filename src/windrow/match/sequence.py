"""How alike two sequences of symbols are, and what repeats inside one.

Symbols are small whole numbers: label ids, path ids, token classes. The kernels
read an ``array("i")``; any other sequence is copied into one first (`as_symbols`).
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from windrow.kernels.match import sequence as _compare
from windrow.kernels.match import suffix as _suffix

__all__ = [
    "GAP",
    "LocalAlignment",
    "as_symbols",
    "common_subsequence",
    "is_repetition",
    "local_alignment",
    "normalised_distance",
    "normalised_slice_distance",
    "occurrences",
]

GAP = -1  # by definition not a place
# The product of the lengths up to which two sequences are compared as a whole. Chosen, not
# measured: no record of an ordinary page has a thousand tags.
_MOST_CELLS = 4_000_000


def as_symbols(sequence: Sequence[int]) -> "array[int]":
    """Return *sequence* as the array the kernels read; an array of that kind is not copied."""
    if isinstance(sequence, array) and sequence.typecode == "i":
        return sequence
    return array("i", sequence)


def normalised_distance(
    first: Sequence[int], second: Sequence[int], *, limit: float | None = None
) -> float:
    """Return the edit distance over the mean length of the two: 0 for equal ones, at most 2.

    With a *limit*, a distance above it may be returned too small, but always above the limit.
    Two empty sequences are equal.

    >>> normalised_distance([1, 2, 3, 4], [1, 3, 5, 4])
    0.5

    References
    ----------
    [liu2003], the normalisation of string comparison.
    """
    a, b = as_symbols(first), as_symbols(second)
    mean = (len(a) + len(b)) / 2
    distance: int = _compare.edit_distance(a, b, _most(limit, mean))
    return distance / mean if mean else 0.0


def normalised_slice_distance(
    symbols: "array[int]",
    first: tuple[int, int],
    second: tuple[int, int],
    *,
    limit: float | None = None,
) -> float:
    """Return the `normalised_distance` of two slices (start, end) of *symbols*, without copies.

    Very long slices are compared part by part, each with the part at its place in the other: what
    is far from its place there counts as changed.

    >>> normalised_slice_distance(as_symbols([1, 2, 1, 3]), (0, 2), (2, 4))
    0.5
    """
    lengths = first[1] - first[0], second[1] - second[0]
    mean = sum(lengths) / 2
    most = _most(limit, mean)
    count = min(1 + lengths[0] * lengths[1] // _MOST_CELLS, *lengths)
    if count <= 1:
        distance: int = _compare.slice_distance(symbols, *first, *second, most)
        return distance / mean if mean else 0.0
    distance = 0
    for part in range(count):
        a, b = (
            (start + part * length // count, start + (part + 1) * length // count)
            for (start, _), length in zip((first, second), lengths, strict=True)
        )
        distance += _compare.slice_distance(symbols, *a, *b, -1 if most < 0 else most - distance)
        if 0 <= most <= distance:
            break
    return distance / mean


def common_subsequence(first: Sequence[int], second: Sequence[int]) -> int:
    """Return the length of the longest subsequence the two have in common.

    >>> common_subsequence([2, 3, 4], [5, 2, 3])
    2
    """
    length: int = _compare.lcs_length(as_symbols(first), as_symbols(second))
    return length


@dataclass(frozen=True, slots=True)
class LocalAlignment:
    """The best local alignment of two sequences.

    *pairs* are places in both, ascending, `GAP` where one has no partner; *end* is the place
    after the last one in each. If nothing is alike: score 0, no pairs, end (0, 0).
    """

    score: float
    pairs: tuple[tuple[int, int], ...]
    end: tuple[int, int]


def local_alignment(
    first: Sequence[int], second: Sequence[int], table: "array[float]", width: int
) -> LocalAlignment:
    """Return the best local alignment; symbols x and y score ``table[x * width + y]``.

    *table* is an ``array("d")`` of rows of *width*. A gap of k places costs 1 + k/3. Of equally
    good alignments the one that ends first in *first*, then in *second*, is returned; inside it
    pairs go before gaps.

    >>> table = array("d", [1, -1 / 3, -1 / 3, 1])
    >>> local_alignment([0, 1, 1], [1, 1, 0], table, 2)
    LocalAlignment(score=2.0, pairs=((1, 0), (2, 1)), end=(3, 2))

    References
    ----------
    [gao2003], the search for a pair of similar rows (Smith and Waterman's algorithm).
    """
    a, b = as_symbols(first), as_symbols(second)
    if width < 1 or len(table) % width:
        raise ValueError(f"a table of {len(table)} numbers has no rows of {width}")
    if len(a) and not 0 <= min(a) <= max(a) < len(table) // width:
        raise ValueError("a symbol of the first sequence has no row in the table")
    if len(b) and not 0 <= min(b) <= max(b) < width:
        raise ValueError("a symbol of the second sequence has no column in the table")
    score, left, right = _compare.local_alignment(a, b, table, width)
    # An alignment ends with a pair, as a gap at the end would only cost.
    end = (left[-1] + 1, right[-1] + 1) if left else (0, 0)
    return LocalAlignment(score, tuple(zip(left, right, strict=True)), end)


def occurrences(sequence: Sequence[int], pattern: Sequence[int]) -> "array[int]":
    """Return where *pattern* starts, greedily from the left and without overlap.

    >>> list(occurrences([1, 2, 1, 2, 1, 3, 1, 2, 1], [1, 2, 1]))
    [0, 6]

    References
    ----------
    [fang2017], lemma 1: the number of these is the frequency of a pattern.
    """
    found: array[int] = _suffix.occurrences(as_symbols(sequence), as_symbols(pattern))
    return found


def is_repetition(pattern: Sequence[int]) -> bool:
    """Return whether *pattern* is a shorter unit repeated two or more times.

    >>> is_repetition([1, 2, 1, 2]), is_repetition([1, 2, 1])
    (True, False)
    """
    shift: int = _suffix.period(as_symbols(pattern))  # under which it equals itself
    return shift < len(pattern) and len(pattern) % shift == 0


def _most(limit: float | None, mean: float) -> int:
    # One more than the product, which may lie just below a whole number; the caller's comparison
    # of the quotient decides.
    return -1 if limit is None else int(limit * mean) + 1
