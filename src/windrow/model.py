"""The glossary in code: what the stages pass to each other. Frozen, no logic except printing."""

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
"""A node, None, or the rows of a nested list."""

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
    """Records x fields: the nodes of the same thing, below each other.

    Printed, it is a small picture: a line per record, a column per field, ``-`` where a record has
    no value, nested rows in brackets.
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
    """Return the text of the cell *node* of a field."""
    if place.kind == "run" or place.kind == "part" or place.kind == "rest":
        return text_of(tree, extent(tree, node, place.kind))
    assert place.kind != "rows"
    return tree.value(node, place.kind)


class RegionTemplate(Protocol):
    """The shape the records of a region share, as data: readable when printed, JSON both ways."""

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""

    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Region:
    """Where records repeat."""

    records: tuple[Record, ...]
    detector: str = ""
    parent: int | None = None  # the node whose children the records are, if there is one
    span: int = 1  # how many siblings a record takes
    score: float = 0.0  # higher is better, within a page
    pattern: int | None = None  # regions of one page with the same number share a template
    # If the detector lines up the items itself. All nodes are those of its tree, which is not
    # that of the page if a record is a line of preformatted text.
    alignment: Alignment | None = None
    template: RegionTemplate | None = None
    # What a ranking detector knew when it chose; for explanations.
    ranking: object = field(default=None, repr=False, compare=False)

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: a field with a readable name."""

    name: str
    type: str
    path: str = ""  # labels from the record's root down to the values
    optional: bool = False
    columns: tuple[Column, ...] = ()  # of the rows inside, if it is a list
    fill: float = 1.0  # the share of the rows that have a value
    samples: tuple[str, ...] = ()  # a few different values, as in the page
    source: str = (
        ""  # where the name comes from: header, label, attribute, class, link, form or kind
    )
    constant: bool = False  # the same in all rows, and unnamed: included only on request
    label: str = ""  # what the page itself calls it, by a header or a label: "BB%", "Price:"
    prefix: str = ""  # what raw values begin with and typed ones lack, unless it is the label
    decimal: str = "."  # the decimal sign
    order: str = ""  # order of days and months in 03/04/2025: dmy or mdy
    fit: float = 1.0  # the share of the values that fit the type
    today: str = ""  # as in its table
    minor: bool = False  # not what the page is about: included only on request
    # What its name was chosen from, a `Basis`; for wanted fields.
    basis: object = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Fit:
    """Which column of a table a wanted field is, and how sure; "" if it was not found."""

    field: str
    column: str = ""
    sure: float = 0.0
    by: str = ""  # the evidence: name, label, type or values


# Columns and tables that a short description names. Chosen, not measured.
_NAMED = 6

Value: TypeAlias = "str | list[dict[str, Value]] | None"
"""A text or address as in the page, the rows of a nested list, or None."""


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """The records of a region as rows, in page order.

    Rows hold the values of all *columns*, constant and minor ones included; printing, storing and
    other libraries get only the *given* columns.
    """

    columns: tuple[Column, ...]
    rows: tuple[dict[str, Value], ...]
    score: float = 0.0
    detector: str = ""
    region: str = ""  # XPath of the node above all records
    nodes: tuple[tuple[str, ...], ...] = ()  # XPaths of each record's root nodes
    template: RegionTemplate | None = field(default=None, repr=False)
    base: str = ""  # the web address that links are relative to; "" if unknown
    today: str = ""  # the time that "yesterday" is relative to, ISO 8601; "": now
    title: str = field(default="", compare=False)  # what the page calls it: a caption, a heading
    # The name of its template, if tables of several pages were lined up.
    template_name: str = field(default="", compare=False)
    wrapper: str = field(default="", compare=False)  # the name of the wrapper that read it
    # Where its records are in the page: shares of it from and to, for a picture.
    where: tuple[tuple[float, float], ...] = field(default=(), repr=False, compare=False)
    # Which columns the wanted fields are, if any were wanted.
    fits: tuple[Fit, ...] = field(default=(), compare=False)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def given(self) -> Table:
        """The table without constant and minor columns, as it is printed and stored."""
        from windrow.table.given import given

        return given(self)

    def with_constants(self) -> Table:
        """Return the table with its constant columns as ordinary columns.

        >>> table = Table((Column("title", "text"), Column("text", "text", constant=True)), ())
        >>> [column.name for column in table.with_constants().given.columns]
        ['title', 'text']
        """
        from windrow.table.given import with_constants

        return with_constants(self)

    def with_minor(self) -> Table:
        """Return the table with its minor columns as ordinary columns."""
        return replace(self, columns=tuple(replace(one, minor=False) for one in self.columns))

    def named_by_page(self) -> Table:
        """Return the table with the page's own names for its columns, where it has any.

        >>> column = Column("order_", "text", label="Order")
        >>> print(Table((column,), ({"order_": "1"},)).named_by_page())
        Order
        1
        """
        from windrow.table.given import named_by_page

        return named_by_page(self)

    def choose(self, choice: Choice | None = None, **wishes: Any) -> Table:
        """Return the chosen columns of the table: a `Choice`, or the arguments of `Choice.of`.

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
        """Return the table as a picture, a line per row."""
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

    *reason* says why there are none, or what a wrapper no longer finds.
    """

    page: str
    tables: Sequence[Table]  # those after the first may be made on demand
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
        """Return the tables without what only learning needs, to keep messages small."""
        return replace(self, tables=tuple(replace(one, template=None) for one in self.tables))


@dataclass(frozen=True, slots=True)
class Finding:
    """A list that was found on a page, with the result of every stage."""

    tree: Tree = field(repr=False)
    region: Region
    alignment: Alignment  # as the detector lined the records up
    table: Table
    cells: Alignment  # the nodes of the table's cells, a field per column
    hidden: bool = False  # the page hides the list until a script runs

    @property
    def given(self) -> Finding:
        """The list, with the table that is printed and stored: without constant columns."""
        kept = [k for k, column in enumerate(self.table.columns) if not column.constant]
        fields = tuple(self.cells.fields[k] for k in kept)
        rows = tuple(tuple(row[k] for k in kept) for row in self.cells.rows)
        return replace(self, table=self.table.given, cells=Alignment(self.tree, fields, rows))


@dataclass(frozen=True, slots=True)
class Findings(Sequence[Finding]):
    """The lists of one page, best first; *reason* says why there are none."""

    name: str  # of the page, as it was given
    page: Page  # as it was finally read: from a browser, if one was used
    findings: Later[Finding]  # made on demand
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
