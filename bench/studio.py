"""The studio on pages of the corpus: outlines, clicks, and columns found from one value.

    python -m bench.studio cells            one right value a column, on 30 pages of different sites
    python -m bench.studio page             outlines of records and clicks on other lists, 12 pages

``cells``: for each labelled field, the value of one record is given, as a person does who corrects
a cell or points at what is missing; a field counts where its column is right in nine of ten
records.
``page``, in a real Chromium: how much the outlines overlap the rectangles of the records' own nodes
(intersection over union, the least of a page), and how long the table takes after a click on
another list, until it is drawn anew, as a multiple of a plain extraction of the page by the same
service, as the studio gets it.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from statistics import mean
from typing import Any

from bench.corpus import CORPUS, Labelled, labelled_pages
from windrow.errors import WindrowError
from windrow.model import Table, Value
from windrow.pipeline import find
from windrow.wrap.corrections import Corrections
from windrow.wrap.pointed import corrections_for

# By definition: the pages of the two measures, and when a column is right.
CELLS, PAGES, RIGHT = 30, 12, 0.9

OVERLAPS = """nodes => {
  const inside = document.querySelector("iframe").contentDocument;
  const area = (b) => Math.max(0, b[2] - b[0]) * Math.max(0, b[3] - b[1]);
  return [...document.querySelectorAll("rect.record")].map((rect) => {
    const [x, y, w, h] = ["x", "y", "width", "height"].map((n) => +rect.getAttribute(n));
    const boxes = nodes[+rect.dataset.row].map((path) =>
      inside.evaluate(path, inside, null, 9, null).singleNodeValue.getBoundingClientRect());
    const solid = boxes.filter((b) => b.width * b.height > 0);
    if (!solid.length) return null;
    const edge = (pick, name) => pick(...solid.map((b) => b[name]));
    const a = [x, y, x + w, y + h];
    const b = [edge(Math.min, "left"), edge(Math.min, "top"),
               edge(Math.max, "right"), edge(Math.max, "bottom")];
    const both = area(a.map((side, k) => (k < 2 ? Math.max : Math.min)(side, b[k])));
    return both / (area(a) + area(b) - both);
  }).filter((one) => one !== null);
}"""
CLICKED = """async ([paths, page]) => {
  const time = async (task) => {
    const start = performance.now();
    await task();
    return performance.now() - start;
  };
  const body = JSON.stringify({page, browser: "never"});
  const order = {method: "POST", headers: {"Content-Type": "application/json"}, body};
  const plain = [];
  for (let k = 0; k < 3; k++)
    plain.push(await time(async () => (await fetch("v1/extract", order)).json()));
  const inside = document.querySelector("iframe").contentDocument;
  const click = (path) => new Promise((done, lost) => {
    const text = () => document.querySelector("[role=grid]")?.textContent, before = text();
    const watch = new MutationObserver(() => {
      if (text() === before) return;
      watch.disconnect();
      done();
    });
    watch.observe(document.body, {subtree: true, childList: true, characterData: true});
    const found = inside.evaluate(path, inside, null, 9, null).singleNodeValue;
    const node = found.nodeType === 1 ? found : found.parentElement;
    const at = node.getBoundingClientRect();
    const facts = {bubbles: true, cancelable: true, shiftKey: true,
                   clientX: at.left + 1, clientY: at.top + 1};
    node.dispatchEvent(new inside.defaultView.MouseEvent("click", facts));
    setTimeout(() => lost(new Error("the table did not change")), 60000);
  });
  const took = [];
  for (const path of [...paths, ...paths]) took.push(await time(() => click(path)));
  const middle = (all) => all.sort((a, b) => a - b)[all.length >> 1];
  return [middle(took), middle(plain)];
}"""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.studio",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=["cells", "page"])
    parser.add_argument("--list", action="store_true", help="say what is not right")
    options = parser.parse_args()
    if options.what == "cells":
        cells(listed=options.list)
    else:
        outlines_and_clicks()


def spread(least: int) -> Iterator[tuple[Labelled, Table]]:
    """Yield a page of each site, dataset by dataset in turns, with the table of its whole list."""
    groups: dict[str, list[Labelled]] = {}
    sites = set[str]()
    for page in labelled_pages(CORPUS):
        # Fields whose place differs between records are not columns.
        ragged = page.truth.get("ragged")
        if page.part and page.complete and not ragged and page.site not in sites:
            sites.add(page.site)
            groups.setdefault(page.dataset, []).append(page)
    for turn in range(max(map(len, groups.values()))):
        for pages in groups.values():
            if turn < len(pages) and len(pages[turn].truth["records"]) >= least:
                found = find(str(pages[turn].path), most=1)
                # A table whose rows are not the records is not corrected cell by cell.
                if found and len(found[0].table.rows) == len(pages[turn].truth["records"]):
                    yield pages[turn], found[0].table


def cells(*, listed: bool) -> None:
    """Print in how many columns one value is enough."""
    shares: list[float] = []
    refused = 0
    for page, table in islice(spread(5), CELLS):
        for name, share in _columns(page, table):
            refused += share is None
            shares.append(share or 0.0)
            if listed and (share or 0.0) < RIGHT:
                told = "refused" if share is None else f"{share:.2f}"
                print(f"  {page.path.parent}: {name}: {told}")
    right = sum(share >= RIGHT for share in shares)
    print(
        f"{len(shares)} columns of {CELLS} pages: {right / len(shares):.3f} right in nine of ten"
        f" records from one value; {mean(shares):.3f} of all cells; {refused} refused"
    )


def _columns(page: Labelled, table: Table) -> Iterator[tuple[str, float | None]]:
    """Yield the fields of a page with the share of cells that one value of each puts right."""
    records: list[Mapping[str, Any]] = page.truth["records"]
    for name in dict.fromkeys(name for record in records for name in record):
        values = [_folded(record.get(name)) for record in records]
        row = next((at for at, value in enumerate(values) if value), None)
        if row is None or any(isinstance(record.get(name), list) for record in records):
            continue
        try:
            changes = corrections_for(table, row, "sought", str(records[row][name]))
            found = Corrections(tuple(changes)).table(table)
        except WindrowError:
            yield name, None
            continue
        given = [_folded(one.get("sought")) for one in found.rows]
        pairs = [*zip(values, given, strict=True)]
        yield name, sum(want == got for want, got in pairs) / len(pairs)


def _folded(value: Value | Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def outlines_and_clicks() -> None:
    """Print how the outlines fit, and how long a click on another list takes."""
    from playwright.sync_api import sync_playwright

    from tests.served import served
    from windrow.read.browser import chromium

    fits, ratios = list[float](), list[float]()
    with (
        tempfile.TemporaryDirectory() as home,
        served(Path(home), "--no-browser") as service,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.launch(executable_path=chromium(), chromium_sandbox=False)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.set_default_timeout(120_000)
        for labelled, _ in spread(5):
            if len(fits) >= PAGES and len(ratios) >= PAGES:
                break
            page.goto(f"{service.address}/?token={service.token}")
            page.set_input_files("input[type=file]", str(labelled.path))
            page.get_by_role("grid").wait_for()
            key = service.get("/v1/pages")["pages"][0]["id"]
            lists = service.get(f"/v1/pages/{key}/lists")["lists"]
            page.wait_for_timeout(1000)
            overlaps = page.evaluate(OVERLAPS, lists[0]["table"]["nodes"])
            told = f"{labelled.site}: no record shows"
            if overlaps:
                fits.append(min(overlaps))
                told = f"{labelled.site}: {len(overlaps)} outlines, at least {fits[-1]:.3f}"
            if len(lists) > 1:
                paths = [one["table"]["nodes"][0][0] for one in (lists[1], lists[0])]
                took, plain = page.evaluate(CLICKED, [paths, key])
                ratios.append(took / plain)
                told += f"; a click {took:.0f} ms, an extraction {plain:.0f} ms"
            print(told, flush=True)
        browser.close()
    print(
        f"{len(fits)} pages: outlines overlap by {min(fits):.3f} at least, {mean(fits):.3f} on"
        f" average; a click takes {max(ratios):.2f} extractions at most, {mean(ratios):.2f} on"
        " average"
    )


if __name__ == "__main__":
    main()
