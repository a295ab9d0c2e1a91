import json
from array import array
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.yardstick import assert_grows, took
from windrow.align.partial import align
from windrow.detect.stem import STEM
from windrow.detect.stem.patterns import (
    DECORATION,
    Mode,
    PathSequence,
    Pattern,
    patterns,
    repeats,
)
from windrow.detect.stem.records import groups, literal_group
from windrow.detect.stem.rivals import PatternRecords, Rival, strongest
from windrow.detect.stem.template import PathPattern
from windrow.match.sequence import as_symbols, common_subsequence, occurrences
from windrow.model import Region
from windrow.tree import Tree, parse

Paths = dict[int, str]

# [fang2017], the worked examples: ids and their paths.
TABLE_1: tuple[list[int], Paths] = (
    [1, 2, 3, 4, 5, 6, 7, 5, 6, 7],
    {
        1: "/html",
        2: "/html/body",
        3: "/html/body/div",
        4: "/html/body/div/ul",
        5: "/html/body/div/ul/li",
        6: "/html/body/div/ul/li/a",
        7: "/html/body/div/ul/li/div",
    },
)
FIGURE_5: tuple[list[int], Paths] = (
    [1, 2, 3, 4, 2, 3, 4, 5, 2, 3, 4, 2, 3, 4, 2],
    {1: "/html", 2: "/html/div", 3: "/html/div/p", 4: "/html/div/a", 5: "/html/div/img"},
)
_FIGURE_7 = {1: "/html", 2: "/html/div", 3: "/html/div/p"}
FIGURE_7: tuple[list[int], Paths] = ([1, 2, 3, 2, 3, 2, 3, 2], _FIGURE_7)
FIGURE_7_SHORT: tuple[list[int], Paths] = ([1, 2, 3, 2, 3, 2], _FIGURE_7)
_FIGURE_8 = {
    1: "/html",
    21: "/html/table",
    22: "/html/table/tr",
    23: "/html/table/tr/td",
    24: "/html/table/tr/td/a",
    25: "/html/table/tr/td/p",
}
_ROW = [22, 23, 24, 25, 23, 24, 25]
FIGURE_8: tuple[list[int], Paths] = ([1, 21, *_ROW * 3], _FIGURE_8)
FIGURE_8_SHORT: tuple[list[int], Paths] = ([1, 21, *_ROW * 2], _FIGURE_8)
PLAIN_TABLE: tuple[list[int], Paths] = (
    [1, 2, *[3, 4, 4, 4] * 4],
    {1: "/html", 2: "/html/table", 3: "/html/table/tr", 4: "/html/table/tr/td"},
)
TWO_ROWS: tuple[list[int], Paths] = (
    [1, *[2, 3, 4, 2, 3, 5] * 3],
    {1: "/t", 2: "/t/tr", 3: "/t/tr/td", 4: "/t/tr/td/a", 5: "/t/tr/td/b"},
)
NOISE: tuple[list[int], Paths] = (
    [1, 2, 3, 4, 2, 3, 4, 2, 3, 9, 2, 3, 4, 2, 4, 8, 8, 2, 3, 4],
    {1: "/t", 2: "/t/d", 3: "/t/d/p", 4: "/t/d/a", 8: "/t/d/i", 9: "/t/d/x"},
)


def sequence_of(symbols: Sequence[int], paths: Paths) -> PathSequence:
    """Return a sequence given by its ids and the path of each, without a page."""
    ids = {path: number for number, path in paths.items()}
    labels, above = [""] * (max(paths) + 1), [0] * (max(paths) + 1)
    for number, path in paths.items():
        outer, _, labels[number] = path.rpartition("/")
        above[number] = ids.get(outer, 0)
    return PathSequence(as_symbols(symbols), labels, above, array("i", range(len(symbols))))


def found_patterns(detector: STEM, sequence: PathSequence) -> list[Pattern]:
    """Return the patterns of a bare sequence of paths that found records."""
    return list(dict.fromkeys(group.pattern for group in detector.groups(sequence)))


def found_by(tree: Tree, detector: STEM | None = None) -> list[list[str]]:
    """The records of each region as text."""
    return [texts(tree, region) for region in (detector or STEM()).detect(tree)]


def texts(tree: Tree, region: Region) -> list[str]:
    return [" ".join(tree.to_text(node) for node in record) for record in region]


def picture(html: str) -> str:
    tree = parse(html)
    [region] = STEM().detect(tree)
    return str(align(tree, region.records))


def test_a_page_is_the_sequence_of_its_tag_paths() -> None:
    tree = Tree.from_text("html(body(div(ul(li(a div) li(a div)))))")

    sequence = PathSequence.of(tree)

    assert list(sequence.symbols) == TABLE_1[0]
    assert {k: sequence.path(k) for k in range(1, 8)} == TABLE_1[1]


def test_decoration_is_unwrapped_and_text_has_no_path() -> None:
    tree = Tree.from_text('p("x" b(a) i(em(a)))')

    sequence = PathSequence.of(tree, DECORATION)

    assert [sequence.path(k) for k in sequence.symbols] == ["/p", "/p/a", "/p/a"]
    assert list(sequence.parents) == [-1, 0, 0]
    assert list(sequence.ends) == [3, 2, 3]


def test_occurrences_of_a_pattern_do_not_overlap() -> None:
    sequence = sequence_of([1, 2, 1, 2, 1, 3, 1, 2, 1], {1: "/a", 2: "/a/b", 3: "/a/c"})

    assert list(sequence.matches((1, 2, 1))) == [0, 6]
    assert list(sequence.matches((3, 2))) == []


@pytest.mark.parametrize(
    ("pattern", "frequency", "ratio"),
    [
        ((2, 3, 4), 4, 0.75),
        ((3, 4), 4, 0.0),
        ((3, 4, 2), 3, 2 / 3),
        ((4, 2), 3, 0.0),
        ((2, 3, 4, 2), 2, 0.5),
        ((2, 3, 4, 2, 3, 4), 2, 0.5),
    ],
)
def test_a_repeat_is_followed_by_something_alike_so_often(
    pattern: Pattern, frequency: int, ratio: float
) -> None:
    found = {repeat.pattern: repeat for repeat in repeats(sequence_of(*FIGURE_5))}

    assert found[pattern].frequency == frequency
    assert found[pattern].followers / found[pattern].frequency == ratio


@given(symbols=st.lists(st.integers(1, 3), max_size=40))
def test_frequencies_and_followers_are_those_counted_by_hand(symbols: list[int]) -> None:
    sequence = sequence_of(symbols, {1: "/a", 2: "/a/b", 3: "/a/c"})

    for repeat in repeats(sequence, longest=70):
        length = len(repeat.pattern)
        starts = [
            p for p in range(len(symbols)) if tuple(symbols[p : p + length]) == repeat.pattern
        ]
        next_ones = [symbols[p + length : p + 2 * length] for p in starts]
        alike = [
            common_subsequence(repeat.pattern, following) >= 0.6 * length - 1e-9
            for following in next_ones
            if len(following) == length
        ]
        assert repeat.frequency == len(occurrences(symbols, repeat.pattern))
        assert repeat.followers == sum(alike)
        assert list(sequence.matches(repeat.pattern)) == list(occurrences(symbols, repeat.pattern))


@pytest.mark.parametrize(
    ("example", "literal", "resolved"),
    [
        pytest.param(TABLE_1, [], [(5, 6, 7)], id="a list of two records"),
        pytest.param(FIGURE_5, [(2, 3, 4)], [(2, 3, 4)], id="an extra image in a record"),
        pytest.param(FIGURE_7, [(2, 3)], [(2, 3)], id="a list cut off is found by rotation"),
        pytest.param(FIGURE_7_SHORT, [], [(2, 3)], id="a list of two records cut off"),
        pytest.param(
            FIGURE_8, [(23, 24, 25), (23, 24, 25, 25)], [(23, 24, 25)], id="records in three rows"
        ),
        pytest.param(FIGURE_8_SHORT, [(23, 24, 25)], [(23, 24, 25)], id="records in two rows"),
        pytest.param(PLAIN_TABLE, [(4,)], [(3, 4, 4, 4)], id="a plain table"),
        pytest.param(
            TWO_ROWS,
            [(2, 3, 4, 3, 5), (2, 3, 5), (2, 3, 5, 3, 4)],
            [(2, 3, 4, 2, 3, 5)],
            id="records of two rows do not overlap their rows",
        ),
    ],
)
def test_patterns_of_the_worked_examples(
    example: tuple[list[int], Paths], literal: list[Pattern], resolved: list[Pattern]
) -> None:
    sequence = sequence_of(*example)

    assert sorted(patterns(sequence, mode="literal")) == literal
    assert found_patterns(STEM(), sequence) == resolved


def test_a_path_is_no_ancestor_of_one_that_only_begins_with_the_same_letters() -> None:
    sequence = sequence_of([1, 2, 3], {1: "/a", 2: "/article", 3: "/a/b"})

    assert sequence.roots((1, 3, 2)) == [0, 2]


def test_what_is_between_records_is_noise_unless_it_is_near_the_pattern() -> None:
    sequence = sequence_of(*FIGURE_5)

    [group] = groups(sequence, [(2, 3, 4)])

    assert group.records == ((1,), (4,), (8,), (11,))


@pytest.mark.parametrize("literal", [True, False])
def test_records_with_parts_missing_or_changed_are_records(literal: bool) -> None:
    sequence = sequence_of(*NOISE)
    pattern = (2, 3, 4)

    group = literal_group(sequence, pattern) if literal else groups(sequence, [pattern])[0]

    assert group.records == ((1,), (4,), (7,), (10,), (13,), (17,))


def test_two_noisy_records_in_a_row_are_two_and_literally_one() -> None:
    sequence = sequence_of([1, 2, 3, 4, 2, 3, 9, 2, 4, 8, 8, 2, 3, 4], NOISE[1])

    [group] = groups(sequence, [(2, 3, 4)])
    literal = literal_group(sequence, (2, 3, 4))

    assert group.records == ((1,), (4,), (7,), (11,))
    assert literal.records == ((1,), (4, 7), (11,))


def test_the_page_around_a_list_is_no_record() -> None:
    # The head of the page holds the whole pattern, too: it is cut off at the list's own parent.
    tree = Tree.from_text("html(div(h1 p(a b)) ul(li(a p) li(a p) li(a p)) div(p(a)))")

    assert found_by(tree) == [["li(a p)"] * 3]


def test_a_flat_list_keeps_what_was_unwrapped_as_decoration() -> None:
    html = (
        "<ul><li><a href=/1>A</a><b>$1</b></li><li><a href=/2>B</a><b>$2</b><i>new</i></li>"
        "<li><a href=/3>C</a><b>$3</b></li></ul>"
    )

    assert picture(html).splitlines() == [
        "A | /1 | $1 | -",
        "B | /2 | $2 | new",
        "C | /3 | $3 | -",
    ]


TWO_RECORDS = "<div><p><a>x</a><span>1</span></p><p><a>y</a><span>2</span></p></div>"


def test_two_records_are_a_list() -> None:
    assert picture(TWO_RECORDS).splitlines() == ["x | 1", "y | 2"]


def test_two_records_are_none_literally() -> None:
    assert STEM(mode="literal").detect(parse(TWO_RECORDS)) == []


def test_a_plain_table_has_a_record_a_row() -> None:
    header = "<tr><th>name<th>price<th>stock"
    rows = "".join(f"<tr><td>n{k}<td>${k}<td>{k}" for k in range(4))

    assert picture(f"<table>{header}{rows}</table>").splitlines() == [
        "n0 | $0 | 0",
        "n1 | $1 | 1",
        "n2 | $2 | 2",
        "n3 | $3 | 3",
    ]


def test_a_plain_table_has_a_record_a_cell_literally() -> None:
    tree = Tree.from_text("table(tr(th th th) tr(td td td)*4)")

    assert found_by(tree, STEM(mode="literal")) == [["td"] * 12]


def test_an_advert_between_records_is_none_and_rich_records_are_whole() -> None:
    tree = Tree.from_text("body(div(p a)*2 div(img) div(p a)*2 div(p a img span) div(p a))")

    assert found_by(tree) == [["div(p a)"] * 4 + ["div(p a img span)", "div(p a)"]]


def test_an_empty_element_after_a_list_is_no_record() -> None:
    tree = Tree.from_text('body(div(p)*3 div"")')

    assert found_by(tree) == [["div(p)"] * 3]


@pytest.mark.parametrize("second", ["td(b)", "td(span)"])
def test_records_of_two_rows_have_two_rows(second: str) -> None:
    tree = Tree.from_text(f"table({f'tr(td(a)) tr({second}) ' * 3})")

    [region] = STEM().detect(tree)

    assert texts(tree, region) == [f"tr(td(a)) tr({second})"] * 3
    assert region.span == 2


def test_two_lists_and_a_menu_are_three_regions_and_the_products_come_first() -> None:
    menu = "nav(ul(li(a)*6))"
    product = 'li(img a"A thing of beauty" p"and a joy for ever" span"$1")'
    review = 'li(p"Good." cite"Ann")'
    tree = Tree.from_text(f"body({menu} ul({product}*4) div(ol({review}*3)))")

    regions = STEM().detect(tree)

    assert [len(region.records) for region in regions] == [6, 4, 3]
    assert max(regions, key=lambda region: region.score) is regions[1]


@pytest.mark.parametrize("page", ["", "<p>", "<h1>T</h1><p>one<p>two<p>three", "x"])
@pytest.mark.parametrize("mode", ["resolved", "literal"])
@pytest.mark.parametrize("join", [False, True])
def test_a_page_without_lists_has_no_region(page: str, mode: Mode, join: bool) -> None:
    assert STEM(mode=mode, join=join).detect(parse(page)) == []


TWO_PLACES = Tree.from_text(
    "html(div(ul(li(a p) li(a p) li(a p))) div(h2 ul(li(a p) li(a p b) li(a p))) div(h3 ul(li(a p))))"
)


def test_one_pattern_in_two_places_is_two_regions_with_a_common_number() -> None:
    regions = STEM().detect(TWO_PLACES)

    assert [texts(TWO_PLACES, region) for region in regions] == [
        ["li(a p)"] * 3,
        ["li(a p)", "li(a p b)", "li(a p)"],
    ]
    assert len({region.parent for region in regions}) == 2
    assert len({region.pattern for region in regions}) == 1


def test_the_places_of_one_pattern_can_be_joined() -> None:
    [region] = STEM(join=True).detect(TWO_PLACES)

    assert len(region.records) == 7
    assert region.parent is None


def test_patterns_that_share_a_parent_are_regions_of_their_own() -> None:
    tree = Tree.from_text("div(h2 p(a i)*3 h2 ul(li) h2 dl(dt dd)*3)")

    assert found_by(tree) == [["p(a i)"] * 3, ["dl(dt dd)"] * 3]


def test_nested_lists_are_found_beside_their_records() -> None:
    inner = "ul(li(a img)*{})"
    tree = Tree.from_text(
        f"body(div(h3 {inner.format(2)}) div(h3 {inner.format(3)}) div(h3 {inner.format(2)}))"
    )

    regions = STEM().detect(tree)

    assert [len(region.records) for region in regions] == [3, 2, 3, 2]


def test_records_of_several_roots_keep_text_and_decoration_between_them() -> None:
    tree = Tree.from_text('p(a"A" "one" b"1" br a"B" "two" br a"C" "three" i"3" br)')

    assert found_by(tree) == [
        ['a"A" "one" b"1" br', 'a"B" "two" br', 'a"C" "three" i"3" br'],
    ]


def test_records_start_where_most_of_them_start_not_with_the_path_seen_first() -> None:
    tree = Tree.from_text(f"div(p(a) {'h2(a) p(s) ul(li) ' * 3})")

    assert found_by(tree) == [["h2(a) p(s) ul(li)"] * 3]


def test_further_siblings_of_a_known_path_belong_to_the_record_before_them() -> None:
    tree = Tree.from_text("dl(dt(a) dd dd dt(a) dd dt(a) dd dd dd dd)")

    # The last record has no successor to end it: it is not longer than those before.
    assert found_by(tree) == [["dt(a) dd dd", "dt(a) dd", "dt(a) dd dd"]]


def test_decoration_around_a_record_is_part_of_it() -> None:
    tree = Tree.from_text('div(b(p(a span)) p(a span) i("x" p(a span)))')

    assert found_by(tree) == [["b(p(a span))", "p(a span)", 'i("x" p(a span))']]


def test_rows_of_cards_are_not_records_but_the_cards_are() -> None:
    card, flagged = "div(img h3(a) p span s)", "div(img h3(a) p span)"
    tree = Tree.from_text(
        f"main(section({card} {card} {flagged}) section({card} {flagged} {card}) section({card}*2))"
    )

    regions = STEM().detect(tree)

    assert [len(region.records) for region in regions] == [3, 3, 2]
    assert [len(region.records) for region in STEM(join=True).detect(tree)] == [8]


def test_decoration_around_a_list_is_not() -> None:
    tree = Tree.from_text("div(b(p(a span) p(a span) p(a span)))")

    [region] = STEM().detect(tree)

    assert texts(tree, region) == ["p(a span)"] * 3
    assert region.parent == 1


def test_records_that_differ_a_little_do_not_pair_up() -> None:
    plain, flagged = "li(a img p span em2)", "li(a img p span em2 s)"
    tree = Tree.from_text(f"ul({f'{plain} {flagged} ' * 4})")

    [region] = STEM().detect(tree)

    assert len(region.records) == 8


def test_thresholds_are_settings() -> None:
    tree = Tree.from_text("body(div(p a s)*3 div(p a) div(p a s))")

    assert len(found_by(tree, STEM(alpha=0.7))[0]) == 5
    assert len(found_by(tree, STEM(alpha=0.8))[0]) == 4


def test_patterns_are_at_most_so_long() -> None:
    tree = Tree.from_text("body(div(p a s)*3)")

    assert STEM(longest=3).detect(tree) == []


def test_attributes_and_words_do_not_matter() -> None:
    one = parse("<ul><li><a href=/1 class=x>é中😀</a><p>1<li><a>b</a><p>2</ul>")
    other = parse("<ul><li><a class=y href=/9>x</a><p>y<li><a id=z>z</a><p>w</ul>")

    assert [r.records for r in STEM().detect(one)] == [r.records for r in STEM().detect(other)]


def test_a_template_prints_readably() -> None:
    tree = Tree.from_text("html(body(dl(dt(a) dd(p(q) q) dt(a) dd(p(q) q) dt(a) dd(p(q) q))))")

    [region] = STEM().detect(tree)

    assert str(region.template) == "/html/body/dl: dt(a) dd(p(q) q)"


def template_of(tree: Tree, detector: STEM | None = None) -> PathPattern:
    [template] = {region.template for region in (detector or STEM()).detect(tree)}
    assert isinstance(template, PathPattern)
    return template


@pytest.mark.parametrize("join", [False, True])
def test_a_template_survives_json(join: bool) -> None:
    template = template_of(TWO_PLACES, STEM(alpha=0.7, join=join))

    assert PathPattern.from_json(json.loads(json.dumps(template.to_json()))) == template


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"system": "net"}, "not a STEM template"),
        ({"paths": []}, "paths: 1 to"),
        ({"paths": ["li"]}, "paths: a path such as"),
        ({"paths": "/a/b"}, "paths: a list"),
        ({"paths": ["/a", 3]}, "paths: a text"),
        ({"decoration": None}, "decoration: a list"),
        ({"alpha": True}, "alpha: a number"),
        ({"alpha": float("nan")}, "alpha: a number"),
        ({"alpha": 0}, "alpha: a number"),
        ({"join": 1}, "join: true or false"),
    ],
)
def test_nonsense_is_no_template(change: dict[str, Any], message: str) -> None:
    data = PathPattern(("/a/b", "/a/b/c")).to_json()

    with pytest.raises(ValueError, match=message):
        PathPattern.from_json({**data, **change})


def test_something_else_is_no_template() -> None:
    with pytest.raises(ValueError, match="not a STEM template"):
        PathPattern.from_json(["stem"])


@pytest.mark.parametrize(
    ("page", "records"),
    [
        ("html(h1 ul(li(a p)*5))", [["li(a p)"] * 5]),
        ("html(h1 ul(li(a p x) li(a) li(x(p))))", [["li(a p x)", "li(a)"]]),
        ("html(h1 ul(li(a p)))", [["li(a p)"]]),
        ("html(h1 ul(li(a q)))", [["li(a q)"]]),
        ('html(h1 ul"")', []),
        ("html(h1)", []),
        ("html(h1 div(ul(li(a p)*2)))", []),
    ],
)
def test_a_template_finds_none_one_or_many_records_of_another_page(
    page: str, records: list[list[str]]
) -> None:
    template = template_of(Tree.from_text("html(h1 ul(li(a p)*3))"))
    tree = Tree.from_text(page)

    assert [texts(tree, region) for region in template.apply(tree)] == records


def test_a_template_finds_what_the_detector_would() -> None:
    template = template_of(Tree.from_text("html(h1 div(ul(li(a p)*3)))"))

    regions = template.apply(TWO_PLACES)

    assert [r.records for r in regions] == [r.records for r in STEM().detect(TWO_PLACES)]
    assert {r.template for r in regions} == {template}


def list_page(records: int) -> Tree:
    record = "<li><a href=/{0}>t</a><div><p>x</p>{1}<span>y</span></div>{2}<p><a>z</a></p></li>"
    parts = ("", "<q>w</q>", "<s>v</s><q>w</q>", "<p>x</p>" * 2, "<div><p>d</p></div>")
    items = (
        record.format(k, parts[k % 5] + parts[k // 5 % 5], parts[k // 25 % 5] + parts[k // 125 % 5])
        for k in range(records)
    )
    return parse(f"<ul>{''.join(items)}</ul>")


@pytest.mark.slow
def test_two_thousand_records_that_differ_are_one_region() -> None:
    tree = list_page(2000)

    assert len(tree) > 20_000
    assert max(len(region.records) for region in STEM().detect(tree)) > 1500


@pytest.mark.slow
def test_a_list_four_times_as_long_takes_at_most_four_and_a_half_times_as_long() -> None:
    def seconds(tree: Tree) -> float:
        return took(lambda: STEM().detect(tree))

    short, long = list_page(1000), list_page(4000)

    assert_grows(lambda: seconds(short), lambda: seconds(long), 4.5)


def test_a_pattern_of_several_roots_begins_where_its_records_are_whole() -> None:
    tree = Tree.from_text("html(dl(dd(a p) dt dd(a p) dt dd(a p) dt dd(a p) dt dd(a p)))")

    assert found_by(tree) == [["dt dd(a p)"] * 4]


def test_uneven_records_are_not_bundled() -> None:
    uneven = "p(a q s) p(a) p(a s) p(a q) p(a q s d)"
    tree = Tree.from_text(f"html(div({uneven} {uneven}))")

    assert found_by(tree) == [2 * uneven.replace(") p", ")|p").split("|")]


def test_a_tree_of_512_levels_is_no_trouble() -> None:
    assert STEM().detect(parse("<div>" * 600 + "x" + "</div>" * 600)) == []


VERY_UNEVEN = "p(img) p(x(a) x(a) q) p(a img s x(a) x(a) q) p(img s img s a) p(s x(a) a q br q)"


@pytest.mark.parametrize(
    "records",
    [
        f"{VERY_UNEVEN} {VERY_UNEVEN}",
        "p(a q s) p(a) p(a s) p(a q) p(a q s d) p(q) p(s s) p(a a a) p p(q a s)",
        "p(a*11) p(a) p(a*5) p(a*6) p(a*8) p(a*8) p(a*3) p(a*2) p(a*9) p(a*3)",
    ],
    ids=["the same order twice", "no common part", "any number of one part"],
)
def test_ten_very_uneven_paragraphs_are_ten_records(records: str) -> None:
    tree = Tree.from_text(f"html(div({records}))")
    paragraphs = [node for node in range(len(tree)) if tree.label(node) == "p"]

    region = max(STEM().detect(tree), key=lambda region: len(region.records))

    assert [*region.records] == [(node,) for node in paragraphs]
    assert isinstance(region.template, PathPattern)
    assert region.template.apply(tree)[0].records == region.records


_parts = st.lists(
    st.sampled_from(["a", "q", "s", "d", "img", "x(a)", "br"]), min_size=1, max_size=6
)


@given(shapes=st.lists(_parts, min_size=5, max_size=5, unique_by=tuple))
def test_five_different_paragraphs_that_come_twice_are_ten_records(shapes: list[list[str]]) -> None:
    five = " ".join(f"p({' '.join(parts)})" for parts in shapes)
    tree = Tree.from_text(f"html(div({five} {five}))")

    records = [record for region in STEM().detect(tree) for record in region.records]

    paragraphs = [node for node in range(len(tree)) if tree.label(node) == "p"]
    assert [record for record in records if tree.label(record[0]) == "p"] == [
        (node,) for node in paragraphs
    ]


def rival(
    sequence: PathSequence, labels: str, *records: tuple[int, ...], matches: int = 0
) -> Rival:
    """The records at these children of the root, of a pattern given by its labels."""
    ids = {sequence.labels[number]: number for number in range(1, len(sequence.labels))}
    children = sequence.children(0)
    roots = tuple(tuple(children[k] for k in record) for record in records)
    pattern = tuple(ids[label] for label in labels.split())
    return Rival(PatternRecords(pattern, 0, roots), matches or len(roots))


def names(found: list[PatternRecords], sequence: PathSequence) -> list[tuple[str, int]]:
    return [
        (" ".join(sequence.labels[path] for path in group.pattern), len(group.records))
        for group in found
    ]


def test_of_patterns_that_overlap_the_one_with_most_records_wins() -> None:
    sequence = PathSequence.of(Tree.from_text("r(p(a b)*2 p(a c)*2 p(c d)*3)"))
    most = rival(sequence, "p a", (0,), (1,), (2,), (3,))
    fewer = rival(sequence, "p c d", (3,), (4,), (5,))

    found = strongest(sequence, [fewer, most], 2)

    assert names(found, sequence) == [("p a", 4), ("p c d", 2)]


def test_of_as_many_records_those_of_the_shorter_pattern_win() -> None:
    sequence = PathSequence.of(Tree.from_text("r(p(a b) q p(a b) q p(a b))"))
    late = rival(sequence, "q p a", (1, 2), (3, 4))
    early = rival(sequence, "p a b q", (0, 1), (2, 3))

    assert names(strongest(sequence, [early, late], 2), sequence) == [("q p a", 2)]


@pytest.mark.parametrize(
    ("longer", "records", "winner"),
    [
        ("p a p b", [(0, 1), (2, 3), (4, 5)], ("p a p b", 3)),
        ("p a", [(0,), (1,), (2,)], ("p", 4)),
    ],
    ids=["a part of longer records", "more of the same records"],
)
def test_the_roots_of_a_bundle_are_records_unless_they_are_parts_of_longer_ones(
    longer: str, records: list[tuple[int, ...]], winner: tuple[str, int]
) -> None:
    sequence = PathSequence.of(Tree.from_text("r(p(a) p(b) p(a) p(b) p(a) p(b))"))
    roots = rival(sequence, "p", (0,), (1,), (2,), (3,)).group

    found = strongest(sequence, [Rival(roots, 4, cut=True), rival(sequence, longer, *records)], 2)

    assert names(found, sequence) == [winner]


def test_a_part_of_each_record_is_no_rival_even_if_a_pager_has_it_too() -> None:
    tree = Tree.from_text(f"html(h1 {'hr p(a img s) ' * 4} p(a))")

    assert found_by(tree) == [["hr p(a img s)"] * 4]


def test_a_pattern_that_ends_with_the_beginning_of_the_next_record_is_cut_there() -> None:
    tree = Tree.from_text(f"html({'hr pre a ' * 8} hr)")

    assert found_by(tree) == [["hr pre a"] * 8]


@pytest.mark.parametrize(("times", "records"), [(3, [2, 2, 2]), (2, [1, 1, 1, 1])])
def test_two_kinds_of_rows_are_one_record_if_they_come_more_often_than_a_record_has_rows(
    times: int, records: list[int]
) -> None:
    tree = Tree.from_text(f"table({'tr(td(a)) tr(td(q s d)) ' * times})")

    [region] = STEM().detect(tree)

    assert [len(record) for record in region.records] == records


def test_rows_of_two_kinds_that_repeat_often_stay_one_record() -> None:
    tree = Tree.from_text(f"table({' '.join(['tr(td(a)) tr(td(b s))'] * 3)})")

    [region] = STEM().detect(tree)

    assert [len(record) for record in region.records] == [2, 2, 2]


def test_rows_of_a_table_that_fit_no_pattern_are_not_records() -> None:
    rows = ["tr(td(a) td(q s))"] * 6
    tree = Tree.from_text(f"table(tbody(tr(th*2) {' '.join(rows)} tr(td(form(input)))))")

    assert max(len(region.records) for region in STEM().detect(tree)) == 6
