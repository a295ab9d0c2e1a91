"""Fills rows with what the spots of a template say that a walk over a page has visited."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.windrow.kernels.wrap.said import Said
    from cython.cimports.windrow.kernels.wrap.walker import Walker
else:
    Said, Walker = load("wrap.said", "python").Said, load("wrap.walker", "python").Walker

__all__ = ["Rows", "line"]

# What a node holds: only a text.
_TEXT = cython.declare(cython.int, 1)
# The flag of a spot that is a row of a list, as the walker has it.
_IS_LIST = cython.declare(cython.int, 2)
# Of a text of more characters than this, a mark keeps this many and a digest.
_WHOLE_MARK = cython.declare(cython.int, 40)
_KEPT = cython.declare(cython.int, 20)
_MARK = cython.declare(cython.int, 37)


@cython.cclass
class Rows:
    """Rows of one page.

    *spots* has a tuple for each spot: its id, whether it is a list, its label, its rules by suffix,
    how the names of its fields begin, and the rule for its text or None. A rule is the mark of
    values that are left out, whether values are shown, an id, and a name.
    """

    said: Said
    walker: Walker
    spots: list

    def __init__(self, said: Said, walker: Walker, spots: list) -> None:
        self.said, self.walker, self.spots = said, walker, spots

    def read_all(
        self, stack: list, numbers: dict, found: set, taken: bytearray
    ) -> tuple[Any, list[Any] | None] | None:
        """Read the steps on a *stack*, the last first, up to one that the kernel cannot finish.

        Return that step and what is left of it; None for what is left if its spot has no number;
        None where nothing remains. A step is spot, node, row, nodes, prefix, label, top.
        """
        while stack:
            step: Any = stack.pop()
            spot, node, row, nodes, prefix, label, top = step
            number: Any = None if prefix else numbers.get(id(spot))
            if number is None:
                return step, None
            left = self.read(node, number, row, nodes, top, label, found, taken)
            if left:
                return step, left
        return None

    @cython.ccall
    def read(
        self,
        root: cython.int,
        root_spot: cython.int,
        row: dict,
        nodes: Any,
        top: cython.bint,
        label: str,
        found: set,
        taken: bytearray,
    ) -> list:
        """Fill the *row* of the root with what the visits below it say; return what is left.

        *nodes* is a row of where the values are, or None if nobody asks; *taken* has a byte for
        each node, 1 where a visit found something. What is left is a tuple
        each: node, spot, group or -1, row, nodes and whether that row is the page's own.
        """
        rows: dict[int, Any] = {-1: (row, nodes)}
        unfinished: list[Any] = []
        said, walker = self.said, self.walker
        done: cython.Py_ssize_t = walker.walk(root, root_spot, unfinished)
        k: cython.Py_ssize_t
        node: cython.int
        owner: cython.int
        spot: cython.int
        is_list: cython.bint
        is_top: cython.bint
        here: dict[str, Any]
        here_nodes: Any
        for k in range(done):
            node, owner = walker.visit_nodes[k], walker.visit_owners[k]
            spot = walker.visit_spots[k]
            own_spot: tuple[Any, ...] = self.spots[spot]
            is_list = walker.flags[spot] & _IS_LIST != 0
            is_top = top and owner < 0
            if owner < 0:
                here, here_nodes = row, nodes
            else:
                here, here_nodes = rows[owner]
            if is_list and node != root:
                here, here_nodes = _new_row(own_spot[0], here, here_nodes)
                rows[k] = (here, here_nodes)
                is_top = False
            if said.sizes[node] == 1 and said.kinds[node] == _TEXT and own_spot[5] is not None:
                # By far the most common: a leaf that holds only a text.
                if is_top:
                    taken[node] = 1
                self._add_text(node, own_spot[5], here, here_nodes, found if is_top else None)
                continue
            spoken: dict[str, str] = said.values(node, is_list)
            if spoken:
                if is_top:
                    taken[node] = 1
                own: str = own_spot[2]
                if not own and node == root:
                    own = label
                _add_values(
                    node, own_spot, spoken, own, here, here_nodes, found if is_top else None
                )
        result: list[Any] = []
        for node, spot, owner, group in unfinished:
            here, here_nodes = rows[owner]
            result.append((node, spot, group, here, here_nodes, top and owner < 0))
        return result

    @cython.cfunc
    def _add_text(self, node: cython.int, rule: tuple, row: dict, nodes: Any, found: Any) -> None:
        """Add the text of a leaf to its *row*; *found* takes its id, unless it is None."""
        shown: cython.bint = rule[1]
        if found is not None:
            found.add(rule[2])
        if shown and rule[3] not in row:
            name: str = rule[3]
            text: str = self.said.text(node)
            mark: Any = rule[0]
            if mark is None or not _is_mark(text, mark):
                row[name] = text
                if nodes is not None:
                    nodes[name] = node


@cython.ccall
def line(plan: Any, row: dict) -> dict:
    """Return a *row* by the names of columns instead of places.

    A *plan* is names, places, and names with the plans of the rows inside.
    """
    names: tuple[str, ...] = plan[0]
    places: tuple[str, ...] = plan[1]
    found: dict[str, Any] = {}
    k: cython.Py_ssize_t
    for k in range(len(names)):
        found[names[k]] = row.get(places[k])
    for name, inner in plan[2]:
        value: Any = found[name]
        if isinstance(value, list):
            found[name] = [line(inner, one) for one in value]
    return found


@cython.cfunc
def _new_row(name: str, above: dict, above_nodes: Any) -> tuple:
    """Add a row to the list *name* of the row *above*, and one of nodes if anybody asks."""
    row: dict[str, Any] = {}
    nodes: Any = None
    above.setdefault(name, []).append(row)
    if above_nodes is not None:
        nodes = {}
        above_nodes.setdefault(name, []).append(nodes)
    return row, nodes


@cython.cfunc
def _add_values(
    node: cython.int, spot: tuple, spoken: dict, label: str, row: dict, nodes: Any, found: Any
) -> None:
    """Add what a node says to its *row*; *found* takes the ids, if the row is the page's own."""
    spot_id, _, _, rules, base, _ = spot
    for suffix, value in spoken.items():
        text: str = value
        rule: Any = rules.get(suffix)
        if rule is None:
            field_id, name = spot_id + suffix, base + suffix or "."
        else:
            mark, shown, field_id, name = rule
        if found is not None:
            found.add(field_id)
        if rule is not None and (not shown or (mark is not None and _is_mark(text, mark))):
            continue
        if label and _clean(text) == label:
            continue
        if name not in row:
            row[name] = text
            if nodes is not None:
                nodes[name] = node


@cython.cfunc
def _is_mark(text: str, mark: str) -> cython.bint:
    """Return whether *mark* is what is kept of *text*: itself, or its start and a digest."""
    if len(text) <= _WHOLE_MARK:
        return text == mark
    if len(mark) != _MARK or mark[:_KEPT] != text[:_KEPT] or mark[_KEPT] != "\0":
        return False
    digest: str = blake2b(text.encode(), digest_size=8).hexdigest()
    return mark[_KEPT + 1 :] == digest


@cython.cfunc
def _clean(text: str) -> str:
    return text.strip().rstrip(":：").strip()
