"""Many pages: rows arrive, runs are stopped and go on, and outlast the death of the service."""

import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.chromium import PATIENCE
from tests.served import Served, bales, served
from tests.serving import Reply, Server, serving
from tests.studio.conftest import Open, settled
from tests.unit.crawl.shop import shop
from tests.unit.crawl.site import running

pytestmark = pytest.mark.slow

# As many as are asked for: 1,000 pages, and the service is killed when 40 % of them are read.
COUNT, KILLED = 1000, 400


def test_a_list_is_followed_to_its_end(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    with (
        running(shop(3, 5)) as site,
        served(tmp_path / "home", "--no-browser", "--allow-private", "127.0.0.1") as service,
    ):
        page.goto(f"{service.address}/?token={service.token}")
        page.get_by_role("button", name="Runs").click()
        page.get_by_label("a list, from its first page to its last").check()
        page.get_by_label("Address of the list's first page").fill(f"{site.url}/list")
        page.get_by_label("At most").fill("2")
        page.get_by_role("button", name="Follow the list").click()
        page.locator("[data-job] .state", has_text="done").wait_for()

        assert page.locator("[data-job] .rows").inner_text() == "10 rows"
        assert "after 2 pages, as asked for" in page.locator("[data-job]").inner_text()
        page.get_by_role("button", name="Rows").click()
        page.get_by_role("cell", name="Bale number 10 of hay").first.wait_for()
    context.close()


@pytest.fixture(scope="module")
def reaching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Server]]:
    """Gives a service, and a site of 40 pages that it may reach."""
    replies = {f"/{k}": Reply(bales(range(10 * k, 10 * k + 10))) for k in range(40)}
    home = tmp_path_factory.mktemp("reaching")
    with (
        serving(replies) as site,
        served(home, "--no-browser", "--allow-private", "127.0.0.1") as service,
    ):
        yield service, site


def run_of(page: Page, addresses: list[str]) -> Locator:
    """Starts a run of these pages. Gives its card: the runs of other tests have theirs too."""
    page.get_by_role("button", name="Runs", exact=True).click()
    page.get_by_label("Addresses of pages, one a line").fill("\n".join(addresses))
    with page.expect_response(
        lambda one: one.request.method == "POST" and one.url.endswith("/v1/jobs")
    ) as answered:
        page.get_by_role("button", name="Run", exact=False).last.click()
    return page.locator(f"[data-job='{answered.value.json()['id']}']")


def test_a_run_says_its_rate_and_why_pages_failed_and_gives_its_rows(
    studio: Open, reaching: tuple[Served, Server]
) -> None:
    service, site = reaching
    page = studio(service)

    job = run_of(page, [f"{site.url}/1", f"{site.url}/nowhere", "http://10.1.2.3/"])
    expect(job.locator(".state")).to_have_text("done")
    expect(job.locator(".pace")).to_contain_text("pages a second")
    job.get_by_text("2 pages failed: why?").click()
    expect(job.get_by_role("listitem").filter(has_text="nowhere")).to_contain_text("404")
    expect(job.get_by_role("listitem").filter(has_text="10.1.2.3")).to_contain_text(
        "not on the public network"
    )
    job.get_by_role("button", name="Rows").click()
    job.get_by_role("cell", name="Bale number 19", exact=True).wait_for()
    with page.expect_download() as coming:
        job.get_by_role("link", name="CSV", exact=True).click()
    rows = [*csv.DictReader(io.StringIO(Path(coming.value.path()).read_text("utf-8")))]

    assert [row["title"] for row in rows] == [f"Bale number {k}" for k in range(10, 20)]


def test_a_run_is_stopped_and_goes_on_with_rows_while_it_runs(
    studio: Open, reaching: tuple[Served, Server]
) -> None:
    service, site = reaching
    service.post("/v1/learn", {"name": "bales", "pages": [{"html": bales(range(6))}]})
    page = studio(service)
    page.get_by_role("button", name="Wrappers", exact=True).click()
    page.get_by_role("button", name="bales").click()
    page.get_by_role("button", name="Run it on many pages").click()
    expect(page.get_by_label("Read them with")).to_have_value("bales")

    # One host is asked once a second: there is time to stop it.
    job = run_of(page, [f"{site.url}/{k}" for k in range(8)])
    job.get_by_role("button", name="Rows").click()
    # The last rows are shown: which ones that are depends on how fast the browser is.
    job.get_by_role("cell", name="Bale number").first.wait_for()
    expect(job.locator(".state")).to_have_text("running")
    job.get_by_role("button", name="Stop").click()
    expect(job.locator(".state")).to_have_text("stopped")
    before = len(site.paths)
    job.get_by_role("button", name="Go on").click()
    expect(job.locator(".state")).to_have_text("done")
    settled(page)

    expect(job.locator(".rows")).to_have_text("80 rows")
    assert before < len(site.paths)


def test_saved_pages_are_run_too(studio: Open, tmp_path: Path) -> None:
    for k in range(3):
        (tmp_path / f"{k}.html").write_text(bales(range(10 * k, 10 * k + 10)))
    page = studio()

    page.get_by_role("button", name="Runs", exact=True).click()
    page.get_by_label("or saved pages").set_input_files([*sorted(tmp_path.glob("*.html"))])
    page.get_by_role("button", name="Run 3 pages").click()

    job = page.locator("[data-job]").first
    expect(job.locator(".rows")).to_have_text("30 rows")


def test_a_run_goes_on_after_a_kill_and_the_studio_shows_it(
    browser: Browser, tmp_path: Path
) -> None:
    pages = [{"html": bales(range(5 * k, 5 * k + 5)), "name": f"{k}.html"} for k in range(COUNT)]
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    with served(tmp_path / "home", "--no-browser") as first:
        port = first.address.rsplit(":", 1)[1]
        page.goto(f"{first.address}/?token={first.token}")
        job = first.post("/v1/jobs", {"kind": "run", "pages": pages}, 201)["id"]
        page.get_by_role("button", name="Runs").click()
        shown = page.locator(f"[data-job='{job}']")
        shown.locator(".state").wait_for()
        while (read := first.get(f"/v1/jobs/{job}")["progress"].get("pages", 0)) < KILLED:
            time.sleep(0.02)
        first.kill()
        assert read < COUNT, "the run was over before it could be killed"
    with served(tmp_path / "home", "--no-browser", "--port", port) as second:
        # Without a reload the studio shows how far it is, and never less than it was.
        far = page.evaluate(
            """async (job) => { const seen = []; const progress = () => document.querySelector(`[data-job='${job}'] progress`).value;
            while (document.querySelector(`[data-job='${job}'] .state`).textContent !== "done") {
              seen.push(progress()); await new Promise((done) => setTimeout(done, 50)); }
            return seen; }""",
            job,
        )
        assert far == sorted(far)
        expect(shown.locator(".pages")).to_have_text("1,000 pages")
        expect(shown.locator(".rows")).to_have_text("5,000 rows")
        found, offset = [], 0
        while offset is not None:
            asked = {"offset": offset, "limit": 1000}
            part = second.get(f"/v1/jobs/{job}/rows", params=asked)
            found += part["rows"]
            offset = part["next_offset"]
        file = second.client.get(f"/v1/jobs/{job}/download", params={"format": "csv"})
        titles = [row["title"] for row in csv.DictReader(io.StringIO(file.text))]

        assert len({(row["page"], row["record"]) for row in found}) == len(found) == 5 * COUNT
        assert {*titles} == {f"Bale number {k}" for k in range(5 * COUNT)}
        assert len(titles) == 5 * COUNT
    context.close()
