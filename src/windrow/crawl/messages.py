"""The messages between a crawl and the process that fetches for it, as pickles."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import IO, Any

from windrow.read.web import Web

__all__ = ["Orders", "receive", "send"]


@dataclass(frozen=True, slots=True)
class Orders:
    """How pages are fetched for a crawl."""

    start: str
    web: Web  # what may be reached, and what is sent
    delay: float = 1.0  # seconds between two requests to a host
    robots: bool = True
    timeout: float = 20.0
    retries: int = 2


def send(stream: IO[bytes], message: Any) -> None:
    """Write a message."""
    packed = pickle.dumps(message)
    stream.write(len(packed).to_bytes(8, "big") + packed)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Return the next message; None if there are no more."""
    size = stream.read(8)
    if len(size) < 8:
        return None
    packed = stream.read(int.from_bytes(size, "big"))
    return pickle.loads(packed) if packed else None
