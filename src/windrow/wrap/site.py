"""A folder of wrappers: each page is read by the one that fits, if any does."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from windrow.errors import BadWrapper, FileUnreadable
from windrow.model import Tables
from windrow.read import PageLike, read
from windrow.wrap.outline import outline, path_numbers
from windrow.wrap.template import Opened, Reading
from windrow.wrap.wrapper import Wrapper

__all__ = ["Picked", "Site"]

# The most wrappers of a folder. Chosen, not measured.
_MOST_WRAPPERS = 2_000
# A page with a smaller share of the paths of all learned pages has another template. Chosen, not
# measured.
_LIKE = 0.5
# Wrappers that are tried on a page, the likeliest first. Chosen, not measured.
_TRIED = 4
# A reading this good needs no comparison. Chosen, not measured.
_SURE = 0.9


@dataclass(frozen=True, slots=True)
class Picked:
    """The wrapper that fits a page, and what it reads there."""

    wrapper: Wrapper
    reading: Reading
    like: float  # the share of the learned paths that the page has


@dataclass(frozen=True)
class Site:
    """The wrappers of one site, or of several, by their names."""

    wrappers: tuple[Wrapper, ...]

    @classmethod
    def load(cls, folder: str | os.PathLike[str]) -> Site:
        """Return the wrappers in the ``.json`` files of *folder*; `BadWrapper` if one is bad.

        A wrapper without a name gets that of its file.
        """
        try:
            files = sorted(path for path in Path(folder).iterdir() if path.suffix == ".json")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise FileUnreadable(os.fspath(folder), reason) from None
        if not files:
            raise BadWrapper(os.fspath(folder), "the folder holds no .json file")
        if len(files) > _MOST_WRAPPERS:
            raise BadWrapper(os.fspath(folder), f"it holds more than {_MOST_WRAPPERS} files")
        return cls(tuple(_named(Wrapper.load(path), path.stem) for path in files))

    def apply(self, page: PageLike, *, every: bool = False) -> Tables:
        """Return the table of *page* by the wrapper that fits; if none fits, the reason."""
        return self.apply_opened(Opened(read(page)), every=every)

    def apply_opened(self, opened: Opened, *, every: bool = False) -> Tables:
        """Return the table of a page that may be parsed already; with *every*, all of them."""
        return self.apply_named(opened, every=every)[1]

    def apply_named(self, opened: Opened, *, every: bool = False) -> tuple[str, Tables]:
        """Return the tables of a page, and the name of the wrapper that fits, or ""."""
        picked = self.pick(opened)
        source = opened.page.source
        if picked is None:
            reason = f"none of the {len(self.wrappers)} wrappers fits the page"
            return "", Tables(source, (), reason)
        tables = picked.wrapper.tables(opened, picked.reading, every=every)
        return picked.wrapper.name, tables

    def pick(self, opened: Opened) -> Picked | None:
        """Return the wrapper that fits a page best, with its reading; None if none fits."""
        best: tuple[float, Picked] | None = None
        for like, wrapper in self._likely(opened):
            reading = wrapper.read(opened)
            if not reading.fits:
                continue
            picked = Picked(wrapper, reading, like)
            # If one wrapper finds rows, another that finds none is not trusted.
            worth = reading.fit * like + bool(reading.rows)
            if best is None or worth > best[0]:
                best = (worth, picked)
            if reading.rows and min(reading.fit, like) >= _SURE:
                break
        return None if best is None else best[1]

    def _likely(self, opened: Opened) -> Iterator[tuple[float, Wrapper]]:
        """Yield the wrappers with an outline similar to the page's, most similar first."""
        tree = opened.whole if self._all_hidden else opened.tree
        own = outline(tree)
        likes = []
        for number, (paths, wrapper) in enumerate(zip(self._paths, self.wrappers, strict=True)):
            both = len(paths & own)
            like = both / len(paths) if paths else 0.0
            if like >= _LIKE:
                # Short outlines are part of every page, so unknown paths count, too.
                shared = both / (len(paths) + len(own) - both)
                likes.append((shared, like, -number, wrapper))
        likes.sort(key=lambda one: one[:3], reverse=True)
        return ((like, wrapper) for _, like, _, wrapper in likes[:_TRIED])

    @cached_property
    def _paths(self) -> Sequence[frozenset[int]]:
        return [path_numbers(wrapper.paths) for wrapper in self.wrappers]

    @cached_property
    def _all_hidden(self) -> bool:
        # The tree that all wrappers read serves for the outline as well.
        return all(wrapper.template.hidden for wrapper in self.wrappers)


def _named(wrapper: Wrapper, name: str) -> Wrapper:
    return wrapper if wrapper.name else replace(wrapper, name=name)
