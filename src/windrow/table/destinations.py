"""What the address of a link says about its text: "/author/ann" leads to an author."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from windrow.table.words import WORDY, meaning

__all__ = ["counts_of", "leads_to"]

# How many addresses are checked: chosen, not measured.
_LOOKED_AT = 8
# Words that fit anything with its own page.
_ANYTHING = frozenset(
    "title name headline heading subtitle subject description desc summary abstract caption event "
    "section topic".split()
)
# The path, the query and the fragment of an address. Any text is one: where a quote is missing, an
# address may be half a page, with line breaks, and must not be searched again and again.
_PARTS = re.compile(
    r"(?:[a-z][a-z+.-]*:)?(?://[^/?#]*)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.IGNORECASE | re.DOTALL
)
_KEY = re.compile(r"([^&=;]+)=([^&;]*)")
_APART = re.compile(r"[^a-z]+")
# A last step, or a fragment, of small letters: "customerReviews" ends with reviews.
_PLURAL = re.compile(r"[/#_-][a-z]{3,20}s$")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NUMBERED = frozenset(("id", "ids", "no", "name", "slug", "code"))


def leads_to(addresses: Sequence[str]) -> str:
    """Return the word in all *addresses* that says what they lead to; "" if there is none.

    It is the folder that the addresses lie in, a key of their query whose value changes, or their
    fragment.

    >>> leads_to(["/authors/ann", "/authors/bob"]), leads_to(["/x?genre_id=1", "/x?genre_id=2"])
    ('author', 'genre')
    >>> leads_to(["/authors/ann#\\n>", "/authors/bob"])
    'author'
    >>> leads_to(["/a/1", "/b/2"]), leads_to(["/news/author.html", "/news/author.html"])
    ('', '')
    """
    sample = addresses[:_LOOKED_AT]
    if len(set(sample)) < 2:
        return ""
    parts = [found.groups("") for one in sample if (found := _PARTS.fullmatch(one.strip()))]
    paths = [[step for step in path.split("/") if step] for path, _, _ in parts]
    shared = 0
    for steps in zip(*paths, strict=False):
        if len({*steps}) > 1:
            break
        shared += 1
    # A folder counts only if the addresses in it differ.
    if shared and all(len(path) > shared for path in paths):
        return _word(paths[0][shared - 1])
    queries = [dict(_KEY.findall(query)) for _, query, _ in parts]
    # With many keys that change, the address is about the visit, not the target.
    changing = [
        key for key in queries[0] if len({query.get(key, "") for query in queries}) > 1
    ] if queries else []  # fmt: skip
    if len(changing) == 1 and (word := _word(changing[0])):
        return word
    fragments = {fragment for _, _, fragment in parts}
    return _word(fragments.pop()) if len(fragments) == 1 else ""


def counts_of(addresses: Sequence[str]) -> str:
    """Return the word in the plural that all *addresses* end with: what a number on them counts.

    >>> counts_of(["/ann/forks", "/bob/forks"]), counts_of(["/p/1#reviews", "/p/2#reviews"])
    ('forks', 'reviews')
    >>> counts_of(["/forks", "/forks"]), counts_of(["/ann/1", "/bob/2"])
    ('', '')
    >>> counts_of(["/p/1#userReviews", "/p/2#userReviews"])
    'reviews'
    """
    sample = [one.strip() for one in addresses[:_LOOKED_AT]]
    if len({*sample}) < 2:
        return ""
    apart = [_CAMEL.sub("-", one).lower() for one in sample]
    ends = {_PLURAL.search(one) and _APART.split(one)[-1] for one in apart}
    word = ends.pop()
    return word if word and not ends else ""


@lru_cache(maxsize=1024)
def _word(text: str) -> str:
    """Return the thing that a step of an address names, in the singular."""
    words = [word for word in _APART.split(text.lower()) if word]
    while words and words[-1] in _NUMBERED:
        words.pop()
    if not words:
        return ""
    word = words[-1]
    for one in (f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s"), word):
        if one in WORDY and one not in _ANYTHING:
            return meaning(one)
    return ""
