"""Pairs old columns with new ones so that the total similarity is as large as possible."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["assign"]

# The work grows with the third power of the number of columns: in wider tables the best pairs are
# taken one by one. Chosen, not measured.
_WIDEST = 150


def assign(worth: Sequence[Sequence[float]]) -> list[int | None]:
    """Return a different column for every row of *worth*, with the largest total.

    Pairs that are worth nothing are left out.

    >>> assign([[0.9, 0.8], [0.8, 0.1]])
    [1, 0]
    >>> assign([[0.9, 0.0, 0.0], [0.7, 0.0, 0.0]])
    [0, None]
    """
    if not worth or not worth[0]:
        return [None] * len(worth)
    # Most pairs are worth nothing, so only possible pairs are considered.
    rows = [row for row, line in enumerate(worth) if any(value > 0 for value in line)]
    columns = [at for at in range(len(worth[0])) if any(worth[row][at] > 0 for row in rows)]
    small = [[worth[row][at] for at in columns] for row in rows]
    found: list[int | None] = [None] * len(worth)
    if small:
        paired = _greedy(small) if max(len(rows), len(columns)) > _WIDEST else _optimal(small)
        for row, line, at in zip(rows, small, paired, strict=True):
            found[row] = columns[at] if at is not None and line[at] > 0 else None
    return found


def _greedy(worth: Sequence[Sequence[float]]) -> list[int | None]:
    order = sorted(
        ((-value, row, at) for row, line in enumerate(worth) for at, value in enumerate(line))
    )
    found: list[int | None] = [None] * len(worth)
    taken: set[int] = set()
    for _, row, at in order:
        if found[row] is None and at not in taken:
            found[row] = at
            taken.add(at)
    return found


def _optimal(worth: Sequence[Sequence[float]]) -> list[int | None]:
    """Return the assignment by shortest augmenting paths over a square matrix of costs."""
    size = max(len(worth), len(worth[0]))
    costs = [[-value for value in line] + [0.0] * (size - len(line)) for line in worth]
    costs += [[0.0] * size for _ in range(size - len(worth))]
    row_price, column_price = [0.0] * (size + 1), [0.0] * (size + 1)
    owner = [0] * (size + 1)  # the row, from 1, that has a column; column 0 is where a path starts
    for row in range(1, size + 1):
        _augment(row, costs, row_price, column_price, owner)
    found: list[int | None] = [None] * len(worth)
    for at in range(1, size + 1):
        if owner[at] <= len(worth) and at <= len(worth[0]):
            found[owner[at] - 1] = at - 1
    return found


def _augment(
    row: int,
    costs: Sequence[Sequence[float]],
    row_price: list[float],
    column_price: list[float],
    owner: list[int],
) -> None:
    """Give *row* a column; others on the way may change theirs."""
    size = len(costs)
    least = [float("inf")] * (size + 1)
    before = [0] * (size + 1)
    used = [False] * (size + 1)
    owner[0] = row
    here = 0
    while owner[here]:
        used[here] = True
        current, delta, following = owner[here], float("inf"), 0
        for at in range(1, size + 1):
            if used[at]:
                continue
            cost = costs[current - 1][at - 1] - row_price[current] - column_price[at]
            if cost < least[at]:
                least[at], before[at] = cost, here
            if least[at] < delta:
                delta, following = least[at], at
        for at in range(size + 1):
            if used[at]:
                row_price[owner[at]] += delta
                column_price[at] -= delta
            else:
                least[at] -= delta
        here = following
    while here:
        owner[here] = owner[before[here]]
        here = before[here]
