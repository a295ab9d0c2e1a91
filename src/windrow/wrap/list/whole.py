"""Columns for sought values that are texts of several nodes, of which no column has all.

``by <a>Ann</a> on <i>8 May</i>`` has a column for the name and one for the day; a person who gives
the whole line as an example wants the line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from windrow.model import Alignment, Cell, Column, Field, Finding
from windrow.table.types import typing_of
from windrow.table.words import unused
from windrow.tree import Tree
from windrow.tree.runs import Extent, extent, run_of, text_of
from windrow.wrap.list.keys import nodes_with_keys
from windrow.wrap.sought import WHOLE, likeness
from windrow.wrap.steps import Steps

__all__ = ["with_wholes"]

# Larger records are not searched. Chosen, not measured.
_LARGEST = 2_000
_KINDS: tuple[Extent, ...] = ("part", "run")
# By place, by class, by the class path's end: which key of a node, and its value.
_Key = tuple[int, str, Extent]


def with_wholes(seen: Finding, wanted: Sequence[Mapping[int, str]]) -> Finding:
    """Return the list with a column for each of the *wanted*: by record, the text it has there."""
    steps = Steps(seen.tree)
    for texts in wanted:
        key = _key(steps, seen, texts)
        if key is not None:
            seen = _with_column(steps, seen, key)
    return seen


def _key(steps: Steps, seen: Finding, texts: Mapping[int, str]) -> _Key | None:
    """Return the key of the nodes that say *texts*, the same in all of these records."""
    shared: dict[_Key, None] | None = None
    for k, text in texts.items():
        keys = dict.fromkeys(_keys(steps, seen.region.records[k], text))
        shared = keys if shared is None else {key: None for key in shared if key in keys}
    return min(shared, key=lambda key: key[0]) if shared else None


def _keys(steps: Steps, record: Sequence[int], text: str) -> list[_Key]:
    """Return the keys of the smallest parts of a record that say *text*."""
    tree = steps.tree
    if sum(tree.sizes[root] for root in record) > _LARGEST:
        return []
    found: list[_Key] = []
    home: range | None = None
    for node, *keys in reversed([*nodes_with_keys(steps, record)]):
        for kind in _KINDS:
            nodes = extent(tree, node, kind)
            # What begins amid a run is another text wherever the run begins in another way.
            if (kind == "part" or run_of(tree, node) == node) and (home is None or nodes == home):
                said = text_of(tree, nodes)
                if len(said) < 2 * len(text) + 9 and likeness(said, text) >= WHOLE:
                    home = nodes
                    found += [(level, key, kind) for level, key in enumerate(keys) if key]
    return found


def _with_column(steps: Steps, seen: Finding, key: _Key) -> Finding:
    level, value, kind = key
    cells: list[Cell] = []
    texts: list[str | None] = []
    for record in seen.region.records:
        nodes = (node for node, *keys in nodes_with_keys(steps, record) if keys[level] == value)
        node = next(nodes, None)
        text = None if node is None else text_of(seen.tree, extent(seen.tree, node, kind)) or None
        cells.append(None if text is None else node)
        texts.append(text)
    said = [text for text in texts if text]
    name = unused("line", [column.name for column in seen.table.columns])
    path = _path(seen.tree, next(cell for cell in cells if isinstance(cell, int)), seen)
    column = Column(name, typing_of(said).type, path, fill=len(said) / len(texts))
    rows = [{**row, name: text} for row, text in zip(seen.table.rows, texts, strict=True)]
    table = replace(seen.table, columns=(*seen.table.columns, column), rows=tuple(rows))
    fields = (*seen.cells.fields, Field(kind, path, optional=None in cells))
    lines = tuple((*row, cell) for row, cell in zip(seen.cells.rows, cells, strict=True))
    return replace(seen, table=table, cells=Alignment(seen.cells.tree, fields, lines))


def _path(tree: Tree, node: int, seen: Finding) -> str:
    """Return the labels from the record's root down to *node*."""
    roots = {root for record in seen.region.records for root in record}
    labels = []
    while node not in roots and node > 0:
        labels.append(tree.label(node))
        node = tree.parents[node]
    return "/".join(labels[::-1])
