"""The lists of a page as the studio draws them: tables, and where their records and cells are."""

from __future__ import annotations

from typing import Any, Literal

from windrow.detect.auto import Pointed
from windrow.errors import WindrowError
from windrow.model import Finding, Findings, Tables
from windrow.tree import Tree
from windrow.tree.parse import parse
from windrow.tree.path import find, xpath
from windrow.view.marks import drawn_at, marks
from windrow.view.terminal import table_object

__all__ = ["Marked", "node_at", "one_list", "page_lists", "pointed", "require_path", "tables_of"]

Marked = Literal["cells", "records", "none"]
"""What a list is given with: where its records and cells are, its records alone, or nothing."""


def page_lists(found: Findings, *, raw: bool = False, marked: Marked = "cells") -> dict[str, Any]:
    """Return the lists of a page, best first."""
    layout = found.page.layout
    return {
        "page": found.name,
        "title": found[0].tree.title if found else "",
        "size": [layout.width, layout.height] if layout else None,
        "lists": [_listed(one, raw, marked) for one in found],
        "reason": found.reason,
    }


def one_list(one: Finding | None, *, raw: bool = False, marked: Marked = "cells") -> dict[str, Any]:
    """Return a list that a person has pointed at, if there is one."""
    return {"list": _listed(one, raw, marked) if one else None}


def node_at(found: Findings, left: float, top: float) -> dict[str, Any]:
    """Return the XPath of the node that is drawn at a point of a page, and its text."""
    tree = found[0].tree if found else parse(found.page)
    node = drawn_at(tree, left, top)
    if node is None:
        return {"path": None, "says": ""}
    values = (value for part in tree.subtree(node) for _, value in tree.items(part)[:1])
    return {"path": xpath(tree, node), "says": " ".join(values)}


def tables_of(one: Finding | None, name: str) -> Tables:
    """Return the table of a list that a person has pointed at in the page *name*."""
    reason = None if one else "no list holds that node"
    return Tables(name, (one.table,) if one else (), reason)


def pointed(path: str) -> Pointed:
    """Return the detector of the list that holds the node at *path*."""
    require_path(path)
    return Pointed(path)


def require_path(path: str) -> None:
    """Raise an error unless *path* is an absolute XPath."""
    try:
        find(Tree.from_text("html"), path)
    except ValueError as error:
        raise WindrowError(
            str(error)[:200], hint="give an absolute XPath such as /html[1]/body[1]/ul[1]/li[2]"
        ) from error


def _listed(one: Finding, raw: bool, marked: Marked) -> dict[str, Any]:
    places = marks(one, cells=marked == "cells") if marked != "none" else ()
    return {
        "table": table_object(one.table, raw=raw),
        "names": [column.name for column in one.given.table.columns],
        "hidden": one.hidden,
        "marks": [
            {"row": mark.row, "column": mark.column, "paths": mark.paths, "box": mark.box}
            for mark in places
        ],
    }
