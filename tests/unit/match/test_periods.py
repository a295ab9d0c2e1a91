import pytest

from windrow.match.periods import UnitRun, runs


@pytest.mark.parametrize(
    ("string", "found"),
    [
        ("xabcadcabcadcabcadcy", [UnitRun(1, 19, 6)]),
        ("abababa", [UnitRun(0, 7, 2)]),
        ("abcabcabcdededed", [UnitRun(0, 9, 3), UnitRun(9, 16, 2)]),
        ("aaaaaa", []),
        ("abab", []),
        ("", []),
    ],
)
def test_a_run_is_a_unit_of_different_symbols_three_times(
    string: str, found: list[UnitRun]
) -> None:
    assert [*runs(string)] == found
