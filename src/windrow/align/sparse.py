"""Nearly empty tables: which of their columns are worth keeping.

Records that share nothing have a column for every part of each of them, and the table grows with
the square of the page. No reader wants the columns that hardly any row fills.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["SMALL", "worth_keeping"]

# Places of a table per filled cell. A small table may have any number: ordinary pages have
# a hundredth of it. Chosen, not measured.
_PLACES_A_CELL = 8
SMALL = 100_000
"""A table of up to this many places, rows times columns, keeps all its columns."""


def worth_keeping(filled: Sequence[int], rows: int) -> list[int]:
    """Return the columns to keep, in their order; *filled* says how many rows fill each.

    If a table would have too many empty places, its emptiest columns are left out, the last
    of them first.

    >>> worth_keeping([3, 1, 2], rows=3)
    [0, 1, 2]
    >>> worth_keeping([90_000, 1, 1, 90_000], rows=100_000)
    [0, 1, 2, 3]
    >>> len(worth_keeping([1] * 100_000, rows=100_000))
    8
    """
    most = max(_PLACES_A_CELL * sum(filled), SMALL) // max(rows, 1)
    columns = range(len(filled))
    if len(filled) <= most:
        return [*columns]
    fullest = sorted(columns, key=lambda column: -filled[column])
    return sorted(fullest[: max(most, 1)])
