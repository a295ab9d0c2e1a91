"""A table on a screen: words can be read, nothing is wider than the screen, nothing is hidden."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import windrow
from bench.corpus import CORPUS
from windrow.model import Column, Table, Value
from windrow.view.screen import screen, wide

GOLDEN = Path(__file__).parents[2] / "golden"
TYPES = ("text", "price", "date", "url", "image", "rows")
# What a word column must have on any screen, as the guide on output promises.
READABLE = 8


def table(*names: str, rows: int = 1, cell: str = "x") -> Table:
    columns = tuple(Column(name.rstrip("@"), "url" if "@" in name else "text") for name in names)
    return Table(columns, tuple({one.name: cell for one in columns} for _ in range(rows)))


def drawn(shown: Table, width: int, *, every: bool = False) -> str:
    return "\n".join(screen(shown, width, every=every))


def test_words_come_before_addresses() -> None:
    shown = table("title", "link@", "text", cell="a long text that wants much room")

    assert drawn(shown, 40) == "\n".join(
        [
            "title                text",
            "─" * 40,
            "a long text that w…  a long text that w…",
            "+ 1 column; --all-columns",
        ]
    )


def test_rows_are_elided_in_the_middle() -> None:
    rows: tuple[dict[str, Value], ...] = tuple({"n": str(number)} for number in range(100))

    lines = drawn(Table((Column("n", "integer"),), rows), 40).split("\n")

    assert lines[21:24] == ["19", "··", "80"]


def test_a_wide_table_becomes_records() -> None:
    shown = table(*(f"column{k}" for k in range(20)), cell="a value of some length")

    lines = drawn(shown, 60).split("\n")

    assert lines[0].startswith("── 1 ──")
    assert lines[1] == "column0   a value of some length"
    assert len(lines) == 21


def test_wide_signs_take_two_places() -> None:
    shown = Table((Column("名前", "text"),), ({"名前": "木製の干し草用熊手です"},))

    assert [wide(line) for line in screen(shown, 10)] == [4, 10, 9]


def test_what_a_terminal_would_obey_is_taken_out() -> None:
    assert "\x1b" not in drawn(table("a\x1b[2J", cell="b\x1b]0;c\x07"), 40)


def test_a_table_without_columns_is_nothing() -> None:
    assert drawn(Table((), ({},)), 40) == ""


CELLS = st.text(max_size=60) | st.none()


@st.composite
def tables(draw: st.DrawFn) -> Table:
    count = draw(st.integers(1, 25))
    columns = tuple(
        Column(f"c{k}", draw(st.sampled_from(TYPES)), fill=draw(st.sampled_from((0.1, 1.0))))
        for k in range(count)
    )
    rows = draw(st.lists(st.fixed_dictionaries({one.name: CELLS for one in columns}), max_size=3))
    return Table(columns, tuple({**row} for row in rows))


@given(tables(), st.integers(30, 200), st.booleans())
def test_no_line_is_wider_than_the_screen(shown: Table, width: int, every: bool) -> None:
    assert all(wide(line) <= width for line in screen(shown, width, every=every))


def pages() -> list[Path]:
    """The project's own pages, and 60 of the labelled corpus where it is there."""
    own = sorted(GOLDEN.glob("*/page.html"))
    there = sorted(CORPUS.glob("*/*/*/page.html"))
    return [*own, *there[:: max(1, len(there) // 60)][:60]]


@pytest.mark.parametrize("page", pages(), ids=lambda page: "-".join(page.parts[-4:-1]))
def test_words_can_be_read_on_real_pages(page: Path) -> None:
    for shown in windrow.extract(page)[:1]:
        for width in (80, 120, 200):
            lines = [*screen(shown, width)]
            assert max(map(wide, lines), default=0) <= width
            assert all(wide(piece) >= READABLE for piece in cut_cells(lines, shown))


def cut_cells(lines: list[str], shown: Table) -> set[str]:
    """What is drawn of the cells and names that were cut; some texts end in dots by themselves."""
    whole = {" ".join(str(value).split()) for row in shown.rows for value in row.values()}
    pieces = {piece.strip() for line in lines for piece in line.split("  ")}
    return {piece for piece in pieces - whole if piece.endswith("…")}
