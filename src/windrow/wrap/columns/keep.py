"""Columns that were found again keep their names and types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from windrow.table.words import unused
from windrow.wrap.columns.pair import Option, Pair, pair_columns
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["named_as_before"]


def named_as_before(
    wrapper: Wrapper, fresh: Wrapper, pairs: Sequence[Pair]
) -> tuple[Wrapper, dict[str, float]]:
    """Return *fresh* with the old columns first, under their names and types; and how sure."""
    columns = [
        _as_before(pair.old, fresh.columns[pair.new]) for pair in pairs if pair.new is not None
    ]
    taken = {pair.new for pair in pairs}
    names = {column.name for column in wrapper.columns}
    for at, column in enumerate(fresh.columns):
        if at not in taken:
            name = unused(column.name, names)
            names.add(name)
            columns.append(replace(column, name=name))
    sure = {pair.old.name: pair.sure for pair in pairs if pair.new is not None}
    return replace(fresh, columns=tuple(columns), name=wrapper.name), sure


def _as_before(old: WrapperColumn, new: WrapperColumn) -> WrapperColumn:
    """Return the new column as the old one was called and typed; inside of lists as well."""
    inner = new.columns
    if old.columns and new.columns:
        pairs = pair_columns(old.columns, [Option(column) for column in new.columns])
        before = {pair.new: pair.old for pair in pairs if pair.new is not None}
        names = {column.name for column in old.columns}
        inner = tuple(
            _as_before(before[k], column)
            if k in before
            else replace(column, name=unused(column.name, names))
            for k, column in enumerate(new.columns)
        )
    return replace(
        new, name=old.name, type=old.type, label=old.label, decimal=old.decimal, order=old.order,
        source=old.source, columns=inner,
    )  # fmt: skip
