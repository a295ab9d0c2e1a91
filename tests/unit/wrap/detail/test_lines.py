"""Lines between breaks: rows of a list although no element holds them."""

from typing import Any

from windrow.tree import Tree
from windrow.wrap.detail.lines import line_places, lined, path_of
from windrow.wrap.detail.template import DetailPage, DetailTemplate, learn


def page(text: str) -> DetailPage:
    """Return the page whose tree is written as *text*."""
    return DetailPage(Tree.from_text(f"html(body({text}))"))


def rows(value: Any) -> list[str]:
    """Return the texts of a list."""
    return [row["."] for row in value]


ZUTATEN = 'p(#text"2 " b"eggs" br #text"1 l milk" br #text"a little " a"salt")'
ANDERE = 'p(#text"3 " b"figs" br a"jam" #text" of 2014" br #text"rye" br #text"5 oats")'


def test_lines_of_several_pieces_are_rows() -> None:
    template = learn([page(f'h1"Brei" {ZUTATEN}'), page(f'h1"Brot" {ANDERE}')])

    row = template.read(page('h1"Mus" p(#text"9 g " i"kale" br #text"dill" br b"1 " #text"nut")'))

    assert rows(row["line[]"]) == ["9 g kale", "dill", "1 nut"]


def test_a_loud_line_names_the_lines_below_it() -> None:
    text = 'div(#text"Quick." br b"Ingrédients" br {} br br b"Étapes" br {})'
    goods = (
        '#text"2 " a"eggs" br #text"salt"',
        '#text"figs" br #text"3 " a"nuts" br #text"1 " a"rye"',
    )
    steps = ('#text"Stir it." br #text"Eat."', '#text"Mill it." br #text"Bake." br #text"Cut."')
    pages = [page(text.format(*lines)) for lines in zip(goods, steps, strict=True)]

    row = learn(pages).read(pages[1])

    lists = [rows(cell) for cell in row.values() if isinstance(cell, list)]
    assert ["figs", "3 nuts", "1 rye"] in lists
    assert ["Mill it.", "Bake.", "Cut."] in lists


def test_lines_with_a_label_each_stay_as_they_are() -> None:
    tree = Tree.from_text(
        'p(b"Size:" #text"12" br b"Color:" #text"red" br b"Weight" #text": 3 kg")'
    )

    assert not line_places(tree)
    assert lined(tree, {"p"}) is None


def test_a_picture_above_a_title_and_a_link_is_no_list() -> None:
    film = 'td(img br a"Alien" #text"1979" br a"More like this")'
    tree = Tree.from_text(f"tr({film} {film})")

    assert not line_places(tree)


def test_a_list_of_one_page_has_a_single_line_on_another() -> None:
    pages = [page(f'h1"Brei" {ZUTATEN}'), page(f'h1"Brot" {ANDERE}')]

    row = learn(pages).read(page('h1"Tee" p(#text"2 g " a"mint" br #text"water")'))

    assert rows(row["line[]"]) == ["2 g mint", "water"]


def test_a_template_with_lines_says_so_in_its_file_and_tells_nodes_of_the_page() -> None:
    pages = [page(f'h1"Brei" {ZUTATEN}'), page(f'h1"Brot" {ANDERE}')]
    template = DetailTemplate.from_json(learn(pages).to_json())

    reading = template.reading(pages[0], where=True)

    tree = pages[0].tree
    assert template.lines
    assert [tree.label(row["."]) for row in reading.nodes["line[]"]] == ["#text"] * 3
    assert tree.text(reading.nodes["h1"]) == "Brei"


def test_a_lined_tree_has_the_texts_of_the_page_and_paths_without_lines() -> None:
    tree = page(f"{ZUTATEN} ul(li li)").tree

    grown = lined(tree, line_places(tree))

    assert grown is not None
    labels = [grown.tree.label(node) for node in grown.tree.children(2)]
    assert labels == ["line", "br", "line", "br", "line"]
    assert len(grown.tree) == len(tree) + 3 == len(grown.origin)
    assert path_of(grown.tree, 5) == "/html[1]/body[1]/p[1]/b[1]"


def test_text_of_hundreds_of_nodes_is_no_line() -> None:
    many = " ".join('#text"a" b"b"' for _ in range(60))

    assert lined(Tree.from_text(f'p({many} br a"c" #text"d")'), {"p"}) is None


def test_lines_inside_lines_have_nodes_of_their_own() -> None:
    tree = Tree.from_text('p(#text"a" span(a"b" #text"c" br a"d" #text"e") br a"f" #text"g")')

    grown = lined(tree, {"p", "p/span"})

    assert grown is not None
    assert sum(grown.tree.label(node) == "line" for node in range(len(grown.tree))) == 4
    assert grown.tree.sizes[0] == len(tree) + 4
    assert [grown.tree.sizes[k] for k in grown.tree.children(0)] == [10, 1, 3]
