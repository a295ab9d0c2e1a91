"""Strings around attributes, from labelled pages: the shortest that read all of them right."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise, product

from windrow.detect.wien.labelled import LabelledText
from windrow.detect.wien.template import Delimiters

__all__ = ["learn_delimiters"]

# The longest delimiter, how many combinations of head, tail, opening and closing are tried,
# and of how many options each: [kushmerick2000] has no bounds. Chosen, not measured.
_LONGEST = 80
_TRIES = 1000
_SAMPLE = 10
# Characters before the rows, or after them, in which head and tail are sought. Chosen.
_NEAR = 4000


def learn_delimiters(
    pages: Sequence[LabelledText], *, ends: bool, frames: bool, nested: bool
) -> Delimiters | None:
    """Return the wrapper of a class that reads all labelled pages right, if there is one.

    The class has a head and a tail (*ends*), an opening and a closing (*frames*), or rows
    inside rows (*nested*).

    References
    ----------
    [kushmerick2000]: a right delimiter is a prefix of what follows an attribute, and not in it; a
    left one a suffix of what comes before. Head, tail, opening and closing are found by trying, as
    there, the shortest first; every wrapper is tested on the labelled pages.
    """
    count = len(pages[0].rows[0])
    rights = tuple(_right(pages, k) for k in range(count))
    later = [[*_lefts(pages, k)] for k in range(1, count)]
    if not all(rights) or not all(later):
        return None
    # In nested rows any left delimiter may come next: long ones are confused least.
    chosen = [some[-1] if nested else some[0] for some in later]
    firsts = [*_suffixes(pages, 0)]
    for first in [*_sample(firsts, _SAMPLE), *firsts[-1:]]:
        plain = Delimiters((first, *chosen), rights, nested=nested)
        for wrapper in islice(_framed(plain, pages, ends, frames), _TRIES):
            if all(map(wrapper.fits, pages)):
                return wrapper
    return None


def _right(pages: Sequence[LabelledText], k: int) -> str:
    """Return the shortest prefix of all that follows attribute *k* that no value of it has."""
    after = _common([p.text[t[k][1] :][:_LONGEST] for p in pages for t in p.rows])
    values = [value[k] for page in pages for value in page.values]
    lengths = range(1, len(after) + 1)
    return next((after[:n] for n in lengths if not any(after[:n] in v for v in values)), "")


def _before(pages: Sequence[LabelledText], k: int) -> Iterator[str]:
    """Yield what is between each attribute *k* and the attribute before it, or the page's begin.

    The outer attribute of nested rows is one attribute, although several rows have it.
    """
    for page in pages:
        ends = sorted({end for places in page.rows for _, end in places})
        for start in sorted({places[k][0] for places in page.rows}):
            before = bisect_right(ends, start)
            yield page.text[ends[before - 1] if before else 0 : start]


def _suffixes(pages: Sequence[LabelledText], k: int) -> Iterator[str]:
    """Yield the suffixes of all that comes before attribute *k*, the shortest first."""
    common = _common([text[-_LONGEST:][::-1] for text in _before(pages, k)])[::-1]
    yield from (common[-n:] for n in range(1, len(common) + 1))


def _lefts(pages: Sequence[LabelledText], k: int) -> Iterator[str]:
    """Yield the left delimiters of attribute *k* that are not earlier between it and the last."""
    texts = [*_before(pages, k)]
    for left in _suffixes(pages, k):
        if all(text.find(left) == len(text) - len(left) for text in texts):
            yield left


def _common(texts: Sequence[str]) -> str:
    """Return what all *texts* begin with."""
    first, last = min(texts), max(texts)
    length = next((k for k, letter in enumerate(first) if last[k : k + 1] != letter), len(first))
    return first[:length]


def _framed(
    plain: Delimiters, pages: Sequence[LabelledText], ends: bool, frames: bool
) -> Iterator[Delimiters]:
    """Yield *plain* with the further delimiters of its class, short ones first."""
    if not ends and not frames:
        yield plain
        return
    heads = _shared([p.text[: p.rows[0][0][0]] for p in pages]) if ends else [""]
    tails = _shared([p.text[p.rows[-1][-1][1] :] for p in pages]) if ends else [""]
    openings = [*_suffixes(pages, 0)] if frames else [""]
    between = [
        page.text[one[-1][1] : other[0][0]]
        for page in pages
        for one, other in pairwise(page.rows)
        if one[-1][1] <= other[0][0]
    ]
    closings = _shared(between) if frames else [""]
    # Of many options a sample, spread over their lengths.
    sets = [_sample(one, _SAMPLE) for one in (heads, tails, openings, closings)]
    left = plain.lefts[0]
    for head, tail, opening, closing in product(*sets):
        # Delimiters of several kinds may not be needed: an opening may end with the first left.
        if frames and (opening == left or not opening.endswith(left)):
            continue
        trimmed = opening.removesuffix(left) if frames else ""
        yield replace(plain, head=head, tail=tail, opening=trimmed, closing=closing)


def _shared(texts: Sequence[str]) -> list[str]:
    """Return pieces at tags that all *texts* have, the shortest first."""
    if not texts:
        return [""]
    shortest = min(texts, key=len)[-_NEAR:]
    cuts = [k for k, letter in enumerate(shortest) if letter == "<"] + [len(shortest)]
    found = {
        shortest[a:b]
        for at, a in enumerate(cuts[:-1])
        for b in cuts[at + 1 : at + 4]
        if b - a <= _LONGEST and all(shortest[a:b] in text for text in texts)
    }
    return sorted(found, key=lambda piece: (len(piece), piece)) or [""]


def _sample(options: Sequence[str], most: int) -> list[str]:
    step = max(1, -(-len(options) // most))
    return [*options[::step]]
