"""Choosing: columns by name, fields by meaning; nothing is invented, and unknown names are errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import windrow
from windrow.model import Column, Table, Tables
from windrow.table.chosen import Choice, Chooser, chosen
from windrow.table.fields import fits
from windrow.table.typed import typed_rows
from windrow.table.wanted import Wanted, read_schema, wanted

SHOP = Path(__file__).parents[3] / "examples" / "shop.html"


def column(name: str, kind: str = "text", source: str = "", **facts: object) -> Column:
    return Column(name, kind, source=source, **facts)  # type: ignore[arg-type]


def table(*columns: Column) -> Table:
    return Table(columns, ({one.name: f"{one.name} 1" for one in columns},))


def names(found: Table) -> list[str]:
    return [one.name for one in found.columns]


def matched(columns: list[Column], fields: str) -> dict[str, str]:
    return {fit.field: fit.column for fit in fits(columns, wanted(fields))}


def test_columns_are_those_that_are_named_in_their_order() -> None:
    found = chosen(table(column("a"), column("b"), column("c")), Choice.of(columns="c,a"))

    assert names(found) == ["c", "a"]
    assert found.rows == ({"c": "c 1", "a": "a 1"},)


def test_a_column_may_be_named_as_the_page_names_it() -> None:
    found = chosen(table(column("bb_percent", label="BB%")), Choice.of(columns="BB%"))

    assert names(found) == ["bb_percent"]


def test_columns_are_dropped_renamed_and_left_out_where_they_are_empty() -> None:
    whole = table(column("a"), column("b"), column("c", fill=0.05))

    found = chosen(whole, Choice.of(drop="b", rename={"a": "x"}, min_fill=0.1))

    assert names(found) == ["x"]
    assert found.rows == ({"x": "a 1"},)


def test_an_unknown_name_comes_with_the_nearest_one() -> None:
    with pytest.raises(windrow.WindrowError, match="no column `prise`") as error:
        chosen(table(column("price"), column("title")), Choice.of(columns="prise"))

    assert error.value.hint == "did you mean `price`? There are price, title"


@pytest.mark.parametrize("choice", [{"drop": "x"}, {"rename": {"x": "y"}}])
def test_every_name_of_a_choice_must_be_a_column(choice: dict[str, str]) -> None:
    with pytest.raises(windrow.WindrowError, match="no column `x`"):
        table(column("price")).choose(Choice.of(**choice))  # type: ignore[arg-type]


def test_two_columns_never_have_one_name() -> None:
    with pytest.raises(windrow.WindrowError, match="two columns"):
        table(column("a"), column("b")).choose(rename={"a": "b"})


def test_a_constant_column_is_given_out_if_it_is_named() -> None:
    whole = table(column("a"), column("b", constant=True))

    assert names(whole.choose(columns="b").given) == ["b"]


def test_fields_are_found_by_name_synonym_label_and_type() -> None:
    columns = [
        column("headline"), column("kosten", label="Cost"), column("link", "url"),
        column("when", "date", "form"), column("picture", "image"),
    ]  # fmt: skip

    assert matched(columns, "title,price,url,date,image") == {
        "title": "headline", "price": "kosten", "url": "link", "date": "when", "image": "picture",
    }  # fmt: skip


def test_a_field_that_no_column_is_likely_to_be_is_not_found() -> None:
    columns = [column("title"), column("price", "price"), column("link", "url")]

    assert matched(columns, "isbn,title,weight:number") == {
        "isbn": "", "title": "title", "weight": "",
    }  # fmt: skip


def test_no_column_is_two_fields() -> None:
    assert matched([column("name")], "title,name") == {"title": "", "name": "name"}


def test_what_a_word_makes_of_another_is_not_the_other() -> None:
    columns = [column("old_price", "price"), column("price", "price"), column("title_link", "url")]

    assert matched(columns, "price,title") == {"price": "price", "title": ""}
    assert matched(columns[:1], "price:url") == {"price": ""}


def test_of_two_columns_that_are_alike_the_field_is_less_sure() -> None:
    [one] = fits([column("date", "date")], [Wanted("date")])
    [two] = fits([column("start_date", "date"), column("end_date", "date")], [Wanted("date")])

    assert one.sure > two.sure


def test_a_wanted_type_is_how_the_values_are_read() -> None:
    whole = Table(
        (column("weight", samples=("12", "heavy")),), ({"weight": "12"}, {"weight": "heavy"})
    )

    columns, rows = typed_rows(whole.choose(fields="weight:number"))

    assert [one.kind for one in columns] == ["number", "text"]
    assert rows == [
        {"weight": 12.0, "weight_text": None},
        {"weight": None, "weight_text": "heavy"},
    ]


def test_what_is_not_found_is_an_empty_column() -> None:
    found = table(column("title")).choose(fields="isbn,title")

    assert found.rows == ({"isbn": None, "title": "title 1"},)
    assert [(fit.field, fit.column) for fit in found.fits] == [("isbn", ""), ("title", "title")]


def test_a_json_schema_says_what_is_wanted(tmp_path: Path) -> None:
    schema = {
        "type": "array", "items": {"$ref": "#/$defs/Tool"},
        "$defs": {"Tool": {"properties": {
            "name": {"type": "string", "title": "Tool"}, "cost": {"type": ["number", "null"]},
            "page": {"type": "string", "format": "uri"},
            "since": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
        }}},
    }  # fmt: skip
    file = tmp_path / "tool.json"
    file.write_text(json.dumps(schema), "utf-8")

    assert read_schema(file) == (
        Wanted("name", "", "Tool"), Wanted("cost", "number"), Wanted("page", "url"),
        Wanted("since", "date"),
    )  # fmt: skip


def test_a_pydantic_class_says_what_is_wanted() -> None:
    pydantic = pytest.importorskip("pydantic")
    tool = pydantic.create_model("Tool", name=(str, ...), cost=(float | None, None))

    found = windrow.extract(SHOP, choice=windrow.Choice.of(fields=tool))[0]

    assert names(found) == ["name", "cost"]
    assert found.rows[0] == {"name": "Wooden hay rake", "cost": "€48.00"}


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"type": "array", "items": {"$ref": "#"}}'])
def test_what_is_not_a_schema_of_an_object_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(text, "utf-8")

    with pytest.raises(windrow.WindrowError):
        read_schema(tmp_path / "x.json")


@pytest.mark.parametrize("fields", ["", ",", "a,a", "a:nothing", ":text"])
def test_fields_that_say_nothing_are_refused(fields: str) -> None:
    with pytest.raises(windrow.WindrowError):
        wanted(fields)


def test_wanted_fields_leave_nothing_else_to_choose() -> None:
    with pytest.raises(windrow.WindrowError, match="choose all columns"):
        Choice.of(fields="title", columns="title")


def test_pages_of_one_template_are_chosen_alike() -> None:
    chooser = Chooser(Choice.of(fields="date"))
    first = Table((column("date", "date"),), ({"date": "2024-05-01"},), template_name="1")
    second = Table((column("date"), column("published", "date")), (), template_name="1")

    chooser.of(Tables("a", (first,)))
    found = chooser.of(Tables("b", (second,)))

    assert [fit.column for fit in found[0].fits] == ["date"]


def test_a_column_is_unknown_only_if_every_page_lacks_it() -> None:
    chooser = Chooser(Choice.of(columns="a,b,c"))

    found = chooser.of(Tables("1", (table(column("a")),)))
    chooser.of(Tables("2", (table(column("a"), column("b")),)))

    assert found[0].rows == ({"a": "a 1", "b": None, "c": None},)
    assert [error.summary for error in chooser.errors()] == ["there is no column `c`"]


def test_nameless_texts_are_found_by_what_their_values_look_like() -> None:
    samples = {
        "title": ("Ant of all", "Bee of all"),
        "text": ("40-148", "40-092"),
        "text_2": ("Hay and straw", "Tools"),
        "cost_line": ("CAD$138.95 (P)", "CAD$12 (P)"),
    }
    columns = [
        Column(name, "text", samples=values, source="kind" if name[:4] == "text" else "class")
        for name, values in samples.items()
    ]

    found = fits(columns, wanted("title,docket_number,category,price"))

    assert [fit.column for fit in found] == ["title", "text", "text_2", "cost_line"]


def test_a_date_is_found_before_the_number_of_its_day() -> None:
    columns = [Column("day", "integer", samples=("9",)), Column("event_date", "date")]

    assert [fit.column for fit in fits(columns, wanted("date"))] == ["event_date"]


def test_words_that_are_not_set_apart_are_the_same_words() -> None:
    columns = [Column("title", "text"), Column("originaltitle", "text")]

    assert [fit.column for fit in fits(columns, wanted("title,original_title"))] == [
        "title",
        "originaltitle",
    ]
