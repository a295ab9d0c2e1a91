"""Cells that are all of one kind are records, however regular their rows are."""

from windrow import extract
from windrow.model import Table

NAMES = "Ash Beech Cedar Elm Fir Hazel Larch Lime Maple Oak Pine Rowan Spruce Yew".split()


def first_of(page: str) -> Table:
    return extract(f"<h1>Trees</h1><p>All trees of the wood.</p>{page}".encode())[0]


def table(cells: list[str], width: int) -> str:
    rows = ("".join(cells[k : k + width]) for k in range(0, len(cells), width))
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def test_links_of_one_kind_beside_each_other_are_a_record_each() -> None:
    cells = [f"<td><a href=/tree/{name}>{name} tree</a></td>" for name in NAMES]

    found = first_of(table(cells, 4))

    assert len(found) == 14
    assert "Ash tree" in found.rows[0].values()


def test_links_to_pages_of_two_kinds_are_columns() -> None:
    pairs = zip(NAMES[:7], NAMES[7:], strict=True)
    cells = [
        f"<td><a href={folder}/{name}>{name} {word}</a></td>"
        for pair in pairs
        for name, folder, word in zip(pair, ("/book", "/author"), ("wood", "son"), strict=True)
    ]

    assert len(first_of(table(cells, 2))) == 7


def test_columns_with_headings_are_columns() -> None:
    cells = [f"<td><a href=/tree/{name}>{name} tree</a></td>" for name in NAMES]
    page = table(["<th>Parent</th>", "<th>Child</th>", *cells], 2)

    assert len(first_of(page)) == 7


def test_lines_of_links_below_each_year_are_records_with_the_year() -> None:
    years = "".join(
        f"<p><b>{year}</b><br>{'<br>'.join(f'<a href=/m/{year}/{k}.pdf>{k} {month}</a>' for k in range(3, 9))}</p>"
        for year, month in ((2021, "March"), (2022, "April"), (2023, "June"))
    )

    found = first_of(years)

    assert len(found) == 18
    assert {"2021", "3 March"} <= {*found.rows[0].values()}


def test_cards_in_rows_that_say_the_same_differ_in_where_they_lead() -> None:
    cards = [
        f"<td><a href=/shop/{name}-{k}><img src={k}.jpg></a><h3>{name}</h3><p>€12.50</p></td>"
        for k, name in enumerate(4 * NAMES[:3])
    ]

    assert len(first_of(table(cards, 3))) == 12


def test_links_with_a_place_beside_them_are_records_with_the_place() -> None:
    places = "Bremen Lyon Porto Cork".split()
    days = "".join(
        f"<h3>{day} May 2023</h3><ul>"
        + "".join(
            f"<li><a href=/event/{day}{k}>The {NAMES[day]} tree near {NAMES[k]} hill</a> <i>{place}</i></li>"
            for k, place in enumerate(places)
        )
        + "</ul>"
        for day in range(1, 11)
    )

    found = first_of(days)

    assert len(found) == 40
    assert {"The Beech tree near Beech hill", "Lyon"} <= {*found.rows[1].values()}


def test_links_to_numbered_pages_of_one_folder_are_of_one_kind() -> None:
    links = [f"<a href={k}.html>{name}</a><br>" for k, name in enumerate(NAMES[:12])]
    columns = ("".join(links[k : k + 4]) for k in (0, 4, 8))

    found = first_of(f"<table><tr>{''.join(f'<td>{cell}</td>' for cell in columns)}</tr></table>")

    assert len(found) == 12


def test_cards_of_one_class_are_a_record_each_though_some_lack_a_part() -> None:
    cards = [
        f"<li class='card {'first' if k % 4 == 1 else ''}'><a href=/shop/{name}-tree/{k}><h3>{name} tree</h3></a>"
        f"{'<b>Save €3</b>' if k % 3 == 0 else ''}<p>€{k}2.50</p>"
        f"{'<i>(4 reviews)</i>' if k % 4 == 0 else ''}</li>"
        for k, name in enumerate(NAMES[:12], 1)
    ]
    rows = ("".join(cards[k : k + 4]) for k in (0, 4, 8))

    assert len(first_of("".join(f"<div class=row>{row}</div>" for row in rows))) == 12
