"""What a record is, and where records may be that no locator finds."""

import pytest

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.list.pages import ListPages
from windrow.wrap.wrapper import Wrapper

TOOLS = ["rake", "fork", "hoe", "axe", "saw", "awl"]


def page(tools: list[str], *, before: str = "", after: str = "", more: str = "") -> Page:
    rows = "".join(
        f"<tr><td><a href=/{name}>{name}</a></td><td>${k}.50</td><td>{k} kg</td></tr>"
        for k, name in enumerate(tools, 1)
    )
    return Page.from_text(
        f"<html><body><h1>Tools</h1>{before}<table><tbody>{rows}{more}</tbody></table>{after}"
        "</body></html>"
    )


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    return learn([page(TOOLS)], kind="list")


def names(wrapper: Wrapper, other: Page) -> list[object]:
    found = wrapper.apply(other)
    return [next(iter(row.values())) for row in found[0].rows] if found else []


@pytest.mark.parametrize(
    ("before", "after"), [("<form>", "</form>"), ("<div><section>", "</section></div>")]
)
def test_rows_of_a_table_in_another_frame_are_found(
    wrapper: Wrapper, before: str, after: str
) -> None:
    assert names(wrapper, page(TOOLS[:3], before=before, after=after)) == TOOLS[:3]


def test_other_lists_are_not_taken_for_the_records(wrapper: Wrapper) -> None:
    other = Page.from_text("<html><body><h1>Tools</h1><div><table><tbody><tr><td>Nothing found</td>"
                           "</tr></tbody></table></div></body></html>")  # fmt: skip

    assert names(wrapper, other) == []


def test_a_record_has_half_of_what_the_poorest_learned_one_has(wrapper: Wrapper) -> None:
    assert isinstance(wrapper.template, ListPages)
    assert wrapper.template.template.least == 0.5


def test_a_row_that_holds_hardly_anything_is_no_record(wrapper: Wrapper) -> None:
    advert = "<tr><td colspan=3>Spring sale</td></tr>"

    assert names(wrapper, page(TOOLS, more=advert)) == TOOLS


def test_the_one_poor_record_stays_where_a_class_leads_to_records_alone() -> None:
    def story(number: int) -> str:
        about = f"<b>{number * 3} points</b> by <a href=/by/{number}>farmer {number}</a>"
        return (
            f"<tr class=story><td>{number}.</td><td><a href=/hay/{number}>Hay of meadow {number}</a></td></tr>"
            f"<tr><td></td><td>{'today' if number == 22 else about}</td></tr><tr class=space></tr>"
        )

    stories = "".join(map(story, range(1, 31)))
    more = "<tr><td></td><td><a href=/more>More</a></td></tr><tr><td></td><td><b>0 points</b></td></tr>"
    text = f"<html><body><h1>News</h1><table><tbody>{stories}{more}</tbody></table></body></html>"
    front = Page.from_text(text)

    wrapper = learn([front], kind="list")

    assert len(wrapper.apply(front)[0].rows) == 30
