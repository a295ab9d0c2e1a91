"""Messages about pages whose tables have changed, or that never had one."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.commands import invoked
from tests.shop import GOODS, OTHERS, cards, shop
from windrow.wrap.learn import learn

DENIED = "<title>Denied</title><h1>Access denied</h1><p>You have been blocked.<p>Write to us."


def objects(done: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def without_prices(count: int = len(OTHERS)) -> bytes:
    moved = re.sub(rb'<span class="price">([^<]*)</span>', rb"<b>\1</b>", shop(OTHERS).content)
    return b'<div class="product">'.join(moved.split(b'<div class="product">')[: count + 1])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    learn([shop()], kind="list").save(tmp_path / "shop.json")
    (tmp_path / "good.html").write_bytes(shop(OTHERS).content)
    (tmp_path / "moved.html").write_bytes(without_prices())
    (tmp_path / "redesign.html").write_bytes(cards().content)
    (tmp_path / "empty.html").write_bytes(b"")
    for name in ("one.html", "two.html"):
        (tmp_path / name).write_text(DENIED)
    return tmp_path


def test_a_column_that_was_always_filled_and_is_empty_ends_apply_with_3(folder: Path) -> None:
    done = invoked("apply", folder / "shop.json", folder / "moved.html", folder / "good.html")

    assert done.exit_code == 3
    assert done.stderr.splitlines() == [
        f"windrow: {folder / 'moved.html'}: drift: empty in all 6 records, always filled before: "
        "price"
    ]
    moved, good = objects(done)
    assert moved["reason"].endswith("before: price")
    assert good["reason"] is None
    assert moved["tables"][0]["columns"] == good["tables"][0]["columns"]
    assert len(moved["tables"][0]["rows"]) == len(OTHERS)


def test_a_folder_of_wrappers_says_so_too(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (folder / "shop.json").rename(tmp_path / "site" / "shop.json")

    assert invoked("apply", tmp_path / "site", folder / "moved.html").exit_code == 3
    assert invoked("apply", tmp_path / "site", folder / "good.html").exit_code == 0


def test_one_record_without_a_value_proves_nothing(folder: Path) -> None:
    (folder / "moved.html").write_bytes(without_prices(1))

    done = invoked("apply", folder / "shop.json", folder / "moved.html")

    assert done.exit_code == 0
    assert len(objects(done)[0]["tables"][0]["rows"]) == 1


def test_a_column_that_no_page_of_many_has_is_drift(folder: Path) -> None:
    pages = [folder / f"{number}.html" for number in range(5)]
    for number, page in enumerate(pages):
        text = without_prices(1).decode().replace("Milking stool", f"Stool {number}")
        page.write_text(text)

    some, all_of_them = (invoked("apply", folder / "shop.json", *pages[:n]) for n in (4, 5))

    assert some.exit_code == 0
    assert all_of_them.exit_code == 3
    line = "windrow: drift: empty on all 5 pages, always filled before: price"
    assert all_of_them.stderr.splitlines() == [line]


def test_what_every_record_said_may_be_gone(folder: Path) -> None:
    cart = shop(GOODS).content.replace(b"</div>", b"<button>Add to cart</button></div>")
    (folder / "cart.html").write_bytes(cart)
    invoked("learn", folder / "cart.html", "-o", folder / "cart.json")

    done = invoked("apply", folder / "cart.json", *[folder / "good.html"] * 5)

    assert done.exit_code == 0, done.stderr
    before = invoked("apply", folder / "cart.json", folder / "cart.html")
    one, other = (objects(each)[0]["tables"][0]["columns"] for each in (done, before))
    assert one == other


def test_a_list_that_is_there_but_not_found_ends_apply_with_3(folder: Path) -> None:
    done = invoked("apply", folder / "shop.json", folder / "redesign.html")

    assert done.exit_code == 3
    assert "no records are found, but 6 are there" in done.stderr


def test_an_empty_list_is_no_drift(folder: Path) -> None:
    (folder / "none.html").write_bytes(shop([]).content)

    done = invoked("apply", folder / "shop.json", folder / "none.html")

    assert done.exit_code == 4
    names = [column["name"] for column in objects(done)[0]["tables"][0]["columns"]]
    assert {"price", "price_currency"} <= {*names}


@pytest.mark.parametrize("pages", [["empty.html"], ["good.html", "empty.html"]])
def test_nothing_is_learned_from_an_empty_file(folder: Path, pages: list[str]) -> None:
    done = invoked("learn", *(folder / page for page in pages), "-o", folder / "new.json")

    assert done.exit_code == 4
    assert "empty.html` is empty" in done.stderr
    assert not (folder / "new.json").exists()


@pytest.mark.parametrize("kind", ["list", "detail"])
def test_nothing_is_learned_from_pages_that_say_the_same(folder: Path, kind: str) -> None:
    pages = [folder / "one.html", folder / "two.html"]

    done = invoked("learn", *pages, "--kind", kind, "-o", folder / "new.json")

    assert done.exit_code == 4
    assert "all 2 pages say the same" in done.stderr


def test_a_heap_of_pages_that_say_the_same_gives_no_wrapper(folder: Path) -> None:
    pages = [folder / "one.html", folder / "two.html"]

    done = invoked("learn", *pages, "--cluster", "-o", folder / "site")

    assert done.exit_code == 4
    assert "all 2 pages say the same" in done.stderr


def test_one_of_the_same_pages_is_learned_from(folder: Path) -> None:
    (folder / "more.html").write_bytes(shop(GOODS).content)
    pages = [folder / name for name in ("good.html", "good.html", "more.html")]

    assert invoked("learn", *pages, "-o", folder / "new.json").exit_code == 0


def test_pages_of_different_sites_give_a_wrapper_each(folder: Path) -> None:
    timetable = Path(__file__).parents[3] / "examples" / "timetable.html"
    pages = [folder / "good.html", timetable]

    done = invoked("learn", *pages, "-o", folder / "new.json")

    assert done.exit_code == 0
    assert "the pages have several templates" in done.stderr
    assert len([*(folder / "new").glob("*.json")]) == 2
    assert not (folder / "new.json").exists()
    assert invoked("apply", folder / "new", timetable, "-f", "rows").exit_code == 0


def test_one_list_is_not_sought_on_pages_of_different_sites(folder: Path) -> None:
    timetable = Path(__file__).parents[3] / "examples" / "timetable.html"
    pages = [folder / "good.html", timetable, folder / "moved.html"]

    done = invoked("learn", *pages, "-o", folder / "new.json", "--table", "1", "--columns", "title")

    assert done.exit_code == 4
    assert "1 of 3 pages has another template" in done.stderr
    assert "timetable.html" in done.stderr
    assert "--cluster" in done.stderr
