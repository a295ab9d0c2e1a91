"""The pages that the names on a command line stand for. It imports little: see `inputs`."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

__all__ = ["PAGES", "expanded", "fitting", "has_ending", "is_pattern"]

_PAGES = (".html", ".htm", ".xhtml", ".mhtml", ".mht", ".shtml", ".php", ".asp", ".aspx")
PAGES = (*_PAGES, *(f"{ending}.gz" for ending in _PAGES))
_SCHEME = re.compile(r"[A-Za-z][\w+.-]+:")


def expanded(names: Iterable[str]) -> list[str]:
    """Return *names* with patterns (``pages/*.html``) and folders replaced by their pages.

    A name that matches no file stays: reading it gives the error, in its place.
    """
    found = (file for name in names for file in (fitting(name) if is_pattern(name) else [name]))
    return [file for name in found for file in (_inside(name) if os.path.isdir(name) else [name])]


def _inside(folder: str) -> list[str]:
    files = sorted(str(path) for path in Path(folder).rglob("*") if path.is_file())
    # Other files may lie beside pages; if no file has the ending of a page, all are pages.
    return [name for name in files if has_ending(name.lower(), PAGES)] or files or [folder]


def is_pattern(name: str) -> bool:
    """Return whether *name* is a pattern for names of files."""
    # A file may have a bracket in its name, an address may have a question mark.
    return glob.has_magic(name) and not _SCHEME.match(name) and not os.path.exists(name)


def fitting(pattern: str) -> list[str]:
    """Return the files that fit *pattern*; itself if there is none."""
    return sorted(glob.glob(pattern, recursive=True)) or [pattern]


def has_ending(name: str, endings: Sequence[str]) -> bool:
    """Return whether *name* ends with one of *endings*."""
    return name.endswith(tuple(endings))
