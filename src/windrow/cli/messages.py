"""Messages about pages that fail or give nothing, and about wanted columns that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from windrow.cli import NOTHING, complain, warn

if TYPE_CHECKING:
    from windrow.cli.output import Output
    from windrow.model import Tables
    from windrow.run.answers import Answer
    from windrow.table.chosen import Chooser

__all__ = ["Complaints", "Shape", "counted", "reason_of"]


@dataclass
class Complaints:
    """Passes answers on, prints their errors, and remembers which pages lack results.

    *chosen* are the requested tables of a page. If *verbose*, each page that lacks some
    of them gets a line; else there is one line, and only if no page gives anything.
    """

    answers: Iterable[Answer[Tables]]
    chosen: slice
    verbose: bool = True
    failed: bool = False
    rows: int = 0
    empty: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[Answer[Tables]]:
        for answer in self.answers:
            if answer.error:
                self.failed = True
                complain(answer.error, answer.page)
            elif answer.found is not None:
                self.rows += sum(len(table) for table in answer.found[self.chosen])
                if reason := reason_of(answer.found, self.chosen):
                    self._note(f"{answer.page}: {reason}")
            yield answer
        if not self.rows and not self.failed and not (self.verbose and self.empty):
            more = len(self.empty) - 1
            tail = f" (and {counted(more, 'more ')})" if more > 0 else ""
            warn(f"{self.empty[0]}{tail}" if self.empty else "there are no records")

    def _note(self, line: str) -> None:
        self.empty.append(line)
        if self.verbose:
            warn(line)

    @property
    def code(self) -> int:
        """The exit code."""
        return 1 if self.failed else 0 if self.rows else NOTHING


def reason_of(found: Tables, chosen: slice) -> str | None:
    """Return why a page gives none of the *chosen* tables, or not all of them."""
    if found[chosen]:
        return found.reason
    if not found:
        return f"no table: {found.reason}"
    many = "1 table" if len(found) == 1 else f"{len(found)} tables"
    return f"no table {chosen.start + 1}: the page has {many}"


@dataclass
class Shape:
    """Reduces the tables of answers to the wanted columns, under their wanted names."""

    output: Output
    chosen: slice
    chooser: Chooser | None = None

    def __post_init__(self) -> None:
        if self.output.choice:
            from windrow.table.chosen import Chooser

            self.chooser = Chooser(self.output.choice)

    def __call__(self, answer: Answer[Tables]) -> Answer[Tables]:
        """Return *answer* with the chosen tables in their final shape."""
        if answer.found is None:
            return answer
        found = answer.found
        if self.output.constants:
            found = replace(found, tables=tuple(table.with_constants() for table in found))
        if self.output.wide:
            found = replace(found, tables=tuple(table.with_minor() for table in found))
        if self.chooser:
            found = self.chooser.of(found, self.chosen)
        if self.output.names == "page":
            found = replace(found, tables=tuple(table.named_by_page() for table in found))
        return replace(answer, found=found)

    def require_columns(self) -> None:
        """Raise an error if no page had a wanted column."""
        for error in self.chooser.errors() if self.chooser else ():
            raise error

    def tell(self) -> bool:
        """Report wanted fields and columns; return whether no page had any."""
        if self.chooser is None:
            return False
        from windrow.view import terminal

        if any(fit.column for fit in self.chooser.fits.values()):
            warn(terminal.fits_line(self.chooser.fits.values()))
        errors = [*self.chooser.errors()]
        for error in errors:
            complain(error)
        return bool(errors)


def counted(count: int, word: str = "") -> str:
    """Return a number of pages in words."""
    return f"{count} {word}page{'' if count == 1 else 's'}"
