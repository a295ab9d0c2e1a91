"""Parts of a template as an automaton, and the best path of siblings through it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from windrow.detect.gstm.template import Part, TList, TNode

__all__ = ["MISSING", "PartChain", "ReadStep", "best_path", "chain_of"]

# The cost of skipping a node of a mandatory part; a matched node earns about one. Chosen, not
# measured.
MISSING = 0.5


@dataclass(frozen=True, slots=True)
class PartChain:
    """Sibling parts as a chain of nodes, in which lists are stretches that repeat."""

    places: list[int]  # the part at each link
    costs: list[float]  # of skipping it
    lists: list[tuple[int, int, int]]  # part, first link, link after the last; outer before inner
    rivals: dict[str, list[int]]  # links by their label, where several have it


@dataclass(frozen=True, slots=True)
class ReadStep:
    """A node read by a part; *starts* are the lists in which it begins a new record."""

    place: int
    node: int  # its place among the siblings
    starts: tuple[int, ...]


def best_path(chain: PartChain, weights: list[list[float]]) -> tuple[float, list[ReadStep]]:
    """Return the weight of the best path through *chain*, and its steps."""
    links = len(chain.places)
    row = [0.0] + [float("-inf")] * links
    # Where the best path to a state comes from: the state before, and whether a node was read.
    moves = [_without_reading(chain, row)]
    origins: list[list[tuple[int, bool]]] = []
    for weight in weights:
        after = [*row]
        origin = [(state, False) for state in range(links + 1)]
        for link in range(links):
            if weight[link] and row[link] + weight[link] >= after[link + 1]:
                after[link + 1] = row[link] + weight[link]
                origin[link + 1] = (link, True)
        row = after
        origins.append(origin)
        moves.append(_without_reading(chain, row))
    return row[links], _steps(chain, origins, moves)


def _without_reading(chain: PartChain, row: list[float]) -> list[int]:
    """Move on from every state without reading; return where each state was reached from."""
    came = [*range(len(row))]
    skips: dict[int, list[int]] = {}
    for _, first, last in chain.lists:
        skips.setdefault(first, []).append(last)
    # Once forward, and once more for each level of lists an edge back can lead out of.
    for _ in range(2 + min(len(chain.lists), 3)):
        changed = False
        for state, cost in enumerate(chain.costs):
            if row[state] - cost > row[state + 1]:
                row[state + 1], came[state + 1], changed = row[state] - cost, state, True
            for target in skips.get(state, ()):
                if row[state] > row[target]:
                    row[target], came[target], changed = row[state], state, True
        for _, first, last in chain.lists:
            if row[last] > row[first]:
                row[first], came[first], changed = row[last], last, True
        if not changed:
            break
    return came


def _steps(
    chain: PartChain, origins: list[list[tuple[int, bool]]], moves: list[list[int]]
) -> list[ReadStep]:
    """Walk the best path back; return the nodes it read, with the records they begin."""
    state = len(chain.places)
    read: list[tuple[int, int]] = []  # link, node
    for at in reversed(range(len(origins))):
        while (before := moves[at + 1][state]) != state:
            state = before
        state, was_read = origins[at][state]
        if was_read:
            read.append((state, at))
    found = []
    last = -1
    for link, node in reversed(read):
        found.append(ReadStep(chain.places[link], node, _starts(chain, link, last)))
        last = link
    return found


def _starts(chain: PartChain, link: int, last: int) -> tuple[int, ...]:
    """Return the lists that begin a record at *link* if *last* was read before, outer first.

    An edge back belongs to the innermost list that holds both links; lists inside it are
    entered again, lists around it continue.
    """
    holding = [entry for entry in chain.lists if entry[1] <= link < entry[2]]
    both = [place for place, first, end in holding if first <= last < end]
    goes_on = {*(both[:-1] if link <= last else both)}
    return tuple([place for place, _, _ in holding if place not in goes_on])


def chain_of(parts: Sequence[Part], needed: Sequence[int], start: int, end: int) -> PartChain:
    """Return the sibling parts from *start* to *end* as a chain.

    *needed* counts the mandatory nodes of each part: skipping a part costs by them.
    """
    places: list[int] = []
    costs: list[float] = []
    lists: list[list[int]] = []
    ends: list[tuple[int, int]] = []  # part after the list, its number in `lists`
    place = start
    while place < end or ends:
        while ends and ends[-1][0] == place:
            lists[ends.pop()[1]][2] = len(places)
        if place >= end:
            break
        part = parts[place]
        if isinstance(part, TList):
            ends.append((place + part.size, len(lists)))
            lists.append([place, len(places), len(places)])
            place += 1
        else:
            places.append(place)
            costs.append(MISSING * needed[place] if part.support == 1 else 0.0)
            place += part.size
    by_label: dict[str, list[int]] = {}
    for link, place in enumerate(places):
        part = parts[place]
        assert isinstance(part, TNode)
        by_label.setdefault(part.label, []).append(link)
    rivals = {label: links for label, links in by_label.items() if len(links) > 1}
    kept = [(place, first, last) for place, first, last in lists if last > first]
    return PartChain(places, costs, kept, rivals)
