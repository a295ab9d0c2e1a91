"""What the service may do, and its limits."""

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
    """The limits of a service: chosen, not measured."""

    size: int = 50_000_000  # bytes of one request
    seconds: float = 60.0  # for one page
    memory: int = 2_000_000_000  # bytes for one page
    waiting: int = 1000  # requests waiting for a worker
    jobs: int = 100  # queued jobs
    running: int = 2  # running jobs
    workers: int = 0  # processes for requests, and for each job; 0: one for each core
    pages: int = 1000  # kept pages; older ones are deleted
    inputs: int = 100_000  # pages of one job
    private: tuple[str, ...] = ()  # private hosts that may be reached
    folders: tuple[str, ...] = ()  # where files of this machine may be read
    browser: bool = True  # pages may be shown in a browser

    @property
    def processes(self) -> int:
        """How many worker processes there are."""
        return self.workers or cores()

    def limits(self) -> Limits:
        """Return the time and memory that one page may take."""
        return Limits(self.seconds, self.memory)

    def web(self, manners: Manners | None = None) -> Web:
        """Return how pages are fetched: no person typed the addresses, so no host is trusted."""
        return Web(private=self.private, manners=manners)

    def look(self, mode: LookMode, manners: Manners | None = None) -> Look:
        """Return when and how a browser shows a page."""
        web = self.web(manners)
        return Look.limited(mode if self.browser else "never", self.seconds, web=web)

    def dumps(self) -> str:
        """Return the limits as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def loads(cls, text: str) -> Self:
        """Return the limits that `dumps` wrote."""
        facts: dict[str, Any] = json.loads(text)
        for name in ("private", "folders"):
            facts[name] = tuple(facts[name])
        return cls(**facts)
