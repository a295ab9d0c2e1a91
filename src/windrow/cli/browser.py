"""When and how the commands use a browser."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from windrow.detect import Detector
from windrow.errors import WindrowError
from windrow.model import Tables
from windrow.pipeline import extract
from windrow.read import Page, read
from windrow.read.browser.settings import Settings

__all__ = ["Look", "extracted", "shown"]

# A table less sure than this may be all that is to be found in a shell.
_UNSURE = 0.75


@dataclass(frozen=True, slots=True)
class Look:
    """Whether pages are shown in a browser first: always, never, or (auto) where it may help."""

    mode: str = "auto"
    settings: Settings = field(default_factory=Settings)


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
