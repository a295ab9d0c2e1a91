"""Tables of several pages: under common columns where they are of one template, apart otherwise."""

from collections.abc import Sequence

import pytest

from windrow.errors import WindrowError
from windrow.model import Table
from windrow.pipeline import find
from windrow.wrap.lineup import LineUp, TableKeys, table_keys

TITLES = "Ants Bees Cows Dogs Eels Foxes".split()
AUTHORS = "Ann Bob Cid Dan Eve Fay".split()
BINDINGS = ["Paperback", "Hardcover", "Board book"] * 2


def books(*, authors: bool = True, note: str = "", class_: str = "book") -> bytes:
    records = "".join(
        f"<li class={class_}><h3>{title}</h3>"
        + (f"<div>{author}</div>" if authors else "")
        + f"<p>{binding}</p>{note and f'<ins>{note} {author}</ins>'}</li>"
        for title, author, binding in zip(TITLES, AUTHORS, BINDINGS, strict=True)
    )
    return f"<body><h1>Books</h1><ul>{records}</ul></body>".encode()


def towns(head: Sequence[str] = ("Town", "People")) -> bytes:
    order = [("Ulm", 126), ("Bonn", 330), ("Jena", 108), ("Kiel", 246), ("Celle", 69)]
    rows = "".join(
        f"<tr><td>{town if head[0] == 'Town' else people}"
        f"<td>{people if head[0] == 'Town' else town}</tr>"
        for town, people in order
    )
    names = "".join(f"<th>{name}" for name in head)
    return f"<body><table><tr>{names}</tr>{rows}</table></body>".encode()


def lined_up(*pages: bytes) -> list[Table]:
    line = LineUp()
    found = [find(page, most=1)[0] for page in pages]
    return [table for one in found for table in line.add([one.table], [table_keys(one)])]


def test_a_column_that_a_page_lacks_takes_no_other_with_it() -> None:
    first, second = lined_up(books(), books(authors=False))

    assert first.rows[0] == {"title": "Ants", "text": "Ann", "text_2": "Paperback"}
    assert second.rows[0] == {"title": "Ants", "text_2": "Paperback"}
    assert first.template_name == second.template_name


def test_a_column_that_a_later_page_has_is_new_and_known_from_then_on() -> None:
    tables = lined_up(books(authors=False), books(note="by"), books(authors=False, note="of"))

    assert [[*table.rows[0]] for table in tables] == [
        ["title", "text"],
        ["title", "text_2", "text", "author"],
        ["title", "text", "author"],
    ]


def test_headers_say_which_columns_are_the_same() -> None:
    first, second = lined_up(towns(), towns(("People", "Town")))

    assert first.template_name == second.template_name
    assert second.rows[0] == {"people": "126", "town": "Ulm"}


def test_pages_of_unlike_templates_are_kept_apart() -> None:
    tables = lined_up(books(), towns(), books(authors=False), books(class_="offer"))

    assert [table.template_name for table in tables] == ["1", "2", "1", "1"]


def test_tables_of_one_page_are_never_one() -> None:
    found = find(books(), most=1)[0]
    line = LineUp()
    keys = table_keys(found)

    templates = [table.template_name for table in line.add([found.table] * 2, [keys] * 2)]

    assert len({*templates}) == 2


def test_pages_of_very_many_templates_are_refused() -> None:
    found = find(books(), most=1)[0]
    keys = table_keys(found)
    line = LineUp()

    others = [
        TableKeys(("body", f"x-{number}", "li"), keys.mark, keys.fields) for number in range(101)
    ]
    for other in others[:100]:
        line.add([found.table], [other])

    with pytest.raises(WindrowError, match="more than 100 templates"):
        line.add([found.table], others[100:])


def test_columns_of_one_label_keep_their_numbers_on_pages_that_lack_one() -> None:
    names = "<tr><th>Team<th>Day<th>Team</tr>"
    rows = [f"<td>A{n}<td>{n}<td>B{n}</tr>" for n in range(6)]
    page = f"<table>{names}<tr>{'<tr>'.join(rows)}</table>".encode()
    first, second = lined_up(page, page)

    again = [[column.label for column in table.columns] for table in (first, second)]

    assert again == [["Team", "Day", "Team_2"]] * 2
    assert second.rows[1] == {"team": "A1", "day": "1", "team_2": "B1"}
