"""Turns an alignment into a table: fields become named columns, nodes become values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, repeat

from windrow.model import Alignment, Cell, Column, Field, Record, Region, Row, Table, Value
from windrow.table.drafts import (
    DraftColumn,
    Heads,
    add_alts,
    find_constants,
    read_drafts,
)
from windrow.table.evidence import Evidence, RecordMarkup
from windrow.table.headers import Header, expand_spans, header_names
from windrow.table.labels import label_cells, label_copies, shared_label, without_label
from windrow.table.named import Named
from windrow.table.names import name_drafts
from windrow.table.prefixes import shared_lead
from windrow.table.suggestions import Suggestion
from windrow.table.terms import sort_by_labels, sort_by_terms
from windrow.table.tidy import tidy
from windrow.table.types import Typing, type_as_named, typing_of
from windrow.table.words import LONGEST, unique
from windrow.tree import Tree, xpath
from windrow.tree.markup import HEADINGS

__all__ = ["lay_out", "region_path", "root_paths", "samples_of"]

# How many sample values a column has, and in how many rows they are searched: chosen.
_SAMPLES = 3
_LOOKED_AT = 50
_HEADLINES = HEADINGS | {"a"}
# How many labels from a text upwards are checked for them: chosen, not measured.
_AROUND = 3
_KIND_TYPES = {"link": Typing("url"), "image": Typing("image"), "rows": Typing("rows")}


def lay_out(tree: Tree, region: Region, alignment: Alignment) -> tuple[Table, Alignment]:
    """Return the table of a region, and the nodes of its cells: one field per column.

    Columns with the same value in every row are marked as constant, unless the page names them by a
    header or a label, or there is nothing else.
    """
    alignment = expand_spans(tree, region.records, alignment)
    maker = _Maker(
        tree,
        tree.attribute(0, "lang") or "",
        RecordMarkup(tree, frozenset(chain.from_iterable(region.records))),
    )
    headers = header_names(tree, region.records, alignment)
    columns, rows, fields, cells = maker.make(alignment.fields, alignment.rows, headers)
    table = Table(
        columns=columns,
        rows=tuple(rows),
        score=region.score,
        detector=region.detector,
        region=region_path(tree, region.records),
        nodes=root_paths(tree, region.records),
        template=region.template,
    )
    return table, Alignment(tree, fields, cells)


Basis = tuple[Sequence[Suggestion], Evidence]
"""What the name of a column was chosen from."""

_Rows = list[dict[str, Value]]
# The columns and rows of a table, and the fields and cells they come from.
_Made = tuple[tuple[Column, ...], _Rows, tuple[Field, ...], tuple[Row, ...]]
# For the lists in a column: the columns, each record's rows; the field, each record's cell.
_Lists = tuple[tuple[Column, ...], list[Value], Field, tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes columns and rows from fields and cells, for a table and for the lists inside it."""

    tree: Tree
    language: str
    markup: RecordMarkup

    def make(
        self, fields: Sequence[Field], rows: Sequence[Row], headers: Mapping[int, Header]
    ) -> _Made:
        """Return the columns worth keeping and their rows, and the fields and cells behind them."""
        drafts = read_drafts(self.tree, fields, rows)
        lists = {p.index: self._list(p) for p in drafts if p.field.kind == "rows"}
        drafts = [p for p in drafts if p.index not in lists or lists[p.index][0]]
        drafts, terms = sort_by_terms(self.tree, drafts)
        drafts, lines = (drafts, {}) if headers else sort_by_labels(drafts)
        labels, label_drafts = label_cells(self.tree, drafts)
        drafts = [draft for draft in drafts if draft.index not in label_drafts]
        labels |= terms | lines
        apart: Heads = {index: header.number for index, header in headers.items()} or lines
        drafts = add_alts(self.tree, tidy(self.tree, drafts, _heads(labels, headers), apart))
        prefixes = [self._prefix(draft) for draft in drafts]
        if copies := label_copies(drafts, prefixes):
            moved = [(drafts[own].index, prefixes[k].rstrip(":")) for k, own in copies.items()]
            labels = {**{index: label for index, label in moved if label}, **labels}
            kept_as = [k for k in range(len(drafts)) if k not in copies]
            drafts, prefixes = [drafts[k] for k in kept_as], [prefixes[k] for k in kept_as]
        columns = self._columns(drafts, prefixes, headers, labels, lists)
        values: list[Sequence[Value]] = [
            lists[draft.index][1] if draft.index in lists else draft.values for draft in drafts
        ]
        names = [column.name for column in columns]
        table = zip(*values, strict=True) if values else (() for _ in rows)
        kept = [
            lists[draft.index][2:]
            if draft.index in lists
            else (_marked(draft.field, column.constant), draft.cells)
            for draft, column in zip(drafts, columns, strict=True)
        ]
        return (
            columns,
            [*map(dict, map(zip, repeat(names), table))],
            tuple(draft for draft, _ in kept),
            tuple(zip(*(cells for _, cells in kept), strict=True)) if kept else ((),) * len(rows),
        )

    def _list(self, draft: DraftColumn) -> _Lists:
        """Return the columns of the lists in a column, and each record's rows."""
        # All rows of all records together, so that the lists have the same columns.
        every = [row for cell in draft.cells if isinstance(cell, tuple) for row in cell]
        columns, rows, fields, cells = self.make(draft.field.fields, every, {})
        rest, rest_cells = iter(rows), iter(cells)
        return (
            columns,
            [
                [*islice(rest, len(cell))] if isinstance(cell, tuple) else None
                for cell in draft.cells
            ],
            replace(draft.field, fields=fields),
            tuple(
                tuple(islice(rest_cells, len(cell))) if isinstance(cell, tuple) else None
                for cell in draft.cells
            ),
        )

    def _columns(
        self,
        drafts: Sequence[DraftColumn],
        prefixes: Sequence[str],
        headers: Mapping[int, Header],
        labels: Mapping[int, str],
        lists: Mapping[int, _Lists],
    ) -> tuple[Column, ...]:
        typings = [*map(self._typing, drafts, prefixes)]
        words = {
            p.index: label.rstrip(":") for p, label in zip(drafts, prefixes, strict=True) if label
        }
        words |= labels
        constant = find_constants(drafts, _heads(words, headers))
        named, basis = self._named(drafts, typings, constant, headers, words)
        inner = [lists[p.index][0] if p.index in lists else () for p in drafts]
        return tuple(map(_column, drafts, named, typings, prefixes, constant, inner, basis))

    def _named(
        self,
        drafts: Sequence[DraftColumn],
        typings: Sequence[Typing],
        constant: Sequence[bool],
        headers: Mapping[int, Header],
        labels: Mapping[int, str],
    ) -> tuple[list[Named], list[Basis]]:
        """Return the names of all drafts, and what they are chosen from.

        Constant drafts take no name from the others.
        """
        called = {index: header.text for index, header in headers.items()}
        naming = partial(name_drafts, self.markup, headers=called, labels=labels)
        if not any(constant):
            named = naming(drafts, [typing.type for typing in typings])
            return named.names, [*zip(named.suggestions, named.evidence, strict=True)]
        every = range(len(drafts))
        found: dict[int, Named] = {}
        bases: dict[int, Basis] = {}
        beside: list[DraftColumn] = []
        for still in (False, True):
            if own := [k for k in every if constant[k] is still]:
                mine = [drafts[k] for k in own]
                named = naming(mine, [typings[k].type for k in own], beside=beside)
                found |= zip(own, named.names, strict=True)
                bases |= zip(own, zip(named.suggestions, named.evidence, strict=True), strict=True)
                beside = mine
        names = unique([named.name for named in found.values()], longest=LONGEST)
        for k, name in zip(found, names, strict=True):
            if found[k].name != name:
                found[k] = found[k]._replace(name=name)
        return [found[k] for k in every], [bases[k] for k in every]

    def _prefix(self, draft: DraftColumn) -> str:
        """Return the label that the values begin with; headlines may contain other colons."""
        if not draft.is_text:
            return ""
        if not (label := shared_label(draft.filled)):
            return shared_lead(draft.filled, self.language)
        around = draft.field.path.split("/")[-_AROUND:]
        if _HEADLINES.isdisjoint(around):
            return label
        # No headline is a word and a number.
        rest = [without_label(value, label) for value in draft.filled]
        return label if typing_of(rest, self.language).type != "text" else ""

    def _typing(self, draft: DraftColumn, label: str) -> Typing:
        if typing := _KIND_TYPES.get(draft.field.kind):
            return typing
        filled = draft.filled
        return typing_of(
            [without_label(v, label) for v in filled] if label else filled, self.language
        )


def _marked(field: Field, constant: bool) -> Field:
    """Return *field* with the status of its column."""
    return field if field.constant is constant else replace(field, constant=constant)


def _heads(labels: Mapping[int, str], headers: Mapping[int, Header]) -> Heads:
    """Return the page's names for drafts: a header with text, else a label."""
    said = {index: header.number for index, header in headers.items() if header.text}
    return {**labels, **said}


def _column(
    draft: DraftColumn,
    named: Named,
    typing: Typing,
    label: str,
    constant: bool,
    columns: tuple[Column, ...],
    basis: Basis,
) -> Column:
    filled = len(draft.values) - draft.missing
    if draft.field.kind == "rows":
        filled = sum(map(bool, draft.cells))
    # The words that values begin with may also be the page's name for the column.
    same = label.endswith(":") and named.label in ("", label.rstrip(":"))
    kind = type_as_named(typing.type, named.name)
    return Column(
        named.name,
        kind,
        draft.field.path,
        draft.field.optional,
        columns,
        fill=filled / len(draft.values),
        samples=samples_of(draft.values),
        source=named.source,
        constant=constant,
        label=label if same else named.label,
        prefix="" if same else label,
        decimal=typing.decimal,
        order=typing.order,
        fit=typing.fit,
        basis=basis,
    )


def samples_of(values: Sequence[str | None]) -> tuple[str, ...]:
    """Return the first different values of a column."""
    found: dict[str, None] = {}
    for value in filter(None, values[:_LOOKED_AT]):
        found[value] = None
        if len(found) == _SAMPLES:
            break
    return tuple(found)


def root_paths(tree: Tree, records: Sequence[Record]) -> tuple[tuple[str, ...], ...]:
    """Return the XPaths of the records' nodes; most share a parent, whose path is made once."""
    # By parent and label: the path of a node without its number.
    known: dict[tuple[int, int], str] = {}
    parents, labels, ordinals = tree.parents, tree.labels, tree.ordinals
    found: list[tuple[str, ...]] = []
    parent, label, path = -1, -1, ""
    for record in records:
        if len(record) == 1 and (ordinal := ordinals[node := record[0]]):
            # Mostly the record before has the same parent.
            if parents[node] != parent or labels[node] != label:
                parent, label = parents[node], labels[node]
                path = _common_path(tree, node, known)
            found.append((f"{path}[{ordinal}]",))
            continue
        paths = []
        for node in record:
            if not (ordinal := ordinals[node]):
                continue  # The page does not have it: a break between lines of one text.
            paths.append(f"{_common_path(tree, node, known)}[{ordinal}]")
        # The lines of one text have its path.
        found.append(tuple(dict.fromkeys(paths)) if len(paths) > 1 else tuple(paths))
    return tuple(found)


def _common_path(tree: Tree, node: int, known: dict[tuple[int, int], str]) -> str:
    """Return the XPath of a node without its number, as *known* for its siblings of that label."""
    key = tree.parents[node], tree.labels[node]
    path = known.get(key)
    if path is None:
        path = known[key] = xpath(tree, node).rpartition("[")[0]
    return path


def region_path(tree: Tree, records: Sequence[Record]) -> str:
    """Return the XPath of the lowest node above all *records*."""
    nodes = [*chain.from_iterable(records)]
    # In preorder the common ancestor of the first and the last node is that of all between.
    first, last = min(nodes), max(nodes)
    node = tree.parents[first]
    while node > 0 and node + tree.sizes[node] <= last:
        node = tree.parents[node]
    return xpath(tree, max(node, 0))
