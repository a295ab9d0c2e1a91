"""Whether pages have a list, are about one thing, or both."""

from windrow.read import Page
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads

_REVIEWS = [("Ann", "Light and strong"), ("Ben", "A joy in June"), ("Cleo", "Too long for me"),
            ("Dan", "It fits my hands"), ("Eve", "Bought a second one")]  # fmt: skip


def _product(name: str, price: str, *, linked: bool = True) -> Page:
    said = "".join(
        f"<li class=review><b>{who}</b><i>{k + 1} stars</i><p>{text}, says {who} of {name}.</p>"
        for k, (who, text) in enumerate(_REVIEWS)
    )
    data = f'<script type="application/ld+json">{{"@type": "Product", "name": "{name}"}}</script>'
    return Page.from_text(
        f"<html><head><title>{name} - Hay shop</title>{data if linked else ''}</head><body>"
        f"<h1>{name}</h1><dl><dt>Price</dt><dd>{price}</dd><dt>Wood</dt><dd>ash</dd></dl>"
        f"<h2>Reviews</h2><ul class=reviews>{said}</ul></body></html>"
    )


def test_one_page_whose_linked_data_names_its_thing_has_a_record_and_its_lists() -> None:
    wrapper = learn(_product("Hay rake", "$48.00"))

    record, reviews = wrapper.apply(_product("Scythe", "$119.50"), every=True)

    assert wrapper.kind == "detail"
    assert "$119.50" in record.rows[0].values()
    assert len(reviews.rows) == len(_REVIEWS)
    assert any("says Ben of Scythe" in str(value) for value in reviews.rows[1].values())


def _retitled(page: Page, title: str, heading: str = "") -> Page:
    """Return *page* with another title of its list, and another heading of its own."""
    html = page.content.decode().replace("<h2>Reviews</h2>", title)
    return Page.from_text(html.replace("<h1>Hay rake</h1>", heading) if heading else html)


def test_without_it_the_title_of_the_list_says_that_readers_have_written_it() -> None:
    page = _product("Hay rake", "$48.00", linked=False)

    assert learn(page).kind == "detail"
    assert learn(_retitled(page, "<h2>Avis clients (5)</h2>")).kind == "detail"
    assert learn(_retitled(page, "<h2>Related products</h2>")).kind == "detail"


def test_without_such_a_title_the_same_page_is_a_list() -> None:
    page = _product("Hay rake", "$48.00", linked=False)

    assert learn(_retitled(page, "")).kind == "list"
    assert learn(_retitled(page, "<h2>Our rakes</h2>")).kind == "list"


def test_a_page_of_reviews_is_a_list() -> None:
    page = _product("Hay rake", "$48.00", linked=False)

    assert learn(_retitled(page, "<h2>Reviews</h2>", "<h1>Reviews</h1>")).kind == "list"
    assert learn(_retitled(page, "<h1>Guest reviews</h1>", "<p>")).kind == "list"


def test_ways_to_search_a_list_say_nothing_about_the_subject_of_its_page() -> None:
    options = "".join(f"<option>Every one of the opinions of {year}</option>" for year in range(60))
    rows = "".join(
        f"<tr><td>{k} May 2024<td><a href=/{k}.pdf>Ann v. Ben, no. {k}</a>" for k in range(5)
    )
    page = (
        "<title>Opinions of the court</title><h1>Opinions of the court</h1>"
        f"<form><select>{options}</select></form><table>{rows}</table>"
    )

    assert learn(Page.from_text(page)).kind == "list"


def test_a_person_may_ask_for_both_and_the_file_keeps_both() -> None:
    pages = [_product("Hay rake", "$48.00", linked=False), _product("Fork", "$9.00", linked=False)]

    wrapper = loads(dumps(learn(pages, kind="both")).encode())

    tables = wrapper.apply(_product("Scythe", "$119.50"), every=True)
    assert [len(table.rows) for table in tables[:2]] == [1, len(_REVIEWS)]


def _tools(before: str, *, head: str = "", heading: str = "h1") -> Page:
    """Return a page with a list of tools; *before* is the text above it."""
    tools = "".join(
        f"<li class=tool><a href=/{k}>{name}</a><b>${k}.50</b><p>{name} of ash wood</p>"
        for k, name in enumerate(["Rake", "Fork", "Scythe", "Sickle", "Flail", "Hoe"])
    )
    return Page.from_text(
        f"<html><head><title>Hay press - Hay shop</title>{head}</head><body>"
        f"<{heading}>Hay press</{heading.split()[0]}>{before}<ul>{tools}</ul></body></html>"
    )


def test_a_page_that_says_more_about_its_heading_than_its_list_says_is_about_that() -> None:
    long = "<p>A press makes bales of loose hay.</p><p>It needs two people and a rope.</p>" * 5

    assert learn(_tools(long)).kind == "detail"
    assert learn(_tools("<p>Six tools.</p>")).kind == "list"


def test_what_a_page_tells_machines_says_whether_it_is_about_one_thing() -> None:
    product = '<meta property="og:type" content="product">'
    article = '<meta property="og:type" content="article">'
    thing = (
        '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Press</h1></div>'
    )

    assert learn(_tools("", head=product)).kind == "detail"
    assert learn(_tools("", head=article)).kind == "list"
    assert learn(_tools(thing, heading="h2")).kind == "detail"


def _numbered(*names: str, unit: str = "kg") -> Page:
    rows = "".join(
        f"<tr><td>{k}<td><a href=/{name}>{name}</a><td>{len(name) * k} {unit}"
        for k, name in enumerate(names, 1)
    )
    return Page.from_text(f"<h1>Harvest</h1><table><tr><th>No.<th>Crop<th>Yield{rows}</table>")


CROPS = ["Rye", "Oats", "Barley", "Spelt", "Millet", "Maize"]
OTHERS = ["Hay", "Straw", "Clover", "Lucerne", "Vetch"]


def test_numbers_before_the_records_of_two_pages_are_not_labels_of_one_thing() -> None:
    assert learn([_numbered(*CROPS), _numbered(*OTHERS)]).kind == "list"


def test_records_that_two_pages_share_are_not_labels_either() -> None:
    assert learn([_numbered(*CROPS, "Hay"), _numbered(*CROPS[:5], "Straw")]).kind == "list"


def test_a_last_page_with_few_records_does_not_hide_that_pages_have_lists() -> None:
    pages = [_numbered(*CROPS), _numbered(*OTHERS), _numbered("Hops", "Flax")]

    assert learn(pages).kind == "list"


def _yields(*values: int) -> Page:
    rows = "".join(
        f"<tr><td>{name}<td>{value} t" for name, value in zip(CROPS, values, strict=True)
    )
    return Page.from_text(f"<h1>Farm of {values[0]} fields</h1><table>{rows}</table>")


def test_words_that_all_pages_have_beside_other_values_are_labels() -> None:
    assert learn([_yields(3, 1, 4, 15, 9, 2), _yields(6, 5, 35, 8, 97, 93)]).kind == "detail"


_PLAYER = {"Born": "Jan 28, 1984", "Height": "6-6", "Weight": "207 lbs", "College": "Arizona",
           "Years pro": "5", "Position": "Forward", "Number": "9", "Drafted": "2004"}  # fmt: skip
_TEAMS = ["Linz Larks", "Graz Geese", "Porto Pumas", "Ghent Gulls", "Turku Terns", "Leeds Lynx"]


def _player(beside: str) -> Page:
    teams = "".join(f"<li><a href=/t/{k}>{name}</a><b>{k} won</b>" for k, name in enumerate(_TEAMS))
    words = "He plays with calm and reads the game, and passes late. " * 12
    return Page.from_text(
        f"<html><head><title>Ole Berg info</title></head><body><ul class=teams>{teams}</ul>"
        f"<h2>Profile</h2>{beside}<p>{words}</p></body></html>"
    )


def test_a_page_of_facts_beside_a_short_list_is_about_one_thing() -> None:
    facts = "".join(f"<div><b>{name}:</b> {value}</div>" for name, value in _PLAYER.items())

    assert learn(_player(facts)).kind == "detail"


def test_links_below_labels_filter_a_list_and_are_no_facts() -> None:
    filters = "".join(
        f"<div><b>{name}:</b> <a href=?f={name[:2]}>{value}</a></div>"
        for name, value in _PLAYER.items()
    )

    assert learn(_player(filters)).kind == "list"


def _sightings(*rows: tuple[str, str, str, str]) -> Page:
    cells = "".join("<tr>" + "".join(f"<td>{cell}" for cell in row) for row in rows)
    return Page.from_text(
        "<title>Birds</title><h1>Birds</h1><table><tr><th>Place<th>Bird<th>Seen by<th>Birds"
        f"{cells}</table><p>Thanks to all who count</p>"
    )


def test_pages_of_a_list_whose_values_come_back_are_list_pages() -> None:
    one = _sightings(("Mill pond", "Teal", "Ada", "12"), ("Ferry hill", "Wren", "Ben", "3"),
                     ("Oak wood", "Robin", "Cleo", "40"), ("Salt marsh", "Gull", "Dan", "27"),
                     ("Long beach", "Plover", "Eve", "6"))  # fmt: skip
    other = _sightings(("Town park", "Robin", "Ada", "5"), ("Mill lane", "Teal", "Fay", "19"),
                       ("North pier", "Gull", "Dan", "88"), ("Old quarry", "Wren", "Gus", "2"),
                       ("South dunes", "Plover", "Ben", "14"))  # fmt: skip

    assert learn([one, other]).kind == "list"


def test_pages_that_are_tables_of_labels_and_values_are_about_one_thing_each() -> None:
    def sheet(*values: str) -> Page:
        rows = zip(("Weight", "Wood", "Length", "Made in", "Teeth"), values, strict=True)
        cells = "".join(f"<tr><td>{name}<td>{value}" for name, value in rows)
        return Page.from_text(f"<title>Rakes</title><table>{cells}</table><p>All by hand</p>")

    pages = [sheet("1.2 kg", "ash", "180 cm", "Linz", "14"),
             sheet("0.9 kg", "beech", "160 cm", "Graz", "12")]  # fmt: skip

    assert learn(pages).kind == "detail"


def test_below_a_heading_alone_reviews_are_a_list() -> None:
    page = _product("Hay rake", "$48.00", linked=False)
    html = page.content.decode()
    bare = html[: html.index("<dl>")] + html[html.index("<h2>") :]

    assert learn(Page.from_text(bare)).kind == "list"
