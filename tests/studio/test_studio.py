"""What a person does with a page: sees it, its lists and its table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.served import ROOT, Served, bales, served
from tests.serving import Reply, Server, serving
from tests.studio.conftest import (
    SHOP,
    Open,
    cells,
    header,
    names,
    open_file,
    renamed,
    settled,
    windrow,
)

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


def test_a_narrow_screen_shows_the_table_or_the_page_with_its_outlines(studio: Open) -> None:
    page = studio(viewport={"width": 390, "height": 800})
    open_file(page, SHOP)
    expect(page.locator("rect.record")).to_have_count(0)

    page.get_by_role("group", name="What is shown").get_by_role("button", name="Page").click()

    expect(page.locator("rect.record")).to_have_count(4)


def test_rows_and_records_are_linked_both_ways(studio: Open) -> None:
    page = studio()
    open_file(page, SHOP)

    page.locator("#cell-2-0").hover()
    page.locator("rect.record.on[data-row='2']").wait_for(state="attached")

    page.frame_locator("iframe").get_by_text("Austrian scythe").first.hover()
    page.locator("[role=row].on[aria-rowindex='3']").wait_for(state="attached")


def test_a_click_on_another_list_takes_it(studio: Open, tmp_path: Path) -> None:
    file = tmp_path / "two.html"
    file.write_text(two_lists())
    page = studio()
    open_file(page, file)

    page.frame_locator("iframe").get_by_text("Harvest of 2004").click()

    page.get_by_role("gridcell", name="Harvest of 2008").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("gridcell", name="Beech dibber").wait_for()


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


STYLE = "<style>main > div > div { margin: 9px; padding: 5px; border: 1px solid }</style>"
YEARS = "".join(f"<li><a href=/y/{k}>Harvest of {k}</a></li>" for k in range(2001, 2009))


def two_lists() -> str:
    """Return the shop with another list below it."""
    return SHOP.read_text().replace("</main>", f"</main><ul class=years>{YEARS}</ul>")


def test_pages_are_dropped_and_pasted_and_listed_with_the_wrappers(
    studio: Open, service: Served
) -> None:
    service.post("/v1/learn", {"name": "listed", "pages": [{"html": bales(range(6))}]})
    page = studio()

    page.get_by_label("…or pasted HTML").fill(bales(range(5)))
    page.get_by_role("button", name="Show the table of the HTML").click()
    page.get_by_role("gridcell", name="Bale number 4", exact=True).wait_for()
    page.get_by_role("button", name="New page").click()
    dropped = page.evaluate_handle(
        """(text) => { const given = new DataTransfer();
        given.items.add(new File([text], "dropped.html", {type: "text/html"})); return given; }""",
        bales(range(7)),
    )
    page.get_by_role("main").dispatch_event("drop", {"dataTransfer": dropped})
    page.get_by_role("gridcell", name="Bale number 6", exact=True).wait_for()

    page.get_by_role("button", name="New page").click()
    recent = page.get_by_role("region", name="Recent pages")
    expect(recent.get_by_role("button").first).to_have_text("dropped.html")
    recent.get_by_role("button", name="pasted.html").click()
    page.get_by_role("gridcell", name="Bale number 4", exact=True).wait_for()
    page.get_by_role("button", name="New page").click()
    page.get_by_role("region", name="Saved wrappers").get_by_role("button", name="listed").click()
    page.get_by_role("region", name="Columns").get_by_text("Bale number 1").wait_for()


def test_it_says_what_it_does_while_it_waits(studio: Open) -> None:
    page = studio()

    def slowly(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.route("**/v1/pages/upload*", slowly)

    page.set_input_files("input[type=file]", str(SHOP))

    expect(page.get_by_role("status").last).to_have_text("Reading the file…")
    page.get_by_role("grid").wait_for()
    settled(page)


def test_keys_move_between_lists_also_while_the_page_has_the_focus(
    studio: Open, tmp_path: Path
) -> None:
    file = tmp_path / "two.html"
    # A list outside of the page's main part would not be offered.
    file.write_text(two_lists().replace("</main>", f"{bales(range(9))}</main>"))
    page = studio()
    open_file(page, file)
    lists = page.get_by_role("group", name="Lists on the page").get_by_role("button")
    first = lists.nth(0).inner_text()
    assert lists.count() > 1
    expect(page.locator("rect.other")).to_have_count(lists.count() - 1)

    # After a click on a record the page has the focus.
    page.frame_locator("iframe").get_by_text("Austrian scythe").first.click()
    settled(page)
    page.keyboard.press("Alt+ArrowDown")
    expect(lists.nth(1)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Alt+ArrowUp")
    expect(lists.nth(0)).to_have_attribute("aria-pressed", "true")
    settled(page)
    page.keyboard.press("Control+z")
    expect(lists.nth(1)).to_have_attribute("aria-pressed", "true")
    assert lists.nth(0).inner_text() == first


def test_changes_outlast_a_reload(studio: Open) -> None:
    page = studio()
    open_file(page, SHOP)
    renamed(page, "title", "tool")
    settled(page)

    page.reload()

    header(page, "tool").wait_for()
    settled(page)
    page.get_by_role("button", name="Undo").click()
    header(page, "title").wait_for()
    page.get_by_role("button", name="Redo").click()
    header(page, "tool").wait_for()


@pytest.fixture(scope="module")
def pictured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Server]]:
    """Gives a service with a browser, and a site that it may reach."""
    home = tmp_path_factory.mktemp("pictured")
    with (
        serving({"/shop": Reply(two_lists() + STYLE)}) as site,
        served(home, "--allow-private", "127.0.0.1") as service,
    ):
        yield service, site


def open_picture(studio: Open, pictured: tuple[Served, Server]) -> Page:
    service, site = pictured
    page = studio(service)
    page.get_by_label("Address of a page").fill(f"{site.url}/shop")
    page.get_by_role("button", name="Show the table", exact=True).click()
    page.get_by_role("img", name="The page as the browser showed it").wait_for()
    page.locator("rect.record").nth(3).wait_for(state="attached")
    settled(page)
    return page


def spot(page: Page, text: str) -> tuple[float, float]:
    """Return where a text is in the picture: where it is on the page, in a window as wide."""
    image = page.get_by_role("img", name="The page as the browser showed it").bounding_box()
    assert image is not None
    own = page.context.new_page()
    own.set_viewport_size({"width": 1280, "height": 800})
    own.set_content(two_lists() + STYLE)
    box = own.get_by_text(text, exact=True).first.bounding_box()
    assert box is not None
    own.close()
    scale = image["width"] / 1280
    middle = box["y"] + box["height"] / 2
    return (box["x"] + 4) * scale + image["x"], middle * scale + image["y"]


def test_with_a_browser_the_picture_has_the_boxes(
    studio: Open, pictured: tuple[Served, Server]
) -> None:
    page = open_picture(studio, pictured)

    assert page.locator("rect.record").count() == 4
    page.locator("#cell-2-0").hover()
    page.locator("rect.record.on[data-row='2']").wait_for(state="attached")
    page.mouse.move(*spot(page, "Austrian scythe"))
    page.locator("[role=row].on[aria-rowindex='3']").wait_for(state="attached")
    # The outline is where the text is.
    where = spot(page, "Austrian scythe")
    lit = page.locator("rect.record.on").bounding_box()
    assert lit is not None
    assert lit["x"] <= where[0] <= lit["x"] + lit["width"]
    assert lit["y"] <= where[1] <= lit["y"] + lit["height"]


def test_a_click_in_the_picture_takes_another_list_or_points_at_a_value(
    studio: Open, pictured: tuple[Served, Server]
) -> None:
    page = open_picture(studio, pictured)

    page.get_by_role("button", name="Add a column").click()
    page.get_by_label("Name of the new column").fill("where")
    page.mouse.click(*spot(page, "In stock"))
    header(page, "where").wait_for()
    settled(page)
    assert cells(page, "where")[0] == "In stock"
    page.mouse.click(*spot(page, "Harvest of 2004"))
    page.get_by_role("gridcell", name="Harvest of 2008").first.wait_for()
    settled(page)
    assert page.locator("rect.record").count() == 8
