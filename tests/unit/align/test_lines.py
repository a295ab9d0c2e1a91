"""Trees as text in, pictures of the columns that texts are cut into out."""

from textwrap import dedent

from windrow.align.joints import is_one_value
from windrow.align.lines import LineReader
from windrow.align.partial import align
from windrow.align.runs import merge_runs
from windrow.model import Alignment, Record
from windrow.tree import Tree, parse


def raked(tree: Tree) -> str:
    """Return the texts of the records, which are the ``li``, as a picture."""
    records: list[Record] = [(node,) for node in range(len(tree)) if tree.label(node) == "li"]
    found = merge_runs(align(tree, records), records)
    kept = [k for k, place in enumerate(found.fields) if place.kind != "link"]
    fields = tuple(found.fields[k] for k in kept)
    rows = tuple(tuple(row[k] for k in kept) for row in found.rows)
    return str(Alignment(tree, fields, rows))


def rake(*records: str) -> str:
    return raked(Tree.from_text(f"ul({' '.join(f'li({record})' for record in records)})"))


def picture(text: str) -> str:
    return dedent(text).strip()


def test_lines_that_the_same_elements_begin_are_columns() -> None:
    assert rake(
        'a"Ant" br "lives in a " b"hill" br font"ant.org - 1K"',
        'a"Bee" br b"hive" " is its home" br font"bee.org - 2K"',
        'a"Cow" br font"cow.org - 3K"',
        'a"Dog" br "in a house" br font"dog.org - 4K"',
    ) == picture(
        """
        Ant | lives in a hill  | ant.org - 1K
        Bee | hive is its home | bee.org - 2K
        Cow | -                | cow.org - 3K
        Dog | in a house       | dog.org - 4K
        """
    )


def test_lines_in_steady_number_are_columns() -> None:
    assert rake('"Ant" br "1 mm"', '"Bee" br "9 mm"', '"Cow" br br "2 m"') == picture(
        """
        Ant | 1 mm
        Bee | 9 mm
        Cow | 2 m
        """
    )


def test_lines_that_look_alike_and_vary_in_number_are_one_text() -> None:
    assert rake(
        '"1 Main St" br "Ham"',
        '"Box 3" br "2 Side St" br "Spam"',
        '"The Barn" br "4 Hill" br "Ash"',
    ) == picture(
        """
        1 Main St Ham
        Box 3 2 Side St Spam
        The Barn 4 Hill Ash
        """
    )


def test_paragraphs_in_steady_number_are_one_text() -> None:
    long = "word " * 30

    assert rake(*[f'"{long}{k}" br br "{long}{k}"' for k in range(3)]).count("|") == 0


def test_lines_inside_one_link_are_one_text() -> None:
    assert rake(
        'a("Ant" br "of the hill") i"1"', 'a("Bee" br "of the hive") i"2"', 'a("Cow" br "big") i"3"'
    ).startswith("Ant of the hill")


def test_lines_with_labels_are_columns_wherever_they_are() -> None:
    assert rake(
        '"Ant" br "Size: 1 mm" br "Legs: 6"',
        '"Bee" br "Size: 9 mm" br "Wings: 4" br "Legs: 6"',
        '"Cow" br "Legs: 4"',
        '"Tit" br "Size: 9 cm" br "Wings: 2" br "Legs: 2"',
    ) == picture(
        """
        Ant | Size: 1 mm | -        | Legs: 6
        Bee | Size: 9 mm | Wings: 4 | Legs: 6
        Cow | -          | -        | Legs: 4
        Tit | Size: 9 cm | Wings: 2 | Legs: 2
        """
    )


def test_all_lines_below_a_title_are_one_text_if_their_number_varies() -> None:
    assert rake(
        'a"Ant" br "One" br "two"', 'a"Bee" br "One" br "two" br "three"', 'a"Cow" br "One"'
    ) == picture(
        """
        Ant | One two
        Bee | One two three
        Cow | One
        """
    )


def test_paragraphs_behind_a_label_belong_to_what_it_names() -> None:
    assert rake(
        'a"Ant" br "Note: Small." br "Very small." br "Red."',
        'a"Bee" br "Note: Busy."',
        'a"Cow" br "Note: Big." br "Brown."',
    ) == picture(
        """
        Ant | Note: Small. Very small. Red.
        Bee | Note: Busy.
        Cow | Note: Big. Brown.
        """
    )


def test_a_consecutive_number_is_a_column() -> None:
    assert rake('"1." a"Ant"', '"2." a("Bee" b"s")', '"3." a"Cow"') == picture(
        """
        1. | Ant
        2. | Bees
        3. | Cow
        """
    )
    assert rake('"7" i"Ant"', '"3" i"Bee"', '"9" i"Cow"').count("|") == 0


def test_a_link_before_a_text_is_a_column() -> None:
    assert rake('a"Ant" " - it is " b"red"', 'a("B" b"ee") " - it flies"', 'a"Cow"') == picture(
        """
        Ant |  - it is red
        Bee |  - it flies
        Cow | -
        """
    )


def test_words_before_an_element_stay_with_it() -> None:
    assert rake('i"Ant" "by " a"Ann"', 'i"Bee" "by " a"Ben"', 'i"Cow" "by " a"Cid"') == picture(
        """
        Ant | by Ann
        Bee | by Ben
        Cow | by Cid
        """
    )


def test_a_highlighted_word_at_the_beginning_is_no_column() -> None:
    assert rake('b"Hay" " rake"', 'b"Hay" " fork"', 'b"Hay" " cart"').count("|") == 0


def test_a_separator_keeps_unlike_elements_apart_and_is_no_part_of_them() -> None:
    html = "".join(
        f"<li><a href=/{k}>{name}</a> | <i>{k}</i> - <u>{k} m</u>"
        for k, name in enumerate(["Ant", "Bee", "Cow"])
    )

    cells = [line.split(" | ") for line in raked(parse(html)).splitlines()]

    assert [[cell.strip() for cell in line if len(cell.strip()) > 1] for line in cells] == [
        ["Ant", "0 m"], ["Bee", "1 m"], ["Cow", "2 m"]
    ]  # fmt: skip


def test_a_separator_between_elements_that_are_alike_is_that_of_a_list() -> None:
    assert rake(
        'a"Ant" "|" a"Bee"', 'a"Cow" "|" a"Dog" "|" a"Elk"', 'a"Fox" "|" a"Gnu"'
    ) == picture(
        """
        Ant|Bee
        Cow|Dog|Elk
        Fox|Gnu
        """
    )


def test_elements_that_are_alike_and_end_with_commas_are_a_list() -> None:
    assert rake(
        'b"Ant" p(a"red," a"small")', 'b"Bee" p(a"busy," a"striped," a"loud")', 'b"Cow" p(a"big")'
    ) == picture(
        """
        Ant | red,small
        Bee | busy,striped,loud
        Cow | big
        """
    )


def test_the_lines_of_an_address_are_one_text() -> None:
    assert (
        rake(
            *[
                f'b"{name}" address("{k} Main St" br "Ham")'
                for k, name in enumerate(["Ant", "Bee", "Cow"])
            ]
        ).splitlines()[1]
        == "Bee | 1 Main St Ham"
    )


def test_an_element_that_html_does_not_know_is_part_of_the_text() -> None:
    assert rake(
        'a("Hay " hit"rake" " of ash")', 'a("Wooden " hit"rake")', 'a("A " hit"rake" ", new")'
    ) == picture(
        """
        Hay rake of ash
        Wooden rake
        A rake, new
        """
    )


def test_the_same_elements_with_the_same_words_between_them_are_columns() -> None:
    assert rake(
        'span[class=sub](b[class=score]"9 points" "by" a[class=user]"ann" " | " a"hide" " | " a"4 comments")',
        'span[class=sub](b[class=score]"7 points" "by" a[class=user]"ben" " | " a"hide" " | " a"1 comment")',
        'span[class=sub](b[class=score]"8 points" "by" a[class=user]"cid" " | " a"hide" " | " a"no comments")',
    ) == picture(
        """
        9 points | by | ann | hide | 4 comments
        7 points | by | ben | hide | 1 comment
        8 points | by | cid | hide | no comments
        """
    )


def test_signs_around_values_are_no_columns() -> None:
    assert rake('a"Ant" " (" a[class=site]"ant.org" ")"', 'a"Bee" " (" a[class=site]"bee.org" ")"',
                'a"Cow" " (" a[class=site]"cow.org" ")"') == picture(
        """
        Ant | ant.org
        Bee | bee.org
        Cow | cow.org
        """
    )  # fmt: skip


def test_alike_elements_in_steady_number_with_a_separator_between_them_are_columns() -> None:
    assert rake(
        'span"Ant Ltd" "·" span"Berlin"',
        'span"Bee Inc" "·" span"Paris"',
        'span"Cow Co" "·" span"Ulm"',
    ) == picture(
        """
        Ant Ltd | Berlin
        Bee Inc | Paris
        Cow Co  | Ulm
        """
    )


def test_sentences_about_the_same_elements_stay_one_text() -> None:
    sentences = rake(
        'a[class=user]"Ann" " liked the picture of " a[class=thing]"a hill"',
        'a[class=user]"Ben" " was the first to climb " a[class=thing]"a tree"',
        'a[class=user]"Cid" " sold " a[class=thing]"a cow"',
    )

    assert [line.count("|") for line in sentences.splitlines()] == [1, 1, 1]
    assert "sold a cow" in sentences


def test_a_date_that_is_marked_up_in_pieces_is_one_text() -> None:
    html = "".join(
        f"<li><p><span class=d>{day}</span>. <span class=m>May</span>, <span class=y>2014</span>"
        for day in (7, 12, 21)
    )

    assert raked(parse(html)).splitlines() == ["7. May, 2014", "12. May, 2014", "21. May, 2014"]


def test_names_with_commas_between_them_are_one_text() -> None:
    assert rake(
        'p(a[class=by]"Ann" ", " a[class=by]"Ben" " et al.")',
        'p(a[class=by]"Cid" ", " a[class=by]"Dot" " et al.")',
        'p(a[class=by]"Eve" ", " a[class=by]"Fay" " et al.")',
    ).splitlines()[0] == "Ann, Ben et al."  # fmt: skip


def test_a_link_at_the_beginning_of_a_line_is_a_column_also_without_an_element_around_it() -> None:
    tree = parse("".join(f"<a href=/{k}>Ant {k}</a> - lives in hill {k}<br>" for k in range(4)))
    links = [node for node in range(len(tree)) if tree.label(node) == "a"]
    records: list[Record] = [(node, node + 1) for node in links]

    found = merge_runs(align(tree, records), records)

    assert str(found).splitlines()[0] == "Ant 0 | - lives in hill 0 | /0"


def test_alike_lines_below_one_header_are_one_value() -> None:
    def rows(lines: str) -> str:
        names = ("Ant", "Bee", "Cow", "Dog")
        return "".join(f"<tr><td>{n}<td>{lines.format(n)}<td>{len(n)}" for n in names)

    def columns(head: str, lines: str) -> int:
        tree = parse(f"<table>{head}{rows(lines)}</table>")
        records: list[Record] = [
            (node,)
            for node in range(len(tree))
            if tree.label(node) == "tr" and tree.label(node + 1) == "td"
        ]
        return len(merge_runs(align(tree, records), records).fields)

    head = "<tr><th>Name<th>Address<th>Legs"
    address, different = "{0} Road<br>Great {0}<br>{0}shire", "{0} Road<br>555 123"

    assert (columns(head, address), columns("", address)) == (3, 5)
    assert columns(head, different) == 4


def test_rows_without_pieces_are_no_value_in_pieces() -> None:
    assert not is_one_value(LineReader(parse("<p>one<br>two")), [(), ()])


def test_a_run_that_two_groups_of_columns_have_is_given_once() -> None:
    """Nothing is between the elements, but each of them has words of the run beside it."""
    found = rake(
        '"See " em"this" code"that" " first"',
        '"Or " em"these" code"those" " last"',
    )

    assert found == picture("""
        See thisthat first
        Or thesethose last
    """)
