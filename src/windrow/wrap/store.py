"""Wrappers as files: versioned, readable JSON. No code is in them, and none is run from them."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from windrow.errors import BadWrapper, FileUnreadable, NewerWrapper
from windrow.table.types import TYPES
from windrow.wrap.check import items, mapping, number, share, text, texts, whole
from windrow.wrap.fingerprint import Fingerprint
from windrow.wrap.template import template_class
from windrow.wrap.upgrade import upgraded
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["FORMAT", "dumps", "load", "loads", "save"]

# The version of the file format that is written; older ones are read. By definition.
FORMAT = 2
# A wrapper of a large template has some hundred kilobytes. Chosen, not measured.
LARGEST = 50_000_000
# The most a file may hold: guards, far above what is learned. Chosen, not measured.
_MOST_COLUMNS, _MOST_PATHS, _MOST_MORE, _DEEPEST, _MOST_RECORDS = 5_000, 1_000, 20, 12, 10**9


def load(path: str | os.PathLike[str]) -> Wrapper:
    """Return the wrapper in the file *path*."""
    source = os.fspath(path)
    try:
        with open(path, "rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise FileUnreadable(source, (error.strerror or str(error)).lower()) from None
    return loads(content, source)


def loads(content: bytes, source: str = "<bytes>") -> Wrapper:
    """Return the wrapper that *content* describes; `BadWrapper` where it describes none."""
    if len(content) > LARGEST:
        raise BadWrapper(source, f"it is larger than {LARGEST // 1_000_000} MB")
    try:
        data = json.loads(content)
    except RecursionError:
        raise BadWrapper(source, "it is nested too deeply") from None
    except ValueError as error:
        raise BadWrapper(source, f"it is not JSON ({error})") from None
    version = data.get("windrow") if isinstance(data, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise BadWrapper(source, "it does not begin with the format of a wrapper")
    if version > FORMAT:
        raise NewerWrapper(source, version)
    try:
        return _wrapper(upgraded(data) if version < FORMAT else data)
    except RecursionError:
        raise BadWrapper(source, "it is nested too deeply") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadWrapper(source, str(error) or type(error).__name__) from None


def dumps(wrapper: Wrapper) -> str:
    """Return *wrapper* as text: the same for the same wrapper, a line for every small thing."""
    return _pretty({"windrow": FORMAT, **_data(wrapper)}) + "\n"


def _data(wrapper: Wrapper) -> dict[str, Any]:
    low, middle, high = wrapper.records
    data = {
        "name": wrapper.name,
        "kind": wrapper.kind,
        "learned": {
            "pages": wrapper.pages,
            "detector": wrapper.detector,
            "records": [low, middle, high],
        },
        "columns": [_column_data(column) for column in wrapper.columns],
        "template": wrapper.template.to_json(),
        "paths": [*wrapper.paths],
    }
    if wrapper.more:
        # The paths are those of the page, and said once.
        data["more"] = [{**_data(one), "paths": []} for one in wrapper.more]
    return data


def save(wrapper: Wrapper, path: str | os.PathLike[str]) -> None:
    """Write *wrapper* to the file *path*, whole or not at all."""
    target = Path(path)
    content = dumps(wrapper).encode()
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            # Temporary files are private; a wrapper has the rights any new file would have.
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, 0o666 & ~mask)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileUnreadable(os.fspath(path), f"it cannot be written: {reason}") from None


def _wrapper(data: Mapping[str, Any], depth: int = 0) -> Wrapper:
    described = dict(mapping(data, "template"))
    template = template_class(text(described, "system")).from_json(described)
    if (kind := text(data, "kind")) != template.kind:
        raise ValueError(f"a template of this kind of wrapper is expected: {kind[:40]!r}")
    learned = mapping(data, "learned")
    records = items(learned, "records", 3)
    if len(records) != 3:
        raise ValueError("'records' are three numbers: fewest, middle, most")
    low, middle, high = (int(number(n, 0, _MOST_RECORDS, "records")) for n in records)
    more = items(data, "more", _MOST_MORE if depth == 0 else 0, default=[])
    paths = tuple(texts(data, "paths", _MOST_PATHS, default=[]))
    return Wrapper(
        template,
        tuple(_column(column, 0) for column in items(data, "columns", _MOST_COLUMNS)),
        (low, middle, high),
        whole(learned, "pages", 0, 10**9),
        text(learned, "detector", default="auto"),
        paths,
        text(data, "name", default=""),
        tuple(replace(_wrapper(one, 1), paths=paths) for one in more),
    )


def _column_data(column: WrapperColumn) -> dict[str, Any]:
    data: dict[str, Any] = {"name": column.name, "type": column.type, "place": column.place}
    for name, usual in (
        ("label", ""),
        ("decimal", "."),
        ("order", ""),
        ("path", ""),
        ("source", ""),
    ):
        if (value := getattr(column, name)) != usual:
            data[name] = value
    if column.locators:
        data["locators"] = dict(column.locators)
    mark = column.fingerprint
    data["fingerprint"] = {
        "fill": mark.fill,
        "lengths": [*mark.lengths],
        "forms": dict(mark.forms),
        "shapes": dict(mark.shapes),
        "samples": [*mark.samples],
        "count": mark.count,
    }
    if column.columns:
        data["columns"] = [_column_data(inner) for inner in column.columns]
    return data


def _column(data: Any, depth: int) -> WrapperColumn:
    if depth > _DEEPEST:
        raise ValueError("columns are nested too deeply")
    kind = text(data, "type")
    if kind not in TYPES:
        raise ValueError(f"no such type: {kind[:40]!r}")
    mark = mapping(data, "fingerprint", default={})
    lengths = items(mark, "lengths", 3, default=[0, 0, 0])
    if len(lengths) != 3:
        raise ValueError("'lengths' are three numbers")
    low, middle, high = (int(number(n, 0, 10**9, "lengths")) for n in lengths)
    return WrapperColumn(
        text(data, "place"),
        text(data, "name"),
        kind,
        text(data, "label", default=""),
        text(data, "decimal", default="."),
        text(data, "order", default=""),
        text(data, "path", default=""),
        text(data, "source", default=""),
        tuple(_texts_by_name(data, "locators").items()),
        Fingerprint(
            share(mark, "fill", default=1.0),
            (low, middle, high),
            tuple(_shares(mark, "forms").items()),
            tuple(_shares(mark, "shapes").items()),
            tuple(texts(mark, "samples", 50, default=[])),
            whole(mark, "count", 0, _MOST_RECORDS, default=0),
        ),
        tuple(_column(inner, depth + 1) for inner in items(data, "columns", _MOST_COLUMNS, [])),
    )


def _texts_by_name(data: Mapping[str, Any], name: str) -> dict[str, str]:
    found = mapping(data, name, default={})
    return {key: text(found, key) for key in [*found][:100]}


def _shares(data: Mapping[str, Any], name: str) -> dict[str, float]:
    found = mapping(data, name, default={})
    return {key: share(found, key) for key in [*found][:100]}


def _pretty(data: Any, indent: int = 0, width: int = 100) -> str:
    """Return *data* as JSON whose small parts have one line each: a change shows as a line."""
    flat = json.dumps(data, ensure_ascii=False)
    if len(flat) + indent <= width or not isinstance(data, list | dict) or not data:
        return flat
    space = " " * (indent + 1)
    if isinstance(data, dict):
        parts = (
            f"{space}{json.dumps(key, ensure_ascii=False)}: {_pretty(value, indent + 1, width)}"
            for key, value in data.items()
        )
    else:
        parts = (f"{space}{_pretty(value, indent + 1, width)}" for value in data)
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    return f"{opening}\n" + ",\n".join(parts) + f"\n{' ' * indent}{closing}"
