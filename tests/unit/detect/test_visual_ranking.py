"""What places on the screen add to the ranking."""

from array import array
from collections.abc import Mapping
from dataclasses import replace

from windrow.detect.visual import FEATURES, WEIGHTS, adjustments, visual_features
from windrow.tree import Tree


def placed(text: str, boxes: Mapping[int, tuple[float, ...]], page: tuple[float, ...]) -> Tree:
    tree = Tree.from_text(text)
    numbers = array("d", [float("nan")] * (4 * len(tree)))
    for node, box in {0: page, **boxes}.items():
        numbers[4 * node : 4 * node + 4] = array("d", box)
    return replace(tree, boxes=numbers)


def told(tree: Tree, starts: list[int], ends: list[int]) -> dict[str, float]:
    return dict(zip(FEATURES, visual_features(tree, starts, ends), strict=True))


def test_without_boxes_nothing_is_added() -> None:
    assert adjustments(Tree.from_text("ul(li li)"), [([1, 2], [2, 3])]) == [0]


def test_the_larger_and_wider_list_is_preferred() -> None:
    tree = placed(
        "body(ul(li li) ol(li li))",
        {2: (0, 0, 100, 10), 3: (0, 10, 100, 20), 5: (0, 20, 900, 60), 6: (0, 60, 900, 100)},
        (0, 0, 1000, 100),
    )

    small, large = adjustments(tree, [([2, 3], [3, 4]), ([5, 6], [6, 7])])
    assert small < 0 < large
    assert set(WEIGHTS) <= set(FEATURES)


def test_a_list_that_is_not_drawn_is_neither_preferred_nor_punished() -> None:
    tree = placed(
        "body(ul(li li) ol(li li) dl(dt dt))",
        {2: (0, 0, 100, 10), 3: (0, 10, 100, 20), 8: (0, 20, 900, 60), 9: (0, 60, 900, 100)},
        (0, 0, 1000, 100),
    )

    first, second, third = adjustments(
        tree, [([2, 3], [3, 4]), ([5, 6], [6, 7]), ([8, 9], [9, 10])]
    )
    assert first < second == 0 < third


def test_records_nobody_sees_are_not_drawn() -> None:
    tree = placed("ul(li li li li)", {1: (0, 0, 9, 9), 2: (0, 9, 9, 18)}, (0, 0, 100, 100))

    assert told(tree, [1, 2, 3, 4], [2, 3, 4, 5])["drawn"] == 0.5


def test_a_grid_has_columns_and_stands_in_lines() -> None:
    boxes = {
        k: (k % 2 * 50.0, k // 2 * 20.0, k % 2 * 50 + 40.0, k // 2 * 20 + 15.0) for k in range(1, 7)
    }
    numbers = told(placed("ul(li*6)", boxes, (0, 0, 100, 100)), [*range(1, 7)], [*range(2, 8)])

    assert round(numbers["columns"], 3) == 0.693
    assert numbers["lined_up"] == 1
    assert numbers["uneven"] == 0


def test_white_space_between_records_is_more_than_inside() -> None:
    boxes = {1: (0, 0, 9, 10), 2: (0, 12, 9, 20), 3: (0, 40, 9, 50), 4: (0, 52, 9, 60)}
    tree = placed(
        "div(a b a b)", {k: (*map(float, b),) for k, b in boxes.items()}, (0, 0, 100, 100)
    )

    assert told(tree, [1, 3], [3, 5])["apart"] > 0.8
    assert told(tree, [2], [4])["drawn"] == 1
