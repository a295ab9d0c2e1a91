"""A worker process and the one who watches it: no page takes the others down with it."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from windrow.errors import TookTooLong, WindrowError
from windrow.run.engine import Work
from windrow.run.job import Harvest, Outcome, failed
from windrow.run.place import Place, Shard
from windrow.run.worker import OUT_OF_MEMORY, READY

__all__ = ["Guard"]

# Python and our modules are there in half a second; a busy machine may take its time.
_START = 120.0
# A worker has one shard more than it works on, so that it need not wait for us; but a long one
# might not fit into the line to it, and both of us would wait for ever.
_AHEAD = 2
_LINE = 32_000
# A worker may be killed for what others did; a page that kills two is to blame.
_ATTEMPTS = 2


@dataclass
class _Task:
    """A shard that was given to a worker."""

    shard: Shard
    outcomes: list[Outcome] = field(default_factory=list)
    attempts: int = 0  # at the page that is due

    @property
    def due(self) -> Place:
        return self.shard.places[len(self.outcomes)]

    def harvest(self) -> Harvest:
        return Harvest(self.shard.number, tuple(self.outcomes), self.shard.size)


class Guard:
    """Keeps one worker at work, and puts another in its place when it hangs or dies."""

    def __init__(self, work: Work) -> None:
        self._work, self._parcel = work, _pickled(work)
        self._tasks: deque[_Task] = deque()
        self._ready = self._leaving = False
        self._heard = 0.0
        self._start()

    @property
    def busy(self) -> bool:
        """Whether there is something to wait for."""
        return bool(self._tasks)

    @property
    def hungry(self) -> bool:
        """Whether the worker should be given another shard."""
        return len(self._tasks) < _AHEAD and all(_fits(task.shard) for task in self._tasks)

    @property
    def seconds_left(self) -> float:
        """How long the worker may still be silent."""
        limit = self._work.limits.seconds if self._ready else _START
        return max(self._heard + limit - time.monotonic(), 0.0)

    def give(self, shard: Shard) -> None:
        """Give the worker a shard to work on."""
        if not self._tasks:
            self._heard = max(self._heard, time.monotonic())
        self._tasks.append(_Task(shard))
        if self._ready and (len(self._tasks) == 1 or _fits(shard)):
            self._send(self._tasks[-1])

    def listen(self) -> Iterator[Harvest]:
        """Take what the worker has sent; yield the shard that is complete with it."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            yield from self._lost()
            return
        self._heard = time.monotonic()
        if isinstance(message, WindrowError):
            raise message
        if message == READY:
            self._ready = True
            for place, task in enumerate(self._tasks):
                if place == 0 or _fits(task.shard):
                    self._send(task)
        else:
            # After a page that took too much memory a worker leaves by itself.
            self._leaving = message.error == OUT_OF_MEMORY
            yield from self._took(message)

    def give_up(self) -> Iterator[Harvest]:
        """End a worker that was silent for too long, and blame the page it was at."""
        self._end()
        if not self._ready:
            raise WindrowError(f"a worker did not start within {_START:g} s")
        seconds = self._work.limits.seconds
        problem = f"takes longer than {seconds:g} s"
        outcome = failed(self._tasks[0].due, TookTooLong.__name__, problem)
        done = [*self._took(outcome)]
        self._start()
        yield from done

    def close(self) -> None:
        """End the worker."""
        self._end()

    def _took(self, outcome: Outcome) -> Iterator[Harvest]:
        task = self._tasks[0]
        task.outcomes.append(outcome)
        task.attempts = 0
        if len(task.outcomes) == len(task.shard.places):
            self._tasks.popleft()
            if self._tasks and not _fits(self._tasks[0].shard) and self._ready:
                self._send(self._tasks[0])
            yield task.harvest()

    def _lost(self) -> Iterator[Harvest]:
        """Put another worker in the place of one that died."""
        self._end()
        code = self._process.returncode
        if not self._ready:
            raise WindrowError(
                f"a worker ended before it began: {_death(code)}",
                hint="the job must be importable by other processes; standard error may say more",
            )
        done: list[Harvest] = []
        if self._tasks and not self._leaving:
            task = self._tasks[0]
            task.attempts += 1
            if task.attempts >= _ATTEMPTS:
                reason = f"ends the process that works on it: {_death(code)}"
                done = [*self._took(failed(task.due, "Crash", reason))]
        self._start()
        yield from done

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        program = f"from windrow.run.worker import main; main({theirs.fileno()})"
        command = [sys.executable, "-P", "-c", program]
        with theirs:
            self._process = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        self.connection = Connection(ours.detach())
        self._ready = self._leaving = False
        self._heard = time.monotonic()
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(sys.path)
            self.connection.send_bytes(self._parcel)

    def _send(self, task: _Task) -> None:
        rest = task.shard.places[len(task.outcomes) :]
        # It may be dead already: the next listening notices.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(rest)

    def _end(self) -> None:
        self._process.kill()
        self._process.wait()
        self.connection.close()


def _fits(shard: Shard) -> bool:
    # Some bytes a place beyond its name, pickled.
    return sum(len(p.name) + len(p.content) + 40 for p in shard.places) < _LINE


def _pickled(work: Work) -> bytes:
    try:
        return pickle.dumps(work)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise WindrowError(
            f"the job cannot be sent to other processes: {error}",
            hint="define its class in a module that they can import",
        ) from error


def _death(code: int) -> str:
    """Return in words how a process ended.

    >>> _death(-9), _death(3)
    ('killed (SIGKILL)', 'exit code 3')
    """
    return f"killed ({signal.Signals(-code).name})" if code < 0 else f"exit code {code}"
