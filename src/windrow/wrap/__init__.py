"""Wrappers: learn a site once, apply it to all its pages, notice when it changes, repair it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from windrow.model import Tables
    from windrow.read import PageLike
    from windrow.tree.opened import Opened

__all__ = ["Applier", "load"]


class Applier(Protocol):
    """Reads pages: a wrapper, or a folder of wrappers of one site."""

    def apply(self, page: PageLike, *, every: bool = False) -> Tables:
        """Return the table of a page; none, with the reason, if nothing fits."""

    def apply_named(self, opened: Opened) -> tuple[str, Tables]:
        """Return the table of a page, and the name of the wrapper that read it."""


def load(path: str | os.PathLike[str]) -> Applier:
    """Return the wrapper in a file, or the wrappers in a folder."""
    if os.path.isdir(path):
        from windrow.wrap.site import Site

        return Site.load(path)
    from windrow.wrap.store import load as load_wrapper

    return load_wrapper(path)
