"""TPC: visual signals, and lists of paths that take turns."""

from windrow.detect.tpc import TPC, signal_similarity
from windrow.tree import Tree


def test_signals_that_take_turns_are_alike_and_others_are_not() -> None:
    titles, prices, menu = [0, 10, 20, 30], [3, 13, 23, 33], [1, 2, 3, 4, 5]

    assert signal_similarity(titles, prices) == 1
    assert signal_similarity(titles, menu) < 0.3
    assert signal_similarity(titles, menu) == signal_similarity(menu, titles)


def test_signals_far_from_each_other_are_less_alike() -> None:
    uneven = [1, 2, 11, 21]

    near = signal_similarity([0, 10, 20], uneven)
    far = signal_similarity([0, 10, 20], [place + 500 for place in uneven])

    assert far < near < 1


def test_a_signal_occurs_twice_in_some_records_and_is_still_near() -> None:
    # In every second record the path occurs twice: variance 1/4, centres 2 apart.
    assert signal_similarity([0, 10, 20, 30, 40], [2, 12, 14, 22, 32, 34]) > 0.8


def page() -> Tree:
    record = 'li(h3(a"x") p(b"y" i"z"))'
    menu = " ".join(f'a"{name}"' for name in ("Home", "News", "Shop", "Help"))
    return Tree.from_text(
        f'body(nav({menu}) div(h1"List" p"Text") ul({" ".join([record] * 8)}) footer(a"1" a"2"))'
    )


def test_the_records_of_a_list_are_found_by_their_topmost_path() -> None:
    tree = page()

    regions = TPC().detect(tree)

    assert 8 in [len(region.records) for region in regions]
    assert {"li"} in [{tree.label(n) for r in region.records for n in r} for region in regions]


def test_records_without_a_node_of_their_own_begin_with_the_first_path() -> None:
    records = " ".join('dt(a"x") dd(b"y" i"z")' for _ in range(6))

    [region] = TPC().detect(Tree.from_text(f'body(h1"List" dl({records}))'))

    assert [len(record) for record in region.records] == [2] * 6


def test_records_of_less_than_three_nodes_are_none_in_the_print() -> None:
    tree = page()

    resolved, literal = TPC().detect(tree), TPC(mode="literal").detect(tree)

    assert {"a"} in [{tree.label(n) for r in one.records for n in r} for one in resolved]
    assert [{tree.label(n) for r in one.records for n in r} for one in literal] == [{"li"}]
