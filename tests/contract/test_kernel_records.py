"""The kernels behind records: compiled and uncompiled alike, and true to their word."""

from __future__ import annotations

import os
from array import array
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.strategies import pages, trees
from windrow import kernels
from windrow.align.partial import align
from windrow.kernels import Mode, load
from windrow.tree import Tree, parse

COMPILED = kernels._compiled_file("align.lists") is not None
needs_both = pytest.mark.skipif(
    not COMPILED and os.environ.get("WINDROW_KERNELS") != "native", reason="not compiled"
)
MODES: tuple[Mode, ...] = ("python", "native") if COMPILED else ("python",)
every_mode = pytest.mark.parametrize("mode", MODES)


def listed(tree: Tree, mode: Mode) -> list[Any]:
    """Return all that the kernel of lists says of the children of the root as records."""
    lists = load("align.lists", mode)
    records = [(child,) for child in tree.children(0)]
    rows = align(tree, records).rows
    columns = [*range(max(map(len, rows), default=0))]
    edges = (tree.parents, tree.depths)
    said: list[Any] = []
    for depth in range(3):
        levels = [1 + depth] * len(records)
        content = (*edges, tree.sizes, tree.item_counts, tree.labels)
        for some in (columns, columns[:1], columns[::2]):
            said.append(lists.together(rows, levels, some, *edges))
            said.append(lists.items(rows, records, levels, some, *content))
    below = [tree.children(record[0]) for record in records]
    text = (tree.sizes, tree.kinds, tree.labels, tree.texts, tree.buffer)
    return [
        said,
        lists.outside(rows, below, tree.sizes),
        lists.looks([*range(len(tree))], *text, 4),
    ]


def pieces(tree: Tree, mode: Mode) -> list[Any]:
    """Return what the kernel says of the pieces of lines, and of columns of them."""
    several = {node: tree.words(node, node + tree.sizes[node]) for node in range(len(tree))}
    reader = load("align.pieces", mode).Pieces(
        *(tree.names, tree.labels, tree.sizes, tree.kinds, tree.texts),
        *(tree.attribute_starts, tree.attributes, tree.buffer),
        *(tree.attribute_numbers.get("class", -1), ("#text", b"")),
        *(several.__getitem__, lambda text: text == "-", bytes.lower),
    )
    every = [*range(len(tree))]
    cells = load("align.cells", mode)
    rows = tuple((node, None, (), tree.parents[node]) for node in every if node)
    runs = [{0: node % 3, 2: node % 2} for node in every]
    return [
        [(reader.text(node), reader.mark(node)) for node in every],
        [reader.line(every[k : k + 3]) for k in every],
        reader.keys(tuple(every)),
        cells.decimals(rows, [0, 1, 2, 3], tree.texts, tree.buffer),
        cells.distinct(runs, [2, 1, 0]),
    ]


@needs_both
@settings(max_examples=60, deadline=None)
@given(tree=trees(max_leaves=30))
def test_both_modes_find_the_same_lists(tree: Tree) -> None:
    if tree.children(0):
        assert listed(tree, "native") == listed(tree, "python")


@needs_both
@settings(max_examples=40, deadline=None)
@given(page=pages())
def test_both_modes_read_the_same_pieces(page: str) -> None:
    tree = parse(page)

    assert pieces(tree, "native") == pieces(tree, "python")


@needs_both
@settings(max_examples=60, deadline=None)
@given(tree=trees(max_leaves=30))
def test_both_modes_find_records_of_one_shape(tree: Tree) -> None:
    native, python = load("align.records", "native"), load("align.records", "python")
    roots = array("i", range(len(tree)))
    for step in (1, 2):
        ends = array("i", range(0, len(tree) + 1, step))
        for marks in (None, tree.labels, tree.depths):
            sides = (roots, ends, tree.shapes, tree.sizes, marks)
            assert native.alike(*sides) == python.alike(*sides)


@every_mode
@given(part=st.integers(0, 5000), more=st.integers(1, 5000))
@example(part=1, more=1999)
@example(part=0, more=1)
def test_shares_are_rounded_as_python_rounds(mode: Mode, part: int, more: int) -> None:
    sizes = array("i", [1]) * (part + more)

    [(first, end)] = load("align.records", mode).shares(((part,),), 1, sizes)

    assert first == round(part / len(sizes), 3)
    assert end == round((part + 1) / len(sizes), 3)


@every_mode
def test_equal_subtrees_match_node_by_node(mode: Mode) -> None:
    tree = Tree.from_text("x(a(b(c d) b(c)) a(b(c d) b(c)) a(b(c) b(c d)))")
    first, second, third = tree.children(0)
    keys = array("i", range(len(tree)))
    side = (tree.labels, tree.sizes, keys)
    matching = load("match.simple", mode).Matching(*side, *side, False)

    pairs = [*matching.pairs(first, second)]

    assert matching.score(first, second) == tree.sizes[first]
    assert pairs[1::2] == [node + tree.sizes[first] for node in pairs[::2]]
    assert matching.score(first, third) == tree.sizes[first] - 1


@every_mode
def test_with_other_marks_equal_labels_are_not_equal_subtrees(mode: Mode) -> None:
    tree = Tree.from_text("x(a(b c) a(b c))")
    first, second = tree.children(0)
    keys, marks = array("i", range(len(tree))), array("i", [0, 1, 2, 3, 1, 2, 4])
    side = (tree.labels, tree.sizes, keys)
    matching = load("match.simple", mode).Matching(*side, *side, False, None, None, marks, marks)

    # Two for each pair, and one more where the marks agree.
    assert matching.score(first, second) == 8
    assert matching.score(first, first) == 9


@every_mode
def test_cells_in_an_item_of_their_record_are_left_out(mode: Mode) -> None:
    # Items at 3, 6 and 10, of three, two and one node; the second record has none.
    sizes = array("i", [12, 1, 9, 3, 1, 1, 2, 1, 1, 1, 1, 1])
    row = (1, 3, 5, None, 6, 8, 9, 10, 11, "word")

    found = load("align.lists", mode).outside((row, row), [[3, 6, 10], []], sizes)

    assert found == [[1, None, None, None, None, 8, 9, None, 11, "word"], [*row]]
