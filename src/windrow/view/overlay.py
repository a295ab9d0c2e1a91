"""A page with its records outlined, and the table beside it: one self-contained file.

The page is a picture if a browser took one. Otherwise it is the page's own markup, in a frame in
which nothing can run, and the outlines are drawn when the file is opened.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from secrets import token_hex
from struct import unpack

from windrow.model import Finding, Table, Value
from windrow.read import Page, utf8
from windrow.tree.tree import Box
from windrow.view.marks import Mark, marks

__all__ = ["colour", "overlay", "sheet"]

_PNG_SIZE = slice(16, 24)
_RECORD, _REGION = "#d9480f", "#1864ab"


def overlay(page: Page, finding: Finding | None, title: str = "") -> str:
    """Return the file's HTML: the page on the left, the table that was found on the right."""
    table = finding.table.given if finding else None
    found = marks(finding) if finding else []
    nonce = token_hex(16)
    return _text("overlay.html").format(
        nonce=nonce,
        title=escape(title or page.source),
        style=_text("overlay.css"),
        script=_text("overlay.js"),
        page=_picture(page, found) if page.picture else _frame(page),
        legend=_legend(table),
        table=_table(table),
        facts=_data({} if page.picture else _facts(found)),
    )


def sheet(page: Page, finding: Finding | None) -> str:
    """Return HTML that shows the page's picture, the outlines and the legend, for a picture."""
    assert page.picture is not None
    table = finding.table.given if finding else None
    found = marks(finding) if finding else []
    return (
        f"<!doctype html><meta charset=utf-8><style>{_text('overlay.css')}</style>"
        f'<body class="sheet"><div class="legend">{_legend(table)}</div>'
        f'<div class="page">{_picture(page, found)}</div>'
    )


def colour(column: int) -> str:
    """Return the colour of a column: all differ, and neighbours differ clearly."""
    return f"hsl({(column * 137.508) % 360:.0f} 70% 42%)"


def picture_size(picture: bytes) -> tuple[int, int]:
    """Return width and height of a PNG picture."""
    width, height = unpack(">II", picture[_PNG_SIZE])
    return width, height


def _text(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")


def _picture(page: Page, found: Sequence[Mark]) -> str:
    assert page.picture is not None
    width, height = picture_size(page.picture)
    source = base64.b64encode(page.picture).decode()
    shapes = "".join(_shapes(found))
    return (
        f'<img alt="" width="{width}" height="{height}" src="data:image/png;base64,{source}">'
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}">{shapes}</svg>'
    )


def _shapes(found: Sequence[Mark]) -> Iterator[str]:
    records = [mark.box for mark in found if mark.column is None and mark.box]
    if records:
        lefts, tops, rights, bottoms = zip(*records, strict=True)
        whole = (min(lefts) - 4, min(tops) - 4, max(rights) + 4, max(bottoms) + 4)
        yield _rectangle(whole, _REGION, 'class="region"')
    for mark in found:
        if mark.box is None:
            continue
        if mark.column is None:
            yield _rectangle(mark.box, _RECORD, f'class="record" data-row="{mark.row}"')
        else:
            yield _rectangle(mark.box, colour(mark.column), f'class="cell" data-row="{mark.row}"')


def _rectangle(box: Box, stroke: str, more: str) -> str:
    left, top, right, bottom = box
    return (
        f'<rect {more} x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}" '
        f'height="{bottom - top:.1f}" stroke="{stroke}"/>'
    )


def _frame(page: Page) -> str:
    base = f'<base href="{escape(page.url)}">' if page.url else ""
    markup = base + utf8(page).decode("utf-8", "replace")
    # No scripts, forms or navigation; "same origin" lets us read the frame, and gives it nothing.
    return (
        f'<iframe sandbox="allow-same-origin" referrerpolicy="no-referrer" '
        f'srcdoc="{escape(markup)}"></iframe><svg></svg>'
    )


def _facts(found: Sequence[Mark]) -> dict[str, object]:
    return {
        "record": _RECORD,
        "region": _REGION,
        "marks": [
            {
                "row": mark.row,
                "paths": mark.paths,
                "colour": None if mark.column is None else colour(mark.column),
            }
            for mark in found
        ],
    }


def _data(facts: dict[str, object]) -> str:
    # "</script" in a path would end the script.
    return json.dumps(facts).replace("<", "\\u003c")


def _legend(table: Table | None) -> str:
    if table is None:
        return "<p>No table was found.</p>"
    names = "".join(
        f'<li style="--colour: {colour(k)}">{escape(column.name)}</li>'
        for k, column in enumerate(table.columns)
    )
    region = f'<li style="--colour: {_REGION}">region</li>'
    record = f'<li style="--colour: {_RECORD}">record</li>'
    return f"<ul>{region}{record}{names}</ul>"


def _table(table: Table | None) -> str:
    if table is None:
        return ""
    head = "".join(
        f'<th style="--colour: {colour(k)}">{escape(column.name)}</th>'
        for k, column in enumerate(table.columns)
    )
    rows = "".join(
        f'<tr data-row="{number}">'
        + "".join(f"<td>{escape(_said(row.get(column.name)))}</td>" for column in table.columns)
        + "</tr>"
        for number, row in enumerate(table.rows)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _said(value: Value) -> str:
    if isinstance(value, list):
        return "; ".join(", ".join(map(_said, row.values())) for row in value)
    return value or ""
