"""A wrapper reports that its site has changed, and only then."""

import json
import re
from collections.abc import Sequence

import pytest

from tests.shop import GOODS, OTHERS, cards, shop, table
from windrow.model import Value
from windrow.read import Page
from windrow.wrap.columns.exchange import exchanged
from windrow.wrap.detail.learn import learn_detail_pages
from windrow.wrap.fingerprint import fingerprint
from windrow.wrap.learn import learn
from windrow.wrap.template import Opened
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper, WrapperColumn


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    return learn([shop()], kind="list")


@pytest.mark.parametrize("count", [0, 1, 2, 6])
def test_other_pages_of_the_site_are_healthy_with_any_number_of_records(
    wrapper: Wrapper, count: int
) -> None:
    report = verify(wrapper, [shop(OTHERS[:count])])

    assert report.healthy, report.reasons
    assert report.pages[0].records == count


@pytest.mark.parametrize("changed", [cards(), table()], ids=["cards", "table"])
def test_a_list_that_is_there_but_not_found_is_drift(wrapper: Wrapper, changed: Page) -> None:
    report = verify(wrapper, [changed])

    assert report.reasons == ("no records are found, but 6 are there",)


@pytest.mark.parametrize("column", ["price", "stock"])
def test_a_column_that_is_empty_now_is_drift(wrapper: Wrapper, column: str) -> None:
    emptied = [
        (name, text, "" if column == "price" else price, "" if column == "stock" else stock)
        for name, text, price, stock in OTHERS
    ]

    report = verify(wrapper, [shop(emptied)])

    assert report.reasons == (f"{column}: 0% filled, usually 100%",)


def test_columns_that_have_changed_places_are_drift(wrapper: Wrapper) -> None:
    shifted = [(name, text, stock, price) for name, text, price, stock in OTHERS]

    report = verify(wrapper, [shop(shifted)])

    assert "price: values are text, usually price" in report.reasons
    assert "stock: values look like those of price" in report.reasons


def test_two_records_without_a_price_prove_nothing(wrapper: Wrapper) -> None:
    free = [(name, text, "", stock) for name, text, _, stock in OTHERS[:2]]

    assert verify(wrapper, [shop(free)]).healthy


def test_two_such_records_on_each_of_many_pages_prove_a_change(wrapper: Wrapper) -> None:
    pages = [
        shop([(name, text, "", stock) for name, text, _, stock in OTHERS[k : k + 2]])
        for k in range(5)
    ]

    report = verify(wrapper, pages)

    assert report.reasons == ("price: 0% filled, usually 100%",)
    assert all(page.healthy for page in report.pages)


def test_adverts_among_the_records_are_passed_over(wrapper: Wrapper) -> None:
    advert = ("Spring sale", "", "", "")

    report = verify(wrapper, [shop([*OTHERS, advert, advert, advert])])

    assert report.healthy, report.reasons
    assert report.pages[0].records == len(OTHERS)


def test_records_that_have_lost_most_of_what_they_had_are_drift(wrapper: Wrapper) -> None:
    bare = [(name, "", "", "") for name, *_ in OTHERS]

    report = verify(wrapper, [shop(bare)])

    assert report.reasons[0] == "6 places are like records outside, but lack what records have"


def test_a_list_that_no_locator_leads_to_is_known_by_its_records() -> None:
    plain = [page.content.decode() for page in (table(GOODS), table(OTHERS))]
    learned = learn([Page.from_text(plain[0])], kind="list")
    framed = (
        plain[1].replace("<main>", "<main><form><div>").replace("</main>", "</div></form></main>")
    )

    report = verify(learned, [Page.from_text(framed)])

    assert report.healthy, report.reasons
    assert report.pages[0].records == len(OTHERS)
    assert "place" in report.pages[0].failed


def people(rows: list[tuple[str, str, str]]) -> Page:
    lines = "".join(
        f'<li><a href="/in/{name.lower().replace(" ", "-")}"><b>{name}</b></a>'
        f"<i>{place}</i><u>{friend}</u></li>"
        for name, place, friend in rows
    )
    return Page.from_text(f"<html><body><h1>Members</h1><ul>{lines}</ul></body></html>")


PEOPLE = [
    ("Ann Barley", "Green Hollow", "Joe Rye"), ("Bob Clover", "Long Meadow", "Kim Oats"),
    ("Cid Daisy", "Mill Bottom", "Lee Hops"), ("Dan Elder", "Nether Croft", "Mia Flax"),
    ("Eve Fennel", "Over Wallop", "Ned Hemp"), ("Fay Gorse", "Pond Side", "Ora Dill"),
    ("Gus Heath", "Quarry Bank", "Pat Kale"), ("Hal Ivy", "River Bend", "Quin Leek"),
]  # fmt: skip
OTHER_PEOPLE = [
    ("Ida Juniper", "Stone Gate", "Rex Mint"), ("Jan Kelp", "Tall Oaks", "Sue Nettle"),
    ("Kay Lupin", "Under Hill", "Tom Onion"), ("Lou Mallow", "Vale End", "Una Pea"),
    ("Max Nutmeg", "West Field", "Val Quince"), ("Nan Olive", "Yew Corner", "Win Reed"),
    ("Oto Poppy", "Abbey Wood", "Xan Sage"), ("Pia Quitch", "Brook Lane", "Yan Thyme"),
]  # fmt: skip


def test_names_that_no_longer_come_back_in_their_links_have_changed_places() -> None:
    wrapper = learn([people(PEOPLE)], kind="list")
    text = people(OTHER_PEOPLE).content.decode()
    for name, _, friend in OTHER_PEOPLE:
        text = text.replace(f"<b>{name}</b>", f"<b>{friend}</b>")
        text = text.replace(f"<u>{friend}</u>", f"<u>{name}</u>")

    healthy = verify(wrapper, [people(OTHER_PEOPLE)])
    report = verify(wrapper, [Page.from_text(text)])

    assert healthy.healthy, healthy.reasons
    assert any("is now said again in" in reason for reason in report.reasons)


def test_columns_a_little_unlike_have_changed_places_if_that_is_so_in_each_record() -> None:
    towns = [f"{place}ton" for _, place, _ in PEOPLE]
    columns = [
        WrapperColumn("town", place="town", fingerprint=fingerprint(towns)),
        WrapperColumn(
            "friend", place="friend", fingerprint=fingerprint([row[2] for row in PEOPLE])
        ),
    ]
    others = [f"{place.replace('_', ' ')}ton" for place in
              "Under_Hill Vale_End West_Field Brook_Lane Stone_Gate Abbey_Wood".split()]  # fmt: skip
    friends = ["Tom Onion", "Una Pea", "Val Quince", "Yan Thyme", "Rex Minty", "Xan Sages"]
    few: dict[str, Sequence[Value]] = {"town": friends, "friend": others}
    many: dict[str, Sequence[Value]] = {name: [*some, *some] for name, some in few.items()}
    right: dict[str, Sequence[Value]] = {"town": many["friend"], "friend": many["town"]}

    assert not exchanged(columns, many)
    assert exchanged(columns, many, by_record=True) == [("town", "friend")]
    assert not exchanged(columns, few, by_record=True)
    assert not exchanged(columns, right, by_record=True)


def test_columns_learned_from_two_records_have_changed_places_on_a_page_of_many() -> None:
    def inns(names: Sequence[str], *, swapped: bool = False) -> Page:
        cells = [(name, f"{2 + k % 3}.{k}", f"{k} km from the sea") for k, name in enumerate(names)]
        order = (0, 2, 1) if swapped else (0, 1, 2)
        rows = "".join(
            "<li class=inn><h3 class=name>{}</h3><b class=mark>{}</b><i class=way>{}</i>".format(
                *(cell[k] for k in order)
            )
            for cell in cells
        )
        return Page.from_text(f"<body><h1>Inns</h1><ul class=inns>{rows}</ul><p>Book by phone")

    learned = learn([inns(["The Rake", "The Old Mill"])], kind="list")
    many = ["Sickle & Son", "The Fork", "The Churn", "The Barrow", "The Flail", "The Hoe"]

    assert verify(learned, [inns(many)]).healthy
    reasons = verify(learned, [inns(many, swapped=True)]).reasons
    assert any("values look like those of" in reason for reason in reasons)


def test_one_bad_page_of_many_is_reported_but_is_no_drift_of_the_wrapper(wrapper: Wrapper) -> None:
    report = verify(wrapper, [*([shop(OTHERS)] * 9), cards()])

    assert report.healthy
    assert [page.healthy for page in report.pages] == [True] * 9 + [False]


def test_classes_renamed_are_drift_though_all_values_are_found(wrapper: Wrapper) -> None:
    text = shop(OTHERS).content.decode()
    for word in ("list", "product", "name", "text", "price", "stock"):
        text = text.replace(f'class="{word}"', f'class="x-{word[::-1]}"')

    report = verify(wrapper, [Page.from_text(text)])

    assert report.reasons[0].startswith("5 of 5 class names that all records had are gone: .name")
    assert all(column.healthy for column in report.columns)
    assert {"class", "own"} <= {*report.pages[0].failed}
    assert [c.name for c in report.columns if "css" in c.failed] == [
        "name", "link", "text", "price", "stock",
    ]  # fmt: skip


def test_a_report_is_plain_data(wrapper: Wrapper) -> None:
    report = verify(wrapper, [shop(OTHERS)], name="shop.json")

    data = json.loads(json.dumps(report.to_json()))

    assert (data["wrapper"], data["healthy"], data["records"]) == ("shop.json", True, 6)
    [price] = [column for column in data["columns"] if column["name"] == "price"]
    assert price["fill"] == price["usual_fill"] == price["form"] == 1.0
    assert data["usual_records"] == [len(GOODS)] * 3


def test_a_page_of_something_else_is_drift(wrapper: Wrapper) -> None:
    other = Page.from_text("<html><body><p>Gone fishing.</p></body></html>")

    assert not verify(wrapper, [other]).healthy


DENIED = Page.from_text(
    "<title>Denied</title><h1>Access denied</h1><p>You have been blocked.<p>Write to us."
)


def test_a_wrapper_that_has_seen_the_same_page_only_is_never_healthy() -> None:
    wrapper = learn_detail_pages([Opened(DENIED)] * 3)

    report = verify(wrapper, [DENIED])

    assert report.reasons == ("all 3 pages it was learned from said the same",)


@pytest.mark.parametrize("pages", [1, 3])
def test_a_page_with_nothing_of_what_was_learned_is_drift(pages: int) -> None:
    wrapper = learn_detail_pages([Opened(DENIED)] * pages)

    for other in (shop(), Page.from_text("")):
        assert "0% of the learned places are on the page" in verify(wrapper, [other]).reasons
        assert not wrapper.apply(other)


ENGLISH = "Length Width Height Weight Colour Maker Year Wood".split()
GERMAN = "Länge Breite Höhe Gewicht Farbe Hersteller Jahr Holz".split()


def thing(number: int, labels: Sequence[str] = ENGLISH, around: str = "{}") -> Page:
    facts = "".join(
        f"<tr><th>{label}</th><td>{number}-{label[0]}{k}</td></tr>"
        for k, label in enumerate(labels)
    )
    inside = f"<h1>Thing {number}</h1><p>About {number}</p><table>{facts}</table>"
    return Page.from_text(f"<title>Thing {number}</title>{around.format(inside)}")


def test_a_detail_page_that_lacks_most_of_its_columns_is_drift() -> None:
    wrapper = learn([thing(3), thing(5)], kind="detail")

    report = verify(wrapper, [thing(7, GERMAN)])

    assert verify(wrapper, [thing(7), thing(9)]).healthy
    assert report.reasons == ("8 of 11 columns that were always filled are empty",)


def test_a_detail_page_of_another_outline_is_drift() -> None:
    wrapper = learn([thing(3), thing(5)], kind="detail")

    report = verify(wrapper, [thing(7, around="<main><div>{}</div></main>")])

    assert report.reasons[-1] == "22% of the page is as it was"


def test_a_column_that_says_what_a_constant_one_said_is_drift() -> None:
    page = shop().content.replace(b"</div>", b"<button>Add to cart</button></div>")
    wrapper = learn([Page.from_bytes(page)], kind="list")
    swapped = re.sub(rb'(<p class="text">)[^<]*', rb"\1Add to cart", page)

    report = verify(wrapper, [Page.from_bytes(swapped)])

    assert verify(wrapper, [Page.from_bytes(page)]).healthy
    assert [reason.split(" of ")[0] for reason in report.reasons] == ["text: all values are that"]
