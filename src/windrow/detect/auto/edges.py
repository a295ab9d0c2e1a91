"""Removes what precedes the first record or follows the last one and looks like a record.

A row of links to the next pages, a form above the results, an advert: they are siblings of the
records and have their label, but hardly any of their columns.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from windrow.detect.auto.candidates import Candidate
from windrow.detect.auto.signals import Signals
from windrow.detect.auto.whole import said
from windrow.kernels.auto import cuts
from windrow.median import median
from windrow.tree import Tree
from windrow.tree.grid import HeaderRows

__all__ = [
    "between_repeats",
    "parts",
    "trimmed",
    "without_header",
    "without_repeats",
    "without_silent",
    "without_strangers",
]  # fmt: skip

# Fewer records do not show which columns are usual: chosen, not measured.
_FEWEST = 5
# This many records are enough to see what is usual: chosen, not measured.
_LOOKED_AT = 12
# A usual column is in this share of the records, and the records have this share of the usual
# columns. Chosen on the labelled pages, where .5 to .8 give nearly the same; the sites set aside
# went from .947 to .953 with both bounds.
_USUAL = 0.6
# A stranger has less than this share of the usual columns. Chosen on the labelled pages: of .01 to
# .5 the best.
_STRANGE = 1 / 3
# If more than this share of the records would go, or more than this number from one edge, they are
# another kind of record: chosen, not measured.
_MOST, _MOST_AT_EDGE = 0.3, 8
# The same for strangers among the records, and how many of those looked at are like no stranger:
# chosen, not measured.
_MOST_AMONG, _SEEN = 0.2, 2
# Rows of fewer parts are not a table, unless they have its markup: chosen, not measured.
_FEWEST_PARTS = 3


def without_strangers(tree: Tree, signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* without parts at its edges that are unlike its records."""
    count = len(candidate)
    if count < _FEWEST:
        return candidate
    inner = min(count - 2, _LOOKED_AT)
    starts, ends = candidate.starts, candidate.ends
    places = [1 + k * (count - 2) // inner for k in range(inner)]
    spans = [(starts[k], ends[k]) for k in (*places, 0, -1)]
    *sample, above, below = _columns(tree, signals, spans)
    filled = Counter(chain.from_iterable(sample))
    usual = {column for column, times in filled.items() if times >= _USUAL * inner}
    if not usual or median(len(columns & usual) for columns in sample) < _USUAL * len(usual):
        return candidate
    first = last = 0
    # Mostly the first and the last record are like the others.
    if len(above & usual) < _STRANGE * len(usual):
        first = _strangers(tree, signals, usual, zip(starts, ends, strict=True))
    if len(below & usual) < _STRANGE * len(usual):
        last = _strangers(tree, signals, usual, zip(starts[::-1], ends[::-1], strict=True))
    if 0 < first + last <= _MOST * count and max(first, last) <= _MOST_AT_EDGE:
        kept = slice(first, count - last)
        candidate = Candidate(starts[kept], ends[kept], candidate.generators)
        places = [k - first for k in places if first <= k < count - last]
    elif len(usual) == 1:
        return _without_sentences(signals, candidate, places)
    return _without_widgets(tree, signals, usual, candidate, places)


def _without_widgets(
    tree: Tree, signals: Signals, usual: set[int], candidate: Candidate, sample: Sequence[int]
) -> Candidate:
    """Return *candidate* without strangers among its records: adverts, sliders, forms.

    Only what differs in its class or the number of its parts from the *sample*, given by their
    numbers, is looked at.
    """
    starts, ends, classed = candidate.starts, candidate.ends, signals.classed
    forms = [(classed[start], len(tree.children(start))) for start in starts]
    seen = Counter(map(forms.__getitem__, sample))
    others = [
        k
        for k, form in enumerate(forms)
        if seen[form] < _SEEN and _is_strange(tree, signals, usual, starts[k], ends[k])
    ]
    if not others or len(others) > _MOST_AMONG * len(starts):
        return candidate
    left_out = {*others}
    return candidate.only([k for k in range(len(starts)) if k not in left_out])


def _without_sentences(signals: Signals, candidate: Candidate, sample: list[int]) -> Candidate:
    """Return *candidate*, a list of lines, without introducing sentences before and after it.

    They are built like the lines, but lack the date or number that all lines have.
    """
    starts, ends = candidate.starts, candidate.ends
    facts = [
        sums
        for sums in (signals.dates, signals.clocks, signals.digits, signals.links)
        if all(sums[ends[k]] > sums[starts[k]] for k in sample)
    ]
    lacking = [
        all(sums[start] == sums[end] for sums in facts)
        for start, end in zip(starts, ends, strict=True)
    ]
    if not facts or all(lacking):
        return candidate
    first, last = lacking.index(False), lacking[::-1].index(False)
    if not first + last or first + last > _MOST * len(starts):
        return candidate
    kept = slice(first, len(starts) - last)
    return Candidate(starts[kept], ends[kept], candidate.generators)


def trimmed(tree: Tree, candidate: Candidate) -> Candidate:
    """Return *candidate*, a list of lines, without the blocks before its first and after its last.

    If breaks separate the records, the first run begins with everything above the list.
    """
    starts, ends = candidate.starts, candidate.ends
    if len(starts) < _FEWEST or not all(
        _is_line(tree, start, end) for start, end in zip(starts[1:-1], ends[1:-1], strict=True)
    ):
        return candidate
    first = max((end for start, end in parts(tree, starts[0], ends[0]) if not tree.inline[start]),
                default=starts[0])  # fmt: skip
    last = min((start for start, _ in parts(tree, starts[-1], ends[-1]) if not tree.inline[start]),
               default=ends[-1])  # fmt: skip
    # A record that is a block as a whole would vanish: it is another kind of record.
    if first >= ends[0] or last <= starts[-1] or (first, last) == (starts[0], ends[-1]):
        return candidate
    return Candidate(
        array("i", [first, *starts[1:]]), array("i", [*ends[:-1], last]), candidate.generators
    )


def _is_line(tree: Tree, start: int, end: int) -> bool:
    inline, sizes = tree.inline, tree.sizes
    while start < end and inline[start]:
        start += sizes[start]
    return start >= end


def parts(tree: Tree, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the siblings that a record consists of start and end."""
    while start < end:
        yield start, start + tree.sizes[start]
        start += tree.sizes[start]


def without_header(tree: Tree, candidate: Candidate) -> Candidate:
    """Return *candidate* without a first record that names the parts of the others.

    Rows of HTML tables are known to be headers before they become candidates.
    """
    starts, ends = candidate.starts, candidate.ends
    if len(starts) < _FEWEST or tree.label(starts[0]) == "tr":
        return candidate
    count = len(tree.children(starts[0]))
    if count < _FEWEST_PARTS or count != len(tree.children(starts[1])):
        return candidate
    sizes = tree.sizes
    if any(start + sizes[start] != end for start, end in zip(starts, ends, strict=True)):
        return candidate
    if not HeaderRows(tree).reads_like_header(starts):
        return candidate
    return Candidate(starts[1:], ends[1:], candidate.generators)


def without_silent(signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* without its few empty records: ``* * *``, an empty row."""
    starts, ends = candidate.starts, candidate.ends
    silent = {*cuts.silent(signals.words, signals.links, starts, ends)}
    if not silent or len(silent) > _MOST * len(starts) or len(starts) - len(silent) < 2:
        return candidate
    kept = [k for k in range(len(starts)) if k not in silent]
    return Candidate(
        array("i", [starts[k] for k in kept]),
        array("i", [ends[k] for k in kept]),
        candidate.generators,
    )


def without_repeats(signals: Signals, candidate: Candidate) -> Candidate:
    """Return *candidate* without what is repeated above and below it."""
    kept = between_repeats(signals, candidate.starts, candidate.ends)
    return Candidate(candidate.starts[kept], candidate.ends[kept], candidate.generators)


def between_repeats(signals: Signals, starts: Sequence[int], ends: Sequence[int]) -> slice:
    """Return the records between a first and a last one that say the same, and no other does.

    Links to other pages, or ways to sort, are often repeated above and below a list.
    """
    if len(starts) < _FEWEST:
        return slice(None)
    first, last = (said(signals, (starts[k], ends[k])) for k in (0, -1))
    if not first or first != last:
        return slice(None)
    between = zip(starts[1:-1], ends[1:-1], strict=True)
    repeated = any(first == said(signals, record) for record in between)
    return slice(None) if repeated else slice(1, -1)


def _strangers(
    tree: Tree, signals: Signals, usual: set[int], records: Iterable[tuple[int, int]]
) -> int:
    """Return how many of *records* are strangers before the first regular one."""
    count = 0
    for start, end in records:
        if not _is_strange(tree, signals, usual, start, end):
            break
        count += 1
    return count


def _is_strange(tree: Tree, signals: Signals, usual: set[int], start: int, end: int) -> bool:
    """Return whether a record has hardly any of the *usual* columns, even without its boxes."""
    while True:
        [columns] = _columns(tree, signals, [(start, end)])
        if len(columns & usual) >= _STRANGE * len(usual):
            return False
        # The first record is often in a separate box.
        if start + tree.sizes[start] < end or tree.sizes[start] == 1:
            return True
        start += 1


def _columns(tree: Tree, signals: Signals, records: list[tuple[int, int]]) -> list[set[int]]:
    """Return for each record a number for the labels from its top down to each of its texts."""
    return cuts.ways(tree.labels, tree.parents, signals.texts, records)
