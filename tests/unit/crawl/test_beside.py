"""Rows beside the list are left out; records that come again on every page are not."""

from collections.abc import Sequence

from windrow.crawl.beside import beside, without
from windrow.model import Column, Table


def table(*titles: str, at: Sequence[str] = "abcdef") -> Table:
    """Return a table of titles, each in a node named by a letter."""
    rows = tuple({"title": title} for title in titles)
    return Table((Column("title", "text"),), rows, nodes=tuple((one,) for one in at[: len(rows)]))


def titles(found: Table) -> list[object]:
    return [row["title"] for row in found.rows]


def test_a_menu_that_is_on_every_page_is_not_a_record() -> None:
    first, second = table("Menu", "Ant", "Bee"), table("Menu", "Cat", "Dog")

    others = beside([first, second], table("Ant", "Bee", at="bc"))

    assert titles(without(first, others)) == ["Ant", "Bee"]
    assert titles(without(second, others)) == ["Cat", "Dog"]


def test_a_record_that_is_kept_at_the_top_of_every_page_stays() -> None:
    first, second = table("Rules", "Ant", "Bee"), table("Rules", "Cat", "Dog")

    assert beside([first, second], table("Rules", "Ant", "Bee")) == frozenset()


def test_a_row_outside_of_the_list_that_changes_stays() -> None:
    first, second = table("Ad", "Ant", "Bee"), table("Other ad", "Cat", "Dog")

    assert beside([first, second], table("Ant", "Bee", at="bc")) == frozenset()


def test_another_list_than_the_one_found_is_read_as_it_is() -> None:
    first = table("Ant", "Bee", "Cat")

    assert beside([first, first], table("Menu", at="z")) == frozenset()
    assert beside([first], table("Ant", at="a")) == frozenset()
