"""The same in a real Firefox, where there is one."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.extension.test_collect import EACH, PAGES, a_page, numbered
from tests.extension.test_table import SHADOWS
from tests.firefox import ID, Firefox, firefox, firefox_with
from tests.served import Served, bales
from tests.serving import Reply, serving
from tests.yardstick import PATIENCE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(firefox() is None, reason="there is no Firefox"),
]

GRID = """const table = document.querySelector("[role=grid]"), status = document.querySelector("[role=status]");
if (!table || status.textContent.includes("…")) return null;
const names = [...table.querySelectorAll("[role=columnheader] b")].map((one) => one.textContent);
const at = names.indexOf("title");
return [...table.querySelectorAll(".line:not(.head)")].map((line) => line.children[at].textContent.trim());"""
PRESS = """const [name] = arguments;
const found = [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === name);
found?.click();
return !!found;"""


@pytest.fixture(scope="module")
def fox(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    with firefox_with(built.parent / "firefox", tmp_path_factory.mktemp("fox")) as browser:
        yield browser


def panel(fox: Firefox, service: Served) -> str:
    """Open the panel of the page in front, paired with the service, in a tab of its own."""
    tab = fox.inside(
        """const { ExtensionParent } = ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs");
        return ExtensionParent.apiManager.global.tabTracker.getId(gBrowser.selectedTab);"""
    )
    host = fox.inside("return WebExtensionPolicy.getByID(arguments[0]).mozExtensionHostname", ID)
    handle = fox.opened(f"moz-extension://{host}/panel.html?tab={tab}")
    port = int(service.address.rpartition(":")[2])
    facts = {"port": port, "token": service.token}
    fox.run("return browser.storage.local.set(arguments[0])", facts)
    fox.ask("WebDriver:Refresh")
    return handle


@pytest.mark.parametrize("markup", [bales(range(1, 9)), SHADOWS], ids=["plain", "closed shadows"])
def test_the_page_in_the_tab_becomes_a_table(fox: Firefox, service: Served, markup: str) -> None:
    with serving({"/": Reply(markup)}) as site:
        page = fox.opened(f"{site.url}/")
        panel(fox, service)

        assert fox.until(GRID) == [f"Bale number {k}" for k in range(1, 9)]
        fox.look(page)
        assert fox.run("return document.querySelectorAll('windrow-outlines').length") == 1


def test_the_click_lets_the_sidebar_read_the_page(fox: Firefox, service: Served) -> None:
    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        fox.opened(f"{site.url}/")
        panel(fox, service)
        # At a host that the extension has no permission for, but the click.
        address = f"http://localhost:{site.port}/"
        fox.opened(address)

        fox.click()

        fox.until("return document.querySelector('windrow-outlines')")
        end = time.monotonic() + PATIENCE
        while not any(one["name"] == address for one in service.get("/v1/pages")["pages"]):
            assert time.monotonic() < end, "the sidebar did not read the page"
            time.sleep(0.1)


def test_a_list_of_ten_pages_is_one_table(fox: Firefox, service: Served) -> None:
    with serving({f"/{k}": Reply(a_page(k)) for k in range(1, PAGES + 1)}) as site:
        fox.opened(f"{site.url}/1")
        panel(fox, service)
        fox.until(GRID)

        fox.run(PRESS, "All next pages")
        fox.until("return document.body.textContent.includes(arguments[0])", f"{PAGES * EACH} rows")

        titles = fox.until(GRID)
        assert titles == numbered(PAGES * EACH)[: len(titles)]
        assert site.paths[-1] == f"/{PAGES}"
