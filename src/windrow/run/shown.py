"""A job on pages as a browser shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from windrow.model import Tables
from windrow.read import Page
from windrow.read.look import Look
from windrow.run.job import Job
from windrow.run.packing import Packing

__all__ = ["Shown"]


@dataclass(frozen=True, slots=True)
class Shown:
    """Does a *job* on pages as a browser shows them: all, or those that scripts fill."""

    job: Job
    look: Look

    def tables(self, page: Page) -> Tables:
        """Return the tables of *page* to store."""
        # A page from the web is loaded again, with all its parts.
        source = page.url or page
        if self.look.mode == "always":
            return self.job.tables(self.look.shown(source))
        return self.job.tables(self.look.filled(source, page) or page)

    def packing(self) -> Packing:
        """Return how cells are stored."""
        return self.job.packing()

    def settings(self) -> dict[str, Any]:
        """Return the settings that distinguish this job from others, as plain data."""
        return {**self.job.settings(), "browser": self.look.mode}
