import json
from array import array
from collections.abc import Sequence
from functools import reduce
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import yardstick
from tests.tokens import from_html, row_of
from tests.tokens import similarity as similarity_of
from windrow.detect.gza import GZA
from windrow.detect.gza.columns import columns
from windrow.detect.gza.pattern import MISSING, Automaton, Pattern, PatternPart, generalise
from windrow.detect.gza.rows import Comparison, TokenRow, criteria
from windrow.detect.gza.template import TabularTemplate
from windrow.detect.gza.tokens import (
    Alphabet,
    Token,
    Tokens,
    format_of,
)
from windrow.kernels import load
from windrow.match.sequence import local_alignment
from windrow.model import Region
from windrow.read import Page
from windrow.tree import Tree, parse
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads

THETA = GZA().theta
FORD = "<TR><TD>Ford</TD><TD>Telstar</TD><TD>$5000</TD></TR>"
TOYOTA = "<TR BGCOLOR=yellow><TD>Toyota<TD>Camry</TD><TH>$9000</TD></TR>"
FAULTY_ROWS = (
    FORD
    + TOYOTA
    + "<TR><TD>Mazda<TD>Familia<TD>$700</TR>"
    + "<TR><TH>Honda</TD><TD>Civic</TD><TD>$800</TR>"
    + "<TR BGCOLOR=red><TD>Opel</TD><TD>Astra<TD>$6500"
)
FIG6_PATTERN = (
    'tag(line,o,any) tag(word,o,"td") text(any,"cl",any) opt(tag(any,any,any)) tag(word,o,"td") '
    'text(any,"cl",any) tag(word,c,"td") tag(word,o,any) text(5,"$n",any) tag(word,c,"td") '
    'tag(line,c,"tr")'
)


def only(found: list[Region]) -> Region:
    [region] = found
    return region


def picture(region: Region) -> list[str]:
    return str(region.alignment).splitlines()


def raw_rows(alphabet: Alphabet, *htmls: str) -> list[TokenRow]:
    return [row_of(alphabet, from_html(html, alphabet)) for html in htmls]


def raw_pattern(*htmls: str, length_ranges: bool = False) -> Pattern:
    alphabet = Alphabet()
    rows = raw_rows(alphabet, *htmls)
    lined = columns(Comparison(alphabet, THETA), rows, lambda row, k: row.names[k])
    table = [[MISSING] * len(rows) for _ in range(1 + max(map(max, lined)))]
    for k, (row, places) in enumerate(zip(rows, lined, strict=True)):
        for symbol, column in zip(row.symbols, places, strict=True):
            table[column][k] = PatternPart.of(alphabet.tokens[symbol], length_ranges=length_ranges)
    return Pattern(tuple(reduce(generalise, column) for column in table))


# Tokens


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("$5000 Australian", "$npcl"),
        ("Ford", "cl"),
        ("$9000", "$n"),
        ("", ""),
        ("Étude №5, 東京", "clp№npl"),
    ],
)
def test_a_format_is_the_classes_of_characters_without_repetition(text: str, format: str) -> None:
    assert format_of(text) == format


@pytest.mark.parametrize(
    ("html", "similarity"),
    [
        ("<td align=center>", 1.0),
        ("<font size=-1>", 0.5),
        ("<br>", 0.3),
        ("</p>", 0.0),
        ("Telstar", -1 / 3),
    ],
)
def test_the_similarity_of_the_papers_tokens(html: str, similarity: float) -> None:
    alphabet = Alphabet()
    [one], [other] = from_html("<td align=center>", alphabet), from_html(html, alphabet)

    assert similarity_of(alphabet, alphabet.tokens[one], alphabet.tokens[other]) == similarity


@pytest.mark.parametrize(
    ("one", "other", "similarity"),
    [("Ford", "Opel", 0.5), ("Ford", "1999", 0.3), ("Ford", "Toyota car", 0.3), ("a", "123", 0.0)],
)
def test_texts_are_compared_by_length_and_format(one: str, other: str, similarity: float) -> None:
    assert similarity_of(Alphabet(), Token.text(one), Token.text(other)) == similarity


def test_the_order_of_attributes_does_not_matter() -> None:
    alphabet = Alphabet()

    one = from_html('<td width=1 align="left">', alphabet)

    assert one == from_html("<td align=left  width=1>", alphabet)


def test_broken_markup_is_read_as_it_is_written() -> None:
    alphabet = Alphabet()

    found = from_html("<!-- x --><TD Class='a b'>Tom &amp; <B>J<script>x<y</script></TD", alphabet)

    strings = [alphabet.tokens[symbol].string for symbol in found]
    assert strings == ["td class=a b", "Tom &", "b", "J", "</TD"]


def test_each_token_of_a_tree_remembers_its_node() -> None:
    tree = Tree.from_text('tr(td[align=left]"Ford" td(img))')

    tokens = Tokens.of(tree)

    strings = [tokens.alphabet.tokens[symbol].string for symbol in tokens.symbols]
    assert strings == ["tr", "td align=left", "Ford", "td", "td", "img", "td", "tr"]
    assert list(tokens.nodes) == [0, 1, 1, 1, 2, 3, 2, 0]
    assert [(tokens.starts[node], tokens.ends[node]) for node in range(4)] == [
        (0, 8),
        (1, 4),
        (4, 7),
        (5, 6),
    ]


def test_text_with_stressed_words_is_one_token() -> None:
    tree = Tree.from_text('p(a("All" b"cars" "of 1999"))')

    tokens = Tokens.of(tree)
    literal = Tokens.of(tree, literal=True)

    assert len(tokens) == 5
    assert len(literal) == 9


@given(
    a=st.lists(st.integers(0, 11), max_size=6),
    b=st.lists(st.integers(0, 11), max_size=6),
)
def test_the_kernel_gives_the_similarities_of_the_definition(a: list[int], b: list[int]) -> None:
    names = ("td", "p", "br", "x")
    tags = [Token.tag(name, side) for name, side in product(names, "oc")]
    tokens = [*tags, *map(Token.text, ("Ford", "$5000", "Telstar 2", "x"))]
    alphabet = Alphabet()
    for token in tokens:
        alphabet.number(token)

    found = alphabet.similarities(array("i", a), array("i", b))

    assert list(found) == [_similarity(tokens[i], tokens[j]) for i in a for j in b]


@given(
    parents=st.lists(st.integers(0, 9), max_size=12),
    numbers=st.lists(st.integers(-1, 3), min_size=39, max_size=39),
)
def test_the_kernel_is_the_same_compiled_and_not(parents: list[int], numbers: list[int]) -> None:
    try:
        native = load("match.tokens", "native")
    except ImportError:
        pytest.skip("gza is not compiled")
    plain = load("match.tokens", "python")
    count = len(parents) + 1
    open_nodes, above = [0], array("i", [-1])
    for node, back in enumerate(parents, 1):
        del open_nodes[max(len(open_nodes) - back, 1) :]
        above.append(open_nodes[-1])
        open_nodes.append(node)
    tokens = [array("i", numbers[k : k + count]) for k in (0, 13, 26)]
    features, lengths, masks = (
        array("i", [-1, -1, 3, 4]),
        array("i", [3, 4, 0, 0]),
        array("q", [3, 1, 0, 0]),
    )

    order = native.token_order(above, *tokens)

    symbols = order[0]
    assert order == plain.token_order(above, *tokens)
    assert native.running_totals(symbols, features, lengths) == plain.running_totals(
        symbols, features, lengths
    )
    assert native.similarities(symbols, symbols, features, lengths, masks) == plain.similarities(
        symbols, symbols, features, lengths, masks
    )


def _similarity(one: Token, other: Token) -> float:
    if one == other:
        return 1.0
    if one.head != other.head:
        return -1 / 3
    if one.head == "tag":
        features = [one.first == other.first, one.second == other.second]
    else:
        formats = set(one.second), set(other.second)
        assert isinstance(one.first, int)
        assert isinstance(other.first, int)
        subset = formats[0] <= formats[1] or formats[1] <= formats[0]
        close = 5 * abs(one.first - other.first) < one.first + other.first + 1
        features = [close, subset]
    return {2: 0.5, 1: 0.3, 0: 0.0}[sum(features)]


# Rows


def test_the_papers_two_rows_have_their_alignment_and_score() -> None:
    alphabet = Alphabet()
    one, other = raw_rows(alphabet, FORD, TOYOTA)
    table = alphabet.similarities(one.symbols, other.symbols)

    found = Comparison(alphabet, THETA).align(one, other)

    assert found.score == pytest.approx(6.1667, abs=1e-4)
    assert [table[i * 10 + j] if j >= 0 else None for i, j in found.pairs] == [
        *(0.5, 1, 0.5, None, 1, 0.5, 1, 0.5, 0.5, 1, 1)
    ]


def test_the_papers_two_rows_have_their_five_criteria() -> None:
    alphabet = Alphabet()
    comparison = Comparison(alphabet, THETA)
    one, other = raw_rows(alphabet, FORD, TOYOTA)

    found = list(criteria(comparison, one, other))

    assert found == pytest.approx([0.05, 0, 0, 0, 0.2527], abs=1e-4)
    assert comparison.similar(one, other)
    assert not Comparison(alphabet, (0.3, 0.3, 0.5, 0.3, 0.25)).similar(one, other)


@pytest.mark.parametrize(
    "unlike",
    [
        "<tr><td>Ford</td></tr>",
        "<tr><td><b></b></td><td><b></b></td><td>Ford</td></tr>",
        "<tr><td>A Toyota of the year 1999, hardly ever used</td><td>Telstar</td><td>$1</td></tr>",
    ],
    ids=["tokens", "texts", "characters"],
)
def test_the_first_three_criteria_end_the_work_before_any_alignment(unlike: str) -> None:
    alphabet = Alphabet()
    comparison = Comparison(alphabet, THETA)
    one, other = raw_rows(alphabet, FORD, unlike)

    assert not comparison.similar(one, other)
    assert comparison.alignments == 0


def test_a_gap_of_any_length_costs_one_and_a_third_of_its_length() -> None:
    table = array("d", [1 if x == y else -1 / 3 for x in range(9) for y in range(9)])
    ends = [0, 1, 2, 3], [4, 5, 6, 7]

    scores = [
        local_alignment([*ends[0], *[8] * k, *ends[1]], [*ends[0], *ends[1]], table, 9).score
        for k in range(1, 6)
    ]

    assert scores == pytest.approx([8 - 1 - k / 3 for k in range(1, 6)])


# Patterns


def test_the_papers_two_rows_have_their_pattern() -> None:
    assert str(raw_pattern(FORD, TOYOTA)) == FIG6_PATTERN


def test_lengths_can_be_kept_as_ranges() -> None:
    found = raw_pattern(FORD, TOYOTA, length_ranges=True)

    assert [str(found.parts[k]) for k in (2, 5, 8)] == [
        'text(4..6,"cl",any)',
        'text(5..7,"cl",any)',
        'text(5..5,"$n",any)',
    ]


OPT_TAG = PatternPart("tag", optional=True)
OPT_TEXT = PatternPart("text", optional=True)
ALT2, ALT3 = PatternPart("alt"), PatternPart("alt", optional=True)
TAG = PatternPart.of(Token.tag("td"))
TEXT = PatternPart.of(Token.text("Ford"))
SAMPLES = [
    *(MISSING, OPT_TAG, OPT_TEXT, ALT2, ALT3, TAG, TEXT),
    *map(
        PatternPart.of, (Token.tag("td", "c"), Token.tag("br"), Token.tag("td", attributes="x=1"))
    ),
    *map(PatternPart.of, (Token.text("Opel"), Token.text("$5"))),
]


@pytest.mark.parametrize(
    ("one", "other", "met"),
    [
        (TAG, TAG, 'tag(word,o,"td")'),
        (TAG, PatternPart.of(Token.tag("b")), "tag(word,o,any)"),
        (TEXT, PatternPart.of(Token.text("Opel")), 'text(4,"cl",any)'),
        (TAG, TEXT, "alt(tag(any,any,any),text(any,any,any))"),
        (TAG, MISSING, "opt(tag(any,any,any))"),
        (TEXT, MISSING, "opt(text(any,any,any))"),
        (MISSING, MISSING, "missing"),
        (OPT_TAG, TAG, "opt(tag(any,any,any))"),
        (OPT_TAG, OPT_TAG, "opt(tag(any,any,any))"),
        (OPT_TAG, MISSING, "opt(tag(any,any,any))"),
        (OPT_TAG, TEXT, "alt(tag(any,any,any),text(any,any,any),missing)"),
        (OPT_TAG, OPT_TEXT, "alt(tag(any,any,any),text(any,any,any),missing)"),
        (ALT2, TAG, "alt(tag(any,any,any),text(any,any,any))"),
        (ALT2, MISSING, "alt(tag(any,any,any),text(any,any,any),missing)"),
        (ALT3, TEXT, "alt(tag(any,any,any),text(any,any,any),missing)"),
        (ALT3, MISSING, "alt(tag(any,any,any),text(any,any,any),missing)"),
    ],
)
def test_generalisation_is_closed(one: PatternPart, other: PatternPart, met: str) -> None:
    assert str(generalise(one, other)) == met
    assert str(generalise(other, one)) == met


def test_the_order_of_rows_does_not_matter_to_generalisation() -> None:
    for one, other, third in product(SAMPLES, repeat=3):
        assert generalise(one, other) == generalise(other, one)
        assert generalise(generalise(one, other), third) == generalise(
            one, generalise(other, third)
        )


def test_the_automaton_takes_the_longest_match_and_passes_optional_places_by() -> None:
    alphabet = Alphabet()
    symbols = from_html(f"<p>{TOYOTA}</p>", alphabet)
    automaton = Automaton(raw_pattern(FORD, TOYOTA), alphabet, exact=True)

    assert automaton.match(symbols, 0) is None
    assert automaton.match(symbols, 1) == [0, 1, 2, 4, 5, 6, 7, 8, 9, 10]


def test_the_automaton_has_its_choice_at_an_alternative() -> None:
    alphabet = Alphabet()
    pattern = Pattern((TAG, ALT3, PatternPart.of(Token.tag("td", "c"))))
    automaton = Automaton(pattern, alphabet)

    places = [
        automaton.match(from_html(f"<td>{inner}</td>", alphabet), 0)
        for inner in ("", "Ford", "<br>", "Ford<br>")
    ]

    assert places == [[0, 2], [0, 1, 2], [0, 1, 2], None]


def test_an_exact_pattern_wants_every_parameter_a_resolved_one_names_and_formats() -> None:
    alphabet = Alphabet()
    pattern = Pattern((PatternPart.of(Token.tag("td")), TEXT))
    symbols = from_html("<td class=x>Toyota", alphabet)

    assert Automaton(pattern, alphabet, exact=True).match(symbols, 0) is None
    assert Automaton(pattern, alphabet).match(symbols, 0) == [0, 1]
    assert Automaton(pattern, alphabet).match(from_html("<td>$5", alphabet), 0) is None


# Pages


def test_a_flat_list_with_an_optional_field_keeps_links() -> None:  # H1
    tree = parse(
        "<ul><li><a href=/1>A</a><b>$1</b></li><li><a href=/2>B</a><b>$2</b><i>new</i></li>"
        "<li><a href=/3>C</a><b>$3</b></li></ul>"
    )

    region = only(GZA().detect(tree))

    assert picture(region) == ["A | /1 | $1 | -", "B | /2 | $2 | new", "C | /3 | $3 | -"]
    assert region.alignment is not None
    assert [field.optional for field in region.alignment.fields] == [False, False, False, True]
    assert region.detector == "gza"


def test_links_and_images_can_be_left_out() -> None:
    tree = Tree.from_text('ul(li(a[href=/1]"Ant" img) li(a[href=/2]"Bee" img))')

    assert picture(only(GZA().detect(tree))) == ["Ant | /1 | img", "Bee | /2 | img"]
    assert picture(only(GZA(links_images=False).detect(tree))) == ["Ant", "Bee"]


def test_images_alone_make_a_row() -> None:
    tree = Tree.from_text("div(div(a[href=/1](img)) div(a[href=/2](img)) div(a[href=/3](img)))")

    assert picture(only(GZA().detect(tree))) == ["/1 | img", "/2 | img", "/3 | img"]


def test_a_plain_table_has_a_record_a_row_and_a_column_a_cell() -> None:  # H3
    cars = ["Ford|Telstar|$5000", "Opel|Astra|$6500", "Mazda|Familia|$700", "Fiat|Panda|$900"]
    rows = "".join(f"<tr><td>{car.replace('|', '<td>')}</tr>" for car in cars)
    tree = parse(f"<table><tr><th>Make<th>Model<th>Price</tr>{rows}</table>")

    region = only(GZA().detect(tree))

    assert [line.replace(" ", "") for line in picture(region)] == cars


def test_records_of_two_rows_are_not_twice_as_many_records() -> None:  # H10
    tree = Tree.from_text(
        'table(tr(td(a"Ant")) tr(td(b"six legs")) tr(td(a"Bee")) tr(td(b"two wings"))'
        ' tr(td(a"Cow")) tr(td(b"four legs")))'
    )

    region = only(GZA().detect(tree))

    assert picture(region) == ["Ant | six legs", "Bee | two wings", "Cow | four legs"]
    assert region.span == 2


@pytest.mark.parametrize("span", [3, 4])
def test_records_take_up_to_four_rows(span: int) -> None:
    row = 'tr(td(a"Ant")) tr(td(img) td(b"x"))' + ' tr(td(i"y" u"z" em"v"))' * (span - 2)
    if span == 4:
        row = row.replace("em", "font", 1)
    tree = Tree.from_text(f"table({' '.join([row] * 3)})")

    region = only(GZA().detect(tree))

    assert region.span == span
    assert len(region.records) == 3


def test_rows_that_alternate_in_their_looks_are_not_paired() -> None:
    rows = "".join(
        f"<tr class={'even' if k % 2 else 'odd'}><td>Car {k}</td><td>${k}00</td></tr>"
        for k in range(6)
    )

    region = only(GZA().detect(parse(f"<table>{rows}</table>")))

    assert len(region.records) == 6


def test_broken_rows_are_all_found() -> None:  # H11
    region = only(GZA().detect(parse(f"<table>{FAULTY_ROWS}</table>")))

    assert picture(region) == [
        "Ford   | Telstar | $5000",
        "Toyota | Camry   | $9000",
        "Mazda  | Familia | $700",
        "Honda  | Civic   | $800",
        "Opel   | Astra   | $6500",
    ]


def test_a_pattern_of_two_broken_rows_fits_a_third_as_written() -> None:  # H11, before any parser
    alphabet = Alphabet()
    pattern = raw_pattern(FORD, TOYOTA)
    symbols = from_html("<TR><TD>Mazda<TD>Familia</TD><TD>$7000</TD></TR>", alphabet)

    found = Automaton(pattern, alphabet, exact=True).match(symbols, 0)

    assert found is not None
    assert [
        (column, alphabet.tokens[symbol].string)
        for symbol, column in zip(symbols, found, strict=True)
        if alphabet.tokens[symbol].head == "text"
    ] == [(2, "Mazda"), (5, "Familia"), (8, "$7000")]


def test_two_lists_and_a_menu_are_three_regions() -> None:  # H12
    menu = "".join(f"<a href=/{k}>Menu {k}</a>" for k in range(6))
    products = "".join(
        f"<li><a href=/p{k}><img src={k}.png></a><h3>A product of some kind, number {k}</h3>"
        f"<b>${k}9.00</b></li>"
        for k in range(4)
    )
    reviews = "".join(
        f"<div><i>Reader {k}</i><p>I liked number {k} <b>very</b> much.</p></div>" for k in range(3)
    )
    tree = parse(f"<nav>{menu}</nav><ul>{products}</ul><section>{reviews}</section>")

    found = GZA().detect(tree)

    assert [len(region.records) for region in found] == [6, 4, 3]
    assert max(found, key=lambda region: region.score) is found[1]
    assert picture(found[1])[0] == "/p0 | 0.png | A product of some kind, number 0 | $09.00"


def test_a_landscape_table_is_transposed() -> None:  # H13
    tree = parse(
        "<table><tr><td>Name<td>Ford<td>Toyota<td>Mazda</tr>"
        "<tr><td>Price<td>$5000<td>$9000<td>$700</tr><tr><td>Year<td>1999<td>2001<td>1987</tr>"
        "</table>"
    )

    region = only(GZA().detect(tree))

    assert picture(region) == [
        "Ford   | $5000 | 1999",
        "Toyota | $9000 | 2001",
        "Mazda  | $700  | 1987",
    ]
    assert [[tree.text(cell) for cell in record] for record in region.records] == [
        ["Ford", "$5000", "1999"],
        ["Toyota", "$9000", "2001"],
        ["Mazda", "$700", "1987"],
    ]


def test_an_upright_table_is_not_transposed() -> None:
    tree = parse(
        "<table><tr><td>Ford<td>$5000<td>1999</tr><tr><td>Toyota<td>$9000<td>2001</tr>"
        "<tr><td>Mazda<td>$700<td>1987</tr><tr><td>Opel<td>$650<td>1988</tr></table>"
    )

    assert [tree.label(record[0]) for record in only(GZA().detect(tree)).records] == ["tr"] * 4


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<p>one",
        "<h1>A text</h1><p>This is a page of text.</p><p>It has a second paragraph.</p>"
        "<p>And a third, a longer one, which ends in something like a <a href=/>link to"
        " another page</a> of text.</p><p>Then it ends, after some more words about nothing in"
        " particular, in a <a href=/x>link</a>.</p>",
    ],
    ids=["empty", "one paragraph", "prose"],
)
def test_a_page_without_a_list_has_no_region(html: str) -> None:  # H14
    assert GZA().detect(parse(html)) == []


def test_a_tree_of_one_node_and_a_deep_one_are_no_trouble() -> None:
    assert GZA().detect(Tree.from_text("p")) == []
    assert len(GZA().detect(parse("<div>" * 500 + "<ul><li>a<b>1</b><li>b<b>2</b></ul>"))) == 1


@pytest.mark.parametrize("line", ["tr(td(img))", "tr(td(hr))", 'tr(td"")'], ids=str)
def test_separator_rows_are_skipped(line: str) -> None:
    rows = [f'tr(td(a"Car {k}") td"${k}00")' for k in range(3)]
    separator = line.replace("img", "img[src=]")

    region = only(GZA().detect(Tree.from_text(f"table({f' {separator} '.join(rows)})")))

    assert picture(region) == ["Car 0 | $000", "Car 1 | $100", "Car 2 | $200"]


def test_any_number_of_empty_rows_are_one_separator() -> None:
    rows = [f'tr(td(a"Car {k}") td"${k}00")' for k in range(4)]
    tree = Tree.from_text(
        f'table({rows[0]} {rows[1]} tr(td"") tr(td"") tr(td"") {rows[2]} {rows[3]})'
    )

    assert len(only(GZA().detect(tree)).records) == 4
    assert len(GZA(separators=False).detect(tree)) == 2


@pytest.mark.parametrize(
    "html",
    [
        pytest.param("<pre>{}</pre>|<img src=i.gif> <a href=/{k}>Car {k}</a>  $ {k}00\n", id="pre"),
        pytest.param("<p>{}</p>|<a href=/{k}>Car {k}</a><br>$ {k}00<br><br>", id="empty lines"),
        pytest.param(
            "<dl>{}</dl>|<dt><a href=/{k}>Car {k}</a> $ {k}00<dd></dd>", id="dt, empty dd"
        ),
        pytest.param("<div>{}</div>|<span><b>Car {k}</b><hr>$ {k}00</span>", id="inline elements"),
        pytest.param("<form>{}|<p></p><b>Car {k}</b><br><i>$ {k}00</i>", id="a start, then parts"),
    ],
)
def test_rows_lie_between_any_starts_and_ends(html: str) -> None:
    page, row = html.split("|")
    tree = parse(page.format("".join(row.format(k=k) for k in range(1, 5))))

    [region] = GZA().detect(tree)

    assert len(region.records) == 4
    for k, record in enumerate(region.records, 1):
        said = " ".join(tree.text(node) for root in record for node in tree.subtree(root))
        assert f"Car {k}" in said
        assert f"$ {k}00" in said
        assert said.count("Car") == 1


def nested(name: str) -> Tree:
    inner = "<tr><td><a href=/{0}>Car {0}</a><td>${0}</tr><tr><td><a href=/{0}b>Bus {0}</a><td>${0}5</tr>"
    rows = (f"<tr>{name}<td><table>{inner.format(k)}</table></td></tr>" for k in (1, 2, 3))
    return parse(f"<table>{''.join(rows)}</table>")


def test_the_rows_of_nested_tables_are_the_rows_where_there_is_nothing_beside_them() -> None:
    assert len(only(GZA().detect(nested(""))).records) == 6
    assert len(only(GZA().detect(nested("<td><b>Kind</b></td><td>of cars</td>"))).records) == 3


def test_a_template_finds_rows_that_lack_a_part_all_learned_rows_had() -> None:
    template = through_json(only(GZA().detect(parse(cars(1, 2, 3, 4)))))
    page = parse(cars(7, 8, 9).replace("<td>$800", "<td>"))

    [region] = template.apply(page)

    assert len(region.records) == 3


def test_a_template_finds_all_lists_that_are_where_its_list_was() -> None:
    template = through_json(only(GZA().detect(parse(cars(1, 2, 3, 4)))))

    [region] = template.apply(parse(cars(7, 8, 9) + cars(3, 4, 5)))

    assert len(region.records) == 6


def test_of_nested_tables_the_inner_one_with_the_rows_is_found() -> None:
    inner = "".join(f"<tr><td>Car {k}<td>${k}00</tr>" for k in range(5))
    layout = (
        f"<table><tr><td>Left side<td>of it</tr><tr><td><table>{inner}</table><td>x</tr></table>"
    )

    region = only(GZA().detect(parse(layout)))

    assert [line.split(" | ")[0] for line in picture(region)] == [f"Car {k}" for k in range(5)]


@pytest.mark.parametrize("last", ["", "<br>", "<br><br>"], ids=["bare", "break", "breaks"])
@pytest.mark.parametrize("between", ["<br>", "<br><br>", "<hr>"])
@pytest.mark.parametrize(
    "around",
    [
        "<table><tr><td>{}</td></tr></table>",
        "<div>{}</div>",
        "<div><h3>Names</h3>{}</div>",
        "<pre>{}</pre>",
        "<ul><li>{}</li></ul>",
    ],
    ids=["cell", "block", "heading", "preformatted", "item"],
)
@pytest.mark.parametrize(
    "lines", [("one", "two", "three"), ("Ann", "Bertha Berg", "Carl", "Dora, 12")]
)
def test_all_lines_of_plain_text_are_rows(
    around: str, between: str, last: str, lines: tuple[str, ...]
) -> None:
    region = only(GZA().detect(parse(around.format(between.join(lines) + last))))

    assert picture(region) == [*lines]


def test_a_template_of_plain_lines_fits_the_lines_of_such_a_place_alone() -> None:
    page = "<h1>Names</h1><ul><li>x<li>y</ul><div>{}</div><p>End"
    region = GZA().detect(parse(page.format("one<br>two<br>three")))[-1]
    assert isinstance(region.template, TabularTemplate)

    found = region.template.apply(parse(page.format("four<br>five<br>six<br>seven")))

    assert picture(only(found)) == ["four", "five", "six", "seven"]


def test_lines_between_breaks_are_rows() -> None:
    tree = parse(
        "<div><a href=/1>Ant</a> 6 legs<br><a href=/2>Bee</a> 4 wings<br>"
        "<a href=/3>Cow</a> 4 legs</div>"
    )

    region = only(GZA().detect(tree))

    assert picture(region) == ["Ant | /1 | 6 legs", "Bee | /2 | 4 wings", "Cow | /3 | 4 legs"]


def test_the_same_pattern_in_two_places_is_two_regions_with_one_number() -> None:
    rows = "".join(f"<li><a href=/{k}>Car {k}</a><b>${k}</b></li>" for k in range(3))
    tree = parse(f"<table><tr><td><ul>{rows}</ul></td><td><ul>{rows}</ul></td></tr></table>")

    found = GZA().detect(tree)

    assert [len(region.records) for region in found] == [3, 3]
    assert found[0].pattern == found[1].pattern


def test_one_unlike_row_does_not_end_a_table() -> None:
    rows = [f'li(a[href=/{k}]"Car {k}" b"${k}00" i"used")' for k in range(5)]
    advert = 'li(img p"Buy" p"our" p"new" p"and" p"shiny" p"cars" p"now")'
    tree = Tree.from_text(f"ul({' '.join([*rows[:2], advert, *rows[2:]])})")

    region = only(GZA().detect(tree))

    assert [line.split(" | ")[0] for line in picture(region)] == [f"Car {k}" for k in range(5)]


def test_an_optional_part_of_two_rows_that_are_no_neighbours_has_one_column() -> None:
    flag = ['i"new"', "", "", 'i"old"']
    tree = Tree.from_text(
        "ul(" + " ".join(f'li(a"Car {k}" b"${k}" {flag[k]} u"left")' for k in range(4)) + ")"
    )

    assert picture(only(GZA().detect(tree))) == [
        "Car 0 | $0 | new | left",
        "Car 1 | $1 | -   | left",
        "Car 2 | $2 | -   | left",
        "Car 3 | $3 | old | left",
    ]


def test_the_pieces_of_a_text_around_stressed_words_are_all_kept() -> None:
    tree = Tree.from_text(
        'ul(li(a"Ant" p("An" b"ant" "has six legs")) li(a"Bee" p"A bee has wings"))'
    )

    assert picture(only(GZA().detect(tree))) == [
        "Ant | An              | ant | has six legs",
        "Bee | A bee has wings | -   | -",
    ]


def test_literally_only_the_largest_table_of_single_rows_is_found() -> None:
    small = "".join(f"<tr><td>Car {k}<td>${k}00</tr>" for k in range(3))
    large = "".join(f"<tr><td><a href=/{k}>Truck {k}</a><td>${k}000</tr>" for k in range(9))
    tree = parse(f"<table>{small}</table><table>{large}</table>")

    region = only(GZA(mode="literal").detect(tree))

    assert picture(region)[0] == "Truck 0 | $0000"
    assert len(region.records) == 9


def test_literally_no_separator_is_skipped() -> None:
    rows = [f'tr(td(a"Car {k}") td"${k}00")' for k in range(3)]
    tree = Tree.from_text(f'table({rows[0]} {rows[1]} tr(td"") {rows[2]})')

    assert len(only(GZA(mode="literal").detect(tree)).records) == 2


def test_theta_can_be_set_for_each_criterion() -> None:
    tree = parse(f"<table>{FORD}{TOYOTA}</table>")

    assert len(GZA().detect(tree)) == 1
    assert GZA(theta=(0.3, 0.3, 0.5, 0.3, 0.05)).detect(tree) == []


# Reuse


def cars(*numbers: int, flag: str = "") -> str:
    rows = "".join(
        f"<tr><td><a href=/{k}>Car {k}</a><td>${k}00{flag if k % 2 else ''}</tr>" for k in numbers
    )
    return f"<h1>Cars</h1><p><a href=/>Home</a></p><table>{rows}</table><p>Bye</p>"


def through_json(region: Region) -> TabularTemplate:
    assert isinstance(region.template, TabularTemplate)
    return TabularTemplate.from_json(json.loads(json.dumps(region.template.to_json())))


@pytest.mark.parametrize("mode", ["resolved", "literal"])
def test_a_template_survives_json(mode: str) -> None:
    settings = GZA(mode=mode, length_ranges=True)  # type: ignore[arg-type]
    region = only(settings.detect(parse(cars(1, 2, 3, 4, flag="<td><i>new</i>"))))

    assert through_json(region) == region.template
    assert str(through_json(region)) == str(region.template)


@pytest.mark.parametrize("numbers", [(), (5,), (5, 6), (11, 12, 13)])
def test_a_template_extracts_from_other_pages_what_learning_afresh_would(
    numbers: tuple[int, ...],
) -> None:  # H18
    template = through_json(only(GZA().detect(parse(cars(1, 2, 3, 4)))))

    found = template.apply(parse(cars(*numbers)))

    tables = [line for region in found for line in picture(region)]
    assert tables == [f"Car {k} | /{k} | ${k}00" for k in numbers]


def test_a_template_with_an_optional_part_fits_rows_with_and_without_it() -> None:
    page = cars(1, 2, 3, 4, flag="<td><i>new</i>")
    template = through_json(only(GZA().detect(parse(page))))

    [region] = template.apply(parse(cars(7, 8, flag="<td><i>old</i>")))

    assert picture(region) == ["Car 7 | /7 | $700 | old", "Car 8 | /8 | $800 | -"]


def test_a_template_of_records_of_two_rows_finds_both() -> None:
    page = "table(" + 'tr(td(a"Ant")) tr(td(b"six legs"))' * 3 + ")"
    template = through_json(only(GZA().detect(Tree.from_text(page))))

    [region] = template.apply(Tree.from_text('table(tr(td(a"Bee")) tr(td(b"two wings")))'))

    assert region.records == ((1, 4),)
    assert picture(region) == ["Bee | two wings"]


def test_two_short_rows_do_not_pass_for_a_long_one() -> None:
    page = 'ul(li(a"Ant") li(a"Bee" p"x" p"y") li(a"Cow" p"x") li(a"Dog" p"x" p"y" p"z"))'
    region = only(GZA(theta=(0.6, 0.6, 0.6, 0.6, 0.6)).detect(Tree.from_text(page)))

    [again] = through_json(region).apply(Tree.from_text(page))

    assert again.records == region.records == ((1,), (3,), (7,), (10,))


@pytest.mark.parametrize("end", ["", "<b>", "<b>oats</b><b>rye</b>", "<b>" * 600])
def test_stressed_words_of_a_text_are_no_rows(end: str) -> None:
    assert not GZA().detect(parse(f"<pre>.<b></b>/hay{end}".encode()))


def test_a_landscape_template_is_used_on_its_side() -> None:
    def page(*lines: str) -> Tree:
        rows = "".join(f"<tr><td>{line.replace('|', '<td>')}</tr>" for line in lines)
        return parse(f"<table>{rows}</table>")

    learnt = page("Name|Ford|Toyota|Mazda", "Price|$5000|$9000|$700", "Year|1999|2001|1987")
    template = through_json(only(GZA().detect(learnt)))

    [region] = template.apply(page("Name|Opel|Fiat", "Price|$650|$80", "Year|1966|1977"))

    assert picture(region) == ["Opel | $650 | 1966", "Fiat | $80  | 1977"]


@pytest.mark.parametrize(
    "change",
    [
        {"pattern": []},
        {"pattern": "x"},
        {"pattern": [{"head": "nonsense"}]},
        {"pattern": [{"head": "tag", "string": 3}]},
        {"pattern": [{"head": "text", "first": [1, 2, 3]}]},
        {"pattern": [{"head": "text", "optional": 1}]},
        {"fields": None},
        {"fields": [{"column": 99, "piece": 0, "kind": "text", "path": "", "optional": False}]},
        {"fields": [{"column": 0, "piece": 0, "kind": "rows", "path": "", "optional": False}]},
        {"exact": "yes"},
        {"roots": [2, 1]},
        {"roots": None},
    ],
    ids=str,
)
def test_nonsense_is_no_template(change: dict[str, object]) -> None:
    region = only(GZA().detect(parse(cars(1, 2, 3))))
    assert isinstance(region.template, TabularTemplate)

    with pytest.raises(ValueError, match="expected"):
        TabularTemplate.from_json(region.template.to_json() | change)


# Cost


def test_the_number_of_alignments_grows_with_the_page_and_no_faster(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = []
    for size in (50, 100):
        made: list[Comparison] = []
        monkeypatch.setattr(
            "windrow.detect.gza.Comparison",
            lambda *a, made=made: made.append(Comparison(*a)) or made[0],
        )
        rows = "".join(
            f"<li><a href=/{k}>Car {k * k}</a>{'<i>new</i>' * (k % 3)}<b>${k}</b></li>"
            for k in range(size)
        )
        GZA().detect(parse(f"<ul>{rows}</ul>"))
        counts.append(made[0].alignments)

    assert counts[1] <= 2.5 * counts[0]


@pytest.mark.slow
def test_a_page_of_two_thousand_records_takes_less_than_two_seconds() -> None:
    row = "<li><a href=/{k}>Thing {k}</a><b>${k}</b>{more}<p>Some <i>words</i> on it</p></li>"
    rows = "".join(
        row.format(k=k, more="".join(f"<u>{j}</u>" for j in range(k % 4))) for k in range(2000)
    )
    tree = parse(f"<ul>{rows}</ul>")

    assert yardstick.took(lambda: GZA().detect(tree)) < yardstick.seconds(2)
    assert len(only(GZA().detect(tree)).records) == 2000


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("<b>name{0}</b> <i>{0}c</i> text{0}", "name2 | 2c | text2"),
        ("<b>name{0}</b> text {0}", "name2 | text 2"),
        ("<b>name{0}</b> <i>{0}c</i>", "name2 | 2c"),
    ],
)
def test_lines_with_marked_words_in_preformatted_text_are_rows(line: str, row: str) -> None:
    page = "<h1>Names</h1><pre>{}\n</pre>".format("\n".join(line.format(k) for k in range(6)))

    region = only(GZA().detect(parse(page)))

    assert len(region.records) == 6
    assert str(region.alignment).splitlines()[2] == row


def test_marked_words_within_preformatted_prose_are_no_rows() -> None:
    prose = (
        "The <b>ls</b> command lists <i>files</i>, and <b>cp</b> or <b>mv</b> a <i>file</i> does"
    )

    assert not GZA().detect(parse(f"<pre>{prose}\nnot list anything.</pre>"))


def in_pre(*lines: str) -> Tree:
    text = "\n".join(lines)
    return parse(f"<h1>Things</h1><p>All of them:</p><pre>{text}\n</pre><p>The end.</p>")


LISTING = (
    "alpha                       04-Jan-2024 10:00     77679",
    "readme.txt                  06-Jan-2024 12:02      7915",
    "very-long-file-name.tar.gz  11-Feb-2024 13:03  82015221",
    "x                           12-Feb-2024 23:59        12",
)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(LISTING, id="directory"),
        pytest.param([f"IC {k}12  0{k}:15  0{k}:45  {k}" for k in range(1, 6)], id="schedule"),
        pytest.param(
            [f"2024-05-0{k} 12:00:1{k} INFO worker {k}: done" for k in range(1, 9)], id="log"
        ),
        pytest.param(("apple", "banana", "cherry", "elderberry"), id="words"),
        pytest.param(("りんご", "バナナ", "さくらんぼ"), id="Japanese"),
    ],
)
def test_lines_of_plain_preformatted_text_are_rows(lines: Sequence[str]) -> None:
    region = only(GZA().detect(in_pre(*lines)))

    assert picture(region) == [" ".join(line.split()) for line in lines]


@pytest.mark.parametrize("rule", ["-----  -----", "=====", "* * *"])
def test_a_line_of_signs_is_not_a_row(rule: str) -> None:
    region = only(GZA().detect(in_pre(LISTING[0], rule, *LISTING[1:], rule)))

    assert len(region.records) == 4


def test_signs_between_elements_separate_rows() -> None:
    tree = parse("<div>" + " | ".join(f"<a href=/{k}>Section {k}</a>" for k in range(1, 6)))

    region = only(GZA().detect(tree))

    assert picture(region) == [f"Section {k} | /{k}" for k in range(1, 6)]
    assert len(only(GZA(separators=False).detect(tree)).records) == 4


def test_empty_lines_of_preformatted_text_end_records_of_several_lines() -> None:
    records = [(f"Name: thing {k}", f"Size: {k}00 kB", f"Date: 2024-01-0{k}") for k in range(1, 6)]
    changes = [
        (f"1.{k}.0 (2024-0{k}-11)", f"* Bug {k} is fixed in the reader", "* A new option")
        for k in range(1, 6)
    ]

    for rows in (records, changes):
        region = only(GZA().detect(in_pre(*("\n".join(row) + "\n" for row in rows))))

        assert [tuple(line.rstrip().split(" | ")) for line in picture(region)] == rows


def test_lines_with_links_end_where_the_line_ends() -> None:
    lines = [f"<a href=/{k}>file{k}</a>  0{k}-Jan-2024  {k} kB" for k in range(1, 6)]

    region = only(GZA().detect(in_pre("<a href=..>Up</a>", *lines)))

    assert picture(region)[-1] == "file5 | /5 | 05-Jan-2024 5 kB"
    assert "Up" not in str(region.alignment)


def test_the_template_of_lines_finds_the_lines_of_another_page() -> None:
    template = through_json(only(GZA().detect(in_pre(*LISTING))))

    [region] = template.apply(in_pre("bin  01-Jan-2023 09:09  1", "lib  02-Jan-2023 09:09  22"))

    assert picture(region) == ["bin 01-Jan-2023 09:09 1", "lib 02-Jan-2023 09:09 22"]


def test_a_wrapper_of_lines_reads_other_pages() -> None:
    def page(first: int) -> Page:
        blocks = (f"Name: thing {k}\nSize: {k} kB\n\n" for k in range(first, first + 5))
        return Page.from_text(f"<h1>Things</h1><pre>{''.join(blocks)}</pre>")

    wrapper = loads(dumps(learn([page(1)], detector="gza")).encode())

    [table] = wrapper.apply(page(20))
    assert str(table).splitlines()[1].rstrip() == "Name: thing 20 | Size: 20 kB"
    assert len(table) == 5
    assert table.nodes[1] == ("/html[1]/body[1]/pre[1]/text()[1]",)


def test_the_paper_alone_does_not_divide_a_text() -> None:
    assert not GZA(mode="literal").detect(in_pre(*LISTING))


def test_many_lines_of_preformatted_text_take_little_time() -> None:
    tree = in_pre(*(f"2024-05-01 12:00 INFO worker {k}: done" for k in range(5000)))

    assert yardstick.took(lambda: GZA().detect(tree)) < yardstick.seconds(2)
    assert len(only(GZA().detect(tree)).records) == 5000
