"""Dataclasses become plain data by their type hints, and only what fits the hints comes back."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple

import pytest

from windrow.plain import WHOLE, Rule, Share, from_plain, to_plain


class Pair(NamedTuple):
    one: str
    share: Share = 1.0


@dataclass(frozen=True)
class Size:
    width: int = 0
    height: int = 0


@dataclass(frozen=True)
class Thing:
    name: Annotated[str, Rule(longest=5)]
    kind: Literal["a", "b"] = "a"
    weight: Annotated[Share, WHOLE] = 1.0
    count: Annotated[int, Rule(name="number", least=1, most=9)] = 1
    hidden: Annotated[str, Rule(skip=True)] = "unsaid"
    flag: bool = False
    words: frozenset[str] = frozenset()
    pairs: tuple[Pair, ...] = ()
    shares: Annotated[tuple[tuple[str, Share], ...], Rule(pairs=True)] = ()
    range: tuple[int, int] | None = None
    path: Annotated[tuple[str, ...], Rule(text=("/".join, lambda text: (*text.split("/"),)))] = ()
    size: Annotated[Size, Rule(flat=True)] = field(default_factory=Size)
    known: Annotated[Mapping[str, int], Rule(items=2)] = field(default_factory=dict)
    inner: Annotated["dict[str, Thing]", Rule(by="name")] = field(default_factory=dict)

    def check(self) -> None:
        if self.name == "bad":
            raise ValueError("a bad name")


FULL = Thing(
    "full", "b", 0.5, 3, "unsaid", True, frozenset("ba"), (Pair("x", 0.5),), (("y", 0.1),), (1, 2),
    ("p", "q"), Size(4), {"k": 7}, {"in": Thing("in")},
)  # fmt: skip


def test_what_has_its_default_is_left_out() -> None:
    assert to_plain(Thing("x")) == {"name": "x", "weight": 1.0}
    assert to_plain(Size(), whole=True) == {"width": 0, "height": 0}


def test_plain_data_is_ready_for_json_and_comes_back() -> None:
    data = to_plain(FULL)

    assert data == {
        "name": "full", "kind": "b", "weight": 0.5, "number": 3, "flag": True, "words": ["a", "b"],
        "pairs": [["x", 0.5]], "shares": {"y": 0.1}, "range": [1, 2], "path": "p/q", "width": 4,
        "known": {"k": 7}, "inner": [{"name": "in", "weight": 1.0}],
    }  # fmt: skip
    assert from_plain(Thing, json.loads(json.dumps(data))) == FULL


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": None}, "name: a text of at most 5"),
        ({"name": "longer"}, "name: a text of at most 5"),
        ({"name": "bad"}, "a bad name"),
        ({"kind": "c"}, "kind: one of 'a', 'b' is expected, not 'c'"),
        ({"kind": []}, "kind: one of"),
        ({"weight": 1.5}, "weight: a number from 0 to 1 is"),
        ({"weight": float("nan")}, "weight: a number"),
        ({"number": 0}, "number: a number from 1 to 9"),
        ({"number": True}, "number: a number"),
        ({"number": 2.0}, "number: a number"),
        ({"flag": 1}, "flag: true or false"),
        ({"words": "ab"}, "words: a list is expected, not str"),
        ({"words": ["x"] * 6000}, "words: 0 to 5000 items"),
        ({"pairs": [["x"]]}, "pairs: 2 items are expected, not 1"),
        ({"shares": {"y": 2}}, "shares: a number"),
        ({"range": [1, 2, 3]}, "range: 2 items"),
        ({"path": 3}, "path: a text"),
        ({"width": -1}, "width: a number"),
        ({"known": {"a": 1, "b": 2, "c": 3}}, "known: 0 to 2 items"),
        ({"known": None}, "known: an object is expected"),
        ({"inner": [3]}, "Thing: an object is expected, not int"),
        ({"inner": [{}]}, "name: missing in Thing"),
    ],
)
def test_what_does_not_fit_is_refused_by_the_name_of_its_field(wrong: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_plain(Thing, {**to_plain(FULL), **wrong})


def test_deep_nesting_is_refused() -> None:
    data: dict[str, Any] = {"name": "x"}
    for _ in range(60):
        data = {"name": "x", "inner": [data]}

    with pytest.raises(ValueError, match="nested too deeply"):
        from_plain(Thing, data)
