"""The test that a node has as much of the core as records have, as apply asks of them.

What is among records and has less, such as an advert, is no record for apply either.
"""

from __future__ import annotations

from collections.abc import Sequence

from windrow.tree.tree import TEXT_LABEL
from windrow.wrap.selectors import Form
from windrow.wrap.selectors.cells import cell_ways
from windrow.wrap.selectors.hops import Check, Hop, Hops, can_be_test, few_of
from windrow.wrap.selectors.inside import Inside

__all__ = ["enough_test"]

# Fields that XPath counts; CSS has no numbers and needs a test for each way to have enough. Chosen,
# not measured.
_MOST_COUNTED, _MOST_WAYS = 12, 10


def enough_test(
    core: Sequence[Sequence[Inside] | None], needed: int, form: Form
) -> tuple[Check, ...]:
    """Return the test that a node has *needed* of the *core* fields; () if there is none.

    The cells of each field in all records are given. Fields without a plain path, which are None
    or not found, could all be there: the others must make up for the rest.
    """
    options: list[Check] = []
    for records in core[:_MOST_COUNTED]:
        ways = cell_ways(records, texts=form == "xpath") if records else []
        if records and len(ways) == 1 and can_be_test(ways[0]):
            options.append(Check("has", (*ways[0], *_text(records, ways[0], form))))
    while options:
        least = needed - (len(core) - len(options))
        if least < 1:
            return ()
        test = Check("any", first=least, options=(*options,))
        if form == "xpath" or len(few_of(test)) <= _MOST_WAYS:
            return (test,)
        options.pop()
    return ()


def _text(records: Sequence[Inside], way: Hops, form: Form) -> Hops:
    """Return the step to a text, which a cell has that is one; CSS cannot ask for it."""
    is_asked = form == "xpath" and records[0].take == "text"
    return (Hop("below", TEXT_LABEL),) if is_asked and way[-1].label != TEXT_LABEL else ()
