"""Reads pages with a wrapper, after a browser has shown them if that is requested or helps."""

from __future__ import annotations

from dataclasses import replace

from windrow.model import Tables
from windrow.read import PageLike
from windrow.read.look import Look
from windrow.wrap import Applier

__all__ = ["apply"]


def apply(
    wrapper: Applier, page: PageLike, *, browser: Look | None = None, every: bool = False
) -> Tables:
    """Return what *wrapper* reads on *page*; with *every*, the other lists it knows as well.

    With a *browser* that may help, a shell that gives nothing is shown there and read again.
    """
    look = browser or Look()
    if look.mode == "always":
        return wrapper.apply(look.shown(page), every=every)
    source = look.read(page)
    tables = wrapper.apply(source, every=every)
    filled = None if tables else look.filled(page, source)
    if filled is None:
        return tables
    return replace(wrapper.apply(filled, every=every), page=tables.page)
