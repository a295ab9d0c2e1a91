"""Which column a person would call the title: the most distinct linked or heading text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from windrow.table.appearance import has_digits, has_letters, looks_of
from windrow.table.drafts import DraftColumn
from windrow.table.evidence import Evidence

__all__ = ["find_title"]

# Points for a column: it is a heading, linked, called a title by its class, in bold.
# Chosen, not measured: a heading or a link alone is enough, a class does not beat both of them, and
# bold text is the title only if nothing else is.
_HEADING, _LINKED, _CALLED, _BOLD = 2.0, 2.0, 1.5, 0.8
# Points for a link that another one of the record repeats, as that of the picture does. Chosen, not
# measured: more than two places further behind.
_REPEATED = 0.5
# Repeated texts ("Cached", a category) are hardly ever titles: the share that must be
# different, and the penalty for others. Chosen, not measured.
_DIFFERENT, _AGAIN = 0.5, 3.0
# Characters of marks such as "A" or "#", and the penalty for them. Chosen, not measured.
_SHORT, _MARK = 3.0, 1.0
# The penalty for sentences, so that a name beside them comes first. Chosen, not measured.
_SENTENCE = 0.5
# If nothing is marked as a title: the share of the rows that must have a distinct name, and
# its characters. Chosen, not measured.
_NAMED, _NAME = 0.8, 5.0
# Titles are among the first texts: the penalty for each text before. Chosen, not measured.
_LATER = 0.1


def find_title(
    drafts: Sequence[DraftColumn],
    evidence: Sequence[Evidence],
    may_be: Sequence[bool],
    called: Sequence[bool],
    repeats: Callable[[DraftColumn], bool],
) -> int:
    """Return the number of the draft that is the title, or -1.

    *may_be* says which drafts are texts without a better name, *called* which of them a class
    calls so, *repeats* whether another link of the record leads where that of a draft does.
    """
    place = 0
    plain: list[int] = []
    texts: list[int] = []
    marked_as: dict[int, float] = {}
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
        # Most drafts have none of these, and the other checks cost time.
        if not worth:
            plain.append(k)
            continue
        worth -= _LATER * place + _against(draft, worth)
        if worth > 0:
            marked_as[k] = worth
    if marked_as:
        return _best(drafts, evidence, marked_as, repeats)
    # A text behind one that is marked, and has a name, says something of that.
    marked = next((k for k in texts if evidence[k].linked or evidence[k].heading), len(drafts))
    named = next((k for k in plain if k < marked and _is_name(drafts[k])), -1)
    # Where everything else has a name, the first text is what the record is called.
    if named < 0 and len(plain) == 1 and texts[:1] == plain and _differs(drafts[plain[0]]):
        return plain[0]
    return named


def _best(
    drafts: Sequence[DraftColumn],
    evidence: Sequence[Evidence],
    worth: dict[int, float],
    repeats: Callable[[DraftColumn], bool],
) -> int:
    """Return the draft that is worth most; of links, one that the record repeats is preferred."""
    most = max(worth.values())
    near = [k for k, own in worth.items() if own >= most - _REPEATED]
    if len(near) > 1:
        for k in near:
            if evidence[k].linked and repeats(drafts[k]):
                worth[k] += _REPEATED
    return max(worth, key=worth.__getitem__)


def _is_name(draft: DraftColumn) -> bool:
    """Return whether the values are distinct names, if nothing is marked as a title."""
    return _differs(draft) and not has_digits(draft)


def _differs(draft: DraftColumn) -> bool:
    few = len(draft.different) < _NAMED * len(draft.values)
    # A term of a definition list is named in another way.
    if few or "dt" in draft.field.path.split("/"):
        return False
    return draft.length >= _NAME and not looks_of(draft)


def _against(draft: DraftColumn, most: float) -> float:
    """Return the penalty of a draft as the title; *most* if it cannot be one."""
    found = 0.0
    share = len(draft.different) / max(len(draft.filled), 1)
    if share < _DIFFERENT:
        found += _AGAIN * (1 - share / _DIFFERENT)
    if draft.length < _SHORT:
        found += _MARK
    looks = looks_of(draft)
    if looks == "description":
        return found + _SENTENCE
    return most if looks else found
