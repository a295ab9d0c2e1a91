"""Lines between breaks as nodes of their own: ``2 <b>eggs</b> <br> 1 l <a>milk</a> <br>``.

The children of such a text are pieces of its lines, so that no child is a row. A lined tree has a
node around each line, which no page has.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from windrow.kernels.wrap.said import flow
from windrow.tree import Tree, xpath
from windrow.tree.markup import BREAKS, is_inline
from windrow.tree.path import label_path
from windrow.wrap.detail.labels import prefix_label

__all__ = ["LinedTree", "line_places", "lined", "on_page", "path_of"]

# The label of the nodes around lines. No element of HTML has this name.
_LINE = "line"
_STEP = re.compile(rf"/{_LINE}\[0\]")
# Inline labels of words that can be a heading of the lines below.
_LOUD = frozenset("b strong u em i label".split())
_COLONS = (":", "：")
# A list has this many lines, and this many lines of several pieces: a picture above a title and a
# link below them are no list. Chosen on one site of exalg, which is better with both bounds.
_FEWEST, _FEWEST_PIECES = 3, 2
# A line has at most this many nodes, so that hostile nesting takes no time. Chosen, not measured.
_MOST_NODES = 80

_Line = list[int]  # the children of one node between two breaks


@dataclass(frozen=True)
class LinedTree:
    """A tree with nodes around lines, and for each of its nodes the one of the page.

    A line is the first node in it.
    """

    tree: Tree
    origin: array[int]


def path_of(tree: Tree, node: int) -> str:
    """Return the XPath of a node of a lined tree; that of a line is the path to its parent."""
    return _STEP.sub("", xpath(tree, node))


def lined(tree: Tree, places: Container[str]) -> LinedTree | None:
    """Return *tree* with nodes around the lines at *places*; None if it has none there."""
    groups = [rows for parent, rows in _groups(tree) if _place(tree, parent) in places]
    return _with(tree, sorted(chain.from_iterable(groups))) if groups else None


def line_places(tree: Tree) -> set[str]:
    """Return the places of lists whose rows are lines of several pieces, so that no child is one.

    A place is the labels from the root: on another page such a list may have one line.
    """
    return {
        _place(tree, parent)
        for parent, rows in _groups(tree)
        if len(rows) >= _FEWEST and sum(len(row) > 1 for row in rows) >= _FEWEST_PIECES
    }


def on_page(nodes: Mapping[str, Any], origin: Sequence[int]) -> dict[str, Any]:
    """Return the places of values, and of those of rows, as nodes of the page."""
    return {
        name: [on_page(row, origin) for row in at] if isinstance(at, list) else origin[at]
        for name, at in nodes.items()
    }


def _groups(tree: Tree) -> Iterator[tuple[int, list[_Line]]]:
    """Yield the nodes that hold lines, with those of their lines that are rows."""
    if "br" not in tree.names:
        return
    known = array("i", [is_inline(name) or name == "br" for name in tree.names])
    flows = flow(tree.labels, tree.parents, known)
    breaking = tree.names.index("br")
    for parent in {tree.parents[k] for k, label in enumerate(tree.labels) if label == breaking}:
        rows = _rows_of(tree, parent, known, flows)
        if rows:
            yield parent, rows


def _place(tree: Tree, node: int) -> str:
    return "/".join(label_path(tree, node))


def _rows_of(tree: Tree, parent: int, known: array[int], flows: array[int]) -> list[_Line]:
    """Return the lines of a node that are its rows; none if one node is a line, or a label."""
    rows: list[_Line] = [[]]
    for child in tree.children(parent):
        label = tree.labels[child]
        if tree.names[label] in BREAKS or not (known[label] and flows[child]):
            rows.append([])
        else:
            rows[-1].append(child)
    rows = [row for row in rows if any(map(tree.has_items, row))]
    pieces = [row for row in rows if sum(map(tree.has_items, row)) > 1]
    if any(row[-1] + tree.sizes[row[-1]] - row[0] > _MOST_NODES for row in rows):
        return []
    if len(rows) < 2 or 2 * sum(_is_labelled(tree, row) for row in pieces) > len(pieces):
        return []
    return [row for row in rows if not _is_heading(tree, row)]


def _is_heading(tree: Tree, row: _Line) -> bool:
    """Return whether a line may name the lines below it: loud, or with a colon at its end."""
    if len(row) > 1:
        return False
    texts = [tree.text(node) for node in tree.subtree(row[0]) if tree.text(node)]
    return tree.label(row[0]) in _LOUD or (bool(texts) and texts[-1].endswith(_COLONS))


def _is_labelled(tree: Tree, row: _Line) -> bool:
    """Return whether a line is a value behind its label: ``<b>Size:</b> 12``."""
    full = [node for node in row if tree.has_items(node)]
    first = " ".join(tree.text(node) for node in tree.subtree(full[0]) if tree.text(node))
    loud = tree.label(full[0]) in _LOUD and not any(map(str.isdigit, first))
    behind = tree.text(full[1]).startswith(_COLONS)
    return loud or behind or first.endswith(_COLONS) or bool(prefix_label(first))


def _with(tree: Tree, lines: list[_Line]) -> LinedTree:
    """Return *tree* with a node around each of *lines*, which are in page order."""
    firsts = {line[0]: line for line in lines}
    origin, starts = array("i"), array("i")  # by new node; where lines begin among the new nodes
    at = array("i")  # the new numbers of old nodes
    for node in range(len(tree)):
        if node in firsts:
            starts.append(len(origin))
            origin.append(node)
        at.append(len(origin))
        origin.append(node)
    sizes = array("i", [at[n + size - 1] - at[n] + 1 for n, size in enumerate(tree.sizes)])
    parents = array("i", [at[up] if up >= 0 else -1 for up in tree.parents])
    depths = tree.depths[:]
    for start, line in zip(starts, lines, strict=True):
        end = line[-1] + tree.sizes[line[-1]]
        for node in range(line[0], end):
            depths[node] += 1
        for child in line:
            parents[child] = start
    ups = {line[0]: at[tree.parents[line[0]]] for line in lines}
    spans = {line[0]: at[line[-1] + tree.sizes[line[-1]] - 1] - at[line[0]] + 2 for line in lines}
    grown = replace(
        tree,
        names=(*tree.names, _LINE),
        labels=_with_values(tree.labels, firsts, len(tree.names)),
        parents=_with_each(parents, ups),
        sizes=_with_each(sizes, spans),
        depths=_with_each(depths, {first: tree.depths[first] for first in firsts}),
        kinds=_with_values(tree.kinds, firsts, 0),
        texts=_pairs(tree.texts, firsts),
        spacing=_with_values(tree.spacing, firsts, 0),
        positions=_with_values(tree.positions, firsts, -1),
        ordinals=_with_values(tree.ordinals, firsts, 0),
        attribute_starts=_with_each(
            tree.attribute_starts, {first: tree.attribute_starts[first] for first in firsts}
        ),
        boxes=None,
    )
    return LinedTree(grown, origin)


def _with_values(values: array[int], before: Iterable[int], value: int) -> array[int]:
    return _with_each(values, dict.fromkeys(before, value))


def _with_each(values: array[int], before: Mapping[int, int]) -> array[int]:
    """Return *values* with others *before* some of them, which are in order."""
    found, last = array("i"), 0
    for place, value in before.items():
        found += values[last:place]
        found.append(value)
        last = place
    found += values[last:]
    return found


def _pairs(texts: array[int], before: Iterable[int]) -> array[int]:
    found, last = array("i"), 0
    for place in before:
        found += texts[2 * last : 2 * place]
        found += array("i", (0, 0))
        last = place
    found += texts[2 * last :]
    return found
