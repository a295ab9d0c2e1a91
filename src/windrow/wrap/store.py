"""Wrappers as files: versioned, readable JSON. No code is in them, and none is run from them."""

from __future__ import annotations

import json
import os
import re
import tempfile
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Annotated, Any

from windrow.errors import BadWrapper, FileUnreadable, NewerWrapper, WrapperError
from windrow.plain import WHOLE, Rule, Share, from_plain, to_plain
from windrow.wrap.corrections import Corrections
from windrow.wrap.keep import KeptPage
from windrow.wrap.template import WrapperKind, template_class
from windrow.wrap.upgrade import upgraded
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["FORMAT", "dumps", "load", "loads", "save", "set_aside"]

# The version of the file format that is written; older ones are read. By definition.
FORMAT = 2
# A wrapper of a large template has some hundred kilobytes. Chosen, not measured.
LARGEST = 50_000_000
# Two escapes make a character outside of the basic plane; one alone makes none.
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


@dataclass(frozen=True)
class _Learned:
    """What a wrapper was learned from."""

    pages: int
    detector: Annotated[str, WHOLE] = "auto"
    _: KW_ONLY
    records: tuple[int, int, int]
    sure: Share = 1.0


@dataclass(frozen=True)
class _WrapperFile:
    """A wrapper as it is in its file."""

    name: Annotated[str, WHOLE] = ""
    _: KW_ONLY
    kind: WrapperKind
    learned: _Learned
    columns: tuple[WrapperColumn, ...]
    corrections: Corrections = field(default_factory=Corrections)
    template: Any
    paths: Annotated[tuple[str, ...], WHOLE] = ()
    more: Annotated[tuple[_WrapperFile, ...], Rule(items=20)] = ()
    kept: Annotated[tuple[KeptPage, ...], Rule(items=20)] = ()


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
    """Return the wrapper that *content* describes; `BadWrapper` if it describes none."""
    if len(content) > LARGEST:
        raise BadWrapper(source, f"it is larger than {LARGEST // 1_000_000} MB")
    if content.lstrip()[:1] == b"<":
        raise BadWrapper(source, "it is a page", hint="give the wrapper first, then the pages")
    try:
        text = content.decode(json.detect_encoding(content))
        data = json.loads(text)
        if _HALF.search(text):
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeError:
        raise BadWrapper(source, "it holds what is not Unicode text") from None
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
        return _wrapper(from_plain(_WrapperFile, upgraded(data) if version < FORMAT else data))
    except RecursionError:
        raise BadWrapper(source, "it is nested too deeply") from None
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadWrapper(source, str(error) or type(error).__name__) from None


def dumps(wrapper: Wrapper) -> str:
    """Return *wrapper* as text: deterministic, with a line for every small part.

    Raises `WrapperError` if it has more parts than a file may have.
    """
    try:
        return _pretty({"windrow": FORMAT, **to_plain(_file(wrapper))}) + "\n"
    except ValueError as error:
        hint = "give the part of the page that you need"
        raise WrapperError(f"the wrapper is too large for a file: {error}", hint=hint) from None


def _file(wrapper: Wrapper) -> _WrapperFile:
    return _WrapperFile(
        wrapper.name,
        kind=wrapper.kind,
        learned=_Learned(
            wrapper.pages, wrapper.detector, records=wrapper.records, sure=wrapper.sure
        ),
        columns=wrapper.columns,
        corrections=wrapper.corrections,
        template=wrapper.template.to_json(),
        paths=wrapper.paths,
        # The paths belong to the page, and are written once.
        more=tuple(replace(_file(one), paths=()) for one in wrapper.more),
        kept=wrapper.kept,
    )


def save(wrapper: Wrapper, path: str | os.PathLike[str]) -> None:
    """Write *wrapper* to the file *path*, whole or not at all."""
    target = Path(path)
    try:
        content = dumps(wrapper).encode()
    except UnicodeEncodeError as error:
        problem = f"{error.object[error.start : error.end]!a} in it is not Unicode text"
        raise FileUnreadable(os.fspath(path), f"it cannot be written: {problem}") from None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            # Temporary files are private; a wrapper gets the permissions of any new file.
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


def set_aside(path: str | os.PathLike[str]) -> Path | None:
    """Copy the file *path* to a free name beside it and return that; None if there is no file."""
    source = Path(path)
    try:
        content = source.read_bytes()
        for number in count(1):
            target = source.with_name(f"{source.name}.old{number if number > 1 else ''}")
            with suppress(FileExistsError), target.open("xb") as file:
                file.write(content)
                return target
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileUnreadable(os.fspath(path), f"it cannot be kept: {reason}") from None
    raise AssertionError("unreachable: numbers do not end")


def _wrapper(file: _WrapperFile, depth: int = 0) -> Wrapper:
    described = file.template
    if not isinstance(described, dict):
        raise ValueError("template: an object is expected")
    template = template_class(from_plain(str, described.get("system"), "system")).from_json(
        described
    )
    if file.kind != template.kind:
        raise ValueError(f"a template of this kind of wrapper is expected: {file.kind!r}")
    if depth and file.more:
        raise ValueError("more: other lists of a page cannot have further lists")
    return Wrapper(
        template,
        file.columns,
        file.learned.records,
        file.learned.pages,
        file.learned.detector,
        file.paths,
        file.name,
        tuple(replace(_wrapper(one, 1), paths=file.paths) for one in file.more),
        file.corrections,
        file.kept,
        file.learned.sure,
    )


def _pretty(data: Any, indent: int = 0, width: int = 100) -> str:
    """Return *data* as JSON with one line per small part, for short diffs."""
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
