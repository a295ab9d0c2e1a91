"""One page in a browser, from its address to a snapshot. Runs in the browser's own thread."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from http.cookiejar import Cookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from windrow.errors import (
    BadAddress,
    BrowserCrashed,
    BrowserFailed,
    HttpStatus,
    NotHtml,
    PrivateAddress,
    ReadError,
    TimedOut,
    TooManyRedirects,
    Unreachable,
)
from windrow.read.browser import scripts
from windrow.read.browser.drawn import STYLES
from windrow.read.browser.markup import markup
from windrow.read.browser.proxy import Policy
from windrow.read.browser.settings import Settings
from windrow.read.browser.settle import Traffic, grown, settled
from windrow.read.media import require_html_type
from windrow.read.page import Page

__all__ = ["Showing"]

# More would take too much time and memory to transfer: chosen, not measured.
_MOST_ELEMENTS = 300_000
# Taller pictures are cut off, because many programs cannot show them: chosen, not measured.
_HIGHEST = 12_000
# How often banners are looked for: chosen, not measured.
_BANNERS = 2


class Showing:
    """A page being shown in its own browser context."""

    def __init__(
        self, browser: Any, agent: str, source: str, policy: Policy, settings: Settings
    ) -> None:
        self.source, self.policy, self.settings = source, policy, settings
        self.crashed = False
        self._end = time.monotonic() + settings.seconds
        web = policy.web
        self._context = browser.new_context(
            accept_downloads=False,
            # We add our name to the browser's own user agent.
            user_agent=web.given_agent or f"{agent} {web.agent}",
            java_script_enabled=settings.scripts,
            service_workers="block",
            viewport={"width": settings.width, "height": settings.height},
        )
        self._context.add_cookies([_cookie(cookie) for cookie in web.cookies])
        self._page = self._context.new_page()
        self._cdp = self._context.new_cdp_session(self._page)
        self._world: int | None = None
        self._traffic = Traffic()
        self._traffic.watch(self._page)
        self._page.on("dialog", _quietly(lambda dialog: dialog.dismiss()))
        self._page.on("crash", self._note_crash)
        # A page may not open others; nobody would watch them.
        self._page.on("popup", _quietly(lambda popup: popup.close()))
        if policy.served is not None:
            self._page.route("**/*", _quietly(self._stay))

    def snapshot(self, url: str) -> Page:
        """Return the page at *url* after it has settled."""
        given = {**self.policy.web.own(), **self.policy.web.harmless()}
        del given["User-Agent"]
        if given or self.settings.sent:
            self._send_along(url, given)
        content_url = self._go(url)
        self._settle()
        if self.settings.close_banners:
            self._close_banners()
        if self.settings.scroll and self.settings.gather:
            self._gather()
        elif self.settings.scroll:
            self._scroll()
        return self._captured(content_url)

    def close(self) -> None:
        """Leave the page, and forget its cookies and storage."""
        self._context.close()

    def _go(self, url: str) -> str:
        from playwright.sync_api import Error
        from playwright.sync_api import TimeoutError as Late

        try:
            response = self._page.goto(
                url, wait_until="commit", timeout=1000 * max(0.1, self._left())
            )
        except Late as error:
            raise TimedOut(self.source, self.settings.seconds) from error
        except Error as error:
            raise self._failure(url, error.message) from error
        if response is not None:
            host = urlsplit(response.url).hostname or ""
            if response.status >= 400:
                raise self._refusal(host) or HttpStatus(
                    self.source, response.status, response.status_text
                )
            require_html_type(self.source, response.headers.get("content-type"))
        return str(self._page.url)

    def _send_along(self, url: str, headers: Mapping[str, str]) -> None:
        """Send *headers* with all requests to the host of *url*, and the form with the first."""
        parts, form = urlsplit(url), urlencode(self.settings.sent).encode()
        pattern = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}/*"
        self._cdp.send("Fetch.enable", {"patterns": [{"urlPattern": pattern}]})

        def go_on(paused: dict[str, Any]) -> None:
            nonlocal form
            there, facts = {**paused["request"]["headers"], **headers}, {}
            if form:
                there["Content-Type"] = "application/x-www-form-urlencoded"
                facts = {"method": "POST", "postData": base64.b64encode(form).decode()}
                form = b""
            listed = [{"name": name, "value": value} for name, value in there.items()]
            self._cdp.send(
                "Fetch.continueRequest",
                {"requestId": paused["requestId"], "headers": listed, **facts},
            )

        self._cdp.on("Fetch.requestPaused", _quietly(go_on))

    def _stay(self, route: Any) -> None:
        """Let a saved page load its parts, but not navigate to its original site."""
        request, served = route.request, self.policy.served
        own = served is not None and request.url.partition("#")[0] == served.url
        if not own and request.is_navigation_request() and request.frame == self._page.main_frame:
            # This kind of failure leaves the page as it is.
            route.abort("aborted")
        else:
            route.continue_()

    def _failure(self, url: str, message: str) -> ReadError:
        """Return our error for what playwright says of a failed navigation."""
        # The address itself, or one it redirects to.
        private = [host for host, why in self.policy.refused.items() if why == "private"]
        for host in (urlsplit(url).hostname or "", *private):
            if refusal := self._refusal(host):
                return refusal
        if "Download is starting" in message or "ERR_ABORTED" in message:
            # A page that fails while loading is aborted like a download.
            return (
                BrowserCrashed(self.source)
                if self._is_gone()
                else NotHtml(self.source, "a file to download")
            )
        if "ERR_TOO_MANY_REDIRECTS" in message:
            return TooManyRedirects(self.source, 20)
        if "ERR_UNSAFE_REDIRECT" in message or "ERR_UNKNOWN_URL_SCHEME" in message:
            return BadAddress(self.source, "it leads to something that is not a web page")
        if "invalid URL" in message:
            return BadAddress(self.source, "it is not an address")
        if "ERR_" in message:
            code = message.partition("ERR_")[2].split()[0]
            return Unreachable(self.source, code.replace("_", " ").lower())
        return BrowserFailed(self.source, f"cannot be shown: {message.splitlines()[0]}")

    def _refusal(self, host: str) -> ReadError | None:
        reason = self.policy.refused.get(host)
        if reason is None:
            return None
        if reason == "private":
            return PrivateAddress(self.source, host)
        return Unreachable(self.source, "no such host" if reason == "unknown" else reason)

    def _close_banners(self) -> None:
        for _ in range(_BANNERS):
            if not self._look(scripts.CLOSE_BANNER):
                return
            self._settle()

    def _gather(self) -> None:
        """Scroll down window by window, and keep all rows that were there meanwhile."""
        idle = 0
        for _ in range(self.settings.scroll):
            before = self._look(scripts.SHAPE)
            moved = not self._look(scripts.PRESS) and self._look(f"{scripts.GATHER}(false)")
            self._settle()
            idle = 0 if moved or grown(before, self._look(scripts.SHAPE)) else idle + 1
            if idle > 1 or self._left() < self.settings.seconds / 4:
                break
        self._look(f"{scripts.GATHER}(true)")

    def _scroll(self) -> None:
        """Scroll to the end again and again, as long as something new appears."""
        idle = 0
        for _ in range(self.settings.scroll):
            before = self._look(scripts.SHAPE)
            self._look(f"{scripts.SCROLL}({'true' if idle else 'false'})")
            self._settle()
            idle = 0 if grown(before, self._look(scripts.SHAPE)) else idle + 1
            # A second try: some pages only notice the end when it comes into view again.
            if idle > 1 or self._left() < self.settings.seconds / 4:
                break
        self._look(scripts.TOP)
        self._wait(0.1)

    def _captured(self, url: str) -> Page:
        self._require_page()
        self._look(scripts.PREPARE)
        if (self._look(scripts.COUNT) or 0) > _MOST_ELEMENTS:
            raise BrowserFailed(self.source, f"has more than {_MOST_ELEMENTS:,} elements")
        found = self._cdp.send("DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)})
        content, layout = markup(found)
        served = self.policy.served is not None
        return Page(
            self.source,
            content,
            url=None if served else str(self._page.url or url),
            content_type="text/html; charset=utf-8",
            layout=layout,
            picture=self._picture(layout.height) if self.settings.picture else None,
        )

    def _require_page(self) -> None:
        """Raise an error if scripts have navigated to something that is not a page."""
        frame = self._cdp.send("Page.getFrameTree")["frameTree"]["frame"]
        if lost := frame.get("unreachableUrl"):
            host = urlsplit(lost).hostname or lost
            raise self._refusal(host) or Unreachable(
                self.source, f"it leads to {host}, which does not answer"
            )

    def _picture(self, height: float) -> bytes:
        height = max(self.settings.height, min(height, _HIGHEST))
        clip = {"x": 0, "y": 0, "width": self.settings.width, "height": height, "scale": 1}
        found = self._cdp.send(
            "Page.captureScreenshot", {"format": "png", "clip": clip, "captureBeyondViewport": True}
        )
        return base64.b64decode(found["data"])

    def _look(self, expression: str) -> Any:
        """Return the value of *expression* in the page, evaluated out of reach of its scripts."""
        from playwright.sync_api import Error

        for _ in range(2):
            try:
                if self._world is None:
                    frame = self._cdp.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
                    world = self._cdp.send("Page.createIsolatedWorld", {"frameId": frame})
                    self._world = world["executionContextId"]
                found = self._cdp.send(
                    "Runtime.evaluate",
                    {
                        "expression": expression,
                        "contextId": self._world,
                        "returnByValue": True,
                        "timeout": 1000 * max(1.0, self._left()),
                    },
                )
                return found["result"].get("value")
            except Error:
                # The page has navigated away, which removed our execution context.
                self._world = None
                if self._page.is_closed() or self.crashed:
                    raise
                self._wait(0.05)
        return None

    def _is_gone(self) -> bool:
        """Return whether the page has crashed; the event may still be on its way."""
        from playwright.sync_api import Error

        try:
            self._wait(0.2)
        except Error:
            return True
        return self.crashed

    def _wait(self, seconds: float) -> None:
        self._page.wait_for_timeout(1000 * seconds)

    def _settle(self) -> None:
        # A quarter of the time is kept for taking the page as it is.
        seconds = min(self.settings.settle, self._left() - self.settings.seconds / 4)
        settled(self._look, self._wait, self._traffic, self.settings, max(0.1, seconds))

    def _left(self) -> float:
        return self._end - time.monotonic()

    def _note_crash(self, page: Any) -> None:
        self.crashed = True


def _quietly(handle: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return *handle* for objects whose page may be gone when the event arrives."""

    def called(thing: Any) -> None:
        from playwright.sync_api import Error

        with suppress(Error):
            handle(thing)

    return called


def _cookie(cookie: Cookie) -> dict[str, Any]:
    """Return *cookie* as playwright takes it."""
    return {
        "name": cookie.name,
        "value": cookie.value or "",
        "domain": cookie.domain,
        "path": cookie.path,
        "expires": cookie.expires or -1,
        "secure": cookie.secure,
        "httpOnly": cookie.has_nonstandard_attr("HttpOnly"),
    }
