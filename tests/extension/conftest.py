"""The extension as a person has it: loaded into a real Chromium, with a service on this machine."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Worker, expect, sync_playwright

from tests.chromium import require_browser
from tests.served import ROOT, Served, served
from windrow.read.browser import chromium
from windrow.sink.lock import alone

_ARGUMENTS = ["--headless=new", "--disable-background-networking", "--disable-component-update",
              "--disable-sync", "--no-first-run", "--enable-unsafe-extension-debugging"]  # fmt: skip


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the extension, built of its sources."""
    if sys.platform == "win32":
        pytest.skip("the extension is built with make")
    if not shutil.which("npm"):
        if os.environ.get("CI"):
            pytest.fail("no npm to build the extension with")
        pytest.skip("no npm")
    # Several processes may test at once: one of them builds.
    with alone([str(ROOT / "build" / "extension.lock")], patience=600):
        subprocess.run(["make", "-s", "build/extension/ready"], cwd=ROOT, check=True)
    return ROOT / "build" / "extension"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    home: Path = tmp_path_factory.mktemp("home")
    with served(home, "--no-browser") as running:
        yield running


@dataclass
class Extended:
    """A Chromium with the extension."""

    context: BrowserContext
    id: str
    worker: Worker
    service: Served

    def panel(self, page: Page) -> Page:
        """Open the panel of *page*, in a window of its own: the page stays in front in its own."""
        tab = self.worker.evaluate(
            "async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id",
            page.url,
        )
        url = f"chrome-extension://{self.id}/panel.html?tab={tab}"
        with self.context.expect_page() as coming:
            self.worker.evaluate("(url) => chrome.windows.create({url, type: 'popup'})", url)
        coming.value.set_default_timeout(60_000)
        return coming.value

    def table(self, page: Page) -> Page:
        """Open the panel of *page*, and wait for its table."""
        panel = self.panel(page)
        panel.get_by_role("grid").wait_for()
        settled(panel)
        return panel

    def opened(self, url: str) -> Page:
        """Open a page."""
        page = self.context.new_page()
        page.set_default_timeout(60_000)
        page.goto(url)
        return page

    def click(self, page: Page) -> None:
        """Press the extension's button on *page*."""
        session = self._session()
        tabs = session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
        [target] = [one["targetId"] for one in tabs if one["url"] == page.url]
        session.send("Extensions.triggerAction", {"id": self.id, "targetId": target})

    def pair(self) -> None:
        """Give the extension its token, as pairing does."""
        port = int(self.service.address.rpartition(":")[2])
        facts = {"port": port, "token": self.service.token}
        self.worker.evaluate("(facts) => chrome.storage.local.set(facts)", facts)

    def _session(self) -> Any:
        assert self.context.browser is not None
        return self.context.browser.new_browser_cdp_session()


@pytest.fixture(scope="module")
def chromium_with(
    built: Path, tmp_path_factory: pytest.TempPathFactory, service: Served
) -> Iterator[Extended]:
    require_browser()
    root = not hasattr(os, "geteuid") or os.geteuid() == 0
    with sync_playwright() as driver:
        context = driver.chromium.launch_persistent_context(
            str(tmp_path_factory.mktemp("profile")),
            executable_path=chromium(),
            headless=False,  # the new kind is an argument: the old one has no extensions
            args=_ARGUMENTS,
            ignore_default_args=["--disable-extensions"],
            chromium_sandbox=not root,
            viewport={"width": 1280, "height": 800},
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        assert context.browser is not None
        session = context.browser.new_browser_cdp_session()
        loaded = session.send("Extensions.loadUnpacked", {"path": str(built / "chromium")})
        workers = context.service_workers or [context.wait_for_event("serviceworker")]
        yield Extended(context, loaded["id"], workers[0], service)
        context.close()


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


def settled(panel: Page) -> None:
    """Wait until the panel waits for nothing."""
    expect(panel.get_by_role("status").last).not_to_contain_text("…", timeout=60_000)


def names(panel: Page) -> list[str]:
    """Return the names of the columns that are shown."""
    return panel.locator("[role=columnheader] b").all_inner_texts()


def cells(panel: Page, column: str) -> list[str]:
    """Return what a column says in the rows in sight."""
    at = names(panel).index(column)
    return panel.locator(f".grid .line:not(.head) > :nth-child({at + 1})").all_inner_texts()
