"""The report of verify as a page."""

from pathlib import Path

from click.testing import CliRunner

from tests.shop import OTHERS, cards, shop
from windrow.cli import windrow
from windrow.read import Page
from windrow.view.report import report_html
from windrow.wrap.learn import learn
from windrow.wrap.repair import planned
from windrow.wrap.verify import verify

WRAPPER = learn([shop()], kind="list")


def test_a_healthy_report_says_so() -> None:
    page = report_html(verify(WRAPPER, [shop(OTHERS)], name="shop.json"))

    assert "<h1 class=good>shop.json: healthy</h1>" in page
    assert "What a repair would do" not in page
    assert "class=bad>" not in page


def test_a_report_of_drift_says_what_changed_and_what_a_repair_would_do() -> None:
    pages = [shop(OTHERS), Page("new<b>.html", cards().content)]

    page = report_html(verify(WRAPPER, pages), planned(WRAPPER, pages[1:]))

    assert "The first page that does not fit: new&lt;b&gt;.html" in page
    assert "<td>price<td>moved<td>" in page
    listed = page.rpartition("<h2>Pages")[2]
    assert listed.index("new&lt;b&gt;.html") < listed.index("&lt;text&gt;")


def test_a_refused_repair_is_named() -> None:
    other = Page.from_text("<title>Denied</title><h1>Access denied</h1><p>You have been blocked.")

    page = report_html(verify(WRAPPER, [other]), planned(WRAPPER, [other]))

    assert "It would be refused" in page


def test_the_command_line_writes_the_page(tmp_path: Path) -> None:
    WRAPPER.save(tmp_path / "shop.json")
    (tmp_path / "new.html").write_bytes(cards().content)

    done = CliRunner().invoke(
        windrow,
        ["verify", str(tmp_path / "shop.json"), str(tmp_path / "new.html"), "--format", "html"],
    )

    assert done.exit_code == 3
    assert done.stdout.startswith("<!DOCTYPE html>")
