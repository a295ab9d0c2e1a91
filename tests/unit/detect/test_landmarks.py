"""A page itself says what is outside of its main part: menus, sidebars, footers."""

import pytest

from windrow import Page, extract
from windrow.detect.auto.signals import measure
from windrow.tree import Tree

NAMES = "Ann Berg, Bob Hill, Carla Diaz, Hugo Klein, Olga Novak, Sven Olsen".split(", ")
LONG = "A long text on rakes, forks and everything else that is needed for hay."


def outer(text: str) -> list[str]:
    """Return the texts of the page that are outside of its main part."""
    tree = Tree.from_text(text)
    flags = measure(tree).outer
    return [tree.text(n) for n in range(len(tree)) if flags[n] and tree.label(n) == "p"]


@pytest.mark.parametrize(
    "around",
    [
        "nav",
        "aside",
        "footer",
        "dialog",
        'div[role="navigation"]',
        'div[role="contentinfo"]',
        'div[class="x" id="y" role="dialog"]',
    ],
)
def test_menus_sidebars_and_footers_are_outside_of_the_main_part(around: str) -> None:
    assert outer(f'html(body(div(p"{LONG}") {around}(p"Menu")))') == ["Menu"]


@pytest.mark.parametrize("main", ["main", 'div[role="main"]', 'div[class="a" role="main"]'])
def test_all_outside_of_the_main_part_is_outside_of_it(main: str) -> None:
    assert outer(f'html(body(div(p"Top") {main}(div(p"{LONG}")) div(p"End")))') == ["Top", "End"]


def test_a_main_part_with_hardly_any_text_says_nothing() -> None:
    assert outer(f'html(body(main(p"Go") div(p"{LONG}" p"{LONG}")))') == []


def test_a_sidebar_inside_the_main_part_is_outside_of_it() -> None:
    assert outer(f'html(body(main(p"{LONG}" aside(p"Read too"))))') == ["Read too"]


def test_an_element_that_holds_most_of_the_page_was_never_closed() -> None:
    assert outer(f'html(body(nav(p"Menu" div(p"{LONG}"))))') == []


def test_other_elements_say_nothing() -> None:
    assert (
        outer(f'html(body(header(p"Top") section(p"{LONG}") div[role="complementary"](p"x")))')
        == []
    )


def test_without_a_main_part_it_is_the_smallest_part_around_the_heading() -> None:
    assert outer(f'html(body(div(p"Menu") div(div(h1"Rakes") p"{LONG}") div(p"End")))') == [
        "Menu",
        "End",
    ]


def test_the_part_around_a_heading_has_a_fifth_of_the_text_at_least() -> None:
    assert outer(f'html(body(div(h1"Rakes" p"Menu") div(p"{LONG}" p"{LONG}") div(p"End")))') == []


@pytest.mark.parametrize(
    "heading", ['h2"Two" div(h2"Three")', 'h1""', 'aside(h1"Rakes")', 'h2"Two" h2"Three" h3"Four"']
)
def test_only_a_single_heading_of_the_highest_level_is_that_of_the_page(heading: str) -> None:
    assert outer(f'html(body(div(p"Menu") div({heading} p"{LONG}")))') == []


def test_the_page_has_one_heading_if_the_others_are_of_lower_levels() -> None:
    page = f'html(body(div(h3"Top" p"Menu") div(h2"Rakes" h3"Forks" p"{LONG}")))'

    assert outer(page) == ["Menu"]


def test_a_main_part_says_more_than_a_heading() -> None:
    assert outer(f'html(body(div(h1"Rakes" p"{LONG}") main(p"{LONG}")))') == [LONG]


def test_the_list_below_the_heading_comes_before_longer_ones_in_a_column_without_a_name() -> None:
    people = "".join(f"<li><a href='/p{k}'>{name}</a></li>" for k, name in enumerate(NAMES))
    read = "".join(f"<li><a href='/{k}'>All rakes for wet meadows {k}</a></li>" for k in range(9))
    main = f"<h1>People</h1><p>{LONG}</p><ul>{people}</ul>"
    page = f"<div>{main}</div><div><h3>Hay</h3><ol>{read}</ol></div>"

    tables = extract(Page.from_text(f"<body>{page}</body>"))

    assert [[*row.values()] for row in tables[0].rows] == [
        [name, f"/p{k}"] for k, name in enumerate(NAMES)
    ]


def test_a_list_comes_before_the_links_of_one_line() -> None:
    links = [f"<a href='{k}.html'>Rakes and more of number {k}</a>" for k in range(1, 8)]
    people = "".join(f"<tr><td>{name}</td></tr>" for name in NAMES[:4])
    page = f"<center>{' | '.join(links)}</center><table>{people}</table>"

    tables = extract(Page.from_text(f"<body>{page}</body>"))

    assert [[*row.values()] for row in tables[0].rows] == [[name] for name in NAMES[:4]]


def test_the_list_of_the_main_part_comes_before_longer_ones_in_the_sidebar() -> None:
    people = "".join(
        f"<div><h4><a href='/p{k}'>{name}</a></h4><p>Office {k}</p><p>+47 555 12{k}{k}</p></div>"
        for k, name in enumerate(NAMES)
    )
    read = "".join(
        f"<li><a href='/m{k}'>The {k} best rakes for wet meadows</a> <span>May {k}, 2024</span></li>"
        for k in range(1, 11)
    )
    page = f"<aside><h3>Most read</h3><ol>{read}</ol></aside><main><h1>People</h1>{people}</main>"

    tables = extract(Page.from_text(f"<body>{page}</body>"))

    assert [row["title"] for row in tables[0].rows] == NAMES


def test_header_main_and_footer_are_no_records() -> None:
    html = (
        "<header><a href=/>Home</a> <a href=/hay>Hay</a></header><h1>404</h1>"
        "<p>There is no such page.</p><p><a href=/search>Search</a></p>"
        "<footer><a href=/us>About us</a> <a href=/law>Imprint</a></footer>"
    )

    assert not any(len(table.rows) > 2 for table in extract(html.encode()))


def test_a_list_in_the_footer_of_a_page_without_another_is_less_sure() -> None:
    items = "".join(f"<li><a href=/{k}>Our {name}</a></li>" for k, name in enumerate("abcdefg"))

    inside, foot = (
        extract(f"<main><h1>Hay</h1><p>Gone.</p>{a}<ul>{items}</ul>{b}".encode())[0].score
        for a, b in (("", "</main>"), ("</main><footer>", "</footer>"))
    )

    assert foot < inside
