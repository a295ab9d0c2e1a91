"""The made pages: list, noise, size and frame by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from bench.stress.frames import FRAMES, framed
from bench.stress.lists import STYLES
from bench.stress.noise import NOISE
from bench.stress.old import OLD_NOISE, OLD_STYLES, old_page
from bench.stress.words import Words

__all__ = ["FAMILIES", "StressPage", "stress_page", "stress_pages"]

OLD = "old"
FAMILIES = (*FRAMES, OLD)
# Records of a list: fewer than most menus have, about as many, and more. Chosen.
SIZES = (5, 12, 40)


@dataclass(frozen=True, slots=True)
class StressPage:
    """A made page, and the records of its list."""

    frame: str
    style: str
    noise: str
    size: int
    html: str
    records: tuple[dict[str, str], ...]

    @property
    def name(self) -> str:
        """What `stress_page` makes it of."""
        return f"{self.frame}/{self.style}/{self.noise}/{self.size}"


def stress_pages(frame: str | None = None) -> Iterator[StressPage]:
    """Yield the pages of one *frame*, or of all."""
    for family in FAMILIES if frame is None else (frame,):
        styles, noises = (OLD_STYLES, OLD_NOISE) if family == OLD else (STYLES, NOISE)
        for style, noise, size in product(styles, noises, SIZES):
            yield stress_page(f"{family}/{style}/{noise}/{size}")


def stress_page(name: str) -> StressPage:
    """Return the page with this *name*: frame, list, noise and size."""
    frame, style, noise, size = name.split("/")
    # Content does not depend on the frame, so that frames can be compared.
    words = Words(f"{style}/{noise}/{size}")
    if frame == OLD:
        listing = OLD_STYLES[style](words, int(size))
        html = old_page(words, listing.html, OLD_NOISE[noise](words))
    else:
        listing = STYLES[style](words, int(size))
        html = framed(words, FRAMES[frame], listing.html, NOISE[noise](words))
    return StressPage(frame, style, noise, int(size), html, listing.records)
