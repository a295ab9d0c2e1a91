"""Laws of parsing: it takes anything, keeps the text, and never nests deeper than browsers do."""

import re

from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from tests.strategies import pages, soups
from windrow.kernels.tree import flatten
from windrow.read import Page
from windrow.tree import parse

LIMIT = 6
# What the parser adds of its own: html, body, and in a table a section and a row.
IMPLIED = 3


@given(content=st.binary(max_size=200))
def test_any_bytes_are_a_page(content: bytes) -> None:
    assert parse(content).label(0) == "html"


@given(text=st.text(max_size=200) | soups())
def test_any_text_is_a_page(text: str) -> None:
    assert parse(text).label(0) == "html"


@given(text=st.text("<>/!-='\" apdivtsx&;", max_size=80), label=st.none() | st.text(max_size=20))
def test_any_content_type_will_do(text: str, label: str | None) -> None:
    content_type = None if label is None else f"text/html; charset={label}"

    assert parse(Page.from_bytes(text.encode(), content_type=content_type)).label(0) == "html"


@given(soup=soups())
def test_no_page_nests_deeper_than_the_limit(soup: str) -> None:
    html = flatten.flatten(soup.encode(), LIMIT)

    assert depth(html) <= IMPLIED * LIMIT + 2


@given(page=pages())
def test_a_page_that_does_not_nest_too_deep_stays_as_it_is(page: str) -> None:
    html = page.encode()

    assert flatten.flatten(html) is html


@given(page=pages(), limit=st.integers(1, 5))
def test_a_flattened_page_keeps_its_text(page: str, limit: int) -> None:
    # Drawings, and what may be in one, are left out where they nest too deep.
    page = re.sub("<svg.*?</svg>|<title.*?</title>", "", page)

    flat = flatten.flatten(page.encode(), limit)

    assert letters(flat.decode()) == letters(page)


@given(soup=soups(), limit=st.integers(1, 12))
def test_flattening_twice_is_flattening_once(soup: str, limit: int) -> None:
    once = flatten.flatten(soup.encode(), limit)

    assert depth(flatten.flatten(once, limit)) <= IMPLIED * limit + 2


def letters(page: str) -> str:
    return re.sub(r"""<(?:'[^']*'|[^'>])*>|\s""", "", page)


def depth(html: bytes) -> int:
    """Return how deep the elements of a page nest below its root."""
    root = LexborHTMLParser(html).root
    if root is None:
        return 0
    node, here, deepest = root, 0, 0
    while True:
        if (child := node.first_child) is not None:
            node, here = child, here + 1
            deepest = max(deepest, here if node.is_element_node else 0)
            continue
        while node.mem_id != root.mem_id and node.next is None:
            parent = node.parent
            assert parent is not None
            node, here = parent, here - 1
        if node.mem_id == root.mem_id:
            return deepest
        following = node.next
        assert following is not None
        node = following
