from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from windrow.kernels.match import suffix
from windrow.match.sequence import (
    GAP,
    as_symbols,
    common_subsequence,
    is_repetition,
    local_alignment,
    normalised_distance,
    normalised_slice_distance,
    occurrences,
)

symbols = st.lists(st.integers(0, 3), max_size=30)


def test_an_array_of_ints_is_not_copied() -> None:
    sequence = array("i", [1, 2])

    assert as_symbols(sequence) is sequence


def test_a_pattern_found_in_part_is_as_far_as_what_is_missing() -> None:
    assert normalised_distance([22, 23, 24, 31, 32, 38, 33], [23, 31, 32]) == 4 / 5


def test_the_distance_is_normalised_by_the_mean_length() -> None:
    assert normalised_distance([1, 2, 3], [1]) == 1.0
    assert normalised_distance([], []) == 0.0
    assert normalised_distance([1], []) == 2.0


@given(a=symbols, b=symbols, threshold=st.sampled_from([0.1, 0.29, 0.3, 0.7]))
def test_a_limit_changes_no_comparison_with_it(
    a: list[int], b: list[int], threshold: float
) -> None:
    whole = as_symbols(a + b)

    limited = normalised_distance(a, b, limit=threshold)
    sliced = normalised_slice_distance(whole, (0, len(a)), (len(a), len(whole)), limit=threshold)

    assert limited == sliced
    assert (limited <= threshold) == (normalised_distance(a, b) <= threshold)


@pytest.mark.parametrize(
    ("pattern", "follows", "length"),
    [([2, 3, 4], [5, 2, 3], 2), ([3, 4], [5, 2], 0), ([3, 4], [2, 3], 1), ([], [1], 0)],
)
def test_the_common_subsequence_of_a_pattern_and_what_follows(
    pattern: list[int], follows: list[int], length: int
) -> None:
    assert common_subsequence(pattern, follows) == length


def test_the_papers_two_strings_have_one_best_alignment() -> None:
    first, second = "ABAUGCCAUUGACGG", "CDAGCCUCGCUUAG"
    letters = sorted({*first, *second})
    table = array("d", [1 if x == y else -1 / 3 for x in letters for y in letters])

    found = local_alignment(
        [letters.index(x) for x in first], [letters.index(y) for y in second], table, len(letters)
    )

    assert found.score == pytest.approx(3.3333, abs=1e-4)
    assert found.end == (11, 9)
    assert "".join(first[i] for i, _ in found.pairs) == "GCCAUUG"
    assert "".join("-" if j == GAP else second[j] for _, j in found.pairs) == "GCC-UCG"


def test_one_long_gap_is_cheaper_than_two_short_ones() -> None:
    table = array("d", [1 if x == y else -2 for x in range(3) for y in range(3)])

    found = local_alignment([1, 1, 1, 1, 1, 1], [1, 1, 1, 0, 0, 0, 1, 1, 1], table, 3)

    assert found.score == pytest.approx(6 - 2)
    assert [j for i, j in found.pairs if i == GAP] == [3, 4, 5]


def test_sequences_without_likeness_align_nowhere() -> None:
    found = local_alignment([0], [1], array("d", [1, -1, -1, 1]), 2)

    assert (found.score, found.pairs, found.end) == (0.0, (), (0, 0))


@pytest.mark.parametrize(
    ("first", "second", "width"), [([2], [0], 2), ([0], [2], 2), ([-1], [0], 2), ([0], [0], 3)]
)
def test_symbols_outside_the_table_are_refused(
    first: list[int], second: list[int], width: int
) -> None:
    with pytest.raises(ValueError, match="table"):
        local_alignment(first, second, array("d", [1, 0, 0, 1]), width)


# The frequencies of patterns in the worked examples of [fang2017].
FIGURE_5 = [1, 2, 3, 4, 2, 3, 4, 5, 2, 3, 4, 2, 3, 4, 2]
FREQUENCIES = [
    ([1, 2, 1], [1, 2, 1, 2, 1, 3, 1, 2, 1], 2),
    ([2, 3, 4], FIGURE_5, 4),
    ([3, 4], FIGURE_5, 4),
    ([3, 4, 2], FIGURE_5, 3),
    ([4, 2], FIGURE_5, 3),
    ([2, 3, 4, 2], FIGURE_5, 2),
    ([2, 3, 4, 2, 3, 4], FIGURE_5, 2),
]


@pytest.mark.parametrize(("pattern", "sequence", "apart"), FREQUENCIES)
def test_occurrences_do_not_overlap(pattern: list[int], sequence: list[int], apart: int) -> None:
    assert len(occurrences(sequence, pattern)) == apart


@pytest.mark.parametrize(
    ("pattern", "shift", "repetition"),
    [
        ([4, 4, 4], 1, True),
        ([2, 3, 2, 3], 2, True),
        ([2, 3, 2], 2, False),
        ([2, 3, 4], 3, False),
        ([], 0, False),
    ],
)
def test_a_repetition_is_a_whole_number_of_periods(
    pattern: list[int], shift: int, repetition: bool
) -> None:
    assert suffix.period(as_symbols(pattern)) == shift
    assert is_repetition(pattern) == repetition
