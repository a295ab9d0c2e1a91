"""A Scrapy project gets tables with one annotation, and web-poet's page objects give rows."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
import web_poet

from tests.unit.crawl.site import Asked, running, shop_page
from windrow.contrib.web_poet import TablesPage, WrapperPage
from windrow.read import Page
from windrow.wrap.learn import learn

PAGE = shop_page(range(1, 11), "<p class=pager><a href='/list?page=2'>Next</a>")


def answered() -> web_poet.HttpResponse:
    return web_poet.HttpResponse(
        "https://farm.example/list",
        PAGE.encode(),
        headers={"Content-Type": "text/html; charset=utf-8"},
    )


def test_a_page_object_gives_rows_and_the_next_page() -> None:
    item = asyncio.run(TablesPage(answered()).to_item())

    assert [row["title"] for row in item["rows"]] == [
        f"Bale number {k} of hay" for k in range(1, 11)
    ]
    assert item["onward"] == "https://farm.example/list?page=2"
    assert item["reason"] is None


def test_a_page_object_reads_with_a_wrapper(tmp_path: Path) -> None:
    learn([Page.from_text(PAGE)]).save(tmp_path / "shop.json")

    class Shop(WrapperPage):
        wrapper = str(tmp_path / "shop.json")

    assert len(asyncio.run(Shop(answered()).to_item())["rows"]) == 10


SPIDER = """
import scrapy
from scrapy_poet import DummyResponse
import windrow
from windrow.contrib.scrapy_poet import WrapperTables

class Shop(scrapy.Spider):
    name = "shop"
    custom_settings = {{
        "ADDONS": {{"scrapy_poet.Addon": 300}},
        "SCRAPY_POET_PROVIDERS": {{"windrow.contrib.scrapy_poet.TablesProvider": 500}},
        "WINDROW_WRAPPER": {wrapper!r}, "LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False,
    }}
    start_urls = [{url!r}]

    def parse(self, response: DummyResponse, tables: windrow.Tables, kept: WrapperTables):
        yield {{"found": [dict(row) for row in tables[0].rows], "kept": kept.rows}}
"""


@pytest.mark.slow
def test_a_spider_asks_for_tables_by_annotation(tmp_path: Path) -> None:
    learn([Page.from_text(PAGE)]).save(tmp_path / "shop.json")

    def answer(asked: Asked) -> str:
        return PAGE

    with running(answer) as site:
        spider = tmp_path / "spider.py"
        spider.write_text(
            SPIDER.format(wrapper=str(tmp_path / "shop.json"), url=f"{site.url}/list")
        )
        words = [
            sys.executable,
            "-m",
            "scrapy",
            "runspider",
            str(spider),
            "-O",
            str(tmp_path / "rows.jsonl"),
        ]
        subprocess.run(words, check=True, capture_output=True, cwd=tmp_path)

    item = json.loads((tmp_path / "rows.jsonl").read_text())
    assert len(item["found"]) == 10
    assert [row["title"] for row in item["kept"]] == [row["title"] for row in item["found"]]
