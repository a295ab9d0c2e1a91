"""A title says that a list is beside the point: most read, related, categories."""

import pytest

from windrow import Page, extract
from windrow.detect.auto.beside import is_beside

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
    ["Archives for May 2024", "Category: Hay", "Related work", "Latest news", "Results", ""],
)
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
