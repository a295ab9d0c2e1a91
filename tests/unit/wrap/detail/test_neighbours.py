"""Repairs of detail pages use the words of the site around a field."""

from windrow.read import Page
from windrow.wrap.detail.neighbours import common_texts, likeness_of, neighbours
from windrow.wrap.learn import learn
from windrow.wrap.repair import repair
from windrow.wrap.template import Opened

NAMES = (
    "is how high it stands when it leans on the barn",
    "is how wide it is where the teeth are fixed to it",
    "is how deep it goes into hay that has just been cut",
    "is how far it reaches if one stands on the wagon",
)


def page(k: int) -> Page:
    """Return a page with four numbers that look alike, each before its words."""
    parts = [f"<p class={'abcd'[n] * 3}>{7 * k + 13 * n} cm</p><div>{name}</div>"
             for n, name in enumerate(NAMES)]  # fmt: skip
    return Page.from_text(f"<h1>Rake {k}</h1>{''.join(parts)}")


def redesigned(k: int) -> Page:
    """Return the same in another order, with other tags."""
    parts = [f"<span class={'wxyz'[n] * 3}>{7 * k + 13 * n} cm</span><em>{NAMES[n]}</em>"
             for n in (2, 0, 3, 1)]  # fmt: skip
    return Page.from_text(f"<main><h2>Rake {k}</h2>{''.join(parts)}</main>")


def test_fields_that_look_alike_are_told_apart_by_their_neighbours() -> None:
    wrapper = learn([page(1), page(2)], kind="detail")
    [before] = wrapper.apply(page(4))[0].rows

    done = repair(wrapper, [redesigned(3), redesigned(4)], least=0.0)

    [after] = done.wrapper.apply(redesigned(4))[0].rows
    numbers = {name for name, value in before.items() if str(value).endswith(" cm")}
    assert len(numbers) == 4
    assert {name: after.get(name) for name in numbers} == {name: before[name] for name in numbers}


def test_neighbours_are_the_words_that_all_pages_have() -> None:
    pages = [Opened(page(1)), Opened(page(2))]
    common = common_texts(pages)
    wrapper = learn([page(1), page(2)], kind="detail")

    found = neighbours(wrapper.template, pages, common)

    assert common == {*NAMES}
    widths = [own for own in found.values() if (-1, NAMES[0], 1) in own]
    assert (1, NAMES[1], 1) in widths[0]
    assert likeness_of(widths[0], widths[0]) == 1.0
    assert likeness_of(widths[0], frozenset()) is None
