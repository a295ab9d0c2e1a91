"""Lists inside records are rows inside rows, where they are clearly lists."""

from windrow.align.nested import nest
from windrow.align.partial import align
from windrow.model import Alignment
from windrow.tree import Tree


def nested(text: str) -> Alignment:
    tree = Tree.from_text(text)
    records = [(child,) for child in tree.children(0)]
    return nest(align(tree, records), records, tree.labels)


def kinds(alignment: Alignment) -> list[str]:
    return [place.kind for place in alignment.fields]


def test_sizes_with_prices_are_one_field_of_rows() -> None:
    found = nested(
        'ul(li(b"Jam" ol(li(i"200 g" u"€4") li(i"400 g" u"€7")))'
        ' li(b"Honey" ol(li(i"250 g" u"€6") li(i"500 g" u"€12") li(i"1 kg" u"€23")))'
        ' li(b"Jelly" ol(li(i"120 g" u"€3"))))'
    )

    assert str(found) == (
        "Jam   | [200 g, €4; 400 g, €7]\n"
        "Honey | [250 g, €6; 500 g, €12; 1 kg, €23]\n"
        "Jelly | [120 g, €3]"
    )


def test_tags_of_varying_number_are_a_list() -> None:
    found = nested(
        'ul(li(b"A" div(a"red" a"round" a"small" a"old")) li(b"B" div(a"blue"))'
        ' li(b"C" div(a"green" a"old")))'
    )

    assert str(found) == "A | [red; round; small; old]\nB | [blue]\nC | [green; old]"


def test_a_record_without_the_list_has_nothing_there() -> None:
    found = nested(
        'ul(li(b"A" ol(li(i"S" u"1") li(i"M" u"2"))) li(b"B") li(b"C" ol(li(i"L" u"3"))))'
    )

    assert [row[1] is None for row in found.rows] == [False, True, False]
    assert found.fields[1].optional


def test_what_stands_behind_the_list_stays_behind_it() -> None:
    found = nested(
        'ul(li(b"A" ol(li(i"S" u"1") li(i"M" u"2")) em"new") li(b"B" ol(li(i"S" u"3")) em"old"))'
    )

    assert kinds(found) == ["text", "rows", "text"]


def test_equal_numbers_of_items_stay_columns() -> None:
    found = nested(
        'ul(li(b"A" ol(li(i"x" u"1") li(i"y" u"2"))) li(b"B" ol(li(i"z" u"3") li(i"w" u"4"))))'
    )

    assert "rows" not in kinds(found)


def test_an_optional_value_makes_no_list() -> None:
    found = nested('ul(li(b"A" p(i"by Ann" i"news")) li(b"B" p(i"by Bob")) li(b"C" p(i"by Cy")))')

    assert "rows" not in kinds(found)


def test_facts_of_different_kinds_are_no_list() -> None:
    found = nested(
        'ul(li(b"A" ol(li"by Ann" li"12" li"news" li"7 May")) li(b"B" ol(li"by Bob" li"31"))'
        ' li(b"C" ol(li"by Cy" li"8" li"sport")))'
    )

    assert "rows" not in kinds(found)


def test_cells_of_a_row_are_columns() -> None:
    found = nested(
        'div(div(b"A" table(tr(td"1" td"2" td"3"))) div(b"B" table(tr(td"4")))'
        ' div(b"C" table(tr(td"5" td"6"))))'
    )

    assert "rows" not in kinds(found)


def test_items_of_different_classes_are_no_list() -> None:
    tree = Tree.from_text('ul(li(b"A" ol(li(i"S" u"1") li(i"M" u"2"))) li(b"B" ol(li(i"S" u"3"))))')
    records = [(child,) for child in tree.children(0)]
    marks = tree.labels[:]
    marks[next(n for n in range(len(tree)) if tree.label(n) == "ol") + 1] = 999

    assert "rows" not in kinds(nest(align(tree, records), records, marks))


def test_two_lists_in_one_record_are_two_fields() -> None:
    found = nested(
        'ul(li(b"A" ol(li(i"S" u"1") li(i"M" u"2")) ul(li(a"x" em"9") li(a"y" em"8")))'
        ' li(b"B" ol(li(i"S" u"3")) ul(li(a"z" em"7"))))'
    )

    assert kinds(found) == ["text", "rows", "rows"]


def test_two_lists_of_one_path_are_two_fields() -> None:
    found = nested(
        'ul(li(p(a"red" a"blue" a"green") b"A" p(a"S")) li(p(a"grey") b"B" p(a"M" a"L" a"XL"))'
        ' li(p(a"pink" a"white") b"C" p(a"S" a"M")))'
    )

    assert str(found) == (
        "[red; blue; green] | A | [S]\n"
        "[grey]             | B | [M; L; XL]\n"
        "[pink; white]      | C | [S; M]"
    )


def test_the_list_below_a_heading_is_a_list_though_it_is_one_of_the_nodes_of_the_record() -> None:
    tree = Tree.from_text(
        'body(h2"2.1" ul(li"New" li"Faster" li"Smaller" li"Mended") h2"2.0" ul(li"Redone")'
        ' h2"1.9" ul(li"Old" li"Slow"))'
    )
    nodes = tree.children(0)
    records = [*zip(nodes[::2], nodes[1::2], strict=True)]

    found = nest(align(tree, records), records, tree.labels)

    assert str(found) == "2.1 | [New; Faster; Smaller; Mended]\n2.0 | [Redone]\n1.9 | [Old; Slow]"
