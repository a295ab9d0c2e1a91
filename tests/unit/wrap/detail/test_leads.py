"""Labels inside the values of a page about one thing, and values that are given once."""

from windrow.read import Page
from windrow.table.types import typed
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads
from windrow.wrap.wrapper import Wrapper

CAR = "<title>{0}</title><h1>{0}</h1><ul><li class=x><b>MSRP:</b> {1}</li></ul><p class=tel>Tel: {2}</p>"
CARS = [("Sienna", "$25,545", "816 444 6006"), ("Odyssey", "$28,580", "504 899 7411")]
OTHER = ("Quest", "$27,750", "423 756 3497")


def car(*facts: str) -> Page:
    return Page.from_text(CAR.format(*facts))


def learned(pages: list[Page]) -> Wrapper:
    return loads(dumps(learn(pages, kind="detail")).encode())


def test_a_value_is_called_after_the_label_that_it_begins_with() -> None:
    [table] = learned([car(*one) for one in CARS]).apply(car(*OTHER))

    [column] = [one for one in table.columns if one.name == "tel"]

    assert (column.label, column.type) == ("Tel:", "phone")
    assert table.rows[0]["tel"] == "Tel: 423 756 3497"
    assert typed("Tel: 423 756 3497", column) == "423 756 3497"


def test_a_label_with_its_value_is_not_given_beside_the_value() -> None:
    [table] = learned([car(*one) for one in CARS]).apply(car(*OTHER))

    values = [table.given.rows[0][column.name] for column in table.given.columns]

    assert "$27,750" in values
    assert "MSRP: $27,750" not in values
    assert "MSRP: $27,750" in table.rows[0].values()  # on request


def test_a_value_of_its_own_is_called_after_the_label_before_it() -> None:
    text = "<title>{0}</title><h1>{0}</h1><div class=c>Price: <span class=amount>{1}</span></div>"
    pages = [Page.from_text(text.format(*one)) for one in CARS]

    [table] = learned(pages).apply(Page.from_text(text.format(*OTHER)))

    given = {column.name: table.rows[0][column.name] for column in table.given.columns}
    assert given["price"] == "$27,750"


def test_a_part_that_no_learned_page_had_is_minor_if_its_label_heads_many_values() -> None:
    text = (
        "<title>{0}</title><h1>{0}</h1><table><tr><th>Maker</th><td>{0} & sons</td></tr>"
        "<tr><th>Code</th><td>{1}</td></tr>{2}</table>"
    )
    words = zip("b i u em q small".split(), "stay dine swim rest ride play".split(), strict=True)
    advert = "".join(f"<{label}>{word} here</{label}>" for label, word in words)
    more = f"<tr><th>Width</th><td>2 m</td></tr><tr><th>Offers</th><td>{advert}</td></tr>"
    wrapper = learned([Page.from_text(text.format(name, code, "")) for name, code, _ in CARS])

    [table] = wrapper.apply(Page.from_text(text.format(OTHER[0], OTHER[1], more)))

    given = {table.rows[0][column.name] for column in table.given.columns}
    assert "2 m" in given
    assert "swim here" not in given
    assert "swim here" in table.rows[0].values()


def test_a_value_is_given_without_the_label_before_it_though_there_is_no_colon() -> None:
    facts = (
        "<title>{0}</title><h1>{0}</h1><ul><li><span>Place</span> {1}<li><span>Pay</span> {2}</ul>"
    )
    jobs = (("Baker", "Bath", "£9"), ("Farmer", "York", "£8"), ("Smith", "Hull", "£7"))
    pages = [Page.from_text(facts.format(*job)) for job in jobs]

    row = learn(pages[:2], kind="detail").apply(pages[2])[0].given.rows[0]

    assert (row["place"], row["pay"]) == ("Hull", "£7")
    assert "Place Hull" not in row.values()


def test_the_scheme_of_an_address_is_no_label() -> None:
    mail = "<title>{0}</title><h1>{0}</h1><p>Write to <a href=mailto:{0}@farm.example>{0}</a></p>"
    pages = [Page.from_text(mail.format(name)) for name in ("ann", "ben")]

    assert "mailto" not in {column.name for column in learn(pages, kind="detail").columns}
