"""Our errors, in one tree.

    WindrowError
    ├── Unknown                  the service has no page, wrapper or job with that name
    ├── TooBusy                  the service has too much to do
    ├── WrongCode                the code that pairs an extension is wrong or too old
    ├── WrapperError             a wrapper cannot be loaded, used or made
    │   ├── BadWrapper           the file is not a wrapper: broken, cut off, or not ours
    │   ├── NewerWrapper         the file was written by a later version
    │   ├── NothingLearned       the pages share nothing a wrapper could hold
    │   └── NotRepaired          too little is sure to change the wrapper
    └── ReadError                the page could not be read
        ├── FileUnreadable       missing, a directory, not permitted ...
        ├── BadAddress           not a web address, or a scheme we do not read
        ├── NotHtml              a picture, a PDF, a packed file ...
        ├── TooLarge             over the size limit, or endless
        ├── TooManyNodes         it has more nodes than memory allows for its size
        ├── TookTooLong          it was abandoned after its time limit
        ├── NoBrowser            playwright or Chromium is not installed
        ├── BrowserFailed        the browser could not show the page
        │   ├── BrowserCrashed   the page, or the browser with it, crashed
        │   ├── BrowserHung      the page kept it busy beyond the time limit
        │   └── BrowserSwollen   the page took more memory than allowed
        └── FetchError           the server gave no page
            ├── HttpStatus       it answered 404, 500 ...
            ├── Unreachable      unknown host, refused, or disconnected
            ├── TimedOut         it took too long
            ├── TooManyRedirects it redirected in a circle
            ├── PrivateAddress   the address is inside our own network
            └── Disallowed       the site's robots.txt forbids it

Facts are attributes; the message uses the user's words, and a hint says what to do next.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeVar

from windrow.safe import masked, plain

__all__ = [
    "BadAddress",
    "BadWrapper",
    "BrowserCrashed",
    "BrowserFailed",
    "BrowserHung",
    "BrowserSwollen",
    "Disallowed",
    "FetchError",
    "FileUnreadable",
    "HttpStatus",
    "NewerWrapper",
    "NoBrowser",
    "NotHtml",
    "NotRepaired",
    "NothingLearned",
    "PrivateAddress",
    "ReadError",
    "TimedOut",
    "TooBusy",
    "TooLarge",
    "TooManyNodes",
    "TooManyRedirects",
    "TookTooLong",
    "Unknown",
    "Unreachable",
    "WindrowError",
    "WrapperError",
    "WrongCode",
    "need",
]


# Characters of a name that are compared. Chosen, not measured.
_LONGEST = 10_000


class WindrowError(Exception):
    """Base of our errors: ``except WindrowError`` catches them all and hides no bug.

    *summary* is one line, fit for a log or a terminal: without control sequences and passwords.
    *hint*, if there is one, says what to do.

    >>> error = WindrowError("the barn is full", hint="sell some hay")
    >>> error.summary
    'the barn is full'
    >>> print(error)
    the barn is full
    <BLANKLINE>
    hint: sell some hay
    """

    def __init__(self, summary: str, *, hint: str | None = None) -> None:
        # It quotes file names, pages and servers, none of which can be trusted.
        self.summary = " ".join(plain(masked(summary)).split())
        self.hint = hint = plain(masked(hint)) if hint else hint
        super().__init__(f"{self.summary}\n\nhint: {hint}" if hint else self.summary)

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an exception is unpickled by calling its class with the message, which fails
        # for every class below; errors must survive the trip back from a worker process.
        return _revive, (type(self), self.args, self.__dict__)


_Error = TypeVar("_Error", bound=WindrowError)


def _revive(kind: type[_Error], args: tuple[Any, ...], facts: Mapping[str, Any]) -> _Error:
    error = kind.__new__(kind, *args)
    error.__dict__.update(facts)
    return error


class Unknown(WindrowError):
    """The service has no *what* (page, wrapper, job) called *name*."""

    def __init__(self, what: str, name: str, *, hint: str) -> None:
        self.what, self.name = what, name
        super().__init__(f"there is no {what} `{_shown(name)}`", hint=hint)


class TooBusy(WindrowError):
    """The service accepts no more work for now: there are too many *what*."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"there are too many {what} already", hint="try again later")


class ReadError(WindrowError):
    """The page could not be read. *source* is the path or address as given, without a password."""

    def __init__(self, source: str, problem: str, *, hint: str | None = None) -> None:
        self.source = masked(source[:_LONGEST])
        super().__init__(f"`{_shown(source)}` {problem}", hint=hint)


class FileUnreadable(ReadError):
    """The file is missing, a directory, or not readable: *reason* says which."""

    def __init__(self, source: str, reason: str, *, hint: str | None = None) -> None:
        self.reason = reason
        super().__init__(source, f"cannot be read: {reason}", hint=hint)


class BadAddress(ReadError):
    """The address is invalid, or has a scheme we do not read: *reason* says which."""

    def __init__(self, source: str, reason: str) -> None:
        self.reason = reason
        super().__init__(
            source,
            f"is not an address we can read: {reason}",
            hint="give a file, or an http(s) address",
        )


class NotHtml(ReadError):
    """The content is not HTML: *kind* says what it is, in words ("a PNG image")."""

    def __init__(self, source: str, kind: str, *, hint: str = "give an HTML page") -> None:
        self.kind = kind
        super().__init__(source, f"is not HTML: it is {kind}", hint=hint)


class TooLarge(ReadError):
    """The content is longer than *limit* bytes; it may even be endless."""

    def __init__(self, source: str, limit: int) -> None:
        self.limit = limit
        super().__init__(
            source,
            f"is larger than the limit of {_size(limit)}",
            hint="if you trust the page, give a higher limit",
        )


class TooManyNodes(ReadError):
    """The page has too many *nodes* for its *size* in bytes: it would take too much memory."""

    def __init__(self, source: str, nodes: int, size: int) -> None:
        self.nodes, self.size = nodes, size
        super().__init__(
            source,
            f"has {nodes:,} tags in {_size(size)}, which would take too much memory",
            hint="give the part of the page that you need",
        )


class TookTooLong(ReadError):
    """The page was abandoned after *seconds* of work."""

    def __init__(self, source: str, seconds: float, *, hint: str | None = None) -> None:
        self.seconds = seconds
        super().__init__(source, f"takes longer than {seconds:g} s", hint=hint)


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
    """The page was not ready after *seconds*, and the browser no longer answered."""

    def __init__(self, source: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(source, f"kept the browser busy for more than {seconds:g} s")


class BrowserSwollen(BrowserFailed):
    """The page took more than *limit* bytes of memory."""

    def __init__(self, source: str, limit: int) -> None:
        self.limit = limit
        super().__init__(source, f"made the browser take more than {limit / 1e6:.0f} MB of memory")


class FetchError(ReadError):
    """The server gave no page."""


class HttpStatus(FetchError):
    """The server answered with an error: *status* is its number, *phrase* its text."""

    def __init__(self, source: str, status: int, phrase: str = "") -> None:
        self.status, self.phrase = status, phrase
        super().__init__(
            source, f"answered {f'{status} {phrase}'.strip()}", hint=_status_hint(status)
        )


class Unreachable(FetchError):
    """The host is unknown, or the connection failed or broke: *reason* says which."""

    def __init__(self, source: str, reason: str) -> None:
        self.reason = reason
        super().__init__(
            source, f"cannot be reached: {reason}", hint="check the address and the connection"
        )


class TimedOut(FetchError):
    """The page was not complete after *seconds*."""

    def __init__(self, source: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(
            source, f"did not arrive in {seconds:g} s", hint="try again, or give a longer timeout"
        )


class TooManyRedirects(FetchError):
    """The server redirected more than *limit* times, most likely in a circle."""

    def __init__(self, source: str, limit: int) -> None:
        self.limit = limit
        super().__init__(
            source,
            f"redirects more than {limit} times",
            hint="the site may want cookies: save the page in a browser and give the file",
        )


class PrivateAddress(FetchError):
    """The address, or one it leads to, is not on the public network: *host* is its name."""

    def __init__(self, source: str, host: str) -> None:
        self.host = host
        super().__init__(
            source,
            f"leads to {host}, which is not on the public network",
            hint=f"if you trust it: --allow-private {host}, in Python Web(private=({host!r},))",
        )


class Disallowed(FetchError):
    """The site's robots.txt forbids the page, or could not be fetched: *reason* says why."""

    def __init__(self, source: str, reason: str = "") -> None:
        self.reason = reason
        problem = "is forbidden to programs by the robots.txt of its site"
        if reason:
            problem = f"is not read: the robots.txt of its site cannot be fetched ({reason})"
        hint = "ask the owner of the site; with their permission: --ignore-robots"
        super().__init__(source, problem, hint=hint)


class WrongCode(WindrowError):
    """The code is not the one that the studio shows, or has expired."""

    def __init__(self) -> None:
        super().__init__(
            "the code is wrong or too old", hint="get a new one: `Extension` in the studio"
        )


class WrapperError(WindrowError):
    """A wrapper cannot be loaded, used or made."""


class BadWrapper(WrapperError):
    """The file at *source* is not a wrapper: *problem* says what is wrong."""

    def __init__(
        self, source: str, problem: str, hint: str = "learn it again with `windrow learn`"
    ) -> None:
        self.source, self.problem = source, problem
        super().__init__(f"`{_shown(source)}` is not a wrapper: {problem}", hint=hint)


class NewerWrapper(WrapperError):
    """The file at *source* has a *version* that this program does not know."""

    def __init__(self, source: str, version: int) -> None:
        self.source, self.version = source, version
        super().__init__(
            f"`{_shown(source)}` was written by a later version of windrow (format {version})",
            hint="update windrow, or learn the wrapper again",
        )


class NothingLearned(WrapperError):
    """The pages share nothing that a wrapper could hold; *apart*: each has its own template."""

    def __init__(self, reason: str, *, hint: str | None = None, apart: bool = False) -> None:
        self.reason, self.apart = reason, apart
        super().__init__(f"nothing was learned: {reason}", hint=hint)


class NotRepaired(WrapperError):
    """The wrapper stays as it is: the *confidence* in the repair is too low."""

    def __init__(self, reason: str, confidence: float) -> None:
        self.reason, self.confidence = reason, confidence
        super().__init__(
            f"not repaired: {reason} (confidence {confidence:.0%})",
            hint="give more pages, or learn the wrapper again with `windrow learn`",
        )

    def to_json(self) -> dict[str, Any]:
        """Return the refusal as plain data."""
        return {"refused": self.reason, "confidence": round(self.confidence, 3)}


def need(package: str, extra: str | None = None) -> Any:
    """Return the module *package*, or say which *extra* (or package) to install."""
    try:
        return import_module(package)
    except ImportError as error:
        wanted = f"'windrow[{extra}]'" if extra else package
        raise WindrowError(
            f"this needs the package {package}, which is not installed",
            hint=f"pip install {wanted}",
        ) from error


def _status_hint(status: int) -> str:
    if status in (401, 403, 407, 429):
        return "the site refuses programs: save the page in a browser and give the file"
    if status >= 500:
        return "the server has a problem: try again later"
    return "check the address in a browser"


def _shown(source: str, width: int = 200) -> str:
    """Return *source* as a message may show it: shortened, without a password."""
    public = masked(source[:_LONGEST])
    return public if len(public) <= width else f"{public[: width - 1]}…"


def _size(count: int) -> str:
    """Return a number of bytes in a readable unit.

    >>> _size(50_000_000), _size(1_500), _size(10)
    ('50 MB', '1.5 kB', '10 bytes')
    """
    for unit, name in ((1_000_000, "MB"), (1_000, "kB")):
        if count >= unit:
            return f"{count / unit:.3g} {name}"
    return f"{count} bytes"
