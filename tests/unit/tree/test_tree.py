import pickle

from hypothesis import given

from tests.strategies import rich_trees, trees
from windrow.tree import Tree


def test_a_subtree_is_a_run_of_nodes() -> None:
    tree = Tree.from_text("ul(li(a b) li(c(d)))")

    assert list(tree.subtree(1)) == [1, 2, 3]
    assert list(tree.subtree(4)) == [4, 5, 6]
    assert tree.children(0) == [1, 4]
    assert tree.children(2) == []
    assert list(tree.ancestors(6)) == [5, 4, 0]
    assert list(tree.ancestors(0)) == []


def test_attributes_come_in_page_order() -> None:
    tree = Tree.from_text('p(a[title="é 中" href=/1 title=x])')

    assert tree.attributes_of(1) == {"title": "x", "href": "/1"}
    assert tree.attribute(1, "href") == "/1"
    assert tree.attribute(1, "class") is None
    assert tree.attributes_of(0) == {}


def test_several_nodes_are_read_at_once() -> None:
    tree = Tree.from_text('ul(li(a[href=/1]"Ant" a"no" b[href=/2]"$1") li(a[href=/3]))')

    assert tree.values(0, len(tree), tree.label_numbers["a"], "href") == ["/1", "/3"]
    assert tree.values(0, len(tree), tree.label_numbers["a"], "src") == []
    assert tree.words(0, 5) == "Ant no $1"
    assert [tree.sole(0, 5), tree.sole(1, 3), tree.sole(5, 6)] == [-2, 2, -1]


def test_the_value_of_a_kind_that_is_not_there_is_empty() -> None:
    tree = Tree.from_text('p"x"')

    assert (tree.value(0, "text"), tree.value(0, "link"), tree.value(0, "image")) == ("x", "", "")


def test_labels_without_boxes_have_no_box() -> None:
    assert Tree.from_text("p").box(0) is None


def test_a_tree_shows_its_size_only() -> None:
    assert repr(Tree.from_text("ul(li*3)")) == "<Tree of 4 nodes>"


def test_heights_are_levels() -> None:
    assert list(Tree.from_text("a(b(c(d)) e)").heights) == [4, 3, 2, 1, 1]


@given(tree=trees())
def test_a_height_is_one_more_than_the_highest_child(tree: Tree) -> None:
    for node in range(len(tree)):
        below = [tree.heights[child] for child in tree.children(node)]
        assert tree.heights[node] == 1 + max(below, default=0)


@given(tree=trees(max_leaves=25))
def test_shapes_are_equal_exactly_where_labels_are(tree: Tree) -> None:
    def labels(node: int) -> tuple[object, ...]:
        return tree.label(node), *(labels(child) for child in tree.children(node))

    shapes = [(tree.shapes[node], labels(node)) for node in range(len(tree))]

    assert len(set(shapes)) == len({shape for shape, _ in shapes})
    assert len(set(shapes)) == len({below for _, below in shapes})


def test_shapes_know_no_values() -> None:
    tree = Tree.from_text('ul(li(a[href=/1]"Ant") li(a"Bee") li(b"Bee"))')

    first, second, third = (tree.shapes[node] for node in tree.children(0))
    assert first == second != third


@given(tree=rich_trees())
def test_item_counts_tell_the_items_of_a_subtree(tree: Tree) -> None:
    for node in range(len(tree)):
        items = [item for below in tree.subtree(node) for item in tree.items(below)]
        counted = tree.item_counts[node + tree.sizes[node]] - tree.item_counts[node]
        assert counted == len(items)
        assert tree.has_items(node) == bool(items)


@given(tree=rich_trees())
def test_text_sums_tell_how_much_text_a_subtree_has(tree: Tree) -> None:
    for node in range(len(tree)):
        text = "".join(map(tree.text, tree.subtree(node)))
        counted = tree.text_sums[node + tree.sizes[node]] - tree.text_sums[node]
        assert counted == len(text.encode())


def test_a_tree_that_was_asked_can_be_sent_to_another_process() -> None:
    tree = Tree.from_text('ul(li[class=x]"Ant" li"Bee")')
    assert tree.attribute(1, "class") == "x"

    sent = pickle.loads(pickle.dumps(tree))

    assert sent.to_text() == tree.to_text()
    assert sent.children(0) == [1, 2]
