"""What repeats among siblings: their symbols, and the lists in a string of symbols."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from windrow.match.generalized import LIST_LABELS, GeneralizedMatching
from windrow.match.grammar import Grammar, RecordList, generate_grammar
from windrow.match.periods import runs
from windrow.tree.markup import CELLS, INLINE

__all__ = ["column_symbols", "lists_of", "paired_symbols", "strings_of"]

# A symbol this many times rarer than the most frequent one is not part of a record: chosen, not
# measured.
_RARE = 3

# The most kinds of siblings that a further kind is compared with; real pages have a handful.
# Chosen, not measured.
_LEADERS = 24

_grammar_of = lru_cache(maxsize=2048)(generate_grammar)


def lists_of(
    string: Sequence[int], guarded: set[int], *, uneven: bool = False
) -> Iterator[list[list[int]]]:
    """Yield the outermost lists of *string*: their records, each as its places in the string.

    Beyond the paper: an uneven list is searched again without its rare symbols, such as
    an advertisement between two records, or a pager above the list and again below it, which
    would otherwise make both one list of two records, the first of which swallows the real one.
    With *uneven*, lists are taken as the grammar gives them.
    """
    waiting = [[*range(len(string))]]
    while waiting:
        places = waiting.pop()
        grammar = _grammar_of(tuple([string[place] for place in places]))
        inner: list[list[int]] = []
        for found in grammar.lists:
            start, end = found.records[0].start, found.records[-1].end
            if {*grammar.body(found.group)} <= guarded:
                continue
            if uneven or _is_even(grammar, found):
                yield [places[record.start : record.end] for record in found.records]
                continue
            counts = Counter(grammar.string[start:end])
            most = max(counts.values())
            often = [k for k in range(start, end) if _RARE * counts[grammar.string[k]] > most]
            if len(often) < end - start:
                inner.append([places[k] for k in often])
            else:
                inner += [
                    places[run.records[0].start : run.records[-1].end]
                    for record in found.records
                    for run in record.lists
                ]
        waiting += reversed(inner)


def strings_of(
    matching: GeneralizedMatching, lines: Sequence[Sequence[int]]
) -> list[tuple[int, ...]]:
    """Return the symbols of rows of siblings, all matched with all.

    Beyond the paper: matched with a copy, every node has a perfect partner, so that *tau1* never
    decides and records with and without an optional part get different symbols. Where these come
    in no regular order, nodes of one label more alike than *tau1* are given one symbol.
    """
    shapes = matching.tree.shapes
    nodes = {shapes[node]: node for line in lines for node in line}
    symbols = dict(zip(nodes, matching.own_symbols([*nodes.values()]), strict=True))
    strings = [tuple([symbols[shapes[node]] for node in line]) for line in lines]
    if not matching.joins_variants or all(map(_is_regular, strings)):
        return strings
    if len(lines) == 1 and (placed := _by_place(matching, lines[0], strings[0])):
        return [placed]
    first = {symbols[shape]: node for shape, node in reversed(nodes.items())}
    joined = _joined(matching, first)
    strings = [tuple([joined[symbol] for symbol in string]) for string in strings]
    if len(lines) == 1 and not _is_regular(strings[0]):
        return [_by_place(matching, lines[0], strings[0], labels=True) or strings[0]]
    return strings


def _by_place(
    matching: GeneralizedMatching,
    nodes: Sequence[int],
    string: tuple[int, ...],
    *,
    labels: bool = False,
) -> tuple[int, ...]:
    """Return *string* with a symbol for each place of a unit that repeats; () if no unit does.

    With *labels*, labels may repeat in the place of symbols. Else the unit has some symbol twice,
    which the paper's grammar cannot say.
    """
    units = [matching.tree.labels[node] for node in nodes] if labels else string
    found = [*string]
    free = 1 + max(string)
    for start, end, length in runs(units):
        unit = {*units[start : start + length]}
        # Elsewhere the same symbols come in another order: here they repeat by chance.
        elsewhere = sum(symbol in unit for symbol in units) - (end - start)
        if 2 * elsewhere >= end - start or not (labels or len(unit) < length):
            continue
        if not labels or _are_alike(matching, nodes[start:end], length):
            found[start:end] = [free + (k - start) % length for k in range(start, end)]
            free += length
    return tuple(found) if free > 1 + max(string) else ()


def _are_alike(matching: GeneralizedMatching, nodes: Sequence[int], length: int) -> bool:
    """Return whether every *length* nodes are like the next ones of the same labels."""
    for start in range(0, len(nodes) - length, length):
        pairs = zip(nodes[start : start + length], nodes[start + length :], strict=False)
        matches = [matching.match(*pair) for pair in pairs]
        size = max(sum(one.first_size for one in matches), sum(one.second_size for one in matches))
        if sum(one.score for one in matches) <= matching.tau1 * size:
            return False
    return True


def _is_regular(string: tuple[int, ...]) -> bool:
    """Return whether nothing repeats, only one symbol repeats, or most records are the same."""
    if len({*string}) == len(string):
        return True
    for found in _grammar_of(string).lists:
        if found.group.end - found.group.start > 1:
            records = Counter(string[r.start : r.end] for r in found.records)
            [(record, count)] = records.most_common(1)
            if 2 * count <= len(found.records) or len(record) == 1:
                return False
    return True


def _joined(matching: GeneralizedMatching, first: dict[int, int]) -> dict[int, int]:
    """Return for each symbol the earliest one whose first node is like its own."""
    labels = matching.tree.labels
    joined: dict[int, int] = {}
    leaders: list[int] = []
    for symbol, node in sorted(first.items(), key=lambda pair: pair[1]):
        joined[symbol] = symbol
        for leader in leaders[:_LEADERS]:
            same = labels[first[leader]] == labels[node]
            if same and matching.similarity(first[leader], node) > matching.tau1:
                joined[symbol] = leader
                break
        else:
            leaders.append(symbol)
    return joined


def _is_even(grammar: Grammar, found: RecordList) -> bool:
    """Return whether at least two records, and half of all, have the main symbols of the list."""
    if len(found.records) < 2:
        return False
    records = found.records
    body = len(grammar.body(found.group))
    full = sum(2 * len({*grammar.string[r.start : r.end]}) > body for r in records)
    inner = Counter(group for r in records for group in {run.group for run in r.lists})
    return full >= 2 and all(count >= 2 and 2 * count >= len(records) for count in inner.values())


def column_symbols(
    matching: GeneralizedMatching,
    lines: Sequence[Sequence[int]],
    strings: Sequence[Sequence[int]],
    *,
    marked_up: bool = False,
) -> set[int]:
    """Return the symbols of columns: plain leaves and cells, as many of them in every line.

    With *marked_up*, texts each of which is in several inline elements are columns, too.
    """
    columns: set[int] = set()
    lists: set[int] = set()
    counts: dict[int, int] = {}
    for line, string in zip(lines, strings, strict=True):
        for symbol, count in Counter(string).items():
            if counts.setdefault(symbol, count) != count:
                lists.add(symbol)
        for node, symbol in zip(line, string, strict=True):
            (columns if _is_column(matching, node, marked_up) else lists).add(symbol)
    return columns - lists


def _is_column(matching: GeneralizedMatching, node: int, marked_up: bool) -> bool:
    tree = matching.tree
    label = tree.label(node)
    if label in CELLS:
        return True
    deepest = tree.depths[node + tree.sizes[node] - 1] - tree.depths[node]
    if marked_up and deepest == tree.sizes[node] - 1:
        labels = {tree.label(one) for one in tree.subtree(node)}
        return labels <= INLINE - LIST_LABELS
    return matching.counts[node] <= 1 and label not in LIST_LABELS


def paired_symbols(
    matching: GeneralizedMatching, lines: Sequence[Sequence[int]], seed: int
) -> dict[int, int]:
    """Return a symbol for each shape: nodes of different lines that match have the same.

    All lines are matched with that of number *seed*, as partial alignment does.
    """
    shapes = matching.tree.shapes
    parents: dict[int, int] = {}

    def root(shape: int) -> int:
        while (parent := parents.setdefault(shape, shape)) != shape:
            parents[shape] = parents[parent]
            shape = parent
        return shape

    for number, line in enumerate(lines):
        if number != seed:
            first, second = matching.symbols(lines[seed], line)
            known: dict[int, int] = {}
            for node, symbol in zip([*lines[seed], *line], [*first, *second], strict=True):
                shape = root(shapes[node])
                parents[shape] = root(known.setdefault(symbol, shape))
    return {shape: root(shape) for shape in [*parents]}
