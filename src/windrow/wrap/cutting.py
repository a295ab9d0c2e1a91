"""Finds how values were cut out of longer texts: by the words around them, or by their look."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from windrow.table.types import typing_of
from windrow.wrap.excerpt import LONGEST_LOOK, Excerpt, look_of

__all__ = ["common_start", "excerpt_of"]

# Characters around a value that are compared. Chosen, not measured.
_LONGEST = 20
# This share of a column's texts must have the value; a single example shows less. Chosen;
# bench.examples measures the whole.
_MOST = 0.8
_DIGITS = re.compile(r"\d")


def excerpt_of(
    pairs: Sequence[tuple[str, str]], texts: Sequence[str], column: str, name: str
) -> Excerpt | None:
    """Return how to cut the values of *pairs* (text, value) out; *texts* are all of the column.

    >>> pairs = [("7, on 2024-05-08", "2024-05-08"), ("12, on 2024-06-01", "2024-06-01")]
    >>> found = excerpt_of(pairs, [text for text, _ in pairs], "text", "date")
    >>> found and (found.after, found.nth, found.type)
    (', on ', 0, 'date')
    """
    around = []
    for text, value in pairs:
        at = text.find(value)
        if at < 0:
            return None
        around.append((text[:at], text[at + len(value) :]))
    best: tuple[float, Excerpt] | None = None
    for one in _ways(pairs, around, column, name):
        if any(one.cut(text) != value for text, value in pairs):
            continue
        share = sum(one.cut(text) is not None for text in texts) / max(len(texts), 1)
        if best is None or share > best[0]:
            best = (share, one)
    if best is None:
        return None
    share, found = best
    said = [cut for text in texts if (cut := found.cut(text))]
    found = replace(_shorter(found, texts), type=typing_of(said).type)
    # What few texts lack, or have, is an addition such as "[PDF]" if the value is most of them.
    much = all(2 * len(value) > len(text) for text, value in pairs)
    if share < 1 and much and found.type == "text" and not found.like:
        return replace(found, whole=True)
    return found if share >= _MOST else None


def _ways(
    pairs: Sequence[tuple[str, str]], around: Sequence[tuple[str, str]], column: str, name: str
) -> Iterator[Excerpt]:
    """Yield possible ways to cut the values out: by what is around them, then by their look."""
    starts = [*_starts([before for before, _ in around])]
    for after, nth in starts:
        for end in _ends([rest for _, rest in around]):
            if after or end:
                yield Excerpt(column, name, after, nth, end)
    looks = {look_of(value) for _, value in pairs}
    like = looks.pop()
    if looks or "9" not in like or len(like) > LONGEST_LOOK:
        return
    for after, nth in starts:
        if after:
            yield Excerpt(column, name, after, nth, like=like)
    for nth in (0, -1):
        yield Excerpt(column, name, "", nth, like=like)


def _shorter(found: Excerpt, texts: Sequence[str]) -> Excerpt:
    """Return the excerpt that ends at punctuation alone, if it cuts the same out of all texts.

    The words behind a value belong to what follows: ``, WA)`` is ``,`` where another state is.
    """
    signs = re.match(r"[^\w\s]+", found.before)
    if signs is None or signs[0] == found.before:
        return found
    other = replace(found, before=signs[0])
    return other if all(other.cut(text) == found.cut(text) for text in texts) else found


def _starts(before: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield possible marks before the value, and which of their occurrences counts."""
    if not any(before):
        yield "", 0
        return
    if not all(before):
        return
    common = common_start([text[::-1] for text in before])[::-1][-_LONGEST:]
    for mark in _marks(common, -1):
        counts = {text.count(mark) for text in before}
        if len(counts) == 1:
            yield mark, counts.pop() - 1
        yield mark, -1


def _ends(rest: Sequence[str]) -> Iterator[str]:
    """Yield possible marks after the value."""
    if not any(rest):
        yield ""
    elif all(rest):
        yield from _marks(common_start(rest)[:_LONGEST], 1)


def _marks(common: str, side: int) -> Iterator[str]:
    """Yield the common text at one *side* of a value, then its punctuation alone."""
    pieces = _DIGITS.split(common)
    near = pieces[0] if side > 0 else pieces[-1]
    # A common text may by chance end within a word.
    words = re.split(r"(?<=\W)(?=\w)|(?<=\w)(?=\W)", near)
    if len(words) > 1 and re.match(r"\w", words[-1 if side > 0 else 0]):
        words = words[:-1] if side > 0 else words[1:]
    if joined := "".join(words):
        yield joined
    signs = words[0] if side > 0 else words[-1]
    if signs and signs != joined and not re.match(r"\w", signs):
        yield signs


def common_start(texts: Sequence[str]) -> str:
    """Return the letters that all *texts* begin with."""
    first, last = min(texts), max(texts)
    at = next((k for k, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))
    return first[:at]
