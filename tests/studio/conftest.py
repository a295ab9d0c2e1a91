"""The studio as a person has it: the service in a process of its own, a real Chromium before it."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.chromium import require_browser
from tests.served import ROOT, Served, served
from windrow.read.browser import chromium

SHOP = ROOT / "examples" / "shop.html"
# What a headless Chromium must not do on its own.
_ALONE = ["--disable-background-networking", "--disable-component-update", "--disable-sync",
          "--no-first-run"]  # fmt: skip


@pytest.fixture(scope="session", autouse=True)
def _browser_there() -> None:
    require_browser()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        root = not hasattr(os, "geteuid") or os.geteuid() == 0
        browser = driver.chromium.launch(
            executable_path=chromium(), args=_ALONE, chromium_sandbox=not root
        )
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home: Path = tmp_path_factory.mktemp("home")
    with served(home, "--no-browser") as running:
        yield running


Open = Callable[..., Page]


@pytest.fixture
def studio(browser: Browser, service: Served) -> Iterator[Open]:
    """Opens the studio; whatever goes wrong in its scripts fails the test."""
    contexts, faults = [], []

    def opened(**options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{service.address}/?token={service.token}")
        page.get_by_role("heading", name="Rake a page into rows").wait_for()
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def open_file(page: Page, path: Path) -> None:
    """Give the studio a saved page, and wait for its table."""
    page.set_input_files("input[type=file]", str(path))
    page.get_by_role("grid").wait_for()


def names(page: Page) -> list[str]:
    """Return the names of the columns that are shown."""
    return page.locator("[role=columnheader] b").all_inner_texts()


def header(page: Page, column: str) -> Locator:
    """Return the header of a column."""
    name = page.locator("b", has_text=re.compile(f"^{column}$"))
    return page.get_by_role("columnheader").filter(has=name)


def cells(page: Page, column: str) -> list[str]:
    """Return what a column says in the rows in sight."""
    at = names(page).index(column)
    return page.locator(f".grid .line:not(.head) > :nth-child({at + 1})").all_inner_texts()


def settled(page: Page) -> None:
    """Wait until the studio waits for nothing."""
    expect(page.get_by_role("status").last).not_to_contain_text("…", timeout=60_000)
