"""Reads whole pages with the template of a paper: one row per page, its lists nested in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from windrow.errors import NothingLearned
from windrow.model import Region
from windrow.tree import Tree
from windrow.wrap.examples import Examples
from windrow.wrap.list.look import Found, found_afresh
from windrow.wrap.system.pages import SystemPages
from windrow.wrap.system.several import page_rows
from windrow.wrap.template import Judgement, Opened, Reading, WrapperKind
from windrow.wrap.wrapper import Wrapper

__all__ = ["WholePages"]


@dataclass(frozen=True)
class WholePages(SystemPages):
    """Pages about one thing each, as a system reads them that learns from several pages."""

    kind: ClassVar[WrapperKind] = "detail"
    noun: ClassVar[str] = "a page"
    title: ClassVar[str] = "pages about one thing each"
    can_be_empty: ClassVar[bool] = False

    @classmethod
    def learn(cls, examples: Examples) -> Wrapper:
        """Return a wrapper around the template of the pages."""
        trees = [one.tree for one in examples.pages]
        seen = page_rows(examples.detector, trees)
        if seen is None:
            raise NothingLearned(
                "the pages differ in nothing", hint="give pages about different things"
            )
        return cls.wrapper(examples.detector_name, seen, trees)

    def fit(self, found: Region) -> float:
        """Return the share of the template that the page has."""
        return found.score

    def judge(self, wrapper: Wrapper, opened: Opened, reading: Reading) -> Judgement:
        """Return nothing: the fit already says how much of the template the page has."""
        return Judgement()

    def found_in(self, wrapper: Wrapper, trees: Sequence[Tree]) -> Iterator[Found]:
        """Yield the pages as records, and which columns are the old ones."""
        with suppress(NothingLearned):
            if seen := page_rows(self.system, trees):
                yield found_afresh(wrapper, seen, self.wrapper(self.system, seen, trees))
