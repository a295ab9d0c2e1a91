"""Links that look like those to a next page are told apart from them by mechanisms, not by luck."""

from collections.abc import Sequence
from urllib.parse import urljoin

import pytest

from tests.unit.crawl import lookalikes, strangers
from tests.unit.crawl.written import Written
from windrow.crawl.between import may_lie_between
from windrow.crawl.paging import Paging, paging
from windrow.pipeline import find
from windrow.read import Page

# An arrow that loads more news into a block of a front page: a script's link, with no address.
KNOWN = {"home blocks"}
# Without its own address, a page of Japanese news may be a blog's, which calls older posts so.
UNKNOWN = {"次の記事"}

with_and_without_addresses = pytest.mark.parametrize(
    "known", [True, False], ids=["address", "file"]
)
both_sets = pytest.mark.parametrize("pages", [lookalikes, strangers], ids=["first", "later"])


def ways(page: Written, known: bool) -> Paging:
    """Return where *page* goes on, with its address or as a saved file."""
    url = page.url if known else None
    return paging(find(Page(page.url if known else "page.html", page.html.encode(), url), most=1))


def called(pages: Sequence[Written], known: bool) -> set[str]:
    """Return the names of the *pages* that have a next page or go on."""
    found = [(page.name.rpartition(": ")[2], ways(page, known)) for page in pages]
    return {name for name, way in found if way != Paging(None, None)}


@with_and_without_addresses
def test_articles_products_threads_chapters_days_and_last_pages_have_no_next_page(
    known: bool,
) -> None:
    assert called(lookalikes.WITHOUT, known) == (KNOWN if known else KNOWN | UNKNOWN)


@with_and_without_addresses
def test_pages_written_after_the_rules_have_no_next_page_either(known: bool) -> None:
    assert called(strangers.WITHOUT, known) == set()


@both_sets
@with_and_without_addresses
def test_lists_threads_reviews_and_articles_in_parts_have_a_next_page(
    pages: object, known: bool
) -> None:
    missed = set()
    for page in pages.WITH:  # type: ignore[attr-defined]
        found = ways(page, known).next
        if found is None or urljoin(page.url, found.address) != urljoin(page.url, page.next):
            missed.add(page.name)

    assert not missed


@pytest.mark.parametrize(
    ("back", "on", "lies"),
    [
        ("/hay?page=1", "/hay?page=3", True),
        ("/hay?start=10", "/hay?start=30", True),
        ("/hay?page=1", "/hay?page=2", True),  # the first page, with a link back to itself
        ("/hay?page=4", "/hay?page=2", True),  # newer posts
        ("/hay", "/hay/3", True),
        ("/hay?page=2", "/hay?page=3", False),  # the last page, with a link on to itself
        ("/hay?page=2", "/hay?page=1", False),  # and with one to the first page
        ("/news/wet-hay-11", "/news/old-hay-13", False),
        ("/bale/118", "/bale/77", False),
    ],
)
def test_a_page_of_a_list_fits_between_its_neighbours(back: str, on: str, lies: bool) -> None:
    assert may_lie_between(back, on) is lies
