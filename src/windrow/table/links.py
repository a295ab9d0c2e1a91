"""Names for links by the text they are on, and for texts by where their link leads."""

from __future__ import annotations

from collections.abc import Sequence

from windrow.table.classes import known_word
from windrow.table.destinations import counts_of, leads_to
from windrow.table.drafts import DraftColumn, first_node
from windrow.table.evidence import Evidence
from windrow.table.named import Named
from windrow.table.words import slug
from windrow.tree import Tree

__all__ = ["by_link", "link_name"]

# How far above a title its link is looked for: chosen, not measured.
_ABOVE = 3


def by_link(
    tree: Tree, draft: DraftColumn, kind: str, links: list[DraftColumn], signs: Evidence
) -> Named | None:
    """Return what the address of the link that a text of a *kind* is on says of it."""
    if not signs.linked or not draft.is_text:
        return None
    row = next(k for k, cell in enumerate(draft.cells) if cell is not None)
    text = first_node(draft.cells[row])
    is_count = kind in ("integer", "count")
    for k, link in enumerate(links):
        cell = link.cells[row]
        if (
            isinstance(cell, int)
            and (cell <= text < cell + tree.sizes[cell] or text <= cell < text + tree.sizes[text])
            and (name := leads_to(link.filled) or (is_count and counts_of(link.filled)))
        ):
            # The first text on a link is what it leads to; another one says more of that.
            del links[k]
            return Named(name, "link")
    return None


def link_name(
    tree: Tree,
    draft: DraftColumn,
    texts: Sequence[tuple[DraftColumn, Named]],
    by_row: dict[int, list[tuple[int, Named]]],
    signs: Evidence,
    header: Named | None = None,
) -> Named:
    """Return the name of a link: that of the text it is on, with ``_link`` behind it.

    Where it is on a picture, the *header* above that names it.
    *by_row* keeps the nodes of the *texts* in single rows: most links are asked for in the first.
    """
    row = next(k for k, cell in enumerate(draft.cells) if isinstance(cell, int))
    link, sizes = first_node(draft.cells[row]), tree.sizes
    if row not in by_row:
        cells = ((other.cells[row], named) for other, named in texts)
        by_row[row] = [(cell, named) for cell, named in cells if isinstance(cell, int)]
    end = link + sizes[link]
    # The picture before a title often leads to the same page: that is where the record is.
    if any(
        named.name in ("title", "name") and _leads_there(tree, cell, draft.values[row])
        for cell, named in by_row[row]
    ):
        return Named("link", "form")
    for cell, named in by_row[row]:
        if link <= cell < end or cell <= link < cell + sizes[cell]:
            name = "link" if named.name in ("title", "name") else slug(f"{named.name}_link")
            return Named(name, named.source)
    if header is not None:
        return header._replace(name=slug(f"{header.name}_link"))
    for words in signs.classes:
        if (name := known_word(words)) and name not in ("link", "url", "title"):
            return Named(slug(f"{name}_link"), "class")
    return Named("link", "kind")


def _leads_there(tree: Tree, text: int, address: str | None) -> bool:
    """Return whether *text* is on a link to *address*."""
    node = text
    for _ in range(_ABOVE):
        if tree.label(node) == "a":
            return (tree.attribute(node, "href") or "").strip() == address
        node = max(tree.parents[node], 0)
    return False
