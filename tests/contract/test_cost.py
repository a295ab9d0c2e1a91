"""What every detector may cost: large pages end soon, and twice the page is about twice the work.

Times are processor times of the best of several runs in one process, so that a busy machine changes
nothing.
"""

import random
from collections.abc import Callable

import pytest

from tests import yardstick
from tests.yardstick import assert_grows, took
from windrow.detect import DETECTORS, Detector
from windrow.tree import Tree, parse

pytestmark = pytest.mark.slow

detectors = [new() for new in DETECTORS.values()]
every_detector = pytest.mark.parametrize("detector", detectors, ids=[*DETECTORS])

RECORDS = 2000
PARTS = ("a", "b", "i", "p", "em", "h3", "img", "span", "small", "time")


def alike(count: int) -> Tree:
    """Return a list of *count* records, ten nodes each, all of one shape."""
    record = (
        "<li><h3><a href=/{0}>Name {0}</a></h3><p>Text {0}, <b>new</b> and <i>old</i></p>"
        "<span>${0}</span><em>in stock</em></li>"
    )
    return parse(f"<h1>List</h1><ul>{''.join(record.format(k) for k in range(count))}</ul>")


def different(count: int) -> Tree:
    """Return a list of *count* records of ten nodes on average, hardly two of one shape."""
    chance = random.Random(3)
    rows = []
    for k in range(count):
        inner = " ".join(chance.choice(PARTS) for _ in range(chance.randrange(2, 6)))
        optional = " ".join(part for part in PARTS[:5] if chance.random() < 0.5)
        rows.append(f'li(h3"Name {k}" p({inner}) div({optional or "a"}))')
    return Tree.from_text(f"body(h1 ul({' '.join(rows)}) p)")


def unrelated(count: int) -> Tree:
    """Return *count* siblings that are not a list: their labels and their children differ."""
    chance = random.Random(4)
    rows = [
        f"{chance.choice(PARTS)}({' '.join(chance.choice(PARTS) for _ in range(9))})"
        for _ in range(count)
    ]
    return Tree.from_text(f"body({' '.join(rows)})")


def seconds(detector: Detector, page: Callable[[int], Tree], count: int) -> float:
    """Return the processor time of *detector* on a new tree: a used one keeps what was computed."""
    tree = page(count)
    return took(lambda: detector.detect(tree))


PAGES = [alike, different, unrelated]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)


@every_page
def test_the_pages_have_20000_nodes(page: Callable[[int], Tree]) -> None:
    assert 20_000 <= len(page(RECORDS)) < 21_000


def test_the_records_that_differ_do_differ() -> None:
    tree = different(RECORDS)

    shapes = {tree.shapes[node] for node in tree.children(tree.children(0)[1])}
    assert len(shapes) > RECORDS / 2


@every_detector
def test_all_of_2000_records_alike_are_found(detector: Detector) -> None:
    assert RECORDS in {len(region.records) for region in detector.detect(alike(RECORDS))}


@every_detector
@every_page
def test_a_page_of_20000_nodes_takes_two_seconds_and_half_of_it_about_half(
    detector: Detector, page: Callable[[int], Tree]
) -> None:
    # The bounds the papers' own analyses allow: linear for STEM, quadratic for the others.
    most = 2.5 if type(detector).__name__ == "STEM" else 4.5

    whole = assert_grows(
        lambda: seconds(detector, page, RECORDS // 2),
        lambda: seconds(detector, page, RECORDS),
        most,
    )

    assert whole < yardstick.seconds(2)
