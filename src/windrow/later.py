"""Sequences whose members are made on demand: most callers want only the first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from threading import RLock
from typing import Any, Generic, TypeVar, overload

__all__ = ["Later"]

_Member = TypeVar("_Member")
_Other = TypeVar("_Other")


class Later(Sequence[_Member]):
    """Members in order, each made once, when first needed.

    A maker that returns None makes no member, so the length is known only when all are made. A
    maker is dropped after its call, with everything it holds. Otherwise it behaves like a tuple,
    and compares equal to one; pickling makes all members.

    >>> made = Later([lambda: print("first") or 1, lambda: print("second") or 2])
    >>> bool(made)
    first
    True
    >>> len(made)
    second
    2
    """

    __slots__ = ("_lock", "_made", "_makers")

    def __init__(self, makers: Iterable[Callable[[], _Member | None]]) -> None:
        self._made: list[_Member] = []
        # Reversed, so that the next maker is popped off the end. Each is called once.
        self._makers = [_Once(make) for make in makers][::-1]
        self._lock = RLock()

    @classmethod
    def made(cls, members: Iterable[_Member]) -> Later[_Member]:
        """Return a sequence of *members* that exist already."""
        found = cls(())
        found._made = [*members]
        return found

    def changed(self, change: Callable[[_Member], _Other]) -> Later[_Other]:
        """Return the members changed: existing ones now, the others when they are made."""
        with self._lock:
            found = Later([partial(_changed, change, make) for make in reversed(self._makers)])
            found._made = [change(one) for one in self._made]
        return found

    def __len__(self) -> int:
        self._make(None)
        return len(self._made)

    def __bool__(self) -> bool:
        self._make(1)
        return bool(self._made)

    def __iter__(self) -> Iterator[_Member]:
        place = 0
        while True:
            self._make(place + 1)
            if place >= len(self._made):
                return
            yield self._made[place]
            place += 1

    @overload
    def __getitem__(self, place: int) -> _Member: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[_Member, ...]: ...
    def __getitem__(self, place: int | slice) -> _Member | tuple[_Member, ...]:
        if isinstance(place, slice):
            start, stop, step = place.start or 0, place.stop, place.step or 1
            self._make(stop if min(start, step) >= 0 and stop is not None and stop >= 0 else None)
            return tuple(self._made[place])
        self._make(place + 1 if place >= 0 else None)
        return self._made[place]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, Later | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return Later.made, ([*self],)

    def _make(self, count: int | None) -> None:
        """Make members until there are *count*; None: all of them."""
        with self._lock:
            while self._makers and (count is None or len(self._made) < count):
                # A maker that raises is called again next time, and raises again.
                made = self._makers[-1]()
                self._makers.pop()
                if made is not None:
                    self._made.append(made)


class _Once(Generic[_Member]):
    """A maker that is called once, whoever shares it; then it keeps only what it made."""

    __slots__ = ("_made", "_make")

    def __init__(self, make: Callable[[], _Member | None]) -> None:
        self._make: Callable[[], _Member | None] | None = make
        self._made: _Member | None = None

    def __call__(self) -> _Member | None:
        make = self._make
        if make is not None:
            self._made = make()
            self._make = None
        return self._made


def _changed(
    change: Callable[[_Member], _Other], make: Callable[[], _Member | None]
) -> _Other | None:
    made = make()
    return None if made is None else change(made)
