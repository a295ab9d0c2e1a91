"""When a browser shows a page, and what to do without one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from windrow.errors import WindrowError
from windrow.read import PageLike, read
from windrow.read.browser.settings import Settings
from windrow.read.page import Page
from windrow.read.web import Web

__all__ = ["Look", "LookMode"]

LookMode: TypeAlias = Literal["auto", "always", "never"]

_log = logging.getLogger("windrow")
# The share of a page's time that a browser may take; the rest is for starting it and for the
# extraction. Chosen, not measured.
_FOR_BROWSER = 0.75


@dataclass(frozen=True, slots=True)
class Look:
    """Whether pages are shown in a browser first: always, never, or (auto) if it may help."""

    mode: LookMode = "never"
    settings: Settings = field(default_factory=Settings)
    timeout: float = 60.0  # seconds for all work on a page
    tell: Callable[[str], None] = _log.warning  # gets the reason if no browser could be used
    web: Web = field(default_factory=Web)  # how pages are fetched

    @classmethod
    def limited(
        cls,
        mode: LookMode,
        seconds: float,
        *,
        tell: Callable[[str], None] = _log.warning,
        web: Web | None = None,
        **settings: Any,
    ) -> Look:
        """Return a look with *seconds* as the total time of a page.

        *settings* are those of the browser; scrolling and clicking need one.
        """
        if mode == "auto" and (settings.get("scroll") or settings.get("close_banners")):
            mode = "always"
        browser = Settings(seconds=_FOR_BROWSER * seconds, **settings)
        return cls(mode, browser, seconds, tell, web or Web())

    def read(self, page: PageLike) -> Page:
        """Return *page* as it comes, without a browser."""
        return read(page, web=self.web)

    def at(self, page: PageLike) -> Page:
        """Return *page* as a wrapper sees it: shown if that is requested, or if it is a shell.

        The detector's result does not matter: all pages of a site are treated alike.
        """
        if self.mode == "always":
            return self.shown(page)
        source = self.read(page)
        return source if self.mode == "never" else self.filled(page, source) or source

    def filled(self, page: PageLike, source: Page) -> Page | None:
        """Return a shell as its scripts fill it; None for other pages, or if that fails.

        *page* is the page as given, *source* as it was read.
        """
        from windrow.read.browser.shell import is_shell

        if self.mode == "never" or not is_shell(source):
            return None
        shown, problem = self.tried(page, source)
        if shown is None:
            self.tell(f"{source.source}: only scripts fill it; {problem}")
        return shown

    def tried(self, page: PageLike, source: Page) -> tuple[Page | None, str]:
        """Return a page that was read as a browser shows it, or why that failed."""
        from windrow.read.browser import missing

        lack = missing()
        if lack is not None:
            return None, f"{lack[0]}, so it was not shown in a browser ({lack[1]})"
        try:
            # A page from the web is loaded again, with all its parts.
            return self.shown(page if source.url else source), ""
        except WindrowError as error:
            return None, f"and in a browser it {error.summary.partition('` ')[2]}"

    def shown(self, page: PageLike) -> Page:
        """Return *page* as a browser shows it."""
        from windrow.read.browser import show

        return show(page, self.settings, web=self.web)
