"""A list of which a part ranks first: the whole of it is taken, if the rest is alike."""

from array import array

import pytest

from windrow.detect.auto.signals import measure
from windrow.detect.auto.whole import Span, list_inside, whole_list
from windrow.tree import Tree

# The first record is in its own box, before the others.
LIST = """body(div({first})
    div(p(a"Rake" b"ash") p(a"Fork" b"oak") p(a"Hoe" b"fir") p(a"Axe" b"elm")))"""
HIT = 'p(a"Flail" b"yew")'


def candidates(tree: Tree) -> list[Span]:
    """Return the four records, and all five."""
    tops = [node for node in range(len(tree)) if tree.depths[node] == 2]
    return [span(tree, tops[1:]), span(tree, tops)]


def span(tree: Tree, nodes: list[int]) -> Span:
    """Return records that are one node each."""
    return array("i", nodes), array("i", [node + tree.sizes[node] for node in nodes])


def taken(first: str, values: list[float]) -> int | None:
    tree = Tree.from_text(LIST.format(first=first))
    return whole_list(tree, measure(tree), candidates(tree), values)


def test_a_record_set_apart_belongs_to_the_list() -> None:
    assert taken(HIT, [9.0, 8.0]) == 1


def test_a_record_may_lack_a_part_that_all_others_have() -> None:
    assert taken('p(a"Flail" "yew")', [9.0, 8.0]) == 1


def test_more_records_than_are_known_may_not_lack_a_part() -> None:
    page = 'p(a"Rake" b"ash") p(a"Fork" b"oak") p(a"Hoe" b"elm")'
    tree = Tree.from_text(f'body({page} p(a"Axe" i"fir") p(a"Saw" i"yew") p(a"Awl" i"box"))')
    every = [node for node in range(len(tree)) if tree.label(node) == "p"]

    found = [span(tree, every[:3]), span(tree, every)]

    assert whole_list(tree, measure(tree), found, [9.0, 8.5]) is None


def test_records_are_the_same_whatever_is_around_them() -> None:
    """The four that rank first are cells of the rows that are the whole list."""
    names = "Rake Fork Hoe Axe Flail".split()
    page = " ".join(f'div(p(a"{name}" b"ash"))' for name in names)
    tree = Tree.from_text(f"body({page})")
    rows = [node for node in range(len(tree)) if tree.label(node) == "div"]
    cells = [node + 1 for node in rows[:4]]

    found = [span(tree, cells), span(tree, rows)]

    assert whole_list(tree, measure(tree), found, [9.0, 8.5]) == 1


def test_a_menu_does_not_belong_to_the_list() -> None:
    tree = Tree.from_text(LIST.format(first=HIT).replace("body(div", "body(nav"))

    assert whole_list(tree, measure(tree), candidates(tree), [9.0, 8.0]) is None


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ('p(i"Flail" u"yew")', "it lacks most of the labels that all others have"),
        ('p(a"A flail with a handle of yew, to thresh with" b"yew")', "it is much longer"),
        ('p(a"A" b"B")', "it is much shorter"),
    ],
)
def test_what_is_unlike_the_records_does_not(first: str, why: str) -> None:
    assert taken(first, [9.0, 8.0]) is None, why


def test_what_the_ranking_holds_for_far_worse_is_not_taken() -> None:
    assert taken(HIT, [9.0, 7.0]) is None


def test_where_the_whole_ranks_first_nothing_changes() -> None:
    assert taken(HIT, [8.0, 9.0]) is None


def test_two_records_do_not_tell_how_a_third_looks() -> None:
    tree = Tree.from_text('body(div(p"Flail") div(p"Rake" p"Fork"))')

    found = [span(tree, [4, 5]), span(tree, [2, 4, 5])]

    assert whole_list(tree, measure(tree), found, [9.0, 8.9]) is None


def rows(names: str) -> str:
    return " ".join(f'tr(td"{name} of ash" td"oak")' for name in names.split())


def taken_rows(page: str) -> int | None:
    """Return what is taken where the first three rows rank first, and all rows behind them."""
    tree = Tree.from_text(page)
    every = [node for node in range(len(tree)) if tree.label(node) == "tr"]
    found = [span(tree, every[:3]), span(tree, every)]
    return whole_list(tree, measure(tree), found, [9.0, 8.5])


def test_rows_of_many_tables_are_one_list() -> None:
    tables = " ".join(
        f"table({rows(n)})" for n in ("Rake Fork Hoe", "Axe Saw Maul", "Adze Bow Awl")
    )

    assert taken_rows(f"body({tables})") == 1


def test_a_list_said_twice_is_one_list() -> None:
    table = f"table({rows('Rake Fork Hoe')})"

    assert taken_rows(f"body({table} {table})") is None


def test_a_record_whose_words_are_bold_goes_on_like_one_whose_are_not() -> None:
    bold, plain = "Rake Fork Hoe Axe Saw", "Flail Adze Awl"
    links = [f'p(a(b"{name}"))' for name in bold.split()]
    page = " ".join([*links, *(f'p(a"{name}")' for name in plain.split())])

    assert taken_links(page, 5) == 1


def test_a_sign_between_records_is_no_part_of_them() -> None:
    page = " ".join(f'p(a"{name}" "||")' for name in "Rake Fork Hoe Axe Saw".split())

    assert taken_links(f'{page} p(a"Flail")', 5, longer=1) == 1


def taken_links(page: str, count: int, longer: int = 0) -> int | None:
    """Return what is taken where the first links, *longer* by some nodes, are before all links."""
    tree = Tree.from_text(f"body({page})")
    every = [node for node in range(len(tree)) if tree.label(node) == "a"]
    starts, ends = span(tree, every[:count])
    found = [(starts, array("i", [end + longer for end in ends])), span(tree, every)]
    return whole_list(tree, measure(tree), found, [9.0, 8.5])


PARTS = """body(div(h2"Refine" p"History" p"Law" p"Music of all kinds")
    div(h2"Results" ul({rows}) p"Page 1 of 9"))"""


def inside(rows: str, values: list[float]) -> int | None:
    """Return the list that is taken from one of the two parts of a page."""
    tree = Tree.from_text(PARTS.format(rows=rows))
    found = [
        span(tree, nodes)
        for nodes in (
            [node for node in range(len(tree)) if tree.label(node) == "div"],
            [node for node in range(len(tree)) if tree.label(node) == "li"],
        )
    ]
    return list_inside(measure(tree), found, values)


def test_two_parts_of_a_page_lose_to_the_list_that_fills_one() -> None:
    rows = " ".join(f'li(a"{name} of ash" p"from 1990")' for name in "Rake Fork Hoe Axe".split())

    assert inside(rows, [9.0, 8.5]) == 1
    assert inside(rows, [9.0, 6.0]) is None


def test_a_short_list_in_a_record_does_not_win_over_it() -> None:
    assert inside('li"Hay" li"Ash" li"Oak"', [9.0, 8.5]) is None
