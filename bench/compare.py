"""All detectors side by side over labelled pages, as the papers print their tables.

    python -m bench.compare                        the labelled corpus, or else our own examples
    python -m bench.compare --dataset results      one dataset of it
    python -m bench.compare --limit 20             this many pages of each dataset
    python -m bench.compare --boxes FOLDER         what boxes give: each system on the page as it
                                                   came, as a browser shows it, with its boxes,
                                                   and nested by them; snapshots are kept there

Precision, recall and F are over all records (items) of all pages together; page F1 is the mean
over pages. *top1* is the table ranked first, *best* the table, or tables, most like the truth,
*items* the cells in the right row and column. *lost* pages gave no table, or none in time; they
count as zero. Times are processor time, divided by that of an lxml parse of the same bytes.
"""

from __future__ import annotations

import argparse
import gc
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any

from bench.corpus import Labelled, add_option, labelled_pages
from bench.score import MEASURES, Score, f1, page_f1, score_list
from windrow.detect import DETECTORS, Detector
from windrow.model import Table
from windrow.pipeline import find_in_tree
from windrow.read import Page, read
from windrow.tree import Tree, parse
from windrow.tree.visual import visual_tree

__all__ = [
    "ALL",
    "PRINTED",
    "Result",
    "drawn",
    "main",
    "measure",
    "quality",
    "snapshots",
    "systems",
    "views",
]

ALL = "ALL"

# What the papers print: system, what was counted, F1 in per cent. All of them left out pages on
# which a system crashed; the datasets here are halves, of vints three sets together.
PRINTED: Mapping[str, Sequence[tuple[str, str, float]]] = {
    "tbdw": (
        ("STEM [fang2017]", "records, 43 of 51 sites", 96.5),
        ("TPC, as STEM's paper ran it", "records", 91.7),
        ("CTVS, as STEM's paper ran it", "records", 91.5),
        ("MDR, as STEM's paper ran it", "records", 62.8),
        ("G-STM [jindal2010]", "items, one page", 98.2),
        ("G-STM [jindal2010]", "items, several pages", 97.2),
        ("DEPTA, as G-STM's paper ran it", "items, one page, 20 of 51 sites", 91.9),
        ("RoadRunner, as G-STM's paper ran it", "items, several pages, where it ran", 76.2),
    ),
    "vints": (
        ("G-STM [jindal2010]", "items, one page, ViNTs-2", 97.6),
        ("G-STM [jindal2010]", "items, several pages, ViNTs-2", 97.2),
        ("DEPTA, as G-STM's paper ran it", "items, one page, 32 of 101 sites", 89.2),
        ("RoadRunner, as G-STM's paper ran it", "items, several pages, where it ran", 83.8),
    ),
    "exalg": (
        ("G-STM [jindal2010]", "items, several pages", 100.0),
        ("RoadRunner, as G-STM's paper ran it", "items, several pages, where it ran", 91.5),
    ),
}


@dataclass(frozen=True, slots=True)
class Result:
    """What one system made of one page."""

    system: str
    dataset: str
    page: str
    complete: bool
    score: Score
    lost: str | None  # why there is no table
    detect: float  # times an lxml parse
    whole: float  # reading the tree and making the tables included


class _TooLong(Exception):
    pass


def systems(names: Sequence[str] = (), mode: str | None = None) -> dict[str, Detector]:
    """Return the detectors to compare by name, those with a literal mode in both."""
    found: dict[str, Detector] = {}
    for name in names or DETECTORS:
        new: Any = DETECTORS[name]
        has_mode = is_dataclass(new) and "mode" in {field.name for field in fields(new)}
        if mode != "literal":
            found[name] = new()
        if has_mode and mode != "resolved":
            found[f"{name} literal"] = new(mode="literal")
    return found


View = Callable[[], Tree]


def views(page: Labelled, snapshot: Path | None) -> dict[str, View]:
    """Return the ways to see a page: as it came, and what a browser adds, one thing at a time."""
    if snapshot is None:
        return {"": lambda: parse(read(page.path))}
    shown = read(snapshot)
    return {
        "": lambda: parse(read(page.path)),
        "shown": lambda: replace(parse(shown), boxes=None),
        "boxes": lambda: parse(shown),
        "visual tree": lambda: visual_tree(parse(shown)),
    }


def snapshots(pages: Sequence[Labelled], folder: Path) -> dict[Path, Path]:
    """Return the snapshots of *pages* in *folder*; those that are missing are taken now.

    Pages are shown from their files, with the network blocked and scripts off, as they were saved.
    """
    from windrow.read.browser import Session, Settings, show
    from windrow.read.snapshot import dump

    found: dict[Path, Path] = {}
    with Session() as session:
        for page in pages:
            parts = (page.dataset, *page.path.parent.parts[-2:], f"{page.path.stem}.snap")
            file = folder.joinpath(*parts)
            if not file.exists():
                source: Page = show(page.path, Settings(scripts=False), session=session)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(dump(source))
            found[page.path] = file
    return found


def measure(
    pages: Sequence[Labelled],
    detectors: dict[str, Detector],
    *,
    seconds: float = 20.0,
    shown: Mapping[Path, Path] | None = None,
) -> Iterator[Result]:
    """Yield what every detector makes of every page, within *seconds* each.

    *shown* are snapshots of the pages: then each is measured with what a browser adds, too.
    """
    for page in pages:
        content = page.path.read_bytes()
        unit = min(_lxml_seconds(content) for _ in range(3))
        seen = views(page, shown[page.path] if shown else None)
        for name, detector, view in (
            (f"{name}, {way}" if way else name, detector, view)
            for name, detector in detectors.items()
            for way, view in seen.items()
        ):
            run = _Run(view, detector, seconds)
            score = score_list(page.truth, [{"rows": list(table.rows)} for table in run.tables])
            yield Result(
                name,
                page.dataset,
                str(page.path),
                score.complete,
                score,
                run.lost,
                run.detecting / unit,
                run.whole / unit,
            )


class _Run:
    """Run one detector on one page. A crash or a timeout is an answer, too."""

    def __init__(self, view: View, detector: Detector, seconds: float) -> None:
        self.tables: tuple[Table, ...] = ()
        self.lost: str | None = None
        self.detecting = 0.0
        self._detector = detector
        # Collecting the garbage of the page before is not work of this page.
        gc.collect(1)
        start = time.process_time()
        before = signal.signal(signal.SIGALRM, _stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            # Each detector gets a new tree: results that the tree keeps must not help the next one.
            self.tables = tuple(one.table for one in find_in_tree(view(), detector=self))
        except _TooLong:
            self.lost = f"took more than {seconds:g} s"
        except Exception as error:
            self.lost = f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        self.whole = time.process_time() - start
        self.detecting = self.detecting or self.whole
        if not self.tables and self.lost is None:
            self.lost = "no table"

    def detect(self, tree: Tree) -> list[Any]:
        start = time.process_time()
        found = self._detector.detect(tree)
        self.detecting = time.process_time() - start
        return found


def _stop(signal_number: int, frame: FrameType | None) -> None:
    raise _TooLong


def _lxml_seconds(content: bytes) -> float:
    from lxml import html

    start = time.process_time()
    html.document_fromstring(content or b"<html>")
    return time.process_time() - start


def quality(results: Sequence[Result], title: str) -> list[str]:
    """Return a table of precision, recall and F, a line a system."""
    head = ["system"]
    for name in MEASURES:
        head += [f"{name} P", "R", "F", "page F1"]
    lines = [head]
    for system, own in _by(results, "system").items():
        line = [system]
        for name in MEASURES:
            line += [f"{number:.3f}" for number in _prf([result.score for result in own], name)]
        lines.append(line)
    pages = len({result.page for result in results})
    return [f"### {title}: {pages} pages", "", *drawn(lines), ""]


def _printed(dataset: str) -> list[str]:
    """Return a table of what the papers print for *dataset*."""
    known = PRINTED.get(dataset)
    if not known:
        return []
    lines = [["as printed", "counted", "F1"]]
    lines += [[system, counted, f"{f / 100:.3f}"] for system, counted, f in known]
    return [*drawn(lines), ""]


def _prf(scores: Sequence[Score], name: str) -> tuple[float, float, float, float]:
    known = [counts for score in scores if (counts := score.counts(name)) is not None]
    hit, given, true = (sum(counts[key] for counts in known) for key in ("hit", "rows", "n"))
    together = f1({"hit": hit, "rows": given, "n": true})
    recall = hit / true if true else 0.0
    return hit / given if given else 0.0, recall, together, page_f1(scores, name)


def _cost(results: Sequence[Result]) -> list[str]:
    """Return a table of times and lost pages, a line a system."""
    lines = [
        ["system", "detect", "9 in 10", "most", "whole", "9 in 10", "lost", "by error or time"]
    ]
    for system, own in _by(results, "system").items():
        detect, whole = sorted(r.detect for r in own), sorted(r.whole for r in own)
        lost = [result.lost for result in own if result.lost]
        numbers = (median(detect), _nine_in_ten(detect), detect[-1], median(whole))
        times = [f"{number:.1f}" for number in (*numbers, _nine_in_ten(whole))]
        crashed = sum(reason != "no table" for reason in lost)
        lines.append([system, *times, str(len(lost)), str(crashed)])
    pages = len({result.page for result in results})
    return [f"### Time as a multiple of an lxml parse: {pages} pages", "", *drawn(lines), ""]


def _nine_in_ten(ordered: Sequence[float]) -> float:
    return ordered[(9 * len(ordered) - 1) // 10]


def _by(results: Sequence[Result], name: str) -> dict[str, list[Result]]:
    groups: dict[str, list[Result]] = {}
    for result in results:
        groups.setdefault(getattr(result, name), []).append(result)
    return groups


def drawn(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return *lines* as a table for people and for Markdown."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return [
        "| "
        + " | ".join(
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        + " |"
        for line in (lines[0], rule, *lines[1:])
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the tables; return 1 where a page crashed or ran out of time."""
    options = _options(arguments)
    corpus = options.corpus if options.corpus.is_dir() else None
    pages = labelled_pages(corpus, options.dataset, options.limit)
    if not pages:
        print("compare: no labelled list pages there", file=sys.stderr)
        return 2
    chosen = systems(options.detector, options.mode)
    shown = snapshots(pages, options.boxes) if options.boxes else None
    results = []
    for result in measure(pages, chosen, seconds=options.seconds, shown=shown):
        results.append(result)
        if result.lost not in (None, "no table"):
            print(f"compare: {result.system}: {result.page}: {result.lost}", file=sys.stderr)
    whole = [result for result in results if result.complete]
    groups = _by(results, "dataset")
    if len(groups) > 1 and whole:
        # Pages with unlabelled records would distort the precision.
        groups[ALL] = whole
    for name, group in groups.items():
        print("\n".join((*quality(group, name), *_printed(name))))
    print("\n".join(_cost(results)))
    if options.json:
        options.json.write_text(json.dumps([asdict(result) for result in results]), "utf-8")
    return int(any(result.lost not in (None, "no table") for result in results))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.compare",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_option(parser)
    parser.add_argument("--dataset", action="append", default=[], metavar="NAME")
    parser.add_argument("--detector", action="append", default=[], choices=sorted(DETECTORS))
    parser.add_argument("--mode", choices=["resolved", "literal"], help="default: both")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="pages of each dataset")
    parser.add_argument("--boxes", type=Path, metavar="FOLDER", help="show the pages in a browser")
    parser.add_argument("--seconds", type=float, default=20.0, help="for one page")
    parser.add_argument("--json", type=Path, metavar="FILE", help="all results, page by page")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
