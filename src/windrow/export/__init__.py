"""Wrappers for other programs: selectors, a spider for Scrapy, a page object for web-poet.

The code imports windrow and loads the wrapper's file, so its rows are those of `apply`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from windrow.wrap.wrapper import Wrapper

__all__ = ["FORMS", "Export", "export", "path_from", "quoted"]

# Forms, and the modules here that write them; these are imported on use, because the command's help
# needs only this table.
FORMS = {"css": "selectors", "xpath": "selectors", "scrapy": "scrapy", "web-poet": "web_poet"}


@dataclass(frozen=True, slots=True)
class Export:
    """A wrapper as text for other programs."""

    text: str
    left_out: Mapping[str, str] = field(default_factory=dict)  # columns it lacks, and why


def export(wrapper: Wrapper, form: str, path: str = "wrapper.json") -> Export:
    """Return *wrapper* in one of `FORMS`.

    *path* is the wrapper's file, relative to the folder of the code that will load it. Raises
    `WrapperError` if the form can give no column.
    """
    if form not in FORMS:
        raise ValueError(f"no such form: {form!r}; there are {', '.join(FORMS)}")
    found = import_module(f"windrow.export.{FORMS[form]}").write(wrapper, form, path)
    assert isinstance(found, Export)
    return found


def path_from(target: str | None, path: str) -> str:
    """Return *path* as seen from the folder of the file *target*; None is the current folder.

    >>> path_from("spiders/shop.py", "wrappers/shop.json")
    '../wrappers/shop.json'
    """
    folder = Path(target).parent if target else Path()
    try:
        return PurePath(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # on another drive
        return Path(path).absolute().as_posix()


def quoted(text: str) -> str:
    """Return *text* as a literal of Python, in double quotes if it contains no quotes.

    >>> print(quoted("hay"), quoted('say "hay"'))
    "hay" 'say "hay"'
    """
    plain = repr(text)
    return plain if "'" in text or '"' in text else f'"{plain[1:-1]}"'
