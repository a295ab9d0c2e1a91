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
