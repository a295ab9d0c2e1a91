"""Which column a person would call the title: the most distinct linked or heading text."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.table.drafts import DraftColumn
from windrow.table.evidence import Evidence
from windrow.table.looks import looks_of, mean_length

__all__ = ["find_title"]

# How much speaks for a column: that it is a heading, linked, called a title by its class. Chosen,
# not measured: a heading or a link alone is enough, and a class does not beat both of them.
_HEADING, _LINKED, _CALLED = 2.0, 2.0, 1.5
# Of texts that come again ("Cached", a category), hardly any is a title: the share that must be
# different, and what is taken off for those that are not. Chosen, not measured.
_DIFFERENT, _AGAIN = 0.5, 3.0
# Characters of marks such as "A" or "#", and what is taken off for them. Chosen, not measured.
_SHORT, _MARK = 3.0, 1.0
# Titles are among the first texts: what is taken off for each text before. Chosen, not measured.
_LATER = 0.1


def find_title(
    drafts: Sequence[DraftColumn],
    evidence: Sequence[Evidence],
    may_be: Sequence[bool],
    called: Sequence[bool],
) -> int:
    """Return the number of the draft that is the title; -1 where none is.

    *may_be* says which drafts are texts without a better name, *called* which of them a class
    calls so.
    """
    best, most, place = -1, 0.0, 0
    for k, draft in enumerate(drafts):
        if not draft.is_text:
            continue
        place += 1
        if not may_be[k] or draft.is_alt or 2 * draft.missing > len(draft.values):
            continue
        signs = evidence[k]
        worth = _HEADING * signs.heading + _LINKED * signs.linked + _CALLED * called[k]
        # Most drafts have none of these, and the rest costs time.
        if not worth:
            continue
        worth -= _LATER * place + _against(draft)
        if worth > most:
            best, most = k, worth
    return best


def _against(draft: DraftColumn) -> float:
    """Return what speaks against a draft as the title."""
    found = 0.0
    if len(draft.different) < _DIFFERENT * len(draft.filled):
        found += _AGAIN
    if mean_length(draft) < _SHORT:
        found += _MARK
    looks = looks_of(draft)
    return found + (_AGAIN if looks and looks != "description" else 0.0)
