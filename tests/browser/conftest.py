"""A real Chromium and pages on loopback."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.site import Site, serve
from tests.chromium import require_browser
from windrow.read import Page, Web
from windrow.read.browser import Session, Settings, show

Show = Callable[..., Page]


@pytest.fixture(scope="session", autouse=True)
def _browser_there() -> None:
    require_browser()


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
