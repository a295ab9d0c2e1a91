"""Reads pages with the templates of the papers: seed, prototype, template tree, pattern."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from windrow.align.partial import align
from windrow.detect import DETECTORS, LEARNERS
from windrow.detect.base import PaperTemplate
from windrow.errors import NothingLearned, NotRepaired
from windrow.model import Finding, Region
from windrow.plain import from_plain, to_plain
from windrow.table.tabulate import region_path, root_paths
from windrow.tree import Tree
from windrow.tree.titles import list_title
from windrow.wrap.columns.pair import named_as_before
from windrow.wrap.examples import Examples
from windrow.wrap.list.judge import is_suspicious, missed, mixed
from windrow.wrap.list.learn import column_of
from windrow.wrap.list.look import Found, best_lists, found_afresh, likest
from windrow.wrap.list.pages import ListPages
from windrow.wrap.outline import paths_of
from windrow.wrap.system.fields import SystemField, learn_fields, nodes_of, values_of
from windrow.wrap.system.listed import SystemTemplate
from windrow.wrap.system.several import counts_by_page, lists_of_pages
from windrow.wrap.template import Judgement, Located, Match, Opened, Reading
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["SystemPages"]


@dataclass(frozen=True)
class SystemPages(SystemTemplate):
    """Pages read as one of the papers' systems reads them."""

    way: ClassVar[str] = "the template of {} compares trees"

    system: str
    template: PaperTemplate
    fields: tuple[SystemField, ...]

    @classmethod
    def learn(cls, examples: Examples) -> Wrapper:
        """Return a wrapper around the template that the system gives.

        It is that of the first list, or of all pages where the system learns from several.
        """
        system, trees = examples.detector_name, [one.tree for one in examples.pages]
        several = len(trees) > 1 or system in LEARNERS
        lists = lists_of_pages(examples.detector, trees) if several else iter(())
        if seen := next(islice(lists, examples.number - 1, None), None):
            return cls.wrapper(system, seen, trees)
        if system in LEARNERS:
            raise NothingLearned(
                f"{system} finds no list that the pages share",
                hint="for pages about one thing each, say --kind detail",
            )
        first = examples.lists[0]
        if not isinstance(first.region.template, PaperTemplate):
            return ListPages.learn(examples)
        return cls.wrapper(system, first, [first.tree])

    @classmethod
    def wrapper(cls, system: str, seen: Finding, trees: Sequence[Tree]) -> Wrapper:
        """Return a wrapper around the template of *seen*, which was found in *trees*."""
        template = seen.region.template
        assert isinstance(template, PaperTemplate)
        ids = [column.name for column in seen.table.columns]
        fields = learn_fields(seen.alignment, seen.cells, ids, seen.tree)
        columns = tuple(
            column_of(column, column.name, [row.get(column.name) for row in seen.table.rows])
            for column in seen.table.columns
        )
        counts = sorted(counts_by_page(seen, trees))
        middle = counts[len(counts) // 2]
        records = counts[0], middle, counts[-1]
        return Wrapper(
            cls(system, template, fields), columns, records, len(trees), system, paths_of(trees)
        )

    def read(self, opened: Opened) -> Reading:
        """Return the records that the system's template finds."""
        tree, found = opened.tree, self._found(opened)
        if found is None:
            return Reading((), fit=0.0, problems=(f"the template of {self.system} finds nothing",))
        own = found.alignment or align(tree, found.records)
        tree = own.tree
        rows = tuple(values_of(tree, self.fields, own.fields, row) for row in own.rows)
        records = found.records
        fit = self.fit(found)
        title = list_title(tree, records, own.rows)
        return Reading(
            rows, root_paths(tree, records), region_path(tree, records), fit, title=title
        )

    def fit(self, found: Region) -> float:
        """Return how well a page with the region *found* fits."""
        return 1.0

    def nodes(self, opened: Opened) -> Located:
        """Return where the records and their cells lie."""
        found = self._found(opened)
        if found is None:
            return Located((), ())
        own = found.alignment or align(opened.tree, found.records)
        return Located(found.records, tuple(nodes_of(self.fields, row) for row in own.rows))

    def _found(self, opened: Opened) -> Region | None:
        regions = self.template.apply(opened.tree)
        return max(regions, key=lambda one: (len(one.records), one.score), default=None)

    def judge(self, wrapper: Wrapper, opened: Opened, reading: Reading) -> Judgement:
        """Return what is wrong with the records of a page."""
        reasons = mixed(wrapper, reading)
        if not reasons and is_suspicious(wrapper, reading):
            reasons = missed(
                wrapper, reading, likest(wrapper, self.found_in(wrapper, [opened.tree]))
            )
        return Judgement(reasons=tuple(reasons))

    def match(self, wrapper: Wrapper, pages: Sequence[Opened]) -> Match:
        """Return a wrapper of the list most like the old one: on all pages, or else on one."""
        tries = [pages, *([one] for one in pages)] if len(pages) > 1 else [pages]
        for some in tries:
            trees = [one.tree for one in some]
            if found := likest(wrapper, self.found_in(wrapper, trees)):
                renamed, sure = named_as_before(wrapper, found.fresh, found.pairs)
                return Match(renamed, sure, False, len(some))
        raise NotRepaired(f"no {self.noun[2:]} is like the one that was learned", 0.0)

    def found_in(self, wrapper: Wrapper, trees: Sequence[Tree]) -> Iterator[Found]:
        """Yield the lists of pages, and which columns are the old ones."""
        several = len(trees) > 1 or self.system in LEARNERS
        lists = lists_of_pages(self.system, trees) if several else best_lists(wrapper, trees[0])
        # A system that compares pages finds nothing in one, or in pages that share nothing.
        with suppress(NothingLearned):
            for seen in lists:
                if isinstance(seen.region.template, PaperTemplate):
                    yield found_afresh(wrapper, seen, self.wrapper(self.system, seen, trees))

    def describe(self, columns: Sequence[WrapperColumn]) -> Iterator[str]:
        """Yield the template as its paper's system prints it."""
        yield from f"{self.system}: {self.template}".splitlines()

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data."""
        return {
            "system": self.system,
            "kind": self.kind,
            "fields": [*map(to_plain, self.fields)],
            "template": self.template.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> SystemPages:
        """Return the template that *data* describes; ValueError if it describes none."""
        system = data["system"]
        fields = from_plain(tuple[SystemField, ...], data.get("fields"), "fields")
        template: type[PaperTemplate] | None = (
            LEARNERS[system].template if system in LEARNERS else DETECTORS[system].template
        )
        assert template is not None, system  # or `template_class` would not have led here
        if data.get("kind") == "detail":
            from windrow.wrap.system.whole import WholePages

            cls = WholePages
        return cls(system, template.from_json(data.get("template")), fields)
