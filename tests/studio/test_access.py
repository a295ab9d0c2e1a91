"""The studio for everybody: assistive programs, small screens, dark rooms; and hostile pages."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.served import Served
from tests.serving import serving
from tests.studio.conftest import SHOP, Open, open_file

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.slow


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_no_serious_fault_of_accessibility(
    studio: Open, tmp_path: Path, scheme: str, width: int
) -> None:
    page = studio(color_scheme=scheme, viewport={"width": width, "height": 800})
    faults: list[str] = []

    def look(where: str) -> None:
        page.screenshot(path=tmp_path / f"{where}-{width}-{scheme}.png")
        # The page in the frame is a stranger's: what is wrong with it is not ours.
        found = axe.Axe().run(page, context={"exclude": [["iframe"]]})
        faults.extend(
            f"{where}: {one['id']}: {one['help']}: {one['nodes'][0]['html'][:200]}"
            for one in found.response["violations"]
            if one["impact"] in ("serious", "critical")
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    look("start")
    open_file(page, SHOP)
    look("table")
    page.locator("#cell-1-2").click()
    look("cell")
    page.get_by_role("button", name="Take the table").click()
    look("take")
    page.get_by_role("button", name="Close").click()
    for part in ("Wrappers", "Runs"):
        page.get_by_role("button", name=part, exact=True).click()
        look(part.lower())

    assert faults == []


HOSTILE = """<!doctype html><title>Hostile</title>
<meta http-equiv=refresh content="0;url={evil}/refresh">
<link rel=stylesheet href={evil}/style.css><link rel=preload as=image href={evil}/preload>
<style>body {{ background: url({evil}/css) }} @import "{evil}/import.css";</style>
<script>parent.hacked = top.hacked = 1; fetch("{evil}/script")</script>
<script src={evil}/src.js></script>
<script>navigator.serviceWorker && navigator.serviceWorker.register("/v1/worker.js")</script>
<img src=x onerror="parent.hacked = 1"><img src={evil}/image srcset="{evil}/set 2x">
<svg onload="parent.hacked = 1"><image href={evil}/svg /></svg>
<iframe src={evil}/frame></iframe><iframe srcdoc="<script>top.hacked = 1</script>"></iframe>
<object data={evil}/object></object><embed src={evil}/embed><video src={evil}/video poster={evil}/poster></video>
<form action={evil}/form id=f><input name=a></form><a href="javascript:parent.hacked=1" id=link>Rake</a>
<ul>{items}</ul>"""


def test_a_hostile_page_executes_nothing_and_asks_for_nothing(
    studio: Open, service: Served, tmp_path: Path
) -> None:
    items = "".join(
        f"<li onclick='parent.hacked=1' onmouseover='top.hacked=1'><a href='javascript:top.hacked=1'>Bale {k}</a>"
        f" <b>${k}.50</b> <i>dry hay of meadow {k}</i></li>"
        for k in range(1, 9)
    )
    page = studio()
    file = tmp_path / "hostile.html"
    with serving({}) as evil:
        file.write_text(HOSTILE.format(evil=evil.url, items=items))
        open_file(page, file)
        _use(page)

    assert evil.paths == []
    assert page.evaluate("window.hacked === undefined")
    assert page.url.startswith(service.address)


def _use(page: Page) -> None:
    page.frame_locator("iframe").first.get_by_text("Bale 3").hover()
    page.frame_locator("iframe").first.get_by_text("Bale 3").click()
    page.frame_locator("iframe").first.get_by_text("Rake", exact=True).click()
    page.wait_for_timeout(500)
