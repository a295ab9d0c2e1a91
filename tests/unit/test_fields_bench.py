"""Fields that people would ask for are found, and none is taken for another."""

from __future__ import annotations

import pytest

from bench.corpus import CORPUS
from bench.fields import Asked, below, holds, judge, judge_all, shares
from windrow.model import Column, Fit, Table

TABLE = Table(
    (Column("title", "text"), Column("price", "price"), Column("made", "date")),
    (
        {"title": "Rake", "price": "$4", "made": "2024-05-01"},
        {"title": "Hoe", "price": "$9", "made": "2024-05-02"},
    ),
)


def verdicts(**fields: list[str | None] | None) -> list[str]:
    return [one.verdict for one in judge("p", fields, [TABLE])]


def test_a_field_is_right_if_its_column_holds_the_values() -> None:
    assert verdicts(name=["Rake", "Hoe"], cost=["$4", "$9"]) == ["right", "right"]


def test_a_field_with_the_values_of_another_column_is_wrong() -> None:
    assert verdicts(title=["$4", "$9"]) == ["wrong"]


def test_what_the_page_does_not_say_must_not_be_found() -> None:
    assert verdicts(isbn=None, price=None) == ["right", "wrong"]


def test_a_field_is_missed_where_a_column_has_it_and_lacking_where_none_has() -> None:
    assert verdicts(title=["Rake", "Hoe"], isbn=["$4", "$9"], sku=["X", "Y"]) == [
        "right", "missed", "lacking",
    ]  # fmt: skip


def test_labels_and_schemes_do_not_count() -> None:
    assert holds("2004-01-20", "Date Posted: 2004-01-20", "Date Posted:")
    assert holds("https://farm.example/", "farm.example")
    assert not holds("anna", "user?id=anna")


def test_floors_are_told() -> None:
    asked = [Asked("p", Fit("a"), verdict) for verdict in ("right", "wrong", "lacking")]

    assert shares(asked) == {"right": 0.5, "missed": 0.0, "wrong": 0.5}
    assert below(asked) == ["right 50.0%", "wrong 50.0%"]


@pytest.mark.slow
def test_the_floors_hold() -> None:
    asked = [*judge_all()]

    assert below(asked) == []
    # Without the corpus there are the project's own examples.
    assert len({one.page for one in asked}) >= (40 if CORPUS.is_dir() else 1)
