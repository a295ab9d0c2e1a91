"""Columns are assigned by their chances: rivals make a field less sure, what is left surer."""

from __future__ import annotations

import pytest

from windrow.model import Column
from windrow.table.fields import fits, judged
from windrow.table.wanted import wanted

WEIGHTS = {"yes": 3.0, "left_one": 0.0, "left_one_odds": 2.0}
NONE = {"absent": 1.0}


def test_columns_that_may_be_exchanged_are_not_sure() -> None:
    apart = judged([(NONE, [{"yes": 1.0}, {}]), (NONE, [{}, {"yes": 1.0}])], WEIGHTS)
    alike = judged([(NONE, [{"yes": 1.0}, {"yes": 1.0}])] * 2, WEIGHTS)

    assert min(sure for _, sure in apart) > 0.9
    # Two that are in the order of the fields are a little surer than two that are not.
    assert [at for at, _ in alike] == [0, 1]
    assert 0.5 < min(sure for _, sure in alike) < 0.8


def test_a_rival_that_only_one_field_may_be_is_none() -> None:
    [_, (at, sure)] = judged([(NONE, [{"yes": 1.0}, None]), (NONE, [{"yes": 1.0}, {"yes": 1.0}])])

    assert at in (None, 1)
    assert sure < 1


def test_the_last_column_that_is_left_is_likelier() -> None:
    likely = {"yes": 0.05}

    [_, (at, sure)] = judged([(NONE, [{"yes": 1.0}, {}]), (NONE, [{}, likely])], WEIGHTS)
    [_, (_, before)] = judged(
        [(NONE, [{"yes": 1.0}, {}]), (NONE, [{}, likely])], WEIGHTS | {"left_one_odds": 0.0}
    )

    assert at == 1
    assert sure > 0.55 > before


@pytest.mark.parametrize(
    "signs", [{"nameless": 1.0}, {"yes": -1.0}, {"yes": 0.05, "constant": 1.0}]
)
def test_what_is_left_is_not_taken_only_because_it_is_left(signs: dict[str, float]) -> None:
    [_, (_, sure)] = judged([(NONE, [{"yes": 1.0}, {}]), (NONE, [{}, signs])], WEIGHTS)

    assert sure < 0.55


COLUMNS = [
    Column("title", "text", samples=("Loaf", "Cake"), source="form"),
    Column("email", "email", samples=("a@b.example", "c@d.example"), source="label"),
    Column("inicio", "date", samples=("16/09/2024", "23/09/2024"), source="label", label="Inicio:"),
    Column("net", "number", samples=("1250.00", "8940.50"), source="header"),
    Column("image", "image", samples=("/1.jpg", "/2.jpg"), source="kind"),
    Column("dificultat", "text", samples=("Fàcil", "Mitjana"), source="header"),
]


@pytest.mark.parametrize(
    ("field", "column"),
    [
        ("email_address", "email"), ("start_date", "inicio"), ("net_amount", "net"),
        ("image_url", "image"), ("difficulty_level", "dificultat"), ("end_date", ""),
        ("email_count", ""), ("start_price", ""), ("image_count", ""),
    ],
)  # fmt: skip
def test_names_of_several_words_are_found_by_their_parts(field: str, column: str) -> None:
    [_, one] = fits(COLUMNS, wanted(f"title,{field}"))

    assert one.column == column


def test_fields_may_begin_with_what_the_records_are() -> None:
    columns = (
        Column("title", "text", samples=("Fair", "Gig"), source="form"),
        Column("venue", "text", samples=("Town Hall", "The Barn"), source="class"),
        Column("link", "url", samples=("/1", "/2"), source="form"),
    )

    found = fits(columns, wanted("event_name,event_venue,event_url"))

    assert [one.column for one in found] == ["title", "venue", "link"]
