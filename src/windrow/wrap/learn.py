"""Pages become a wrapper: one list page, several of one template, or pages about one thing each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from windrow.detect import Detector
from windrow.errors import NothingLearned
from windrow.read import PageLike, read
from windrow.wrap.detail.learn import learn_detail_pages
from windrow.wrap.kind import kind_of
from windrow.wrap.list.learn import learn_list_pages, see
from windrow.wrap.wrapper import Opened, Wrapper, WrapperKind

__all__ = ["learn"]


def learn(
    pages: Iterable[PageLike],
    *,
    kind: WrapperKind | None = None,
    detector: str | Detector = "auto",
    names: Mapping[str, str] | None = None,
    table: int = 1,
) -> Wrapper:
    """Return a wrapper for the site that *pages* are from.

    One page with a list is enough to learn the list; two or more pages about one thing each tell
    what is template and what is data. *kind* says which it is, where the pages do not make it
    plain; *detector* which system finds the records, and gives its template; *names* renames
    columns; *table* takes another table of the page than the best one.
    """
    opened = [Opened(read(page)) for page in pages]
    if not opened:
        raise NothingLearned("no page was given", hint="give at least one page")
    if kind is None and detector != "auto":
        kind = "list"
    seen = [] if kind == "detail" else [see(one, detector, table) for one in opened]
    if kind is None:
        kind = kind_of(seen, opened)
    if kind == "list":
        wrapper = learn_list_pages(seen, opened, detector)
    else:
        wrapper = learn_detail_pages(opened)
    return _renamed(wrapper, names or {})


def _renamed(wrapper: Wrapper, names: Mapping[str, str]) -> Wrapper:
    known = [column.name for column in wrapper.columns]
    for old, new in names.items():
        if old not in known:
            raise NothingLearned(
                f"there is no column {old!r} to rename", hint=f"there are {', '.join(known[:30])}"
            )
        if new in known:
            raise NothingLearned(f"there is a column {new!r} already")
    return wrapper.renamed(names) if names else wrapper
