"""Further learning: more pages improve a wrapper, and its corrections stay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from windrow.errors import NothingLearned, NotRepaired
from windrow.read import PageLike, read_all, utf8
from windrow.wrap.cluster import cluster
from windrow.wrap.examples import require_lessons, require_one_template
from windrow.wrap.keep import keep, kept_pages
from windrow.wrap.template import Opened
from windrow.wrap.wrapper import Wrapper

__all__ = ["learn_more"]


def learn_more(wrapper: Wrapper, pages: Iterable[PageLike]) -> Wrapper:
    """Return *wrapper* learned from *pages* and those that it keeps.

    Its columns keep their names, new ones come last. Raises `NothingLearned` if the pages have
    another template.
    """
    new = [*map(Opened, read_all(pages))]
    if not new:
        raise NothingLearned("no page was given", hint="give at least one page")
    kept = kept_pages(wrapper.kept)
    there = {utf8(one.page) for one in kept}
    new = [one for one in new if utf8(one.page) not in there]
    if not new:
        raise NothingLearned(
            "it was learned from these pages", hint="give other pages of the same template"
        )
    opened = [*kept, *new]
    require_lessons(opened)
    _require_same_template(kept, new)
    require_one_template(opened)
    try:
        found = wrapper.template.match(wrapper, opened).wrapper
    except NotRepaired as error:
        raise NothingLearned(error.reason) from None
    return replace(
        found,
        pages=wrapper.pages - len(kept) + len(opened),
        corrections=wrapper.corrections,
        kept=keep(one.page for one in (*kept[:1], *new, *kept[1:])),
    )


def _require_same_template(kept: Sequence[Opened], new: Sequence[Opened]) -> None:
    """Raise `NothingLearned` if no new page has the template of the kept ones."""
    known = range(len(kept))
    groups = cluster(page.whole for page in (*kept, *new))
    if kept and not any({*known} & {*group} and {*group} - {*known} for group in groups):
        what = f"`{new[0].page.source}` has" if len(new) == 1 else f"all {len(new)} pages have"
        raise NothingLearned(
            f"{what} another template than the pages the wrapper was learned from",
            hint="give pages of the same template, or learn another wrapper from these",
        )
