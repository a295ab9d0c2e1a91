"""Kushmerick's wrapper classes: strings to the left and right of every attribute [kushmerick2000].

LR has a left and a right delimiter for each attribute. HLRT also skips a head and stops at a tail;
OCLR has strings that open and close a tuple; HOCLRT has both. N-LR and N-HLRT read nested tuples:
after an attribute, the next one may be any from the first up to its successor. Learning takes
labelled pages, and the shortest delimiters that read all of them right.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, product, zip_longest
from typing import TypeAlias

__all__ = ["CLASSES", "DelimiterWrapper", "LabelledText", "learn_delimiters"]

Tuples: TypeAlias = list[tuple[str, ...]]
Places: TypeAlias = Sequence[tuple[int, int]]

CLASSES = ("LR", "HLRT", "OCLR", "HOCLRT", "N-LR", "N-HLRT")

# The longest delimiter, how many combinations of head, tail, opening and closing are tried,
# and of how many options each: [kushmerick2000] has no bounds. Chosen, not measured.
_LONGEST = 80
_TRIES = 1000
_SAMPLE = 10


@dataclass(frozen=True, slots=True)
class LabelledText:
    """A page as text, and where the attributes of each of its tuples are: from, to."""

    text: str
    tuples: Sequence[Places]

    @property
    def values(self) -> Tuples:
        """The tuples as texts."""
        return [tuple(self.text[a:b] for a, b in places) for places in self.tuples]


@dataclass(frozen=True, slots=True)
class DelimiterWrapper:
    """Delimiters of all classes; those a class has not are empty.

    >>> wrapper = DelimiterWrapper(("<b>", "<i>"), ("</b>", "</i>"))
    >>> wrapper.read("<b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i>")
    [('Congo', '242'), ('Egypt', '20')]
    """

    lefts: tuple[str, ...]
    rights: tuple[str, ...]
    head: str = ""
    tail: str = ""
    opening: str = ""
    closing: str = ""
    nested: bool = False

    def read(self, text: str) -> Tuples:
        """Return the tuples of a page, as the class executes its wrappers."""
        return [*self._tuples(text)]

    def fits(self, page: LabelledText) -> bool:
        """Return whether it reads a labelled page right; it stops at the first wrong tuple."""
        found = self._tuples(page.text)
        return all(mine == given for mine, given in zip_longest(found, page.values))

    def _tuples(self, text: str) -> Iterator[tuple[str, ...]]:
        start = text.find(self.head)
        if start < 0:
            return iter(())
        at = start + len(self.head)
        return self._nested(text, at) if self.nested else self._flat(text, at)

    def _flat(self, text: str, at: int) -> Iterator[tuple[str, ...]]:
        first = self.opening or self.lefts[0]
        while (start := text.find(first, at)) >= 0:
            if self.tail and 0 <= text.find(self.tail, at) < start:
                return
            at = start + len(self.opening)
            values = []
            for left, right in zip(self.lefts, self.rights, strict=True):
                begin = text.find(left, at)
                end = text.find(right, begin + len(left)) if begin >= 0 else -1
                if end < 0:
                    return
                values.append(text[begin + len(left) : end])
                at = end
            yield tuple(values)
            if self.closing:
                closed = text.find(self.closing, at)
                at = closed + len(self.closing) if closed >= 0 else len(text)

    def _nested(self, text: str, at: int) -> Iterator[tuple[str, ...]]:
        row: list[str] = []
        while True:
            # What is outside stays as it was read; what is inside begins anew.
            places = [(text.find(left, at), k) for k, left in enumerate(self.lefts[: len(row) + 1])]
            known = [(place, -len(self.lefts[k]), k) for place, k in places if place >= 0]
            if not known or (self.tail and 0 <= text.find(self.tail, at) < min(known)[0]):
                break
            begin, length, k = min(known)
            end = text.find(self.rights[k], begin - length)
            if end < 0:
                break
            if k < len(row) and len(row) == len(self.lefts):
                yield tuple(row)
            row = [*row[:k], text[begin - length : end]]
            at = end
        if len(row) == len(self.lefts):
            yield tuple(row)


def learn_delimiters(name: str, pages: Sequence[LabelledText]) -> DelimiterWrapper | None:
    """Return the wrapper of the class *name* that reads all labelled pages right, if there is one.

    References
    ----------
    [kushmerick2000]: a right delimiter is a prefix of what follows an attribute, and not in it; a
    left one a suffix of what comes before. Head, tail, opening and closing are found by trying, as
    there, the shortest first; every wrapper is tested on the labelled pages.
    """
    count = len(pages[0].tuples[0])
    rights = tuple(_right(pages, k) for k in range(count))
    later = [[*_lefts(pages, k)] for k in range(1, count)]
    if not all(rights) or not all(later):
        return None
    # In nested tuples any left delimiter may come next: the longest tell them apart best.
    nested = name.startswith("N-")
    chosen = [some[-1] if nested else some[0] for some in later]
    firsts = [*_suffixes(pages, 0)]
    for first in [*_sample(firsts, _SAMPLE), *firsts[-1:]]:
        plain = DelimiterWrapper((first, *chosen), rights, nested=nested)
        for wrapper in islice(_framed(name.removeprefix("N-"), plain, pages), _TRIES):
            if all(map(wrapper.fits, pages)):
                return wrapper
    return None


def _right(pages: Sequence[LabelledText], k: int) -> str:
    """Return the shortest prefix of all that follows attribute *k*, and in none of its values."""
    after = _common([p.text[t[k][1] :][:_LONGEST] for p in pages for t in p.tuples])
    values = [value[k] for page in pages for value in page.values]
    lengths = range(1, len(after) + 1)
    return next((after[:n] for n in lengths if not any(after[:n] in v for v in values)), "")


def _before(pages: Sequence[LabelledText], k: int) -> Iterator[str]:
    """Yield what is between each attribute *k* and the attribute before it, or the page's begin.

    The outer attribute of nested tuples is one attribute, although several tuples have it.
    """
    for page in pages:
        ends = sorted({end for places in page.tuples for _, end in places})
        for start in sorted({places[k][0] for places in page.tuples}):
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
    name: str, plain: DelimiterWrapper, pages: Sequence[LabelledText]
) -> Iterator[DelimiterWrapper]:
    """Yield *plain* with the further delimiters of its class, short ones first."""
    has_ends, has_frames = name.startswith("H"), "OC" in name
    if not has_ends and not has_frames:
        yield plain
        return
    heads = _shared([p.text[: p.tuples[0][0][0]] for p in pages]) if has_ends else [""]
    tails = _shared([p.text[p.tuples[-1][-1][1] :] for p in pages]) if has_ends else [""]
    openings = [*_suffixes(pages, 0)] if has_frames else [""]
    gaps = [
        page.text[one[-1][1] : other[0][0]]
        for page in pages
        for one, other in pairwise(page.tuples)
        if one[-1][1] <= other[0][0]
    ]
    closings = _shared(gaps) if has_frames else [""]
    # Of many options a sample, spread over their lengths.
    sets = [_sample(one, _SAMPLE) for one in (heads, tails, openings, closings)]
    for head, tail, opening, closing in product(*sets):
        # Delimiters of several kinds may not be needed: an opening may end with the first left.
        left = plain.lefts[0]
        if has_frames and (opening == left or not opening.endswith(left)):
            continue
        trimmed = opening.removesuffix(left) if has_frames else ""
        yield replace(plain, head=head, tail=tail, opening=trimmed, closing=closing)


def _shared(texts: Sequence[str]) -> list[str]:
    """Return pieces at tags that all *texts* have, the shortest first."""
    if not texts:
        return [""]
    shortest = min(texts, key=len)[-4000:]
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
