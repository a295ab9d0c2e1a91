"""Names that columns have by what is beside and around them: days, flags, scores, answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from windrow.table.appearance import are_questions, is_day
from windrow.table.classes import known_word
from windrow.table.drafts import DraftColumn
from windrow.table.evidence import Evidence, words_around
from windrow.table.named import Named
from windrow.table.words import NUMERIC, slug

__all__ = ["PICTURE", "name_answers", "name_days", "name_numbers", "name_pictures", "name_tallies"]

PICTURE = Named("image", "kind")
_TEXT, _DESCRIPTION = Named("text", "kind"), Named("description", "form")
_TITLE = Named("title", "form")
_RATINGS = frozenset(("rating", "ratings", "star", "stars"))
_STARS = frozenset("012345")
# A whole number in brackets beside stars: how many people gave them.
_TALLY = re.compile(r"\(\s?\d{1,3}(?:[.,\s]?\d{3})*\s?\)")
_NUMBERS = frozenset(("integer", "number", "count"))


def name_pictures(
    drafts: Sequence[DraftColumn], found: list[Named | None], headers: Mapping[int, str]
) -> None:
    """Call each of several pictures by the header it is below, beside a text: a country's flag."""
    pictures = [k for k, named in enumerate(found) if named and named.name == "image"]
    for k in pictures if len(pictures) > 1 else ():
        header = headers.get(drafts[k].index, "")
        if found[k] == PICTURE and (name := slug(header)):
            found[k] = Named(slug(f"{name}_image"), "header", header)


def name_numbers(
    drafts: Sequence[DraftColumn],
    types: Sequence[str],
    evidence: Sequence[Evidence],
    found: list[Named | None],
) -> None:
    """Call the only number in a part of the record by the part: 8.6 in a "review-score"."""
    numbers = [k for k, draft in enumerate(drafts) if draft.is_text and types[k] in _NUMBERS]
    taken = {named.name for named in found if named}
    nameless = [k for k in numbers if (named := found[k]) is None or named.source == "kind"]
    around = {k: words_around(evidence[k]) for k in nameless}
    for k in nameless:
        for words in around[k]:
            name = known_word(words)
            others = (j for j in nameless if j != k)
            alone = not any(words in around[j] or words in evidence[j].classes for j in others)
            if name in NUMERIC and alone and name not in taken:
                found[k] = Named(slug(name), "class")
                taken.add(name)
                break


def name_days(drafts: Sequence[DraftColumn], found: list[Named | None]) -> None:
    """Call numbers beside a month or a weekday the day, where nothing else names them."""
    texts = [k for k, draft in enumerate(drafts) if draft.is_text]
    months = {k for k in texts if (named := found[k]) and named.name in ("month", "weekday")}
    for pair in pairwise(texts) if months else ():
        for own, other in (pair, pair[::-1]):
            named = found[own]
            bare = named is None or named.source == "kind"
            if other in months and bare and is_day(drafts[own]):
                found[own] = Named("day", "form")


def name_answers(
    drafts: Sequence[DraftColumn], evidence: Sequence[Evidence], found: list[Named | None]
) -> None:
    """Call texts that the page does not name questions, and the prose behind them the answer.

    A headline may be a question, too: it is linked.
    """
    # Mostly there is no prose, which is quick to see.
    if not any(named is not None and named.name == "description" for named in found):
        return
    texts = [k for k, draft in enumerate(drafts) if draft.is_text]
    for own, other in pairwise(texts):
        if (
            found[other] == _DESCRIPTION
            and found[own] in (_DESCRIPTION, _TEXT, _TITLE)
            and not evidence[own].linked
            and are_questions(drafts[own])
        ):
            found[own], found[other] = Named("question", "form"), Named("answer", "form")


def name_tallies(
    drafts: Sequence[DraftColumn], types: Sequence[str], found: list[Named | None]
) -> None:
    """Call whole numbers in brackets, which a class calls a rating, the number of reviews."""
    taken = {named.name for named in found if named}
    for k, named in enumerate(found):
        if (
            named is not None
            and named.name in _RATINGS
            and named.source == "class"
            and types[k] in _NUMBERS
            and "reviews" not in taken
            and all(map(_TALLY.fullmatch, drafts[k].filled))
            # Up to five they may be the stars.
            and not _STARS.issuperset(value.strip("() ") for value in drafts[k].filled)
        ):
            found[k] = Named("reviews", "form")
            taken.add("reviews")
