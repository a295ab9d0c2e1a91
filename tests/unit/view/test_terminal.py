"""What a terminal shows around a table: the title of the page above it, plain where that is asked."""

from __future__ import annotations

import os
import sys

import pytest

from windrow.model import Column, Fit, Table
from windrow.view import terminal


def printed(title: str, patch: pytest.MonkeyPatch, caught: pytest.CaptureFixture[str]) -> str:
    """Return what is printed of a title on a terminal of twenty columns."""
    patch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    patch.setattr(terminal, "get_terminal_size", lambda: os.terminal_size((20, 24)))
    patch.setenv("NO_COLOR", "1")
    terminal.print_title(title)
    return caught.readouterr().out


def test_the_title_of_a_page_is_cut_to_the_screen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = printed("Garden tools\n and\x1b[2J other things", monkeypatch, capsys)

    assert told.startswith("Garden tools and ")
    assert told.endswith("…\n")
    assert len(told) == 21
    assert "\x1b" not in told


def test_a_page_without_a_title_has_no_line_for_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(" ", monkeypatch, capsys) == ""


def test_where_nobody_looks_there_is_no_title(capsys: pytest.CaptureFixture[str]) -> None:
    terminal.print_title("Garden tools")

    assert capsys.readouterr().out == ""


def test_fields_are_told_in_a_line() -> None:
    found = [Fit("price", "price", 1.0), Fit("name", "title", 0.72), Fit("isbn")]

    assert terminal.fits_line(found) == (
        "price (sure, 1.00), name is `title` (fairly sure, 0.72); not found: isbn"
    )
    assert terminal.fits_line([Fit("isbn")]) == "not found: isbn"


def test_a_program_is_told_how_many_values_fit_a_type_where_not_all_do() -> None:
    table = Table((Column("name", "text"), Column("price", "price", fit=0.9)), ())

    told = terminal.table_object(table, raw=True)["columns"]

    assert told == [
        {"name": "name", "type": "text"},
        {"name": "price", "type": "price", "fit": 0.9},
    ]
