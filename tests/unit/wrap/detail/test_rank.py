"""Which columns of a detail page are given, and which only when all are asked for."""

import pytest

from windrow.read import Page
from windrow.wrap.correction import Renamed
from windrow.wrap.detail.rank import MOST_COLUMNS
from windrow.wrap.learn import learn
from windrow.wrap.more import learn_more
from windrow.wrap.store import dumps, loads
from windrow.wrap.wrapper import Wrapper

PARTS = 60
LABELS = [f"{one}{other}" for one in ("Ka", "Lo", "Mi", "Nu", "Pe", "Ra", "So", "Ti")
          for other in ("bel", "dor", "fin", "gus", "hem", "jor", "kun")]  # fmt: skip


def product(name: str, price: str, facts: int = 2) -> Page:
    """Return a page about a product, with many texts and links beside it."""
    menu = "".join(f"<a href=/m{k}/{name}>{name} {k}</a>" for k in range(PARTS))
    rows = "".join(f"<tr><th>{label}</th><td>{label[::-1]} {name}</td></tr>"
                   for label in LABELS[:facts])  # fmt: skip
    ads = "".join(f"<div class='sponsor s{k}'><i>ad {k} {name}</i></div>" for k in range(PARTS))
    return Page.from_text(
        f"<title>{name} - Farm</title><div class=menu>{menu}</div><h1>{name}</h1>"
        f"<b class=price>{price}</b><table>{rows}</table><div class=beside>{ads}</div>"
    )


def learned(facts: int = 2) -> Wrapper:
    """Return a wrapper of two products, once through a file."""
    wrapper = learn([product("Ash rake", "$12", facts), product("Oak barrow", "$80", facts)],
                    kind="detail")  # fmt: skip
    return loads(dumps(wrapper).encode())


def test_what_a_page_is_about_is_given_and_what_lies_beside_it_is_minor() -> None:
    wrapper = learned()

    [table] = wrapper.apply(product("Elm fork", "$7"))

    given = {column.name for column in table.given.columns}
    assert {"price", "kabel", "kador"} <= given
    assert len(given) <= MOST_COLUMNS < len(table.columns)
    assert not any("ad 59" in str(table.rows[0][name]) for name in given)


def test_all_columns_are_there_when_they_are_asked_for() -> None:
    [table] = learned().apply(product("Elm fork", "$7"))

    every = table.with_minor().given

    assert every.columns[0].name in {column.name for column in table.given.columns}
    assert "ad 59 Elm fork" in every.rows[0].values()


def test_values_with_labels_are_never_cut_off() -> None:
    [table] = learned(facts=MOST_COLUMNS + 10).apply(product("Elm fork", "$7", MOST_COLUMNS + 10))

    labelled = [column for column in table.given.columns if column.name.capitalize() in LABELS]

    assert len(labelled) == MOST_COLUMNS + 10


def test_a_minor_column_that_a_person_names_is_given() -> None:
    wrapper = learned()
    minor = next(column.name for column in wrapper.columns if column.minor)

    corrected = wrapper.corrected(Renamed(minor, "mine"))

    assert "mine" in {
        column.name for column in corrected.apply(product("Elm", "$7"))[0].given.columns
    }
    again = learn_more(corrected, [product("Yew bow", "$30")])
    assert "mine" in {column.name for column in again.apply(product("Elm", "$7"))[0].given.columns}


def test_the_value_of_a_row_is_called_after_its_label_and_not_after_its_class() -> None:
    text = "<h1>{0}</h1><table><tr><th>Brand</th><td class=desc>{0} Co</td></tr></table>"
    pages = [Page.from_text(text.format(name)) for name in ("Ash", "Oak")]

    assert "brand" in {column.name for column in learn(pages, kind="detail").columns}


def test_a_row_that_no_learned_page_had_is_called_after_its_label() -> None:
    text = (
        "<h1>{0}</h1><table><tr><th>Brand</th><td class=desc>{0} Co</td></tr>"
        "<tr><th>Maker</th><td class=desc>{0} & sons</td></tr>{1}</table>"
    )
    more = "<tr><th>Length</th><td class=desc>2 m</td></tr>"
    wrapper = learn([Page.from_text(text.format(name, "")) for name in ("Ash", "Oak")],
                    kind="detail")  # fmt: skip

    [table] = wrapper.apply(Page.from_text(text.format("Elm", more)))

    assert table.given.rows[0]["length"] == "2 m"


def test_a_list_without_a_value_is_no_column() -> None:
    text = (
        "<h1>{0}</h1><p class=price>{1}</p><form>" + "<input type=radio name=stars>" * 5 + "</form>"
    )
    pages = [Page.from_text(text.format(*one)) for one in (("Ash", "$1"), ("Oak", "$2"))]

    [table] = learn(pages, kind="detail").apply(pages[0])

    assert not any(name.startswith("input") for name in table.rows[0])


def _given(first: str, second: str) -> set[str]:
    """Return the names of the columns that two pages with many links beside them give."""
    menu = "".join(f"<a href=/m{k}>%s {k}</a>" for k in range(PARTS))
    pages = [
        Page.from_text(f"<title>{name}</title><h1>{name}</h1>{text}<p>{menu.replace('%s', name)}")
        for name, text in (("Ash rake", first), ("Oak barrow", second))
    ]
    return {column.name for column in learn(pages, kind="detail").columns if not column.minor}


def test_rows_of_a_table_of_facts_are_facts_although_a_page_lacks_them_or_both_are_the_same() -> (
    None
):
    rows = "<tr><th>Weight</th><td>{}</td></tr><tr><th>Origin</th><td>Home</td></tr>"
    more = "<tr><th>Length</th><td>2 m</td></tr>"

    given = _given(f"<table>{rows.format('1 kg')}{more}</table>",
                   f"<table>{rows.format('9 kg')}</table>")  # fmt: skip

    assert {"weight", "origin", "length"} <= given


def test_what_holds_the_thing_of_a_page_is_not_beside_it() -> None:
    pages = [
        Page.from_text(
            f"<title>{name}</title><div class=content-sidebar-wrap><h1>{name}</h1><b>{hue}</b>"
            f"<div class=sidebar><i>{hue[::-1]}</i></div></div>"
        )
        for name, hue in (("Ash rake", "crimson"), ("Oak barrow", "emerald"))
    ]

    worth = {column.place: column.worth for column in learn(pages, kind="detail").columns}

    assert worth["b"] > worth["div.sidebar"]


def test_what_linked_data_of_the_thing_also_says_is_worth_more() -> None:
    data = '<script type="application/ld+json">{{"@type": "Product", "color": "{0}"}}</script>'
    pages = [
        Page.from_text(f"<title>Tool</title>{data.format(hue)}<b>{hue}</b><i>{hue[::-1]}</i>")
        for hue in ("crimson", "emerald")
    ]

    worth = {column.place: column.worth for column in learn(pages, kind="detail").columns}

    assert worth["b"] > worth["i"]


def test_linked_data_of_a_part_of_the_thing_comes_after_that_of_the_thing() -> None:
    parts = ", ".join(f'"p{k}": "{k} NAME"' for k in range(MOST_COLUMNS + 10))
    data = f'{{"@type": "Recipe", "name": "NAME", "keywords": "NAME, hay", "video": {{{parts}}}}}'
    text = f"<title>NAME</title><h1>NAME</h1><script type=application/ld+json>{data}</script>"
    wrapper = learn([Page.from_text(text.replace("NAME", name)) for name in ("Ash", "Oak")],
                    kind="detail")  # fmt: skip

    [table] = wrapper.apply(Page.from_text(text.replace("NAME", "Elm")))

    given = [column.name for column in table.given.columns]
    assert "keywords" in given
    assert len(given) == MOST_COLUMNS


def test_reviews_are_minor_although_there_are_few_columns() -> None:
    def page(name: str, price: str, review: str) -> Page:
        return Page.from_text(
            f"<title>{name} - Farm</title><h1>{name}</h1><b class=price>{price}</b>"
            f"<div class=reviews><p>{review}</p></div>"
        )

    wrapper = learn([page("Ash rake", "$12", "Sturdy"), page("Oak barrow", "$80", "Too heavy")],
                    kind="detail")  # fmt: skip

    [table] = wrapper.apply(page("Elm fork", "$7", "Bends"))

    assert "Bends" in table.with_minor().given.rows[0].values()
    assert "Bends" not in table.given.rows[0].values()
    assert "$7" in table.given.rows[0].values()


@pytest.mark.parametrize(
    "part",
    ["aside class=infobox", "div class=event-sidebar", "div class=reviews", "div class=related"],
)
def test_labelled_facts_are_given_whatever_their_part_is_called(part: str) -> None:
    def page(name: str, date: str) -> Page:
        return Page.from_text(
            f"<title>{name} - Town</title><h1>{name}</h1><p>{name} is on soon.</p>"
            f"<{part}><table><tr><th>Date<td>{date}<tr><th>Door<td>{name[0]}</table></{part[:3]}>"
        )

    wrapper = learn([page("Jazz", "1 May"), page("Opera", "9 June")], kind="detail")

    assert {"date", "door"} <= {column.name for column in wrapper.columns if not column.minor}


@pytest.mark.parametrize(
    "part",
    [
        "menu-items",
        "football",
        "navy-blue",
        "review-body",
        "footnote",
        "also-known-as",
        "advert-text",
    ],
)
def test_a_word_inside_a_name_does_not_put_a_part_aside(part: str) -> None:
    pages = [
        Page.from_text(f"<title>{name}</title><h1>{name}</h1><div class={part}><b>{dish}</b></div>")
        for name, dish in (("Luigi", "Pizza"), ("Mario", "Steak"))
    ]

    [table] = learn(pages, kind="detail").apply(pages[0])

    assert "Pizza" in table.given.rows[0].values()


def test_the_mark_of_all_users_is_given_although_their_reviews_are_not() -> None:
    pages = [
        Page.from_text(
            f"<title>{name}</title><h1>{name}</h1><div class=product-reviews><b>{mark}</b>"
            f"<p>{said}</p></div>"
        )
        for name, mark, said in (("Cup", "4.1 of 5", "Sturdy"), ("Pot", "3.9 of 5", "Too heavy"))
    ]

    [table] = learn(pages, kind="detail").apply(pages[0])

    assert "4.1 of 5" in table.given.rows[0].values()
    assert "Sturdy" not in table.given.rows[0].values()
