"""Numbers of things in words."""

__all__ = ["many"]


def many(count: int, word: str) -> str:
    """Return a number of things in words.

    >>> many(1, "page"), many(3, "row")
    ('1 page', '3 rows')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"
