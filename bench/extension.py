"""Measure the browser extension: are its tables right, and what does a click cost?

    python -m bench.extension [--pages 20] [--corpus DIR]
    python -m bench.extension --pages 4 --tags 3000         pages with about 3,000 opening tags

Each page is served on this machine and opened in a real Chromium with the extension. Its best
table must be the one that windrow makes of the browser's own capture of the same tree, as `windrow
extract --browser always` does. Processor time is that of all processes of the browser and of the
service from "Read the page" until the table is there, beside that of `windrow extract` of the same
markup, as a command and within a process; the longest task is that of any page or panel.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page as Tab

from bench.corpus import Labelled, add_option, pages_or_examples
from tests.extended import Extended, build, extended_chromium, settled
from tests.served import Served, served
from tests.serving import Reply, Server, serving
from windrow.pipeline import find
from windrow.read import Page
from windrow.read.browser.drawn import STYLES
from windrow.read.browser.markup import markup
from windrow.table.typed import to_json
from windrow.view.terminal import table_object

__all__ = ["own_table", "panel_table"]

# A cost is measured this often, and the middle one counts. Chosen, not measured.
_TIMES = 3
_TAG = re.compile(rb"<[A-Za-z]")
_WATCH = """() => { window.longest = 0; new PerformanceObserver((list) => {
  for (const one of list.getEntries()) longest = Math.max(longest, one.duration); })
  .observe({type: "longtask"}); }"""


# In the panel itself: questions from outside, again and again, cost a third as much as the click.
_READ = """() => new Promise((done) => {
  const status = document.querySelector("[role=status]");
  const buttons = [...document.querySelectorAll("button")];
  const watch = new MutationObserver(() => {
    if (status.textContent.includes("…")) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(done, 0));
  });
  watch.observe(status, {subtree: true, childList: true, characterData: true});
  buttons.find((one) => one.textContent.trim() === "Read the page").click();
})"""


def own_capture(tab: Tab) -> Page:
    """Return the page in *tab* as the browser itself captures it."""
    session = tab.context.new_cdp_session(tab)
    found = session.send("DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)})
    content, layout = markup(found)
    kind = "text/html; charset=utf-8"
    return Page(tab.url, content, url=tab.url, content_type=kind, layout=layout)


def own_table(tab: Tab) -> dict[str, Any] | None:
    """Return the best table that windrow finds in the browser's own capture."""
    tables = find(own_capture(tab)).tables
    return json.loads(to_json(table_object(tables[0], raw=False))) if tables else None


def panel_table(service: Served) -> dict[str, Any] | None:
    """Return the table of the page that the extension has sent last."""
    newest = service.get("/v1/pages", params={"most": 1})["pages"][0]["id"]
    found = service.get(f"/v1/pages/{newest}/lists", params={"marks": "none"})["lists"]
    return found[0]["table"] if found else None


def said(table: dict[str, Any] | None) -> Any:
    """Return what a table says: its columns and rows."""
    return table and (table["columns"], table["rows"])


def browser_seconds(extended: Extended) -> float:
    """Return the processor time that the browser has taken."""
    processes = extended.session().send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(one["cpuTime"] for one in processes))


def service_seconds(process: int) -> float:
    """Return the processor time of a process and of all that it has started (Linux)."""
    spent: dict[int, tuple[int, float]] = {}
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "stat").read_text().rpartition(")")[2].split()
            ticks = int(words[11]) + int(words[12])
            spent[int(entry.name)] = int(words[1]), ticks / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            continue
    whole = {process}
    for one in sorted(spent):
        if spent[one][0] in whole:
            whole.add(one)
    return sum(seconds for one, (_, seconds) in spent.items() if one in whole)


def click_cost(extended: Extended, panel: Tab) -> float:
    """Return the seconds that reading the page again takes, of all processors together."""
    process = extended.service.process.pid
    before = browser_seconds(extended) + service_seconds(process)
    panel.evaluate(_READ)
    return browser_seconds(extended) + service_seconds(process) - before


def extract_cost(page: Page) -> float:
    """Return the seconds that a plain extract of a page takes in this process."""
    start = time.process_time()
    find(page)
    return time.process_time() - start


def command_cost(content: bytes) -> float:
    """Return the seconds that the command `windrow extract` takes for the same markup."""
    with tempfile.NamedTemporaryFile(suffix=".html") as file:
        file.write(content)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [sys.executable, "-m", "windrow", "extract", file.name, "--format", "jsonl"]
        subprocess.run(words, check=False, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(
    extended: Extended, site: Server, one: Labelled
) -> tuple[bool, float, float, float, float]:
    """Print a line on a page; return whether its table is right, and what it cost."""
    site.replies["/"] = Reply(one.path.read_bytes(), headers={"Content-Type": "text/html"})
    tab = extended.opened(f"{site.url}/")
    tab.wait_for_timeout(300)
    own = own_table(tab)
    seen = own_capture(tab)
    content = seen.content
    panel = extended.panel(tab)
    panel.get_by_role("button", name="Read the page").wait_for()
    settled(panel)
    same = said(panel_table(extended.service)) == said(own)
    tab.evaluate(_WATCH)
    panel.evaluate(_WATCH)
    nodes = tab.evaluate("document.querySelectorAll('*').length")
    click = median(click_cost(extended, panel) for _ in range(_TIMES))
    bare = Page.from_bytes(content, content_type="text/html; charset=utf-8")
    plain = median(extract_cost(bare) for _ in range(_TIMES))
    boxed = median(extract_cost(seen) for _ in range(_TIMES))
    command = command_cost(content)
    longest = max(tab.evaluate("longest"), panel.evaluate("longest"))
    panel.close()
    tab.close()
    print(
        f"{'same' if same else 'OTHER':6} {nodes:6} elements, ms: click {1000 * click:4.0f}, "
        f"command {1000 * command:4.0f}, within a process {1000 * plain:4.0f}, "
        f"with boxes {1000 * boxed:4.0f}, "
        f"longest task {longest:4.0f}  {one.site}",
        flush=True,
    )
    return same, click / command, click / plain, click / boxed, longest


def about_as_large(pages: Sequence[Labelled], tags: int) -> list[Labelled]:
    """Return a page of each site that has *tags* opening tags, give or take a tenth."""
    found: dict[str, Labelled] = {}
    for one in pages:
        if one.site not in found:
            count = len(_TAG.findall(one.path.read_bytes()))
            if 0.9 * tags <= count <= 1.1 * tags:
                found[one.site] = one
    return [*found.values()]


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pages", type=int, default=20, help="how many (%(default)s)")
    parser.add_argument("--tags", type=int, help="only pages with about this many opening tags")
    add_option(parser)
    options = parser.parse_args()
    pages = pages_or_examples(options.corpus)
    if options.tags:
        pages = about_as_large(pages, options.tags)
    chosen = [pages[k * len(pages) // options.pages] for k in range(min(options.pages, len(pages)))]
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder) / "home", "--no-browser") as service,
        extended_chromium(build(), Path(folder) / "profile", service) as extended,
        serving({}) as site,
    ):
        extended.pair()
        found = [measure(extended, site, one) for one in chosen]
    right = sum(same for same, *_ in found)
    command, plain, boxed = (median(row[k] for row in found) for k in (1, 2, 3))
    longest = max(longest for *_, longest in found)
    print(
        f"{right} of {len(found)} tables are the same; a click costs {command:.2f}x the command "
        f"`windrow extract`, {boxed:.1f}x an extract of the same tree and its boxes within a "
        f"process, {plain:.1f}x one without boxes (the middle ones); the longest task took "
        f"{longest:.0f} ms"
    )


if __name__ == "__main__":
    main()
