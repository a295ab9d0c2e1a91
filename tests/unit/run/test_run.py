"""windrow run: what is stored, what is printed, and what a second run may do."""

from __future__ import annotations

import gzip
import json
import os
import pty
import subprocess
from datetime import date
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests import warc
from tests.commands import WINDROW
from tests.jobs import Hostile, Locked
from tests.serving import answering
from tests.stored import stored
from tests.yardstick import PATIENCE
from windrow.errors import BadWrapper, WindrowError
from windrow.model import Column, Table
from windrow.read import Page, Web
from windrow.read.politeness import polite
from windrow.run import Apply, Engine, Extract, Pool, Serial, run
from windrow.run.packing import OWN, Objects, Packing, Wide
from windrow.wrap.learn import learn

duckdb = pytest.importorskip("duckdb")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """A folder with seven pages, one of which has no table."""
    folder = warc.list_pages(tmp_path / "pages")
    (folder / "7.html").write_bytes(b"<p>Just a line.")
    return folder


def query(target: Path, text: str) -> list[tuple[object, ...]]:
    with duckdb.connect(str(target), read_only=True) as database:
        found: list[tuple[object, ...]] = database.execute(text).fetchall()
        return found


def test_every_row_says_where_it_is_from(pages: Path, tmp_path: Path) -> None:
    target = tmp_path / "run.duckdb"

    summary = run([str(pages)], str(target), engine=Serial(), shard_pages=2)

    assert (summary.tally, summary.shards, summary.done) == ((7, 36, 1, 0), 4, 0)
    [row] = query(
        target,
        "SELECT page, wrapper, table_number, nodes, cells->>'title', cells->'price'"
        " FROM records WHERE page LIKE '%/3.html' AND record_number = 2",
    )
    page = str(pages / "3.html")
    assert row == (page, "auto", 1, "/html[1]/body[1]/ul[1]/li[2]", "Tool 3-1 of oak", "3.01")
    assert query(
        target, "SELECT page, row_count, note[:22] FROM records_pages WHERE shard = 3"
    ) == [(str(pages / "7.html"), 0, "no repeated structure:")]
    assert query(target, "SELECT count(*) FROM records_failed") == [(0,)]


@pytest.mark.parametrize("packing", [Objects(), Wide(())])
def test_rows_without_columns_are_rows_all_the_same(packing: Packing) -> None:
    empty = Table((), ({}, {}), nodes=(("/p[1]",), ("/p[2]",)))

    assert len(packing.cells("e.html", empty)) == 2


@pytest.mark.parametrize("name", ["run.duckdb", "run.db", "rows"])
def test_all_stores_hold_the_same(pages: Path, tmp_path: Path, name: str) -> None:
    run([str(pages)], str(tmp_path / "other.sqlite"), engine=Serial(), shard_pages=2)

    run([str(pages)], str(tmp_path / name), engine=Serial(), shard_pages=2)

    assert stored(str(tmp_path / name)) == stored(str(tmp_path / "other.sqlite"))


def test_pages_that_fail_are_kept_with_the_reason(tmp_path: Path) -> None:
    path = warc.write(tmp_path / "a.warc.gz", [warc.response(warc.list_page(1)), b"nettles"])
    broken = path.stat().st_size - len(gzip.compress(b"nettles", 1, mtime=0))
    (tmp_path / "b.html").write_bytes(b"<!--raise-->")
    target = tmp_path / "run.duckdb"

    summary = run([str(tmp_path)], str(target), job=Hostile(), engine=Serial())

    assert summary.tally.failed == 2
    assert query(target, "SELECT place, error, reason FROM records_failed ORDER BY place") == [
        (f"{path}@{broken}", "ReadError",
         f"`{path}` is broken at byte {broken}: there is no WARC record"),
        (str(tmp_path / "b.html"), "RuntimeError",
         "made the extraction fail: RuntimeError: the rake is broken"),
    ]  # fmt: skip


def test_a_run_that_is_there_is_left_alone_unless_it_is_to_go_on(
    pages: Path, tmp_path: Path
) -> None:
    for target in (str(tmp_path / "run.duckdb"), str(tmp_path / "rows")):
        run([str(pages)], target, engine=Serial())
        before = stored(target)

        with pytest.raises(WindrowError, match="already holds a run") as caught:
            run([str(pages)], target, engine=Serial())

        assert "--resume" in (caught.value.hint or "")
        summary = run([str(pages)], target, engine=Serial(), resume=True)
        assert (summary.tally.pages, summary.done) == (0, 1)
        assert stored(target) == before


def test_a_run_goes_on_only_with_what_it_was_begun_with(pages: Path, tmp_path: Path) -> None:
    for target in (str(tmp_path / "run.duckdb"), str(tmp_path / "rows")):
        run([str(pages)], target, engine=Serial())

        with pytest.raises(WindrowError, match="detector was 'auto', now 'mdr'"):
            run([str(pages)], target, job=Extract("mdr"), engine=Serial(), resume=True)
        with pytest.raises(WindrowError, match="shard_pages was 100, now 3"):
            run([str(pages)], target, engine=Serial(), shard_pages=3, resume=True)
        (pages / "8.html").write_bytes(b"<p>new")
        with pytest.raises(WindrowError, match="the inputs differ from those"):
            run([str(pages)], target, engine=Serial(), resume=True)
        (pages / "8.html").unlink()


def test_tables_of_others_are_not_touched(pages: Path, tmp_path: Path) -> None:
    target = tmp_path / "run.duckdb"
    with duckdb.connect(str(target)) as database:
        database.execute("CREATE TABLE records (mine INTEGER)")

    with pytest.raises(WindrowError, match="`records` already exists"):
        run([str(pages)], str(target), engine=Serial())
    run([str(pages)], str(target), engine=Serial(), name="hay")

    assert query(target, "SELECT count(*) FROM hay") == [(36,)]
    assert query(target, "SELECT count(*) FROM records") == [(0,)]


@pytest.mark.parametrize("target", ["run.csv", "run.xlsx", "mysql://farm.example/hay"])
def test_a_target_that_cannot_hold_many_pages_is_told(pages: Path, target: str) -> None:
    with pytest.raises(WindrowError, match="cannot store many pages"):
        run([str(pages)], target, engine=Serial())


def test_one_wrapper_gives_typed_columns(pages: Path, tmp_path: Path) -> None:
    wrapper = str(tmp_path / "tools.json")
    learn([Page.from_bytes(warc.list_page(n)) for n in (90, 91)]).save(wrapper)
    target = tmp_path / "run.duckdb"

    run([str(pages)], str(target), job=Apply(wrapper), engine=Serial())

    assert query(
        target,
        "SELECT wrapper, record_number, title, price * 2, price_currency, price_text FROM records"
        " WHERE page LIKE '%/3.html' ORDER BY record_number LIMIT 2",
    ) == [
        ("tools", 1, "Tool 3-0 of oak", 6.0, "$", None),
        ("tools", 2, "Tool 3-1 of oak", 6.02, "$", None),
    ]
    assert query(target, "SELECT count(*) FROM records") == [(36,)]


def test_a_folder_of_wrappers_names_the_one_that_fits(pages: Path, tmp_path: Path) -> None:
    folder = tmp_path / "wrappers"
    folder.mkdir()
    other = b"<table>" + b"".join(
        b"<tr><td>%d</td><td><b>Hay %d</b></td><td>May %d</td></tr>" % (n, n, n) for n in range(9)
    )
    learn([Page.from_bytes(warc.list_page(n)) for n in (90, 91)]).save(folder / "tools.json")
    learn([Page.from_bytes(other)]).save(folder / "hay.json")
    (pages / "8.html").write_bytes(other)
    target = tmp_path / "run.duckdb"

    run([str(pages)], str(target), job=Apply(str(folder)), engine=Serial())

    assert query(
        target,
        "SELECT wrapper, count(*), min(cells->>'title') FROM records GROUP BY ALL ORDER BY 1",
    )[1] == ("tools", 36, "Tool 0-0 of oak")
    assert query(
        target, "SELECT wrapper, count(*) FROM records WHERE wrapper = 'hay' GROUP BY ALL"
    ) == [("hay", 9)]


def test_a_folder_reads_a_page_as_the_wrapper_in_it_would(tmp_path: Path) -> None:
    folder = tmp_path / "wrappers"
    folder.mkdir()
    learn([Page.from_bytes(warc.list_page(n)) for n in (90, 91)]).save(folder / "tools.json")
    page = Page("3", b"<base href='https://farm.example/'>" + warc.list_page(3))

    [alone] = Apply(str(folder / "tools.json")).tables(page)
    [chosen] = Apply(str(folder)).tables(page)

    assert chosen == alone
    assert chosen.base == "https://farm.example/"


@pytest.mark.parametrize("engine", [Serial(), Pool(1)])
def test_a_wrapper_that_is_none_is_told_before_the_work(
    pages: Path, tmp_path: Path, engine: Engine
) -> None:
    folder, target = tmp_path / "wrappers", tmp_path / "run.duckdb"
    folder.mkdir()
    learn([Page.from_bytes(warc.list_page(n)) for n in (90, 91)]).save(folder / "tools.json")
    (folder / "torn.json").write_bytes((folder / "tools.json").read_bytes()[:100])

    with pytest.raises(BadWrapper, match=r"torn\.json"):
        run([str(pages)], str(target), job=Apply(str(folder)), engine=engine)

    assert not target.exists()


@pytest.mark.slow
def test_what_stops_a_worker_from_the_start_is_told_as_it_is(pages: Path, tmp_path: Path) -> None:
    target = str(tmp_path / "run.db")

    with pytest.raises(WindrowError, match=r"^the barn is locked$"):
        run([str(pages)], target, job=Locked(os.getpid()), engine=Pool(1))


def test_another_wrapper_is_refused_whatever_its_file_is_called(
    pages: Path, tmp_path: Path
) -> None:
    path, target = tmp_path / "tools.wrapper", str(tmp_path / "run.db")
    learn([Page.from_bytes(warc.list_page(n)) for n in (90, 91)]).save(path)
    run([str(pages)], target, job=Apply(str(path)), engine=Serial())
    learn([Page.from_bytes(warc.list_page(n)) for n in (80, 81, 82)]).save(path)

    with pytest.raises(WindrowError, match="began with other options: wrapper"):
        run([str(pages)], target, job=Apply(str(path)), engine=Serial(), resume=True)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *words: object) -> None:
        pass


def test_a_list_of_addresses_is_fetched(pages: Path, tmp_path: Path) -> None:
    handler = partial(Quiet, directory=str(pages))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    home = f"http://127.0.0.1:{server.server_port}"
    addresses = tmp_path / "tools.urls"
    addresses.write_text(f"{home}/1.html\n{home}/none.html\n{home}/2.html\n")
    target = tmp_path / "run.duckdb"

    with answering(server), polite(delay=0) as manners:
        web = Web(private=("127.0.0.1",), manners=manners)
        run([str(addresses)], str(target), engine=Serial(), web=web)

    assert query(target, "SELECT page, row_count FROM records_pages ORDER BY 1") == [
        (f"{home}/1.html", 6),
        (f"{home}/2.html", 6),
    ]
    assert query(target, "SELECT page, error FROM records_failed") == [
        (f"{home}/none.html", "HttpStatus")
    ]


TOOLS = (
    Column("price", "price"),
    Column("since", "date"),
    Column("page", "text"),
    Column("sizes", "rows", columns=(Column("size", "text"),)),
)


def test_columns_are_the_same_whatever_a_page_says() -> None:
    wide = Wide(TOOLS)
    kinds = wide.kinds()
    whole = Table(
        TOOLS,
        ({"price": "$4.50", "since": "2024-05-01", "page": "a\0b", "sizes": [{"size": "S"}]},),
    )
    odd = Table(TOOLS, ({"price": "sold out", "since": "soon", "page": None, "sizes": None}, {}))
    mixed = Table(TOOLS, ({"price": "$1"}, {"price": "sold out"}))

    def lines(table: Table) -> list[dict[str, object]]:
        return [
            {name: value for name, value in zip(kinds, cells, strict=True) if value is not None}
            for cells in wide.cells("p", table)
        ]

    assert kinds == {
        "price": "number", "price_currency": "text", "price_text": "text",
        "since": "date", "since_text": "text", "page_2": "text", "sizes": "rows",
    }  # fmt: skip
    assert not {*kinds} & {*OWN}
    assert lines(whole) == [
        {"price": 4.5, "price_currency": "$", "since": date(2024, 5, 1), "page_2": "a\ufffdb",
         "sizes": [{"size": "S"}]},
    ]  # fmt: skip
    assert lines(odd) == [{"price_text": "sold out", "since_text": "soon"}, {}]
    assert lines(mixed) == [{"price": 1.0, "price_currency": "$"}, {"price_text": "sold out"}]


def test_raw_cells_are_the_words_of_the_page() -> None:
    table = Table(TOOLS, ({"price": "$4.50", "since": "May 1, 2024"},))

    assert [*Wide(TOOLS, raw=True).kinds().values()] == ["text", "text", "text", "rows"]
    assert Wide(TOOLS, raw=True).cells("p", table) == [("$4.50", "May 1, 2024", None, None)]
    [[cells]] = Objects(raw=True).cells("p", table)
    assert json.loads(str(cells))["price"] == "$4.50"


def test_nothing_to_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(WindrowError, match="nothing to read"):
        run([str(tmp_path)], str(tmp_path / "run.duckdb"))

    assert not (tmp_path / "run.duckdb").exists()


def command(*words: str, cwd: Path) -> tuple[int, str]:
    done = subprocess.run(
        [*WINDROW, "run", *words], cwd=cwd, capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.stdout == b""
    return done.returncode, done.stderr.decode()


@pytest.mark.slow
def test_the_command_writes_to_a_database_of_its_own_and_sums_up(pages: Path) -> None:
    (pages / "8.html").write_bytes(b"%PDF-1.7")

    code, told = command(".", "--shard-pages", "3", cwd=pages)

    assert code == 0
    first, second = told.splitlines()
    assert first.startswith("windrow: 8 pages, 36 rows, 1 without a table, 1 failed, ")
    assert first.endswith(" pages/s -> windrow.sqlite")
    assert second == "windrow: see the table records_failed for the reasons"
    run([str(pages)], str(pages / "serial.db"), engine=Serial(), shard_pages=3)
    assert len(stored(str(pages / "windrow.sqlite"))[""]) == len(
        stored(str(pages / "serial.db"))[""]
    )


@pytest.mark.slow
def test_what_stands_against_a_run_is_one_line_and_a_hint(pages: Path) -> None:
    assert command(cwd=pages)[0] == 2
    assert command(".", "--master", "local", cwd=pages)[0] == 2
    assert command(".", "--wrapper", "w.json", "--all", cwd=pages)[0] == 2
    code, told = command("none.warc", cwd=pages)

    assert code == 1
    assert told.splitlines()[0] == "windrow: `none.warc` cannot be read: no such file or directory"


@pytest.mark.slow
def test_a_terminal_shows_how_far_it_is(pages: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*WINDROW, "run", ".", "--shard-pages", "1"],
        cwd=pages, stderr=theirs, env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 10_000)
        except OSError:
            break
    os.close(ours)

    assert process.wait() == 0
    assert b"pages" in shown
    assert b"0 failed" in shown
    assert b"100 %" in shown


@pytest.mark.slow
def test_workers_that_cannot_start_are_told(pages: Path, tmp_path: Path) -> None:
    class Local(Hostile):
        """Cannot be imported by another process."""

    with pytest.raises(WindrowError, match="cannot be sent to other processes"):
        run([str(pages)], str(tmp_path / "run.db"), job=Local(), engine=Pool(1))
