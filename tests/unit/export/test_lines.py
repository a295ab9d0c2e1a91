"""In CSS a line of several nodes is found among all lines of its element."""

import json

import parsel
import pytest

from tests.unit.export.test_selectors import applied_rows, assert_selects, value
from tests.yardstick import assert_grows, took
from windrow.export import export
from windrow.read import Page
from windrow.tree import Tree
from windrow.wrap.learn import learn
from windrow.wrap.selectors import Selector
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.inside import Inside
from windrow.wrap.selectors.lines import line_text

NAMES = ("Ann Field", "Ben Moor", "Cleo Hay", "Dan Rick", "Eve Mead", "Finn Lea", "Gus Barn")


def _page(record: str, start: int = 0) -> Page:
    """Return a list of one record a name; # is a number, @ the name."""
    records = (
        record.replace("#", str(start + 3 * k + 2)).replace("@", NAMES[(k + start) % 7])
        for k in range(7)
    )
    return Page.from_text(f"<h1>All</h1><ul class=all>{''.join(records)}</ul>")


# Pages of several kinds whose records have lines of texts and elements.
LISTED = {
    "books": "<li><a href=/#>Book #</a><br>by @ and <b>Kim #</b><br>Press #, <i># pages</i></li>",
    "events": "<li><h3>Talk #</h3><b>Hall #</b>, with @<br>from <em># pm</em> on<br></li>",
    "people": "<li><b>@</b><p>Room #, <i>floor</i> #<br>phone <u>555-#</u> or #<p>Office #</li>",
    "jobs": "<li><a href=/#>Job #</a><div>Farm <b>#</b> near @<br>paid <b>#</b> Euro a day</div></li>",
    "houses": "<li><img src=#.png><br>House <b>#</b> of @<br><br># rooms, <b>#</b> baths<br>old</li>",
    "ships": "<li><div>Ship #</div>built in <b>19#</b> by @<hr>sold to <b>@</b> for #</li>",
    "results": "<li><a href=/#>Result #</a><br>some <b>hay</b> and # forks<br><cite>site#.org</cite></li>",
}


@pytest.mark.parametrize("form", ["css", "xpath"])
@pytest.mark.parametrize("name", LISTED)
def test_lines_are_found_on_the_learned_page_and_on_another(name: str, form: str) -> None:
    page, other = _page(LISTED[name]), _page(LISTED[name], start=40)
    wrapper = learn([page], kind="list")

    assert assert_selects(wrapper, page, form) >= 2
    assert len(applied_rows(wrapper, other)) == 7
    assert assert_selects(wrapper, other, form) >= 2


def test_css_gives_the_number_of_the_line() -> None:
    page = _page(LISTED["books"])

    found = json.loads(export(learn([page], kind="list"), "css").text)["columns"]

    [author] = [one for one in found if one.get("line") == 2]
    record = parsel.Selector(text=page.content.decode()).css("li")[1]
    assert value(record, "css", author) == "by Ben Moor and Kim 5"


def _records(*texts: str) -> list[Inside]:
    tree = Tree.from_text(f"ul({' '.join(texts)})")
    ground = Ground(tree)
    found = []
    for record in tree.children(0):
        node = next((n for n in tree.children(record) if tree.text(n)), None)
        said = "" if node is None else ground.said(node)
        found.append(Inside(ground, (record,), node, said, "text"))
    return found


def test_what_nothing_divides_is_no_line() -> None:
    records = _records('li("one" b("two"))', 'li("three" b("four"))')

    assert line_text("text", records, ()) is None


def test_lines_of_other_numbers_have_no_selector() -> None:
    records = _records('li("one" br b("two"))', 'li(br "three" br)')

    assert line_text("text", records, ("br",)) is None


def test_a_record_without_the_line_must_not_have_another_there() -> None:
    lacks = _records('li("one" br)', 'li("three" br)', "li(br)")
    found = line_text("text", lacks, ("br",))

    assert isinstance(found, Selector)
    assert found.line == 1
    assert found.join


def _siblings(count: int) -> list[Inside]:
    """Return the first lines of *count* records whose parts are all children of one element."""
    record = 'h3(a"Ann") "7" b"High" "St" br "Bath" i"x" br '
    tree = Tree.from_text(f"div({record * count})")
    ground = Ground(tree)
    titles = [node for node in tree.children(0) if tree.label(node) == "h3"]
    return [
        Inside(ground, (title,), title + tree.sizes[title], "7HighSt", "text") for title in titles
    ]


def test_twice_the_records_in_one_element_are_about_twice_the_work() -> None:
    few, many = _siblings(100), _siblings(1600)

    assert_grows(
        lambda: took(lambda: line_text("text", few, ("br",))),
        lambda: took(lambda: line_text("text", many, ("br",))),
        most=60,
    )
