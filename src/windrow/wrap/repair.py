"""Repairs a wrapper after the pages have changed: the columns keep their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from windrow.errors import NothingLearned, NotRepaired
from windrow.read import PageLike, read
from windrow.table.words import unused
from windrow.wrap.columns.pair import Option, Pair, column_weight, pair_columns
from windrow.wrap.detail.learn import learn_detail_pages
from windrow.wrap.list.look import Found, find_list
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.rebuild import rebuild
from windrow.wrap.wrapper import Opened, Wrapper, WrapperColumn

__all__ = ["LEAST_SURE", "Change", "Repair", "repair"]

ChangeKind: TypeAlias = Literal["kept", "moved", "lost", "new"]

# Less sure than this, the old wrapper stays.
LEAST_SURE = 0.5
# Pages whose list is so much less like the old one than the best page's are of another kind.
_NOISE = 0.25


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a column: *before* and *after* are the ways to it."""

    name: str
    kind: ChangeKind
    sure: float = 0.0
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        sure = f" ({self.sure:.0%} sure)" if self.kind in ("kept", "moved") else ""
        way = f": {self.before} -> {self.after}" if self.kind == "moved" else ""
        return f"{self.kind:5}  {self.name}{sure}{way}"


@dataclass(frozen=True)
class Repair:
    """The repaired wrapper, how sure it is, and what became of the columns."""

    wrapper: Wrapper
    confidence: float
    anchored: bool  # the records are as they were, and only stand elsewhere
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
                 "after": c.after}
                for c in self.changes
            ],
        }  # fmt: skip

    def __str__(self) -> str:
        how = "the records are as they were" if self.anchored else "learned afresh"
        head = f"{how}, {self.confidence:.0%} sure, from {self.pages} pages"
        return "\n".join([head, *map(str, self.changes)])


def repair(wrapper: Wrapper, pages: Iterable[PageLike], *, least: float = LEAST_SURE) -> Repair:
    """Return *wrapper* made to fit *pages*, its columns under their old names.

    Columns that the pages no longer have are left out, new ones come last. `NotRepaired` where
    too little is like what the wrapper knew: less than *least*.
    """
    opened = [Opened(read(page)) for page in pages]
    if not opened:
        raise NotRepaired("no page was given", 0.0)
    done = _detail(wrapper, opened) if wrapper.kind == "detail" else _list(wrapper, opened)
    if done.confidence < least:
        raise NotRepaired(_doubt(done), done.confidence)
    return done


def _list(wrapper: Wrapper, opened: Sequence[Opened]) -> Repair:
    founds = [found for one in opened if (found := find_list(wrapper, one))]
    founds.sort(key=lambda found: -found.confidence)
    if not founds:
        raise NotRepaired("no list on the pages is like the one that was learned", 0.0)
    if not isinstance(wrapper.template, ListPages):
        return _system(wrapper, founds[0])
    founds = [f for f in founds if f.confidence >= founds[0].confidence - _NOISE]
    rebuilt = rebuild(wrapper, founds)
    return _repair(wrapper, rebuilt.wrapper, rebuilt.sure, rebuilt.anchored, len(founds))


def _system(wrapper: Wrapper, found: Found) -> Repair:
    """Return a wrapper with the template of a paper's system, which one page gives."""
    renamed, sure = _named(wrapper, found.fresh, found.pairs)
    return _repair(wrapper, renamed, sure, False, 1)


def _detail(wrapper: Wrapper, opened: Sequence[Opened]) -> Repair:
    try:
        fresh = learn_detail_pages(opened)
    except NothingLearned as error:
        raise NotRepaired(error.reason, 0.0) from None
    rows = [row for one in opened for row in fresh.template.read(one).rows]
    candidates = [
        Option(
            column,
            tuple(row.get(column.place) for row in rows),
            # Fields of detail pages are called after the way to them: the same way, the same field.
            {column.place: 1.0},
        )
        for column in fresh.columns
    ]
    pairs = pair_columns(wrapper.columns, candidates)
    renamed, sure = _named(wrapper, fresh, pairs)
    same = all(p.new is None or fresh.columns[p.new].place == p.old.place for p in pairs)
    return _repair(wrapper, renamed, sure, same, len(opened))


def _named(
    wrapper: Wrapper, fresh: Wrapper, pairs: Sequence[Pair]
) -> tuple[Wrapper, dict[str, float]]:
    """Return *fresh* with the old columns first, under their names and types; and how sure."""
    columns = [
        _as_before(pair.old, fresh.columns[pair.new]) for pair in pairs if pair.new is not None
    ]
    taken = {pair.new for pair in pairs}
    names = {column.name for column in wrapper.columns}
    for at, column in enumerate(fresh.columns):
        if at not in taken:
            name = unused(column.name, names)
            names.add(name)
            columns.append(replace(column, name=name))
    sure = {pair.old.name: pair.sure for pair in pairs if pair.new is not None}
    return replace(fresh, columns=tuple(columns), name=wrapper.name), sure


def _as_before(old: WrapperColumn, new: WrapperColumn) -> WrapperColumn:
    """Return the new column as the old one was called and typed; inside of lists as well."""
    inner = new.columns
    if old.columns and new.columns:
        pairs = pair_columns(old.columns, [Option(column) for column in new.columns])
        before = {pair.new: pair.old for pair in pairs if pair.new is not None}
        names = {column.name for column in old.columns}
        inner = tuple(
            _as_before(before[k], column)
            if k in before
            else replace(column, name=unused(column.name, names))
            for k, column in enumerate(new.columns)
        )
    return replace(
        new, name=old.name, type=old.type, label=old.label, decimal=old.decimal, order=old.order,
        source=old.source, columns=inner,
    )  # fmt: skip


def _repair(
    old: Wrapper, new: Wrapper, sure: dict[str, float], anchored: bool, pages: int
) -> Repair:
    total = sum(map(column_weight, old.columns))
    found = sum(column_weight(column) * sure.get(column.name, 0.0) for column in old.columns)
    before = {column.name: column for column in old.columns}
    after = {column.name: column for column in new.columns}
    changes = [_change(column, after.get(column.name), sure) for column in old.columns]
    changes += [Change(n, "new", after=_way(c)) for n, c in after.items() if n not in before]
    return Repair(new, round(found / total, 3) if total else 0.0, anchored, tuple(changes), pages)


def _change(old: WrapperColumn, new: WrapperColumn | None, sure: dict[str, float]) -> Change:
    if new is None:
        return Change(old.name, "lost", before=_way(old))
    one, other = _way(old), _way(new)
    kind: ChangeKind = "kept" if one == other else "moved"
    return Change(old.name, kind, sure.get(old.name, 0.0), one, other)


def _way(column: WrapperColumn) -> str:
    """Return the way to a column that tells a person most."""
    ways = dict(column.locators)
    return next((ways[kind] for kind in ("css", "xpath", "position") if ways.get(kind)), "")


def _doubt(done: Repair) -> str:
    lost = [change.name for change in done.changes if change.kind == "lost"]
    if not lost:
        return "the columns that were found are little like the old ones"
    more = f" and {len(lost) - 5} more" if len(lost) > 5 else ""
    return f"nothing on the pages is like {', '.join(lost[:5])}{more}"
