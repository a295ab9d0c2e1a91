"""Links to the pages of a record's thing: "1 2 3 ... Last" behind a thread says nothing of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from itertools import pairwise

from windrow.model import Cell, FieldKind
from windrow.table.drafts import DraftColumn
from windrow.tree import Tree
from windrow.tree.runs import extent, text_of
from windrow.tree.tree import TEXT

__all__ = ["without_page_links"]

# How the address of a page goes on after that of the thing: `?page=2`, `/page/2/`, `&p=2`, `/2`.
# Other words are those of sizes, years and seasons.
_PAGE = re.compile(
    r"[/?&;._-](?:(?:page|pagina|seite|pg?|start|offset|st)[=/_-]?)?(\d{1,5})/?", re.IGNORECASE
)
# A row of page links has at least two, with numbers one apart, and begins with the first page or
# the second. By definition.
_FEWEST, _BEGIN = 2, 2
# Links that may be those to the things, and to their pages: a table may have thousands. Chosen, not
# measured.
_BASES, _PAGES = 20, 30
# The most digits of a page's number: chosen, not measured.
_LAST, _LONGEST = re.compile(r"(\d{1,5})/?$"), 5
_LETTER = re.compile(r"\w")


def without_page_links(tree: Tree, drafts: Sequence[DraftColumn]) -> list[DraftColumn]:
    """Return *drafts* without links to the pages of a thing, and without what these say."""
    links = [draft for draft in drafts if draft.field.kind == "link"]
    if len(links) <= _FEWEST:
        return [*drafts]
    counted = [one for one in links if one.filled and _LAST.search(one.filled[0])]
    if len(counted) < _FEWEST:
        return [*drafts]
    for base in links[:_BASES]:
        pages = [one for one in counted[:_PAGES] if one is not base and _goes_on(one, base)]
        if len(pages) >= _FEWEST and _are_counted(tree, pages):
            cells = (cell for one in pages for cell in one.cells if isinstance(cell, int))
            inside = {node for cell in cells for node in tree.subtree(cell)}
            return [
                one
                for one in drafts
                if one not in pages and not (one.is_text and _says_pages(tree, one, inside))
            ]
    return [*drafts]


def _goes_on(link: DraftColumn, base: DraftColumn) -> bool:
    """Return whether the address of each link is that of *base*, and a page number."""
    for own, other in zip(link.values, base.values, strict=True):
        if own is not None and not (
            other is not None and own.startswith(other) and _PAGE.fullmatch(own, len(other))
        ):
            return False
    return True


def _are_counted(tree: Tree, pages: Sequence[DraftColumn]) -> bool:
    """Return whether neighbouring links say numbers one apart, which their addresses have, too.

    The first of them is 1 or 2 in every row.
    """
    said = [[_number(tree, cell, value) for cell, value in zip(one.cells, one.values, strict=True)]
            for one in pages]  # fmt: skip
    rows = [*zip(*said, strict=True)]
    if any(min(filter(None, row), default=1) > _BEGIN for row in rows):
        return False
    return any(
        one is not None and other is not None and other - one == 1
        for row in rows
        for one, other in pairwise(row)
    )


def _number(tree: Tree, cell: Cell, address: str | None) -> int | None:
    """Return the number that a link says and its address ends with; None if there is none."""
    if not isinstance(cell, int) or address is None:
        return None
    said = text_of(tree, tree.subtree(cell))
    found = _LAST.search(address)
    if found is None or len(said) > _LONGEST or not said.isdecimal():
        return None
    return int(said) if int(said) == int(found[1]) else None


def _says_pages(tree: Tree, text: DraftColumn, inside: Set[int]) -> bool:
    """Return whether a text says only what is *inside* page links, and signs between them."""
    cells = [cell for cell in text.cells if isinstance(cell, int)]
    nodes = [
        node
        for cell in cells
        for node in _nodes(tree, cell, text.field.kind)
        if tree.kinds[node] & TEXT
    ]
    # "★★★" are signs, too.
    if inside.isdisjoint(nodes):
        return False
    return not any(_LETTER.search(tree.text(node)) for node in nodes if node not in inside)


def _nodes(tree: Tree, cell: int, kind: FieldKind) -> Iterable[int]:
    if kind == "run" or kind == "part" or kind == "rest":
        return extent(tree, cell, kind)
    return tree.subtree(cell)
