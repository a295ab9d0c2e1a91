"""Repairs a wrapper after the pages have changed: the columns keep their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from windrow.errors import NothingLearned, NotRepaired
from windrow.model import Value
from windrow.read import PageLike, read_all
from windrow.wrap.columns.doubt import doubts
from windrow.wrap.columns.pair import Pair, confidence_of
from windrow.wrap.examples import require_lessons
from windrow.wrap.keep import keep
from windrow.wrap.template import Match, Opened
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["LEAST_SURE", "Change", "ChangeKind", "Repair", "planned", "repair", "repair_opened"]

ChangeKind: TypeAlias = Literal["kept", "moved", "lost", "new"]

# A repair that is less sure is refused, and the old wrapper stays. Chosen; bench.mutate measures
# the whole.
LEAST_SURE = 0.5


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a column: *before* and *after* are its locators."""

    name: str
    kind: ChangeKind
    sure: float = 0.0
    before: str = ""
    after: str = ""
    doubts: tuple[str, ...] = ()  # in words

    def __str__(self) -> str:
        sure = f" ({self.sure:.0%} sure)" if self.kind in ("kept", "moved") else ""
        way = f": {self.before} -> {self.after}" if self.kind == "moved" else ""
        return f"{self.kind:5}  {self.name}{sure}{way}" + "".join(f"; {one}" for one in self.doubts)


@dataclass(frozen=True)
class Repair:
    """The repaired wrapper, how sure it is, and the changes of the columns."""

    wrapper: Wrapper
    confidence: float
    anchored: bool  # the records are as they were, and only lie elsewhere
    changes: tuple[Change, ...]
    pages: int  # that had what the wrapper is for

    def to_json(self) -> dict[str, Any]:
        """Return what changed as plain data."""
        return {
            "confidence": self.confidence,
            "how": "re-anchored" if self.anchored else "learned afresh",
            "pages": self.pages,
            "columns": [
                {"name": c.name, "change": c.kind, "sure": c.sure, "before": c.before,
                 "after": c.after, "doubts": [*c.doubts]}
                for c in self.changes
            ],
        }  # fmt: skip

    def __str__(self) -> str:
        how = "the records are as they were" if self.anchored else "learned afresh"
        many = "1 page" if self.pages == 1 else f"{self.pages} pages"
        head = f"{how}, {self.confidence:.0%} sure, from {many}"
        return "\n".join([head, *map(str, self.changes)])


def repair(wrapper: Wrapper, pages: Iterable[PageLike], *, least: float = LEAST_SURE) -> Repair:
    """Return *wrapper* repaired for *pages*, with the old names of its columns.

    Columns that the pages no longer have are left out, new ones come last. Raises `NotRepaired` if
    too little is like what the wrapper knew: less than *least*.
    """
    return repair_opened(wrapper, [*map(Opened, read_all(pages))], least=least)


def repair_opened(
    wrapper: Wrapper, opened: Sequence[Opened], *, least: float = LEAST_SURE
) -> Repair:
    """Return *wrapper* made to fit pages that may be parsed already."""
    if not opened:
        raise NotRepaired("no page was given", 0.0)
    try:
        require_lessons(opened)
    except NothingLearned as error:
        raise NotRepaired(error.reason, 0.0) from None
    match = wrapper.template.match(wrapper, opened)
    rows = [row for page in opened for row in match.wrapper.read(page).rows]
    match = replace(match, wrapper=replace(match.wrapper, kept=keep(one.page for one in opened)))
    done = _repair(wrapper, match, rows)
    if done.confidence < least:
        raise NotRepaired(_doubt(done), done.confidence)
    return done


def planned(wrapper: Wrapper, pages: Iterable[PageLike]) -> Repair | NotRepaired:
    """Return what a repair would do, or why it would be refused."""
    try:
        return repair(wrapper, pages)
    except NotRepaired as error:
        return error


def _repair(old: Wrapper, match: Match, rows: Sequence[Mapping[str, Value]]) -> Repair:
    new, sure = replace(match.wrapper, corrections=old.corrections), {**match.sure}
    before = {column.name for column in old.columns}
    after = {column.name: column for column in new.columns}
    against: dict[str, list[str]] = defaultdict(list)
    for name, doubt in doubts(old.varied, new.varied, rows):
        sure[name] *= doubt.right
        against[name].append(doubt.reason)
    changes = [
        _change(name, c, after.get(c.name), sure.get(c.name, 0.0), tuple(against[c.name]))
        for c, name in old.judged
    ]
    changes += [Change(name, "new", after=_way(c)) for c, name in new.judged
                if c.name not in before]  # fmt: skip
    confidence = confidence_of([Pair(c, None, sure.get(c.name, 0.0)) for c in old.columns])
    return Repair(new, round(confidence, 3), match.anchored, tuple(changes), match.pages)


def _change(
    name: str,
    old: WrapperColumn,
    new: WrapperColumn | None,
    sure: float,
    against: tuple[str, ...],
) -> Change:
    if new is None:
        return Change(name, "lost", before=_way(old))
    one, other = _way(old), _way(new)
    kind: ChangeKind = "kept" if one == other else "moved"
    return Change(name, kind, round(sure, 3), one, other, against)


def _way(column: WrapperColumn) -> str:
    """Return the most readable locator of a column."""
    ways = dict(column.locators)
    return next((ways[kind] for kind in ("css", "xpath", "position") if ways.get(kind)), "")


def _doubt(done: Repair) -> str:
    lost = [change.name for change in done.changes if change.kind == "lost"]
    if not lost:
        return "the columns that were found are little like the old ones"
    more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
    return f"nothing on the pages is like {', '.join(lost[:5])}{more}"
