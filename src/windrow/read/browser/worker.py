"""A thread that runs calls one after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

__all__ = ["Worker"]

_Result = TypeVar("_Result")


class Worker:
    """Runs calls in a separate thread, in their order.

    Unlike an executor's thread, it still works while the program ends, when the browser must be
    closed; and a hanging thread does not keep the program from ending.
    """

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, call: Callable[..., _Result], *arguments: Any) -> Future[_Result]:
        """Return the future result of a call."""
        future: Future[_Result] = Future()
        self._calls.put((future, lambda: call(*arguments)))
        return future

    def stop(self, *, wait: bool) -> None:
        """End the thread after the waiting calls."""
        self._calls.put(None)
        if wait:
            self._thread.join()

    def _run(self) -> None:
        while entry := self._calls.get():
            future, call = entry
            try:
                future.set_result(call())
            except BaseException as error:
                future.set_exception(error)
