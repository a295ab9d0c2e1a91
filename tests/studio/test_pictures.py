"""The pictures of the guide, taken of the studio at work.

They go to the test's own folder; with WINDROW_PICTURES=docs/guide/pictures they become those of the
guide (`make pictures`).
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.studio.conftest import SHOP, Open, open_file

pytestmark = pytest.mark.slow


def test_the_studio_has_its_pictures_taken(studio: Open, tmp_path: Path) -> None:
    folder = Path(os.environ.get("WINDROW_PICTURES", tmp_path))
    page = studio(viewport={"width": 1120, "height": 640})

    taken(page, folder, "studio-start")
    open_file(page, SHOP)
    page.locator("rect.record").first.wait_for(state="attached")
    page.locator("#cell-1-0").hover()
    page.locator("rect.record.on").wait_for(state="attached")
    taken(page, folder, "studio-table")
    page.locator("#cell-1-0").click()
    page.get_by_role("button", name="Take the table").click()
    taken(page, folder, "studio-take")

    assert len({*folder.glob("studio-*.png")}) == 3


def taken(page: Page, folder: Path, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=folder / f"{name}.png")
