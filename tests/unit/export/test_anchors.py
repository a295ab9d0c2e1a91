"""Selectors begin at what names a column, and ask of records what apply asks."""

import json

import pytest
from parsel import Selector

from tests.unit.export.test_selectors import applied_rows, assert_selects
from windrow.export import export
from windrow.read import Page
from windrow.wrap.learn import learn

both_forms = pytest.mark.parametrize("form", ["css", "xpath"])
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


def _ways(wrapper_columns: list[dict[str, str]]) -> dict[str, str]:
    return {one["name"]: one.get("selector", "") for one in wrapper_columns}


# ---- attributes ---------------------------------------------------------------------------------


def _games(start: int, *, extra: str = "") -> Page:
    rows = "".join(
        f"<tr><td data-stat=day>May {n}{extra}<td data-stat=home>{NAMES[n % 8]}"
        f"<td data-stat=points>{n * 3}<td data-stat=guest>{NAMES[(n + 3) % 8]}"
        for n in range(start, start + 9)
    )
    return Page.from_text(f"<table id=games>{rows}</table>")


@both_forms
def test_an_attribute_that_names_the_column_leads_to_it(form: str) -> None:
    wrapper = learn([_games(1)], kind="list")

    ways = _ways(json.loads(export(wrapper, form).text)["columns"])

    assert all("data-stat" in way for way in ways.values())
    assert assert_selects(wrapper, _games(40), form) == len(ways)


@both_forms
@pytest.mark.parametrize("value", ["data-id={n}", "data-kind=A", "data-on=true", "data-x='{n} km'"])
def test_attributes_with_values_lead_nowhere(value: str, form: str) -> None:
    rows = "".join(
        f"<li><b {value.format(n=n)}>{NAMES[n % 8]} {n}</b> <i>{n * 5} Euro</i>" for n in range(9)
    )
    page = Page.from_text(f"<ul class=all>{rows}</ul>")
    wrapper = learn([page], kind="list")

    ways = _ways(json.loads(export(wrapper, form).text)["columns"])

    assert not any("data-" in way for way in ways.values())
    assert assert_selects(wrapper, page, form) >= 2


# ---- what apply asks of records -----------------------------------------------------------------


def _cards(start: int, *more: str) -> Page:
    cards = [
        f"<div class=card><h3><a href=/{n}>Rake {n}</a></h3><b>{n} Euro</b><i>{n} kg</i>"
        f"<u>{NAMES[n % 8]}</u><s>{n * 2} Euro</s><em>{n} left</em></div>"
        for n in range(start, start + 8)
    ]
    return Page.from_text(f"<div class=all>{''.join([*cards[:4], *more, *cards[4:]])}</div>")


@both_forms
def test_what_lacks_the_core_of_six_columns_is_no_record(form: str) -> None:
    wrapper = learn([_cards(1)], kind="list")
    other = _cards(20, "<div class=card><p>Advertisement</p></div>")

    assert len(applied_rows(wrapper, other)) == 8
    assert assert_selects(wrapper, other, form) >= 6


# ---- pages about one thing ----------------------------------------------------------------------


def _camera(weight: str, maker: str, *rows: str) -> Page:
    facts = "".join(
        f"<tr><td>{label}:</td><td>{text}</td></tr>"
        for label, text in (("Maker", maker), *(row.split("=") for row in rows), ("Weight", weight))
    )
    layout = f"<table><tr><td><table>{facts}</table></td><td>Weight: see above</td></tr></table>"
    return Page.from_text(f"<h1>Camera {maker} {weight}</h1>{layout}")


@both_forms
def test_a_label_in_a_table_of_a_layout_leads_to_the_cell_beside_it(form: str) -> None:
    wrapper = learn([_camera("2 kg", "Ann"), _camera("3 kg", "Ben")], kind="detail")
    other = _camera("9 kg", "Cleo", "Colour=red", "Lens=glass")

    ways = _ways(json.loads(export(wrapper, form).text)["columns"])

    weight = next(
        one.name for one in wrapper.columns if one.fingerprint.samples == ("2 kg", "3 kg")
    )
    root = other.content.decode()
    found = getattr(Selector(text=root), form)(ways[weight])
    assert found[0].xpath("string()").get() == "9 kg"


def _book(name: str, publisher: str) -> Page:
    note = f"<p>from <strong>{publisher}</strong></p>" if publisher else ""
    return Page.from_text(
        f"<h1>{name}</h1><div class=a>{note}<p>About {name} and hay.</p></div>"
        f"<ul class=facts><li><b>Pages:</b> {len(name) * 31}</li></ul>"
    )


@both_forms
def test_a_value_that_one_page_alone_has_leads_to_nothing(form: str) -> None:
    wrapper = learn([_book("Rakes", "Oxmoor"), _book("Meadows", "")], kind="detail")

    ways = _ways(json.loads(export(wrapper, form).text)["columns"])

    assert not any("Oxmoor" in way for way in ways.values())


@both_forms
def test_what_all_learned_pages_say_leads_to_it(form: str) -> None:
    def page(name: str, extra: str) -> Page:
        notes = f"{extra}<p>{name} costs {len(name)} Euro</p><p>In stock now</p>"
        return Page.from_text(f"<h1>{name}</h1><div>{notes}</div>")

    wrapper = learn([page("Rake", ""), page("Scythe", "<p>New today</p>")], kind="detail")

    assert json.loads(export(wrapper, form).text)["columns"]
