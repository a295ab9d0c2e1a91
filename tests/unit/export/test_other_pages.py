"""Exported selectors hold on other pages of the site, where parts are added or missing."""

import json
import random

import pytest

from tests.unit.export.test_selectors import PAGES, applied_rows, assert_selects
from windrow.errors import WrapperError
from windrow.export import export
from windrow.read import Page
from windrow.wrap.keep import kept_pages
from windrow.wrap.learn import learn
from windrow.wrap.selectors import Form

both_forms = pytest.mark.parametrize("form", ["css", "xpath"])


def _offers(start: int, *more: str) -> Page:
    cards = [
        f"<div class=card><h3><a href=/{n}>Rake {n}</a></h3><b>{n} Euro</b><i>{n} kg</i></div>"
        for n in range(start, start + 8)
    ]
    return Page.from_text(
        f"<h1>Rakes</h1><div class=all>{''.join([*cards[:4], *more, *cards[4:]])}"
    )


@both_forms
def test_what_has_too_little_of_a_record_is_not_found_on_another_page(form: str) -> None:
    wrapper = learn([_offers(1)], kind="list")
    other = _offers(20, "<div class=card><p>Advertisement</p></div>")

    assert len(applied_rows(wrapper, other)) == 8
    assert assert_selects(wrapper, other, form) == 4


def _docket(start: int, *before: str) -> Page:
    rows = "".join(
        f"<tr><td>May {n}<td><a href=/{n}>{n}</a><td>Motion number {n}"
        for n in range(start, start + 8)
    )
    head = "<tr><th>Date<th>No<th>Entry"
    return Page.from_text(
        f"<div id=main>{''.join(before)}<table><tr><td>Judge<td>Ann</table>"
        f"<table>{head}{rows}</table></div>"
    )


@both_forms
def test_a_table_is_found_by_its_cells_where_other_tables_are_new_before_it(form: str) -> None:
    wrapper = learn([_docket(1)], kind="list")
    other = _docket(10, "<table><tr><td>Closed<td>yes</table>")

    assert len(applied_rows(wrapper, other)) == 8
    assert assert_selects(wrapper, other, form) == 4


def _trips(start: int) -> Page:
    kinds = (
        "<li class=day><a href=/{n}>Trip {n}</a><span>{n} Euro</span><span>{n} hours</span></li>",
        "<li class=week><a href=/{n}>Trip {n}</a><span>Hotel {n}</span><span>{n}9 Euro</span></li>",
    )
    made = random.Random(start)
    lines = (made.choice(kinds).format(n=n) for n in range(start, start + 12))
    return Page.from_text(f"<ul class=trips>{''.join(lines)}</ul>")


@both_forms
def test_cells_of_records_of_two_kinds_are_found_by_the_kind(form: Form) -> None:
    wrapper = learn([_trips(1)], kind="list")

    found = wrapper.template.selectors(wrapper.columns, form, kept_pages(wrapper.kept))

    assert not found.missing
    assert assert_selects(wrapper, _trips(40), form) == len(wrapper.columns)


@both_forms
def test_why_records_that_begin_with_a_bare_text_have_no_selector(form: str) -> None:
    lines = "".join(f"Film {n} in <a href=/{n}>Hall {n}</a> at {n} pm<br>" for n in range(1, 9))
    wrapper = learn([Page.from_text(f"<p>{lines}</p>")], kind="list")

    with pytest.raises(WrapperError, match="the records begin with a bare text"):
        export(wrapper, form)


@both_forms
def test_a_list_in_each_record_has_selectors_for_its_rows(form: str) -> None:
    wrapper = learn([Page.from_text(PAGES["a list in each record"])], kind="list")

    [sizes] = [one for one in json.loads(export(wrapper, form).text)["columns"] if "records" in one]

    assert [one["name"] for one in sizes["columns"]] == ["size", "price"]
    assert not export(wrapper, form).left_out
