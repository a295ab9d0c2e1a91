"""The glossary in code: what the stages hand to each other. Frozen, no logic but printing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, overload

from windrow.later import Later
from windrow.read.page import Page
from windrow.tree import Kind, Tree
from windrow.tree.runs import Extent, extent, text_of

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from windrow.table.chosen import Choice

__all__ = [
    "Alignment",
    "Cell",
    "Column",
    "Field",
    "FieldKind",
    "Finding",
    "Findings",
    "Fit",
    "Record",
    "Region",
    "RegionTemplate",
    "Row",
    "Table",
    "Tables",
    "Value",
    "cell_text",
]

Record: TypeAlias = tuple[int, ...]
"""The nodes of one thing, in page order: roots of subtrees, not always neighbours."""

FieldKind: TypeAlias = Kind | Extent | Literal["rows"]

Cell: TypeAlias = "int | tuple[Row, ...] | None"
"""A node, nothing, or the rows of a nested list."""

Row: TypeAlias = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """A leaf place in a template: where every record has a value.

    A field of the kind ``run``, ``part`` or ``rest`` is a text of several nodes, named by the first
    of them; of the kind ``rows``, a list inside the record, and *fields* are those of its rows.
    """

    kind: FieldKind
    path: str = ""  # labels from the record's root down to the place
    optional: bool = False  # some records lack it
    fields: tuple[Field, ...] = ()
    constant: bool = False  # it becomes a constant column


@dataclass(frozen=True, slots=True)
class Alignment:
    """Records x fields: the nodes that stand for the same thing, below each other.

    Printed, it is a small picture: a line a record, a column a field, ``-`` where a record has
    nothing, nested rows in brackets.
    """

    tree: Tree = field(repr=False)
    fields: tuple[Field, ...]
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        table = [
            [self._show(cell, place) for cell, place in zip(row, self.fields, strict=True)]
            for row in self.rows
        ]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        return "\n".join(
            " | ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip()
            for line in table
        )

    def _show(self, cell: Cell, place: Field) -> str:
        if cell is None:
            return "-"
        if isinstance(cell, int):
            return cell_text(self.tree, cell, place)
        rows = (
            ", ".join(self._show(c, f) for c, f in zip(row, place.fields, strict=True))
            for row in cell
        )
        return f"[{'; '.join(rows)}]"


def cell_text(tree: Tree, node: int, place: Field) -> str:
    """Return what the cell *node* of a field says."""
    if place.kind == "run" or place.kind == "part" or place.kind == "rest":
        return text_of(tree, extent(tree, node, place.kind))
    assert place.kind != "rows"
    return tree.value(node, place.kind)


class RegionTemplate(Protocol):
    """The shape the records of a region share, as data: it prints readably and survives JSON."""

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""

    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Region:
    """Where records repeat."""

    records: tuple[Record, ...]
    detector: str = ""
    parent: int | None = None  # the node whose children the records are, where there is one
    span: int = 1  # how many siblings a record takes
    score: float = 0.0  # higher is better, within a page
    pattern: int | None = None  # regions of one page with the same number share a template
    alignment: Alignment | None = None  # where the detector lines up the items itself
    template: RegionTemplate | None = None
    # What a detector that ranks knew when it chose, for explanations.
    ranking: object = field(default=None, repr=False, compare=False)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: a field with a name a person can use."""

    name: str
    type: str
    path: str = ""  # labels from the record's root down to the values
    optional: bool = False
    columns: tuple[Column, ...] = ()  # those of the rows inside, for a list
    fill: float = 1.0  # the share of the rows that have a value
    samples: tuple[str, ...] = ()  # a few different values, as in the page
    source: str = ""  # where the name is from: header, label, attribute, class, link, form or kind
    constant: bool = False  # all rows say the same, and nothing names it: given when asked for
    label: str = ""  # what the page itself calls it, by a header or a label: "BB%", "Price:"
    prefix: str = ""  # what values begin with, and typed ones do not, where it is not the label
    decimal: str = "."  # the sign before the decimals
    order: str = ""  # how days and months follow each other in 03/04/2025: dmy or mdy
    fit: float = 1.0  # the share of the values that have the form of the type
    today: str = ""  # that of its table
    minor: bool = False  # beside what the page is about: given when asked for


@dataclass(frozen=True, slots=True)
class Fit:
    """Which column of a table a wanted field is, and how sure; "" where it was not found."""

    field: str
    column: str = ""
    sure: float = 0.0
    by: str = ""  # what says so: name, label, type or values


# Columns and tables that a short description names. Chosen, not measured.
_NAMED = 6

Value: TypeAlias = "str | list[dict[str, Value]] | None"
"""A text or address as in the page, the rows of a nested list, or nothing."""


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """The records of a region as rows, in page order.

    Rows hold the values of all *columns*, constant and minor ones included; what is printed, stored
    or handed to other libraries is what is *given* out.
    """

    columns: tuple[Column, ...]
    rows: tuple[dict[str, Value], ...]
    score: float = 0.0
    detector: str = ""
    region: str = ""  # XPath of the node all records stand below
    nodes: tuple[tuple[str, ...], ...] = ()  # XPaths of each record's root nodes
    template: RegionTemplate | None = field(default=None, repr=False)
    base: str = ""  # the web address that links are relative to; "" where none is known
    today: str = ""  # the moment that "yesterday" counts from, ISO 8601; "": when it is asked for
    title: str = field(default="", compare=False)  # what the page calls it: a caption, a heading
    # The name of its template, where tables of several pages were lined up.
    template_name: str = field(default="", compare=False)
    wrapper: str = field(default="", compare=False)  # the name of the wrapper that read it
    # Where its records are in the page: from which part of it to which, for a picture.
    where: tuple[tuple[float, float], ...] = field(default=(), repr=False, compare=False)
    # What became of the fields that were wanted, where some were.
    fits: tuple[Fit, ...] = field(default=(), compare=False)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def given(self) -> Table:
        """The table as it is given out: without its constant columns, and without minor ones."""
        from windrow.table.given import given

        return given(self)

    def with_constants(self) -> Table:
        """Return the table with its constant columns as columns like all others.

        >>> table = Table((Column("title", "text"), Column("text", "text", constant=True)), ())
        >>> [column.name for column in table.with_constants().given.columns]
        ['title', 'text']
        """
        from windrow.table.given import with_constants

        return with_constants(self)

    def with_minor(self) -> Table:
        """Return the table with all columns, also those beside what the page is about."""
        return replace(self, columns=tuple(replace(one, minor=False) for one in self.columns))

    def named_by_page(self) -> Table:
        """Return the table with its columns called as the page calls them, where it does.

        >>> column = Column("order_", "text", label="Order")
        >>> print(Table((column,), ({"order_": "1"},)).named_by_page())
        Order
        1
        """
        from windrow.table.given import named_by_page

        return named_by_page(self)

    def choose(self, choice: Choice | None = None, **wishes: Any) -> Table:
        """Return what is wanted of the table: a `Choice`, or what `Choice.of` takes.

        >>> table = Table((Column("name", "text"), Column("cost", "price")), ())
        >>> [column.name for column in table.choose(fields="title,price:number").columns]
        ['title', 'price']
        """
        from windrow.table.chosen import Choice, chosen

        return chosen(self, Choice.of(**wishes) if choice is None else choice)

    def __repr__(self) -> str:
        names = [column.name for column in self.given.columns]
        more = ", ..." if len(names) > _NAMED else ""
        return f"<Table of {len(self)} rows: {', '.join(names[:_NAMED])}{more}>"

    def __str__(self) -> str:
        """Return the table as a picture, a line a row."""
        table = self.given
        head = [column.name for column in table.columns]
        body = [[_show(row.get(name)) for name in head] for row in table.rows]
        widths = [max(map(len, cells)) for cells in zip(head, *body, strict=True)]
        return "\n".join(
            " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in (head, *body)
        )

    def to_pandas(self) -> pandas.DataFrame:
        """Return the table as a pandas DataFrame with typed columns."""
        from windrow.table.frames import to_pandas

        return to_pandas(self)

    def to_polars(self) -> polars.DataFrame:
        """Return the table as a polars DataFrame with typed columns."""
        from windrow.table.frames import to_polars

        return to_polars(self)

    def to_arrow(self) -> pyarrow.Table:
        """Return the table as an Arrow table with typed columns."""
        from windrow.table.frames import to_arrow

        return to_arrow(self)

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        from windrow.table.frames import to_html

        return to_html(self)


def _show(value: Value) -> str:
    if isinstance(value, list):
        return f"[{'; '.join(', '.join(map(_show, row.values())) for row in value)}]"
    return "-" if value is None else value


@dataclass(frozen=True, slots=True, repr=False)
class Tables(Sequence[Table]):
    """The tables of one page, best first.

    *reason* says why there are none, or why those of a wrapper lack what they always had.
    """

    page: str
    tables: Sequence[Table]  # those after the first may be made when they are asked for
    reason: str | None = None
    title: str = field(default="", compare=False)  # of the page

    def __repr__(self) -> str:
        if not self.tables:
            return f"<no table of {self.page}: {self.reason}>"
        many = "1 table" if len(self) == 1 else f"{len(self)} tables"
        return f"<{many} of {self.page}: {', '.join(map(repr, self.tables[:_NAMED]))}>"

    def _repr_html_(self) -> str:
        """Return the tables as a notebook shows them, each below its number and score."""
        from html import escape

        parts = [
            f"<p>{number}: {len(table)} rows, score {table.score:.2f}</p>{table._repr_html_()}"
            for number, table in enumerate(self.tables, 1)
        ]
        title = f"<p><b>{escape(self.title or self.page)}</b></p>"
        return "".join([title, *parts]) if parts else f"<p>{escape(repr(self))}</p>"

    def __len__(self) -> int:
        return len(self.tables)

    def __bool__(self) -> bool:
        return bool(self.tables)

    @overload
    def __getitem__(self, index: int) -> Table: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Table, ...]: ...
    def __getitem__(self, index: int | slice) -> Table | tuple[Table, ...]:
        return tuple(self.tables[index]) if isinstance(index, slice) else self.tables[index]

    def without_templates(self) -> Tables:
        """Return the tables without what is only for learning, so that little has to travel."""
        return replace(self, tables=tuple(replace(one, template=None) for one in self.tables))


@dataclass(frozen=True, slots=True)
class Finding:
    """A list that was found on a page, with what every stage made of it."""

    tree: Tree = field(repr=False)
    region: Region
    alignment: Alignment  # as the detector lined the records up
    table: Table
    cells: Alignment  # the nodes of the table's cells, a field a column
    hidden: bool = False  # the list lies in what the page hides until a script runs

    @property
    def given(self) -> Finding:
        """The list with its table as it is given out: without constant columns."""
        kept = [k for k, column in enumerate(self.table.columns) if not column.constant]
        fields = tuple(self.cells.fields[k] for k in kept)
        rows = tuple(tuple(row[k] for k in kept) for row in self.cells.rows)
        return replace(self, table=self.table.given, cells=Alignment(self.tree, fields, rows))


@dataclass(frozen=True, slots=True)
class Findings(Sequence[Finding]):
    """The lists of one page, best first; *reason* says why there are none."""

    name: str  # of the page, as it was given
    page: Page  # as it was read in the end: as a browser showed it, if one was asked
    findings: Later[Finding]  # made when they are asked for
    reason: str | None = None

    @property
    def tables(self) -> Tables:
        """The tables of the lists."""
        title = self.findings[0].tree.title if self.findings else ""
        return Tables(self.name, self.findings.changed(attrgetter("table")), self.reason, title)

    def __len__(self) -> int:
        return len(self.findings)

    def __bool__(self) -> bool:
        return bool(self.findings)

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, index: int | slice) -> Finding | tuple[Finding, ...]:
        return self.findings[index]
