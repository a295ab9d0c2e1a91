"""What a person does in the studio, from a page to a table that is kept."""

import csv
import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.served import ROOT, Served, bales, served
from tests.studio.conftest import SHOP, Open, cells, header, names, open_file, settled
from tests.unit.crawl.shop import shop
from tests.unit.crawl.site import running

pytestmark = pytest.mark.slow

TITLES = ["Wooden hay rake", "Austrian scythe", "Whetstone with holder", "Beech dibber"]


def test_a_file_becomes_a_table_with_its_records_outlined(studio: Open) -> None:
    page = studio()

    open_file(page, SHOP)

    told = json.loads(windrow("extract", str(SHOP), "--format", "jsonl"))
    assert names(page) == [column["name"] for column in told["tables"][0]["columns"]]
    assert cells(page, "title") == TITLES
    page.locator("rect.record").nth(3).wait_for(state="attached")
    # Each outline lies on its record's own rectangle.
    overlaps = page.evaluate(
        """() => {
          const frame = document.querySelector("iframe");
          const inside = frame.contentDocument.querySelectorAll("main > div > div");
          const area = (b) => Math.max(0, b[2] - b[0]) * Math.max(0, b[3] - b[1]);
          return [...document.querySelectorAll("rect.record")].map((rect, k) => {
            const [x, y, w, h] = ["x", "y", "width", "height"].map((n) => +rect.getAttribute(n));
            const own = inside[k].getBoundingClientRect();
            const a = [x, y, x + w, y + h], b = [own.left, own.top, own.right, own.bottom];
            const both = area([Math.max(a[0], b[0]), Math.max(a[1], b[1]),
                               Math.min(a[2], b[2]), Math.min(a[3], b[3])]);
            return both / (area(a) + area(b) - both);
          });
        }"""
    )
    assert len(overlaps) == 4
    assert min(overlaps) >= 0.9


def test_rows_and_records_are_linked_both_ways(studio: Open) -> None:
    page = studio()
    open_file(page, SHOP)

    page.locator("#cell-2-0").hover()
    page.locator("rect.record.on[data-row='2']").wait_for(state="attached")

    page.frame_locator("iframe").get_by_text("Austrian scythe").first.hover()
    page.locator("[role=row].on[aria-rowindex='3']").wait_for(state="attached")


def test_a_click_on_another_list_takes_it(studio: Open, tmp_path: Path) -> None:
    links = "".join(f"<li><a href=/y/{k}>Harvest of {k}</a></li>" for k in range(2001, 2009))
    file = tmp_path / "two.html"
    file.write_text(SHOP.read_text().replace("</main>", f"</main><ul class=years>{links}</ul>"))
    page = studio()
    open_file(page, file)

    page.frame_locator("iframe").get_by_text("Harvest of 2004").click()

    page.get_by_role("gridcell", name="Harvest of 2008").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("gridcell", name="Beech dibber").wait_for()


def test_changes_of_columns_are_kept_for_the_command_line(
    studio: Open, service: Served, tmp_path: Path
) -> None:
    page = studio()
    open_file(page, SHOP)

    header(page, "description").click()
    page.get_by_label("Name of the column").fill("story")
    page.get_by_role("button", name="Rename").click()
    header(page, "story").wait_for()
    header(page, "image").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    settled(page)
    header(page, "stock").click()
    page.get_by_role("button", name="Move the column to the left").click()
    settled(page)
    wanted = names(page)
    assert "story" in wanted
    assert "image" not in wanted
    assert wanted.index("stock") < wanted.index("sale")

    page.get_by_role("button", name="Save wrapper").click()
    page.get_by_label("Name", exact=True).fill("tools")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("reads list pages").wait_for()

    file = tmp_path / "tools.json"
    file.write_bytes(service.client.get("/v1/wrappers/tools/file").content)
    assert applied(file) == wanted
    # And still so after it was learned on.
    other = tmp_path / "other.html"
    other.write_text(SHOP.read_text().replace("Beech", "Oak").replace("€22.90", "€24.00"))
    windrow("learn", "--more", str(file), str(other))
    assert applied(file) == wanted


def windrow(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "windrow", *words],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def applied(wrapper: Path) -> list[str]:
    told = json.loads(windrow("apply", str(wrapper), str(SHOP), "--format", "jsonl"))
    return [column["name"] for column in told["tables"][0]["columns"]]


def test_everything_is_undone_and_done_again(studio: Open) -> None:
    page = studio()
    open_file(page, SHOP)
    before = names(page)

    header(page, "link").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    settled(page)
    assert names(page) == before[1:]
    page.keyboard.press("Control+z")
    settled(page)
    assert names(page) == before
    page.keyboard.press("Control+y")
    settled(page)
    assert names(page) == before[1:]


def test_one_right_value_finds_the_column_in_all_records(studio: Open, tmp_path: Path) -> None:
    makers = ["Ann Reed", "Bo Strand", "Cy Twombly", "Dee Hay", "Eve Barn", "Flo Mill"]
    records = "".join(
        f"<li><h3><a href=/t/{k}>Tool number {k}</a></h3><p>made by {who} in {1990 + k}</p></li>"
        for k, who in enumerate(makers)
    )
    file = tmp_path / "makers.html"
    file.write_text(f"<title>Makers</title><ul>{records}</ul>")
    page = studio()
    open_file(page, file)
    [column] = {*names(page)} - {"title", "link"}
    at = names(page).index(column)

    page.locator(f"#cell-2-{at}").dblclick()
    page.get_by_label("Right value of this cell").fill("Cy Twombly")
    page.get_by_role("button", name="This is right").click()

    page.get_by_role("gridcell", name="Flo Mill", exact=True).wait_for()
    assert cells(page, column) == makers


def test_the_file_is_that_of_the_command_line(studio: Open, tmp_path: Path) -> None:
    page = studio()
    open_file(page, SHOP)
    page.get_by_role("button", name="Take the table").click()

    with page.expect_download() as coming:
        page.get_by_role("button", name="csv", exact=True).click()
    taken = Path(coming.value.path()).read_bytes()

    target = tmp_path / "shop.csv"
    windrow("extract", str(SHOP), "--to", str(target))
    assert taken == target.read_bytes()
    assert [row["title"] for row in csv.DictReader(io.StringIO(taken.decode()))] == TITLES


def test_the_whole_way_needs_no_mouse(studio: Open, service: Served) -> None:
    page = studio()
    service.post("/v1/pages", {"html": SHOP.read_text(), "name": "keyboard.html"})

    page.get_by_label("…or HTML, pasted").focus()
    page.keyboard.insert_text(SHOP.read_text())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("grid").wait_for()
    page.get_by_role("grid").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("F2")
    expect(page.get_by_label("Name of the column")).to_have_value("image")
    expect(page.get_by_label("Name of the column")).to_be_focused()
    page.keyboard.type("picture")
    page.keyboard.press("Enter")
    header(page, "picture").wait_for()
    page.get_by_role("button", name="Take the table").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="csv", exact=True).focus()
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    assert b"picture" in Path(coming.value.path()).read_bytes()


def test_a_wrapper_tells_drift_and_repairs_after_a_look(studio: Open, service: Served) -> None:
    page = studio()
    text = SHOP.read_text()
    service.post("/v1/learn", {"name": "drifting", "pages": [{"html": text}]})
    changed = (
        text.replace('class="price"', 'class="cost"')
        .replace("<span", "<em")
        .replace("</span", "</em")
    )
    page.get_by_label("…or HTML, pasted").fill(changed)
    page.get_by_role("button", name="Show the table of the HTML").click()
    page.get_by_role("grid").wait_for()

    page.get_by_role("button", name="Wrappers").click()
    page.get_by_role("button", name="drifting").click()
    page.get_by_role("button", name="Apply", exact=True).click()

    page.get_by_text("The page has changed").wait_for()
    page.get_by_role("button", name="Show what a repair would change").click()
    page.get_by_text("% sure").first.wait_for()


def test_a_table_inside_a_cell_is_shown_as_one(studio: Open) -> None:
    page = studio()
    open_file(page, ROOT / "tests" / "golden" / "nested-sizes" / "page.html")
    told = json.loads(
        windrow("extract", str(ROOT / "tests/golden/nested-sizes/page.html"), "--format", "jsonl")
    )
    table = told["tables"][0]
    [name] = (column["name"] for column in table["columns"] if column["type"] == "rows")

    page.locator("[role=gridcell] .inside").nth(1).click()

    inside = page.locator(".scroll.inside table").first
    inside.wait_for()
    rows = table["rows"][1][name]
    assert inside.locator("th").all_inner_texts() == [*rows[0]]
    shown = [line.locator("td").all_inner_texts() for line in inside.locator("tbody tr").all()]
    assert shown == [[str(value).removesuffix(".0") for value in row.values()] for row in rows]


def test_a_list_is_followed_to_its_end(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(120_000)
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


def test_a_run_goes_on_after_a_kill_and_the_studio_shows_it(
    browser: Browser, tmp_path: Path
) -> None:
    pages = [{"html": bales(range(10 * k, 10 * k + 10)), "name": f"{k}.html"} for k in range(120)]
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(120_000)
    with served(tmp_path / "home", "--no-browser") as first:
        port = first.address.rsplit(":", 1)[1]
        page.goto(f"{first.address}/?token={first.token}")
        job = first.post("/v1/jobs", {"kind": "run", "pages": pages}, 201)["id"]
        page.get_by_role("button", name="Runs").click()
        page.locator(f"[data-job='{job}'] .state").wait_for()
        while first.get(f"/v1/jobs/{job}")["progress"].get("pages", 0) < 40:
            time.sleep(0.02)
        first.kill()
    with served(tmp_path / "home", "--no-browser", "--port", port) as second:
        page.locator(f"[data-job='{job}'] .state", has_text="done").wait_for()

        assert page.locator(f"[data-job='{job}'] .rows").inner_text() == "1,200 rows"
        rows = second.get(f"/v1/jobs/{job}/rows", params={"limit": 2000})["rows"]
        assert len({(row["page"], row["record"]) for row in rows}) == len(rows) == 1200
    context.close()
