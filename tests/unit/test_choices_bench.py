"""Which list a reader means; on the project's examples without the labelled pages."""

import pytest

from bench.choices import Chosen, Wanted, below, judge, judge_all, shares, truth
from bench.corpus import EXAMPLES
from windrow import extract
from windrow.model import Column, Table

TOOLS = Wanted("Hay rake", "Dibber", 4)


def table(*titles: str, score: float = 1.0) -> Table:
    return Table((Column("title", "text"),), tuple({"title": one} for one in titles), score)


def test_the_first_tables_of_the_examples_are_the_lists_that_readers_mean() -> None:
    pages = {page: said for page, said in truth().items() if page.startswith("examples/")}

    judged = [
        judge(page, *said, extract(str(EXAMPLES / page.partition("/")[2])))
        for page, said in pages.items()
    ]

    assert [one.verdict for one in judged] == ["right"] * 3
    assert below(judged) == []


@pytest.mark.parametrize(
    ("titles", "verdict"),
    [
        (["Hay rake, ash", "Scythe", "Whetstone", "A DIBBER"], "right"),
        (["Hay rake", "Scythe", "Dibber"], "right"),
        (["Tools", "Hay rake", "Scythe", "Whetstone", "Dibber"], "nearly"),
        (["Hay rake", "Scythe"], "nearly"),
        (["Hay rake", "Hay rake"] * 5, "wrong"),
        (["Seeds", "Tools", "Pots", "Gloves"], "wrong"),
    ],
)
def test_a_list_is_recognised_by_its_ends_and_its_length(titles: list[str], verdict: str) -> None:
    assert TOOLS.verdict(table(*titles)) == verdict


def test_another_list_that_a_reader_could_mean_is_right_too() -> None:
    seeds = Wanted("Rye", "Oats", 3)

    assert judge("a", True, [TOOLS, seeds], [table("Rye", "Wheat", "Oats")]).verdict == "right"


def test_a_page_without_a_list_raises_an_alarm_only_with_a_sure_table_of_something_else() -> None:
    links = ("Home", "Imprint", "Contact", "Press")
    comments = ("Hay rake", "Scythe", "Whetstone", "Dibber")

    verdicts = [
        judge("a", False, [TOOLS], tables).verdict
        for tables in ([table(*links)], [table(*links, score=0.4)], [table(*comments)], [])
    ]

    assert verdicts == ["false", "quiet", "quiet", "quiet"]


def test_shares_are_of_pages_with_a_list_and_of_pages_without_one() -> None:
    judged = [Chosen("a", name, "") for name in ("right", "right", "wrong", "none", "false")]

    assert shares(judged) == {
        "right": 0.5, "nearly": 0, "wrong": 0.25, "none": 0.25, "false": 1.0
    }  # fmt: skip
    assert below(judged) == ["right 0.500", "false 1.000"]


def test_pages_whose_list_has_one_record_are_left_out() -> None:
    assert all(lists[0].records > 1 for has_list, lists in truth().values() if has_list)


def test_without_the_labelled_pages_the_examples_are_judged() -> None:
    judged = [*judge_all(EXAMPLES / "nowhere")]

    assert [one.page for one in judged] == [
        "examples/forum.html", "examples/shop.html", "examples/timetable.html"
    ]  # fmt: skip
