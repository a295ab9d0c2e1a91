"""Damaged inputs, damaged runs and two runs at once: each fails alone, by name."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests import warc
from tests.postgres import running_server
from tests.stored import stored
from windrow.errors import WindrowError
from windrow.model import Tables
from windrow.read import Page
from windrow.run import Extract, Serial, run
from windrow.sink import postgres, write

duckdb = pytest.importorskip("duckdb")
arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as address:
        yield address


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return warc.list_pages(tmp_path / "pages")


@pytest.mark.parametrize("digits", [b"99999999999999999", b"9" * 30, b"9" * 5000])
def test_an_archive_with_an_absurd_length_fails_alone(tmp_path: Path, digits: bytes) -> None:
    good = [warc.response(warc.list_page(n), f"http://farm.example/{n}") for n in range(4)]
    absurd = good[0].replace(b"Content-Length: ", b"Content-Length: " + digits)
    for name, records in {"a": good, "b": [absurd, *good[1:]], "c": good}.items():
        warc.write(tmp_path / f"{name}.warc", records, packed=False)
    target = str(tmp_path / "run.db")

    for resume in (False, True):
        run([str(tmp_path)], target, engine=Serial(), shard_pages=3, resume=resume)

        found = stored(target)
        assert len(found["_pages"]) == 11
        [(_, place, _, _, reason)] = found["_failed"]
        assert place == f"{tmp_path / 'b.warc'}@0"
        assert f"`{tmp_path / 'b.warc'}` is broken at byte 0: its Content-Length is " in reason


def test_tables_of_pages_are_read_however_their_columns_are_stored(tmp_path: Path) -> None:
    html = [warc.list_page(n).decode() for n in (1, 2, 2, 1)]
    plain = arrow.array(html)
    kinds = {"plain": plain, "dictionary": plain.dictionary_encode(),
             "view": plain.cast(arrow.large_string())}  # fmt: skip
    for name, column in kinds.items():
        parquet.write_table(arrow.table({"html": column}), tmp_path / f"{name}.parquet")
        table = arrow.table({"HTML": arrow.nulls(4, arrow.string()), "html": column})
        with arrow.ipc.new_file(str(tmp_path / f"{name}.arrow"), table.schema) as writer:
            writer.write_table(table)

    summary = run([str(tmp_path)], str(tmp_path / "run.db"), engine=Serial())

    assert (summary.tally.pages, summary.tally.rows, summary.tally.failed) == (24, 144, 0)


def test_text_that_is_not_utf8_is_decoded_like_any_other_page(tmp_path: Path) -> None:
    page = (
        warc.list_page(1)
        .replace(b"<title>", b"<meta charset=latin-1>")
        .replace(b"oak", b"\xe9rable")
    )
    ends = arrow.array([0, len(page)], arrow.int32()).buffers()[1]
    column = arrow.Array.from_buffers(arrow.string(), 1, [None, ends, arrow.py_buffer(page)])
    coded = arrow.DictionaryArray.from_arrays(arrow.array([0]), column)
    for name, html in {"a": column, "b": coded}.items():
        table = arrow.table({"html": html})
        with arrow.ipc.new_file(str(tmp_path / f"{name}.arrow"), table.schema) as writer:
            writer.write_table(table)
    target = str(tmp_path / "run.db")

    run([str(tmp_path)], target, engine=Serial())

    cells = [row[-1] for row in stored(target)[""]]
    assert len(cells) == 12
    assert all("of \u00e9rable" in cell for cell in cells)


def test_a_table_with_two_columns_of_pages_is_refused_by_its_name(tmp_path: Path) -> None:
    page = arrow.array([warc.list_page(1).decode()])
    double = arrow.table([page, page, page], names=["html", "html", "body"])
    with arrow.ipc.new_file(str(tmp_path / "a.arrow"), double.schema) as writer:
        writer.write_table(double)
    parquet.write_table(double, tmp_path / "b.parquet")
    single = arrow.table([page, page, page], names=["html", "url", "url"])
    parquet.write_table(single, tmp_path / "c.parquet")
    target = str(tmp_path / "run.db")

    run([str(tmp_path)], target, engine=Serial())
    run([str(tmp_path / "b.parquet")], target, engine=Serial(), name="body", html="body")

    assert len(stored(target)["_pages"]) == 1
    assert [row[-1] for row in stored(target)["_failed"]] == [
        f"`{tmp_path / 'a.arrow'}` has 2 columns called html",
        f"`{tmp_path / 'b.parquet'}` has 2 columns called html",
    ]
    assert len(stored(target, "body")["_pages"]) == 1


def test_a_damaged_part_of_a_table_takes_no_other_row_with_it(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    html = [warc.list_page(n).decode() for n in range(90)]
    parquet.write_table(arrow.table({"html": html}), path, row_group_size=30, compression="zstd",
                        use_dictionary=False, write_page_checksum=True)  # fmt: skip
    group = parquet.ParquetFile(path).metadata.row_group(1).column(0)
    text = bytearray(path.read_bytes())
    end = group.data_page_offset + group.total_compressed_size
    text[end - 100 : end] = bytes(100)
    path.write_bytes(text)
    target = str(tmp_path / "run.db")

    run([str(path)], target, engine=Serial())

    found = stored(target)
    assert sorted(int(row[1].partition("@")[2]) for row in found["_failed"]) == [*range(30, 60)]
    assert len(found["_pages"]) == 60


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE records_run SET header = '{\"inputs'", "not JSON"),
        ("UPDATE records_run SET header = '[]'", "not an object"),
        ("UPDATE records_run SET header = NULL", "not one row of text"),
        ("DELETE FROM records_run", "not one row of text"),
        ("DROP TABLE records_shards", "`records_shards` is missing"),
        ("DROP TABLE records", "`records` is missing"),
        ("INSERT INTO records_shards VALUES (-1, 0, 0, 0)", "there is no shard -1"),
        ("INSERT INTO records_shards VALUES (1000000000000, 0, 0, 0)", "no shard 1000000000000"),
    ],
)
def test_a_damaged_run_is_refused_with_what_is_damaged(
    pages: Path, tmp_path: Path, change: str, problem: str
) -> None:
    target = str(tmp_path / "run.db")
    run([str(pages)], target, engine=Serial())
    with closing(sqlite3.connect(target)) as connection, connection:
        connection.execute(change)

    with pytest.raises(WindrowError, match=f"is damaged: .*{problem}"):
        run([str(pages)], target, engine=Serial(), resume=True)


@pytest.mark.parametrize("content", [b"", b'{"inputs', b"\xff\xfe", b"[1]"])
def test_a_damaged_run_in_a_folder_is_refused(pages: Path, tmp_path: Path, content: bytes) -> None:
    target = tmp_path / "rows"
    run([str(pages)], str(target), engine=Serial())
    (target / "records_run.json").write_bytes(content)

    with pytest.raises(WindrowError, match="is damaged: its header is not"):
        run([str(pages)], str(target), engine=Serial(), resume=True)


@pytest.mark.parametrize("table", ["records", "records_pages"])
def test_a_part_that_is_not_whole_is_made_again(pages: Path, tmp_path: Path, table: str) -> None:
    target = tmp_path / "rows"
    run([str(pages)], str(target), engine=Serial(), shard_pages=2)
    before = stored(str(target))
    for part, kept in (("part-00000000", 0), ("part-00000002", -1)):
        path = target / table / f"{part}.parquet"
        path.write_bytes(path.read_bytes()[:kept])

    summary = run([str(pages)], str(target), engine=Serial(), shard_pages=2, resume=True)

    assert (summary.shards, summary.done) == (2, 1)
    assert stored(str(target)) == before


@pytest.mark.parametrize("name", ["run.db", "run.duckdb", "rows"])
def test_a_page_that_was_edited_is_noticed_though_its_size_is_the_same(
    pages: Path, tmp_path: Path, name: str
) -> None:
    run([str(pages)], str(tmp_path / name), engine=Serial())
    page = pages / "3.html"
    page.write_bytes(page.read_bytes().replace(b"oak", b"ash"))
    os.utime(page, ns=(1, 1))

    with pytest.raises(WindrowError, match="files have changed since the run"):
        run([str(pages)], str(tmp_path / name), engine=Serial(), resume=True)


class Meddling(Extract):
    """Begins a second run, and writes a table, while it is at its first page."""

    def tables(self, page: Page) -> Tables:
        pages, target = page.source.rpartition("/")[0], type(self).target
        for resume in (False, True):
            with pytest.raises(WindrowError, match="is being written by another process"):
                run([pages], target, engine=Serial(), resume=resume)
        if "duckdb" not in target and "rows" not in target:
            write([("p", Extract().tables(page))], target, name="other", if_exists="append")
        return Extract().tables(page)

    target = ""


@pytest.mark.parametrize("kind", ["run.db", "run.duckdb", "rows", "postgresql:"])
def test_a_second_run_into_the_same_store_is_refused(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "0.html").write_bytes(warc.list_page(0))
    target = request.getfixturevalue("server") if kind == "postgresql:" else str(tmp_path / kind)
    monkeypatch.setattr(Meddling, "target", target)
    monkeypatch.setattr(postgres, "PATIENCE", 0.2)

    run([str(tmp_path / "pages")], target, job=Meddling(), engine=Serial())

    assert len(stored(target)[""]) == 6
    assert not [*tmp_path.rglob(".*")]
