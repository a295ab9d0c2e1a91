"""The template of a list as selectors: one for the records, one for each column."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from windrow.tree import Tree
from windrow.tree import xpath as path_of
from windrow.tree.path import find
from windrow.tree.tree import TEXT_LABEL
from windrow.wrap.list.template import ListField, ListTemplate
from windrow.wrap.selectors import Form, Selector, Selectors, css, xpath
from windrow.wrap.selectors.before import heading
from windrow.wrap.selectors.cells import cell_ways, own_text, run_ends
from windrow.wrap.selectors.enough import enough_test
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import Check, Hops, can_be_css, written
from windrow.wrap.selectors.inside import Inside, taken
from windrow.wrap.selectors.lines import line_text
from windrow.wrap.selectors.records import Starts, record_ways
from windrow.wrap.selectors.rows import InnerRow, rows_selectors
from windrow.wrap.selectors.same import same_nodes
from windrow.wrap.steps import Step, parse_step
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["ListCells", "key_css", "key_xpath", "list_selectors"]

# The usual attribute for cells of a kind; for all other kinds, the text.
_TAKES = {"link": ("href",), "image": ("src",), "alt": ("alt",), "value": ("value", "content")}
# Words that are readable in CSS; others need backslashes.
_PLAIN = re.compile(r"[.#]-?[A-Za-z_][\w-]*")
_NOTE = (
    "tried on the pages that the wrapper keeps, where they give what apply gives; on other pages "
    "a record may hold too little, and a cell be empty or its neighbour's: apply lets several ways "
    "vote, and the code of --as scrapy gives its rows"
)


@dataclass(frozen=True)
class ListCells:
    """A kept page for trying selectors: its records, and the cells and values of each."""

    ground: Ground
    records: Sequence[Sequence[int]]
    rows: Sequence[InnerRow]  # of each record, by the ids of fields
    may_lack: bool = False  # selectors are for another tree of the page

    @classmethod
    def of(
        cls,
        tree: Tree,
        whole: Tree,
        records: Sequence[Sequence[int]],
        cells: Sequence[Mapping[str, object]],
        values: Sequence[Mapping[str, object]],
    ) -> ListCells | None:
        """Return the cells of *tree* as nodes of *whole*; None if a record is missing there."""
        known: dict[int, int | None] = {}

        def there(node: int) -> int | None:
            if tree is whole:
                return node
            if node not in known:
                known[node] = find(whole, path_of(tree, node))
            return known[node]

        roots = [[there(node) for node in record] for record in records]
        if any(node is None for record in roots for node in record):
            return None
        rows = [InnerRow.of(*row) for row in zip(cells, values, strict=True)]
        same = {n: at for row in rows for n in row.all_nodes() if (at := there(n)) is not None}
        return cls(
            Ground(whole),
            [[n for n in record if n is not None] for record in roots],
            [row.on(same) for row in rows],
        )

    def on(self, ground: Ground) -> ListCells | None:
        """Return the page on *ground*, its other tree; None if a record does not begin there."""
        same = same_nodes(self.ground, ground)
        records = [[same[node] for node in record if node in same] for record in self.records]
        if any(record[0] not in same for record in self.records):
            return None
        return ListCells(ground, records, [row.on(same) for row in self.rows])


def list_selectors(
    template: ListTemplate,
    columns: Sequence[WrapperColumn],
    form: Form,
    pages: Sequence[ListCells],
    counts: Sequence[tuple[Ground, int]] = (),
) -> Selectors:
    """Return the selectors of the records and of *columns*, and which columns have none.

    They are tried on *pages*, and given only if they hold there. *counts* has trees of other
    parsers, and how many records each has.
    """
    pages = [page for page in pages if page.records]
    if not pages:
        return _none(columns, "no page is kept on which a selector could be tried")
    fields = {place.id: place for place in template.fields}
    starts = _starts(template, pages)
    enough = _enough(template, pages, form)
    ways = record_ways(starts, texts=form == "xpath", enough=enough)
    if enough and not (ways and _finds_all(ways, counts)):
        ways = record_ways(starts, texts=form == "xpath")
    if not ways:
        return _none(columns, _why_none(starts))
    if not _finds_all(ways, counts):
        return _none(columns, "no selector finds just the records in the tree of lxml, too")
    found = {one.name: _selector(fields.get(one.place), one, form, pages) for one in columns}
    return Selectors.of(found, records=written(ways, form, inside=False), note=_NOTE)


def _starts(template: ListTemplate, pages: Sequence[ListCells]) -> list[Starts]:
    core = {place.id for place in template.fields if place.is_core}
    return [
        Starts(
            page.ground,
            frozenset(record[0] for record in page.records),
            frozenset(n for row in page.rows for place, n in row.nodes.items() if place in core),
            page.may_lack,
        )
        for page in pages
    ]


def _why_none(starts: Sequence[Starts]) -> str:
    if any(page.ground.tree.label(node) == TEXT_LABEL for page in starts for node in page.nodes):
        return "the records begin with a bare text, from which programs go nowhere"
    return "no selector finds just the records"


def _finds_all(ways: Sequence[Hops], counts: Sequence[tuple[Ground, int]]) -> bool:
    """Return whether *ways* find as many records as each tree has."""
    return all(
        len({node for way in ways for node in ground.found(way)}) == count
        for ground, count in counts
    )


def _enough(template: ListTemplate, pages: Sequence[ListCells], form: Form) -> tuple[Check, ...]:
    """Return the test that a node has as much of the core as records have; () if there is none."""
    core = [place for place in template.fields if place.is_core and not place.outside]
    needed = math.ceil(round(template.least * len(core), 3))
    if template.cut.mode != "single" or not needed:
        return ()
    cells = (_records(place, pages) for place in core)
    return enough_test([None if isinstance(one, str) else one for one in cells], needed, form)


def _none(columns: Sequence[WrapperColumn], why: str) -> Selectors:
    return Selectors.of({one.name: why for one in columns}, note=_NOTE)


def key_xpath(key: str) -> str:
    """Return the XPath, relative to the record, of a key by place; "" if there is none.

    >>> key_xpath("./div[1]/#text[2]")
    './div[1]/text()[2]'
    """
    steps = _steps(key)
    return "" if steps is None else "/".join([".", *([xpath(steps)] if steps else [])])


def key_css(key: str) -> str:
    """Return the CSS selector, relative to the record, of a key by class; "" if there is none.

    >>> key_css("./div.head[1]/a.title[1]")
    'div.head > a.title'
    """
    steps = _steps(key)
    if steps is None:
        return ""
    # CSS has no step for a text: the element around it is selected.
    steps = [
        Step(step.label, 0, frozenset(filter(_PLAIN.fullmatch, step.words)))
        for step in steps
        if step.label != "#text"
    ]
    return css(steps) or ":scope"


def _selector(
    place: ListField | None, column: WrapperColumn, form: Form, pages: Sequence[ListCells]
) -> Selector | str:
    """Return the selector of a column, or why there is none."""
    name = column.name
    if place is None:
        return "it has no separate place"
    if place.carried:
        return "it is said once for several records"
    if place.inner is not None:
        return _list(place.inner, column, form, pages)
    records = _records(place, pages)
    if isinstance(records, str):
        return records
    take = records[0].take
    if place.outside:
        return heading(name, records, form) or "no path leads to it from all records"
    if ways := cell_ways(records, texts=form == "xpath"):
        return Selector(name, written(ways, form, inside=True), take)
    if take == "text" and (found := own_text(name, records, form)):
        return found
    ends = run_ends(place.kind, _there(place, pages))
    if form == "css":
        if ends is not None and (line := line_text(name, records, ends)):
            return line
        if (ways := cell_ways(records, texts=True)) and not all(map(can_be_css, ways)):
            return "only XPath can tell it apart: by a text, or by what is before or around it"
    elif ends is not None:
        runs = [replace(one, ends=ends) for one in records]
        if ways := cell_ways(runs, texts=True):
            return Selector(name, written(ways, form, inside=True), take, join=True)
    return "no selector finds just this in all records"


def _list(
    inner: ListTemplate, column: WrapperColumn, form: Form, pages: Sequence[ListCells]
) -> Selector | str:
    """Return the selectors of a list inside each record, or why there are none."""
    label = next((path[-1].label for way in inner.locators for path in way.paths), "")
    sections = [
        (page.ground, roots[0], row.lists.get(column.place, ()))
        for page in pages
        for roots, row in zip(page.records, page.rows, strict=True)
    ]
    found = rows_selectors(f"{label}[]", column.columns, sections, form)
    return found if isinstance(found, str) else Selector(column.name, inner=found)


def _there(place: ListField, pages: Sequence[ListCells]) -> list[tuple[Ground, int, str]]:
    """Return the cells of a field: the page, the node and the value."""
    return [
        (page.ground, node, row.values.get(place.id, ""))
        for page in pages
        for row in page.rows
        if (node := row.nodes.get(place.id)) is not None
    ]


def _records(place: ListField, pages: Sequence[ListCells]) -> list[Inside] | str:
    """Return the records with their cells of a field, or why it has no selector."""
    there = _there(place, pages)
    if not there:
        return "no page that is kept has it"
    take = taken(there, _TAKES[place.kind]) if place.kind in _TAKES else "text"
    if not take:
        return "it is a part of what an attribute says"
    return [
        Inside(
            page.ground,
            roots,
            row.nodes.get(place.id),
            row.values.get(place.id, ""),
            take,
            may_lack=page.may_lack,
        )
        for page in pages
        for roots, row in zip(page.records, page.rows, strict=True)
    ]


def _steps(key: str) -> list[Step] | None:
    """Return the steps of a key; None if no selector can express a label."""
    try:
        return [parse_step(part) for part in key.split("/") if part != "."]
    except ValueError:
        return None
