"""The columns of detail pages as selectors: where each was on a learned page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from windrow.wrap.detail.paths import KeptCells, ways_of
from windrow.wrap.detail.title import TitleEdges
from windrow.wrap.selectors import Form, Selector, Selectors, literal
from windrow.wrap.selectors.ground import PAGE
from windrow.wrap.selectors.hops import Hop, written
from windrow.wrap.selectors.linked import linked_rows, linked_value, value_in
from windrow.wrap.selectors.rows import rows_selectors
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["detail_selectors"]

# Attributes that cells are taken from; everything else is the text of an element.
_TAKES = ("href", "src", "value", "alt", "content", "datetime")
_META, _LINKED = "linked.meta.", "linked."
_SCRIPTS: dict[Form, str] = {
    "css": 'script[type*="ld+json"]',
    "xpath": '//script[contains(@type, "ld+json")]',
}
_NOT_SO = "it is in data for machines (JSON-LD), where no path leads to what apply gives"
_NOTE = (
    "where each thing was on the pages that were learned from; on others it may be elsewhere: "
    "the code of --as scrapy gives apply's rows"
)


def detail_selectors(
    columns: Sequence[WrapperColumn], form: Form, edges: TitleEdges, pages: Sequence[KeptCells]
) -> Selectors:
    """Return the selectors of *columns*, and which columns have none; *pages* must agree."""
    found = {one.name: _selector(one, form, edges, pages) for one in columns}
    return Selectors.of(found, note=_NOTE)


def _selector(
    column: WrapperColumn, form: Form, edges: TitleEdges, pages: Sequence[KeptCells]
) -> Selector | str:
    """Return the selector of a column, or why there is none."""
    place = column.place
    if place == "title":
        way = written([(Hop("below", "title"),)], form, inside=False)
        return Selector(column.name, way, pattern=edges.pattern)
    if place.startswith(_META):
        return Selector(column.name, _meta(place.removeprefix(_META), form), "content")
    if place.startswith(_LINKED):
        return _linked(column, form, pages)
    if not pages:
        return "no page is kept on which a selector could be tried"
    if column.columns:
        return _list(column, form, pages)
    return _by_pages(column, form, pages)


def _linked(column: WrapperColumn, form: Form, pages: Sequence[KeptCells]) -> Selector | str:
    """Return the selector of the scripts with a value or list, and the path to it."""
    path = column.place.removeprefix(_LINKED)
    found = Selector(column.name, _SCRIPTS[form], "json", path=path)
    if not column.columns:
        values = [page.values.get(column.place, "") for page in pages]
        read = ["".join(linked_value(page.scripts, path).split()) for page in pages]
        return found if values == read else _NOT_SO
    inner = {one.name: one.place for one in column.columns if not one.constant}
    for page in pages:
        rows, items = page.lists.get(column.place, ()), linked_rows(page.scripts, path)
        if len(rows) != len(items):
            return _NOT_SO
        for row, item in zip(rows, items, strict=True):
            for place in inner.values():
                if row.values.get(place, "") != "".join(value_in(item, place).split()):
                    return _NOT_SO
    columns = tuple(Selector(name, take="json", path=place) for name, place in inner.items())
    return replace(found, inner=Selectors(columns, {}))


def _list(column: WrapperColumn, form: Form, pages: Sequence[KeptCells]) -> Selector | str:
    """Return the selectors of a list inside the page, or why there are none."""
    sections = [(page.ground, PAGE, page.lists.get(column.place, ())) for page in pages]
    inner = rows_selectors(column.place, column.columns, sections, form)
    return inner if isinstance(inner, str) else Selector(column.name, inner=inner)


def _by_pages(column: WrapperColumn, form: Form, pages: Sequence[KeptCells]) -> Selector | str:
    """Return a selector that gives what apply gives on all *pages*, or why there is none."""
    place = column.place
    label = dict(column.locators).get("text", "")
    attribute = place.rpartition("@")[2] if "@" in place else ""
    take = attribute if attribute in _TAKES else "text"
    there = [page for page in pages if place in page.nodes]
    if not there:
        return "no page was kept that has it"
    if any(page.says(page.nodes[place], take) != page.values.get(place) for page in there):
        return "it is a part of what an element says"
    for way in ways_of(place, label, take, pages, texts=form == "xpath"):
        own = way[-1].place if way[-1].axis == "own" else -1
        selector = written([way], form, inside=False)
        return Selector(column.name, selector, take, join=own == 0, nth=max(own, 0))
    return "it is not in the same place on all pages that are kept"


def _meta(name: str, form: Form) -> str:
    """Return the selector of a meta element by its name or property."""
    keys = ("property", "name")
    if form == "xpath":
        return f"//meta[{' or '.join(f'@{key}={literal(name)}' for key in keys)}]"
    text = name.replace("\\", "\\\\").replace('"', '\\"')
    return ", ".join(f'meta[{key}="{text}"]' for key in keys)
