"""What a person corrects in a wrapper stays, in files, after repairs and after learning on."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.shop import GOODS, OTHERS, cards, shop
from windrow.cli import windrow
from windrow.errors import BadWrapper, NothingLearned, WrapperError
from windrow.read import Page
from windrow.wrap.correction import (
    Correction,
    Kept,
    Merged,
    Parted,
    Removed,
    Renamed,
    Reordered,
    Retyped,
)
from windrow.wrap.keep import KeptPage
from windrow.wrap.learn import learn
from windrow.wrap.more import learn_more
from windrow.wrap.repair import repair
from windrow.wrap.store import dumps, loads
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

LEARNED = learn([shop()], kind="list")


def corrected(*changes: Correction) -> Wrapper:
    """Return the wrapper of the shop with corrections, once through a file."""
    return loads(dumps(LEARNED.corrected(*changes)).encode())


def first(wrapper: Wrapper, page: Page | None = None) -> dict[str, Any]:
    [row, *_] = wrapper.apply(page or shop())[0].rows
    return row


@pytest.mark.parametrize(
    ("change", "names"),
    [
        (Removed("link"), ["name", "text", "price", "stock"]),
        (Renamed("name", "tool"), ["tool", "link", "text", "price", "stock"]),
        (Renamed("name", "name"), ["name", "link", "text", "price", "stock"]),
        (Merged(("name", "text"), "tool"), ["tool", "link", "price", "stock"]),
        (Parted("text", ("what", "how"), ","), ["name", "link", "what", "how", "price", "stock"]),
        (Reordered(("price", "name")), ["price", "name", "link", "text", "stock"]),
        (Kept(("price", "name")), ["price", "name"]),
    ],
)
def test_columns_are_given_as_they_were_corrected(change: Correction, names: list[str]) -> None:
    wrapper = corrected(change)
    [table] = wrapper.apply(shop(OTHERS))

    assert [column.name for column in table.columns] == names
    assert [*table.rows[0]] == names
    assert [column.name for column in wrapper.shown] == names


def test_values_are_joined_and_cut() -> None:
    wrapper = corrected(
        Parted("text", ("what", "how"), ","), Merged(("name", "what"), "tool", between=": ")
    )

    assert first(wrapper)["tool"] == "Wooden hay rake: Ash handle"
    assert first(wrapper)["how"] == "fourteen teeth"
    # What has nothing to cut at is all in the first part.
    assert wrapper.apply(shop())[0].rows[4]["how"] is None


def test_a_type_is_taken_from_the_person() -> None:
    [table] = corrected(Retyped("price", "text")).apply(shop())

    assert {column.name: column.type for column in table.columns}["price"] == "text"
    assert "price" in LEARNED.shown[3].type


def test_columns_of_lists_inside_are_corrected_as_well() -> None:
    page = "<h1>{}</h1><ul class=parts>{}</ul><p class=price>{}</p>"
    part = "<li><b class=amount>{}</b><i class=thing>{}</i>"
    pages = [
        Page.from_text(page.format(name, "".join(part.format(*one) for one in parts), price))
        for name, parts, price in [
            ("Stew", [("2 kg", "beef"), ("1 l", "stock"), ("3", "carrots")], "$4"),
            ("Soup", [("1 kg", "peas"), ("2 l", "water")], "$2"),
        ]
    ]
    wrapper = learn(pages, kind="detail")
    inside = next(column for column in wrapper.columns if column.columns)
    names = [column.name for column in inside.columns]
    assert {"amount", "thing"} < {*names}

    changed = wrapper.corrected(
        Renamed("amount", "how_much", (inside.name,)), Kept(("how_much",), inside=(inside.name,))
    )

    [[row]] = [table.rows for table in changed.apply(pages[0])]
    assert isinstance(row[inside.name], list)
    assert row[inside.name][0] == {"how_much": "2 kg"}  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (Removed("colour"), "there is no column 'colour'"),
        (Renamed("name", "price"), "there is a column 'price' already"),
        (Merged(("name", "colour"), "x"), "there is no column 'colour'"),
        (Removed("x", ("rows",)), "there is no column 'x'"),
    ],
)
def test_what_is_not_there_cannot_be_corrected(change: Correction, problem: str) -> None:
    with pytest.raises(WrapperError, match=problem):
        LEARNED.corrected(change)


@pytest.mark.parametrize(
    "corrections",
    ['"no"', '[{"change": "eaten"}]', '[{"change": "parted", "column": "a", "names": ["b", "c"], '
     '"by": ""}]', '[{"change": "retyped", "column": "a", "type": "x"}]'],
)  # fmt: skip
def test_a_file_with_wrong_corrections_is_refused(corrections: str) -> None:
    file = dumps(LEARNED).replace('"columns":', f'"corrections": {corrections}, "columns":', 1)

    with pytest.raises(BadWrapper):
        loads(file.encode())


def test_corrections_outlast_a_repair() -> None:
    wrapper = corrected(Removed("stock"), Renamed("name", "tool"), Reordered(("price",)))

    done = repair(wrapper, [cards()])

    assert [column.name for column in done.wrapper.apply(cards())[0].columns] == [
        "price", "tool", "link", "text",
    ]  # fmt: skip
    assert {change.name for change in done.changes} == {"price", "tool", "link", "text"}


def test_a_column_that_is_not_wanted_is_not_missed() -> None:
    gone = Page.from_text(shop(OTHERS).content.decode().replace('class="stock"', "").replace(
        "In stock", "").replace("Sold out", ""))  # fmt: skip

    assert "stock" in str(LEARNED.apply(gone).reason)
    assert corrected(Removed("stock")).apply(gone).reason is None
    renamed = verify(corrected(Renamed("stock", "there")), [gone])
    assert any(reason.startswith("there: ") for reason in renamed.reasons)


def test_more_pages_give_more_columns_and_corrections_stay() -> None:
    wrapper = corrected(Removed("link"), Renamed("name", "tool"))
    offers = Page.from_text(
        shop(OTHERS).content.decode().replace("</div></div>", '</div><i class="x">-</i></div>')
        .replace('<span class="stock">', '<em class="offer">only today</em><span class="stock">')
        .replace("only today", "two for one", 3)
    )  # fmt: skip

    more = loads(dumps(learn_more(wrapper, [offers])).encode())

    names = [column.name for column in more.apply(offers)[0].given.columns]
    assert names == ["tool", "text", "price", "stock", "offer"]
    assert more.pages == 2
    assert len(more.kept) == 2
    assert first(more)["tool"] == GOODS[0][0]


def test_pages_that_are_known_teach_nothing_more() -> None:
    with pytest.raises(NothingLearned, match="learned from these pages"):
        learn_more(LEARNED, [shop()])


def test_pages_of_another_site_teach_nothing_more() -> None:
    lines = "".join(f"<tr><td>Row {k}<td>{k * 7} mm<td>{k} pm" for k in range(9))
    other = Page("other.html", f"<h1>Rain</h1><table>{lines}</table>".encode())

    with pytest.raises(NothingLearned, match=r"`other.html` has another template than the pages"):
        learn_more(LEARNED, [other])


def test_one_detail_page_is_sharpened_by_a_second() -> None:
    text = "<h1>{}</h1><p class=made>Made in Austria</p><dl><dt>Weight<dd>{}<dt>Wood<dd>{}</dl>"
    pages = [
        Page.from_text(text.format(*some))
        for some in [("Rake", "2 kg", "ash"), ("Fork", "3 kg", "oak"), ("Flail", "4 kg", "elm")]
    ]
    one = learn(pages[:1], kind="detail")
    removed = one.corrected(Renamed("weight", "heavy"), Removed("wood"))

    more = learn_more(removed, pages[1:2])

    row = first(more, pages[2])
    assert row["heavy"] == "4 kg"
    assert "wood" not in row
    assert "Flail" in row.values()


def test_a_kept_page_that_is_broken_is_an_error() -> None:
    for packed in ("???", "", KeptPage.of(shop()).packed[:40]):
        with pytest.raises(BadWrapper):
            learn_more(replace(LEARNED, kept=(KeptPage(packed),)), [shop(OTHERS)])


def test_the_command_line_corrects_and_learns_on(tmp_path: Path) -> None:
    file, other = tmp_path / "shop.json", tmp_path / "other.html"
    LEARNED.save(file)
    other.write_bytes(shop(OTHERS).content)

    def run(*words: str) -> str:
        done = CliRunner().invoke(windrow, [*words])
        assert done.exit_code == 0, done.output
        return done.stderr

    run("correct", str(file), "--remove", "link", "--rename", "tool=thing", "--type", "price=text",
        "--merge", "name,text=tool", "--order", "price")  # fmt: skip
    told = run("learn", "--more", str(file), str(other))

    assert "the previous wrapper" in told
    wrapper = Wrapper.load(file)
    assert [column.name for column in wrapper.shown] == ["price", "thing", "stock"]
    assert wrapper.pages == 2
    run("correct", str(file), "--undo", "--split", "text=a,b:,")
    assert [c.name for c in Wrapper.load(file).shown] == [
        "name", "link", "a", "b", "price", "stock",
    ]  # fmt: skip


def test_what_a_correction_lacks_is_said_on_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "shop.json"
    LEARNED.save(file)
    for words in (
        ["--merge", "name=x"], ["--split", "text=a:,"], ["--type", "price=x"], ["--rename", "x"],
    ):  # fmt: skip
        assert CliRunner().invoke(windrow, ["correct", str(file), *words]).exit_code == 2
    done = CliRunner().invoke(windrow, ["learn", str(file)])
    assert "Missing option" in done.stderr
