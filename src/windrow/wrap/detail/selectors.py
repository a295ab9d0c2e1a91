"""The columns of detail pages as selectors: where each was on a learned page."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.tree.tree import TEXT
from windrow.wrap.detail.title import TitleEdges
from windrow.wrap.detail.ways import KeptCells, Way, ways_of
from windrow.wrap.selectors import Form, Selector, Selectors, literal, union
from windrow.wrap.steps import Step, parse_step
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["detail_selectors"]

# Attributes that cells are taken from; everything else is the text of an element.
_TAKES = ("href", "src", "value", "alt", "content", "datetime")
_META = "linked.meta."
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
        if edges != TitleEdges():
            return "the site's name is cut off the page's title"
        return Selector(column.name, union([[Step("title")]], form, "//"))
    if place.startswith(_META):
        return Selector(column.name, _meta(place.removeprefix(_META), form), "content")
    if place.startswith("linked."):
        return "it is in data for machines (JSON-LD), not in an element"
    if column.columns:
        return "it is a list inside the page"
    if not pages:
        return "no page is kept on which a selector could be tried"
    return _by_pages(column, form, pages)


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
    if form == "css" and any(page.tree.label(page.nodes[place]) == "#text" for page in there):
        return "it is a text beside others, which CSS cannot tell apart"
    for way in ways_of(place, label, pages):
        if form == "css" and way.start is not None and way.start.text:
            continue
        try:
            return Selector(column.name, _written(way, form), take)
        except ValueError:
            continue
    return "it is not in the same place on all pages that are kept"


def _said(page: KeptCells, place: str, take: str) -> str:
    """Return what the node of a cell says, without white space."""
    tree, node = page.tree, page.nodes[place]
    if take != "text":
        return "".join((tree.attributes_of(node).get(take) or "").split())
    texts = (tree.text(one) for one in tree.subtree(node) if tree.kinds[one] & TEXT)
    return "".join("".join(texts).split())


def _written(way: Way, form: Form) -> str:
    """Return a way as a selector; ValueError where a label is one that no selector can have."""
    rest = [_step(part) for part in way.rest.split("/") if part]
    start = way.start
    if start is None:
        return union([rest], form, "/")
    if not start.text:
        return union([[start.step, *rest]], form, "//")
    named = f"//{start.step.label}[normalize-space()={literal(start.text)}]"
    return union([rest], form, named + "/.." * start.up + "/")


def _step(text: str) -> Step:
    """Return a step of an absolute XPath; a page has one html and one body."""
    step = parse_step(text.replace("text()", "#text"))
    return Step(step.label) if step.label in ("html", "body") else step


def _meta(name: str, form: Form) -> str:
    """Return the selector of a meta element by its name or property."""
    keys = ("property", "name")
    if form == "xpath":
        return f"//meta[{' or '.join(f'@{key}={literal(name)}' for key in keys)}]"
    text = name.replace("\\", "\\\\").replace('"', '\\"')
    return ", ".join(f'meta[{key}="{text}"]' for key in keys)
