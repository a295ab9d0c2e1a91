"""Rows of tokens: where they may be, when two are alike, which neighbours form a table."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from windrow.detect.gza.tokens import LEVELS, Alphabet, Tokens
from windrow.match.sequence import LocalAlignment, common_subsequence, local_alignment
from windrow.tree import Tree
from windrow.tree.markup import BREAKS
from windrow.tree.tree import TEXT, TEXT_LABEL

__all__ = ["Chain", "Comparison", "RowCandidates", "Run", "TokenRow", "apart", "chains", "criteria"]

# Rows start at tags of the levels line and para, as in the paper's tables, and at the elements of
# later HTML, except words, headings and the parts of a table around its rows.
_NEVER = frozenset(
    "html body head title h1 h2 h3 h4 h5 h6 tbody thead tfoot hr br caption colgroup col "
    "picture source svg button select textarea iframe object embed s del ins mark time q cite var "
    "kbd samp bdi bdo dfn wbr nobr strike ruby rt rp acronym #text".split()
)
# A paragraph that begins with more characters of text is prose: chosen, not measured.
_SENTENCE = 40


@dataclass(frozen=True, eq=False, slots=True)
class TokenRow:
    """A candidate for one record: some nodes, their tokens, and what the tokens hold."""

    nodes: tuple[int, ...]
    places: Sequence[int]  # of the tokens in the page
    symbols: array[int]
    names: array[int]
    texts: int
    characters: int

    @classmethod
    def of(cls, tokens: Tokens, *spans: tuple[int, int]) -> TokenRow:
        """Return the row made of the subtrees of some nodes, given as (first, last) siblings."""
        if len(spans) == 1:
            return cls._of_one(tokens, *spans[0])
        return cls.joined([cls._of_one(tokens, *span) for span in spans])

    @classmethod
    def _of_one(cls, tokens: Tokens, first: int, last: int) -> TokenRow:
        start, end = tokens.starts[first], tokens.ends[last]
        return cls(
            tuple(_siblings(tokens, first, last)),
            range(start, end),
            tokens.symbols[start:end],
            tokens.names[start:end],
            tokens.texts[end] - tokens.texts[start],
            tokens.characters[end] - tokens.characters[start],
        )

    @classmethod
    def joined(cls, rows: Sequence[TokenRow]) -> TokenRow:
        """Return several rows as one."""
        if len(rows) == 1:
            return rows[0]
        return cls(
            tuple(node for row in rows for node in row.nodes),
            [place for row in rows for place in row.places],
            sum((row.symbols for row in rows[1:]), rows[0].symbols),
            sum((row.names for row in rows[1:]), rows[0].names),
            sum(row.texts for row in rows),
            sum(row.characters for row in rows),
        )


Run = list[TokenRow]
"""Candidate rows that are next to each other."""


def apart(x: float, y: float) -> float:
    """Return |x - y| / (x + y - 1), or 0 where x + y is too small.

    The paper prints the formula without the absolute value.
    """
    return abs(x - y) / (x + y - 1) if x + y > 1 else 0.0


class Comparison:
    """Compares rows of one alphabet; remembers what it has aligned."""

    def __init__(self, alphabet: Alphabet, theta: Sequence[float]) -> None:
        self.theta = tuple(theta)
        self.alignments = 0  # how many were computed: the cost of a page
        self._alphabet = alphabet
        self._known: dict[tuple[bytes, bytes], LocalAlignment] = {}

    def align(self, one: TokenRow, other: TokenRow) -> LocalAlignment:
        """Return the best local alignment of two rows."""
        key = (one.symbols.tobytes(), other.symbols.tobytes())
        found = self._known.get(key)
        if found is None:
            self.alignments += 1
            table = self._alphabet.similarities(one.symbols, other.symbols)
            count, width = len(one.symbols), len(other.symbols)
            found = local_alignment(range(count), range(width), table, max(width, 1))
            self._known[key] = found
        return found

    def similar(self, one: TokenRow, other: TokenRow) -> bool:
        """Return whether two rows pass all criteria; the first that fails ends the work."""
        values = criteria(self, one, other)
        return all(value < theta for value, theta in zip(values, self.theta, strict=True))

    def agreement(self, one: TokenRow, other: TokenRow) -> float:
        """Return which part of the tokens, in order, have the same tag or are texts in both."""
        same = common_subsequence(one.names, other.names)
        return 2 * same / (len(one.names) + len(other.names))


def criteria(comparison: Comparison, one: TokenRow, other: TokenRow) -> Iterator[float]:
    """Yield the five numbers that must all be small for two rows to be alike.

    The first three, tokens, texts and characters, need no alignment; then how much of the rows
    is aligned, and how well.

    References
    ----------
    [gao2003], 4.2.3.
    """
    yield apart(len(one.symbols), len(other.symbols))
    yield apart(one.texts, other.texts)
    yield apart(one.characters, other.characters)
    found = comparison.align(one, other)
    mean = (len(one.symbols) + len(other.symbols)) / 2
    first, second = found.pairs[0] if found.pairs else found.end
    yield apart(mean, (found.end[0] - first + found.end[1] - second) / 2)
    yield apart(min(len(one.symbols), len(other.symbols)), found.score)


def _siblings(tokens: Tokens, first: int, last: int) -> Iterator[int]:
    node = first
    while True:
        yield node
        if node >= last:
            return
        node = tokens.nodes[tokens.ends[node]]


@dataclass(frozen=True, eq=False, slots=True)
class RowCandidates:
    """Looks for candidate rows among the children of a node.

    A row holds content, at most *longest* tokens, and starts at a tag for rows (*wide*: also at
    those the paper does not know); where there are none, what is between line breaks is a
    row. Up to *separators* children without content may lie between two rows of a run.
    """

    tree: Tree
    tokens: Tokens
    starts_row: Sequence[bool]  # by label
    longest: int
    separators: int

    @classmethod
    def of(
        cls, tree: Tree, tokens: Tokens, *, longest: int, separators: int, wide: bool
    ) -> RowCandidates:
        """Return the search for one page."""
        starts = [_starts_row(name, wide) for name in tree.names]
        return cls(tree, tokens, starts, longest, separators)

    def runs(self, parent: int) -> list[Run]:
        """Return the candidate rows among the children of *parent*, as runs of neighbours."""
        tree, starts = self.tree, self.starts_row
        children = tree.children(parent)
        heads = [child for child in children if starts[tree.labels[child]]]
        pieces: Iterable[tuple[int, int]] = ((child, child) for child in children)
        # A link may be a row of its own, but between line breaks it is a part of one.
        if sum(tree.label(child) != "a" for child in heads) < 2:
            if any(tree.label(child) in BREAKS for child in children):
                pieces = _lines(tree, children)
            elif len(heads) < 2:
                return []
        runs: list[Run] = [[]]
        skipped = 0
        for first, last in pieces:
            end = last + tree.sizes[last]
            if tree.item_counts[end] == tree.item_counts[first] or _is_header(tree, first):
                skipped += 1
                if skipped > self.separators:
                    runs.append([])
            elif self._is_row(first, last):
                runs[-1].append(TokenRow.of(self.tokens, (first, last)))
                skipped = 0
            else:
                runs.append([])
        return [run for run in runs if len(run) > 1]

    def _is_row(self, first: int, last: int) -> bool:
        if self.tokens.ends[last] - self.tokens.starts[first] > self.longest:
            return False
        if first != last:
            return True
        return self.starts_row[self.tree.labels[first]] and not _is_prose(self.tree, first)


def _starts_row(label: str, wide: bool) -> bool:
    level = LEVELS.get(label, "other")
    if level in ("line", "para"):
        # The options of a form are a list, but not of records.
        return label != "br" and not (wide and label == "option")
    return wide and (label in ("a", "table", "form") or level == "other") and label not in _NEVER


def _is_header(tree: Tree, node: int) -> bool:
    """Return whether *node* is a table row of heading cells only: it names columns."""
    return tree.label(node) == "tr" and all(
        tree.label(cell) == "th" for cell in tree.children(node)
    )


def _is_prose(tree: Tree, node: int) -> bool:
    """Return whether *node* is a paragraph: a list of those is a text, not a table."""
    label = tree.label(node)
    if LEVELS.get(label) != "para":
        return False
    if tree.sizes[node] == 1:
        return not tree.kinds[node] & ~TEXT
    text = tree.texts[2 * node + 3] - tree.texts[2 * node + 2]
    return label == "p" and tree.label(node + 1) == TEXT_LABEL and text > _SENTENCE


def _lines(tree: Tree, children: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last child between line breaks; the break itself if there are none."""
    first = last = -1
    for child in children:
        if tree.label(child) in BREAKS:
            if first >= 0:
                yield first, last
            else:
                yield child, child
            first = -1
        else:
            first, last = (child if first < 0 else first), child
    if first >= 0:
        yield first, last


@dataclass(frozen=True, eq=False, slots=True)
class Chain:
    """A table: each row is like one shortly before it. *span* candidates make one row."""

    rows: tuple[TokenRow, ...]
    span: int
    places: tuple[int, ...]  # of all its candidates in their run
    agreement: float


def chains(comparison: Comparison, run: Run, *, most: int, gain: float, back: int) -> list[Chain]:
    """Return the chains of a run of candidates that do not overlap, in page order.

    A row belongs to a chain if it is like one of its last *back* rows (the paper: the last one).
    If *back* is more than 1, one row may be unlike all of those if the next row is like one of
    them: it stays in the table if at least half of it has a counterpart, else it is left out.

    A row may take up to *most* candidates, but more than one only if candidates that far apart
    agree better, by *gain*, than nearer ones; otherwise every list would also be one of pairs.
    """
    if len(run) < 2:
        return []
    lags = [_agreements(comparison, run, 1)]
    found = list(_chains_of(comparison, run, 1, 0, lags[0], back))
    mean = sum(lags[0]) / len(lags[0])
    for span in range(2, most + 1):
        if mean + gain > 1 or len(run) < 2 * span:
            break
        agreements = _agreements(comparison, run, span)
        if sum(agreements) / len(agreements) >= mean + gain / 2:
            for phase in range(span):
                for chain in _chains_of(comparison, run, span, phase, agreements, back):
                    if chain.agreement >= max(_within(lag, chain) for lag in lags) + gain:
                        found.append(chain)
        lags.append(agreements)
    return _disjoint(found)


def _within(agreements: Sequence[float], chain: Chain) -> float:
    """Return how well the candidates of a chain agree at some other distance."""
    values = agreements[chain.places[0] : chain.places[-1]]
    return sum(values) / len(values) if values else 0.0


def _agreements(comparison: Comparison, run: Run, lag: int) -> list[float]:
    return [comparison.agreement(one, other) for one, other in zip(run, run[lag:], strict=False)]


def _chains_of(
    comparison: Comparison,
    run: Run,
    span: int,
    phase: int,
    agreements: Sequence[float],
    back: int,
) -> Iterator[Chain]:
    starts = range(phase, len(run) - span + 1, span)
    units = [TokenRow.joined(run[start : start + span]) for start in starts]
    k = 0
    while k < len(units):
        taken = _chain_from(comparison, units, k, back)
        if len(taken) > 1:
            values = agreements[starts[taken[0]] : starts[taken[-1]]]
            places = tuple(starts[unit] + j for unit in taken for j in range(span))
            rows = tuple(units[unit] for unit in taken)
            yield Chain(rows, span, places, sum(values) / len(values))
        k = taken[-1] + 1


def _chain_from(
    comparison: Comparison, units: Sequence[TokenRow], first: int, back: int
) -> list[int]:
    """Return which units form the chain that starts with the *first*."""
    taken = [first]
    k = first + 1
    while k < len(units):
        if _joins(comparison, units, taken, k, back):
            taken.append(k)
        elif back > 1 and k + 1 < len(units) and _joins(comparison, units, taken, k + 1, back):
            if comparison.agreement(units[taken[-1]], units[k]) >= 0.5:
                taken.append(k)
        else:
            break
        k += 1
    return taken


def _joins(
    comparison: Comparison, units: Sequence[TokenRow], taken: Sequence[int], k: int, back: int
) -> bool:
    return any(comparison.similar(units[other], units[k]) for other in reversed(taken[-back:]))


def _disjoint(found: list[Chain]) -> list[Chain]:
    # Chains that cover much and agree well first; then shorter rows, then the earlier start.
    found.sort(
        key=lambda chain: (-len(chain.places) * chain.agreement, chain.span, chain.places[0])
    )
    taken: set[int] = set()
    kept = []
    for chain in found:
        if taken.isdisjoint(chain.places):
            taken.update(chain.places)
            kept.append(chain)
    return sorted(kept, key=lambda chain: chain.places[0])
