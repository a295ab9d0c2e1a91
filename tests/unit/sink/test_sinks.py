"""What other programs find in our files and databases."""

import csv
import json
import os
import sqlite3
import sys
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from windrow.errors import WindrowError
from windrow.model import Column, Table, Value
from windrow.sink import sink_for, write
from windrow.sink.files import renamed
from windrow.sink.flat import Flat
from windrow.table.typed import TypedColumn, TypedRow

SHOP = Table(
    (
        Column("tool", "text"),
        Column("price", "price"),
        Column("since", "date"),
        Column("stock", "integer"),
        Column("sizes", "rows", columns=(Column("size", "text"),)),
    ),
    (
        {
            "tool": "Rake",
            "price": "€48.00",
            "since": "2024-05-01",
            "stock": "3",
            "sizes": [{"size": "S"}],
        },
        {"tool": "=1+1", "price": "sold out", "since": None, "stock": None, "sizes": None},
    ),
)
PAGES = [("shop.html", [SHOP])]


def test_a_csv_file_is_read_by_any_reader(tmp_path: Path) -> None:
    target = tmp_path / "shop.csv"

    assert write(PAGES, str(target)) == 2

    with target.open(encoding="utf-8", newline="") as stream:
        first, second = csv.DictReader(stream)
    assert first == {
        "tool": "Rake", "price": "48.0", "price_currency": "EUR", "price_text": "",
        "since": "2024-05-01", "stock": "3", "sizes": '[{"size": "S"}]',
    }  # fmt: skip
    assert (second["tool"], second["price_text"]) == ("=1+1", "sold out")


def test_formulas_are_guarded_in_a_file_when_asked(tmp_path: Path) -> None:
    target = tmp_path / "shop.csv"

    write(PAGES, str(target), guard=True)

    assert "\n'=1+1," in target.read_text()


def test_json_keeps_numbers_and_lists(tmp_path: Path) -> None:
    write(PAGES, str(tmp_path / "shop.json"))
    write(PAGES, str(tmp_path / "shop.jsonl"))

    rows = json.loads((tmp_path / "shop.json").read_text())
    assert (rows[0]["price"], rows[0]["sizes"]) == (48.0, [{"size": "S"}])
    lines = (tmp_path / "shop.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == rows


def test_nested_tables_are_files_beside(tmp_path: Path) -> None:
    write(PAGES, str(tmp_path / "shop.csv"), nested="tables")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["shop.csv", "shop_sizes.csv"]
    assert (tmp_path / "shop_sizes.csv").read_text() == "_row,_parent_row,size\n1,1,S\n"


def test_nested_tables_join_in_sql(tmp_path: Path) -> None:
    target = str(tmp_path / "shop.db")
    write(PAGES, target, name="tools", nested="tables")

    with closing(sqlite3.connect(target)) as connection:
        found = connection.execute(
            "SELECT tool, size FROM tools JOIN tools_sizes s ON s._parent_row = tools._row"
        ).fetchall()

    assert found == [("Rake", "S")]


def test_replace_takes_left_over_inner_tables_away(tmp_path: Path) -> None:
    target = str(tmp_path / "shop.db")
    write(PAGES, target, nested="tables")

    write(PAGES, target, nested="json", if_exists="replace")

    with closing(sqlite3.connect(target)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert found == [("records",)]


def test_replace_does_not_take_the_inner_tables_of_others(tmp_path: Path) -> None:
    target = str(tmp_path / "shop.db")
    write(PAGES, target, name="shop_b", nested="tables")
    write(PAGES, target, name="shop", nested="tables")

    write(PAGES, target, name="shop", if_exists="replace")

    with closing(sqlite3.connect(target)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master ORDER BY 1").fetchall()
    assert found == [("shop",), ("shop_b",), ("shop_b_sizes",)]


def test_other_tables_of_a_database_are_left_alone(tmp_path: Path) -> None:
    target = str(tmp_path / "farm.db")
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("CREATE TABLE cows (name TEXT)")
        connection.execute("CREATE TABLE records_of_cows (name TEXT)")

    write(PAGES, target, if_exists="replace")

    with closing(sqlite3.connect(target)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master ORDER BY 1").fetchall()
    assert found == [("cows",), ("records",), ("records_of_cows",)]


def test_sqlite_columns_are_typed(tmp_path: Path) -> None:
    target = str(tmp_path / "shop.sqlite")
    write(PAGES, target)

    with closing(sqlite3.connect(target)) as connection:
        row = connection.execute("SELECT price, since, stock FROM records").fetchone()
        total = connection.execute(
            "SELECT json_extract(sizes, '$[0].size') FROM records"
        ).fetchone()

    assert row == (48.0, "2024-05-01", 3)
    assert total == ("S",)


def test_parquet_columns_are_typed(tmp_path: Path) -> None:
    parquet: Any = import_module("pyarrow.parquet")
    target = str(tmp_path / "shop.parquet")

    write(PAGES, target)

    types = {field.name: str(field.type) for field in parquet.read_schema(target)}
    assert (types["price"], types["since"], types["stock"]) == ("double", "date32[day]", "int64")


def test_duckdb_columns_are_typed(tmp_path: Path) -> None:
    duckdb: Any = import_module("duckdb")
    target = str(tmp_path / "shop.duckdb")

    write(PAGES, target)

    with duckdb.connect(target) as connection:
        found = connection.execute("SELECT price * 2, year(since), stock FROM records").fetchone()
    assert found == (96.0, 2024, 3)


def test_a_workbook_has_numbers_days_and_no_formulas(tmp_path: Path) -> None:
    openpyxl: Any = import_module("openpyxl")
    target = str(tmp_path / "shop.xlsx")

    write(PAGES, target)

    sheet = openpyxl.load_workbook(target)["records"]
    assert (sheet["B2"].value, sheet["E2"].is_date) == (48, True)
    assert (sheet["A3"].value, sheet["A3"].data_type) == ("=1+1", "s")


def test_a_workbook_can_be_read_and_clicked(tmp_path: Path) -> None:
    openpyxl: Any = import_module("openpyxl")
    target = str(tmp_path / "links.xlsx")
    columns = Column("tool", "text"), Column("link", "url"), Column("price", "price")
    rows: tuple[dict[str, Value], ...] = (
        {"tool": "Rake" * 10, "link": "https://farm.example/rake", "price": "$1,048.50"},
        {"tool": "Hoe", "link": "javascript:alert(1)", "price": "$9"},
    )
    table = Table(columns, rows)

    write([("p", [table])], target)
    write([("p", [table])], target, if_exists="append")

    sheet = openpyxl.load_workbook(target)["records"]
    assert (sheet.freeze_panes, sheet["A1"].font.b, sheet["A2"].font.b) == ("A2", True, False)
    assert sheet["B2"].hyperlink.target == "https://farm.example/rake"
    assert sheet["B3"].hyperlink is None
    assert (sheet["C2"].value, sheet["C2"].number_format) == (1048.5, "#,##0.00")
    assert sheet.column_dimensions["A"].width == 42


def test_a_wrong_word_for_an_existing_target_changes_nothing(tmp_path: Path) -> None:
    target = tmp_path / "shop.csv"
    target.write_text("mine")

    with pytest.raises(WindrowError, match="apend") as caught:
        write(PAGES, target, if_exists="apend")  # type: ignore[arg-type]

    assert "append" in (caught.value.hint or "")
    assert target.read_text() == "mine"


def test_a_key_may_be_a_text(tmp_path: Path) -> None:
    target = tmp_path / "shop.db"

    for _ in range(2):
        write(PAGES, target, if_exists="upsert", key="tool")

    with closing(sqlite3.connect(target)) as database:
        assert database.execute("SELECT count(*) FROM records").fetchone() == (2,)


def test_append_keeps_the_other_sheets_of_a_workbook(tmp_path: Path) -> None:
    openpyxl: Any = import_module("openpyxl")
    target = str(tmp_path / "farm.xlsx")
    book = openpyxl.Workbook()
    book.active.title = "cows"
    book.active["A1"] = "Bella"
    book.save(target)

    write(PAGES, target, if_exists="append")

    book = openpyxl.load_workbook(target)
    assert book.sheetnames == ["cows", "records"]
    assert book["cows"]["A1"].value == "Bella"


def test_a_cell_too_long_for_a_workbook_is_an_error_and_not_cut(tmp_path: Path) -> None:
    long = Table((Column("a", "text"),), ({"a": "x" * 40_000},))

    with pytest.raises(WindrowError, match="32767"):
        write([("p", [long])], str(tmp_path / "long.xlsx"))

    assert [*tmp_path.iterdir()] == []


def test_html_and_markdown_show_and_do_not_run(tmp_path: Path) -> None:
    evil = Table((Column("<th>", "text"), Column("b", "text")),
                 ({"<th>": "<script>alert(1)</script>", "b": "javascript:alert(1)"},))  # fmt: skip

    write([("p", [evil])], str(tmp_path / "evil.html"))
    write([("p", [evil])], str(tmp_path / "evil.md"))

    page = (tmp_path / "evil.html").read_text()
    assert "<script>" not in page
    assert "href" not in page
    assert "\\<script\\>" in (tmp_path / "evil.md").read_text()


@pytest.mark.parametrize(("ending", "content"), [
    (".md", "# My notes\n"), (".html", "<p>My page</p>"), (".json", '{"a": 1}'), (".json", "oops"),
    (".jsonl", "[1]\n"), (".csv", "a,a\n1,2\n"), (".parquet", "oops"), (".xlsx", "oops"),
    (".db", "this is not a database, not at all"), (".duckdb", "oops"), (".csv", "a\n\x80"),
])  # fmt: skip
def test_somebody_elses_file_is_not_appended_to(tmp_path: Path, ending: str, content: str) -> None:
    target = tmp_path / f"mine{ending}"
    target.write_bytes(content.encode("latin-1"))

    with pytest.raises(WindrowError) as caught:
        write(PAGES, str(target), if_exists="append")

    assert "\n" not in caught.value.summary
    assert target.read_bytes() == content.encode("latin-1")


@pytest.mark.parametrize("target", ["shop", "shop.docx", "mysql://host/db", ".csv/"])
def test_a_target_that_says_nothing_is_told_what_there_is(target: str) -> None:
    with pytest.raises(WindrowError, match="does not say") as caught:
        write(PAGES, target)

    assert ".parquet" in (caught.value.hint or "")


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    for ending in ("csv", "xlsx", "db", "duckdb"):
        with pytest.raises(WindrowError, match="cannot be written"):
            write(PAGES, str(tmp_path / "nowhere" / f"shop.{ending}"))


def test_pages_may_have_tables_of_their_own(tmp_path: Path) -> None:
    table = Table((Column("tool", "text"),), ({"tool": "Rake"},))

    write([("a/one.html", [table]), ("b/two.html", [table, table])], str(tmp_path / "x.csv"),
          per_page=True)  # fmt: skip

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "x_one.csv", "x_two.csv", "x_two_2.csv",
    ]  # fmt: skip


def test_a_directory_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "shop.csv").mkdir()

    with pytest.raises(WindrowError, match="is not a file"):
        write(PAGES, str(tmp_path / "shop.csv"), if_exists="replace")


def test_a_server_that_is_not_there_is_one_line_without_the_password() -> None:
    with pytest.raises(WindrowError) as caught:
        write(PAGES, "postgresql://anna:secret@127.0.0.1:9/hay?connect_timeout=2")

    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("ending", "package", "extra"),
    [
        ("parquet", "pyarrow", "parquet"),
        ("duckdb", "duckdb", "duckdb"),
        ("xlsx", "openpyxl", "xlsx"),
    ],
)
def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, package: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)

    with pytest.raises(WindrowError, match=package) as caught:
        write(PAGES, str(tmp_path / f"shop.{ending}"))

    assert caught.value.hint == f"pip install 'windrow[{extra}]'"
    assert [*tmp_path.iterdir()] == []


def test_a_link_stays_a_link_and_permissions_stay(tmp_path: Path) -> None:
    real, link = tmp_path / "real.csv", tmp_path / "link.csv"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)

    write(PAGES, str(link), if_exists="replace")

    assert link.is_symlink()
    assert real.read_text().startswith("tool,")
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()

    with renamed(tmp_path / "shop.csv") as beside:
        beside.write_text("x")

    assert os.stat(tmp_path / "shop.csv").st_mode == os.stat(tmp_path / "plain").st_mode


def test_no_tables_leave_the_target_alone(tmp_path: Path) -> None:
    target = tmp_path / "shop.csv"
    target.write_text("old")

    assert write([("p", [])], str(target), if_exists="replace") == 0
    assert target.read_text() == "old"


@pytest.mark.parametrize("ending", ["csv", "db"])
def test_a_page_without_columns_takes_nothing_from_the_others(tmp_path: Path, ending: str) -> None:
    empty = Table((), ({}, {}), nodes=(("/p[1]",), ("/p[2]",)))
    target = str(tmp_path / f"shop.{ending}")

    assert write([("e.html", [empty]), *PAGES, ("f.html", [empty])], target) == 2
    assert write([("e.html", [empty])], target, if_exists="append") == 0

    found = sink_for(target).read("records")
    assert found is not None
    assert [row["_page"] for row in found.rows] == ["shop.html", "shop.html"]


@pytest.mark.parametrize(("rows", "columns"), [(1_048_576, 1), (1, 16_385)])
def test_what_a_sheet_cannot_hold_is_refused(tmp_path: Path, rows: int, columns: int) -> None:
    names = [f"c{number}" for number in range(columns)]
    row: TypedRow = {"c0": "x"}
    flat = Flat("records", tuple(map(TypedColumn, names)), (row,) * rows)

    with pytest.raises(WindrowError, match=r"more than the .* of an Excel sheet"):
        sink_for(str(tmp_path / "wide.xlsx")).write([flat])

    assert [*tmp_path.iterdir()] == []


def test_a_workbook_that_is_full_is_not_appended_to(tmp_path: Path) -> None:
    target = str(tmp_path / "full.xlsx")
    one, other = (
        Flat("records", tuple(TypedColumn(f"{word}{n}") for n in range(9_000)), ({},))
        for word in ("a", "b")
    )
    sink_for(target).write([one])
    before = Path(target).read_bytes()

    with pytest.raises(WindrowError, match="18,000 columns are more"):
        sink_for(target).write([other], if_exists="append")

    assert Path(target).read_bytes() == before
