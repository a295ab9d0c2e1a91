"""What a user wants of a page, on the commands that give tables out."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.commands import invoked

SHOP = str(Path(__file__).parents[3] / "examples" / "shop.html")
RAKE = "Wooden hay rake"


def csv(*words: object) -> list[str]:
    return invoked("extract", SHOP, "--format", "csv", *words).stdout.splitlines()


def test_columns_are_chosen_in_their_order() -> None:
    assert csv("--columns", "stock,title")[:2] == ["stock,title", f"In stock,{RAKE}"]
    assert csv("--columns", "title", "--rename", "title=tool")[0] == '"tool"'
    assert csv("--columns", "title,stock", "--rename", "title=tool,stock=there")[0] == "tool,there"
    assert "stock" not in csv("--drop", "stock,description")[0]
    assert "sale" not in csv("--min-fill", "0.5")[0]


def test_an_unknown_column_is_an_error_with_the_nearest_name() -> None:
    done = invoked("extract", SHOP, "--format", "csv", "--columns", "prise")

    assert (done.exit_code, done.stdout) == (1, "")
    assert "there is no column `prise`" in done.stderr
    assert "did you mean `price`?" in done.stderr


@pytest.mark.parametrize("form", ["csv", "rows", "table", "jsonl"])
def test_where_no_column_is_left_there_is_nothing(form: str) -> None:
    done = invoked("extract", SHOP, "-f", form, "--columns", "title", "--drop", "title")

    assert done.exit_code == 4
    assert "no column is left" in done.stderr


def test_an_unknown_column_is_not_written(tmp_path: Path) -> None:
    done = invoked("extract", SHOP, "--to", tmp_path / "x.csv", "--columns", "prise")

    assert done.exit_code == 1
    assert [*tmp_path.iterdir()] == []


def test_fields_are_told_with_how_sure_and_what_is_not_found() -> None:
    done = invoked("extract", SHOP, "--format", "csv", "--fields", "name,cost:number,isbn")

    assert done.exit_code == 0
    assert done.stdout.splitlines()[:2] == ["name,cost,cost_currency,isbn", f"{RAKE},48.0,EUR,"]
    [line] = done.stderr.splitlines()
    assert line.startswith("windrow: name is `title` (sure, 0.9")
    assert line.endswith("; not found: isbn")


def test_programs_get_the_fields_of_the_table_that_is_meant() -> None:
    done = invoked("extract", SHOP, "--format", "jsonl", "--fields", "title,isbn")

    [found] = json.loads(done.stdout)["tables"]
    title, isbn = found["fields"]
    assert (title["name"], title["column"]) == ("title", "title")
    assert 0.9 < title["sure"] <= 1
    assert isbn == {"name": "isbn", "column": None, "sure": 0.0}


def test_where_no_field_is_found_there_is_nothing() -> None:
    done = invoked("extract", SHOP, "--format", "csv", "--fields", "isbn")

    assert (done.exit_code, done.stdout) == (4, "")
    assert "none of the wanted fields is there: isbn" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("--fields", "title:thing"),
        ("--fields", ""),
        ("--columns", ","),
        ("--fields", "title", "--columns", "title"),
        ("--fields", "title", "--schema", "x.json"),
        ("--schema", "missing.json"),
        ("--rename", "title"),
        ("--min-fill", "2"),
    ],
)
def test_a_choice_that_makes_no_sense_is_bad_usage(words: tuple[str, ...]) -> None:
    assert invoked("extract", SHOP, *words).exit_code == 2


def test_a_wrapper_keeps_the_choice_it_was_learned_with(tmp_path: Path) -> None:
    wrapper = tmp_path / "shop.json"
    learned = invoked("learn", SHOP, "-o", wrapper, "--fields", "tool,cost:number,url,weight",
                  "--rename", "cost=euro")  # fmt: skip

    done = invoked("apply", wrapper, SHOP, "--format", "csv")

    assert learned.exit_code == 0, learned.stderr
    assert done.stdout.splitlines()[:2] == [
        "tool,euro,euro_currency,url", f"{RAKE},48.0,EUR,/tools/hay-rake",
    ]  # fmt: skip
    assert invoked("verify", wrapper, SHOP).exit_code == 0
    assert (
        invoked("apply", wrapper, SHOP, "--format", "csv", "--columns", "url").stdout[:5] == '"url"'
    )
    assert invoked("learn", SHOP, "-o", wrapper, "--columns", "prise").exit_code == 1


def test_a_run_stores_what_is_wanted(tmp_path: Path) -> None:
    target = tmp_path / "rows.sqlite"
    wrapper = tmp_path / "shop.json"
    invoked("learn", SHOP, "-o", wrapper)

    invoked("run", SHOP, "--to", target, "--columns", "title", "--quiet", "--engine", "serial")
    invoked("run", SHOP, "--to", target, "--name", "wide", "--wrapper", wrapper,
        "--fields", "tool_name,price", "--quiet", "--engine", "serial")  # fmt: skip

    rows = sqlite3.connect(target)
    assert rows.execute("SELECT cells FROM records LIMIT 1").fetchall() == [
        (json.dumps({"title": RAKE}),)
    ]
    assert rows.execute("SELECT tool_name, price FROM wide LIMIT 1").fetchall() == [(RAKE, 48.0)]
    rows.close()


def test_rows_are_upserted_by_their_key(tmp_path: Path) -> None:
    target = tmp_path / "shop.db"
    for _ in range(2):
        done = invoked("extract", SHOP, "--to", target, "--if-exists", "upsert", "--key", "title")
        assert done.exit_code == 0, done.stderr

    rows = sqlite3.connect(target)
    assert rows.execute("SELECT COUNT(*), COUNT(DISTINCT title) FROM records").fetchall() == [
        (4, 4)
    ]
    rows.close()


def test_rows_without_a_key_are_left_out_and_told(tmp_path: Path) -> None:
    done = invoked(
        "extract", SHOP, "--to", tmp_path / "a.db", "--if-exists", "upsert", "--key", "sale"
    )

    assert "3 rows have no sale, and are left out" in done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--to", "x.db", "--if-exists", "upsert"), 2),
        (("--to", "x.db", "--key", "title"), 2),
        (("--if-exists", "upsert", "--key", "title"), 2),
        (("--to", "x.csv", "--if-exists", "upsert", "--key", "title"), 1),
        (("--to", "x.db", "--if-exists", "upsert", "--key", "titel"), 1),
        (("--to", "x.db", "--if-exists", "upsert", "--key", "title", "--nested", "tables"), 1),
    ],
)
def test_an_upsert_that_makes_no_sense_is_refused(
    words: tuple[str, ...], code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert invoked("extract", SHOP, *words).exit_code == code
    assert [*tmp_path.iterdir()] == []
