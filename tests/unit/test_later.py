import pickle
from functools import partial

import pytest

from windrow.later import Later


def counted(*members: int | None) -> tuple[Later[int], list[int | None]]:
    """Return the members, and a list of those that were made."""
    asked: list[int | None] = []

    def make(member: int | None) -> int | None:
        asked.append(member)
        return member

    return Later([partial(make, member) for member in members]), asked


def test_members_are_made_as_far_as_they_are_asked_for_and_once() -> None:
    members, asked = counted(1, 2, 3)

    assert asked == []
    assert members
    assert members[0] == 1
    assert members[:1] == (1,)
    assert asked == [1]
    assert members[-3:2] == (1, 2)
    assert [*members] == [1, 2, 3]
    assert members[1] == 2
    assert asked == [1, 2, 3]


def test_a_maker_that_makes_nothing_is_passed_over() -> None:
    members, _ = counted(None, 1, None, 2)

    assert members[1] == 2
    assert members[-1] == 2
    assert members[:1] == (1,)
    assert len(members) == 2
    with pytest.raises(IndexError):
        members[2]


def test_nothing_made_is_nothing() -> None:
    members, _ = counted(None)

    assert not members


def test_changed_members_are_made_once_for_both() -> None:
    members, asked = counted(1, 2, None)

    assert members[0] == 1
    changed = members.changed(str)
    assert asked == [1]
    assert [*changed] == ["1", "2"]
    assert [*members] == [1, 2]
    assert asked == [1, 2, None]


def test_it_is_like_a_tuple_of_its_members() -> None:
    members, _ = counted(1, 2)

    assert members == (1, 2)
    assert members == Later.made([1, 2])
    assert members != [1, 2]
    assert hash(members) == hash((1, 2))
    assert repr(members) == "(1, 2)"
    assert pickle.loads(pickle.dumps(members)) == (1, 2)


def test_what_a_maker_raises_is_raised_again() -> None:
    def fail() -> int:
        raise ValueError("no")

    members = Later([fail])

    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            len(members)
