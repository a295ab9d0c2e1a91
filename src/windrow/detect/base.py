"""What detectors and learners are, and what they declare about themselves."""

from __future__ import annotations

from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    NamedTuple,
    Protocol,
    Self,
    TypeGuard,
    runtime_checkable,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from windrow.detect.wien.labelled import LabelledText
    from windrow.detect.wien.template import Delimiters
    from windrow.model import Region
    from windrow.tree import Tree

__all__ = [
    "Detector",
    "ExamplesLearner",
    "Likely",
    "NamedDetector",
    "NamedLearner",
    "PagesLearner",
    "PaperTemplate",
    "RankingDetector",
    "is_ranking",
]


@runtime_checkable
class PaperTemplate(Protocol):
    """The template of one of the papers: it finds the records of its region on other pages."""

    def apply(self, tree: Tree) -> list[Region]:
        """Return the regions of another page; an empty list when there are none."""

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""

    @classmethod
    def from_json(cls, data: Any) -> PaperTemplate:
        """Return the template that `to_json` wrote; ValueError where *data* is not one."""


class Detector(Protocol):
    """Finds the regions of a page. Implementations are frozen dataclasses of settings."""

    def detect(self, tree: Tree) -> list[Region]:
        """Return the regions of *tree* in page order; an empty list when there are none."""


class Likely(NamedTuple):
    """A region that a detector has chosen and not made yet."""

    score: float  # of the region
    make: Callable[[], Region]


@runtime_checkable
class RankingDetector(Detector, Protocol):
    """A detector whose scores are the probabilities that a region is the wanted list."""

    def likely(self, tree: Tree) -> list[Likely]:
        """Return the regions of *tree*, best first, none of them made yet."""

    def limited(self, most: int) -> Self:
        """Return this detector made to return at most *most* regions."""

    def thorough(self) -> Self:
        """Return this detector, with lists that are rarely wanted."""


def is_ranking(detector: Detector) -> TypeGuard[RankingDetector]:
    """Return whether a detector is one that ranks; asking its class is much cheaper than itself."""
    return _is_ranking(type(detector))


@cache
def _is_ranking(kind: type) -> bool:
    return issubclass(kind, RankingDetector)


@runtime_checkable
class PagesLearner(Protocol):
    """Learns from several pages of one template; some detectors do so, too."""

    def detect_in_pages(self, trees: Sequence[Tree]) -> tuple[Tree, Region, list[Region]]:
        """Return the pages joined, the region whose records they are, and the lists they share."""


@runtime_checkable
class ExamplesLearner(Protocol):
    """Learns from pages on which all values are known."""

    def learn_labelled(self, pages: Sequence[LabelledText]) -> Delimiters | None:
        """Return the strings that read all *pages* right; None where there are none."""


class NamedDetector(Detector, Protocol):
    """A detector of `windrow.detect.DETECTORS`: it also says what the other stages must know."""

    template: ClassVar[type[PaperTemplate] | None]
    """The class of its regions' templates; None where they have none."""
    paper: ClassVar[str]
    """The key of its paper in docs/papers.bib; empty where there is none."""
    finds: ClassVar[str]
    """What it finds, in a few words: for help texts and the README."""


class NamedLearner(Protocol):
    """A member of `windrow.detect.LEARNERS`: it gives templates, but finds nothing on one page."""

    template: ClassVar[type[Any]]
    """The class of what it learns: it has ``to_json`` and ``from_json``."""
    paper: ClassVar[str]
    """The key of its paper in docs/papers.bib."""
    finds: ClassVar[str]
    """What it finds, in a few words: for help texts and the README."""
