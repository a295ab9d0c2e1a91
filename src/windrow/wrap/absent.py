"""Columns that a page does not have, and says so: the header of its table does not name them.

Tables of one site differ in their columns more often than a site drops one: a page without a column
is healthy. But if none of several pages has it, or the last few by date do not, the site has
dropped it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from windrow.model import Value
from windrow.wrap.template import Judgement

__all__ = ["excused"]

# The last pages by date that must all lack a column before it is taken as dropped, although earlier
# pages have it. Chosen, not measured.
_LAST = 3


def excused(
    judgements: Sequence[Judgement],
    rows: Sequence[Sequence[Mapping[str, Value]]],
    dates: Sequence[str],
) -> list[frozenset[str]]:
    """Return for each page the columns that it may lack, by place.

    *rows* are those it has; *dates* say which pages are the last, if all have one.
    """
    known = [*zip(judgements, rows, strict=True)]
    if is_dated := all(dates):
        known = [known[k] for k in sorted(range(len(known)), key=dates.__getitem__)]
    places = {place for judgement in judgements for place in judgement.absent}
    dropped = set()
    for place in places:
        lacks = [
            place in judgement.absent
            for judgement, own in known
            if place in judgement.absent or any(row.get(place) is not None for row in own)
        ]
        several = len(lacks) > 1 and all(lacks)
        if several or (is_dated and len(lacks) > _LAST and all(lacks[-_LAST:])):
            dropped.add(place)
    return [frozenset(one.optional | (one.absent.keys() - dropped)) for one in judgements]
