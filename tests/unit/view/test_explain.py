"""Why a table is the table: sentences a person can check against the page."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests import commands
from windrow.detect.auto.rank import NAMES
from windrow.model import Column, Table
from windrow.pipeline import find, find_in_tree
from windrow.tree import Tree
from windrow.view.explain import Explanation, explain, sentences
from windrow.view.features import FACTS

GOLDEN = Path(__file__).parents[2] / "golden"


def lesson(name: str) -> Explanation:
    return explain(find(GOLDEN / name / "page.html"))


windrow = partial(commands.windrow, "extract")


def page(name: str) -> str:
    return str(GOLDEN / name / "page.html")


def test_every_feature_of_the_ranking_has_words() -> None:
    assert {*FACTS} == {*NAMES}


def test_it_says_what_was_chosen_and_how_sure_that_is() -> None:
    first = lesson("shop").lines[0]

    assert first.startswith("6 records (div.product below div.products); score 0.")
    assert first.endswith(" are right.")


def test_what_speaks_for_products_is_said_with_numbers() -> None:
    best = lesson("shop").best

    assert best is not None
    facts = [reason.fact for reason in best.pros]
    assert any(fact.startswith("all of the records have a digit (on average") for fact in facts)
    assert any(fact.startswith("all of the records have a link (on average") for fact in facts)


def test_reasons_come_strongest_first() -> None:
    best = lesson("search-results").best

    assert best is not None
    points = [abs(reason.points) for reason in best.reasons]
    assert points == sorted(points, reverse=True)


def test_the_reasons_against_a_rival_are_measured_against_the_first() -> None:
    found = lesson("two-lists-and-a-menu")

    assert found.runner_up is not None
    assert found.runner_up.what == "3 records (tr below tbody)"
    assert any("of the text of the page (the first: " in r.fact for r in found.runner_up.cons)


def test_a_menu_far_behind_is_named_though_it_is_no_table() -> None:
    rival = lesson("shop").runner_up

    assert rival is not None
    assert "(li below ul" in rival.what or "(ul.foot below footer)" in rival.what
    assert any("texts" in reason.fact for reason in rival.cons)


def test_cells_and_pairs_of_rows_are_other_cuts_of_rows() -> None:
    found = lesson("timetable")

    assert found.best is not None
    assert found.other_cut is not None
    assert found.best.what == "6 records (tr below tbody)"
    assert found.other_cut.what in {"3 records (tr + tr below tbody)", "24 records (td below tr)"}
    assert found.other_cut.cons


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("timetable", "1 row is left out: not records, but names of columns or a footer"),
        ("dt-dd", "a record is made of several neighbours"),
        ("cards-in-rows", "one list below 3 different parents"),
        (
            "grouped-by-date",
            "each record takes over the heading above it: "
            '"Friday 6 June 2025", "Saturday 7 June 2025", "Sunday 8 June 2025"',
        ),
    ],
)
def test_it_says_how_the_records_came_about(name: str, note: str) -> None:
    assert note in lesson(name).notes


def test_it_says_that_a_part_of_the_list_would_rank_first() -> None:
    hits = [
        f"<div class=hit><h3><a href=/{k}>Rake number {k} of ash</a></h3><p>A rake with {k + 9} "
        f"teeth, made in the year 19{k}0 by hand.</p><i>hay.example/{k}</i></div>"
        for k in range(1, 9)
    ]
    html = f"<div class=top><div>{hits[0]}</div></div><p>More:</p><div class=more>{''.join(hits[1:])}</div>"

    found = explain(find(html.encode()))

    assert found.best is not None
    assert found.best.what == "8 records (div.hit below div.more)"
    assert "7 of the records alone would rank first; the others are like them" in found.notes


def test_it_says_that_the_cells_of_rows_were_taken() -> None:
    names = "Ash Beech Cedar Elm Fir Hazel Larch Lime Maple Oak Pine Rowan".split()
    cells = [f"<td><a href=/tree/{name}>The {name} tree</a></td>" for name in names]
    rows = "".join(f"<tr>{''.join(cells[k : k + 3])}</tr>" for k in (0, 3, 6, 9))

    found = explain(find(f"<h1>Trees</h1><table>{rows}</table>".encode()))

    assert any(note.startswith("4 records (tr below tbody) would rank") for note in found.notes)


def test_it_says_where_names_come_from_and_what_is_in_the_columns() -> None:
    assert (
        "views: a class in the markup calls it so; integer in 5 of 5 rows"
        in lesson("forum").columns
    )
    assert (
        'remarks: the table\'s header calls it "Remarks"; text in 3 of 6 rows'
        in lesson("timetable").columns
    )


def test_a_list_inside_names_its_columns() -> None:
    inner = (Column("size", "text"), Column("price", "price"))
    table = Table((Column("sizes", "rows", columns=inner, source="class"),), ({}, {}))
    [found, *_] = find_in_tree(Tree.from_text('ul(li(a"Ant" b"1") li(a"Bee" b"2"))'))

    [sentence] = explain([replace(found, table=table)]).columns

    assert sentence == "sizes: a class in the markup calls it so; rows in 2 of 2 rows (size, price)"


def test_a_page_without_a_list_is_said_to_have_none() -> None:
    assert str(explain(find(b"<p>Hay</p>"))) == "No list: nothing on the page repeats."


def test_a_page_cannot_steer_the_terminal() -> None:
    items = "".join(
        f"<li class='\x1b[2Jitem'><b>Tool {k}</b><i>Made of ash</i></li>" for k in range(4)
    )

    assert "\x1b" not in str(explain(find(f"<ul>{items}</ul>".encode())))


def test_another_detector_is_told_in_one_sentence() -> None:
    [sentence] = sentences(find(GOLDEN / "shop" / "page.html", detector="net"))

    assert sentence == "Only the default detector can say why; net follows its paper's own rules."


def test_a_hidden_list_is_said_to_be_hidden() -> None:
    items = "".join(
        f"<div class=result><img src=/{k}.jpg><h3><a href=/{k}>Rake {k}</a></h3>"
        f"<p>Made of ash and oak, with {k + 9} teeth, on {k} May 2024.</p></div>"
        for k in range(1, 9)
    )
    lines = sentences(find(f"<body><main hidden class=results>{items}</main></body>".encode()))

    assert lines[0].startswith("8 records (div.result below main.results)")
    assert "  - the page hides this list until a script has run" in lines


def test_the_command_prints_the_table_and_behind_it_the_reasons() -> None:
    code, out, _ = windrow(page("forum"), "--explain")

    table, why = out.split("\n\n", 1)
    assert code == 0
    assert table.startswith("title ")
    assert why.startswith("5 records (div.topic below div.topics); score 0.")


def test_programs_get_the_sentences_as_a_list() -> None:
    code, out, _ = windrow(page("forum"), "nowhere.html", "--explain", "--format", "jsonl")

    forum, missing = map(json.loads, out.splitlines())
    assert code == 1
    assert forum["explain"][0].startswith("5 records")
    assert len(forum["tables"][0]["rows"]) == 5
    assert missing.keys() == {"page", "error"}


@pytest.mark.parametrize("words", [("--to", "out.csv"), ("--table", "2"), ("--format", "csv")])
def test_what_cannot_hold_sentences_is_bad_usage(words: tuple[str, ...]) -> None:
    code, _, error = windrow(page("forum"), "--explain", *words)

    assert code == 2
    assert "--explain goes with --format table, json, jsonl" in error


def test_it_says_how_many_values_are_not_written_as_their_type_says() -> None:
    column = Column("price", "price", source="class", fit=0.9)
    [found, *_] = find(b"<ul><li><a>Ant</a><li><a>Bee</a><li><a>Cat</a></ul>")

    [sentence] = explain([replace(found, table=Table((column,), ({}, {})))]).columns

    assert sentence.endswith("price in 2 of 2 rows, 10 % of them in another form")
