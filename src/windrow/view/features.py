"""The numbers of the ranking in words that a reader of the page understands."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

__all__ = ["FACTS", "fact", "share"]


def fact(name: str, value: float, usual: float, called: str) -> str:
    """Return a feature in words, with the number it is compared to.

    >>> fact("pictures", 1.0, 0.25, "on average here")
    'all of the records have an image (on average here: 25 %)'
    """
    words, shown = FACTS[name]
    if name in _YES_NO:
        yes, no = words.split(" | ")
        return yes if value > usual else no
    return f"{words.format(shown(value))} ({called}: {shown(usual)})"


def share(value: float) -> str:
    """Return a share in words.

    >>> share(0.0), share(0.034), share(0.996), share(1.0)
    ('none', '3 %', '99 %', 'all')
    """
    if value <= 0 or value >= 1:
        return "none" if value <= 0 else "all"
    return f"{min(99, max(1, round(100 * value)))} %"


def _count(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _log_count(value: float) -> str:
    return f"{exp(value):.0f}"


def _log_length(value: float) -> str:
    length = round(exp(value) - 1)
    return "1 character" if length == 1 else f"{length} characters"


def _log_times(value: float) -> str:
    return _count(exp(value) - 1)


# By feature: a sentence for its number, and how the number is written; or two sentences, for
# yes and no.
FACTS: dict[str, tuple[str, Callable[[float], str]]] = {
    "similarity": ("neighbours have {} of their parts in common", share),
    "least_text": ("the shortest record has {}", _log_length),
    "low_text": ("seven in eight of the records have at least {}", _log_length),
    "most_share": ("the longest record has {} of the text", share),
    "single": ("{} of the records have less than two texts", share),
    "two_texts": ("{} of the records have two texts or more", share),
    "multiplicity": ("the most frequent part comes {} times in a record", _log_times),
    "variety": ("{} of the values of a column are different", share),
    "varied": ("in {} columns most values are different", _log_times),
    "key": ("in one column {} of the values are different", share),
    "longest_column": ("a value of the wordiest column has {}", _log_length),
    "number_columns": ("{} columns are different numbers", _log_times),
    "numeric": ("{} of the records have a separate number", share),
    "digit": ("{} of the records have a digit", share),
    "negative": ("{} elements around it are named like menus, footers, adverts", _count),
    "positive": ("{} elements around it are named like results, products, articles", _count),
    "dated": ("{} of the records have a date or a year", share),
    "inline": ("the records are pieces of text | the records are more than pieces of text", _count),
    "parent_share": ("the parent has {} children with content for each record", _count),
    "records": ("there are {} records", _log_count),
    "mass": ("it has more text or more records | it has less text or fewer records", _count),
    "labels": ("{} of the records begin with their own label", share),
    "pictures": ("{} of the records have an image", share),
    "link": ("{} of the records have a link", share),
    "all_link": ("{} of the records are links and nothing else", share),
    "targets": ("{} of their links lead to different pages", share),
    "signs": ("a record has {} signs of one: link, image, number, short texts, row", _count),
    "table_headers": ("{} of the tables that the rows are in have header cells", share),
    "table_kinds": ("the rows are in tables with {} different headers", _log_count),
    "parents": ("the records have {} different parents", _log_count),
    "kin": ("for each text in it {} texts elsewhere have the same place in the markup", _log_times),
    "before": ("{} of the text of the page is before it", share),
    "page_share": ("it has {} of the text of the page", share),
    "gaps": ("{} of the neighbours have text between them", share),
    "inner": ("smaller parts are more alike than the records by {}", "{:+.2f}".format),
    # Which generator proposed the cut, not what it looks like.
    "path": ("cut by the path in the page | not cut by the path in the page", _count),
    "join": ("joined from several such cuts | not joined from several such cuts", _count),
    "break": ("cut at line breaks or rules | not cut at line breaks", _count),
    "empty": ("cut at empty elements | not cut at empty elements", _count),
}
_YES_NO = {name for name, (words, _) in FACTS.items() if " | " in words}
