import re
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from windrow.match.grammar import (
    Grammar,
    GrammarGroup,
    ListRecord,
    RecordList,
    generate_grammar,
    list_symbols,
    match_lists,
)

strings = st.text("abcd", max_size=14)

EXPRESSIONS = {
    "": "",
    "abaab": "(ab?)+",
    "abcbcababcab": "(a(bc?)+)+",
    "ddddddc": "(d)+c",
    "ddddce": "(d)+ce",
    "xxy": "(x)+y",
    "xy": "xy",
    "abac": "(ab?)+c",
    "abcac": "(ab?c)+",
    "abcabcdeabc": "((abc)+d?e?)+",
    "abcabdab": "((abc?)+d?)+",
    "abbcabbbc": "(a(b)+c)+",
    "uavawa": "u((av?)+w?)+",
    "aab": "(a)+b",
    "ababc": "(ab)+c",
    "aaaa": "(a)+",
    "abab": "(ab)+",
    "abcd": "abcd",
    "abacabac": "((ab?)+c)+",
}


def grammar(text: str) -> Grammar:
    return generate_grammar([ord(letter) for letter in text])


def lists_of(lists: Sequence[RecordList], group: GrammarGroup) -> Iterator[RecordList]:
    """Yield all lists of *group*, also those inside records, in order."""
    for run in lists:
        if run.group == group:
            yield run
        for record in run.records:
            yield from lists_of(record.lists, group)


def cut(text: str, records: Sequence[ListRecord]) -> list[str]:
    return [text[record.start : record.end] for record in records]


@pytest.mark.parametrize(("text", "expression"), EXPRESSIONS.items())
def test_a_string_has_its_expression(text: str, expression: str) -> None:
    assert grammar(text).expression(chr) == expression


@given(text=strings)
def test_without_crossing_groups_the_expression_matches_its_string(text: str) -> None:
    found = grammar(text)
    assume(not found.dropped)

    assert re.fullmatch(found.expression(chr), text)


def test_of_two_crossing_groups_the_earlier_is_kept() -> None:
    found = grammar("abcbcdcd")

    assert found.expression(chr) == "a(bc)+d"
    assert found.dropped == (GrammarGroup(2, 4),)


def test_of_two_crossing_groups_the_one_taken_more_often_is_kept() -> None:
    found = grammar("abcbcdcdcd")

    assert found.expression(chr) == "ab(cd)+"
    assert found.dropped == (GrammarGroup(1, 3),)


@given(text=st.text("abcdef", max_size=40))
def test_kept_groups_never_cross_and_dropped_ones_always_do(text: str) -> None:
    found = grammar(text)

    assert not any(crosses(a, b) for a in found.groups for b in found.groups)
    assert all(any(crosses(a, b) for b in found.groups) for a in found.dropped)


@pytest.mark.parametrize(
    ("text", "records"),
    [
        ("abaab", ["ab", "a", "ab"]),
        ("abcbcababcab", ["abcbc", "ab", "abc", "ab"]),
        ("uaab", ["a", "a"]),
        ("abcacabc", ["abc", "ac", "abc"]),
    ],
)
def test_the_records_of_a_list_are_cut_out(text: str, records: list[str]) -> None:
    [found] = grammar(text).lists

    assert cut(text, found.records) == records


def test_lists_inside_records_are_cut_out_too() -> None:
    text = "abcbcababcab"
    found = grammar(text)

    inner = [[cut(text, run.records) for run in record.lists] for record in found.lists[0].records]

    assert inner == [[["bc", "bc"]], [["b"]], [["bc"]], [["b"]]]
    assert [len(run.records) for run in lists_of(found.lists, GrammarGroup(1, 3))] == [2, 1, 1, 1]


def test_a_list_ends_where_its_group_is_left() -> None:
    found = grammar("aabccd")

    assert found.lists == (
        RecordList(GrammarGroup(0, 1), (ListRecord(0, 1), ListRecord(1, 2))),
        RecordList(GrammarGroup(2, 3), (ListRecord(3, 4), ListRecord(4, 5))),
    )


@given(text=st.text("abcde", max_size=40))
def test_records_fill_their_list_and_hold_only_its_symbols(text: str) -> None:
    found = grammar(text)

    for group in found.groups:
        body = {chr(symbol) for symbol in found.body(group)}
        for run in lists_of(found.lists, group):
            ends = [record.end for record in run.records]
            assert [record.start for record in run.records[1:]] == ends[:-1]
            assert all({*part} and {*part} <= body for part in cut(text, run.records))


@given(text=st.text("abcde", max_size=40))
def test_a_record_has_no_symbol_twice_outside_its_lists(text: str) -> None:
    found = grammar(text)
    assume(not found.dropped)

    for group in found.groups:
        for run in lists_of(found.lists, group):
            for record in run.records:
                lists = [place for part in record.lists for place in places(part)]
                rest = [text[i] for i in range(record.start, record.end) if i not in lists]
                assert len(rest) == len({*rest})


def test_symbols_are_written_as_numbers_without_names() -> None:
    assert generate_grammar([7, 8, 7]).expression() == "(78?)+"


@pytest.mark.parametrize(
    ("first", "second", "symbols"),
    [
        ("xxy", "xy", "x"),
        ("xy", "xxy", "x"),
        ("de", "ddddce", "d"),
        ("ddddddc", "ddddce", "d"),
        ("ababab", "ab", "ab"),
        ("abaab", "abab", "ab"),
        ("uppv", "wppp", "p"),
        ("abbcabbbc", "abbc", "abc"),
        ("abuab", "ab", "abu"),
        ("abab", "acb", "ab"),
        ("xy", "xy", ""),
        ("xyxy", "yx", ""),
    ],
)
def test_lists_match_lists_and_single_elements(first: str, second: str, symbols: str) -> None:
    matches = match_lists(grammar(first), grammar(second))

    assert sorted(map(chr, list_symbols(matches))) == [*symbols]


def test_a_match_names_the_group_on_each_side() -> None:
    [match] = match_lists(grammar("uppv"), grammar("ppp"))

    assert (match.first, match.second) == (GrammarGroup(1, 2), GrammarGroup(0, 1))


def test_nested_groups_match_one_by_one() -> None:
    matches = match_lists(grammar("abbcabbbc"), grammar("abcabbc"))

    assert [(match.first, match.second) for match in matches] == [
        (GrammarGroup(0, 3), GrammarGroup(0, 3)),
        (GrammarGroup(1, 2), GrammarGroup(1, 2)),
    ]
    assert list_symbols(matches) == tuple(b"abc")


def test_one_group_without_partner_stops_all_lists_only_if_asked() -> None:
    first, second = grammar("xxyzyz"), grammar("xxzy")

    assert list_symbols(match_lists(first, second)) == tuple(b"x")
    assert match_lists(first, second, list_match="all") == ()
    assert match_lists(first, first, list_match="all") == match_lists(first, first)


def test_an_unknown_way_of_matching_is_refused() -> None:
    with pytest.raises(ValueError, match="'each' or 'all'"):
        match_lists(grammar("a"), grammar("a"), list_match="some")  # type: ignore[arg-type]


@given(first=strings, second=strings)
def test_matching_is_symmetric(first: str, second: str) -> None:
    there = match_lists(grammar(first), grammar(second))
    back = match_lists(grammar(second), grammar(first))

    assert {(m.first, m.second) for m in there} == {(m.second, m.first) for m in back}


def crosses(a: GrammarGroup, b: GrammarGroup) -> bool:
    return a.start < b.start < a.end < b.end or b.start < a.start < b.end < a.end


def places(run: RecordList) -> range:
    return range(run.records[0].start, run.records[-1].end)
