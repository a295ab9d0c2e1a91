"""The kernels of the default detector give the same numbers compiled and uncompiled."""

from __future__ import annotations

import os
from array import array
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import trees
from tests.twins import kernel
from windrow import kernels
from windrow.kernels import Mode
from windrow.tree import Tree, parse

COMPILED = kernels._compiled_file("auto.signals") is not None
needs_both = pytest.mark.skipif(
    not COMPILED and os.environ.get("WINDROW_KERNELS") != "native", reason="not compiled"
)
MODES: tuple[Mode, ...] = ("python", "native") if COMPILED else ("python",)
every_mode = pytest.mark.parametrize("mode", MODES)
PAGE = "".join(
    f"<div class=p><h3><a href=/{k}>Rake {k}</a></h3><p>Of {k} March 20{k}0, <b>ash</b>.<br>New"
    f"<hr><span>{k}:</span></div><img src=x>" * 2
    for k in range(1, 6)
)


def signs(
    tree: Tree, content: dict[str, array[int]], inline: array[int], lists: list[Any], how: Mode
) -> list[Any]:
    """Return the running text of a tree, how much is in each list, and the signs of records."""
    found = kernel("auto.signs", how)
    nodes, lengths = found.long_texts(content["chars"], content["linked"], 5)
    within = [found.total_within(nodes, lengths, starts, ends) for starts, ends, _ in lists]
    sums = found.sign_sums(tree.parents, tree.labels, tree.kinds, inline, content, 5, 3)
    return [nodes, lengths, within, sums]


def numbers(tree: Tree, how: Mode) -> list[Any]:
    """Return all that the kernels say of a tree, in one mode."""
    signals, numbered = kernel("auto.signals", how), kernel("auto.numbers", how)
    candidates, groups = kernel("auto.candidates", how), kernel("auto.groups", how)
    breaks = kernel("auto.breaks", how)
    inline = array("i", [name in ("a", "b", "#text") for name in tree.names])
    content = signals.content(
        tree.parents, tree.sizes, tree.labels, inline, tree.kinds, tree.texts, tree.buffer
    )
    paths = numbered.path_numbers(tree.labels, tree.parents)
    sets = numbered.child_set_numbers(tree.labels, tree.sizes)
    rows = numbered.child_row_numbers(tree.labels, tree.sizes, content["texts"], 8)
    found = candidates.Candidates(
        tree.parents, tree.sizes, tree.depths, content["chars"], content["texts"], content["images"]
    )
    found.siblings(tree.labels)
    full = groups.added(content["texts"], content["images"])
    grouped = groups.Groups(tree.parents, tree.sizes, full)
    for keys, parts in ((paths, True), (numbered.pair_numbers(paths, sets), False)):
        found.add_groups(*grouped.by_key(keys, parts), 2)
    worth = array("i", [k % 4 for k in range(len(tree.names))])
    openings = numbered.opening_numbers(tree.labels, tree.parents, content["texts"], worth)
    nests = kernel("auto.nests", how)
    found.add_runs(*nests.own_parts(paths, tree.labels, 1, tree.parents, tree.sizes, full), 4)
    own = nests.own_parts(tree.labels, tree.labels, -1, tree.parents, tree.sizes, full)
    found.add_runs(*own, 4)
    found.pivots_by(rows, paths, 1)
    found.pivots_by(openings, paths, 2)
    found.joined_pivots()
    label = tree.names.index("br")
    runs = breaks.separated(tree.labels, tree.sizes, content["inline"], label, 1, True)
    found.add_runs(*runs, 32)
    found.add_runs(*breaks.spaced(tree.sizes, full), 64)
    relations = kernel("auto.relations", how)
    flat = found.result(relations.strongest(found.strengths(), 50))
    lists = apart(*flat)
    *running, sums = signs(tree, content, inline, lists, how)
    more = sums | tabled(tree, content, how)
    said: list[Any] = [content, paths, sets, rows, openings, lists, running, more]
    said.append(cut(tree, content, flat, how))
    if lists:
        said += measured(tree, content | more, paths, lists, how)
    return said


def apart(
    starts: array[int], ends: array[int], offsets: array[int], flags: array[int]
) -> list[tuple[array[int], array[int], int]]:
    """Return the records of each list, and its flags."""
    spans = [slice(*offsets[k : k + 2]) for k in range(len(flags))]
    return [(starts[own], ends[own], flag) for own, flag in zip(spans, flags, strict=True)]


def cut(tree: Tree, content: dict[str, array[int]], flat: Any, how: Mode) -> list[Any]:
    """Return what the records of lists are made of, and lists with some changed."""
    cuts = kernel("auto.cuts", how)
    starts, ends, offsets, flags = flat
    labels, sizes, texts = tree.labels, tree.sizes, content["texts"]
    spans = [*zip(starts, ends, strict=True)][:40]
    lists = apart(*flat)
    worth = array("i", [k % 4 for k in range(len(tree.names))])
    nodes = (labels, sizes, tree.parents, texts, content["images"])
    phases = kernel("auto.phases", how).Phases(*nodes, worth, starts, ends, offsets)
    shorter = {k: (starts[low : low + 1], ends[low : low + 1]) for k, low in enumerate(offsets[:2])}
    new = {k: span for k, span in shorter.items() if k < len(flags)}
    return [
        cuts.beginning_with(worth, labels, sizes, starts, ends, offsets),
        cuts.of_siblings(tree.parents, sizes, starts, ends, offsets),
        [cuts.are_nodes(label, labels, sizes, *span[:2]) for label in {*labels} for span in lists],
        [cuts.by_content(texts, content["images"], *span[:2]) for span in lists],
        [cuts.gaps(texts, *span[:2], longest) for span in lists for longest in (1, 2, 99)],
        [cuts.silent(texts, content["images"], *span[:2]) for span in lists],
        cuts.leaves(sizes, starts),
        cuts.ways(labels, tree.parents, texts, spans),
        cuts.ways(labels, tree.parents, texts, []),
        cuts.built_of(labels, tree.parents, sizes, worth, spans),
        [phases.faults(k, 0.9, 1 + k % 12) for k in range(len(flags))],
        kernel("auto.relations", how).rotations([[*range(len(flags))], []], starts, ends, offsets),
        cuts.changed(*flat, new, {2, 3}),
        cuts.changed(*flat, {}, set()) == flat,
    ]


def tabled(tree: Tree, content: dict[str, array[int]], how: Mode) -> dict[str, Any]:
    """Return what rows and links of a tree lead to."""
    labels = [tree.names.index(name) for name in ("table", "tr", "th")]
    tables = kernel("auto.tables", how)
    number = tree.attribute_names.index("href") if "href" in tree.attribute_names else -1
    numbers = kernel("auto.numbers", how)
    addresses = numbers.spans(tree.attribute_starts, tree.attributes, number)
    targets = numbers.target_numbers(content["links"], addresses, tree.buffer)
    found = tables.table_kinds(tree.parents, tree.sizes, tree.labels, content["hashes"], *labels)
    rows = array("i", range(len(tree)))
    return {
        **found,
        "targets": targets,
        "widths": tables.widths(tree.parents, tree.sizes, rows, 3),
        "cell_texts": tables.cell_texts(rows, tree.sizes, tree.texts, tree.buffer),
        "wide": tables.with_wide_rows(
            found["row_tables"], tree.sizes, tree.attribute_starts, tree.attributes, number
        ),
    }


def measured(
    tree: Tree,
    content: dict[str, array[int]],
    paths: array[int],
    lists: list[tuple[array[int], array[int], int]],
    how: Mode,
) -> list[Any]:
    starts, ends, offsets = array("i"), array("i"), array("i", [0])
    for first, last, _ in lists:
        starts += first
        ends += last
        offsets.append(len(starts))
    zeros = array("i", bytes(4 * (len(tree) + 1)))
    of_nodes = {"parents", "sizes", "depths", "labels", "kinds"}
    arrays = {
        **{name: getattr(tree, name) for name in of_nodes},
        **{name: content[name] for name in content if name != "inline"},
        "paths": paths,
        "negatives": zeros,
        "positives": zeros,
        "label_groups": array("i", [3 * (name == "tr") for name in tree.names]),
    }
    whole = kernel("auto.records", how).Records(**arrays)
    measured = whole.lengths(starts, ends, offsets) | whole.places(starts, ends, offsets)
    measured |= kernel("auto.contents", how).Contents(**arrays).measure(starts, ends, offsets)
    measured |= kernel("auto.columns", how).Columns(**arrays).measure(starts, ends, offsets)
    relations = kernel("auto.relations", how)
    values = array("d", [value for column in measured.values() for value in column])
    lengths = array("d", [1.0 + k for k in range(len(lists))])
    inner = relations.inner_advantages(starts, ends, offsets, lengths, measured["similarity"])
    sums = relations.weighted(values, array("d", [0.5] * len(measured)))
    apart = [relations.overlapping(a, b, *lists[0][:2]) for a, b, _ in lists]
    apart += relations.lists(measured["similarity"], offsets, 0.5, 3)
    order = [*range(len(lists))]
    relations.order_ties(order, [k // 4 for k in order], starts, offsets)
    apart += order
    rounded = [round(value, 9) for value in (*values, *inner, *sums)]
    return [rounded, apart]


@needs_both
@settings(max_examples=60, deadline=None)
@given(tree=trees())
def test_both_modes_agree_on_generated_trees(tree: Tree) -> None:
    assert numbers(tree, "native") == numbers(tree, "python")


@needs_both
def test_both_modes_agree_on_a_page() -> None:
    tables = "<table><tr><th>No.<th>Of<tr><td>1<td>2<tr><td>3<td>4</table>" * 2
    tree = parse(f"<main>{PAGE}</main>{tables}<table><tr><td>1<td>2<tr><td>3<td>4</table>")

    assert numbers(tree, "native") == numbers(tree, "python")


@every_mode
def test_the_strongest_come_first_and_equal_ones_in_their_order(mode: Mode) -> None:
    strengths = array("d", [1, 3, 2, 3, 0])

    found = kernel("auto.relations", mode).strongest(strengths, 4)

    assert [*found] == [1, 3, 2, 0]


@every_mode
def test_lists_of_equal_value_are_in_page_order_the_longest_first(mode: Mode) -> None:
    order, values = [3, 0, 1, 2], [1.0, 1.0, 1.0, 2.0]
    starts, offsets = array("i", [5, 7, 2, 2, 4, 9]), array("i", [0, 2, 3, 5, 6])

    kernel("auto.relations", mode).order_ties(order, values, starts, offsets)

    assert order == [3, 2, 1, 0]


@every_mode
def test_tables_come_with_their_rows_and_the_cells_that_most_of_them_have(mode: Mode) -> None:
    tree = Tree.from_text("body(table(tr(td td) tr(td) tr(td td)) table(tr(td) tr(td td td)))")
    rows = [node for node in range(len(tree)) if tree.label(node) == "tr"]
    row_tables = array("i", [tree.parents[node] + 1 for node in range(len(tree))])

    found = kernel("auto.tables", mode).widths(row_tables, tree.sizes, array("i", rows), 12)

    assert found == [(2, 3, 2), (11, 2, 1)]


@every_mode
def test_rows_of_a_single_table_need_no_list_of_tables(mode: Mode) -> None:
    tree = Tree.from_text("body(table(tr(td td) tr(td)))")
    rows, row_tables = array("i", [2, 5]), array("i", [2] * len(tree))

    assert kernel("auto.tables", mode).widths(row_tables, tree.sizes, rows, 12) == []


@every_mode
def test_a_row_is_wide_if_it_is_one_cell_with_the_attribute(mode: Mode) -> None:
    wide = "table(tr(td[colspan=2]) tr(td td))"
    tree = Tree.from_text(f"body(table(tr(td[colspan=2] td)) {wide})")
    row_tables = array(
        "i", [tree.parents[n] + 1 if tree.label(n) == "tr" else 0 for n in range(len(tree))]
    )
    number = tree.attribute_numbers["colspan"]

    found = kernel("auto.tables", mode).with_wide_rows(
        row_tables, tree.sizes, tree.attribute_starts, tree.attributes, number
    )

    assert found == [5]


@every_mode
def test_two_classes_are_two_texts_whatever_their_hashes(mode: Mode) -> None:
    # Multiplying by 1000003, beginning with 7, gives both the same 64 bits.
    texts, none = b"ktifjnumagssxib3f-o__4-a_88_", array("i", bytes(24))

    found = kernel("auto.numbers", mode).texts_of(
        array("i", [0, 14, 14, 28, 0, 14]), none, none, texts
    )

    assert found == (array("i", [0, 1, 0]), [texts[:14], texts[14:]], [])


@needs_both
@given(drawn=st.lists(st.tuples(*[st.none() | st.binary(max_size=2)] * 3), max_size=20))
def test_texts_of_nodes_are_the_same_compiled_or_not(drawn: list[tuple[bytes | None, ...]]) -> None:
    buffer, spans = b" ", [array("i"), array("i"), array("i")]
    for texts in drawn:
        for text, own in zip(texts, spans, strict=True):
            own += array("i", (0, 0) if text is None else (len(buffer), len(buffer + text)))
            buffer += text or b""

    native, python = (kernel("auto.numbers", mode).texts_of(*spans, buffer) for mode in MODES)

    assert native == python
    distinct = {(*(text or b"" for text in one), one[1:] == (None, None)) for one in drawn
                if any(text is not None for text in one)}  # fmt: skip
    assert len(native[1]) == len(distinct)
