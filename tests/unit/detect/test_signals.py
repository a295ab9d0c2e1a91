"""What the default detector knows of every node."""

import pytest

from windrow.detect.auto import Auto
from windrow.detect.auto.signals import measure
from windrow.tree import Tree


@pytest.mark.parametrize(
    ("name", "against"),
    [
        ("header", 1),
        ("pageHeader", 1),
        ("topnav", 1),
        ("references", 1),
        ("reflist", 1),
        ("infobox", 1),
        ("navbox", 1),
        ("wikitable plainrowheaders", 0),
        ("preferences", 0),
        ("shadow", 0),
    ],
)
def test_words_against_a_list_are_whole_words(name: str, against: int) -> None:
    tree = Tree.from_text(f'html(body(div[class="{name}"](p"Rake")))')

    assert measure(tree).negatives[2] == against


@pytest.mark.parametrize(
    ("text", "minute"),
    [
        ("20:15", 1215),
        ("6:45 pm", 1125),
        ("12.10am - 1.00am", 10),
        ("20h15", 1215),
        ("8 pm", 1200),
        ("8pm - 10pm", 1200),
        ("8.15", -1),
        ("3:2", -1),
        ("8 pmol", -1),
        ("1:1000", -1),
        ("The barn opens around 9:30 every Friday, and closes at noon.", -1),
    ],
)
def test_times_of_day_are_read_unless_a_sentence_has_them(text: str, minute: int) -> None:
    signals = measure(Tree.from_text(f'p"{text}"'))

    assert signals.minutes[0] == minute
    assert signals.clocks[-1] == (minute >= 0)


@pytest.mark.parametrize(
    ("times", "dated"), [("7:15 8:00 9:30 9:45 11:00", 1.0), ("7:15 2:04 9:30 1:12 0:58", 0.0)]
)
def test_times_are_dates_where_they_are_in_order(times: str, dated: float) -> None:
    """Those of a schedule are; the lengths of films are not."""
    records = " ".join(f'li(b"{time}" a[href=/{time}]"Show")' for time in times.split())
    tree = Tree.from_text(f"body(ul({records}))")

    [best, *_] = Auto().ranked(tree, measure(tree))

    assert best.features["dated"] == dated


@pytest.mark.parametrize(("text", "colon"), [("Price:", 1), ("12:", 0), ("AB123:", 0)])
def test_a_number_with_a_colon_is_not_a_label(text: str, colon: int) -> None:
    assert measure(Tree.from_text(f'p"{text}"')).colons[0] == colon


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("2. Rake the hay", 0),
        ("12) Rake the hay", 0),
        ("2. Rake 3 acres", 1),
        ("2.5 acres", 1),
        ("2.", 1),
    ],
)
def test_the_number_of_a_step_is_no_figure(text: str, digits: int) -> None:
    assert measure(Tree.from_text(f'p"{text}"')).digits[-1] == digits


@pytest.mark.parametrize(("text", "dates"), [("in 1990", 1), ("1990s", 0), ("2010-2014", 1)])
def test_a_decade_is_no_date(text: str, dates: int) -> None:
    assert measure(Tree.from_text(f'p"{text}"')).dates[-1] == dates
