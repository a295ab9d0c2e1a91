"""Patterns of tokens: what the rows of a table share, and where else it occurs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from windrow.detect.gza.tokens import Alphabet, Token
from windrow.plain import LongText

__all__ = ["MISSING", "Automaton", "Pattern", "PatternPart", "generalise"]

Parameter = str | int | tuple[int, int] | None
"""A parameter of a token; a range of lengths; None is the wild card ``any``."""


@dataclass(frozen=True, slots=True)
class PatternPart:
    """A place of a pattern: a generalised token, perhaps optional, or a choice of tag and text.

    The paper writes h(x, y, z), opt(h(any, any, any)), alt of the two heads, and alt of those and
    nothing. *name* is kept beside them: a tag's bare name (``/td`` for a closing one) survives
    where attributes differ or the tag is optional.
    """

    head: str  # "tag", "text", "alt", or "" for a missing token
    first: Parameter = None
    second: LongText | None = None
    string: LongText | None = None
    name: LongText | None = None
    optional: bool = False

    @classmethod
    def of(cls, token: Token, *, length_ranges: bool = False) -> PatternPart:
        """Return the place that only *token* fits; with *length_ranges*, its length as a range."""
        first: Parameter = token.first
        if length_ranges and isinstance(first, int):
            first = (first, first)
        name = "/" + token.name if token.second == "c" and token.head == "tag" else token.name
        return cls(token.head, first, token.second, token.string, name)

    def __str__(self) -> str:
        if not self.head:
            return "missing"
        if self.head == "alt":
            missing = ",missing" if self.optional else ""
            return f"alt(tag(any,any,any),text(any,any,any){missing})"
        if self.optional:
            return f"opt({self.head}(any,any,any))"
        second = self.second if self.head == "tag" else _quoted(self.second)
        return f"{self.head}({_shown(self.first)},{second or 'any'},{_quoted(self.string)})"

    def accepts(self, token: Token, *, exact: bool) -> bool:
        """Return whether *token* fits this place.

        *exact* is the paper's rule: every parameter that is not ``any`` must agree. Otherwise a
        tag needs only the right name, and a text a format compatible with the one seen so far: a
        value need not be as long as those of the page that the pattern was learnt from.
        """
        if self.head == "alt":
            return True
        if self.head != token.head:
            return False
        if exact:
            return (
                _fits(self.first, token.first)
                and self.second in (None, token.second)
                and self.string in (None, token.string)
            )
        if self.head == "text":
            return self.second is None or _subset(self.second, token.second)
        if self.name is not None:
            return self.name == ("/" if token.second == "c" else "") + token.name
        return self.first in (None, token.first) and self.second in (None, token.second)

    def check(self) -> None:
        """Refuse a head that patterns do not have."""
        if self.head not in ("tag", "text", "alt"):
            raise ValueError(f"head: tag, text or alt is expected, not {self.head!r:.80}")


MISSING = PatternPart("", optional=True)
"""The place of a row that lacks a column: no token."""


def generalise(one: PatternPart, other: PatternPart) -> PatternPart:
    """Return the least general place that both fit; commutative and associative.

    >>> row = [PatternPart.of(Token.text("Ford")), PatternPart.of(Token.text("Opel")), MISSING]
    >>> print(generalise(row[0], row[1]), generalise(row[0], row[2]))
    text(4,"cl",any) opt(text(any,any,any))

    References
    ----------
    [gao2003], 4.3. The paper leaves out opt with opt, and alt with one of its own members.
    """
    if one == other:
        return one
    if not one.head or not other.head:
        return _forget(replace(other if other.head else one, optional=True))
    optional = one.optional or other.optional
    if one.head != other.head or one.head == "alt":
        return PatternPart("alt", optional=optional)
    met = PatternPart(
        one.head,
        _joined(one.first, other.first),
        one.second if one.second == other.second else None,
        one.string if one.string == other.string else None,
        one.name if one.name == other.name else None,
        optional,
    )
    return _forget(met) if optional else met


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sequence of places, one for each token column. Nothing in it repeats."""

    parts: tuple[PatternPart, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.parts))


class Automaton:
    """Finds a pattern in the tokens of one alphabet.

    A set of states is the bits of one number: bit k, the places before k are done. An optional
    place is an empty step. Nothing repeats, so that a match is never longer than the pattern.
    """

    def __init__(self, pattern: Pattern, alphabet: Alphabet, *, exact: bool = False) -> None:
        self._parts, self._alphabet, self._exact = pattern.parts, alphabet, exact
        self._optional = sum(1 << k for k, part in enumerate(pattern.parts) if part.optional)
        self._accepting: dict[int, int] = {}
        self.length = len(pattern.parts)

    def match(
        self, symbols: Sequence[int], start: int, ends: Callable[[int], bool] = lambda end: True
    ) -> list[int] | None:
        """Return the place of each token of the longest match from *start*, or None.

        A match must end (after its last token) at one of *ends*.
        """
        states = self._closed(1)
        history = [states]
        longest = 0
        for place in range(start, len(symbols)):
            states = self._closed((states & self._accepts(symbols[place])) << 1)
            if not states:
                break
            history.append(states)
            if states >> self.length and ends(place + 1):
                longest = place + 1 - start
        if not longest:
            return None
        return self._walk_back(symbols[start : start + longest], history[: longest + 1])

    def starts_with(self, symbol: int) -> bool:
        """Return whether a match can begin with *symbol*."""
        return bool(self._closed(1) & self._accepts(symbol))

    def _closed(self, states: int) -> int:
        while more := (states & self._optional) << 1 & ~states:
            states |= more
        return states

    def _accepts(self, symbol: int) -> int:
        mask = self._accepting.get(symbol)
        if mask is None:
            token = self._alphabet.tokens[symbol]
            mask = self._accepting[symbol] = sum(
                1 << k
                for k, part in enumerate(self._parts)
                if part.accepts(token, exact=self._exact)
            )
        return mask

    def _walk_back(self, symbols: Sequence[int], history: list[int]) -> list[int]:
        """Choose one path through the sets of states, from the end."""
        columns = []
        state = self.length
        for place in reversed(range(len(symbols))):
            # An optional place that no token needs is skipped; the last possible one is kept.
            while not (history[place] & self._accepts(symbols[place])) >> (state - 1) & 1:
                state -= 1
            state -= 1
            columns.append(state)
        return columns[::-1]


def _forget(part: PatternPart) -> PatternPart:
    return replace(part, first=None, second=None, string=None)


def _joined(one: Parameter, other: Parameter) -> Parameter:
    if isinstance(one, tuple) and isinstance(other, tuple):
        return (min(one[0], other[0]), max(one[1], other[1]))
    return one if one == other else None


def _fits(wanted: Parameter, found: str | int) -> bool:
    if isinstance(wanted, tuple):
        return isinstance(found, int) and wanted[0] <= found <= wanted[1]
    return wanted in (None, found)


def _subset(one: str, other: str) -> bool:
    a, b = set(one), set(other)
    return a <= b or b <= a


def _shown(parameter: Parameter) -> str:
    if isinstance(parameter, tuple):
        return f"{parameter[0]}..{parameter[1]}"
    return "any" if parameter is None else str(parameter)


def _quoted(string: str | None) -> str:
    if string is None:
        return "any"
    escaped = string.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
