"""A title says that a list is beside the point: most read, related, categories."""

from array import array

import pytest

from tests.yardstick import assert_grows, took
from windrow import Page, extract
from windrow.detect.auto.beside import is_beside, without_end_beside
from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.signals import measure
from windrow.tree.parse import parse

POSTS = "".join(
    f"<div class=post><h3><a href=/{k}>Hay {k} of the year</a></h3>"
    + "".join(f"<p>Rain came on day {k * n}, and the hay was wet again.</p>" for n in range(1, k))
    + "</div>"
    for k in range(2, 8)
)


def page(title: str, around: str = "div class=sidebar") -> Page:
    teasers = "".join(
        f"<li><a href=/t{k}><img src=/{k}.jpg>Teaser {k}</a> <span>{k} May 2024</span> "
        "<em>What everybody should know about rakes and forks.</em>"
        for k in range(9)
    )
    return Page.from_text(
        f"<{around}><h2>{title}</h2><ul>{teasers}</ul></{around.split()[0]}><div>{POSTS}</div>"
    )


def first_title(page: Page) -> object:
    return next(iter(extract(page)[0].rows))["title"]


@pytest.mark.parametrize(
    "title",
    ["Most read", "POPULAR POSTS", "Related articles", "Meistgelesen", "À lire aussi", "人気記事",
     "Читайте также", "You may also like these", "Categories:"],
)  # fmt: skip
def test_titles_of_side_lists_are_known_in_many_languages(title: str) -> None:
    assert is_beside(title)


@pytest.mark.parametrize(
    "title",
    ["Hot deals", "Up next", "Recently reviewed", "Recommended videos", "References",
     "Archives for May 2024", "Category: Hay", "Related work", "Latest news", "Results", ""],
)  # fmt: skip
def test_titles_that_a_page_may_be_about_are_not(title: str) -> None:
    assert not is_beside(title)


def test_the_posts_come_before_what_is_most_read() -> None:
    assert first_title(page("Teasers of the week")) == "Teaser 0"
    assert first_title(page("Most read")) == "Hay 2 of the year"


def test_a_side_list_without_another_list_is_given() -> None:
    items = "".join(f"<li><a href=/{k}>Thing {k}</a> <b>{k} kg</b>" for k in range(9))

    [table] = extract(Page.from_text(f"<h2>Most read</h2><ul>{items}</ul>"))

    assert len(table.rows) == 9


def test_see_also_below_the_groups_of_a_list_is_not_its_last_group() -> None:
    def group(title: str, first: int) -> str:
        names = (f"<li><a href=/w/{k}>Painter {k}</a> (18{k}0)" for k in range(first, first + 4))
        return f"<h2>{title} <a href=/edit>[edit]</a></h2><ul>{''.join(names)}</ul>"

    page = Page.from_text(f"{group('Hay', 0)}{group('Oats', 4)}{group('See also', 8)}")

    assert len(extract(page)[0]) == 8


def group_of(title: str, first: int, record: str) -> str:
    return f"<h2>{title}</h2><ul>{''.join(record.format(k) for k in range(first, first + 4))}</ul>"


@pytest.mark.parametrize(
    "record",
    [
        "<li><a href=/b/{0}>All about rakes {0}</a>",
        "<li><a href=https://farm.example/{0}>All about rakes {0}</a>, in {0} parts",
    ],
)
def test_further_reading_is_a_group_of_a_page_of_links(record: str) -> None:
    titles = ("Books", "Articles", "Further reading", "External links")
    groups = "".join(group_of(title, 4 * k, record) for k, title in enumerate(titles))

    assert len(extract(Page.from_text(f"<h1>Rakes</h1>{groups}"))[0]) == 16


def test_deals_below_their_title_come_before_the_brands() -> None:
    deals = "".join(
        f"<li><a href=/p/{k}><img src=/{k}.jpg>Rake no. {k}</a> <b>${k}.50</b> <i>{k} sold</i>"
        for k in range(1, 9)
    )
    brands = "".join(f"<li><a href=/b/{k}>Brand {k}</a>" for k in range(10))
    page = f"<h1>Farm</h1><h2>Hot Deals</h2><ul>{deals}</ul><h3>Brands</h3><ul>{brands}</ul>"

    assert len(extract(Page.from_text(page))[0]) == 8


def test_long_texts_are_no_titles_and_take_time_by_their_length() -> None:
    def asked(length: int) -> float:
        return took(lambda: [is_beside("[" * length) for _ in range(500)])

    assert not is_beside("Most read " * 50)
    # A hundred times the length; in its square it would be ten thousand times as long.
    assert_grows(lambda: asked(500), lambda: asked(50_000), 200)


def test_groups_called_beside_the_point_take_time_in_their_number() -> None:
    def cut(count: int) -> float:
        record = "<li><b>Painter {0}</b> (born in {0})"
        groups = "".join(group_of("See also", 4 * k, record) for k in range(count))
        tree = parse(f"<h1>Painters</h1>{groups}")
        starts = array("i", [node for node in range(len(tree)) if tree.label(node) == "li"])
        found = Candidate(starts, array("i", [node + tree.sizes[node] for node in starts]), 0)
        signals = measure(tree)
        assert len(without_end_beside(tree, signals, found)) == 4 * count
        return took(lambda: [without_end_beside(tree, signals, found) for _ in range(5)])

    # Four times the groups; in their square it would be sixteen times as long.
    assert_grows(lambda: cut(500), lambda: cut(2000), 8)
