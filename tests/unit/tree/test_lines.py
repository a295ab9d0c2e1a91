from array import array
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from windrow.tree import Tree, parse
from windrow.tree.lines import PART, with_lines
from windrow.tree.parse import same
from windrow.tree.path import xpath
from windrow.tree.runs import text_of
from windrow.tree.walk import walk

SNIPPETS = (
    "a", "é", "\n", "\n\n", " ", "\u200b", "<b>", "</b>", "<!-- c -->", "<a href=x>", "</a>", "<pre>",
    "</pre>", "<br>", "<img src=i>", "<p>", "</p>",
)  # fmt: skip
pages = st.lists(st.sampled_from(SNIPPETS), max_size=16).map(lambda parts: "<pre>" + "".join(parts))


def lines(html: str) -> str:
    """Return what is in the body of a page with its lines, as text."""
    tree = with_lines(parse(f"<body>{html}")).tree
    return tree.to_text(1).removeprefix("body(").removesuffix(")")


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<pre>one\ntwo</pre>", 'pre("one" br "two")'),
        ("<pre>one\n\n\n\ntwo</pre>", 'pre("one" br br "two")'),
        ("<pre>one\r\ntwo\n</pre><p>three", 'pre("one" br "two") p"three"'),
        ("<pre>one\n<b>two</b>\n<i>three</i></pre>", 'pre("one" br b"two" br i"three")'),
        ("<pre><b>one\ntwo</b> three</pre>", 'pre(b("one" br "two") "three")'),
        ("<pre>one<!-- -->\n<!-- -->two</pre>", 'pre("one" br "two")'),
        ("<pre><code>one\ntwo</code></pre>", 'pre(code("one" br "two"))'),
        ("<listing>one\ntwo</listing>", 'listing("one" br "two")'),
        ("<pre>one<br>\ntwo</pre>", 'pre("one" br br "two")'),
    ],
)
def test_lines_of_preformatted_text_are_nodes(html: str, found: str) -> None:
    assert lines(html) == found


def test_line_breaks_elsewhere_are_white_space() -> None:
    tree = parse("<p>one\ntwo</p><textarea>one\ntwo</textarea>")

    assert with_lines(tree).tree is tree


@given(pages)
def test_both_walks_find_the_same_lines(html: str) -> None:
    root = LexborHTMLParser(html).root
    assert root is not None

    assert same(parse(html), walk(root))


@given(pages)
def test_lines_change_no_text_and_no_path(html: str) -> None:
    tree = parse(html)
    lined = with_lines(tree).tree

    def paths(tree: Tree) -> list[str]:
        elements = [node for node in range(len(tree)) if tree.label(node) != "#text"]
        return [xpath(tree, node) for node in elements if tree.ordinals[node]]

    assert paths(lined) == paths(tree)
    assert _words(lined) == _words(tree)
    assert with_lines(lined).tree is lined


@given(pages)
def test_every_line_has_the_box_of_its_text(html: str) -> None:
    tree = parse(html)
    boxed = replace(tree, boxes=array("d", [0, 0, 9, 9]) * len(tree))

    lined = with_lines(boxed).tree

    assert lined.boxes is not None
    assert len(lined.boxes) == 4 * len(lined)
    assert all(lined.box(node) for node in range(len(lined)) if lined.ordinals[node])


@given(pages)
def test_a_node_is_the_one_it_was_unless_it_is_new_or_a_part(html: str) -> None:
    tree = parse(html)

    lined = with_lines(tree)

    assert len(lined.origins) == len(lined.tree)
    for node, origin in enumerate(lined.origins):
        if origin >= 0 and lined.tree.sizes[node] == 1:
            assert lined.tree.text(node) == tree.text(origin)
        elif origin == PART:
            assert lined.tree.label(node) == "#text"


def _words(tree: Tree) -> str:
    return text_of(tree, range(len(tree))).replace(" ", "")
