"""Templates of detail pages: what is a row of a list, and what has a name of its own."""

from typing import Any

import pytest

from windrow.tree import Tree
from windrow.wrap.detail.template import DetailPage, learn


def page(text: str) -> DetailPage:
    """Return the page whose tree is written as *text*."""
    return DetailPage(Tree.from_text(f"html(body({text}))"))


def read(pages: list[str], other: str) -> dict[str, Any]:
    """Return what a template learned from *pages* reads from another."""
    return dict(learn([page(text) for text in pages]).read(page(other)))


def lists(row: dict[str, Any]) -> list[list[str]]:
    """Return the texts of the rows of every list of a row."""
    return [[one["."] for one in cell] for cell in row.values() if isinstance(cell, list)]


def goods(*rows: str) -> str:
    """Return a list of goods as a page that can be learned."""
    return "h1 h3'Ingredients' ul({}) h3'Method'".format(" ".join(f"li'{row}'" for row in rows))


ONE = goods("flour: 2 cups", "salt: 1 tsp", "milk: 2 cups", "eggs: 3").replace("'", '"')
OTHER = goods("rice: 300 g", "salt: 1 tsp", "stock: 1 l", "onions: 2").replace("'", '"')


def test_names_with_amounts_are_rows_although_pages_share_some_of_them() -> None:
    row = read([ONE, OTHER], ONE)

    assert lists(row) == [["flour: 2 cups", "salt: 1 tsp", "milk: 2 cups", "eggs: 3"]]


def test_labels_that_pages_share_are_fields_although_their_values_are_amounts() -> None:
    nutrition = 'div(ul(li"Energy: {} kcal" li"Fat: {} g" li"Salt: {} g"))'

    row = read(
        [nutrition.format(312, 15, 2), nutrition.format(190, 7, 1)], nutrition.format(1, 2, 3)
    )

    assert {"Energy: 1 kcal", "Fat: 2 g", "Salt: 3 g"} <= set(row.values())


def test_names_and_amounts_that_are_siblings_are_rows_with_headings() -> None:
    pages = [
        'div(dl(dt"flour" dd"2 cups" dt"salt" dd"1 tsp" dt"milk" dd"3 cups"))',
        'div(dl(dt"rice" dd"300 g" dt"salt" dd"2 tsp" dt"stock" dd"1 l" dt"oil" dd"1 tsp"))',
    ]

    row = read(pages, pages[0])

    assert row["dd[]"] == [
        {"heading": "flour", ".": "2 cups"},
        {"heading": "salt", ".": "1 tsp"},
        {"heading": "milk", ".": "3 cups"},
    ]


@pytest.mark.parametrize(
    ("rows", "row"),
    [
        ("dl({})", 'dt"{}" dd"{}"'),
        ("table({})", 'tr(td"{}" td"{}")'),
        ("ul({})", 'li(b"{}:" #text"{}")'),
    ],
)
def test_specifications_are_fields_although_things_share_few_of_them(rows: str, row: str) -> None:
    def product(**facts: str) -> str:
        return "div({})".format(rows.format(" ".join(row.format(*one) for one in facts.items())))

    drill = product(Weight="1.8 kg", Voltage="18 V", Torque="60 Nm", Speed="1900 rpm", Grips="2")
    hose = product(Weight="2.4 kg", Length="25 m", Diameter="13 mm", Pressure="20 bar", Layers="4")

    found = read([drill, hose], drill)

    assert {"18 V", "60 Nm", "1900 rpm", "2"} <= {text for text in found.values() if text in drill}


PLAYERS = ({"Age": "27", "Goals": "12", "Passes": "8", "Shots": "44"},
           {"Age": "31", "Saves": "88", "Kicks": "20", "Throws": "11"})  # fmt: skip
PACKS = ({"Net weight": "500 g", "Serving": "40 g", "Packs": "6", "Fibre": "9 g"},
         {"Net weight": "900 g", "Volume": "1 l", "Acidity": "3 g", "Bottles": "2"})  # fmt: skip
BARS = ({"Fat": "2 tsp", "Oats": "1 cup", "Figs": "2 cups", "Nuts": "3 tsp"},
        {"Fat": "3 tsp", "Rice": "3 cups", "Salt": "4 tsp", "Milk": "4 cups"},
        {"Fat": "4 tsp", "Eggs": "5 cups", "Jam": "5 tsp", "Rye": "6 cups"})  # fmt: skip


@pytest.mark.parametrize(
    ("cells", "things"),
    [
        ('tr(td"{}" td"{}")', PLAYERS),  # counts, of which nothing is measured
        ('tr(td(b"{}:" #text"{}"))', PACKS),  # masses, which products have as well
        ('tr(th"{}" td"{}")', BARS[:2]),  # header cells name fields
        ('tr(td(b"{}:" #text"{}"))', BARS),  # what three pages all have is a field
    ],
)
def test_rows_are_fields_unless_all_says_that_they_are_goods(
    cells: str, things: tuple[dict[str, str], ...]
) -> None:
    pages = [
        "table({})".format(" ".join(cells.format(*one) for one in facts.items()))
        for facts in things
    ]

    assert {*things[0].values()} <= {str(value) for value in read(pages, pages[0]).values()}


def test_a_name_too_long_for_a_label_is_that_of_its_own_row_alone() -> None:
    def page_of(**amounts: str) -> str:
        return "div(dl({}))".format(
            " ".join(f'dt"{name}" dd"{text}"' for name, text in amounts.items())
        )

    long = "Vitamin D as cholecalciferol from lanolin of organic sheep farms alone"
    learned = [page_of(flour="2 cups", salt="1 tsp", milk="3 cups", rye="4 cups"),
               page_of(rice="300 g", salt="2 tsp", stock="1 l", oil="1 tsp")]  # fmt: skip

    row = read(learned, page_of(salt="1 tsp", K="2 g", **{long: "3 g"}))

    assert [one["heading"] for one in row["dd[]"]] == ["salt", "K", long]


def test_below_a_name_too_long_for_a_label_is_not_what_the_label_before_names() -> None:
    long = "What it is made of, as far as its maker tells us, and where all of that comes from"
    text = 'div(dl(dt"Height" dd"{} cm" dt"{}" dd"{}" dt"Colour" dd"{}"))'
    learned = [text.format(7, "Maker", "Ash", "red"), text.format(8, "Maker", "Oak", "blue")]

    row = read(learned, text.format(9, long, "Wood", "grey"))

    named = {label: value for label, value in row.items() if "Height" in label}
    assert named == {"dd=Height": "9 cm"}


def test_where_learned_pages_have_one_list_a_second_one_is_given_apart() -> None:
    learned = ['div(ul(li"Ann Lee" li"Bob Ray") p"a")', 'div(ul(li"Dee Poe") p"b")']

    row = read(learned, 'div(ul(li"Jo Kim" li"Kay Lim") ul(li"Google" li"Acme") p"c")')

    assert ["Jo Kim", "Kay Lim"] in lists(row)
    assert "Google Acme" in str(row)


def test_a_heading_without_rows_is_a_row() -> None:
    def day(*rows: str) -> str:
        return f"h3'Programme' ul({' '.join(rows)})".replace("'", '"')

    learned = [
        day("li(b'Talks')", "li'Bus'", "li'Boat'", "li'Plane'", "li'Train'"),
        day("li(b'Jazz')", "li'Taxi'", "li'Walk'", "li'Tram'"),
    ]

    row = read(learned, day("li(b'Lunch')", "li(b'Dinner')", "li'Run'", "li'Ride'", "li'Swim'"))

    [found] = [cell for cell in row.values() if isinstance(cell, list)]
    assert [(one["."], one.get("heading")) for one in found[:2]] == [
        ("Lunch", None),
        ("Run", "Dinner"),
    ]


@pytest.mark.parametrize(
    "lines",
    [
        ("{0} Ltd", "{1} Mill Road", "Leeds", "England", "LS{1} 2AB"),
        ("{1} beds", "{2} baths", "Garage", "{1}00 sqft", "Garden"),
        ("{1} beds", "{2} baths", "{1}00 sqft", "2 garages", "1 garden"),
    ],
)
def test_lines_that_tell_things_apart_are_not_given_again_as_a_list(lines: tuple[str, ...]) -> None:
    text = "div[class=facts]({})".format(" ".join(f'p"{line}"' for line in lines))
    pages = [text.format(*one) for one in (("Acme", 3, 4), ("Bolt", 5, 6), ("Core", 8, 9))]

    row = read(pages, pages[0])

    assert lists(row) == []


def test_labels_of_sections_on_a_page_alone_are_fields() -> None:
    def section(**facts: str) -> str:
        rows = " ".join(f'dt"{name}" dd"{text}"' for name, text in facts.items())
        return f"section(dl({rows}))"

    bike = " ".join((
        section(Width="narrow", Length="long", Depth="thick"),
        section(Maker="Bosch", Kind="hub", Fuel="none"),
        section(Metal="steel", Colour="green", Finish="matt"),
    ))  # fmt: skip

    assert "dt=Width" in str(read([bike], bike)) or "dd=Width" in str(read([bike], bike))


def test_rows_that_are_alike_by_chance_are_a_list_with_those_that_all_pages_have() -> None:
    text = 'h3"Goods" ul(li"1 cup butter" li"2 eggs" li"{} cups flour" li"1 tsp salt" li"1 {}")'

    row = read([text.format(2, "orange"), text.format(3, "lemon")], text.format(2, "orange"))

    assert ["1 cup butter", "2 eggs", "2 cups flour", "1 tsp salt", "1 orange"] in lists(row)


def test_things_with_pictures_are_a_list_although_all_pages_have_some_of_them() -> None:
    tool = 'div[class=tool](img[src=/{0}] div"{0}")'
    shared = tool.format("Bowl") + " " + tool.format("Whisk")
    text = "h3{} div({} {})"

    row = read(
        [text.format("", shared, tool.format(one)) for one in ("Tin", "Griddle")],
        text.format("", shared, tool.format("Tin")),
    )

    names = [[*one.values()] for cell in row.values() if isinstance(cell, list) for one in cell]
    assert any("Bowl" in one for one in names)
    assert any("Tin" in one for one in names)


def test_sentences_between_breaks_are_rows_although_pages_have_equally_many() -> None:
    text = 'h3"Method" p(#text"{}" br #text"{}" br #text"{}")'
    one = ("Whisk flour and sugar until the lumps are gone, which takes a while, and let it stand.",
           "Heat the pan, and fry ladlefuls of batter in it, two minutes a side or a bit longer.",
           "Serve them at once with syrup, berries or whatever the children have not eaten yet.")  # fmt: skip
    other = ("Melt the butter in a casserole and soften the onion in it for five minutes or more.",
             "Stir in all the rice, then the hot stock, a can of tomatoes and a teaspoon of salt.",
             "Cover it and bake for half an hour, then leave it to stand before you carry it in.")  # fmt: skip

    row = read([text.format(*one), text.format(*other)], text.format(*one))

    assert [*one] in lists(row)


def test_authors_of_comments_are_no_labels() -> None:
    comment = 'li[class=comment](div"{} says:" div[class=said]"{}")'
    said = {"Dora": "It worked", "Finn": "Mine was flat", "Ruth": "Lovely", "Ola": "With filo?"}
    one, two, three, four = (comment.format(*pair) for pair in said.items())
    pages = [f"ol({one} {two} {three})", f"ol({four})"]

    row = read(pages, pages[0])

    assert [one["div.said"] for one in row["li.comment[]"]] == [
        "It worked",
        "Mine was flat",
        "Lovely",
    ]


def test_a_label_before_the_first_heading_is_a_field() -> None:
    text = 'p"{}" p"Serves: {}" h3"Method" p"{}" p"{}" h3"Notes" p"{}"'

    row = read(
        [text.format("Soft.", 8, "Beat it.", "Bake it.", "Keeps."),
         text.format("Crisp.", 4, "Fry it.", "Eat it.", "Freezes.")],
        text.format("Dry.", 6, "Cut it.", "Boil it.", "Spoils."),
    )  # fmt: skip

    assert row["p=Serves"] == "Serves: 6"


def test_a_late_block_of_a_long_list_is_learned() -> None:
    def blocks(count: int, *rows: str) -> str:
        story = " ".join(f'div(div(p"part {k} of {count}"))' for k in range(count))
        card = " ".join(f'li"{row}"' for row in rows)
        return f"section({story} div(div(article(ol({card})))))"

    pages = [blocks(30, "oat", "rye"), blocks(33, "kale", "salt", "jam")]

    row = read(pages, pages[1])

    assert "kale" in str(row)
    assert "jam" in str(row)


def test_ids_that_a_page_builder_makes_up_are_no_sign_of_the_same_part() -> None:
    text = 'div[class=part-{}](p"{}") div[class=part-{}](p"{}")'

    row = read(
        [text.format("52b513", "a", "8fe18d", "b"), text.format("9d1c04", "c", "71b206", "d")],
        text.format("a41c77", "e", "5b0d19", "f"),
    )

    assert [value for value in row.values() if value in ("e", "f")] == ["e", "f"]
