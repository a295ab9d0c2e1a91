"""The template of RoadRunner: an expression that reads pages, or a list on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from windrow.detect.pages import PageTokens, Stretch, applied
from windrow.detect.roadrunner.expression import (
    DEEPEST,
    FIELD,
    Hook,
    Piece,
    Plus,
    fields_of,
    read_part,
    written,
)
from windrow.model import Field, Region
from windrow.tree import Tree

__all__ = ["ExpressionTemplate"]

# How many pieces a file may hold. A guard: chosen, not measured.
_MOST_PIECES = 100_000
# Characters of a line that shows the expression, and lines. Chosen, not measured.
_WIDTH = 100
_LINES = 30


@dataclass(frozen=True)
class ExpressionTemplate:
    """An expression without alternatives; *rows* is the field whose parts are the records.

    >>> pieces = "<ul>", Plus(("<li>", FIELD, "</li>")), "</ul>"
    >>> [region] = ExpressionTemplate(pieces, 0).apply(Tree.from_text('ul(li"Ant" li"Bee")'))
    >>> print(region.alignment)
    Ant
    Bee
    """

    pieces: tuple[Piece, ...]
    rows: int | None = None

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """The fields of a page, in order."""
        return fields_of(self.pieces)

    def read(self, page: PageTokens) -> Stretch | None:
        """Return what the expression reads in a page; None where it does not match all of it."""
        found = read_part(self.pieces, page.words, 0)
        return found if found and found.end == len(page.words) else None

    def of_list(self, rows: int) -> ExpressionTemplate:
        """Return the template with the parts of a field for records."""
        return replace(self, rows=rows)

    def apply(self, tree: Tree) -> list[Region]:
        """Return the regions of another page; an empty list when the page does not match."""
        return applied("roadrunner", self, tree)

    def __str__(self) -> str:
        shown = self.pieces
        if self.rows is not None:
            shown = (_part_of(self.pieces, self.rows),)
        text = written(shown)
        lines = [text[k : k + _WIDTH] for k in range(0, len(text), _WIDTH)]
        return "\n".join(lines[:_LINES]) + (" ..." if len(lines) > _LINES else "")

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""
        return {"system": "roadrunner", "pieces": _plain(self.pieces), "rows": self.rows}

    @classmethod
    def from_json(cls, data: Any) -> ExpressionTemplate:
        """Return the template that `to_json` wrote; ValueError for anything else."""
        if not isinstance(data, dict) or data.get("system") != "roadrunner":
            raise ValueError("not a RoadRunner template: there is no “system”: “roadrunner”")
        found = cls(tuple(_pieces(data.get("pieces"), [0], 0)), data.get("rows"))
        rows = found.rows
        if rows is not None and not (
            type(rows) is int and 0 <= rows < len(found.fields) and found.fields[rows].fields
        ):
            raise ValueError("rows: the number of a part that repeats is expected")
        return found


def _part_of(pieces: Sequence[Piece], rows: int) -> Plus:
    """Return the part that repeats whose field has the number *rows*."""
    found = [one for one, count in _parts(pieces) for _ in range(count)]
    part = found[rows]
    assert isinstance(part, Plus), rows
    return part


def _parts(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, int]]:
    """Yield the pieces that have fields, and how many of the page's own fields these are."""
    for piece in pieces:
        if isinstance(piece, Hook):
            yield from _parts(piece.body)
        elif isinstance(piece, Plus):
            yield piece, int(bool(fields_of(piece.body)))
        else:
            yield piece, int(piece == FIELD)


def _plain(pieces: Sequence[Piece]) -> list[Any]:
    return [
        piece
        if isinstance(piece, str)
        else {"plus" if isinstance(piece, Plus) else "hook": _plain(piece.body)}
        for piece in pieces
    ]


def _pieces(data: Any, count: list[int], depth: int) -> Iterator[Piece]:
    """Yield the pieces that *data* describes; *count* is how many there were before."""
    if not isinstance(data, list) or not data or depth > DEEPEST:
        raise ValueError("pieces: a list of tags, texts and parts is expected")
    for one in data:
        count[0] += 1
        if count[0] > _MOST_PIECES:
            raise ValueError(f"pieces: more than {_MOST_PIECES}")
        if isinstance(one, str) and one:
            yield one
        elif isinstance(one, dict) and len(one) == 1 and {*one} <= {"plus", "hook"}:
            [(name, body)] = one.items()
            inner = tuple(_pieces(body, count, depth + 1))
            yield Plus(inner) if name == "plus" else Hook(inner)
        else:
            raise ValueError("pieces: a tag, a text, or a part “plus” or “hook” is expected")
