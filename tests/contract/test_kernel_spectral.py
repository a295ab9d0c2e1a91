"""The kernel of TPC: compiled and uncompiled alike, and like the textbook."""

from array import array
from itertools import combinations, pairwise
from statistics import mean, pvariance
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.twins import kernel
from windrow.kernels import Mode

every_mode = pytest.mark.parametrize("mode", ["native", "python"])
signals = st.lists(
    st.sets(st.integers(0, 60), min_size=1, max_size=9).map(sorted), min_size=1, max_size=7
)


def spectral(mode: Mode) -> ModuleType:
    return kernel("match.spectral", mode)


def likeness(mode: Mode, found: list[list[int]]) -> "array[float]":
    starts = array("i", [0])
    for signal in found:
        starts.append(starts[-1] + len(signal))
    places = array("i", [place for signal in found for place in signal])
    alike: array[float] = spectral(mode).likeness(places, starts, 10.0)
    return alike


def textbook(first: list[int], second: list[int]) -> float:
    """Return the similarity of two signals, counted stretch by stretch."""

    def unevenness(one: list[int], other: list[int]) -> float:
        counts = [sum(start < place < end for place in one) for start, end in pairwise(other)]
        inside = sum(counts)
        outside = len(one) - inside
        return (pvariance(counts) if counts else 0.0) + (outside if outside > 1 else 0)

    uneven = max(unevenness(first, second), unevenness(second, first))
    return 10 / (abs(mean(first) - mean(second)) * uneven + 10)


@every_mode
@given(found=signals)
def test_the_likeness_of_signals_is_the_textbooks(mode: Mode, found: list[list[int]]) -> None:
    alike = likeness(mode, found)

    for i, first in enumerate(found):
        for j, second in enumerate(found):
            wanted = 1.0 if i == j else textbook(first, second)
            assert alike[i * len(found) + j] == pytest.approx(wanted)


@given(found=signals)
def test_compiled_and_uncompiled_say_the_same(found: list[list[int]]) -> None:
    alike = likeness("python", found)
    members = array("i", range(len(found)))

    assert likeness("native", found) == alike
    cuts = [spectral(m).best_cut(alike, len(found), members, 2.0, 60) for m in ("native", "python")]
    assert cuts[0] == cuts[1]


@every_mode
def test_two_groups_are_cut_apart_where_the_cut_is_cheapest(mode: Mode) -> None:
    near = {(0, 2), (0, 4), (2, 4), (1, 3)}
    alike = array("d", [0.0] * 25)
    for i in range(5):
        alike[6 * i] = 1.0
    for i, j in combinations(range(5), 2):
        alike[5 * i + j] = alike[5 * j + i] = 0.9 if (i, j) in near else 0.05

    side = spectral(mode).best_cut(alike, 5, array("i", range(5)), 0.6, 60)

    assert {*side} in ({0, 2, 4}, {1, 3})
    assert spectral(mode).best_cut(alike, 5, array("i", [0, 2, 4]), 0.6, 60) == []
