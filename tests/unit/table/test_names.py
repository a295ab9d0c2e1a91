"""Names of columns: what a person would call them, from the most trusted sign to the least."""

from tests.unit.table.test_tabulate import rake
from windrow import extract
from windrow.model import Field
from windrow.table.drafts import DraftColumn
from windrow.table.evidence import RecordMarkup, gather
from windrow.tree import Tree


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


def test_the_address_of_a_link_names_the_text_on_it() -> None:
    record = (
        "<h3>{0} of all</h3><p><a href=/genres/{1}>{1}</a></p><p><a href=/x?venue={0}>{0}</a></p>"
    )
    rows = (("Ant", "rock"), ("Bee", "jazz"), ("Cat", "folk"), ("Dog", "jazz"))

    assert names(record, *rows) == ["title", "genre", "venue"]


def test_a_small_picture_before_a_value_names_it() -> None:
    record = "<h3>{0}</h3><p><i class='fa fa-eye'></i> {1}</p>"

    assert names(record, ("Ant", "12"), ("Bee", "7"), ("Cat", "90")) == ["title", "views"]


def test_numbers_that_count_the_records_are_their_number_whatever_their_class() -> None:
    record = "<span class=lblack>{1}.</span><h3>{0}</h3>"

    assert names(record, ("Ant", "1"), ("Bee", "2"), ("Cat", "3")) == ["number", "title"]


def test_what_is_bold_is_the_title_where_nothing_is_linked_or_a_heading() -> None:
    prose = zip("Ant Bee Cat".split(), PROSE, strict=True)

    assert names("<p>{1}</p><p><b>{0} and more</b></p>", *prose) == ["description", "title"]


def test_names_and_numbers_in_a_row_are_no_description() -> None:
    row = "{0} University of Ulm, {1} Street, Bonn and Jena Academy"

    assert names(f"<h3>{{0}}</h3><p>{row}</p>", *THREE) == ["title", "text"]


def test_a_word_before_a_title_in_a_class_is_about_the_list_and_one_before_a_price_is_not() -> None:
    record = "<p class=list-title>{0} of all</p><p class=list-price>${1}</p>"

    assert names(record, *THREE) == ["title", "list_price"]


def test_places_and_streets_are_known_by_their_look() -> None:
    rows = (
        ("Ulm, Germany", "12 Mill Road"),
        ("Rome, Italy", "3 High St"),
        ("York, Ohio", "9 Elm Ave"),
    )

    assert names("<p>{0}</p><p>{1}</p>", *rows) == ["location", "address"]


def test_a_header_above_a_name_and_a_date_names_the_name() -> None:
    rows = "".join(
        f"<tr><td><img src={name}.png><b>{name}</b><div>0{k}/12/2024</div></td><td>{k}</td></tr>"
        for k, name in enumerate(("Ants", "Bees", "Cows"), 1)
    )
    columns = rake(f"<table><tr><th>Show</th><th>Rank</th></tr>{rows}</table>", label="tr").columns

    assert [column.name for column in columns] == ["image", "show", "date", "rank"]


def test_a_line_with_its_label_is_given_once() -> None:
    record = "<h3>{0}</h3><div><b>Score: </b>{1}<br><b>Kind: </b>{0} of all<br></div>"

    assert names(record, *THREE) == ["title", "score", "kind"]


def test_a_label_in_a_single_row_names_no_column() -> None:
    cells = ["<p>Note:</p><p>a</p>"] + ["<p></p><p>b</p>"] * 7
    records = "".join(
        f"<li><h3>{k} of all</h3>{cell}</li>" for k, cell in zip("abcdefgh", cells, strict=True)
    )

    assert "note" not in [column.name for column in rake(f"<ul>{records}</ul>").columns]


def test_words_that_all_values_begin_with_name_a_date_though_its_months_differ() -> None:
    rows = (("Ant", "Oct 13, 2009"), ("Bee", "Nov 1, 2013"), ("Cat", "May 18, 2016"))

    assert names("<h3>{0}</h3><p>First Released {1}</p>", *rows) == ["title", "first_released"]


def test_values_behind_changing_labels_without_a_colon_are_sorted_by_them() -> None:
    def fact(label: str, value: str) -> str:
        return f"<p><span class=key>{label}</span> <span>{value}</span></p>"

    records = [
        fact("No.", f"4{k}/19") + fact("Lodged", f"1{k}/04/2019")
        if k % 2
        else fact("Certifier", "Council")
        + fact("No.", f"4{k}/19")
        + fact("Lodged", f"1{k}/04/2019")
        for k in range(1, 7)
    ]
    page = "".join(f"<li><h3>Ant {k}</h3>{record}</li>" for k, record in enumerate(records))
    columns = {one.name: one for one in rake(f"<ul>{page}</ul>").columns}

    assert {"no", "lodged", "certifier"} <= {*columns}
    assert columns["lodged"].fill == columns["no"].fill == 1


def test_the_address_and_the_author_in_microdata_do_not_name_other_texts() -> None:
    record = (
        "<h3><a itemprop=url href=/{0}>{0} of all</a></h3>"
        "<p itemprop=author><span itemprop=name>{1}</span></p>"
    )

    assert names(record, ("Ant", "Ann"), ("Bee", "Bob"), ("Cat", "Cid")) == ["title", "author"]


def test_the_class_of_a_picture_does_not_name_the_words_that_describe_it() -> None:
    record = "<h3>{0}</h3><img class=size-medium src={0}.png alt='{1} in 2019'>"

    assert "image_alt" in names(record, ("Ant", "Hay"), ("Bee", "Oat"), ("Cat", "Rye"))


def test_an_unknown_class_of_several_texts_names_none_of_them() -> None:
    record = "<h3>{0}</h3><p class=mini>{1} x</p><p class=mini>y {1}</p>"

    assert names(record, *THREE) == ["title", "text", "text_2"]


def test_who_made_something_may_have_the_name_of_a_user() -> None:
    record = "<h3>{0}</h3><p>by {1}</p>"

    assert names(record, ("Ant", "jag"), ("Bee", "mackeb"), ("Cat", "evil_ss")) == [
        "title",
        "author",
    ]


def test_a_value_with_a_label_of_its_own_is_not_named_by_the_label_before_it() -> None:
    record = "<h3>{0} and more</h3><p>Statistics:</p><p>Threads: {1}</p>"

    assert names(record, *THREE) == ["title", "text", "threads"]


def test_a_trail_of_subjects_is_a_category_and_not_the_title() -> None:
    record = "<a href=/c/{1}>Science > {1} > Optics</a><p><a href=/{0}>{0} is a name</a></p>"

    assert names(record, *THREE) == ["category", "title"]


def test_a_number_behind_its_sign_is_the_number() -> None:
    assert names("<h3>{0} and more</h3><p>#{1}</p>", *zip("abc", "123", strict=True)) == [
        "title",
        "number",
    ]


def test_a_name_goes_to_the_column_that_most_records_have() -> None:
    few, most = (
        "<p>{0} is short, in {1} words or so.</p>",
        "<div><p>{0} is {1}, and long.</p></div>",
    )
    rows = ((f"Word {k} of them, and of some others", str(k)) for k in range(5))
    table = rake(
        "<ul>"
        + "".join(
            f"<li><h3><a href=/{k}>Item {k}</a></h3>{few.format(*row) if k == 1 else ''}"
            f"<hr>{most.format(*row)}</li>"
            for k, row in enumerate(rows)
        )
        + "</ul>"
    )

    [one] = [column for column in table.columns if column.name == "description"]
    assert one.fill == 1


def test_generated_classes_name_nothing() -> None:
    assert names("<h3>{0} and more</h3><p class=jofw>{1} x</p>", *THREE) == ["title", "text"]


def test_a_label_that_a_class_calls_so_names_a_value_that_never_changes() -> None:
    record = "<h3>{0} and more</h3><div><i class=StatsLabel>Views</i><b>1</b></div>"

    assert names(record, *THREE) == ["title", "views"]


def test_names_with_initials_are_authors_and_not_the_title() -> None:
    rows = (("Kang GH, Lee S.", "Hay"), ("Auerbach R.", "Rye"), ("Bo A, Cy B, Di C.", "Oat"))

    assert names("<a href=/{1}>{0}</a><p>{1} in the spring</p>", *rows)[0] == "author"


def test_a_number_to_call_is_not_an_address_and_a_name_is_not_a_url() -> None:
    record = "<h3>{0} and more</h3><p class=address2>773-535-310{1}</p><i class='url fn'>{0} x</i>"

    assert names(record, *zip("abc", "123", strict=True)) == ["title", "phone", "text"]


def test_the_class_of_a_part_names_it_and_not_that_of_the_whole() -> None:
    record = "<h3>{0} and more</h3><p class='event-info event-location'>{1} Road</p><p class=event-info>{0} x</p>"

    assert names(record, *THREE) == ["title", "location", "text"]


def test_numbers_beside_a_month_are_days() -> None:
    record = "<h3>Item {0}</h3><p><b>{1}</b><br><i>{0}</i></p>"

    assert names(record, ("May", "03"), ("June", "17"), ("July", "30")) == ["title", "day", "month"]


def test_the_first_text_is_the_title_where_everything_else_has_a_name() -> None:
    rows = (("Ant v. Bee 2025 ND 7", "2"), ("Cat v. Dog 2025 ND 8", "3"), ("Eel 2025 ND 9", "4"))

    assert names("<p>{0}</p><p>Number: {1}</p>", *rows) == ["title", "number"]


def test_a_picture_that_leads_where_the_title_does_is_the_link_of_the_record() -> None:
    table = rake(
        "<ul>"
        + "".join(
            f"<li><a href=/{k}><b class=duration>{k}:10</b></a><h3><a href=/{k}>Item {k} x</a></h3></li>"
            for k in range(4)
        )
        + "</ul>"
    )

    assert [column.name for column in table.columns if column.type == "url"] == ["link"]


def test_a_further_text_below_a_header_is_called_by_its_own_label() -> None:
    rows = "".join(
        f"<tr><td><a href=/{k}>Topic {k} x</a><p>Started by: Ann {k}</p></td><td>{k}</td></tr>"
        for k in range(4)
    )
    table = rake(f"<table><tr><th>Topic</th><th>Posts</th></tr>{rows}</table>", label="tr")

    assert [c.name for c in table.columns if c.type != "url"] == ["topic", "author", "posts"]


def test_an_address_in_brackets_is_known_by_its_look() -> None:
    record = "<h3>{0} and more</h3><p class=comhead>(hay{1}.example)</p>"

    assert names(record, *zip("abc", "123", strict=True)) == ["title", "url"]


def test_a_heading_above_records_is_the_name_of_their_group_and_not_their_title() -> None:
    def dishes(*names: str) -> str:
        return "".join(f"<li><b>{name}</b><i>{len(name)},50 €</i>" for name in names)

    page = (
        f"<h1>Menu</h1><h3>Starters</h3><ul>{dishes('Soup', 'Salad', 'Bread')}</ul>"
        f"<h3>Mains</h3><ul>{dishes('Pie', 'Stew', 'Roast beef')}</ul>"
        f"<h3>Sweets</h3><ul>{dishes('Cake', 'Ice cream', 'Pears')}</ul>"
    )

    [table, *_] = extract(page.encode())

    assert [column.name for column in table.columns] == ["group", "title", "price"]


def test_numbers_of_thousands_of_digits_are_texts_like_others() -> None:
    rows = "".join(f"<tr><td>Thing {k}<td>{str(k) * 5000}<td>{k}" for k in range(1, 6))

    [table] = extract(f"<table>{rows}</table>".encode())

    assert [len(str(row["title"])) for row in table.rows] == [7] * 5


def test_a_link_is_named_after_its_text_and_not_by_the_header_above_both() -> None:
    rows = "".join(
        f"<tr><td><span class=title><a href=/t{k}>Rakes of {name}</a></span><td>{k} May 2024<br>"
        f"<a href=/u{k}>{name}</a>"
        for k, name in enumerate(("Ann", "Bob", "Cleo", "Dora", "Emil"), 1)
    )
    html = f"<table><tr><th>Topics<th>Last post{rows}</table>"

    [table] = extract(html.encode())[:1]

    links = {column.name for column in table.columns if str(table.rows[0][column.name])[0] == "/"}
    assert links == {"topics_link", "text_link"}


def test_the_goals_of_a_match_are_no_time() -> None:
    rows = "".join(f"<tr><td>1{k}:30<td>Hay {k}<td>{k}–{9 - k}<td>Rye {k}" for k in range(6))

    [table] = extract(f"<table>{rows}</table>".encode())[:1]

    assert [column.name for column in table.columns].count("time") == 1
    assert "time_2" not in [column.name for column in table.columns]


def test_the_day_above_its_news_is_a_column_and_no_label() -> None:
    days = ["4 May 2024", "3 May 2024", "2 May 2024", "4 May 2024", "3 May 2024"]
    news = "".join(
        f"<dt>{day}</dt>"
        + "".join(f"<dd><a href=/{k}{n}>Hay is in barn {k}{n}</a></dd>" for n in range(1 + k % 3))
        for k, day in enumerate(days, 1)
    )

    [table] = extract(f"<h1>News</h1><dl>{news}</dl>".encode())[:1]

    assert [row["date"] for row in table.rows] == [
        day for k, day in enumerate(days, 1) for _ in range(1 + k % 3)
    ]


def links(record: str) -> list[str]:
    """The names of the links of a list."""
    records = "".join(f"<li>{record.format(*row)}</li>" for row in THREE)
    return [column.name for column in rake(f"<ul>{records}</ul>").columns if column.type == "url"]


def test_several_links_are_called_by_what_each_of_them_always_says() -> None:
    record = "<b>{0} of the day</b> <a href=/{0}.pdf>Agenda</a> <a href=/m/{0}.pdf>Minutes</a>"

    assert links(record) == ["agenda_link", "minutes_link"]
    assert links(record.replace("<a", "[<a").replace("/a>", "/a>]")) == [
        "agenda_link",
        "minutes_link",
    ]


def test_a_single_link_is_a_link_whatever_it_says() -> None:
    assert links("<b>{0} of the day</b> <a href=/{0}>Read more</a>") == ["link"]


def test_a_long_text_does_not_name_a_link() -> None:
    long = "Buy the tickets for this and all other evenings here"
    record = f"<b>{{0}} of the day</b> <a href=/{{0}}>{long}</a> <a href=/x/{{0}}>Map</a>"

    assert links(record) == ["link", "map_link"]


def test_prose_behind_a_question_is_the_answer() -> None:
    rows = ((f"Who is the {name}?", text) for (name, _), text in zip(THREE, PROSE, strict=True))

    assert names("<p>{0}</p><div>{1}</div>", *rows) == ["question", "answer"]


def test_a_number_in_brackets_that_a_class_calls_a_rating_says_how_many_gave_one() -> None:
    record = "<h3>{0} and more</h3><span class=rating>{1}</span>"

    assert names(record, ("Ant", "(131)"), ("Bee", "(9)"), ("Cat", "(1,204)")) == [
        "title",
        "reviews",
    ]
    assert names(record, ("Ant", "(4.5)"), ("Bee", "(3.9)"), ("Cat", "(4.8)"))[1] == "rating"
    assert names(record, ("Ant", "4"), ("Bee", "3"), ("Cat", "5"))[1] == "rating"


def test_markup_around_a_text_ends_with_the_page() -> None:
    tree = Tree.from_text('body(p"Found" ul(li"Ant" li"Bee") h6"End")')
    above = DraftColumn(Field("text", "p"), 0, (1, 1), ("Found", "Found"))

    [evidence] = gather(RecordMarkup(tree, frozenset((3, 4))), [above])

    assert not evidence.heading


def test_headlines_that_are_questions_are_titles_with_a_description() -> None:
    record = "<h3><a href=/{0}>Who is the {0}?</a></h3><p>{1}</p>"
    rows = ((name, text) for (name, _), text in zip(THREE, PROSE, strict=True))

    assert names(record, *rows) == ["title", "description"]


def test_a_few_stars_in_brackets_are_a_rating() -> None:
    record = "<h3>{0} and more</h3><span class=rating>{1}</span>"

    assert names(record, ("Ant", "(3)"), ("Bee", "(5)"), ("Cat", "(4)"))[1] == "rating"


def test_a_link_that_all_records_call_the_title_is_not_called_so() -> None:
    record = "<b>{0} of the day</b> <a href=/{0}.pdf>Title</a> <a href=/m/{0}.pdf>Minutes</a>"

    assert links(record) == ["link", "minutes_link"]
