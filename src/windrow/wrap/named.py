"""Whether a title or a heading names a thing."""

from __future__ import annotations

import re

__all__ = ["is_named"]

# This share of the words of a thing's name is in the title that names it. Chosen, not measured.
_NAME = 0.75
_WORDS = re.compile(r"\w+")


def is_named(thing: str, title: str) -> bool:
    """Return whether *title* names a thing: it has most of its words.

    >>> is_named("Ash rake", "Buy ash rakes and the Ash Rake | Farm"), is_named("Reviews", "Rake")
    (True, False)
    """
    one, other = ({*_WORDS.findall(text.casefold())} for text in (thing, title))
    return len(one & other) >= _NAME * len(one) > 0
