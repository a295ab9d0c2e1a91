"""Rows of tables with unlike headings are not one list."""

import random

import pytest

from windrow.detect.auto import Auto
from windrow.detect.auto.tables import _Kind, _Kinds
from windrow.tree import Tree

TEAMS = "Barn Mill Field Brook Ridge Heath".split()


def table(headings: str, rows: list[str]) -> str:
    head = "".join(f'th"{name}" ' for name in headings.split())
    return f"table(tr({head}) {' '.join(rows)})"


def best(page: str) -> int:
    """Return how many records the best table has."""
    regions = Auto().detect(Tree.from_text(f"body({page})"))
    return len(max(regions, key=lambda region: region.score).records)


GAMES = [f'tr(td"{k} May 2021" td"{team}" td"{k}:2")' for k, team in enumerate(TEAMS, 1)]
POINTS = [f'tr(td"{k}" td"{team}" td"{30 - k}")' for k, team in enumerate(TEAMS[:4], 1)]


def test_tables_with_unlike_headings_are_not_joined() -> None:
    page = table("Date Against Result", GAMES) + " " + table("Rank Team Points", POINTS)

    assert best(page) == 6


def test_tables_with_the_same_headings_are() -> None:
    page = table("Date Against Result", GAMES[:3]) + " " + table("Date Against Result", GAMES[3:])

    assert best(page) == 6


def test_a_day_over_each_table_is_no_heading_of_a_column() -> None:
    days = [
        f'table(tr(th"{day}") {" ".join(GAMES[2 * k : 2 * k + 2])})'
        for k, day in enumerate(("Monday", "Tuesday", "Friday"))
    ]

    assert best(" ".join(days)) == 6


def test_facts_beside_a_table_are_no_rows_of_it() -> None:
    facts = [f'tr(th"{name}" td"since {1990 + k}")' for k, name in enumerate(TEAMS)]
    page = f"table({' '.join(facts)}) {table('Date Against Result', GAMES)}"

    tree = Tree.from_text(f"body({page})")
    found = [entry.candidate for entry in Auto().ranking(tree).ranked]
    rows = [len(one) for one in found if tree.label(one.starts[0]) == "tr"]

    assert best(page) == max(rows) == 6


def test_a_table_joins_the_first_kind_it_is_like_of_all_kinds() -> None:
    chance = random.Random(5)
    # Few have fewer than two headings, as these are like all others of their width.
    every = [
        _Kind(frozenset(chance.sample("abcdefghij", chance.choice([0, 1] + 5 * [2, 3, 4, 5]))), k)
        for k in (chance.randrange(60) for _ in range(300))
    ]
    kinds = _Kinds()
    founders: list[_Kind] = []
    expected: list[set[int]] = []

    for table, kind in enumerate(every):
        kinds.add(table, 1, kind)
        like = next((k for k, one in enumerate(founders) if kind.is_like(one)), len(founders))
        if like == len(founders):
            founders.append(kind)
            expected.append(set())
        expected[like].add(table)

    assert kinds.tables == expected
    assert len(expected) == 30


def test_a_table_is_compared_only_with_kinds_that_share_a_heading(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = 0
    is_like = _Kind.is_like

    def counted(kind: _Kind, other: _Kind) -> bool:
        nonlocal compared
        compared += 1
        return is_like(kind, other)

    monkeypatch.setattr(_Kind, "is_like", counted)
    kinds = _Kinds()
    for k in range(400):
        kinds.add(k, 2, _Kind(frozenset((f"h{k}", f"g{k}", "Name", "i" * k)), 4))

    assert len(kinds.counts) == 400
    assert compared < 4 * 400
