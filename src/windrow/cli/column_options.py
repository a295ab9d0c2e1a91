"""The options that choose columns, by name or as wanted fields that are matched to columns."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from windrow.errors import WindrowError

if TYPE_CHECKING:
    from windrow.table.chosen import Choice

__all__ = ["choice_options"]

_OPTIONS = ("columns", "drop", "rename", "min_fill", "fields", "schema")


def choice_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options that choose columns; the command gets them as one `Choice`, *choice*."""

    @wraps(function)
    def called(**options: Any) -> None:
        function(choice=_choice(**{name: options.pop(name) for name in _OPTIONS}), **options)

    options = [
        click.option("--columns", metavar="A,B", help="Only these columns, in this order."),
        click.option("--drop", metavar="A,B", help="Without these columns."),
        click.option("--rename", multiple=True, metavar="OLD=NEW,...", callback=_pairs,
                     help="Rename columns; may be repeated."),
        click.option("--min-fill", type=click.FloatRange(0, 1), default=0.0, metavar="SHARE",
                     help="Drop columns that are filled in fewer rows than this, e.g. 0.1."),
        click.option("--fields", metavar="A,B:TYPE",
                     help="Wanted fields; their columns are found by name, type and values."),
        click.option("--schema", metavar="FILE", type=click.Path(),
                     help="The same, as a JSON Schema."),
    ]  # fmt: skip
    for option in reversed(options):
        called = option(called)
    return called


def _pairs(
    context: click.Context, option: click.Parameter, pairs: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Return ``column=price`` as pairs."""
    found = []
    for pair in chain.from_iterable(map(_apart, pairs)):
        old, _, new = (part.strip() for part in pair.partition("="))
        if not (old and new):
            raise click.BadParameter(f"{pair!r}: give OLD=NEW")
        found.append((old, new))
    return tuple(found)


def _apart(pairs: str) -> list[str]:
    """Return the pairs of ``a=b,c=d``; a comma may also be part of a name."""
    parts = pairs.split(",")
    return parts if all("=" in part for part in parts) else [pairs]


def _choice(
    *,
    columns: str | None,
    drop: str | None,
    rename: tuple[tuple[str, str], ...],
    min_fill: float,
    fields: str | None,
    schema: str | None,
) -> Choice | None:
    """Return the choice; None if all columns are wanted."""
    for name, given in (("--columns", columns), ("--drop", drop), ("--fields", fields)):
        if given is not None and not given.strip(" ,"):
            raise click.UsageError(f"{name} names nothing")
    if not (columns or drop or rename or min_fill or fields or schema):
        return None
    from windrow.table.chosen import Choice
    from windrow.table.wanted import read_schema

    if fields and schema:
        raise click.UsageError("--fields and --schema exclude each other")
    try:
        return Choice.of(
            columns=columns or (), drop=drop or (), rename=rename, min_fill=min_fill,
            fields=read_schema(schema) if schema else fields,
        )  # fmt: skip
    except WindrowError as error:
        hint = f" ({error.hint})" if error.hint else ""
        raise click.UsageError(f"{error.summary}{hint}") from error
