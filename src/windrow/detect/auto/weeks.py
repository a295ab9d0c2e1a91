"""Months that are laid out as a table: its rows are weeks, which are not records."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from windrow.tree import Tree

__all__ = ["are_weeks"]

# The days of a week, by definition.
_DAYS = 7
# Fewer days are not a month, and a row or two of any table may count up: chosen, not measured.
_FEWEST = 14
# The share of cells with the day after that of the cell before; months end: chosen, not measured.
_COUNTING = 0.9
_DAY = re.compile(r"\W*(\d\d?)\b")


def are_weeks(tree: Tree, rows: Sequence[int]) -> bool:
    """Return whether the cells of *rows*, seven in each, begin with the days of a month in order.

    >>> days = [f'td(b"{day}" i"Hay")' for day in range(1, 22)]
    >>> weeks = [f"tr({' '.join(days[k : k + 7])})" for k in (0, 7, 14)]
    >>> tree = Tree.from_text(f"table({' '.join(weeks)})")
    >>> are_weeks(tree, tree.children(0))
    True
    """
    days: list[int] = []
    for row in rows:
        cells = tree.children(row)
        if len(cells) != _DAYS:
            return False
        texts = [next(filter(None, map(tree.text, tree.subtree(cell))), "") for cell in cells]
        numbers = [_DAY.match(text) for text in texts]
        # The row above the first week names its days.
        if row == rows[0] and not any(numbers):
            continue
        if any(text.strip() and not number for text, number in zip(texts, numbers, strict=True)):
            return False
        days += [int(number[1]) for number in numbers if number]
    counting = sum(day + 1 == after or after == 1 for day, after in pairwise(days))
    return len(days) >= _FEWEST and counting >= _COUNTING * (len(days) - 1)
