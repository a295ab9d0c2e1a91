"""A record that a page sets apart from the others is one of the list; what is elsewhere is not."""

import pytest

from windrow.model import Alignment
from windrow.pipeline import find
from windrow.read import Page
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


def page(*names: str, before: str = "", within: str = "", box: str = "rest") -> Page:
    goods = "".join(map(good, names))
    return Page.from_text(
        f"<body><h1>Tools</h1><div class=results>{before}<div class={box}>{within}{goods}</div></div>"
        "<footer>All prices include tax</footer></body>"
    )


def names(learned: Page, other: Page) -> list[object]:
    """Return what is read on *other*; of the *learned* page, only the box is known at first."""
    [seen, *_] = find(Opened(learned), every=True)
    rows = zip(seen.region.records, seen.cells.rows, seen.table.rows, strict=True)
    kept = [(record, cells) for record, cells, said in rows if said["title"] in NAMES]
    assert len(kept) == len(NAMES)
    records, lines = zip(*kept, strict=True)
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
