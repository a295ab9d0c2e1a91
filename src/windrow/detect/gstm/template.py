"""The template tree of G-STM: nodes and lists in preorder, and records lined up in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from windrow.model import Alignment, Cell, Field, Record, Region, Row
from windrow.plain import LongText, Rule, Share, from_plain, to_plain
from windrow.tree import Kind, Tree
from windrow.tree.tree import KIND_BITS

__all__ = ["Filled", "GstmTemplate", "Members", "Part", "TList", "TNode", "own_parts"]

# The most parts of a template in a file: chosen, not measured.
_PARTS = Rule(fewest=1, items=100_000)


@dataclass(frozen=True, slots=True)
class TNode:
    """A node of a template. *size* counts the parts of its subtree, itself included."""

    label: str
    size: int
    support: Share  # share of the rows around it that have it; optional below 1
    kinds: Annotated[int, Rule(most=15)] = 0  # what is data here: bits as in Tree.kinds
    # What is the same everywhere.
    constants: Annotated[tuple[tuple[Kind, LongText], ...], Rule(pairs=True)] = ()


@dataclass(frozen=True, slots=True)
class TList:
    """A list: the parts of its subtree are one record, in order."""

    lengths: Annotated[tuple[int, int], Rule(name="list")]  # the least and the most records
    size: int
    support: Share


Part: TypeAlias = TNode | TList
Members: TypeAlias = list[int | tuple[int, ...] | None]
_InnerTable: TypeAlias = tuple[tuple[Field, ...], tuple[Row, ...]]


@dataclass(frozen=True)
class Filled:
    """A template with its content: a list of members for each part.

    The members of a node are nodes, one a row of the list around it; the members of a list are
    the numbers of its own rows.
    """

    tree: Tree
    parts: tuple[Part, ...]
    members: Sequence[Members]
    rows: int

    def alignment(self) -> Alignment:
        """Return the rows and all rows nested in them."""
        tables: dict[int, _InnerTable] = {}
        for place, own in self._lists():
            tables[place] = self._table(*own, tables)
        fields, rows = self._table(0, len(self.parts), self.rows, tables)
        return Alignment(self.tree, fields, rows)

    def main_list(self, most: float) -> int | None:
        """Return the place of the only list, where at most this share of all items is beside it."""
        found, beside = None, 0
        for place, _ in own_parts(self.parts, 0, len(self.parts)):
            part = self.parts[place]
            if isinstance(part, TNode):
                beside += sum(part.kinds != 0 and node is not None for node in self.members[place])
            elif found is not None:
                return None
            else:
                found = place
        if found is None or not beside:
            return found
        ends = self.tree.item_counts
        roots = [node for record in self.inner(found).records() for node in record]
        inside = sum(ends[node + self.tree.sizes[node]] - ends[node] for node in roots)
        return found if beside <= most * (beside + inside) else None

    def inner(self, place: int) -> Filled:
        """Return the list at *place* alone, with all its records in page order."""
        end = place + self.parts[place].size
        parts, members = self.parts[place + 1 : end], [*self.members[place + 1 : end]]
        found = Filled(self.tree, parts, members, self._rows_of(place))
        records = found.records()
        order = sorted(range(found.rows), key=records.__getitem__)
        for own, _ in own_parts(parts, 0, len(parts)):
            members[own] = [members[own][row] for row in order]
        return found

    def records(self) -> list[Record]:
        """Return the nodes of each row, those that lie in no other."""
        spans: dict[int, list[Record]] = {}
        for place, own in self._lists():
            spans[place] = self._roots(*own, spans)
        return self._roots(0, len(self.parts), self.rows, spans)

    def _roots(
        self, start: int, end: int, rows: int, spans: dict[int, list[Record]]
    ) -> list[Record]:
        found: list[list[int]] = [[] for _ in range(rows)]
        place = start
        while place < end:
            for row, member in enumerate(self.members[place]):
                if isinstance(member, int):
                    found[row].append(member)
                elif member:
                    found[row] += [node for k in member for node in spans[place][k]]
            place += self.parts[place].size
        return [tuple(sorted(nodes)) for nodes in found]

    def _rows_of(self, place: int) -> int:
        return sum(len(m) for m in self.members[place] if isinstance(m, tuple))

    def _lists(self) -> Iterator[tuple[int, tuple[int, int, int]]]:
        """Yield every list, inner before outer: its place; first part, end and number of rows."""
        for place in reversed(range(len(self.parts))):
            part = self.parts[place]
            if isinstance(part, TList):
                yield place, (place + 1, place + part.size, self._rows_of(place))

    def _table(
        self, start: int, end: int, rows: int, tables: dict[int, _InnerTable]
    ) -> _InnerTable:
        """Return fields and rows of the parts from *start* to *end*, lists in them as one cell."""
        fields: list[Field] = []
        columns: list[Sequence[Cell]] = []
        kinds = self.tree.kinds
        for place, path in own_parts(self.parts, start, end):
            part, members = self.parts[place], self.members[place]
            if isinstance(part, TList):
                below, inner = tables[place]
                if below:
                    cells: list[Cell] = [
                        tuple([inner[k] for k in member]) if isinstance(member, tuple) else None
                        for member in members
                    ]
                    fields.append(Field("rows", path, None in cells, below))
                    columns.append(cells)
                continue
            for bit, kind in KIND_BITS:
                if part.kinds & bit:
                    nodes: list[Cell] = [
                        node if isinstance(node, int) and kinds[node] & bit else None
                        for node in members
                    ]
                    fields.append(Field(kind, path, None in nodes))
                    columns.append(nodes)
        return tuple(fields), tuple(zip(*columns, strict=True)) if columns else ((),) * rows


def own_parts(parts: Sequence[Part], start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the places from *start* to *end* that lie in no list, with their paths of labels."""
    around: list[tuple[int, str]] = [(end, "")]
    place = start
    while place < end:
        part = parts[place]
        while around[-1][0] <= place:
            around.pop()
        path = around[-1][1]
        if isinstance(part, TList):
            yield place, path
            place += part.size
            continue
        path = f"{path}/{part.label}" if path else part.label
        yield place, path
        around.append((place + part.size, path))
        place += 1


@dataclass(frozen=True)
class GstmTemplate:
    """The template of a list, or of whole pages, as data.

    *path* leads to the node that holds the list, by labels from the root; it is empty where the
    template is that of a page. Printed: optional parts with ``?``, lists as ``{...}``.
    """

    parts: Annotated[tuple[Part, ...], _PARTS]
    path: tuple[str, ...] = ()
    tau1: Share = 0.5
    tau2: Share = 0.7
    place: str = ""  # XPath of the node where it was, to choose among many of that path
    spread: bool = False  # the records lie below several nodes of that path
    rows: int = 0  # of a page: the list that is meant; 0 for the page

    def __str__(self) -> str:
        return "".join(_pieces(self.parts))

    @property
    def constants(self) -> dict[str, str]:
        """Texts that are the same everywhere, by path: labels, and names for columns."""
        found: dict[str, str] = {}
        for place, path in _all_paths(self.parts):
            part = self.parts[place]
            if isinstance(part, TNode):
                found.update((path, value) for kind, value in part.constants if kind == "text")
        return found

    def apply(self, tree: Tree) -> list[Region]:
        """Return the records of another page of the site; [] where it does not fit."""
        # Applying imports templates, so a template imports applying late.
        from windrow.detect.gstm.apply import apply

        return apply(self, tree)

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data: its parts in preorder, each with its size."""
        return {"kind": "gstm", **to_plain(self, whole=True)}

    @classmethod
    def from_json(cls, data: object) -> GstmTemplate:
        """Return the template that *data* describes; ValueError if it does not describe one."""
        if not isinstance(data, dict) or data.get("kind") != "gstm":
            raise ValueError(f"not a G-STM template: {str(data)[:60]}")
        return from_plain(cls, data)

    def check(self) -> None:
        """Refuse sizes that do not nest: they are not checked again."""
        meant = self.parts[self.rows] if self.rows < len(self.parts) else None
        if self.rows and not isinstance(meant, TList):
            raise ValueError(f"part {self.rows} of the template is not a list")
        ends = [len(self.parts)]
        for place, part in enumerate(self.parts):
            while ends[-1] <= place:
                ends.pop()
            # A list has at least one part, a node may be a leaf.
            least = 2 if isinstance(part, TList) else 1
            if part.size < least or place + part.size > ends[-1] or len(ends) > 1200:
                raise ValueError(f"part {place} of the template does not fit into the one around")
            ends.append(place + part.size)


def _pieces(parts: Sequence[Part]) -> Iterator[str]:
    ends: list[tuple[int, str]] = []
    first = True
    for place, part in enumerate(parts):
        while ends and ends[-1][0] == place:
            yield ends.pop()[1]
        yield "" if first else " "
        optional = "?" if part.support < 1 else ""
        if isinstance(part, TList):
            yield "{"
            ends.append((place + part.size, "}" + optional))
        else:
            texts = [f'"{value}"' for kind, value in part.constants if kind == "text"]
            yield part.label + optional + "".join(texts[:1])
            if part.size > 1:
                yield "("
                ends.append((place + part.size, ")"))
        first = part.size > 1
    yield from (text for _, text in reversed(ends))


def _all_paths(parts: Sequence[Part]) -> Iterator[tuple[int, str]]:
    waiting = [(0, len(parts))]
    while waiting:
        start, end = waiting.pop()
        for place, path in own_parts(parts, start, end):
            yield place, path
            if isinstance(parts[place], TList):
                waiting.append((place + 1, place + parts[place].size))
