"""Tells whether a wrapper still fits the pages of its site, and what is wrong where it does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from windrow.model import Value
from windrow.read import PageLike, read
from windrow.tree.tree import TEXT
from windrow.wrap.columns.exchange import broken_echoes, exchanged, mistaken
from windrow.wrap.columns.judge import Judged, judge
from windrow.wrap.list.look import Found, find_list
from windrow.wrap.list.markup import changed_markup, is_held
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.ways import failed_ways
from windrow.wrap.outline import likeness
from windrow.wrap.wrapper import FITS, Opened, Reading, Wrapper

__all__ = ["ColumnReport", "PageReport", "Report", "verify"]

# A few pages of many may be of another kind: an error page, an offer of the day.
_MOSTLY = 0.8
# With less than this share of the fewest records there ever were, the rest may have been missed.
_FEW = 0.6
# So sure must be a list found afresh to prove that the wrapper misses it, or most of it.
_THERE, _SURE = 0.45, 0.5
_MORE = 1.5
# Ways that fail to most of the columns tell that the markup has changed.
_CHANGED = 0.5
_FAILING = 2
# Columns that have moved alone are so many at most.
_MOVED = 0.34
# What is found afresh, if that is so certain, must be what is read.
_CERTAIN, _AGREEING = 0.9, 0.94
# Texts beyond the usual ones beside the records: this share of those, less where what held the
# records is gone as well, and as many records' worth.
_FULL, _FULL_WITHOUT, _RECORDS = 0.5, 0.15, 5
# Columns that all records have; so many records without most of them are something else.
_EVERY, _MIXED, _FEWEST = 0.9, 0.15, 3


@dataclass(frozen=True, slots=True)
class ColumnReport:
    """How a column is, against how it was when it was learned."""

    name: str
    judged: Judged
    usual_fill: float
    usual_lengths: tuple[int, int, int]
    failed: tuple[str, ...] = ()  # locators that no longer lead to its cells

    @property
    def healthy(self) -> bool:
        """Whether the column is as it was."""
        return not self.judged.reasons

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        now = self.judged.now
        return {
            "name": self.name,
            "healthy": self.healthy,
            "fill": now.fill,
            "usual_fill": self.usual_fill,
            "form": round(self.judged.form, 3),
            "shape": round(self.judged.shape, 3),
            "lengths": [*now.lengths],
            "usual_lengths": [*self.usual_lengths],
            "failed_locators": [*self.failed],
            "reasons": [*self.judged.reasons],
        }


@dataclass(frozen=True, slots=True)
class PageReport:
    """How a page fits."""

    page: str
    records: int
    fit: float
    columns: tuple[ColumnReport, ...]
    failed: tuple[str, ...] = ()  # locators that no longer lead to the records
    reasons: tuple[str, ...] = ()

    @property
    def healthy(self) -> bool:
        """Whether the page fits."""
        return not self.reasons

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "page": self.page,
            "healthy": self.healthy,
            "records": self.records,
            "fit": round(self.fit, 3),
            "failed_locators": [*self.failed],
            "reasons": [*self.reasons],
            "columns": [column.to_json() for column in self.columns],
        }


@dataclass(frozen=True, slots=True)
class Report:
    """How a wrapper fits pages, taken together and one by one."""

    wrapper: str
    usual_records: tuple[int, int, int]
    columns: tuple[ColumnReport, ...]
    pages: tuple[PageReport, ...]
    reasons: tuple[str, ...] = ()

    @property
    def healthy(self) -> bool:
        """Whether the wrapper can go on as it is."""
        return not self.reasons

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "wrapper": self.wrapper,
            "healthy": self.healthy,
            "reasons": [*self.reasons],
            "records": sum(page.records for page in self.pages),
            "usual_records": [*self.usual_records],
            "columns": [column.to_json() for column in self.columns],
            "pages": [page.to_json() for page in self.pages],
        }


def verify(wrapper: Wrapper, pages: Iterable[PageLike], *, name: str = "") -> Report:
    """Return whether *wrapper* still fits *pages*, each for itself and all together.

    *name* is how the report calls the wrapper, where it has no name of its own.
    """
    found = []
    rows: list[Mapping[str, Value]] = []
    failures: list[dict[str, tuple[str, ...]]] = []
    for page in pages:
        opened = Opened(read(page))
        reading = _read(wrapper, opened)
        failed = failed_ways(wrapper, opened, reading)
        found.append(_page(wrapper, opened, reading, failed))
        rows += reading.rows
        failures.append(failed)
    common = _common(failures)
    columns = _columns(wrapper, rows, common, len(found), _is_changed(common, {}))
    return Report(
        name or wrapper.name, wrapper.records, columns, tuple(found), _verdict(found, columns)
    )


def _page(
    wrapper: Wrapper, opened: Opened, reading: Reading, failed: Mapping[str, tuple[str, ...]]
) -> PageReport:
    changed = _is_changed(failed, reading.ways)
    columns = _columns(wrapper, reading.rows, failed, 1, changed)
    reasons = [f"{c.name}: {reason}" for c in columns for reason in c.judged.reasons]
    if reading.fit < FITS:
        reasons += reading.problems or ("the page does not fit the wrapper",)
    if wrapper.kind == "list":
        reasons += _records(wrapper, opened, reading, changed)
        reasons += changed_markup(wrapper, opened)
    ways = tuple(way for way, leads in reading.ways.items() if not leads)
    return PageReport(
        opened.page.source, len(reading.rows), reading.fit, columns, ways, tuple(reasons)
    )


def _read(wrapper: Wrapper, opened: Opened) -> Reading:
    """Return what the wrapper reads; a few rows that do not fit are none, and an empty list."""
    reading = wrapper.read(opened)
    few = len(reading.rows) < _FEW * wrapper.records[0]
    if wrapper.kind == "detail" or not reading.rows or reading.fit >= FITS or not few:
        return reading
    like = likeness(opened.tree, wrapper.paths)
    return Reading((), fit=like, problems=reading.problems, ways=reading.ways)


def _columns(
    wrapper: Wrapper,
    rows: Sequence[Mapping[str, Value]],
    failed: Mapping[str, tuple[str, ...]],
    pages: int,
    changed: bool,
) -> tuple[ColumnReport, ...]:
    values = {c.place: [row.get(c.place) for row in rows] for c in wrapper.columns}
    names = {column.place: column.name for column in wrapper.columns}
    judged = {
        c.place: judge(
            c, values[c.place], pages, changed=changed, led_astray=bool(failed.get(c.place))
        )
        for c in wrapper.columns
    }
    told = [
        (one, f"values look like those of {names[other]}")
        for pair in exchanged(wrapper.columns, values, by_record=True)
        for one, other in (pair, pair[::-1])
    ]
    if isinstance(wrapper.template, ListPages):
        echoes = wrapper.template.template.echoes
        told += [
            (one, f"what {names[other]} says is now said again in {names[heir]}")
            for one, other, heir in broken_echoes(echoes, rows)
            if {one, other, heir} <= {*names}
        ]
    moved = _moved(wrapper, failed) if len(rows) >= _FEWEST else ()
    told += [(one, "neither its place nor its class leads there") for one in moved]
    told += [
        (one, f"values look like those of {names[other]}")
        for one, other in (mistaken(wrapper.columns, values) if changed else ())
    ]
    for one, reason in told:
        judged[one] = replace(judged[one], reasons=(*judged[one].reasons, reason))
    return tuple(
        ColumnReport(
            column.name,
            judged[column.place],
            column.fingerprint.fill,
            column.fingerprint.lengths,
            failed.get(column.place, ()),
        )
        for column in wrapper.columns
    )


def _moved(wrapper: Wrapper, failed: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the few columns that only their last steps or labels lead to, and all did before."""
    usual = {c.place: c.fingerprint for c in wrapper.columns if c.fingerprint.fill >= _EVERY}
    found = [
        place for place, ways in failed.items() if place in usual and {"xpath", "css"} <= {*ways}
    ]
    # Where this is so of many columns, the whole markup has changed, and the others may be right.
    return found if len(found) <= _MOVED * len(failed) else []


def _is_changed(failed: Mapping[str, tuple[str, ...]], ways: Mapping[str, bool]) -> bool:
    """Return whether the markup is another: ways fail that lead to most columns, or to records."""
    if sum(not leads for leads in ways.values()) >= _FAILING:
        return True
    return any(
        sum(way in failing for failing in failed.values()) > _CHANGED * len(failed)
        for way in ("xpath", "css")
    )


def _records(wrapper: Wrapper, opened: Opened, reading: Reading, changed: bool) -> list[str]:
    """Return what is wrong with the records: missed, found twice, or mixed with others."""
    count, (fewest, _, _) = len(reading.rows), wrapper.records
    if nested := _nested([path for record in reading.nodes for path in record]):
        return [f"{nested} of {count} records stand inside of others"]
    if (poor := _poor(wrapper, reading.rows)) >= max(_FEWEST, _MIXED * count):
        return [f"{poor} of {count} records lack half of what records have"]
    if isinstance(template := wrapper.template, ListPages):
        passed = template.found(opened).passed
        if passed >= max(_FEWEST, _FEW * fewest) and passed > count:
            return [f"{passed} places are like records outside, but lack what records have"]
    suspicious = count < _FEW * fewest or not all(reading.ways.values())
    if not suspicious or reading.fit < FITS:
        return []
    # The page may just have fewer; looking for the list afresh tells.
    fresh = find_list(wrapper, opened)
    there = len(fresh.seen.region.records) if fresh else 0
    # Other lists of a page are shorter, or less alike.
    sure = fresh.confidence * (1 + min(1.0, there / max(fewest, 1))) / 2 if fresh else 0.0
    if not count and sure >= _THERE:
        return [f"no records are found, but {there} are there"]
    if count and sure >= _SURE and there >= max(_MORE * count, count + 2):
        return [f"{count} records are found, but {there} are there"]
    if count >= _FEWEST and fresh and changed and fresh.confidence >= _CERTAIN:
        read, seen = _seen_afresh(wrapper, opened, fresh)
        if seen - read >= _FEWEST and read < _AGREEING * seen:
            return [f"{seen - read} of {seen} cells that are found afresh are read otherwise"]
    if not count and _is_full(wrapper, opened):
        return ["no records are found, but the page is as full as one with records"]
    return []


def _seen_afresh(wrapper: Wrapper, opened: Opened, fresh: Found) -> tuple[int, int]:
    """Return how many of the cells found afresh the wrapper reads as the same, and how many are."""
    if not isinstance(template := wrapper.template, ListPages):
        return 0, 0
    found = template.found(opened)
    ids = [place.id for place in template.template.fields]
    rows = {
        record[0]: dict(zip(ids, row, strict=True))
        for record, row in zip(found.records, found.rows, strict=True)
    }
    records = fresh.seen.region.records
    if 2 * sum(record[0] in rows for record in records) < len(records):
        return 0, 0  # another list
    read = seen = 0
    for pair in fresh.pairs:
        cells = fresh.lines[pair.new].cells if pair.new is not None else ()
        for record, cell in zip(records, cells, strict=False):
            own = rows.get(record[0], {}).get(pair.old.place)
            seen += cell is not None
            both_lists = isinstance(own, tuple) and isinstance(cell, tuple)
            read += cell is not None and (own == cell or both_lists)
    return read, seen


def _is_full(wrapper: Wrapper, opened: Opened) -> bool:
    """Return whether a page has more texts than pages of the site have without their records."""
    template = wrapper.template
    if not isinstance(template, ListPages) or not template.template.rest:
        return False
    texts = sum(bool(kind & TEXT) for kind in template.tree(opened).kinds)
    rest = template.template.rest
    a_record = sum(c.fingerprint.fill for c in wrapper.columns if c.type not in ("url", "image"))
    full = _FULL if is_held(template.template, template.tree(opened)) else _FULL_WITHOUT
    return texts - rest >= max(full * rest, _RECORDS * a_record)


def _poor(wrapper: Wrapper, rows: Sequence[Mapping[str, Value]]) -> int:
    """Return how many records lack half of the columns that all records have: adverts, say."""
    core = [c.place for c in wrapper.columns if c.fingerprint.fill >= _EVERY]
    if len(core) < 2:
        return 0
    return sum(2 * sum(row.get(place) is None for place in core) >= len(core) for row in rows)


def _nested(paths: Sequence[str]) -> int:
    known = {*paths}
    return sum(
        any(path[:at] in known for at in range(1, len(path)) if path[at] == "/") for path in known
    )


def _verdict(pages: Sequence[PageReport], columns: Sequence[ColumnReport]) -> tuple[str, ...]:
    """Return what is wrong with all pages together."""
    bad = [page for page in pages if not page.healthy]
    if len(pages) == 1:
        return pages[0].reasons
    reasons = [f"{c.name}: {reason}" for c in columns for reason in c.judged.reasons]
    if len(pages) - len(bad) < _MOSTLY * len(pages):
        reasons.append(f"{len(bad)} of {len(pages)} pages do not fit: {bad[0].reasons[0]}")
    return tuple(reasons)


def _common(failures: Sequence[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """Return the locators that fail on all pages that tell."""
    found: dict[str, tuple[str, ...]] = {}
    for failed in failures:
        for place, ways in failed.items():
            found[place] = tuple(way for way in found.get(place, ways) if way in ways)
    return found
