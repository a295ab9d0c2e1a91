"""How pages are fetched: what may be reached on the way."""

from __future__ import annotations

from dataclasses import dataclass, field

from windrow.read.reach import Reach

__all__ = ["Web", "is_address"]


@dataclass(frozen=True, slots=True)
class Web:
    """What holds for all pages that are fetched for one command."""

    private: tuple[str, ...] = ()
    """Hosts that may be reached, though they are not public: HOST or HOST:PORT; ``*``: all."""
    typed: frozenset[str] = field(default=frozenset(), repr=False)
    """Addresses that a person has typed: their own hosts may be private, too."""

    def reach(self, url: str) -> Reach:
        """Return what the page at *url* may reach."""
        reach = Reach(self.private)
        if url in self.typed:
            reach.trust(url)
        return reach


def is_address(name: str) -> bool:
    """Return whether *name* is that of a page on the web."""
    return name[:8].lower().startswith(("http://", "https://"))
