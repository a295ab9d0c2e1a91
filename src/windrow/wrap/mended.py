"""Reads a page on which a wrapper has lost its way, as `repair` would read it.

A page may have its list elsewhere: in a form that the learned page has not, below another notice.
The wrapper stays as it is; only this page is read with what a repair would make of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from windrow.errors import NotRepaired
from windrow.model import Table
from windrow.wrap.first import first_comes
from windrow.wrap.repair import Repair, repair_opened
from windrow.wrap.template import Opened, Reading
from windrow.wrap.wrapper import Wrapper

__all__ = ["mended_first"]

# A page that fits less well than this is read as a repair would read it, if that fits better.
# Chosen, not measured: it is the share of the records that has a field of the core.
_POOR = 0.8


def mended_first(
    wrapper: Wrapper,
    opened: Opened,
    reading: Reading,
    own: Sequence[Table],
    others: Sequence[Table],
) -> tuple[list[Table], tuple[str, ...]]:
    """Return the tables of a page, and that it was read as a repair would read it, if so.

    They are *own*, or what a repair would read instead, and the *others*.
    """
    mended = _mended(wrapper, opened, reading) if _is_lost(reading) else None
    if mended is None:
        return first_comes(own, others), ()
    repair, now = mended
    note = f"read as a repair would read it ({repair.confidence:.0%} sure)"
    table = replace(repair.wrapper.table(now, opened.page), score=repair.confidence)
    # Where nothing was read, a list that was learned may say more than one that is only like it.
    found = first_comes([table], others) if reading.rows else first_comes(own, [table, *others])
    return found, (note,) if found[0] is table else ()


def _mended(wrapper: Wrapper, opened: Opened, reading: Reading) -> tuple[Repair, Reading] | None:
    """Return a repair for this page and what it reads; None if that is no better than *reading*."""
    try:
        done = repair_opened(wrapper, [opened])
    except NotRepaired:
        return None
    now = done.wrapper.read(opened)
    return (done, now) if _is_better(now, reading) else None


def _is_lost(reading: Reading) -> bool:
    """Return whether nothing is read, too little of it, or only what no locator leads to."""
    astray = bool(reading.ways) and not any(reading.ways.values())
    return not reading.rows or reading.fit < _POOR or astray


def _is_better(now: Reading, before: Reading) -> bool:
    """Return whether more is read, of records that have no less than before."""
    if not before.rows:
        return bool(now.rows)
    return (now.fit, len(now.rows)) > (before.fit, len(before.rows))
