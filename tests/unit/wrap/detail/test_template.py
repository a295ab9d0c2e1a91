"""Templates of detail pages: what they find, what they leave alone, how they survive."""

import json
from pathlib import Path
from typing import Any

import pytest

from windrow.read import Page
from windrow.tree import Tree
from windrow.tree.opened import Opened
from windrow.wrap.detail.fields import picture
from windrow.wrap.detail.pages import source_of
from windrow.wrap.detail.template import DetailPage, DetailTemplate, learn

FARMHOUSE = Path(__file__).parents[4] / "examples" / "detail" / "recipes" / "farmhouse"


def page(text: str) -> DetailPage:
    """Return the page whose tree is written as *text*."""
    return DetailPage(Tree.from_text(f"html(body({text}))"))


def read(pages: list[str], other: str) -> dict[str, object]:
    """Return what a template learned from *pages* reads from another."""
    return dict(learn([page(text) for text in pages]).read(page(other)))


@pytest.fixture(scope="module")
def farmhouse() -> list[DetailPage]:
    paths = sorted(FARMHOUSE.glob("*/page.html"))
    return [source_of(Opened(Page.from_bytes(path.read_bytes()))) for path in paths]


def test_what_differs_is_data_and_what_does_not_is_left_out() -> None:
    row = read(
        ['h1"Ant" p[class=note]"Welcome"', 'h1"Bee" p[class=note]"Welcome"'],
        'h1"Cat" p[class=note]"Welcome"',
    )

    assert row == {"h1": "Cat"}


def test_a_constant_that_changes_is_data_again() -> None:
    row = read(
        ['h1"Ant" p[class=note]"In stock"', 'h1"Bee" p[class=note]"In stock"'],
        'h1"Cat" p[class=note]"Sold out"',
    )

    assert row == {"h1": "Cat", "p.note": "Sold out"}


def test_rows_with_labels_are_fields_in_whatever_order_they_come() -> None:
    row = read(
        [
            'table(tr(th"Price" td"$1") tr(th"Size" td"XL") tr(th"Color" td"red"))',
            'table(tr(th"Price" td"$2") tr(th"Color" td"blue"))',
        ],
        'table(tr(th"Color" td"green") tr(th"Price" td"$3"))',
    )

    assert row == {"tr=Color/td": "green", "tr=Price/td": "$3"}


def test_a_label_never_seen_is_a_field_of_its_own() -> None:
    row = read(
        ['dl(dt"Price" dd"$1" dt"Size" dd"XL")', 'dl(dt"Price" dd"$2" dt"Size" dd"S")'],
        'dl(dt"Price" dd"$3" dt"Weight" dd"2 kg")',
    )

    assert row["dd=Price"] == "$3"
    assert [value for name, value in row.items() if name.endswith("=Weight")] == ["2 kg"]


def test_a_labelled_value_is_given_even_if_all_pages_say_the_same() -> None:
    same = 'h1"{}" dl(dt"Language" dd"English" dt"Year" dd"{}")'
    row = read([same.format("Ant", 1), same.format("Bee", 2)], same.format("Cat", 3))

    assert row["dd=Language"] == "English"


def test_labels_before_a_colon_name_what_follows_them() -> None:
    row = read(
        ['div(p"Phone: 12 34" p"Fax: 5")', 'div(p"Phone: 98" p"Fax: 6" p"Mail: x")'],
        'div(p"Fax: 7" p"Phone: 11 11")',
    )

    assert row == {"p=Fax": "Fax: 7", "p=Phone": "Phone: 11 11"}


def test_siblings_of_changing_number_are_a_list() -> None:
    row = read(
        ['ul(li"salt" li"flour")', 'ul(li"milk" li"eggs" li"two apples" li"butter")'],
        'ul(li"rye" li"water" li"honey")',
    )

    assert row["li[]"] == [{".": "rye"}, {".": "water"}, {".": "honey"}]


def test_a_list_item_is_one_value_however_it_is_marked_up() -> None:
    row = read(
        ['ul(li"salt" li(a[href=/f]"flour"))', 'ul(li(a[href=/m]"milk") li"eggs" li"butter")'],
        'ul(li(a[href=/r]"rye") li"water")',
    )

    assert isinstance(row["li[]"], list)
    assert [item["."] for item in row["li[]"]] == ["rye", "water"]


def test_two_lists_are_told_apart_by_their_headings() -> None:
    text = 'h2"Ingredients" ul({}) h2"Method" ul({})'
    row = read(
        [
            text.format('li"salt" li"flour"', 'li"Mix it well." li"Bake it." li"Eat."'),
            text.format('li"milk" li"eggs" li"oats" li"figs"', 'li"Beat them." li"Fry them."'),
        ],
        text.format('li"rye" li"water" li"malt"', 'li"Wait a day." li"Wait again."'),
    )

    lists = {
        name: [item["."] for item in value]
        for name, value in row.items()
        if isinstance(value, list)
    }
    assert lists == {
        "ul=Ingredients/li[]": ["rye", "water", "malt"],
        "ul=Method/li[]": ["Wait a day.", "Wait again."],
    }


def test_a_heading_inside_a_list_belongs_to_the_rows_below_it() -> None:
    row = read(
        ['ul(li"salt" li"flour" li"oil")', 'ul(li"milk" li"eggs" li"For the top:" li"two figs")'],
        'ul(li"rye" li"water" li"malt" li"For the crust:" li"seeds")',
    )

    assert isinstance(row["li[]"], list)
    assert row["li[]"][-1] == {"heading": "For the crust:", ".": "seeds"}
    assert len(row["li[]"]) == 4


def test_a_row_in_bold_type_is_a_heading_of_the_rows_below_it() -> None:
    row = read(
        ['ul(li(b"Dough") li"flour" li"yeast" li"salt")', 'ul(li"oats" li"milk")'],
        'ul(li(b"Crust") li"rye" li"water" li"malt")',
    )

    assert row["li[]"] == [
        {"heading": "Crust", ".": "rye"},
        {"heading": "Crust", ".": "water"},
        {"heading": "Crust", ".": "malt"},
    ]


def test_paragraphs_that_are_headings_on_all_pages_begin_sections() -> None:
    row = read(
        [
            'div(p"An old one." p(b"Needs") p"oats" p(b"Steps") p"Stir it." p"Eat it.")',
            'div(p"I like it." p"So do you." p(b"Needs") p"rye" p(b"Steps") p"Bake it.")',
        ],
        'div(p"New." p"Very." p"Fast." p(b"Needs") p"malt" p"salt" p(b"Steps") p"Brew it.")',
    )

    assert row["p=Needs"] == "malt"
    assert row["p=Steps[]"] == [{".": "Brew it."}]


def test_headings_below_a_heading_of_all_pages_are_those_of_its_parts() -> None:
    pages = [
        'div(h2"Needs" h4"Crust" ul(li"oats" li"rye") h4"Top" ul(li"salt" li"malt") '
        'h2"Tools" ul(li"pan" li"pot"))',
        'div(h2"Needs" ul(li"milk" li"eggs" li"dill") h2"Tools" ul(li"fork" li"sieve"))',
    ]

    parts: list[Any] = [read(pages, text)["ul=Needs[]"] for text in pages]

    assert [[len(part["li[]"]) for part in some] for some in parts] == [[2, 2], [3]]


def test_parts_that_are_alike_are_a_list_although_all_pages_have_two_of_them() -> None:
    pages = [
        'div(div(h4"Crust" ul(li"oats" li"rye")) div(h4"Top" ul(li"salt" li"malt" li"dill")))',
        'div(div(h4"Dough" ul(li"milk" li"eggs")) div(h4"Glaze" ul(li"jam" li"rum")))',
    ]

    parts: Any = read(pages, pages[0])["div[]"]

    assert [[row["."] for row in part["li[]"]] for part in parts] == [
        ["oats", "rye"],
        ["salt", "malt", "dill"],
    ]


def test_numbers_in_headings_do_not_make_parts_differ() -> None:
    pages = [
        'div(div(h4"Step 1" p"Stir it.") div(h4"Step 2" p"Heat it.") div(h4"Step 3" p"Eat it."))',
        'div(div(h4"Step 1" p"Cut it.") div(h4"Step 2" p"Fry it.") div(h4"Step 3" p"Salt it."))',
    ]

    steps: Any = read(pages, pages[1])["div[]"]

    assert [step["p"] for step in steps] == ["Cut it.", "Fry it.", "Salt it."]


def test_a_heading_that_only_one_page_has_there_is_no_label() -> None:
    pages = [
        'div(h5"Dough" ul(li"oats" li"rye") h5"Top" ul(li"salt" li"malt")) p(b"Sauce")',
        'div(h5"Sauce" ul(li"milk" li"eggs") h5"Lid" ul(li"jam" li"rum") h5"Base" ul(li"figs"))'
        ' p(b"Dough")',
    ]

    row = read(pages, pages[0])

    assert len(row["ul[]"]) == 2  # type: ignore[arg-type]


def test_a_heading_of_the_same_level_ends_a_section() -> None:
    row = read(
        [
            'div(h3"Steps" p"Stir it." p"Eat it." h3"Author" p"Ann")',
            'div(h3"Steps" p"Bake it." h3"Author" p"Bo")',
        ],
        'div(h3"Steps" p"Brew it." p"Drink it." h3"Storage" p"Keep it cool." h3"Author" p"Cy")',
    )

    assert row["p=Steps[]"] == [{".": "Brew it."}, {".": "Drink it."}]
    assert row["p=Author"] == "Cy"


def test_lines_that_look_different_are_no_list() -> None:
    text = 'div[class=address]("{}" br "{}" br "{}")'
    row = read(
        [
            text.format("12 Mill Lane", "Ashford, KY 40201", "(502) 555-0101"),
            'div[class=address]("9 High Street" br "Suite B" br "Barton, OH 43001" br "(614) 555-0199")',
        ],
        text.format("7 Oak Road", "Cadley, TN 37010", "(615) 555-0142"),
    )

    assert [v for k, v in row.items() if k.startswith("#text~")].count("(615) 555-0142") == 1


def test_a_part_the_other_pages_lack_does_not_move_its_neighbours() -> None:
    text = 'div(table(tr(td(b"Cast") td"{}"))) div(table(tr(td(i"Plot") td(p"{}"))))'
    row = read(
        [text.format("Ann", "A long day."), text.format("Bob", "A short night.")],
        'div(form(input[value=1] label"Search")) ' + text.format("Cy", "Neither."),
    )

    assert {"Cy", "Neither."} <= {value for value in row.values() if isinstance(value, str)}


def test_renamed_classes_do_not_lose_a_place() -> None:
    text = 'div[class="{}"](h1"{}" p"{}")'
    row = read(
        [text.format("main wide", "Ant", "one"), text.format("main wide", "Bee", "two")],
        text.format("main narrow2", "Cat", "three"),
    )

    assert row == {"h1": "Cat", "p": "three"}


def test_an_odd_page_among_the_learned_ones_does_no_harm() -> None:
    text = 'div[class=item](h1"{0}" dl(dt"Price" dd"{1}" dt"Size" dd"{2}"))'
    good = [text.format(name, k, 10 * k) for k, name in enumerate(["Ant", "Bee", "Cat", "Dog"])]
    other = text.format("Eel", 8, 80)

    odd = [*good, 'div[class=error](h1"Not found" p"Try again later")']

    assert read(odd, other) == read(good, other)


def test_one_page_is_enough_for_labels_and_lists() -> None:
    text = 'h1"{}" dl(dt"Price:" dd"{}" dt"Size:" dd"{}") ul({})'
    row = read(
        [text.format("Ant", "$1", "XL", 'li"a" li"b" li"c"')],
        text.format("Bee", "$2", "S", 'li"d" li"e"'),
    )

    assert row == {"h1": "Bee", "dd=Price": "$2", "dd=Size": "S", "li[]": [{".": "d"}, {".": "e"}]}


def test_links_and_pictures_are_fields() -> None:
    text = 'p(a[href=/{0}]"{0}" img[src={0}.png alt="a {0}"])'
    row = read([text.format("ant"), text.format("bee")], text.format("cat"))

    assert row == {
        "p": "cat",
        "a@href": "/cat",
        "img@src": "cat.png",
        "img@alt": "a cat",
    }


def test_every_value_of_the_row_has_its_node(farmhouse: list[DetailPage]) -> None:
    template = learn(farmhouse[:2])
    reading = template.reading(farmhouse[2], where=True)
    row, nodes = reading.row, reading.nodes

    assert farmhouse[2].tree.text(nodes["h1"]) == row["h1"]
    placed = {name for name in row if name != "title" and not name.startswith("linked.")}
    assert placed == nodes.keys()
    assert all(len(row[name]) == len(nodes[name]) for name in row if isinstance(row[name], list))  # type: ignore[arg-type]


def test_a_page_of_another_kind_has_little_confidence(farmhouse: list[DetailPage]) -> None:
    template = learn(farmhouse[:2])
    other = page('nav(ul(li(a[href=/]"Home"))) div(h2"All recipes" ul(li"Rye bread" li"Soup"))')

    assert template.reading(farmhouse[2]).confidence > 0.8
    assert template.reading(other).confidence < 0.3


def test_fields_have_names_for_people(farmhouse: list[DetailPage]) -> None:
    fields = {field.id: field for field in learn(farmhouse[:2]).fields()}

    assert (fields["h1"].name, fields["h1"].path) == ("title", "/html[1]/body[1]/article[1]/h1[1]")
    assert (fields["dd=Serves"].name, fields["dd=Serves"].named_by) == ("Serves", "label")
    assert fields["ul/li[]"].name == "Ingredients"
    assert [field.id for field in fields["ul/li[]"].fields] == ["heading", "."]


def test_the_ids_of_fields_are_unique(farmhouse: list[DetailPage]) -> None:
    ids = [field.id for field in learn(farmhouse).fields()]

    assert len(ids) == len(set(ids))


def test_a_template_survives_json(farmhouse: list[DetailPage]) -> None:
    template = learn(farmhouse[:2])

    again = DetailTemplate.from_json(json.loads(json.dumps(template.to_json())))

    assert [again.read(one) for one in farmhouse] == [template.read(one) for one in farmhouse]
    assert again.fields() == template.fields()


def test_a_template_prints_its_fields(farmhouse: list[DetailPage]) -> None:
    lines = [*picture(learn(farmhouse[:2]).fields())]

    assert "title  <- h1" in lines
    assert "    item  <- ." in lines


def test_learning_and_reading_twice_gives_the_same(farmhouse: list[DetailPage]) -> None:
    first, second = learn(farmhouse[:3]), learn(farmhouse[:3])

    assert first.to_json() == second.to_json()
    assert first.read(farmhouse[3]) == first.read(farmhouse[3]) == second.read(farmhouse[3])


def test_the_fifth_page_may_have_more_parts_than_the_others() -> None:
    parts = ["Long tines", "Light", "Strong handle"]
    pages = [
        f'h1"Rake {name}" div[class=about](' + " ".join(f'p"{one} of {name}"' for one in some) + ")"
        for name, some in zip("ABCDE", [parts[:2]] * 4 + [parts], strict=True)
    ]

    assert "Strong handle of F" in read(pages, pages[-1].replace("of E", "of F")).values()


def test_no_page_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one page"):
        learn([])


def test_deep_pages_are_learned_and_read() -> None:
    deep = "div(" * 500 + 'p"{}"' + ")" * 500
    row = read([deep.format("one"), deep.format("two")], deep.format("three"))

    assert [*row.values()] == ["three"]


def test_empty_pages_are_learned_and_read() -> None:
    template = learn([DetailPage(Tree.from_text('html""')), DetailPage(Tree.from_text('html""'))])

    assert template.read(page('h1"Ant"')) is not None
    assert template.read(DetailPage(Tree.from_text('html""'))) == {}


def test_a_place_with_a_name_of_its_own_is_found_though_the_way_to_it_changed() -> None:
    text = 'h1[class=name]"{}" dl(dt"Price" dd"{}" dt"Size" dd"{}")'
    row = read(
        [f"main(div({text.format('Ant', 1, 'XL')}))", f"main(div({text.format('Bee', 2, 'S')}))"],
        f'section(p"Sale!") main(div(div(p"New here?") div({text.format("Cat", 3, "M")})))',
    )

    assert (row["h1.name"], row["dd=Price"], row["dd=Size"]) == ("Cat", "3", "M")


def test_spots_of_deep_pages_have_short_ids_that_differ() -> None:
    def deep(word: str) -> str:
        text = f'b"{word}"'
        for level in range(120):
            text = f'div(p"{word}{level}" {text})'
        return text

    row = read([deep("ant"), deep("bee")], deep("cat"))

    assert [*row.values()].count("cat7") == 1
    assert len(row) == 121
    assert max(place.count("/") for place in row) < 32
