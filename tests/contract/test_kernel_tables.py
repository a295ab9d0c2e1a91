"""The kernels behind aligning and tables: compiled and uncompiled alike, and true to their word."""

from __future__ import annotations

import os
import re
from array import array
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import pages, trees
from windrow import kernels
from windrow.kernels import Mode, load
from windrow.tree import Tree, parse
from windrow.tree.markup import INLINE
from windrow.tree.runs import run_nodes, run_texts, text_of

COMPILED = kernels._compiled_file("align.cells") is not None
needs_both = pytest.mark.skipif(
    not COMPILED and os.environ.get("WINDROW_KERNELS") != "native", reason="not compiled"
)
MODES: tuple[Mode, ...] = ("python", "native") if COMPILED else ("python",)
every_mode = pytest.mark.parametrize("mode", MODES)
CLASSES = st.text("abAB19-_ \0é", max_size=14).map(str.encode)


def numbers(text: str) -> array[int]:
    return array("i", map(int, text.split()))


def grown(tree: Tree, mode: Mode) -> list[Any]:
    """Return what becomes of the children of the root when each is put into the first."""
    seeds, simple, cells = (
        load(name, mode) for name in ("align.seeds", "match.simple", "align.cells")
    )
    parts = [
        (array("i", tree.labels[a:b]), array("i", tree.sizes[a:b]), array("i", tree.depths[a:b]))
        for a, b in ((child, child + tree.sizes[child]) for child in tree.children(0))
    ]
    seed = seeds.GrowingTree(*parts[0])
    said: list[Any] = []
    for labels, sizes, marks in parts[1:]:
        own_labels, own_sizes, own_marks, order = seed.arrays()
        keys = array("i", range(max(len(own_labels), len(labels))))
        sides = (own_labels, own_sizes, keys, labels, sizes, keys)
        found = simple.Matching(*sides, False, None, None, own_marks, marks).pairs(0, 0)
        links = cells.places(found, order, len(labels))
        said.append(seed.insert(labels, sizes, marks, links))
    return [said, seed.arrays(), seed.by_number(), len(seed)]


def lined_up(tree: Tree, mode: Mode) -> list[Any]:
    """Return all that the kernel says of the children of the root as records."""
    cells = load("align.cells", mode)
    roots = array("i", tree.children(0))
    ends = array("i", range(len(roots) + 1))
    items = cells.counts(roots, ends, tree.sizes, tree.item_counts)
    nodes, starts = cells.nodes_of(roots, ends, tree.sizes)
    links = array("i", [k % 3 - 1 for k in range(len(nodes))])
    held = cells.held(links, nodes, tree.kinds, 2)
    rows = cells.rows(links, nodes, starts, tree.kinds, numbers("0 1 1 3"), numbers("1 1 2"))
    columns = tuple(map(tuple, rows))
    ending = [
        cells.ending_with(sign, columns, [0, 1, 2], tree.texts, tree.buffer, 0.5, 2)
        for sign in b",:a"
    ]
    named = [cells.labelled(columns, [0, 1, 2], tree.labels, label, 0.5) for label in (0, 1, 2)]
    parting = cells.parting_depths(columns, [2, 0, 1], tree.sizes, tree.parents, tree.depths)
    runs = [{k: own % 2 for k, own in enumerate(row) if own is not None} for row in columns]
    beside = [cells.neighbours(runs, words) for words in (set(), {1}, {0, 2})]
    left = cells.left_over(links, nodes, tree.kinds)
    return [nodes, starts, items, held, rows, left, ending, named, parting, beside]


def said(tree: Tree, mode: Mode) -> list[Any]:
    """Return runs of text and values, for all nodes of a page."""
    runs, values, numbered = (
        load(name, mode) for name in ("tree.runs", "table.values", "auto.numbers")
    )
    inline = array("i", [name in INLINE for name in tree.names])
    flags = runs.inline_flags(tree.labels, tree.parents, inline)
    every = (None, (), *range(len(tree)))
    edges = (tree.labels, tree.parents, tree.sizes, flags)
    lines = runs.BrokenRuns(*edges, tree.names.index("br"), tree.names.index("a"))
    attributes = (tree.attribute_starts, tree.attributes, tree.buffer)
    links = load("auto.notes", mode).inner_links
    spans = [numbered.spans(*attributes[:2], k) for k in range(3)]
    texts, distinct, full = numbered.texts_of(*spans, tree.buffer)
    count = range(len(distinct))
    facts = [array("i", [k % 3 - 1 for k in count]), *[array("i", [k % 2 for k in count])] * 3]
    nodes = load("tree.nodes", mode).Nodes(
        *(tree.names, tree.labels, tree.sizes, tree.texts),
        *(*attributes[:2], tree.attribute_numbers, tree.buffer),
    )
    names = [*tree.attribute_numbers, "nowhere"]
    return [
        flags,
        [nodes.has_label(label) for label in range(len(tree.names) + 1)],
        [nodes.has_attribute(k, len(tree), name) for name in names for k in range(len(tree))],
        runs.runs(flags, tree.sizes),
        runs.blocks(tree.labels, tree.parents, inline, inline),
        [lines.broken(node, goes_on) for node in range(len(tree)) for goes_on in (False, True)],
        values.texts(every, tree.texts, tree.buffer),
        values.run_texts(
            every,
            *(tree.labels, tree.parents, tree.sizes, tree.kinds, tree.texts, tree.spacing),
            *(inline, flags, tree.buffer),
        ),
        [values.attributes(every, k, *attributes) for k in range(4)],
        _around(tree, mode),
        [texts, distinct, full],
        [links(*attributes[:2], k, k + 1, tree.buffer) for k in range(4)],
        load("auto.numbers", mode).word_signals(tree.labels, tree.parents, texts, *facts, 1000),
        load("auto.landmarks", mode).outer(
            *(tree.labels, tree.parents, tree.sizes, texts),
            *(array("i", [k % 3 for k in range(len(tree.names))]), facts[0]),
            array("i", range(0, 2 * len(tree) + 2, 2)),
        ),
    ]


def _around(tree: Tree, mode: Mode) -> list[Any]:
    """Return what the markup around each node of a page says, in a row with every third node."""
    kernel = load("table.markup", mode)
    numbers = tree.attribute_numbers
    markup = kernel.Markup(
        (
            *(tree.labels, tree.parents, tree.sizes, tree.depths),
            *(tree.texts, tree.attribute_starts, tree.attributes),
        ),
        *(tree.names, tree.buffer),
        array("i", [number % 4 - 2 for number in range(len(tree.attribute_names))]),
        array("i", [(number * 37) % 256 for number in range(len(tree.names))]),
        frozenset(range(2, len(tree), 5)),
        (0, 1, numbers.get("class", -1)),
    )
    others = [*range(0, len(tree), 3)]
    return [
        (inner, markup.around(node, inner, others, 4))
        for node in range(len(tree))
        for inner in (markup.sole(node),)
    ]


@needs_both
@settings(max_examples=60, deadline=None)
@given(tree=trees(max_leaves=30))
def test_both_modes_grow_and_line_up_alike(tree: Tree) -> None:
    assert lined_up(tree, "native") == lined_up(tree, "python")
    if tree.children(0):
        assert grown(tree, "native") == grown(tree, "python")


@needs_both
@settings(max_examples=40, deadline=None)
@given(page=pages())
def test_both_modes_read_pages_alike(page: str) -> None:
    tree = parse(page)

    assert said(tree, "native") == said(tree, "python")


@settings(max_examples=40, deadline=None)
@given(page=pages())
def test_runs_read_at_once_say_what_each_says_alone(page: str) -> None:
    tree = parse(page)
    every = tuple(range(len(tree)))

    alone = [text_of(tree, run_nodes(tree, node)) or None for node in every]
    parts = [text_of(tree, tree.subtree(node)) or None for node in every]

    assert run_texts(tree, every) == alone
    assert run_texts(tree, every, kind="part") == parts


SIGNS = st.text("aZ_ß日９٣ 5:：\n\xa0.-", max_size=9) | st.text(max_size=9)


@every_mode
@given(text=SIGNS, start=st.integers(0, 4))
def test_signs_are_those_that_patterns_find(mode: Mode, text: str, start: int) -> None:
    signs = load("table.signs", mode)

    assert signs.has_digit(text) == bool(re.search(r"\d", text))
    assert signs.count_digits(text) == len(re.findall(r"\d", text))
    assert signs.has_letter(text) == any(map(str.isalpha, text))
    label = re.compile(r"[^\W\d]\s?[:：]\s")
    assert signs.has_label(text, start) == bool(label.search(text, start))


@every_mode
def test_markup_is_read_upwards_to_the_record(mode: Mode) -> None:
    page = (
        "<ul class=list><li class=card><h3 class=top><i class=icon></i><b title=x>Ant</b></h3></ul>"
    )
    tree = parse(page)
    kernel = load("table.markup", mode)
    signs = {"b": 4, "h3": 1, "i": kernel.PICTURE}
    numbers, record, text = tree.attribute_numbers, tree.names.index("li"), tree.names.index("b")
    record, text = [*tree.labels].index(record), [*tree.labels].index(text)
    markup = kernel.Markup(
        (
            *(tree.labels, tree.parents, tree.sizes, tree.depths),
            *(tree.texts, tree.attribute_starts, tree.attributes),
        ),
        *(tree.names, tree.buffer),
        array("i", [0 if name == "title" else kernel.LIKE_CLASS for name in tree.attribute_names]),
        array("i", [signs.get(name, 0) for name in tree.names]),
        frozenset((record,)),
        (-1, -1, numbers["class"]),
    )

    found = markup.around(text, text, [text], 4)

    assert found == (((0, b"x"), (-1, b"top"), (-1, b"card")), (), 5, b"icon")


@needs_both
@settings(max_examples=80, deadline=None)
@given(texts=st.lists(CLASSES, max_size=6))
def test_both_modes_find_the_same_words(texts: list[bytes]) -> None:
    groups, dropped, layout = [["ab", "|a|"], ["b|"]], frozenset({b"a"}), frozenset({b"ab"})
    native, python = load("auto.words", "native"), load("auto.words", "python")

    words, others = native.Words(groups), python.Words(groups)

    assert [*map(words.found, texts)] == [*map(others.found, texts)]
    facts = native.facts(texts, words, dropped, layout)
    assert facts == python.facts(texts, others, dropped, layout)


@every_mode
def test_a_grown_tree_holds_all_that_found_a_place(mode: Mode) -> None:
    tree = Tree.from_text("x(a(b c) a(b d(e) c) a(c f))")

    links, (labels, sizes, _, order), (_, _, late), count = grown(tree, mode)

    assert [complete for _, complete in links] == [True, True]
    assert "".join(tree.names[label] for label in labels) == "abdecf"
    assert [*sizes] == [6, 1, 2, 1, 1, 1]
    assert [late[number] for number in order] == [0, 0, 1, 0, 0, 1]
    assert count == 6


@every_mode
def test_a_run_between_parts_that_are_apart_waits(mode: Mode) -> None:
    tree = Tree.from_text("x(a(b c d) a(b e d))")

    [[(links, complete)], *_] = grown(tree, mode)

    assert not complete
    assert -1 in links


@every_mode
@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"site-Header", 1),
        (b"ad", 1),
        (b"ads-top", 1),
        (b"heading", 0),
        (b"shadow", 0),
        (b"side_ad", 1),
        (b"sideAd", 1),
        (b"ad2", 1),
        (b"plainrowheaders", 0),
        (b"item items", 2),
        (b"itemized", 0),
        (b"nav items", 3),
        (b"", 0),
    ],
)
def test_words_are_found_whole_where_bars_say_so(mode: Mode, text: bytes, found: int) -> None:
    words = load("auto.words", mode).Words(
        [["|header", "nav", "|ad|", "|ads|"], ["item|", "items|"]]
    )

    assert words.found(text) == found


@every_mode
def test_elements_of_one_class_have_it_whatever_their_ids_are(mode: Mode) -> None:
    kernel = load("auto.words", mode)
    texts = [b"card big\0a1 ", b"card big\0a2 nav", b"card", b"card big", b"\0a3 "]

    whole, first, against, _ = kernel.facts(
        texts, kernel.Words([["nav"], ["item"]]), frozenset(), frozenset()
    )

    assert whole[0] == whole[1] == whole[3] != whole[2]
    assert [whole[4], first[4]] == [-1, -1]
    assert len({*first[:4]}) == 1
    assert [*against] == [0, 1, 0, 0, 0]


@every_mode
@pytest.mark.parametrize(
    ("words", "stable"),
    [
        (b"rgAltRow rgRow", b"rg-alt-row rg-row"),
        (b"card-12", b"card-#"),
        (b"a1b2", b""),
        (b"HTMLTable", b"html-table"),
        (b"odd listItem", b"list-item"),
        (b"Clearfix x", b"x"),
        ("é".encode(), b""),
    ],
)
def test_classes_have_a_stable_form(mode: Mode, words: bytes, stable: bytes) -> None:
    kernel = load("auto.words", mode)

    assert kernel.stable_class(words, frozenset({b"odd"}), frozenset({b"clearfix"})) == stable
