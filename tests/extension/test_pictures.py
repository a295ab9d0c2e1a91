"""The pictures of the guide, taken of the extension at work.

They go to the test's own folder; with WINDROW_PICTURES=docs/guide/pictures they become those of the
guide (`make pictures`).
"""

import os
from pathlib import Path

import pytest

from tests.extended import Extended
from tests.served import ROOT
from tests.serving import Reply, serving

pytestmark = pytest.mark.slow


def test_the_extension_has_its_pictures_taken(extended: Extended, tmp_path: Path) -> None:
    folder = Path(os.environ.get("WINDROW_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    with serving({"/": Reply((ROOT / "examples" / "shop.html").read_text())}) as site:
        page = extended.opened(f"{site.url}/")
        page.set_viewport_size({"width": 700, "height": 640})
        panel = extended.table(page)
        panel.set_viewport_size({"width": 560, "height": 560})
        panel.locator("#cell-1-2").hover()
        page.wait_for_timeout(200)

        page.screenshot(path=folder / "extension-page.png")
        panel.screenshot(path=folder / "extension-panel.png")
        extended.worker.evaluate("() => chrome.storage.local.remove(['token'])")
        panel.reload()
        panel.locator("#code").wait_for()
        panel.set_viewport_size({"width": 560, "height": 200})
        panel.screenshot(path=folder / "extension-pair.png")

    assert len({*folder.glob("extension-*.png")}) == 3
