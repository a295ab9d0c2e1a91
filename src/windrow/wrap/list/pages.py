"""Reads pages with the template of a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from windrow.model import Value
from windrow.plain import from_plain, to_plain
from windrow.table.tabulate import region_path, root_paths
from windrow.tree import Tree
from windrow.tree.runs import extent, text_of
from windrow.tree.titles import list_title
from windrow.tree.tree import TEXT
from windrow.wrap.list.read import Cells, ListReading
from windrow.wrap.list.template import ListField, ListTemplate
from windrow.wrap.template import Judgement, Located, Match, NodeRow, Opened, Reading, WrapperKind

if TYPE_CHECKING:
    from windrow.wrap.columns.echo import Echo
    from windrow.wrap.examples import Examples
    from windrow.wrap.selectors import Form, Selectors
    from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["ListPages", "row_nodes", "row_values"]


@dataclass(frozen=True)
class ListPages:
    """Pages with a list.

    It may be *hidden*, in the part that the pages hide at first, or *lined*: its records are lines
    of preformatted text, or parts of them.
    """

    system: ClassVar[str] = "list"
    kind: ClassVar[WrapperKind] = "list"
    noun: ClassVar[str] = "a list"
    title: ClassVar[str] = "a list of {} records"
    can_be_empty: ClassVar[bool] = True
    is_open: ClassVar[bool] = False

    template: ListTemplate
    hidden: bool = False
    lined: bool = False

    @property
    def echoes(self) -> Sequence[Echo]:
        """The fields that repeated other fields."""
        return self.template.echoes

    @property
    def roots(self) -> Sequence[str]:
        """The paths of labels of its records."""
        paths = (
            path for way in self.template.locators if way.kind == "place" for path in way.paths
        )
        return ["/".join(step.label for step in path) for path in paths]

    @classmethod
    def learn(cls, examples: Examples) -> Wrapper:
        """Return the wrapper of the list that most pages have."""
        from windrow.wrap.list.learn import learn_list_pages
        from windrow.wrap.list.sought import learn_sought_list

        return learn_sought_list(examples) if examples.sought else learn_list_pages(examples)

    def tree(self, opened: Opened) -> Tree:
        """Return the page as the list is found in it."""
        if self.lined:
            return opened.whole_lined if self.hidden else opened.lined
        return opened.whole if self.hidden else opened.tree

    def found(self, opened: Opened) -> ListReading:
        """Return the nodes of records and cells."""
        return self.template.reader.read(self.tree(opened))

    def read(self, opened: Opened) -> Reading:
        """Return the records of a page."""
        tree = self.tree(opened)
        found = self.template.reader.read(tree)
        fields = self.template.fields
        rows = tuple([row_values(tree, fields, row) for row in found.rows])
        problems, fit = _fit(self._judged(tree, found), rows)
        return Reading(
            rows,
            root_paths(tree, found.records),
            region_path(tree, found.records) if found.records else "",
            fit,
            problems,
            found.ways,
            title=list_title(tree, found.records, found.rows) if found.records else "",
        )

    def _judged(self, tree: Tree, found: ListReading) -> Sequence[ListField]:
        """Return the fields of the core, without those that the page says it does not have."""
        core = [(k, place) for k, place in enumerate(self.template.fields) if place.is_core]
        # The header is looked at only if a column is empty.
        if found.rows and any(all(row[k] is None for row in found.rows) for k, _ in core):
            from windrow.wrap.list.judge import absent_columns

            absent, _ = absent_columns(self.template, tree, found)
            core = [(k, place) for k, place in core if place.id not in absent]
        return [place for _, place in core]

    def nodes(self, opened: Opened) -> Located:
        """Return where the records and their cells are."""
        found = self.found(opened)
        fields = self.template.fields
        return Located(found.records, tuple(row_nodes(fields, row) for row in found.rows))

    def judge(self, wrapper: Wrapper, opened: Opened, reading: Reading) -> Judgement:
        """Return what is wrong with the records of a page and with its markup."""
        from windrow.wrap.list.judge import judge_list

        return judge_list(self, wrapper, opened, reading)

    def match(self, wrapper: Wrapper, pages: Sequence[Opened]) -> Match:
        """Return the wrapper of the lists on *pages* that are most like this one."""
        from windrow.wrap.list.rebuild import rebuild

        return rebuild(self, wrapper, pages)

    def describe(self, columns: Sequence[WrapperColumn]) -> Iterator[str]:
        """Yield where records are found, and the tree of a record."""
        from windrow.wrap.list.describe import describe_list

        return describe_list(self.template, columns)

    def selectors(
        self, columns: Sequence[WrapperColumn], form: Form, pages: Sequence[Opened] = ()
    ) -> Selectors:
        """Return selectors of the records and of *columns* that hold on all *pages*."""
        from windrow.wrap.list.selectors import ListCells, list_selectors
        from windrow.wrap.selectors.same import lxml_ground

        kept: list[ListCells] = []
        counts = []
        for opened in pages:
            located, rows = self.nodes(opened), self.read(opened).rows
            tree, whole = self.tree(opened), opened.whole
            page = ListCells.of(tree, whole, located.records, located.cells, rows)
            ground = lxml_ground(opened.page) if page else None
            other = page.on(ground) if page and ground else None
            if page:
                kept += [replace(page, may_lack=True), other] if other else [page]
            if page and ground:
                counts.append((ground, len(page.records)))
        return list_selectors(self.template, columns, form, kept, counts)

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data."""
        lined = {"lined": True} if self.lined else {}
        return {"system": self.system, "hidden": self.hidden, **lined, **to_plain(self.template)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> ListPages:
        """Return the template that *data* describes; ValueError if it describes none."""
        known = from_plain(ListTemplate, data)
        return cls(known, data.get("hidden") is True, data.get("lined") is True)


def _fit(
    core: Sequence[ListField], rows: Sequence[dict[str, Value]]
) -> tuple[tuple[str, ...], float]:
    """Return the problems of the rows, and how much of the core they have."""
    if not rows:
        return (), 0.0
    if not core:
        return (), 1.0
    shares = {
        place.id: min(1.0, sum(row[place.id] is not None for row in rows) / len(rows) / place.fill)
        for place in core
    }
    empty = [name for name, share in shares.items() if share < 0.5]
    problems = (f"{len(empty)} of {len(core)} columns are mostly empty",) if empty else ()
    return problems, sum(shares.values()) / len(core)


def row_values(tree: Tree, fields: Sequence[ListField], row: Cells) -> dict[str, Value]:
    """Return the values of a record, by the ids of the fields."""
    return {
        place.id: None if cell is None else _value(tree, place, cell)
        for place, cell in zip(fields, row, strict=True)
    }


def row_nodes(fields: Sequence[ListField], row: Cells) -> NodeRow:
    """Return the nodes of the cells of a record, by the ids of the fields."""
    found: NodeRow = {}
    for place, cell in zip(fields, row, strict=True):
        if isinstance(cell, tuple):
            assert place.inner is not None
            found[place.id] = [row_nodes(place.inner.fields, one) for one in cell]
        else:
            found[place.id] = cell
    return found


def _value(tree: Tree, place: ListField, cell: int | tuple[Cells, ...]) -> Value:
    """Return the value of a cell; None if it is empty."""
    if isinstance(cell, tuple):
        assert place.inner is not None
        return [row_values(tree, place.inner.fields, row) for row in cell] or None
    kind = place.kind
    if kind == "text" and tree.kinds[cell] & TEXT:
        return tree.text(cell) or None
    if kind == "alt":
        return (tree.attribute(cell, "alt") or "").strip() or None
    if kind == "text":
        kind = "part"
    if kind == "run" or kind == "part" or kind == "rest":
        return text_of(tree, extent(tree, cell, kind)) or None
    assert kind != "rows"
    return tree.value(cell, kind) or None
