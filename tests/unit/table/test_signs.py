"""Which signs of the markup name a column, and which only look as if they did."""

from tests.unit.table.test_names import PROSE, THREE, names
from tests.unit.table.test_tabulate import rake


def test_words_about_the_layout_name_no_column() -> None:
    record = "<div class=a-section><h3>{0}</h3></div><p class=a-size-base>No {1} x</p>"

    assert names(record, *THREE) == ["title", "text"]


def test_a_class_of_known_words_comes_before_one_of_others() -> None:
    record = "<h3>{0}</h3><p class='item-logistics-cost item-shipping'>{1} more</p>"

    assert names(record, *THREE) == ["title", "shipping"]


def test_of_two_known_words_the_one_that_may_be_right_names_the_column() -> None:
    record = "<h3>{0}</h3><p class=salary-snippet>From {1} to 12</p>"

    assert names(record, *THREE) == ["title", "salary"]


def test_names_for_tests_say_as_much_as_classes() -> None:
    record = "<h3>{0}</h3><p class=css-1x2 data-testid=company-name>{0} and Sons</p>"

    assert names(record, *THREE) == ["title", "company_name"]


def test_an_attribute_that_repeats_the_value_names_it_by_what_else_it_says() -> None:
    record = "<h3>{0}</h3><p aria-label='{0}ish language'>{0}ish</p><p aria-label='{0}y'>{0}y</p>"

    assert names(record, *THREE) == ["title", "language", "text"]


def test_two_rows_with_the_same_attribute_do_not_name_a_column() -> None:
    record = "<h3>{0}</h3><p aria-label={1}>{0} x</p>"
    rows = [(name, "north" if k % 4 == 2 else "south") for k, name in enumerate("abcdefghij")]

    assert "north" not in names(record, *((f"Ant {name}", at) for name, at in rows))


def test_words_behind_a_number_say_what_it_counts() -> None:
    record = "<h3>{0}</h3><p><b>{1}</b> <abbr>bds</abbr></p>"
    rows = [(f"Ant {k}", str(k % 4 + 1)) for k in range(6)]

    assert names(record, *rows) == ["title", "bds"]


def test_a_day_beside_a_month_is_not_called_by_the_month() -> None:
    record = "<p><b>{1}</b> <i>Jan</i></p><h3>{0}</h3>"
    rows = [(f"Ant {k}", str(k + 11)) for k in range(6)]

    assert "jan" not in names(record, *rows)


def test_weekdays_are_called_so_by_their_class() -> None:
    record = "<h3>{0}</h3><p><span class=date-tag-weekday>{1}</span> <i class=tag-x>{2}</i></p>"
    rows = [("Ant", "Mon", "3"), ("Bee", "Tue", "4"), ("Cat", "Fri", "14")]

    assert names(record, *rows)[1:] == ["weekday", "day"]


def test_measures_name_what_is_measured() -> None:
    record = "<h3>{0}</h3><p>{1} km</p><p>{1} m²</p><p>20–{2} min</p>"
    rows = [("Ant", "1.2", "25"), ("Bee", "3.4", "30"), ("Cat", "5.9", "45")]

    assert names(record, *rows) == ["title", "distance", "area", "duration"]


def test_a_rating_is_not_the_title() -> None:
    found = names("<b>★ {1}</b><div>{0} at work</div>", *THREE)

    assert found == ["rating", "title"]


def test_a_text_behind_a_linked_one_that_has_a_name_is_not_the_title() -> None:
    record = "<a class=address href=/{0}>{0} Street</a><p>{0} and Sons</p>"

    assert names(record, *THREE) == ["address", "text"]


def test_the_pictures_and_links_below_headers_are_told_apart() -> None:
    table = rake(
        """
        <table><tr><th>Photo</th><th>Country</th></tr>
        <tr><td><a href=/f/1><img src=1.jpg></a></td><td><img src=a.png> <b>Chad</b></td></tr>
        <tr><td><a href=/f/2><img src=2.jpg></a></td><td><img src=b.png> <b>Fiji</b></td></tr>
        <tr><td><a href=/f/3><img src=3.jpg></a></td><td><img src=c.png> <b>Mali</b></td></tr>
        </table>
        """,
        label="tr",
    )

    assert {"photo", "photo_link", "country"} <= {column.name for column in table.columns}


def test_rows_that_a_header_reaches_into_are_part_of_it() -> None:
    table = rake(
        """
        <table><tr><td rowspan=2><b>Name</b></td><td colspan=2><b>Height</b></td></tr>
        <tr><td>m</td><td>ft</td></tr>
        <tr><td>Ash</td><td>30</td><td>98</td></tr><tr><td>Elm</td><td>20</td><td>66</td></tr>
        <tr><td>Oak</td><td>25</td><td>82</td></tr><tr><td>Yew</td><td>9</td><td>30</td></tr></table>
        """,
        label="tr",
        skip=2,
    )

    assert [column.name for column in table.columns] == ["name", "height_m", "height_ft"]


def test_who_made_a_record_is_not_its_title() -> None:
    record = "<p>{1}</p><div><a href=/author/{0}>{0} Smith</a></div>"
    rows = zip(("Ann", "Bob", "Eve"), PROSE, strict=True)

    assert names(record, *rows) == ["description", "author"]


def test_the_name_of_an_author_on_a_link_is_the_author() -> None:
    record = (
        "<h3 itemprop=name>{0} at work</h3><p itemprop=author>"
        "<a itemprop=url href=/p/{0}><span itemprop=name>{0} Smith</span></a></p>"
    )

    assert names(record, *THREE) == ["name", "author"]


def test_a_class_says_of_what_a_percent_is() -> None:
    record = "<h3>{0}</h3><p class=coverage>{1}%</p><p>-{2}%</p>"
    rows = [("Ant", "10", "15"), ("Bee", "20", "30"), ("Cat", "80", "55")]

    assert names(record, *rows) == ["title", "coverage", "discount"]


def test_a_word_and_a_number_on_a_link_are_a_label_and_its_value() -> None:
    record = "<h3>{0}</h3><a href=/s>score: {1}</a>"

    assert names(record, *THREE) == ["title", "score"]


def test_versions_and_ranges_of_prices_are_known_by_their_form() -> None:
    record = "<h3>{0}</h3><p>• {1}</p><p>{2}</p>"
    rows = [("Ant", "1.0.2", "$$ - $$$"), ("Bee", "12.4.0", "$"), ("Cat", "0.1.17", "$$$$")]

    assert names(record, *rows) == ["title", "version", "price_range"]


def test_words_of_generated_classes_name_columns() -> None:
    record = (
        "<h3>{0}</h3><p class='Card_venue__a8Xk2'>{0} Hall</p>"
        "<p class='styled__Company-sc-1kpvi4z-18 hYdFgk'>{0} Ltd</p>"
    )

    assert names(record, *THREE) == ["title", "venue", "company"]


def test_unknown_words_of_classes_about_type_setting_name_no_column() -> None:
    record = "<h3>{0}</h3><p class='acme-text-marginal-bold'>No {0}</p>"

    assert names(record, *THREE) == ["title", "text"]


def test_of_two_links_the_title_is_the_one_that_the_record_repeats() -> None:
    record = (
        "<a href=/p/{0}><img src=/{0}.png></a><p><a href=/q/{1}>{0} Weekly</a></p>"
        "<p><a href=/p/{0}>Why the {0} sings</a></p>"
    )

    assert names(record, *THREE) == ["image", "text", "title"]


def test_the_name_of_an_author_in_microdata_is_the_author() -> None:
    record = (
        "<h3 itemprop=headline>{0}</h3><p itemprop=author itemscope><i>x</i> "
        "<span itemprop=name>{0} Smith</span></p>"
    )

    assert "author" in names(record, *THREE)


def test_the_only_number_in_a_part_is_called_by_the_part() -> None:
    record = "<h3>{0}</h3><div class=review-score><b>{1}</b><i>{0} and good</i></div>"

    assert names(record, *THREE)[:2] == ["title", "score"]


def test_words_for_a_code_before_it_name_the_column() -> None:
    record = "<h3>{0}</h3><p>Ref. B{1}-{0}</p>"

    assert names(record, *THREE) == ["title", "ref"]


def test_a_description_below_the_header_of_a_name_is_called_a_description() -> None:
    rows = "".join(
        f"<tr><td><p>{text}</p><b>Town {k}</b></td><td>{k}7</td></tr>"
        for k, text in enumerate(PROSE)
    )

    table = rake(f"<table><tr><th>Place</th><th>No</th></tr>{rows}</table>", label="tr")

    assert [column.name for column in table.columns] == ["description", "place", "no"]


def test_lines_with_labels_are_sorted_by_them_where_records_lack_some() -> None:
    lines = [["Type: toy", "Model: A1", "Item: 17"], ["Model: B2", "Item: 18"], ["Type: bag"]]
    lines += [["Type: hat", "Model: C3", "Item: 19"], ["Model: D4", "Item: 20"]]
    records = "".join(
        f"<li><h3>Ant {k}</h3><ul>{''.join(f'<p>{line}</p>' for line in own)}</ul></li>"
        for k, own in enumerate(lines)
    )

    table = rake(f"<ul>{records}</ul>")

    assert {column.name for column in table.columns} == {"title", "type", "model", "item"}
    assert table.rows[1]["model"] == "Model: B2"
    assert table.rows[1]["type"] is None
