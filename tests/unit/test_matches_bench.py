"""The chances of wanted fields are fitted to what is right, and judged by sites left out."""

import random
from pathlib import Path

import pytest

from bench import matches
from bench.fields import Question, shares
from bench.matches import Example, examples, fit, left_out, surely
from windrow.model import Column, Table
from windrow.table.speaking import Signs
from windrow.table.wanted import Wanted

TABLE = Table((Column("a", "text"), Column("b", "text")), ())


def asked(*signs: Signs, right: str, site: str = "x") -> Example:
    """A field with the signs of the two columns."""
    answer = frozenset({right} - {""})
    own = Question(f"{site}/page", TABLE, (Wanted("f"),), (answer,))
    return Example("open", own, [({"absent": 1.0}, signs)])


SAID = [asked({"named": 1.0}, {"linked": 1.0}, right="a", site=str(k)) for k in range(20)]
UNSAID = [asked({"linked": 1.0}, {"linked": 1.0}, right="", site=str(k)) for k in range(20)]


def test_a_sign_of_right_columns_speaks_for_them() -> None:
    weights = fit(SAID + UNSAID)

    assert weights["named"] > 1 > 0 > weights["linked"]


def test_what_no_column_has_is_not_found() -> None:
    some = SAID + UNSAID
    weights = dict.fromkeys({one.site for one in some}, fit(some))

    verdicts = [*surely(some, weights, 0.5)]

    assert shares(verdicts)["right"] == 1
    assert [one.fit.column for one in verdicts[::20]] == ["a", ""]


def test_a_site_has_no_say_in_its_own_weights() -> None:
    odd = asked({"odd": 1.0}, {}, right="a", site="odd")

    weights = left_out([*SAID, *UNSAID, odd])

    assert "odd" not in weights["odd"]
    assert "odd" in weights["0"] or "odd" in weights["1"]


def test_pages_written_for_the_project_are_asked_where_there_is_no_corpus(tmp_path: Path) -> None:
    some = [*examples(tmp_path)]

    assert {one.site.split("/")[0] for one in some} == {"examples", "written"}
    assert {one.kind for one in some} >= {"open", "names"}


def test_fields_that_a_page_lacks_are_those_of_open_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    def columns(*names: str) -> list[dict[str, str]]:
        return [{"called": name, "values": "1"} for name in names]

    own = {f"written/open{k}": columns("title", "price", f"thing{k}") for k in range(20)}
    hidden = {f"written/closed{k}": columns("salary", "zebra") for k in range(20)}
    names = {"words": {}, "pages": own | hidden}
    monkeypatch.setattr(matches, "closed", lambda: {*hidden})

    found = {name for page in own for one in matches._by_names(page, names) for name in one}

    assert "price" in found
    assert not found & {"salary", "zebra"}


def test_rounds_of_a_page_have_different_fields_that_look_alike() -> None:
    pages = {f"written/{k}": [{"called": name}] for k, name in enumerate(("salary", "fee", "rent"))}
    names = {"words": {}, "pages": pages}
    chance = random.Random(1)

    found = {
        name for _ in range(20) for name in matches._alike([["price"]], names, [*pages], chance)
    }

    assert len(found) > 1
