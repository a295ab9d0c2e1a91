"""A guard watches one worker process: a page that kills it does not affect other pages."""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pipe
from typing import Any, Generic, TypeVar

from windrow.errors import WindrowError
from windrow.run.forked import ForkedProcess
from windrow.run.task import DIED, LATE, Loss, Notice, Rest, Task
from windrow.run.worker import READY, forked

__all__ = ["Guard"]

_log = logging.getLogger("windrow")
# Seconds for a worker to start. Chosen, not measured: it takes half a second, more if it is busy.
_START = 120.0
# Seconds for an idle worker to end and close its browser. Chosen, not measured.
_LEAVE = 10.0
# A worker has one batch in reserve, so that it need not wait for us. Chosen.
_AHEAD = 2
# A longer batch is not sent ahead: it might not fit into the buffer of a busy worker, and
# both sides would wait forever. As in macOS, whose socket buffers are the smallest (8 KiB).
_LINE = 8_000
# A worker may die for other reasons; an item that kills two workers is to blame. Chosen.
_ATTEMPTS = 2

_Key = TypeVar("_Key")
_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


@dataclass
class _Batch(Generic[_Key, _Item, _Answer]):
    """Items that were given to a worker together."""

    key: _Key
    items: Sequence[_Item]
    parcel: bytes
    answers: list[_Answer] = field(default_factory=list)
    attempts: int = 0  # at the current item

    @property
    def due(self) -> _Item:
        return self.items[len(self.answers)]

    @property
    def is_short(self) -> bool:
        return len(self.parcel) < _LINE


class Guard(Generic[_Key, _Item, _Answer]):
    """Keeps one worker busy, and replaces it when it hangs or dies."""

    def __init__(self, task: Task[_Item, _Answer], *, fork: bool = False) -> None:
        self._task, self._fork = task, fork
        self._parcel = b"" if fork else _pickled(task)
        self._batches: deque[_Batch[_Key, _Item, _Answer]] = deque()
        self._ready = self._leaving = False
        self._heard = 0.0
        self._process: subprocess.Popen[bytes] | ForkedProcess
        self._start()

    @property
    def busy(self) -> bool:
        """Whether an answer is outstanding."""
        return bool(self._batches)

    @property
    def hungry(self) -> bool:
        """Whether the worker should be given another batch."""
        return len(self._batches) < _AHEAD

    @property
    def seconds_left(self) -> float:
        """How long the worker may still be silent."""
        limit = self._task.limits.seconds if self._ready else _START
        return max(self._heard + limit - time.monotonic(), 0.0)

    def give(self, key: _Key, items: Sequence[_Item]) -> None:
        """Give the worker *items* to answer, under a *key* that comes back with the answers."""
        if not self._batches:
            self._heard = max(self._heard, time.monotonic())
        batch = _Batch[_Key, _Item, _Answer](key, items, pickle.dumps(items))
        self._batches.append(batch)
        if self._ready and (len(self._batches) == 1 or batch.is_short):
            self._send(batch)

    def listen(self) -> Iterator[tuple[_Key, list[_Answer]]]:
        """Receive the worker's messages; yield the batch that they complete."""
        try:
            message = self.line.recv()
        except (EOFError, OSError):
            yield from self._lost()
            return
        self._heard = time.monotonic()
        if isinstance(message, Notice):
            _log.warning("%s", message.text)
        elif not self._ready:
            if message != READY:
                raise message
            self._ready = True
            for number, batch in enumerate(self._batches):
                if number == 0 or batch.is_short:
                    self._send(batch)
        elif isinstance(message, Rest):
            self._heard += message.seconds
        elif isinstance(message, Loss):
            # After an item that took too much memory a worker ends by itself.
            self._leaving = True
            yield from self._took(self._task.lost(self._batches[0].due, message))
        else:
            yield from self._took(message)

    def give_up(self) -> Iterator[tuple[_Key, list[_Answer]]]:
        """End a worker that was silent for too long, and report its current item as lost."""
        if not self._end():
            raise WindrowError(f"a worker did not start within {_START:g} s")
        loss = Loss(LATE, f"takes longer than {self._task.limits.seconds:g} s")
        done = [*self._took(self._task.lost(self._batches[0].due, loss))]
        self._start()
        yield from done

    def dismiss(self) -> None:
        """Ask an idle worker to end; kill a busy one."""
        if self.busy or not self._ready:
            self._process.kill()
        self.line.close()

    def close(self) -> None:
        """Wait until a dismissed worker has ended."""
        try:
            self._process.wait(_LEAVE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _took(self, answer: _Answer) -> Iterator[tuple[_Key, list[_Answer]]]:
        batch = self._batches[0]
        batch.answers.append(answer)
        batch.attempts = 0
        if len(batch.answers) == len(batch.items):
            self._batches.popleft()
            if self._batches and not self._batches[0].is_short and self._ready:
                self._send(self._batches[0])
            yield batch.key, batch.answers

    def _lost(self) -> Iterator[tuple[_Key, list[_Answer]]]:
        """Replace a worker that died."""
        was_ready, code = self._end(), self._process.wait()
        if not was_ready:
            raise WindrowError(
                f"a worker ended before it began: {_death(code)}",
                hint="the job must be importable by other processes; standard error may say more",
            )
        done: list[tuple[_Key, list[_Answer]]] = []
        if self._batches and not self._leaving:
            batch = self._batches[0]
            batch.attempts += 1
            if batch.attempts >= _ATTEMPTS:
                loss = Loss(DIED, f"ends the process that works on it: {_death(code)}")
                done = [*self._took(self._task.lost(batch.due, loss))]
        self._start()
        yield from done

    def _start(self) -> None:
        self.line, theirs = Pipe()
        self._process = self._forked(theirs) if self._fork else self._started(theirs)
        theirs.close()
        self._ready = self._leaving = False
        self._heard = time.monotonic()
        if not self._fork:
            with suppress(BrokenPipeError, ConnectionResetError):
                self.line.send(sys.path)
                self.line.send_bytes(self._parcel)

    def _forked(self, theirs: Any) -> ForkedProcess:
        return ForkedProcess(partial(forked, theirs, self.line, self._task))

    def _started(self, theirs: Any) -> subprocess.Popen[bytes]:
        handle = theirs.fileno()
        how: dict[str, Any] = {"pass_fds": [handle]}
        if sys.platform == "win32":
            os.set_handle_inheritable(handle, True)
            how = {"close_fds": False}
        program = f"from windrow.run.worker import main; main({handle})"
        return subprocess.Popen(
            [sys.executable, "-P", "-c", program],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            **how,
        )

    def _send(self, batch: _Batch[_Key, _Item, _Answer]) -> None:
        done = len(batch.answers)
        parcel = pickle.dumps(batch.items[done:]) if done else batch.parcel
        # It may be dead already: the next `listen` notices.
        with suppress(BrokenPipeError, ConnectionResetError):
            self.line.send_bytes(parcel)

    def _end(self) -> bool:
        """End the process; return whether it had begun to work."""
        self._process.kill()
        self._process.wait()
        self.line.close()
        was_ready, self._ready = self._ready, False
        return was_ready


def _pickled(task: Task[_Item, _Answer]) -> bytes:
    try:
        return pickle.dumps(task)
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
