"""Rows of tables with unlike headings are not one list."""

from windrow.detect.auto import Auto
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
