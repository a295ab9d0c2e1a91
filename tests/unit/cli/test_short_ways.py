"""Short ways: options of one letter, rows for programs, folders, pipes that end, a look at a page."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import invoked
from tests.yardstick import PATIENCE

EXAMPLES = Path(__file__).parents[3] / "examples"
SHOP = EXAMPLES / "shop.html"
RAKE = "Wooden hay rake"


def test_rows_are_an_object_a_line() -> None:
    done = invoked("extract", SHOP, "-f", "rows", "--columns", "title")

    assert json.loads(done.stdout.splitlines()[0]) == {"title": RAKE}
    assert len(done.stdout.splitlines()) == 4


def test_a_target_of_a_dash_is_standard_output() -> None:
    assert invoked("extract", SHOP, "-o", "-", "-f", "csv").stdout.startswith("link,image,title")


def test_a_format_may_agree_with_the_ending(tmp_path: Path) -> None:
    assert invoked("extract", SHOP, "-o", tmp_path / "a.csv", "-f", "csv").exit_code == 0
    assert invoked("extract", SHOP, "-o", tmp_path / "a.jsonl", "-f", "rows").exit_code == 0
    assert invoked("extract", SHOP, "-o", tmp_path / "b.csv", "-f", "json").exit_code == 2


def test_folders_and_packed_pages_are_pages(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no page")
    (tmp_path / "a.html.gz").write_bytes(gzip.compress(SHOP.read_bytes()))

    done = invoked("extract", tmp_path, "-f", "rows")

    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0])["title"] == RAKE


def test_an_empty_folder_is_an_error_of_its_own(tmp_path: Path) -> None:
    done = invoked("extract", tmp_path)

    assert done.exit_code == 1
    assert "it is a directory" in done.stderr


def test_links_of_files_are_absolute_with_a_base(tmp_path: Path) -> None:
    words = ("extract", SHOP, "-f", "rows", "--columns", "link", "--base-url")

    done = invoked(*words, "https://farm.example/shop/")

    assert json.loads(done.stdout.splitlines()[0]) == {
        "link": "https://farm.example/tools/hay-rake"
    }
    assert invoked(*words, "farm.example").exit_code == 2


def test_pages_may_be_written_apart(tmp_path: Path) -> None:
    done = invoked(
        "extract", SHOP, EXAMPLES / "timetable.html", "-o", tmp_path / "x.csv", "--per-page"
    )

    assert sorted(path.name for path in tmp_path.glob("*.csv")) == ["x_shop.csv", "x_timetable.csv"]
    assert "x_timetable.csv" in done.stderr
    assert "x.csv" not in done.stderr


@pytest.mark.parametrize("form", ["table", "rows", "csv", "jsonl"])
def test_a_pipe_that_ends_is_no_matter_for_words(form: str, tmp_path: Path) -> None:
    items = "".join(f"<li><a href=/{n}>Tool {n}</a><b>${n}</b>" for n in range(3000))
    page = tmp_path / "page.html"
    page.write_text(f"<ul>{items}</ul>")
    command = [sys.executable, "-m", "windrow", "extract", str(page), "-f", form]

    done = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.stdout is not None
    done.stdout.read(10)
    done.stdout.close()
    _, told = done.communicate(timeout=PATIENCE)

    assert told == b""


@pytest.mark.parametrize(
    ("words", "found"),
    [("windrow extract sho", "file,sho"), ("windrow extract --if", "plain,--if-exists"),
     ("windrow apply sho", "file,sho"), ("windrow op", "plain,open")],
)  # fmt: skip
def test_shells_complete_files_and_options(words: str, found: str) -> None:
    asked = {"_WINDROW_COMPLETE": "bash_complete", "COMP_WORDS": words,
             "COMP_CWORD": str(len(words.split()) - 1)}  # fmt: skip
    script = "from windrow.cli import main; main()"

    done = subprocess.run([sys.executable, "-c", script], env={**os.environ, **asked},
                          capture_output=True, timeout=PATIENCE, check=False)  # fmt: skip

    assert done.stdout.decode().split() == [found]


def test_a_page_is_opened_with_its_records_outlined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def note(place: str) -> bool:
        opened.append(place)
        return True

    monkeypatch.setattr("webbrowser.open", note)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    done = invoked("open", SHOP, "--browser", "never")

    assert done.exit_code == 0, done.stderr
    [file] = tmp_path.glob("windrow-*.html")
    assert opened == [file.as_uri()]
    assert RAKE in file.read_text("utf-8")


def test_a_page_without_a_table_is_opened_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda place: False)
    (tmp_path / "a.html").write_text("<p>hay")

    done = invoked("open", tmp_path / "a.html", "-o", tmp_path / "b.html", "--browser", "never")

    assert done.exit_code == 4
    assert "there is no browser" in done.stderr
    assert (tmp_path / "b.html").exists()


def test_a_page_is_not_replaced_by_its_own_picture(tmp_path: Path) -> None:
    page = tmp_path / "shop.html"
    page.write_bytes(SHOP.read_bytes())

    for words in (("open", page, "-o"), ("extract", page, "--overlay")):
        done = invoked(*words, page, "--browser", "never")

        assert done.exit_code == 2
        assert "is the page itself" in done.stderr
    assert page.read_bytes() == SHOP.read_bytes()


def test_a_page_that_cannot_be_opened_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    done = invoked("open", tmp_path / "nowhere.html", "--browser", "never")

    assert done.exit_code == 1
    assert [*tmp_path.iterdir()] == []


def test_a_database_is_written_without_a_word_of_leaks(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    command = [sys.executable, "-m", "windrow", "extract", str(SHOP), "-o", "x.duckdb"]

    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=PATIENCE, check=True)

    assert done.stderr == b"windrow: 4 rows written to x.duckdb\n"
