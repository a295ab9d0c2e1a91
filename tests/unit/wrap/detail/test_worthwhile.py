"""What gets a column of a wrapper for detail pages, and what does not."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings

from tests.strategies import trees
from windrow.read import Page
from windrow.tree import Tree
from windrow.wrap.detail import template as detail
from windrow.wrap.detail.worthwhile import drop_worthless
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads
from windrow.wrap.wrapper import Wrapper


def learned(text: str, *pages: tuple[str, ...]) -> Wrapper:
    """Return the wrapper of pages made from one text, once through a file."""
    found = [Page.from_text(text.format(*values)) for values in pages]
    return loads(dumps(learn(found, kind="detail")).encode())


def row(wrapper: Wrapper, text: str, *values: str) -> dict[str, Any]:
    """Return what the wrapper reads from another page, what is empty left out."""
    [found] = wrapper.apply(Page.from_text(text.format(*values)))[0].rows
    return {name: value for name, value in found.items() if value}


def test_what_two_places_say_on_all_pages_is_one_column() -> None:
    text = "<h1>{0}</h1><div class=crumb>{0}</div><p class=price>{1}</p>"
    wrapper = learned(text, ("Ash rake", "$12.50"), ("Oak barrow", "$80.00"))

    assert [*row(wrapper, text, "Elm fork", "$7.25").values()] == ["Elm fork", "$7.25"]


def test_short_values_under_different_labels_are_two_columns_though_they_agree() -> None:
    text = "<table><tr><th>Beds</th><td>{0}</td></tr><tr><th>Baths</th><td>{1}</td></tr></table>"
    wrapper = learned(text, ("2", "2"), ("3", "3"))

    values = row(wrapper, text, "4", "1")

    assert values["beds"].endswith("4")
    assert values["baths"].endswith("1")


def test_linked_data_that_the_page_shows_is_no_column() -> None:
    text = (
        '<script type="application/ld+json">{{"@type": "Product", "@id": "/p/{0}", "name": "{0}", '
        '"sku": "{1}"}}</script><h1>{0}</h1>'
    )
    wrapper = learned(text, ("Ash rake", "r-100"), ("Oak barrow", "b-200"))

    assert row(wrapper, text, "Elm fork", "f-300") == {"title": "Elm fork", "sku": "f-300"}


def test_buttons_are_no_columns() -> None:
    text = (
        "<h1>{0}</h1><a href=/cart?add={0}>Add to cart</a><a href='#{0}'>{0} </a>"
        "<input type=hidden value=token-{0}>"
    )
    wrapper = learned(text, ("rake", ""), ("barrow", ""))

    assert [*row(wrapper, text, "fork").values()] == ["fork"]


def test_words_marked_up_in_a_long_text_are_no_columns() -> None:
    prose = "{0} " * 30
    text = f"<h1>{{0}}</h1><div class=about>{prose}<b>{{1}}</b> {prose}</div>"
    wrapper = learned(text, ("rake", "strong"), ("barrow", "wide"))

    values = row(wrapper, text, "fork", "sharp")

    assert len(values) == 2
    assert "sharp" in values["about"]


def test_lines_of_a_short_text_are_columns() -> None:
    text = "<h1>{0}</h1><p>{0} Street<br>{1}</p>"
    wrapper = learned(text, ("Mill", "Oxford"), ("Barn", "Leeds"))

    assert "York" in row(wrapper, text, "Hay", "York").values()


def test_labels_that_say_the_same_everywhere_are_a_part_of_the_site() -> None:
    rows = "".join(
        f"<tr><th>{name}</th><td>{value}</td></tr>"
        for name, value in (("Open", "daily"), ("Phone", "555"), ("Fax", "556"), ("Mail", "hay@x"))
    )
    text = f"<h1>{{0}}</h1><table>{rows}</table>"
    wrapper = learned(text, ("Ash rake",), ("Oak barrow",))

    assert row(wrapper, text, "Elm fork") == {"title": "Elm fork"}


def test_a_label_with_one_value_everywhere_is_a_column_among_others_that_differ() -> None:
    text = (
        "<h1>{0}</h1><table><tr><th>Wood</th><td>{1}</td></tr><tr><th>Colour</th><td>{2}</td></tr>"
        "<tr><th>Made in</th><td>Kent</td></tr><tr><th>Unit</th><td>piece</td></tr></table>"
    )
    wrapper = learned(text, ("Rake", "ash", "brown"), ("Barrow", "oak", "red"))

    values = " ".join(row(wrapper, text, "Fork", "elm", "grey").values())

    assert "Kent" in values
    assert "piece" in values


def test_what_was_the_same_everywhere_is_given_where_a_page_says_something_else() -> None:
    text = "<h1>{0}</h1><p class=state>{1}</p>"
    wrapper = learned(text, ("Rake", "in stock"), ("Barrow", "in stock"))

    assert row(wrapper, text, "Fork", "in stock") == {"title": "Fork"}
    assert "sold out" in row(wrapper, text, "Fork", "sold out").values()


def test_things_side_by_side_are_rows_of_one_column_however_many_there_are() -> None:
    card = (
        "<div class=card><a href=/{0}{1}><img src={0}{1}.png></a><h3>{0} no {1}</h3><p>by "
        "<b>{0}{1}</b> and <i>sons</i><p>only <b>{1}0</b> left<p class=price>$<b>{1}</b></div>"
    )
    pages = [
        Page.from_text(
            f"<h1>{name}</h1><div>{''.join(card.format(name, k) for k in range(1, 6))}</div>"
        )
        for name in ("ant", "bee", "cat")
    ]
    wrapper = learn(pages[:2], kind="detail")

    values = wrapper.apply(pages[2])[0].rows[0]

    lists = [value for value in values.values() if isinstance(value, list)]
    assert [len(one) for one in lists] == [5]
    assert len(values) <= 3


def test_menus_cost_nothing_in_the_file() -> None:
    menu = "".join(f"<li><a href=/m/{k}>Menu item {k}</a>" for k in range(200))
    text = "<h1>{0}</h1><p class=price>{1}</p>"
    plain = learned(text, ("Ash rake", "$12.50"), ("Oak barrow", "$80.00"))
    framed = learned(f"<nav><ul>{menu}</ul></nav>{text}", ("Ash rake", "$1"), ("Oak barrow", "$8"))

    assert len(dumps(replace(framed, kept=()))) < len(dumps(replace(plain, kept=()))) + 2_000
    assert row(framed, f"<nav><ul>{menu}</ul></nav>{text}", "Elm fork", "$7").keys() == {
        "title",
        "price",
    }


@given(first=trees(), second=trees())
@settings(deadline=None, max_examples=60)
def test_of_any_two_pages_no_value_is_made_up_by_leaving_columns_out(
    first: Tree, second: Tree
) -> None:
    pages = [detail.DetailPage(first), detail.DetailPage(second)]
    template = detail.learn(pages)
    before = [str(template.read(page)) for page in pages]

    drop_worthless(template.root, template.linked, [template.read(page) for page in pages])
    after = detail.DetailTemplate.from_json(template.to_json())

    for page, row in zip(pages, before, strict=True):
        said = [value for value in after.read(page).values() if isinstance(value, str)]
        assert all(repr(value) in row for value in said)


def test_a_name_that_no_person_wrote_is_not_learned() -> None:
    pages = [f"<h1>{word}</h1><{'x' * 30_000}>{word}".encode() for word in ("hay", "oats")]

    wrapper = learn(pages, kind="detail")

    assert wrapper.columns[0].name == "title"
    assert dumps(loads(dumps(wrapper).encode())) == dumps(wrapper)


def test_one_text_is_a_list_of_one_where_other_pages_have_several() -> None:
    text = (
        '<script type="application/ld+json">{{"@type": "Book", "name": "{0}", "author": {1}}}'
        "</script><h1>{0}</h1><p>{2}</p>"
    )
    wrapper = learned(
        text, ("Rakes", '["Ann", "Bob"]', "Tall"), ("Forks", '["Cat", "Dan"]', "Long")
    )

    for author in ('"Eve"', '["Eve"]'):
        assert row(wrapper, text, "Hoes", author, "Wide")["author"] == [{"text": "Eve"}]
