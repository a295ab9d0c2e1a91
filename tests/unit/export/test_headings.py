"""The heading of a group is the nearest one before its records, in XPath and in CSS."""

import json

import pytest

from tests.unit.export.test_selectors import applied_rows, assert_selects
from windrow.export import export
from windrow.read import Page
from windrow.wrap.learn import learn

WORDS = ("Hay", "Straw", "Oats", "Corn", "Rye", "Flax", "Hemp", "Peas", "Beans", "Kale")


def _groups(group: str, record: str, *, close: str, start: int = 0, before: str = "") -> Page:
    """Return groups of three records each; @ is a word, # a number."""
    found, number = "", start
    for k in range(4):
        found += group.replace("@", WORDS[(k + start) % 10])
        for _ in range(3):
            number += 1
            word = WORDS[number * 3 % 10]
            found += record.replace("@", f"{word} {number}").replace("#", str(number * 7))
        found += close
    return Page.from_text(f"<h1>Goods</h1>{before}<div id=main>{found}</div>")


# Pages of several kinds with headings before groups of records.
KINDS = {
    "shop": ("<h2>@</h2><ul>", "<li><a href=/#>@</a> <b># kg</b></li>", "</ul>"),
    "programme": (
        "<div class=day>@</div>",
        "<div class=show><b># pm</b> <a href=/#>@</a></div>",
        "",
    ),
    "staff": ("<h3 class='team name'>@</h3><table>", "<tr><td>@<td>room #<td># years", "</table>"),
    "cities": ("<dl><dt>@</dt><dd>", "<a href=/#>@</a> ", "</dd></dl>"),
    "menu": ("<section><h4>@</h4>", "<p class=dish><i>@</i> <b>#</b></p>", "</section>"),
    "captions": ("<table><caption>@</caption>", "<tr><td>@<td># kg<td># Euro", "</table>"),
}


@pytest.mark.parametrize("form", ["css", "xpath"])
@pytest.mark.parametrize("name", KINDS)
def test_headings_are_found_on_the_learned_page_and_on_another(name: str, form: str) -> None:
    group, record, close = KINDS[name]
    page = _groups(group, record, close=close)
    other = _groups(group, record, close=close, start=5)
    wrapper = learn([page], kind="list")

    assert assert_selects(wrapper, page, form) >= 2
    assert len(applied_rows(wrapper, other)) == 12
    assert assert_selects(wrapper, other, form) >= 2


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_headings_elsewhere_on_the_page_are_not_taken(form: str) -> None:
    group, record, close = KINDS["shop"]
    news = "<div class=news><h2>News</h2><p>Nothing is new today.</p></div>"
    page = _groups(group, record, close=close, before=news)

    assert assert_selects(learn([page], kind="list"), page, form) >= 2


def test_css_finds_headings_from_the_page_on() -> None:
    group, record, close = KINDS["programme"]
    wrapper = learn([_groups(group, record, close=close)], kind="list")

    columns = json.loads(export(wrapper, "css").text)["columns"]

    assert [one["selector"] for one in columns if one.get("before")] == ["div.day"]
