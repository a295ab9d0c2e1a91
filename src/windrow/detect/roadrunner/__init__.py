"""RoadRunner: an expression without alternatives, from what pages have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from windrow.detect.base import PaperTemplate
from windrow.detect.pages import PageTokens, learned, require_tokens
from windrow.detect.roadrunner.match import learn_expression
from windrow.detect.roadrunner.template import ExpressionTemplate
from windrow.errors import NothingLearned
from windrow.model import Region
from windrow.tree import Tree

__all__ = ["RoadRunner"]


@dataclass(frozen=True)
class RoadRunner:
    """Learns the expression that pages of one template match.

    >>> pages = 'body(h1"Ann" ul(li"Hay" li"Rye"))', 'body(h1"Bob" hr ul(li"Oat"))'
    >>> _, whole, [books] = RoadRunner().detect_in_pages([Tree.from_text(page) for page in pages])
    >>> print(whole.template)
    <body><h1>#PCDATA</h1>(<hr></hr>)?<ul>(<li>#PCDATA</li>)+</ul></body>
    >>> print(books.alignment)
    Hay
    Rye
    Oat

    References
    ----------
    [crescenzi2001]. The first page is the first expression; every other page is matched with it,
    and each mismatch makes it more general: two texts become a field, what repeats before the
    mismatch becomes an iterator, what only one side has becomes optional. Every tag belongs to the
    template, and so does a text that is the same on all pages. That iterators are tried first,
    and that parts must nest, is from memory; the bounds of the search are ours.

    The search is exponential in the worst case, and bounded: pages of n tokens cost O(k n) for k
    mismatches, of which at most 4,000 are tried.
    """

    template: ClassVar[type[PaperTemplate]] = ExpressionTemplate
    paper: ClassVar[str] = "crescenzi2001"
    finds: ClassVar[str] = "what pages share, as an expression with optional and repeated parts"

    def detect_in_pages(self, trees: Sequence[Tree]) -> tuple[Tree, Region, list[Region]]:
        """Return the pages joined, the region whose records they are, and the lists they share."""
        pages = [PageTokens.of(tree) for tree in trees]
        require_tokens(pages, "roadrunner")
        pieces = learn_expression([page.words for page in pages])
        if pieces is None:
            raise NothingLearned(
                "roadrunner finds no expression without alternatives that all pages match",
                hint="give other pages, or leave --detector out",
            )
        return learned("roadrunner", ExpressionTemplate(pieces), trees, pages)
