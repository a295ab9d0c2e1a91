"""The keys of the nodes of a record: how a place is recognised in other records."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from windrow.model import Record
from windrow.tree import Tree
from windrow.tree.grid import grid, has_spans, rows_between
from windrow.tree.runs import extent
from windrow.tree.tree import IMAGE, LINK, TEXT, VALUE
from windrow.wrap.list.template import ValueKind
from windrow.wrap.steps import Steps

__all__ = ["grid_places", "labels_before", "nodes_with_keys", "serves"]

_BITS = {"text": TEXT, "link": LINK, "image": IMAGE, "value": VALUE}
# Words before a colon name what follows; times and addresses have colons, too.
_PREFIX = re.compile(r"(?!\d|https?:)([^:]{2,40}):(?=\s|$)")
# A longer text does not name what follows it. Chosen, not measured.
_LONGEST_LABEL = 60


def nodes_with_keys(
    steps: Steps, roots: Sequence[int], places: dict[int, int] | None = None
) -> Iterator[tuple[int, str, str, str]]:
    """Yield the nodes of a record with their keys: by place, by class, by the class path's end.

    Places count the siblings of a label; *places* overrides that for cells which lie further
    to the right than their markup says.

    >>> tree = Tree.from_text('li(b[class=x] b[class=y](i))')
    >>> [keys for _, *keys in nodes_with_keys(Steps(tree), [0])][2:]
    [['./b[2]', './b.y[1]', 'b.y'], ['./b[2]/i[1]', './b.y[1]/i[1]', 'b.y/i']]
    """
    tree = steps.tree
    ordinals, parents, names, labels = tree.ordinals, tree.parents, tree.names, tree.labels
    by_place: dict[int, str] = {}
    by_class: dict[int, str] = {}
    marks: dict[int, str] = {}
    counts: dict[tuple[int, str], int] = defaultdict(int)
    single = len(roots) == 1
    for root in roots:
        for node in tree.subtree(root):
            if node == root:
                # A record of one root is known by its content, whatever the root is called.
                name = tree.label(root)
                counts[-1, name] += 1
                place = "." if single else f"{name}[{counts[-1, name]}]"
                by_place[node] = by_class[node] = place
                end = ""
            else:
                parent = parents[node]
                label = names[labels[node]]
                words = steps.words(node)
                marks[node] = marked = label + "".join(words)
                # A label alone says little without the one above it.
                end = marked if words or parent not in marks else f"{marks[parent]}/{marked}"
                counts[parent, marked] += 1
                count = ordinals[node] if places is None else places.get(node, ordinals[node])
                by_place[node] = f"{by_place[parent]}/{label}[{count}]"
                # A cell without a class is known by its column alone.
                among = counts[parent, marked]
                if places is not None and not words:
                    among = places.get(node, among)
                by_class[node] = f"{by_class[parent]}/{marked}[{among}]"
            yield node, by_place[node], by_class[node], end


def grid_places(tree: Tree, records: Sequence[Record]) -> dict[int, int] | None:
    """Return the columns, from 1, of the cells of table rows; None if no cell spans anything.

    A cell that spans several rows or columns moves the cells after it.
    """
    if tree.label(records[0][0]) != "tr":
        return None
    rows = [node for record in records for node in record if tree.label(node) == "tr"]
    if not has_spans(tree, rows):
        return None
    return {one.cell: one.column + 1 for one in grid(tree, rows_between(tree, rows))}


def labels_before(tree: Tree, roots: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield texts of a record with their names: their own prefix, or the text before."""
    before = ""
    for root in roots:
        for node in tree.subtree(root):
            if not tree.kinds[node] & TEXT:
                continue
            text = tree.text(node)
            prefix = _PREFIX.match(text)
            if prefix and prefix.end() < len(text):
                yield node, f"{prefix[1]}:"
            elif before:
                yield node, before
            before = text if len(text) <= _LONGEST_LABEL else ""


def serves(tree: Tree, node: int, kind: ValueKind) -> bool:
    """Return whether *node* can be a cell of that kind."""
    if kind == "text" and tree.sizes[node] > 1:
        # A text that has markup inside on some pages is read as a part there.
        kind = "part"
    if kind == "run" or kind == "part" or kind == "rest":
        return bool(tree.kinds[node] & TEXT) or _has_text(tree, extent(tree, node, kind))
    if kind == "alt":
        return tree.attribute(node, "alt") is not None
    return bool(tree.kinds[node] & _BITS[kind])


def _has_text(tree: Tree, nodes: range) -> bool:
    return any(map(TEXT.__and__, tree.kinds[nodes.start : nodes.stop]))
