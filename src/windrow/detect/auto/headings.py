"""A value that the page gives once for several records becomes a value of each of them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

from windrow.detect.auto.bands import are_marked
from windrow.detect.auto.corners import corner_cells
from windrow.detect.auto.levels import carried, outer_kinds
from windrow.detect.auto.signals import Signals
from windrow.kernels.auto import cuts
from windrow.tree import Tree
from windrow.tree.markup import HEADINGS

__all__ = ["carried_down", "group_headings"]

# A longer text is not a heading, but another part of the page: chosen, not measured.
_LONGEST = 600
# A heading before more than this share of the records is part of the record, unless there are few
# records: chosen, not measured.
_MOST_GAPS = 0.8
_FEW_RECORDS = 3
# The least share of the records that fill the place which others leave empty: chosen, not measured.
_SAME_PLACE = 0.8
_CARRYING = frozenset("td th span div dt p b strong h3 h4".split())
# If headings are above each other, only this many of the nearest are used: chosen, not measured.
_MOST_HEADINGS = 3


def group_headings(
    tree: Tree, signals: Signals, starts: array[int], ends: array[int]
) -> list[tuple[int, ...]]:
    """Return for every record the nodes of the headings above it; [] if there are none.

    Records are ranges of the preorder, *starts* .. *ends*. A date above the meetings of a day
    is in the page once but belongs to each of them.
    """
    kind_of = signals.class_labels
    # Records with a little text before them that is not part of a record.
    after = cuts.gaps(signals.chars, starts, ends, _LONGEST)
    gaps = {k: _top_nodes(tree, ends[k - 1], starts[k]) for k in after}
    # A cell between cells is a day without an event rather than a heading; so is what has the
    # class of the records.
    if tree.label(starts[0]) == "td":
        gaps = {k: [n for n in nodes if tree.label(n) != "td"] for k, nodes in gaps.items()}
    elif (own := signals.classed[starts[0]]) >= 0:
        gaps = {k: [n for n in nodes if kind_of[n] != own] for k, nodes in gaps.items()}
    # A row of header cells names the columns of the rows below it, not a group; a row of values
    # between rows is a sum, or the names once more.
    headers = {k: row for k, nodes in gaps.items() for n in nodes if (row := _header(tree, n)) >= 0}
    values = tree.label(starts[0]) == "tr"
    gaps = {
        k: [n for n in nodes if not (_header(tree, n) >= 0 or (values and _has_values(tree, n)))]
        for k, nodes in gaps.items()
    }
    gaps = {k: _from_heading(tree, nodes) for k, nodes in gaps.items()}
    gaps = {k: nodes for k, nodes in gaps.items() if nodes}
    many = len(starts) > _FEW_RECORDS and len(gaps) > _MOST_GAPS * (len(starts) - 1)
    if many:
        return []
    first = _before(tree, starts[0], ends[-1])
    above = _top_nodes(tree, first, starts[0])
    if not gaps:
        for row in filter(lambda row: row >= 0, (_header(tree, n) for n in above)):
            headers[0] = row
        corners = corner_cells(tree, headers)
        if corners:
            return carried(corners, kind_of, len(starts))
        return _tabs(tree, starts, ends[-1])
    kinds = Counter(kind for nodes in gaps.values() for kind in {kind_of[n] for n in nodes})
    common = {kind for kind, count in kinds.items() if 2 * count >= len(gaps)}
    gaps[0] = _from_heading(tree, [n for n in above if _header(tree, n) < 0])
    # Parts between records are headings only if the first group has one as well; a heading of
    # HTML needs no such sign if there are several.
    if not any(kind_of[node] in common for node in gaps[0]) and not (
        (len(gaps) > 2 and _are_headings(tree, signals, gaps, common))
        or _are_bands(tree, gaps, common, kind_of)
    ):
        return []
    outer = outer_kinds(gaps, kind_of, common)
    # The title of the page may be of the same kind as the heading below it.
    last = {kind_of[node]: node for node in gaps[0]}
    gaps[0] = [n for n in gaps[0] if kind_of[n] not in outer or last[kind_of[n]] == n]
    common |= outer
    gaps = {
        k: [node for node in nodes if kind_of[node] in common][-_MOST_HEADINGS:]
        for k, nodes in gaps.items()
    }
    found = carried(gaps, kind_of, len(starts))
    return found if any(found) else []


def _are_headings(
    tree: Tree, signals: Signals, gaps: dict[int, list[int]], common: set[int]
) -> bool:
    """Return whether parts that the first group lacks head the others all the same.

    They are headings of HTML, or the first group has one with a class more.
    """
    parts = [n for nodes in gaps.values() for n in nodes if signals.class_labels[n] in common]
    marks = {signals.marks[node] for node in parts}
    return any(signals.marks[node] in marks for node in gaps[0]) or any(
        tree.label(node) in HEADINGS for node in parts
    )


def _are_bands(
    tree: Tree, gaps: dict[int, list[int]], common: set[int], kind_of: Sequence[int]
) -> bool:
    """Return whether the parts are rows across a table that their markup makes headings."""
    parts = [n for nodes in gaps.values() for n in nodes if kind_of[n] in common]
    return all(tree.label(node) == "tr" for node in parts) and are_marked(tree, parts)


def _tabs(tree: Tree, starts: Sequence[int], end: int) -> list[tuple[int, ...]]:
    """Return for every record the tab that leads to its pane; [] if it is not in one of several."""
    top = _before(tree, starts[0], end)
    # Nearly always the first record is outside parts with an id, or in the same part as the last.
    if _pane(tree, starts[0], top) in (None, _pane(tree, starts[-1], top)):
        return []
    panes = [_pane(tree, start, top) for start in starts]
    # A pane with one record is the record.
    if None in panes or 2 * len({*panes}) > len(panes):
        return []
    tabs: dict[str, int] = {}
    for node in range(starts[0]):
        address = tree.attribute(node, "href") or ""
        if address.startswith("#") and tree.has_items(node):
            tabs.setdefault(address[1:], node)
    if not all(pane in tabs for pane in panes):
        return []
    return [(tabs[pane],) for pane in panes if pane is not None]


def _pane(tree: Tree, start: int, top: int) -> str | None:
    """Return the id of the highest node around a record that has one, below *top*."""
    found = None
    for node in tree.ancestors(start):
        if node <= top:
            break
        found = tree.attribute(node, "id") or found
    return found


def carried_down(tree: Tree, starts: array[int]) -> list[int | None]:
    """Return for records whose first place is empty the node that fills it in a record above.

    Tables grouped by their first column name the group once and leave the cells below it empty.
    The entry of a record with its own value is None; the list is empty if no record needs
    such a value.
    """
    leaves = cuts.leaves(tree.sizes, starts)
    # Nearly always every record begins with a value, which is cheap to check.
    if all(map(tree.kinds.__getitem__, leaves)):
        return []
    places = [
        tree.labels[start : leaf + 1].tobytes() for leaf, start in zip(leaves, starts, strict=True)
    ]
    [(common, count)] = Counter(places).most_common(1)
    fits = [place == common for place in places]
    filled = [fit and bool(tree.kinds[leaf]) for leaf, fit in zip(leaves, fits, strict=True)]
    empty = [fit and not full for fit, full in zip(fits, filled, strict=True)]
    if count < _SAME_PLACE * len(starts) or not filled[0] or sum(filled) < 2 or not any(empty):
        return []
    if tree.label(leaves[0]) not in _CARRYING:
        return []
    found: list[int | None] = []
    above: int | None = None
    for leaf, full, bare in zip(leaves, filled, empty, strict=True):
        above = leaf if full else above
        found.append(above if bare else None)
    return found


def _from_heading(tree: Tree, nodes: list[int]) -> list[int]:
    """Return *nodes* from the first heading on: those before it belong to the group above."""
    for k, node in enumerate(nodes):
        if tree.label(node) in HEADINGS:
            return nodes[k:]
    return nodes


def _header(tree: Tree, node: int) -> int:
    """Return the row of several header cells that a node is or begins with; -1 if it is none."""
    if tree.label(node) not in ("tr", "thead"):
        return -1
    row = node + 1 if tree.label(node) == "thead" and tree.sizes[node] > 1 else node
    cells = tree.children(row)
    return row if len(cells) > 1 and all(tree.label(cell) == "th" for cell in cells) else -1


def _has_values(tree: Tree, node: int) -> bool:
    """Return whether a node is a row of a table with several filled cells."""
    return tree.label(node) == "tr" and sum(map(tree.has_items, tree.children(node))) > 1


def _before(tree: Tree, first: int, end: int) -> int:
    """Return the node that holds all records."""
    node = tree.parents[first]
    while node > 0 and node + tree.sizes[node] < end:
        node = tree.parents[node]
    return max(node, 0)


def _top_nodes(tree: Tree, start: int, end: int) -> list[int]:
    """Return the highest nodes with text that lie wholly in start..end."""
    found = []
    node = start
    while node < end:
        if node + tree.sizes[node] <= end:
            if tree.item_counts[node + tree.sizes[node]] > tree.item_counts[node]:
                found.append(node)
            node += tree.sizes[node]
        else:
            node += 1
    return found
