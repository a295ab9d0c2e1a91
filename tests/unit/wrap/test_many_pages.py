"""Thousands of pages through one wrapper: memory does not grow with them."""

import gc
import sys

import pytest

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.site import Site
from windrow.wrap.wrapper import Wrapper


def shelf(number: int) -> Page:
    goods = "".join(
        f"<li class=card><a href=/{number}/{n}>Tool {number} {n}</a><b>${n}.{number % 100}</b>"
        + (f"<i>{number} left</i>" if (number + n) % 3 else "")
        for n in range(12)
    )
    return Page.from_text(f"<h1>Shelf {number}</h1><ul class=goods>{goods}</ul><p>page {number}")


def film(number: int) -> Page:
    return Page.from_text(
        f"<h1>Film {number}</h1><table><tr><th>Year<td>{1900 + number}<tr><th>Length<td>{number} min"
        f"</table><ul>{''.join(f'<li>Actor {number} {k}' for k in range(number % 5 + 2))}</ul>"
    )


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["list", "detail", "folder"])
def test_two_thousand_pages_leave_nothing_behind(kind: str) -> None:
    page = film if kind == "detail" else shelf
    wrapper = learn([page(1), page(2)], kind="detail" if kind == "detail" else "list")
    reader: Wrapper | Site = Site((wrapper,)) if kind == "folder" else wrapper

    def apply(start: int, stop: int) -> int:
        for number in range(start, stop):
            assert len(reader.apply(page(number))[0]) == (1 if kind == "detail" else 12)
        gc.collect()
        return sys.getallocatedblocks()

    apply(0, 200)
    early = apply(200, 600)
    late = apply(600, 2600)

    # Caches fill slowly and are bounded; a page that is kept has hundreds of objects.
    assert late - early < 4 * 2000
