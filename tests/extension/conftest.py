"""The extension as a person has it: loaded into a real Chromium, with a service on this machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.chromium import require_browser
from tests.extended import Extended, build, extended_chromium, lacking
from tests.served import Served, served


@pytest.fixture(scope="session")
def built() -> Path:
    """Return the folder with the extension, built of its sources."""
    if lack := lacking():
        if os.environ.get("CI") and os.name != "nt":
            pytest.fail(f"the extension cannot be built: {lack}")
        pytest.skip(lack)
    return build()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One service for all tests: they use pages and names of their own."""
    home: Path = tmp_path_factory.mktemp("home")
    with served(home, "--no-browser") as running:
        yield running


@pytest.fixture(scope="module")
def chromium_with(
    built: Path, tmp_path_factory: pytest.TempPathFactory, service: Served
) -> Iterator[Extended]:
    require_browser()
    with extended_chromium(built, tmp_path_factory.mktemp("profile"), service) as browser:
        yield browser


@pytest.fixture
def extended(chromium_with: Extended) -> Iterator[Extended]:
    """Gives the browser with the extension paired; whatever goes wrong in its pages fails."""
    faults: list[str] = []
    chromium_with.pair()

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))

    chromium_with.context.on("page", watch)
    yield chromium_with
    chromium_with.context.remove_listener("page", watch)
    for page in chromium_with.context.pages[1:]:
        page.close()
    assert faults == []
