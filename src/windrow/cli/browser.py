"""When and how the commands use a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import click

from windrow.detect import Detector
from windrow.errors import WindrowError
from windrow.model import Tables
from windrow.pipeline import extract
from windrow.read import Page, read
from windrow.read.browser.settings import Settings
from windrow.view.safe import plain

__all__ = ["Look", "applied", "extracted", "seen", "shown"]

# A table less sure than this may be all that is to be found in a shell.
_UNSURE = 0.75


@dataclass(frozen=True, slots=True)
class Look:
    """Whether pages are shown in a browser first: always, never, or (auto) where it may help."""

    mode: str = "auto"
    settings: Settings = field(default_factory=Settings)
    timeout: float = 60.0  # seconds, for all that is done to a page


def extracted(page: str, detector: str | Detector | None, look: Look) -> Tables:
    """Return the tables of *page*, shown in a browser if that is asked for or may help."""
    return shown(page, detector, look)[1]


def shown(page: str, detector: str | Detector | None, look: Look) -> tuple[Page, Tables]:
    """Return *page* as it was read in the end, and its tables."""
    detector = detector or "auto"
    if look.mode == "always":
        source = _shown(page, look.settings)
        return source, extract(source, detector=detector)
    source = read(page)
    tables = extract(source, detector=detector)
    if look.mode == "never" or not _may_help(source, tables):
        return source, tables
    return _tried(page, source, tables, detector, look)


def seen(page: str, look: Look) -> Page:
    """Return *page* as a wrapper is to learn it: shown if that is asked for, or if it is a shell.

    What others make of the page does not count: all pages of a site are to be seen alike.
    """
    if look.mode == "always":
        return _shown(page, look.settings)
    source = read(page)
    return source if look.mode == "never" else _filled(page, source, look) or source


def applied(page: str, look: Look, apply: Callable[[Page], Tables]) -> Tables:
    """Return what *apply* finds on *page*; a shell that gives nothing is shown in a browser."""
    if look.mode == "always":
        return apply(_shown(page, look.settings))
    source = read(page)
    tables = apply(source)
    if tables or look.mode == "never":
        return tables
    filled = _filled(page, source, look)
    return tables if filled is None else replace(apply(filled), page=tables.page)


def _filled(page: str, source: Page, look: Look) -> Page | None:
    """Return a page that is a shell as its scripts fill it; None for others, or if that fails."""
    from windrow.read.browser import missing
    from windrow.read.browser.shell import is_shell

    if not is_shell(source):
        return None
    lack = missing()
    problem = f"{lack[0]} ({lack[1]})" if lack else ""
    if not lack:
        try:
            return _shown(page if source.url else source, look.settings)
        except WindrowError as error:
            problem = f"in a browser it {error.summary.partition('` ')[2]}"
    click.echo(f"windrow: {plain(page)}: is there only once scripts have run; {problem}", err=True)
    return None


def _tried(
    page: str, source: Page, tables: Tables, detector: str | Detector, look: Look
) -> tuple[Page, Tables]:
    """Return what a browser makes of a page that gave nothing, or why it could not be asked."""
    from windrow.read.browser import missing

    lack = missing()
    if lack is not None:
        return source, _noted(tables, f"{lack[0]}, so it was not shown in a browser ({lack[1]})")
    try:
        # A page from the web is loaded anew, with all that belongs to it.
        seen = _shown(page if source.url else source, look.settings)
    except WindrowError as error:
        return source, _noted(tables, f"and in a browser it {error.summary.partition('` ')[2]}")
    found = extract(seen, detector=detector)
    better = found and (not tables or found[0].score > tables[0].score)
    return (seen, replace(found, page=tables.page)) if better or not tables else (source, tables)


def _shown(page: Page | str, settings: Settings) -> Page:
    from windrow.read.browser import show

    return show(page, settings)


def _may_help(page: Page, tables: Tables) -> bool:
    from windrow.read.browser.shell import has_scripts, is_shell

    if page.layout is not None or not has_scripts(page):
        return False
    return not tables or (tables[0].score < _UNSURE and is_shell(page))


def _noted(tables: Tables, note: str) -> Tables:
    return tables if tables else replace(tables, reason=f"{tables.reason}; {note}")
