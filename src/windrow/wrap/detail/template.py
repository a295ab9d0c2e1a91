"""The template of detail pages: which spots of a page are data, lists, labels.

Pages of one template are walked together, from the root down. Every child gets a key among its
siblings of the same signature - the only one, a label, a number, a slot, or one of a list - and a
field is named by its path of keys.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import filterfalse
from typing import Any

from windrow.median import median
from windrow.model import Value
from windrow.plain import from_plain, to_plain
from windrow.tree import Tree
from windrow.tree.linked import Linked, folded
from windrow.wrap.detail.apply import DetailReading, read_tree
from windrow.wrap.detail.elsewhere import found_elsewhere, holds_rows, ungrouped
from windrow.wrap.detail.fields import (
    DetailField,
    learn_linked,
    linked_fields,
    linked_value,
    needed,
    spot_fields,
)
from windrow.wrap.detail.grow import common_labels, constant_texts, grow, number, thaw
from windrow.wrap.detail.lines import line_places, lined, on_page
from windrow.wrap.detail.locate import mark_unique
from windrow.wrap.detail.program import Program
from windrow.wrap.detail.spot import LinkedHeld, Spot, mark
from windrow.wrap.detail.store import DetailFile, spots_data, spots_root
from windrow.wrap.detail.title import TitleEdges
from windrow.wrap.detail.view import PageView, Signer

__all__ = ["DetailField", "DetailPage", "DetailTemplate", "learn"]

# A page with less than _ODD of the common content is of another template, if the median page has
# _FITS. Chosen; bench.detail measures the whole.
_ODD, _FITS = 0.3, 0.6


@dataclass(frozen=True, slots=True)
class DetailPage:
    """A parsed page: its tree and its linked data."""

    tree: Tree
    linked: tuple[Linked, ...] = ()


@dataclass(frozen=True, eq=False)
class DetailTemplate:
    """What was learned: a tree of spots, and how nodes get their signatures."""

    root: Spot
    signer: Signer
    linked: dict[str, LinkedHeld]
    pages: int
    # Fields that are another field in another place, each with that field.
    ways: Mapping[str, str] = field(default_factory=dict)
    title: TitleEdges = field(default_factory=TitleEdges)
    lines: frozenset[str] = frozenset()  # places of lines between breaks that are nodes

    def read(self, source: DetailPage) -> dict[str, Value]:
        """Return the values of a page: one row, by the ids of fields.

        Fields that no learned page had, but that have a label of their own, are given, too.
        """
        return self.reading(source).row

    def reading(self, source: DetailPage, *, where: bool = False) -> DetailReading:
        """Return the values of a page and how well it fits; *where*: also their nodes."""
        grown = lined(source.tree, self.lines) if self.lines else None
        view = PageView(grown.tree if grown else source.tree, self.signer)
        reading = read_tree(self._program, view, where=where)
        if grown is not None:
            reading.nodes = on_page(reading.nodes, grown.origin)
        self._call_moved(reading)
        if self._needed:
            reading.confidence = len(self._needed & reading.found) / len(self._needed)
        elif self._known:
            there = self._known & (reading.found | reading.row.keys())
            reading.confidence = len(there) / len(self._known)
        if source.tree.title:
            reading.row.setdefault("title", self.title.inside(source.tree.title))
        said, linked = self._said, source.linked
        if self._lists and any(
            path not in said or (path in self._texts and isinstance(value, str))
            for path, value in linked
        ):
            linked = folded(linked, self._lists)
        for path, found in linked:
            value = found if isinstance(found, str) else linked_value(found)
            name, constant, kept = said.get(path) or (f"linked.{path}", None, None)
            if not name or (kept is not None and kept == value):
                continue
            if kept is None and constant is not None and constant == mark(json.dumps(value)):
                continue
            reading.row.setdefault(name, value)
        return reading

    def tree_of(self, tree: Tree) -> Tree:
        """Return the tree of a page as this template reads it."""
        grown = lined(tree, self.lines) if self.lines else None
        return tree if grown is None else grown.tree

    def _call_moved(self, reading: DetailReading) -> None:
        """Give fields in other places the names they were learned under."""
        row, nodes = reading.row, reading.nodes
        for name, known in self.ways.items():
            if name in row and known not in row:
                cell, is_flat = row.pop(name), known in self._flat
                row[known] = ungrouped(cell) if is_flat and isinstance(cell, list) else cell
                reading.found.add(known)
                if name in nodes:
                    nodes[known] = ungrouped(nodes.pop(name)) if is_flat else nodes.pop(name)
        unseen = [*filterfalse(self._known.__contains__, row)]
        missing = self._known - row.keys() - reading.found
        if not unseen or not missing:
            return
        for name, known in found_elsewhere(missing, unseen).items():
            row[known] = row.pop(name)
            reading.found.add(known)
            if name in nodes:
                nodes[known] = nodes.pop(name)

    def fields(self) -> tuple[DetailField, ...]:
        """Return the learned fields, in page order."""
        title = DetailField("title", "page title", "kind")
        own = (one for one in spot_fields(self.root) if one.id not in self.ways)
        return (title, *own, *linked_fields(self.linked))

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""
        spots = spots_data(self.root)
        words, edges = self.signer.known, self.title
        return to_plain(
            DetailFile(self.pages, words, self.linked, self.ways, edges, self.lines, spots=spots)
        )

    @classmethod
    def from_json(cls, data: Any) -> DetailTemplate:
        """Return the template in *data*; ValueError where anything is wrong with it."""
        file = from_plain(DetailFile, data)
        root = spots_root(file.spots)
        words = Signer(file.words)
        return cls(root, words, file.linked, file.pages, file.ways, file.title, file.lines)

    @cached_property
    def _program(self) -> Program:
        return Program(self.root)

    @cached_property
    def _said(self) -> dict[str, tuple[str, str | None, str | None]]:
        """By path of linked data: its field, or "", and the value that is not worth giving.

        That is the mark of what all learned pages say and, where it is short, the text itself.
        """
        found = {}
        for path, held in self.linked.items():
            kept = None
            if held.constant is not None and "\0" not in held.constant:
                with suppress(ValueError):
                    value = json.loads(held.constant)
                    kept = value if isinstance(value, str) else None
            found[path] = (f"linked.{path}" if held.show else "", held.constant, kept)
        return found

    @cached_property
    def _lists(self) -> frozenset[str]:
        """The paths of linked data that hold lists."""
        return frozenset(path for path, held in self.linked.items() if held.fields)

    @cached_property
    def _texts(self) -> frozenset[str]:
        """Those of lists of texts: one text alone is a list of one."""
        return frozenset(path for path in self._lists if "." in self.linked[path].fields)

    @cached_property
    def _flat(self) -> frozenset[str]:
        """The ids of plain lists that some pages have in groups."""
        known = {one.id: one for one in spot_fields(self.root)}

        def is_grouped(name: str) -> bool:
            return name in known and any(holds_rows(one.id) for one in known[name].fields)

        return frozenset(to for one, to in self.ways.items() if is_grouped(one) > is_grouped(to))

    @cached_property
    def _needed(self) -> frozenset[str]:
        return needed(self.root, self.pages)

    @cached_property
    def _known(self) -> frozenset[str]:
        """The ids of all fields, by which a page is judged if no learned page differed."""
        return frozenset(place.id for place in spot_fields(self.root))


def learn(pages: Sequence[DetailPage]) -> DetailTemplate:
    """Return the template that *pages* share; one page is enough, two separate data from labels.

    Of three pages or more, those that do not fit the template of the others are left out.
    """
    if not pages:
        raise ValueError("a template is learned from at least one page")
    template = _learn(pages)
    if len(pages) < 3:
        return template
    fits = [template.reading(page).confidence for page in pages]
    if min(fits) >= _ODD or median(fits) < _FITS:
        return template
    return _learn([page for page, fit in zip(pages, fits, strict=True) if fit >= _ODD])


def _learn(pages: Sequence[DetailPage]) -> DetailTemplate:
    signer = Signer.learn([page.tree for page in pages])
    lines = frozenset[str]().union(*(line_places(page.tree) for page in pages))
    grown = [lined(page.tree, lines) if lines else None for page in pages]
    trees = [one.tree if one else page.tree for one, page in zip(grown, pages, strict=True)]
    views = [PageView(tree, signer, k) for k, tree in enumerate(trees)]
    root = Spot(views[0].signatures[0])
    said, labels = constant_texts(views), common_labels(views)
    grow(root, [(view, 0) for view in views], said, labels, paths=True)
    thaw(root)
    mark_unique(root, views)
    number(root)
    title = TitleEdges.learn([page.tree.title or "" for page in pages])
    linked = learn_linked([page.linked for page in pages])
    return DetailTemplate(root, signer, linked, len(pages), title=title, lines=lines)
