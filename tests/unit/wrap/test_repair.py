"""After a redesign a wrapper is made to fit again, and its columns keep their names."""

import re
from pathlib import Path

import pytest

from tests.shop import GOODS, OTHERS, cards, shop, table
from tests.unit.wrap.test_verify import OTHER_PEOPLE, PEOPLE, people
from windrow.errors import NotRepaired
from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.list.agree import agreement
from windrow.wrap.list.pages import ListPages
from windrow.wrap.repair import repair
from windrow.wrap.store import dumps, loads, set_aside
from windrow.wrap.template import Opened
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    return learn([shop()], kind="list", names={"name": "title"})


REDESIGNS = pytest.mark.parametrize("design", [cards, table], ids=["cards", "table"])


@REDESIGNS
def test_columns_are_found_again_under_their_names(wrapper: Wrapper, design: type) -> None:
    before = wrapper.apply(shop(OTHERS))[0]

    done = repair(wrapper, [design(OTHERS)])

    after = done.wrapper.apply(design(OTHERS))[0]
    assert after.rows == before.rows
    assert [c.type for c in done.wrapper.columns] == [c.type for c in wrapper.columns]
    assert not done.anchored


@REDESIGNS
def test_a_repaired_wrapper_reads_other_pages_and_is_healthy(
    wrapper: Wrapper, design: type
) -> None:
    done = repair(wrapper, [design(OTHERS)]).wrapper

    assert done.apply(design(GOODS))[0].rows == wrapper.apply(shop(GOODS))[0].rows
    assert verify(done, [design(GOODS)]).healthy


def test_values_that_have_changed_places_are_followed(wrapper: Wrapper) -> None:
    shifted = shop([(name, text, stock, price) for name, text, price, stock in OTHERS])

    done = repair(wrapper, [shifted])

    assert done.wrapper.apply(shifted)[0].rows == wrapper.apply(shop(OTHERS))[0].rows
    assert {c.name: c.kind for c in done.changes}["price"] == "moved"


def test_records_that_only_stand_elsewhere_are_anchored_anew(wrapper: Wrapper) -> None:
    text = shop(OTHERS).content.decode()
    moved = text.replace("<main>", "<article><section>").replace("</main>", "</section></article>")
    moved = moved.replace('class="product"', 'class="thing"').replace('class="list"', "")

    done = repair(wrapper, [Page.from_text(moved)])

    assert done.anchored
    assert [column.place for column in done.wrapper.columns] == [
        column.place for column in wrapper.columns
    ]
    assert done.wrapper.apply(Page.from_text(moved))[0].rows == (
        wrapper.apply(shop(OTHERS))[0].rows
    )


def test_a_column_that_is_gone_is_lost_and_said_to_be(wrapper: Wrapper) -> None:
    plain = cards([(name, text, "", stock) for name, text, _, stock in OTHERS])

    done = repair(wrapper, [plain])

    assert [c.name for c in done.changes if c.kind == "lost"] == ["price"]
    assert [c.name for c in done.wrapper.shown] == ["title", "link", "text", "stock"]


def test_a_new_column_comes_last_under_a_name_of_its_own(wrapper: Wrapper) -> None:
    text = cards().content.decode()
    for k, weight in enumerate(("4.2 kg", "3.9 kg", "0.8 kg", "0.1 kg", "2.5 kg", "0.2 kg")):
        text = text.replace('<div class="words">', f'<em class="weight">{weight}</em><div >', 1)
        assert k < 6

    done = repair(wrapper, [Page.from_text(text)])

    assert [c.name for c in done.wrapper.columns][-1] == "weight"
    assert [c.kind for c in done.changes][-1] == "new"


def test_pages_of_something_else_are_refused(wrapper: Wrapper) -> None:
    forum = Path(__file__).parents[3] / "examples" / "forum.html"
    before = dumps(wrapper)

    with pytest.raises(NotRepaired) as caught:
        repair(wrapper, [forum])

    assert caught.value.confidence < 0.5
    assert "not repaired" in caught.value.summary
    assert dumps(wrapper) == before


def test_pages_without_any_list_are_refused(wrapper: Wrapper) -> None:
    with pytest.raises(NotRepaired, match="no list on the pages"):
        repair(wrapper, [Page.from_text("<html><body><p>Gone fishing.</p></body></html>")])


def test_a_repaired_wrapper_survives_its_file(wrapper: Wrapper) -> None:
    done = repair(wrapper, [table(), table(GOODS)]).wrapper

    again = loads(dumps(done).encode())

    assert again.apply(table())[0].rows == done.apply(table())[0].rows
    assert again.pages == 2


def test_a_noise_page_among_the_pages_does_no_harm(wrapper: Wrapper) -> None:
    noise = Page.from_text("<html><body><p>Gone fishing.</p></body></html>")

    done = repair(wrapper, [noise, cards()])

    assert done.pages == 1
    assert done.wrapper.apply(cards())[0].rows == wrapper.apply(shop(OTHERS))[0].rows


@pytest.mark.parametrize("system", ["depta", "gstm", "gza", "net", "stem"])
def test_a_wrapper_with_the_template_of_a_paper_is_repaired_as_well(system: str) -> None:
    wrapper = learn([shop()], detector=system)

    done = repair(wrapper, [cards()])

    assert not verify(wrapper, [cards()]).healthy
    assert done.wrapper.apply(cards())[0].rows == wrapper.apply(shop(OTHERS))[0].rows


def _detail(name: str, price: str, maker: str, text: str, *, new: bool) -> Page:
    if new:
        body = (
            f'<section class="thing"><p class="cost">{price}</p><h2>{name}</h2>'
            f"<table><tr><th>Made by</th><td>{maker}</td></tr></table>"
            f'<div class="about">{text}</div></section>'
        )
    else:
        body = (
            f'<div class="item"><h1>{name}</h1><span class="price">{price}</span>'
            f"<dl><dt>Made by</dt><dd>{maker}</dd></dl><p>{text}</p></div>"
        )
    return Page.from_text(f"<html><body><nav><a href=/>Home</a></nav>{body}</body></html>")


THINGS = [
    ("Hay rake", "€48.00", "Ash & Sons", "Fourteen teeth, and a handle that fits all hands."),
    ("Scythe", "€119.50", "Forge of Linz", "A blade of 65 cm, hammered thin for mountain grass."),
    ("Whetstone", "€14.90", "Carpathia", "Fine grain for wet grinding, with a horn to carry it."),
]


def test_a_wrapper_of_detail_pages_is_repaired_as_well() -> None:
    old = [_detail(*thing, new=False) for thing in THINGS]
    new = [_detail(*thing, new=True) for thing in THINGS]
    wrapper = learn(old, kind="detail")
    [before] = wrapper.apply(old[0])[0].rows

    done = repair(wrapper, new)

    [after] = done.wrapper.apply(new[0])[0].rows
    assert {name: after.get(name) for name in before} == before


def test_look_alikes_that_have_changed_places_are_told_apart_by_what_comes_back_in_links() -> None:
    learned = learn([people(PEOPLE)], kind="list")
    text = people(OTHER_PEOPLE).content.decode()
    for name, _, friend in OTHER_PEOPLE:
        text = text.replace(f"<b>{name}</b>", f"<b>{friend}</b>")
        text = text.replace(f"<u>{friend}</u>", f"<u>{name}</u>")
    changed = Page.from_text(text)

    done = repair(learned, [changed])

    assert done.wrapper.apply(changed)[0].rows == learned.apply(people(OTHER_PEOPLE))[0].rows


SHED = (Path(__file__).parents[3] / "examples" / "shop.html").read_text("utf-8")


def renamed(word: str) -> Page:
    """Return the example with other inline tags, and with *word* in place of their classes."""
    inline = re.sub(r"<(/?)span", r"<\1em", SHED)
    return Page.from_text(re.sub(r'(<em class=")(\w+)', lambda m: m[1] + word.format(m[2]), inline))


def test_classes_and_inline_tags_that_are_renamed_at_once_shift_no_column() -> None:
    page = Page.from_text(SHED)
    wrapper = learn([page], kind="list")

    done = repair(wrapper, [renamed("c-{}")])

    assert done.wrapper.apply(renamed("c-{}"))[0].rows == wrapper.apply(page)[0].rows
    assert done.confidence > 0.95


def test_a_repair_that_mixes_columns_says_that_it_is_not_sure() -> None:
    wrapper = learn([Page.from_text(SHED)], kind="list")
    page = Page.from_text(renamed("").content.decode().replace("€135.00", "€99.00"))

    done = repair(wrapper, [page])

    stock = {change.name: change for change in done.changes}["stock"]
    assert "was €99.00" in [row["stock"] for row in done.wrapper.apply(page)[0].rows]
    assert stock.sure < 0.7 < done.confidence < 0.95
    assert stock.doubts[0] == "1 of 4 values are like those of sale"
    assert "; 1 of 4 values are like those of sale" in str(done)


def test_a_fresh_extract_that_sees_other_columns_makes_a_repair_less_sure() -> None:
    mixing = learn([renamed("")], kind="list")
    assert isinstance(mixing.template, ListPages)

    agreed = agreement(mixing.template, mixing, [Opened(renamed("c-{}"))])

    places = {column.name: column.place for column in mixing.columns}
    assert agreed[places["title"]] == 1
    # Of four cells a fresh extract has three in a column, which has the one of another as well.
    assert sorted(agreed.values())[:2] == [1 / 4, 3 / 5]


def test_pages_that_all_say_the_same_are_refused(wrapper: Wrapper) -> None:
    with pytest.raises(NotRepaired, match="all 2 pages say the same"):
        repair(wrapper, [cards(), cards()])


def test_what_is_set_aside_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "shop.json"
    assert set_aside(file) is None

    for content in ("first", "second"):
        file.write_text(content)
        set_aside(file)

    kept = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert kept == {"shop.json": "second", "shop.json.old": "first", "shop.json.old2": "second"}
