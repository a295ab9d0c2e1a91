"""Rows of tokens, and when two of them are alike."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from windrow.detect.gza.tokens import Alphabet, Tokens
from windrow.match.sequence import LocalAlignment, common_subsequence, local_alignment

__all__ = ["Comparison", "Run", "TokenRow", "apart", "criteria"]


@dataclass(frozen=True, eq=False, slots=True)
class TokenRow:
    """A candidate for one record: some nodes, their tokens, and what the tokens hold."""

    nodes: tuple[int, ...]
    places: Sequence[int]  # of the tokens in the page
    symbols: array[int]
    names: array[int]
    texts: int
    characters: int

    @classmethod
    def of(cls, tokens: Tokens, *spans: tuple[int, int]) -> TokenRow:
        """Return the row made of the subtrees of some nodes, given as (first, last) siblings."""
        if len(spans) == 1:
            return cls._of_one(tokens, *spans[0])
        return cls.joined([cls._of_one(tokens, *span) for span in spans])

    @classmethod
    def _of_one(cls, tokens: Tokens, first: int, last: int) -> TokenRow:
        start, end = tokens.starts[first], tokens.ends[last]
        return cls(
            tuple(_siblings(tokens, first, last)),
            range(start, end),
            tokens.symbols[start:end],
            tokens.names[start:end],
            tokens.texts[end] - tokens.texts[start],
            tokens.characters[end] - tokens.characters[start],
        )

    @classmethod
    def joined(cls, rows: Sequence[TokenRow]) -> TokenRow:
        """Return several rows as one."""
        if len(rows) == 1:
            return rows[0]
        return cls(
            tuple(node for row in rows for node in row.nodes),
            [place for row in rows for place in row.places],
            sum((row.symbols for row in rows[1:]), rows[0].symbols),
            sum((row.names for row in rows[1:]), rows[0].names),
            sum(row.texts for row in rows),
            sum(row.characters for row in rows),
        )


Run = list[TokenRow]
"""Candidate rows that are next to each other."""


def apart(x: float, y: float) -> float:
    """Return |x - y| / (x + y - 1), or 0 where x + y is too small.

    The paper prints the formula without the absolute value.
    """
    return abs(x - y) / (x + y - 1) if x + y > 1 else 0.0


class Comparison:
    """Compares rows of one alphabet; remembers what it has aligned."""

    def __init__(self, alphabet: Alphabet, theta: Sequence[float]) -> None:
        self.theta = tuple(theta)
        self.alignments = 0  # how many were computed: the cost of a page
        self._alphabet = alphabet
        self._known: dict[tuple[bytes, bytes], LocalAlignment] = {}
        self._shared: dict[tuple[bytes, bytes], int] = {}

    def align(self, one: TokenRow, other: TokenRow) -> LocalAlignment:
        """Return the best local alignment of two rows."""
        key = (one.symbols.tobytes(), other.symbols.tobytes())
        found = self._known.get(key)
        if found is None:
            self.alignments += 1
            table = self._alphabet.similarities(one.symbols, other.symbols)
            count, width = len(one.symbols), len(other.symbols)
            found = local_alignment(range(count), range(width), table, max(width, 1))
            self._known[key] = found
        return found

    def similar(self, one: TokenRow, other: TokenRow) -> bool:
        """Return whether two rows pass all criteria; the first that fails ends the work."""
        values = criteria(self, one, other)
        return all(value < theta for value, theta in zip(values, self.theta, strict=True))

    def shared(self, one: TokenRow, other: TokenRow) -> int:
        """Return how many tokens, in order, have the same tag or are texts in both."""
        key = (one.names.tobytes(), other.names.tobytes())
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = common_subsequence(one.names, other.names)
        return found


def criteria(comparison: Comparison, one: TokenRow, other: TokenRow) -> Iterator[float]:
    """Yield the five numbers that must all be small for two rows to be alike.

    The first three, tokens, texts and characters, need no alignment; then how much of the rows
    is aligned, and how well.

    References
    ----------
    [gao2003], 4.2.3. A line of plain text is one token, and one token says nothing about a row: its
    start and its end count, too, as those of a list item do.
    """
    ends = 2 if len(one.symbols) == len(other.symbols) == one.texts == other.texts == 1 else 0
    yield apart(len(one.symbols), len(other.symbols))
    yield apart(one.texts, other.texts)
    yield apart(one.characters, other.characters)
    found = comparison.align(one, other)
    mean = (len(one.symbols) + len(other.symbols)) / 2
    first, second = found.pairs[0] if found.pairs else found.end
    yield apart(mean, (found.end[0] - first + found.end[1] - second) / 2)
    yield apart(min(len(one.symbols), len(other.symbols)) + ends, found.score + ends)


def _siblings(tokens: Tokens, first: int, last: int) -> Iterator[int]:
    node = first
    while True:
        yield node
        if node >= last:
            return
        node += tokens.sizes[node]
