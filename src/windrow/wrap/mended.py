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

__all__ = ["is_lost", "mended"]

# A page that fits less well than this is read as a repair would read it, if that fits better.
# Chosen, not measured: it is the share of the records that has a field of the core.
_POOR = 0.8


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


def is_lost(reading: Reading) -> bool:
    """Return whether nothing is read, too little of it, or only what no locator leads to."""
    astray = bool(reading.ways) and not any(reading.ways.values())
    return not reading.rows or reading.fit < _POOR or astray


def _is_better(now: Reading, before: Reading) -> bool:
    """Return whether more is read, of records that have no less than before."""
    if not before.rows:
        return bool(now.rows)
    return (now.fit, len(now.rows)) > (before.fit, len(before.rows))
