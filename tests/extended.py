"""A real Chromium with the extension in it, and the panel as tests and measurements use it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Worker, expect, sync_playwright

from tests.chromium import PATIENCE
from tests.served import ROOT, Served
from windrow.read.browser import chromium
from windrow.sink.lock import alone

__all__ = ["Extended", "build", "cells", "extended_chromium", "lacking", "names", "settled"]

_ARGUMENTS = ["--headless=new", "--disable-background-networking", "--disable-component-update",
              "--disable-sync", "--no-first-run", "--enable-unsafe-extension-debugging",
              "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"]  # fmt: skip


def lacking() -> str | None:
    """Return why the extension cannot be built here, if so."""
    if sys.platform == "win32":
        return "the extension is built with make"
    return None if shutil.which("npm") and shutil.which("make") else "no npm or no make"


def build() -> Path:
    """Return the folder with the extension, built of its sources."""
    folder = ROOT / "build"
    folder.mkdir(exist_ok=True)
    # Several processes may test at once: one of them builds.
    with alone([str(folder / "extension.lock")], patience=600):
        subprocess.run(["make", "-s", "build/extension/ready"], cwd=ROOT, check=True)
    return folder / "extension" / "chromium"


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
        coming.value.set_default_timeout(PATIENCE)
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
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        return page

    def click(self, page: Page) -> None:
        """Press the extension's button on *page*."""
        session = self.session()
        tabs = session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
        [target] = [one["targetId"] for one in tabs if one["url"] == page.url]
        session.send("Extensions.triggerAction", {"id": self.id, "targetId": target})

    def pair(self) -> None:
        """Give the extension its token, as pairing does."""
        port = int(self.service.address.rpartition(":")[2])
        facts = {"port": port, "token": self.service.token}
        self.worker.evaluate("(facts) => chrome.storage.local.set(facts)", facts)

    def session(self) -> Any:
        """Return a way to talk to the browser itself."""
        assert self.context.browser is not None
        return self.context.browser.new_browser_cdp_session()


@contextmanager
def extended_chromium(folder: Path, profile: Path, service: Served) -> Iterator[Extended]:
    """Run a Chromium with the extension in *folder* for as long as the block lasts."""
    root = not hasattr(os, "geteuid") or os.geteuid() == 0
    with sync_playwright() as driver:
        context = driver.chromium.launch_persistent_context(
            str(profile),
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
        # Not --load-extension: Chrome itself does not know it any more.
        loaded = session.send("Extensions.loadUnpacked", {"path": str(folder)})
        workers = context.service_workers or [context.wait_for_event("serviceworker")]
        yield Extended(context, loaded["id"], workers[0], service)
        context.close()


def settled(panel: Page) -> None:
    """Wait until the panel waits for nothing."""
    expect(panel.get_by_role("status").last).not_to_contain_text("…", timeout=PATIENCE)


def names(panel: Page) -> list[str]:
    """Return the names of the columns that are shown."""
    return panel.locator("[role=columnheader] b").all_inner_texts()


def cells(panel: Page, column: str) -> list[str]:
    """Return the cells of a column in the visible rows."""
    at = names(panel).index(column)
    return panel.locator(f".grid .line:not(.head) > :nth-child({at + 1})").all_inner_texts()
