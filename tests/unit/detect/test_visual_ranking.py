"""What places on the screen change in the ranking."""

from array import array
from collections.abc import Sequence
from dataclasses import replace

import pytest

from windrow.detect.auto.whole import Span, seen_as_one, white_space
from windrow.tree import Tree
from windrow.tree.tree import Box

# The first record is in its own box, as on search engines.
TEXT = "body(div(p(a b)) div(p(a b) p(a b) p(a b) p(a b)))"
APART, REST = 2, (6, 9, 12, 15)


def placed(boxes: Sequence[tuple[int, Box]], text: str = TEXT) -> Tree:
    tree = Tree.from_text(text)
    numbers = array("d", [float("nan")] * (4 * len(tree)))
    for node, box in boxes:
        numbers[4 * node : 4 * node + 4] = array("d", box)
    return replace(tree, boxes=numbers)


def span(*starts: int) -> Span:
    return array("i", starts), array("i", [start + 3 for start in starts])


def column(first: Box) -> list[tuple[int, Box]]:
    """Return places of the records: four below each other, and the first one where it is."""
    return [
        (APART, first),
        *((n, (10, 100 + 60 * k, 500, 150 + 60 * k)) for k, n in enumerate(REST)),
    ]


CANDIDATES = [span(*REST), span(APART, *REST)]


def test_a_record_that_continues_the_list_to_the_eye_belongs_to_it() -> None:
    tree = placed(column((10, 40, 500, 90)))

    assert seen_as_one(tree, CANDIDATES, [9.0, 8.0]) == 1


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ((30, 40, 500, 90), "it stands elsewhere"),
        ((10, 40, 300, 90), "it is narrower"),
        ((10, 75, 500, 90), "it is a line only"),
    ],
)
def test_a_record_that_looks_otherwise_does_not(first: Box, why: str) -> None:
    assert seen_as_one(placed(column(first)), CANDIDATES, [9.0, 8.0]) is None, why


def test_a_record_that_was_not_drawn_does_not() -> None:
    assert seen_as_one(placed(column((10, 40, 500, 90))[1:]), CANDIDATES, [9.0, 8.0]) is None


def test_something_of_other_parts_does_not_whatever_its_place() -> None:
    tree = placed(column((10, 40, 500, 90)), TEXT.replace("p(a b)", "p(i u)", 1))

    assert seen_as_one(tree, CANDIDATES, [9.0, 8.0]) is None


def test_a_record_like_the_others_may_stand_farther_away_as_behind_an_advert() -> None:
    assert seen_as_one(placed(column((10, 0, 500, 50))), CANDIDATES, [9.0, 8.0]) == 1


def test_one_part_that_lacks_a_label_of_the_records_does_not() -> None:
    tree = placed(column((10, 40, 500, 90)), TEXT.replace("p(a b)", "p(a i)", 1))

    assert seen_as_one(tree, CANDIDATES, [9.0, 8.0]) is None


def test_a_candidate_that_is_far_worse_is_not_looked_at() -> None:
    assert seen_as_one(placed(column((10, 40, 500, 90))), CANDIDATES, [9.0, 7.0]) is None


def test_the_longer_list_stays_the_best_one_where_it_is() -> None:
    assert seen_as_one(placed(column((10, 40, 500, 90))), CANDIDATES, [8.0, 9.0]) is None


def test_without_boxes_nothing_changes() -> None:
    assert seen_as_one(Tree.from_text(TEXT), CANDIDATES, [9.0, 8.0]) is None


def test_cells_of_a_grid_are_in_line_with_those_of_their_column() -> None:
    cells = [(n, (100.0 * (k % 2), 50.0 * (k // 2), 90.0 + 100 * (k % 2), 40.0 + 50 * (k // 2)))
             for k, n in enumerate((APART, *REST))]  # fmt: skip

    assert seen_as_one(placed(cells), CANDIDATES, [9.0, 8.0]) == 1


def test_white_space_is_measured_below_or_else_beside() -> None:
    assert white_space((0, 0, 10, 10), (0, 15, 10, 20)) == 5
    assert white_space((0, 0, 10, 10), (12, 0, 20, 10)) == 2
    assert white_space((0, 0, 10, 10), (5, 5, 20, 20)) == 0
