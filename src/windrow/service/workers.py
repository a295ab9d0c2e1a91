"""Watched worker processes answer requests: a page cannot bring the service down."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

from windrow.errors import ReadError, TooBusy, TookTooLong, WindrowError
from windrow.run.task import LATE, Limits, Loss
from windrow.run.workers import Crew
from windrow.service.bounds import Bounds
from windrow.service.home import Home
from windrow.service.work import VERBS, WorkContext

__all__ = ["Dispatcher"]


class _WorkerRequest(NamedTuple):
    """A request: a name in `VERBS`, and its arguments."""

    verb: str
    facts: Mapping[str, Any]


class _WorkerAnswer(NamedTuple):
    """The answer to a request: JSON, or an error."""

    text: str = ""
    error: WindrowError | None = None


@dataclass(frozen=True, slots=True)
class _RequestTask:
    """The task of answering requests."""

    home: str
    bounds: Bounds
    limits: Limits

    def begin(self) -> Callable[[_WorkerRequest], _WorkerAnswer]:
        """Return the function that answers a request."""
        context = WorkContext(Home(self.home), self.bounds)
        # Runs last at exit, after the browser was closed: the exit handlers of libraries would
        # only print complaints about each other.
        atexit.register(os._exit, 0)

        def answer(request: _WorkerRequest) -> _WorkerAnswer:
            try:
                return _WorkerAnswer(VERBS[request.verb](context, request.facts))
            except WindrowError as error:
                return _WorkerAnswer(error=error)
            except MemoryError:
                raise
            except Exception as error:
                # A bug of ours that affects only this page.
                return _WorkerAnswer(error=_broken(request, f"{type(error).__name__}: {error}"))

        return answer

    def lost(self, request: _WorkerRequest, loss: Loss) -> _WorkerAnswer:
        """Return the answer to a request that took too long, or that killed its process."""
        if loss.error == LATE:
            return _WorkerAnswer(error=TookTooLong(_name(request), self.limits.seconds))
        return _WorkerAnswer(error=_broken(request, loss.problem))


class Dispatcher:
    """Passes requests to its *workers* and counts those that wait."""

    def __init__(self, home: Home, bounds: Bounds, limits: Limits, workers: int) -> None:
        self._task, self._most = _RequestTask(str(home.folder), bounds, limits), bounds.waiting
        # A worker ends with the thread that started it, so these threads live as long as we do.
        self._threads = ThreadPoolExecutor(workers, "windrow-requests")
        self._local = threading.local()
        self._crews: list[Crew[None, _WorkerRequest, _WorkerAnswer]] = []
        self._lock = threading.Lock()
        self._waiting = 0

    def ask(self, verb: str, facts: Mapping[str, Any]) -> Future[str]:
        """Return the future answer to a request, as JSON; raise `TooBusy` if too many wait."""
        with self._lock:
            if self._waiting >= self._most:
                raise TooBusy("requests")
            self._waiting += 1
        try:
            future = self._threads.submit(self._answer, _WorkerRequest(verb, facts))
        except RuntimeError:
            self._done()
            raise WindrowError("the service is ending", hint="try again later") from None
        future.add_done_callback(lambda _: self._done())
        return future

    def close(self) -> None:
        """End all workers, and drop their current requests."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            crews, self._crews = self._crews, []
        for crew in crews:
            crew.close()
        self._threads.shutdown()

    def _done(self) -> None:
        with self._lock:
            self._waiting -= 1

    def _answer(self, request: _WorkerRequest) -> str:
        crew = self._crew()
        crew.give(None, [request])
        while True:
            for _, [answer] in crew.wait():
                if answer.error is not None:
                    raise answer.error
                return answer.text

    def _crew(self) -> Crew[None, _WorkerRequest, _WorkerAnswer]:
        found: Crew[None, _WorkerRequest, _WorkerAnswer] | None = getattr(self._local, "crew", None)
        if found is None:
            found = self._local.crew = Crew(self._task, 1)
            with self._lock:
                self._crews.append(found)
        return found


def _name(request: _WorkerRequest) -> str:
    facts = request.facts
    named = facts.get("name") or facts.get("url") or facts.get("file") or facts.get("page")
    return str(named or "the page")


def _broken(request: _WorkerRequest, problem: str) -> ReadError:
    return ReadError(_name(request), f"made a worker fail: {problem}", hint="please report it")
