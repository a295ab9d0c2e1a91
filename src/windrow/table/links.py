"""Names for links by their text, and for texts by where their link leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from windrow.table.classes import known_word
from windrow.table.destinations import counts_of, leads_to
from windrow.table.drafts import DraftColumn, first_node
from windrow.table.evidence import Evidence
from windrow.table.named import TITLES, Named
from windrow.table.words import slug
from windrow.tree import Tree

__all__ = ["by_link", "leads_again", "link_name", "tell_links_apart"]

# How far above a title its link is searched: chosen, not measured.
_ABOVE = 3
# Longer texts of links are sentences: chosen, not measured.
_LONGEST = 24
# How many records are asked for the text of a link: chosen, not measured.
_LOOKED_AT = 20
_NAMELESS = Named("link", "kind")


def by_link(
    tree: Tree, draft: DraftColumn, kind: str, links: list[DraftColumn], signs: Evidence
) -> Named | None:
    """Return the name that the address of its link suggests for a text of a *kind*."""
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
            # The first text on a link names its target; others add to it.
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
    """Return the name of a link: that of its text, followed by ``_link``.

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
    return _NAMELESS


def tell_links_apart(tree: Tree, drafts: Sequence[DraftColumn], found: list[Named | None]) -> None:
    """Call links of one name by the text that each has in all records: agenda_link, pdf_link."""
    links = [k for k, draft in enumerate(drafts) if draft.field.kind == "link"]
    # A single link is like no other.
    counts = Counter([found[k] for k in links] if len(links) > 1 else ())
    for k in links:
        named = found[k]
        if named is None or counts[named] < 2 or named.source not in ("kind", "header"):
            continue
        name = slug(said := _said_by(tree, drafts[k]))
        # A title is what a record is called, not what all of them say.
        if name and len(name) <= _LONGEST and name not in TITLES:
            found[k] = Named(f"{name}_link", "label", said)


def _said_by(tree: Tree, link: DraftColumn) -> str:
    """Return the words inside of a link if they are the same in all records, else ""."""
    nodes = [cell for cell in link.cells if isinstance(cell, int)]
    said = {tree.words(node, node + tree.sizes[node]).strip() for node in nodes[:_LOOKED_AT]}
    return said.pop() if len(said) == 1 else ""


def leads_again(tree: Tree, draft: DraftColumn, roots: frozenset[int]) -> bool:
    """Return whether a second link of the record leads where the link of a text does.

    The title and the picture of a record lead to its page; its author and its category do not.
    """
    node = next((first_node(cell) for cell in draft.cells if cell is not None), -1)
    own = root = -1
    for _ in range(tree.depths[node] + 1 if node >= 0 else 0):
        if own < 0 and tree.label(node) == "a":
            own = node
        if node in roots:
            root = node
            break
        node = max(tree.parents[node], 0)
    if own < 0 or root < 0:
        return False
    address = (tree.attribute(own, "href") or "").strip()
    return bool(address) and any(
        (tree.attribute(other, "href") or "").strip() == address
        for other in tree.subtree(root)
        if other != own and tree.label(other) == "a"
    )


def _leads_there(tree: Tree, text: int, address: str | None) -> bool:
    """Return whether *text* is on a link to *address*."""
    node = text
    for _ in range(_ABOVE):
        if tree.label(node) == "a":
            return (tree.attribute(node, "href") or "").strip() == address
        node = max(tree.parents[node], 0)
    return False
