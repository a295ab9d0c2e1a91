"""Pairing columns: the best sum, no column twice, nothing worthless."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from windrow.match.assign import assign

WORTH = st.integers(1, 3).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9]), min_size=width, max_size=width),
        min_size=1,
        max_size=3,
    )
)


@given(worth=WORTH)
def test_no_other_pairing_is_worth_more(worth: list[list[float]]) -> None:
    found = assign(worth)

    total = sum(worth[row][at] for row, at in enumerate(found) if at is not None)
    # With a column of no worth for every row, a row may stay alone.
    wide = [[*line, *([0.0] * len(worth))] for line in worth]
    columns = range(len(wide[0]))
    best = max(
        sum(wide[row][at] for row, at in enumerate(order))
        for order in permutations(columns, len(worth))
    )
    assert abs(total - best) < 1e-9


@given(worth=WORTH)
def test_a_pair_has_worth_and_no_column_is_taken_twice(worth: list[list[float]]) -> None:
    taken = [(row, at) for row, at in enumerate(assign(worth)) if at is not None]

    assert all(worth[row][at] > 0 for row, at in taken)
    assert len({at for _, at in taken}) == len(taken)


def test_hundreds_of_columns_are_paired_with_themselves() -> None:
    size = 200
    worth = [[0.9 if k == j else 0.1 for j in range(size)] for k in range(size)]

    assert assign(worth) == [*range(size)]
