"""windrow extract: which pages, which tables, in which form, and where to."""

import csv
import io
import json
import os
import pty
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests import commands
from tests.yardstick import PATIENCE
from windrow import learn
from windrow.cli import windrow as command
from windrow.detect import DETECTORS
from windrow.detect.gstm import GSTM
from windrow.model import Region, Tables
from windrow.run.answers import Answer
from windrow.run.names import expanded
from windrow.run.verbs import extracted
from windrow.sink import FORMATS, SINKS
from windrow.tree import Tree

EXAMPLES = Path(__file__).parents[3] / "examples"
SHOP = str(EXAMPLES / "shop.html")
TWO_LISTS = str(EXAMPLES.parent / "tests" / "golden" / "two-lists-and-a-menu" / "page.html")

Windrow = Callable[..., tuple[int, str, str]]


windrow = partial(commands.windrow, "extract")


def in_a_terminal(*words: str) -> str:
    """What a user sees: the program's output on a terminal of 160 columns."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": "160", "TERM": "xterm"}
    with subprocess.Popen(
        [*commands.WINDROW, "extract", *words], stdout=theirs, stderr=theirs, env=environment
    ) as running:
        os.close(theirs)
        pieces = []
        try:
            while piece := os.read(ours, 65536):
                pieces.append(piece)
        except OSError:
            pass  # the other end is closed
        running.wait(PATIENCE)
    os.close(ours)
    return b"".join(pieces).decode()


def page(rows: int, word: str = "Item") -> bytes:
    items = "".join(
        f"<li><h3><a href='/{word}/{n}'>{word} number {n}</a></h3><p>€{n}.50</p></li>"
        for n in range(rows)
    )
    return f"<body><h1>Shop</h1><ul>{items}</ul>".encode()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    for number in range(1, 4):
        (tmp_path / f"{number}.html").write_bytes(page(6, f"Tool{number}"))
    return tmp_path


def test_the_help_names_all_detectors_formats_and_sinks() -> None:
    told = windrow("--help")[1]

    assert all(name in told for name in (*DETECTORS, *FORMATS, *SINKS))


def test_a_program_gets_an_object_a_page_with_all_tables() -> None:
    code, out, _ = windrow(TWO_LISTS, "--raw")

    answer = json.loads(out)
    assert code == 0
    assert [*answer] == ["page", "tables", "reason"]
    assert len(answer["tables"]) > 1
    best = answer["tables"][0]
    assert [*best] == ["score", "region", "detector", "title", "columns", "rows", "nodes"]
    assert [table["title"] for table in answer["tables"]] == ["New novels", "Readings in our shop"]
    assert len(best["rows"]) == len(best["nodes"]) == 5
    assert {*best["columns"][0]} == {"name", "type"}
    assert [*best["rows"][0]] == [column["name"] for column in best["columns"]]


def test_a_person_gets_a_table_and_a_line_on_the_others() -> None:
    assert "Wooden hay rake" in in_a_terminal(SHOP)
    assert "€48.00" in in_a_terminal(SHOP)

    seen = in_a_terminal(TWO_LISTS)

    assert "windrow: 1 more: 3 rows 'Readings in our shop'; --table 2" in seen


def test_escape_sequences_of_a_page_do_not_reach_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "evil.html").write_bytes(page(5, "\x1b]0;evil\x07[bold]"))

    seen = in_a_terminal(str(tmp_path / "evil.html"), "--format", "table")

    assert "\x1b]0;" not in seen
    assert "[bold]" in seen


def test_json_is_one_array_of_the_same_objects() -> None:
    code, out, _ = windrow(SHOP, "missing.html", "--format", "json")

    first, second = json.loads(out)
    assert code == 1
    assert first["page"] == SHOP
    assert second["error"]["type"] == "FileUnreadable"


def test_csv_is_the_best_table_with_typed_cells(pages: Path) -> None:
    code, out, _ = windrow(str(pages / "1.html"), "--format", "csv")

    rows = [*csv.DictReader(io.StringIO(out))]
    assert code == 0
    assert len(rows) == 6
    assert any("Tool1 number 3" in row.values() for row in rows)


def test_rows_of_several_pages_say_where_they_are_from(pages: Path) -> None:
    one, two = str(pages / "1.html"), str(pages / "2.html")

    _, out, _ = windrow(one, two, "--format", "tsv")

    rows = [*csv.DictReader(io.StringIO(out), delimiter="\t")]
    assert [row["_page"] for row in rows] == [one] * 6 + [two] * 6
    assert rows[7]["_record"] == "/html[1]/body[1]/ul[1]/li[2]"


@pytest.mark.parametrize(("form", "start"), [("markdown", "| "), ("html", "<!doctype html>")])
def test_tables_for_documents(form: str, start: str) -> None:
    code, out, _ = windrow(SHOP, "--format", form)

    assert code == 0
    assert out.startswith(start)
    assert "Wooden hay rake" in out


def test_one_table_can_be_asked_for_by_its_number() -> None:
    every = json.loads(windrow(SHOP, "--all")[1])["tables"]

    assert len(every) > len(json.loads(windrow(SHOP)[1])["tables"])
    assert json.loads(windrow(SHOP, "--table", "2")[1])["tables"] == every[1:2]
    assert json.loads(windrow(SHOP, "--table", "99")[1])["tables"] == []


def test_tables_behind_those_that_are_meant_are_not_made() -> None:
    [all_of_them] = extracted([TWO_LISTS])
    [best] = extracted([TWO_LISTS], lined_up=slice(1))

    assert [len(all_of_them.found or ()), len(best.found or ())] == [2, 1]


def test_a_quoted_pattern_is_expanded(pages: Path) -> None:
    _, out, _ = windrow(str(pages / "*.html"))

    found = [json.loads(line)["page"] for line in out.splitlines()]
    assert found == [str(pages / f"{number}.html") for number in (1, 2, 3)]


def test_names_with_brackets_and_addresses_are_no_patterns(tmp_path: Path) -> None:
    odd = tmp_path / "a[1].html"
    odd.touch()

    assert expanded([str(odd), "https://x.example/?q=*", "no*.thing"]) == [
        str(odd),
        "https://x.example/?q=*",
        "no*.thing",
    ]


def test_a_pattern_that_fits_no_file_is_an_error_in_its_place(tmp_path: Path) -> None:
    code, out, _ = windrow(str(tmp_path / "*.html"))

    assert code == 1
    assert json.loads(out)["error"]["type"] == "FileUnreadable"


def test_pages_go_into_a_database_and_again(pages: Path) -> None:
    target = str(pages / "tools.db")

    code, out, err = windrow(str(pages / "*.html"), "--to", target, "--name", "tools")
    again = windrow(
        str(pages / "1.html"), "--to", target, "--name", "tools", "--if-exists", "append"
    )

    assert (code, out, again[0]) == (0, "", 0)
    assert "18 rows written" in err
    with closing(sqlite3.connect(target)) as connection:
        found = connection.execute(
            "SELECT _page, COUNT(*) FROM tools GROUP BY 1 ORDER BY 1"
        ).fetchall()
    assert [count for _, count in found] == [12, 6, 6]


def test_a_target_that_is_there_is_one_line_and_a_hint(pages: Path) -> None:
    target = pages / "tools.csv"
    target.write_text("mine")

    code, _, err = windrow(str(pages / "1.html"), "--to", str(target))

    assert code == 1
    assert err.splitlines() == [
        f"windrow: `{target}` already exists",
        "hint: give --if-exists append or --if-exists replace",
    ]
    assert target.read_text() == "mine"


def test_long_work_has_a_progress_bar_on_a_terminal(pages: Path) -> None:
    seen = in_a_terminal(str(pages / "*.html"), "--to", str(pages / "tools.csv"))

    assert "100%" in seen
    assert "18 rows written" in seen


def test_a_bad_page_does_not_keep_the_others_out(pages: Path) -> None:
    target = pages / "tools.csv"

    code, _, err = windrow(str(pages / "1.html"), "missing.html", "--to", str(target))

    assert code == 1
    assert "missing.html" in err
    assert len(target.read_text().splitlines()) == 7


@pytest.mark.parametrize(
    "words",
    [["--table", "0"], ["--jobs", "0"], ["--format", "pdf"], ["--if-exists", "maybe"],
     ["--mode", "literal"], ["--to", "x.csv", "--format", "json"]],
)  # fmt: skip
def test_bad_usage_is_exit_code_2(words: list[str]) -> None:
    assert windrow(SHOP, *words)[0] == 2


@pytest.mark.parametrize("detector", ["gstm", "net"])
def test_flat_repeats_the_outer_row_whoever_found_it(detector: str, tmp_path: Path) -> None:
    line = "<p><b>{0}-oz</b><i>${0}</i></p>"
    blocks = "".join(
        f"<div><img src={k}.png><h3>Jar {k}</h3>{''.join(line.format(n) for n in range(1, 2 + k))}</div>"
        for k in range(1, 5)
    )
    page = tmp_path / "jars.html"
    page.write_text(f"<main>{blocks}</main>")

    def rows(*words: str) -> list[dict[str, Any]]:
        out = windrow(str(page), "--raw", "--detector", detector, *words)[1]
        found: list[dict[str, Any]] = json.loads(out)["tables"][0]["rows"]
        return found

    assert len(rows()) == 4
    flat = rows("--flat")

    assert [row["title"] for row in flat] == ["Jar 1"] * 2 + ["Jar 2"] * 3 + ["Jar 3"] * 4 + [
        "Jar 4"
    ] * 5
    assert all(not isinstance(cell, list) for row in flat for cell in row.values())


def test_the_mode_of_a_paper_is_chosen_on_the_command_line() -> None:
    row = "<tr><td><a href=/{0}>{0}</a><td>x</tr><tr><td></td></tr>"
    page = f"<table>{''.join(row.format(k) for k in range(4))}</table>"

    resolved, literal = (
        json.loads(
            windrow("-", "--raw", "--detector", "gza", "--mode", mode, stdin=page.encode())[1]
        )
        for mode in ("resolved", "literal")
    )

    assert len(resolved["tables"][0]["rows"]) == 4
    assert literal["tables"] == []


def test_workers_give_the_same_answers_in_the_same_order(pages: Path) -> None:
    names = [str(pages / f"{1 + number % 3}.html") for number in range(12)] + ["missing.html"]

    alone = windrow(*names, "--jobs", "1")
    together = windrow(*names, "--jobs", "2")

    assert alone == together
    assert together[0] == 1


def test_standard_input_is_read_beside_workers(pages: Path) -> None:
    names = [str(pages / "1.html"), "-", str(pages / "2.html")]

    _, out, _ = windrow(*names, "--jobs", "2", stdin=page(7, "Mine"))

    found = [json.loads(line) for line in out.splitlines()]
    assert [answer["page"] for answer in found] == names
    assert len(found[1]["tables"][0]["rows"]) == 7


@dataclass(frozen=True)
class Trap:
    """A detector that one page makes fail, or die."""

    dies: bool

    def detect(self, tree: Tree) -> list[Region]:
        if "Trap" in tree.to_text():
            if self.dies:
                os._exit(9)
            raise RuntimeError("caught")
        return GSTM().detect(tree)


@pytest.mark.parametrize("dies", [True, False])
def test_a_page_that_crashes_is_its_own_error_only(pages: Path, dies: bool) -> None:
    (pages / "trap.html").write_bytes(page(5, "Trap"))
    names = [str(pages / f"{name}.html") for name in ("1", "2", "trap", "3", "1", "trap", "2")]

    found = [*extracted(names, detector=Trap(dies), jobs=2)]

    assert [answer.page for answer in found] == names
    assert [answer.kind for answer in found] == [
        ("Crash" if dies else "RuntimeError") if "trap" in name else "" for name in names
    ]
    assert all(len(_best(answer)) == 6 for answer in found if not answer.error)


def _best(answer: Answer[Tables]) -> Any:
    return answer.result()[0]


def test_what_every_record_says_is_given_out_when_asked_for_and_explained(tmp_path: Path) -> None:
    path = tmp_path / "shop.html"
    path.write_bytes(page(6).replace(b"</li>", b"<button>Add to cart</button></li>"))

    plain, all_of_it, told = (
        windrow(str(path), "--format", "table", *more)[1]
        for more in ((), ("--constants",), ("--explain",))
    )

    assert "Add to cart" not in plain
    assert all_of_it.count("Add to cart") == 6
    assert 'left out, because every record says "Add to cart"' in told


def test_columns_can_be_called_as_the_page_calls_them(tmp_path: Path) -> None:
    path = tmp_path / "stats.html"
    rows = "".join(f"<tr><td>P{n}<td>{n}%<td>{9 * n}</tr>" for n in range(1, 5))
    path.write_text(f"<table><tr><th>Player<th>BB%<th>wRC+</tr>{rows}</table>")

    safe, page = (
        windrow(str(path), "--format", "csv", *more)[1].splitlines()[0]
        for more in ((), ("--names", "page"))
    )

    assert (safe, page) == ("player,bb,wrc", "Player,BB%,wRC+")
    assert windrow(str(path), "--names", "mine")[0] == 2


def books(*, authors: bool) -> str:
    names = "Ann Bob Cid Dan Eve Fay".split()
    records = "".join(
        f"<li class=book><h3>Book {n}</h3>{f'<div>{name}</div>' if authors else ''}"
        f"<p>{('Paperback', 'Hardcover')[n % 2]}</p></li>"
        for n, name in enumerate(names)
    )
    return f"<body><h1>Books</h1><ul>{records}</ul></body>"


def test_pages_of_one_template_are_lined_up_by_it(tmp_path: Path) -> None:
    for number, authors in enumerate((True, False)):
        (tmp_path / f"{number}.html").write_text(books(authors=authors))

    told = windrow(f"{tmp_path}/*.html", "--to", str(tmp_path / "x.csv"))[2]

    rows = [*csv.DictReader(io.StringIO((tmp_path / "x.csv").read_text()))]
    assert told == f"windrow: 12 rows written to {tmp_path / 'x.csv'}\n"
    assert [(row["text"], row["text_2"]) for row in rows[5:8]] == [
        ("Fay", "Hardcover"), ("", "Paperback"), ("", "Hardcover"),
    ]  # fmt: skip
    assert {Path(row["_page"]).name for row in rows} == {"0.html", "1.html"}


def test_pages_of_other_templates_go_to_tables_of_their_own(tmp_path: Path, pages: Path) -> None:
    (tmp_path / "0.html").write_text(books(authors=True))
    words = [f"{tmp_path}/*.html", "--to"]
    database = str(tmp_path / "x.db")

    told = windrow(*words, str(tmp_path / "x.csv"), "--name", "my shop")[2]
    windrow(*words, database)
    code, _, refused = windrow(*words, database, "--if-exists", "append")

    assert f"{tmp_path / 'x.csv'} (3 pages), {tmp_path / 'x_2.csv'} (1 page)" in told
    assert (tmp_path / "x.csv").read_text().splitlines()[0] == (
        "_page,_record,title,link,price,price_currency"
    )
    assert (tmp_path / "x_2.csv").read_text().splitlines()[0] == "_page,_record,title,text,text_2"
    with closing(sqlite3.connect(database)) as there:
        names = [row[0] for row in there.execute("SELECT name FROM sqlite_master ORDER BY name")]
    assert names == ["records", "records_2"]
    assert code == 1
    assert "the pages have 2 templates" in refused


def test_rows_that_several_wrappers_read_are_kept_apart(tmp_path: Path, pages: Path) -> None:
    (tmp_path / "0.html").write_text(books(authors=True))
    (tmp_path / "site").mkdir()
    for name in ("0", "1"):
        learn([str(tmp_path / f"{name}.html")]).save(tmp_path / "site" / f"{name}.json")

    done = CliRunner().invoke(
        command,
        ["apply", str(tmp_path / "site"), *map(str, sorted(tmp_path.glob("*.html"))), "--to",
         str(tmp_path / "x.csv")],
    )  # fmt: skip

    assert done.exit_code == 0
    assert len((tmp_path / "x.csv").read_text().splitlines()) == 19
    assert (tmp_path / "x_2.csv").read_text().startswith("_page,_record,title,text,text_2\n")
