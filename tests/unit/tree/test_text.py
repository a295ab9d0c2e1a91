import pytest
from hypothesis import given

from tests.strategies import pages, rich_trees
from windrow.tree import Tree, parse
from windrow.tree.parse import same
from windrow.tree.text import lines


def test_a_tree_is_read_from_text() -> None:
    tree = Tree.from_text('ul(li(a[href=/1]"Ant" b"$1") li"Bee")')

    assert [tree.label(node) for node in range(len(tree))] == ["ul", "li", "a", "b", "li"]
    assert list(tree.parents) == [-1, 0, 1, 1, 0]
    assert list(tree.sizes) == [5, 3, 1, 1, 1]
    assert list(tree.depths) == [0, 1, 2, 2, 1]
    assert tree.attributes_of(2) == {"href": "/1"}
    assert [tree.text(node) for node in range(5)] == ["", "", "Ant", "$1", "Bee"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a(b,c(d))", "a(b c(d))"),
        ("a( b\n  c )", "a(b c)"),
        ("a(b(x)*2 c*3)", "a(b(x) b(x) c c c)"),
        ('a"x"(b)', 'a("x" b)'),
        ('a("x" b "y")', 'a("x" b "y")'),
        ('a(br "x")', 'a(br "x")'),
        ('a(br"x")', 'a(br"x")'),
        ('a("x" "y" b)', 'a("xy" b)'),
        ('a("x")', 'a"x"'),
        ('a("")', 'a""'),
        (r'a"say \"\\\""', r'a"say \"\\\""'),
        (r'a[b c="d e" f="g\"h"]', r'a[b="" c="d e" f="g\"h"]'),
        ('a["[ng]"=x]', 'a["[ng]"=x]'),
        ("img", "img"),
        ('img""', 'img""'),
        ("img[alt=x]", "img[src=img alt=x]"),
    ],
)
def test_a_tree_can_be_written_in_several_ways(text: str, written: str) -> None:
    assert Tree.from_text(text).to_text() == written


def test_a_leaf_holds_its_label_unless_said_otherwise() -> None:
    tree = Tree.from_text('ul(li br img td"" p"text")')

    assert [tree.items(node) for node in tree.children(0)] == [
        [("text", "li")],
        [],
        [("image", "img")],
        [],
        [("text", "text")],
    ]


@pytest.mark.parametrize(
    "text", ["", "a b", '"x"', "a(b", "a)b", "(a)", "*3", "a*0", "a(*2)", "[x]", "a{b}", 'a"b']
)
def test_what_is_no_tree_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"tree|parenthesis"):
        Tree.from_text(text)


@given(tree=rich_trees())
def test_a_tree_is_what_its_text_says(tree: Tree) -> None:
    assert same(Tree.from_text(tree.to_text()), tree)


@given(page=pages())
def test_the_text_of_a_page_can_be_read_back(page: str) -> None:
    tree = parse(page)

    copy = Tree.from_text(tree.to_text())

    assert copy.to_text() == tree.to_text()
    assert list(copy.parents) == list(tree.parents)
    assert list(copy.kinds) == list(tree.kinds)


def test_a_subtree_is_written_alone() -> None:
    tree = Tree.from_text("ul(li(a b) li(c))")

    assert tree.to_text(1) == "li(a b)"


def test_long_texts_are_cut_for_showing() -> None:
    assert Tree.from_text('p"one two three"').to_text(width=8) == 'p"one two…"'


def test_deep_trees_need_no_deep_stack() -> None:
    deep = "a(" * 5000 + "b" + ")" * 5000

    assert Tree.from_text(deep).to_text() == deep


def test_lines_are_sizes_and_indents() -> None:
    assert list(lines(Tree.from_text('ul(li(a[href=/1]"Ant") "x")'))) == [
        "4  ul",
        "2    li",
        '1      a[href=/1] "Ant"',
        '1    "x"',
    ]
