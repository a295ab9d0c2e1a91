"""The median, without the standard module, which imports decimals and fractions."""

from collections.abc import Iterable

__all__ = ["median"]


def median(values: Iterable[float]) -> float:
    """Return the middle of *values*, or the mean of the two in the middle.

    >>> median([3, 1, 2]), median([4, 1, 2, 3])
    (2, 2.5)
    """
    found = sorted(values)
    half = len(found) // 2
    return found[half] if len(found) % 2 else (found[half - 1] + found[half]) / 2
