"""RoadRunner: a union-free expression from pages, by what does not match [crescenzi2001].

The first page is the first expression. Every other page is matched with it, and each mismatch
makes it more general: two texts become a field; what repeats before the mismatch becomes an
iterator; what only one side has becomes optional.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bench.rivals.tokens import is_tag

__all__ = ["Hook", "Plus", "expression", "learn_expression", "read_expression"]

# The most mismatches that are resolved or tried for one page: [crescenzi2001] bounds the search,
# too. Chosen, not measured.
_TRIES = 4000
# How far a square is looked for, in tokens. Chosen, not measured.
_FAR = 1500

FIELD = "#PCDATA"


@dataclass(frozen=True, slots=True)
class Plus:
    """A part that repeats, once at least."""

    body: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Hook:
    """A part that may be absent."""

    body: tuple[Piece, ...]


Piece: TypeAlias = str | Plus | Hook


def expression(pieces: Sequence[Piece]) -> str:
    """Return an expression as text.

    >>> expression(["<ul>", Plus(("<li>", FIELD, Hook(("<img>",)), "</li>")), "</ul>"])
    '<ul>(<li>#PCDATA(<img>)?</li>)+</ul>'
    """
    return "".join(
        piece
        if isinstance(piece, str)
        else f"({expression(piece.body)}){'+' if isinstance(piece, Plus) else '?'}"
        for piece in pieces
    )


def learn_expression(pages: Sequence[Sequence[str]]) -> tuple[Piece, ...] | None:
    """Return the expression of pages given as tokens; None where a page cannot be matched."""
    found: tuple[Piece, ...] | None = tuple(pages[0])
    for page in pages[1:]:
        if found is None:
            return None
        found = _Matching().whole(found, tuple(page))
    return found


@dataclass(slots=True)
class _Matching:
    tries: int = 0

    def whole(self, wrapper: Sequence[Piece], sample: Sequence[Piece]) -> tuple[Piece, ...] | None:
        """Return what *wrapper* becomes when all of *sample* is matched with all of it."""
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, 20_000))
        try:
            found = self._match([], wrapper, 0, sample, 0, prefix=False)
        finally:
            sys.setrecursionlimit(limit)
        return found[0] if found else None

    def _match(
        self,
        done: list[Piece],
        wrapper: Sequence[Piece],
        i: int,
        sample: Sequence[Piece],
        j: int,
        *,
        prefix: bool,
    ) -> tuple[tuple[Piece, ...], int] | None:
        """Match on from places *i* and *j*; with *prefix*, the sample may go on behind.

        Return the expression, and the place of the sample where it ends.
        """
        done = [*done]
        while i < len(wrapper):
            own, other = wrapper[i], sample[j] if j < len(sample) else None
            if isinstance(own, str) and isinstance(other, str) and _joined(own, other):
                done.append(_joined(own, other))
                i, j = i + 1, j + 1
            elif isinstance(own, Plus) and (read := self._repeated(own, sample, j)):
                done.append(read[0])
                i, j = i + 1, read[1]
            elif isinstance(own, Hook):
                found = self._match([], own.body, 0, sample, j, prefix=True)
                done.append(Hook(found[0]) if found else own)
                i, j = i + 1, found[1] if found else j
            elif isinstance(other, Hook):
                done.append(other)
                j += 1
            else:
                return self._mismatch(done, wrapper, i, sample, j, prefix=prefix)
        if prefix or j == len(sample):
            return tuple(done), j
        return self._mismatch(done, wrapper, i, sample, j, prefix=prefix)

    def _repeated(self, own: Plus, sample: Sequence[Piece], j: int) -> tuple[Plus, int] | None:
        """Read a part that repeats as often as the sample has it."""
        if j < len(sample) and isinstance(other := sample[j], Plus):
            found = self._match([], own.body, 0, other.body, 0, prefix=False)
            return (Plus(found[0]), j + 1) if found else None
        body, at = own.body, j
        while at < len(sample) and (found := self._match([], body, 0, sample, at, prefix=True)):
            if found[1] == at:
                break
            body, at = found
        return (Plus(body), at) if at > j else None

    def _mismatch(
        self,
        done: list[Piece],
        wrapper: Sequence[Piece],
        i: int,
        sample: Sequence[Piece],
        j: int,
        *,
        prefix: bool,
    ) -> tuple[tuple[Piece, ...], int] | None:
        self.tries += 1
        if self.tries > _TRIES:
            return None
        # An iterator first: the square ends with the tag before the mismatch, [crescenzi2001].
        if (square := self._square(done, sample, j)) is not None:
            start, body = square
            read = self._repeated(Plus(body), sample, j)
            if read and (
                found := self._match(
                    [*done[:start], read[0]], wrapper, i, sample, read[1], prefix=prefix
                )
            ):
                return found
        if (square := self._square(done, wrapper, i)) is not None:
            start, body = square
            read = self._repeated(Plus(body), wrapper, i)
            if read and (
                found := self._match(
                    [*done[:start], read[0]], wrapper, read[1], sample, j, prefix=prefix
                )
            ):
                return found
        return self._optional(done, wrapper, i, sample, j, prefix=prefix)

    def _square(
        self, done: Sequence[Piece], side: Sequence[Piece], at: int
    ) -> tuple[int, tuple[Piece, ...]] | None:
        """Return where in *done* a part begins that the *side* repeats at *at*, and the part."""
        if not done or at >= len(side) or not isinstance(last := done[-1], str) or not is_tag(last):
            return None
        first = side[at]
        try:
            end = side.index(last, at, at + _FAR) + 1
        except ValueError:
            return None
        candidate = side[at:end]
        for start in range(len(done) - 1, max(-1, len(done) - _FAR), -1):
            if done[start] != first:
                continue
            budget = self.tries
            found = self._match([], done[start:], 0, candidate, 0, prefix=False)
            if found is None:
                # Outer squares hold this one: only the nearest few are worth the time.
                if self.tries - budget > 50:
                    return None
                continue
            return self._earlier(done, start, found[0])
        return None

    def _earlier(
        self, done: Sequence[Piece], start: int, body: tuple[Piece, ...]
    ) -> tuple[int, tuple[Piece, ...]]:
        """Return the part with those before it that are the same."""
        size = len(done) - start
        while start > 0:
            for before in range(start - 1, max(-1, start - 2 * size - 1), -1):
                if done[before] == body[0]:
                    found = self._match([], done[before:start], 0, body, 0, prefix=False)
                    if found:
                        start, body = before, found[0]
                        break
            else:
                break
        return start, body

    def _optional(
        self,
        done: list[Piece],
        wrapper: Sequence[Piece],
        i: int,
        sample: Sequence[Piece],
        j: int,
        *,
        prefix: bool,
    ) -> tuple[tuple[Piece, ...], int] | None:
        """Skip what only one side has, up to where the other goes on; the shorter first."""
        own = wrapper[i] if i < len(wrapper) else None
        other = sample[j] if j < len(sample) else None
        on_sample = _next(sample, j, own)
        on_wrapper = _next(wrapper, i, other)
        if own is None and not prefix:
            on_sample = len(sample)
        if other is None:
            on_wrapper = len(wrapper)
        ways = []
        if on_sample is not None and on_sample > j:
            ways.append((on_sample - j, Hook(tuple(sample[j:on_sample])), i, on_sample))
        if on_wrapper is not None and on_wrapper > i:
            ways.append((on_wrapper - i, Hook(tuple(wrapper[i:on_wrapper])), on_wrapper, j))
        for _, hook, to_wrapper, to_sample in sorted(ways, key=lambda way: way[0]):
            more = [*done, hook]
            if found := self._match(more, wrapper, to_wrapper, sample, to_sample, prefix=prefix):
                return found
        return None


def _joined(own: str, other: str) -> str:
    """Return what two equal tags, or two texts, have in common; empty where they do not match."""
    if is_tag(own) or is_tag(other):
        return own if own == other else ""
    return own if own == other else FIELD


def _next(side: Sequence[Piece], start: int, wanted: Piece | None) -> int | None:
    if wanted is None:
        return None
    for at in range(start + 1, min(len(side), start + _FAR)):
        if side[at] == wanted:
            return at
    return None


@dataclass(slots=True)
class _Reading:
    """Reads a page with an expression: fields by number, lists as rows."""

    row: dict[str, Any] = field(default_factory=dict)

    def read(self, pieces: Sequence[Piece], page: Sequence[str], at: int, name: str) -> int | None:
        """Read *page* from *at*; return where it ends, or None where it does not match."""
        for number, piece in enumerate(pieces):
            key = f"{name}.{number}"
            if isinstance(piece, str):
                if at >= len(page) or (is_tag(piece) != is_tag(page[at])):
                    return None
                if is_tag(piece) and piece != page[at]:
                    return None
                if piece == FIELD:
                    self.row[key] = page[at]
                at += 1
            elif isinstance(piece, Hook):
                inner = _Reading()
                end = inner.read(piece.body, page, at, key)
                if end is not None:
                    at = end
                    self.row.update(inner.row)
            else:
                rows = []
                while (end := (inner := _Reading()).read(piece.body, page, at, key)) is not None:
                    if end == at:
                        break
                    rows.append(inner.row)
                    at = end
                if not rows:
                    return None
                self.row[key] = rows
        return at


def read_expression(pieces: Sequence[Piece], page: Sequence[str]) -> dict[str, Any] | None:
    """Return the fields of a page by number, lists as rows; None where it does not match.

    >>> read_expression(["<ul>", Plus(("<li>", FIELD, "</li>")), "</ul>"],
    ...                 ["<ul>", "<li>", "Ant", "</li>", "<li>", "Bee", "</li>", "</ul>"])
    {'f.1': [{'f.1.1': 'Ant'}, {'f.1.1': 'Bee'}]}
    """
    reading = _Reading()
    end = reading.read(pieces, page, 0, "f")
    return reading.row if end == len(page) else None
