"""The report of verify as a page: what changed, on which pages, what a repair would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from windrow.errors import NotRepaired
from windrow.wrap.repair import Repair
from windrow.wrap.verify import ColumnReport, PageReport, Report

__all__ = ["report_html", "since_line"]

# Pages that are listed one by one; unfit ones come first. Chosen, not measured.
_PAGES = 200

# The part of a verdict that the pages below repeat in detail.
_UNFIT = " pages do not fit: "

_STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em}
table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.3em .6em;
text-align:left;vertical-align:top}th{background:#f4f4f4}.bad{background:#fdecea}
.good{color:#176b2c}.drift{color:#a3200d}"""


def report_html(report: Report, plan: Repair | NotRepaired | None = None) -> str:
    """Return the report as a self-contained page; *plan* is what a repair would do."""
    title = f"{report.wrapper or 'wrapper'}: {'healthy' if report.healthy else 'drift'}"
    body = "\n".join([*_head(report, title), *_columns(report), *_plan(plan), *_pages(report)])
    return (
        f"<!DOCTYPE html>\n<html lang=en><meta charset=utf-8><title>{escape(title)}</title>"
        f"<style>{_STYLE}</style>\n{body}\n</html>"
    )


def _head(report: Report, title: str) -> Iterator[str]:
    mark = "good" if report.healthy else "drift"
    yield f"<h1 class={mark}>{escape(title)}</h1>"
    bad = [page for page in report.pages if not page.healthy]
    records = sum(page.records for page in report.pages)
    low, middle, high = report.usual_records
    usual = f"{middle}" if low == high else f"{low} to {high}"
    yield (
        f"<p>{len(report.pages)} pages, {records} records; a page had {usual} when the wrapper was "
        f"learned. {len(bad)} of the pages do not fit.</p>"
    )
    if since := since_line(report):
        yield f"<p>{escape(since)}</p>"
    if report.changes:
        rows = [(False, (one.what, f"{one.pages} of {len(report.pages)}", one.first))
                for one in report.changes]  # fmt: skip
        known = {one.what for one in report.changes}
        together = [
            (False, (reason, "all together", ""))
            for reason in report.reasons
            if reason not in known and _UNFIT not in reason
        ]
        yield f"<h2>What changed</h2>{_table(('what', 'pages', 'first'), [*together, *rows])}"
    elif report.reasons:
        yield f"<h2>What changed</h2>{_list(report.reasons)}"


def since_line(report: Report) -> str:
    """Return since when pages do not fit, in a line; "" if unknown."""
    bad = [page for page in report.pages if not page.healthy]
    if not bad or len(report.pages) == 1:
        return ""
    if page := report.since:
        if len(bad) == len(report.pages):
            return "No page fits."
        when = f", fetched {page.date}" if page.date else ""
        return f"No page fits since {page.page}{when}."
    return f"The first page that does not fit: {bad[0].page}. Later ones do."


def _columns(report: Report) -> Iterator[str]:
    yield "<h2>Columns</h2>"
    # Readers look for what has changed.
    columns = [(column, report.changes_of(column)) for column in report.columns]
    rows = [_column(column, why) for column, why in sorted(columns, key=lambda one: not one[1])]
    yield _table(("column", "filled", "usually", "characters", "usually", "what changed"), rows)


def _column(column: ColumnReport, changes: tuple[str, ...]) -> tuple[bool, tuple[str, ...]]:
    now, (low, _, high) = column.judged.now, column.usual_lengths
    failed = f"no longer lead there: {', '.join(column.failed)}" if column.failed else ""
    why = "; ".join(filter(None, (*changes, failed)))
    cells = (column.name, f"{now.fill:.0%}", f"{column.usual_fill:.0%}", str(now.lengths[1]),
             f"{low}" if low == high else f"{low} to {high}", why)  # fmt: skip
    return not changes, cells


def _plan(plan: Repair | NotRepaired | None) -> Iterator[str]:
    if plan is None:
        return
    yield "<h2>What a repair would do</h2>"
    if isinstance(plan, NotRepaired):
        yield f"<p>It would be refused: {escape(plan.reason)} ({plan.confidence:.0%} sure)</p>"
        return
    yield f"<p>{escape(str(plan).splitlines()[0])}</p>"
    rows = [
        (one.kind == "kept", (one.name, one.kind, f"{one.sure:.0%}" if one.sure else "",
                              one.before, one.after, "; ".join(one.doubts)))
        for one in plan.changes
    ]  # fmt: skip
    yield _table(("column", "becomes", "sure", "before", "after", "doubts"), rows)


def _pages(report: Report) -> Iterator[str]:
    yield "<h2>Pages</h2>"
    pages = sorted(report.pages, key=lambda page: page.healthy)
    rows = [(page.healthy, _page(page)) for page in pages[:_PAGES]]
    yield _table(("page", "records", "fits", "why not, and notes"), rows)
    if more := len(pages) - _PAGES:
        yield f"<p>{more} more</p>" if more > 0 else ""


def _page(page: PageReport) -> tuple[str, ...]:
    return (
        page.page,
        str(page.records),
        f"{page.fit:.0%}",
        "; ".join((*page.reasons, *page.notes)),
    )


def _list(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(line)}' for line in lines)}</ul>"


def _table(head: tuple[str, ...], rows: Iterable[tuple[bool, tuple[str, ...]]]) -> str:
    """Return a table; rows that are not healthy are marked."""
    names = "".join(f"<th>{name}" for name in head)
    body = "".join(
        f"<tr{'' if healthy else ' class=bad'}>{''.join(f'<td>{escape(cell)}' for cell in cells)}"
        for healthy, cells in rows
    )
    return f"<table><tr>{names}{body}</table>"
