"""Reads pages with the templates of the papers: seed, prototype, template tree, pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from windrow.align.partial import align
from windrow.detect import DETECTORS
from windrow.detect.base import PaperTemplate
from windrow.errors import NotRepaired
from windrow.model import Alignment, Cell, Field, Finding, Record, Row, Value, cell_text
from windrow.plain import from_plain, to_plain
from windrow.table.tabulate import region_path, root_paths
from windrow.tree import Tree
from windrow.tree.runs import extent, run_of, text_of
from windrow.wrap.columns.echo import Echo
from windrow.wrap.columns.pair import named_as_before
from windrow.wrap.examples import Examples
from windrow.wrap.list.judge import is_suspicious, missed, mixed
from windrow.wrap.list.learn import column_of
from windrow.wrap.list.look import Found, best_lists, found_afresh, likest
from windrow.wrap.list.pages import ListPages
from windrow.wrap.outline import paths_of
from windrow.wrap.selectors import Form, Selectors
from windrow.wrap.template import Judgement, Located, Match, NodeRow, Opened, Reading, WrapperKind
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["SystemField", "SystemPages", "learn_fields"]


@dataclass(frozen=True, slots=True)
class SystemField:
    """A column as places of the system's own alignment: the first that is there counts.

    Of the pieces of a text that runs over several places, the whole (*kind* ``run``) is read, or
    all pieces that the column had (``part``).
    """

    id: str
    kind: str
    places: tuple[int, ...]
    fields: tuple[SystemField, ...] = ()  # those of the rows inside, for a list


@dataclass(frozen=True)
class SystemPages:
    """Pages read as one of the papers' systems reads them."""

    kind: ClassVar[WrapperKind] = "list"
    noun: ClassVar[str] = "a list"
    title: ClassVar[str] = "a list of {} records"
    hidden: ClassVar[bool] = False
    can_be_empty: ClassVar[bool] = True
    is_open: ClassVar[bool] = False
    echoes: ClassVar[Sequence[Echo]] = ()

    system: str
    template: PaperTemplate
    fields: tuple[SystemField, ...]

    @classmethod
    def learn(cls, examples: Examples) -> Wrapper:
        """Return a wrapper around the template that the system gives for the first list."""
        first = examples.lists[0]
        if not isinstance(first.region.template, PaperTemplate):
            return ListPages.learn(examples)
        return _wrapper(examples.detector_name, first, first.region.template)

    def read(self, opened: Opened) -> Reading:
        """Return the records that the system's template finds."""
        tree, found = opened.tree, self._found(opened)
        if found is None:
            return Reading((), fit=0.0, problems=(f"the template of {self.system} finds nothing",))
        records, own = found
        rows = tuple(_values(tree, self.fields, own.fields, row) for row in own.rows)
        return Reading(rows, root_paths(tree, records), region_path(tree, records))

    def nodes(self, opened: Opened) -> Located:
        """Return where the records and their cells lie."""
        records, own = self._found(opened) or ((), None)
        rows = own.rows if own else ()
        return Located(records, tuple(_nodes(self.fields, row) for row in rows))

    def _found(self, opened: Opened) -> tuple[tuple[Record, ...], Alignment] | None:
        regions = self.template.apply(opened.tree)
        if not regions:
            return None
        region = max(regions, key=lambda one: (len(one.records), one.score))
        return region.records, region.alignment or align(opened.tree, region.records)

    def judge(self, wrapper: Wrapper, opened: Opened, reading: Reading) -> Judgement:
        """Return what is wrong with the records of a page."""
        reasons = mixed(wrapper, reading)
        if not reasons and is_suspicious(wrapper, reading):
            reasons = missed(wrapper, reading, self._afresh(wrapper, opened))
        return Judgement(reasons=tuple(reasons))

    def match(self, wrapper: Wrapper, pages: Sequence[Opened]) -> Match:
        """Return the wrapper of the page whose list is most like this one: one page gives it."""
        founds = [found for one in pages if (found := self._afresh(wrapper, one))]
        if not founds:
            raise NotRepaired("no list on the pages is like the one that was learned", 0.0)
        best = max(founds, key=lambda found: found.confidence)
        renamed, sure = named_as_before(wrapper, best.fresh, best.pairs)
        return Match(renamed, sure, False, 1)

    def _afresh(self, wrapper: Wrapper, opened: Opened) -> Found | None:
        return likest(wrapper, self._lists(wrapper, opened.tree))

    def _lists(self, wrapper: Wrapper, tree: Tree) -> Iterator[Found]:
        for seen in best_lists(wrapper, tree):
            if isinstance(template := seen.region.template, PaperTemplate):
                yield found_afresh(wrapper, seen, _wrapper(self.system, seen, template))

    def describe(self, columns: Sequence[WrapperColumn]) -> Iterator[str]:
        """Yield the template as its paper's system prints it."""
        yield from f"{self.system}: {self.template}".splitlines()

    def selectors(self, columns: Sequence[WrapperColumn], form: Form) -> Selectors:
        """Return no selector: a paper's template finds records by comparing whole trees."""
        why = f"the template of {self.system} compares trees, which no selector can do"
        return Selectors((), dict.fromkeys([column.name for column in columns], why))

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data."""
        return {
            "system": self.system,
            "fields": [*map(to_plain, self.fields)],
            "template": self.template.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SystemPages:
        """Return the template that *data* describes; ValueError where it describes none."""
        system = data["system"]
        fields = from_plain(tuple[SystemField, ...], data.get("fields"), "fields")
        template = DETECTORS[system].template
        assert template is not None, system  # or `template_class` would not have led here
        return cls(system, template.from_json(data.get("template")), fields)


def _wrapper(system: str, seen: Finding, template: PaperTemplate) -> Wrapper:
    """Return a wrapper around the template of a paper's system."""
    ids = [column.name for column in seen.table.columns]
    fields = learn_fields(seen.alignment, seen.cells, ids, seen.tree)
    columns = tuple(
        column_of(column, column.name, [row.get(column.name) for row in seen.table.rows])
        for column in seen.table.columns
    )
    count = len(seen.region.records)
    reader = SystemPages(system, template, fields)
    return Wrapper(reader, columns, (count, count, count), 1, system, paths_of([seen.tree]))


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
        return [at for at, mine in enumerate(row) if isinstance(mine, tuple) and mine]
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


def _values(
    tree: Tree, places: Sequence[SystemField], fields: Sequence[Field], row: Row
) -> dict[str, Value]:
    """Return what a record says, by the ids of *places*; *fields* are those of the *row*."""
    return {place.id: _value(tree, place, fields, row) for place in places}


def _value(tree: Tree, place: SystemField, fields: Sequence[Field], row: Row) -> Value:
    at, cell = _cell(place, row)
    if cell is None:
        return None
    if isinstance(cell, tuple):
        return [_values(tree, place.fields, fields[at].fields, line) for line in cell] or None
    if place.kind == "alt":
        return (tree.attribute(cell, "alt") or "").strip() or None
    if place.kind == "part":
        pieces = {one for at in place.places if at < len(row) and isinstance(one := row[at], int)}
        return text_of(tree, sorted(pieces)) or None
    if place.kind == "run":
        run = cell if fields[at].kind == "run" else run_of(tree, cell)
        return cell_text(tree, run, Field("run")) or None
    return cell_text(tree, cell, fields[at]) or None


def _nodes(places: Sequence[SystemField], row: Row) -> NodeRow:
    """Return the nodes of a record's cells, by the ids of *places*."""
    found: NodeRow = {}
    for place in places:
        _, cell = _cell(place, row)
        if isinstance(cell, tuple):
            found[place.id] = [_nodes(place.fields, line) for line in cell]
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
