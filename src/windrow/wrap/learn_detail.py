"""Pages about one thing each become a wrapper: what differs between them is data."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.errors import NothingLearned
from windrow.model import Value
from windrow.table.types import typing_of
from windrow.wrap.fingerprint import fingerprint
from windrow.wrap.keyed import KeyedField, learn
from windrow.wrap.outline import paths_of
from windrow.wrap.reader_detail import DetailPages, source_of
from windrow.wrap.wrapper import Opened, Wrapper, WrapperColumn, plain_name, unique

__all__ = ["learn_detail_pages"]

_STEPS = re.compile(r"/([^/]+)")
# What stands in these belongs to the site, not to the thing the page is about.
_FRAME = re.compile(r"^(nav|header|footer)\b|[.#](nav|footer|navbar|navigation)\b|menu")


def learn_detail_pages(opened: Sequence[Opened]) -> Wrapper:
    """Return the wrapper of pages that are about one thing each."""
    sources = [source_of(one) for one in opened]
    template = learn(sources)
    rows = [template.read(source) for source in sources]
    columns = _worthwhile(_columns(template.fields(), rows), rows)
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


def _worthwhile(
    columns: Sequence[WrapperColumn], rows: Sequence[dict[str, Value]]
) -> tuple[WrapperColumn, ...]:
    """Return the columns without menus and echoes; those that tell pages apart come first.

    An echo says on every page what the element around it says.
    """
    said = {column.place: [row.get(column.place) for row in rows] for column in columns}
    kept = [
        column
        for column in columns
        if not (_is_echo(column.place, said) or _is_menu(column, said[column.place]))
    ]
    return tuple(sorted(kept, key=lambda column: _is_constant(said[column.place])))


def _is_constant(values: Sequence[Value]) -> bool:
    return len(values) > 1 and all(value == values[0] for value in values)


def _is_menu(column: WrapperColumn, values: Sequence[Value]) -> bool:
    """Return whether a column is a part of the page's frame that most pages share."""
    steps = _STEPS.findall(f"/{column.path}") + _STEPS.findall(f"/{column.place}")
    framed = any(_FRAME.search(step) for step in steps)
    return framed and (_is_constant(values) or None in values)


def _is_echo(place: str, said: dict[str, list[Value]]) -> bool:
    above = place.rpartition("/")[0]
    return bool(above) and "@" not in place and said.get(above) == said[place]


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
        name = unique(plain_name(place.name), taken)
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
