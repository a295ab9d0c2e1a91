"""How pages are fetched: what may be reached, what is sent, and how politely."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from windrow.errors import FileUnreadable

if TYPE_CHECKING:
    from http.cookiejar import Cookie, CookieJar

    from windrow.read.politeness import Manners
    from windrow.read.reach import Reach

__all__ = ["HOME", "Web", "guest", "is_address", "read_cookies"]

HOME = "https://pypi.org/project/windrow/"
"""Our address, for people who see us in their logs."""

# These say nothing about the user, so they are sent to every host.
_HARMLESS = frozenset({"user-agent", "accept", "accept-language"})


@dataclass(frozen=True, slots=True)
class Web:
    """The settings for all pages that one command fetches."""

    private: tuple[str, ...] = ()
    """Private hosts that may be reached: HOST or HOST:PORT; ``*``: all."""
    typed: frozenset[str] = field(default=frozenset(), repr=False)
    """Addresses that a person has typed: their own hosts may be private, too."""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Sent with every page, but only to the page's own host."""
    cookies: tuple[Cookie, ...] = field(default=(), repr=False)
    """Sent to the hosts they belong to."""
    manners: Manners | None = None
    """How politely many pages are fetched; None for a single page that a person wants to see."""
    base: str = ""
    """The address that links of pages without one, such as files, are relative to."""

    @property
    def given_agent(self) -> str | None:
        """The user agent that the user has set."""
        return {name.lower(): value for name, value in self.headers}.get("user-agent")

    @property
    def agent(self) -> str:
        """Our user agent."""
        from windrow import __version__

        return self.given_agent or f"windrow/{__version__} (+{HOME})"

    def reach(self, url: str) -> Reach:
        """Return what the page at *url* may reach."""
        from windrow.read.reach import Reach

        reach = Reach(self.private)
        if url in self.typed:
            reach.trust(url)
        return reach

    def harmless(self) -> Mapping[str, str]:
        """Return the headers for all hosts."""
        given = {name.title(): value for name, value in self.headers if name.lower() in _HARMLESS}
        return {**given, "User-Agent": self.agent}

    def own(self) -> Mapping[str, str]:
        """Return the headers for the page's own host only."""
        return {name: value for name, value in self.headers if name.lower() not in _HARMLESS}

    def jar(self) -> CookieJar:
        """Return the cookies as a new jar, to which others may be added."""
        from http.cookiejar import CookieJar

        from windrow.read.reach import is_number

        jar = CookieJar()
        for kept in map(copy, self.cookies):
            # The standard library looks for hosts without a dot under this name.
            if "." not in kept.domain and not is_number(kept.domain):
                kept.domain += ".local"
            jar.set_cookie(kept)
        return jar


@contextmanager
def guest(web: Web, pages: Iterable[object]) -> Iterator[Web]:
    """Give *web*, with manners if *pages* may be more than one from the web."""
    is_known = isinstance(pages, Sequence)
    count = sum(isinstance(page, str) and is_address(page) for page in pages) if is_known else 2
    if web.manners is not None or count < 2:
        yield web
        return
    from windrow.read.politeness import polite

    with polite() as manners:
        yield replace(web, manners=manners)


def read_cookies(path: str) -> tuple[Cookie, ...]:
    """Return the cookies in a file in Netscape's format, as browsers and curl write it."""
    from http.cookiejar import LoadError, MozillaCookieJar

    jar = MozillaCookieJar(path)
    try:
        jar.load(ignore_discard=True, ignore_expires=True)
    except LoadError as error:
        hint = "its first line must be: # Netscape HTTP Cookie File"
        raise FileUnreadable(path, "it is not in Netscape's format", hint=hint) from error
    # UnicodeDecodeError is a ValueError.
    except (OSError, ValueError) as error:
        reason: Any = getattr(error, "strerror", None) or "it is not text"
        raise FileUnreadable(path, str(reason).lower()) from error
    for cookie in jar:
        # curl writes this for a cookie that ends with the session.
        if cookie.expires == 0:
            cookie.expires = None
    return tuple(cookie for cookie in jar if not cookie.is_expired())


def is_address(name: str) -> bool:
    """Return whether *name* is a web address."""
    return name[:8].lower().startswith(("http://", "https://"))
