"""Boxes join the tree by position, and never the wrong one."""

from array import array

import pytest

from windrow.read import Page
from windrow.read.layout import NO_BOX, Layout, attribute_check, text_check, words
from windrow.tree import Tree, parse
from windrow.tree.boxes import with_boxes
from windrow.tree.tree import TEXT_LABEL
from windrow.tree.walk import OPAQUE


def drawn(tree: Tree) -> Layout:
    """Return the layout of *tree* as if each element stood at its own number."""
    names: dict[str, int] = {}
    labels, parents, hidden, boxes = array("i"), array("i"), array("B"), array("d")
    attributes, texts = array("I"), array("I")
    text_parents, text_sizes, text_boxes = array("i"), array("i"), array("d")
    place: dict[int, int] = {}
    for node in range(len(tree)):
        if tree.label(node) != TEXT_LABEL:
            place[node] = len(labels)
            labels.append(names.setdefault(tree.label(node), len(names)))
            parents.append(place[tree.parents[node]] if node else -1)
            pairs = [(k.encode(), v.encode()) for k, v in tree.attributes_of(node).items()]
            attributes.append(attribute_check(pairs))
            texts.append(0)
            hidden.append("hidden" in tree.attributes_of(node))
            boxes.extend((len(labels), 0, len(labels) + 1, 1))
        if text := tree.text(node):
            owner = place[node if node in place else tree.parents[node]]
            texts[owner] = text_check(text, texts[owner])
            text_parents.append(owner)
            text_sizes.append(len(words(text)))
            text_boxes.extend((node, 5, node + 1, 6))
    return Layout(
        tuple(names), labels, parents, attributes, texts, hidden, boxes, text_parents, text_sizes,
        text_boxes, 100.0, 100.0,
    )  # fmt: skip


def lefts(tree: Tree) -> dict[str, float | None]:
    """Return the left edges of the elements with an id, by id; None without a box."""
    return {
        name: None if (box := tree.box(node)) is None else box[0]
        for node in range(len(tree))
        if (name := tree.attribute(node, "id"))
    }


def boxed(html: str, browser: str | None = None) -> Tree:
    """Return the tree of *html* with the boxes of what a *browser* made of it."""
    return with_boxes(parse(html), drawn(parse(browser or html, hidden=True)))


def test_every_node_of_an_equal_tree_has_its_box() -> None:
    tree = boxed("<ul><li id=a>x<b>y</b> z<li id=b>w</ul>")

    assert all(tree.box(node) for node in range(len(tree)))
    assert lefts(tree) == {"a": 4, "b": 6}


def test_texts_take_the_boxes_of_their_runs() -> None:
    tree = boxed("<p>one <b>two</b> three</p>")

    texts = [node for node in range(len(tree)) if tree.label(node) == TEXT_LABEL]
    assert [tree.box(node) for node in texts] == [(n, 5, n + 1, 6) for n in texts]


def test_what_is_on_one_side_only_shifts_the_others_and_costs_only_itself() -> None:
    html = "<div id=a><p>1</p></div><ul id=b><li id=c>2</li></ul><div id=d><p id=e>3</p></div>"
    more = html.replace("<ul id=b>", "<i>new</i><ul id=b>")

    assert lefts(boxed(html, more)) == {"a": 3, "b": 6, "c": 7, "d": 8, "e": 9}
    less = html.replace("<div id=a><p>1</p></div>", "")
    assert lefts(boxed(html, less)) == {"a": None, "b": 3, "c": 4, "d": 5, "e": 6}


def test_like_elements_before_one_that_is_missing_have_no_box_either() -> None:
    tree = boxed("<ul><li>x<li>x</ul><p id=a>end</p>", "<ul><li>x<li>x<li>x</ul><p id=a>end</p>")

    assert [tree.box(n) for n in range(len(tree)) if tree.label(n) == "li"] == [None, None]
    assert lefts(tree) == {"a": 7}


def test_what_is_hidden_does_not_disturb_the_search() -> None:
    html = "<div><p>1<b hidden>no</b></div><i>lost</i><div><p>2<b hidden>no</b></div><p id=a>x"

    tree = boxed(html, html.replace("<i>lost</i>", ""))

    assert lefts(tree) == {"a": 9}
    assert [tree.box(n) is None for n in range(len(tree)) if tree.label(n) in ("div", "i")] == [
        False, True, False,
    ]  # fmt: skip


def test_an_element_with_another_text_is_another_element() -> None:
    tree = boxed("<ul><li>a<li>c<li>d</ul>", "<ul><li>a<li>b<li>c<li>d</ul>")

    found = {tree.text(n): tree.box(n) for n in range(len(tree)) if tree.label(n) == "li"}
    assert {text: box and box[0] for text, box in found.items()} == {"a": 4, "c": 6, "d": 7}


def test_texts_that_do_not_add_up_have_no_box() -> None:
    tree = parse("<p>one <b>two</b> three</p>")
    layout = drawn(tree)
    layout.text_sizes[0] += 1

    boxes = with_boxes(tree, layout)
    texts = [node for node in range(len(tree)) if tree.label(node) == TEXT_LABEL]
    assert [boxes.box(node) for node in texts] == [None, None]
    assert all(boxes.box(n) for n in range(len(tree)) if n not in texts)


@pytest.mark.parametrize("label", sorted(OPAQUE))
def test_what_is_inside_of_drawings_and_frames_is_not_asked_for(label: str) -> None:
    html = f"<p id=a>x</p><{label} id=b></{label}><p id=c>y</p>"

    found = lefts(boxed(html))
    assert found["a"] == 3
    assert found["c"] == 5


def test_an_empty_layout_gives_no_boxes() -> None:
    empty = array("i")
    layout = Layout((), empty, empty, array("I"), array("I"), array("B"), array("d"), empty, empty,
                    array("d"))  # fmt: skip
    tree = with_boxes(parse("<p>x"), layout)

    assert [*map(tree.box, range(len(tree)))] == [None] * len(tree)
    assert NO_BOX[0] != NO_BOX[0]


def test_a_page_with_a_layout_is_parsed_with_boxes() -> None:
    html = "<ul><li id=a>x<li id=b>y</ul>"
    page = Page("p", html.encode(), layout=drawn(parse(html)))

    assert lefts(parse(page)) == {"a": 4, "b": 5}
