"""Reads pages with the templates of the papers: seed, prototype, template tree, pattern."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from windrow.align.partial import align
from windrow.detect.depta.template import SeedTemplate
from windrow.detect.gstm.template import GstmTemplate
from windrow.detect.gza.template import TabularTemplate
from windrow.detect.net.template import Prototype
from windrow.detect.stem.template import PathPattern
from windrow.model import Alignment, Cell, Field, Region, Row, Value, cell_text
from windrow.table.tabulate import region_path, root_paths
from windrow.tree import Tree
from windrow.tree.runs import run_of
from windrow.wrap.check import items, mapping, text, whole
from windrow.wrap.selectors import Form, Selectors
from windrow.wrap.wrapper import Opened, Reading, WrapperColumn

__all__ = ["Applied", "SystemField", "SystemPages", "learn_fields"]

_MOST_FIELDS = 1_000


@runtime_checkable
class Applied(Protocol):
    """The template of a paper's system, which finds its records on other pages."""

    def apply(self, tree: Tree) -> list[Region]:
        """Return the regions of another page."""

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data."""


_TEMPLATES: dict[str, Callable[[Any], Applied]] = {
    "depta": SeedTemplate.from_json,
    "net": Prototype.from_json,
    "gstm": GstmTemplate.from_json,
    "stem": PathPattern.from_json,
    "gza": TabularTemplate.from_json,
}


@dataclass(frozen=True, slots=True)
class SystemField:
    """A column as places of the system's own alignment: the first that is there counts.

    Of the pieces of a text that runs over several places, the whole (*kind* ``run``) is read.
    """

    id: str
    kind: str
    places: tuple[int, ...]
    fields: tuple[SystemField, ...] = ()  # those of the rows inside, for a list


@dataclass(frozen=True)
class SystemPages:
    """Pages read as one of the papers' systems reads them."""

    system: str
    template: Applied
    fields: tuple[SystemField, ...]

    def __str__(self) -> str:
        return f"{self.system}: {self.template}"

    def read(self, opened: Opened) -> Reading:
        """Return the records that the system's template finds."""
        tree = opened.tree
        regions = self.template.apply(tree)
        if not regions:
            return Reading((), fit=0.0, problems=(f"the template of {self.system} finds nothing",))
        region = max(regions, key=lambda one: (len(one.records), one.score))
        alignment = region.alignment or align(tree, region.records)
        rows = tuple(_read(tree, self.fields, alignment.fields, row) for row in alignment.rows)
        return Reading(rows, root_paths(tree, region.records), region_path(tree, region.records))

    def selectors(self, columns: Sequence[WrapperColumn], form: Form) -> Selectors:
        """Return no selector: a paper's template finds records by comparing whole trees."""
        why = f"the template of {self.system} compares trees, which no selector can do"
        return Selectors((), dict.fromkeys([column.name for column in columns], why))

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data."""
        return {
            "system": self.system,
            "fields": [_field_data(place) for place in self.fields],
            "template": self.template.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SystemPages:
        """Return the template that *data* describes; ValueError where it describes none."""
        system = text(data, "system")
        fields = tuple(_field(place, 0) for place in items(data, "fields", _MOST_FIELDS))
        return cls(system, _TEMPLATES[system](dict(mapping(data, "template"))), fields)


def learn_fields(
    own: Alignment, shown: Alignment, ids: Sequence[str], tree: Tree
) -> tuple[SystemField, ...]:
    """Return where the columns of a table (*shown*) stand in the system's *own* alignment."""
    found = []
    for k, (name, place) in enumerate(zip(ids, shown.fields, strict=True)):
        counts: Counter[int] = Counter()
        for mine, row in zip(own.rows, shown.rows, strict=False):
            counts.update(_same(tree, own.fields, mine, place, row[k]))
        order = sorted(counts, key=lambda at: (-counts[at], at))
        inner: tuple[SystemField, ...] = ()
        if place.kind == "rows" and order:
            inner = _inner_fields(own, shown, order[0], k, tree)
        kind = "alt" if place.path.endswith("/@alt") else place.kind
        found.append(SystemField(name, kind, tuple(sorted(order)), inner))
    return tuple(found)


def _same(tree: Tree, fields: Sequence[Field], row: Row, place: Field, cell: Cell) -> Sequence[int]:
    """Return the columns of *row* that *cell* comes from."""
    if cell is None:
        return ()
    if isinstance(cell, tuple):
        return [at for at, mine in enumerate(row) if isinstance(mine, tuple) and mine]
    if place.kind == "run":
        return [
            at
            for at, mine in enumerate(row)
            if isinstance(mine, int)
            and fields[at].kind in ("text", "run")
            and cell in (mine, run_of(tree, mine))
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


def _read(
    tree: Tree, places: Sequence[SystemField], fields: Sequence[Field], row: Row
) -> dict[str, Value]:
    return {place.id: _value(tree, place, fields, row) for place in places}


def _value(tree: Tree, place: SystemField, fields: Sequence[Field], row: Row) -> Value:
    for at in place.places:
        cell = row[at] if at < len(row) else None
        if isinstance(cell, tuple):
            if place.kind == "rows":
                return [_read(tree, place.fields, fields[at].fields, line) for line in cell] or None
        elif cell is not None:
            if place.kind == "alt":
                return (tree.attribute(cell, "alt") or "").strip() or None
            if place.kind == "run":
                run = cell if fields[at].kind == "run" else run_of(tree, cell)
                return cell_text(tree, run, Field("run")) or None
            return cell_text(tree, cell, fields[at]) or None
    return None


def _field_data(place: SystemField) -> dict[str, Any]:
    data: dict[str, Any] = {"id": place.id, "kind": place.kind, "places": [*place.places]}
    if place.fields:
        data["fields"] = [_field_data(inner) for inner in place.fields]
    return data


def _field(data: Any, depth: int) -> SystemField:
    if depth > 6:
        raise ValueError("lists are nested too deeply")
    places = [
        whole({"place": place}, "place", 0, 10**6) for place in items(data, "places", _MOST_FIELDS)
    ]
    inner = items(data, "fields", _MOST_FIELDS, default=[])
    return SystemField(
        text(data, "id"),
        text(data, "kind"),
        tuple(places),
        tuple(_field(one, depth + 1) for one in inner),
    )
