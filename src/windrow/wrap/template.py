"""The protocol of templates: how pages like the learned ones are read, judged and matched.

Lists, pages about one thing each and the papers' systems have different templates. Everything
that uses wrappers knows only this protocol; `template_class` is the one table of its members.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, TypeAlias

from windrow.detect import DETECTORS, LEARNERS
from windrow.detect.base import ExamplesLearner, PagesLearner
from windrow.errors import NothingLearned
from windrow.model import Record, Value
from windrow.tree.opened import Opened

if TYPE_CHECKING:
    from windrow.wrap.columns.echo import Echo
    from windrow.wrap.examples import Examples
    from windrow.wrap.selectors import Form, Selectors
    from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = [
    "FIRST",
    "FITS",
    "WITH_LISTS",
    "Judgement",
    "LearnKind",
    "Located",
    "Match",
    "NodeRow",
    "Opened",
    "Reading",
    "Template",
    "WrapperKind",
    "learned_class",
    "learns_examples",
    "learns_pages",
    "template_class",
]

WrapperKind: TypeAlias = Literal["list", "detail"]
LearnKind: TypeAlias = Literal["list", "detail", "both"]
"""The kinds of pages: with a list, about one thing, or about one thing with lists beside it."""

FIRST: dict[LearnKind, WrapperKind] = {"list": "list", "detail": "detail", "both": "detail"}
"""The kind of what comes first in a wrapper."""
WITH_LISTS: frozenset[LearnKind] = frozenset({"both"})
"""The kind of pages whose wrapper holds further lists."""

# Below this a page has another template, or the site has changed. Chosen, not measured.
FITS = 0.5
# An empty list is accepted if the page has this share of the learned paths outside the records. On
# sites of half a of `python -m bench.mutate` nearly all pages whose records were taken out
# have more (.79 to 1), pages of other templates less (.32 to .67).
_FITS_EMPTY = 0.7

NodeRow: TypeAlias = "dict[str, int | list[NodeRow] | None]"
"""The nodes of a record's cells by the ids of fields; a list of them for a list inside."""

# A page that fits less well than this is read as a repair would read it, if that fits better.
# Chosen, not measured: it is the share of the records that has a field of the core.
_POOR = 0.8


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of a template on a page: rows by the ids of its fields, and how well it fits."""

    rows: tuple[Mapping[str, Value], ...]
    nodes: tuple[tuple[str, ...], ...] = ()  # XPaths of each record's root nodes
    region: str = ""
    fit: float = 1.0  # 0: another page; 1: as learned
    problems: tuple[str, ...] = ()  # what does not fit, in words
    ways: Mapping[str, bool] = field(default_factory=dict)  # locators, and which still lead there
    learned: frozenset[str] = frozenset()  # ids of all fields the template knows
    title: str = ""  # of the list, as the page says

    @property
    def fits(self) -> bool:
        """Whether the page is like the learned ones; without records that takes more."""
        return self.fit >= (FITS if self.rows else _FITS_EMPTY)

    @property
    def is_lost(self) -> bool:
        """Whether nothing is read, too little of it, or only what no locator leads to."""
        return not self.rows or self.fit < _POOR or self.is_astray

    @property
    def is_astray(self) -> bool:
        """Whether rows were found by what they hold, and no locator leads to them."""
        return bool(self.rows) and bool(self.ways) and not any(self.ways.values())


@dataclass(frozen=True, slots=True)
class Located:
    """Where the records and cells of a template are: row by row as in its `Reading`.

    A value of linked data, which is in no node, has no cell.
    """

    records: tuple[Record, ...]
    cells: tuple[NodeRow, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is wrong with a page beyond the values of its columns."""

    failed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # locators, by column
    reasons: tuple[str, ...] = ()  # in words
    # Columns whose place on the page is empty, with the proof; a single page may lack the value.
    emptied: Mapping[str, str] = field(default_factory=dict)
    # Columns that the header of the page's table does not name, with their names there; and those
    # of them that some learned pages lacked, too.
    absent: Mapping[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Match:
    """A wrapper matched to changed pages."""

    wrapper: Wrapper
    sure: Mapping[str, float]  # how sure, by the names of the old columns that were found again
    anchored: bool  # the records are as they were, and only lie elsewhere
    pages: int  # that had what the wrapper is for


class Template(Protocol):
    """Reads pages like those it was learned from. The ids of its fields never change."""

    @property
    def system(self) -> str:
        """Its name in files: ``list``, ``detail`` or that of a paper's detector."""

    @property
    def kind(self) -> WrapperKind:
        """Whether its pages have a list, or are about one thing each."""

    @property
    def noun(self) -> str:
        """What it reads, in two words: ``a list``, ``a page``."""

    @property
    def title(self) -> str:
        """What it reads, as a phrase; ``{}`` is the number of records."""

    @property
    def hidden(self) -> bool:
        """Whether it reads what pages hide until a script runs."""

    @property
    def can_be_empty(self) -> bool:
        """Whether a page without records may still be one of its pages."""

    @property
    def roots(self) -> Sequence[str]:
        """The paths of labels of its records, as far as they are known."""

    @property
    def is_open(self) -> bool:
        """Whether pages may have fields that no learned page had: labels with values."""

    @property
    def echoes(self) -> Sequence[Echo]:
        """The fields that repeated other fields."""

    @classmethod
    def learn(cls, examples: Examples) -> Wrapper:
        """Return the wrapper of the pages *examples*; `NothingLearned` if there is none."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Return the template that *data* describes; ValueError if it describes none."""

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, with its name as ``system``."""

    def read(self, opened: Opened) -> Reading:
        """Return what the template finds on a page."""

    def nodes(self, opened: Opened) -> Located:
        """Return where `read` finds it."""

    def judge(self, wrapper: Wrapper, opened: Opened, reading: Reading) -> Judgement:
        """Return what is wrong with a page on which *reading* was found."""

    def match(self, wrapper: Wrapper, pages: Sequence[Opened]) -> Match:
        """Return *wrapper* matched to changed pages; `NotRepaired` if nothing resembles it."""

    def selectors(
        self, columns: Sequence[WrapperColumn], form: Form, pages: Sequence[Opened] = ()
    ) -> Selectors:
        """Return selectors for programs that know only CSS or XPath, and what they cannot give.

        *pages* are learned ones, on which they may be tried.
        """

    def describe(self, columns: Sequence[WrapperColumn]) -> Iterator[str]:
        """Yield lines that show a person how pages are read."""


# A file names one of these, and nothing else: no file can name a class to load.
_HOMES = {
    "list": "windrow.wrap.list.pages:ListPages",
    "detail": "windrow.wrap.detail.pages:DetailPages",
}
_PAPERS_HOME = "windrow.wrap.system.pages:SystemPages"
_PAGES_HOME = "windrow.wrap.system.whole:WholePages"
_EXAMPLES_HOME = "windrow.wrap.system.delimited:DelimitedPages"


def template_class(system: str) -> type[Template]:
    """Return the class of the templates of that name; ValueError if there is none."""
    home = _HOMES.get(system) or _paper_home(system)
    if not home:
        raise ValueError(f"no such template: {system[:40]!r}")
    found: type[Template] = resolve_name(home)
    return found


def learned_class(detector: str, kind: WrapperKind) -> type[Template]:
    """Return the class of the templates that *detector* learns from pages of a *kind*."""
    lists_only = detector in LEARNERS or (detector in DETECTORS and DETECTORS[detector].paper)
    homes = {
        "list": _paper_home(detector) or _HOMES["list"],
        "detail": _PAGES_HOME
        if learns_pages(detector)
        else ("" if lists_only else _HOMES["detail"]),
    }
    if not homes[kind]:
        raise NothingLearned(
            f"{detector} learns lists only", hint="leave --detector out, or say --detector gstm"
        )
    found: type[Template] = resolve_name(homes[kind])
    return found


def learns_pages(detector: str) -> bool:
    """Return whether the system of that name learns whole pages from several of them."""
    return issubclass(_system(detector), PagesLearner)


def learns_examples(detector: str) -> bool:
    """Return whether the system of that name learns from values that a person gives."""
    return issubclass(_system(detector), ExamplesLearner)


def _paper_home(system: str) -> str:
    """Return where templates of the system of that name are; "" if it has none of its own."""
    if learns_examples(system):
        return _EXAMPLES_HOME
    return _PAPERS_HOME if getattr(_system(system), "template", None) else ""


def _system(name: str) -> type:
    """Return the detector or learner of that name; an empty class if there is none."""
    found: type | None = LEARNERS.get(name) or DETECTORS.get(name)
    return found or object
