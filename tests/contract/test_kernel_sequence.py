"""The sequence and suffix kernels: compiled and uncompiled alike, and like the textbook."""

from array import array
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.twins import kernel
from windrow.kernels import Mode

every_mode = pytest.mark.parametrize("mode", ["native", "python"])

# Few symbols make repeats, and 150 of them make three strips of 64 rows; the far ones are there
# for the hash table and for the ranks of the suffix array.
few = st.integers(0, 3)
far = st.sampled_from([-(2**31), -64, 0, 64, 128, 2**31 - 1])
sequences = st.lists(few, max_size=20) | st.lists(few | far, max_size=150)
short = st.lists(few, max_size=10)
scores = st.sampled_from([1.0, 0.5, 0.3, 0.0, -1 / 3])
tables = st.lists(scores, min_size=16, max_size=16).map(lambda numbers: array("d", numbers))


def ints(sequence: list[int]) -> "array[int]":
    return array("i", sequence)


@every_mode
@given(a=sequences, b=sequences, limit=st.integers(-1, 40))
def test_the_edit_distance_is_the_textbooks(
    mode: Mode, a: list[int], b: list[int], limit: int
) -> None:
    distance = textbook_distance(a, b)

    found = kernel("match.sequence", mode).edit_distance(ints(a), ints(b), limit)

    assert found == (distance if limit < 0 else min(distance, limit + 1))


@every_mode
@given(a=sequences, changes=st.lists(st.tuples(st.integers(0, 149), few), max_size=4))
def test_the_edit_distance_of_near_relatives_is_the_textbooks(
    mode: Mode, a: list[int], changes: list[tuple[int, int]]
) -> None:
    b = [*a]
    for place, symbol in changes:
        b[place : place + symbol % 2] = [symbol]

    found = kernel("match.sequence", mode).edit_distance(ints(a), ints(b), 3)

    assert found == min(textbook_distance(a, b), 4)


@every_mode
@given(a=sequences, b=sequences)
def test_the_common_subsequence_is_the_textbooks(mode: Mode, a: list[int], b: list[int]) -> None:
    assert kernel("match.sequence", mode).lcs_length(ints(a), ints(b)) == textbook_subsequence(a, b)


@every_mode
@given(a=sequences, b=sequences, before=short, between=short)
def test_slices_give_what_their_copies_give(
    mode: Mode, a: list[int], b: list[int], before: list[int], between: list[int]
) -> None:
    compare = kernel("match.sequence", mode)
    start_b = len(before) + len(a) + len(between)
    bounds = (len(before), len(before) + len(a), start_b, start_b + len(b))
    symbols = ints(before + a + between + b + before)

    distance = compare.slice_distance(symbols, *bounds, 5)

    assert distance == compare.edit_distance(ints(a), ints(b), 5)


@every_mode
@given(a=short, b=short, table=tables)
def test_the_local_alignment_scores_as_the_textbooks(
    mode: Mode, a: list[int], b: list[int], table: "array[float]"
) -> None:
    score, left, right = kernel("match.sequence", mode).local_alignment(ints(a), ints(b), table, 4)

    assert score == pytest.approx(float(textbook_alignment(a, b, table)))
    assert score == pytest.approx(float(score_of(a, b, table, [*zip(left, right, strict=True)])))


@given(a=sequences, b=sequences, table=tables)
def test_the_local_alignment_is_the_same_compiled_or_not(
    a: list[int], b: list[int], table: "array[float]"
) -> None:
    classes = ints([symbol % 4 for symbol in a]), ints([symbol % 4 for symbol in b])

    native = kernel("match.sequence", "native").local_alignment(*classes, table, 4)

    assert native == kernel("match.sequence", "python").local_alignment(*classes, table, 4)


@every_mode
@given(sequence=sequences)
def test_the_suffix_array_sorts_the_suffixes(mode: Mode, sequence: list[int]) -> None:
    suffixes = kernel("match.suffix", mode).suffix_array(ints(sequence))

    assert list(suffixes) == sorted(range(len(sequence)), key=lambda start: sequence[start:])


@every_mode
@given(sequence=st.lists(few, max_size=30))
def test_the_nodes_are_those_of_the_suffix_tree(mode: Mode, sequence: list[int]) -> None:
    suffix = kernel("match.suffix", mode)
    symbols = ints(sequence)
    suffixes = suffix.suffix_array(symbols)

    depths, lows, highs, parents = suffix.internal_nodes(suffix.common_prefixes(symbols, suffixes))

    strings = [
        tuple(sequence[suffixes[low] : suffixes[low] + depth])
        for low, depth in zip(lows, depths, strict=True)
    ]
    frequencies = [high - low for low, high in zip(lows, highs, strict=True)]
    # In the order of strings a prefix goes before what it begins: parents before children.
    assert [*zip(strings, frequencies, strict=True)] == sorted(explicit_nodes(sequence).items())
    for string, parent in zip(strings, parents, strict=True):
        prefixes = [string[:length] for length in range(len(string))]
        assert parent == max((strings.index(p) for p in prefixes if p in strings), default=-1)


@pytest.mark.parametrize("unit", [[1], [1, 2], [1, 2, 1, 3], [5, 4, 3, 2, 1, 2, 3]], ids=str)
@every_mode
def test_long_periodic_sequences_take_linear_time(mode: Mode, unit: list[int]) -> None:
    suffix = kernel("match.suffix", mode)
    symbols = ints(unit * (20_000 // len(unit)))

    suffixes = suffix.suffix_array(symbols)
    depths, lows, highs, _ = suffix.internal_nodes(suffix.common_prefixes(symbols, suffixes))

    assert max(depths) == len(symbols) - len(unit)
    assert (depths[0], lows[0], highs[0]) == (0, 0, len(symbols))


@every_mode
@given(sequence=sequences, pattern=st.lists(few, min_size=1, max_size=4))
def test_occurrences_are_found_greedily(
    mode: Mode, sequence: list[int], pattern: list[int]
) -> None:
    expected, at = [], 0
    while at + len(pattern) <= len(sequence):
        found = sequence[at : at + len(pattern)] == pattern
        expected += [at] * found
        at += len(pattern) if found else 1

    assert list(kernel("match.suffix", mode).occurrences(ints(sequence), ints(pattern))) == expected


@every_mode
@given(pattern=short)
def test_the_period_is_the_least_shift_onto_itself(mode: Mode, pattern: list[int]) -> None:
    shifts = [p for p in range(1, len(pattern) + 1) if pattern[p:] == pattern[: len(pattern) - p]]

    assert kernel("match.suffix", mode).period(ints(pattern)) == min(shifts, default=0)


def textbook_distance(a: list[int], b: list[int]) -> int:
    row: list[int] = [*range(len(b) + 1)]
    for i, x in enumerate(a):
        above, row = row, [i + 1]
        for j, y in enumerate(b):
            row.append(min(above[j] + (x != y), above[j + 1] + 1, row[j] + 1))
    return row[-1]


def textbook_subsequence(a: list[int], b: list[int]) -> int:
    row = [0] * (len(b) + 1)
    for x in a:
        above, row = row, [0]
        for j, y in enumerate(b):
            row.append(above[j] + 1 if x == y else max(above[j + 1], row[j]))
    return row[-1]


def textbook_alignment(a: list[int], b: list[int], table: "array[float]") -> Fraction:
    best = {(i, j): Fraction() for i in range(len(a) + 1) for j in range(len(b) + 1)}
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            ways = [best[i - 1, j - 1] + exact(table[a[i - 1] * 4 + b[j - 1]])]
            ways += [best[i - k, j] - gap(k) for k in range(1, i + 1)]
            ways += [best[i, j - k] - gap(k) for k in range(1, j + 1)]
            best[i, j] = max(Fraction(), *ways)
    return max(best.values())


def score_of(
    a: list[int], b: list[int], table: "array[float]", pairs: list[tuple[int, int]]
) -> Fraction:
    matched = [(i, j) for i, j in pairs if i >= 0 and j >= 0]
    total = sum((exact(table[a[i] * 4 + b[j]]) for i, j in matched), Fraction())
    for (i, j), (next_i, next_j) in pairwise(matched):
        assert i < next_i
        assert j < next_j
        gaps = [length for length in (next_i - i - 1, next_j - j - 1) if length]
        total -= sum(map(gap, gaps), Fraction())
    return total


def gap(length: int) -> Fraction:
    return 1 + Fraction(length, 3)


def exact(score: float) -> Fraction:
    return Fraction(score).limit_denominator(30)


def explicit_nodes(sequence: list[int]) -> dict[tuple[int, ...], int]:
    """Return the strings that go on in two ways, one of them maybe the end, and how often."""
    n = len(sequence)
    counts: Counter[tuple[int, ...]] = Counter()
    ways: dict[tuple[int, ...], set[int]] = {}
    for start in range(n):
        for end in range(start, n + 1):
            string = tuple(sequence[start:end])
            counts[string] += 1
            ways.setdefault(string, set()).add(sequence[end] if end < n else -1)
    # The empty string also occurs at the end of the sequence, where no suffix is counted.
    return {s: count for s, count in counts.items() if len(ways[s]) > 1 or not s}
