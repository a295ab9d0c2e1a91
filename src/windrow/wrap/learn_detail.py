"""Pages about one thing each become a wrapper: what differs between them is data."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.errors import NothingLearned
from windrow.model import Value
from windrow.table.types import typing_of
from windrow.wrap.fingerprint import fingerprint
from windrow.wrap.keyed import KeyedField, learn
from windrow.wrap.learn_merge import unique
from windrow.wrap.outline import paths_of
from windrow.wrap.reader_detail import DetailPages, source_of
from windrow.wrap.wrapper import Opened, Wrapper, WrapperColumn

__all__ = ["learn_detail_pages"]

_WORD = re.compile(r"[^\W_]+")
_LONGEST_NAME = 40


def learn_detail_pages(opened: Sequence[Opened]) -> Wrapper:
    """Return the wrapper of pages that are about one thing each."""
    sources = [source_of(one) for one in opened]
    template = learn(sources)
    rows = [template.read(source) for source in sources]
    columns = _columns(template.fields(), rows)
    if not columns:
        raise NothingLearned("the pages have no text that differs between them")
    return Wrapper(
        "detail",
        DetailPages(template),
        columns,
        (1, 1, 1),
        len(opened),
        "keyed",
        paths_of(source.tree for source in sources),
    )


def _columns(
    fields: Sequence[KeyedField], rows: Sequence[dict[str, Value]]
) -> tuple[WrapperColumn, ...]:
    found: list[WrapperColumn] = []
    taken: set[str] = set()
    for place in fields:
        values = [row.get(place.id) for row in rows]
        inner: tuple[WrapperColumn, ...] = ()
        if place.fields:
            inner = _columns(
                place.fields, [row for v in values if isinstance(v, list) for row in v]
            )
            mark = fingerprint([f"{len(v)} rows" if isinstance(v, list) else None for v in values])
            kind, decimal, order = "rows", ".", ""
        else:
            texts = [value if isinstance(value, str) else None for value in values]
            mark = fingerprint(texts)
            typing = typing_of([text for text in texts if text is not None] or ["text"])
            kind, decimal, order = typing.type, typing.decimal, typing.order
        name = unique(_short(place.name), taken)
        taken.add(name)
        ways = (("position", place.id), *((("xpath", place.path),) if place.path else ()),
                *((("text", place.label),) if place.label else ()))  # fmt: skip
        found.append(
            WrapperColumn(
                place.id, name, kind, "", decimal, order, place.path, place.named_by, ways, mark,
                inner,
            )
        )  # fmt: skip
    return tuple(found)


def _short(name: str) -> str:
    words = _WORD.findall(name.lower())
    return "_".join(words)[:_LONGEST_NAME].strip("_") or "text"
