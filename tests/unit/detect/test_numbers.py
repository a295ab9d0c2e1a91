"""The numbers of the ranking: what links, figures, headers and kin say of a list."""

from array import array

import pytest

from windrow.detect.auto.candidates import Candidate, candidates
from windrow.detect.auto.margins import MOST, margins
from windrow.detect.auto.rank import Ranked, Weights, rank
from windrow.detect.auto.signals import measure
from windrow.tree import Tree, parse


def ranked(tree: Tree, label: str, count: int) -> Ranked:
    """Return the candidate of *count* single nodes with this label."""
    signals = measure(tree)
    entries = rank(tree, signals, candidates(tree, signals), Weights.shipped())
    wanted = [label] * count
    return next(e for e in entries if [*map(tree.label, e.candidate.starts)] == wanted)


def items(*records: str) -> Tree:
    return parse(f"<ul>{''.join(f'<li>{record}' for record in records)}</ul>")


def test_texts_without_letters_and_digits_are_no_texts() -> None:
    bare = items(*["<b>Hay</b><i>|</i>"] * 4)
    full = items(*["<b>Hay</b><i>x</i>"] * 4)

    assert ranked(bare, "li", 4).features["single"] == 1
    assert ranked(full, "li", 4).features["single"] == 0
    assert ranked(bare, "li", 4).features["two_texts"] == 0


def test_numbers_are_texts_of_digits_and_letters_of_all_scripts_count() -> None:
    tree = items("<b>€ 12.50</b>", "<b>12 ножей</b>", "<b>3 × 4 …</b>", "<b>Rake</b>")

    found = ranked(tree, "li", 4).features

    assert found["numeric"] == 0.5
    assert found["digit"] == 0.75


def test_links_and_where_they_lead() -> None:
    tree = items("<a href=/1>Ant</a>", "<a href=/1>Bee</a> lives", "<a href=/2>Cat</a>", "Dog")

    found = ranked(tree, "li", 4).features

    assert found["link"] == 0.75
    assert found["all_link"] == 0.5
    assert found["targets"] == pytest.approx(2 / 3)


def test_rows_know_the_headers_of_their_tables() -> None:
    rows = "<tr><td>1<td>2<tr><td>3<td>4"
    tree = parse(
        f"<table><tr><th>a<th>b{rows}</table><table><tr><th>a<th>c{rows}</table>"
        f"<table>{rows}</table><table>{rows}</table>"
    )

    found = ranked(tree, "tr", 8).features

    assert found["table_headers"] == 0.5
    assert found["table_kinds"] == pytest.approx(1.0986, abs=1e-4)


def test_names_of_rows_are_no_headings_of_columns() -> None:
    rows = "".join(f"<tr><th>{name}<td>{k}<td>{k + 2}" for k, name in enumerate("abcd"))

    found = ranked(parse(f"<table><tr><th>All of it</tr>{rows}</table>"), "tr", 4).features

    assert found["table_headers"] == 0


def test_what_is_said_elsewhere_at_the_same_place_is_kin() -> None:
    boxes = "".join(f"<div><ul>{'<li>Hay' * 3}</ul></div>" for _ in range(3))
    tree = parse(boxes)
    signals = measure(tree)
    entries = rank(tree, signals, candidates(tree, signals), Weights.shipped())

    kin = {len(e.candidate): e.features["kin"] for e in entries if e.candidate.starts[0] == 4}

    assert kin[3] == pytest.approx(1.0986, abs=1e-4)
    assert kin[9] == 0


def test_one_short_record_leaves_the_low_text_as_it_is() -> None:
    tree = items(*["<b>Hay rake</b> of ash"] * 8, "<b>x</b> y")

    found = ranked(tree, "li", 9).features

    assert found["low_text"] > found["least_text"]


def test_margins_are_leads_over_other_cuts_and_over_other_lists() -> None:
    tree = parse(
        f"<ul>{'<li><b>Hay</b> <i>9</i>' * 6}</ul><p>{'<a href=/>Menu</a> ' * 6}</p>"
        f"<ol>{'<li>Oats and rye' * 6}</ol>"
    )
    signals = measure(tree)
    first, *rest = rank(tree, signals, candidates(tree, signals), Weights.shipped())

    ahead = margins(first, rest)

    others = [e for e in rest if not e.overlaps(first)]
    assert ahead.lists == min(MOST, first.value - others[0].value)
    assert 0 <= ahead.cut <= MOST
    assert margins(first, []) == (MOST, MOST)


def test_only_what_a_rule_replaced_is_no_rival_however_near_or_far_it_is() -> None:
    def cut(length: int, value: float, replaced: bool = False) -> Ranked:
        starts = array("i", range(0, 24, length))
        ends = array("i", [start + length for start in starts])
        return Ranked(Candidate(starts, ends, 0), array("d"), value, replaced)

    best = cut(4, 2.0)

    assert margins(best, [cut(2, 1.995)]).cut == pytest.approx(0.005)
    assert margins(best, [cut(2, 1.99, True), cut(3, 1.98, True), cut(1, 1.5)]).cut == 0.5
