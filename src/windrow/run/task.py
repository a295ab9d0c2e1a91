"""The tasks of worker processes, and the limits for one item."""

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
    """The limits for one page. Chosen, not measured: ordinary pages take a thousandth of them."""

    seconds: float = 60.0
    memory: int | None = 2_000_000_000  # bytes, in addition to what a worker takes at the start


class Loss(NamedTuple):
    """Why an item has no answer."""

    error: str  # LATE, DIED or OUT_OF_MEMORY
    problem: str  # a phrase that follows the name of the page


class Rest(NamedTuple):
    """Says that a worker waits politely for a host, which does not count as time of the page."""

    seconds: float


class Notice(NamedTuple):
    """A message of a worker to the user, besides its answers."""

    text: str


class Task(Protocol[_Item, _Answer]):
    """Answers items. Implementations are frozen dataclasses that can be pickled."""

    @property
    def limits(self) -> Limits:
        """The limits for one item."""

    def begin(self) -> Callable[[_Item], _Answer]:
        """Return the function that answers an item; every process calls this once, at the start.

        A `WindrowError` raised here ends all work. The function may raise only
        `MemoryError`: any other failure of an item becomes its answer.
        """

    def lost(self, item: _Item, loss: Loss) -> _Answer:
        """Return the answer for an item that exceeded a limit, or killed its process."""
