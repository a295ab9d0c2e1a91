"""Tells whether a wrapper still fits the pages of its site, and what is wrong where it does not."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from windrow.model import Value
from windrow.read import Page, read
from windrow.wrap.repair_look import find_list
from windrow.wrap.verify_column import Judged, judge
from windrow.wrap.verify_ways import failed_ways
from windrow.wrap.wrapper import FITS, Opened, Reading, Wrapper

__all__ = ["ColumnReport", "PageReport", "Report", "verify"]

PageLike: TypeAlias = "Page | str | bytes | os.PathLike[str]"

# A few pages of many may be of another kind: an error page, an offer of the day.
_MOSTLY = 0.8
# With less than this share of the fewest records there ever were, the rest may have been missed.
_FEW = 0.6
# So sure must be a list found afresh to prove that the wrapper misses it, or most of it.
_SURE = 0.55
_MORE = 1.5


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


def verify(wrapper: Wrapper, pages: Iterable[PageLike]) -> Report:
    """Return whether *wrapper* still fits *pages*, each for itself and all together."""
    found = []
    rows: list[Mapping[str, Value]] = []
    failures: list[dict[str, tuple[str, ...]]] = []
    for page in pages:
        opened = Opened(read(page))
        reading = wrapper.read(opened)
        failed = failed_ways(wrapper, opened, reading)
        found.append(_page(wrapper, opened, reading, failed))
        rows += reading.rows
        failures.append(failed)
    columns = _columns(wrapper, rows, _common(failures), len(found))
    return Report(
        wrapper.name, wrapper.records, columns, tuple(found), _verdict(wrapper, found, columns)
    )


def _page(
    wrapper: Wrapper, opened: Opened, reading: Reading, failed: Mapping[str, tuple[str, ...]]
) -> PageReport:
    columns = _columns(wrapper, reading.rows, failed, 1)
    reasons = [f"{c.name}: {reason}" for c in columns for reason in c.judged.reasons]
    if reading.fit < FITS:
        reasons += reading.problems or ("the page does not fit the wrapper",)
    if wrapper.kind == "list":
        reasons += _records(wrapper, opened, reading)
    ways = tuple(way for way, leads in reading.ways.items() if not leads)
    return PageReport(
        opened.page.source, len(reading.rows), reading.fit, columns, ways, tuple(reasons)
    )


def _columns(
    wrapper: Wrapper,
    rows: Sequence[Mapping[str, Value]],
    failed: Mapping[str, tuple[str, ...]],
    pages: int,
) -> tuple[ColumnReport, ...]:
    return tuple(
        ColumnReport(
            column.name,
            judge(column, [row.get(column.place) for row in rows], wrapper.columns, pages),
            column.fingerprint.fill,
            column.fingerprint.lengths,
            failed.get(column.place, ()),
        )
        for column in wrapper.columns
    )


def _records(wrapper: Wrapper, opened: Opened, reading: Reading) -> list[str]:
    """Return what is wrong with the records: missed, or found twice."""
    count, (fewest, _, _) = len(reading.rows), wrapper.records
    roots = [path for record in reading.nodes for path in record]
    nested = _nested(roots)
    if nested:
        return [f"{nested} of {count} records stand inside of others"]
    suspicious = count < _FEW * fewest or not all(reading.ways.values())
    if not suspicious or reading.fit < FITS:
        return []
    # The page may just have fewer; looking for the list afresh tells.
    fresh = find_list(wrapper, opened)
    if fresh is None or fresh.confidence < _SURE:
        return []
    there = len(fresh.seen.region.records)
    if not count:
        return [f"no records are found, but {there} are there"]
    mine = {record[0] for record in reading.nodes}
    theirs = {record[0] for record in fresh.seen.table.nodes}
    if there >= max(_MORE * count, count + 2) and mine <= theirs:
        return [f"{count} records are found, but {there} are there"]
    return []


def _nested(paths: Sequence[str]) -> int:
    known = {*paths}
    return sum(
        any(path[:at] in known for at in range(1, len(path)) if path[at] == "/") for path in known
    )


def _verdict(
    wrapper: Wrapper, pages: Sequence[PageReport], columns: Sequence[ColumnReport]
) -> tuple[str, ...]:
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
