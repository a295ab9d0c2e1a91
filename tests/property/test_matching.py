"""Laws of simple tree matching."""

from hypothesis import given

from tests.matching import TreeMatching
from tests.strategies import tree_texts, trees
from windrow.tree import Tree


@given(tree=trees(max_leaves=25))
def test_matching_is_symmetric(tree: Tree) -> None:
    matching = TreeMatching(tree)

    for a in range(len(tree)):
        for b in range(a):
            assert matching.score(a, b) == matching.score(b, a)


@given(tree=trees(max_leaves=25))
def test_a_score_is_bounded_by_the_smaller_tree(tree: Tree) -> None:
    matching = TreeMatching(tree)

    for a in range(len(tree)):
        assert matching.score(a, a) == tree.sizes[a]
        for b in range(len(tree)):
            alike = tree.label(a) == tree.label(b)
            assert int(alike) <= matching.score(a, b) <= min(tree.sizes[a], tree.sizes[b]) * alike
            assert 0 <= matching.similarity(a, b, "max") <= matching.similarity(a, b, "avg") <= 1


@given(first=tree_texts(max_leaves=10), second=tree_texts(max_leaves=10))
def test_the_score_is_the_papers(first: str, second: str) -> None:
    tree = Tree.from_text(f"x({first} {second})")
    a, b = tree.children(0)

    assert TreeMatching(tree).score(a, b) == papers_score(tree, a, b)


@given(first=tree_texts(max_leaves=15), second=tree_texts(max_leaves=15))
def test_the_pairs_are_an_ordered_matching_of_that_size(first: str, second: str) -> None:
    tree = Tree.from_text(f"x({first} {second})")
    a, b = tree.children(0)
    matching = TreeMatching(tree)

    pairs = matching.pairs(a, b)

    assert len(pairs) == matching.score(a, b)
    partner = dict(pairs)
    # In both trees the nodes come in page order, so no pair crosses another.
    assert [*partner] == sorted(partner)
    assert [*partner.values()] == sorted({*partner.values()})
    for one, other in pairs:
        assert tree.label(one) == tree.label(other)
        if one != a:
            assert partner[tree.parents[one]] == tree.parents[other]


@given(first=tree_texts(max_leaves=8), second=tree_texts(max_leaves=8))
def test_the_pairs_are_the_earliest(first: str, second: str) -> None:
    tree = Tree.from_text(f"x({first} {second})")
    a, b = tree.children(0)

    assert sorted(TreeMatching(tree).pairs(a, b)) == sorted(traced_back(tree, a, b))


def papers_score(tree: Tree, a: int, b: int) -> int:
    """Return the score by the recurrence as it is printed."""
    if tree.label(a) != tree.label(b):
        return 0
    return matrix(tree, a, b)[-1][-1] + 1


def matrix(tree: Tree, a: int, b: int) -> list[list[int]]:
    first, second = tree.children(a), tree.children(b)
    best = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i, x in enumerate(first, 1):
        for j, y in enumerate(second, 1):
            pair = best[i - 1][j - 1] + papers_score(tree, x, y)
            best[i][j] = max(best[i][j - 1], best[i - 1][j], pair)
    return best


def traced_back(tree: Tree, a: int, b: int) -> list[tuple[int, int]]:
    """Return the pairs, at every step going left if that is as good, else up, else to the pair."""
    if tree.label(a) != tree.label(b):
        return []
    first, second, best = tree.children(a), tree.children(b), matrix(tree, a, b)
    pairs = [(a, b)]
    i, j = len(first), len(second)
    while i and j:
        if best[i][j] == best[i][j - 1]:
            j -= 1
        elif best[i][j] == best[i - 1][j]:
            i -= 1
        else:
            i, j = i - 1, j - 1
            pairs += traced_back(tree, first[i], second[j])
    return pairs
