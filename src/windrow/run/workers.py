"""The worker processes of this machine: each watched by a guard, and kept busy."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from multiprocessing.connection import wait
from types import TracebackType
from typing import Generic, TypeVar

from windrow.run.guard import Guard
from windrow.run.task import Task

__all__ = ["Crew", "cores"]

_Key = TypeVar("_Key")
_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


class Crew(Generic[_Key, _Item, _Answer]):
    """At most *jobs* workers for one task, started on demand; a ``with`` block ends them.

    With *fork* it is one worker, a copy of this process.
    """

    def __init__(self, task: Task[_Item, _Answer], jobs: int, *, fork: bool = False) -> None:
        self._task, self._fork = task, fork
        self._jobs = 1 if fork else jobs
        self._guards: list[Guard[_Key, _Item, _Answer]] = []

    @property
    def busy(self) -> bool:
        """Whether an answer is outstanding."""
        return any(guard.busy for guard in self._guards)

    @property
    def hungry(self) -> bool:
        """Whether a worker should be given another batch."""
        return len(self._guards) < self._jobs or any(guard.hungry for guard in self._guards)

    def give(self, key: _Key, items: Sequence[_Item]) -> None:
        """Give *items* to one worker, in order; *key* comes back with the answers.

        Idle workers come first, then new ones: while there are few batches, no worker has two.
        """
        idle = next((guard for guard in self._guards if not guard.busy), None)
        if idle is None and len(self._guards) < self._jobs:
            idle = Guard(self._task, fork=self._fork)
            self._guards.append(idle)
        (idle or next(guard for guard in self._guards if guard.hungry)).give(key, items)

    def wait(self) -> Iterator[tuple[_Key, list[_Answer]]]:
        """Wait for a message of a worker; yield the batches that it completes."""
        busy = [guard for guard in self._guards if guard.busy]
        ready = wait([guard.line for guard in busy], min(guard.seconds_left for guard in busy))
        for guard in busy:
            if guard.line in ready:
                yield from guard.listen()
            elif not guard.seconds_left:
                yield from guard.give_up()

    def close(self) -> None:
        """End all workers, even busy ones."""
        for guard in self._guards:
            guard.dismiss()
        for guard in self._guards:
            guard.close()
        self._guards.clear()

    def __enter__(self) -> Crew[_Key, _Item, _Answer]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def cores() -> int:
    """Return how many cores we may use: containers and batch systems allow only some."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
