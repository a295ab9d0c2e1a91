"""The command line with a browser, as a user meets it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.conftest import Show
from tests.browser.site import Site

EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.slow


def windrow(*words: str, **environment: str) -> tuple[int, str, str]:
    command = [sys.executable, "-c", "from windrow.cli import main; main()", *words]
    done = subprocess.run(
        command, capture_output=True, timeout=300, check=False, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def rows(out: str) -> list[dict[str, object]]:
    tables = json.loads(out)["tables"]
    found: list[dict[str, object]] = tables[0]["rows"] if tables else []
    return found


def test_a_shell_is_shown_in_a_browser_of_itself(site: Site) -> None:
    code, out, _ = windrow("extract", f"{site.url}/scripted", "--raw", "--allow-private", site.host)

    assert code == 0
    assert [row["title"] for row in rows(out)] == [f"Bale number {k}" for k in range(1, 9)]


def test_without_a_browser_the_reason_says_what_is_missing(site: Site) -> None:
    code, out, _ = windrow("extract", f"{site.url}/scripted", WINDROW_CHROMIUM="/nowhere/chromium")

    assert code == 0
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


def test_a_page_with_a_table_needs_no_browser(site: Site) -> None:
    before = site.asked.count("/static")

    code, out, _ = windrow("extract", f"{site.url}/static", WINDROW_CHROMIUM="/nowhere/chromium")

    assert code == 0
    assert len(rows(out)) == 8
    assert site.asked.count("/static") == before + 1


def test_never_means_never(site: Site) -> None:
    code, out, _ = windrow("extract", f"{site.url}/scripted", "--browser", "never")

    assert code == 0
    assert json.loads(out)["tables"] == []


def test_lists_are_scrolled_on_request(site: Site) -> None:
    code, out, _ = windrow(
        "extract", "--browser", f"{site.url}/lazy", "--scroll", "2", "--allow-private", "127.0.0.1"
    )

    assert code == 0
    assert len(rows(out)) >= 30


def test_a_snapshot_is_read_by_every_command_and_gives_pictures(tmp_path: Path) -> None:
    snap, overlay, picture = (str(tmp_path / n) for n in ("p.snap", "o.html", "p.png"))

    code, _, err = windrow("snapshot", str(EXAMPLES / "shop.html"), "--picture", "-o", snap)
    assert code == 0, err
    assert "64 elements" in err

    code, out, err = windrow(
        "extract", snap, "--overlay", overlay, "--screenshot", picture, "--raw"
    )
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

    code, out, _ = windrow("tree", snap)
    assert code == 0
    assert 'h1 "Garden tools"' in out


def test_an_overlay_needs_no_browser_but_the_one_it_is_opened_in(
    tmp_path: Path, shown: Show
) -> None:
    overlay = tmp_path / "o.html"

    code, _, err = windrow(
        "extract", str(EXAMPLES / "shop.html"), "--overlay", str(overlay),
        WINDROW_CHROMIUM="/nowhere/chromium",
    )  # fmt: skip

    assert code == 0, err
    html = overlay.read_text("utf-8")
    assert '<iframe sandbox="allow-same-origin"' in html
    facts = json.loads(re.search(r'id="facts">(.*?)</script>', html)[1])  # type: ignore[index]
    assert sum(mark["colour"] is None for mark in facts["marks"]) == 4
    assert facts["marks"][0]["paths"] == ["/html[1]/body[1]/main[1]/div[1]/div[1]"]

    opened = shown(overlay).content
    # A region, four records, and most of their cells, drawn around the page in the frame.
    assert opened.count(b'class="record" data-row=') == 4
    assert opened.count(b"<rect") >= 1 + 4 + 4 * 4
