"""Records of several neighbours are found again although all neighbours have the same path."""

import re
import textwrap
from collections.abc import Callable

import pytest

from windrow.read import Page
from windrow.tree import Tree
from windrow.wrap.learn import learn
from windrow.wrap.list.starts import RecordStarts, learn_signs
from windrow.wrap.steps import Steps
from windrow.wrap.store import dumps, loads
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

NEWS = [
    ("Rakes are back", "ann", 31), ("Old scythes, new steel", "bo", 7),
    ("Hay in wet years", "cy", 112), ("Why we bind by hand", "dee", 4),
    ("A fair for mowers", "ed", 58), ("Whetstones compared", "fay", 19),
]  # fmt: skip


def news(stories: list[tuple[str, str, int]]) -> Page:
    """Return a page whose stories are two rows each, with an empty row between them."""
    rows = "".join(
        f"<tr><td>{n}.<td><a href=/vote/{n}>up</a><td><a href=/story/{n}>{title}</a></tr>"
        f"<tr><td colspan=2><td>{points} points by <a href=/user/{who}>{who}</a></tr>"
        "<tr style='height:5px'></tr>"
        for n, (title, who, points) in enumerate(stories, 1)
    )
    more = "<tr><td colspan=2><td><a href=/page/2>More</a></tr>"
    return Page.from_text(f"<h1>News</h1><center><table>{rows}{more}</table></center>")


def results(stories: list[tuple[str, str, int]]) -> Page:
    """Return a page whose stories are runs of links and texts, parted by two breaks."""
    runs = "<br><br>".join(
        f"<a href=/story/{n}>{title}</a><br>told by <a href=/user/{who}>{who}</a> to {points} "
        f"readers<br><i>{'A word. ' * (1 + n % 3)}</i>"
        for n, (title, who, points) in enumerate(stories, 1)
    )
    return Page.from_text(f"<h1>Found</h1><div>{runs}</div><p>The end of the list")


def learned(page: Page) -> Wrapper:
    """Return a wrapper as it comes back from its file."""
    return loads(dumps(learn([page], kind="list")).encode())


@pytest.mark.parametrize("made", [news, results])
def test_a_wrapper_reads_every_record_of_the_page_it_was_learned_from(
    made: Callable[[list[tuple[str, str, int]]], Page],
) -> None:
    page = made(NEWS)

    [table] = learned(page).apply(page)

    assert [row["title"] for row in table.rows] == [title for title, _, _ in NEWS]


def test_rows_of_one_record_stay_together_on_another_page() -> None:
    other = news([("Oats", "gil", 3), ("Dew at noon", "hal", 12)])

    found = learned(news(NEWS)).apply(other)

    assert found.reason is None
    assert str(found[0]) == textwrap.dedent("""\
        number | link_2  | title       | link     | text             | text_link
        1.     | /vote/1 | Oats        | /story/1 | 3 points by gil  | /user/gil
        2.     | /vote/2 | Dew at noon | /story/2 | 12 points by hal | /user/hal""")


def test_rows_of_which_none_begins_a_record_are_drift_and_an_empty_list_is_not() -> None:
    wrapper = learned(news(NEWS))
    text = news(NEWS).content.decode()
    bare = re.sub(r"<td>\d+[.]<td><a href=/vote/\d+>up</a><td><a href=[^<]*</a>", "<td>", text)

    reasons = verify(wrapper, [Page.from_text(bare)]).reasons

    assert any("places are like records outside" in reason for reason in reasons)
    assert verify(wrapper, [news([])]).healthy


def test_the_first_child_needs_nothing_before_it() -> None:
    tree = Tree.from_text("div(a b hr a b a b)")
    steps = Steps(tree)

    signs = learn_signs(steps, [1, 4], [6])

    assert signs == ("-1 hr",)
    assert RecordStarts(steps, signs).begin([1, 4, 6]) == [1, 4]


def test_siblings_that_nothing_tells_apart_have_no_signs() -> None:
    tree = Tree.from_text("ul(li(a) li(a) li(a) li(a) li(a) li(a) li(a) li(a) li(a))")

    assert learn_signs(Steps(tree), [7, 13], [5, 9, 11, 15]) == ()
