"""Labels inside values: "Price: 12" is a price, and if 12 has a column of its own, that is it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from windrow.model import Value
from windrow.table.labels import shared_label, without_label
from windrow.wrap.detail.fields import DetailField, suffix_of
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["copies", "labelled_once", "lead", "lead_of"]

Rows = Sequence[Mapping[str, Value]]


def lead_of(place: DetailField, texts: Sequence[str]) -> str:
    """Return the label that the values of a field begin with, colon included, or "".

    A single value says so only if the page uses the same words as a label elsewhere.

    >>> lead_of(DetailField("b", "text"), ["Price: 12", "Price: 9"])
    'Price:'
    >>> lead_of(DetailField("b", "text"), ["Note: a"])
    ''
    >>> lead_of(DetailField("b", "Note", "label"), ["Note: a"])
    'Note:'
    """
    # An address begins with a scheme: "mailto:".
    if suffix_of(place):
        return ""
    if len(texts) > 1:
        return shared_label(texts)
    label = f"{place.name}:"
    said = place.named_by == "label" and texts and without_label(texts[0], label) != texts[0]
    return label if said else ""


def lead(column: WrapperColumn) -> str:
    """Return the label that the values of a column begin with, colon included, or ""."""
    return column.label if column.label.endswith(":") else ""


def copies(columns: Sequence[WrapperColumn], rows: Rows) -> dict[str, str]:
    """Return the places of columns that are a label with the value of another, by their places."""
    plain = {
        _values(column, rows): column.place
        for column in reversed(columns)
        if not column.columns and not lead(column)
    }
    found = {}
    for column in columns:
        short: tuple[str | None, ...] | None = None
        if label := lead(column):
            short = tuple([v and without_label(v, label) for v in _values(column, rows)])
        elif column.source == "label" and not column.columns:
            short = _behind(column.label, _values(column, rows))
        own = None if short is None else plain.get(short)
        if own is not None and own != column.place:
            found[column.place] = own
    return found


def _behind(label: str, values: Sequence[str | None]) -> tuple[str | None, ...] | None:
    """Return what is behind a label that all values begin with; None if one does not.

    >>> _behind("Location", ["Location Bath", None]), _behind("Location", ["Bath"])
    (('Bath', None), None)
    """
    if not label or not all(value is None or value.startswith(f"{label} ") for value in values):
        return None
    return tuple([value and value[len(label) :].strip() for value in values])


def labelled_once(columns: Sequence[WrapperColumn], rows: Rows) -> tuple[WrapperColumn, ...]:
    """Return *columns*, in which a value of its own is called after the label that is before it."""
    labels = {column.place: column for column in columns}
    called = {own: labels[whole] for whole, own in copies(columns, rows).items()}
    return tuple(
        replace(column, name=whole.name, label=whole.label.rstrip(":"), source="label")
        if (whole := called.get(column.place)) and column.source not in ("label", "attribute")
        else column
        for column in columns
    )


def _values(column: WrapperColumn, rows: Rows) -> tuple[str | None, ...]:
    """Return the texts of a column, None where there is none."""
    found = (row.get(column.place) for row in rows)
    return tuple([value if isinstance(value, str) else None for value in found])
