"""The kernels of the tree: compiled and uncompiled alike, on trees and on pages good and bad."""

from array import array
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from tests.strategies import pages, rich_trees, soups, trees
from tests.twins import twins
from windrow import kernels
from windrow.tree import Tree
from windrow.tree.parse import _native, _tables, same
from windrow.tree.walk import walk

HOSTILE = [
    "<p>one<!-- --> two<script>x</script>three<b>four</b>five<!-- --><!-- -->six",
    "<p>&nbsp;a&nbsp;<i> </i>\u200b<b>\ufeff</b>\u2060x \u200d y\u00a0</p>",
    "<a href>x</a><a href=''>x</a><a href=/1 HREF=/2>x</a><area href=1><img src><img data-src=1>",
    "<input type=hiding value=1><input type=HidDen value=1><input type value=2><input value>",
    "<p STYLE=';;;Display:None ! important;'>a</p><p style='display:none;'>b</p><p style>c</p>",
    "<p style='display:nonexxxxxxxxxxxxxxxxxxxxxxxx'>a</p><p style='visibility:hidden!x'>b</p>",
    "<p style='display:none\u00a0'>a</p><p style='d\u0131splay:none'>b</p>",
    "<x-y a-long-name-of-an-attribute-indeed=1 B=2>a<x-y>b</x-y><X-Y>c</X-Y></x-y>",
    "<x[1]>a</x[1]><\u00e9>b</\u00e9><x\u00e9>c</x\u00e9><p \u00e9=\u4e2d>d</p>",
    "<noscript><p>x</noscript><noscript>" + "<p>x" * 60 + "</noscript>",
    "<svg viewBox='0 0 1 1' hidden><g/></svg><svg VIEWBOX=1><p>x</p></svg><math><mi>x</math>",
    "<svg><foreignObject><p>x</p></foreignObject></svg><table><p>x<tr><td>y</table>",
    "<frameset><frame src=a></frameset>",
    "<html hidden class=a><body hidden>x</body></html>",
    "<html><head><title>a</title><title>b</title></head><title> c\n d </title>",
    "<template><p>x</p></template><select><option>a<optgroup><option>b</select>",
    "<p>a\ud7ff\ue000\ufffd\U0010ffff</p><p title='\U0001f600'>😀</p>",
    "<b><p>x</b>y</p><a>1<a>2<p>3<a>4",
    "<plaintext><p>x",
    "<p>\r\n\x0b\x0c\x1c\x1d\x85\u2003x\u2003</p>",
    "",
]

numbers = st.integers(0, 5)


@given(tree=trees(max_leaves=40))
def test_shapes_and_heights_are_the_same_compiled_or_not(tree: Tree) -> None:
    native, python = twins("tree.shapes")

    assert native.shapes(tree.labels, tree.parents) == python.shapes(tree.labels, tree.parents)
    assert native.heights(tree.parents) == python.heights(tree.parents)


def test_shapes_of_many_kinds_are_the_same_compiled_or_not() -> None:
    native, python = twins("tree.shapes")
    # So many distinct shapes that the compiled table must grow, several times.
    labels = array("i", [k * k % 7919 for k in range(20_000)])
    parents = array("i", [k - 1 if k % 3 else k // 2 - 1 for k in range(20_000)])

    assert native.shapes(labels, parents) == python.shapes(labels, parents)


@given(kinds=st.lists(st.integers(0, 15), max_size=20))
def test_item_counts_are_the_same_compiled_or_not(kinds: list[int]) -> None:
    native, python = twins("tree.shapes")

    assert native.item_counts(array("i", kinds)) == python.item_counts(array("i", kinds))


@given(tree=rich_trees())
def test_nodes_are_read_alike_compiled_or_not(tree: Tree) -> None:
    said = []
    for module in twins("tree.nodes"):
        nodes = module.Nodes(
            *(tree.names, tree.labels, tree.sizes, tree.texts, tree.attribute_starts),
            *(tree.attributes, tree.attribute_numbers, tree.buffer),
        )
        names = (*tree.attribute_names, "none")
        # The last node is also -1, as in Python.
        said.append(
            [
                (nodes.label(node), nodes.text(node), nodes.children(node))
                for node in range(-1, len(tree))
            ]
            + [nodes.attribute(node, name) for node in range(len(tree)) for name in names]
            + [
                (nodes.words(node, len(tree)), nodes.sole(node, node + tree.sizes[node]))
                for node in range(len(tree))
            ]
            + [
                nodes.values(0, len(tree), label, name)
                for label in range(len(tree.names))
                for name in names
            ]
        )
        with pytest.raises(IndexError):
            nodes.label(len(tree))

    assert said[0] == said[1]


@given(texts=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)).map(sorted), max_size=20))
def test_text_sums_are_the_same_compiled_or_not(texts: list[list[int]]) -> None:
    native, python = twins("tree.shapes")
    flat = array("i", [place for text in texts for place in text])

    assert native.text_sums(flat) == python.text_sums(flat)


@given(a=trees(max_leaves=20), b=trees(max_leaves=20))
def test_matching_is_the_same_compiled_or_not(a: Tree, b: Tree) -> None:
    results = []
    for module in twins("match.simple"):
        keys = array("i", range(len(a))), array("i", range(len(b)))
        matching = module.Matching(a.labels, a.sizes, keys[0], b.labels, b.sizes, keys[1], False)
        results.append((matching.score(0, 0), matching.scores(*keys), matching.pairs(0, 0)))

    assert results[0] == results[1]


@given(tree=trees(max_leaves=25))
def test_matching_with_lists_is_the_same_compiled_or_not(tree: Tree) -> None:
    said = []
    for matching in twins("match.generalized"):
        tags = bytearray(name == "td" and 2 for name in tree.names)
        arrays = (tree.labels, tree.sizes, tree.sizes, tree.shapes, tags)
        # Whatever occurs twice in the first string is a list.
        found = matching.ListMatching(
            *arrays, 0.5, 0.7, True, False, False, lambda a, b, _: {x for x in a if a.count(x) > 1}
        )
        nodes = array("i", range(len(tree)))
        pairs = [found.match(a, b) for a in nodes for b in nodes[:8]]
        said.append([pairs, found.symbols(nodes, nodes[:8]), found.align(nodes, nodes)])

    assert said[0] == said[1]


@given(tree=trees(max_leaves=30), drawn=st.lists(numbers, min_size=8, max_size=8))
def test_visual_matching_is_the_same_compiled_or_not(tree: Tree, drawn: list[int]) -> None:
    nodes = array("i", range(len(tree)))
    boxes = array("d", [drawn[(5 * k + k // 4) % 8] for k in range(4 * len(tree))])
    results = []
    for module in twins("match.simple"):
        side = (tree.labels, tree.sizes, nodes)
        matching = module.Matching(*side, *side, False, boxes, boxes)
        results.append((matching.scores(nodes, nodes), matching.pairs(0, 0)))

    assert results[0] == results[1]


@given(tree=trees(max_leaves=30))
def test_scores_remembered_by_shape_are_the_scores(tree: Tree) -> None:
    nodes = array("i", range(len(tree)))
    for module in twins("match.simple"):
        shaped, plain = (tree.labels, tree.sizes, tree.shapes), (tree.labels, tree.sizes, nodes)
        by_shape = module.Matching(*shaped, *shaped, True)
        by_node = module.Matching(*plain, *plain, False)

        assert by_shape.scores(nodes, nodes) == by_node.scores(nodes, nodes)
        for node in tree.children(0):
            assert by_shape.pairs(0, node) == by_node.pairs(0, node)


@given(page=pages() | soups(), limit=st.integers(1, 12))
def test_flattening_is_the_same_compiled_or_not(page: str, limit: int) -> None:
    (native, python), (writing, plainly) = twins("tree.nesting"), twins("tree.flatten")
    html = page.encode()

    assert native.nesting(html, limit) == python.nesting(html, limit)
    assert writing.flatten(html, limit) == plainly.flatten(html, limit)


@pytest.fixture
def compiled_walk() -> None:
    if kernels.mode("tree.walk") != "native":
        pytest.skip("the walk over the parser's nodes runs compiled only")
    assert _tables() is not None, "the compiled walk does not agree with this parser"


@pytest.mark.usefixtures("compiled_walk")
@pytest.mark.parametrize("page", HOSTILE)
def test_both_walks_give_one_tree_for_odd_pages(page: str) -> None:
    assert_walks_agree(page)


@pytest.mark.usefixtures("compiled_walk")
@given(page=pages() | soups() | st.text("<>/=! abdipv\"'-\u00a0é"))
def test_both_walks_give_one_tree(page: str) -> None:
    assert_walks_agree(page)


# Texts are copied eight bytes at a time where nothing needs folding.
_WORDS = st.sampled_from(
    ["hay ", "a", " ", "  ", "\n", "\t", "\u00a0", "\u200b", "é", "†", "\x1f", "rakes"]
)


@pytest.mark.usefixtures("compiled_walk")
@given(st.lists(_WORDS, max_size=40).map("".join), st.sampled_from(["p", "pre", "x-y"]))
def test_both_walks_fold_white_space_alike(text: str, label: str) -> None:
    assert_walks_agree(f"<{label}>{text}<b>{text[::-1]}</b> {text}</{label}>{text}")


def assert_walks_agree(page: str) -> None:
    document = LexborHTMLParser(page)
    root = document.root
    if root is None:
        return
    native, plain = _native(root, False), walk(root)

    assert native is not None
    assert native.to_text() == plain.to_text()
    assert same(native, replace(plain, title=native.title))
