"""G-STM on several pages of one kind: what they share is the template, what differs is data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from windrow.detect.gstm.build import build
from windrow.detect.gstm.template import Filled, GstmTemplate, Part, TList, TNode, own_parts
from windrow.match.generalized import GeneralizedMatching
from windrow.model import Alignment
from windrow.tree import Kind, Tree
from windrow.tree.join import join
from windrow.tree.tree import TEXT

# This many rows show which texts are labels and which are values. Chosen, not measured.
_SIBLINGS = 3

__all__ = ["fill", "learn", "lists_in", "study"]


def learn(trees: Sequence[Tree], *, tau1: float = 0.5, tau2: float = 0.7) -> GstmTemplate:
    """Return the template of pages of one kind; `GstmTemplate.apply` reads others with it.

    >>> pages = 'body(h1"Ant" b"Price:" i"$1" ul(li"6"))', 'body(h1"Bee" b"Price:" i"$2" ul(li*3))'
    >>> template = learn([Tree.from_text(page) for page in pages])
    >>> print(template)
    body(h1 b"Price:" i ul({li}))
    >>> other = Tree.from_text('body(h1"Cat" b"Price:" i"$3" ul(li"4" li"5"))')
    >>> print(template.apply(other)[0].alignment)
    Cat | $3 | [4; 5]
    """
    return study(trees, tau1=tau1, tau2=tau2)[0]


def study(
    trees: Sequence[Tree], *, tau1: float = 0.5, tau2: float = 0.7
) -> tuple[GstmTemplate, Alignment]:
    """Return the template of pages of one kind, and the pages lined up in it, a row a page.

    The alignment is over the pages joined into one tree.

    References
    ----------
    [jindal2010], problem 1: partial alignment of all pages with the richest one, by a matching
    that knows lists. A text that is the same on all pages belongs to the template, and so does
    one that is the same in all of three or more records of a list. Beyond the paper: so does a
    whole list, such as a menu, with the same content on all pages.
    """
    filled = fill(trees, partial(GeneralizedMatching, tau1=tau1, tau2=tau2, text_runs="whole"))
    return GstmTemplate(filled.parts, (), tau1, tau2), filled.alignment()


def fill(
    trees: Sequence[Tree],
    matching: Callable[[Tree], GeneralizedMatching],
    *,
    labelled: bool = True,
) -> Filled:
    """Return the template of pages of one kind with the pages, joined, as its content.

    Beyond the paper, and only if *labelled*: rows that begin with words of the site are fields.
    """
    if not trees:
        raise ValueError("learn from at least one page")
    joined, starts = join(trees)
    roots = [(start,) for start in starts]
    filled = build(matching(joined), roots, pages=True, labelled=labelled)
    parts = _without_menus(filled)
    return replace(filled, parts=_with_values(parts) if labelled else parts)


def lists_in(filled: Filled, beside: float) -> Iterator[int]:
    """Yield the places of the outermost lists that hold data and two records, or more.

    A list with at most the share *beside* of its items beside the one list inside gives way to it.
    """
    for place, _ in own_parts(filled.parts, 0, len(filled.parts)):
        if not isinstance(filled.parts[place], TList):
            continue
        inner = filled.inner(place)
        while (below := inner.main_list(beside)) is not None:
            place, inner = place + 1 + below, inner.inner(below)
        data = any(isinstance(part, TNode) and part.kinds for part in inner.parts)
        if data and inner.rows > 1:
            yield place


def _without_menus(filled: Filled) -> tuple[Part, ...]:
    """Return the parts with nothing for data in lists that are the same on all pages."""
    parts = [*filled.parts]
    for place, _ in own_parts(filled.parts, 0, len(parts)):
        part = parts[place]
        if isinstance(part, TList) and part.support == 1 and filled.rows > 1:
            if len({*_contents(filled, place)}) > 1:
                continue
            for inner in range(place + 1, place + part.size):
                node = parts[inner]
                if isinstance(node, TNode):
                    parts[inner] = replace(node, kinds=0)
    return tuple(parts)


def _with_values(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return the parts; what is data in one of several labelled siblings is data in all.

    Two pages often say the same by chance: beside a label, a value that differs in the rows around
    is a value, too.
    """
    found = [*parts]
    for siblings in _labelled_siblings(parts):
        places: dict[str, list[int]] = {}
        for sibling in siblings:
            end = sibling + parts[sibling].size
            seen: Counter[str] = Counter()
            for place, path in own_parts(parts, sibling, end):
                seen[path] += 1
                places.setdefault(f"{path} {seen[path]}", []).append(place)
        for same in places.values():
            kinds = 0
            for place in same:
                part = parts[place]
                kinds |= part.kinds if isinstance(part, TNode) and part.support == 1 else 0
            for place in same if kinds & TEXT else ():
                part = found[place]
                if isinstance(part, TNode) and part.constants:
                    found[place] = replace(part, kinds=part.kinds | TEXT, constants=())
    return tuple(found)


def _labelled_siblings(parts: Sequence[Part]) -> Iterator[list[int]]:
    """Yield siblings of one label, three or more, that all have a text of their own."""
    groups: dict[tuple[int, str], list[int]] = {}
    around: list[int] = []
    for place, part in enumerate(parts):
        while around and around[-1] + parts[around[-1]].size <= place:
            around.pop()
        inside = parts[place : place + part.size]
        said = any(isinstance(one, TNode) and one.constants for one in inside)
        if isinstance(part, TNode) and part.support == 1 and said:
            groups.setdefault((around[-1] if around else -1, part.label), []).append(place)
        around.append(place)
    yield from (places for places in groups.values() if len(places) >= _SIBLINGS)


def _contents(filled: Filled, place: int) -> Iterator[tuple[tuple[Kind, str], ...]]:
    """Yield what the list at *place* holds on each page."""
    tree = filled.tree
    # The pages were joined in order, so that the records of the first page come first.
    records = iter(filled.inner(place).records())
    for member in filled.members[place]:
        count = len(member) if isinstance(member, tuple) else 0
        roots = [root for record in islice(records, count) for root in record]
        nodes = (node for root in roots for node in tree.subtree(root))
        yield tuple([item for node in nodes for item in tree.items(node)])
