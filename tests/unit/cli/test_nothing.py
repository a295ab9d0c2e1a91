"""Without a result there is an exit code for that, and a line that says why."""

import json
from pathlib import Path

import pytest

from tests.commands import invoked

SHOP = Path(__file__).parents[3] / "examples" / "shop.html"
NOTHING = 4


@pytest.fixture
def prose(tmp_path: Path) -> Path:
    path = tmp_path / "prose.html"
    path.write_text("<p>Hay is made while the sun shines.</p>")
    return path


@pytest.mark.parametrize("form", ["table", "csv", "jsonl", "json"])
def test_a_table_that_the_page_does_not_have(form: str) -> None:
    done = invoked("extract", SHOP, "--table", 9, "--format", form)

    assert done.exit_code == NOTHING
    assert done.stderr.startswith(f"windrow: {SHOP}: no table 9: the page has ")
    assert done.stderr.count("\n") == 1


def test_programs_find_the_reason_in_the_object() -> None:
    done = invoked("extract", SHOP, "--table", 9, "--format", "jsonl")

    answer = json.loads(done.stdout)
    assert answer["tables"] == []
    assert answer["reason"].startswith("no table 9: the page has ")


@pytest.mark.parametrize(
    "options", [["--format", "table"], ["--format", "jsonl"], ["--explain"], ["--format", "csv"]]
)
def test_a_page_without_a_list(options: list[str], prose: Path) -> None:
    done = invoked("extract", prose, *options)

    assert done.exit_code == NOTHING
    assert done.stderr.startswith(f"windrow: {prose}: no table: no repeated structure")
    assert done.stderr.count("\n") == 1


def test_several_pages_of_which_one_has_a_list(prose: Path) -> None:
    assert invoked("extract", prose, SHOP).exit_code == 0
    assert invoked("extract", prose, prose).stderr.endswith(" (and 1 more page)\n")


def test_nothing_is_written(prose: Path, tmp_path: Path) -> None:
    done = invoked("extract", prose, "--to", tmp_path / "x.csv")

    assert done.exit_code == NOTHING
    assert f"nothing written to {tmp_path / 'x.csv'}" in done.stderr
    assert not (tmp_path / "x.csv").exists()


def test_an_error_counts_more_than_nothing(prose: Path, tmp_path: Path) -> None:
    assert invoked("extract", prose, tmp_path / "missing.html").exit_code == 1


def test_records_that_hold_nothing_are_no_table(tmp_path: Path) -> None:
    path = tmp_path / "empty.html"
    path.write_text("<p>Hay</p><table>" + "<tr><td></td></tr>" * 6 + "</table>")

    done = invoked("extract", path, "--detector", "stem", "--to", tmp_path / "e.db")

    assert done.exit_code == NOTHING
    assert "what repeats on the page holds no text, link or image" in done.stderr


def test_nothing_is_learned(tmp_path: Path) -> None:
    done = invoked("learn", SHOP, "--table", 9, "-o", tmp_path / "w.json")

    assert done.exit_code == NOTHING
    assert done.stderr.startswith("windrow: nothing was learned: no page has a list number 9\n")
    assert not (tmp_path / "w.json").exists()


def test_a_list_without_records_is_nothing_and_not_drift(tmp_path: Path) -> None:
    page = "<body><h1>Shop</h1><p>Sorted by price</p><ul class=s>{}</ul><p>Imprint</p></body>"
    items = "".join(f"<li><b>Rake {n}</b><i>${n}</i></li>" for n in range(6))
    (tmp_path / "full.html").write_text(page.format(items))
    (tmp_path / "empty.html").write_text(page.format(""))
    assert invoked("learn", tmp_path / "full.html", "-o", tmp_path / "w.json").exit_code == 0

    done = invoked("apply", tmp_path / "w.json", tmp_path / "empty.html", "--format", "csv")

    assert done.exit_code == NOTHING
    assert done.stderr == "windrow: there are no records\n"


def test_a_run_without_rows(prose: Path, tmp_path: Path) -> None:
    done = invoked("run", prose, "--to", tmp_path / "r.sqlite", "--engine", "serial")

    assert done.exit_code == NOTHING
    assert "0 rows, 1 without a table" in done.stderr
