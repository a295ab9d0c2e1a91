"""Page links behind the threads of a forum are no columns."""

import pytest

from windrow import extract
from windrow.model import Table
from windrow.read import Page


def forum(counts: list[int], address: str = "t.php?id={}", page: str = "&page={}") -> Table:
    rows = ""
    for thread, count in enumerate(counts, 41):
        own = address.format(thread)
        links = " ".join(
            f"<a href='{own}{page.format(n)}'>{n}</a>" for n in range(2, count + 1)[:3]
        )
        last = f" ... <a href='{own}{page.format(count)}'>Last</a>" if count > 4 else ""
        pages = f"<small>( {links}{last} )</small>" if links else ""
        rows += (f"<tr><td><div><a href='{own}'>About hay no. {thread}</a> {pages}</div><i>by ann"
                 f"{thread}</i><td>{count * 7}<td>{count * 130}")  # fmt: skip
    head = "<tr><th>Thread<th>Replies<th>Views"
    return extract(Page.from_text(f"<h1>Barn</h1><table>{head}{rows}</table>"))[0]


COUNTS = [1, 3, 9, 1, 2, 40, 5, 1, 4]


@pytest.mark.parametrize(
    ("address", "page"),
    [("t.php?id={}", "&page={}"), ("/t/{}", "/page/{}"), ("/t/{}", "?p={}"), ("/t/{}", "/{}")],
)
def test_links_to_the_pages_of_a_thread_are_left_out_with_what_they_say(
    address: str, page: str
) -> None:
    table = forum(COUNTS, address, page)

    assert [column.name for column in table.columns] == [
        "thread", "thread_link", "author", "replies", "views"
    ]  # fmt: skip


def test_other_links_that_go_on_from_the_first_one_stay() -> None:
    rows = "".join(
        f"<li><a href=/b/{k}>Bill {k}</a><p>On hay</p><a href=/b/{k}/text>Text</a> "
        f"<a href=/b/{k}/votes/{k + 7}>Votes</a> <a href=/b/{k}/2019>In force 2019</a>"
        for k in range(1, 7)
    )

    [table, *_] = extract(Page.from_text(f"<h1>Bills</h1><ul>{rows}</ul>"))

    assert sum(column.type == "url" for column in table.columns) == 4


@pytest.mark.parametrize(
    ("address", "first"), [("?size={}", 38), ("?year={}", 2022), ("/season-{}", 1), ("/{}", 2021)]
)
def test_numbers_that_are_not_those_of_pages_stay(address: str, first: int) -> None:
    rows = ""
    for k in range(1, 9):
        links = (f"<a href=/x/{k}{address.format(n)}>{n}</a>" for n in range(first, first + 3))
        rows += f"<li><a href=/x/{k}>Boot {k}</a> <i>made in {k}</i> {' '.join(links)}</li>"

    table = extract(Page.from_text(f"<h1>Boots</h1><ul>{rows}</ul>"))[0]

    assert sum(column.type == "url" for column in table.columns) == 4


def test_signs_outside_of_page_links_stay() -> None:
    rows = "".join(
        f"<tr><td><a href=/t/{k}>Hay {k}</a> <small><a href=/t/{k}/2>2</a> <a href=/t/{k}/3>3</a>"
        f"</small><td>{'★' * (k % 3 + 1)}<td>{k * 7}"
        for k in range(1, 9)
    )
    head = "<tr><th>Thread<th>Stars<th>Views"

    table = extract(Page.from_text(f"<h1>Barn</h1><table>{head}{rows}</table>"))[0]

    assert [column.name for column in table.columns] == ["thread", "thread_link", "stars", "views"]


def test_a_link_may_say_thousands_of_digits() -> None:
    rows = "".join(
        f"<li><a href=/t/{k}>Hay {k}</a> <a href=/t/{k}/2>{'2' * 5000}</a> <a href=/t/{k}/3>3</a>"
        for k in range(1, 9)
    )

    assert len(extract(Page.from_text(f"<h1>Barn</h1><ul>{rows}</ul>"))[0]) == 8
