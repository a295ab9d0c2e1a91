"""How many records are looked at where all would cost too much, and shares of them."""

from __future__ import annotations

import cython

__all__ = ["SAMPLE", "share"]

# Records looked at, spread over all of them: enough to judge the rest. Chosen, not measured.
SAMPLE = cython.declare(cython.int, 40)


@cython.cfunc
@cython.exceptval(check=False)
def share(part: cython.longlong, whole: cython.longlong) -> cython.double:
    """Return part / whole as a fraction, which C would not by itself; 0 of nothing is 0."""
    return cython.cast(cython.double, part) / whole if whole else 0.0
