"""Pages about one thing each become a wrapper: what differs between them is data."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.errors import NothingLearned
from windrow.model import Value
from windrow.table.types import typing_of
from windrow.table.words import unused
from windrow.wrap.detail.pages import DetailPages, source_of
from windrow.wrap.detail.template import KeyedField, KeyedTemplate, learn
from windrow.wrap.detail.worth import drop_worthless
from windrow.wrap.fingerprint import fingerprint
from windrow.wrap.outline import paths_of
from windrow.wrap.wrapper import Opened, Wrapper, WrapperColumn, plain_name

__all__ = ["learn_detail_pages"]


def learn_detail_pages(opened: Sequence[Opened]) -> Wrapper:
    """Return the wrapper of pages that are about one thing each."""
    sources = [source_of(one) for one in opened]
    template = learn(sources)
    drop_worthless(template.root, template.linked, [template.read(one) for one in sources])
    # Places have other names now: those that are no more need none.
    template = KeyedTemplate.from_json(template.to_json())
    rows = [template.read(source) for source in sources]
    columns = _in_order(_columns(template.fields(), rows), rows)
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


def _in_order(
    columns: Sequence[WrapperColumn], rows: Sequence[dict[str, Value]]
) -> tuple[WrapperColumn, ...]:
    """Return the columns with those first that tell pages apart."""

    def is_constant(column: WrapperColumn) -> bool:
        values = [row.get(column.place) for row in rows]
        return len(values) > 1 and all(value == values[0] for value in values)

    return tuple(sorted(columns, key=is_constant))


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
        name = unused(plain_name(place.name), taken)
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
