"""The tree that lxml makes of a page, beside that of HTML5."""

import sys

import pytest

from windrow.read import Page
from windrow.tree.lxml_tree import is_installed, lxml_tree
from windrow.tree.parse import parse
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import Hop
from windrow.wrap.selectors.same import lxml_ground, same_nodes

PAGE = "<ul><li>one<!-- a --> more<li class=b>two</ul><table><tr><td>three</table>"


def both(html: str) -> tuple[Ground, Ground]:
    there = lxml_ground(Page.from_text(html))
    assert there
    return Ground(parse(html)), there


def test_lxml_adds_no_tbody_and_keeps_texts_beside_a_comment_apart() -> None:
    _, there = both(PAGE)

    assert there.tree.to_text() == (
        'html(body(ul(li("one" "more") li[class=b]"two") table(tr(td"three"))))'
    )


def test_the_same_elements_and_texts_are_found_in_both_trees() -> None:
    here, there = both(PAGE)

    same = same_nodes(here, there)

    pairs = {(here.tree.label(a), there.tree.label(b)) for a, b in same.items()}
    assert pairs == {(name, name) for name in ("html", "body", "ul", "li", "table", "tr", "td")}
    [second] = here.led((Hop("below", "li", words=frozenset({".b"})),))
    assert there.tree.text(same[second]) == "two"


def test_pages_that_are_no_html_have_a_tree_too() -> None:
    for html in ("", "\0", "no markup", "<!-- only a comment -->"):
        lxml_ground(Page.from_text(html))


def test_without_lxml_there_is_no_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_installed()
    monkeypatch.setitem(sys.modules, "lxml", None)
    monkeypatch.setitem(sys.modules, "lxml.etree", None)

    assert not is_installed()
    assert lxml_ground(Page.from_text(PAGE)) is None


def test_an_attribute_whose_name_has_control_characters_is_read() -> None:
    tree = lxml_tree(Page("a", b"<p a\x1f\x10=1 class=hay>dry"))

    assert tree is not None
    assert tree.attribute(len(tree) - 1, "class") == "hay"
