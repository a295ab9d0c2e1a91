"""Laws of wrappers, on pages of any kind."""

from hypothesis import given, settings

from tests.strategies import pages, soups
from windrow.errors import NothingLearned
from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads


@settings(max_examples=60, deadline=None)
@given(pages() | soups())
def test_a_wrapper_survives_its_file_and_reads_the_page_it_is_from(html: str) -> None:
    page = Page.from_text(html)
    try:
        wrapper = learn([page], kind="list")
    except NothingLearned:
        return

    again = loads(dumps(wrapper).encode())

    assert dumps(again) == dumps(wrapper)
    first, second = wrapper.apply(page), again.apply(page)
    assert [table.rows for table in first] == [table.rows for table in second]
    assert all(table.rows for table in first)


@settings(max_examples=40, deadline=None)
@given(pages() | soups(), pages() | soups())
def test_any_wrapper_reads_any_page_without_falling(one: str, other: str) -> None:
    try:
        wrapper = learn([Page.from_text(one)], kind="list")
    except NothingLearned:
        return

    found = wrapper.apply(Page.from_text(other), every=True)

    names = [column.name for column in wrapper.columns]
    assert found.tables or found.reason
    assert all([*row] == names for table in found.tables[:1] for row in table.rows) or wrapper.more
