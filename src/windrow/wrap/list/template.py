"""The template of a list: where its records are, where one ends, and where their fields are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from windrow.wrap.columns.echo import Echo
from windrow.wrap.list.locate import Locator

if TYPE_CHECKING:
    from windrow.wrap.list.read import ListReader

__all__ = ["CORE", "Cut", "CutMode", "Keys", "ListField", "ListTemplate", "Marks", "ValueKind"]

ValueKind: TypeAlias = Literal["text", "link", "image", "value", "run", "alt", "rows"]
CutMode: TypeAlias = Literal["single", "starts", "every", "between"]

# A field that this share of the records has belongs to the core, by which a record is known.
# Chosen, not measured.
CORE = 0.8


@dataclass(frozen=True, slots=True)
class Cut:
    """How the nodes that locators find become records.

    single
        every node is a record;
    starts
        a node begins one, and siblings with the labels *follow* go on with it;
    every
        this many neighbours (*span*) are one;
    between
        the nodes hold records; a sibling with the label *separator* ends one.
    """

    mode: CutMode = "single"
    span: int = 1
    follow: tuple[str, ...] = ()
    separator: str = ""


@dataclass(frozen=True, slots=True)
class Keys:
    """How the cells of a field are known inside a record; each key with its reliability, 0 to 1.

    *places* count siblings by label (``div[1]/a[2]``), *classes* by label and class
    (``div.head[1]/a.title[1]``), *ends* are the last steps of those (``a.title``, ``h3/a``);
    *labels* are texts before the value (``Price:``).
    """

    places: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    classes: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    ends: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    labels: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class ListField:
    """A place of a value in every record."""

    id: str
    kind: ValueKind
    keys: Keys = field(default_factory=Keys)
    fill: float = 1.0
    path: str = ""  # labels from the record's root down to the place
    outside: tuple[Locator, ...] = ()  # a heading before its records
    carried: bool = False  # said once, and meant for the records below as well
    inner: ListTemplate | None = None  # of the rows, for a list inside the record


@dataclass(frozen=True, slots=True)
class Marks:
    """What the markup of the learned pages had without exception."""

    records: int = 0  # that were looked at
    around: tuple[str, ...] = ()  # class names and ids outside of the records
    words: tuple[str, ...] = ()  # those that all records have around cells
    own: tuple[str, ...] = ()  # of these, what nothing but records has
    places: tuple[str, ...] = ()  # of cells, in all records: ``./td[2]/a[1]@link``
    order: tuple[str, ...] = ()  # marked elements in the order in which all records have them
    fields: tuple[str, ...] = ()  # ids of fields, in the same way
    homes: Mapping[str, str] = field(default_factory=dict)  # by id, where nearly all cells are
    heads: Mapping[str, str] = field(default_factory=dict)  # by id, what a table says over cells


@dataclass(frozen=True)
class ListTemplate:
    """Finds the records of a list on other pages, and their cells, without searching.

    A record has at least the share *least* of the core fields: what has less is among the
    records, but is not one. *echoes*, *rest* and *marks* show later whether a page is still as it
    was learned.
    """

    locators: tuple[Locator, ...]
    cut: Cut
    fields: tuple[ListField, ...]
    least: float = 0.0
    echoes: tuple[Echo, ...] = ()
    rest: int = 0  # texts of a page beside those of its records
    marks: Marks = field(default_factory=Marks)

    @cached_property
    def reader(self) -> ListReader:
        """What reads pages by this template; it remembers the records it has met."""
        from windrow.wrap.list.read import ListReader

        return ListReader(self)
