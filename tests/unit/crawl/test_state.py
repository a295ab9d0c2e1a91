"""The folder of a crawl, and the table of all its pages."""

from pathlib import Path

import pytest

from windrow.crawl.crawl import CrawlState, crawl, whole_table
from windrow.crawl.fetcher import ScrapyFetcher
from windrow.crawl.join import ERROR
from windrow.crawl.messages import Orders
from windrow.errors import WindrowError
from windrow.model import Column, Table, Value
from windrow.read.web import Web

START = "http://farm.example/list"


@pytest.mark.parametrize("damaged", ["folder", "log"])
def test_a_state_that_cannot_be_used_is_told_in_a_line(tmp_path: Path, damaged: str) -> None:
    folder = tmp_path / "state"
    if damaged == "folder":
        folder.write_text("not a folder")
    else:
        folder.mkdir()
        (folder / "fetched.sqlite").write_text("not a database, but a text of some length " * 9)

    with pytest.raises(WindrowError) as caught:
        crawl(START, ScrapyFetcher(Orders(START, Web())), CrawlState(folder))

    assert str(folder) in caught.value.summary
    assert caught.value.hint


def test_a_column_that_no_page_fills_is_not_given() -> None:
    columns = (Column("title", "text"), Column("note", "text"), Column(ERROR, "text"))
    row: dict[str, Value] = {"title": "Hay", "note": None, ERROR: None}
    tables = [Table(columns, (row, {**row, "title": f"Oats {k}"})) for k in range(2)]

    whole = whole_table(tables)

    assert [column.name for column in whole.given.columns] == ["title", ERROR]
