"""Items that head the items below them: a column of these, not records of their own."""

from windrow import Page, extract

DAYS = {"3 May": ["Hay", "Oats"], "4 May": ["Rye"], "5 May": ["Corn", "Flax", "Hemp"]}


def cells(html: str) -> list[list[object]]:
    """Return the rows of the first table without links."""
    table = extract(Page.from_text(f"<h1>Programme</h1>{html}"))[0]
    return [[text for text in row.values() if text and str(text)[0] != "/"] for row in table.rows]


def talk(name: str) -> str:
    return f"<li><a href=/{name}>{name} and its uses</a> <i>Room {len(name)}</i></li>"


def test_days_among_talks_are_a_column_of_the_talks() -> None:
    items = "".join(f"<li>{day}</li>" + "".join(map(talk, names)) for day, names in DAYS.items())

    found = cells(f"<ul>{items}</ul>")

    assert len(found) == 6
    assert found[2] == ["4 May", "Rye and its uses", "Room 3"]


def test_departments_with_lists_of_people_inside_are_a_column_of_the_people() -> None:
    def people(names: list[str]) -> str:
        items = (
            f"<li><span class=n>{n} Miller</span> <span class=e>{len(n)}01</span>" for n in names
        )
        return f"<ul>{''.join(items)}</ul>"

    items = "".join(
        f"<li><span class=dept>{day} team</span>{people(names)}</li>" for day, names in DAYS.items()
    )

    found = cells(f"<ul>{items}</ul>")

    assert [row[-2] for row in found] == [f"{n} Miller" for some in DAYS.values() for n in some]


def test_records_that_lack_their_second_text_stay() -> None:
    items = "".join(
        f"<li><a href=/{k}>Crop {k}</a>{' <i>new</i>' if k % 3 else ''}</li>" for k in range(11)
    )

    assert len(cells(f"<ul>{items}</ul>")) == 11


def test_smaller_cards_among_large_ones_stay() -> None:
    cards = "".join(
        f"<div class='item {'small' if k % 3 == 0 else 'big'}'><a href=/{k}>Hay cart no. {k}</a>"
        f"{'' if k % 3 == 0 else f'<p>with {k} wheels</p>'}</div>"
        for k in range(11)
    )

    assert len(cells(cards)) == 11
