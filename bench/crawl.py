"""Crawls on a local server: a shop that is killed and resumed, real list pages, and what it costs.

python -m bench.crawl shop              30 list pages, 600 details, 5 % of them fail; 10 kills
python -m bench.crawl real              ten list pages of the corpus as sites of three pages
python -m bench.crawl cost              processor time a page, beside that of `windrow extract`
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from html import escape
from pathlib import Path

from bench.corpus import CORPUS, Labelled, labelled_pages
from tests.unit.crawl.shop import ROBOTS, detail_of, is_failing, is_hidden, shop
from tests.unit.crawl.site import Asked, running
from windrow.crawl.crawl import CrawlState, crawl
from windrow.crawl.fetched import Fetched, Want
from windrow.crawl.keys import absolute, all_cells
from windrow.pipeline import find
from windrow.read import Page

PAGES, EACH, KILLS = 30, 20, 10
# Markup of pages that have their own pager.
_PAGER = rb"pagination|pager|rel=.next|next page|>\s*(?:next|&rsaquo;|&raquo;)"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.crawl",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=["shop", "real", "cost"])
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("--kills", type=int, default=KILLS)
    options = parser.parse_args()
    if options.what == "shop":
        killed_shop(options.pages, options.kills)
    elif options.what == "real":
        real_pages()
    else:
        cost()


def killed_shop(pages: int, kills: int) -> None:
    """Crawl the shop without and with kills; compare the files and check the details."""
    with tempfile.TemporaryDirectory() as folder, running(shop(pages, EACH), ROBOTS) as site:
        began = time.monotonic()
        words = [sys.executable, "-m", "windrow", "crawl", f"{site.url}/list", "--details",
                 "--delay", "0", "--quiet", "--to"]  # fmt: skip
        peace, killed = Path(folder, "peace.csv"), Path(folder, "killed.csv")
        subprocess.run([*words, str(peace)], check=True, stderr=subprocess.DEVNULL)
        asked = len(site.pages)
        print(f"in peace: {asked} pages asked for, {len({*site.pages})} of them different,"
              f" {time.monotonic() - began:.0f} s")  # fmt: skip
        site.log.clear()
        chance = random.Random(0)
        for tries in range(kills):
            resume = ["--resume"] if tries else []
            child = subprocess.Popen([*words, str(killed), *resume], start_new_session=True,
                                     stderr=subprocess.DEVNULL)  # fmt: skip
            wanted = (tries + 1) * asked // (kills + 1) + chance.randrange(5)
            while child.poll() is None and len({*site.pages}) < wanted:
                time.sleep(0.01)
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        subprocess.run([*words, str(killed), "--resume"], check=True, stderr=subprocess.DEVNULL)
        same = peace.read_bytes() == killed.read_bytes()
        again = len(site.pages) - len({*site.pages})
        print(f"killed {kills} times: the same file: {same}; pages asked for again: {again}")
        with peace.open(newline="", encoding="utf-8") as stream:
            _check([*csv.DictReader(stream)])


def _check(rows: Sequence[dict[str, str]]) -> None:
    bad = [number for number in range(1, len(rows) + 1) if is_failing(number) or is_hidden(number)]
    told = sum(bool(rows[number - 1]["_detail_error"]) for number in bad)
    right = sum(
        all(row.get(name) == value for name, value in detail_of(number).items())
        for number, row in enumerate(rows, 1)
        if number not in bad
    )
    print(f"{len(rows)} rows; {len(bad)} details fail, {told} with a reason;"
          f" details right {right / max(len(rows) - len(bad), 1):.3f}")  # fmt: skip


class _Served:
    """A real list page as a site of three: the same template, the records of other pages."""

    def __init__(self, page: Labelled) -> None:
        self.page = page
        self.found = find(str(page.path), most=1)

    def answer(self, number: int) -> bytes:
        """Return page *number*: texts and links of its records have the number in them."""
        text = self.page.path.read_bytes().decode("utf-8", "replace")
        if number > 1:
            for record in self.found[0].region.records:
                for root in record:
                    for node in self.found[0].tree.subtree(root):
                        text = self._marked(text, node, number)
        following = f"<a href='/list?page={number + 1}'>Next</a>"
        on = f"<div class=pagination><b>{number}</b> {following}</div>"
        on = on if number < 3 else "<div class=pagination><a href='/list?page=2'>Previous</a></div>"
        if "</body>" in text:
            head, _, tail = text.rpartition("</body>")
            return f"{head}{on}</body>{tail}".encode()
        return f"{text}{on}".encode()

    def _marked(self, text: str, node: int, number: int) -> str:
        """Return the page with a mark on the text and the link of a node of a record."""
        tree = self.found[0].tree
        if len(said := escape(tree.text(node), quote=False)) > 3:
            text = text.replace(f">{said}<", f">{said} {number}<")
        href = tree.attribute(node, "href") or ""
        if len(href) > 3 and not href.startswith(("#", "java")):
            mark = "&" if "?" in href else "?"
            for link in {href, escape(href)}:
                for sign in "\"'":
                    old, new = (
                        f"href={sign}{link}{sign}",
                        f"href={sign}{link}{mark}v={number}{sign}",
                    )
                    text = text.replace(old, new)
        return text


class FromServed:
    """A fetcher that gives the pages of one site, without a network."""

    def __init__(self, served: _Served, home: str) -> None:
        self.served, self.home, self.asked = served, home, list[str]()

    def fetch(self, wants: Sequence[Want]) -> list[Fetched]:
        return [self._one(want) for want in wants]

    def _one(self, want: Want) -> Fetched:
        self.asked.append(want.address)
        found = re.fullmatch(rf"{re.escape(self.home)}/list(?:\?page=(\d))?", want.address)
        if not found or int(found[1] or 1) > 3:
            return Fetched(want, None, "HttpStatus", "answered 404")
        return Fetched(want, _page_of(self.served, int(found[1] or 1), want.address))


def _page_of(served: _Served, number: int, address: str = "http://site.example/list") -> Page:
    return Page(address, served.answer(number), address, "text/html; charset=utf-8")


def real_pages(count: int = 10) -> None:
    """Crawl real list pages of different sites, each as a site of three pages."""
    done, sites = 0, set[str]()
    for page in labelled_pages(CORPUS):
        # One site of each dataset; the sites that are set aside are left out.
        if page.kind != "list" or page.dataset in sites or page.part == 0:
            continue
        served = _Served(page)
        # Pages with their own pager would lead to pages that do not exist.
        own = re.search(_PAGER, page.path.read_bytes(), re.I)
        if (
            not served.found
            or served.found[0].table.score < 0.7
            or own
            or len(served.found[0].table) < 5
        ):
            continue
        sites.add(page.dataset)
        with tempfile.TemporaryDirectory() as folder:
            fetcher = FromServed(served, "http://site.example")
            found = crawl("http://site.example/list", fetcher, CrawlState(Path(folder)))
        # Where a text is in several nodes it is not marked: such a record is the same on all pages.
        lists = [find(_page_of(served, number), most=1)[0].table for number in (1, 2, 3)]
        wanted = {all_cells(row) for table in lists for row in absolute(table).rows}
        print(f"{page.site}: {found.tally.pages} pages, {found.tally.rows} rows of {len(wanted)};"
              f" asked for {len(fetcher.asked)}; {found.ended}")  # fmt: skip
        done += 1
        if done == count:
            return


def cost() -> None:
    """Print the processor time of a page in a crawl, and of the same page in `extract`."""
    pages = 30
    with tempfile.TemporaryDirectory() as folder, running(shop(pages, EACH)) as site:
        saved = []
        for number in range(1, pages + 1):
            given = shop(pages, EACH)(Asked(f"/list?page={number}"))
            assert isinstance(given, str)
            path = Path(folder, f"{number}.html")
            path.write_text(given)
            saved.append(str(path))
        target = Path(folder, "rows.csv")
        crawled = _seconds([sys.executable, "-m", "windrow", "crawl", f"{site.url}/list", "--delay",
                            "0", "--quiet", "--to", str(target)])  # fmt: skip
        extracted = sum(
            _seconds([sys.executable, "-m", "windrow", "extract", path, "--format", "csv"])
            for path in saved[:10]
        )
        together = _seconds([sys.executable, "-m", "windrow", "extract", *saved, "--jobs", "1",
                             "--format", "csv"])  # fmt: skip
    print(f"crawl {1000 * crawled / pages:.0f} ms a page; extract {100 * extracted:.0f} ms a page,"
          f" one by one, {1000 * together / pages:.0f} ms all at once")  # fmt: skip


def _seconds(words: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
