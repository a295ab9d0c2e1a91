from array import array
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import rich_trees
from windrow.tree import Tree
from windrow.tree.parse import same
from windrow.tree.tree import Box
from windrow.tree.visual import visual_parents, visual_tree

NOWHERE = (float("nan"),) * 4

numbers = st.integers(0, 6)
boxes = st.tuples(numbers, numbers, numbers, numbers)


def laid_out(text: str, *boxes: Box) -> Tree:
    """Return a tree with the boxes (left, top, right, bottom) of its nodes."""
    tree = Tree.from_text(text)
    return replace(tree, boxes=array("d", [number for box in boxes for number in box]))


def test_a_table_without_end_tags_is_nested_by_its_boxes() -> None:
    # name, left, right, top, bottom, as the papers have it
    table = [
        ("table", 100, 300, 200, 400),
        ("tr", 100, 300, 200, 300),
        ("td", 100, 200, 200, 300),
        ("td", 200, 300, 200, 300),
        ("tr", 100, 300, 300, 400),
        ("td", 100, 200, 300, 400),
        ("td", 200, 300, 300, 400),
    ]

    parents = visual_parents([(left, top, right, bottom) for _, left, right, top, bottom in table])

    assert parents == [None, 0, 1, 1, 0, 4, 4]


def test_of_equal_boxes_the_earlier_is_the_parent() -> None:
    assert visual_parents([(0, 0, 9, 9)] * 3) == [None, 0, 1]


def test_a_box_may_stick_out_by_a_pixel() -> None:
    assert visual_parents([(0, 0, 9, 9), (-1, -1, 10, 10)]) == [None, 0]
    assert visual_parents([(0, 0, 9, 9), (0, 0, 10.5, 9)]) == [None, None]
    assert visual_parents([(0, 0, 9, 9), (0, 0, 10, 9)], tolerance=0) == [None, None]


def test_boxes_without_area_hold_nothing_and_close_nothing() -> None:
    page, cell, inner = (0, 0, 100, 100), (0, 0, 50, 50), (10, 10, 20, 20)

    assert visual_parents([page, cell, None, inner]) == [None, 0, 1, 1]
    assert visual_parents([page, cell, (0, 0, 0, 0), inner]) == [None, 0, 1, 1]
    assert visual_parents([page, cell, (90, 90, 90, 99), inner]) == [None, 0, 1, 1]
    assert visual_parents([None, cell]) == [None, None]


def test_what_overflows_goes_to_the_nearest_open_box_that_contains_it() -> None:
    page, menu, entry, popup = (0, 0, 100, 100), (0, 0, 50, 10), (0, 0, 9, 9), (0, 0, 80, 80)

    assert visual_parents([page, menu, entry, popup]) == [None, 0, 1, 0]
    assert visual_parents([page, menu, entry, (0, 0, 500, 500)]) == [None, 0, 1, None]


@given(boxes=st.lists(boxes | st.none(), max_size=12))
def test_a_visual_parent_is_earlier_and_contains_its_child(boxes: list[Box | None]) -> None:
    parents = visual_parents(boxes, tolerance=0)

    for parent, box in zip(parents, boxes, strict=True):
        outer = None if parent is None else boxes[parent]
        if outer is None or box is None or box[0] >= box[2] or box[1] >= box[3]:
            continue
        assert outer[0] <= box[0] < box[2] <= outer[2]
        assert outer[1] <= box[1] < box[3] <= outer[3]


def test_a_tree_is_nested_by_its_boxes() -> None:
    tree = laid_out(
        'body(ul(li"1" p"2") li"3")',
        (0, 0, 100, 100),
        (0, 0, 100, 50),
        (0, 0, 100, 20),
        (0, 60, 100, 80),
        (0, 20, 100, 40),
    )

    assert visual_tree(tree).to_text() == 'body(ul(li"1") p"2" li"3")'


def test_text_gives_way_to_elements_and_takes_their_place() -> None:
    page, left, right = (0, 0, 99, 99), (0, 0, 50, 99), (50, 0, 99, 99)

    filled = laid_out('tr(td"a" b"b")', page, left, (1, 1, 9, 9))
    emptied = laid_out('tr(td("a" b"b"))', page, left, NOWHERE, right)

    assert visual_tree(filled).to_text() == 'tr(td("a" b))'
    assert visual_tree(emptied).to_text() == 'tr(td"a" b)'


def test_texts_that_meet_become_one() -> None:
    page, left, right = (0, 0, 99, 99), (0, 0, 50, 99), (50, 0, 99, 99)
    texts = (0, 0, 10, 10), (20, 0, 30, 10)
    tree = laid_out(
        'tr(td("a" b"b" "c" i"i"))', page, left, texts[0], right, texts[1], (40, 0, 45, 9)
    )

    assert visual_tree(tree).to_text() == 'tr(td"ac" b i)'


def test_without_boxes_the_tree_stays_as_it_is() -> None:
    plain = Tree.from_text("ul(li li)")
    hidden = laid_out("ul(li li)", NOWHERE, NOWHERE, NOWHERE)

    assert visual_tree(plain) is plain
    assert visual_tree(hidden) is hidden


@given(tree=rich_trees(), numbers=st.data())
def test_nothing_is_lost_by_nesting_anew(tree: Tree, numbers: st.DataObject) -> None:
    drawn = numbers.draw(st.lists(boxes, min_size=len(tree), max_size=len(tree)))
    tree = replace(tree, boxes=array("d", [number for box in drawn for number in box]))

    nested = visual_tree(tree)

    assert sorted(elements(nested)) == sorted(elements(tree))
    assert len(nested.boxes or ()) == 4 * len(nested)
    assert "".join(sorted(words(nested))) == "".join(sorted(words(tree)))


@given(tree=rich_trees())
def test_boxes_that_nest_as_the_tags_do_change_nothing(tree: Tree) -> None:
    flat: list[float] = []
    for node in range(len(tree)):
        # A node and its subtree as a strip: left is the node, right is behind its last node.
        flat += (
            10 * node,
            tree.depths[node],
            10 * (node + tree.sizes[node]),
            1000 - tree.depths[node],
        )
    tree = replace(tree, boxes=array("d", flat))

    nested = visual_tree(tree)

    assert same(nested, tree)
    assert nested.boxes == tree.boxes


def elements(tree: Tree) -> list[tuple[str, str, str]]:
    return [
        (tree.label(node), str(tree.attributes_of(node)), str(tree.box(node)))
        for node in range(len(tree))
        if tree.label(node) != "#text"
    ]


def words(tree: Tree) -> str:
    return "".join(tree.text(node) for node in range(len(tree)))
