"""Four times the page takes at most eight times the processor time, whatever its shape.

Both times are measured in one process, again and again until the best of each fit, so that a busy
machine changes nothing. `python -m bench.fuzz --growth` measures pages of millions of nodes.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from bench.fuzz.families import FAMILIES
from bench.fuzz.growth import MOST, STEP
from tests.twins import kernel
from tests.yardstick import assert_grows, took
from windrow.detect import DETECTORS
from windrow.pipeline import find
from windrow.table.words import slug
from windrow.wrap.columns.pair import Option, pair_columns
from windrow.wrap.fingerprint import fingerprint
from windrow.wrap.learn import learn
from windrow.wrap.wrapper import WrapperColumn

pytestmark = pytest.mark.slow

# Shorter times, in seconds, say more about the timer than about the page. Chosen, not measured.
SHORT = 0.03


# GSTM finds groups inside groups, up to 16 levels, and only long strings have that many: from there
# on the work grows evenly. STEM and NET compare all pairs on small pages, and neighbours on large
# ones: both sizes are on the same side of that bound.
SIZES = {
    ("long records", "gstm"): 3_200,
    ("long records", "stem"): 1_600,
    ("unrelated", "net"): 2_000,
}


def seconds(work: Callable[..., object], *given: Any, **settings: Any) -> float:
    return max(took(partial(work, *given, **settings)), SHORT)


def assert_page_grows(family: str, detector: str, count: int) -> None:
    small, large = (FAMILIES[family](size).encode() for size in (count, STEP * count))
    assert_grows(
        lambda: seconds(find, small, detector=detector),
        lambda: seconds(find, large, detector=detector),
        MOST,
    )


@pytest.mark.parametrize("detector", [*DETECTORS])
@pytest.mark.parametrize("family", [*FAMILIES])
def test_pages_of_every_shape_grow_nearly_evenly(family: str, detector: str) -> None:
    assert_page_grows(family, detector, SIZES.get((family, detector), 800))


# These once took far longer: spans that were filled in, tables of empty places, siblings that were
# visited again and again, lists inside lists, groups inside groups, sums of all rows above a row.
@pytest.mark.parametrize(
    ("family", "detector", "count"),
    [
        ("spans", "mdr", 4_000),
        ("spans", "net", 4_000),
        ("unrelated", "net", 4_000),
        ("varied", "gstm", 16_000),
        ("two long nested", "auto", 4_000),
        ("wide under headers", "mdr", 16_000),
        ("table", "auto", 16_000),
        ("bands", "auto", 16_000),
        ("long records", "auto", 16_000),
        ("long records", "depta", 64_000),
    ],
)
def test_large_pages_that_took_too_long_grow_nearly_evenly(
    family: str, detector: str, count: int
) -> None:
    assert_page_grows(family, detector, count)


def test_a_deep_page_is_learned_in_time() -> None:
    def pages(depth: int) -> list[bytes]:
        return [b"<div>" * depth + word + b"</div>" * depth for word in (b"<p>hay", b"<p>oats")]

    # Names of spots are paths: a page four times as deep has sixteen times as much text in them.
    assert_grows(
        lambda: seconds(learn, pages(120), kind="detail"),
        lambda: seconds(learn, pages(480), kind="detail"),
        2 * STEP**2,
    )


def test_a_list_in_many_elements_that_name_another_has_its_title_in_time() -> None:
    def page(count: int) -> bytes:
        rows = "".join(f"<li><a href=/{k}>Bale {k}</a> <b>${k}</b></li>" for k in range(40 * count))
        return f"{'<div aria-labelledby=x>' * count}<ul>{rows}</ul>".encode()

    assert_grows(lambda: seconds(find, page(50)), lambda: seconds(find, page(200)), MOST)


def test_four_times_the_headings_are_learned_in_time() -> None:
    def pages(count: int) -> list[bytes]:
        return [b"<h1>%d</h1>" % page + b"".join(section(page, k) for k in range(count))
                for page in (3, 5, 7)]  # fmt: skip

    def section(page: int, number: int) -> bytes:
        label, *values = (word(n) for n in (number, page * number, page * number * 31))
        return "<h3>{}</h3><p>Dry {}</p><p>{}</p>".format(label, *values).encode()

    def word(number: int) -> str:
        return "".join(f"{'bdfghklmnr'[int(digit)]}a" for digit in str(number))

    assert_grows(
        lambda: seconds(learn, pages(1200), kind="detail"),
        lambda: seconds(learn, pages(4800), kind="detail"),
        MOST,
    )


def columns(count: int) -> Sequence[WrapperColumn]:
    return [
        WrapperColumn(f"name_{k}", place=f"p{k}", fingerprint=fingerprint([f"{k} bales", f"{k}x"]))
        for k in range(count)
    ]


def test_four_times_the_columns_are_paired_in_time() -> None:
    def pair(count: int) -> object:
        options = [Option(one, ("3 bales", "4x")) for one in columns(count)]
        return pair_columns(columns(count), options)

    assert_grows(lambda: seconds(pair, 100), lambda: seconds(pair, 400), MOST)


def test_pairs_chosen_to_fall_into_one_slot_are_numbered_in_time() -> None:
    numbers = kernel("auto.numbers", "native")

    def pairs(count: int) -> tuple[array[int], array[int]]:
        """Return pairs for which 40503 * first ^ 7919 * second has equal parts of 17 bits."""
        chosen = array("i"), array("i")
        for second in range(16 * count):
            upper = second % 2**17 * (2**17 + 1)
            first = (7919 * second ^ upper) * pow(40503, -1, 2**34) % 2**34
            if first < 2**31 and len(chosen[0]) < count:
                chosen[0].append(first)
                chosen[1].append(second)
        assert len(chosen[0]) == count
        return chosen

    small, large = pairs(8_000), pairs(32_000)
    assert_grows(
        lambda: seconds(numbers.pair_numbers, *small),
        lambda: seconds(numbers.pair_numbers, *large),
        MOST,
    )


def test_cells_in_four_times_the_items_are_found_in_time() -> None:
    lists = kernel("align.lists", "native")

    def outside(count: int) -> object:
        items, sizes = [*range(0, 2 * count, 2)], array("i", [2] * (2 * count))
        return lists.outside(((*range(2 * count),),), [items], sizes)

    assert_grows(lambda: seconds(outside, 8_000), lambda: seconds(outside, 32_000), MOST)


def test_four_times_the_columns_are_grouped_in_time() -> None:
    lists = kernel("align.lists", "native")

    def together(count: int) -> object:
        """Group columns: half of them are one group, which each of the others joins."""
        nodes = range(count)
        rows = (None,) * count + (0,) * count, (*nodes, *nodes)
        flat = array("i", [0] * count)
        return lists.together(rows, [0, 0], [*range(2 * count)], flat, flat)

    assert together(3) == [[0, 1, 2, 3, 4, 5]]
    assert_grows(lambda: seconds(together, 4_000), lambda: seconds(together, 16_000), MOST)


@pytest.mark.parametrize("opening", ["(1 ", "[1 ", "[(1 "])
def test_a_text_of_open_brackets_has_its_name_in_time(opening: str) -> None:
    small, large = opening * 5_000, opening * 20_000

    assert slug(large) == slug(small)
    assert_grows(
        lambda: seconds(slug.__wrapped__, small), lambda: seconds(slug.__wrapped__, large), MOST
    )


def test_tables_of_different_headings_are_compared_in_time() -> None:
    table = (
        "<table><tr><th>h{0}</th><th>g{0}</th></tr><tr><td>a{0}</td><td>{0}</td></tr>"
        "<tr><td>b{0}</td><td>{0}</td></tr></table>"
    )

    def page(count: int) -> bytes:
        return "".join(map(table.format, range(count))).encode()

    small, large = page(500), page(2_000)
    assert_grows(lambda: seconds(find, small), lambda: seconds(find, large), MOST, tries=4)
