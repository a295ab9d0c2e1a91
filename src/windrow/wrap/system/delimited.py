"""Reads pages by the strings around values, learned from examples: Kushmerick's wrappers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from windrow.detect import LEARNERS
from windrow.detect.base import ExamplesLearner
from windrow.detect.wien.labelled import LabelledText, label_pages, plain_value
from windrow.detect.wien.template import Delimiters
from windrow.errors import NothingLearned, NotRepaired
from windrow.model import Column
from windrow.read import utf8
from windrow.table.tabulate import region_path, root_paths
from windrow.table.types import typing_of
from windrow.tree.titles import title_of
from windrow.wrap.examples import Examples
from windrow.wrap.list.judge import mixed
from windrow.wrap.list.learn import column_of
from windrow.wrap.outline import paths_of
from windrow.wrap.system.listed import SystemTemplate
from windrow.wrap.system.located import locate_values
from windrow.wrap.template import Judgement, Located, Match, Opened, Reading
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["DelimitedPages"]


@dataclass(frozen=True)
class DelimitedPages(SystemTemplate):
    """Lists read as text, without a tree: the strings of one of the six classes."""

    way: ClassVar[str] = "{} reads the page's source"

    system: str
    names: tuple[str, ...]  # of the attributes, in the order of the page
    delimiters: Delimiters

    @classmethod
    def learn(cls, examples: Examples) -> Wrapper:
        """Return the wrapper that reads the examples, which are all rows of the pages, in order."""
        system = examples.detector_name
        rows = [{name: texts[0] for name, texts in row.items()} for row in examples.sought.rows]
        names = examples.sought.names
        if not rows:
            raise NothingLearned(
                f"{system} learns from examples",
                hint="give all rows of the pages: --examples F.csv",
            )
        for number, row in enumerate(rows, 1):
            if absent := [name for name in names if name not in row]:
                raise NothingLearned(
                    f"{system} reads records that have all columns, and row {number} of the "
                    f"examples has no {', '.join(absent)}",
                    hint="leave the column out",
                )
        learner = LEARNERS[system]()
        assert isinstance(learner, ExamplesLearner), system
        for order, labelled in _labelled(examples, rows):
            if delimiters := learner.learn_labelled(labelled):
                return cls(system, order, delimiters)._wrapper(examples, labelled, names)
        raise NothingLearned(
            f"no wrapper of the class {system.upper()} reads just the rows of the examples",
            hint="give all rows of each page, or try another class: hlrt, oclr, hoclrt",
        )

    def _wrapper(
        self, examples: Examples, pages: Sequence[LabelledText], names: Sequence[str]
    ) -> Wrapper:
        rows = [[plain_value(value) for value in row] for page in pages for row in page.values]
        columns = []
        for name in names:
            values = [row[self.names.index(name)] for row in rows]
            typing = typing_of(values)
            column = Column(name, typing.type, decimal=typing.decimal, order=typing.order)
            columns.append(column_of(column, name, values))
        counts = sorted(len(page.rows) for page in pages)
        return Wrapper(
            self,
            tuple(columns),
            (counts[0], counts[len(counts) // 2], counts[-1]),
            len(examples.pages),
            self.system,
            paths_of([page.tree for page in examples.pages]),
        )

    def read(self, opened: Opened) -> Reading:
        """Return the records that the strings lead to."""
        rows = self._rows(opened)
        if not rows:
            return Reading((), fit=0.0, problems=(f"the strings of {self.system} find nothing",))
        records = self.nodes(opened).records
        return Reading(
            tuple({name: value or None for name, value in row.items()} for row in rows),
            root_paths(opened.tree, records),
            region_path(opened.tree, records),
            title=title_of(opened.tree, records),
        )

    def nodes(self, opened: Opened) -> Located:
        """Return where the records and their cells are: the nodes of the values, in order."""
        return locate_values(opened.tree, self._rows(opened))

    def _rows(self, opened: Opened) -> list[dict[str, str]]:
        found = self.delimiters.read(_source(opened))
        return [dict(zip(self.names, map(plain_value, row), strict=True)) for row in found]

    def judge(self, wrapper: Wrapper, opened: Opened, reading: Reading) -> Judgement:
        """Return what is wrong with the records of a page."""
        return Judgement(reasons=tuple(mixed(wrapper, reading)))

    def match(self, wrapper: Wrapper, pages: Sequence[Opened]) -> Match:
        """Return the wrapper unchanged, if the strings still lead to records."""
        read = sum(bool(self._rows(page)) for page in pages)
        if not read:
            raise NotRepaired(f"{self.system} learns anew from examples only", 0.0)
        return Match(wrapper, {column.name: 1.0 for column in wrapper.columns}, True, read)

    def describe(self, columns: Sequence[WrapperColumn]) -> Iterator[str]:
        """Yield the strings, a line each for the page and for every column."""
        yield f"{self.system}: strings around values"
        yield from self.delimiters.lines(self.names)

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data."""
        return {
            "system": self.system,
            "kind": self.kind,
            "names": [*self.names],
            "template": self.delimiters.to_json(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> DelimitedPages:
        """Return the template that *data* describes; ValueError if it describes none."""
        delimiters = Delimiters.from_json(data.get("template"))
        names = data.get("names")
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError("names: a list of texts is expected")
        if len({*names}) != len(names) or len(names) != len(delimiters.lefts):
            raise ValueError("names: one for each attribute is expected")
        return cls(data["system"], tuple(names), delimiters)


def _source(opened: Opened) -> str:
    return utf8(opened.page).decode("utf-8", "replace")


def _labelled(
    examples: Examples, rows: Sequence[dict[str, str]]
) -> Iterator[tuple[tuple[str, ...], list[LabelledText]]]:
    """Yield the names in the order of the page, and the pages with the places of the rows.

    Rows may share what they begin with, which the page then says once: that is tried last.
    """
    texts = [_source(page) for page in examples.pages]
    names = examples.sought.names
    by_place = tuple(sorted(names, key=lambda name: texts[0].find(rows[0][name])))
    found = False
    for nested in (False, True):
        for order in dict.fromkeys((names, by_place)):
            values = [[row[name] for name in order] for row in rows]
            if pages := label_pages(texts, values, nested=nested):
                found = True
                yield order, pages
    if not found:
        raise NothingLearned(
            "the pages do not have the rows of the examples one behind the other",
            hint="give all rows in the order of the pages, and values as the pages say them",
        )
