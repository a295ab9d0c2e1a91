"""What the service is allowed to do, and how much of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Self

from windrow.read.look import Look, LookMode
from windrow.read.politeness import Manners
from windrow.read.web import Web
from windrow.run.task import Limits
from windrow.run.workers import cores

__all__ = ["Bounds"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of a service. The numbers are chosen, not measured."""

    size: int = 50_000_000  # bytes of one request
    seconds: float = 60.0  # for one page
    memory: int = 2_000_000_000  # bytes for one page
    waiting: int = 1000  # requests that wait for a worker
    jobs: int = 100  # jobs that wait
    running: int = 2  # jobs at work
    workers: int = 0  # processes for requests, and for each job; 0: one for each core
    pages: int = 1000  # pages that are kept, the newest ones
    inputs: int = 100_000  # pages of one job
    private: tuple[str, ...] = ()  # hosts that may be reached though they are not public
    folders: tuple[str, ...] = ()  # where files of this machine may be read
    browser: bool = True  # pages may be shown in a browser

    @property
    def processes(self) -> int:
        """How many worker processes there are."""
        return self.workers or cores()

    def limits(self) -> Limits:
        """Return what one page may take."""
        return Limits(self.seconds, self.memory)

    def web(self, manners: Manners | None = None) -> Web:
        """Return how pages are fetched: nobody has typed an address, so no host is trusted."""
        return Web(private=self.private, manners=manners)

    def look(self, mode: LookMode, manners: Manners | None = None) -> Look:
        """Return how a page is looked at."""
        web = self.web(manners)
        return Look.limited(mode if self.browser else "never", self.seconds, web=web)

    def dumps(self) -> str:
        """Return the limits as text."""
        return json.dumps(asdict(self))

    @classmethod
    def loads(cls, text: str) -> Self:
        """Return the limits that `dumps` wrote."""
        facts: dict[str, Any] = json.loads(text)
        for name in ("private", "folders"):
            facts[name] = tuple(facts[name])
        return cls(**facts)
