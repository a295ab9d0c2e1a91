"""The lists of a page as the studio draws them: tables, and where their records and cells are."""

from __future__ import annotations

from typing import Any

from windrow.detect.auto import Pointed
from windrow.errors import WindrowError
from windrow.model import Finding, Findings, Tables
from windrow.pipeline import find_list_at
from windrow.tree import Tree
from windrow.tree.parse import parse
from windrow.tree.path import find, xpath
from windrow.view.marks import drawn_at, marks
from windrow.view.terminal import table_object

__all__ = ["list_at", "node_at", "page_lists", "pointed", "tables_at"]


def page_lists(found: Findings, *, raw: bool = False, marked: bool = True) -> dict[str, Any]:
    """Return the lists of a page, best first; *marked*: with the places of their cells."""
    layout = found.page.layout
    return {
        "page": found.name,
        "title": found[0].tree.title if found else "",
        "size": [layout.width, layout.height] if layout else None,
        "lists": [_listed(one, raw, marked) for one in found],
        "reason": found.reason,
    }


def list_at(found: Findings, path: str, *, raw: bool = False) -> dict[str, Any]:
    """Return the smallest list of a page that holds the node at the XPath *path*."""
    one = _at(found, path)
    return {"list": _listed(one, raw) if one else None}


def node_at(found: Findings, left: float, top: float) -> dict[str, Any]:
    """Return the XPath of the node that is drawn at a point of a page, and its text."""
    tree = found[0].tree if found else parse(found.page)
    node = drawn_at(tree, left, top)
    if node is None:
        return {"path": None, "says": ""}
    values = (value for part in tree.subtree(node) for _, value in tree.items(part)[:1])
    return {"path": xpath(tree, node), "says": " ".join(values)}


def tables_at(found: Findings, path: str) -> Tables:
    """Return the table of the smallest list that holds the node at *path*, if there is one."""
    one = _at(found, path)
    reason = None if one else "no list holds that node"
    return Tables(found.name, (one.table,) if one else (), reason)


def pointed(path: str) -> Pointed:
    """Return the detector of the list that holds the node at *path*."""
    _require_path(path)
    return Pointed(path)


def _at(found: Findings, path: str) -> Finding | None:
    _require_path(path)
    return find_list_at(found, path)


def _require_path(path: str) -> None:
    try:
        find(Tree.from_text("html"), path)
    except ValueError as error:
        raise WindrowError(
            str(error)[:200], hint="give an absolute XPath such as /html[1]/body[1]/ul[1]/li[2]"
        ) from error


def _listed(one: Finding, raw: bool, marked: bool = True) -> dict[str, Any]:
    return {
        "table": table_object(one.table, raw=raw),
        "names": [column.name for column in one.given.table.columns],
        "hidden": one.hidden,
        "marks": [
            {"row": mark.row, "column": mark.column, "paths": mark.paths, "box": mark.box}
            for mark in (marks(one) if marked else ())
        ],
    }
