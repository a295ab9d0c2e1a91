"""A wrapper as a picture in plain text: its columns, and how it finds them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["picture"]

# What fits on a terminal, in characters, and how many samples. Chosen, not measured.
_WIDTH = 100
_SAMPLE = 40
_SAMPLES = 3
_LONGEST_NAME = 30


def picture(wrapper: Wrapper, *, template: bool = True) -> Iterator[str]:
    """Yield the lines of the picture; texts of pages are unchanged."""
    yield from _head(wrapper)
    yield ""
    yield "columns"
    yield from _columns([one for one in wrapper.shown if not one.minor], "  ")
    if minor := [one for one in wrapper.shown if one.minor]:
        yield ""
        yield "minor columns (apply --all-columns)"
        yield from _columns(minor, "  ")
    if template:
        yield ""
        yield "template"
        lines = wrapper.template.describe(wrapper.shown)
        yield from (f"  {_cut(line, _WIDTH * 2)}" for line in lines)


def _head(wrapper: Wrapper) -> Iterator[str]:
    low, middle, high = wrapper.records
    name = f"{wrapper.name}: " if wrapper.name else ""
    pages = "1 page" if wrapper.pages == 1 else f"{wrapper.pages} pages"
    count = str(middle) if low == high else f"{low} to {high}"
    usual = "" if low == high else f", mostly {middle}"
    what = wrapper.template.title.format(count)
    yield f"{name}{what}{usual}, learned from {pages}, detector {wrapper.detector}"


def _columns(columns: Sequence[WrapperColumn], indent: str) -> Iterator[str]:
    names = [_cut(column.name, _LONGEST_NAME) for column in columns]
    width = max(map(len, names), default=0)
    types = max((len(column.type) for column in columns), default=0)
    for name, column in zip(names, columns, strict=True):
        mark = column.fingerprint
        samples = ", ".join(repr(_cut(text, _SAMPLE)) for text in mark.samples[:_SAMPLES])
        samples += "  (constant)" if column.constant else ""
        label = f"{column.label!r}: " if column.label else ""
        worth = f"{column.worth:>4.0%}  " if any(one.worth < 1 for one in columns) else ""
        kind = f"{column.type:{types}}  {mark.fill:>4.0%}"
        head = f"{indent}{name:{width}}  {kind}  {worth}{label}{samples}"
        yield _cut(head, _WIDTH + 60).rstrip()
        kinds = max((len(kind) for kind, _ in column.locators), default=0)
        for kind, way in column.locators:
            yield f"{indent}    {kind:{kinds}}  {_cut(way, _WIDTH)}"
        if column.columns:
            yield from _columns(column.columns, f"{indent}    ")


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"
