"""windrow learn --cluster: a heap of pages becomes a folder of wrappers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from windrow.read import Page
    from windrow.read.look import Look
    from windrow.wrap.template import WrapperKind

__all__ = ["in_folders", "learn_heap"]

_PAGES = (".html", ".htm", ".xhtml")
_SHOWN = 5


def in_folders(pages: Sequence[str]) -> list[str]:
    """Return *pages* with the folders among them replaced by the pages in these."""
    return [name for page in pages for name in _inside(page)]


def _inside(page: str) -> Iterator[str]:
    if not os.path.isdir(page):
        yield page
        return
    files = sorted(str(path) for path in Path(page).rglob("*") if path.is_file())
    # Beside pages may lie what belongs to them; without any of that name, all are pages.
    yield from [name for name in files if name.lower().endswith(_PAGES)] or files


def learn_heap(
    pages: Sequence[str], folder: str, *, support: int, kind: WrapperKind | None, look: Look
) -> None:
    """Learn a wrapper a template, write them to *folder*, and tell what became of the pages."""
    from windrow.view.safe import plain
    from windrow.wrap.heap import learn_site, save_site

    heap = learn_site(_seen(pages, look), support=support, kind=kind)
    for path, wrapper, members in zip(
        save_site(heap, folder), heap.wrappers, heap.pages, strict=True
    ):
        what = {"list": "a list", "detail": "a page"}[wrapper.kind]
        columns = ", ".join(plain(column.name) for column in wrapper.columns[:6])
        more = f" and {len(wrapper.columns) - 6} more" if len(wrapper.columns) > 6 else ""
        click.echo(f"{path}: {len(members)} pages, {what} with {columns}{more}", err=True)
    for page, reason in heap.left[:_SHOWN]:
        click.echo(f"windrow: {plain(page)}: left out: {plain(reason)}", err=True)
    if len(heap.left) > _SHOWN:
        click.echo(f"windrow: {len(heap.left) - _SHOWN} more pages were left out", err=True)


def _seen(pages: Sequence[str], look: Look) -> Iterator[Page | str]:
    """Yield the pages; those that no browser has shown by name, so that none is kept in memory."""
    from windrow.cli import complain
    from windrow.errors import WindrowError

    for page in pages:
        try:
            # Whoever reads a name says himself why it cannot be read.
            shown = None if look.mode == "never" else look.at(page)
        except WindrowError as error:
            complain(error, page)
            continue
        yield page if shown is None or (shown.layout is None and os.path.isfile(page)) else shown
