"""Politeness, details, resuming: what the server's log and the rows prove."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.unit.crawl.shop import ROBOTS, detail_of, is_failing, is_hidden, shop
from tests.unit.crawl.site import Asked, Given, LocalSite, running, shop_page
from windrow.cli import windrow
from windrow.crawl.crawl import CrawlState, crawl, stored_rows
from windrow.crawl.fetched import Fetched, Want, page_of
from windrow.crawl.fetcher import scrapy_fetcher
from windrow.crawl.messages import Orders
from windrow.crawl.site import crawl_site
from windrow.read import Page
from windrow.read.web import Web

CRAWL = (sys.executable, "-m", "windrow", "crawl")

pytestmark = pytest.mark.slow


def paged(asked: Asked, last: int = 3) -> str:
    page = int(asked.query.get("page", "1"))
    pager = f"<p class=pager><a href='/list?page={page + 1}'>Next</a>" if page < last else ""
    return shop_page(range(page * 10 - 9, page * 10 + 1), pager)


def orders(site: LocalSite, delay: float = 0.0, **facts: object) -> Orders:
    web = Web(typed=frozenset([f"{site.url}/list"]), **facts)  # type: ignore[arg-type]
    return Orders(f"{site.url}/list", web, delay)


def rows_of(
    site: LocalSite, folder: Path, told: Orders, **options: object
) -> list[dict[str, object]]:
    with scrapy_fetcher(told) as fetcher:
        found = crawl(f"{site.url}/list", fetcher, CrawlState(folder), **options)  # type: ignore[arg-type]
    return [dict(row) for row in found.table.rows]


def test_the_delay_and_that_of_robots_txt_are_kept(tmp_path: Path) -> None:
    with running(paged, "User-agent: *\nCrawl-delay: 0.7\n") as site:
        rows_of(site, tmp_path, orders(site, 0.2))

    times = [one.at for one in site.log]
    assert site.log[0].path == "/robots.txt"
    assert [one.path for one in site.log].count("/robots.txt") == 1
    # A busy machine may take note of a request late, so that single gaps look shorter.
    assert times[1] - times[0] >= 0.1
    assert times[-1] - times[1] >= 2 * 0.6


def test_a_page_that_robots_txt_forbids_is_not_asked_for(tmp_path: Path) -> None:
    robots = "User-agent: windrow\nDisallow: /list?page=2\n"
    with running(paged, robots) as site, scrapy_fetcher(orders(site)) as fetcher:
        found = crawl(f"{site.url}/list", fetcher, CrawlState(tmp_path))

    assert site.pages == ["/list"]
    assert "robots.txt" in found.ended


def test_a_site_that_robots_txt_forbids_is_told_with_the_reason(tmp_path: Path) -> None:
    with running(paged, "User-agent: *\nDisallow: /\n") as site:
        words = ["crawl", f"{site.url}/list", "--site", "--delay", "0", "--quiet"]
        result = CliRunner().invoke(windrow, words)

    assert result.exit_code == 1
    assert site.pages == []
    assert "robots.txt" in result.stderr


def test_a_robots_txt_that_fails_forbids_everything(tmp_path: Path) -> None:
    wants = [Want("/list"), Want("/list?page=2"), Want("/list?page=3")]
    with running(paged, "down") as site, scrapy_fetcher(orders(site)) as fetcher:
        found = [*fetcher.fetch([Want(f"{site.url}{want.address}") for want in wants])]

    assert {one.error for one in found} == {"Disallowed"}
    assert site.pages == []


def test_cookies_and_headers_reach_pages_that_need_a_login(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Given | str:
        if asked.headers.get("X-Key") != "hay" or "session=77" not in asked.headers.get(
            "Cookie", ""
        ):
            return Given("<p>Log in first", 403)
        return paged(asked)

    jar = tmp_path / "cookies.txt"
    jar.write_text("# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t77\n")
    from windrow.read.web import read_cookies

    with running(answer) as site:
        told = orders(site, headers=(("X-Key", "hay"),), cookies=read_cookies(str(jar)))
        rows = rows_of(site, tmp_path / "state", told)

    assert len(rows) == 30


def test_no_redirect_leads_to_a_private_host(tmp_path: Path) -> None:
    with running(lambda asked: "<p>secret") as inner:

        def answer(asked: Asked) -> Given | str:
            if asked.query.get("page") == "2":
                return Given("", 302, (("Location", f"{inner.url}/secret"),))
            return paged(asked)

        with running(answer) as site, scrapy_fetcher(orders(site)) as fetcher:
            found = crawl(f"{site.url}/list", fetcher, CrawlState(tmp_path))

    assert inner.log == []
    assert "private" in found.ended or "network" in found.ended


def test_a_server_that_fails_at_first_is_asked_again(tmp_path: Path) -> None:
    tries: list[str] = []

    def answer(asked: Asked) -> Given | str:
        tries.append(asked.path)
        return Given("<p>busy", 503) if tries.count(asked.path) < 2 else paged(asked, 2)

    with running(answer) as site:
        rows = rows_of(site, tmp_path, orders(site))

    assert len(rows) == 20


def test_every_row_comes_out_with_its_details_or_the_reason(tmp_path: Path) -> None:
    with running(shop(3, 20), ROBOTS) as site:
        rows = rows_of(site, tmp_path, orders(site), details=True)

    assert len(rows) == 60
    assert len({*site.pages}) == len(site.pages)
    assert not [path for path in site.pages if "hidden" in path]
    for number, row in enumerate(rows, 1):
        told = detail_of(number)
        if is_failing(number) or is_hidden(number):
            assert ("404" if is_failing(number) else "robots") in str(row["_detail_error"])
            assert row["weight"] is None
        else:
            assert {name: row[name] for name in told} == told
            assert row["_detail_error"] is None


class FromMemory:
    """A fetcher without a network: what a site would answer."""

    def __init__(self, answer: object, die_after: int = 10**9) -> None:
        self.answer, self.left, self.asked = answer, die_after, 0

    def fetch(self, wants: Sequence[Want]) -> Iterator[Fetched]:
        return map(self._one, wants)

    def _one(self, want: Want) -> Fetched:
        self.asked += 1
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        given = self.answer(Asked(want.address.removeprefix("http://shop.example")))  # type: ignore[operator]
        given = given if isinstance(given, Given) else Given(given)
        found = page_of(want, want.address, given.status, "text/html", given.body.encode())
        if isinstance(found, Page):
            return Fetched(want, found)
        return Fetched(want, None, type(found).__name__, "answered 404")


def test_a_crawl_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    start = "http://shop.example/list"
    whole = crawl(start, FromMemory(shop(4, 20)), CrawlState(tmp_path / "a"), details=True)
    state, asked = CrawlState(tmp_path / "b"), 0

    for tries in range(20):
        fetcher = FromMemory(shop(4, 20), 9)
        try:
            found = crawl(start, fetcher, state, details=True, resume=tries > 0)
            break
        except KeyboardInterrupt:
            asked += 9
    asked += fetcher.asked

    assert found.table.rows == whole.table.rows
    assert len(found.table.rows) == 80
    # Nothing was asked for twice but what was lost when the crawl was broken off.
    assert asked <= 84 + 20
    assert [*stored_rows(state)] == [*stored_rows(CrawlState(tmp_path / "a"))]
    assert len([*stored_rows(state)]) == 80


def test_a_second_crawl_uses_the_wrappers_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, state = "http://shop.example/list", CrawlState(tmp_path)
    first = crawl(start, FromMemory(shop(2, 20)), state, details=True)
    monkeypatch.setattr("windrow.crawl.walk.learn", None)
    monkeypatch.setattr("windrow.crawl.join.learn", None)

    again = crawl(start, FromMemory(shop(2, 20)), state, details=True)

    assert again.table.rows == first.table.rows
    assert again.notes == ()


def test_a_changed_site_is_told_and_learned_again(tmp_path: Path) -> None:
    start, state = "http://shop.example/list", CrawlState(tmp_path)
    crawl(start, FromMemory(paged), state)

    def changed(asked: Asked) -> str:
        page = int(asked.query.get("page", "1"))
        body = "".join(
            f"<tr><td><a href=/b/{k}>Bale {k}</a></td><td>{k * 3} kg</td><td>{k % 7} days</td></tr>"
            for k in range(page * 10 - 9, page * 10 + 1)
        )
        return (
            f"<html><body><table class=t>{body}</table><p class=pager><a href='/list?page={page + 1}'>Next</a>"
            if page < 3
            else f"<html><body><table class=t>{body}</table>"
        )

    again = crawl(start, FromMemory(changed), state)

    assert len(again.table.rows) == 30
    assert any("drift" in note for note in again.notes)


def test_a_page_is_asked_for_when_those_before_it_were_taken() -> None:
    with running(shop(1, 9)) as site, scrapy_fetcher(orders(site)) as fetcher:
        given = fetcher.fetch([Want(f"{site.url}/item/{number}") for number in range(1, 6)])
        first = next(given)
        # Enough for all five, if they were asked for.
        time.sleep(0.5)
        asked = [*site.pages]
        rest = [*given]

    assert first.page is not None
    assert asked == ["/item/1"]
    assert len(rest) == 4
    assert len(site.pages) == 5


def test_a_crawl_that_is_killed_and_resumed_gives_the_same_file(tmp_path: Path) -> None:
    target = tmp_path / "bales.csv"
    with running(shop(2, 20), ROBOTS) as site:
        words = [*CRAWL, f"{site.url}/list", "--details", "--delay", "0", "--quiet",
                 "--to", str(target)]  # fmt: skip
        seen = 0
        for tries in range(2):
            child = subprocess.Popen(
                [*words, *(["--resume"] if tries else [])], start_new_session=True
            )
            while child.poll() is None and len(site.pages) < seen + 8:
                time.sleep(0.02)
            seen = len(site.pages)
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        subprocess.run([*words, "--resume"], check=True, stderr=subprocess.DEVNULL)
        other = tmp_path / "again.csv"
        subprocess.run([*words[:-1], str(other)], check=True, stderr=subprocess.DEVNULL)

    assert target.read_text() == other.read_text()
    assert target.read_text().count("\n") == 41


def test_a_crawl_that_is_broken_off_by_hand_says_how_it_goes_on(tmp_path: Path) -> None:
    def slow(asked: Asked) -> str:
        time.sleep(0.2)
        return paged(asked, last=200)

    with running(slow) as site:
        words = [*CRAWL, f"{site.url}/list", "--delay", "0", "--to"]
        child = subprocess.Popen([*words, str(tmp_path / "bales.csv")], start_new_session=True,
                                 stderr=subprocess.PIPE, text=True)  # fmt: skip
        while child.poll() is None and len(site.pages) < 2:
            time.sleep(0.02)
        os.killpg(child.pid, signal.SIGINT)
        _, said = child.communicate(timeout=60)

    assert child.returncode == 130
    assert "--resume continues here" in said


def test_the_command_says_what_it_would_do(tmp_path: Path) -> None:
    with running(paged) as site:
        words = [*CRAWL, f"{site.url}/list", "--details", "--dry-run"]
        said = subprocess.run(words, check=True, capture_output=True, text=True).stdout

    assert site.pages == ["/list"]
    assert "10 records" in said
    assert "page=2" in said
    assert "`link`" in said


@pytest.mark.parametrize("option", ["--details", "--dry-run"])
def test_options_of_a_list_are_refused_for_a_site(option: str) -> None:
    result = CliRunner().invoke(windrow, ["crawl", "http://127.0.0.1:9/", "--site", option])

    assert result.exit_code == 2
    assert option in result.stderr


def test_a_target_that_is_there_is_told_before_anything_is_fetched(tmp_path: Path) -> None:
    target = tmp_path / "rows.csv"
    target.write_text("title\n")
    with running(paged) as site:
        words = ["crawl", f"{site.url}/list", "--delay", "0", "--to", str(target)]
        result = CliRunner().invoke(windrow, words)

    assert result.exit_code != 0
    assert site.log == []


def test_the_command_prints_one_table_and_a_summary(tmp_path: Path) -> None:
    with running(paged) as site:
        words = [*CRAWL, f"{site.url}/list", "--delay", "0", "--format", "jsonl"]
        done = subprocess.run(words, check=True, capture_output=True, text=True)

    [table] = json.loads(done.stdout)["tables"]
    assert len(table["rows"]) == 30
    assert "1 page, 10 rows: " in done.stderr
    assert "3 pages, 30 rows in " in done.stderr
    assert "ended: " in done.stderr


def test_a_page_that_leads_to_itself_is_told_without_scrapys_log(
    capfd: pytest.CaptureFixture[str],
) -> None:
    around = Given("", 302, (("Location", "/list"),))
    with running(lambda asked: around) as site:
        web = Web(private=(f"127.0.0.1:{site.port}",))
        with scrapy_fetcher(Orders(f"{site.url}/list", web, 0.0)) as fetcher:
            [fetched] = fetcher.fetch([Want(f"{site.url}/list")])

    assert "redirect" in fetched.reason
    assert capfd.readouterr().err == ""


def test_a_server_that_is_down_is_told_without_scrapys_log(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with running(lambda asked: "") as site:
        gone = f"{site.url}/list"
    orders = Orders(gone, Web(typed=frozenset([gone])), 0.0, retries=0)
    with scrapy_fetcher(orders) as fetcher:
        [fetched] = fetcher.fetch([Want(gone)])

    assert "cannot be reached" in fetched.reason
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(("pages", "each"), [(8, 5), (3, 20)], ids=["many lists", "few lists"])
def test_a_site_gives_a_table_of_each_template(tmp_path: Path, pages: int, each: int) -> None:
    fetcher, every = FromMemory(shop(pages, each)), range(1, pages * each + 1)

    found = crawl_site("http://shop.example/list", fetcher, CrawlState(tmp_path), pages=90)

    lists, details = sorted(found.tables, key=lambda table: "weight" in table.rows[0])
    assert [row["title"] for row in lists.rows] == [f"Bale number {k} of hay" for k in every]
    told = {int(str(row["title"]).split()[2]): row["weight"] for row in details.rows}
    assert told == {k: detail_of(k)["weight"] for k in every if not is_failing(k)}
    assert len([*(tmp_path / "wrappers").iterdir()]) == 2


@pytest.mark.parametrize("address", ["nonsense", "shop.example/rakes", "file:///rakes.html"])
def test_what_is_no_address_of_the_web_is_bad_usage(address: str) -> None:
    result = CliRunner().invoke(windrow, ["crawl", address])

    assert result.exit_code == 2
    assert f"`{address}` is not an http(s) address" in result.stderr
