"""Partial tree alignment, by the examples of the paper."""

import json
import random
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from windrow.align.partial import align, grow
from windrow.align.seed import Seed
from windrow.tree import Tree

# seed, record, grown seed: figure 12 of the paper, its mirror images, and two runs in one pass
INSERTIONS = [
    ("a b e", "b c d e", "a b c d e"),
    ("a b e", "b x", "a b e"),
    ("a b e", "e x", "a b e x"),
    ("a b e", "x a", "x a b e"),
    ("a b e", "a x e", "a b e"),
    ("a b e", "x b", "a b e"),
    ("a b e", "a b c e f", "a b c e f"),
    ("a b e", "x", "a b e"),
]


def labels(seed: Seed) -> str:
    [record] = seed.root.children
    return " ".join(node.label for node in record.children)


def seed_of(text: str) -> Seed:
    tree = Tree.from_text(f"p({text})")
    return grow(tree, [(0,)]).seed


@pytest.mark.parametrize(("seed", "record", "grown"), INSERTIONS)
def test_a_run_goes_into_the_seed_only_where_its_place_is_unique(
    seed: str, record: str, grown: str
) -> None:
    tree = Tree.from_text(f"p({record})")

    growth = grow(tree, [(0,)], seed=seed_of(seed))

    assert labels(growth.seed) == grown


def test_records_that_had_to_wait_are_aligned_when_the_seed_has_grown() -> None:
    tree = Tree.from_text("r(p(u v w x b d) p(b n c k g) p(b c d h k))")

    growth = grow(tree, [(node,) for node in tree.children(0)])

    assert labels(growth.seed) == "u v w x b n c d h k g"
    assert growth.rounds == 2
    assert str(growth.alignment).splitlines() == [
        "u | v | w | x | b | - | - | d | - | - | -",
        "- | - | - | - | b | n | c | - | - | k | g",
        "- | - | - | - | b | - | c | d | h | k | -",
    ]


def test_what_only_some_records_have_is_optional() -> None:
    tree = Tree.from_text("ul(li(a b) li(a b i) li(a b))")

    growth = grow(tree, [(node,) for node in tree.children(0)])

    assert str(growth.seed) == "record(li(a b i?))"
    assert [field.optional for field in growth.alignment.fields] == [False, False, True]


def test_an_item_without_a_place_gets_a_column_of_its_own() -> None:
    tree = Tree.from_text("r(p(a b c e) p(a x e) p(a y e))")

    alignment = align(tree, [(node,) for node in tree.children(0)])

    assert str(alignment).splitlines() == [
        "a | b | c | e | - | -",
        "a | - | - | e | x | -",
        "a | - | - | e | - | y",
    ]


def test_links_and_images_are_columns_beside_the_text() -> None:
    tree = Tree.from_text('ul(li(a[href=/1]"Ant" img[src=1.png]) li(a[href=/2]"Bee"))')

    alignment = align(tree, [(node,) for node in tree.children(0)])

    assert str(alignment).splitlines() == ["Ant | /1 | 1.png", "Bee | /2 | -"]
    assert [field.kind for field in alignment.fields] == ["text", "link", "image"]


def test_records_of_several_nodes_are_aligned_node_by_node() -> None:
    tree = Tree.from_text('dl(dt"Ant" dd"six" dt"Bee" dd"striped" dd"six")')
    ant, six, bee, striped, legs = tree.children(0)

    alignment = align(tree, [(ant, six), (bee, striped, legs)])

    assert str(alignment).splitlines() == ["Ant | six     | -", "Bee | striped | six"]


def test_marks_decide_where_labels_leave_a_choice() -> None:
    tree = Tree.from_text('ul(li(b"$1" b"new" b"in stock") li(b"$2" b"in stock"))')
    marks = array("i", [0, 0, 1, 2, 3, 0, 1, 3])

    alignment = align(tree, [(node,) for node in tree.children(0)], marks=marks)

    assert str(alignment).splitlines() == ["$1 | new | in stock", "$2 | -   | in stock"]


def test_a_stored_seed_lines_up_other_records_and_stays_as_it_is() -> None:
    learned = Tree.from_text('ul(li(a"Ant" b"$1") li(a"Bee" b"$2"))')
    seed = grow(learned, [(node,) for node in learned.children(0)]).seed
    other = Tree.from_text('ul(li(a"Cow" i"new" b"$3") li(b"$4"))')
    records = [(node,) for node in other.children(0)]

    kept = Seed.from_json(json.loads(json.dumps(seed.to_json())))

    assert kept == seed
    assert str(kept.align(other, records)).splitlines() == ["Cow | $3", "-   | $4"]
    assert kept == seed


@pytest.mark.parametrize(
    "data", [None, [], {"label": 1}, {"label": "a", "children": {}}, {"label": "a", "kinds": "x"}]
)
def test_data_that_is_no_seed_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="not a node of a seed"):
        Seed.from_json(data)


records_of_leaves = st.lists(
    st.lists(st.sampled_from("abcdef"), min_size=1, max_size=7), min_size=1, max_size=6
)


def page_of(records: list[list[str]]) -> Tree:
    return Tree.from_text(f"r({' '.join('p(' + ' '.join(leaves) + ')' for leaves in records)})")


@given(records_of_leaves)
def test_no_item_is_lost_or_doubled(records: list[list[str]]) -> None:
    tree = page_of(records)
    nodes = tree.children(0)

    alignment = align(tree, [(node,) for node in nodes])

    for node, row in zip(nodes, alignment.rows, strict=True):
        assert sorted(cell for cell in row if cell is not None) == tree.children(node)


@given(records_of_leaves)
def test_columns_keep_the_order_of_every_record_they_took_in(records: list[list[str]]) -> None:
    tree = page_of(records)
    growth = grow(tree, [(node,) for node in tree.children(0)])
    places = sum(1 for node in growth.seed.root.walk() if node.kinds)

    for row in growth.alignment.rows:
        aligned = [cell for cell in row[:places] if isinstance(cell, int)]
        assert aligned == sorted(aligned)


def test_columns_that_hardly_any_record_fills_are_left_out_of_long_tables() -> None:
    chance = random.Random(3)
    parts = [f't{k}"x"' for k in range(400)]
    records = " ".join(
        f'li(a"{k}" {" ".join(sorted(chance.sample(parts, 3)))})' for k in range(1000)
    )
    tree = Tree.from_text(f"ul({records})")

    alignment = align(tree, [(node,) for node in tree.children(0)])

    cells = sum(cell is not None for row in alignment.rows for cell in row)
    assert all(row[0] is not None for row in alignment.rows)
    assert len(alignment.rows) * len(alignment.fields) <= 100_000
    assert cells > 1000
