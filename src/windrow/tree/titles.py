"""The title of a list: its caption, or the heading before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from windrow.tree.grid import table_of
from windrow.tree.markup import CELLS, HEADINGS
from windrow.tree.runs import text_of
from windrow.tree.tree import Tree

__all__ = ["list_title", "title_of"]

# A longer text is not a title, and a heading with more text between it and the list is that of
# something else: chosen, not measured.
_LONGEST, _BETWEEN = 80, 300
_TITLES = HEADINGS | {"caption", "legend", "summary"}
# Classes of texts that stand for a heading.
_CLASS = re.compile(
    r"(?:^|[\s_-])(?:title|heading|headline|caption|legend)s?(?:$|\s)", re.IGNORECASE
)
# Few classes have one of these words at all, which is cheaper to see.
_CLASS_PART = re.compile(r"title|head|caption|legend", re.IGNORECASE)
_BOLD = _TITLES | {"b", "strong", "dt"}
# Elements whose class is about all that they hold.
_WHOLE = frozenset("ul ol dl table tr tbody thead form nav a".split())
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Parts of a page that need no heading, by element or role: what a list in them is called.
_LANDMARKS = {
    "nav": "Menu", "navigation": "Menu", "menu": "Menu", "menubar": "Menu", "footer": "Footer",
    "contentinfo": "Footer", "header": "Header", "banner": "Header", "aside": "Sidebar",
    "complementary": "Sidebar",
}  # fmt: skip


def list_title(
    tree: Tree, records: Sequence[Sequence[int]], rows: Sequence[Sequence[object]]
) -> str:
    """Return the title of the list of *records*, whose cells are *rows*; empty if there is none.

    >>> from windrow.tree import Tree
    >>> tree = Tree.from_text('body(h2"Pets" h3"A" p"Ant" h3"B" p"Bee")')
    >>> list_title(tree, ((3,), (5,)), ((2, 3), (4, 5)))
    'Pets'
    """
    values = {cell for cell in rows[0] if isinstance(cell, int)}
    # A heading that all records have is that of the list.
    return title_of(tree, records, values.difference(rows[-1]))


def title_of(tree: Tree, records: Sequence[Sequence[int]], values: Collection[int] = ()) -> str:
    """Return the title of the list of *records*; empty if the page has none.

    *records* are the nodes of each record. A heading among the *values* of the records belongs to
    a group of them.

    >>> from windrow.tree import Tree
    >>> tree = Tree.from_text('body(h2"Related" p"See also" ul(li"Ant" li"Bee"))')
    >>> title_of(tree, ((4,), (5,)))
    'Related'
    """
    first, last = records[0][0], records[-1][-1]
    end = last + tree.sizes[last]
    # Only what is above the records can be the heading of a group of them.
    headings = tuple([value for value in values if value < first])
    place = first, end, headings
    # Several rules ask for the title of the best list.
    if (title := tree.titles.get(place)) is None:
        title = tree.titles[place] = _title(tree, first, end, headings)
    return title


def _title(tree: Tree, first: int, end: int, headings: Sequence[int]) -> str:
    """Return the title of the list first..end, which *headings* of groups of records are not."""
    if (table := table_of(tree, first)) >= 0 and table + tree.sizes[table] >= end:
        captions = [node for node in tree.children(table) if tree.label(node) == "caption"]
        if title := _said(tree, *captions[:1]):
            return title
    between, node = 0, first
    ids: dict[str | None, int] = {}
    while node > 0:
        parent = tree.parents[node]
        covers = parent + tree.sizes[parent] >= end
        if covers and (title := _labelled(tree, parent, ids)):
            return title
        for before in reversed(_children_before(tree, parent, node)):
            if not any(before <= value < before + tree.sizes[before] for value in headings):
                length = _length(tree, before)
                if (heading := _heading(tree, before, length)) is not None:
                    return _said(tree, heading)
                # What is above a list inside an item of another list is that item.
                inside = covers and tree.label(parent) == "li" and 0 < length <= _LONGEST
                if inside and any(map(str.isalpha, said := _said(tree, before))):
                    return said
                between += length
            if between > _BETWEEN:
                return _landmark(tree, first)
        node = parent
    return _landmark(tree, first)


def _labelled(tree: Tree, node: int, ids: dict[str | None, int]) -> str:
    """Return what an element is labelled by: its own words, or another element, as a tab is.

    *ids* are filled when they are first needed: many elements around a list may name another.
    """
    if title := _folded(tree.attribute(node, "aria-label") or ""):
        return title
    if not (names := (tree.attribute(node, "aria-labelledby") or "").split()):
        return ""
    if not ids:
        ids.update((tree.attribute(other, "id"), other) for other in reversed(range(len(tree))))
    return _said(tree, *(ids[name] for name in names if name in ids))


def _landmark(tree: Tree, node: int) -> str:
    """Return what the part of the page is called that *node* is in, if it is a landmark."""
    while node > 0:
        node = tree.parents[node]
        for word in (tree.attribute(node, "role") or "", tree.label(node)):
            if word in _LANDMARKS:
                return _LANDMARKS[word]
    return ""


def _children_before(tree: Tree, parent: int, node: int) -> list[int]:
    """Return the children of *parent* before *node*, which is one of them."""
    found = []
    child = parent + 1
    while child < node:
        found.append(child)
        child += tree.sizes[child]
    return found


def _heading(tree: Tree, node: int, whole: int) -> int | None:
    """Return the heading that *node*, *whole* bytes long, is or holds with little else."""
    if not 0 < whole <= 2 * _LONGEST:
        return None
    sums, sizes = tree.text_sums, tree.sizes
    for inner in tree.subtree(node):
        own = sums[inner + sizes[inner]] - sums[inner]
        if 2 * own < whole:
            continue
        label = tree.label(inner)
        # In bold is a title only what stands alone; beside a heading may be a link to all of it.
        if (label in _BOLD and own == whole) or _is_title(tree, inner, label):
            return inner if own <= _LONGEST and _has_words(tree, inner) else None
    return None


def _has_words(tree: Tree, node: int) -> bool:
    """Return whether a text is more than numbers: links to other pages are not a title."""
    said = _said(tree, node)
    return sum(map(str.isalpha, said)) >= sum(map(str.isdigit, said)) or len(said) <= 4


def _is_title(tree: Tree, node: int, label: str) -> bool:
    """Return whether an element, a role or a class says that a node is a heading.

    So is the only cell of a row that spans the columns of its table.
    """
    if label in _TITLES or tree.attribute(node, "role") == "heading":
        return True
    if label in CELLS and tree.attribute(node, "colspan"):
        return len(tree.children(tree.parents[node])) == 1
    if label in _WHOLE:
        return False
    words = tree.attribute(node, "class")
    if words is None or not _CLASS_PART.search(words):
        return False
    return _CLASS.search(_CAMEL.sub("-", words)) is not None


def _length(tree: Tree, node: int) -> int:
    """Return how many bytes of text a node holds."""
    return tree.text_sums[node + tree.sizes[node]] - tree.text_sums[node]


def _said(tree: Tree, *nodes: int) -> str:
    return _folded(" ".join(text_of(tree, tree.subtree(node)) for node in nodes))


def _folded(text: str) -> str:
    text = " ".join(text.split()).strip(" :：")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
