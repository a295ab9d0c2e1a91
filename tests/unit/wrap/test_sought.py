"""Wrappers learned by example: the values that were given find the columns."""

import logging
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.shop import GOODS, OTHERS, shop
from windrow.cli import windrow
from windrow.errors import NothingLearned, WindrowError
from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.more import learn_more
from windrow.wrap.store import dumps, loads
from windrow.wrap.wrapper import Wrapper

DETAIL = (
    "<title>Shop</title><nav><a href=/>Home</a></nav><h1>{0}</h1><p class=code>Code {1}, in {2}</p>"
    "<ul>{3}</ul><dl><dt>Weight<dd>{4}<dt>Made in<dd>Austria</dl><aside><b>Others like {5}</b></aside>"
)


def detail(name: str, code: str, wood: str, parts: str, weight: str, other: str) -> Page:
    rows = "".join(f"<li>{part}" for part in parts.split(","))
    return Page.from_text(DETAIL.format(name, code, wood, rows, weight, other))


PAGES = [
    detail("Rake", "A-17", "ash", "head,handle,fourteen teeth", "2 kg", "forks"),
    detail("Fork", "B-2", "oak", "tines,shaft", "3 kg", "rakes"),
    detail("Flail", "C-340", "elm", "staff,swipple,thong,pin", "1 kg", "scythes"),
]


def again(wrapper: Wrapper) -> Wrapper:
    """Return the wrapper once through a file."""
    return loads(dumps(wrapper).encode())


def rows(wrapper: Wrapper, page: Page) -> list[dict[str, Any]]:
    [table] = wrapper.apply(page)
    return [*table.given.rows]


def test_one_row_finds_the_columns_of_a_list() -> None:
    wrapper = again(learn(shop(), examples={"tool": GOODS[1][0], "cost": "119.50"}))

    assert wrapper.kind == "list"
    found = rows(wrapper, shop(OTHERS))
    assert found == [{"tool": name, "cost": price} for name, _, price, _ in OTHERS]


def test_the_list_is_the_one_with_the_values_even_if_another_is_better() -> None:
    side = "".join(f"<li><a href=/n/{k}>News of {k}</a> <i>{k} June</i>" for k in range(1, 6))
    page = Page.from_text(shop().content.decode() + f"<ul>{side}</ul>")

    wrapper = learn(
        [page], examples=[{"news": "News of 2", "day": "2 June"}, {"news": "News of 4"}]
    )

    assert rows(wrapper, page)[0] == {"news": "News of 1", "day": "1 June"}


def test_a_part_of_a_text_is_cut_out() -> None:
    page = Page.from_text("".join(
        f"<div><h3>{name}</h3><p>{text}; {stock}, from May {k}</p></div>"
        for k, (name, text, _, stock) in enumerate(GOODS, 1)
    ))  # fmt: skip

    wrapper = again(learn(
        page,
        examples=[{"tool": GOODS[k][0], "stock": GOODS[k][3], "day": f"May {k + 1}"}
                  for k in (0, 2)],
    ))  # fmt: skip

    assert rows(wrapper, page)[4] == {"tool": "Peening jig", "stock": "In stock", "day": "May 5"}


def test_what_lies_in_several_cells_is_joined() -> None:
    page = Page.from_text("<table>" + "".join(
        f"<tr><td>{name.split()[0]}<td>{name.partition(' ')[2]}<td>{price}"
        for name, _, price, _ in GOODS
    ) + "</table>")  # fmt: skip

    wrapper = learn(page, examples=[{"tool": GOODS[0][0]}, {"tool": GOODS[1][0]}])

    assert [row["tool"] for row in rows(wrapper, page)] == [good[0] for good in GOODS]


def test_one_record_finds_the_columns_of_detail_pages() -> None:
    example = {"tool": "Rake", "weight": "2 kg", "parts": ["head", "handle"], "from": "Austria"}
    wrapper = again(learn(PAGES[:2], examples=example))

    assert wrapper.kind == "detail"
    [row] = rows(wrapper, PAGES[2])
    assert row.pop("parts") == [{"text": part} for part in ("staff", "swipple", "thong", "pin")]
    assert row == {"tool": "Flail", "weight": "1 kg", "from": "Austria"}


def test_one_detail_page_is_enough_where_it_says_what_is_what() -> None:
    [row] = rows(learn(PAGES[0], examples={"tool": "Rake", "heavy": "2 kg"}), PAGES[2])

    assert row == {"tool": "Flail", "heavy": "1 kg"}


def test_columns_that_were_sought_stay_when_more_is_learned() -> None:
    wrapper = learn(shop(), examples={"tool": GOODS[0][0], "cost": GOODS[0][2]})

    more = learn_more(wrapper, [shop(OTHERS)])

    assert [*rows(more, shop())[0]] == ["tool", "cost"]


def test_what_does_not_come_back_from_its_own_page_is_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    name, price = GOODS[0][0], GOODS[0][2]

    with caplog.at_level(logging.WARNING, "windrow"):
        learn(shop(), examples={"tool": name, "cost": price})
    assert not caplog.messages

    with caplog.at_level(logging.WARNING, "windrow"):
        learn(shop(), examples={"tool": name, "cost": f"{price} net"})
    [message] = caplog.messages
    assert message.startswith(f"not read back: cost ('{price} net'); its row has '")


def test_what_is_not_found_is_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "windrow"):
        wrapper = learn(shop(), examples={"tool": GOODS[0][0], "colour": "red"})

    assert [column.name for column in wrapper.shown] == ["tool"]
    assert caplog.messages == ["not found on the pages: colour ('red')"]
    with pytest.raises(NothingLearned, match="none of the examples"):
        learn(shop(), examples={"colour": "red"})
    with pytest.raises(WindrowError, match="mapping"):
        learn(shop(), examples=["red"])  # type: ignore[list-item]


def test_the_command_line_takes_examples_and_files_of_them(tmp_path: Path) -> None:
    page, file, table = tmp_path / "p.html", tmp_path / "w.json", tmp_path / "e.csv"
    page.write_bytes(shop().content)
    table.write_text(f"tool,there\n{GOODS[0][0]},In stock\n{GOODS[2][0]},Sold out\n")

    def run(*words: str) -> int:
        return CliRunner().invoke(windrow, ["learn", str(page), "-o", str(file), *words]).exit_code

    assert run("--example", f"tool={GOODS[0][0]}", "--example", "cost=48.00",
               "--example", f"tool={GOODS[1][0]}") == 0  # fmt: skip
    assert [column.name for column in Wrapper.load(file).shown] == ["tool", "cost"]
    assert run("--examples", str(table)) == 0
    assert [column.name for column in Wrapper.load(file).shown] == ["tool", "there"]
    assert run("--example", "tool") == run("--examples", str(tmp_path / "no.csv")) == 2
    assert run("--example", "a=b", "--cluster") == 2


def test_a_list_that_nobody_finds_is_found_around_the_values() -> None:
    lines = "".join(f"<div><b>{name}</b> <i>{price}</i></div>" for name, _, price, _ in GOODS[:2])
    page = Page.from_text(f"<main><h1>Tools</h1><p>Two of them</p>{lines}</main>")

    wrapper = learn(page, examples=[{"tool": GOODS[k][0], "price": GOODS[k][2]} for k in (0, 1)])

    assert rows(wrapper, page) == [{"tool": n, "price": p} for n, _, p, _ in GOODS[:2]]


def test_texts_that_run_together_are_taken_apart() -> None:
    line = "<li><a href=/t>{}</a> {} <em>{}</em> and more</li>"
    page = Page.from_text(f"<ul>{''.join(line.format(n, t, s) for n, t, _, s in GOODS)}</ul>")

    wrapper = learn(page, examples=[{"tool": n, "about": t} for n, t, _, _ in GOODS[1:3]])

    assert rows(wrapper, page)[0] == {"tool": GOODS[0][0], "about": GOODS[0][1]}


def given(page: str, wanted: list[dict[str, str]], other: str = "") -> list[dict[str, Any]]:
    """Return what a wrapper, learned from *page* by the *wanted* rows, reads of *other*."""
    wrapper = again(learn(Page.from_text(page), examples=wanted, kind="list"))
    return rows(wrapper, Page.from_text(other or page))


def test_a_number_inside_an_address_is_cut_out() -> None:
    line = "<li><a href='/akten/{}/Urteil{}_{}.pdf'>Urteil vom {}. Mai</a> <b>{}</b></li>"
    cases = [("x7", "B117", "Huber", 3, "ab"), ("k2b", "B118", "Meier_u_a", 4, "auf"),
             ("q", "C20931", "Anna", 9, "zu"), ("rr1", "B4", "Ott", 11, "ab")]  # fmt: skip
    page = f"<ul>{''.join(line.format(*case) for case in cases)}</ul>"

    found = given(page, [{"case": "B117", "day": "3"}, {"case": "B118", "day": "4"}])

    assert [row["case"] for row in found] == ["B117", "B118", "C20931", "B4"]
    assert [row["day"] for row in found] == ["3", "4", "9", "11"]


def test_a_number_with_nothing_steady_around_it_is_known_by_its_look() -> None:
    texts = ["fra 12-04 kl. fem", "den 3-11 om natten", "uke 7-1, kanskje", "hver 22-12"]
    page = "".join(
        f"<div><h3>{n}</h3><p>{t}</p></div>" for (n, *_), t in zip(GOODS, texts, strict=False)
    )

    found = given(page, [{"day": "12-04"}, {"day": "3-11"}])

    assert [row["day"] for row in found] == ["12-04", "3-11", "7-1", "22-12"]


def test_words_behind_a_value_belong_to_what_follows() -> None:
    def inns(*lines: tuple[str, str]) -> str:
        return f"<ul>{''.join(f'<li><a href=/{n}>{n}</a> <i>({t})</i>' for n, t in lines)}</ul>"

    here = inns(("Sun", "Langley, WA"), ("Moon", "Sequim, WA"), ("Star", "Forks, WA"))
    there = inns(("Oak", "Camden, ME"), ("Elm", "Bath, ME"), ("Ash", "Saco, ME"))

    found = given(here, [{"town": "Langley"}, {"town": "Sequim"}], there)

    assert [row["town"] for row in found] == ["Camden", "Bath", "Saco"]


def test_an_addition_that_few_texts_have_is_cut_off() -> None:
    names = [
        "[PDF] Foin et paille",
        "[PDF] Rateaux de bois",
        "Faux et faucilles",
        "Fourches anciennes",
    ]
    page = "".join(f"<p><a href=/{k}>{name}</a><br>Page {k}</p>" for k, name in enumerate(names))

    found = given(page, [{"title": "Foin et paille"}, {"title": "Rateaux de bois"}])

    assert [row["title"] for row in found] == [name.removeprefix("[PDF] ") for name in names]


def test_a_text_comes_before_an_address_that_says_the_same() -> None:
    line = "<div><h3><a href={0}>{1}</a></h3><cite>{2}</cite></div>"
    lines = [(f"https://hay.example/{n}", n, f"https://hay.example/{n}") for n in ("a1", "b2")]
    lines += [("https://hay.example/long/way/c3", "c3", "https://hay.example/.../c3")]
    page = "".join(line.format(*one) for one in lines)

    found = given(page, [{"site": url} for url, *_ in lines[:2]])

    assert [row["site"] for row in found] == [shown for *_, shown in lines]


def test_a_line_of_several_nodes_is_one_value() -> None:
    line = ("<li><h3><a href=/{0}>{0}</a></h3><span>af <a href=/u/{1}>{1}</a> den <a href=/{0}>{2}."
            " maj</a></span><p>Tekst om {0}</p>")  # fmt: skip
    lines = [("Hø", "Anna", 1), ("Halm", "Bo", 12), ("Rive", "Carl", 3), ("Le", "Dorte", 24)]
    page = f"<ul>{''.join(line.format(*one) for one in lines)}</ul>"

    found = given(page, [{"by": "af Anna den 1. maj"}, {"by": "af Bo den 12. maj"}])

    assert [row["by"] for row in found] == [f"af {name} den {day}. maj" for _, name, day in lines]


def test_a_row_without_any_wanted_value_is_no_row() -> None:
    item = "<li class=hit><b>{}</b><i>{} kr</i><u>{} kg</u></li>"
    page = "".join(item.format(f"Rive {k}", 10 * k, k) for k in (1, 2, 3, 4))
    advert = "<li class=hit><i>9 kr</i><u>Annonce</u></li>"

    found = given(f"<ul>{page}{advert}</ul>", [{"name": "Rive 1"}, {"name": "Rive 3"}],
                  f"<ul>{advert}{page}{advert}</ul>")  # fmt: skip

    assert [row["name"] for row in found] == ["Rive 1", "Rive 2", "Rive 3", "Rive 4"]


def test_rows_of_one_record_are_the_records() -> None:
    days = "Lunes Martes Jueves Viernes".split()
    cell = "<td><p>{}:00</p><p>{} {}</p>"
    page = "".join(f"<tr>{''.join(cell.format(k, day, k) for k in (8, 9))}" for day in days)

    found = given(f"<table>{page}</table>", [{"at": "8:00", "what": "Lunes 8"},
                                             {"at": "9:00", "what": "Lunes 9"}])  # fmt: skip

    assert [row["what"] for row in found] == [f"{day} {k}" for day in days for k in (8, 9)]
