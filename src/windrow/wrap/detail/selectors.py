"""The columns of detail pages as selectors: where each was on a learned page."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.wrap.detail.paths import KeptCells, ways_of
from windrow.wrap.detail.title import TitleEdges
from windrow.wrap.selectors import Form, Selector, Selectors, literal
from windrow.wrap.selectors.hops import Hop, can_be_css, written
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
        if column.columns:
            return "it is a list in data for machines (JSON-LD), not in elements"
        return Selector(column.name, _SCRIPTS[form], "json", path=place.removeprefix(_LINKED))
    if not pages:
        return "no page is kept on which a selector could be tried"
    if column.columns:
        return _list(column, form, pages)
    return _by_pages(column, form, pages)


def _list(column: WrapperColumn, form: Form, pages: Sequence[KeptCells]) -> Selector | str:
    """Return the selectors of a list inside the page, or why there are none."""
    place = column.place.partition("[]")[0]
    names = {inner.place: inner.name for inner in column.columns if not inner.constant}
    kept = [(page.ground, page.lists.get(column.place, ())) for page in pages]
    inner = rows_selectors(place, names, kept, form)
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
    if any(_said(page, place, take) != page.values.get(place) for page in there):
        return "it is a part of what an element says"
    if form == "css" and any(
        page.ground.tree.label(page.nodes[place]) == "#text" for page in there
    ):
        return "it is a text beside others, which CSS cannot tell apart"
    for way in ways_of(place, label, pages):
        if form == "xpath" or can_be_css(way):
            return Selector(column.name, written([way], form, inside=False), take)
    return "it is not in the same place on all pages that are kept"


def _said(page: KeptCells, place: str, take: str) -> str:
    """Return what the node of a cell says, without white space."""
    ground, node = page.ground, page.nodes[place]
    if take == "text":
        return ground.said(node)
    return "".join((ground.tree.attribute(node, take) or "").split())


def _meta(name: str, form: Form) -> str:
    """Return the selector of a meta element by its name or property."""
    keys = ("property", "name")
    if form == "xpath":
        return f"//meta[{' or '.join(f'@{key}={literal(name)}' for key in keys)}]"
    text = name.replace("\\", "\\\\").replace('"', '\\"')
    return ", ".join(f'meta[{key}="{text}"]' for key in keys)
