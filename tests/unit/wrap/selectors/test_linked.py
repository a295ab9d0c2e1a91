"""Values of JSON-LD by their paths, read in the plain way that the guide describes."""

from windrow.wrap.selectors.linked import linked_rows, linked_value, value_in

BOOK = """{"@context": "https://schema.org", "@graph": [{"@type": "WebSite", "name": "Hay"},
 {"@type": ["https://schema.org/Book", "Product"], "author": [{"name": "Ann"}], "pages": 80,
  "offers": [{"price": "5", "shop": {"name": "A"}}, {"price": "6"}]}]};"""


def test_a_value_is_found_by_type_and_keys() -> None:
    assert linked_value([BOOK], "Book.author.name") == "Ann"
    assert linked_value([BOOK], "Book.pages") == "80"
    assert linked_value([BOOK], "WebSite.name") == "Hay"


def test_a_list_is_found_with_the_values_of_its_items() -> None:
    rows = linked_rows([BOOK], "Book.offers")

    assert [value_in(row, "price") for row in rows] == ["5", "6"]
    assert [value_in(row, "shop.name") for row in rows] == ["A", ""]


def test_a_single_thing_is_a_list_of_one() -> None:
    assert linked_rows(['{"@type": "Pie", "yield": "4"}'], "Pie.yield") == ["4"]


def test_what_is_not_there_or_broken_is_empty() -> None:
    for script in ("", "[", "[1, null]", '{"@type": []}', '{"@type": {}}', "[" * 100_000):
        assert linked_value([script], "Book.name") == ""
        assert linked_rows([script], "Book.name") == []
