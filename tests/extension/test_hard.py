"""Hostile pages do no harm, and large ones stay usable."""

import json

import pytest
from playwright.sync_api import Page

from tests.extended import Extended, cells, settled
from tests.served import bales
from tests.serving import Reply, serving

pytestmark = pytest.mark.slow


HOSTILE = """<!doctype html><title>Hay</title><script>
window.seen = [];
for (const name of ["click", "message", "mousemove"]) addEventListener(name, (e) => seen.push([name, e.isTrusted]), true);
window.attack = async (id, service) => {
  const tried = {chrome: typeof chrome === "undefined" ? "none" : typeof chrome.runtime?.connect};
  const reached = async (name, task) => { try { await task(); tried[name] = "reached"; } catch { tried[name] = "refused"; } };
  await reached("panel", () => fetch(`chrome-extension://${id}/panel.html`));
  await reached("message", () => chrome.runtime.sendMessage(id, {clicked: 1}));
  await reached("service", async () => { if (!(await fetch(`${service}/v1/pages`)).ok) throw 1; });
  await reached("health", () => fetch(`${service}/healthz`));
  await reached("code", async () => { if (!(await fetch(`${service}/v1/pairing`, {method: "POST"})).ok) throw 1; });
  await reached("token", async () => { const r = await fetch(`${service}/v1/pairing/token`,
    {method: "POST", mode: "no-cors", headers: {"Content-Type": "text/plain"}, body: '{"code":"A"}'}); if (!r.ok) throw 1; });
  const frame = document.createElement("iframe");
  frame.src = `chrome-extension://${id}/panel.html`;
  document.body.append(frame);
  await new Promise((done) => setTimeout(done, 300));
  // From another origin an extension's page is opaque; one that was refused is, too.
  tried.frame = frame.contentDocument === null ? "opaque" : "read";
  for (const told of ["chosen", "hovered", "read", "piece"]) postMessage({told, path: "/html[1]", row: 0, text: "x"}, "*");
  document.querySelector(".years a").click();
  tried.marks = document.querySelector("windrow-outlines")?.shadowRoot === null ? "closed" : "seen";
  return tried;
};
</script>"""


def test_a_hostile_page_reaches_neither_the_panel_nor_the_service(extended: Extended) -> None:
    danger = "<li><h3><a href='javascript:alert(1)'><b>x</b></a></h3><p>&lt;img src=x onerror=&quot;document.title='owned'&quot;&gt; hay</p><b>$1</b></li>"
    years = "".join(f"<li><a href='#{k}'>Harvest of {k}</a></li>" for k in range(2001, 2009))
    page_text = (
        HOSTILE
        + bales(range(1, 9)).replace("</ul>", f"{danger * 2}</ul>")
        + f"<ul class=years>{years}</ul>"
    )
    with serving({"/": Reply(page_text)}) as site:
        # A page on this machine: those from elsewhere may do even less.
        page = extended.opened(f"{site.url}/")
        panel = extended.table(page)
        panel.get_by_role("button", name="Choose in the page").click()
        page.wait_for_timeout(200)

        tried = page.evaluate(
            f"attack({json.dumps(extended.id)}, {json.dumps(extended.service.address)})"
        )
        page.wait_for_timeout(300)
        settled(panel)

        assert tried == {"chrome": tried["chrome"], "panel": "refused", "message": "refused",
                         "service": "refused", "health": "refused", "code": "refused",
                         "token": "refused", "frame": "opaque", "marks": "closed"}  # fmt: skip
        assert tried["chrome"] in ("none", "undefined")
        # A click made by a script chooses nothing; the markup of a page is text in the panel.
        assert cells(panel, "title")[0] == "Bale number 1"
        assert panel.title() == "windrow"
        assert panel.locator(".grid img, .grid a").count() == 0
        assert extended.context.pages.count(page) == 1


LONG = """() => { window.longest = 0; window.all = []; new PerformanceObserver((list) => {
  for (const one of list.getEntries()) all.push(one.duration), window.longest = Math.max(window.longest, one.duration); })
  .observe({type: "longtask"}); }"""


def long_rows(page: Page) -> None:
    """Fill the page with ten thousand records, by a script that pauses now and then."""
    page.evaluate(
        """async () => { const list = document.querySelector("ul");
        for (let k = 8; k < 10000; k++) {
          const row = document.createElement("li");
          row.innerHTML = `<h3><a href=/bale/${k}>Bale number ${k}</a></h3><p>Dry hay of meadow ${k % 7}</p><b>$${k}.50</b>`;
          list.append(row);
          if (k % 500 === 0) await new Promise((done) => setTimeout(done, 0));
        } }"""
    )


def test_ten_thousand_rows_are_read_and_shown_piece_by_piece(extended: Extended) -> None:
    with serving({"/": Reply(bales(range(8)))}) as site:
        page = extended.opened(f"{site.url}/")
        panel = extended.table(page)
        long_rows(page)
        page.wait_for_timeout(500)
        page.evaluate(LONG)
        panel.evaluate(LONG)

        panel.get_by_role("button", name="Read the page").click()
        panel.get_by_text("10,000 rows").last.wait_for()
        settled(panel)
        panel.locator(".grid").evaluate("(grid) => { grid.scrollTop = grid.scrollHeight; }")
        panel.get_by_role("gridcell", name="Bale number 9999").first.wait_for()

        tasks = page.evaluate("all")
        longest = max([*tasks, panel.evaluate("longest")])
        # On a busy machine all takes long; but no task is most of the work.
        assert longest < 200 or 2 * longest < sum(tasks)
