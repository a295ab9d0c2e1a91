"""Templates of detail pages that are carried over to a redesign."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.more import learn_more
from windrow.wrap.repair import repair
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

_TITLES = ["Wooden hay rake", "Steel fork", "Willow basket", "Hemp rope"]


def _page(number: int) -> str:
    title = _TITLES[number]
    reviews = "".join(
        f"<li class=review><b class=who>{who} {number}</b><p class=said>{who} liked the {title}</p>"
        for who in ("Ann", "Ben", "Cleo")[: 2 + number % 2]
    )
    return (
        f"<html><title>{title} - Hay shop</title><body><div class=top><a href=/>Hay shop</a></div>"
        f"<div class=product><h1 class=name>{title}</h1>"
        f"<div class=price>${number + 4}.50</div><div class=stock>{number + 2} left</div>"
        f"<div class=blurb>A {title} made by hand, number {number}, for dry days.</div>"
        f"<table class=facts><tr><td class=l>Weight</td><td class=v>{number + 3} kg</td></tr>"
        f"<tr class=odd><td class=l>Length</td><td class=v>{number * 7 + 30} cm</td></tr></table>"
        f"<ul class=reviews>{reviews}</ul></div><div class=end>Imprint</div></body></html>"
    )


def _framed(page: str) -> str:
    page = page.replace("<body>", "<body><main class=frame><div class=inner>")
    return page.replace("</body>", "</div></main></body>")


def _renamed(page: str) -> str:
    return re.sub(r"class=(\w+)", lambda found: f"class=x{found[1][::-1]}x", page)


def _bare(page: str) -> str:
    return re.sub(r" class=\w+", "", page)


_DESIGNS = {
    "framed": _framed,
    "renamed": _renamed,
    "framed and renamed": lambda page: _framed(_renamed(page)),
    "without classes": _bare,
}


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    return learn([Page.from_text(_page(k)) for k in (0, 1)], kind="detail")


@pytest.mark.parametrize("design", _DESIGNS.values(), ids=[*_DESIGNS])
def test_a_redesigned_page_gives_every_cell_it_gave(
    wrapper: Wrapper, design: Callable[[str], str]
) -> None:
    pages = [Page.from_text(design(_page(k))) for k in (2, 3)]

    done = repair(wrapper, pages)

    assert done.anchored
    for number, page in zip((2, 3), pages, strict=True):
        before = wrapper.apply(Page.from_text(_page(number)))[0].rows[0]
        assert done.wrapper.apply(page)[0].rows[0].items() >= before.items()


def test_a_template_that_was_carried_over_survives_its_file(
    wrapper: Wrapper, tmp_path: Path
) -> None:
    pages = [Page.from_text(_framed(_renamed(_page(k)))) for k in (2, 3)]
    done = repair(wrapper, pages)
    done.wrapper.save(tmp_path / "wrapper.json")

    loaded = Wrapper.load(tmp_path / "wrapper.json")

    assert loaded.apply(pages[0])[0].rows == done.wrapper.apply(pages[0])[0].rows


def test_what_only_some_learned_pages_had_keeps_its_column() -> None:
    wood = "<tr><td class=l>Wood</td><td class=v>ash</td></tr></table>"
    first = _page(0).replace("</table>", wood)
    wrapper = learn([Page.from_text(first), Page.from_text(_page(1))], kind="detail")
    [column] = [one.name for one in wrapper.columns if one.fingerprint.samples == ("ash",)]

    done = repair(wrapper, [Page.from_text(_renamed(_page(k))) for k in (2, 3)])

    later = _renamed(_page(1).replace("</table>", wood.replace("ash", "elm")))
    assert done.wrapper.apply(Page.from_text(later))[0].rows[0][column] == "elm"


def test_more_pages_of_the_same_design_still_teach_new_columns(wrapper: Wrapper) -> None:
    extra = "<p class=origin>from {}</p><h1"
    pages = [
        _page(2).replace("<h1", extra.format("Linz")),
        _page(3).replace("<h1", extra.format("Bern")),
    ]

    more = learn_more(wrapper, map(Page.from_text, pages))

    assert any("from Linz" in column.fingerprint.samples for column in more.columns)


def test_classes_that_are_gone_are_drift_even_if_all_is_found(wrapper: Wrapper) -> None:
    report = verify(wrapper, [Page.from_text(_renamed(_page(2)))])

    assert any("class names are gone" in reason for reason in report.reasons)
