"""A crawl with a browser: what scripts load, by a button or by scrolling, is in the table."""

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
