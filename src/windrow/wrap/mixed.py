"""Learns a folder of wrappers from a mixed heap of pages, one for each template."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from windrow.errors import FileUnreadable, NothingLearned, WindrowError
from windrow.read import Page, PageLike, read
from windrow.read.look import Look
from windrow.safe import masked
from windrow.table.words import unused
from windrow.tree import Tree, parse
from windrow.wrap.cluster import cluster
from windrow.wrap.cutting import common_start
from windrow.wrap.examples import Examples, require_lessons
from windrow.wrap.learn import learn_template
from windrow.wrap.site import Site
from windrow.wrap.strays import strays
from windrow.wrap.template import LearnKind, Opened, WrapperKind
from windrow.wrap.wrapper import Wrapper

__all__ = ["Heap", "learn_site", "save_apart", "save_site"]


# More pages of one template teach nothing new, and learning keeps them all in memory. Chosen, not
# measured.
_LESSONS = 12
# How often pages that look alike are divided by their lists; each time may double the number of
# groups. A guard: chosen, not measured.
_SPLITS = 3
_LETTERS = re.compile(r"[a-z]+")
# Characters of a wrapper's name, and how many letters the names of pages must share. Chosen, not
# measured.
_LONGEST_NAME = 40
_FEWEST_LETTERS = 3


@dataclass(frozen=True)
class Heap:
    """The result of a heap: wrappers, the pages of each, and the pages without one."""

    wrappers: tuple[Wrapper, ...]
    pages: tuple[tuple[str, ...], ...]  # of each wrapper's template
    left: tuple[tuple[str, str], ...]  # page and reason

    @property
    def site(self) -> Site:
        """The wrappers, ready to be applied."""
        return Site(self.wrappers)


def learn_site(
    pages: Iterable[PageLike],
    *,
    support: int = 2,
    kind: LearnKind | None = None,
    browser: Look | None = None,
) -> Heap:
    """Return one wrapper for each template among *pages*; *browser* says when it is used.

    A template with fewer than *support* pages counts as noise. Pages that cannot be read, that
    are noise, or that share nothing to learn are left, each with the reason.
    """
    read_pages: list[PageLike] = []
    left: list[tuple[str, str]] = []
    groups = cluster(_trees(pages, browser or Look(), read_pages, left))
    wrappers: list[Wrapper] = []
    members: list[tuple[str, ...]] = []
    refused: NothingLearned | None = None
    waiting = [(group, _SPLITS, kind) for group in reversed(groups)]
    while waiting:
        group, splits, given = waiting.pop()
        names = tuple(_source(read_pages[k]) for k in group)
        if len(group) < support:
            few = "no other page is" if len(group) == 1 else f"only {len(group)} pages are"
            left += [(name, f"{few} like it") for name in names]
            continue
        some = group[:: 1 + (len(group) - 1) // _LESSONS]
        try:
            opened = tuple(Opened(read(read_pages[k])) for k in some)
            require_lessons(opened)
            wrapper = learn_template(Examples(opened), given)
        except NothingLearned as error:
            left += [(name, error.summary) for name in names]
            refused = refused or error
            continue
        if splits and strays(wrapper, opened):
            parts = _parts(wrapper, group, [read_pages[k] for k in group])
            if len(parts) > 1:
                waiting += [(part, splits - 1, wrapper.kind) for part in parts]
                continue
        taken = {other.name for other in wrappers}
        wrappers.append(replace(wrapper, name=unused(_name(names, wrapper.kind), taken, mark="-")))
        members.append(names)
    if not wrappers:
        raise refused or NothingLearned(
            f"no {support} of the pages are of one template",
            hint="give more pages of each template, or a lower --support",
        )
    return Heap(tuple(wrappers), tuple(members), tuple(left))


def _parts(wrapper: Wrapper, group: Sequence[int], pages: Sequence[PageLike]) -> list[list[int]]:
    """Return the pages that a wrapper reads, and those with another list; the largest part last."""
    odd = strays(wrapper, (Opened(read(page)) for page in pages))
    both = ([k for at, k in enumerate(group) if (at in odd) == one] for one in (True, False))
    return sorted(filter(None, both), key=len)


def save_apart(
    pages: Iterable[PageLike], file: str | os.PathLike[str], *, kind: LearnKind | None = None
) -> tuple[Heap, list[Path]]:
    """Learn a wrapper for each template although one *file* was named: into a folder of that name.

    All pages count: a template may have a single page.
    """
    place = Path(file)
    folder = place.with_suffix("") if place.suffix == ".json" else place
    heap = learn_site(pages, support=1, kind=kind)
    return heap, save_site(heap, folder)


def save_site(heap: Heap, folder: str | os.PathLike[str]) -> list[Path]:
    """Write the wrappers to *folder*, each to a file with its name, and return the files.

    A folder that already holds wrappers is refused: they would be applied as well.
    """
    target = Path(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
        there = any(path.suffix == ".json" for path in target.iterdir())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileUnreadable(os.fspath(folder), f"it cannot be written: {reason}") from None
    if there:
        raise FileUnreadable(
            os.fspath(folder), "there are wrappers in it already", hint="give a new folder"
        )
    files = []
    for wrapper in heap.wrappers:
        # Names consist of letters, digits and hyphens (see _name), so none leaves the folder.
        files.append(target / f"{wrapper.name}.json")
        wrapper.save(files[-1])
    return files


def _trees(
    pages: Iterable[PageLike], look: Look, kept: list[PageLike], left: list[tuple[str, str]]
) -> Iterator[Tree]:
    """Yield the parsed pages; keep how each can be read again, and the errors of others."""
    for page in pages:
        try:
            content = look.at(page)
        except WindrowError as error:
            left.append((_source(page), error.summary))
            continue
        # Files are read again for learning; other pages can be read only once.
        is_file = isinstance(page, str | os.PathLike) and os.path.isfile(page)
        kept.append(page if is_file and content.layout is None else content)
        yield parse(content, hidden=True)


def _source(page: PageLike) -> str:
    if isinstance(page, Page):
        return page.source
    if isinstance(page, str | os.PathLike):
        return masked(os.fspath(page))
    return "<bytes>" if isinstance(page, bytes) else "<file>"


def _name(pages: Sequence[str], kind: WrapperKind) -> str:
    """Return the common part of the names of the pages, or their kind.

    >>> _name(["heap/film-17.html", "heap/film-4.html"], "detail"), _name(["a/1", "b/2"], "list")
    ('film', 'list')
    """
    stems = [PurePosixPath(re.sub(r"[?#].*", "", page)).stem for page in pages]
    folders = [PurePosixPath(page).parent.name for page in pages]
    # If every page is in a separate folder, all files may have the same name.
    for names in (folders, stems) if len({*stems}) < len(stems) else (stems, folders):
        words = _LETTERS.findall(common_start(names).lower()[:_LONGEST_NAME])
        if len("".join(words)) >= _FEWEST_LETTERS and words != ["page"]:
            return "-".join(words)
    return kind
