"""Names and types against the truth that people wrote; on the project's examples without a corpus."""

import pytest

from bench.corpus import CORPUS, EXAMPLES
from bench.names import (
    FLOORS,
    Judged,
    NamedColumn,
    below,
    judge,
    judge_all,
    truth,
    verdict,
)
from windrow import extract
from windrow.model import Column, Table, Value


def test_names_and_types_hold_their_floors() -> None:
    if not CORPUS.is_dir():
        pytest.skip("no labelled corpus")

    assert below([*judge_all()]) == []


def test_the_examples_are_named_as_people_would() -> None:
    pages = {page: wanted for page, wanted in truth().items() if page.startswith("examples/")}

    judged = [
        one
        for page, wanted in pages.items()
        for one in judge(page, wanted, extract(str(EXAMPLES / page.partition("/")[2])))
    ]

    assert len(pages) == 3
    assert below(judged, FLOORS | {"misleading": 0.0}) == []


def test_columns_are_recognised_by_their_values_however_records_are_cut() -> None:
    wanted = truth()["examples/timetable.html"]
    columns = (Column("time", "time"), Column("where", "text"))
    rows: tuple[dict[str, Value], ...] = (
        {"time": "06:12", "where": "Oxford"},
        {"time": "06:47", "where": "Banbury, a long way, change at two stations"},
        {"time": "08:05", "where": "Didcot Parkway"},
    )

    judged = judge("a", wanted[:3], [Table(columns, rows)])

    assert [one.verdict for one in judged] == ["good", "misleading", "missing"]


def test_a_name_that_says_nothing_does_not_mislead() -> None:
    accepted = frozenset({"price"})

    assert [verdict(name, accepted) for name in ("price", "price_2", "text_2", "title")] == [
        "good", "good", "empty", "misleading"
    ]  # fmt: skip


def test_names_of_a_second_reader_are_accepted_and_can_be_left_out() -> None:
    wanted = NamedColumn(
        frozenset({"price", "fee"}), frozenset({"price"}), ("5",), frozenset({"price"})
    )
    found = Judged("a", wanted, Column("fee", "price"))

    assert (found.verdict, found.by_first.verdict) == ("good", "misleading")


def test_a_second_reader_only_adds_names() -> None:
    columns = [column for page in truth().values() for column in page]

    assert all(column.first <= column.names for column in columns)
    assert any(column.first < column.names for column in columns)
