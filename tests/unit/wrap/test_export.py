"""Exported wrappers give the rows that apply gives: run with the real libraries."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from windrow.cli.export import FORMS as SPELLED
from windrow.errors import WrapperError
from windrow.read import Page, read, utf8
from windrow.wrap.export import FORMS, export
from windrow.wrap.learn import learn
from windrow.wrap.wrapper import Wrapper

parsel = pytest.importorskip("parsel")

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


def film(name: str, year: int, cast: str) -> Page:
    actors = "".join(f"<li><a href=/{a}>{a}</a>" for a in cast.split())
    return Page.from_text(
        f"<title>{name} - Films</title><h1 class=name>{name}</h1><img src={name}.png><table>"
        f"<tr><th>Year<td>{year}<tr><th>Length<td>{year % 90} min</table><ul class=cast>{actors}</ul>"
    )


FILMS = [film("Hay", 1987, "Ann Bob"), film("Rye", 1991, "Cyd Dan Eve")]


def test_fields_of_detail_pages_are_exported_and_others_are_named() -> None:
    wrapper = learn(FILMS, kind="detail")
    page = film("Oats", 2004, "Flo Gus Hal Ian")

    [row] = exported_rows(wrapper, page)
    [applied] = applied_rows(wrapper, page)

    assert {"Oats", "2004", "24 min", "Oats - Films"} <= {v for v in row.values() if type(v) is str}
    assert {name: applied[name] for name in row} == row
    code = export(wrapper, "parsel")
    for column in wrapper.columns:
        assert column.name in row or f"#   {column.name}:" in code


def test_the_spider_gives_the_same_rows_when_scrapy_runs_it(tmp_path: Path) -> None:
    pytest.importorskip("scrapy")
    path = EXAMPLES[1]
    wrapper = replace(learn([path], kind="list"), name="shop")
    (tmp_path / "spider.py").write_text(export(wrapper, "scrapy"), "utf-8")

    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-a", f"pages={path.as_uri()}",
         "-O", "rows.jsonl", "-s", "TELNETCONSOLE_ENABLED=False"],
        cwd=tmp_path, capture_output=True, timeout=120, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stderr.decode()[-2000:]
    lines = (tmp_path / "rows.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == applied_rows(wrapper, read(path))


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_bare_selectors_lead_to_the_values(form: str) -> None:
    path = HERE / "examples" / "shop.html"
    wrapper = learn([path], kind="list")
    data = json.loads(export(wrapper, form))

    root = parsel.Selector(text=path.read_text("utf-8"))
    find = "css" if form == "css" else "xpath"
    records = getattr(root, find)(data["records"])

    table = wrapper.apply(path)[0]
    assert len(records) == len(table.rows)
    for record, row in zip(records, table.rows, strict=True):
        for column in data["columns"]:
            there = getattr(record, find)(column["selector"])
            said = None
            if there and column["take"] == "text":
                said = " ".join("".join(there[0].xpath(".//text()").getall()).split())
            elif there:
                said = there[0].attrib[column["take"]]
            assert said == row[column["name"]]


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


def test_the_command_knows_all_forms() -> None:
    assert SPELLED == FORMS


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the labelled corpus is not here")
def test_most_real_list_pages_export_to_identical_rows() -> None:
    pages = sorted((CORPUS / "results").glob("*/*/page.html"))[::6][:32]
    same = 0
    for path in pages:
        wrapper = learn([path], kind="list")
        same += exported_rows(wrapper, read(path)) == applied_rows(wrapper, read(path))

    assert len(pages) >= 30
    assert same >= 0.9 * len(pages)
