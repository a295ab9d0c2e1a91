"""Which nodes are cells: what says nothing is none, and a text belongs to one column."""

from collections.abc import Sequence

import pytest

from windrow.model import Alignment, Cell, Field
from windrow.read import Page
from windrow.tree import Tree
from windrow.wrap.learn import learn
from windrow.wrap.list.lesson import ListLesson, learn_list
from windrow.wrap.list.read import ListReading
from windrow.wrap.list.template import ListTemplate


def learned(
    tree: Tree, fields: Sequence[Field], rows: Sequence[tuple[Cell, ...]], label: str
) -> ListTemplate:
    """Return the template of the nodes with a *label*, whose cells are *rows*."""
    records = tuple((node,) for node in range(len(tree)) if tree.label(node) == label)
    alignment = Alignment(tree, tuple(fields), tuple(rows))
    return learn_list([ListLesson(tree, records, alignment, tuple(f.path for f in fields))])


def said(tree: Tree, found: ListReading) -> list[list[str]]:
    return [
        ["-" if cell is None else tree.label(cell) for cell in row if not isinstance(cell, tuple)]
        for row in found.rows
    ]


DOCKET = Tree.from_text(
    'table(tr(td"1 May" td(a"7") td(b"Motion" "to stay")) tr(td"2 May" td(a"8") td(b"Order"))'
    ' tr(td"3 May" td(a"9") td(b"Reply" "of the city")))'
)
FIELDS = (Field("text", "day"), Field("text", "number"), Field("part", "what"))


def docket() -> ListTemplate:
    rows = [
        tuple(cells) for cells in
        ([tr + 1, DOCKET.children(tr)[1] + 1, DOCKET.children(tr)[2]] for tr in DOCKET.children(0))
    ]  # fmt: skip
    return learned(DOCKET, FIELDS, rows, "tr")


def test_a_text_is_the_cell_of_one_column() -> None:
    """A row with a single cell, which holds a table of its own, is not read twice."""
    other = Tree.from_text(
        'table(tr(td"1 May" td(a"7") td(b"Motion")) tr(td(table(i"Pages" i"3"))))'
    )

    found = docket().reader.read(other)

    assert said(other, found)[0] == ["td", "a", "td"]
    assert all(row.count("td") == 1 for row in said(other, found)[1:])


def test_a_text_and_the_run_that_begins_with_it_are_two_cells() -> None:
    tree = Tree.from_text(
        'ul(li(p(b"Ant" " eats leaves")) li(p(b"Bee" " likes thyme")) li(p(b"Fly" " is here")))'
    )
    rows = [(li + 2, li + 2) for li in tree.children(0)]

    template = learned(tree, (Field("text", "name"), Field("run", "line")), rows, "li")

    assert said(tree, template.reader.read(tree)) == [["b", "b"]] * 3


def test_a_block_that_says_nothing_is_no_cell() -> None:
    """It holds a picture between records: without a text it has nothing of their core."""
    records = " ".join(f'li(p(b"Part {n}") i"{n} g")' for n in range(6))
    tree = Tree.from_text(f"ul({records} li(p(img) i))")
    known = [node for node in range(len(tree)) if tree.label(node) == "li"][:-1]
    rows = tuple((li + 1, li + 3) for li in known)
    fields = (Field("part", "name"), Field("text", "mass"))
    lesson = ListLesson(
        tree, tuple((li,) for li in known), Alignment(tree, fields, rows), ("name", "mass")
    )

    assert len(learn_list([lesson]).reader.read(tree).records) == 6


@pytest.mark.parametrize(("holders", "is_heading"), [(1, False), (5, True)])
def test_a_heading_is_what_records_share(holders: int, is_heading: bool) -> None:
    """A text before the first record, which is a cell of this one alone, is not a heading."""
    records = " ".join(f'li(b"Part {n}" i"{n} g")' for n in range(5))
    tree = Tree.from_text(f'body(p"Spare parts" ul({records}))')
    roots = tree.children(tree.children(0)[1])
    rows = [(1 if k < holders else None, li + 1, li + 2) for k, li in enumerate(roots)]
    fields = (Field("text", "group"), Field("text", "name"), Field("text", "mass"))

    template = learned(tree, fields, rows, "li")

    assert bool(template.fields[0].outside) == is_heading
    read = [row[0] for row in template.reader.read(tree).rows]
    assert read == [1 if is_heading else None] * 5


def proceedings(*rows: tuple[str, str]) -> Page:
    """Return a docket, its rows divided by empty ones; a second table looks like it."""
    said = "<tr><td><td></tr>".join(f"<tr><td>{day}<td>{what}</tr>" for day, what in rows)
    empty = "<tr><td><td></tr>" * 5
    facts = "<tr><td>Opened:<td>1 May 2017</tr><tr><td>Court:<td>Ninth Circuit</tr>"
    return Page.from_text(
        f"<h1>Docket</h1><div><table class=facts>{facts}</table></div><table id=proceedings class=rows><tr>"
        f"<td><b>Date</b><td><b>Proceedings and Orders</b></tr>{said}{empty}</table>"
    )


ORDERS = [(f"{day} May 2017", f"Order on {what}, and more of it") for day, what in
          enumerate(["a stay", "costs", "time", "a motion", "a reply", "an appeal"], 2)]  # fmt: skip


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_few_records_among_empty_rows_are_still_read(count: int) -> None:
    """On average the rows hold too little; nothing else of the page takes their place."""
    wrapper = learn([proceedings(*ORDERS)], kind="list")

    found = wrapper.apply(proceedings(*ORDERS[:count]))

    assert [tuple(row.values()) for row in found[0].rows] == ORDERS[:count]


def test_a_list_that_is_gone_is_no_table_of_facts() -> None:
    wrapper = learn([proceedings(*ORDERS)], kind="list")

    assert not any("Court:" in row.values() for t in wrapper.apply(proceedings()) for row in t.rows)


GOODS = ("Hay rake", "Scythe", "Whetstone", "Dibber", "Flail", "Sickle", "Spade", "Trowel")
BARE = ("Ant", "Bee", "Cat", "Dog", "Elk")


def shop(cards: Sequence[str], bare: Sequence[str] = (), adverts: int = 0) -> Page:
    """Return a page of cards, of cards with only a name, and of adverts, all of one class."""
    titles = {name: f"<h3><a href=/{name[:3]}>{name}</a></h3>" for name in (*cards, *bare)}
    facts = {
        name: f"<img src=/{name[:3]}.png><b class=price>${len(name)}.50</b>"
        f"<p class=desc>{name} of ash, {len(name) * 7} cm long</p>"
        for name in cards
    }
    said = [titles[name] + facts.get(name, "") for name in titles] + ["advert here now"] * adverts
    boxes = "".join(f"<div class=card>{one}</div>" for one in said)
    return Page.from_text(f"<h1>Tools</h1><div class=grid>{boxes}</div>")


@pytest.mark.parametrize("cards", [1, 2, 3])
@pytest.mark.parametrize("bare", [1, 2, 3, 4, 5])
def test_cards_among_poor_ones_are_read_whole(cards: int, bare: int) -> None:
    """What looks like records elsewhere must be more of them than what the paths lead to."""
    wrapper = learn([shop(GOODS)], kind="list")

    for adverts in range(4):
        [table] = wrapper.apply(shop(GOODS[:cards], BARE[:bare], adverts))
        assert [(row["title"], row["image"]) for row in table.rows] == [
            (name, f"/{name[:3]}.png") for name in GOODS[:cards]
        ]
