"""What the markup around a draft says about it: attributes, classes, headings and links."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeVar

from windrow.table.classes import class_words, known_word
from windrow.table.drafts import DraftColumn, first_node
from windrow.table.words import ICONS, KNOWN
from windrow.tree import Tree
from windrow.tree.builder import LABELS
from windrow.tree.markup import HEADINGS
from windrow.tree.runs import EXTENTS, text_of

__all__ = ["Evidence", "gather"]

# Attributes that hold a name, the most reliable first.
_ATTRIBUTES = "data-label data-title data-th aria-label itemprop data-field data-name name".split()
# Those that pages show beside the cells of narrow tables.
_SHOWN = frozenset(("data-label", "data-title", "data-th"))
# Attributes that name parts of a page for programs and tests, as classes do.
_LIKE_CLASSES = "class headers data-testid data-test-id data-test data-qa data-cy data-hook".split()
_RANKS = {name: rank for rank, name in enumerate(_ATTRIBUTES)} | dict.fromkeys(_LIKE_CLASSES, -1)
# Elements that pages draw small pictures with.
_PICTURES = frozenset(("i", "em", "span", "svg", "img"))
_ICON = re.compile(r"(?:^|[\s_-])(?:icons?|ico|ic|fa|glyphicon)(?:$|[\s_-])", re.IGNORECASE)
# Labels that say how a text is shown: as a heading, as a link, in bold.
_SIGNS = HEADINGS, frozenset(("a",)), frozenset(("b", "strong"))
_DIGIT, _APART = re.compile(r"\d"), re.compile(r"\W+|\b\d[\d.,]*\w?\b")
# Further up, markup speaks of parts of the page rather than of a value: chosen, not measured.
_CLIMB = 4
# How many nodes of a run are searched for its link: chosen, not measured.
_NEAR = 12


# The labels of HTML, which do not say what an element holds, except for a title.
_NAMELESS = frozenset(LABELS) - {"title"}
# Ranks and values of attributes, and the words of classes.
_Read = tuple[list[tuple[int, str]], list[tuple[str, ...]]]


class Evidence(NamedTuple):
    """The evidence of the nodes of a draft and of those above that hold no other draft."""

    # Values of attributes, and whether readers see them: the most telling first, of one name the
    # nearest.
    attributes: tuple[tuple[str, bool], ...] = ()
    classes: tuple[tuple[str, ...], ...] = ()  # words of each class, from the draft upwards
    heading: bool = False
    linked: bool = False
    bold: bool = False
    icons: tuple[str, ...] = ()  # names of small pictures before the draft
    # The words of the classes of nodes that hold other drafts, too.
    around: tuple[tuple[str, ...], ...] = ()


def gather(
    tree: Tree,
    drafts: Sequence[DraftColumn],
    roots: frozenset[int],
    beside: Sequence[DraftColumn] = (),
) -> list[Evidence]:
    """Return the evidence for each draft; *roots* are the records' nodes.

    Markup around several texts of *beside* does not describe any single one.
    """
    rows = _Rows(tree, [*drafts, *beside], roots)
    return [rows.evidence(draft) for draft in drafts]


_Sign = TypeVar("_Sign")


def _shared(first: tuple[_Sign, ...], last: tuple[_Sign, ...]) -> tuple[_Sign, ...]:
    return first if first == last else tuple([sign for sign in first if sign in last])


def _agreed(first: Evidence, last: Evidence) -> Evidence:
    return Evidence(
        _shared(first.attributes, last.attributes),
        _shared(first.classes, last.classes),
        first.heading and last.heading,
        first.linked and last.linked,
        first.bold and last.bold,
        _shared(first.icons, last.icons),
        _shared(first.around, last.around),
    )


@lru_cache(maxsize=64)
def _wanted(names: tuple[str, ...]) -> dict[int, int]:
    """Return the numbers of the attributes that may name a draft, with their ranks."""
    return {number: _RANKS[name] for number, name in enumerate(names) if name in _RANKS}


@lru_cache(maxsize=64)
def _telling(
    names: tuple[str, ...],
) -> tuple[dict[int, tuple[tuple[str, ...], ...]], tuple[frozenset[int | None], ...]]:
    """Return the numbers of unknown labels with their words; those of headings, links and bold."""
    numbers = dict(zip(names, range(len(names)), strict=True))
    words = {numbers[name]: class_words(name.encode()) for name in numbers.keys() - _NAMELESS}
    return words, tuple(frozenset(map(numbers.get, numbers.keys() & some)) for some in _SIGNS)


def _rest(text: str, value: str) -> str:
    """Return what an attribute says besides a value and its number: "120 stars" of 120 is stars.

    >>> _rest("Go language", "Go"), _rest("1,120 stars", "1.1k"), _rest("Ann", "Ann")
    ('language', 'stars', '')
    >>> _rest("Price", "$5"), _rest("Rated 4.5 of five stars", "4.5")
    ('Price', 'stars')
    """
    if value not in text and not _DIGIT.search(text):
        return text
    words = _APART.sub(" ", text.replace(value, " ")).split()
    # What is left may be a part of the value: only a word that is known names it.
    return next((word for word in words if word.lower() in KNOWN), "")


class _Rows:
    """The kept cells of single rows: how far up the markup is about one draft alone."""

    def __init__(self, tree: Tree, drafts: Sequence[DraftColumn], roots: frozenset[int]) -> None:
        self._tree = tree
        # The link around a text and the image beside it share its evidence.
        self._texts = [p.cells for p in drafts if p.is_text or p.field.kind == "rows"]
        self._roots = roots
        self._nodes: dict[int, list[int]] = {}
        # A text and its link are often one node.
        self._known: dict[tuple[int, int], Evidence] = {}
        self._wanted = _wanted(tree.attribute_names)
        self._telling, self._signs = _telling(tree.names)
        # What the attributes of a node say: nodes around several texts are asked for each.
        self._reads: dict[int, _Read] = {}

    def evidence(self, draft: DraftColumn) -> Evidence:
        """Return the evidence on which two rows agree; the first and last are often unusual."""
        cells = draft.cells
        filled: Sequence[int] = range(len(cells))
        # An empty cell is None or (); the only other one that is false is the root.
        if not all(cells):
            filled = [row for row, cell in enumerate(cells) if cell or cell == 0]
        start, end = filled[len(filled) // 4], filled[-1 - len(filled) // 4]
        first = self._said(draft, start)
        if start == end:
            # Attributes of a single record may be values: only classes are structure.
            return first._replace(attributes=())
        last = self._said(draft, end)
        found = _agreed(first, last)
        middle = filled[len(filled) // 2]
        if found.attributes and middle not in (start, end):
            # Two rows may have the same value by chance.
            third = self._said(draft, middle)
            found = found._replace(attributes=_shared(found.attributes, third.attributes))
        if found.attributes or found.classes or not first.classes or middle in (start, end):
            return found
        # One of the two is unusual: a third row decides which. Attributes and unknown words
        # that come and go with the rows are values.
        third = self._said(draft, middle)
        classes = _shared(first.classes, third.classes) or _shared(last.classes, third.classes)
        return found._replace(classes=tuple([words for words in classes if known_word(words)]))

    def _said(self, draft: DraftColumn, row: int) -> Evidence:
        """Return what is around a cell; of attributes that repeat its value, the rest."""
        found, value = self._of_row(draft, row), draft.values[row]
        if not found.attributes or not value:
            return found
        rests = ((_rest(text, value), shown) for text, shown in found.attributes)
        return found._replace(attributes=tuple([pair for pair in rests if pair[0]]))

    def _of_row(self, draft: DraftColumn, row: int) -> Evidence:
        """Return the evidence of a node and of those above it that hold no other draft."""
        node = first_node(draft.cells[row])
        if node < 0:
            return Evidence()
        found = self._known.get((node, row))
        if found is None:
            inner = self._sole(node) if draft.field.kind in EXTENTS else node
            found = self._known[node, row] = self._climbed(node, row, inner)
        if not found.linked and "a" in draft.field.path.split("/"):
            # The words of a run begin in the link, and most of them may follow it.
            run = draft.field.kind == "run"
            found = found._replace(
                linked=not run or self._holds_link(node, draft.values[row] or "")
            )
        return found

    def _holds_link(self, node: int, value: str) -> bool:
        """Return whether the first link below *node* has at least half of the words of a run."""
        tree = self._tree
        for inner in range(node, min(node + tree.sizes[node], node + _NEAR)):
            if tree.names[tree.labels[inner]] == "a":
                return 2 * len(text_of(tree, tree.subtree(inner))) >= len(value)
        return False

    def _sole(self, node: int) -> int:
        """Return the node below *node* that has all its words; itself if several have some."""
        tree = self._tree
        if tree.sizes[node] > _NEAR:
            return node
        texts, found = tree.texts, -1
        for inner in tree.subtree(node):
            if texts[2 * inner] < texts[2 * inner + 1] and tree.text(inner).strip():
                if found >= 0:
                    return node
                found = inner
        return found if found >= 0 else node

    def _climbed(self, node: int, row: int, inner: int) -> Evidence:
        """Return the evidence from *inner*, which has the words of *node*, upwards."""
        tree, roots, sizes, parents = self._tree, self._roots, self._tree.sizes, self._tree.parents
        telling = self._telling
        low, high = self._neighbours(node, row)
        attributes: list[tuple[int, str]] = []
        classes: list[tuple[str, ...]] = []
        around: list[tuple[str, ...]] = []
        icons = self._icons(node, low)
        labels = set()
        starts, reads, label_of = tree.attribute_starts, self._reads, tree.labels
        own = True
        steps = _CLIMB + tree.depths[inner] - tree.depths[node]
        node = inner
        for _ in range(steps):
            label = label_of[node]
            labels.add(label)
            is_root = node in roots
            if starts[node] < starts[node + 1] and (own or not is_root):
                said, words = reads.get(node) or self._read(node)
                if own:
                    attributes += said
                    classes += words
                else:
                    around += words
            # Unknown elements, as in feeds, are named after their content.
            if own and label in telling:
                classes += telling[label]
            if is_root:
                break
            node = parents[node]
            own = own and node > low and node + sizes[node] <= high
        if len(attributes) > 1:
            attributes.sort(key=itemgetter(0))
        texts = tuple([(text, _ATTRIBUTES[rank] in _SHOWN) for rank, text in attributes])
        # A link and a heading are around all texts they hold.
        heading, linked, bold = [not some.isdisjoint(labels) for some in self._signs]
        return Evidence(texts, tuple(classes), heading, linked, bold, icons, tuple(around))

    def _icons(self, node: int, low: int) -> tuple[str, ...]:
        """Return the class words of an element without text right before *node*."""
        tree, before = self._tree, node - 1
        if before <= max(low, 0) or before in self._roots:
            return ()
        # The node before is the empty element, or the last part of it.
        while tree.parents[before] > tree.parents[node]:
            before = tree.parents[before]
        if tree.parents[before] != tree.parents[node] or tree.label(before) not in _PICTURES:
            return ()
        attribute = tree.attribute(before, "class") or ""
        words = [word for one in class_words(attribute.encode()) for word in one]
        # An element that is called an icon may show anything that has a name.
        shown = KNOWN if _ICON.search(attribute) else frozenset[str]()
        return tuple([ICONS.get(word, word) for word in words if word in ICONS or word in shown])

    def _read(self, node: int) -> _Read:
        """Return the attributes of a node that may name a draft, and the words of its classes."""
        tree, starts, numbers = self._tree, self._tree.attribute_starts, self._tree.attributes
        attributes: list[tuple[int, str]] = []
        classes: list[tuple[str, ...]] = []
        for k in range(3 * starts[node], 3 * starts[node + 1], 3):
            rank = self._wanted.get(numbers[k])
            if rank is None:
                continue
            value = tree.buffer[numbers[k + 1] : numbers[k + 2]]
            if rank < 0:
                classes += class_words(value)
            else:
                said = value.decode()
                attributes.append((rank, self._owner(node) if said == "name" else said))
        found = self._reads[node] = attributes, classes
        return found

    def _owner(self, node: int) -> str:
        """Return what has the name that is at *node*: of an author's name, "author".

        In microdata a property belongs to the nearest item around it, which may be a property, too.
        """
        tree = self._tree
        while node not in self._roots and node > 0:
            node = tree.parents[node]
            if tree.attribute(node, "itemscope") is not None:
                whose = (tree.attribute(node, "itemprop") or "").strip()
                return whose if whose and node not in self._roots else "name"
        return "name"

    def _neighbours(self, node: int, row: int) -> tuple[int, int]:
        """Return the nodes of the texts before and after *node* in its row."""
        nodes = self._nodes.get(row)
        if nodes is None:
            found = {
                cell if isinstance(cell := cells[row], int) else first_node(cell)
                for cells in self._texts
            }
            found.discard(-1)
            nodes = self._nodes[row] = sorted(found)
        before, behind = bisect_left(nodes, node) - 1, bisect_right(nodes, node)
        return (
            nodes[before] if before >= 0 else -1,
            nodes[behind] if behind < len(nodes) else len(self._tree),
        )
