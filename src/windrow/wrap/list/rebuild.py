"""Rebuilds a list wrapper for changed pages, with its old columns.

For every page, each old column gets its cells; from them the template is learned as from new
pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from windrow.errors import NotRepaired
from windrow.model import Alignment, Cell, Column, Field
from windrow.table.words import unused
from windrow.wrap.columns.pair import as_before, confidence_of
from windrow.wrap.list.agree import agreement
from windrow.wrap.list.learn import wrapper_of
from windrow.wrap.list.led import FoundColumn
from windrow.wrap.list.lesson import ListLesson, value_kind
from windrow.wrap.list.look import Found, find_list
from windrow.wrap.list.nested import rows_under
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.strangers import Strangers
from windrow.wrap.list.template import ValueKind
from windrow.wrap.template import Match, Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["rebuild"]

# Pages whose list is this much less like the old one than the best page's are of another kind.
# Chosen; bench.mutate measures the whole.
_NOISE = 0.25
# Unless the list only lacks columns: this share of them is there, and is this sure. Chosen;
# bench.mutate measures the whole.
_THERE, _CERTAIN = 0.5, 0.85
# A new column that shares more of its cells with the old ones is not a separate column. Chosen;
# bench.mutate measures the whole.
_TAKEN = 0.5


@dataclass(frozen=True)
class _Column:
    """A column of the new wrapper, with its line on every page."""

    column: Column
    place: str
    field: Field
    lines: tuple[FoundColumn | None, ...]


def rebuild(template: ListPages, wrapper: Wrapper, pages: Sequence[Opened]) -> Match:
    """Return the wrapper of the lists on *pages* that are most like the one it was made for."""
    founds = [found for one in pages if (found := find_list(template, wrapper, one))]
    founds.sort(key=lambda found: -found.confidence)
    if not founds:
        raise NotRepaired("no list on the pages is like the one that was learned", 0.0)
    least = founds[0].confidence - _NOISE
    some = [found for found in founds if found.confidence >= least or _only_lacks(found)]
    match = _rebuilt(template, wrapper, some)
    assert isinstance(match.wrapper.template, ListPages)
    agreed = agreement(match.wrapper.template, wrapper, pages)
    places = {column.name: column.place for column in match.wrapper.columns}
    again = _read_again(match.wrapper.template, some)
    sure = {name: one * again * agreed.get(places[name], 1.0) for name, one in match.sure.items()}
    return replace(match, sure=sure)


def _only_lacks(found: Found) -> bool:
    """Return whether a list has columns that certainly are old ones, and simply no others."""
    varied = [pair for pair in found.pairs if not pair.old.constant]
    there = [pair for pair in varied if pair.new is not None]
    if not there or len(there) < _THERE * len(varied):
        return False
    return confidence_of(there) >= _CERTAIN


def _read_again(template: ListPages, founds: Sequence[Found]) -> float:
    """Return the share of the found records that the new template reads where it was learned.

    Pages whose records are cut in different ways give a template that reads some of them only.
    """
    right = count = 0
    for found in founds:
        records = {*found.seen.region.records}
        right += len(records.intersection(template.template.reader.read(found.seen.tree).records))
        count += len(records)
    return right / max(count, 1)


def _rebuilt(template: ListPages, wrapper: Wrapper, founds: Sequence[Found]) -> Match:
    """Return the wrapper of the found lists, with the old columns and new ones."""
    columns = [*_old_columns(template, wrapper, founds)]
    names = {column.name for column in wrapper.columns} | {c.place for c in wrapper.columns}
    columns += _new_columns(founds, columns, names)
    header = template.template.header
    lessons = [_lesson(found, k, columns, header) for k, found in enumerate(founds)]
    fresh = wrapper_of(lessons, [column.column for column in columns], founds[0].seen.hidden)
    assert isinstance(fresh.template, ListPages)
    if not (fresh.template.template.header or _are_rows(founds)):
        # Where a table has become a grid, rows that repeat its header are still no records. In
        # another table the old header would say which column is which.
        known = replace(fresh.template.template, header=header)
        fresh = replace(fresh, template=replace(fresh.template, template=known))
    result = replace(fresh, detector=wrapper.detector, name=wrapper.name, more=wrapper.more)
    sure = {
        pair.old.name: max(f.pairs[k].sure for f in founds)
        for k, pair in enumerate(founds[0].pairs)
        if any(f.pairs[k].new is not None for f in founds)
    }
    # If all old keys lead to their columns, the records have only moved.
    anchored = all(
        pair.new is not None and found.lines[pair.new].is_led_to(pair.old.place)
        for found in founds
        for pair in found.pairs
        if not pair.old.constant
    )
    return Match(result, sure, anchored, len(founds))


def _are_rows(founds: Sequence[Found]) -> bool:
    """Return whether some of the lists are tables."""
    return any(
        found.seen.tree.label(root) == "tr"
        for found in founds
        for record in found.seen.region.records
        for root in record
    )


def _old_columns(
    template: ListPages, wrapper: Wrapper, founds: Sequence[Found]
) -> Iterator[_Column]:
    carried = {place.id for place in template.template.fields if place.carried}
    for k, old in enumerate(wrapper.columns):
        lines = _lines(k, founds)
        if old.place in carried:
            lines = [line and _carried_on(line) for line in lines]
        first = next((line for line in lines if line is not None), None)
        if first is None:
            continue
        # A column has cells of one kind: on pages with another kind, it is empty.
        lines = [line if line and _kind(line) == _kind(first) else None for line in lines]
        if any(line.field.kind == "part" for line in lines if line):
            first = replace(first, field=replace(first.field, kind="part"))
        now = as_before(old, first.option.column).column()
        inner = now.columns if first.field.kind == "rows" else ()
        still = old.constant and first.field.constant
        column = replace(old.column(), path=first.field.path, columns=inner, constant=still)
        yield _Column(column, old.place, replace(first.field, constant=still), tuple(lines))


def _lines(k: int, founds: Sequence[Found]) -> list[FoundColumn | None]:
    """Return the line of the old column number *k* on every page.

    A page on which nothing is like the column may still have a line in the same place.
    """
    lines = [None if (at := found.pairs[k].new) is None else found.lines[at] for found in founds]
    known = next((line for line in lines if line is not None and line.fresh is not None), None)
    if known is None:
        return lines
    return [
        _in_same_place(found, known) if line is None else line
        for found, line in zip(founds, lines, strict=True)
    ]


def _in_same_place(found: Found, known: FoundColumn) -> FoundColumn | None:
    """Return the line of a page with the keys of *known* that is not an old column, if any is."""
    paired = {pair.new for pair in found.pairs}
    ways = {way: key for way, key in known.option.column.locators if way in ("xpath", "css")}
    for at, line in enumerate(found.lines):
        own = dict(line.option.column.locators)
        same = len(ways) == 2 and all(own.get(way) == key for way, key in ways.items())
        if same and at not in paired and line.fresh is not None:
            return line
    return None


def _kind(line: FoundColumn) -> ValueKind:
    """Return the kind of the cells of a line; that of a text is also one of its part."""
    kind = value_kind(line.field)
    return "part" if kind == "text" else kind


def _carried_on(line: FoundColumn) -> FoundColumn:
    """Return a line whose values also hold for the records below, up to the next value."""
    cells = [*line.cells]
    for at in range(1, len(cells)):
        cells[at] = cells[at - 1] if cells[at] is None else cells[at]
    return replace(line, cells=tuple(cells))


def _new_columns(
    founds: Sequence[Found], old: Sequence[_Column], names: set[str]
) -> Iterator[_Column]:
    """Yield the columns that are not among the old ones, those of the surest page first.

    Columns that only other pages have must be on two of them, if there are two.
    """
    known = [*old]
    for k, found in enumerate(founds):
        taken = [{*map(_cell_key, line.cells)} for c in known if (line := c.lines[k]) is not None]
        for line in found.lines:
            is_known = any(line is column.lines[k] for column in known)
            if line.fresh is None or is_known:
                continue
            cells = [_cell_key(cell) for cell in line.cells if cell is not None]
            # The old keys may lead to parts of a cell that was found as one.
            if any(sum(c in some for c in cells) > _TAKEN * len(cells) for some in taken):
                continue
            lines = tuple(line if at == k else _same_line(one, line)
                          for at, one in enumerate(founds))  # fmt: skip
            if k and len(founds) > 2 and sum(one is not None for one in lines) < 2:
                continue
            name = unused(line.fresh.name, names)
            names.add(name)
            known.append(_Column(replace(line.fresh, name=name), name, line.field, lines))
            yield known[-1]


def _cell_key(cell: Cell) -> object:
    return cell if isinstance(cell, int) else None


def _same_line(found: Found, line: FoundColumn) -> FoundColumn | None:
    paired = {pair.new for pair in found.pairs}
    free = [one for at, one in enumerate(found.lines) if at not in paired and one.fresh is not None]
    wanted = (line.field.kind, line.field.path)
    return next((one for one in free if (one.field.kind, one.field.path) == wanted), None)


def _lesson(found: Found, k: int, columns: Sequence[_Column], header: Sequence[str]) -> ListLesson:
    """Return the page as one to learn from, its cells under the wrapper's columns."""
    lines = [column.lines[k] for column in columns]
    tree, repeated = found.seen.tree, Strangers((), header)
    records, rows = [], []
    for at, record in enumerate(found.seen.region.records):
        row = tuple(
            None if line is None else rows_under(column.field, line.field, line.cells[at])
            for line, column in zip(lines, columns, strict=True)
        )
        if not repeated.has(tree, row):
            records.append(record)
            rows.append(row)
    alignment = Alignment(tree, tuple(column.field for column in columns), tuple(rows))
    ids = tuple(column.place for column in columns)
    return ListLesson(tree, tuple(records), alignment, ids)
