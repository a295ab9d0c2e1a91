"""Lists that go on: over pages, while one scrolls, and with rows that come and go."""

import pytest
from playwright.sync_api import Page

from tests.extended import Extended, settled
from tests.served import bales
from tests.serving import Reply, serving

pytestmark = pytest.mark.slow

PAGES, EACH = 10, 7


def a_page(number: int) -> str:
    links = f"<a href=/{number + 1}>Next</a>" if number < PAGES else "<a href=/1>First</a>"
    return f"{bales(range(EACH * (number - 1), EACH * number))}<p class=pager>{number} {links}</p>"


def titles(extended: Extended, panel: Page) -> list[str]:
    """Return the titles of the whole table, as the clipboard has them."""
    panel.get_by_role("button", name="Copy").click()
    settled(panel)
    head, *rows = [
        line.split("\t") for line in panel.evaluate("navigator.clipboard.readText()").split("\n")
    ]
    return [row[head.index("title")] for row in rows]


def numbered(count: int) -> list[str]:
    return [f"Bale number {k}" for k in range(count)]


def test_a_list_of_ten_pages_is_one_table(extended: Extended) -> None:
    with serving({f"/{k}": Reply(a_page(k)) for k in range(1, PAGES + 1)}) as site:
        panel = extended.table(extended.opened(f"{site.url}/1"))

        panel.get_by_role("button", name="All next pages").click()
        panel.get_by_text("70 rows").last.wait_for()
        settled(panel)

        assert titles(extended, panel) == numbered(70)
        # Columns of the gathered table can be changed, and it can be taken away.
        panel.locator("[role=columnheader]", has_text="title").click()
        panel.get_by_label("Name of the column").fill("bale")
        panel.get_by_role("button", name="Rename").click()
        panel.locator("[role=columnheader]", has_text="bale").wait_for()
        with panel.expect_download() as coming:
            panel.get_by_role("button", name="CSV").click()
        assert coming.value.path().read_text("utf-8").count("Bale number") == 70
        panel.get_by_role("button", name="Save wrapper").click()
        panel.get_by_label("Name", exact=True).fill("gathered")
        panel.get_by_role("button", name="Save", exact=True).click()
        panel.get_by_text("learned from 10 pages").wait_for()


def test_collecting_can_be_stopped(extended: Extended) -> None:
    with serving({f"/{k}": Reply(a_page(k)) for k in range(1, PAGES + 1)}) as site:
        panel = extended.table(extended.opened(f"{site.url}/1"))

        panel.get_by_role("button", name="All next pages").click()
        panel.get_by_role("button", name="Stop").click()
        settled(panel)

        assert len(titles(extended, panel)) < 70


ENDLESS = """<!doctype html><title>Hay</title><h1>Hay</h1><ul id=all></ul><script>
let next = 0;
const more = () => { for (let k = 0; k < 20 && next < 50; k++, next++) {
  const li = document.createElement("li");
  li.innerHTML = `<h3><a href=/bale/${next}>Bale number ${next}</a></h3><p>Dry hay of meadow ${next % 7}</p><b>$${next}.50</b>`;
  all.append(li); } };
more();
addEventListener("scroll", () => {
  if (innerHeight + scrollY > document.body.scrollHeight - 50) setTimeout(more, 120);
});
</script>"""

VIRTUAL = """<!doctype html><title>Hay</title><h1>Hay</h1>
<div id=box style="height:500px;overflow:auto;position:relative"><div id=all style="position:relative;height:3600px"></div></div>
<script>
const draw = () => {
  const first = Math.max(0, Math.floor(box.scrollTop / 60) - 2), wanted = new Set();
  for (let k = first; k < Math.min(60, first + 14); k++) wanted.add(String(k));
  for (const row of [...all.children]) if (!wanted.delete(row.dataset.k)) row.remove();
  for (const k of wanted) {
    const row = document.createElement("div");
    row.dataset.k = k; row.className = "row";
    row.style = `position:absolute;top:${60 * k}px;height:56px;left:0;right:0`;
    row.innerHTML = `<h3 style="margin:0"><a href=/bale/${k}>Bale number ${k}</a></h3><span>Dry hay of meadow ${k % 7}</span> <b>$${k}.50</b>`;
    all.append(row);
  }
};
draw();
box.addEventListener("scroll", draw);
</script>"""


@pytest.mark.parametrize(
    ("page", "count"), [(ENDLESS, 50), (VIRTUAL, 60)], ids=["endless", "virtual"]
)
def test_scrolling_to_the_end_brings_all_rows(extended: Extended, page: str, count: int) -> None:
    with serving({"/": Reply(page)}) as site:
        shown = extended.opened(f"{site.url}/")
        panel = extended.table(shown)

        panel.get_by_role("button", name="Scroll to the end").click()
        panel.get_by_text(f"{count} rows").last.wait_for()
        settled(panel)

        # Rows that were gone are put back before those that are there.
        assert sorted(titles(extended, panel)) == sorted(numbered(count))
        # And the page is as its scripts have made it.
        assert shown.locator(".row").count() <= 14
