import json

import pytest

from windrow.detect.gstm import GSTM
from windrow.detect.gstm.pages import learn, study
from windrow.detect.gstm.template import GstmTemplate
from windrow.tree import Tree, parse
from windrow.tree.join import join


def detail(title: str, price: str, *features: str) -> Tree:
    items = "".join(f"<li>{feature}</li>" for feature in features)
    return parse(f"<h1>{title}</h1><dl><dt>Price</dt><dd>{price}</dd></dl><ul>{items}</ul>")


FIRST, SECOND = detail("T1", "$1", "f1", "f2"), detail("T2", "$2", "g1", "g2", "g3", "g4")


def rows(template: GstmTemplate, tree: Tree) -> list[str]:
    return [str(region.alignment) for region in template.apply(tree)]


def test_what_pages_share_is_template_and_what_differs_is_data() -> None:
    template, alignment = study([FIRST, SECOND])

    assert str(template) == 'html(body(h1 dl(dt"Price" dd) ul({li})))'
    assert str(alignment).splitlines() == [
        "T1 | $1 | [f1; f2]",
        "T2 | $2 | [g1; g2; g3; g4]",
    ]
    assert template.constants == {"html/body/dl/dt": "Price"}


@pytest.mark.parametrize(
    ("tree", "picture"),
    [
        (FIRST, "T1 | $1 | [f1; f2]"),
        (detail("T3", "$3", "h1"), "T3 | $3 | [h1]"),
        (detail("T4", "$4"), "T4 | $4 | -"),
        (detail("T5", "$5", *"abcdefgh"), "T5 | $5 | [a; b; c; d; e; f; g; h]"),
    ],
)
def test_a_learned_template_reads_lists_of_no_one_and_many_records(
    tree: Tree, picture: str
) -> None:
    template = learn([FIRST, SECOND])

    assert rows(template, tree) == [picture]


def test_a_template_survives_json() -> None:
    template = learn([FIRST, SECOND])

    again = GstmTemplate.from_json(json.loads(json.dumps(template.to_json())))

    assert again == template
    assert rows(again, SECOND) == rows(template, SECOND)


def test_a_page_of_another_kind_gives_nothing() -> None:
    other = parse("<table><tr><td>1<td>2</table>")

    assert learn([FIRST, SECOND]).apply(other) == []


def test_the_record_of_a_page_is_its_root_and_its_score_the_confidence() -> None:
    [region] = learn([FIRST, SECOND]).apply(detail("T", "$", "x"))

    assert region.records == ((0,),)
    assert region.score == 1.0


def test_more_than_two_pages_give_one_template_with_optional_parts() -> None:
    pages = [
        Tree.from_text('body(h1"A" p"x1" ul(li(a"1" u"2")))'),
        Tree.from_text('body(h1"B" p"x2" i"sale" ul(li(a"3" u"4") li(a"5" u"6" b"7")))'),
        Tree.from_text('body(h1"C" p"x3" ul(li(a"8" u"9")) em"last")'),
    ]

    template, alignment = study(pages)

    assert str(template) == "body(h1 p i? ul({li(a u b?)}) em?)"
    assert str(alignment).splitlines() == [
        "A | x1 | -    | [1, 2, -]          | -",
        "B | x2 | sale | [3, 4, -; 5, 6, 7] | -",
        "C | x3 | -    | [8, 9, -]          | last",
    ]


def test_nested_lists_are_learned_across_pages() -> None:
    pages = [
        Tree.from_text('body(h1"A" div(h2"a" p(b"1" i"2") p(b"3" i"4")) div(h2"b" p(b"5" i"6")))'),
        Tree.from_text('body(h1"B" div(h2"c" p(b"7" i"8")))'),
    ]

    template = learn(pages)

    assert str(template) == "body(h1 {div(h2 {p(b i)})})"
    third = Tree.from_text('body(h1"C" div(h2"d") div(h2"e" p(b"9" i"0") p(b"1" i"2")))')
    assert rows(template, third) == ["C | [d, -; e, [9, 0; 1, 2]]"]


def test_a_label_in_every_record_of_a_list_is_no_data() -> None:
    pages = [
        Tree.from_text('body(h1"A" ul(li(b"Size" i"1") li(b"Size" i"2")))'),
        Tree.from_text('body(h1"B" ul(li(b"Size" i"3") li(b"Size" i"4") li(b"Size" i"5")))'),
    ]

    _, alignment = study(pages)

    assert str(alignment).splitlines() == ["A | [1; 2]", "B | [3; 4; 5]"]


def test_a_menu_that_is_the_same_on_all_pages_is_no_data() -> None:
    menu = 'nav(a[href=/x]"News" a[href=/y]"Shop" a[href=/z]"Help")'
    pages = [
        Tree.from_text(f'body({menu} h1"A" ul(li"1" li"2"))'),
        Tree.from_text(f'body({menu} h1"B" ul(li"3"))'),
    ]

    assert str(study(pages)[1]).splitlines() == ["A | [1; 2]", "B | [3]"]


def test_a_part_that_not_all_pages_have_is_data_whatever_it_says() -> None:
    pages = [
        Tree.from_text('body(h1"A" p"1" em"sale")'),
        Tree.from_text('body(h1"B" p"2" em"sale")'),
        Tree.from_text('body(h1"C" p"3")'),
    ]

    assert str(study(pages)[1]).splitlines() == ["A | 1 | sale", "B | 2 | sale", "C | 3 | -"]


def test_lists_of_one_page_alone_are_found_by_a_single_element_on_the_other() -> None:
    pages = [
        Tree.from_text("body(h1 d(x)*7 c(g(y z)*2))"),
        Tree.from_text("body(h1 d(x) c(g(y z)))"),
    ]

    assert str(learn(pages)).count("{") == 2


def test_one_page_is_enough_for_a_template() -> None:
    assert rows(learn([FIRST]), SECOND) == ["T2 | Price | $2 | [g1; g2; g3; g4]"]


def test_learning_from_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one page"):
        learn([])


def test_joined_trees_keep_texts_and_attributes() -> None:
    trees = [Tree.from_text('ul(li[id=x]"Ant")'), Tree.from_text('ol[class=y](li[id=z]"Bee" "é")')]

    joined, starts = join(trees)

    assert joined.to_text() == '#trees(ul(li[id=x]"Ant") ol[class=y](li[id=z]"Bee" "é"))'
    assert starts == [1, 3]
    assert [joined.to_text(start) for start in starts] == [tree.to_text() for tree in trees]
    assert list(joined.parents) == [-1, 0, 1, 0, 3, 3]
    assert list(joined.depths) == [0, 1, 2, 1, 2, 2]


@pytest.mark.parametrize("parts", ['b"{}" b"Terms"', 'b"Terms" b"{}"'])
def test_a_node_goes_to_the_part_that_keeps_its_text(parts: str) -> None:
    pages = [Tree.from_text(f'body(h1"{k}" {parts.format(k)})') for k in (1, 2)]
    template = learn(pages)

    assert rows(template, Tree.from_text('body(h1"3" b"4")')) == ["3 | 4"]
    assert rows(template, Tree.from_text('body(h1"3" b"Terms")')) == ["3 | -"]


def test_skipping_a_mandatory_part_costs_by_its_size() -> None:
    card = 'div(a"{0}" i"x" u"y" s"z" em"w") b"{0}"'
    pages = [
        Tree.from_text(f'body({" ".join(card.format(k) for k in range(count))} p"end")')
        for count in (3, 4)
    ]

    stray = Tree.from_text(f'body({card.format(1)} {card.format(2)} b"stray" p"end")')

    [region] = learn(pages).apply(stray)
    assert region.alignment is not None
    [row] = region.alignment.rows
    assert [len(cell) for cell in row if isinstance(cell, tuple)] == [2]


def test_the_lists_that_pages_share_are_regions_of_their_own() -> None:
    pages = [
        parse(f"<h1>{k}</h1><ul>{f'<li><a>x{k}</a><b>y</b>' * k}</ul><p>end {k}</p>")
        for k in (3, 5)
    ]

    joined, whole, lists = GSTM().detect_in_pages(pages)

    assert len(whole.records) == 2
    [region] = lists
    assert len(region.records) == 8
    assert {joined.label(node) for record in region.records for node in record} == {"li"}
    assert isinstance(region.template, GstmTemplate)
    assert len(region.template.apply(pages[0])[0].records) == 3


def player(name: str, *rows: tuple[str, str]) -> Tree:
    lines = " ".join(f'tr(td"{label}" td(b"{value}"))' for label, value in rows)
    return Tree.from_text(f'body(h1"{name}" table({lines}))')


def test_rows_that_begin_with_the_words_of_the_site_are_fields_and_not_a_list() -> None:
    pages = [
        player("Ann", ("Born", "1970"), ("Lives", "Rome"), ("Plays", "left"), ("Rank", "3")),
        player(
            "Bob",
            ("Born", "1971"),
            ("Lives", "Rome"),
            ("Titles", "9"),
            ("Plays", "both"),
            ("Rank", "7"),
        ),
    ]

    template = learn(pages)

    assert [*template.constants.values()].count("Rome") == 0
    assert str(study(pages)[1]).splitlines() == [
        "Ann | 1970 | Rome | -      | - | left | 3",
        "Bob | 1971 | Rome | Titles | 9 | both | 7",
    ]
    _, _, lists = GSTM(mode="literal").detect_in_pages(pages)
    assert [len(region.records) for region in lists] == [9]
    other = player("Cyd", ("Born", "1980"), ("Plays", "right"), ("Rank", "1"))
    assert rows(template, other) == ["Cyd | 1980 | - | - | - | right | 1"]


def test_numbers_of_rows_do_not_make_fields_of_a_list() -> None:
    pages = [
        Tree.from_text(
            f"body({' '.join(f'li(i{chr(34)}{k}.{chr(34)} b{chr(34)}{name} {k}{chr(34)})' for k in range(4))})"
        )
        for name in ("ant", "bee")
    ]

    assert str(learn(pages)) == "body({li(i b)})"


def test_sections_with_headings_stay_one_list() -> None:
    def page(*counts: int) -> Tree:
        parts = (
            f'div(h2"{name}" {"p(a b) " * n})'
            for name, n in zip(("New", "Old"), counts, strict=True)
        )
        return Tree.from_text(f"body({' '.join(parts)})".replace("a b", 'a"x" b"y"'))

    assert str(learn([page(6, 3), page(4, 9)])) == 'body({div(h2 {p(a"x" b"y")})})'
