"""The columns of a table as places of a paper's own alignment, and what is read there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from windrow.model import Alignment, Cell, Field, Row, Value, cell_text
from windrow.tree import Tree
from windrow.tree.runs import extent, run_of, text_of
from windrow.wrap.template import NodeRow

__all__ = ["SystemField", "learn_fields", "nodes_of", "values_of"]


@dataclass(frozen=True, slots=True)
class SystemField:
    """A column as places of the system's own alignment: the first one present counts.

    Of the pieces of a text that runs over several places, the whole (*kind* ``run``) is read, or
    all pieces that the column had (``part``).
    """

    id: str
    kind: str
    places: tuple[int, ...]
    fields: tuple[SystemField, ...] = ()  # those of the rows inside, for a list


def learn_fields(
    own: Alignment, shown: Alignment, ids: Sequence[str], tree: Tree
) -> tuple[SystemField, ...]:
    """Return where the columns of a table (*shown*) are in the system's *own* alignment."""
    found = []
    for k, (name, place) in enumerate(zip(ids, shown.fields, strict=True)):
        counts: Counter[int] = Counter()
        for mine, row in zip(own.rows, shown.rows, strict=False):
            counts.update(_same(tree, own.fields, mine, place, row[k]))
        order = sorted(counts, key=lambda at: (-counts[at], at))
        inner: tuple[SystemField, ...] = ()
        if place.kind == "rows" and order:
            inner = _inner_fields(own, shown, order[0], k, tree)
        kind: str = "alt" if place.path.endswith("/@alt") else place.kind
        cells = (cell for row in shown.rows if isinstance(cell := row[k], int))
        if kind == "rest" or (kind == "run" and any(run_of(tree, cell) != cell for cell in cells)):
            kind = "part"
        found.append(SystemField(name, kind, tuple(sorted(order)), inner))
    return tuple(found)


def _same(tree: Tree, fields: Sequence[Field], row: Row, place: Field, cell: Cell) -> Sequence[int]:
    """Return the columns of *row* that *cell* comes from."""
    if cell is None:
        return ()
    if isinstance(cell, tuple):
        lists = [at for at, mine in enumerate(row) if isinstance(mine, tuple) and mine]
        if len(lists) < 2:
            return lists
        # Choose the list that shares nodes with the cell. A text of several nodes may be known by
        # another node: then no list shares any, and all stay.
        nodes = _inside(cell)
        return [at for at in lists if not nodes.isdisjoint(_inside(row[at]))] or lists
    if place.kind == "run" or place.kind == "part" or place.kind == "rest":
        inside = extent(tree, cell, place.kind)
        return [
            at
            for at, mine in enumerate(row)
            if isinstance(mine, int)
            and fields[at].kind in ("text", "run")
            and (mine in inside or run_of(tree, mine) == cell)
        ]
    kinds = ("image",) if place.path.endswith("/@alt") else (place.kind,)
    return [at for at, mine in enumerate(row) if mine == cell and fields[at].kind in kinds]


def _inside(cell: Cell) -> set[int]:
    """Return the nodes of the rows of a list."""
    if not isinstance(cell, tuple):
        return set() if cell is None else {cell}
    return {node for row in cell for one in row for node in _inside(one)}


def _inner_fields(
    own: Alignment, shown: Alignment, at: int, k: int, tree: Tree
) -> tuple[SystemField, ...]:
    place, mine = shown.fields[k], own.fields[at]
    ours = [row[at] for row in own.rows]
    theirs = [row[k] for row in shown.rows]
    pairs = [
        (a, b)
        for one, two in zip(ours, theirs, strict=False)
        if isinstance(one, tuple) and isinstance(two, tuple)
        for a, b in zip(one, two, strict=False)
    ]
    inner = Alignment(tree, mine.fields, tuple(a for a, _ in pairs))
    visible = Alignment(tree, place.fields, tuple(b for _, b in pairs))
    return learn_fields(inner, visible, [str(n) for n in range(len(place.fields))], tree)


def values_of(
    tree: Tree, places: Sequence[SystemField], fields: Sequence[Field], row: Row
) -> dict[str, Value]:
    """Return what a record says, by the ids of *places*; *fields* are those of the *row*."""
    return {place.id: _value(tree, place, fields, row) for place in places}


def _value(tree: Tree, place: SystemField, fields: Sequence[Field], row: Row) -> Value:
    at, cell = _cell(place, row)
    if cell is None:
        return None
    if isinstance(cell, tuple):
        return [values_of(tree, place.fields, fields[at].fields, line) for line in cell] or None
    if place.kind == "alt":
        return (tree.attribute(cell, "alt") or "").strip() or None
    if place.kind == "part":
        pieces = {one for at in place.places if at < len(row) and isinstance(one := row[at], int)}
        return text_of(tree, sorted(pieces)) or None
    if place.kind == "run":
        run = cell if fields[at].kind == "run" else run_of(tree, cell)
        return cell_text(tree, run, Field("run")) or None
    return cell_text(tree, cell, fields[at]) or None


def nodes_of(places: Sequence[SystemField], row: Row) -> NodeRow:
    """Return the nodes of a record's cells, by the ids of *places*."""
    found: NodeRow = {}
    for place in places:
        _, cell = _cell(place, row)
        if isinstance(cell, tuple):
            found[place.id] = [nodes_of(place.fields, line) for line in cell]
        else:
            found[place.id] = cell
    return found


def _cell(place: SystemField, row: Row) -> tuple[int, Cell]:
    """Return the first cell of *row* that is one of *place*, and where it is."""
    for at in place.places:
        cell = row[at] if at < len(row) else None
        if cell is not None and (place.kind == "rows" or not isinstance(cell, tuple)):
            return at, cell
    return -1, None
