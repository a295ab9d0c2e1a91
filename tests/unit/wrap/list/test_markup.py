"""A change of the markup is drift, even while the values come out right."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from windrow.errors import BadWrapper
from windrow.model import Region
from windrow.read import Page
from windrow.tree import Tree
from windrow.wrap import store
from windrow.wrap.learn import learn
from windrow.wrap.list.markup import is_held
from windrow.wrap.list.pages import ListPages
from windrow.wrap.template import Opened
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

Item = Callable[[int], str]
MENU = "home tools seeds feed dairy wool wood books about news jobs find help cart login terms"
TOOLS = "rake scythe fork spade hoe sickle sieve flail barrow churn".split()


def plain(n: int) -> str:
    return (
        f'<li class="tool"><h3 class="name"><a href="/t/{n}">{TOOLS[n % 10]} of ash {n}</a></h3>'
        f'<p class="words">Made by hand in the year {1900 + n}</p>'
        f'<div class="foot"><b class="price">€{n + 3}.50</b><i class="stock">in stock</i></div>'
    )


def marked(n: int) -> str:
    return plain(n).replace("in stock</i>", 'in stock</i><em class="new">new</em>')


def site(item: Item = plain, numbers: range = range(8)) -> Page:
    body = "".join(map(item, numbers))
    menu = "".join(f'<a class="to-{name}" href="/{name}">{name}</a>' for name in MENU.split())
    return Page.from_text(
        f'<body class="page"><div class="head"><h1 class="logo">Farm shop</h1>{menu}</div>'
        f'<ul class="goods">{body}</ul><div class="foot">Open all day</div></body>'
    )


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    return learn([site()], kind="list")


@pytest.mark.parametrize("count", [0, 1, 2, 8])
def test_other_pages_are_healthy_with_any_number_of_records(wrapper: Wrapper, count: int) -> None:
    report = verify(wrapper, [site(numbers=range(20, 20 + count))])

    assert report.healthy, report.reasons


def test_what_only_some_learned_records_had_is_not_missed() -> None:
    learned = learn([site(lambda n: marked(n) if n % 4 else plain(n))], kind="list")

    report = verify(learned, [site(numbers=range(20, 28))])

    assert report.healthy, report.reasons


def test_what_all_records_have_besides_is_no_drift(wrapper: Wrapper) -> None:
    report = verify(wrapper, [site(marked, range(20, 28))])

    assert report.healthy, report.reasons


def test_a_class_name_that_all_records_had_and_none_has_is_drift(wrapper: Wrapper) -> None:
    report = verify(wrapper, [site(lambda n: plain(n).replace('"price"', '"cost"'), range(20, 28))])

    assert "1 of 5 class names that all records had are gone: .price" in report.reasons
    assert all(column.healthy for column in report.columns)


def test_a_part_that_all_records_had_and_none_has_is_drift() -> None:
    def rows(n: int) -> str:
        return f"<tr><td><a href=/{n}>{TOOLS[n % 10]} {n}</a><td>in {1900 + n}<td>{n} kg</tr>"

    def table(item: Item, numbers: range) -> Page:
        return Page.from_text(f"<h1>Tools</h1><table>{''.join(map(item, numbers))}</table>")

    learned = learn([table(rows, range(8))], kind="list")
    same = verify(learned, [table(rows, range(20, 28))])
    report = verify(learned, [table(lambda n: rows(n).replace("<a", "<p><a"), range(20, 28))])

    assert same.healthy, same.reasons
    assert "1 of 3 places that all records had are gone: ./td[1]/a[1]@link" in report.reasons


def test_columns_in_another_order_are_drift(wrapper: Wrapper) -> None:
    def turned(n: int) -> str:
        title, words, foot = plain(n).partition("<p"), *plain(n).partition("<div")[1:]
        first, second = words + foot, "<p" + title[2].partition("<div")[0]
        return f"{title[0]}{first}{second}"

    report = verify(wrapper, [site(turned, range(20, 28))])

    assert [reason for reason in report.reasons if "is now before" in reason] == [
        "price is now before text"
    ]


def test_a_table_with_its_columns_in_another_order_is_drift() -> None:
    def page(order: tuple[int, ...], first: int) -> Page:
        rows = [("Tool", "Place", "Maker")]
        rows += [(f"{TOOLS[n]} {n}", f"barn {n}", f"smith {n}") for n in range(first, first + 5)]
        lines = ("".join(f"<td>{row[k]}" for k in order) for row in rows)
        return Page.from_text(f"<h1>Farm</h1><table><tr>{'<tr>'.join(lines)}</table>")

    learned = learn([page((0, 1, 2), 0)], kind="list")
    same = verify(learned, [page((0, 1, 2), 5)])
    report = verify(learned, [page((1, 2, 0), 5)])

    assert same.healthy, same.reasons
    # The header says which column is which, so that the values are right.
    assert "place is now before tool" in report.reasons
    assert learned.apply(page((1, 2, 0), 5))[0].rows[0]["tool"] == f"{TOOLS[5]} 5"


def test_a_page_without_the_class_names_of_the_site_is_drift(wrapper: Wrapper) -> None:
    text = site(numbers=range(20, 28)).content.decode()
    head, goods, tail = text.partition('<ul class="goods">')
    bare = head.replace("class=", "data-was=")

    report = verify(wrapper, [Page.from_text(bare + goods + tail)])

    assert any(reason.startswith("of 21 class names around") for reason in report.reasons)


def test_records_that_are_not_found_are_known_by_their_class_names(wrapper: Wrapper) -> None:
    def cut(n: int) -> str:
        return plain(n).replace("<li", "<section").replace("</div>", "</div></section>")

    report = verify(wrapper, [site(cut, range(20, 22))])

    assert any("class names that only records had are there" in r for r in report.reasons)


@dataclass(frozen=True)
class _Goods:
    """Takes the children of the list for records."""

    def detect(self, tree: Tree) -> list[Region]:
        goods = next(node for node in range(len(tree)) if tree.label(node) == "ul")
        return [Region(tuple((node,) for node in tree.children(goods)))]


def test_many_class_names_of_two_records_show_that_there_are_records() -> None:
    def hotel(n: int) -> str:
        facts = "".join(f'<span class="fact-{one}">{one} {n}</span>' for one in MENU.split()[:12])
        return f'<div class="hotel"><h3 class="name">The {TOOLS[n]} inn</h3>{facts}</div>'

    learned = learn([site(hotel, range(2))], kind="list", detector=_Goods())
    report = verify(learned, [site(lambda n: f"<section>{hotel(n)[19:-6]}</section>", range(5, 7))])

    assert any("class names that only records had are there" in r for r in report.reasons)
    assert verify(learned, [site(hotel, range(0))]).healthy


def test_what_held_records_is_there_when_they_are_not() -> None:
    def table(rows: str) -> Page:
        return Page.from_text(f"<main><h1>Tools</h1><table><tbody>{rows}</tbody></table></main>")

    rows = "".join(f"<tr><td>{name} {n}<td>{n} kg" for n, name in enumerate(TOOLS))
    learned = learn([table(rows)], kind="list").template
    assert isinstance(learned, ListPages)
    divs = rows.replace("<tr>", "<div>").replace("<td>", "<p>")

    assert is_held(learned.template, Opened(table("")).tree)
    assert not is_held(learned.template, Opened(Page.from_text(f"<main>{divs}</main>")).tree)


def test_a_wrapper_learned_before_there_were_marks_still_verifies(wrapper: Wrapper) -> None:
    data = json.loads(store.dumps(wrapper))
    del data["template"]["marks"]

    old = store.loads(json.dumps(data).encode())

    assert verify(old, [site(numbers=range(20, 28))]).healthy
    assert "marks" not in json.loads(store.dumps(old))["template"]


def test_marks_come_back_from_a_file_as_they_were(wrapper: Wrapper) -> None:
    again = store.loads(store.dumps(wrapper).encode())

    assert again.template == wrapper.template


@pytest.mark.parametrize(
    "marks",
    [
        [],
        {},
        {"records": -1},
        {"records": 8, "words": "price"},
        {"records": 8, "words": [["price"]]},
        {"records": 8, "places": ["./b[1]"] * 101},
        {"records": 8, "around": ["." + "x" * 30_000]},
        {"records": 8, "homes": ["./b[1]"]},
        {"records": 8, "homes": {str(n): "./b[1]" for n in range(101)}},
    ],
)
def test_marks_that_are_none_are_no_wrapper(wrapper: Wrapper, marks: Any) -> None:
    data = json.loads(store.dumps(wrapper))
    data["template"]["marks"] = marks

    with pytest.raises(BadWrapper):
        store.loads(json.dumps(data).encode())


def test_marks_of_fields_that_are_not_there_do_no_harm(wrapper: Wrapper) -> None:
    data = json.loads(store.dumps(wrapper))
    data["template"]["marks"] |= {"fields": ["ghost", "ghost"], "homes": {"ghost": "./b[1]"}}

    strange = store.loads(json.dumps(data).encode())

    assert verify(strange, [site(numbers=range(20, 28))]).healthy
