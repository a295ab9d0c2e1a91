"""Why this list, these records and these columns: the default detector's choice in plain words.

The ranking is a sum, so it explains itself: a feature adds its weight
times its distance from the mean of the page's candidates, or from a rival.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from windrow.detect.auto import Ranking, kept
from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.headings import carried_down, group_headings
from windrow.detect.auto.rank import NAMES, Ranked
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.sure import Doubting, Doubts, Sureness
from windrow.model import Column, Finding, Findings, Region
from windrow.safe import plain
from windrow.tree import Tree
from windrow.tree.grid import HeaderRows, rows_of, table_of
from windrow.tree.runs import text_of
from windrow.tree.tree import TEXT_LABEL
from windrow.view.features import fact, share

__all__ = ["Contender", "Explanation", "Reason", "explain", "sentences"]

# A reader remembers this many reasons; the rest of the sum is small. Chosen, not measured.
_MOST_FOR, _MOST_AGAINST = 5, 2
# A reason adds at least this much to the sum, which differs by whole numbers between candidates.
# Chosen, not measured.
_LEAST = 0.1
# Characters of a heading that are quoted. Chosen, not measured.
_LONGEST_QUOTE = 40
# Lists contain sentences, too; a page with more running text may be an article.
# Chosen, not measured.
_ARTICLE = 0.5
# Headings that are quoted. Chosen, not measured.
_FEW_HEADINGS = 3
_HIDDEN = ("the page hides this list until a script has run",)


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact about a list, and how much it adds to its place in the ranking (or takes away)."""

    feature: str
    fact: str
    points: float

    def __str__(self) -> str:
        return self.fact


@dataclass(frozen=True, slots=True)
class Contender:
    """A list of the page: what it is, how sure, and the reasons for and against it."""

    what: str
    starts: tuple[int, ...]  # the first node of each record
    score: float | None = None  # None for a list that did not become a table
    reasons: tuple[Reason, ...] = ()  # strongest first

    @property
    def pros(self) -> tuple[Reason, ...]:
        """The reasons for it."""
        return tuple(reason for reason in self.reasons if reason.points > 0)

    @property
    def cons(self) -> tuple[Reason, ...]:
        """The reasons against it."""
        return tuple(reason for reason in self.reasons if reason.points < 0)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why the best table of a page is the best. Printed, it is a text of a few lines."""

    best: Contender | None = None
    runner_up: Contender | None = None  # the next table of the page
    other_cut: Contender | None = None  # the next way to cut the same place into records
    notes: tuple[str, ...] = ()  # what was joined, left out and taken from headings
    columns: tuple[str, ...] = ()  # one sentence per column

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences, one per line, without control sequences."""
        if self.best is None:
            return ("No list: nothing on the page repeats.",)
        text = [f"{self.best.what}; {_sureness(self.best.score or 0.0)}."]
        text += _listed("Because:", self.best.pros[:_MOST_FOR])
        text += _listed("Although:", self.best.cons[:_MOST_AGAINST])
        for name, rival in (("Runner-up", self.runner_up), ("Other cut", self.other_cut)):
            text += [] if rival is None else _rival_lines(name, rival)
        text += _listed("Records:", self.notes)
        text += _listed("Columns:", self.columns)
        return tuple(plain(line) for line in text)

    def __str__(self) -> str:
        return "\n".join(self.lines)


def explain(findings: Sequence[Finding]) -> Explanation:
    """Return why the best list of a page is the best.

    *findings* are those of the default detector, which remembers how it ranked them.

    >>> from windrow.pipeline import find
    >>> page = b"<ul><li><a>Ant</a><b>$1</b><li><a>Bee</a><b>$2</b><li><a>Cat</a><b>$3</b></ul>"
    >>> explain(find(page)).best.what
    '3 records (li below ul)'
    """
    if not findings:
        return Explanation()
    ranking = findings[0].region.ranking
    assert isinstance(ranking, Ranking)
    regions = [one.region for one in findings]
    tree, signals, ranked = ranking.tree, ranking.signals, ranking.ranked
    page = _Page(tree, ranked, ranking.detector.weights.ranking)
    runner_up = page.runner_up(regions)
    best = page.contender(ranked[0], page.means(), "on average here", regions[0].score)
    # The records of a table that lies on its side begin elsewhere.
    best = replace(best, starts=tuple(record[0] for record in regions[0].records))
    found = Doubting(tree, signals).doubts(ranked[0])
    if found.outside > _ARTICLE or found.inside > _ARTICLE or found.outer:
        best = _doubted(best, found, ranking.detector.sureness)
    table = findings[0].table
    return Explanation(
        best=best,
        runner_up=runner_up,
        other_cut=page.other_cut(runner_up),
        notes=(
            *page.taken_as_whole(),
            *_notes(tree, signals, ranked[0].candidate, regions[0]),
            *(_HIDDEN if findings[0].hidden else ()),
        ),
        columns=(
            *(_column(column, len(table)) for column in table.given.columns),
            *(_constant(column) for column in table.columns if column.constant),
        ),
    )


def sentences(findings: Findings) -> tuple[str, ...]:
    """Return why the best table of a page is the best, or why there is no explanation."""
    if not findings:
        return (f"No table: {findings.reason}.",)
    if isinstance(findings[0].region.ranking, Ranking):
        return explain(findings).lines
    name = findings[0].region.detector
    return (f"Only the default detector can say why; {name} follows its paper's own rules.",)


def _doubted(best: Contender, found: Doubts, sureness: Sureness) -> Contender:
    """Return *best* with the reason why its page may be about something else."""
    running = "is running text, as in an article"
    added = {
        f"{share(found.outside)} of the page {running}": sureness.outside * found.outside,
        f"{share(found.inside)} of the records {running}": sureness.inside * found.inside,
        "it is outside of the main part of the page": sureness.outer * found.outer,
    }
    said, points = min(added.items(), key=lambda pair: pair[1])
    doubt = Reason("running", said, points)
    strongest = sorted((doubt, *best.reasons), key=lambda reason: -abs(reason.points))
    return replace(best, reasons=tuple(strongest))


@dataclass(frozen=True, slots=True)
class _Page:
    """The ranking of one page, and comparisons within it."""

    tree: Tree
    ranked: Sequence[Ranked]
    weights: dict[str, float]

    def means(self) -> dict[str, float]:
        """Return the mean of every feature over the candidates."""
        columns = zip(*(entry.numbers for entry in self.ranked), strict=True)
        means = [sum(column) / len(self.ranked) for column in columns]
        return dict(zip(NAMES, means, strict=True))

    def contender(
        self, entry: Ranked, usual: dict[str, float], called: str, score: float | None = None
    ) -> Contender:
        """Return a candidate with the features that differ from the *usual* numbers."""
        own = entry.features
        reasons = [
            Reason(name, fact(name, own[name], usual[name], called), points)
            for name in NAMES
            if abs(points := self.weights.get(name, 0.0) * (own[name] - usual[name])) >= _LEAST
        ]
        reasons.sort(key=lambda reason: -abs(reason.points))
        starts = tuple(entry.candidate.starts)
        return Contender(_what(self.tree, entry.candidate), starts, score, tuple(reasons))

    def taken_as_whole(self) -> Iterator[str]:
        """Yield a note if the best list contains the one that ranks first by numbers alone."""
        first, *rest = self.ranked[:2]
        own = first.features
        points = sum(self.weights.get(name, 0.0) * own[name] for name in NAMES)
        for part in rest:
            inside = {*part.candidate.starts} < {*first.candidate.starts}
            if part.value > points:
                count = len(part.candidate)
                if inside:
                    yield f"{count} of the records alone would rank first; the others are like them"
                elif part.overlaps(first):
                    what = _what(self.tree, part.candidate)
                    yield f"{what} would rank first by their numbers; these are their parts"

    def runner_up(self, regions: Sequence[Region]) -> Contender | None:
        """Return the second table, or the candidate for it, compared with the best."""
        first = self.ranked[0].features
        if len(regions) > 1:
            # Regions are in the order of their scores, the kept candidates in that of the ranking.
            _, entry = islice(kept(self.ranked), 2)
            return self.contender(entry, first, "the first", regions[1].score)
        # A list far behind does not become a table, but readers ask why the menu lost.
        apart = (entry for entry in self.ranked[1:] if not entry.overlaps(self.ranked[0]))
        return next((self.contender(entry, first, "the first") for entry in apart), None)

    def other_cut(self, runner_up: Contender | None) -> Contender | None:
        """Return the next candidate that shares records with the best, compared with it."""
        # Cuts that differ in a stray node at the end look the same to a reader.
        known = {_what(self.tree, self.ranked[0].candidate), runner_up.what if runner_up else ""}
        for entry in self.ranked[1:]:
            if entry.overlaps(self.ranked[0]) and _what(self.tree, entry.candidate) not in known:
                return self.contender(entry, self.ranked[0].features, "the first")
        return None


def _what(tree: Tree, candidate: Candidate) -> str:
    """Return a candidate in words: how many records, of what, below what."""
    roots = Counter(
        " + ".join(_root_names(tree, start, end))
        for start, end in zip(candidate.starts, candidate.ends, strict=True)
    )
    parents = Counter(_name(tree, max(tree.parents[start], 0)) for start in candidate.starts)
    [(root, _)], [(parent, _)] = roots.most_common(1), parents.most_common(1)
    return f"{len(candidate)} records ({root} below {parent})"


def _root_names(tree: Tree, start: int, end: int) -> list[str]:
    names = []
    while start < end:
        names.append(_name(tree, start))
        start += tree.sizes[start]
    return names if len(names) <= 4 else [*names[:3], "..."]


def _name(tree: Tree, node: int) -> str:
    """Return a node as people who know CSS write it: ``div.product``."""
    label = tree.label(node)
    if label == TEXT_LABEL:
        return "text"
    words = (tree.attribute(node, "class") or "").split()
    return f"{label}.{words[0]}" if words else label


def _notes(tree: Tree, signals: Signals, candidate: Candidate, region: Region) -> list[str]:
    """Return notes on what was joined, left out and taken from headings to make the records."""
    starts, ends = candidate.starts, candidate.ends
    if region.records[0][0] != starts[0]:
        return ["the table lies on its side: its columns are the records"]
    notes = []
    parents = {tree.parents[start] for start in starts}
    if len(parents) > 1:
        notes.append(f"one list below {len(parents)} different parents")
    if any(start + tree.sizes[start] < end for start, end in zip(starts, ends, strict=True)):
        notes.append("a record is made of several neighbours")
    if count := len(_left_out(tree, starts)):
        rows = "1 row is" if count == 1 else f"{count} rows are"
        notes.append(f"{rows} left out: not records, but names of columns or a footer")
    if headings := group_headings(tree, signals, starts, ends):
        notes.append(_heading_note(tree, headings))
    if any(node is not None for node in carried_down(tree, starts)):
        notes.append("if the first column is empty, the value above applies")
    return notes


def _left_out(tree: Tree, starts: Sequence[int]) -> set[int]:
    """Return the rows of the records' table that are headers or footers."""
    table = table_of(tree, starts[0])
    if table < 0 or tree.label(starts[0]) != "tr":
        return set()
    return HeaderRows(tree).among([*rows_of(tree, table)]) - {*starts}


def _heading_note(tree: Tree, headings: Sequence[tuple[int, ...]]) -> str:
    nodes = list(dict.fromkeys(node for own in headings for node in own))
    quotes = [_quoted(text_of(tree, tree.subtree(node))) for node in nodes[:_FEW_HEADINGS]]
    tail = ", ..." if len(nodes) > _FEW_HEADINGS else ""
    return f"each record takes over the heading above it: {', '.join(quotes)}{tail}"


def _quoted(text: str) -> str:
    return f'"{text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."}"'


_SOURCES = {
    "header": "the table's header calls it",
    "label": "the page has a label beside the values:",
    "attribute": "an attribute in the markup calls it so",
    "class": "a class in the markup calls it so",
    "link": "the links lead to such things",
    "form": "the values look like it",
    "heading": "it is the heading above a group of records",
    "kind": "the page has no name for it; the name says what it holds",
}


def _column(column: Column, rows: int) -> str:
    """Return why a column has its name, and what it contains."""
    source = _SOURCES.get(column.source, _SOURCES["kind"])
    if column.source in ("header", "label"):
        source += f" {_quoted(column.label)}" if column.label else " so"
    if (column.name, column.source) == ("title", "form"):
        source = "the most distinct heading, linked or bold text"
    filled = f"{column.type} in {round(column.fill * rows)} of {rows} rows"
    if column.fit < 1:
        filled += f", {share(1 - column.fit)} of them in another form"
    inner = ", ".join(inside.name for inside in column.columns)
    return f"{column.name}: {source}; {filled}{f' ({inner})' if inner else ''}"


def _constant(column: Column) -> str:
    """Return the common value of a column that is left out."""
    said = ", ".join(_quoted(sample) for sample in column.samples)
    return f"{column.name}: left out, because every record says {said}; see --constants"


def _sureness(score: float) -> str:
    """Return what a score means.

    >>> _sureness(0.783)
    'score 0.78: of 100 tables with such a score about 78 are right'
    """
    return f"score {score:.2f}: of 100 tables with such a score about {100 * score:.0f} are right"


def _listed(head: str, entries: Sequence[object]) -> list[str]:
    return [head, *(f"  - {entry}" for entry in entries)] if entries else []


def _rival_lines(name: str, rival: Contender) -> list[str]:
    score = "; no table" if rival.score is None else f"; score {rival.score:.2f}"
    behind = rival.cons[:_MOST_FOR]
    return _listed(f"{name}: {rival.what}{score}. It ranks lower because:", behind) or [
        f"{name}: {rival.what}{score}."
    ]
