"""Rows across a whole table head the rows below them: they are columns of those, not records."""

import windrow

SHOWS = ("Hay", "Oats", "Rye", "Corn", "Wheat", "Barley", "Clover", "Flax")
ROWS = [
    f"<tr><td>{n + 8}:00<td><a href=/{n}>{name}</a><td>Hall {n % 3}" for n, name in enumerate(SHOWS)
]
DAYS = {"Monday": ROWS[:2], "Tuesday": ROWS[2:5], "Friday": ROWS[5:6], "Sunday": ROWS[6:]}


PICTURE = """
Monday  8:00  Hay    Hall 0
Monday  9:00  Oats   Hall 1
Tuesday 10:00 Rye    Hall 2
Tuesday 11:00 Corn   Hall 0
Tuesday 12:00 Wheat  Hall 1
Friday  13:00 Barley Hall 2
Sunday  14:00 Clover Hall 0
Sunday  15:00 Flax   Hall 1"""

WORDS = [line.split() for line in PICTURE.strip().splitlines()]


def first_table(html: str) -> windrow.Table:
    return windrow.extract(f"<h1>Shows</h1>{html}<p>Doors open early.</p>".encode())[0]


def texts(html: str) -> list[list[str]]:
    """Return the words of the rows of the first table, without its links."""
    rows = first_table(html).rows
    return [
        " ".join(v for v in row.values() if isinstance(v, str) and v[0] != "/").split()
        for row in rows
    ]


def banded(band: str, *, header: str = "", end: str = "") -> str:
    groups = (band.format(day) + "".join(rows) + end for day, rows in DAYS.items())
    return f"<table>{header}{''.join(groups)}</table>"


def test_a_band_is_a_column_of_the_rows_below_it() -> None:
    assert texts(banded("<tr><td colspan=3>{}")) == WORDS


def test_a_band_may_be_a_header_cell_in_a_group_of_its_own() -> None:
    html = banded("<tbody><tr><th colspan=3>{}</th></tr>", end="</tbody>")

    assert texts(html) == WORDS
    assert not any("monday" in column.name for column in first_table(html).columns)


def test_names_of_columns_above_the_first_band_stay_names() -> None:
    header = "<tr class=a><th>Starts<th>Show<th>Place"

    html = banded("<tr class=a><td colspan=3>{}", header=header)

    assert texts(html) == WORDS
    assert {"starts", "show", "place"} < {column.name for column in first_table(html).columns}


def test_a_text_across_the_table_that_follows_a_row_belongs_to_that_row() -> None:
    rows = "".join(
        row + (f"<tr><td colspan=3>All about {name} and more" if n % 3 else "")
        for n, (name, row) in enumerate(zip(SHOWS, ROWS, strict=True))
    )

    found = texts(f"<table>{rows}</table>")

    assert len(found) == len(SHOWS)
    assert found[1] == "9:00 Oats Hall 1 All about Oats and more".split()


def test_a_linked_title_across_the_table_begins_a_record() -> None:
    records = "".join(
        f"<tr><td colspan=2><a href=/{n}>{name}</a><tr><td>{n} kg<td>box {n}"
        + (f"<tr><td>{n} cm<td>bag {n}" if n % 2 else "")
        for n, name in enumerate(SHOWS)
    )

    assert len(first_table(f"<table>{records}</table>").rows) == len(SHOWS)


def test_rows_whose_first_cells_are_empty_continue_the_record_above() -> None:
    cases = "".join(
        f"<tr><td colspan=3>ORDERS {part}"
        + "".join(
            f"<tr><td>{part}{n}<td>Rake v. Fork {part}{n}<td><a href=/{part}{n}>Opinion</a>"
            f"<tr><td><td>The court affirms {part}{n}, and remands the case.<td>"
            for n in range(count)
        )
        for part, count in (("A", 3), ("B", 2), ("C", 4))
    )

    found = texts(f"<table>{cases}</table>")

    assert not any(words[0] == "The" for words in found)


WEEK = {day: ROWS[2 * n : 2 * n + 2] for n, day in enumerate(("Monday", "Tuesday", "Friday"))}


def test_bands_may_head_groups_of_one_size() -> None:
    groups = "".join(f"<tr><td colspan=3>{day}{''.join(rows)}" for day, rows in WEEK.items())

    found = texts(f"<table><tr><th>Starts<th>Show<th>Place{groups}</table>")

    assert found == [
        f"{day} {n + 8}:00 {SHOWS[n]} Hall {n % 3}".split()
        for n, day in enumerate(day for day in WEEK for _ in range(2))
    ]


def test_rows_with_the_same_labels_in_every_group_are_one_record() -> None:
    boats = "".join(
        f"<tr><td colspan=2><b>{name}</b><tr><td>Length<td>{n + 5}.2 m<tr><td>Built<td>19{n + 70}"
        for n, name in enumerate(SHOWS)
    )

    assert len(first_table(f"<table>{boats}</table>").rows) == len(SHOWS)


HEADER = "<tr><th>Time<th>Show<th>Where"


def late(*bands: str) -> list[list[str]]:
    """The rows of a table in which the first five records have no band above them."""
    groups = [ROWS[:5], ROWS[5:7], ROWS[7:]]
    rows = [band + "".join(below) for band, below in zip(("", *bands), groups, strict=False)]
    return texts(f"<table>{HEADER}{''.join(rows)}</table>")


def test_header_cells_and_bold_rows_head_groups_though_the_first_group_has_none() -> None:
    plain = [line[1:] for line in WORDS]
    for band in ("<tr><th colspan=3>{}", "<tr><td colspan=3><b>{}</b>"):
        shown = late(band.format("Tonight"), band.format("Tomorrow"))

        assert shown == [
            *plain[:5],
            *(["Tonight", *line] for line in plain[5:7]),
            ["Tomorrow", *plain[7]],
        ]


def test_one_header_cell_across_the_table_heads_the_rows_below_it() -> None:
    shown = late("<tr><th colspan=3>Tonight")

    assert [line[0] for line in shown][5:] == ["Tonight", "Tonight"]


def test_one_bold_row_across_the_table_and_equal_ones_head_nothing() -> None:
    for bands in (("Advertisement",), ("Advertisement", "Advertisement"), ("Total: 45",)):
        shown = late(*(f"<tr><td colspan=3><b>{band}</b>" for band in bands))

        assert not any(line[0] in ("Advertisement", "Total:", "45") for line in shown)
