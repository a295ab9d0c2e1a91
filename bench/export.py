"""How many columns of wrappers have selectors, and how many of those find what apply gives.

    python -m bench.export [--corpus DIR] [--dataset NAME] [--limit N] [--half a|b] [--why]

Wrappers of lists are learned from one page of a site, those of detail pages from two. The selectors
of ``windrow export --as css`` and ``--as xpath`` are evaluated with parsel, and its own parser, on
the last page of each site. Most sites have no page that was not learned from; those that have one
are counted on a line of their own, too:

given
    which share of the wrapper's columns has a selector; counted are the columns that apply gives
    by default, without constant and minor ones (``--all-columns``: all);
lost
    sites whose page the wrapper itself does not fit any more: no selector is tried there;
records
    on which share of the other sites the selector finds as many records as apply; where it does
    not, no column counts as exact;
exact
    which share of the selectors tried finds the cell that apply gives, in every record; of a list
    inside, all cells of all rows.

The code that ``--as scrapy`` and ``--as web-poet`` print applies the wrapper itself: there is
nothing to measure.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cssselect import SelectorError
from parsel import Selector

from bench.corpus import add_option
from windrow.errors import WindrowError
from windrow.read import read, utf8
from windrow.wrap.keep import kept_pages
from windrow.wrap.learn import learn
from windrow.wrap.selectors import Form, Selectors
from windrow.wrap.selectors import Selector as Column
from windrow.wrap.template import WrapperKind
from windrow.wrap.wrapper import Wrapper, WrapperColumn

FORMS: tuple[Form, ...] = ("css", "xpath")
KINDS: tuple[WrapperKind, ...] = ("list", "detail")


@dataclass(frozen=True)
class Site:
    """Pages of one template."""

    kind: WrapperKind
    pages: tuple[Path, ...]

    @property
    def lessons(self) -> int:
        """How many pages are learned from."""
        return 1 if self.kind == "list" else 2

    @property
    def has_another(self) -> bool:
        """Whether the page that selectors are evaluated on was not learned from."""
        return len(self.pages) > self.lessons

    def learned(self) -> Wrapper:
        """Return a wrapper of the first pages."""
        return learn(self.pages[: self.lessons], kind=self.kind)


def main() -> None:
    options = _options()
    totals: dict[tuple[str, Form, str], Counter[str]] = {}
    reasons: dict[tuple[str, Form], Counter[str]] = {}
    for site in _halves([*_sites(options)], options.half):
        try:
            wrapper = site.learned()
        except WindrowError:
            continue
        columns = [one for one in wrapper.columns if options.all_columns or _is_default(one)]
        for form in FORMS:
            found = wrapper.template.selectors(columns, form, kept_pages(wrapper.kept))
            one = Counter(sites=1, columns=len(columns), given=len(found.columns))
            one += measured(wrapper, found, form, site.pages[-1])
            for pages in ("all", "other") if site.has_another else ("all",):
                totals.setdefault((site.kind, form, pages), Counter()).update(one)
            reasons.setdefault((site.kind, form), Counter()).update(found.missing.values())
    for (kind, form, pages), total in sorted(totals.items(), reverse=True):
        print(f"{kind:<8}{form:<7}{pages:<7}{total['sites']} sites, {total['columns']} columns: "
              f"{_share(total['given'], total['columns'])} given, {total['lost']} lost, "
              f"records found on {_share(total['records'], total['sites'] - total['lost'])}, "
              f"{_share(total['exact'], total['tried'])} exact")  # fmt: skip
        if options.why and pages == "all":
            for reason, count in reasons[kind, form].most_common():
                print(f"    {_share(count, total['columns']):>6}  {reason}")


def _is_default(column: WrapperColumn) -> bool:
    return not column.constant and not column.minor


def measured(wrapper: Wrapper, found: Selectors, form: Form, page: Path) -> Counter[str]:
    """Return whether the records of *page* are found, and how many columns are exact."""
    tables = wrapper.apply(page)
    if tables.reason:
        return Counter(lost=1)
    rows = [row for table in tables for row in table.rows]
    root = Selector(text=utf8(read(page)).decode())
    records = _selected(root, found.records, form) if found.records else [root]
    tried = len(found.columns)
    if len(records) != len(rows):
        return Counter(tried=tried)
    exact = sum(
        _are_headings(root, found.records, rows, column, form)
        if column.before
        else _is_exact(records, rows, column, form)
        for column in found.columns
    )
    return Counter(tried=tried, records=1, exact=exact)


def _selected(node: Selector, way: str, form: Form) -> Sequence[Selector]:
    if not way:  # the node itself
        return [node]
    try:
        return node.css(way) if form == "css" else node.xpath(way)
    except SelectorError:  # CSS that parsel does not know
        return ()


def _are_headings(
    root: Selector, way: str, rows: Sequence[Mapping[str, Any]], column: Column, form: Form
) -> bool:
    """Return whether the last node before each record that a selector finds on the page is right.

    A union of selectors finds nodes in page order.
    """
    joint = ", " if form == "css" else " | "
    # An element has one object as long as a selector holds it.
    records = [one.root for one in _selected(root, way, form)]
    headings = [one.root for one in _selected(root, column.way, form)]
    known, marked = {*map(id, records)}, {*map(id, headings)}
    last, cells = None, []
    for one in _selected(root, f"{way}{joint}{column.way}", form):
        if id(one.root) in known:
            cells.append("" if last is None else _cell([last], column))
        if id(one.root) in marked:
            last = one
    return cells == [_bare(row.get(column.column)) for row in rows]


def _is_exact(
    records: Sequence[Selector], rows: Sequence[Mapping[str, Any]], column: Column, form: Form
) -> bool:
    """Return whether the selector of a column finds the cell of every row."""
    if column.inner and column.take == "json":
        return all(
            _is_linked_list(_selected(record, column.way, form), row, column)
            for record, row in zip(records, rows, strict=True)
        )
    if column.inner:
        return all(
            _is_list(_selected(record, column.inner.records, form), row, column, form)
            for record, row in zip(records, rows, strict=True)
        )
    cells = [_cell(_selected(record, column.way, form), column) for record in records]
    return cells == [_bare(row.get(column.column)) for row in rows]


def _is_list(found: Sequence[Selector], row: Mapping[str, Any], column: Column, form: Form) -> bool:
    """Return whether *found* are the rows of a list inside a record, with all their cells."""
    rows, inner = row.get(column.column) or [], column.inner
    found = [one for one in found if not _is_blank(one)]
    if inner is None or inner.missing or len(found) != len(rows):
        return False
    return all(_is_exact(found, rows, one, form) for one in inner.columns)


def _cell(there: Sequence[Selector], column: Column) -> str:
    """Return what the first node says that a selector finds, or all of them, without spaces."""
    if not there:
        return ""
    if column.take == "json":
        return next(filter(None, (_linked(one, column.path) for one in there)), "")
    if column.line:
        there = _line(there, column.line)
    elif column.take != "text":
        return "".join(there[0].attrib.get(column.take, "").split())
    there = [one for one in there if not _is_blank(one)][column.nth - 1 :] if column.nth else there
    text = "".join(map(_text, there if column.join else there[:1]))
    part = re.search(column.pattern, " ".join(text.split())) if column.pattern else None
    return "".join((part[1] if part else text).split())


def _line(found: Sequence[Selector], number: int) -> Sequence[Selector]:
    """Return the texts of a line among *found*: texts, and elements that divide them."""
    count, texts = 1, []
    for one in found:
        if not isinstance(one.root, str):
            count += 1
        elif count == number:
            texts.append(one)
    return texts


def _is_linked_list(scripts: Sequence[Selector], row: Mapping[str, Any], column: Column) -> bool:
    """Return whether *scripts* of JSON-LD have the rows of a list, with all their cells."""
    rows, inner = row.get(column.column) or [], column.inner
    found: Any = next((one for script in scripts if (one := _at(script, column.path))), [])
    items = found if isinstance(found, list) else [found]
    if inner is None or len(items) != len(rows):
        return False
    return all(
        _said(_down(item, one.path.strip(".").split("."))) == _bare(cells.get(one.column))
        for item, cells in zip(items, rows, strict=True)
        for one in inner.columns
    )


def _bare(cell: Any) -> str:
    """Return a cell without white space; a list, which no selector of a text finds, as it is."""
    return "".join(cell.split()) if isinstance(cell, str) else str(cell or "")


def _linked(script: Selector, path: str) -> str:
    """Return the value in a script of JSON-LD that *path* leads to: a type, then keys."""
    return _said(_at(script, path))


def _at(script: Selector, path: str) -> Any:
    """Return what the first thing has whose type *path* begins with, and that has it."""
    kind, *keys = path.split(".")
    try:
        data = json.loads(_text(script).strip().removesuffix(";"), strict=False)
    except ValueError:
        return None
    things = data if isinstance(data, list) else data.get("@graph", [data])
    for thing in things:
        kinds = thing.get("@type", "thing") if isinstance(thing, dict) else ""
        kinds = kinds if isinstance(kinds, str) else kinds[0]
        if kinds.rpartition("/")[2] == kind and (found := _down(thing, keys)):
            return found
    return None


def _down(data: Any, keys: Sequence[str]) -> Any:
    """Return what *keys* lead to, through lists of one; no key is the thing itself."""
    for key in filter(None, keys):
        data = data[0] if isinstance(data, list) and len(data) == 1 else data
        data = data.get(key) if isinstance(data, dict) else None
    return data


def _said(data: Any) -> str:
    data = data[0] if isinstance(data, list) and len(data) == 1 else data
    return "".join(str(data).split()) if isinstance(data, str | int | float) else ""


def _is_blank(found: Selector) -> bool:
    """Return whether *found* is a blank text; CSS selects these, too."""
    return isinstance(found.root, str) and not found.root.strip(" \t\r\n")


def _text(node: Selector) -> str:
    texts = [node.root] if isinstance(node.root, str) else node.xpath(".//text()").getall()
    return "".join(texts)


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _sites(options: argparse.Namespace) -> Iterator[Site]:
    found: dict[tuple[str, str, str], list[Path]] = {}
    for path in sorted(options.corpus.rglob("truth.json")):
        dataset, name, *_ = path.relative_to(options.corpus).parts
        kind = json.loads(path.read_text("utf-8")).get("kind", "list")
        if options.dataset in (None, dataset) and options.kind in (None, kind):
            found.setdefault((dataset, name, kind), []).append(path.with_name("page.html"))
    counts: Counter[tuple[str, str]] = Counter()
    for (dataset, _, kind), pages in found.items():
        counts[dataset, kind] += 1
        if options.limit and counts[dataset, kind] > options.limit:
            continue
        yield from (
            Site(k, tuple(pages)) for k in KINDS if k == kind and len(pages) > (k != "list")
        )


def _halves(sites: Sequence[Site], half: str | None) -> Sequence[Site]:
    """Return every second site of each kind."""
    if half is None:
        return sites
    kinds = [[site for site in sites if site.kind == kind] for kind in KINDS]
    return [site for some in kinds for site in some["ab".index(half) :: 2]]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="bench.export", description="How many columns of wrappers have selectors."
    )
    add_option(parser)
    parser.add_argument("--dataset", help="only this one")
    parser.add_argument("--limit", type=int, default=0, help="sites of each data set and kind")
    parser.add_argument("--half", choices=["a", "b"], help="every second site of each kind")
    parser.add_argument("--kind", choices=KINDS, help="only this one")
    parser.add_argument("--all-columns", action="store_true", help="also constant and minor ones")
    parser.add_argument("--why", action="store_true", help="also print why columns have none")
    return parser.parse_args()


if __name__ == "__main__":
    main()
