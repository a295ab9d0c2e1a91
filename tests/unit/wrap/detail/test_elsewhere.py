"""Pages about one thing: what lies elsewhere keeps its name, and what belongs to others is left."""

from typing import Any

from windrow.read import Page
from windrow.tree.opened import Opened
from windrow.wrap.detail.learn import learn_detail_pages
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads
from windrow.wrap.wrapper import Wrapper

FACTS = "<h1>{0}</h1><dl class=facts><dt>Weight<dd>{1}<dt>Wood<dd>{2}</dl><p class=text>{3}</p>"
THINGS = [
    ("Ash rake", "2 kg", "ash", "For hay and leaves"),
    ("Oak barrow", "9 kg", "oak", "Carries stones"),
    ("Elm fork", "3 kg", "elm", "Four tines of steel"),
]
END = "<footer>Farm shop</footer>"


def page(body: str, title: str = "") -> Page:
    return Page.from_text(f"<title>{title}</title><body>{body}</body>")


def learned(*pages: Page) -> Wrapper:
    return loads(dumps(learn(pages, kind="detail")).encode())


def row(wrapper: Wrapper, one: Page) -> dict[str, Any]:
    [table] = wrapper.apply(one)
    [found] = table.rows
    return found


def test_a_part_of_the_page_under_a_heading_of_its_own_loses_no_column() -> None:
    cell = "<table><tr><td><b>{0}</b><i>{1}</i><td><b>{2}</b><i>{3}</i></table>"
    wrapper = learned(*(page(cell.format(*thing)) for thing in THINGS[:2]))
    around = page(f"<form><em>Sale:</em>{cell.format(*THINGS[2])}</form>")

    assert wrapper.apply(around).reason is None
    plain = row(wrapper, page(cell.format(*THINGS[2])))
    names = {name for name, value in plain.items() if value in THINGS[2]}
    assert {plain[name] for name in names} == {*THINGS[2]}
    assert {name: row(wrapper, around)[name] for name in names} == {n: plain[n] for n in names}


def test_the_same_thing_at_two_places_is_one_column() -> None:
    box = "<div class=contact><table class=info><tr><td><p>Phone: {}</p></td></tr></table></div>"
    left = page(f"{FACTS.format(*THINGS[0])}<div class=left>{box.format('1 22')}</div>")
    right = page(f"{FACTS.format(*THINGS[1])}<table class=r><tr><td>{box.format('3 44')}</table>")
    wrapper = learn_detail_pages([Opened(left), Opened(right)])

    assert row(wrapper, left)["phone"] == "Phone: 1 22"
    assert row(wrapper, right)["phone"] == "Phone: 3 44"
    assert len(row(wrapper, left)) == len(wrapper.columns) == 6


def test_a_title_is_given_without_the_name_of_the_site() -> None:
    text = "<p class=a>{0} is {1}</p><p class=b>{2}</p>"
    wrapper = learned(*(page(text.format(*one), f"Farm shop - {one[0]}") for one in THINGS[:2]))

    assert (
        row(wrapper, page(text.format(*THINGS[2]), "Farm shop - Elm fork"))["page_title"]
        == "Elm fork"
    )
    assert row(wrapper, page(text.format(*THINGS[2]), "Elm fork"))["page_title"] == "Elm fork"


def test_a_list_that_names_the_thing_beside_others_is_not_about_it() -> None:
    def listed(k: int) -> Page:
        names = [f"Tool {n * n}{k}" for n in range(5 + 3 * k)]
        names.insert(2 * k, THINGS[k][0])
        links = "".join(f"<li><a href=/{name}>{name}</a>" for name in names)
        return page(FACTS.format(*THINGS[k]) + f"<ul class=also>{links}</ul>")

    found = row(learned(listed(0), listed(1)), listed(1))

    assert not any("Tool 11" in str(value) for value in found.values())
    assert "Oak barrow" in found.values()


def test_the_same_label_above_other_markup_is_the_same_column() -> None:
    steps = ["Stir the oats in milk.", "Wait for an hour.", "Eat."]
    rows = "<p><span>{}:</span></p><ul>{}</ul>"
    lines = "<h3>{}</h3>{}"
    listed = page(
        "<h1>Porridge</h1><p>A dish for mornings.</p>"
        + rows.format("Food", "<li>oats<li>milk<li>salt")
        + rows.format("Steps", "".join(f"<li>{one}" for one in steps)),
    )
    plain = page(
        "<h1>Flatbread</h1><p>A dish for evenings.</p>"
        + lines.format("Food", "<p>rye<p>malt<p>kale<p>dill")
        + lines.format("Steps", "<p>Bake the rye.<p>Cut it."),
    )
    wrapper = learned(listed, plain)

    def lists(one: Page) -> dict[str, list[str]]:
        given = row(wrapper, one)
        return {name: [next(iter(r.values())) for r in given[name]] for name in ("food", "steps")}

    assert lists(listed) == {"food": ["oats", "milk", "salt"], "steps": steps}
    assert lists(plain) == {
        "food": ["rye", "malt", "kale", "dill"],
        "steps": ["Bake the rye.", "Cut it."],
    }


def test_two_columns_with_one_label_stay_apart_where_a_page_has_both() -> None:
    left = "<div class=left><dl><dt>Size<dd>{}</dl></div>"
    right = "<div class=right><dl><dt>Size<dd>{}</dl></div>"
    both = page(f"<h1>Rake</h1>{left.format('2 m')}{right.format('9 cm')}")
    wrapper = learned(page(f"<h1>Barrow</h1>{left.format('3 m')}"), both)

    assert {"2 m", "9 cm"} <= {*row(wrapper, both).values()}


def test_a_list_in_groups_is_a_plain_list_where_another_page_has_one() -> None:
    part = "<section><h2>Food</h2>{}</section><section><h2>Steps</h2><ol>{}</ol></section>"
    groups = "<h4>Dough</h4><ul><li>oats<li>rye<li>salt</ul><h4>Glaze</h4><ul><li>jam<li>rum</ul>"
    plain = page(part.format("<ul><li>kale<li>dill</ul>", "<li>Boil it.<li>Eat it."))
    grouped = page(part.format(f"<div>{groups}</div>", "<li>Bake it.<li>Cut it.<li>Eat."))
    wrapper = learned(plain, grouped)

    food = [[next(iter(r.values())) for r in row(wrapper, one)["food"]] for one in (plain, grouped)]

    assert food == [["kale", "dill"], ["oats", "rye", "salt", "jam", "rum"]]


def test_a_list_with_a_class_of_its_own_is_one_column_wherever_it_is() -> None:
    rows = "<p class=step>{}</p><p class=step>{}</p>"
    left = page(f"<h1>Oats</h1><section>{rows.format('Stir it.', 'Eat it.')}</section>{END}")
    right = page(f"<h1>Rye</h1><main><div>{rows.format('Bake it.', 'Cut it.')}</div></main>{END}")
    wrapper = learned(left, right)

    assert [len(row(wrapper, one)["step"]) for one in (left, right)] == [2, 2]


def test_a_list_without_links_is_not_one_of_other_pages() -> None:
    rakes = "Ash rake|40 g of oil|wax|glue, as much as you like|3 screws|a nail".split("|")
    barrows = "Oak barrow|malt and dill|rum|9 kg of iron|elm|tar|a wheel|rope".split("|")
    pages = [
        page(f"<h1>{parts[0]}</h1><ul>{''.join(f'<li>{one}' for one in parts)}</ul>{END}", parts[0])
        for parts in (rakes, barrows)
    ]

    assert "malt and dill" in str(row(learned(*pages), pages[1]))
