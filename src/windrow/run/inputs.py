"""The inputs of a run: folders, patterns, archives, tables of pages, and lists of these."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from windrow.errors import FileUnreadable, WindrowError
from windrow.read import archive
from windrow.run.names import PAGES, fitting, has_ending, is_pattern
from windrow.run.origin import Entry

__all__ = ["LISTS", "Survey", "entries", "survey"]

TABLES = (".parquet", ".arrow", ".feather", ".ipc")
LISTS = (".txt", ".list", ".urls", ".paths")
"""The endings of files whose lines name pages."""
_ADDRESS = re.compile(r"https?://", re.I)
# Bytes of a page from the web, to estimate the time left. Chosen, near the mean that
# `python -m bench.many` prints for the corpus.
_TYPICAL = 100_000


@dataclass(frozen=True, slots=True)
class Survey:
    """The size of the inputs, and a digest that identifies them."""

    entries: int
    size: int  # bytes; estimated for addresses
    digest: str  # of names and sizes
    written: str  # a digest of the times at which the files were last written


def survey(inputs: Sequence[str]) -> Survey:
    """Return the size and digest of *inputs*, without reading a page."""
    # A single page does not need this, and must start quickly.
    import hashlib

    digest, written = hashlib.sha256(), hashlib.sha256()
    count = size = 0
    for entry in entries(inputs):
        digest.update(f"{entry.kind}\0{entry.name}\0{entry.size}\n".encode(errors="replace"))
        written.update(f"{entry.written}\n".encode())
        count += 1
        size += entry.size
    return Survey(count, size, digest.hexdigest(), written.hexdigest())


def entries(inputs: Iterable[str]) -> Iterator[Entry]:
    """Yield the files and addresses that *inputs* name, always in the same order.

    A folder stands for the pages, archives and tables in it and below; a list (``.txt``, ``.urls``,
    ``.paths``, also packed with gzip, or any file after ``@``) for the entries on its lines.
    """
    for name in inputs:
        if name.startswith("@"):
            yield from _listed(name[1:])
        elif _ADDRESS.match(name):
            yield Entry("page", name, _TYPICAL)
        elif os.path.isdir(name):
            yield from _folder(name)
        elif is_pattern(name):
            yield from _matched(name)
        elif has_ending(name.lower().removesuffix(".gz"), LISTS):
            yield from _listed(name)
        else:
            yield _file(name)


def _file(name: str) -> Entry:
    # A missing page is an error in its place; an archive must exist from the start.
    kind = name.lower()
    if has_ending(kind, archive.ENDINGS):
        return Entry("warc", name, *_facts(name))
    if has_ending(kind, TABLES):
        return Entry("arrow", name, *_facts(name))
    return Entry("page", name, *(_facts(name) if os.path.isfile(name) else ()))


def _facts(name: str) -> tuple[int, int]:
    """Return how large a file is, and when it was last written."""
    try:
        facts = os.stat(name)
    except OSError as error:
        raise FileUnreadable(name, (error.strerror or str(error)).lower()) from error
    return facts.st_size, facts.st_mtime_ns


def _folder(name: str) -> Iterator[Entry]:
    """Yield what can be read in a folder and below; only one folder's names are kept at a time."""
    try:
        files = sorted(os.scandir(name), key=lambda file: file.name)
    except OSError as error:
        raise FileUnreadable(name, (error.strerror or str(error)).lower()) from error
    for file in files:
        if file.is_dir(follow_symlinks=False):
            yield from _folder(file.path)
        elif has_ending(file.name.lower(), (*PAGES, *archive.ENDINGS, *TABLES)) and file.is_file():
            yield _file(file.path)


def _matched(pattern: str) -> Iterator[Entry]:
    found = fitting(pattern)
    if found == [pattern]:
        raise WindrowError(
            f"no file matches `{pattern}`", hint="check the pattern and the directory"
        )
    yield from entries(found)


def _listed(name: str) -> Iterator[Entry]:
    """Yield the entries on the lines of a list; paths are relative to the current folder."""
    from gzip import open as unpacked  # with its modules, for lists only

    opened = unpacked if name.lower().endswith(".gz") else open
    try:
        with opened(name, "rt", encoding="utf-8", errors="surrogateescape") as lines:
            for line in lines:
                text = str(line).strip()
                if text and not text.startswith("#"):
                    web = _ADDRESS.match(text)
                    yield Entry("page", text, _TYPICAL) if web else _file(text)
    except (OSError, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise FileUnreadable(name, reason.lower()) from error
