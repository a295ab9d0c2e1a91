"""Exported wrappers give the rows that apply gives: run with the real libraries."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from click.testing import CliRunner

from windrow.cli.export import FORMS as SPELLED
from windrow.cli.export import command
from windrow.errors import WrapperError
from windrow.read import Page, read, utf8
from windrow.wrap.export import FORMS, export, left_out
from windrow.wrap.learn import learn
from windrow.wrap.wrapper import Wrapper

parsel = pytest.importorskip("parsel")
pytest.importorskip("html5lib")

HERE = Path(__file__).parents[3]
EXAMPLES = sorted((HERE / "examples").glob("*.html"))
CORPUS = HERE.parent / "shared" / "corpus"

Rows = list[dict[str, Any]]


def module(code: str) -> Callable[[str], Rows]:
    """Return what an exported module reads pages with."""
    names: dict[str, Any] = {"__name__": "exported"}
    exec(compile(code, "exported.py", "exec"), names)
    rows: Callable[[str], Rows] = names["rows"]
    return rows


def exported_rows(wrapper: Wrapper, page: Page) -> Rows:
    return module(export(wrapper, "parsel"))(utf8(page).decode())


def applied_rows(wrapper: Wrapper, page: Page) -> Rows:
    found = wrapper.apply(page)
    return [dict(row) for table in found for row in table.rows]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_module_for_parsel_gives_the_rows_of_apply(path: Path) -> None:
    wrapper = learn([path], kind="list")

    rows = exported_rows(wrapper, read(path))

    assert rows
    assert rows == applied_rows(wrapper, read(path))


GOODS = "".join(
    f"<li class='card c{n}'><a href=/{n}><img src={n}.png alt='No {n}'>Tool <b>{n}</b></a>"
    f"{'<del>$9</del>' if n % 2 else ''}<i class=price>${n}</i> {n} left<br>{n} sold"
    f"<ul class=sizes><li>small {n}<li>large {n}</ul>"
    for n in range(1, 9)
)
ROWS = "".join(f"<tr><td>{n}<td><a href=/{n}>Name {n}</a><td>{n * 7} kg" for n in range(1, 9))
PAGES = {
    "cards with optional parts, texts and lists": f"<h1>Tools</h1><ul id=goods>{GOODS}</ul>",
    "a table without a tbody": f"<table><tr><th>No<th>Name<th>Weight{ROWS}</table>",
    "headings of groups": "".join(
        f"<h2>Group {g}</h2><ul class=group>"
        + "".join(f"<li><a href=/{g}{n}>Thing {g}{n}</a> <em>{n} cm</em>" for n in range(4))
        + "</ul>"
        for g in "abc"
    ),
    "terms and descriptions": "<dl>"
    + "".join(
        f"<dt>Term {n}</dt><dd>It means {n}</dd><dd>or <i>{n * 2}</i></dd>" for n in range(1, 8)
    )
    + "</dl>",
    "breaks for rows": "<div class=all>"
    + "".join(f"<b>Day {n}</b> <a href=/{n}>Show {n}</a> at {n} pm<br>" for n in range(1, 8))
    + "</div>",
}


@pytest.mark.parametrize("html", PAGES.values(), ids=[*PAGES])
def test_many_kinds_of_lists_export_to_the_same_rows(html: str) -> None:
    page = Page.from_text(html)
    wrapper = learn([page], kind="list")

    rows = exported_rows(wrapper, page)

    assert rows
    assert rows == applied_rows(wrapper, page)


def film_html(name: str, year: int, cast: str) -> str:
    actors = "".join(
        f"<li><a href=/{a}>{a}</a><ul><li>{a} one<li>{a} two{'<li>three' * (len(a) % 2)}</ul>"
        for a in cast.split()
    )
    data = json.dumps({"@type": "Movie", "duration": f"PT{year % 90}M", "actor": cast.split()})
    return (
        f"<title>{name} - Films</title><script type=application/ld+json>{data}</script>"
        f"<p>Films<h1 class=name>{name}</h1><img src={name}.png><table>"
        f"<tr><th>Year<td>{year}<tr><th>Length<td>{year % 90} min</table>"
        f"<p>Mood: {name.lower()}ish<p><table class=sold><tr><td>Sold <b>{year * 3}</b></table>"
        f"<ul class=cast>{actors}</ul>"
    )


def film(name: str, year: int, cast: str) -> Page:
    return Page.from_text(film_html(name, year, cast))


FILMS = [film("Hay", 1987, "Ann Bob"), film("Rye", 1991, "Cyd Dan Eve")]
OATS = ("Oats", 2004, "Flo Gus Hale Ian")


def test_a_detail_page_exports_to_the_same_row_with_its_lists_in_it() -> None:
    wrapper = learn(FILMS, kind="detail")
    page = film(*OATS)

    [row] = exported_rows(wrapper, page)
    [applied] = applied_rows(wrapper, page)

    assert {"Oats", "2004", "24 min", "Oats - Films"} <= {v for v in row.values() if type(v) is str}
    assert any(isinstance(cell, list) and len(cell) == 4 for cell in row.values())
    assert {name: applied[name] for name in row} == row
    assert [*row] == [column.name for column in wrapper.columns]


def test_the_recipes_of_the_examples_export_to_the_same_rows() -> None:
    pages = sorted((HERE / "examples" / "detail").rglob("page.html"))
    wrapper = learn(pages[:2], kind="detail")

    for path in pages:
        [row], [applied] = exported_rows(wrapper, read(path)), applied_rows(wrapper, read(path))
        assert {name: applied[name] for name in row} == row


def test_another_page_gives_no_row_of_a_detail_wrapper() -> None:
    wrapper = learn(FILMS, kind="detail")
    page = Page.from_text("<body><div id=imprint><h5>Imprint</h5><address>A street</address></div>")

    assert applied_rows(wrapper, page) == exported_rows(wrapper, page) == []


def test_code_of_detail_wrappers_says_that_new_fields_are_left_out() -> None:
    code = export(learn(FILMS, kind="detail"), "parsel")

    assert "#   *: what no learned page had" in code


def test_records_are_found_by_what_they_hold_where_no_way_leads_to_them() -> None:
    wrapper = learn([Page.from_text(PAGES["cards with optional parts, texts and lists"])])
    page = Page.from_text(
        "<body><main><form><section><ol>"
        + GOODS.replace("class='card c", "class='box b")
        + "</ol></section></form></main>"
    )

    assert applied_rows(wrapper, page)
    assert exported_rows(wrapper, page) == applied_rows(wrapper, page)


def test_cells_that_reach_over_rows_leave_the_others_in_their_columns() -> None:
    rows = "".join(
        f"<tr><td rowspan=2>Day {n}<td>Show {n}<td>{n} pm<tr><td>Late {n}<td>{n + 2} pm"
        for n in range(1, 7)
    )
    page = Page.from_text(f"<table><tr><th>Day<th>Show<th>Time{rows}</table>")
    wrapper = learn([page], kind="list")

    assert len(applied_rows(wrapper, page)) >= 12
    assert exported_rows(wrapper, page) == applied_rows(wrapper, page)


def test_badly_nested_pages_are_parsed_as_browsers_do() -> None:
    html = "<p>Goods<table>" + "".join(
        f"<form action=/{n}><tr><td><b><a href=/{n}>Tool {n}</b></a><td>${n}</form>"
        for n in range(8)
    )
    page = Page.from_text(html)
    wrapper = learn([page], kind="list")

    assert exported_rows(wrapper, page)
    assert exported_rows(wrapper, page) == applied_rows(wrapper, page)


def test_without_html5lib_the_module_warns_and_still_reads_plain_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "html5lib", None)
    page = Page.from_text(PAGES["a table without a tbody"])
    wrapper = learn([page], kind="list")

    with pytest.warns(UserWarning, match="html5lib is missing"):
        rows = exported_rows(wrapper, page)

    assert rows == applied_rows(wrapper, page)


TWO_LISTS = (
    f"<ul class=goods>{GOODS}</ul><h2>News</h2><table class=news>"
    + "".join(f"<tr><td>May {n}<td><a href=/n{n}>Story {n}</a>" for n in range(1, 9))
    + "</table>"
)


def test_all_lists_of_a_page_are_in_the_module() -> None:
    page = Page.from_text(TWO_LISTS)
    wrapper = learn([page], kind="list")
    names: dict[str, Any] = {"__name__": "exported"}
    exec(compile(export(wrapper, "parsel"), "exported.py", "exec"), names)

    tables = names["tables"](TWO_LISTS)

    assert wrapper.more
    assert len(tables) >= 2
    applied = wrapper.apply(page, every=True)
    assert tables == [[dict(row) for row in table.rows] for table in applied if table.rows]


def test_the_module_is_a_command_that_reads_files_in_any_encoding(tmp_path: Path) -> None:
    html = "<meta charset=iso-8859-1><ul>" + "".join(
        f"<li><a href=/{n}>Fenês {n}</a><b>{n} é</b>" for n in range(6)
    )
    (tmp_path / "page.html").write_bytes(html.encode("latin-1"))
    wrapper = learn([tmp_path / "page.html"], kind="list")
    (tmp_path / "module.py").write_text(export(wrapper, "parsel"), "utf-8")

    done = subprocess.run(
        [sys.executable, "module.py", "page.html"],
        cwd=tmp_path, capture_output=True, timeout=120, check=True, text=True, encoding="utf-8",
    )  # fmt: skip

    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows == applied_rows(wrapper, read(tmp_path / "page.html"))
    assert rows[0]["title"] == "Fenês 0"


class Site(BaseHTTPRequestHandler):
    """Serves pages on loopback; robots may not see /secret."""

    pages: ClassVar[dict[str, str]] = {"/robots.txt": "User-agent: *\nDisallow: /secret"}

    def do_GET(self) -> None:
        page = self.pages.get(self.path)
        self.send_response(404 if page is None else 200)
        is_text = self.path == "/robots.txt"
        self.send_header("Content-Type", "text/plain" if is_text else "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len((page or "").encode())))
        self.end_headers()
        self.wfile.write((page or "").encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def crawled(folder: Path, wrapper: Wrapper, *pages: str) -> Rows:
    """Return the items of the exported spider, run by the real scrapy."""
    pytest.importorskip("scrapy")
    (folder / "spider.py").write_text(export(wrapper, "scrapy"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-a", f"pages={','.join(pages)}",
         "-O", "rows.jsonl", "-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=False"],
        cwd=folder, capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert b"Traceback" not in done.stderr, done.stderr.decode()[-2000:]
    lines = (folder / "rows.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.slow
def test_scrapy_crawls_lists_to_the_rows_of_apply_where_robots_may_look(
    tmp_path: Path, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = HERE / "tests" / "golden" / "nested-sizes" / "page.html"
    html = path.read_text("utf-8")
    half = html[: len(html) * 2 // 3]
    pages = {"/1": html, "/2": half, "/secret": html, **Site.pages}
    monkeypatch.setattr(Site, "pages", pages)
    wrapper = replace(learn([path], kind="list"), name="shop")

    rows = crawled(tmp_path, wrapper, *(f"{site}/{page}" for page in ("1", "2", "secret", "none")))

    applied = [applied_rows(wrapper, Page.from_text(page)) for page in (html, half)]
    assert all(applied)
    assert rows == [*applied[0], *applied[1]]
    assert any(isinstance(cell, list) for cell in rows[0].values())


@pytest.mark.slow
def test_scrapy_crawls_detail_pages_with_their_nested_lists(
    tmp_path: Path, site: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Site, "pages", {"/oats": film_html(*OATS), **Site.pages})
    wrapper = learn(FILMS, kind="detail")

    [row] = crawled(tmp_path, wrapper, f"{site}/oats")

    [applied] = applied_rows(wrapper, film(*OATS))
    assert row == {name: applied[name] for name in row}
    assert any(isinstance(cell, list) for cell in row.values())


def said(there: Any, take: str) -> str | None:
    """Return what the first node says that a selector finds."""
    if not there:
        return None
    if take != "text":
        value: str | None = there[0].attrib.get(take)
        return value
    is_text = isinstance(there[0].root, str)
    texts = [there[0].root] if is_text else there[0].xpath(".//text()").getall()
    return " ".join("".join(texts).split()) or None


def assert_selects(wrapper: Wrapper, page: Page, form: str) -> int:
    """Hold that every printed selector finds what apply gives; return how many there are."""
    data = json.loads(export(wrapper, form))
    root = parsel.Selector(text=utf8(page).decode())
    records = getattr(root, form)(data["records"]) if "records" in data else [root]
    rows = applied_rows(wrapper, page)
    assert len(records) == len(rows)
    for record, row in zip(records, rows, strict=True):
        for column in data["columns"]:
            if column["take"] == "rows":
                assert len(record.xpath(column["selector"])) == len(row[column["name"]] or [])
                continue
            ways = [column["selector"], *([column["by_class"]] if "by_class" in column else [])]
            for way in ways:
                assert said(getattr(record, form)(way), column["take"]) == row[column["name"]], way
    # What has no selector is named with the reason.
    assert {c.name for c in wrapper.columns} == {
        *(column["name"] for column in data["columns"]),
        *(name for name in data["left_out"] if name != "*"),
    }
    return len(data["columns"])


SIMPLE = [name for name in PAGES if name not in ("breaks for rows", "terms and descriptions")]


@pytest.mark.parametrize("form", ["css", "xpath"])
@pytest.mark.parametrize("name", ["shop", "timetable", *SIMPLE])
def test_bare_selectors_lead_to_the_values(name: str, form: str) -> None:
    path = HERE / "examples" / f"{name}.html"
    page = Page.from_text(PAGES[name]) if name in PAGES else read(path)
    wrapper = learn([page], kind="list")

    assert assert_selects(wrapper, page, form) >= 2


def test_selectors_of_records_that_are_no_single_node_say_how_to_cut_them() -> None:
    wrapper = learn([Page.from_text(PAGES["breaks for rows"])], kind="list")

    assert json.loads(export(wrapper, "xpath"))["cut"]["mode"] in ("starts", "every", "between")


def test_hostile_names_and_paths_are_only_ever_strings(tmp_path: Path) -> None:
    evil = "x'''\"\"\"\\\n#\r\nraise SystemExit('ran')\n\u2028\u202e{evil!r}"
    page = Page.from_text(PAGES["cards with optional parts, texts and lists"])
    wrapper = learn([page], kind="list")
    columns = tuple(replace(column, name=f"{evil}{k}") for k, column in enumerate(wrapper.columns))
    wrapper = replace(wrapper, name=evil, columns=columns)

    for form in ("parsel", "scrapy"):
        code = export(wrapper, form)
        assert all(line.startswith("#") for line in code.partition("\n\nfrom")[0].splitlines())
        if form == "parsel":
            assert [*module(code)(utf8(page).decode())[0]] == [column.name for column in columns]


def test_classes_with_quotes_do_not_break_out_of_a_selector() -> None:
    odd = """x"y'z]"""
    items = "".join(f"""<li class='{odd.replace("'", "&#39;")}'><a href=/{n}>Item {n}</a><b>{n}</b>"""
                    for n in range(6))  # fmt: skip
    page = Page.from_text(f"<ul>{items}</ul>")
    wrapper = learn([page], kind="list")

    assert exported_rows(wrapper, page) == applied_rows(wrapper, page)


def test_templates_of_the_papers_cannot_be_exported_and_say_so() -> None:
    wrapper = learn([EXAMPLES[1]], detector="net")

    for form in FORMS:
        with pytest.raises(WrapperError, match="net cannot be said"):
            export(wrapper, form)


def test_the_command_says_what_is_left_out(tmp_path: Path) -> None:
    learn(FILMS, kind="detail").save(tmp_path / "film.json")
    page = Page.from_text(PAGES["headings of groups"])
    wrapper = learn([page], kind="list")
    wrapper.save(tmp_path / "groups.json")

    film_run = CliRunner().invoke(command, [str(tmp_path / "film.json"), "--as", "parsel"])
    list_run = CliRunner().invoke(command, [str(tmp_path / "groups.json"), "--as", "css"])

    assert "windrow: left out: what no learned page had" in film_run.stderr
    left = left_out(wrapper, "css")
    assert left
    for name, why in left.items():
        assert f"windrow: left out: {name}: {why}" in list_run.stderr
    assert json.loads(list_run.stdout)["left_out"] == left


def test_the_command_knows_all_forms() -> None:
    assert SPELLED == FORMS


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the labelled corpus is not here")
@pytest.mark.parametrize(("kind", "folder"), [("list", "results"), ("detail", "attributes")])
def test_most_real_pages_export_to_identical_rows(kind: Any, folder: str) -> None:
    count = same = 0
    for site_folder in sorted((CORPUS / folder).iterdir())[::3]:
        pages = sorted(site_folder.glob("*/page.html"))
        learned = 1 if kind == "list" else 2
        wrapper = learn(pages[:learned], kind=kind)
        rows = exported_rows(wrapper, read(pages[-1]))
        applied = applied_rows(wrapper, read(pages[-1]))
        own = [column.name for column in wrapper.columns]
        count += 1
        same += rows == [{name: row[name] for name in own} for row in applied]

    assert count >= 8
    assert same >= 0.9 * count


def test_the_bench_compares_the_examples(capsys: pytest.CaptureFixture[str]) -> None:
    from bench.export import Site as Pages
    from bench.export import compared

    shop = HERE / "examples" / "shop.html"
    result = compared(Pages("examples", "shop", "list", (shop,)), 1)

    assert (result.pages, result.same, result.exported) == (1, 1, result.columns)
    assert result.right == result.cells == result.given > 0
