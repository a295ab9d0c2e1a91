"""Reads a page on which a wrapper has lost its way, as `repair` would read it.

A page may have its list elsewhere: in a form that the learned page has not, below another notice.
The wrapper stays as it is; only this page is read with what a repair would make of it.
"""

from __future__ import annotations

from dataclasses import replace

from windrow.errors import NotRepaired
from windrow.model import Table
from windrow.wrap.repair import repair_opened
from windrow.wrap.template import Opened, Reading
from windrow.wrap.wrapper import Wrapper

__all__ = ["mended"]


def mended(wrapper: Wrapper, opened: Opened, reading: Reading) -> tuple[Table, str] | None:
    """Return what a repair would read of a page, and a note; None if that is no better."""
    try:
        done = repair_opened(wrapper, [opened])
    except NotRepaired:
        return None
    now = done.wrapper.read(opened)
    if not _is_better(now, reading):
        return None
    # The table is as sure as the repair, and not as the new wrapper's fit on its own page.
    table = replace(done.wrapper.table(now, opened.page), score=done.confidence)
    return table, f"read as a repair would read it ({done.confidence:.0%} sure)"


def _is_better(now: Reading, before: Reading) -> bool:
    """Return whether more is read, of records that have no less than before."""
    if not before.rows:
        return bool(now.rows)
    return (now.fit, len(now.rows)) > (before.fit, len(before.rows))
