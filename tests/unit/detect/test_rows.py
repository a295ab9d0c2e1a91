"""Rows of a table that are no records: sums, the header once more, notes below the table."""

import pytest

import windrow
from windrow.detect.auto.sums import sums_among

CROPS = [("Hay", 310, 12), ("Oats", 402, 7), ("Rye", 47, 30), ("Corn", 120, 5), ("Flax", 66, 9)]
NAMES = "<tr><th>Crop<th>Tons<th>Fields"
TD_NAMES = NAMES.replace("<th>", "<td><b>")


def row(*texts: object) -> str:
    return "<tr>" + "".join(f"<td>{text}" for text in texts)


ROWS = "".join(row(*crop) for crop in CROPS)


def firsts(rows: str, *, header: str = NAMES) -> list[str]:
    """Return what the rows of the first table begin with."""
    html = f"<h1>Harvest</h1><table>{header}{rows}</table><p>Weighed by hand.</p>"
    return [str(next(iter(line.values()))) for line in windrow.extract(html.encode())[0].rows]


def crops(times: int = 1) -> list[str]:
    return [name for name, *_ in CROPS] * times


@pytest.mark.parametrize(
    "word", ["Total", "(Total)", "Sum:", "Insgesamt", "Totaux", "Итого", "合計"]
)
def test_a_row_called_a_sum_is_no_record(word: str) -> None:
    assert firsts(ROWS + row(word, 1, 1)) == crops()


def test_figures_that_add_up_are_a_sum_whatever_it_is_called() -> None:
    assert firsts(ROWS + row("All of it", 945, 63)) == crops()
    assert firsts(ROWS + row("Hemp", 944, 64)) == [*crops(), "Hemp"]


def test_sums_below_each_group_are_no_records_and_head_nothing() -> None:
    groups = ROWS + row("Total north", 945, "") + ROWS + row("Total south", 945, "")

    assert firsts(groups) == crops(2)


def test_a_tax_between_sums_is_no_record_either() -> None:
    ends = "".join(f"<tr><td colspan=2>{word}<td>9" for word in ("Subtotal", "Tax", "Total"))

    assert firsts(ROWS + ends) == crops()


def test_a_record_may_begin_with_the_word_for_a_sum() -> None:
    rows = ROWS + row("Total Recall", 113, 3)

    assert firsts(rows) == [*crops(), "Total Recall"]


def sums(rows: list[list[str]], tables: list[int]) -> list[int]:
    return sums_among([dict(enumerate(texts)) for texts in rows], tables)


def test_figures_of_all_kinds_are_added() -> None:
    rows = [["1.200,50 €"], ["800,25 €"], ["99,25 €"], ["2.100,00 €"]]

    assert sums(rows, [1] * 4) == [3]
    assert sums(rows, [1, 1, 2, 2]) == []


def test_small_figures_add_up_by_chance() -> None:
    assert sums([["a", "1"], ["b", "2"], ["c", "1"], ["d", "4"]], [1] * 4) == []


def test_rows_are_not_sums_if_most_of_them_would_be() -> None:
    rows = [
        ["low", "1"],
        ["high", "9"],
        ["last", "3"],
        *[[word, "5"] for word in ("mean", "sum")] * 2,
    ]

    assert sums(rows, [1] * 7) == []


def test_names_of_columns_that_are_written_again_are_no_record() -> None:
    rows = ROWS + TD_NAMES + ROWS + TD_NAMES + ROWS

    assert firsts(rows, header=TD_NAMES) == crops(3)


def test_notes_across_the_table_at_its_end_are_no_records() -> None:
    notes = "<tr><td colspan=3>* by estimate in 2021<tr><td colspan=3>Source: the farm"

    assert firsts(ROWS + notes) == crops()


def test_a_note_across_the_table_is_no_record_wherever_it_is() -> None:
    rows = ROWS.split("<tr>")[1:]
    note = "<td colspan=3>The other crops by name:"

    assert firsts("<tr>".join(["", *rows[:3], note, *rows[3:]])) == crops()


@pytest.mark.parametrize("fields", ["Fields", "Where"])
def test_a_header_is_known_where_every_row_begins_with_a_heading(fields: str) -> None:
    rows = ROWS.replace("<tr><td>", "<tr><th>")
    if fields == "Where":
        rows = "".join(f"<tr><th>{name}<td>{tons}<td>hill" for name, tons, _ in CROPS)

    assert firsts(rows, header=f"<tr><th>Crop<td>Tons<td>{fields}") == crops()


def test_names_of_columns_may_have_a_digit_beside_others_without() -> None:
    lines = "".join(row(name, tons, fields, tons + 7) for name, tons, fields in CROPS)
    names = "<tr><td>Crop<td>Tons<td>Fields<td>TB1"
    wide = "".join(row(name, tons, fields, tons + 7, tons * 3) for name, tons, fields in CROPS)

    assert firsts(lines, header=names) == ["Crop", *crops()]
    assert firsts(wide, header=f"{names}<td>Year") == crops()


def test_a_header_is_known_below_a_table_of_other_rows() -> None:
    facts = "<table><tr><td>Farm<td><a href=/>Hill</a><tr><td>Year<td><a href=/y>Last</a></table>"
    html = f"{facts}<h2>Harvest</h2><table><tr><td>Crop<td>Tons<td>Fields{ROWS}</table>"

    [table, *_] = windrow.extract(html.encode())

    assert [next(iter(line.values())) for line in table.rows] == crops()
