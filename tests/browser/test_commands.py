"""The command line with a browser, as a user meets it."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import Show
from tests.browser.site import Site
from tests.commands import invoked, windrow
from windrow.cli import NOTHING
from windrow.read.browser import Session

EXAMPLES = Path(__file__).parents[2] / "examples"

Call = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.slow


@pytest.fixture
def called(browser: Session, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Calls a command in this process, with the browser that is there: starting one takes long."""
    monkeypatch.setattr("windrow.read.browser._own_session", lambda: browser)

    def call(*words: str) -> tuple[int, str, str]:
        done = invoked(*words)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.output
        return done.exit_code, done.stdout, done.stderr

    return call


def rows(out: str) -> list[dict[str, object]]:
    tables = json.loads(out)["tables"]
    found: list[dict[str, object]] = tables[0]["rows"] if tables else []
    return found


def test_a_shell_is_shown_in_a_browser_of_itself(site: Site) -> None:
    # What a person types may be on the own network.
    code, out, _ = windrow("extract", f"{site.url}/scripted", "--raw")

    assert code == 0
    assert [row["title"] for row in rows(out)] == [f"Bale number {k}" for k in range(1, 9)]


def test_without_a_browser_the_reason_says_what_is_missing(
    site: Site, called: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINDROW_CHROMIUM", "/nowhere/chromium")

    code, out, _ = called("extract", f"{site.url}/scripted")

    assert code == NOTHING
    reason = json.loads(out)["reason"]
    assert "JavaScript" in reason
    assert "/nowhere/chromium" in reason
    assert "install Chromium" in reason


def test_a_browser_that_is_asked_for_and_missing_is_an_error_with_a_hint(site: Site) -> None:
    code, out, err = windrow(
        "extract", "--browser", f"{site.url}/static", WINDROW_CHROMIUM="/nowhere/chromium"
    )

    assert code == 1
    assert json.loads(out)["error"]["type"] == "NoBrowser"
    assert "hint: install Chromium" in err


def test_a_page_with_a_table_needs_no_browser(
    site: Site, called: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINDROW_CHROMIUM", "/nowhere/chromium")
    before = site.asked.count("/static")

    code, out, _ = called("extract", f"{site.url}/static")

    assert code == 0
    assert len(rows(out)) == 8
    assert site.asked.count("/static") == before + 1


def test_never_means_never(site: Site, called: Call) -> None:
    code, out, _ = called("extract", f"{site.url}/scripted", "--browser", "never")

    assert code == NOTHING
    assert json.loads(out)["tables"] == []


def test_lists_are_scrolled_on_request(site: Site, called: Call) -> None:
    code, out, _ = called("extract", "--browser", f"{site.url}/lazy", "--scroll", "2")

    assert code == 0
    assert len(rows(out)) >= 30


def test_a_snapshot_is_read_by_every_command_and_gives_pictures(
    tmp_path: Path, called: Call
) -> None:
    snap, overlay, picture = (str(tmp_path / n) for n in ("p.snap", "o.html", "p.png"))

    code, _, err = called("snapshot", str(EXAMPLES / "shop.html"), "--picture", "-o", snap)
    assert code == 0, err
    assert "64 elements" in err

    code, out, err = called("extract", snap, "--overlay", overlay, "--screenshot", picture, "--raw")
    assert code == 0, err
    assert rows(out)[0]["title"] == "Wooden hay rake"
    assert Path(picture).read_bytes().startswith(b"\x89PNG")

    html = Path(overlay).read_text("utf-8")
    records = re.findall(r'class="record" data-row="(\d)"', html)
    assert records == ["0", "1", "2", "3"]
    assert html.count('class="cell"') >= 4 * 4
    for name in ("title", "price", "stock"):
        assert f">{name}</li>" in html
    assert "Austrian scythe</td>" in html
    # One file: nothing is loaded from anywhere, and the page's own code is not in it.
    assert 'src="data:image/png' in html
    assert not re.findall(r'(?:src|href)="(?!data:)', html)

    code, out, _ = called("tree", snap)
    assert code == 0
    assert 'h1 "Garden tools"' in out


def test_an_overlay_needs_no_browser_but_the_one_it_is_opened_in(
    tmp_path: Path, shown: Show, called: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINDROW_CHROMIUM", "/nowhere/chromium")
    overlay = tmp_path / "o.html"

    code, _, err = called("extract", str(EXAMPLES / "shop.html"), "--overlay", str(overlay))

    assert code == 0, err
    html = overlay.read_text("utf-8")
    assert '<iframe sandbox="allow-same-origin"' in html
    facts = json.loads(re.search(r'id="facts">(.*?)</script>', html)[1])  # type: ignore[index]
    assert sum(mark["colour"] is None for mark in facts["marks"]) == 4
    assert facts["marks"][0]["paths"] == ["/html[1]/body[1]/main[1]/div[1]/div[1]"]

    monkeypatch.delenv("WINDROW_CHROMIUM")
    opened = shown(overlay).content
    # A region, four records, and most of their cells, drawn around the page in the frame.
    assert opened.count(b'class="record" data-row=') == 4
    assert opened.count(b"<rect") >= 1 + 4 + 4 * 4


def test_a_wrapper_is_learned_applied_verified_and_repaired_through_a_browser(
    site: Site, tmp_path: Path, called: Call
) -> None:
    """Shells need no option: all commands see them as scripts fill them."""
    wrapper, page = str(tmp_path / "hay.json"), f"{site.url}/scripted"
    allowed = ("--allow-private", site.host)

    code, _, err = called("learn", page, "-o", wrapper, *allowed)
    assert code == 0, err
    assert "a list with title" in err

    code, out, err = called("apply", wrapper, page, "--raw", *allowed)
    assert code == 0, err
    assert [row["title"] for row in rows(out)] == [f"Bale number {k}" for k in range(1, 9)]

    code, out, err = called("verify", wrapper, page, *allowed)
    assert code == 0, err
    assert "healthy, 8 records" in out

    code, out, err = called("repair", wrapper, page, "-o", str(tmp_path / "new.json"), *allowed)
    assert code == 0, err
    assert "the records are as they were" in out


def test_what_a_wrapper_needs_can_be_scrolled_for_or_done_without(
    site: Site, tmp_path: Path, called: Call
) -> None:
    wrapper, page = str(tmp_path / "hay.json"), f"{site.url}/lazy"
    allowed = ("--allow-private", site.host)
    called("learn", "--browser", page, "-o", wrapper, *allowed)

    code, out, err = called("apply", "--scroll", "2", wrapper, page, *allowed)
    assert code == 0, err
    assert len(rows(out)) >= 30

    _, out, _ = called("apply", "--browser", "never", wrapper, page)
    assert rows(out) == []


def test_a_shell_that_cannot_be_shown_is_told_of(
    site: Site, tmp_path: Path, called: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WINDROW_CHROMIUM", "/nowhere/chromium")

    _, _, err = called("learn", f"{site.url}/scripted", "-o", str(tmp_path / "hay.json"))

    assert "only scripts fill it; there is no /nowhere/chromium" in err
    assert "install Chromium" in err


def test_a_heap_is_sorted_as_the_browser_shows_it(site: Site, tmp_path: Path, called: Call) -> None:
    pages = [f"{site.url}/scripted", f"{site.url}/scripted?2", f"{site.url}/nothing"]

    code, _, err = called(
        "learn", "--cluster", "--kind", "list", *pages, "-o", str(tmp_path / "site")
    )

    assert code == 0, err
    assert "2 pages, a list with title" in err
    assert "answered 404" in err


def test_a_choice_is_explained_as_the_browser_shows_the_page(site: Site, called: Call) -> None:
    code, out, err = called(
        "extract", "--browser", f"{site.url}/scripted", "--explain", "--allow-private", site.host
    )

    assert code == 0, err
    assert "Bale number 8" in out
    assert "8 records" in out
