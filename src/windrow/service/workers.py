"""Requests answered by watched worker processes: no page takes the service down with it."""

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
from windrow.service.work import VERBS, Bench

__all__ = ["Desk"]


class _Errand(NamedTuple):
    """A request: a name of `VERBS`, and what it is about."""

    verb: str
    facts: Mapping[str, Any]


class _Said(NamedTuple):
    """The answer to a request: JSON, or an error."""

    text: str = ""
    error: WindrowError | None = None


@dataclass(frozen=True, slots=True)
class _Errands:
    """The task of answering requests."""

    home: str
    bounds: Bounds
    limits: Limits

    def begin(self) -> Callable[[_Errand], _Said]:
        """Return what answers a request."""
        bench = Bench(Home(self.home), self.bounds)
        # The last thing at the end, after the browser was closed: what else libraries do then is
        # to complain of each other.
        atexit.register(os._exit, 0)

        def answer(asked: _Errand) -> _Said:
            try:
                return _Said(VERBS[asked.verb](bench, asked.facts))
            except WindrowError as error:
                return _Said(error=error)
            except MemoryError:
                raise
            except Exception as error:
                # A bug of ours, met on this page only.
                return _Said(error=_broken(asked, f"{type(error).__name__}: {error}"))

        return answer

    def lost(self, asked: _Errand, loss: Loss) -> _Said:
        """Return the answer to a request that took too much, or that killed its process."""
        if loss.error == LATE:
            return _Said(error=TookTooLong(_name(asked), self.limits.seconds))
        return _Said(error=_broken(asked, loss.problem))


class Desk:
    """Answers requests, each in one of its *workers*; what waits for one is counted."""

    def __init__(self, home: Home, bounds: Bounds, limits: Limits, workers: int) -> None:
        self._task, self._most = _Errands(str(home.folder), bounds, limits), bounds.waiting
        # A worker ends with the thread that started it: these threads stay as long as we do.
        self._threads = ThreadPoolExecutor(workers, "windrow-desk")
        self._own = threading.local()
        self._crews: list[Crew[None, _Errand, _Said]] = []
        self._lock = threading.Lock()
        self._waiting = 0

    def ask(self, verb: str, facts: Mapping[str, Any]) -> Future[str]:
        """Return the coming answer to a request, as JSON; `TooBusy` where too many wait."""
        with self._lock:
            if self._waiting >= self._most:
                raise TooBusy("requests")
            self._waiting += 1
        try:
            future = self._threads.submit(self._answer, _Errand(verb, facts))
        except RuntimeError:
            self._left()
            raise WindrowError("the service is ending", hint="try again in a while") from None
        future.add_done_callback(lambda _: self._left())
        return future

    def close(self) -> None:
        """End all workers; what they are at is given up."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            crews, self._crews = self._crews, []
        for crew in crews:
            crew.close()
        self._threads.shutdown()

    def _left(self) -> None:
        with self._lock:
            self._waiting -= 1

    def _answer(self, asked: _Errand) -> str:
        crew = self._crew()
        crew.give(None, [asked])
        while True:
            for _, [said] in crew.wait():
                if said.error is not None:
                    raise said.error
                return said.text

    def _crew(self) -> Crew[None, _Errand, _Said]:
        found: Crew[None, _Errand, _Said] | None = getattr(self._own, "crew", None)
        if found is None:
            found = self._own.crew = Crew(self._task, 1)
            with self._lock:
                self._crews.append(found)
        return found


def _name(asked: _Errand) -> str:
    facts = asked.facts
    named = facts.get("name") or facts.get("url") or facts.get("file") or facts.get("page")
    return str(named or "the page")


def _broken(asked: _Errand, problem: str) -> ReadError:
    return ReadError(_name(asked), f"broke the work on it: {problem}", hint="please report it")
