"""A real Chromium and pages on loopback. Where there is no browser the tests are skipped, but not
where CI is set: there, a missing browser is a failure.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.site import Site, serve
from windrow.read import Page, Web
from windrow.read.browser import Session, Settings, missing, show

Show = Callable[..., Page]


@pytest.fixture(scope="session", autouse=True)
def _browser_there() -> None:
    if lack := missing():
        if os.environ.get("CI"):
            pytest.fail(f"no browser to test with: {lack[0]}; {lack[1]}")
        pytest.skip(f"no browser: {lack[0]}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Session]:
    """One browser for all tests that do it no harm."""
    with Session() as session:
        yield session


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with serve() as running:
        yield running


@pytest.fixture
def shown(browser: Session, site: Site) -> Show:
    """Shows a page of the site, or a file; loopback is allowed, as it has to be."""

    def call(page: Any, **settings: Any) -> Page:
        if isinstance(page, str) and page.startswith("/"):
            page = site.url + page
        web = settings.pop("web", Web(private=(site.host,)))
        chosen = Settings(**{"seconds": 90, "quiet": 0.3, "patience": 0.3, **settings})
        return show(page, chosen, session=browser, web=web)

    return call
