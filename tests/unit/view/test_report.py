"""The report of verify as a page."""

from pathlib import Path

from click.testing import CliRunner

from tests.shop import OTHERS, cards, shop
from windrow.cli import windrow
from windrow.read import Page
from windrow.view.report import report_html
from windrow.wrap.learn import learn
from windrow.wrap.repair import planned
from windrow.wrap.verify import unfit, verify

WRAPPER = learn([shop()], kind="list")


def test_a_healthy_report_says_so() -> None:
    page = report_html(verify(WRAPPER, [shop(OTHERS)], name="shop.json"))

    assert "<h1 class=good>shop.json: healthy</h1>" in page
    assert "What a repair would do" not in page
    assert "class=bad>" not in page


def test_a_report_of_drift_says_what_changed_and_what_a_repair_would_do() -> None:
    pages = [shop(OTHERS), Page("new<b>.html", cards().content)]

    page = report_html(verify(WRAPPER, pages), planned(WRAPPER, pages[1:]))

    assert "No page fits since new&lt;b&gt;.html." in page
    assert "<td>1 of 2<td>new&lt;b&gt;.html" in page
    assert "<td>price<td>moved<td>" in page
    listed = page.rpartition("<h2>Pages")[2]
    assert listed.index("new&lt;b&gt;.html") < listed.index("&lt;text&gt;")


def test_since_when_pages_do_not_fit_goes_by_their_dates() -> None:
    old = Page("old.html", shop(OTHERS).content, date="2024-05-01T00:00:00Z")
    new = Page("new.html", cards().content, date="2024-06-01T00:00:00Z")
    later = Page("later.html", cards(OTHERS).content, date="2024-07-01T00:00:00Z")

    report = verify(WRAPPER, [later, old, new])

    assert report.since is not None
    assert report.since.page == "new.html"
    assert report.to_json()["since"] == {"page": "new.html", "date": "2024-06-01T00:00:00Z"}
    assert "No page fits since new.html, fetched 2024-06-01T00:00:00Z." in report_html(report)
    assert "No page fits." in report_html(verify(WRAPPER, [new, later]))


def test_pages_that_fit_behind_others_that_do_not_are_said() -> None:
    report = verify(WRAPPER, [Page("new.html", cards().content), shop(OTHERS)])

    assert report.since is None
    assert "The first page that does not fit: new.html. Later ones do." in report_html(report)


def test_a_column_that_has_changed_on_some_pages_says_on_how_many() -> None:
    swapped = shop().content.replace(b'class="price"', b'class="x"')
    swapped = swapped.replace(b'class="stock"', b'class="price"')
    swapped = swapped.replace(b'class="x"', b'class="stock"')
    pages = [shop(OTHERS), Page("new.html", swapped)]
    report = verify(WRAPPER, pages)

    changed = [one.name for one in report.columns if report.changes_of(one)]

    assert changed
    assert {one.pages for one in report.changes} == {1}
    assert "(on 1 of 2 pages)" in report_html(report)
    assert [page.source for page in unfit(report, pages)] == ["new.html"]


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
