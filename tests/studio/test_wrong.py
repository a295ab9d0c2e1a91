"""What goes wrong is said in words, with what to do about it; and nothing is lost."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.served import served
from tests.studio.conftest import SHOP, Open, header, names, open_file, renamed

pytestmark = pytest.mark.slow


def said(page: Page, words: str) -> None:
    expect(page.get_by_role("alert")).to_contain_text(words)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("not an address", "its host has a space in it. Give a file, or an http(s) address."),
        ("ftp://farm.example/", "it does not begin with http:// or https://."),
        ("http://192.168.7.7/", "which is not on the public network. If you trust it:"),
    ],
)
def test_an_address_that_cannot_be_read(studio: Open, address: str, words: str) -> None:
    page = studio()
    page.get_by_label("Address of a page").fill(address)
    page.keyboard.press("Enter")

    said(page, words)
    # What was written is still there, to be corrected.
    expect(page.get_by_label("Address of a page")).to_have_value(address)


def test_files_without_a_list(studio: Open, tmp_path: Path) -> None:
    page = studio()
    for name, content, words in [
        ("picture.html", b"\x89PNG\r\n\x1a\n" + bytes(99), "is not HTML: it is a PNG image."),
        ("empty.html", b"", "The page is empty."),
        ("text.html", b"<p>Only a text.", "nothing on the page looks like a list of records."),
    ]:
        (tmp_path / name).write_bytes(content)
        page.get_by_role("button", name="New page").click()
        page.set_input_files("input[type=file]", str(tmp_path / name))

        expect(page.locator("footer")).to_contain_text(words)


def test_a_service_that_goes_away_and_comes_back(studio: Open, tmp_path: Path) -> None:
    with served(tmp_path, "--no-browser") as service:
        page = studio(service)
        port = service.address.rpartition(":")[2]
        open_file(page, SHOP)
        renamed(page, "title", "tool")

    page.get_by_role("button", name="Undo").click()
    said(page, "windrow does not answer. Start it again with “windrow studio”")
    assert "tool" in names(page)

    with served(tmp_path, "--no-browser", "--port", port):
        renamed(page, "tool", "thing")
        expect(page.get_by_role("alert")).to_have_count(0)
        # What failed has not happened: undoing leads to the last name, and no further.
        page.get_by_role("button", name="Undo").click()
        header(page, "tool").wait_for()
        page.get_by_role("button", name="Redo").click()
        header(page, "thing").wait_for()

    with served(tmp_path, "--no-browser", "--port", port, "--token", "another" * 6):
        page.get_by_role("button", name="Undo").click()
        said(page, "The token has changed. Open the address that windrow printed")
