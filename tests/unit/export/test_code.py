"""Exported spiders and page objects load the wrapper and give the rows of apply: run for real."""

import ast
import asyncio
import json
import runpy
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.serving import answering
from windrow.export import FORMS, export, path_from
from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.wrapper import Wrapper

HERE = Path(__file__).parents[3]
SHOP = HERE / "examples" / "shop.html"
RECIPES = sorted((HERE / "examples" / "detail").rglob("page.html"))
NESTED = HERE / "tests" / "golden" / "nested-sizes" / "page.html"
GOLDEN = Path(__file__).parent / "golden"

Rows = list[dict[str, Any]]


def applied_rows(wrapper: Wrapper, page: Page | Path) -> Rows:
    return [dict(row) for table in wrapper.apply(page) for row in table.given.rows]


@pytest.mark.parametrize("form", [*FORMS])
def test_the_export_of_the_shop_is_the_golden_one(form: str) -> None:
    wrapper = replace(learn([SHOP]), name="shop")

    text = export(wrapper, form, "shop.json").text

    assert text == (GOLDEN / f"{form}.txt").read_text("utf-8")


def test_an_unknown_form_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="'parsel'; there are css, xpath, scrapy, web-poet"):
        export(learn([SHOP]), "parsel")


def test_code_finds_the_wrapper_from_its_own_folder() -> None:
    assert path_from(None, "shop.json") == "shop.json"
    assert path_from("spiders/shop.py", "shop.json") == "../shop.json"


@pytest.mark.parametrize("form", ["scrapy", "web-poet"])
def test_hostile_names_get_into_code_only_as_strings(form: str) -> None:
    evil = "x'''\"\"\"\\\n#\r\nraise SystemExit('ran')\n\u2028\u202e{evil!r}"
    plain, wrapper = learn([SHOP]), replace(learn([SHOP]), name=evil)

    code, hostile = export(plain, form).text, export(wrapper, form, evil).text

    assert evil in [n.value for n in ast.walk(ast.parse(hostile)) if isinstance(n, ast.Constant)]
    assert [type(node) for node in ast.walk(ast.parse(hostile))] == [
        type(node) for node in ast.walk(ast.parse(code))
    ]


class Site(BaseHTTPRequestHandler):
    """Serves pages on loopback; robots may not see /secret."""

    pages: ClassVar[dict[str, bytes]] = {}

    def do_GET(self) -> None:
        page = self.pages.get(self.path, b"")
        self.send_response(200 if page else 404)
        # The header alone says the encoding.
        kind = "text/plain" if self.path == "/robots.txt" else "text/html; charset=iso-8859-1"
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(Site, "pages", {"/robots.txt": b"User-agent: *\nDisallow: /secret"})
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    with answering(server):
        yield f"http://127.0.0.1:{server.server_port}"


def crawled(folder: Path, wrapper: Wrapper, *pages: str, follow: bool = False) -> tuple[Rows, str]:
    """Return the items and the log of the exported spider, run by the real Scrapy."""
    pytest.importorskip("scrapy")
    wrapper.save(folder / "w.json")
    (folder / "spider.py").write_text(export(wrapper, "scrapy", "w.json").text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-a", f"pages={','.join(pages)}",
         *(["-a", "follow=yes"] if follow else []),
         "-O", "rows.jsonl", "-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=False"],
        cwd=folder, capture_output=True, timeout=300, check=False, text=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    lines = (folder / "rows.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines], done.stderr


def test_scrapy_gives_the_rows_of_apply_where_robots_may_look(tmp_path: Path, site: str) -> None:
    html = NESTED.read_text("utf-8").replace(" jam", " jäm")
    other = "<title>Imprint</title><body><address>A street</address>"
    Site.pages |= {"/1": html.encode("latin-1", "ignore"), "/secret": html.encode()}
    Site.pages["/other"] = other.encode()
    wrapper = replace(learn([NESTED], kind="list"), name="shop")

    names = ("1", "secret", "other", "none")
    rows, log = crawled(tmp_path, wrapper, *(f"{site}/{name}" for name in names))

    page = Page("1", Site.pages["/1"], content_type="text/html; charset=iso-8859-1")
    assert rows == applied_rows(wrapper, page)
    assert any(isinstance(cell, list) for cell in rows[0].values())
    assert rows[0]["title"] == "Blackcurrant jäm"
    assert f"WARNING: {site}/other: drift: " in log


@pytest.mark.slow
def test_scrapy_gives_the_row_of_a_detail_page_with_its_lists(tmp_path: Path, site: str) -> None:
    Site.pages["/recipe"] = RECIPES[-1].read_bytes()
    wrapper = learn(RECIPES[:2], kind="detail")

    [row], _ = crawled(tmp_path, wrapper, f"{site}/recipe")

    page = Page("1", Site.pages["/recipe"], content_type="text/html; charset=iso-8859-1")
    assert [row] == applied_rows(wrapper, page)
    assert any(isinstance(cell, list) for cell in row.values())


@pytest.mark.parametrize(
    ("learned", "page"), [([SHOP], SHOP), ([NESTED], NESTED), (RECIPES[:2], RECIPES[-1])]
)
def test_a_page_object_gives_the_rows_of_apply(
    learned: list[Path], page: Path, tmp_path: Path
) -> None:
    web_poet = pytest.importorskip("web_poet")
    wrapper = learn(learned)
    wrapper.save(tmp_path / "w.json")
    (tmp_path / "page.py").write_text(export(wrapper, "web-poet", "w.json").text, "utf-8")
    new = runpy.run_path(str(tmp_path / "page.py"))["RowsPage"]
    url, other = "https://example.com/a", b"<body><address>A street</address>"

    item = asyncio.run(new(web_poet.HttpResponse(url, page.read_bytes())).to_item())
    drifted = new(web_poet.HttpResponse(url, other))

    assert item == {"url": url, "rows": applied_rows(wrapper, page), "reason": None}
    assert item["rows"]
    assert drifted.rows == []
    assert drifted.reason.startswith("drift: ")


@pytest.mark.slow
def test_scrapy_follows_the_next_pages_of_a_list(tmp_path: Path, site: str) -> None:
    from tests.unit.crawl.site import shop_page

    pager = "<p class=pager><a href='/follow{}'>Next</a>"
    # The last page leads to the first one.
    for number, on in (("", "/2"), ("/2", "/3"), ("/3", "")):
        first = int(number[1:] or 1) * 10 - 9
        Site.pages[f"/follow{number}"] = shop_page(
            range(first, first + 10), pager.format(on)
        ).encode()
    wrapper = learn([Page.from_text(Site.pages["/follow"].decode())])

    rows, _ = crawled(tmp_path, wrapper, f"{site}/follow", follow=True)

    assert [row["title"] for row in rows] == [f"Bale number {k} of hay" for k in range(1, 31)]
