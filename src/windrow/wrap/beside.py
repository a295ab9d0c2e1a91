"""The other lists of the pages that a wrapper was learned from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from windrow.model import Table
from windrow.wrap.template import Opened, Reading
from windrow.wrap.wrapper import Wrapper

__all__ = ["tables_beside", "without_others"]


def without_others(wrapper: Wrapper, opened: Opened, reading: Reading) -> Reading:
    """Return a reading without its rows if they are those of another list that *wrapper* knows."""
    for one in wrapper.more:
        other = one.template.read(opened)
        # A list that is where it was is no other one that was lost.
        there = bool(other.ways) and all(other.ways.values())
        if there and 2 * len({*other.nodes}.intersection(reading.nodes)) >= len(reading.nodes):
            return replace(reading, rows=(), nodes=(), region="")
    return reading


def tables_beside(wrapper: Wrapper, opened: Opened) -> Iterator[Table]:
    """Yield the tables of the other lists of *wrapper* that a page has.

    Each is as sure as it fits, and as it was when it was learned.
    """
    for number, one in enumerate(wrapper.more, 2):
        reading = one.read(opened) if one.is_sure else None
        if reading and reading.rows and reading.fits:
            table = one.table(reading, opened.page)
            score = table.score * one.sure
            name = f"{wrapper.name}/{number}"
            yield replace(table, template_name=name, wrapper=wrapper.name, score=score)
