"""Headings of groups: those above other headings, those in header rows, and what is none."""

import windrow


def rows(html: str) -> list[list[str]]:
    """Return the texts of the rows of the first table, without its links."""
    page = f"<h1>Archive</h1><div>{html}</div><p>Written by hand.</p>"
    return [
        [text for text in row.values() if isinstance(text, str) and text[0] != "/"]
        for row in windrow.extract(page.encode())[0].rows
    ]


def posts(*names: str) -> str:
    items = "".join(f"<li><a href=/{n}>{n}</a> <b>{len(n)}.50</b></li>" for n in names)
    return f"<ul>{items}</ul>"


def test_a_year_above_months_stays_until_the_next_year() -> None:
    html = (
        f"<h2>2024</h2><h3>May</h3>{posts('Hay', 'Oats')}<h3>April</h3>{posts('Rye')}"
        f"<h2>2023</h2><h3>June</h3>{posts('Corn', 'Wheat')}<h3>March</h3>{posts('Flax')}"
    )

    assert rows(html) == [
        ["2024", "May", "Hay", "3.50"],
        ["2024", "May", "Oats", "4.50"],
        ["2024", "April", "Rye", "3.50"],
        ["2023", "June", "Corn", "4.50"],
        ["2023", "June", "Wheat", "5.50"],
        ["2023", "March", "Flax", "4.50"],
    ]


def test_a_title_of_the_same_kind_as_the_outer_headings_is_none_of_them() -> None:
    def group(name: str, *parts: str) -> str:
        return (
            f"<section><h2>{name}</h2>{''.join(f'<div>{part}</div>' for part in parts)}</section>"
        )

    herbs = group(
        "Herbs", "<h3>Annual</h3>" + posts("Basil"), "<h3>Lasting</h3>" + posts("Mint", "Sage")
    )
    trees = group(
        "Trees", "<h3>Fruit</h3>" + posts("Apple", "Plum"), "<h3>Nuts</h3>" + posts("Hazel")
    )

    found = rows(f"<h2>Our catalogue</h2>{herbs}{trees}")

    assert [row[:3] for row in found[::5]] == [
        ["Herbs", "Annual", "Basil"],
        ["Trees", "Nuts", "Hazel"],
    ]


def test_parts_between_records_that_the_first_group_lacks_are_no_headings() -> None:
    advert = "<div class='card ad'><span>Advertisement</span><a href=//ads><img src=a></a></div>"
    cards = [
        f"<div class=card><a href=/{n}><img src={n}.jpg></a><h3>{n}</h3><p>${k}.00</p></div>"
        for k, n in enumerate(("Rake", "Fork", "Hoe", "Axe", "Saw", "Maul", "Adze"), 3)
    ]
    cards[2] += advert
    cards[5] += advert

    found = rows("".join(cards))

    assert len(found) == 7
    assert not any("Advertisement" in row for row in found)


def test_the_cell_of_a_header_row_that_differs_names_the_group() -> None:
    def board(group: str, *names: str) -> str:
        lines = "".join(f"<tr><td><a href=/{n}>{n}</a><td>{len(n)}<td>1{len(n)}" for n in names)
        return f"<table><tr><th>{group}<th>Topics<th>Posts{lines}</table>"

    html = board("General", "Welcome", "Rules") + board("Workshop", "Tools", "Wood", "Finishes")

    assert rows(html) == [
        ["General", "Welcome", "7", "17"],
        ["General", "Rules", "5", "15"],
        ["Workshop", "Tools", "5", "15"],
        ["Workshop", "Wood", "4", "14"],
        ["Workshop", "Finishes", "8", "18"],
    ]
