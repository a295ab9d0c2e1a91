"""Names of columns: what a person would call them, from the most trusted sign to the least."""

from tests.unit.table.test_tabulate import rake


def names(record: str, *rows: tuple[str, ...]) -> list[str]:
    """The names of the columns of a list whose records are *record*, filled with each row."""
    records = "".join(f"<li>{record.format(*row)}</li>" for row in rows)
    return [column.name for column in rake(f"<ul>{records}</ul>").columns if column.type != "url"]


THREE = (("Ant", "8.0"), ("Bee", "7.5"), ("Cat", "9.1"))
PROSE = (
    "A hard worker in the garden, and in the kitchen.",
    "Makes honey in the garden from early spring on.",
    "Sleeps all day in the garden, in the sun at best.",
)


def test_the_title_is_the_most_distinct_linked_text_and_not_the_first_link() -> None:
    record = "<a href=/c/{1}>{1}</a><div><a href=/{0}>{0} is a name</a></div>"
    kinds = ("News", "News", "Sport", "News", "News")

    assert names(record, *zip("abcde", kinds, strict=True)) == ["text", "title"]


def test_a_linked_heading_is_the_title_though_a_class_calls_another_text_so() -> None:
    record = "<p class=context-title>{1} of all</p><h3><a href=/{0}>{0} and more</a></h3>"

    assert names(record, *THREE) == ["context_title", "title"]


def test_a_class_does_not_call_a_date_a_title() -> None:
    record = "<h3><a href=/{0}>{0} and more</a></h3><p class=subtitle>Sat, {1} July</p>"

    assert names(record, ("Ant", "8"), ("Bee", "9"), ("Cat", "10")) == ["title", "date"]


def test_words_that_are_alone_beside_a_value_are_its_label() -> None:
    record = "<h3>{0}</h3><p><span class=key>Type of Work</span> <span class=v>{1} x</span></p>"

    assert names(record, *THREE) == ["title", "type_of_work"]


def test_words_of_classes_that_many_texts_have_name_none_of_them() -> None:
    record = "<h3 class=views-a>{0}</h3><p class=views-b>{1} x</p><p class=views-c>y {1}</p>"

    assert not any("views" in name for name in names(record, *THREE))


def test_what_is_counted_names_the_column() -> None:
    found = names("<h3>{0}</h3><p>{1} points</p>", ("Ant", "1"), ("Bee", "527"), ("Cat", "90"))

    assert found == ["title", "points"]


def test_words_before_a_number_name_the_column() -> None:
    assert names("<h3>{0}</h3><p>Service {1}</p>", *THREE) == ["title", "service"]


def test_who_made_something_is_the_author() -> None:
    rows = (("Hay", "Ann"), ("Rye", "Bob"), ("Oat", "Cyd"))

    assert names("<h3>{0}</h3><p>by {1}</p>", *rows) == ["title", "author"]
    assert names("<h3>{0}</h3><p>by <i>{1}</i> today</p>", *rows)[0] == "title"


def test_sentences_and_addresses_are_known_by_their_look() -> None:
    rows = [(said, f"hay.example/{n}") for n, said in enumerate(PROSE)]

    assert names("<h3>No. {1}</h3><p>{0}</p><cite>{1}</cite>", *rows)[1:] == ["description", "url"]


def test_the_nearest_of_nested_properties_names_the_column() -> None:
    record = "<h3>{0}</h3><div itemprop=offers><span itemprop=price>{1} a</span></div>"

    assert names(record, *THREE) == ["title", "price"]


def test_a_caption_above_all_columns_names_none_of_them() -> None:
    rows = "".join(f"<tr><td>A{n}<td>{n}<td><i>x{n}</i></tr>" for n in (7, 8, 9))
    head = "<tr><th colspan=3>Results of May 2024</tr><tr><th>Team<th>Goals<th></tr>"

    table = rake(f"<table>{head}{rows}</table>", label="tr")

    assert [column.name for column in table.columns] == ["team", "goals", "text"]


def test_an_unmarked_row_of_words_above_the_records_names_the_columns() -> None:
    rows = "".join(f"<tr><td>A{n}<td>x{n}<td>N/A</tr>" for n in "abc")
    head = "<tr><td colspan=3>Earnings of today</tr><tr><td>Company<td>Symbol<td>Estimate</tr>"
    html = f"<table>{head}{rows}</table>"

    table = rake(html, label="tr", skip=2)

    assert [column.name for column in table.columns][:2] == ["company", "symbol"]


def test_elements_that_html_does_not_know_name_what_they_hold() -> None:
    record = "<sku-number>{1}-a</sku-number><pubdate>{0} x</pubdate>"

    assert names(record, *THREE)[0] == "sku_number"
