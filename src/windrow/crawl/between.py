"""What lies between two neighbours: the links back and on that stand side by side."""

from __future__ import annotations

from windrow.crawl.addresses import same_page
from windrow.crawl.counted import names_page, stem
from windrow.crawl.links import numbers_in, without_numbers

__all__ = ["may_lie_between"]


def may_lie_between(back: str, on: str) -> bool:
    """Return whether a page of a list may lie between the pages at two addresses.

    The neighbours of a page of a list count evenly around it, and their addresses are alike in all
    else. Next to the last page of some lists is that page itself, or the first one.

    >>> may_lie_between("/hay?page=2", "/hay?page=4"), may_lie_between("/hay/", "/hay/3")
    (True, True)
    >>> may_lie_between("/hay?page=2", "/hay?page=3"), may_lie_between("/hay?page=2", "/hay?page=1")
    (False, False)
    >>> may_lie_between("/wet-hay-12", "/old-hay-14"), may_lie_between("/bale/118", "/bale/77")
    (False, False)
    """
    named = names_page(on)
    if without_numbers(back) != without_numbers(on):
        return named or stem(back) == stem(on)
    pairs = [*zip(numbers_in(same_page(back)), numbers_in(same_page(on)), strict=True)]
    changed = [(before, after) for before, after in pairs if before != after]
    if len(changed) != 1:
        return named or not changed
    [(before, after)] = changed
    if abs(after - before) == 1:
        # On the first page, some lists have a link back to it.
        return before < after and before <= 1
    return named or _is_even(before, abs(after - before))


def _is_even(before: int, apart: int) -> bool:
    """Return whether pages of half of *apart* records each lead from the first to number *before*.

    >>> _is_even(411, 2), _is_even(21, 40), _is_even(77, 41)
    (True, True, False)
    """
    each, odd = divmod(apart, 2)
    return not odd and before % each in (0, 1 % each)
