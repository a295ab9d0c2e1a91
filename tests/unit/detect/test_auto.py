"""The default detector: the list a person would mean."""

from array import array

import pytest

from windrow import extract
from windrow.detect.auto import Auto
from windrow.detect.auto.candidates import candidates
from windrow.detect.auto.headings import carried_down, group_headings
from windrow.detect.auto.rank import NAMES, Weights, rank
from windrow.detect.auto.signals import measure
from windrow.model import Region
from windrow.tree import Tree, parse
from windrow.tree.grid import HeaderRows


def best(tree: Tree) -> Region:
    return max(Auto().detect(tree), key=lambda region: region.score)


MENU = (
    '<nav><ul class="menu">'
    + "".join(f"<li><a href=/{k}>Menu {k}</a>" for k in range(6))
    + "</ul></nav>"
)


def _headings(tree: Tree, starts: list[int]) -> list[tuple[int, ...]]:
    ends = [start + tree.sizes[start] for start in starts]
    return group_headings(tree, measure(tree), array("i", starts), array("i", ends))


def product(number: int) -> str:
    return (
        f"<h3><a href=/p/{number}>Rake number {number}</a></h3><p>Made of ash and oak, with "
        f"{number + 9} teeth.</p><span class=price>€{number}2.50</span>"
    )


def test_products_come_before_the_menu() -> None:
    products = "".join(f"<div class=product>{product(k)}</div>" for k in range(4))
    tree = parse(f"{MENU}<main>{products}</main><footer><p><a>About</a> <a>Jobs</a></footer>")

    region = best(tree)

    assert len(region.records) == 4
    assert {tree.attribute(record[0], "class") for record in region.records} == {"product"}


def test_cards_in_rows_are_one_list() -> None:
    rows = "".join(
        "<div class=row>"
        + "".join(f"<div class=card>{product(3 * row + k)}</div>" for k in range(3))
        + "</div>"
        for row in range(3)
    )
    tree = parse(f"{MENU}<main>{rows}</main>")

    region = best(tree)

    assert len(region.records) == 9
    assert region.parent is None


def test_a_list_is_not_cut_by_an_advert() -> None:
    items = [f"<div class=product>{product(k)}</div>" for k in range(6)]
    items.insert(2, "<div class=ad><img src=ad.gif></div>")
    tree = parse(f"{MENU}<main>{''.join(items)}</main>")

    assert len(best(tree).records) == 6


def test_records_of_two_siblings_begin_at_the_first() -> None:
    entries = "".join(
        f"<dt><a href=/{k}>The {k}th meeting of the board</a><dd>Held on {k} March 2020, in the barn."
        for k in range(1, 6)
    )
    tree = parse(f"<h1>Minutes</h1><dl>{entries}</dl>")

    region = best(tree)

    assert [tuple(map(tree.label, record)) for record in region.records] == [("dt", "dd")] * 5


def test_a_heading_between_groups_is_a_value_of_the_records_below_it() -> None:
    tree = parse(
        "<div><h4>Monday</h4><p><b>Hay</b> <i>9:00 in 2020</i></p><p><b>Oats</b> <i>11:00 in 2020</i></p>"
        "<h4>Tuesday</h4><p><b>Rye</b> <i>9:30 in 2020</i></p><p><b>Corn</b> <i>12:00 in 2020</i></p>"
        "<p><b>Clover</b> <i>14:00 in 2020</i></p></div>"
    )
    starts = [node for node in range(len(tree)) if tree.label(node) == "p"]

    headings = _headings(tree, starts)

    assert [[tree.text(node) for node in nodes] for nodes in headings] == [
        ["Monday"], ["Monday"], ["Tuesday"], ["Tuesday"], ["Tuesday"],
    ]  # fmt: skip


def test_only_what_begins_with_a_heading_is_one_and_headers_of_tables_are_none() -> None:
    rows = "".join(f"<tr><td>{k}<td>Rake {k}" for k in range(3))
    group = f"<table><tr><th>No<th>Tool</tr>{rows}</table><div>All of ash.</div>"
    tree = parse("".join(f"<h3>Barn {name}</h3>{group}" for name in "ABC"))
    starts = [n for n in range(len(tree)) if tree.label(n) == "tr" and tree.label(n + 1) == "td"]

    headings = _headings(tree, starts)

    assert [[tree.text(node) for node in nodes] for nodes in headings] == [
        [f"Barn {name}"] for name in "AAABBBCCC"
    ]


def test_the_tab_of_a_pane_is_a_value_of_the_records_in_it() -> None:
    tabs = "".join(f'<li><a href="#{day}">{day}day</a>' for day in ("Mon", "Tues", "Fri"))
    panes = "".join(
        f"<div id={day}><ul>{''.join(f'<li><b>{k}:00</b> <i>{day} hay {k}</i>' for k in range(8, 12))}</ul></div>"
        for day in ("Mon", "Tues", "Fri")
    )

    [table, *_] = extract(f"<ul class=tabs>{tabs}</ul><div>{panes}</div>".encode())

    days = [next(iter(row.values())) for row in table.rows]
    assert days == ["Monday"] * 4 + ["Tuesday"] * 4 + ["Friday"] * 4


def test_a_record_with_an_id_is_no_pane() -> None:
    links = "".join(f'<li><a href="#p{k}">To {k}</a>' for k in range(6))
    items = "".join(f"<div id=p{k}><section>{product(k)}</section></div>" for k in range(6))
    tree = parse(f"<ul>{links}</ul><main>{items}</main>")
    starts = [node for node in range(len(tree)) if tree.label(node) == "section"]

    assert not _headings(tree, starts)


def test_a_first_cell_left_empty_takes_the_value_above_it() -> None:
    tree = Tree.from_text(
        'tbody(tr(td"Monday" td"Hay") tr(td"" td"Oats") tr(td"Tuesday" td"Rye") tr(td"" td"Corn"))'
    )

    carried = carried_down(tree, array("i", tree.children(0)))

    assert [node and tree.text(node) for node in carried] == [None, "Monday", None, "Tuesday"]


def test_a_value_inside_a_list_of_its_record_is_not_carried_down() -> None:
    page = (
        '<<table><td>Control:<td class="stat"><span>Public</td><table><td><td class="stat">'
        '<span>Control:<td>Setting:<tr id="sctr id="sc</div><table class="featureStats">'
        "<td>Location:<tr><td>Control:"
    )

    # The value has no column of its own: this raised a KeyError.
    assert extract(page.encode()).tables


def test_a_row_of_words_over_numbers_names_the_columns() -> None:
    tree = Tree.from_text(
        'tbody(tr(td"Name" td"Teeth") tr(td"Hay rake" td"14") tr(td"Leaf rake" td"22") tr(td"Rake" td"9"))'
    )
    rows = tree.children(0)

    assert HeaderRows(tree).among(rows) == {rows[0]}
    assert HeaderRows(tree).among(rows[1:]) == set()


def test_a_page_may_have_more_images_than_texts() -> None:
    images = "".join(
        f"<img class='{chr(97 + k // 26)}{chr(97 + k % 26)}' src={k}.png>" for k in range(150)
    )

    tables = extract("<hr>".join([images] * 6).encode())

    assert len(tables[0].rows) == 900


def test_the_same_records_proposed_twice_are_one_candidate() -> None:
    tree = Tree.from_text("body(ul(li(a b) li(a b) li(a b)))")
    found = candidates(tree, measure(tree))

    stretches = [(tuple(c.starts), tuple(c.ends)) for c in found]

    assert len(stretches) == len(set(stretches))
    assert any(c.generators.bit_count() > 1 for c in found)


def test_every_weight_is_that_of_a_feature() -> None:
    assert set(Weights.shipped().ranking) <= set(NAMES)


def test_ranking_does_not_depend_on_the_order_of_candidates() -> None:
    tree = parse(
        f"{MENU}<main>{''.join(f'<div class=product>{product(k)}</div>' for k in range(5))}</main>"
    )
    signals = measure(tree)
    found = candidates(tree, signals)

    first = rank(tree, signals, found, Weights.shipped())[0]

    assert len(first.candidate) == 5
    assert first.value == max(
        entry.value for entry in rank(tree, signals, found, Weights.shipped())
    )


def test_scores_are_probabilities_in_the_order_of_the_ranking() -> None:
    tree = parse(
        f"{MENU}<main>{''.join(f'<div class=product>{product(k)}</div>' for k in range(5))}</main>"
    )
    scores = [region.score for region in sorted(Auto().detect(tree), key=lambda r: -r.score)]

    assert all(0 <= score <= 1 for score in scores)
    assert len(set(scores)) == len(scores)


def test_a_page_without_a_list_has_no_sure_table() -> None:
    text = "".join(
        f"<p>{'The hay was cut on the third and lay in rows until the wind turned. ' * (k + 2)}</p>"
        for k in range(5)
    )
    tree = parse(f"<h1>A summer</h1><article>{text}</article>")

    assert all(region.score <= 0.5 for region in Auto().detect(tree))


def test_blocks_of_a_page_are_not_a_list() -> None:
    rows = "".join(f"<tr><td>Rake {k}<td>{k + 3} teeth" for k in range(6))
    tree = parse(
        f"<div><img src=a.gif><ul><li><a href=/>Home, since 2001</a></ul></div>"
        f"<div><h2>All rakes</h2><table>{rows}</table><img src=b.gif><p>Printed in 2002</div>"
    )

    regions = Auto().detect(tree)

    assert len(best(tree).records) == 6
    assert all(len(region.records) > 2 for region in regions)


def test_two_things_alike_are_a_list() -> None:
    tree = parse(f"{MENU}<main><div>{product(1)}</div><div>{product(2)}</div></main>")

    assert len(best(tree).records) == 2


def test_options_of_a_form_are_not_records() -> None:
    options = "".join(f"<option>Barn number {k}" for k in range(40))
    tree = parse(f"<form><select>{options}</select></form>")

    assert not Auto().detect(tree)


def test_a_schedule_comes_before_a_strip_of_dates() -> None:
    days = "".join(
        f"<span class=item><a href=/{k}>{k} March 2021</a> <i>day {k}</i></span>"
        for k in range(1, 8)
    )
    shows = "".join(f"<li><b>{k}:30</b> <a href=/s{k}>Show {k}</a>" for k in range(24))
    tree = parse(f"<div class=content><div>{days}</div></div><div><ul>{shows}</ul></div>")

    assert len(best(tree).records) == 24


@pytest.mark.parametrize("shows", [5, 8, 12])
def test_a_short_schedule_comes_before_links_to_days(shows: int) -> None:
    days = "".join(f"<a href=/{k}><i>Mon</i> <b>{k} May</b></a>" for k in range(1, 15))
    lines = "".join(
        f"<div><b>{k + 6}:30</b> <i>The {'old new red big low wet dry odd raw shy sly wan'.split()[k]} "
        "barn of the valley</i></div>"
        for k in range(shows)
    )
    tree = parse(f"{MENU}<div>{days}</div><div>{lines}</div>")

    assert len(best(tree).records) == shows


def test_a_date_over_a_group_is_that_of_its_records() -> None:
    def day(number: int, count: int) -> str:
        acts = "".join(
            f"<div><a href=/{number}/{k}>Act {k}</a><b>hall {k}</b></div>" for k in range(count)
        )
        return f"<section><h3>{number} May 2021</h3><div>{acts}</div></section>"

    tree = parse(f"<main>{day(1, 3)}{day(2, 1)}{day(3, 4)}{day(4, 2)}</main>")

    ranked = Auto().ranked(tree, measure(tree))
    acts = [one for one in ranked if {tree.label(s) for s in one.candidate.starts} == {"div"}]

    assert {entry.features["dated"] for entry in acts if len(entry.candidate) == 10} == {1.0}


def test_one_date_over_a_list_is_that_of_the_page() -> None:
    acts = "".join(f"<div><a href=/{k}>Act</a><b>hall</b></div>" for k in range(4))
    tree = parse(f"<main><h3>1 May 2021</h3>{acts}</main>")

    ranked = Auto().ranked(tree, measure(tree))

    assert {entry.features["dated"] for entry in ranked if len(entry.candidate) == 4} == {0.0}


def test_a_date_before_every_record_is_missed_rather_than_carried() -> None:
    """Text alone is not a record whose title and date are in the row above it."""
    pairs = "".join(f"<tr><td><b>{k} May 2021</b><tr><td><p>Rake {k}" for k in range(1, 7))
    tree = parse(f"<table>{pairs}</table>")

    ranked = Auto().ranked(tree, measure(tree))
    texts = [
        entry
        for entry in ranked
        if [*filter(None, map(tree.text, tree.subtree(entry.candidate.starts[0])))] == ["Rake 1"]
    ]

    assert {entry.features["dated"] for entry in texts if len(entry.candidate) == 6} == {0.0}


def test_candidates_are_found_from_both_ends_and_in_slices() -> None:
    tree = Tree.from_text('body(ul(li(a"A" b"1") li(a"B" b"2")) p"C" p"D")')
    found = candidates(tree, measure(tree))

    every = [(c.starts, c.ends) for c in found]

    assert (found[-1].starts, found[-1].ends) == every[-1]
    assert [(c.starts, c.ends) for c in found[1:]] == every[1:]
    with pytest.raises(IndexError):
        found[len(every)]


def test_parts_of_a_page_that_are_no_list_lift_none_that_is_inside_them() -> None:
    words = " ".join(["hay"] * 90)
    offers = " ".join(f'li(a"Rake number {k} of old ash" b"{k} kg")' for k in range(1, 6))
    page = f'body(div(ul(li"Ant" li"Bee" li"Cat" li"Dog")) div(p"{words}" ol({offers})))'
    tree = Tree.from_text(page)
    signals = measure(tree)

    first = rank(tree, signals, candidates(tree, signals), Weights({"page_share": 1.0}))[0]

    assert tree.label(tree.parents[first.candidate.starts[0]]) == "ol"


def test_two_rows_of_one_shape_are_a_record_if_one_of_them_begins_with_a_link() -> None:
    rows = "".join(
        f"<tr><td><img src=dot.gif><td><a href=/{k}>Hay of the year {1990 + k}</a></tr>"
        f"<tr><td><img src=gap.gif><td>Cut in the {k}th week, and <a href=/s{k}>dried</a> before noon</tr>"
        for k in range(1, 9)
    )
    tree = parse(f"<table>{rows}</table>")

    assert [len(record) for record in best(tree).records] == [2] * 8


def test_a_menu_is_a_further_table_only_on_request() -> None:
    rows = "".join(f"<tr><th>Part {k}<td>{k} cm" for k in range(4))
    page = f"{MENU}<main><h1>A rake</h1><table>{rows}</table></main>".encode()

    assert [len(table) for table in extract(page)] == [4]
    assert 6 in [len(table) for table in extract(page, every=True)]
