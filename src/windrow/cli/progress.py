"""The progress of a run: a bar on standard error, if it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from windrow.run import Harvest, Shard, Tally, Watch

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["watched"]


@contextmanager
def watched(*, quiet: bool) -> Iterator[Watch | None]:
    """Give the watch of a run: a bar with the rate, the errors and the time left, or None."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        TextColumn("{task.fields[pages]} pages"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %  {task.fields[rate]}  {task.fields[failed]} failed"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as progress:
        task = progress.add_task("run", total=None, pages=0, rate="", failed=0)
        yield Bar(progress, task)


@dataclass
class Bar:
    """Counts bytes: the number of pages in an archive is known only at its end."""

    progress: Progress
    task: TaskID
    tally: Tally = field(default_factory=Tally)

    def begin(self, size: int) -> None:
        """Note how much there is to do, in bytes."""
        self.progress.update(self.task, total=size)

    def skip(self, shard: Shard) -> None:
        """Note a shard that was done before."""
        self.progress.advance(self.task, shard.size)

    def add(self, harvest: Harvest) -> None:
        """Note a shard that has been stored."""
        self.tally = self.tally.plus(harvest.tally)
        seconds = self.progress.tasks[self.task].elapsed or 0.0
        rate = f"{self.tally.pages / seconds:.1f} pages/s" if seconds else ""
        self.progress.update(self.task, advance=harvest.size, rate=rate,
                             pages=self.tally.pages, failed=self.tally.failed)  # fmt: skip
