from array import array
from dataclasses import replace

import pytest

from tests.matching import TreeMatching
from windrow.tree import Tree


def both(first: str, second: str) -> tuple[Tree, int, int]:
    """Return one tree that contains two others, and the root of each."""
    tree = Tree.from_text(f"both({first} {second})")
    a, b = tree.children(0)
    return tree, a, b


@pytest.mark.parametrize(
    ("first", "second", "score"),
    [
        ("a(b,c(d,e))", "a(b,c(d))", 4),
        ("a(b,c)", "a(c,b)", 2),
        ("a(b)", "c(b)", 0),
        ("a", "a", 1),
        ("a(b(x),b(y))", "a(b(y))", 3),
        ("a(b(d(x)*7),c(g(y,z)*2))", "a(b(d(x)*2),c(g(y,z)*4))", 13),
    ],
)
def test_the_score_is_the_size_of_the_largest_matching(first: str, second: str, score: int) -> None:
    tree, a, b = both(first, second)

    assert TreeMatching(tree).score(a, b) == score
    assert len(TreeMatching(tree).pairs(a, b)) == score


@pytest.mark.parametrize(
    ("first", "second", "pairs"),
    [
        ("p(c)", "p(c,a,c)", [(0, 0)]),
        ("p(a,b,c)", "p(a,c,b,c)", [(0, 0), (1, 2), (2, 3)]),
    ],
)
def test_of_equal_matchings_the_earliest_is_taken(
    first: str, second: str, pairs: list[tuple[int, int]]
) -> None:
    tree, a, b = both(first, second)

    [root, *below] = TreeMatching(tree).pairs(a, b)

    places = [(tree.children(a).index(x), tree.children(b).index(y)) for x, y in below]
    assert root == (a, b)
    assert places == pairs


def test_equal_subtrees_match_node_by_node() -> None:
    tree, a, b = both("ul(li(a b) li(a b))", "ul(li(a b) li(a b))")

    assert TreeMatching(tree).pairs(a, b) == [*zip(tree.subtree(a), tree.subtree(b), strict=True)]


def test_roots_that_differ_match_nothing() -> None:
    tree, a, b = both("ul(li li)", "ol(li li)")

    assert TreeMatching(tree).pairs(a, b) == []
    assert TreeMatching(tree).similarity(a, b) == 0


def test_the_score_is_a_share_of_the_mean_or_of_the_larger_tree() -> None:
    tree, a, b = both("a(b c(d e))", "a(b c)")
    matching = TreeMatching(tree)

    assert matching.similarity(a, b) == matching.similarity(a, b, "avg") == 3 / 4
    assert matching.similarity(a, b, "max") == 3 / 5


def test_all_pairs_of_siblings_are_compared_at_once() -> None:
    tree = Tree.from_text("ul(li(a) li(a b) p)")
    matching = TreeMatching(tree)
    nodes = tree.children(0)

    table = matching.similarities(nodes, "max")

    assert table == [[matching.similarity(x, y, "max") for y in nodes] for x in nodes]
    assert table == [[1, 2 / 3, 0], [2 / 3, 1, 0], [0, 0, 1]]
    assert matching.similarities([]) == []


def test_repeated_markup_is_matched_once() -> None:
    row = "tr(td(a b) td(c(d e)))"
    tree, a, b = both(f"t({row}*300)", f"t({row}*299 tr(td))")

    assert TreeMatching(tree).score(a, b) == 1 + 299 * 8 + 2


def test_deep_trees_need_no_deep_stack() -> None:
    tree, a, b = both("a(" * 3000 + "b c" + ")" * 3000, "a(" * 3000 + "c b" + ")" * 3000)

    assert TreeMatching(tree).score(a, b) == 3001
    assert len(TreeMatching(tree).pairs(a, b)) == 3001


def test_nodes_drawn_very_differently_do_not_match() -> None:
    tree, a, b = both("li(p)", "li(p)")
    wide = [0, 0, 500, 100], [0, 0, 500, 100], [0, 0, 200, 20], [0, 0, 500, 100], [0, 0, 90, 20]
    drawn = replace(tree, boxes=array("d", [number for box in wide for number in box]))

    assert TreeMatching(drawn).score(a, b) == 2
    assert TreeMatching(drawn, visual=True).score(a, b) == 1
    assert TreeMatching(tree, visual=True).score(a, b) == 2


def test_long_lists_are_matched_near_the_diagonal_and_lose_little() -> None:
    parts = " ".join(f"{'bcde'[k % 4]}" for k in range(5000))
    tree, a, b = both(f"a({parts})", f"a(x x x {parts} x)")

    matching = TreeMatching(tree)

    assert matching.score(a, b) == 5001
    assert len(matching.pairs(a, b)) == 5001


def test_the_ends_of_very_unlike_lists_are_matched() -> None:
    tree, a, b = both(f"a(b {'c ' * 6000}d)", f"a(b {'e ' * 1000}d)")

    assert TreeMatching(tree).score(a, b) == 3
