"""Problems of the list of a page: records missed, found twice or mixed with others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from windrow.model import Value
from windrow.tree import Tree
from windrow.tree.tree import TEXT
from windrow.wrap.columns.judge import is_changed
from windrow.wrap.list.header import columns_of, lacking
from windrow.wrap.list.keys import labels_before, nodes_with_keys
from windrow.wrap.list.led import field_of, texts_in
from windrow.wrap.list.look import CERTAIN, Found, find_list
from windrow.wrap.list.markup import changed_markup, is_held
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.read import ListReading, same_cell
from windrow.wrap.list.template import ListTemplate
from windrow.wrap.steps import Steps
from windrow.wrap.template import Judgement, Opened, Reading
from windrow.wrap.wrapper import Wrapper

__all__ = ["absent_columns", "failed_ways", "is_suspicious", "judge_list", "missed", "mixed"]

# With less than this share of the fewest records that were learned, some may have been missed.
# Chosen; bench.mutate measures the whole.
_FEW = 0.6
# How sure a list found afresh must be to prove that the wrapper misses it, or most of it: this many
# times the records. Chosen; bench.mutate measures the whole.
_THERE, _SURE, _MORE = 0.45, 0.5, 1.5
# A list that is less sure than this proves no missed records. Chosen, not measured.
_BELIEVED = 0.2
# If a list is certainly found afresh, this share of its cells must be read as well. Chosen;
# bench.mutate measures the whole.
_AGREEING = 0.94
# A page without records is full if it has more texts than usual beside the records: by this share,
# by less if the box of the records is gone, and by this many records' worth. Chosen; bench.mutate
# measures the whole.
_FULL, _FULL_WITHOUT, _RECORDS = 0.5, 0.15, 5
# Columns that nearly all records have; if this share of the records, and this many, lack half of
# them, they are something else. Chosen; bench.mutate measures the whole.
_EVERY, _MIXED, _FEWEST = 0.9, 0.15, 3
# The kinds of keys, those of `nodes_with_keys` first, and what a wrapper's columns call them.
_LEVELS = {"places": "xpath", "classes": "css", "ends": "css", "labels": "text"}


def judge_list(
    template: ListPages, wrapper: Wrapper, opened: Opened, reading: Reading
) -> Judgement:
    """Return what is wrong with the records of a page and with its markup."""
    tree, found = template.tree(opened), template.found(opened)
    failed = failed_ways(template.template, tree, found) if reading.rows else {}
    absent, without = absent_columns(template.template, tree, found)
    names = {column.place: column.name for column in wrapper.columns}
    reasons = mixed(wrapper, reading) or _passed_over(wrapper, found, len(reading.rows))
    if not reasons and is_suspicious(wrapper, reading):
        fresh = find_list(template, wrapper, opened)
        reasons = missed(wrapper, reading, fresh)
        if not reasons and fresh and is_changed(failed, reading.ways) and reading.rows:
            reasons = _read_otherwise(template.template, found, fresh)
        if not reasons and not reading.rows:
            reasons = _full(template.template, wrapper, tree)
    markup = changed_markup(template.template, tree, found, names, without)
    heads = template.template.marks.heads
    optional = frozenset(place for place in absent if wrapper.pages > 1 and place not in heads)
    return Judgement(failed, (*reasons, *markup), absent=absent, optional=optional)


def absent_columns(
    template: ListTemplate, tree: Tree, found: ListReading
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the fields of columns that the header of a page does not name, with their names.

    Then the places of the cells that these columns had.
    """
    gone = lacking(tree, found.records, template.header)
    fields: dict[str, str] = {}
    ways: list[str] = []
    for column, name in enumerate(template.header, 1):
        if name not in gone:
            continue
        cells = (f"./td[{column}]", f"./th[{column}]")
        ways += cells
        for k, place in enumerate(template.fields):
            keys = [*place.keys.places]
            own = bool(keys) and all(key.startswith(cells) for key in keys)
            if own and all(row[k] is None for row in found.rows):
                fields[place.id] = name
    return fields, tuple(ways)


def failed_ways(
    template: ListTemplate, tree: Tree, found: ListReading
) -> dict[str, tuple[str, ...]]:
    """Return by the place of a column the kinds of locators that lead to none of its cells.

    A column without cells on the page is left out: nothing says where they should be.
    """
    steps = Steps(tree)
    fields = template.fields
    grid = columns_of(tree, found.records, template.header)
    met: dict[str, set[str]] = {}
    for record, row in zip(found.records, found.rows, strict=True):
        keys: dict[int, list[tuple[str, str]]] = {}
        for node, *marks in nodes_with_keys(steps, record, grid):
            keys[node] = [*zip(_LEVELS, marks, strict=False)]
        for node, label in labels_before(tree, record):
            keys.setdefault(node, []).append(("labels", label))
        for place, cell in zip(fields, row, strict=True):
            if isinstance(cell, int) and cell in keys and not place.constant:
                leading = met.setdefault(place.id, set())
                leading |= {level for level, key in keys[cell] if key in getattr(place.keys, level)}
    return {
        place.id: tuple(
            dict.fromkeys(
                called
                for level, called in _LEVELS.items()
                if getattr(place.keys, level) and level not in met[place.id]
            )
        )
        for place in fields
        if place.id in met
    }


def mixed(wrapper: Wrapper, reading: Reading) -> list[str]:
    """Report records inside others, and records that are something else, such as adverts."""
    count = len(reading.rows)
    if nested := _nested([path for record in reading.nodes for path in record]):
        return [f"{nested} of {count} records are inside others"]
    if (poor := _poor(wrapper, reading.rows)) >= max(_FEWEST, _MIXED * count):
        return [f"{poor} of {count} records lack half of what records have"]
    return []


def is_suspicious(wrapper: Wrapper, reading: Reading) -> bool:
    """Return whether a page fits, but has so few records that some may have been missed."""
    few = len(reading.rows) < _FEW * wrapper.records[0]
    return (few or not all(reading.ways.values())) and reading.fits


def missed(wrapper: Wrapper, reading: Reading, fresh: Found | None) -> list[str]:
    """Report whether a fresh search finds more records than were read."""
    if fresh is None or fresh.seen.region.score < _BELIEVED:
        return []
    count, there = len(reading.rows), _of_old(fresh)
    # Other lists of a page are shorter, or less alike.
    sure = fresh.confidence * (1 + min(1.0, there / max(wrapper.records[0], 1))) / 2
    if not count and sure >= _THERE:
        return [f"no records are found, but {there} are there"]
    if count and sure >= _SURE and there >= max(_MORE * count, count + 2):
        return [f"{count} records are found, but {there} are there"]
    return []


def _passed_over(wrapper: Wrapper, found: ListReading, count: int) -> list[str]:
    """Report whether more nodes look like records than are records."""
    passed = found.passed
    if passed < max(_FEWEST, _FEW * wrapper.records[0]) or passed <= count:
        return []
    return [f"{passed} places are like records outside, but lack what records have"]


def _read_otherwise(template: ListTemplate, found: ListReading, fresh: Found) -> list[str]:
    """Report cells that certainly belong to a column, but are not read as such."""
    if len(found.records) < _FEWEST or fresh.confidence < CERTAIN:
        return []
    read, seen = _seen_afresh(template, found, fresh)
    if seen - read < _FEWEST or read >= _AGREEING * seen:
        return []
    return [f"{seen - read} of {seen} cells that are found afresh are read otherwise"]


def _seen_afresh(template: ListTemplate, found: ListReading, fresh: Found) -> tuple[int, int]:
    """Return how many of the cells found afresh are read as the same, and how many there are."""
    ids = [place.id for place in template.fields]
    rows = {
        record[0]: dict(zip(ids, row, strict=True))
        for record, row in zip(found.records, found.rows, strict=True)
    }
    records = fresh.seen.region.records
    if 2 * sum(record[0] in rows for record in records) < len(records):
        return 0, 0  # another list
    read = seen = 0
    fields = {place.id: place for place in template.fields}
    for pair in fresh.pairs:
        place = fields.get(pair.old.place)
        # A file may name a place that is not in its template.
        if pair.new is None or place is None:
            continue
        line = fresh.lines[pair.new]
        own = [rows.get(record[0], {}).get(place.id) for record in records]
        both = (
            texts_in(fresh.seen.tree, line.field, line.cells),
            texts_in(fresh.seen.tree, field_of(place), own),
        )
        seen += sum(cell is not None for cell in both[0])
        read += sum(map(same_cell, *both))
    return read, seen


def _full(template: ListTemplate, wrapper: Wrapper, tree: Tree) -> list[str]:
    """Report whether a page without records has more texts than pages have beside their records."""
    rest = template.rest
    if not rest:
        return []
    texts = sum(bool(kind & TEXT) for kind in tree.kinds)
    a_record = sum(c.fingerprint.fill for c in wrapper.varied if c.type not in ("url", "image"))
    full = _FULL if is_held(template, tree) else _FULL_WITHOUT
    if texts - rest < max(full * rest, _RECORDS * a_record):
        return []
    return ["no records are found, but the page is as full as one with records"]


def _of_old(fresh: Found) -> int:
    """Return how many records of a list have half of the old columns that some of it has."""
    lines = [fresh.lines[pair.new].cells for pair in fresh.pairs if pair.new is not None]
    return sum(
        2 * sum(c is not None for c in cells) >= len(lines) for cells in zip(*lines, strict=True)
    )


def _poor(wrapper: Wrapper, rows: Sequence[Mapping[str, Value]]) -> int:
    """Return how many records lack half of the columns that all records have, such as adverts."""
    core = [c.place for c in wrapper.varied if c.fingerprint.fill >= _EVERY]
    if len(core) < 2:
        return 0
    return sum(2 * sum(row.get(place) is None for place in core) >= len(core) for row in rows)


def _nested(paths: Sequence[str]) -> int:
    known = {*paths}
    return sum(
        any(path[:at] in known for at in range(1, len(path)) if path[at] == "/") for path in known
    )
