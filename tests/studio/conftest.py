"""The studio as a person has it: the service in a process of its own, a real Chromium before it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Playwright, expect, sync_playwright

from tests.chromium import PATIENCE, require_browser
from tests.served import ROOT, Served, served
from windrow.read.browser import chromium

SHOP = ROOT / "examples" / "shop.html"
expect.set_options(timeout=PATIENCE)
# What a headless Chromium must not do on its own.
_ALONE = ["--disable-background-networking", "--disable-component-update", "--disable-sync",
          "--no-first-run"]  # fmt: skip


@pytest.fixture(scope="session", autouse=True)
def _browser_there() -> None:
    require_browser()


@pytest.fixture(scope="package")
def driver() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


def launched(driver: Playwright, *more: str) -> Browser:
    root = not hasattr(os, "geteuid") or os.geteuid() == 0
    return driver.chromium.launch(
        executable_path=chromium(), args=[*_ALONE, *more], chromium_sandbox=not root
    )


@pytest.fixture(scope="package")
def browser(driver: Playwright) -> Iterator[Browser]:
    browser = launched(driver)
    yield browser
    browser.close()


@pytest.fixture(scope="package")
def foreign(driver: Playwright) -> Iterator[Browser]:
    """Gives a browser to which this machine has names of other sites."""
    browser = launched(driver, "--host-resolver-rules=MAP *.example 127.0.0.1")
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One service for all tests: they use pages and names of their own."""
    home: Path = tmp_path_factory.mktemp("home")
    with served(home, "--no-browser") as running:
        yield running


Open = Callable[..., Page]


@pytest.fixture
def studio(browser: Browser, service: Served) -> Iterator[Open]:
    """Opens the studio; whatever goes wrong in its scripts fails the test."""
    contexts, faults = [], []

    def opened(at: Served = service, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{at.address}/?token={at.token}")
        page.get_by_role("heading", name="Rake a page into rows").wait_for()
        settled(page)
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
    """Return the cells of a column in the visible rows."""
    at = names(page).index(column)
    return page.locator(f".grid .line:not(.head) > :nth-child({at + 1})").all_inner_texts()


def renamed(page: Page, column: str, name: str) -> None:
    """Give a column another name."""
    header(page, column).click()
    page.get_by_label("Name of the column").fill(name)
    page.get_by_role("button", name="Rename").click()
    header(page, name).wait_for()


def saved(page: Page, name: str) -> None:
    """Save a wrapper under a name."""
    page.get_by_role("button", name="Save wrapper").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("reads list pages").wait_for()
    page.get_by_role("button", name="Close").click()


def windrow(*words: str, cwd: Path = ROOT) -> str:
    """Return what the command line prints."""
    done = subprocess.run(
        [sys.executable, "-m", "windrow", *words],
        capture_output=True, text=True, cwd=cwd, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def settled(page: Page) -> None:
    """Wait until the studio waits for nothing."""
    expect(page.get_by_role("status").last).not_to_contain_text("…", timeout=PATIENCE)
