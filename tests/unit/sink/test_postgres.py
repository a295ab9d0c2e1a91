"""Servers that are not UTF-8: what they lack is written as a character reference, or refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import warc
from tests.postgres import running_server
from windrow.errors import WindrowError
from windrow.model import Column, Table
from windrow.run import Serial, run
from windrow.sink import sink_for, write

psycopg = pytest.importorskip("psycopg")

ENCODINGS = ("LATIN1", "SQL_ASCII", "EUC_JP", "WIN1252", "MULE_INTERNAL", "EUC_TW")
HAY = "Größe 中 \u2028 \x85 “hay” 😀"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with running_server() as address:
        with psycopg.connect(address, autocommit=True) as connection:
            for encoding in ENCODINGS:
                connection.execute(
                    f"CREATE DATABASE {encoding} ENCODING '{encoding}' TEMPLATE template0"
                    " LC_COLLATE 'C' LC_CTYPE 'C'"
                )
        yield address


def named(server: str, encoding: str) -> str:
    return server.replace("/postgres?", f"/{encoding.lower()}?")


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("SQL_ASCII", HAY),
        ("LATIN1", "Größe &#20013; &#8232; \x85 &#8220;hay&#8221; &#128512;"),
        ("WIN1252", "Größe &#20013; &#8232; &#133; “hay” &#128512;"),
        ("EUC_JP", "Größe 中 &#8232; &#133; “hay” &#128512;"),
    ],
)
def test_characters_that_a_server_lacks_become_references(
    server: str, encoding: str, expected: str
) -> None:
    inner = Column("größen 中", "rows", columns=(Column("größe", "text"),))
    table = Table(
        (Column("größe 中", "text"), inner),
        ({"größe 中": HAY, "größen 中": [{"größe": HAY}]}, {"größe 中": "hay", "größen 中": None}),
    )
    target = named(server, encoding)

    for nested, name in (("json", "records"), ("tables", "split")):
        for _ in range(2):
            write([(HAY, [table])], target, name=name, if_exists="append", nested=nested)  # type: ignore[arg-type]

    found = sink_for(target).read("records")
    assert found is not None
    [_, _, name, cells] = found.names
    assert [row[name] for row in found.rows] == [expected, "hay"] * 2
    assert found.rows[0]["_page"] == expected
    assert found.rows[0][cells] == [{"größe": expected}]
    split = sink_for(target, "split").read("split_größen_中")
    assert split is not None
    assert [row["größe"] for row in split.rows] == [expected] * 2


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_run_stores_its_rows_and_goes_on(server: str, encoding: str, tmp_path: Path) -> None:
    for number in range(4):
        page = warc.list_page(number).replace(b"oak", "oak 中 \u2028".encode())
        (tmp_path / f"中{number}.html").write_bytes(
            page.replace(b"<title>", b"<meta charset=utf-8>")
        )
    target = named(server, encoding)

    run([str(tmp_path)], target, engine=Serial(), name="crop", shard_pages=2, html="中")
    summary = run([str(tmp_path)], target, engine=Serial(), name="crop", shard_pages=2, html="中",
                  resume=True)  # fmt: skip

    assert (summary.tally.pages, summary.done) == (0, 2)
    with psycopg.connect(target, client_encoding="UTF8") as connection:
        [[count, some]] = connection.execute(
            "SELECT count(*), min(cells->>'title') FROM crop"
        ).fetchall()
    assert (count, some.rpartition(" oak ")[2]) == (
        24,
        {"LATIN1": "&#20013; &#8232;", "SQL_ASCII": "中 \u2028"}[encoding],
    )


@pytest.mark.parametrize("encoding", ["MULE_INTERNAL", "EUC_TW"])
def test_an_encoding_that_python_does_not_know_is_one_line(server: str, encoding: str) -> None:
    table = Table((Column("a", "text"),), ({"a": "hay 😀"},))

    with pytest.raises(WindrowError, match="cannot be written") as caught:
        write([("p", [table])], named(server, encoding))

    assert "\n" not in caught.value.summary


def test_bytes_of_others_that_are_not_utf8_are_one_line(server: str) -> None:
    target = named(server, "SQL_ASCII")
    with psycopg.connect(target, autocommit=True) as connection:
        connection.execute("CREATE TABLE others (a text)")
        connection.execute(rb"INSERT INTO others VALUES (E'\xe9')")

    with pytest.raises(WindrowError):
        sink_for(target, "others").read("others")
