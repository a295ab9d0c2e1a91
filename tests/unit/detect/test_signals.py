"""What the default detector knows of every node."""

import pytest

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
    ("text", "dated"),
    [
        ("20:15", 1),
        ("6:45 pm", 1),
        ("20h15", 1),
        ("8 pm", 1),
        ("8pm - 10pm", 1),
        ("3:2", 0),
        ("8 pmol", 0),
        ("1:1000", 0),
        ("The barn opens around 9:30 every Friday, and closes at noon.", 0),
    ],
)
def test_a_time_of_day_is_a_date_unless_a_sentence_has_it(text: str, dated: int) -> None:
    assert measure(Tree.from_text(f'p"{text}"')).dates[-1] == dated


@pytest.mark.parametrize(("text", "colon"), [("Price:", 1), ("12:", 0), ("AB123:", 0)])
def test_a_number_with_a_colon_is_not_a_label(text: str, colon: int) -> None:
    assert measure(Tree.from_text(f'p"{text}"')).colons[0] == colon
