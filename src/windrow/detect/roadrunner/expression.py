"""Expressions without alternatives: tags, texts, fields, parts that repeat or may be absent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from windrow.detect.pages import Mark, Stretch, is_tag
from windrow.model import Field
from windrow.tree import Kind

__all__ = [
    "DEEPEST", "FIELD", "Hook", "Piece", "Plus", "balanced_ends", "depth_of", "fields_of",
    "read_part", "written",
]  # fmt: skip

FIELD = "#PCDATA"
"""The piece where pages have a text of their own, as [crescenzi2001] writes it."""

# How deeply parts that repeat or may be absent may lie inside each other: each level is a call.
# Chosen; with 12, one of two list sites of exalg is not learned (python -m bench.rivals).
DEEPEST = 40


@dataclass(frozen=True, slots=True)
class Plus:
    """A part that repeats, once at least."""

    body: tuple[Piece, ...]
    depth: int = field(init=False, compare=False, repr=False)  # parts inside each other

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", 1 + depth_of(self.body))


@dataclass(frozen=True, slots=True)
class Hook:
    """A part that may be absent."""

    body: tuple[Piece, ...]
    depth: int = field(init=False, compare=False, repr=False)  # parts inside each other

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", 1 + depth_of(self.body))


Piece: TypeAlias = str | Plus | Hook


def depth_of(pieces: Iterable[Piece]) -> int:
    """Return how deeply parts that repeat or may be absent lie inside each other."""
    return max((piece.depth for piece in pieces if not isinstance(piece, str)), default=0)


def written(pieces: Sequence[Piece]) -> str:
    """Return an expression as text.

    >>> written(["<ul>", Plus(("<li>", FIELD, Hook(("<img>",)), "</li>")), "</ul>"])
    '<ul>(<li>#PCDATA(<img>)?</li>)+</ul>'
    """
    return "".join(
        piece
        if isinstance(piece, str)
        else f"({written(piece.body)}){'+' if isinstance(piece, Plus) else '?'}"
        for piece in pieces
    )


def balanced_ends(pieces: Sequence[Piece], start: int, most: int) -> Iterator[int]:
    """Yield where a part from *start* may end, *most* pieces on at most, so that its tags nest.

    >>> [*balanced_ends(["<b>", "x", "</b>", "<i>", "</i>", "</p>"], 0, 9)]
    [3, 5]
    """
    around: list[str] = []
    for at in range(start, min(len(pieces), start + most)):
        piece = pieces[at]
        if isinstance(piece, str) and is_tag(piece):
            if piece.startswith("</"):
                if not around or around.pop() != piece[2:]:
                    return
            elif not piece.endswith("/>"):
                around.append(piece[1:])
        if not around:
            yield at + 1


def fields_of(pieces: Sequence[Piece], *, optional: bool = False) -> tuple[Field, ...]:
    """Return the fields of an expression: texts and addresses; parts that repeat are rows.

    >>> [(one.kind, one.path) for one in fields_of(["<p>", "<b>", FIELD, "</b>", "</p>"])]
    [('text', 'p/b')]
    """
    return tuple(_fields(pieces, [], optional))


def _fields(pieces: Sequence[Piece], around: list[str], optional: bool) -> Iterator[Field]:
    for piece in pieces:
        if isinstance(piece, Hook):
            yield from _fields(piece.body, around, True)
        elif isinstance(piece, Plus):
            if inner := fields_of(piece.body):
                yield Field("rows", "/".join(around), optional, inner)
        elif piece == FIELD:
            kind: Kind = "text"
            if around and around[-1].startswith("@"):
                kind = _KINDS.get(around[-1], "text")
            path = "/".join(label for label in around if not label.startswith("@"))
            yield Field(kind, path, optional)
        elif is_tag(piece) and not piece.endswith("/>"):
            if not piece.startswith("</"):
                around.append(piece[1:-1])
            elif around:
                around.pop()


_KINDS: dict[str, Kind] = {"@link": "link", "@image": "image", "@value": "value"}


def read_part(pieces: Sequence[Piece], words: Sequence[str], start: int) -> Stretch | None:
    """Return what an expression reads from *start* on; None where it does not match.

    What may be absent is read where it is there, and what repeats as often as it does.
    """
    marks: list[Mark] = []
    at = start
    for piece in pieces:
        if isinstance(piece, Hook):
            inner = read_part(piece.body, words, at)
            marks += inner.marks if inner else (None,) * len(fields_of(piece.body))
            at = inner.end if inner else at
        elif isinstance(piece, Plus):
            parts: list[Stretch] = []
            while (part := read_part(piece.body, words, at)) is not None and part.end > at:
                parts.append(part)
                at = part.end
            if not parts:
                return None
            if parts[0].marks:
                marks.append(tuple(parts))
        else:
            tag = is_tag(piece)
            if at >= len(words) or tag != is_tag(words[at]) or (tag and piece != words[at]):
                return None
            if piece == FIELD:
                marks.append(at)
            at += 1
    return Stretch(start, at, tuple(marks))
