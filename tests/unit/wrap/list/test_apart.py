"""A record that a page sets apart from the others is one of the list; what is elsewhere is not."""

import pytest

from windrow.model import Alignment
from windrow.pipeline import find
from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.list.learn import wrapper_of
from windrow.wrap.list.lesson import ListLesson
from windrow.wrap.template import Opened

NAMES = ["Hay rake", "Scythe", "Whetstone", "Dibber", "Flail", "Sickle"]


def good(name: str, box: str = "result good") -> str:
    number = len(name)
    return (
        f"<div class='{box}'><h3><a href=/{name[:3]}>{name}</a></h3><i>{number} kg</i>"
        f"<p>{name} of ash, {number * 7} cm long</p><b>${number}.50</b></div>"
    )


def page(
    *names: str, before: str = "", within: str = "", after: str = "", box: str = "rest"
) -> Page:
    goods = "".join(map(good, names))
    return Page.from_text(
        f"<body><h1>Tools</h1><div class=results>{before}<div class={box}>{within}{goods}</div>"
        f"{after}</div>"
        "<footer>All prices include tax</footer></body>"
    )


def names(learned: Page, other: Page) -> list[object]:
    """Return what is read on *other*; of the *learned* page, only the box is known at first."""
    [seen, *_] = find(Opened(learned), every=True)
    rows = zip(seen.region.records, seen.cells.rows, seen.table.rows, strict=True)
    # Of two with one title, the one in the box is the last.
    kept = {said["title"]: (record, cells) for record, cells, said in rows}
    records, lines = zip(*(kept[name] for name in NAMES), strict=True)
    lesson = ListLesson(
        seen.tree, records, Alignment(seen.tree, seen.cells.fields, lines),
        tuple(column.name for column in seen.table.columns),
    )  # fmt: skip
    wrapper = wrapper_of([lesson], seen.table.columns, seen.hidden)
    return [row["title"] for row in wrapper.apply(other)[0].rows]


def test_the_first_result_before_the_box_of_the_rest_is_one_of_the_list() -> None:
    learned = page(*NAMES, before=good("Pitchfork"))
    other = page(*NAMES[:3], before=good("Hoe"))

    assert names(learned, learned) == ["Pitchfork", *NAMES]
    assert names(learned, other) == ["Hoe", *NAMES[:3]]
    assert names(learned, page(*NAMES[:3])) == NAMES[:3]


@pytest.mark.parametrize(
    "before",
    [
        pytest.param(
            f"<aside><p>Advert</p>{good('Bargain')}</aside>", id="an advert in a box of its own"
        ),
        pytest.param(good("Bargain", "hero"), id="a picture of the day, of another class"),
        pytest.param(
            "<div class='result good'><h3><a href=/all>All tools</a></h3></div>", id="less than all"
        ),
        pytest.param("<div class='result good'>Bargain</div>", id="a text of the same class"),
    ],
)
def test_what_is_no_record_beside_the_box_is_left_out(before: str) -> None:
    learned = page(*NAMES, before=before)
    rows = names(learned, page("Hoe", "Spade", before=before))

    assert rows == ["Hoe", "Spade"]


def test_a_box_with_the_class_of_its_records_is_none() -> None:
    learned = page(*NAMES, box="'result good'")

    assert names(learned, learned) == NAMES


def test_records_before_and_behind_the_box_are_of_the_list_if_nothing_is_said_between() -> None:
    """Two threads are pinned; a script put what was loaded later behind the box."""
    pinned = f"{good('Pitchfork')}<hr>{good('Hoe')}<hr>"
    learned = page(*NAMES, before=pinned, after=f"<span></span>{good('Spade')}")

    assert names(learned, learned) == ["Pitchfork", "Hoe", *NAMES, "Spade"]


VIEWED = good("Pitchfork") + good("Hoe")


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param({"after": f"<h2>Recently viewed</h2>{VIEWED}"}, id="behind a heading"),
        pytest.param(
            {"after": f"<section class=viewed><b>Viewed</b></section>{VIEWED}"}, id="behind a title"
        ),
        pytest.param({"after": f"<p>Customers also bought</p>{VIEWED}"}, id="behind a text"),
        pytest.param({"before": f"{VIEWED}<h2>All tools</h2>"}, id="before a heading"),
        pytest.param({"before": VIEWED, "within": "<h2>All tools</h2>"}, id="before a titled box"),
        pytest.param(
            {"after": f"<a href=/?page=2>Next</a>{VIEWED}"}, id="behind the link to the next page"
        ),
    ],
)
def test_what_words_divide_from_the_box_is_another_list(parts: dict[str, str]) -> None:
    learned = page(*NAMES, **parts)

    assert names(learned, learned) == NAMES
    assert names(learned, page("Hoe rake", "Spade", **parts)) == ["Hoe rake", "Spade"]


def test_a_record_that_is_shown_twice_is_learned_once() -> None:
    learned = page(*NAMES, before=good(NAMES[2]))

    assert names(learned, learned) == NAMES


def test_a_copy_with_another_description_leads_to_the_same_address() -> None:
    copy = good(NAMES[2]).replace("of ash", "of the best ash, our tool of the month")
    learned = page(*NAMES, before=copy)

    assert names(learned, learned) == NAMES


def test_records_that_lead_to_one_page_are_told_apart_by_what_they_say() -> None:
    def one_page(text: Page) -> Page:
        html = text.content.decode()
        for name in (*NAMES, "Pitchfork"):
            html = html.replace(f"href=/{name[:3]}", "href=/all")
        return Page.from_text(html)

    learned = one_page(page(*NAMES, before=good("Pitchfork")))

    assert names(learned, learned) == ["Pitchfork", *NAMES]


@pytest.mark.parametrize("part", ["behind", "copy"])
def test_a_wrapper_gives_as_many_rows_as_the_page_has_in_its_grid(part: str) -> None:
    viewed = f"<h2>Recently viewed</h2>{good('Pitchfork')}{good('Hoe')}" if part == "behind" else ""
    copy = good(NAMES[2]) if part == "copy" else ""
    learned = page(*NAMES, before=copy, after=viewed)

    [table, *_] = learn([learned], kind="list").apply(learned)

    assert [row["title"] for row in table.rows] == NAMES
