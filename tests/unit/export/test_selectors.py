"""Exported selectors, evaluated with parsel, find what apply gives."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import parsel
import pytest

from bench.export import measured
from windrow.errors import WrapperError
from windrow.export import export
from windrow.read import Page, read, utf8
from windrow.wrap.keep import kept_pages
from windrow.wrap.learn import learn
from windrow.wrap.selectors import Form
from windrow.wrap.wrapper import Wrapper

HERE = Path(__file__).parents[3]
RECIPES = sorted((HERE / "examples" / "detail").rglob("page.html"))

GOODS = "".join(
    f"<li class='card c{n}'><a href=/{n}><img src={n}.png alt='No {n}'>Tool <b>{n}</b></a>"
    f"{'<del>$9</del>' if n % 2 else ''}<i class=price>${n}</i> {n} left<br>{n} sold"
    f"<ul class=sizes><li>small {n}<li>large {n}</ul>"
    for n in range(1, 9)
)
ROWS = "".join(f"<tr><td>{n}<td><a href=/{n}>Name {n}</a><td>{n * 7} kg" for n in range(1, 9))
GROUPS = "".join(
    f"<h2>Group {g}</h2><ul class=group>"
    + "".join(f"<li><a href=/{g}{n}>Thing {g}{n}</a> <em>{n} cm</em>" for n in range(4))
    + "</ul>"
    for g in "abc"
)
ODD = """x"y'z] md:flex"""
PAGES = {
    "cards with optional parts, texts and lists": f"<h1>Tools</h1><ul id=goods>{GOODS}</ul>",
    "a table without a tbody": f"<table><tr><th>No<th>Name<th>Weight{ROWS}</table>",
    "headings of groups": GROUPS,
    "a list in each record": (HERE / "tests/golden/nested-sizes/page.html").read_text("utf-8"),
    "classes with quotes and colons": "<ul>"
    + "".join(
        f"<li class='{ODD.replace(chr(39), '&#39;')}'><a href=/{n}>Item {n}</a><b class=a:b>{n}</b>"
        for n in range(6)
    )
    + "</ul>",
}


def applied_rows(wrapper: Wrapper, page: Page) -> list[dict[str, Any]]:
    return [dict(row) for table in wrapper.apply(page) for row in table.rows]


def is_blank(one: Any) -> bool:
    return isinstance(one.root, str) and not one.root.strip()


def at(thing: Any, keys: list[str]) -> Any:
    for key in filter(None, keys):
        thing = thing.get(key) if thing else None
    return thing


def line(found: Any, number: int) -> list[Any]:
    """Return the texts of a line: elements divide the lines."""
    lines: list[list[Any]] = [[]]
    for one in found:
        if isinstance(one.root, str):
            lines[-1].append(one)
        else:
            lines.append([])
    return [*lines, *([] for _ in range(number))][number - 1]


def headings(root: Any, form: str, records: str, column: dict[str, Any]) -> list[Any]:
    """Return the last node before each record that a selector finds on the page."""
    find, joint = getattr(root, form), ", " if form == "css" else " | "
    own, there = find(records), find(column["selector"])
    known, marked = ({id(one.root) for one in some} for some in (own, there))
    last: Any = None
    found: list[Any] = []
    for one in find(f"{records}{joint}{column['selector']}"):
        if id(one.root) in known:
            found.append(last)
        if id(one.root) in marked:
            last = one
    return [one and value(one, form, column | {"selector": ""}) for one in found]


def value(node: Any, form: str, column: dict[str, Any]) -> Any:
    """Return what a printed selector finds from *node* on, as the guide says to read it."""
    if "records" in column:
        rows = [one for one in getattr(node, form)(column["records"]) if not is_blank(one)]
        return [{one["name"]: value(row, form, one) for one in column["columns"]} for row in rows]
    # A row that is a text has no selector: the text is the cell.
    there = getattr(node, form)(column["selector"]) if column["selector"] else [node]
    if not there:
        return None
    if column["take"] == "json":
        kind, *keys = column["path"].split(".")
        thing = json.loads(there[0].xpath("text()").get())
        assert thing.pop("@type") == kind
        found = at(thing, keys)
        if "columns" not in column:
            return found
        return [
            {
                cell["name"]: at(one, cell["path"].strip(".").split("."))
                for cell in column["columns"]
            }
            for one in found
        ]
    if column["take"] != "text":
        return there[0].attrib.get(column["take"])
    if number := column.get("line"):
        there = line(there, number)
    elif number := column.get("nth"):
        there = [one for one in there if not is_blank(one)][number - 1 :]
    nodes = there if column.get("join") else there[:1]
    texts = [one if isinstance(one.root, str) else one.xpath(".//text()") for one in nodes]
    text = " ".join("".join(part for one in texts for part in one.getall()).split())
    part = re.search(column["pattern"], text) if "pattern" in column else None
    return (part[1] if part else text) or None


def plain(found: Any) -> Any:
    """Return a value without white space, of which parsers keep more or less, and empty cells."""
    if isinstance(found, list):
        return [{name: plain(cell) for name, cell in row.items() if cell} for row in found]
    return "".join(found.split()) if found else None


def assert_selects(wrapper: Wrapper, page: Page, form: str) -> int:
    """Hold that every printed selector finds what apply gives; return how many there are."""
    found = export(wrapper, form)
    data = json.loads(found.text)
    root = parsel.Selector(text=utf8(page).decode())
    records = getattr(root, form)(data["records"]) if "records" in data else [root]
    rows = applied_rows(wrapper, page)
    assert len(records) == len(rows)
    for column in data["columns"]:
        if column.get("before"):
            cells = headings(root, form, data["records"], column)
        else:
            cells = [value(record, form, column) for record in records]
        assert [*map(plain, cells)] == [plain(row[column["name"]]) for row in rows], column
    # What has no selector is named with the reason.
    assert {one.name for one in wrapper.columns if not one.constant} == {
        *(column["name"] for column in data["columns"]),
        *data["left_out"],
    }
    # Other lists of the page are named with their number.
    own = {name: why for name, why in found.left_out.items() if not name.startswith("list ")}
    assert own == data["left_out"]
    return len(data["columns"])


@pytest.mark.parametrize("form", ["css", "xpath"])
@pytest.mark.parametrize("name", ["shop", "timetable", *PAGES])
def test_the_selectors_of_a_list_lead_to_its_values(name: str, form: str) -> None:
    html = PAGES.get(name)
    page = Page.from_text(html) if html else read(HERE / "examples" / f"{name}.html")

    assert assert_selects(learn([page], kind="list"), page, form) >= 2


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_the_selectors_of_detail_pages_lead_to_the_values_of_a_learned_page(form: str) -> None:
    wrapper = learn(RECIPES[:2], kind="detail")

    assert assert_selects(wrapper, read(RECIPES[0]), form) >= 9


def test_all_lists_of_a_page_have_selectors() -> None:
    news = "".join(f"<tr><td>May {n}<td><a href=/n{n}>Story {n}</a>" for n in range(1, 9))
    page = Page.from_text(f"<ul class=goods>{GOODS}</ul><h2>News</h2><table>{news}</table>")
    wrapper = learn([page], kind="list")

    data = json.loads(export(wrapper, "css").text)

    assert wrapper.more
    assert len(data["more"]) == len(wrapper.more)
    assert all(one["columns"] and one["records"] for one in data["more"])


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_selectors_of_records_of_several_nodes_go_on_to_the_nodes_behind(form: str) -> None:
    lines = "".join(
        f"<dt><a href=/{n}>Show {n}</a></dt><dd class=when>{n} pm</dd><dd class=hall>Hall {n}</dd>"
        for n in range(1, 8)
    )
    page = Page.from_text(f"<dl class=all>{lines}</dl>")
    wrapper = learn([page], kind="list")

    assert assert_selects(wrapper, page, form) == len(wrapper.columns) == 4


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_look_alikes_of_records_are_told_apart_by_what_records_hold(form: str) -> None:
    advert = "<li><div>Advertisement</div></li>"
    records = "".join(
        f"<li><h3><a href=/{n}>Rake {n}</a></h3><p>{n} kg</p>{n * 'good '}</li>{advert}"
        for n in range(1, 8)
    )
    page = Page.from_text(f"<ul><li><a href=/>Home</a></ul><ul>{records}</ul>")
    wrapper = learn([page], kind="list")

    assert len(applied_rows(wrapper, page)) == 7
    assert assert_selects(wrapper, page, form) >= 3


def test_a_wrapper_that_keeps_no_page_has_no_selectors_and_says_so() -> None:
    wrapper = replace(learn([Page.from_text(PAGES["headings of groups"])], kind="list"), kept=())

    with pytest.raises(WrapperError, match="no page is kept"):
        export(wrapper, "css")


def test_the_template_of_a_paper_has_no_selectors_and_says_so() -> None:
    wrapper = learn([HERE / "examples" / "shop.html"], detector="net")

    for form in ("css", "xpath"):
        with pytest.raises(WrapperError, match=r"no selector gives .* template of net compares"):
            export(wrapper, form)


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_the_bench_counts_exact_selectors(form: Form) -> None:
    shop = HERE / "examples" / "shop.html"
    wrapper = learn([shop])
    found = wrapper.template.selectors(wrapper.columns, form, kept_pages(wrapper.kept))

    counts = measured(wrapper, found, form, shop)

    assert counts == {"tried": len(wrapper.columns), "records": 1, "exact": len(wrapper.columns)}


def test_the_bench_tries_no_selector_on_a_page_that_the_wrapper_does_not_fit() -> None:
    wrapper = learn([HERE / "examples" / "shop.html"])
    found = wrapper.template.selectors(wrapper.columns, "css", kept_pages(wrapper.kept))

    assert measured(wrapper, found, "css", HERE / "examples" / "forum.html") == {"lost": 1}


def test_a_text_of_several_nodes_is_joined_up_to_the_end_of_its_line() -> None:
    lines = "".join(
        f"<li>by <a href=/{n}>Ann {n}</a> and <b>Ben</b><br>{n} pages<br>bound</li>"
        for n in range(1, 8)
    )
    page = Page.from_text(f"<ul>{lines}</ul>")
    wrapper = learn([page], kind="list")

    assert assert_selects(wrapper, page, "xpath")
    [author] = [
        one for one in json.loads(export(wrapper, "xpath").text)["columns"] if "join" in one
    ]
    record = parsel.Selector(text=page.content.decode()).xpath("//li")[2]
    assert value(record, "xpath", author) == "by Ann 3 and Ben"


def test_the_heading_of_a_group_is_the_nearest_one_before_the_record() -> None:
    wrapper = learn([Page.from_text(PAGES["headings of groups"])], kind="list")

    ways = [one["selector"] for one in json.loads(export(wrapper, "xpath").text)["columns"]]

    assert "./preceding::h2[1]" in ways


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_values_of_linked_data_are_found_by_type_and_keys(form: str) -> None:
    pages = [
        Page.from_text(
            '<script type="application/ld+json">{"@type": "Recipe", "author": '
            f'{{"name": "{name}"}}, "prepTime": "PT{n}M"}}</script>'
            f"<h1>Pie {n}</h1><p>Bake it for {n} hours."
        )
        for n, name in ((5, "Ann"), (6, "Ben"))
    ]
    wrapper = learn(pages, kind="detail")

    found = json.loads(export(wrapper, form).text)["columns"]

    assert {"Recipe.author.name", "Recipe.prepTime"} <= {one.get("path") for one in found}
    assert assert_selects(wrapper, pages[0], form)


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_a_list_inside_a_page_has_a_selector_for_its_rows(form: str) -> None:
    wrapper = learn(RECIPES[:2], kind="detail")

    [method] = [
        one for one in json.loads(export(wrapper, form).text)["columns"] if one["name"] == "method"
    ]

    root = parsel.Selector(text=read(RECIPES[2]).content.decode())
    steps = [row["item"] for row in value(root, form, method)]
    assert steps[0] == "Knead the dough and roll it out."
    assert len(steps) == 3


def _thing(weight: str, *, offer: str = "") -> Page:
    facts = f"<tr><td>Wood</td><td>ash</td></tr><tr><td>Weight</td><td>{weight}</td></tr>"
    rest = f"<div class=note>Made for {weight} of hay</div><p class=end>no {weight}</p>"
    return Page.from_text(f"<body>{offer}<table class=facts>{facts}</table>{rest}</body>")


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_selectors_of_detail_pages_hold_where_a_part_is_new_above_them(form: Form) -> None:
    offer = "<table><tr><td>Sale</td><td>today</td></tr></table>"
    wrapper = learn([_thing("2 kg"), _thing("3 kg", offer=offer)], kind="detail")
    [weight] = [c.name for c in wrapper.columns if c.fingerprint.samples == ("2 kg", "3 kg")]

    data = json.loads(export(wrapper, form).text)

    [way] = [one["selector"] for one in data["columns"] if one["name"] == weight]
    root = parsel.Selector(text=_thing("9 kg", offer=offer).content.decode())
    found = root.css(way) if form == "css" else root.xpath(way)
    assert found[0].xpath("string()").get() == "9 kg"


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_selectors_hold_on_pages_that_lxml_nests_in_another_way(form: str) -> None:
    # HTML5 opens the bold and the font again in every row; lxml puts rows into rows.
    rows = "".join(
        f"<tr><td><font size=2><b>Rake {n}<td>{n} kg<td><a href=/{n}>more" for n in range(1, 9)
    )
    page = Page.from_text(f"<center><table><tr><th>A<th>B<th>C{rows}</table>")
    wrapper = learn([page], kind="list")

    assert assert_selects(wrapper, page, form) >= 3


# What the tree of lxml nests in another way than HTML5, and how many columns still have a selector.
NESTED_OTHERWISE = {
    "<table>{}</table>": ("<tr><form><td>Opening {n}<td>{n} pm<td>{n} Euro</form>", 0),
    "<div>{}</div>": ("<p><b>Opening {n}</b><table><td>{n} pm<td>{n} Euro</table></p>", 1),
}


@pytest.mark.parametrize("form", ["css", "xpath"])
@pytest.mark.parametrize("around", NESTED_OTHERWISE)
def test_no_selector_is_given_that_is_wrong_on_the_tree_of_lxml(around: str, form: Form) -> None:
    record, given = NESTED_OTHERWISE[around]
    page = Page.from_text(around.format("".join(record.format(n=n) for n in range(1, 8))))
    wrapper = learn([page], kind="list")
    found = wrapper.template.selectors(wrapper.columns, form, kept_pages(wrapper.kept))

    assert len(wrapper.columns) == 3
    assert len(found.columns) == given


def test_css_finds_one_of_several_texts_by_its_number() -> None:
    lines = "".join(
        f"<li><b>Concert {n}</b> hall {n}<br> {n} Euro<br>{n} pm</li>" for n in range(1, 8)
    )
    page = Page.from_text(f"<ul>{lines}</ul>")
    wrapper = learn([page], kind="list")

    found = json.loads(export(wrapper, "css").text)["columns"]

    assert {2, 3} <= {one.get("nth") for one in found}
    assert assert_selects(wrapper, page, "css") >= 4


def _recipe(name: str, steps: str, **facts: str) -> Page:
    items = "".join(f"<li><b>{key}:</b> {text}</li>" for key, text in facts.items())
    return Page.from_text(
        f"<h1>{name}</h1><ul class=facts>{items}</ul><div class=method>{steps}</div>"
    )


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_labels_in_the_text_of_an_element_lead_to_its_cell(form: str) -> None:
    pages = [
        _recipe("Kuchen", "Backen", Zeit="2 Std.", Ofen="heiß"),
        _recipe("Torte", "Rühren", Ofen="mittel", Gäste="vier", Zeit="1 Std."),
        _recipe("Brot", "Kneten", Gäste="acht", Zeit="9 Std.", Ofen="kalt"),
    ]
    wrapper = learn(pages[:2], kind="detail")

    [time] = [
        one for one in json.loads(export(wrapper, form).text)["columns"] if one["name"] == "zeit"
    ]

    root = parsel.Selector(text=pages[2].content.decode())
    assert "9 Std." in value(root, form, time)


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_rows_that_are_texts_have_a_selector(form: str) -> None:
    pages = [
        _recipe(name, "<br>".join(f"{name} schneiden, Schritt {n}" for n in range(count)))
        for name, count in (("Apfel", 3), ("Birne", 4), ("Kirsche", 5))
    ]
    wrapper = learn(pages[:2], kind="detail")

    lists = [one for one in json.loads(export(wrapper, form).text)["columns"] if "records" in one]

    root = parsel.Selector(text=pages[2].content.decode())
    assert 5 in [len(value(root, form, one)) for one in lists]


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_lists_of_linked_data_have_a_path_for_each_column(form: str) -> None:
    pages = [
        Page.from_text(
            '<script type="application/ld+json">{"@type": "Recipe", "recipeIngredient": '
            f'["{kind} flour", "{n} eggs"], "step": [{{"text": "Stir {n}", "by": {{"name": "Ann"}}}}, '
            f'{{"text": "Bake {n}"}}]}}</script><h1>Pie {n}</h1><p>Bake it for {n} hours.'
        )
        for n, kind in ((5, "rye"), (6, "oat"))
    ]
    wrapper = learn(pages, kind="detail")

    found = {one.get("path"): one for one in json.loads(export(wrapper, form).text)["columns"]}

    assert [cell["path"] for cell in found["Recipe.recipeIngredient"]["columns"]] == ["."]
    assert {cell["path"] for cell in found["Recipe.step"]["columns"]} == {"text", "by.name"}
    assert assert_selects(wrapper, pages[1], form)


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_the_file_says_whether_selectors_were_tried_on_the_tree_of_lxml(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrapper = learn([Page.from_text(PAGES["headings of groups"])], kind="list")

    assert "tried on the tree of lxml" in json.loads(export(wrapper, form).text)["note"]
    monkeypatch.setitem(sys.modules, "lxml", None)
    assert "lxml is not installed" in json.loads(export(wrapper, form).text)["note"]
