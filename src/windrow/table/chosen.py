"""Choosing columns of tables: by name, by how full they are, or by wanted fields."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from windrow.errors import WindrowError
from windrow.model import Column, Fit, Table, Tables, Value
from windrow.table.fields import fits
from windrow.table.types import TYPES
from windrow.table.wanted import Wanted, nearest, wanted

__all__ = ["Choice", "Chooser", "Pick", "chosen", "picks", "require_picks"]

_Rows: TypeAlias = Sequence[Mapping[str, Value]]

_log = logging.getLogger("windrow")
_NONE_LEFT = "no column is left"


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen columns of a table; `of` accepts what people write.

    >>> Choice.of(columns="title, price", rename={"title": "tool"}).rename
    (('title', 'tool'),)
    """

    columns: tuple[str, ...] = ()  # only these, in this order
    drop: tuple[str, ...] = ()
    rename: tuple[tuple[str, str], ...] = ()  # old name, new name
    min_fill: float = 0.0  # the least share of the rows that have a value
    fields: tuple[Wanted, ...] = ()  # what columns are matched to

    def __post_init__(self) -> None:
        if self.fields and (self.columns or self.drop or self.min_fill):
            raise WindrowError(
                "wanted fields choose all columns", hint="leave out columns, drop and min-fill"
            )
        if not 0 <= self.min_fill <= 1:
            raise WindrowError(f"{self.min_fill} is not a share of the rows", hint="give 0 to 1")

    @classmethod
    def of(
        cls,
        *,
        columns: str | Iterable[str] = (),
        drop: str | Iterable[str] = (),
        rename: Mapping[str, str] | Iterable[tuple[str, str]] = (),
        min_fill: float = 0.0,
        fields: Any = None,
    ) -> Choice:
        """Return a choice; names may be one text with commas, *fields* is as in `wanted`."""
        pairs = rename.items() if isinstance(rename, Mapping) else rename
        return cls(
            _names(columns),
            _names(drop),
            tuple((old, new) for old, new in pairs),
            min_fill,
            wanted(fields) if fields is not None else (),
        )


def _names(given: str | Iterable[str]) -> tuple[str, ...]:
    parts = given.split(",") if isinstance(given, str) else given
    return tuple(dict.fromkeys(name.strip() for name in parts if name.strip()))


class Pick(NamedTuple):
    """A wanted column: its name in the table, "" if missing, and the resulting column."""

    name: str
    column: Column


def chosen(table: Table, choice: Choice) -> Table:
    """Return the chosen part of *table*; a WindrowError if a wanted column is missing.

    A wanted field that is not found is an empty column: `Table.fits` says which are found.
    """
    found, missing, fitting = picks(table.columns, choice, rows=table.rows)
    if missing:
        raise _unknown(missing[0], [column.name for column in table.given.columns])
    _require_columns(found)
    return _picked(table, found, fitting)


def require_picks(columns: Sequence[Column], choice: Choice) -> tuple[Pick, ...]:
    """Return the wanted *columns*; an error if a name is unknown, or no field is found."""
    found, missing, fitting = picks(columns, choice)
    if missing:
        raise _unknown(missing[0], [column.name for column in columns if not column.constant])
    if fitting and not any(fit.column for fit in fitting):
        raise WindrowError(
            f"none of the wanted fields is there: {', '.join(fit.field for fit in fitting)}",
            hint=nearest("", [column.name for column in columns if not column.constant]),
        )
    if lost := [fit.field for fit in fitting if not fit.column]:
        _log.warning("not found: %s", ", ".join(lost))
    _require_columns(found)
    return found


def picks(
    columns: Sequence[Column],
    choice: Choice,
    known: Mapping[str, str] | None = None,
    rows: _Rows = (),
) -> tuple[tuple[Pick, ...], tuple[str, ...], tuple[Fit, ...]]:
    """Return the wanted columns, the missing names, and the fits of wanted fields.

    *known* are columns, by their fields, that other pages of the same template have decided on.
    """
    missing: list[str] = []
    fitting = _fits(columns, choice.fields, known or {}, rows)
    by_name = {column.name: column for column in columns}
    if choice.fields:
        pairs = zip(choice.fields, fitting, strict=True)
        found = [
            Pick(fit.column, _as_wanted(by_name.get(fit.column), field)) for field, fit in pairs
        ]
    else:
        found, missing = _by_name(columns, choice)
    names = dict(choice.rename)
    for old in names:
        if old not in missing and not any(old in (one.name, one.column.name) for one in found):
            real = _looked_up(old, columns)
            missing += [] if real else [old]
            if real:
                names[real.name] = names[old]
    called = [names.get(one.column.name, names.get(one.name, one.column.name)) for one in found]
    if twice := [name for name, count in Counter(called).items() if count > 1]:
        raise WindrowError(
            f"two columns would be called `{twice[0]}`", hint="rename the other, too"
        )
    found = [
        Pick(one.name, _called(one.column, name)) for one, name in zip(found, called, strict=True)
    ]
    return tuple(found), tuple(dict.fromkeys(missing)), tuple(fitting)


def _by_name(columns: Sequence[Column], choice: Choice) -> tuple[list[Pick], list[str]]:
    """Return the columns that a choice names or keeps, and the unknown names."""
    missing = [name for name in choice.drop if _looked_up(name, columns) is None]
    dropped = {one.name for name in choice.drop if (one := _looked_up(name, columns))}
    if not choice.columns:
        full = (one for one in columns if one.constant or one.fill >= choice.min_fill)
        return [Pick(one.name, one) for one in full if one.name not in dropped], missing
    found = []
    for name in choice.columns:
        column = _looked_up(name, columns)
        if column is None:
            missing.append(name)
            found.append(Pick("", Column(name, "text", optional=True, fill=0.0)))
        elif column.name not in dropped:
            # A column that is requested by name is given even if it is constant.
            found.append(Pick(column.name, replace(column, constant=False, minor=False)))
    return [*dict.fromkeys(found)], missing


def _looked_up(name: str, columns: Sequence[Column]) -> Column | None:
    """Return the column with that name or label, ignoring case."""
    for said in (
        lambda one: one.name == name,
        lambda one: one.label.strip(" :：") == name,
        lambda one: name.casefold() in (one.name.casefold(), one.label.strip(" :：").casefold()),
    ):
        for column in columns:
            if said(column):
                return column
    return None


def _fits(
    columns: Sequence[Column], fields: Sequence[Wanted], known: Mapping[str, str], rows: _Rows
) -> list[Fit]:
    if not fields:
        return []
    there = {column.name for column in columns}
    known = {field: name for field, name in known.items() if name in there}
    taken = {*known.values()}
    rest = [column for column in columns if column.name not in taken]
    found = {fit.field: fit for fit in fits(columns, fields, rows)}
    left = [field for field in fields if field.name not in known]
    more = {fit.field: fit for fit in fits(rest, left, rows)} if known else found
    return [
        replace(found[field.name], column=known[field.name], sure=max(found[field.name].sure, 0.5))
        if field.name in known
        else more[field.name]
        for field in fields
    ]


def _as_wanted(column: Column | None, field: Wanted) -> Column:
    """Return a column under the name and with the type of its wanted *field*."""
    if column is None:
        return Column(field.name, field.type or "text", optional=True, fill=0.0)
    column = replace(_called(column, field.name), constant=False, minor=False)
    own, other = TYPES[column.type], TYPES[field.type or column.type]
    numbers = {own.kind, other.kind} <= {"integer", "number"}
    if own.name == other.name or (own.kind == other.kind != "text") or numbers:
        return column
    typing = other.settle(other.name, column.samples, "")
    return replace(column, type=typing.type, decimal=typing.decimal, order=typing.order)


def _called(column: Column, name: str) -> Column:
    """Return a column under another name, which replaces the page's label."""
    if name == column.name:
        return column
    return replace(column, name=name, label="", prefix=column.prefix or column.label)


def _picked(table: Table, found: Sequence[Pick], fitting: tuple[Fit, ...]) -> Table:
    pairs = [(one.name, one.column.name) for one in found]
    rows = tuple([{new: row.get(old) for old, new in pairs} for row in table.rows])
    columns = tuple(one.column for one in found)
    return replace(table, columns=columns, rows=rows, fits=fitting)


def _require_columns(found: Sequence[Pick]) -> None:
    if not found:
        raise WindrowError(_NONE_LEFT, hint="drop fewer, or lower the least fill")


def _unknown(name: str, known: Sequence[str]) -> WindrowError:
    return WindrowError(f"there is no column `{name}`", hint=nearest(name, known))


class Chooser:
    """Applies one choice to the tables of many pages, consistently for pages of one template.

    A column that a page lacks is empty there; one that every page lacks is an error in the end.
    """

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.fits: dict[str, Fit] = {}  # of every wanted field, the surest so far
        self._known: dict[str, dict[str, str]] = {}
        self._missing: Counter[str] = Counter()
        self._names: dict[str, None] = {}
        self._tables = 0

    def of(self, tables: Tables, meant: slice = slice(1)) -> Tables:
        """Return the *tables* of a page, with the choice applied to the *meant* ones.

        If these have none of the wanted fields, or no column is left, there is no table, but a
        reason.
        """
        parts = tables[meant]
        found = [self._chosen(table, first=not k) for k, table in enumerate(parts)]
        if self.choice.fields:
            found = [table for table in found if any(fit.column for fit in table.fits)]
        found = [table for table in found if table.given.columns]
        if parts and not found:
            names = ", ".join(field.name for field in self.choice.fields)
            reason = f"none of the wanted fields is there: {names}" if names else _NONE_LEFT
            return Tables(tables.page, (), reason)
        every = [*tables]
        every[meant] = found
        return replace(tables, tables=tuple(every))

    def _chosen(self, table: Table, *, first: bool) -> Table:
        known = self._known.setdefault(table.template_name, {}) if table.template_name else {}
        found, missing, fitting = picks(table.columns, self.choice, known, table.rows)
        known |= {fit.field: fit.column for fit in fitting if fit.column}
        for fit in fitting:
            self.fits[fit.field] = max(self.fits.get(fit.field, fit), fit, key=lambda one: one.sure)
        # Tables after the first are other lists, with other columns.
        if first:
            self._missing.update(missing)
            self._names |= dict.fromkeys(column.name for column in table.given.columns)
            self._tables += 1
        return _picked(table, found, fitting)

    def errors(self) -> Iterator[WindrowError]:
        """Yield an error for every wanted column that no page had."""
        for name, count in self._missing.items():
            if count == self._tables:
                yield _unknown(name, [*self._names])
