"""Matching: a page makes an expression more general wherever the two differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from windrow.detect.pages import is_tag
from windrow.detect.roadrunner.expression import (
    DEEPEST,
    FIELD,
    Hook,
    Piece,
    Plus,
    balanced_ends,
    depth_of,
)

__all__ = ["learn_expression"]

# The most mismatches that are resolved or tried for one page: [crescenzi2001] bounds the search,
# too. Chosen, not measured.
_TRIES = 4000
# The mismatches inside one square that are tried before it is given up. Chosen, not measured.
_INSIDE = 50
# How far a square or an optional part is looked for, in tokens. Chosen, not measured.
_FAR = 1500


class _State(NamedTuple):
    """What was matched so far, and where the expression and the page go on."""

    done: list[Piece]
    i: int
    j: int


class _Grown(NamedTuple):
    pieces: tuple[Piece, ...]
    end: int  # in the page


def learn_expression(pages: Sequence[Sequence[str]]) -> tuple[Piece, ...] | None:
    """Return the expression of pages given as tokens; None where a page cannot be matched.

    >>> from windrow.detect.roadrunner.expression import written
    >>> pages = "<ul> <li> Ant </li> </ul>", "<ul> <li> Bee </li> <li> Cat </li> </ul>"
    >>> written(learn_expression([page.split() for page in pages]))
    '<ul>(<li>#PCDATA</li>)+</ul>'
    """
    found: tuple[Piece, ...] = tuple(pages[0])
    for page in pages[1:]:
        # Parts whose tags do not nest are a last resort: they let almost anything match.
        matched = _Matching(nests=True).match(found, tuple(page), prefix=False)
        matched = matched or _Matching(nests=False).match(found, tuple(page), prefix=False)
        if matched is None or depth_of(matched.pieces) > DEEPEST:
            return None
        found = matched.pieces
    return found


@dataclass(slots=True)
class _Matching:
    """One page matched with an expression, with a bound on what is tried."""

    nests: bool  # optional parts have tags that nest
    tries: int = 0
    depth: int = 0

    def match(
        self, wrapper: Sequence[Piece], sample: Sequence[Piece], *, prefix: bool, start: int = 0
    ) -> _Grown | None:
        """Return what *wrapper* becomes when it is matched with *sample* from *start* on.

        With *prefix*, the sample may go on after it. At every mismatch the ways to resolve it are
        tried in order; where none leads to the end, those of the mismatch before are.
        """
        if self.depth > DEEPEST:
            return None
        self.depth += 1
        waiting: list[Iterator[_State]] = [iter([_State([], 0, start)])]
        found = None
        while waiting and found is None:
            state = next(waiting[-1], None)
            if state is None:
                waiting.pop()
                continue
            state = self._on(state, wrapper, sample)
            if state.i == len(wrapper) and (prefix or state.j == len(sample)):
                found = _Grown(tuple(state.done), state.j)
            elif self.tries < _TRIES:
                self.tries += 1
                waiting.append(self._ways(state, wrapper, sample, prefix))
        self.depth -= 1
        return found

    def _on(self, state: _State, wrapper: Sequence[Piece], sample: Sequence[Piece]) -> _State:
        """Match on to the next mismatch."""
        done, i, j = [*state.done], state.i, state.j
        while i < len(wrapper):
            own, other = wrapper[i], sample[j] if j < len(sample) else None
            if isinstance(own, str) and isinstance(other, str) and (both := _joined(own, other)):
                done.append(both)
                i, j = i + 1, j + 1
            elif isinstance(own, Plus) and (read := self._repeated(own, sample, j)):
                done += read.pieces
                i, j = i + 1, read.end
            elif isinstance(own, Hook):
                found = self.match(own.body, sample, prefix=True, start=j)
                done.append(Hook(found.pieces) if found else own)
                i, j = i + 1, found.end if found else j
            elif isinstance(other, Hook):
                found = self.match(other.body, wrapper, prefix=True, start=i)
                done.append(Hook(found.pieces) if found else other)
                i, j = found.end if found else i, j + 1
            else:
                break
        return _State(done, i, j)

    def _repeated(self, own: Plus, sample: Sequence[Piece], j: int) -> _Grown | None:
        """Read a part that repeats as often as the sample has it."""
        if j < len(sample) and isinstance(other := sample[j], Plus):
            both = self.match(own.body, other.body, prefix=False)
            return _Grown((Plus(both.pieces),), j + 1) if both else None
        body, at = own.body, j
        while at < len(sample):
            found = self.match(body, sample, prefix=True, start=at)
            if found is None or found.end == at:
                break
            body, at = found
        return _Grown((Plus(body),), at) if at > j else None

    def _ways(
        self, state: _State, wrapper: Sequence[Piece], sample: Sequence[Piece], prefix: bool
    ) -> Iterator[_State]:
        """Yield where to go on from a mismatch: after an iterator, or after an optional part.

        References
        ----------
        [crescenzi2001]: iterators come first; the last token of a square is the tag before the
        mismatch.
        """
        done, i, j = state
        if square := self._square(done, sample, j):
            start, body = square
            if read := self._repeated(Plus(body), sample, j):
                yield _State([*done[:start], *read.pieces], i, read.end)
        if square := self._square(done, wrapper, i):
            start, body = square
            if read := self._repeated(Plus(body), wrapper, i):
                yield _State([*done[:start], *read.pieces], read.end, j)
        yield from _optional(state, wrapper, sample, prefix=prefix, nests=self.nests)

    def _square(
        self, done: Sequence[Piece], side: Sequence[Piece], at: int
    ) -> tuple[int, tuple[Piece, ...]] | None:
        """Return where in *done* a part begins that the *side* repeats at *at*, and the part."""
        if not done or at >= len(side) or not isinstance(last := done[-1], str) or not is_tag(last):
            return None
        ends = balanced_ends(side, at, _FAR)
        end = next((one for one in ends if side[one - 1] == last), None)
        if end is None:
            return None
        candidate, first = side[at:end], side[at]
        for start in range(len(done) - 1, max(-1, len(done) - _FAR), -1):
            if done[start] != first:
                continue
            before = self.tries
            if found := self.match(done[start:], candidate, prefix=False):
                return self._earlier(done, start, found.pieces)
            # Outer squares hold this one: only the nearest few are worth the time.
            if self.tries - before > _INSIDE:
                return None
        return None

    def _earlier(
        self, done: Sequence[Piece], start: int, body: tuple[Piece, ...]
    ) -> tuple[int, tuple[Piece, ...]]:
        """Return the part with those before it that are the same."""
        size = len(done) - start
        while start > 0:
            for before in range(start - 1, max(-1, start - 2 * size - 1), -1):
                if done[before] == body[0]:
                    found = self.match(done[before:start], body, prefix=False)
                    if found:
                        start, body = before, found.pieces
                        break
            else:
                break
        return start, body


def _optional(
    state: _State, wrapper: Sequence[Piece], sample: Sequence[Piece], *, prefix: bool, nests: bool
) -> Iterator[_State]:
    """Yield what follows if one side skips what only it has; the shorter part first."""
    done, i, j = state
    own = wrapper[i] if i < len(wrapper) else None
    other = sample[j] if j < len(sample) else None
    # At the end of the one side, all that the other still has is optional.
    on_sample = None if own is None and prefix else _skipped(sample, j, own, nests=nests)
    on_wrapper = _skipped(wrapper, i, other, nests=nests)
    ways = []
    if on_sample is not None and depth_of(sample[j:on_sample]) < DEEPEST:
        hook = Hook(tuple(sample[j:on_sample]))
        ways.append((on_sample - j, _State([*done, hook], i, on_sample)))
    if on_wrapper is not None and depth_of(wrapper[i:on_wrapper]) < DEEPEST:
        hook = Hook(tuple(wrapper[i:on_wrapper]))
        ways.append((on_wrapper - i, _State([*done, hook], on_wrapper, j)))
    yield from (way for _, way in sorted(ways, key=lambda one: one[0]))


def _skipped(side: Sequence[Piece], start: int, wanted: Piece | None, *, nests: bool) -> int | None:
    """Return where *side* goes on with what is wanted, or where it ends if nothing is."""
    if nests:
        ends = [*balanced_ends(side, start, _FAR)]
    else:
        ends = [*range(start + 1, min(len(side), start + _FAR) + 1)]
    if wanted is None:
        return len(side) if ends and ends[-1] == len(side) else None
    here = [end for end in ends if end < len(side)]
    same = (end for end in here if side[end] == wanted)
    # A text of the page's own is where any text is.
    like = (end for end in here if _are_texts(side[end], wanted))
    return next(same, None) or next(like, None)


def _are_texts(*pieces: Piece) -> bool:
    return all(isinstance(piece, str) and not is_tag(piece) for piece in pieces)


def _joined(own: str, other: str) -> str:
    """Return what two equal tags, or two texts, have in common; empty where they do not match."""
    if is_tag(own) or is_tag(other):
        return own if own == other else ""
    return own if own == other else FIELD
