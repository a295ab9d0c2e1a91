import random
from typing import Any

import pytest

from tests.matching import TreeMatching
from windrow.match.generalized import GeneralizedMatch, GeneralizedMatching
from windrow.tree import Tree

S2, S3, S4 = "b(d*6 c)", "b(d e)", "b(c f g)"
S6, S7 = "b(d*4 c e)", "b(c f g)"
S1, S5 = f"a({S2} {S3} {S4})", f"a({S6} {S7})"

FIGURE_3 = "a(b(d(x)*7) c(g(y z)*2))", "a(b(d(x)*2) c(g(y z)*4))"

LITERAL: dict[str, Any] = {"list_match": "equal", "raw_sizes": True, "primitive_lists": "always"}


def match(first: str, second: str, **options: Any) -> GeneralizedMatch:
    tree = Tree.from_text(f"pair({first} {second})")
    return GeneralizedMatching(tree, **options).match(1, 1 + tree.sizes[1])


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (S2, S6, (3, 3, 4)),
        (S2, S7, (2, 8, 4)),
        (S3, S6, (3, 3, 4)),
        (S3, S7, (1, 3, 4)),
        (S4, S6, (2, 4, 7)),
        (S4, S7, (4, 4, 4)),
        (S1, S5, (8, 8.5, 8.5)),
    ],
)
def test_the_worked_example_of_the_paper(
    first: str, second: str, result: tuple[float, ...]
) -> None:
    assert match(first, second) == result
    assert match(second, first) == (result[0], result[2], result[1])


def test_similarities_of_the_worked_example() -> None:
    assert match(S2, S6).similarity == match(S3, S6).similarity == 0.75
    assert match(S4, S6).similarity == pytest.approx(0.2857, abs=1e-4)


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        (*FIGURE_3, (8, 8, 8)),
        ("a(b(d(x)*7) c(g(y z)*1))", "a(b(d(x)*1) c(g(y z)*4))", (8, 8, 8)),
        ("r(p(a b) q(c) p(a b) q(c) p(a b) q(c))", "r(p(a b) q(c))", (6, 6, 6)),
        ("r(p(a b) q(c) p(a b) p(a b) q(c))", "r(p(a b) q(c) p(a b) q(c))", (6, 6, 6)),
        ("r(h ul(li(a) li(a) li(a)) t)", "r(h ul(li(a)) t)", (6, 6, 6)),
        ("ul(li(a b c) li(a b))", "ul(li(a b c) li(a b))", (4.25, 4.5, 4.5)),
        ("r(u p(a b) p(a b) v)", "r(w p(a b) p(a b) p(a b))", (4, 6, 5)),
        ("ul(li(a b) li(a))", "ul(li(a))", (3, 6, 3)),
        ("a(b)", "c(b)", (0, 2, 2)),
        ("a", "a", (1, 1, 1)),
        ("a", "a(b b)", (1, 1, 3)),
    ],
)
def test_lists_count_as_one_average_element(
    first: str, second: str, result: tuple[float, ...]
) -> None:
    assert match(first, second) == result


def test_nested_lists_of_other_lengths_on_two_pages_are_alike() -> None:
    assert match(*FIGURE_3).similarity == 1.0


def test_a_tree_with_uneven_lists_inside_is_not_quite_like_itself() -> None:
    list_ = "ul(li(a b) li(a b c) li(a) li(a b))"

    found = match(list_, list_, tau2=0.6)

    assert found.similarity < 1


def test_raw_sizes_are_those_of_the_print() -> None:
    assert match(*FIGURE_3, **LITERAL) == (8, 23, 19)
    assert match(*FIGURE_3, raw_sizes=True) == (8, 23, 19)


def test_equal_grammars_only_are_those_of_the_print() -> None:
    assert match(S1, S5, **LITERAL) == (8, 16, 12)


def test_one_list_without_partner_disables_the_others_only_if_asked() -> None:
    first = "r(x(a) x(a) y(b) z(c) y(b) z(c))"
    second = "r(x(a) x(a) z(c) y(b))"

    each, all_ = match(first, second), match(first, second, list_match="all")

    assert each.first_size == 11
    assert all_.first_size == 13


def test_cells_of_rows_with_as_many_cells_are_columns() -> None:
    table = "t(tr(td td td) tr(td td td))"

    assert match(table, table) == (5, 5, 5)
    assert match(table, table, primitive_lists="always") == (3, 3, 3)


def test_plain_leaves_are_a_list_where_their_number_differs() -> None:
    assert match("p(i i i)", "p(i i i)") == (4, 4, 4)
    assert match("p(i i i)", "p(i i)") == (2, 2, 2)


def test_usual_list_items_are_a_list_even_where_their_number_is_the_same() -> None:
    assert match("ul(li li li)", "ul(li li li)") == (2, 2, 2)


def test_a_text_with_marks_is_one_leaf_if_asked() -> None:
    first, second = 'p("one" b"two" "three" b"four")', 'p("one")'

    assert match(first, second).similarity < 0.5
    assert match(first, second, text_runs="whole") == (1, 1, 1)
    assert match('p("a" b"b" ul(li))', 'p("a" ul(li))', text_runs="whole").similarity == 1


def test_symbols_need_a_common_partner() -> None:
    tree = Tree.from_text("x(r(p(a b) p(a b) q) r(p(a b)) r(q))")
    matching = GeneralizedMatching(tree)
    first, second, third = (tree.children(node) for node in tree.children(0))

    here, there = matching.symbols(first, second)
    alone, _ = matching.symbols(first, third)

    assert here[0] == here[1] == there[0] != here[2]
    assert alone[0] != alone[1]


def test_without_lists_it_is_simple_matching() -> None:
    tree = Tree.from_text("x(a(b c(d e) f(g)) a(b c(d) h(g)))")

    assert GeneralizedMatching(tree).match(1, 7).score == TreeMatching(tree).score(1, 7)


def test_rows_are_aligned_by_the_heaviest_matching() -> None:
    tree = Tree.from_text("x(r(a(b) c d) r(c a(b) d))")
    matching = GeneralizedMatching(tree)
    first, second = (tree.children(node) for node in tree.children(0))

    assert matching.align(first, second) == [(0, 1), (2, 2)]
    assert matching.align([-1, *first], [-1, *second]) == [(0, 0), (1, 2), (3, 3)]
    assert matching.align([-1], [-2]) == []


def test_matching_is_symmetric() -> None:
    chance = random.Random(7)

    def grown(depth: int) -> str:
        label = chance.choice("abc")
        below = " ".join(grown(depth - 1) for _ in range(chance.randrange(4))) if depth else ""
        return f"{label}({below})" if below else label

    for _ in range(200):
        first, second = f"r({grown(3)} {grown(3)})", f"r({grown(3)} {grown(3)})"
        there, back = match(first, second), match(second, first)
        assert there == pytest.approx((back[0], back[2], back[1]))


def test_thousands_of_unlike_siblings_stay_cheap() -> None:
    kinds = " ".join(f"li(a b{k % 40} c{k % 41} d{k % 3})" for k in range(400))
    tree = Tree.from_text(f"ul({kinds})")

    found = GeneralizedMatching(tree).match(0, 0)

    assert 0.5 < found.similarity <= 1


@pytest.mark.parametrize("option", [{"list_match": "some"}, {"primitive_lists": "never"}])
def test_unknown_settings_are_refused(option: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="give"):
        GeneralizedMatching(Tree.from_text("a"), **option)  # type: ignore[arg-type]
