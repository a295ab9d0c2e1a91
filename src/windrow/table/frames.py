"""A table for other libraries and for notebooks: pandas, polars, Arrow, HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from windrow.errors import need
from windrow.table.typed import Kind, TypedColumn, TypedValue, arrow_types, as_text, typed_rows

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from windrow.model import Table, Value

__all__ = ["html_cell", "html_lines", "to_arrow", "to_html", "to_pandas", "to_polars"]

# Rows that a notebook shows. Chosen: as pandas has it by default.
_MOST_ROWS = 60
# The types that allow missing integers and booleans, and days of any year.
_PANDAS: dict[Kind, str] = {
    "integer": "Int64", "number": "float64", "boolean": "boolean",
    "date": "datetime64[s]", "datetime": "datetime64[us]",
}  # fmt: skip


def to_pandas(table: Table) -> pandas.DataFrame:
    """Return *table* as a pandas DataFrame; nested rows are lists of dicts."""
    pandas = need("pandas")
    columns, rows = typed_rows(table)
    types = {column.name: _PANDAS.get(column.kind, "object") for column in columns}
    return pandas.DataFrame(
        {name: pandas.Series([row[name] for row in rows], dtype=of) for name, of in types.items()}
    )


def to_polars(table: Table) -> polars.DataFrame:
    """Return *table* as a polars DataFrame; nested rows are lists of structs."""
    polars = need("polars")
    columns, rows = typed_rows(table)
    schema = {column.name: _polars_type(polars, column) for column in columns}
    return polars.DataFrame(rows, schema=schema, orient="row")  # type: ignore[no-any-return]


def _polars_type(polars: Any, column: TypedColumn) -> Any:
    if column.kind == "rows":
        fields = [polars.Field(inner.name, _polars_type(polars, inner)) for inner in column.columns]
        return polars.List(polars.Struct(fields))
    types: dict[Kind, Any] = {
        "text": polars.String, "integer": polars.Int64, "number": polars.Float64,
        "boolean": polars.Boolean, "date": polars.Date, "datetime": polars.Datetime("us"),
        "time": polars.Time,
    }  # fmt: skip
    return types[column.kind]


def to_arrow(table: Table) -> pyarrow.Table:
    """Return *table* as an Arrow table; nested rows are lists of structs."""
    arrow = need("pyarrow")
    columns, rows = typed_rows(table)
    schema = arrow.schema([(column.name, _arrow_type(arrow, column)) for column in columns])
    return arrow.Table.from_pylist(rows, schema=schema)


def _arrow_type(arrow: Any, column: TypedColumn) -> Any:
    if column.kind == "rows":
        fields = [(inner.name, _arrow_type(arrow, inner)) for inner in column.columns]
        return arrow.list_(arrow.struct(fields))
    return arrow_types(arrow)[column.kind]


def to_html(table: Table) -> str:
    """Return *table* as a ``table`` element, in the words of the page, for a notebook.

    Beside it is a strip that shows where on the page its records are; long tables are shortened.
    """
    table = table.given
    names = [column.name for column in table.columns]
    rows = table.rows
    if len(rows) > _MOST_ROWS:
        half = _MOST_ROWS // 2
        gap: dict[str, Value] = dict.fromkeys(names, "…")
        rows = (*rows[:half], gap, *rows[-half:])
    drawn = "\n".join(html_lines(names, rows, _notebook_cell))
    more = f"<p>{len(table):,} rows</p>" if rows is not table.rows else ""
    if not table.where:
        return drawn + more
    return f'<div style="display:flex;gap:8px">{_strip(table)}<div>{drawn}{more}</div></div>'


def _strip(table: Table) -> str:
    """Return a picture of the page: a strip from its top to its end, with the records on it."""
    marks = "".join(
        f'<rect x="0" y="{100 * start:.1f}" width="10" height="{max(100 * (end - start), 0.5):.1f}"'
        ' fill="#d9480f"/>'
        for start, end in table.where
    )
    title = "<title>where on the page the rows are, from its top to its end</title>"
    return (
        '<svg width="10" height="100" viewBox="0 0 10 100" style="flex:none">'
        f'{title}<rect width="10" height="100" fill="#dee2e6"/>{marks}</svg>'
    )


def _notebook_cell(value: Any) -> str:
    if not isinstance(value, list):
        return html_cell(value)
    return "<br>".join(", ".join(map(_notebook_cell, row.values())) for row in value)


def html_lines(
    names: Sequence[str], rows: Sequence[Any], cell: Callable[[Any], str]
) -> Iterator[str]:
    """Yield the lines of a ``table`` element whose cells *cell* writes."""
    yield "<table>"
    yield f"<thead><tr>{''.join(f'<th>{escape(name)}</th>' for name in names)}</tr></thead>"
    yield "<tbody>"
    for row in rows:
        yield f"<tr>{''.join(f'<td>{cell(row.get(name))}</td>' for name in names)}</tr>"
    yield "</tbody>"
    yield "</table>"


def html_cell(value: TypedValue) -> str:
    """Return *value* as harmless HTML; web addresses are links.

    >>> html_cell("javascript:alert(1)"), html_cell("<b>")
    ('javascript:alert(1)', '&lt;b&gt;')
    """
    text = as_text(value) or ""
    # Only web addresses: "javascript:" from a hostile page must not become a link.
    if isinstance(value, str) and _is_web(text):
        return f'<a href="{escape(text)}" rel="noreferrer">{escape(text)}</a>'
    return escape(text)


def _is_web(text: str) -> bool:
    try:
        return urlsplit(text).scheme in ("http", "https") and not any(map(str.isspace, text))
    except ValueError:
        return False
