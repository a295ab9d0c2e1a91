"""HTML in, a picture of the table out."""

from datetime import date
from textwrap import dedent

import pytest

from windrow import extract
from windrow.align.partial import align
from windrow.align.runs import merge_runs
from windrow.model import Column, Record, Region, Table
from windrow.table.tabulate import lay_out
from windrow.table.typed import typed_rows
from windrow.tree import Tree, parse


def rake(html: str, *, label: str = "li", skip: int = 0) -> Table:
    """Return the table whose records are the elements of that label, behind those to *skip*."""
    tree = parse(html)
    nodes = [node for node in range(len(tree)) if tree.label(node) == label][skip:]
    records: list[Record] = [(node,) for node in nodes if not _is_header(tree, node)]
    alignment = merge_runs(align(tree, records), records)
    return lay_out(tree, Region(tuple(records)), alignment)[0]


def _is_header(tree: Tree, row: int) -> bool:
    return all(tree.label(cell) == "th" for cell in tree.children(row))


def picture(text: str) -> str:
    return dedent(text).strip()


def column(table: Table, name: str) -> Column:
    return next(column for column in table.columns if column.name == name)


def test_the_header_of_a_table_names_its_columns() -> None:
    table = rake(
        """
        <table><thead><tr><th>Country</th><th>Area (km²)</th></tr></thead>
        <tr><td>Chad</td><td>1,284,000</td></tr>
        <tr><td>Fiji</td><td>18,270</td></tr></table>
        """,
        label="tr",
    )

    assert str(table) == picture(
        """
        country | area
        Chad    | 1,284,000
        Fiji    | 18,270
        """
    )
    assert [(c.type, c.source) for c in table.columns] == [
        ("text", "header"),
        ("integer", "header"),
    ]


def test_a_header_over_several_columns_is_joined_with_the_one_below() -> None:
    table = rake(
        """
        <table><tr><th rowspan=2>Town</th><th colspan=2>Oats</th><th colspan=2>Rye</th></tr>
        <tr><th>Fields</th><th>Tons</th><th>Fields</th><th>Yield</th></tr>
        <tr><td>Ash</td><td>3</td><td>8</td><td>1</td><td>2</td></tr>
        <tr><td>Elm</td><td>4</td><td>9</td><td>2</td><td>5</td></tr></table>
        """,
        label="tr",
    )

    assert str(table) == picture(
        """
        town | oats_fields | oats_tons | rye_fields | yield
        Ash  | 3           | 8         | 1          | 2
        Elm  | 4           | 9         | 2          | 5
        """
    )


def test_a_cell_that_spans_rows_belongs_to_each_of_them() -> None:
    table = rake(
        """
        <table><tr><th>Day</th><th>Time</th><th>Film</th></tr>
        <tr><td rowspan=2>Monday</td><td>18:00</td><td>Brazil</td></tr>
        <tr><td>20:30</td><td>Ran</td></tr>
        <tr><td>Tuesday</td><td>19:00</td><td>Alien</td></tr></table>
        """,
        label="tr",
    )

    assert str(table) == picture(
        """
        day     | time  | film
        Monday  | 18:00 | Brazil
        Monday  | 20:30 | Ran
        Tuesday | 19:00 | Alien
        """
    )


def test_a_cell_that_spans_columns_does_not_move_the_others() -> None:
    table = rake(
        """
        <table><tr><th>Stop</th><th>Arrives</th><th>Leaves</th><th>Track</th></tr>
        <tr><td>Ulm</td><td>9:10</td><td>9:12</td><td>1</td></tr>
        <tr><td>Aalen</td><td colspan=2>10:02</td><td>4</td></tr></table>
        """,
        label="tr",
    )

    assert str(table) == picture(
        """
        stop  | arrives | leaves | track
        Ulm   | 9:10    | 9:12   | 1
        Aalen | 10:02   | -      | 4
        """
    )


def test_the_term_before_a_description_names_it_and_is_no_column() -> None:
    table = rake(
        """
        <ul><li><dl><dt>Author</dt><dd>Ann</dd><dt>Year</dt><dd>1999</dd></dl></li>
        <li><dl><dt>Author</dt><dd>Ben</dd><dt>Year</dt><dd>2004</dd></dl></li></ul>
        """
    )

    assert str(table) == picture(
        """
        author | year
        Ann    | 1999
        Ben    | 2004
        """
    )


def test_values_behind_changing_terms_are_sorted_by_them() -> None:
    table = rake(
        """
        <ul><li><dl><dt>Author</dt><dd>Ann</dd><dt>Year</dt><dd>1999</dd></dl></li>
        <li><dl><dt>Year</dt><dd>2004</dd><dt>Pages</dt><dd>80</dd></dl></li>
        <li><dl><dt>Author</dt><dd>Cem</dd><dt>Pages</dt><dd>95</dd></dl></li></ul>
        """
    )

    assert str(table) == picture(
        """
        author | year | pages
        Ann    | 1999 | -
        -      | 2004 | 80
        Cem    | -    | 95
        """
    )


def test_a_text_with_a_colon_before_a_value_names_it_and_is_no_column() -> None:
    table = rake(
        """
        <ul><li><h3>Rake</h3><div>Weight:</div><div>2 kg</div></li>
        <li><h3>Fork</h3><div>Weight:</div><div>3 kg</div></li></ul>
        """
    )

    assert str(table) == picture(
        """
        title | weight
        Rake  | 2 kg
        Fork  | 3 kg
        """
    )


def test_a_label_inside_the_values_names_the_column_and_its_type_is_that_of_the_rest() -> None:
    table = rake(
        """
        <ul><li><b>Rake</b><p>Price: $12.00</p></li><li><b>Fork</b><p>Price: $9.50</p></li>
        <li><b>Hoe</b><p>sold out</p></li><li><b>Saw</b><p>Price: $7</p></li></ul>
        """
    )

    price = column(table, "price")
    assert (price.source, price.label) == ("label", "Price:")
    assert table.rows[0]["price"] == "Price: $12.00"


def test_words_of_classes_name_columns_and_generated_ones_do_not() -> None:
    table = rake(
        """
        <ul><li><p class="card__brand text-lg">Acme</p><p class="sc-bdVaJa">12 left</p></li>
        <li><p class="card__brand text-lg">Best</p><p class="sc-bdVaJa">few left</p></li></ul>
        """
    )

    assert str(table) == picture(
        """
        brand | text
        Acme  | 12 left
        Best  | few left
        """
    )


def test_attributes_that_say_the_same_in_every_record_name_columns() -> None:
    table = rake(
        """
        <ul><li><p data-label="Ship date">soon</p><p aria-label="one">1 a</p></li>
        <li><p data-label="Ship date">later</p><p aria-label="two">2 b</p></li></ul>
        """
    )

    assert [(c.name, c.source) for c in table.columns] == [
        ("ship_date", "attribute"),
        ("text", "kind"),
    ]


def test_without_any_word_the_form_names_columns() -> None:
    table = rake(
        """
        <ul><li><a href=/1><img src=1.png></a><h3><a href=/1>Rake</a></h3><p>$12</p><p>2025-01-31</p></li>
        <li><a href=/2><img src=2.png></a><h3><a href=/2>Fork</a></h3><p>$9</p><p>2025-02-01</p></li></ul>
        """
    )

    assert str(table) == picture(
        """
        link | image | title | price | date
        /1   | 1.png | Rake  | $12   | 2025-01-31
        /2   | 2.png | Fork  | $9    | 2025-02-01
        """
    )
    assert [c.type for c in table.columns] == ["url", "image", "text", "price", "date"]


def test_what_says_the_same_in_every_row_is_a_constant_column() -> None:
    html = "<ul>" + "".join(f"<li><b>{n}</b><div>|</div><p>Buy</p></li>" for n in ("x", "y", "z"))

    table = rake(html)

    assert [(c.name, c.constant) for c in table.columns] == [("text", False), ("text_2", True)]
    assert table.rows[0] == {"text": "x", "text_2": "Buy"}
    assert str(table) == "text\nx\ny\nz"
    assert str(table.with_constants()) == "text | text_2\nx    | Buy\ny    | Buy\nz    | Buy"


def test_what_a_header_or_a_label_names_is_given_out_though_it_says_the_same() -> None:
    rows = "".join(
        f"<tr><td>{n}<td>C{n}<td>NL<td>Shipped<p>Track it</p><td>NL</tr>" for n in (7, 8, 9)
    )
    terms = "".join(
        f"<li><b>{n}</b><dl><dt>Country<dd>NL</dl><p>State: new</p><p>Buy</p></li>" for n in "xyz"
    )

    table = rake(
        f"<table><tr><th>No<th>Customer<th>Country<th>Status<th>Origin</tr>{rows}</table>",
        label="tr",
    ).given
    labelled = rake(f"<ul>{terms}</ul>").given

    assert table.rows[0] == {
        "no": "7",
        "customer": "C7",
        "country": "NL",
        "status": "Shipped",
        "status_2": "Track it",
        "origin": "NL",
    }
    assert labelled.rows[0] == {"text": "x", "country": "NL", "state": "State: new"}


def test_a_header_over_a_column_that_varies_does_not_name_what_is_beside_it() -> None:
    rows = "".join(f"<tr><td>{n}<td><b>P{n}</b><div>Add to cart</div></tr>" for n in (7, 8, 9))

    table = rake(f"<table><tr><th>No<th>Product</tr>{rows}</table>", label="tr")

    assert table.given.rows[0] == {"no": "7", "product": "P7"}
    assert table.rows[0]["product_2"] == "Add to cart"


def test_the_header_of_a_later_table_names_the_columns_where_the_first_has_none() -> None:
    rows = "<tr><td>{0} x</td><td>{1}</td></tr>"
    table = rake(
        f"<table>{rows.format('Ant', 7)}</table><table><tr><th>Class</th><th>Room</th></tr>"
        f"{rows.format('Bee', 8)}{rows.format('Cat', 9)}</table>",
        label="tr",
    )

    assert [c.name for c in table.columns] == ["class", "room"]


def test_a_header_above_a_pager_names_the_columns_of_few_records() -> None:
    pager = "<tr class=pager><td colspan=2><a href=/2>next</a></td></tr>"
    table = rake(
        f"<table><thead>{pager}<tr><th>Case</th><th>Filed</th></tr></thead>{pager}"
        "<tr><td>11-CR one</td><td>May 5, 2024</td></tr>"
        "<tr><td>12-CR two</td><td>May 6, 2024</td></tr></table>",
        label="tr",
        skip=3,
    )

    assert [c.name for c in table.columns] == ["case_", "filed"]


def test_a_picture_in_a_header_names_the_column_by_what_it_shows() -> None:
    table = rake(
        "<table><tr><th>File</th><th><a href=/s><i title=Seeders></i></a></th></tr>"
        "<tr><td>ant.iso</td><td>7</td></tr><tr><td>bee.iso</td><td>8</td></tr></table>",
        label="tr",
    )

    assert [c.name for c in table.columns] == ["file", "seeders"]


def test_what_is_beside_records_with_a_row_each_is_no_header() -> None:
    table = rake(
        "<table><tr><th>1.</th><td><b>Ant</b></td></tr><tr><th>2.</th><td><b>Bee</b></td></tr>"
        "</table>",
        label="td",
    )

    assert [c.source for c in table.columns] != ["header"]


def test_columns_under_different_headers_are_never_joined() -> None:
    rows = "".join(
        f"<tr><td>{n}<td>{n if n % 2 else ''}<td>{'' if n % 2 else n}</tr>" for n in range(1, 7)
    )

    table = rake(f"<table><tr><th>Day<th>Debit<th>Credit</tr>{rows}</table>", label="tr")

    assert [column.name for column in table.columns] == ["day", "debit", "credit"]
    assert table.rows[0] == {"day": "1", "debit": "1", "credit": None}
    assert table.rows[1] == {"day": "2", "debit": None, "credit": "2"}


def test_a_column_without_a_name_is_not_joined_to_one_under_a_header() -> None:
    rows = "".join(
        f"<tr><td>{n}<td>{n if n % 2 else ''}<td>{'' if n % 2 else n}</tr>" for n in range(1, 7)
    )

    table = rake(f"<table><tr><th>Day<th>Debit<th></tr>{rows}</table>", label="tr")

    assert table.rows[1] == {"day": "2", "debit": None, "number": "2"}


def test_constant_columns_of_lists_inside_rows_are_left_out_there() -> None:
    sizes = "".join(
        f"<li><b>{n}</b><ol>"
        + "".join(f"<li class=s><i>{n}{k}</i><u>add</u></li>" for k in range(2 + (n == "y")))
        + "</ol></li>"
        for n in "xyz"
    )

    table = extract(f"<ul>{sizes}</ul>".encode(), detector="net")[0]

    [rows] = [column for column in table.columns if column.type == "rows"]
    assert [column.constant for column in rows.columns] == [False, True]
    assert "add" not in str(table)
    assert "add" in str(table.with_constants())


def test_what_says_the_same_stays_when_there_is_nothing_else() -> None:
    table = rake("<ul><li><p>same</p></li><li><p>same</p></li><li><p>same</p></li></ul>")

    assert len(table.columns) == 1
    assert not table.columns[0].constant


def test_a_mark_that_only_some_rows_have_stays() -> None:
    table = rake("<ul><li><b>x</b><p>New</p></li><li><b>y</b></li><li><b>z</b><p>New</p></li></ul>")

    assert str(table) == picture(
        """
        text | text_2
        x    | New
        y    | -
        z    | New
        """
    )
    assert [c.fill for c in table.columns] == [1.0, 2 / 3]


def test_a_text_or_link_that_repeats_another_is_left_out() -> None:
    table = rake(
        """
        <ul><li><a href=/1><p>Ant</p></a><div><a href=/1>more</a></div><div>Ant</div></li>
        <li><a href=/2><p>Bee</p></a><div><a href=/2>More</a></div><div>Bee</div></li></ul>
        """
    )

    assert [row["link"] for row in table.rows] == ["/1", "/2"]
    assert sum(value == "Ant" for value in table.rows[0].values()) == 1
    assert sum(value == "/1" for value in table.rows[0].values()) == 1


def test_the_description_of_an_image_is_a_column_only_where_it_tells_something() -> None:
    telling = (
        "<ul><li><img src=1 alt=Ant><p>8 mm</p></li><li><img src=2 alt=Bee><p>12 mm</p></li></ul>"
    )
    repeating = (
        "<ul><li><img src=1 alt=Ant><p>Ant</p></li><li><img src=2 alt=Bee><p>Bee</p></li></ul>"
    )

    assert [c.name for c in rake(telling).columns] == ["image", "image_alt", "text"]
    assert [c.name for c in rake(repeating).columns] == ["image", "text"]


def test_names_are_different_and_the_link_of_the_title_is_the_link() -> None:
    table = rake(
        """
        <ul><li><div><a href=/p/1>a photo</a></div><h2><a href=/1>Ant</a></h2><p>x one</p><p>y one</p></li>
        <li><div><a href=/p/2>b photo</a></div><h2><a href=/2>Bee</a></h2><p>x two</p><p>y two</p></li></ul>
        """
    )

    assert str(table) == picture(
        """
        text    | text_link | title | link | text_2 | text_3
        a photo | /p/1      | Ant   | /1   | x one  | y one
        b photo | /p/2      | Bee   | /2   | x two  | y two
        """
    )


def test_the_words_of_the_page_are_the_label_of_a_column() -> None:
    rows = "".join(
        f"<tr><td>{n}<td>{2 * n}<td>{n}%<td>Due: 2025-01-0{n}<td><i>x{n}</i></tr>"
        for n in (7, 8, 9)
    )
    head = "<tr><th>Order<th>BB<th>BB%<th>Day<th></tr>"

    table = rake(f"<table>{head}{rows}</table>", label="tr")

    assert [(c.name, c.label, c.prefix) for c in table.columns] == [
        ("order_", "Order", ""),
        ("bb", "BB", ""),
        ("bb_percent", "BB%", ""),
        ("day", "Day", "Due:"),
        ("text", "", ""),
    ]
    assert typed_rows(table)[1][0]["day"] == date(2025, 1, 7)
    assert [*table.named_by_page().rows[0]] == ["Order", "BB", "BB%", "Day", "text"]


def test_two_columns_that_the_page_calls_the_same_are_numbered_and_all_there() -> None:
    rows = "".join(f"<tr><td>A{n}<td>{n}<td>B{n}<td>{3 * n}</tr>" for n in (7, 8, 9))
    head = "<tr><th>Team<th>Goals<th>Team<th>Goals</tr>"

    table = rake(f"<table>{head}{rows}</table>", label="tr")

    assert [c.name for c in table.columns] == ["team", "goals", "team_2", "goals_2"]
    assert table.named_by_page().rows[0] == {
        "Team": "A7", "Goals": "7", "Team_2": "B7", "Goals_2": "21",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("names", "hidden"), [("<th>A<th>B<th>C", "<td style=display:none>2"), ("<th>A<th>C", "")]
)
def test_a_hidden_cell_is_counted_where_the_header_names_it(names: str, hidden: str) -> None:
    rows = "".join(f"<tr><td>{one}nt{hidden}<td>{one}s" for one in "abcd")

    table = rake(f"<table><tr>{names}{rows}</table>", label="tr")

    assert [column.name for column in table.columns] == ["a", "c"]


def test_a_hidden_cell_without_a_name_is_not_counted() -> None:
    rows = "".join(f"<tr><td style=display:none>2<td>{one}nt<td>{one}s" for one in "abcd")

    table = rake(f"<table><tr><th>A<th>C{rows}</table>", label="tr")

    assert [column.name for column in table.columns] == ["a", "c"]
