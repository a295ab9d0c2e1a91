"""The template of a list: where its records are, where one ends, and where their fields are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from windrow.model import FieldKind
from windrow.plain import WHOLE, Rule, Share
from windrow.wrap.columns.echo import Echo
from windrow.wrap.list.locate import Locator
from windrow.wrap.list.strangers import MOST_STRANGERS

if TYPE_CHECKING:
    from windrow.wrap.list.read import ListReader

__all__ = [
    "CORE",
    "FEWEST_RECORDS",
    "MOST_MARKS",
    "MOST_SIGNS",
    "Cut",
    "CutMode",
    "Keys",
    "ListField",
    "ListTemplate",
    "Marks",
    "ValueKind",
]

ValueKind: TypeAlias = FieldKind | Literal["alt"]
CutMode: TypeAlias = Literal["single", "starts", "every", "between"]

# A field that this share of the records has belongs to the core, by which a record is known.
# Chosen, not measured.
CORE = 0.8

# Fewer records are not a list. By definition.
FEWEST_RECORDS = 2
# Marks of each kind that are kept. Chosen, not measured.
MOST_MARKS = 100
# Signs of the start of a record that are kept. Chosen, not measured.
MOST_SIGNS = 4
_Words: TypeAlias = Annotated[tuple[str, ...], Rule(items=MOST_MARKS)]
_ById: TypeAlias = Annotated[Mapping[str, str], Rule(items=MOST_MARKS)]
_Weights: TypeAlias = Annotated[Mapping[str, Share], Rule(items=50)]


@dataclass(frozen=True, slots=True)
class Cut:
    """How the nodes that locators find become records.

    single
        every node is a record;
    starts
        a node begins one, if it has all *signs* of a start, and siblings with the labels *follow*
        go on with it;
    every
        this many neighbours (*span*) are one;
    between
        the nodes hold records; a sibling with the label *separator* ends one.
    """

    mode: Annotated[CutMode, WHOLE] = "single"
    span: Annotated[int, Rule(least=1, most=1000), WHOLE] = 1
    follow: Annotated[tuple[str, ...], WHOLE] = ()
    separator: str = ""
    signs: Annotated[tuple[str, ...], Rule(items=MOST_SIGNS)] = ()


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys to the cells of a field inside a record, each with its reliability, 0 to 1.

    *places* count siblings by label (``div[1]/a[2]``), *classes* by label and class
    (``div.head[1]/a.title[1]``), *ends* are the last steps of those (``a.title``, ``h3/a``);
    *labels* are texts before the value (``Price:``).
    """

    places: _Weights = field(default_factory=lambda: MappingProxyType({}))
    classes: _Weights = field(default_factory=lambda: MappingProxyType({}))
    ends: _Weights = field(default_factory=lambda: MappingProxyType({}))
    labels: _Weights = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class ListField:
    """A place of a value in every record."""

    id: str
    kind: ValueKind
    fill: Annotated[Share, WHOLE] = 1.0
    path: str = ""  # labels from the record's root down to the place
    keys: Annotated[Keys, Rule(flat=True)] = field(default_factory=Keys)
    # A heading before its records.
    outside: Annotated[tuple[Locator, ...], Rule(name="before")] = ()
    carried: bool = False  # given once, also for the records below
    constant: bool = False  # the same in all learned records: it does not identify a record
    # Of the rows, for a list inside the record.
    inner: Annotated[ListTemplate | None, Rule(name="rows")] = None

    @property
    def is_core(self) -> bool:
        """Whether it belongs to the core, which identifies a record."""
        return self.fill >= CORE and not self.constant

    def check(self) -> None:
        """Refuse a field of rows without a template for them, and a template without rows."""
        if (self.kind == "rows") != (self.inner is not None):
            raise ValueError("a field of rows has a template for them, and no other field has")


@dataclass(frozen=True, slots=True)
class Marks:
    """What the markup of the learned pages had without exception."""

    records: int  # that were checked
    around: _Words = ()  # class names and ids outside the records
    words: _Words = ()  # those that all records have around cells
    own: _Words = ()  # those of them that only records have
    places: _Words = ()  # of cells, in all records: ``./td[2]/a[1]@link``
    order: _Words = ()  # marked elements in the order in which all records have them
    fields: _Words = ()  # ids of fields, in the same way
    homes: _ById = field(default_factory=dict)  # by id, where nearly all cells are
    heads: _ById = field(default_factory=dict)  # by id, the header above the cells


@dataclass(frozen=True)
class ListTemplate:
    """Finds the records of a list on other pages, and their cells, without searching.

    A record has at least the share *least* of the core fields: what has less is among the
    records, but is not one. Nor is what says the same as one of the *strangers*. On pages without
    classes it may be *wide*, and *figures* tell the parents of records from others; in tables the
    *header* says which column is which. *echoes*, *rest* and *marks* show later whether a page is
    still as it was learned.
    """

    locators: Annotated[tuple[Locator, ...], Rule(name="records", items=50)]
    cut: Cut = field(default_factory=Cut)
    _: KW_ONLY
    least: Annotated[Share, WHOLE] = 0.0
    # Whether places in paths are of no use: all nodes that the labels lead to are records.
    wide: bool = False
    # Ids of fields of the core whose cells have digits, by which the parents of records are known.
    figures: Annotated[tuple[str, ...], Rule(items=MOST_MARKS)] = ()
    strangers: Annotated[tuple[str, ...], Rule(items=MOST_STRANGERS)] = ()
    # What else has the content of records on the learned pages: if the locators lead nowhere, and
    # all that looks like records says what some of these say, it is a menu, and the list is gone.
    decoys: Annotated[tuple[str, ...], Rule(items=MOST_STRANGERS)] = ()
    # The texts above the columns of a table, by which they are known if a page has other columns.
    header: tuple[str, ...] = ()
    rest: int = 0  # texts of a page beside those of its records
    fields: tuple[ListField, ...]
    echoes: tuple[Echo, ...] = ()
    marks: Marks = field(default_factory=lambda: Marks(0))

    @cached_property
    def reader(self) -> ListReader:
        """The reader for this template; it caches the kinds of records it has seen."""
        from windrow.wrap.list.read import ListReader

        return ListReader(self)
