"""Pages as a person sees them: shown in a browser, and taken as a snapshot."""

from __future__ import annotations

import atexit
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from windrow.read import Page, PageLike, read, utf8
from windrow.read.browser.find import chromium, missing
from windrow.read.browser.settings import Settings
from windrow.read.web import Web, is_address

if TYPE_CHECKING:
    from windrow.read.browser.session import Session

__all__ = ["Session", "Settings", "chromium", "close", "missing", "show"]

_sessions: dict[int, Session] = {}


def show(
    source: PageLike,
    settings: Settings | None = None,
    *,
    session: Session | None = None,
    web: Web | None = None,
) -> Page:
    """Return *source* as a browser shows it, with the position of everything on it.

    An address is loaded from the network; a file, bytes or a page that was already read are shown
    with the network blocked, but with the style sheets and pictures beside the file. If scripts
    destroy such a page because they find no network, it is shown without them. A page that
    was already shown is returned as it is. *web* says what it may reach: by default the public
    network.

    A process has one browser, started at the first call; *session* is one of your own.
    """
    from windrow.read.browser.proxy import Policy, Served
    from windrow.read.browser.shell import is_taken_apart
    from windrow.read.fetch import knock

    settings = settings or Settings()
    session = session or _own_session()
    if isinstance(source, str) and is_address(source):
        web = web or Web()
        policy = Policy(reach=web.reach(source), traffic=settings.traffic, web=web)
        knock(source, web=web, reach=policy.reach)
        return session.show(source, source, policy, settings)
    page = read(source)
    if page.layout is not None:
        return page
    content = utf8(page)
    served = Served(content, _folder(page))
    shown = session.show(served.url, page.source, Policy(served, network=False), settings)
    if settings.scripts and is_taken_apart(content, shown.content):
        plain = replace(settings, scripts=False)
        shown = session.show(served.url, page.source, Policy(served, network=False), plain)
    return replace(shown, url=page.url, base=page.base)


def close() -> None:
    """End the browser of this process, if there is one."""
    session = _sessions.pop(os.getpid(), None)
    if session is not None:
        session.close()


def _folder(page: Page) -> str | None:
    path = os.path.abspath(page.source)
    return os.path.dirname(path) if page.url is None and os.path.isfile(path) else None


def __getattr__(name: str) -> Any:
    # Most pages are never shown: the browser's modules are imported on first use.
    if name != "Session":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from windrow.read.browser.session import Session

    return Session


def _own_session() -> Session:
    from windrow.read.browser.session import Session

    # A forked process must not talk to the browser of its parent.
    pid = os.getpid()
    if pid not in _sessions:
        _sessions.clear()
        _sessions[pid] = Session()
        atexit.register(_sessions[pid].close)
    return _sessions[pid]
