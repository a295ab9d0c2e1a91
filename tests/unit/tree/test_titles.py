"""What a page calls a list."""

import pytest

from windrow.pipeline import extract
from windrow.tree import Tree
from windrow.tree.titles import title_of

ROWS = "ul(li(a) li(a))"


def titled(page: str) -> str:
    tree = Tree.from_text(f"body({page})")
    records = tuple((node,) for node in range(len(tree)) if tree.label(node) == "li")
    return title_of(tree, records)


@pytest.mark.parametrize(
    ("page", "title"),
    [
        (f'h2"Related:" {ROWS}', "Related"),
        (f'div(h2"Related") div({ROWS})', "Related"),
        (f'div(h2"Related" a"All") div(div({ROWS}))', "Related"),
        (f'h2"Related" p"What others have read." {ROWS}', "Related"),
        (f'p(b"Related") {ROWS}', "Related"),
        (f'div(p(b"Note:" "nothing")) {ROWS}', ""),
        (f'div(div[class=widgetTitle]"Related") {ROWS}', "Related"),
        (f'div(p[role=heading]"Related") {ROWS}', "Related"),
        (f'div(p[class=subtitled]"Related") {ROWS}', ""),
        (f'table(tr(td[colspan=2]"Related") tr(td({ROWS}) td"x"))', "Related"),
        (f'table(tr(td"Related" td"x") tr(td({ROWS}) td"x"))', ""),
        (f'h2"2024" {ROWS}', "2024"),
        (f'h3"Page 1 2 3 4 5 6" {ROWS}', ""),
        (f'button[id=t1]"Reviews" p"Text." div[aria-labelledby=t1]({ROWS})', "Reviews"),
        (f"nav(div({ROWS}))", "Menu"),
        (f"div[role=contentinfo]({ROWS})", "Footer"),
        (f'nav(h2"Topics" {ROWS})', "Topics"),
        (f"{ROWS}", ""),
    ],
)
def test_a_title_is_the_heading_before_the_list(page: str, title: str) -> None:
    assert titled(page) == title


def test_the_text_of_the_item_that_a_list_is_in_is_its_title() -> None:
    tree = Tree.from_text('body(ul(li(a"Home") li(a"News" i"(9)" ul(li(a) li(a)))))')

    assert title_of(tree, ((8,), (10,))) == "News"


def test_the_heading_of_something_else_is_no_title() -> None:
    story = " ".join(["word"] * 80)

    assert titled(f'div(h2"Story" p"{story}") {ROWS}') == ""
    assert titled(f'h2"Story" p"{story}" {ROWS}') == ""


def test_a_table_has_its_caption_and_other_lists_what_they_are_labelled() -> None:
    rows = "".join(f"<tr><td>Team {n}<td>{n}<td>{n + 3} points" for n in range(6))
    page = f"<h2>News</h2><table><caption>League  table</caption>{rows}</table>".encode()
    labelled = Tree.from_text(f'body(nav[aria-label="Main menu"]({ROWS}))')

    assert extract(page)[0].title == "League table"
    assert title_of(labelled, ((3,), (5,))) == "Main menu"


def test_the_heading_of_a_group_is_a_value_and_the_one_before_it_the_title() -> None:
    days = "".join(
        f"<h3>{day} May 2025</h3>"
        + "".join(f"<p><b>Talk {day}{n}</b> <i>Room {n}</i></p>" for n in range(4))
        for day in range(3, 8)
    )

    [table, *_] = extract(f"<h1>Programme</h1><div>{days}</div>".encode())

    assert table.title == "Programme"
