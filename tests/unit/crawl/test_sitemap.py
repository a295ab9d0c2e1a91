"""Sitemaps: what they list is read, and no hostile one is read for ever."""

import gzip
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.unit.crawl.shop import shop
from tests.unit.crawl.site import Asked, Given, running
from windrow.crawl.crawl import CrawlState
from windrow.crawl.fetched import Fetched, Want
from windrow.crawl.fetcher import scrapy_fetcher
from windrow.crawl.messages import Orders
from windrow.crawl.site import crawl_site
from windrow.crawl.sitemap import Sitemap, read_sitemap, site_pages
from windrow.read import Page
from windrow.read.web import Web

HOME = "http://shop.example/"


def page_list(*pages: str, day: str = "2026-01-01") -> bytes:
    listed = "".join(f"<url><loc>{one}</loc><lastmod>{day}</lastmod></url>" for one in pages)
    return (
        f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}'
        "</urlset>".encode()
    )


def index(*files: str) -> bytes:
    listed = "".join(f"<sitemap><loc>{one}</loc></sitemap>" for one in files)
    return f"<sitemapindex>{listed}</sitemapindex>".encode()


class FromFiles:
    """A site of files; what was asked for is in *asked*."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files, self.asked = files, list[str]()

    def fetch(self, wants: Sequence[Want]) -> list[Fetched]:
        assert all(want.plain for want in wants)
        self.asked += [want.address for want in wants]
        return [
            Fetched(want, Page(want.address, self.files[want.address]))
            if want.address in self.files
            else Fetched(want, None, "HttpStatus", "answered 404")
            for want in wants
        ]


def test_robots_txt_an_index_and_packed_files_lead_to_all_pages() -> None:
    site = FromFiles(
        {
            f"{HOME}robots.txt": b"User-agent: *\nSitemap: http://shop.example/index.xml\n",
            f"{HOME}index.xml": index(f"{HOME}a.xml", f"{HOME}b.xml.gz"),
            f"{HOME}a.xml": page_list(f"{HOME}1", f"{HOME}2", day="2026-01-01"),
            f"{HOME}b.xml.gz": gzip.compress(page_list(f"{HOME}3", day="2026-02-01T10:00:00Z")),
        }
    )

    found = site_pages(HOME, site.fetch, 100)

    assert found == [f"{HOME}3", f"{HOME}1", f"{HOME}2"]


def test_a_site_whose_robots_txt_names_none_has_it_at_the_usual_place() -> None:
    site = FromFiles({f"{HOME}sitemap.xml": page_list(f"{HOME}1", "http://other.example/2")})

    assert site_pages(HOME, site.fetch, 100) == [f"{HOME}1"]
    assert site.asked == [f"{HOME}robots.txt", f"{HOME}sitemap.xml"]


def test_an_index_that_lists_itself_and_others_without_end_is_left() -> None:
    files = {
        f"{HOME}{k}.xml": index(*(f"{HOME}{k + n}.xml" for n in range(99))) for k in range(999)
    }
    site = FromFiles({**files, f"{HOME}sitemap.xml": index(f"{HOME}sitemap.xml", f"{HOME}0.xml")})

    assert site_pages(HOME, site.fetch, 10) == []
    assert len(site.asked) == len({*site.asked}) <= 101


def test_an_index_does_not_lead_to_another_host() -> None:
    site = FromFiles({f"{HOME}sitemap.xml": index("http://inner.example/secret.xml")})

    site_pages(HOME, site.fetch, 10)

    assert "http://inner.example/secret.xml" not in site.asked


LAUGHS = (
    b"<!DOCTYPE u [<!ENTITY a 'http://a.com/'>"
    + b"".join(b"<!ENTITY %c '%b'>" % (98 + k, b"&%c;" % (97 + k) * 10) for k in range(20))
    + b"]><urlset><url><loc>&t;</loc></url></urlset>"
)
OUTSIDE = b"<!DOCTYPE u [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><urlset><url><loc>&x;</loc></url>"


@pytest.mark.parametrize(
    "content",
    [LAUGHS, OUTSIDE, b"", b"<", b"\x1f\x8b broken", b"<urlset><url><loc>ftp://a.com/1</loc></url>",
     b"<urlset><url><loc>" + b"http://a.com/" * 500 + b"</loc></url>", b"<a>" * 100_000],
    ids=["laughs", "outside", "empty", "cut", "gzip", "scheme", "long", "deep"],
)  # fmt: skip
def test_a_hostile_file_gives_nothing(content: bytes) -> None:
    assert read_sitemap(content) == Sitemap()


def test_a_file_that_unpacks_without_end_is_cut() -> None:
    bomb = gzip.compress(page_list(f"{HOME}1")[:-9] + b" " * 60_000_000, 1)

    assert read_sitemap(bomb).pages == ((f"{HOME}1", "2026-01-01"),)


def test_lines_are_a_sitemap_and_a_picture_is_not_a_page() -> None:
    pictured = (
        b"<urlset><url><loc>http://a.com/1</loc><image><loc>http://a.com/1.jpg</loc></image></url>"
    )

    assert read_sitemap(b"http://a.com/1\nhttp://a.com/2\n").pages == (
        ("http://a.com/1", ""), ("http://a.com/2", ""),
    )  # fmt: skip
    assert read_sitemap(pictured).pages == (("http://a.com/1", ""),)


@pytest.mark.slow
def test_a_site_is_read_by_its_sitemap_where_nothing_links_to_its_pages(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Given | str:
        if asked.path == "/map.xml":
            pages = (f"{site.url}/list?page={number}" for number in range(1, 5))
            return Given(page_list(*pages).decode(), headers=(("Content-Type", "text/xml"),))
        return "<h1>Hay</h1><p>Welcome" if asked.path == "/" else shop(9, 5)(asked)

    with running(answer, "User-agent: *\nSitemap: /map.xml\n") as site:
        orders = Orders(f"{site.url}/", Web(typed=frozenset([f"{site.url}/"])), delay=0.0)
        with scrapy_fetcher(orders) as fetcher:
            found = crawl_site(f"{site.url}/", fetcher, CrawlState(tmp_path), pages=5)

    assert found.tally.pages == 5
    assert [one.path for one in site.log].count("/robots.txt") == 1
    assert {"/map.xml", "/list?page=4"} <= {*site.pages}
