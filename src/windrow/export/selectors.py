"""A wrapper as bare selectors, in JSON: which nodes are records, and where each column is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from windrow.errors import WrapperError
from windrow.export import Export
from windrow.tree.lxml_tree import is_installed
from windrow.tree.opened import Opened
from windrow.wrap.keep import kept_pages
from windrow.wrap.selectors import Form, Selector, Selectors
from windrow.wrap.wrapper import Wrapper

__all__ = ["write"]

_TRIED = "tried on the tree of lxml, which parsel and Scrapy use"
_UNTRIED = "not tried on the tree of lxml, which parsel and Scrapy use: lxml is not installed"
_MADE = "a person has made it from other columns"


def write(wrapper: Wrapper, form: str, path: str) -> Export:
    """Return the selectors of the wrapper's lists; *path* is not needed."""
    pages = kept_pages(wrapper.kept)
    sure = [one for one in wrapper.more if one.is_sure]
    main, *more = [_selectors(one, cast(Form, form), pages) for one in (wrapper, *sure)]
    if not any(found.columns or found.records for found in (main, *more)):
        raise WrapperError(
            f"no selector gives a column of this wrapper: {'; '.join({*main.missing.values()})}",
            hint="--as scrapy and --as web-poet give code that reads all columns",
        )
    note = f"{main.note}; {_TRIED if is_installed() else _UNTRIED}"
    data = {"name": wrapper.name, "form": form, "note": note, **_data(main)}
    if more:
        data["more"] = [_data(found) for found in more]
    left = dict(main.missing)
    for number, found in enumerate(more, 2):
        left |= {f"list {number}: {name}": why for name, why in found.missing.items()}
    return Export(json.dumps(data, ensure_ascii=False, indent=1) + "\n", left)


def _selectors(wrapper: Wrapper, form: Form, pages: Sequence[Opened]) -> Selectors:
    """Return the selectors of the wanted columns; a column made from several has none."""
    made = wrapper.corrections.made
    columns = [one for one in wrapper.shown if not one.constant]
    wanted = [c for c in columns if c.name not in made]
    found = wrapper.template.selectors(wanted, form, pages)
    left = {c.name: _MADE for c in columns if c.name in made}
    return replace(found, missing={**found.missing, **left})


def _data(found: Selectors) -> dict[str, Any]:
    """Return the selectors of one list, or of a page about one thing, as plain data."""
    data: dict[str, Any] = {"records": found.records} if found.records else {}
    return data | {"columns": [*map(_column, found.columns)], "left_out": dict(found.missing)}


def _column(one: Selector) -> dict[str, Any]:
    """Return a selector as plain data; what is rarely needed is left out if it is not there."""
    if one.inner and one.take == "json":
        columns = [{"name": cell.column, "path": cell.path} for cell in one.inner.columns]
        return {"name": one.column, "take": one.take, "selector": one.way, "path": one.path,
                "columns": columns}  # fmt: skip
    if one.inner:
        return {"name": one.column, **_data(one.inner)}
    data: dict[str, Any] = {"name": one.column, "take": one.take, "selector": one.way}
    more = {"join": one.join, "nth": one.nth, "line": one.line, "before": one.before,
            "pattern": one.pattern, "path": one.path}  # fmt: skip
    return data | {key: value for key, value in more.items() if value}
