"""A page on which the wrapper has lost its way is read as a repair would read it, and says so."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from windrow.read import Page
from windrow.wrap.learn import learn

ROWS = [
    ("Complaint filed by Ann Archer", "05/01/2024", "12 pages", "40.5 KB"),
    ("Answer to the complaint", "05/09/2024", "4 pages", "18.1 KB"),
    ("Motion to dismiss, with exhibits", "06/03/2024", "31 pages", "102 KB"),
    ("Order on the motion to dismiss", "07/07/2024", "2 pages", "9.7 KB"),
    ("Notice of appeal", "07/30/2024", "1 page", "5.2 KB"),
]
OTHERS = [
    ("Petition filed by Bob Baker", "01/02/2025", "7 pages", "33.0 KB"),
    ("Response to the petition", "01/20/2025", "3 pages", "12.4 KB"),
    ("Judgment", "02/14/2025", "5 pages", "21.9 KB"),
]


def old(rows: Sequence[tuple[str, ...]]) -> Page:
    lines = "".join(
        f"<tr class=entry><td>{date}<td><a href=/{k}>{title}</a><td>{pages}<td>{size}"
        for k, (title, date, pages, size) in enumerate(rows)
    )
    return Page.from_text(f"<body><h1>Docket</h1><form><table>{lines}</table></form>")


def new(rows: Sequence[tuple[str, ...]]) -> Page:
    lines = "".join(
        f"<section><h3><a href=/{k}>{title}</a></h3><p>{date}</p><i>{pages}</i><b>{size}</b></section>"
        for k, (title, date, pages, size) in enumerate(rows)
    )
    return Page.from_text(f"<body><h1>Docket</h1><main>{lines}</main>")


@pytest.mark.parametrize("every", [False, True])
def test_a_list_of_other_markup_is_read_under_the_old_names(every: bool) -> None:
    wrapper = learn([old(ROWS)])

    tables = wrapper.apply(new(OTHERS), every=every)

    names = {column.name for column in wrapper.columns}
    assert names <= {column.name for column in tables[0].columns}
    assert [row["date"] for row in tables[0].rows] == [row[1] for row in OTHERS]
    assert tables.reason is not None
    assert "read as a repair would read it" in tables.reason
    assert f"({tables[0].score:.0%} sure)" in tables.reason


def test_a_page_with_nothing_alike_is_drift_and_nothing_is_guessed() -> None:
    menu = "".join(f"<li><a href=/{n}>{n}</a>" for n in ("Home", "News", "Shop", "About"))
    page = Page.from_text(f"<body><ul>{menu}</ul><p>This court is closed.")

    tables = learn([old(ROWS)]).apply(page, every=True)

    assert not tables
    assert tables.reason is not None


def test_an_empty_list_stays_empty() -> None:
    tables = learn([old(ROWS)]).apply(old([]), every=True)

    assert not any(table.rows for table in tables)


def test_a_page_that_fits_is_read_by_the_wrapper_itself() -> None:
    tables = learn([old(ROWS)]).apply(old(OTHERS), every=True)

    assert tables.reason is None
    assert len(tables[0].rows) == len(OTHERS)


def test_a_page_of_another_template_without_the_list_is_drift_and_not_an_empty_list() -> None:
    def site(content: str) -> Page:
        menu = "<div><nav><ul><li><a href=/>Home</a><li><a href=/e>Entries</a></ul></nav></div>"
        return Page.from_text(f"<body>{menu}<h1>Court</h1>{content}<footer><p>Clerk</footer>")

    lines = "".join(
        f"<tr><td>{date}<td><em>{title}</em><td><b>{pages}</b><td><i>{size}</i>"
        for title, date, pages, size in ROWS
    )
    wrapper = learn([site(f"<main><form><table>{lines}</table></form></main>")], kind="list")

    tables = wrapper.apply(site("<dl><dt>Judge<dd>Cy Cooper</dl><section><p>Room 5</section>"))

    assert not tables
    assert tables.reason is not None
    assert tables.reason.startswith("drift: no records")


CLIPS = ["Goals of the season", "Best of the cup", "A day at the club", "Ten great saves"]
STORIES = ["New ground for the town", "Fund for small clubs", "Sports in schools", "The final"]


def results(clips: Sequence[str], stories: Sequence[str]) -> Page:
    """Return a page with two lists of the same look."""

    def items(kind: str, titles: Sequence[str]) -> str:
        return "".join(
            f"<li><h3><a href=/{kind}/{k}>{title}</a></h3><p>{k + 1} May 2024"
            for k, title in enumerate(titles)
        )

    return Page.from_text(
        f"<body><h1>Found</h1><main><ul class=clips>{items('clip', clips)}</ul></main>"
        f"<table><tr><td><p>Read on<ol>{items('story', stories)}</ol></table>"
    )


def test_another_known_list_is_not_taken_for_a_lost_one() -> None:
    page = results(CLIPS, STORIES)
    first, second = (learn([page], kind="list", table=number) for number in (1, 2))

    tables = replace(first, more=(second,)).apply(results([], STORIES[::-1]))

    assert [len(table.rows) for table in tables] == [0]
    assert tables.reason is None
