"""The other lists of the pages that a wrapper was learned from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from windrow.model import Table
from windrow.wrap.template import FITS, Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["tables_beside"]


def tables_beside(wrapper: Wrapper, opened: Opened) -> Iterator[Table]:
    """Yield the tables of the other lists of *wrapper* that a page has.

    Each is as sure as it fits, and as it was when it was learned.
    """
    for number, one in enumerate(wrapper.more, 2):
        reading = one.read(opened) if one.is_sure else None
        if reading and reading.rows and reading.fit >= FITS:
            table = one.table(reading, opened.page)
            score = table.score * one.sure
            yield replace(table, template_name=f"{wrapper.name}/{number}", score=score)
