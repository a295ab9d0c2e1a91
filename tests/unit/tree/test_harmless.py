"""A page made harmless shows the same nodes at the same places."""

import re

from hypothesis import given

from tests.served import ROOT
from tests.strategies import soups
from windrow.pipeline import find
from windrow.read import Page
from windrow.tree import xpath
from windrow.tree.harmless import harmless
from windrow.tree.parse import parse
from windrow.tree.path import find as node_at


def test_nodes_keep_their_paths() -> None:
    page = Page.from_bytes((ROOT / "examples" / "shop.html").read_bytes())
    before = find(page)[0].tree
    after = parse(harmless(page))

    for node in range(len(before)):
        there = node_at(after, xpath(before, node))
        assert there is not None
        assert after.text(there) == before.text(node)


def test_pictures_in_the_page_itself_stay() -> None:
    text = harmless(
        Page.from_text("<img src=' data:image/png;base64,AA'><img src='data:text/html,x'>")
    )

    assert text.count("src=") == 1


@given(html=soups())
def test_nothing_active_is_left(html: str) -> None:
    text = harmless(Page.from_text(html)).lower()

    assert not re.search(r"<[^>]*\s(on\w+|href|action|srcdoc)=", text)


def test_a_page_does_not_grow_with_its_window() -> None:
    styles = "<style>p { height: 50vh } a > b { min-height: calc(2.5vh + 1px) }</style>"

    shown = harmless(Page.from_text(f"{styles}<p style='min-height:100vh'>Hay of 20vh"))

    assert "height: 512.0px" in shown
    assert "calc(25.6px + 1px)" in shown
    assert 'style="min-height:1024.0px"' in shown
    assert "Hay of 20vh" in shown
