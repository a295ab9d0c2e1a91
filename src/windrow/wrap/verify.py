"""Checks whether a wrapper still fits the pages of its site, and what is wrong if it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from windrow.model import Value
from windrow.read import PageLike, read_all
from windrow.wrap.absent import excused
from windrow.wrap.columns.exchange import broken_echoes, exchanged, mistaken
from windrow.wrap.columns.few_records import exchanged_in_few
from windrow.wrap.columns.judge import Judged, is_changed, judge
from windrow.wrap.fingerprint import sample
from windrow.wrap.outline import likeness, paths_beside
from windrow.wrap.template import Judgement, Opened, Reading
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["ColumnReport", "Difference", "PageReport", "Report", "unfit", "verify"]


# A few pages of many may be of another kind: an error page, an offer of the day. Chosen, not
# measured.
_MOSTLY = 0.8
# Pages that must agree before an empty place is drift: a single one may lack the value. On
# single pages of half a of `python -m bench.mutate --kind detail` this is true of 2 of 45 unchanged
# ones; the two of one site of half b agree. Chosen.
_AGREE = 3
# With less than this share of the fewest records that were learned, rows that do not fit are noise.
# Chosen; bench.mutate measures the whole.
_FEW = 0.6
# At most this share of the columns can have moved alone; if more have, the whole markup has
# changed. Chosen; bench.mutate measures the whole.
_MOVED = 0.34
# Columns that nearly all records have; fewer records than this prove nothing about them. Chosen;
# bench.mutate measures the whole.
_EVERY, _FEWEST = 0.9, 3


@dataclass(frozen=True, slots=True)
class ColumnReport:
    """The state of a column, compared with when it was learned."""

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
    date: str = ""  # when it was fetched, ISO 8601, if that is known
    notes: tuple[str, ...] = ()  # what is unusual, and healthy: columns that other pages have

    @property
    def healthy(self) -> bool:
        """Whether the page fits."""
        return not self.reasons

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return {
            "page": self.page,
            "date": self.date or None,
            "healthy": self.healthy,
            "records": self.records,
            "fit": round(self.fit, 3),
            "failed_locators": [*self.failed],
            "reasons": [*self.reasons],
            "notes": [*self.notes],
            "columns": [column.to_json() for column in self.columns],
        }


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that has changed, on how many pages, and the first of them."""

    what: str
    pages: int
    first: str


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
        """Whether the wrapper can be used as it is."""
        return not self.reasons

    @property
    def since(self) -> PageReport | None:
        """The page from which on none fits, by date or in the given order; None: they alternate."""
        dated = all(page.date for page in self.pages)
        pages = sorted(self.pages, key=lambda page: page.date) if dated else [*self.pages]
        bad = [page.healthy for page in pages]
        first = bad.index(False) if False in bad else len(bad)
        return None if first == len(bad) or any(bad[first:]) else pages[first]

    @property
    def changes(self) -> tuple[Difference, ...]:
        """What has changed on pages, the most frequent first."""
        found: dict[str, list[str]] = {}
        for page in self.pages:
            for reason in dict.fromkeys(page.reasons):
                found.setdefault(reason, []).append(page.page)
        return tuple(
            Difference(what, len(pages), pages[0])
            for what, pages in sorted(found.items(), key=lambda item: -len(item[1]))
        )

    def changes_of(self, column: ColumnReport) -> tuple[str, ...]:
        """Return what has changed in a column on all pages together, else on some of them."""
        if column.judged.reasons:
            return column.judged.reasons
        start = f"{column.name}: "
        return tuple(
            f"{one.what.removeprefix(start)} (on {one.pages} of {len(self.pages)} pages)"
            for one in self.changes
            if one.what.startswith(start)
        )

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        since = self.since
        return {
            "wrapper": self.wrapper,
            "healthy": self.healthy,
            "reasons": [*self.reasons],
            "since": {"page": since.page, "date": since.date or None} if since else None,
            "changes": [asdict(one) for one in self.changes],
            "records": sum(page.records for page in self.pages),
            "usual_records": [*self.usual_records],
            "columns": [column.to_json() for column in self.columns],
            "pages": [page.to_json() for page in self.pages],
        }


def verify(wrapper: Wrapper, pages: Iterable[PageLike], *, name: str = "") -> Report:
    """Return whether *wrapper* still fits *pages*, separately and together.

    *name* is the wrapper's name in the report, if it has none.
    """
    seen = [_seen(wrapper, opened) for opened in map(Opened, read_all(pages))]
    judgements = [one.judgement for one in seen]
    rows_of_pages = [one.reading.rows for one in seen]
    without = excused(judgements, rows_of_pages, [one.date for one in seen])
    found = [_page(wrapper, *pair) for pair in zip(seen, without, strict=True)]
    rows = [row for own in rows_of_pages for row in own]
    gone = [places for one, places in zip(seen, without, strict=True) for _ in one.reading.rows]
    common = _common([one.failed for one in judgements])
    columns = _columns(wrapper, rows, common, len(found), is_changed(common, {}), gone)
    columns = _with_emptied(wrapper, columns, [one.emptied for one in judgements])
    reasons = (*_unknowing(wrapper), *_verdict(found, columns))
    return Report(name or wrapper.name, wrapper.records, columns, tuple(found), reasons)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is read on a page; the page itself is not kept."""

    page: str
    date: str
    reading: Reading
    judgement: Judgement


def _seen(wrapper: Wrapper, opened: Opened) -> _Seen:
    reading = _read(wrapper, opened)
    judgement = wrapper.template.judge(wrapper, opened, reading)
    return _Seen(opened.page.source, opened.page.date, reading, judgement)


_Page = TypeVar("_Page")


def unfit(report: Report, pages: Sequence[_Page]) -> Sequence[_Page]:
    """Return those of the verified *pages* that do not fit, or all: the input of a repair."""
    bad = [page for page, one in zip(pages, report.pages, strict=True) if not one.healthy]
    return bad or pages


def _unknowing(wrapper: Wrapper) -> tuple[str, ...]:
    """Report whether the wrapper cannot know what is data: all learned pages were the same."""
    marks = [column.fingerprint for column in wrapper.columns if not column.columns]
    same = all(mark.fill == 1 and len(mark.samples) == 1 for mark in marks)
    if wrapper.pages == 1 or len(marks) < len(wrapper.columns) or not same:
        return ()
    return (f"all {wrapper.pages} pages it was learned from said the same",)


def _page(wrapper: Wrapper, seen: _Seen, without: frozenset[str]) -> PageReport:
    """Return how a page fits that may lack the columns *without*, by place."""
    reading, judgement = seen.reading, seen.judgement
    changed = is_changed(judgement.failed, reading.ways)
    gone = [without] * len(reading.rows)
    columns = _columns(wrapper, reading.rows, judgement.failed, 1, changed, gone)
    names = {column.place: name for column, name in wrapper.judged}
    absent = {names[place]: (place, text) for place, text in judgement.absent.items()
              if place in names}  # fmt: skip
    reasons = [f"{c.name}: {reason}" for c in columns for reason in c.judged.reasons]
    reasons += [f"{name}: its table has no column {text!r}" for name, (place, text)
                in absent.items() if place not in without]  # fmt: skip
    if not reading.fits:
        reasons += reading.problems or ("the page does not fit the wrapper",)
    reasons += judgement.reasons
    ways = tuple(way for way, leads in reading.ways.items() if not leads)
    notes = tuple(f"{name} is not on this page: its table has no column {text!r}"
                  for name, (place, text) in absent.items() if place in without)  # fmt: skip
    return PageReport(
        seen.page, len(reading.rows), reading.fit, columns, ways, tuple(reasons), seen.date, notes
    )


def _read(wrapper: Wrapper, opened: Opened) -> Reading:
    """Return the wrapper's reading; a few rows that do not fit count as an empty list."""
    reading = wrapper.read(opened)
    few = len(reading.rows) < _FEW * wrapper.records[0]
    if not reading.rows or reading.fits or not few:
        return reading
    like = likeness(opened.tree, paths_beside(wrapper.paths, wrapper.template.roots))
    return Reading((), fit=like, problems=reading.problems, ways=reading.ways)


def _columns(
    wrapper: Wrapper,
    rows: Sequence[Mapping[str, Value]],
    failed: Mapping[str, tuple[str, ...]],
    pages: int,
    changed: bool,
    gone: Sequence[frozenset[str]],
) -> tuple[ColumnReport, ...]:
    """Return the state of the columns in *rows*; *gone* are those that each row may lack."""
    # Constant columns may change: they are then included.
    varied = wrapper.varied
    values = {c.place: [row.get(c.place) for row in rows] for c in varied}
    there = {
        c.place: [
            row.get(c.place) for row, off in zip(rows, gone, strict=True) if c.place not in off
        ]
        for c in varied
    }
    wanted = {column.place: name for column, name in wrapper.judged}
    names = {column.place: wanted.get(column.place, column.name) for column in varied}
    judged = {
        c.place: judge(
            c, there[c.place], pages, changed=changed, led_astray=bool(failed.get(c.place))
        )
        for c in varied
    }
    pairs = exchanged(varied, values, by_record=True)
    both = [(one, other) for pair in pairs for one, other in (pair, pair[::-1])]
    told = [
        (one, f"values look like those of {names[other]}")
        for one, other in dict.fromkeys([*both, *exchanged_in_few(varied, rows)])
    ]
    told += [
        (one, f"what {names[other]} says is now said again in {names[heir]}")
        for one, other, heir in broken_echoes(wrapper.template.echoes, rows)
        if {one, other, heir} <= {*names}
    ]
    told += [
        (one.place, f"all values are that of {name}")
        for one in varied
        if (name := _constant_now(wrapper, one, values[one.place]))
    ]
    moved = _moved(wrapper, failed) if len(rows) >= _FEWEST else ()
    told += [(one, "neither its place nor its class leads there") for one in moved]
    told += [
        (one, f"values look like those of {names[other]}")
        for one, other in (mistaken(varied, values) if changed else ())
    ]
    for one, reason in told:
        judged[one] = replace(judged[one], reasons=(*judged[one].reasons, reason))
    return tuple(
        ColumnReport(
            name,
            judged[column.place],
            column.fingerprint.fill,
            column.fingerprint.lengths,
            failed.get(column.place, ()),
        )
        for column, name in wrapper.judged
    )


def _with_emptied(
    wrapper: Wrapper, columns: Sequence[ColumnReport], pages: Sequence[Mapping[str, str]]
) -> tuple[ColumnReport, ...]:
    """Return *columns* with a report on those whose place is empty on several and most pages."""
    counts = Counter(place for page in pages for place in page)
    gone = {
        place: next(page[place] for page in pages if place in page)
        for place, count in counts.items()
        if count >= max(_AGREE, _MOSTLY * len(pages))
    }
    found = []
    for one, (column, _) in zip(columns, wrapper.judged, strict=True):
        if proof := gone.get(column.place):
            reason = f"its place is empty on {counts[column.place]} of {len(pages)} pages: {proof}"
            judged = replace(one.judged, reasons=(*one.judged.reasons, reason))
            one = replace(one, judged=judged)
        found.append(one)
    return tuple(found)


def _constant_now(wrapper: Wrapper, column: WrapperColumn, values: Sequence[Value]) -> str:
    """Return the constant column whose value all values of *column* now have, or ""."""
    said = {sample(value) for value in values if isinstance(value, str)}
    if len(said) != 1 or len(values) < _FEWEST or said <= {*column.fingerprint.samples}:
        return ""
    still = (one for one in wrapper.columns if one.constant)
    return next((one.name for one in still if said <= {*one.fingerprint.samples}), "")


def _moved(wrapper: Wrapper, failed: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return the few columns of which only the last steps or labels still work."""
    usual = {c.place: c.fingerprint for c in wrapper.columns if c.fingerprint.fill >= _EVERY}
    found = [
        place for place, ways in failed.items() if place in usual and {"xpath", "css"} <= {*ways}
    ]
    # If this is true of many columns, the whole markup has changed, and they may be right.
    return found if len(found) <= _MOVED * len(failed) else []


def _verdict(pages: Sequence[PageReport], columns: Sequence[ColumnReport]) -> tuple[str, ...]:
    """Return the problems of all pages together."""
    bad = [page for page in pages if not page.healthy]
    if len(pages) == 1:
        return pages[0].reasons
    reasons = [f"{c.name}: {reason}" for c in columns for reason in c.judged.reasons]
    if len(pages) - len(bad) < _MOSTLY * len(pages):
        reasons.append(f"{len(bad)} of {len(pages)} pages do not fit: {bad[0].reasons[0]}")
    return tuple(reasons)


def _common(failures: Sequence[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    """Return the locators that fail on all pages on which they can be judged."""
    found: dict[str, tuple[str, ...]] = {}
    for failed in failures:
        for place, ways in failed.items():
            found[place] = tuple(way for way in found.get(place, ways) if way in ways)
    return found
