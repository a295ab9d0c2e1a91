"""Learns a wrapper: from one list page, several of one template, or pages about one thing each."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from windrow.detect import LEARNERS, Detector
from windrow.errors import NothingLearned
from windrow.read import Page, PageLike, read_all
from windrow.wrap.examples import Examples, require_lessons, require_one_template
from windrow.wrap.keep import keep
from windrow.wrap.kind import are_lists, kind_of
from windrow.wrap.readback import not_read_back
from windrow.wrap.sought import Sought
from windrow.wrap.strays import require_one_list, with_another_list
from windrow.wrap.template import (
    FIRST,
    WITH_LISTS,
    LearnKind,
    Opened,
    learned_class,
    learns_examples,
    learns_pages,
)
from windrow.wrap.wrapper import Wrapper

if TYPE_CHECKING:
    from windrow.table.chosen import Choice

__all__ = ["learn", "learn_template"]

_log = logging.getLogger("windrow")

_ABOUT_ONE: frozenset[LearnKind] = frozenset(("detail", "both"))
# A wrapper that reads at most this share of the fewest records it was learned from, on any
# page, does not know them. Chosen, not measured.
_MOST = 0.5


def learn(
    pages: Iterable[PageLike] | PageLike,
    *,
    kind: LearnKind | None = None,
    detector: str | Detector = "auto",
    names: Mapping[str, str] | None = None,
    table: int = 1,
    examples: Iterable[Mapping[str, Any]] | Mapping[str, Any] = (),
    choice: Choice | None = None,
) -> Wrapper:
    """Return a wrapper for the site that *pages* are from.

    One page with a list is enough to learn the list; two or more pages about one thing each show
    what is template and what is data. *kind* says which it is, if the pages do not make it
    clear; "both" is for pages about one thing with further lists, which come in `more`. *detector*
    is the system that finds the records and provides the template; *names* renames columns; *table*
    chooses a table other than the best one. With a *choice* the wrapper gives the
    chosen columns.

    *examples* are values of one record or a few, by the names their columns are to have: the
    wrapper then has these columns and no others. Names of which no value is found are logged, and
    values that it does not give on the pages it was learned from.
    """
    # Often a single page is given; a str would iterate over its letters, a file over its lines.
    alone = isinstance(pages, str | bytes | os.PathLike | Page) or hasattr(pages, "read")
    several = cast(Iterable[PageLike], [pages] if alone else pages)
    sought = Sought.of(examples)
    lessons = Examples(tuple(map(Opened, read_all(several))), detector, table, sought)
    if not lessons.pages:
        raise NothingLearned("no page was given", hint="give at least one page")
    require_lessons(lessons.pages)
    require_one_template(lessons.pages)
    wrapper = learn_sought(lessons, kind) if sought else learn_template(lessons, kind)
    if kind is None and not sought and detector == "auto" and table == 1:
        require_one_list(wrapper, lessons.pages)
    wrapper = wrapper.renamed(names or {})
    return wrapper.chosen(choice) if choice is not None else wrapper


def learn_sought(lessons: Examples, kind: LearnKind | None) -> Wrapper:
    """Return the wrapper of the sought values: of the kind of pages that has most of them."""
    sought = lessons.sought
    if learns_examples(lessons.detector_name):
        return learn_template(lessons, kind or "list")
    kinds: tuple[LearnKind, ...] = ("list", "detail")
    if kind and kind not in WITH_LISTS:
        kinds = (kind,)
    found: list[Wrapper] = []
    for one in kinds:
        with suppress(NothingLearned):
            found.append(learn_template(lessons, one))
    if not found:
        raise NothingLearned(
            "the pages hold none of the examples", hint="give values as the pages say them"
        )
    # One row may be that of a page or of a list on it; two are those of a list.
    is_list = len(sought.rows) > 1 or len(found) == 1
    likely = "list" if is_list else FIRST[kind_of(lessons)]
    best = max(found, key=lambda one: (len(one.shown), one.kind == likely))
    names = {column.name for column in best.shown}
    for name in sought.names:
        if name not in names:
            _log.warning("not found on the pages: %s (%r)", name, sought.value(name))
    for line in not_read_back(best, lessons.pages, sought):
        _log.warning("%s", line)
    return best


def learn_template(examples: Examples, kind: LearnKind | None = None) -> Wrapper:
    """Return the wrapper of pages that are known to be of one template, and not all the same."""
    name = examples.detector_name
    if kind is None:
        # A request for a table other than the best one means a list.
        kind = "list"
        if examples.detector == "auto" and examples.number == 1:
            kind = kind_of(examples)
            if kind in _ABOUT_ONE and _have_several_lists(examples):
                kind = "list"
        elif learns_pages(name) and examples.number == 1 and len(examples.pages) > 1:
            kind = kind_of(replace(examples, detector="auto"))
    wrapper = learned_class(name, FIRST[kind]).learn(examples)
    if not any(_is_found_again(wrapper, page) for page in examples.pages):
        raise NothingLearned(
            "records were found, but nothing distinguishes them from the rest of the page",
            hint="try another --detector",
        )
    # A system that only learns has no lists besides those in its rows.
    beside = kind in WITH_LISTS and name not in LEARNERS
    more = _beside(examples) if beside else wrapper.more
    return replace(wrapper, more=more, kept=keep(one.page for one in examples.pages))


def _have_several_lists(examples: Examples) -> bool:
    """Return whether several pages certainly have lists, and these are not of one template.

    Pages about one thing each may have a sure list as well, but all of them the same.
    """
    if len(examples.pages) < 2 or not are_lists(examples):
        return False
    wrapper = learned_class("auto", "list").learn(examples)
    return bool(with_another_list(wrapper, examples.pages))


def _beside(examples: Examples) -> tuple[Wrapper, ...]:
    """Return the wrappers of the lists on pages that are about one thing each, the best first."""
    try:
        best = learned_class("auto", "list").learn(examples)
    except NothingLearned:
        return ()
    # An unsure list is part of the record: a table of its labels, a menu.
    found = (replace(best, more=()), *(one for one in best.more if one.is_sure))
    return tuple(one for one in found if any(_is_found_again(one, p) for p in examples.pages))


def _is_found_again(wrapper: Wrapper, page: Opened) -> bool:
    """Return whether the wrapper reads the records of a page it was learned from, or most."""
    return len(wrapper.read(page).rows) > _MOST * wrapper.records[0]
