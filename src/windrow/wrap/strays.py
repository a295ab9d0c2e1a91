"""Which pages share a wrapper's frame, but have a list of another template in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from windrow.pipeline import find
from windrow.wrap.examples import other_templates
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["require_one_list", "strays"]

# A list this sure is what a page is about; what is left of an empty table, a header, is less sure.
# Chosen, not measured.
_SURE = 0.9


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
        if not read and any(one.table.score >= _SURE for one in find(opened)):
            found.add(k)
    return found


def require_one_list(wrapper: Wrapper, pages: Sequence[Opened]) -> None:
    """Raise `NothingLearned`, with *apart*, if some of several pages have another list."""
    odd = strays(wrapper, pages) if len(pages) > 1 else set()
    if odd and len(odd) < len(pages):
        first = next(page for k, page in enumerate(pages) if k not in odd)
        raise other_templates(first, [pages[k] for k in sorted(odd)], len(pages))
