"""A crawl with a browser: what scripts load, by a button or by scrolling, is in the table."""

import json
from pathlib import Path

import pytest

from tests.unit.crawl.site import Asked, items, running, shop_page
from windrow.crawl.crawl import CrawlState, crawl
from windrow.crawl.fetcher import BrowserFetcher
from windrow.read.web import Web

MORE = """<script>
let page = 1;
async function more() {
  const answer = await fetch('/part?page=' + (page += 1));
  document.querySelector('ul.items').insertAdjacentHTML('beforeend', await answer.text());
  if (page >= 3) { const b = document.querySelector('button'); if (b) b.remove(); }
}
</script>"""
SCROLL = """<div style='height: 1500px'></div><script>
let busy = false;
addEventListener('scroll', async () => {
  if (busy || page >= 3 || scrollY + innerHeight < document.body.scrollHeight - 50) return;
  busy = true; await more(); busy = false;
});
</script>"""

# Of thirty rows, those in view are there: a box of twelve rows and a bar.
VIRTUAL = """<style>ul.items { position: relative; height: 600px; overflow-y: scroll; }
ul.items li { position: absolute; height: 100px; overflow: hidden; } #room { width: 1px; height: 3000px; }</style>
<script>
const list = document.querySelector('ul.items'), all = ALL;
list.innerHTML = '<div id=room></div>';
function draw() {
  const first = Math.max(0, Math.floor(list.scrollTop / 100) - 1);
  for (const e of [...list.querySelectorAll('li')]) if (+e.dataset.k < first || +e.dataset.k > first + 8) e.remove();
  for (let k = first; k < Math.min(first + 9, 30); k++) {
    if (list.querySelector(`[data-k="${k}"]`)) continue;
    list.insertAdjacentHTML('beforeend', all[k]);
    const e = list.lastElementChild; e.dataset.k = k; e.style.top = k * 100 + 'px';
  }
}
list.addEventListener('scroll', draw); draw();
</script>"""


# Of thirty rows, eight elements are there for all: their texts and links are written anew.
RECYCLED = """<style>ul.items { position: relative; height: 600px; overflow-y: scroll; }
ul.items li { position: absolute; height: 100px; overflow: hidden; } #room { width: 1px; height: 3000px; }</style>
<script>
const list = document.querySelector('ul.items'), all = ALL;
list.innerHTML = '<div id=room></div>' + all.slice(0, 8).join('');
const rows = [...list.querySelectorAll('li')];
function draw() {
  const first = Math.min(22, Math.max(0, Math.floor(list.scrollTop / 100) - 1));
  for (let k = first; k < first + 8; k++) {
    const row = rows[k % 8];
    row.style.top = k * 100 + 'px';
    WRITE
  }
}
list.addEventListener('scroll', draw); draw();
</script>"""
WHOLE = "if (row.dataset.k != k) { row.innerHTML = all[k].replace(/^<li[^>]*>/, ''); row.dataset.k = k; }"
TEXTS = """const other = document.createElement('ul'); other.innerHTML = all[k];
    row.querySelector('a').href = other.querySelector('a').getAttribute('href');
    for (const part of ['a', 'p', 'b'])
      row.querySelector(part).firstChild.nodeValue = other.querySelector(part).textContent;"""


@pytest.mark.parametrize(
    "script",
    [VIRTUAL, RECYCLED.replace("WRITE", WHOLE), RECYCLED.replace("WRITE", TEXTS)],
    ids=["removed", "refilled", "rewritten"],
)
def test_a_list_that_shows_only_rows_in_view_loses_none(script: str, tmp_path: Path) -> None:
    rows = json.dumps([items([k]) for k in range(1, 31)])

    with running(
        lambda asked: shop_page([1], script.replace("ALL", rows.replace("</", "<\\/")))
    ) as site:
        start = f"{site.url}/list"
        found = crawl(start, BrowserFetcher(Web(typed=frozenset([start]))), CrawlState(tmp_path))

    assert sorted(int(str(row["title"]).split()[2]) for row in found.table.rows) == [*range(1, 31)]


@pytest.mark.parametrize("kind", ["button", "scroll"])
def test_what_scripts_load_is_in_the_table(kind: str, tmp_path: Path) -> None:
    pager = "<button onclick='more()'>Load more</button>" if kind == "button" else SCROLL

    def answer(asked: Asked) -> str:
        if asked.where == "/part":
            page = int(asked.query["page"])
            return items(range(page * 10 - 9, page * 10 + 1))
        return shop_page(range(1, 11), MORE + pager)

    with running(answer) as site:
        start = f"{site.url}/list"
        fetcher = BrowserFetcher(Web(typed=frozenset([start])))
        found = crawl(start, fetcher, CrawlState(tmp_path))

    assert [row["title"] for row in found.table.rows] == [
        f"Bale number {k} of hay" for k in range(1, 31)
    ]


def test_a_browser_sends_the_form_that_leads_on(tmp_path: Path) -> None:
    def answer(asked: Asked) -> str:
        page = int(asked.form.get("page", "1"))
        button = f"<button name=page value={page + 1}>Next</button>" if page < 3 else ""
        form = f"<form method=post class=pager><input type=hidden name=q value=hay>{button}</form>"
        return shop_page(range(page * 10 - 9, page * 10 + 1), form)

    with running(answer) as site:
        start = f"{site.url}/list"
        fetcher = BrowserFetcher(Web(typed=frozenset([start])))
        found = crawl(start, fetcher, CrawlState(tmp_path))

    sent = [one.form for one in site.log if one.form]
    assert len(found.table.rows) == 30
    assert sent == [{"q": "hay", "page": "2"}, {"q": "hay", "page": "3"}]
