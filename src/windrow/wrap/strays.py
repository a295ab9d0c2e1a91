"""Which pages share a wrapper's frame, but have a list of another template in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from windrow.errors import NothingLearned
from windrow.pipeline import find
from windrow.wrap.examples import CERTAIN, Examples, other_templates
from windrow.wrap.template import Opened, learned_class
from windrow.wrap.wrapper import Wrapper

__all__ = ["require_one_list", "strays", "with_another_list"]


def strays(wrapper: Wrapper, pages: Iterable[Opened]) -> set[int]:
    """Return the numbers of the pages that have another list than the wrapper's.

    Pages with the same frame are still of two templates if their lists differ.
    """
    if not wrapper.template.can_be_empty:
        return set()
    found = set()
    for k, opened in enumerate(pages):
        reading = wrapper.read(opened)
        read = reading.fits and reading.rows
        # An empty list leaves no other list on the page that is sure.
        if not read and any(one.table.score >= CERTAIN for one in find(opened)):
            found.add(k)
    return found


def with_another_list(wrapper: Wrapper, pages: Sequence[Opened]) -> list[int]:
    """Return the numbers of the pages that share another list than the wrapper's.

    A template of its own has two pages, or half of the pages: what is less is noise.
    """
    odd = sorted(strays(wrapper, pages))
    while odd and len(odd) < len(pages):
        try:
            own = learned_class("auto", "list").learn(Examples((pages[odd[0]],)))
        except NothingLearned:
            odd = odd[1:]
            continue
        apart = strays(own, [pages[k] for k in odd]) - {0}
        alike = [k for at, k in enumerate(odd) if at not in apart]
        if len(alike) > 1 or 2 * len(alike) >= len(pages):
            return alike
        odd = [odd[at] for at in sorted(apart)]
    return []


def require_one_list(wrapper: Wrapper, pages: Sequence[Opened]) -> None:
    """Raise `NothingLearned`, with *apart*, if several of the pages share another list."""
    odd = with_another_list(wrapper, pages) if len(pages) > 1 else []
    if odd:
        first = next(k for k in range(len(pages)) if k not in odd)
        raise other_templates(
            pages, first, odd, what="another list",
            hint="give pages with one list, or say --kind list to leave the others out",
        )  # fmt: skip
