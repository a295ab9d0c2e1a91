"""Names of countries, and of states of the largest of them, with which places end."""

from __future__ import annotations

from windrow.wordlists import word_lists

__all__ = ["is_land"]

_LANDS = frozenset(name.replace("_", " ") for name in word_lists(__file__)["lands"])


def is_land(text: str) -> bool:
    """Return whether *text* is the name of a country or a state.

    >>> is_land("New Zealand"), is_land("Minnesota"), is_land("Inc.")
    (True, True, False)
    """
    return text.casefold() in _LANDS
