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
