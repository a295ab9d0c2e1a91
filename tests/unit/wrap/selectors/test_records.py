"""Records are found by what apply asks of them, before any other test."""

from windrow.tree.parse import parse
from windrow.wrap.selectors.enough import enough_test
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import Check, Hop, few_of
from windrow.wrap.selectors.inside import Inside
from windrow.wrap.selectors.records import Starts, record_ways

CARDS = "".join(f"<li><h3>Rake {n}</h3><b>{n} Euro</b><i>{n} kg</i></li>" for n in range(5))
HTML = f"<ul id=all>{CARDS}<li><b>Sale</b></li></ul>"


def _ground(html: str = HTML) -> Ground:
    return Ground(parse(html))


def _cards(ground: Ground) -> list[int]:
    tree = ground.tree
    return [n for n in range(len(tree)) if tree.label(n) == "li" and len(tree.children(n)) == 3]


def _core(ground: Ground) -> list[list[Inside]]:
    return [
        [
            Inside(ground, (node,), cell, ground.said(cell), "text")
            for node in _cards(ground)
            for cell in [ground.tree.children(node)[k]]
        ]
        for k in range(3)
    ]


def test_what_apply_asks_comes_before_what_all_learned_records_have() -> None:
    ground = _ground()
    enough = enough_test(_core(ground), 2, "css")

    [way] = record_ways([Starts(ground, frozenset(_cards(ground)))], texts=False, enough=enough)

    assert way[-1].tests == enough
    lacks = _ground(HTML.replace("<h3>Rake 3</h3>", ""))
    assert len(lacks.found(way)) == 5


def test_a_test_that_some_records_fail_is_left_out() -> None:
    ground = _ground()
    wrong = (Check("has", (Hop("child", "table"),)),)

    [way] = record_ways([Starts(ground, frozenset(_cards(ground)))], texts=False, enough=wrong)

    assert wrong[0] not in way[-1].tests
    assert ground.found(way) == _cards(ground)


def test_fields_without_a_path_may_all_be_there() -> None:
    core = _core(_ground())

    [three] = enough_test([*core, None], 3, "xpath")
    [two] = enough_test([core[0], None, None], 3, "xpath")

    assert (three.first, len(three.options)) == (2, 3)
    assert (two.first, len(two.options)) == (1, 1)
    assert enough_test([core[0], None, None], 2, "xpath") == ()


def test_css_asks_for_less_where_it_takes_too_many_ways() -> None:
    core = _core(_ground()) * 3

    [test] = enough_test(core, 4, "css")

    assert test.first <= 4
    assert len(few_of(test)) <= 10


def test_xpath_asks_for_a_text_where_the_cell_is_one() -> None:
    core = _core(_ground())

    [test] = enough_test(core, 3, "xpath")

    assert all(one.hops[-1].label == "#text" for one in test.options)
    [plain] = enough_test(core, 3, "css")
    assert all(one.hops[-1].label != "#text" for one in plain.options)
