"""EXALG: tokens that occur equally often on every page are the template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from windrow.detect.base import PaperTemplate
from windrow.detect.exalg.classes import EquivalenceClass, PageWords, classes_of
from windrow.detect.exalg.parts import DataGap, Leaf, Part
from windrow.detect.exalg.read import Reader
from windrow.detect.exalg.template import ClassTemplate
from windrow.detect.pages import PageTokens, learned, require_tokens
from windrow.errors import NothingLearned
from windrow.model import Region
from windrow.tree import Tree

__all__ = ["EXALG"]

# Texts on one path in one gap that are separate values; later ones are left out. Chosen,
# not measured.
_LEAVES = 8
# Classes inside classes. Chosen, not measured.
_DEEPEST = 12


@dataclass(frozen=True)
class EXALG:
    """Learns which words and tags are the template of pages, by how often each page has them.

    >>> pages = 'p(b"Name: Ant" b"Legs:" i"6")', 'p(b"Name: Hen" b"Legs:" i"2")'
    >>> _, whole, _ = EXALG().detect_in_pages([Tree.from_text(page) for page in pages])
    >>> print(whole.template)
    <p> <b> Name: * </b> <b> Legs: </b> <i> * </i> </p>
    >>> print(whole.alignment)
    Name: Ant | 6
    Name: Hen | 2

    References
    ----------
    [arasu2003]. Tokens are tags and words; the vector of a token says how often each page has it,
    and tokens with equal vectors are an equivalence class; paths of tags distinguish roles. The
    template is made of large and frequent classes; what is left in their gaps is data, and
    classes in gaps are lists or optional. That is what others say of the paper; the thresholds
    (three tokens, three pages) are from memory. Where we differ: of two pages, two are enough,
    though words that both have by chance then mislead it; a value is the whole text that has words
    of data, since cells are nodes; the template also reads pages that it was not learned from.

    Pages of n tokens cost O(n) for each class in each of at most six rounds.
    """

    template: ClassVar[type[PaperTemplate]] = ClassTemplate
    paper: ClassVar[str] = "arasu2003"
    finds: ClassVar[str] = "what pages share, by words and tags that all have equally often"

    def detect_in_pages(self, trees: Sequence[Tree]) -> tuple[Tree, Region, list[Region]]:
        """Return the pages joined, the region whose records they are, and the lists they share."""
        pages = [PageTokens.of(tree) for tree in trees]
        require_tokens(pages, "exalg")
        classes = classes_of([PageWords.of(page.words).words for page in pages])
        inside: dict[tuple[int, int] | None, list[int]] = {}
        for number, one in classes.items():
            inside.setdefault(one.around, []).append(number)
        bare = _gap(classes, inside, None, 0)
        if not bare.parts:
            raise NothingLearned(
                "exalg finds no words and tags that all pages have equally often",
                hint="give other pages, or leave --detector out",
            )
        seen: dict[int, Counter[str]] = {}
        for page in pages:
            reader = Reader(page)
            reader.read(bare)
            for gap, paths in reader.seen.items():
                seen[gap] = seen.get(gap, Counter()) | paths
        return learned("exalg", ClassTemplate(_with_leaves(bare, seen)), trees, pages)


def _gap(
    classes: Mapping[int, EquivalenceClass],
    inside: Mapping[tuple[int, int] | None, Sequence[int]],
    gap: tuple[int, int] | None,
    depth: int,
) -> DataGap:
    """Return a gap with the classes *inside* it, in the order of the page that has them first."""
    numbers = inside.get(gap, ()) if depth < _DEEPEST else ()
    first = {n: min(page[0][0] for page in classes[n].places if page) for n in numbers}
    parts = [
        Part(
            (one := classes[number]).roles,
            tuple(_gap(classes, inside, (number, k), depth + 1) for k in range(len(one.roles) - 1)),
            one.is_list,
            one.optional,
        )
        for number in sorted(first, key=first.__getitem__)
    ]
    return DataGap(parts=tuple(parts))


def _with_leaves(gap: DataGap, seen: Mapping[int, Counter[str]]) -> DataGap:
    """Return a gap with the values that pages were seen to have there."""
    leaves = tuple(
        Leaf(path, number)
        for path, count in seen.get(id(gap), Counter()).items()
        for number in range(min(count, _LEAVES))
    )
    parts = tuple(
        replace(part, gaps=tuple(_with_leaves(one, seen) for one in part.gaps))
        for part in gap.parts
    )
    return DataGap(leaves, parts)
