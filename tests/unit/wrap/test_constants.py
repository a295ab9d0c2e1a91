"""What says the same in every learned record: known to wrappers, given out as soon as it varies."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from windrow import learn
from windrow.detect import DETECTORS
from windrow.read import Page
from windrow.sink import collect
from windrow.wrap.repair import repair
from windrow.wrap.store import dumps, loads
from windrow.wrap.verify import verify

TREES = "ash birch cherry dogwood elm fir gorse hazel".split()


def shop(stock: Sequence[str], what: str = "Rake", button: str = "Add to cart") -> Page:
    records = "".join(
        f"<li class=item><h3>{what} of {tree}</h3><b class=price>${n}.50</b>"
        f"<p class=stock>{said}</p><button>{button}</button></li>"
        for n, (tree, said) in enumerate(zip(TREES, stock, strict=True), 1)
    )
    return Page.from_text(f"<body><h1>Shop</h1><ul>{records}</ul></body>")


SAME = shop(["In stock"] * 8)
VARIED = shop(["In stock", "Sold out"] * 4, "Fork")


@pytest.mark.parametrize("detector", [name for name, one in DETECTORS.items() if one.template])
def test_a_wrapper_gives_a_constant_column_as_soon_as_it_varies(detector: str) -> None:
    wrapper = loads(dumps(learn([SAME], detector=detector)).encode())

    [same], [varied] = wrapper.apply(SAME), wrapper.apply(VARIED)

    assert {column.name for column in same.columns if column.constant} >= {"stock"}
    assert "In stock" not in str(same)
    assert "Add to cart" in str(same.with_constants())
    assert [row["stock"] for row in varied.given.rows] == ["In stock", "Sold out"] * 4
    assert "Add to cart" not in str(varied)


def test_a_constant_that_another_page_says_otherwise_or_lacks_is_given_out() -> None:
    wrapper = learn([SAME])

    other = wrapper.apply(shop(["Sold out"] * 8))[0]
    lacking = wrapper.apply(shop(["In stock"] * 7 + [""]))[0]

    assert {row["stock"] for row in other.given.rows} == {"Sold out"}
    assert lacking.given.rows[-1]["stock"] is None


def test_what_varies_among_the_learned_pages_is_a_column_like_others() -> None:
    wrapper = learn([SAME, shop(["Sold out"] * 8, "Fork")], kind="list")

    assert [column.name for column in wrapper.varied] == ["title", "price", "stock"]


def test_rows_of_several_pages_have_a_column_that_varies_among_them() -> None:
    wrapper = learn([SAME])

    [flat] = collect([(page.source, wrapper.apply(page)) for page in (SAME, VARIED)])
    [plain] = collect([(page.source, wrapper.apply(page)) for page in (SAME, SAME)])

    assert [row["stock"] for row in flat.rows][:9] == ["In stock"] * 9
    assert "stock" not in plain.names


def test_another_word_on_a_button_is_not_drift() -> None:
    wrapper = learn([SAME])

    assert verify(wrapper, [shop(["In stock"] * 8, button="Put it into the basket")]).healthy


def test_a_header_keeps_its_column_in_a_wrapper() -> None:
    rows = [f"<tr><td>{n}<td>Miller {n}<td>NL<td>Shipped</tr>" for n in range(100, 106)]
    head = "<table><tr><th>Order<th>Customer<th>Country<th>Status</tr>"
    page = Page.from_text(head + "".join(rows) + "</table>")

    table = learn([page]).apply(page)[0].given

    assert [*table.rows[0].values()] == ["100", "Miller 100", "NL", "Shipped"]


def test_repair_keeps_constant_columns_and_their_names() -> None:
    wrapper = learn([SAME])
    named = replace(
        wrapper,
        columns=tuple(replace(c, name=c.name.replace("text", "button")) for c in wrapper.columns),
    )
    changed = Page.from_text(SAME.content.decode().replace("<li class=item", "<li class=product"))

    done = repair(named, [changed])

    assert done.confidence > 0.9
    assert [change.name for change in done.changes] == ["title", "price"]
    assert [column.name for column in done.wrapper.columns if column.constant] == [
        "stock",
        "button",
    ]
