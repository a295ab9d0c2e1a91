"""The parts of a template of detail pages: spots, and how the children of a spot get their keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from typing import Annotated, Literal, NamedTuple

from windrow.kernels.wrap import members as kernel
from windrow.plain import WHOLE, Rule
from windrow.wrap.detail.labels import Position
from windrow.wrap.detail.slots import MOST_LOOKS, Features, align, familiar
from windrow.wrap.detail.view import PageView

__all__ = [
    "SMALL",
    "Held",
    "LinkedHeld",
    "Member",
    "Mode",
    "Split",
    "Spot",
    "anchors_of",
    "assign",
    "mark",
    "pairs",
]

SMALL = kernel.SMALL
# Slots are few; further members are not compared. Chosen, not measured.
_MOST = 60
# Pairs are rows whose headings are the labels before them.
Mode = Literal["single", "list", "ordinal", "slots", "pairs", "skip"]
_Size = Annotated[int, Rule(most=1 << 31)]
_SKIP = Rule(skip=True)
# More than a spot of any page has. Chosen, not measured.
_MANY = Rule(items=50_000)


@dataclass(slots=True)
class Held:
    """A value of a spot under one suffix: "" for its text, ``@href`` for a link."""

    suffix: str
    pages: Annotated[int, WHOLE] = 1  # how many of the learned pages have it
    constant: str | None = None  # the mark of the value that all learned pages share
    labelled: bool = False  # it is under a label and is not the label
    show: bool = True


_Examples = Annotated[tuple[Features, ...], Rule(fewest=1, items=8)]


@dataclass(slots=True)
class Split:
    """How the children of one signature become spots, at one spot."""

    signature: str
    mode: Annotated[Mode, WHOLE] = "single"
    position: Position = ""  # where members carry their own labels
    partial: bool = False  # only labels of the right form, or known ones, count
    # An unseen label is a new field with its own name.
    is_open: Annotated[bool, Rule(name="open")] = True
    labels: frozenset[str] = frozenset()
    anchored: bool = False  # a sibling before a member is its label
    heads: bool = False  # members may be labels themselves, of those that follow
    level: str = ""  # siblings of this label are labels, known or not
    inner: dict[str, Split] = field(default_factory=dict)  # those below each anchor
    caption: str = ""  # the text right before the only member
    counts: frozenset[int] = frozenset()  # how many numbered members there were
    # How each of them looks.
    slots: Annotated[tuple[_Examples, ...], Rule(items=MOST_LOOKS)] = ()
    # All features of slots.
    known: Annotated[Features | None, _SKIP] = field(default=None, compare=False, repr=False)
    also: Mode | None = None  # the second reading, if two are likely
    parts: Annotated[dict[str, Spot], _SKIP] = field(default_factory=dict)
    # What members have in common, for labels never seen.
    any: Annotated[Spot | None, _SKIP] = None

    def check(self) -> None:
        """Refuse slots without features."""
        if self.mode == "slots" and not self.slots:
            raise ValueError("slots: at least 1 is expected where members are told by slots")


@dataclass(slots=True, eq=False)
class Spot:
    """A node of the template: the same thing on every page."""

    step: Annotated[str, _SKIP] = ""
    id: Annotated[str, _SKIP] = ""
    pages: Annotated[int, WHOLE] = 0  # how many of the learned pages have it
    label: str = ""  # the label it is under, if it is that label's own member
    is_list: Annotated[bool, Rule(name="list")] = False
    path: str = ""  # XPath of an example
    unique: bool = False  # nothing else on a learned page has its signature
    closed: bool = False  # nothing at it or below it is wanted
    # If learned pages agree on the whole subtree: its digest, nodes and bytes.
    frozen: tuple[Annotated[int, Rule(most=1 << 62)], _Size, _Size] | None = None
    held: Annotated[dict[str, Held], Rule(by="suffix"), _MANY] = field(default_factory=dict)
    aliases: Annotated[dict[str, str], _MANY] = field(default_factory=dict)
    splits: Annotated[dict[str, Split], Rule(by="signature"), _MANY] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LinkedHeld:
    """The linked data of the learned pages under one path of keys."""

    path: str
    pages: Annotated[int, WHOLE] = 1
    constant: str | None = None
    fields: tuple[str, ...] = ()  # those of its rows, for a list
    show: bool = True


def mark(text: str) -> str:
    """Return a constant text, or its digest if it is long, to recognise it."""
    if len(text) <= 40:
        return text
    return f"{text[:20]}\0{blake2b(text.encode(), digest_size=8).hexdigest()}"


# Which child is which


class Member(NamedTuple):
    """A member with its key among those of its signature."""

    key: str
    node: int
    label: str = ""
    is_list: bool = False
    heading: str = ""  # the row above it that is only its heading


def assign(
    split: Split, view: PageView, siblings: Sequence[int], members: list[int]
) -> list[Member]:
    """Return the members of *split* with their keys; *siblings* are all children of the parent."""
    page = (view.said, view.tree.names, view.signatures)
    found = kernel.assign(split, *page, [*siblings], members, partial(pairs, view))
    return [Member(*one) for one in found]


def anchors_of(
    split: Split, view: PageView, siblings: Sequence[int], members: Sequence[int]
) -> dict[int, str]:
    """Return the label before each member, if there is one."""
    names, some = view.tree.names, [*members]
    found: dict[int, str] = kernel.anchors(split, view.said, names, view.signatures, siblings, some)
    return found


def pairs(view: PageView, split: Split, members: list[int]) -> list[tuple[int, int]]:
    """Return the slots of *split* with the members that look like them."""
    known = split.known
    if known is None:
        known = frozenset(f for looks in split.slots for example in looks for f in example)
        split.known = known
    return align(split.slots, familiar(view, members[:_MOST], known))[0]
