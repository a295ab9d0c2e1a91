"""A page as the extension sends it is the page that the browser has; a broken one is refused."""

import json
from typing import Any

import pytest

from windrow.errors import NotHtml
from windrow.pipeline import find
from windrow.read import read
from windrow.read.live import LIVE_MAGIC

WORDS = ["#document", "HTML", "BODY", "UL", "LI", "A", "href", "#text", "visible", "DIV"]


def live(pieces: list[dict[str, Any]], **about: Any) -> bytes:
    head = {"url": "https://farm.example/hay", "width": 800, "height": 600, "doctype": ["", ""]}
    lines = [json.dumps(one) for one in ({**head, **about}, *pieces)]
    return LIVE_MAGIC + "\n".join(lines).encode() + b"\n"


def bales(count: int) -> list[dict[str, Any]]:
    """Return a page with a list, in two pieces."""
    strings = [*WORDS]
    rows: list[Any] = [(-1, 9, 0, -1, []), (0, 1, 1, -1, []), (1, 1, 2, -1, []), (2, 1, 3, -1, [])]
    for k in range(count):
        at = len(rows)
        strings += [f"/bale/{k}", f"Bale number {k} of the meadow"]
        rows += [
            (3, 1, 4, -1, []),
            (at, 1, 5, -1, [6, len(strings) - 2]),
            (at + 1, 3, 7, len(strings) - 1, []),
        ]
    boxes = [[0, 30 * k, 100, 20] for k in range(len(rows))]
    keys = ("parentIndex", "nodeType", "nodeName", "nodeValue", "attributes")
    half = len(rows) // 2
    return [
        {
            "strings": strings if part == slice(0, half) else [],
            "nodes": {key: [row[k] for row in rows[part]] for k, key in enumerate(keys)},
            "layout": {
                "nodeIndex": [*range(len(rows))][part],
                "bounds": boxes[part],
                "styles": [[8, 8, 8]] * len(boxes[part]),
            },
        }
        for part in (slice(0, half), slice(half, None))
    ]


def test_a_live_page_is_read_with_its_boxes_and_address() -> None:
    page = read(live(bales(5)))

    assert page.url == "https://farm.example/hay"
    assert page.content.startswith(b'<html><body><ul><li><a href="/bale/0">Bale number 0')
    assert page.layout is not None
    assert [*page.layout.boxes[4:8]] == [0, 60, 100, 80]
    [table] = find(page).tables.tables
    assert len(table.rows) == 5


def test_a_page_that_is_not_on_the_web_has_no_address() -> None:
    assert read(live(bales(3), url="file:///home/x/hay.html")).url is None


def test_what_was_not_drawn_is_hidden() -> None:
    pieces = bales(5)
    layout = pieces[1]["layout"]
    for key in layout:
        layout[key] = layout[key][:-3]

    assert b"<li hidden" in read(live(pieces)).content


@pytest.mark.parametrize(
    ("part", "key", "value"),
    [
        ("nodes", "parentIndex", 99),
        ("nodes", "parentIndex", "x"),
        ("nodes", "nodeType", None),
        ("nodes", "nodeName", 10_000),
        ("nodes", "nodeName", -2),
        ("nodes", "attributes", [10_000]),
        ("nodes", "attributes", 7),
        ("layout", "nodeIndex", 10_000),
        ("layout", "bounds", [0, 0, 1e10, 1]),
        ("layout", "bounds", [0, 0, float("nan"), 1]),
        ("layout", "bounds", [0, 0]),
        ("layout", "styles", [77_777]),
    ],
)
def test_what_does_not_fit_together_is_refused(part: str, key: str, value: Any) -> None:
    pieces = bales(5)
    pieces[1][part][key][0] = value

    with pytest.raises(NotHtml, match="broken"):
        read(live(pieces))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]\n",
        b"7\n7\n",
        b'{"url":"","width":1,"height":1,"doctype":["",""]}\n',
        b'{"url":7,"width":"x","height":1,"doctype":[]}\n{"strings":[],"nodes":{},"layout":{}}\n',
        b"[" * 100_000,
    ],
)
def test_rubbish_is_refused(content: bytes) -> None:
    with pytest.raises(NotHtml):
        read(LIVE_MAGIC + content)
