"""What redesigns do to wrappers: how many are noticed, and how much a repair restores.

    python -m bench.mutate                     the lists of all sites with two pages or more
    python -m bench.mutate --kind detail       pages about one thing each, learned from two of them
    python -m bench.mutate --half a            every second site: the rules were made on these
    python -m bench.mutate --check             exit 1 where a figure is missed

A wrapper is learned from the first page of a site, or from two detail pages. Its other pages,
unchanged, must raise no alarm. Then they are changed in all ways of bench/mutations.py. A change
breaks the wrapper if it no longer gives 95 % of the cells it gave before; a break must be noticed,
and a repair from the changed pages must give the cells again, under the old names.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from multiprocessing import Pool
from pathlib import Path
from typing import TypeAlias

from bench.cases import (
    Case,
    Rows,
    by_column,
    case_of,
    droppable,
    gone_columns,
    gone_with,
    likeness,
    matched,
    reads_well,
    record_texts,
    rows_of,
    share_of,
    swappable,
    without,
)
from bench.corpus import add_option, sites
from bench.mutations import (
    DETAIL_MUTATIONS,
    MUTATIONS,
    Listed,
    column_dropped,
    columns_swapped,
    document_of,
    page_of,
)
from windrow.errors import NotRepaired, WindrowError
from windrow.read import Page
from windrow.read.decode import decode
from windrow.wrap.learn import learn
from windrow.wrap.repair import Repair, repair
from windrow.wrap.template import WrapperKind
from windrow.wrap.verify import verify
from windrow.wrap.wrapper import Wrapper

# Pages of a site that are changed.
MOST_PAGES = 2
# Pages that a wrapper is learned from.
LESSONS = {"list": 1, "detail": 2}
# This share of the records that a person sees must be read before a change. Chosen.
READ = 0.9
# A wrapper that still gives this share of the cells is not broken. Chosen.
NEARLY = 0.95
# Changes that take records out: a record that begins with a bare text has no node of its own.
FEWER = frozenset(("no records", "one record", "half of the records"))
NOTICED, ALARMS, RESTORED = 0.95, 0.05, 0.90


@dataclass
class Tally:
    """What was counted of one kind of change."""

    pages: int = 0
    broken: int = 0
    noticed: int = 0
    alarms: int = 0  # where nothing was broken
    sites_broken: int = 0
    sites_noticed: int = 0
    repairs: int = 0
    refused: int = 0
    cells: int = 0
    restored: int = 0
    shares: float = 0.0  # of the cells restored, each page alike
    shared: int = 0
    stated: float = 0.0  # how sure the repairs say they are of the cells they give
    given: int = 0
    kept: int = 0  # of the cells given, those that are right

    def add(self, other: Tally) -> None:
        """Add the counts of another site."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Outcome:
    """The figures of one site."""

    site: str
    tallies: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    unchanged: int = 0
    false_alarms: int = 0
    misread: int = 0  # alarms on unchanged pages that the wrapper does not read
    false_together: int = 0  # of the pages verified together, where all are read well
    notes: list[str] = field(default_factory=list)


def run_site(
    site: tuple[str, list[Path]], only: str | None = None, kind: WrapperKind = "list"
) -> Outcome | None:
    """Return what the redesigns of a site's pages give; None where nothing is learned."""
    name, files = site
    outcome = Outcome(name)
    lessons = LESSONS[kind]
    documents = [document_of(decode(file.read_bytes())) for file in files[: MOST_PAGES + lessons]]
    pages = [
        Page.from_bytes(page_of(document), str(file))
        for document, file in zip(documents, files, strict=False)
    ]
    try:
        wrapper = learn(pages[:lessons], kind=kind)
    except WindrowError:
        return None
    cases = []
    for page, document in zip(pages[lessons:], documents[lessons:], strict=True):
        verdict = verify(wrapper, [page])
        outcome.unchanged += 1
        if not verdict.healthy:
            misread = not reads_well(rows_of(wrapper, page), Path(page.source))
            outcome.misread += misread
            outcome.false_alarms += not misread
            alarm = "right alarm" if misread else "false alarm"
            outcome.notes.append(f"{alarm}  {page.source}: {'; '.join(verdict.reasons)}")
        case = case_of(wrapper, page, document)
        # Only a wrapper that was right before the change shows what the change broke.
        if case and reads_well(case.rows, Path(page.source), READ):
            told = json.loads(Path(page.source).with_name("truth.json").read_text("utf-8"))
            cases.append(replace(case, missed=len(told["records"]) - len(case.rows)))
    if not outcome.misread:
        outcome.false_together = int(not verify(wrapper, pages[lessons:]).healthy)
    changes = _changes(wrapper, cases)
    for mutation, change in changes.items():
        if cases and (only is None or only == mutation):
            _change(wrapper, cases, mutation, change, outcome)
    return outcome


_Change: TypeAlias = tuple[Callable[[Listed], None], Callable[[Case], tuple[Rows, set[str]]]]


def _changes(wrapper: Wrapper, cases: Sequence[Case]) -> dict[str, _Change]:
    """Return the changes, each with the rows and columns that are left of a page."""
    columns = {column.name for column in wrapper.columns}

    def all_of(case: Case) -> tuple[Rows, set[str]]:
        return case.rows, columns

    own = MUTATIONS if wrapper.kind == "list" else DETAIL_MUTATIONS
    found: dict[str, _Change] = {name: (change, all_of) for name, change in own.items()}
    left = {"no records": lambda n: 0, "one record": lambda n: 1,
            "half of the records": lambda n: (n + 1) // 2}  # fmt: skip
    for name, count in left.items() if wrapper.kind == "list" else ():
        found[name] = (
            MUTATIONS[name],
            lambda case, count=count: (case.rows[: count(len(case.rows))], columns),  # type: ignore[misc]
        )
    seed = int(sha256("".join(sorted(columns)).encode()).hexdigest(), 16)
    if cases and (names := droppable(cases[0])):
        chosen = names[seed % len(names)]
        found["one column dropped"] = (
            partial(column_dropped, column=chosen),
            lambda case: (case.rows, columns - gone_with(case, chosen)),
        )
    if cases and (pairs := swappable(cases[0])):
        one, other = pairs[seed % len(pairs)]
        found["two columns swapped"] = (partial(columns_swapped, one=one, other=other), all_of)
    return found


def _change(
    wrapper: Wrapper, cases: Sequence[Case], mutation: str, change: _Change, outcome: Outcome
) -> None:
    mutate, left = change
    tally = outcome.tallies[mutation]
    changed: list[tuple[Case, Page, Rows, set[str]]] = []
    broken = 0
    for case in cases:
        if mutation in FEWER and case.has_bare_texts:
            continue
        listed = case.listed()
        before = record_texts(listed)
        mutate(listed)
        page = Page.from_bytes(page_of(listed.document), case.name)
        rows, columns = left(case)
        gone = gone_columns(rows, before, record_texts(listed))
        columns = columns - gone
        # Cells that were dropped count as missed; cells that a new order split do not.
        aside = set() if mutation == "one column dropped" else gone
        given = without(rows_of(wrapper, page), aside)
        same = likeness(without(rows, aside), given)
        if len(given) - len(rows) in range(1, case.missed + 1):
            # Records that are found only after the change are not a break.
            same = share_of(without(rows, aside), given)
        report = verify(wrapper, [page])
        tally.pages += 1
        if same < NEARLY:
            broken += 1
            tally.noticed += not report.healthy
            if report.healthy:
                outcome.notes.append(f"unnoticed  {mutation} ({same:.2f})  {case.name}")
        elif not report.healthy:
            tally.alarms += 1
            outcome.notes.append(f"alarm  {mutation}  {case.name}: {'; '.join(report.reasons)}")
        changed.append((case, page, rows, columns))
    tally.broken += broken
    if not broken:
        return
    tally.sites_broken += 1
    tally.sites_noticed += not verify(wrapper, [page for _, page, _, _ in changed]).healthy
    if mutation != "no records":
        _repaired(wrapper, changed, mutation, outcome)


def _repaired(
    wrapper: Wrapper,
    changed: Sequence[tuple[Case, Page, Rows, set[str]]],
    mutation: str,
    outcome: Outcome,
) -> None:
    tally = outcome.tallies[mutation]
    tally.repairs += 1
    try:
        done = repair(wrapper, [page for _, page, _, _ in changed])
    except NotRepaired as error:
        done = None
        tally.refused += 1
        outcome.notes.append(f"refused  {mutation}  {outcome.site}: {error.summary}")
    for case, page, rows, columns in changed:
        wanted = [{name: v for name, v in row.items() if name in columns} for row in rows]
        count = sum(map(len, wanted))
        given = rows_of(done.wrapper, page) if done else []
        right = matched(wanted, given)
        tally.cells += count
        tally.restored += right
        if done:
            _stated(tally, done, wanted, given)
        tally.shares += right / count if count else 0.0
        tally.shared += bool(count)
        if done and right < 0.9 * count:
            counts = by_column(wanted, given)
            how = "anchored" if done.anchored else "afresh"
            outcome.notes.append(
                f"restored {right}/{count}  {mutation}  {case.name} {how} {done.confidence:.2f} "
                f"rows {len(wanted)}->{len(given)}: {counts}"
            )


def _stated(tally: Tally, done: Repair, wanted: Rows, given: Rows) -> None:
    """Count how sure a repair says it is of the cells it gives, and how many of them are right."""
    for change in done.changes:
        if change.kind in ("kept", "moved"):
            mine = [{n: v for n, v in row.items() if n == change.name} for row in given]
            count = sum(map(len, mine))
            tally.stated += change.sure * count
            tally.given += count
            tally.kept += matched([{n: v for n, v in row.items() if n == change.name}
                                   for row in wanted], mine)  # fmt: skip


# ---- sites and figures --------------------------------------------------------------------


def chosen_sites(
    corpus: Path, half: str | None, most: int, kind: WrapperKind = "list"
) -> list[tuple[str, list[Path]]]:
    """Return the sites with more pages than are learned from; *half* takes every second one."""
    found = sites(corpus, kind, LESSONS[kind] + 1)
    several = [(name, [page.path for page in pages]) for name, pages in found.items()]
    if half:
        several = several["ab".index(half) :: 2]
    # Sorted by a hash, so that the first few have all kinds of sites.
    several.sort(key=lambda site: sha256(site[0].encode()).hexdigest())
    return several[:most] if most else several


def report(outcomes: Sequence[Outcome]) -> tuple[float, float, float]:
    """Print a line for every change; return what was noticed, falsely alarmed and restored."""
    totals: dict[str, Tally] = defaultdict(Tally)
    for outcome in outcomes:
        for name, tally in outcome.tallies.items():
            totals[name].add(tally)
            totals["all"].add(tally)
    print("| change | pages | broken | noticed | alarms on unbroken | repairs (refused) "
          "| cells restored | mean of pages |")  # fmt: skip
    print("|---|---|---|---|---|---|---|---|")
    for name, tally in sorted(totals.items(), key=lambda item: item[0] == "all"):
        print(
            f"| {name} | {tally.pages} | {tally.broken} | {_share(tally.noticed, tally.broken)} "
            f"| {_share(tally.alarms, tally.pages - tally.broken)} "
            f"| {tally.repairs} ({tally.refused}) | {_share(tally.restored, tally.cells)} "
            f"| {_share(tally.shares, tally.shared)} |"
        )
    unchanged = sum(outcome.unchanged for outcome in outcomes)
    misread = sum(outcome.misread for outcome in outcomes)
    alarms = sum(outcome.false_alarms for outcome in outcomes)
    together = sum(outcome.false_together for outcome in outcomes)
    print(f"\n{len(outcomes)} sites, {unchanged} unchanged pages: false alarms "
          f"{_share(alarms, unchanged)}; pages of a site together: "
          f"{_share(together, len(outcomes))}; right alarms on {misread} that the wrapper "
          "does not read")  # fmt: skip
    every = totals["all"]
    print(f"repairs say they are {_share(every.stated, every.given)} sure of the cells they give, "
          f"and {_share(every.kept, every.given)} are right")  # fmt: skip
    print(f"breaks noticed on the pages of a site together: "
          f"{_share(every.sites_noticed, every.sites_broken)}")  # fmt: skip
    return (
        every.noticed / max(every.broken, 1),
        alarms / max(unchanged, 1),
        every.restored / max(every.cells, 1),
    )


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _outcomes(
    chosen: Sequence[tuple[str, list[Path]]], only: str | None, jobs: int, kind: WrapperKind
) -> Iterator[Outcome]:
    work = partial(run_site, only=only, kind=kind)
    if jobs == 1:
        yield from (found for site in chosen if (found := work(site)))
        return
    with Pool(jobs) as pool:
        yield from (found for found in pool.imap_unordered(work, chosen) if found)


def main() -> None:
    """Measure, print, and hold against the limits if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_option(parser)
    parser.add_argument("--kind", choices=["list", "detail"], default="list")
    parser.add_argument("--half", choices=["a", "b"])
    parser.add_argument("--sites", type=int, default=0, help="this many sites only")
    parser.add_argument("--only", help="one change only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--notes", action="store_true", help="print what went wrong")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    chosen = chosen_sites(options.corpus, options.half, options.sites, options.kind)
    outcomes = [*_outcomes(chosen, options.only, options.jobs, options.kind)]
    if options.notes:
        for outcome in sorted(outcomes, key=lambda one: one.site):
            print(*outcome.notes, sep="\n", end="\n" if outcome.notes else "")
    noticed, alarms, restored = report(outcomes)
    if options.check and (noticed < NOTICED or alarms > ALARMS or restored < RESTORED):
        sys.exit(1)


if __name__ == "__main__":
    main()
