"""A row across the table below some records belongs to the record above it."""

import windrow

GAMES = [("Rovers", "2:1", "Town"), ("City", "0:0", "Albion"), ("United", "3:0", "Rangers"),
         ("Athletic", "1:1", "Wanderers"), ("Forest", "0:4", "County")]  # fmt: skip
NOTE = "<tr class=goals><td colspan=3><small>{}</small>"


def found(notes: dict[int, str], end: str = "") -> list[list[str]]:
    rows = "".join(
        f"<tr class=game><td>{home}<td><a href=/{n}>{score}</a><td>{away}"
        + (NOTE.format(notes[n]) if n in notes else "")
        for n, (home, score, away) in enumerate(GAMES)
    )
    html = f"<h1>Results</h1><table class=r>{rows}{end}</table><p>All times are local.</p>"
    return [
        [text for text in row.values() if isinstance(text, str) and text[0] != "/"]
        for row in windrow.extract(html.encode())[0].rows
    ]


def test_a_row_across_the_table_is_part_of_the_record_above_it() -> None:
    assert found({0: "Hill 12", 2: "Dale 5", 3: "Fell 80"}) == [
        ["Rovers", "2:1", "Town", "Hill 12"],
        ["City", "0:0", "Albion"],
        ["United", "3:0", "Rangers", "Dale 5"],
        ["Athletic", "1:1", "Wanderers", "Fell 80"],
        ["Forest", "0:4", "County"],
    ]


def test_so_is_one_below_the_last_record_but_no_note_of_another_kind() -> None:
    rows = found({0: "Hill 12", 2: "Dale 5", 4: "Beck 9"}, "<tr><td colspan=3>Source: the league")

    assert rows[-1] == ["Forest", "0:4", "County", "Beck 9"]


def test_rows_of_the_same_kind_as_the_records_may_be_across_the_table() -> None:
    stops = [
        ("Kassel", "RE 1"),
        ("Hanau", "S 3"),
        ("Berlin", "ICE 7"),
        ("Fulda", "RB 4"),
        ("Ulm", "IC 2"),
    ]
    late = {1: "ten minutes late", 2: "without a halt", 4: "one coach less"}
    rows = "".join(
        f"<tr><td>8:{n}0<td>{line}<td>{stop}<td>Platform {n}"
        + (f"<tr><td colspan=4>{late[n]}" if n in late else "")
        for n, (stop, line) in enumerate(stops)
    )

    table = windrow.extract(f"<h1>Trains</h1><table>{rows}</table><p>Mind the gap.</p>".encode())[0]

    assert len(table.rows) == len(stops)
    assert late[4] in table.rows[-1].values()
