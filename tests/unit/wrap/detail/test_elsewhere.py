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

    assert row(wrapper, left)["text_2"] == "Phone: 1 22"
    assert row(wrapper, right)["text_2"] == "Phone: 3 44"
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
