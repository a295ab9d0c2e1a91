"""The parts of a template: classes, the gaps between their tokens, and the values in the gaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from windrow.model import Field
from windrow.plain import Rule
from windrow.tree import Kind

__all__ = ["DataGap", "Leaf", "Part", "fields_in"]

# What a file may hold of each. A guard: chosen, not measured.
_MANY = Rule(items=100_000)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value in a gap: the *number*-th text on a path there."""

    path: str
    number: int = 0

    @property
    def kind(self) -> Kind:
        """What it is: a text, or an address."""
        for kind in _ADDRESSES:
            if self.path.endswith(f"<@{kind}>"):
                return kind
        return "text"


_ADDRESSES: tuple[Kind, ...] = ("link", "image", "value")


@dataclass(frozen=True, slots=True)
class DataGap:
    """What is between two tokens of a class: values, and other classes."""

    leaves: Annotated[tuple[Leaf, ...], _MANY] = ()
    parts: Annotated[tuple[Part, ...], _MANY] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A class as a part of the template: its tokens with their paths, and the gaps between them."""

    roles: Annotated[tuple[tuple[str, str], ...], Rule(fewest=2, items=100_000)]
    gaps: Annotated[tuple[DataGap, ...], _MANY]
    is_list: bool = False  # pages have it several times
    optional: bool = False  # pages may lack it

    def check(self) -> None:
        """Refuse a part with a gap too many."""
        if len(self.gaps) != len(self.roles) - 1:
            raise ValueError("gaps: one less than roles is expected")

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of all its gaps."""
        return tuple(one for gap in self.gaps for one in fields_in(gap))


def fields_in(gap: DataGap) -> Iterator[Field]:
    """Yield the fields of a gap: its values, and those of its classes; repeated ones are lists."""
    for leaf in gap.leaves:
        labels = leaf.path.strip("<>").split("><")
        path = "/".join(label for label in labels if not label.startswith("@"))
        yield Field(leaf.kind, path, True)
    for part in gap.parts:
        inner = part.fields
        if not part.is_list:
            yield from inner
        elif inner:
            yield Field("rows", "", True, inner)
