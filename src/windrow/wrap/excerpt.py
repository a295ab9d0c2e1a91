"""Finds values inside longer texts by the words around them in a few examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from windrow.table.types import typing_of
from windrow.wrap.correction import Excerpt

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
    >>> excerpt_of(pairs, [text for text, _ in pairs], "text", "date")
    Excerpt(column='text', name='date', after=', on ', nth=0, before='', type='date', inside=())
    """
    around = []
    for text, value in pairs:
        at = text.find(value)
        if at < 0:
            return None
        around.append((text[:at], text[at + len(value) :]))
    best: tuple[float, Excerpt] | None = None
    for after, nth in _starts([before for before, _ in around]):
        for end in _ends([rest for _, rest in around]):
            one = Excerpt(column, name, after, nth, end)
            if not (after or end) or any(one.cut(text) != value for text, value in pairs):
                continue
            share = sum(one.cut(text) is not None for text in texts) / max(len(texts), 1)
            if share >= _MOST and (best is None or share > best[0]):
                best = (share, one)
    if best is None:
        return None
    said = [cut for text in texts if (cut := best[1].cut(text))]
    return replace(best[1], type=typing_of(said).type)


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
