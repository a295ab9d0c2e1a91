"""Which column a person would call the title: the most distinct linked or heading text."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.table.appearance import has_digits, has_letters, looks_of, mean_length
from windrow.table.drafts import DraftColumn
from windrow.table.evidence import Evidence

__all__ = ["find_title"]

# How much speaks for a column: that it is a heading, linked, called a title by its class, in bold.
# Chosen, not measured: a heading or a link alone is enough, a class does not beat both of them, and
# what is bold is the title only where nothing else is.
_HEADING, _LINKED, _CALLED, _BOLD = 2.0, 2.0, 1.5, 0.8
# Of texts that come again ("Cached", a category), hardly any is a title: the share that must be
# different, and what is taken off for those that are not. Chosen, not measured.
_DIFFERENT, _AGAIN = 0.5, 3.0
# Characters of marks such as "A" or "#", and what is taken off for them. Chosen, not measured.
_SHORT, _MARK = 3.0, 1.0
# What is taken off for sentences, so that a name beside them comes first. Chosen, not measured.
_SENTENCE = 0.5
# Where nothing is marked as a title: the share of the rows that must have a name of their own, and
# its characters. Chosen, not measured.
_NAMED, _NAME = 0.8, 5.0
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
    plain: list[int] = []
    texts: list[int] = []
    for k, draft in enumerate(drafts):
        if not draft.is_text:
            continue
        place += 1
        texts.append(k)
        if not may_be[k] or draft.is_alt or 2 * draft.missing > len(draft.values):
            continue
        if not has_letters(draft):
            continue
        signs = evidence[k]
        worth = _HEADING * signs.heading + _LINKED * signs.linked + _CALLED * called[k]
        worth += _BOLD * signs.bold
        # Most drafts have none of these, and the rest costs time.
        if not worth:
            plain.append(k)
            continue
        worth -= _LATER * place + _against(draft, worth)
        if worth > most:
            best, most = k, worth
    if best >= 0:
        return best
    # A text behind one that is marked, and has a name, says something of that.
    marked = next((k for k in texts if evidence[k].linked or evidence[k].heading), len(drafts))
    named = next((k for k in plain if k < marked and _is_name(drafts[k])), -1)
    # Where everything else has a name, the first text is what the record is called.
    if named < 0 and len(plain) == 1 and texts[:1] == plain and _differs(drafts[plain[0]]):
        return plain[0]
    return named


def _is_name(draft: DraftColumn) -> bool:
    """Return whether the values are names that differ, where nothing is marked as a title."""
    return _differs(draft) and not has_digits(draft)


def _differs(draft: DraftColumn) -> bool:
    few = len(draft.different) < _NAMED * len(draft.values)
    # A term that is explained has a name of its own.
    if few or "dt" in draft.field.path.split("/"):
        return False
    return mean_length(draft) >= _NAME and not looks_of(draft)


def _against(draft: DraftColumn, most: float) -> float:
    """Return what speaks against a draft as the title; *most* where it cannot be one."""
    found = 0.0
    share = len(draft.different) / max(len(draft.filled), 1)
    if share < _DIFFERENT:
        found += _AGAIN * (1 - share / _DIFFERENT)
    if mean_length(draft) < _SHORT:
        found += _MARK
    looks = looks_of(draft)
    if looks == "description":
        return found + _SENTENCE
    return most if looks else found
