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


def test_without_it_the_same_page_is_a_list() -> None:
    assert learn(_product("Hay rake", "$48.00", linked=False)).kind == "list"


def test_a_person_may_ask_for_both_and_the_file_keeps_both() -> None:
    pages = [_product("Hay rake", "$48.00", linked=False), _product("Fork", "$9.00", linked=False)]

    wrapper = loads(dumps(learn(pages, kind="both")).encode())

    tables = wrapper.apply(_product("Scythe", "$119.50"), every=True)
    assert [len(table.rows) for table in tables[:2]] == [1, len(_REVIEWS)]
