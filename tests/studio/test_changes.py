"""What a person changes is kept, and holds for the command line and after learning on."""

import csv
import io
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.served import Served
from tests.studio.conftest import (
    SHOP,
    Open,
    cells,
    header,
    names,
    open_file,
    renamed,
    saved,
    settled,
    windrow,
)
from windrow.sink import SINKS

pytestmark = pytest.mark.slow

MAKERS = ["Ann Reed", "Bo Strand", "Cy Twombly", "Dee Hay", "Eve Barn", "Flo Mill"]


def makers() -> str:
    """Return a page on which a value is only a part of a text."""
    records = "".join(
        f"<li><h3><a href=/t/{k}>Tool number {k}</a></h3><p>made by {who} in {1990 + k}</p></li>"
        for k, who in enumerate(MAKERS)
    )
    return f"<title>Makers</title><ul>{records}</ul>"


def removed(page: Page, column: str) -> None:
    header(page, column).click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(header(page, column)).to_have_count(0)
    settled(page)


def changed(page: Page) -> None:
    """Rename, remove, merge, split, retype and reorder columns of the shop."""
    renamed(page, "description", "story")
    removed(page, "image")
    header(page, "stock").click()
    page.get_by_label("Column to merge with").select_option("sale")
    page.get_by_role("button", name="Merge").click()
    expect(header(page, "sale")).to_have_count(0)
    settled(page)
    header(page, "title").click()
    page.get_by_label("Text to split the column at").fill(" ")
    page.get_by_role("button", name="Split").click()
    header(page, "title_2").wait_for()
    settled(page)
    header(page, "price").click()
    page.get_by_label("Type of the column").select_option("text")
    expect(header(page, "price_currency")).to_have_count(0)
    settled(page)
    header(page, "stock").click()
    # The column stays chosen while it moves.
    for place in reversed(range(names(page).index("stock"))):
        page.get_by_role("button", name="Move the column to the left").click()
        expect(page.locator("[role=columnheader] b").nth(place)).to_have_text("stock")
        settled(page)


def test_changes_of_columns_are_kept_for_the_command_line(
    studio: Open, service: Served, tmp_path: Path
) -> None:
    page = studio()
    open_file(page, SHOP)
    changed(page)
    wanted = {name: cells(page, name) for name in names(page)}
    assert next(iter(wanted)) == "stock"
    assert wanted["stock"][1] == "In stock was €135.00"
    assert wanted["title"][1:2] + wanted["title_2"][1:2] == ["Austrian", "scythe"]
    assert wanted["price"][0] == "€48.00"
    for _ in range(3):
        page.get_by_role("button", name="Undo").click()
        settled(page)
    assert names(page) != [*wanted]
    for _ in range(3):
        page.get_by_role("button", name="Redo").click()
        settled(page)
    assert names(page) == [*wanted]

    saved(page, "tools")
    page.reload()
    header(page, "story").wait_for()
    settled(page)
    assert {name: cells(page, name) for name in names(page)} == wanted

    file = tmp_path / "tools.json"
    file.write_bytes(service.client.get("/v1/wrappers/tools/file").content)
    assert applied(file) == wanted
    # And still so after it was learned on.
    other = tmp_path / "other.html"
    other.write_text(SHOP.read_text().replace("Beech", "Oak").replace("€22.90", "€24.00"))
    windrow("learn", "--more", str(file), str(other))
    assert applied(file) == wanted


def applied(wrapper: Path) -> dict[str, list[str]]:
    """Return the columns that the command line reads with a wrapper, as the studio shows them."""
    told = json.loads(windrow("apply", str(wrapper), str(SHOP), "--format", "jsonl"))["tables"][0]
    return {
        column["name"]: [said(row[column["name"]]) for row in told["rows"]]
        for column in told["columns"]
    }


def said(value: Any) -> str:
    return "" if value is None else str(value)


def test_everything_is_undone_and_done_again(studio: Open) -> None:
    page = studio()
    open_file(page, SHOP)
    before = names(page)
    changed(page)
    after = names(page)

    while page.get_by_role("button", name="Undo").is_enabled():
        page.keyboard.press("Control+z")
        settled(page)
    assert names(page) == before
    while page.get_by_role("button", name="Redo").is_enabled():
        page.keyboard.press("Control+y")
        settled(page)
    assert names(page) == after


def test_one_right_value_finds_the_column_in_all_records(studio: Open, tmp_path: Path) -> None:
    file = tmp_path / "makers.html"
    file.write_text(makers())
    page = studio()
    open_file(page, file)
    [column] = {*names(page)} - {"title", "link"}
    at = names(page).index(column)

    page.locator(f"#cell-2-{at}").dblclick()
    page.get_by_label("Right value of this cell").fill("Cy Twombly")
    page.get_by_role("button", name="This is right").click()

    page.get_by_role("gridcell", name="Flo Mill", exact=True).wait_for()
    assert cells(page, column) == MAKERS


def test_what_is_missing_becomes_a_column_and_outlasts_learning_on(
    studio: Open, service: Served, tmp_path: Path
) -> None:
    file = tmp_path / "makers.html"
    file.write_text(makers())
    page = studio()
    open_file(page, file)
    before = names(page)

    page.get_by_role("button", name="Add a column").click()
    page.get_by_label("Name of the new column").fill("maker")
    page.get_by_label("Row of the value").fill("3")
    page.get_by_label("Value in this row").fill("Cy Twombly")
    page.get_by_role("button", name="Find it").click()
    header(page, "maker").wait_for()
    settled(page)
    assert {*names(page)} == {*before, "maker"}
    assert cells(page, "maker") == MAKERS

    saved(page, "makers")
    wrapper = tmp_path / "makers.json"
    wrapper.write_bytes(service.client.get("/v1/wrappers/makers/file").content)
    other = tmp_path / "other.html"
    other.write_text(makers().replace("Bo Strand", "Kit Marlowe"))
    windrow("learn", "--more", str(wrapper), str(other))
    told = json.loads(windrow("apply", str(wrapper), str(other), "--format", "jsonl"))["tables"][0]
    assert [row["maker"] for row in told["rows"]] == ["Ann Reed", "Kit Marlowe", *MAKERS[2:]]


def test_a_value_is_pointed_at_in_any_record(studio: Open, tmp_path: Path) -> None:
    page = studio()
    open_file(page, SHOP)
    before = names(page)

    page.get_by_role("button", name="Add a column").click()
    page.get_by_label("Name of the new column").fill("tool")
    page.frame_locator("iframe").get_by_text("Beech dibber").click()
    header(page, "tool").wait_for()
    settled(page)

    assert cells(page, "tool")[:2] == ["Wooden hay rake", "Austrian scythe"]
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert names(page) == before
    # What is in no record, or is not there at all, is refused with a reason.
    page.get_by_role("button", name="Add a column").click()
    page.frame_locator("iframe").get_by_text("Everything here is made").click()
    expect(page.get_by_role("alert")).to_contain_text("not in a record")
    page.get_by_label("Value in this row").fill("a value that nobody says")
    page.get_by_role("button", name="Find it").click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing in record 4 says")
    assert names(page) == before


def test_every_download_is_the_file_of_the_command_line(studio: Open, tmp_path: Path) -> None:
    page = studio()
    open_file(page, SHOP)
    page.get_by_role("button", name="Take the table").click()
    buttons = page.get_by_role("group", name="Formats").get_by_role("button").all()

    formats = set()
    for button in buttons:
        with page.expect_download() as coming:
            button.click()
        ending = coming.value.suggested_filename.rpartition(".")[2]
        theirs, ours = tmp_path / f"theirs.{ending}", tmp_path / f"ours.{ending}"
        coming.value.save_as(theirs)
        windrow("extract", str(SHOP), "--to", str(ours))
        read = SINKS[f".{ending}"]
        rows = read(str(ours), "records").read("records")
        assert rows is not None
        assert len(rows.rows) == 4
        assert read(str(theirs), "records").read("records") == rows
        if ending not in ("xlsx", "sqlite", "db", "duckdb", "parquet"):
            assert theirs.read_bytes() == ours.read_bytes()
        formats.add(ending)
    assert {"csv", "xlsx", "json", "parquet", "sqlite", "duckdb"} <= formats


def test_the_clipboard_has_the_table(studio: Open) -> None:
    page = studio(permissions=["clipboard-read", "clipboard-write"])
    open_file(page, SHOP)
    shown = {name: cells(page, name) for name in names(page)}
    page.get_by_role("button", name="Take the table").click()

    page.get_by_role("button", name="Copy for a spreadsheet").click()
    page.get_by_text("Table copied.").wait_for()

    text = page.evaluate("navigator.clipboard.readText()")
    rows = [*csv.DictReader(io.StringIO(text), delimiter="\t")]
    assert {name: [row[name] for row in rows] for name in rows[0]} == shown


def test_the_lines_that_are_shown_do_the_same(
    studio: Open, service: Served, tmp_path: Path
) -> None:
    page = studio()
    (tmp_path / "shop.html").write_bytes(SHOP.read_bytes())
    open_file(page, SHOP)

    taken, printed = done_elsewhere(page, tmp_path)
    assert taken == page_file(page)
    assert "Austrian scythe" in printed
    page.get_by_role("button", name="Close").click()
    renamed(page, "title", "tool")
    settled(page)
    page.get_by_role("button", name="Take the table").click()
    # Changes need a wrapper.
    page.get_by_role("dialog").get_by_role("button", name="Save wrapper").click()
    page.get_by_label("Name", exact=True).fill("lines")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("reads list pages").wait_for()
    page.get_by_role("button", name="Close").click()
    taken, printed = done_elsewhere(page, tmp_path)
    assert b"tool" in taken
    assert taken == page_file(page)
    assert "tool" in printed


def page_file(page: Page) -> bytes:
    with page.expect_download() as coming:
        page.get_by_role("button", name="CSV", exact=True).click()
    return Path(coming.value.path()).read_bytes()


def done_elsewhere(page: Page, folder: Path) -> tuple[bytes, str]:
    """Return the file of the command that is shown, and what the Python lines print."""
    page.get_by_role("button", name="Take the table").click()
    name, *words = shlex.split(page.get_by_label("Command").inner_text())
    assert name == "windrow"
    windrow(*words, cwd=folder)
    file = folder / "table.csv"
    taken = file.read_bytes()
    file.unlink()
    lines = page.get_by_label("Python").inner_text()
    done = subprocess.run(
        [sys.executable, "-c", lines], capture_output=True, text=True, cwd=folder, check=False
    )
    assert done.returncode == 0, done.stderr
    return taken, done.stdout


def test_a_wrapper_tells_drift_and_is_repaired_after_a_look(
    studio: Open, service: Served, tmp_path: Path
) -> None:
    text = SHOP.read_text()
    service.post("/v1/learn", {"name": "drifting", "pages": [{"html": text}]})
    before = service.client.get("/v1/wrappers/drifting/file").text
    changed = (
        text.replace('class="price"', 'class="cost"')
        .replace("<span", "<em")
        .replace("</span", "</em")
    )
    for name, content in {"new.html": changed, "same.html": text}.items():
        (tmp_path / name).write_text(content)
    page = studio()

    page.get_by_role("button", name="Wrappers").click()
    page.get_by_role("button", name="drifting").click()
    page.get_by_label("or saved pages").set_input_files(
        [tmp_path / "new.html", tmp_path / "same.html"]
    )
    page.get_by_role("button", name="Apply", exact=True).click()
    page.get_by_text("The page has changed").wait_for()
    page.get_by_text("The page fits the wrapper.").wait_for()
    settled(page)
    assert page.get_by_role("alert").get_by_role("listitem").count() >= 1
    page.get_by_role("button", name="Show what a repair would change").click()
    page.get_by_text("% sure").first.wait_for()
    differences = page.get_by_role("region", name="What the repair changes")
    price = differences.get_by_role("row").filter(has=page.get_by_role("cell", name="price"))
    expect(price.get_by_role("cell").nth(1)).to_contain_text(re.compile("^moved, [0-9]+ % sure"))
    assert service.client.get("/v1/wrappers/drifting/file").text == before
    page.get_by_role("button", name="Accept the repair").click()
    page.get_by_text("The old wrapper is kept beside it").wait_for()
    settled(page)

    assert service.client.get("/v1/wrappers/drifting/file").text != before
    asked = {"wrapper": "drifting", "html": changed}
    rows = service.post("/v1/apply", asked)["tables"][0]["rows"]
    assert [row["title"] for row in rows][1] == "Austrian scythe"
    assert next(row["price"] for row in rows) == 48.0
