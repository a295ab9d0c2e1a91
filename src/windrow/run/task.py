"""What worker processes do: a task that travels to them, and the limits for one item of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

__all__ = ["DIED", "LATE", "OUT_OF_MEMORY", "Limits", "Loss", "Notice", "Rest", "Task"]

LATE, DIED, OUT_OF_MEMORY = "TookTooLong", "Crash", "OutOfMemory"
"""Why an item has no answer: the names under which users find the error."""

_Item = TypeVar("_Item", contravariant=True)
_Answer = TypeVar("_Answer", covariant=True)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may take. Chosen, not measured: ordinary pages take a thousandth of it."""

    seconds: float = 60.0
    memory: int | None = 2_000_000_000  # bytes, beyond what a worker has from the start


class Loss(NamedTuple):
    """Why an item has no answer."""

    error: str  # LATE, DIED or OUT_OF_MEMORY
    problem: str  # in words that follow the name of the page


class Rest(NamedTuple):
    """Notice by a worker that waits for its turn on somebody's server: its clock stops."""

    seconds: float


class Notice(NamedTuple):
    """What a worker has to say to the user, besides its answers."""

    text: str


class Task(Protocol[_Item, _Answer]):
    """Answers items. Implementations are frozen dataclasses that can be pickled."""

    @property
    def limits(self) -> Limits:
        """What one item may take."""

    def begin(self) -> Callable[[_Item], _Answer]:
        """Return what answers an item; every process asks for it once, before its first item.

        A `WindrowError` raised here ends all work. What is returned raises nothing but
        `MemoryError`: whatever else goes wrong with an item is its answer.
        """

    def lost(self, item: _Item, loss: Loss) -> _Answer:
        """Return the answer for an item that took too much, or that killed its process."""
