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
