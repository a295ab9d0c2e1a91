"""What inputs mean, always in the same order, and how they are cut into shards."""

import gzip
from pathlib import Path

import pytest

from tests import warc
from windrow.errors import ReadError, WindrowError
from windrow.run.inputs import entries, survey
from windrow.run.intake import Intake
from windrow.run.origin import Origin
from windrow.run.shard import cut, found


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b" / "deep").mkdir(parents=True)
    for name in ("b/2.html", "b/10.html", "b/deep/1.htm", "a.html", "b/notes.md", "b/x.css"):
        (tmp_path / name).write_text(f"<p>{name}")
    warc.write(tmp_path / "b" / "c.warc.gz", [warc.response(b"<p>1"), warc.response(b"<p>2")])
    return tmp_path


def names(*inputs: str) -> list[tuple[str, str]]:
    return [(source.kind, source.name) for source in entries(inputs)]


def test_a_folder_means_what_can_be_read_in_it_and_below(farm: Path) -> None:
    assert names("b") == [
        ("page", "b/10.html"),
        ("page", "b/2.html"),
        ("warc", "b/c.warc.gz"),
        ("page", "b/deep/1.htm"),
    ]


def test_a_pattern_means_the_files_that_fit(farm: Path) -> None:
    assert names("b/*.html", "**/*.htm") == [
        ("page", "b/10.html"),
        ("page", "b/2.html"),
        ("page", "b/deep/1.htm"),
    ]
    with pytest.raises(WindrowError, match="no file matches"):
        names("*.pdf")


def test_a_list_means_its_lines(farm: Path) -> None:
    text = "# tools\nhttps://farm.example/hay?a=*\n\n  a.html \nb/c.warc.gz\nmissing.html\n"
    (farm / "pages.txt").write_text(text)
    (farm / "odd").write_text(text)
    (farm / "crawl.paths.gz").write_bytes(gzip.compress(text.encode()))
    expected = [
        ("page", "https://farm.example/hay?a=*"),
        ("page", "a.html"),
        ("warc", "b/c.warc.gz"),
        ("page", "missing.html"),
    ]

    assert names("pages.txt") == expected
    assert names("@odd") == expected
    assert names("crawl.paths.gz") == expected


def test_what_is_missing_from_the_start_is_told_before_the_work(farm: Path) -> None:
    for name in ("none.warc.gz", "none.parquet", "none.txt", "@none"):
        with pytest.raises(ReadError, match="none"):
            names(name)


def test_the_digest_is_another_one_for_other_inputs(farm: Path) -> None:
    first = survey(["b"])

    assert survey(["b"]) == first
    assert first.entries == 4
    assert survey(["b", "a.html"]).digest != first.digest
    (farm / "b" / "2.html").write_text("<p>longer than it was")
    assert survey(["b"]).digest != first.digest


def test_shards_are_numbered_and_the_same_every_time(farm: Path) -> None:
    shards = [*cut(found(entries(["b"])), 2)]

    assert shards == [*cut(found(entries(["b"])), 2)]
    assert [shard.number for shard in shards] == [0, 1, 2]
    assert [len(shard.origins) for shard in shards] == [2, 2, 1]
    assert str(shards[1].origins[0]) == "b/c.warc.gz@0"
    assert all(origin.size > 0 for shard in shards for origin in shard.origins)


@pytest.fixture
def tables(tmp_path: Path) -> dict[str, Path]:
    """The same 100 pages as Parquet with small row groups, as an Arrow file and as a stream."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = {
        "url": [f"http://farm.example/{n}" for n in range(100)],
        "id": [*range(100)],
        "content": [f"<p>{n}" for n in range(99)] + [None],
    }
    table = arrow.table(rows)
    parquet.write_table(table, tmp_path / "a.parquet", row_group_size=30)
    with arrow.ipc.new_file(str(tmp_path / "b.arrow"), table.schema) as writer:
        writer.write_table(table, max_chunksize=7)
    with arrow.ipc.new_stream(str(tmp_path / "c.arrow"), table.schema) as writer:
        writer.write_table(table, max_chunksize=40)
    return {path.name: path for path in tmp_path.iterdir()}


@pytest.mark.parametrize("name", ["a.parquet", "b.arrow", "c.arrow"])
def test_rows_of_tables_are_pages_in_whatever_order_they_are_asked_for(
    tables: dict[str, Path], name: str
) -> None:
    origins = [*found(entries([str(tables[name])]))]
    intake = Intake()

    assert len(origins) == 100
    for row in (0, 1, 2, 98, 5, 31, 29, 30, 60, 97):
        page = intake.read(origins[row])
        assert (page.url, page.content) == (f"http://farm.example/{row}", b"<p>%d" % row)
    with pytest.raises(ReadError, match=f"{name}@99"):
        intake.read(origins[99])


def test_a_table_without_pages_is_told_with_the_columns_it_has(tables: dict[str, Path]) -> None:
    path = str(tables["a.parquet"])
    [origin] = found(entries([path]), html="markup")

    with pytest.raises(ReadError, match="markup") as caught:
        Intake(html="markup").read(origin)

    assert "url, content" in (caught.value.hint or "")
    assert Intake(html="url").read(Origin("arrow", path, 3)).content == b"http://farm.example/3"


def test_a_table_that_is_broken_is_an_error_of_its_own(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    for name in ("a.parquet", "b.arrow"):
        (tmp_path / name).write_bytes(b"PAR1 and so on")

    origins = [*found(entries([str(tmp_path)]))]

    assert len(origins) == 2
    for origin in origins:
        with pytest.raises(ReadError, match="cannot be read"):
            Intake().read(origin)
