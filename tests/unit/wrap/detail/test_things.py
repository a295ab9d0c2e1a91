"""Whole things side by side on detail pages, such as reviews, are a list, however many there are."""

from typing import Any

import pytest

import windrow
from windrow.read import Page

PEOPLE = "Ann Bo Cy Dee Eve Flo Gus Hal Ike Joy".split()
WORDS = "ash oak elm fir yew bay fig sloe hazel larch rowan alder birch cedar maple".split()


def words(start: int, count: int) -> str:
    return " ".join(WORDS[(start * 7 + k * 4) % len(WORDS)] for k in range(count)).capitalize()


def page(number: int, things: str) -> Page:
    name = words(number, 3)
    return Page.from_text(
        f"<title>{name}</title><main><h1>{name}</h1><p class=price>${number * 7 + 3}.00</p>"
        f"{things}</main>"
    )


def review(number: int, k: int) -> str:
    who, stars = PEOPLE[(number * 3 + k) % len(PEOPLE)], (number + 2 * k) % 5 + 1
    return (
        f"<div class=review><b>{who} {words(k, 1)}</b> <span>{stars}/5</span>"
        f"<p>{words(number * 5 + k, 9)}.</p></div>"
    )


def reviewed(number: int, count: int) -> Page:
    return page(number, "<h2>Reviews</h2>" + "".join(review(number, k) for k in range(count)))


def row(pages: list[Page], other: Page) -> dict[str, Any]:
    tables = windrow.learn(pages, kind="detail").apply(other)
    return dict(tables[0].rows[0])


def test_reviews_are_a_list_although_both_learned_pages_have_as_many() -> None:
    found = row([reviewed(1, 5), reviewed(2, 5)], reviewed(3, 3))

    assert [one["rating"] for one in found["reviews"]] == ["4/5", "1/5", "3/5"]
    assert not [name for name in found if name.startswith("reviews_")]


def test_what_parts_in_blocks_say_is_not_said_again_as_a_whole() -> None:
    found = row([reviewed(1, 5), reviewed(2, 4)], reviewed(3, 3))

    assert [len(one) for one in found["reviews"]] == [3, 3, 3]


FACTS = {
    "labels and values": "<div class=fact><b>{}</b><i>:</i><span>{}</span></div>",
    "values and units": "<div class=fact><span>{1}</span><i>of</i><b>{0}</b></div>",
    "headed sections": "<div class=part><h3>{}</h3><p>About <b>{}</b> of them.</p></div>",
}
NAMES = ("Height", "Width", "Depth", "Weight")


@pytest.mark.parametrize("fact", FACTS.values(), ids=[*FACTS])
def test_facts_that_pages_call_the_same_are_columns_however_alike_they_look(fact: str) -> None:
    pages = [
        page(n, "".join(fact.format(name, 10 * n + k) for k, name in enumerate(NAMES)))
        for n in (1, 2, 3)
    ]

    found = row(pages[:2], pages[2])

    values = {str(value) for value in found.values() if not isinstance(value, list)}
    assert all(any(str(30 + k) in value for value in values) for k in range(4))


def test_a_place_that_only_other_pages_fill_is_called_by_its_class() -> None:
    stock = "<div><p class=stock>{}</p></div>"
    pages = [page(n, stock.format("Sold out" if n < 3 else "In stock")) for n in (1, 2, 3)]

    assert row(pages[:2], pages[2])["stock"] == "In stock"


def test_one_page_gives_what_it_is_about_and_not_its_menus() -> None:
    around = "<nav><a href=/>Home</a> <a href=/all>All</a></nav>{}<footer><p>Farm Ltd.</p></footer>"
    pages = [
        Page.from_text(
            around.format(page(n, "<table><tr><th>Wood<td>ash</table>").content.decode())
        )
        for n in (1, 2)
    ]

    wrapper = windrow.learn(pages[0], kind="detail")

    given = {str(value) for value in wrapper.apply(pages[1])[0].given.rows[0].values()}
    assert {words(2, 3), "$17.00", "ash"} <= given
    assert not any("Farm" in value or "Home" in value for value in given)
