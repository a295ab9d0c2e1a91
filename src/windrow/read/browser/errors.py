"""What can go wrong between a page and a browser.

ReadError
├── NoBrowser            playwright or Chromium is not installed
├── BrowserFailed        it was there, and then it was not: *reason* says why
│   ├── BrowserCrashed   the page, or the browser with it, crashed
│   ├── BrowserHung      the page kept it busy past the time limit
│   └── BrowserSwollen   the page took more memory than allowed
└── FetchError
    └── PrivateAddress   the address is inside our own network
"""

from windrow.errors import FetchError, ReadError

__all__ = [
    "BrowserCrashed",
    "BrowserFailed",
    "BrowserHung",
    "BrowserSwollen",
    "NoBrowser",
    "PrivateAddress",
]


class NoBrowser(ReadError):
    """There is no browser to show the page with: *reason* says what is missing."""

    def __init__(self, source: str, reason: str, *, hint: str) -> None:
        self.reason = reason
        super().__init__(source, f"cannot be shown in a browser: {reason}", hint=hint)


class BrowserFailed(ReadError):
    """The browser could not show the page: *reason* says why."""

    def __init__(self, source: str, reason: str, *, hint: str | None = None) -> None:
        self.reason = reason
        super().__init__(source, reason, hint=hint or "try without --browser")


class BrowserCrashed(BrowserFailed):
    """The page, or the whole browser with it, crashed."""

    def __init__(self, source: str) -> None:
        super().__init__(source, "crashed the browser")


class BrowserHung(BrowserFailed):
    """The page was not ready after *seconds*, and the browser did not answer any more."""

    def __init__(self, source: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(source, f"kept the browser busy for more than {seconds:g} s")


class BrowserSwollen(BrowserFailed):
    """The page took more than *limit* bytes of memory."""

    def __init__(self, source: str, limit: int) -> None:
        self.limit = limit
        super().__init__(source, f"took the browser more than {limit / 1e6:.0f} MB of memory")


class PrivateAddress(FetchError):
    """The address, or one it leads to, is inside our own network: *host* is its name."""

    def __init__(self, source: str, host: str) -> None:
        self.host = host
        super().__init__(
            source,
            f"leads to {host}, which is not on the public network",
            hint=f"if you trust the page, allow it: --allow-private {host}",
        )
