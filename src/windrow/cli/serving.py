"""What `serve`, `studio` and `mcp` share: the options of a service, and how it is started."""

from __future__ import annotations

import json
import logging
import signal
import sys
import time
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from windrow.cli import give, say
from windrow.errors import WindrowError, need

if TYPE_CHECKING:
    from windrow.service.bounds import Bounds

__all__ = ["USUAL_PORT", "serve_options", "served", "service_options"]

# Chosen: not registered for anything else.
USUAL_PORT = 8737
"""Where programs and the extension look for the service first."""

# Seconds that requests have to finish when the service ends: chosen, not measured.
_GRACE = 5
# Seconds that a connection stays open for the next request. Chosen: longer than most clients keep
# one, so that no connection is closed just when it is used again.
_KEPT = 75
# Bytes of an address and headers together: chosen, not measured.
_LONGEST_HEAD = 200_000


def service_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a service; the command gets *home* and *bounds*."""
    from windrow.service.bounds import Bounds

    usual = Bounds()

    @wraps(function)
    def called(
        home: str | None,
        private: tuple[str, ...],
        folders: tuple[str, ...],
        no_browser: bool,
        timeout: float,
        workers: int | None,
        **options: Any,
    ) -> None:
        from windrow.service.home import default_folder

        bounds = Bounds(
            seconds=timeout, workers=workers or 0, private=private, folders=folders,
            browser=not no_browser, **{n: options.pop(n) for n in _NUMBERS if n in options},
        )  # fmt: skip
        function(home=home or str(default_folder()), bounds=bounds, **options)

    options = [
        click.option("--home", metavar="DIR", envvar="WINDROW_HOME", show_envvar=True,
                     help="Pages, wrappers, jobs and rows. Default: ~/.local/share/windrow."),
        click.option("--allow-private", "private", multiple=True, metavar="HOST[:PORT]",
                     help="Allow pages at this host, although it is not on the public network."),
        click.option("--files", "folders", multiple=True, metavar="DIR",
                     help="Requests may name files in this folder; may be repeated."),
        click.option("--no-browser", is_flag=True, help="Never show pages in a browser."),
        click.option("--timeout", type=click.FloatRange(0, min_open=True), metavar="SECONDS",
                     default=usual.seconds, show_default=True,
                     help="Abandon a page that takes longer."),
        click.option("--workers", type=click.IntRange(1),
                     help="Worker processes for requests, and for each job. Default: all cores."),
    ]  # fmt: skip
    for option in reversed(options):
        called = option(called)
    return called


_NUMBERS = ("size", "waiting", "jobs", "running")


def serve_options(function: Callable[..., None]) -> Callable[..., None]:
    """Add the options of a service that answers over HTTP."""
    from windrow.service.bounds import Bounds

    usual = Bounds()
    options = [
        click.option("--token", envvar="WINDROW_TOKEN", show_envvar=True,
                     help="The token. Default: the one in the home, created at the first start."),
        click.option("--most-bytes", "size", type=click.IntRange(1), default=usual.size,
                     show_default=True, help="Size limit of a request; larger ones get 413."),
        click.option("--most-waiting", "waiting", type=click.IntRange(1), default=usual.waiting,
                     show_default=True, help="Limit of waiting requests; more get 429."),
        click.option("--most-jobs", "jobs", type=click.IntRange(1), default=usual.jobs,
                     show_default=True, help="Limit of queued jobs; more get 429."),
        click.option("--running", type=click.IntRange(1), default=usual.running,
                     show_default=True, help="Jobs that run at the same time."),
        click.option("--log", type=click.Choice(["json", "none"]), default="json",
                     show_default=True, help="Log a line of JSON per request to standard error."),
    ]  # fmt: skip
    called = service_options(function)
    for option in reversed(options):
        called = option(called)
    return called


def served(
    *,
    host: str,
    port: int | None,
    home: str,
    bounds: Bounds,
    token: str | None,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    log: str,
    shown: bool = False,
) -> None:
    """Run the service until a signal ends it."""
    uvicorn = need("uvicorn", "serve")
    need("fastapi", "serve")
    from windrow.api.app import application
    from windrow.service.service import Service

    if log == "json":
        _log_lines()
    # The server raises the signal again after its end, so workers and jobs end, too.
    signal.signal(signal.SIGTERM, _end)
    with _listening(host, port) as bound, Service(home, bounds) as service:
        secret = token or service.home.token()
        own = () if host in ("0.0.0.0", "::") else (host,)
        app = application(service, secret, hosts=(*hosts, *own), origins=origins)
        name = "127.0.0.1" if host in ("0.0.0.0", "::") else host
        place = f"[{name}]" if ":" in name else name
        address = f"http://{place}:{bound.getsockname()[1]}/?token={secret}"
        give(address)
        sys.stdout.flush()
        if shown:
            say("Ctrl-C ends it", err=True)
            click.launch(address)
        config = uvicorn.Config(
            app, log_config=None, access_log=False, http="h11", ws="none",
            timeout_graceful_shutdown=_GRACE, timeout_keep_alive=_KEPT,
            h11_max_incomplete_event_size=_LONGEST_HEAD,
        )  # fmt: skip
        uvicorn.Server(config).run(sockets=[bound])


def _end(number: int, stack: object) -> None:
    raise SystemExit(0)


def _listening(host: str, port: int | None) -> Any:
    """Return the socket on which the service listens; without a port, the usual or a free one."""
    import socket

    if port is None:
        try:
            return socket.create_server((host, USUAL_PORT))
        except OSError:
            port = 0
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise WindrowError(
            f"cannot listen at {host}:{port}: {(error.strerror or str(error)).lower()}",
            hint="give another --port, or 0 for a free one",
        ) from error


def _log_lines() -> None:
    """Print what the service logs as lines of JSON."""
    plain = {*vars(logging.makeLogRecord({})), "message", "taskName"}

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            facts = {name: value for name, value in vars(record).items() if name not in plain}
            stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            head = {"time": f"{stamp}Z", "level": record.levelname.lower()}
            if record.exc_info and record.exc_info[1]:
                facts["error"] = repr(record.exc_info[1])
            line = {**head, "event": record.getMessage(), **facts}
            say(json.dumps(line, default=str), err=True)

    logger = logging.getLogger("windrow.service")
    logger.addHandler(Lines())
    logger.setLevel(logging.INFO)
    logger.propagate = False
