"""Redesigns of the example pages, made on their trees: noticed if they break, and repaired."""

from pathlib import Path

import pytest

from bench.cases import (
    Case,
    case_of,
    gone_columns,
    likeness,
    matched,
    record_texts,
    rows_of,
    without,
)
from bench.mutate import NEARLY
from bench.mutations import MUTATIONS, document_of, page_of
from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.repair import repair
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

EXAMPLES = Path(__file__).parents[3] / "examples"
KEPT = [name for name in MUTATIONS if "record" not in name or "wrapped" in name]


Learned = tuple[Wrapper, Case]


@pytest.fixture(scope="module")
def examples() -> list[Learned]:
    return [_learned(name) for name in ("shop", "forum", "timetable")]


def _learned(name: str) -> Learned:
    document = document_of((EXAMPLES / f"{name}.html").read_text("utf-8"))
    page = Page.from_bytes(page_of(document), name)
    wrapper = learn([page], kind="list")
    case = case_of(wrapper, page, document)
    assert case is not None
    return wrapper, case


def changed(case: Case, mutation: str) -> tuple[Page, set[str]]:
    """Return the page after the change, and the columns whose texts it has torn apart."""
    listed = case.listed()
    before = record_texts(listed)
    MUTATIONS[mutation](listed)
    gone = gone_columns(case.rows, before, record_texts(listed))
    return Page.from_bytes(page_of(listed.document), case.name), gone


@pytest.mark.parametrize("mutation", KEPT)
def test_a_redesign_is_harmless_or_noticed(examples: list[Learned], mutation: str) -> None:
    for wrapper, case in examples:
        page, gone = changed(case, mutation)

        now = without(rows_of(wrapper, page), gone)
        harmless = likeness(without(case.rows, gone), now) >= NEARLY
        assert harmless or not verify(wrapper, [page]).healthy, case.name


@pytest.mark.parametrize("mutation", KEPT)
def test_repairs_give_nine_of_ten_cells_again(examples: list[Learned], mutation: str) -> None:
    right = wanted = 0

    for wrapper, case in examples:
        page, gone = changed(case, mutation)
        repaired = repair(wrapper, [page]).wrapper
        rows = without(case.rows, gone)
        right += matched(rows, rows_of(repaired, page))
        wanted += sum(map(len, rows))

    assert right >= 0.9 * wanted


@pytest.mark.parametrize("mutation", ["no records", "one record", "half of the records"])
def test_fewer_records_are_no_alarm(examples: list[Learned], mutation: str) -> None:
    for wrapper, case in examples:
        report = verify(wrapper, [changed(case, mutation)[0]])

        assert report.healthy, (case.name, report.reasons)
