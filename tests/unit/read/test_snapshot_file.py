"""Snapshot files: what goes in comes out, and what is broken is refused."""

import json
import zlib
from array import array
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from windrow.errors import NotHtml, TooLarge
from windrow.read import Page, read
from windrow.read.layout import Layout
from windrow.read.snapshot import MAGIC, dump, is_snapshot, load

NAN = float("nan")

LAYOUT = Layout(
    names=("html", "body", "p"),
    labels=array("i", [0, 1, 2]),
    parents=array("i", [-1, 0, 1]),
    attribute_checks=array("I", [0, 7, 2**32 - 1]),
    text_checks=array("I", [0, 0, 5]),
    hidden=array("B", [0, 0, 1]),
    boxes=array("d", [0, 0, 100, 50, 0, 0, 100, 50, NAN, NAN, NAN, NAN]),
    text_parents=array("i", [2]),
    text_sizes=array("i", [3]),
    text_boxes=array("d", [1, 2, 30.5, 12]),
    width=100.0,
    height=50.0,
)
PAGE = Page(
    "given", b"<p>hay", url="http://a.example/", content_type="text/html", layout=LAYOUT,
    picture=b"\x89PNG",
)  # fmt: skip


def test_a_page_comes_back_as_it_was() -> None:
    content = dump(PAGE)

    again = load(content, "file.snap")

    assert is_snapshot(content)
    assert (again.source, again.content, again.url) == ("file.snap", b"<p>hay", PAGE.url)
    assert again.picture == b"\x89PNG"
    assert again.layout is not None
    for name in ("names", "labels", "parents", "attribute_checks", "text_checks", "text_sizes"):
        assert getattr(again.layout, name) == getattr(LAYOUT, name)
    assert [*again.layout.boxes[:8]] == [*LAYOUT.boxes[:8]]
    assert again.layout.boxes[8] != again.layout.boxes[8]
    assert [*again.layout.text_boxes] == [1, 2, 30.5, 12]


def test_a_page_without_layout_is_kept_too() -> None:
    again = load(dump(replace(PAGE, layout=None, picture=None)), "x")

    assert again.layout is None
    assert again.content == b"<p>hay"


def test_reading_recognises_a_snapshot_whatever_its_name() -> None:
    page = read(dump(PAGE))

    assert page.layout is not None
    assert page.content == b"<p>hay"


@pytest.mark.parametrize(
    "change",
    [
        {"parents": array("i", [-1, 0, 2])},
        {"parents": array("i", [-1, 0])},
        {"labels": array("i", [0, 1, 3])},
        {"boxes": array("d", [0.0] * 11)},
        {"text_parents": array("i", [3])},
        {"text_sizes": array("i", [])},
        {"boxes": array("d", [1e30] + [0.0] * 11)},
    ],
)
def test_numbers_that_do_not_fit_together_are_refused(change: dict[str, Any]) -> None:
    broken = replace(PAGE, layout=replace(LAYOUT, **change))

    with pytest.raises(NotHtml, match="broken snapshot"):
        load(dump(broken), "x")


def test_a_bomb_is_not_unpacked() -> None:
    with pytest.raises(TooLarge):
        load(MAGIC + zlib.compress(b"\0" * 10_000_000), "x", limit=1_000_000)


@given(some.binary(max_size=200))
def test_noise_behind_the_first_line_is_refused(noise: bytes) -> None:
    with pytest.raises(NotHtml):
        load(MAGIC + noise, "x")


@pytest.mark.parametrize(
    "head",
    [[], {}, {"parts": 3}, {"parts": [["content", 10**9]], "url": None, "content_type": None},
     {"parts": [["content", 0]], "url": 5, "content_type": None}],
)  # fmt: skip
def test_a_head_that_says_nothing_is_refused(head: object) -> None:
    with pytest.raises(NotHtml):
        load(MAGIC + zlib.compress(json.dumps(head).encode() + b"\n"), "x")


def test_a_file_that_was_cut_off_is_refused() -> None:
    with pytest.raises(NotHtml):
        load(dump(PAGE)[:-5], "x")
