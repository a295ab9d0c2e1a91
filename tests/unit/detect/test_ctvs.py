"""CTVS: records by tags, columns by values."""

from hypothesis import given
from hypothesis import strategies as st

from windrow.detect.ctvs import CTVS
from windrow.detect.ctvs.columns import align_values
from windrow.detect.ctvs.values import Item, _pair_rest, pair_values
from windrow.tree import Tree


def test_values_of_like_types_are_in_one_column() -> None:
    rows = ['a"Jars" b"$4.95"', 'a"Rack" b"new" b"$5.95"', 'a"Lids" b"new" b"$1.10"']
    tree = Tree.from_text(f"ul({' '.join(f'li({row})' for row in rows)})")

    [region] = CTVS().detect(tree)

    assert str(region.alignment).splitlines() == [
        "Jars | -   | $4.95",
        "Rack | new | $5.95",
        "Lids | new | $1.10",
    ]


def test_records_with_something_else_between_them_are_one_region() -> None:
    tree = Tree.from_text('div(p(a"1" b"2") table(tr(td"ad")) p(a"3" b"4") p(a"5" b"6"))')

    assert [len(region.records) for region in CTVS().detect(tree)] == [3]


def test_siblings_that_repeat_are_one_record() -> None:
    records = " ".join('h3(a"Name") p(b"Text" i"1")' for _ in range(4))

    [region] = CTVS().detect(Tree.from_text(f"div({records})"))

    assert [len(record) for record in region.records] == [2] * 4


def test_similar_regions_next_to_each_other_are_one() -> None:
    rows = " ".join('tr(td"1" td(b"2"))' for _ in range(3))
    tree = Tree.from_text(f"div(table({rows}) hr table({rows}))")

    assert [len(region.records) for region in CTVS().detect(tree)] == [2]
    # Rows of two bodies have one depth: they are joined.
    tree = Tree.from_text(f'div(section({rows}) aside(p"ad") section({rows}) p"x")')
    assert 2 in [len(region.records) for region in CTVS().detect(tree)]


def test_columns_do_not_grow_with_records_that_differ() -> None:
    records = [f"li({' '.join(label for k, label in enumerate('abip') if n >> k & 1)} s)"
               for n in range(16)]  # fmt: skip
    tree = Tree.from_text(f"ul({' '.join(records * 10)})")

    found = align_values(tree, [(child,) for child in tree.children(0)])

    assert len(found.fields) == 5


items = st.builds(
    Item, st.sampled_from("ab"), st.sampled_from(["1", "$2", "hay", "hay bale", "oats"])
)


@given(first=st.lists(items, max_size=8), second=st.lists(items, max_size=8))
def test_first_values_that_are_fully_alike_pair_as_they_would_among_all(
    first: list[Item], second: list[Item]
) -> None:
    assert pair_values(first, second) == _pair_rest(first, second)
