"""One click, and the page in the tab is a table."""

import pytest
from playwright.sync_api import expect

from tests.extension.conftest import Extended, cells, names, settled
from tests.served import bales
from tests.serving import Reply, serving

pytestmark = pytest.mark.slow


def test_the_page_in_the_tab_becomes_a_table(extended: Extended) -> None:
    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        panel = extended.table(extended.opened(f"{site.url}/"))

        assert cells(panel, "title") == [f"Bale number {k}" for k in range(1, 9)]
        assert "price" in names(panel)
        [page] = [
            one
            for one in extended.service.get("/v1/pages")["pages"]
            if one["name"] == f"{site.url}/"
        ]
        assert page["boxes"]


def test_the_click_itself_lets_the_panel_read_the_page(extended: Extended) -> None:
    # The page is at a host that the extension has no permission for, but the click.
    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        address = f"http://localhost:{site.port}/"
        page = extended.opened(address)

        extended.click(page)

        page.locator("windrow-outlines").wait_for(state="attached")
        for _ in range(200):
            if any(one["name"] == address for one in extended.service.get("/v1/pages")["pages"]):
                break
            page.wait_for_timeout(50)
        else:
            raise AssertionError("the panel did not read the page")


def test_an_extension_is_paired_by_the_code_of_the_studio(extended: Extended) -> None:
    extended.worker.evaluate("() => chrome.storage.local.clear()")
    studio = extended.opened(f"{extended.service.address}/?token={extended.service.token}")
    studio.get_by_role("button", name="Extension").click()
    code = studio.get_by_label("Code")
    expect(code).to_contain_text("-")

    with serving({"/": Reply(bales(range(1, 9)))}) as site:
        panel = extended.panel(extended.opened(f"{site.url}/"))
        # It does not know yet where the service is: none is at the usual place.
        panel.evaluate("(port) => chrome.storage.local.set({port})", site.port)
        panel.reload()
        panel.get_by_text("windrow studio").wait_for()
        panel.evaluate(
            "(port) => chrome.storage.local.set({port})",
            int(extended.service.address.rpartition(":")[2]),
        )
        panel.get_by_role("button", name="Try again").click()
        panel.locator("#code").fill(
            "8737-WRON-GGGG".replace("8737", extended.service.address.rpartition(":")[2])
        )
        panel.get_by_role("button", name="Pair").click()
        panel.get_by_text("the code is wrong or too old").wait_for()
        panel.locator("#code").fill(code.inner_text())
        panel.get_by_role("button", name="Pair").click()
        panel.get_by_role("grid").wait_for()
        settled(panel)

    assert extended.worker.evaluate("() => chrome.storage.local.get(['token'])") == {
        "token": extended.service.token
    }
