"""What the markup around a draft says about it: attributes, classes, headings and links."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import chain
from operator import itemgetter
from typing import NamedTuple, TypeAlias, TypeVar

from windrow.kernels.table import markup as kernel
from windrow.table.classes import class_words, known_word
from windrow.table.drafts import DraftColumn, first_node
from windrow.table.words import ICONS, KNOWN
from windrow.tree import Tree
from windrow.tree.builder import LABELS
from windrow.tree.markup import HEADINGS
from windrow.tree.runs import EXTENTS, text_of

__all__ = ["Evidence", "RecordMarkup", "gather", "words_around"]

# Attributes that hold a name, the most reliable first.
_ATTRIBUTES = "data-label data-title data-th aria-label itemprop data-field data-name name".split()
# Those that pages show beside the cells of narrow tables.
_SHOWN = frozenset(("data-label", "data-title", "data-th"))
# Attributes that name parts of a page for programs and tests, as classes do.
_LIKE_CLASSES = "class headers data-testid data-test-id data-test data-qa data-cy data-hook".split()
_RANKS = {name: rank for rank, name in enumerate(_ATTRIBUTES)} | dict.fromkeys(
    _LIKE_CLASSES, kernel.LIKE_CLASS
)
# Elements that pages draw small pictures with.
_PICTURES = frozenset(("i", "em", "span", "svg", "img"))
_ICON = re.compile(r"(?:^|[\s_-])(?:icons?|ico|ic|fa|glyphicon)(?:$|[\s_-])", re.IGNORECASE)
# Bits of labels that say how a text is shown: as a heading, as a link, in bold.
_HEADING, _LINK, _BOLD = 1, 2, 4
_SIGNS = (
    dict.fromkeys(HEADINGS, _HEADING)
    | {"a": _LINK}
    | dict.fromkeys(("b", "strong"), _BOLD)
    | dict.fromkeys(_PICTURES, kernel.PICTURE)
)
_DIGIT, _APART = re.compile(r"\d"), re.compile(r"\W+|\b\d[\d.,]*\w?\b")
# Further up, markup speaks of parts of the page rather than of a value: chosen, not measured.
_CLIMB = 4
# How many nodes of a run are searched for its link: chosen, not measured.
_NEAR = 12


# The labels of HTML, which do not say what an element holds, except for a title.
_NAMELESS = frozenset(LABELS) - {"title"}

_Said: TypeAlias = tuple[tuple[tuple[int, bytes], ...], tuple[bytes, ...], int, bytes]
"""What the kernel finds around a text: see `windrow.kernels.table.markup.Markup.around`."""


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
    # By row that was read, the classes of nodes that hold other drafts, too: `words_around`.
    around: tuple[tuple[bytes, ...], ...] = ()


class RecordMarkup:
    """The markup of the records of a table, and what was understood of it; *roots* are their nodes.

    One serves the lists in the table, too, and its constant columns: most are marked alike.
    """

    def __init__(self, tree: Tree, roots: frozenset[int]) -> None:
        self.tree = tree
        self.roots = roots
        self.meant: dict[_Said, Evidence] = {}
        numbers = tree.attribute_numbers
        self.reader = kernel.Markup(
            (
                *(tree.labels, tree.parents, tree.sizes, tree.depths),
                *(tree.texts, tree.attribute_starts, tree.attributes),
            ),
            tree.names,
            tree.buffer,
            _ranks(tree.attribute_names),
            _signs(tree.names),
            roots,
            (numbers.get("itemscope", -1), numbers.get("itemprop", -1), numbers.get("class", -1)),
        )


def gather(
    markup: RecordMarkup, drafts: Sequence[DraftColumn], beside: Sequence[DraftColumn] = ()
) -> list[Evidence]:
    """Return the evidence for each draft.

    Markup around several texts of *beside* does not describe any single one.
    """
    rows = _Rows(markup, [*drafts, *beside])
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
        (*first.around, *last.around),
    )


def words_around(evidence: Evidence) -> tuple[tuple[str, ...], ...]:
    """Return the words of the classes of nodes that hold other drafts, too, in all rows."""
    rows = [tuple(chain.from_iterable(map(class_words, row))) for row in evidence.around]
    return reduce(_shared, rows) if rows else ()


@lru_cache(maxsize=64)
def _ranks(names: tuple[str, ...]) -> array[int]:
    """Return for each attribute how reliably it names a draft."""
    return array("i", [_RANKS.get(name, kernel.OTHER) for name in names])


@lru_cache(maxsize=64)
def _signs(names: tuple[str, ...]) -> array[int]:
    """Return for each label how it shows a text, and whether HTML knows it."""
    return array(
        "i",
        [_SIGNS.get(name, 0) | (0 if name in _NAMELESS else kernel.UNKNOWN) for name in names],
    )


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

    def __init__(self, markup: RecordMarkup, drafts: Sequence[DraftColumn]) -> None:
        self._tree, self._markup = markup.tree, markup.reader
        # The link around a text and the image beside it share its evidence.
        self._texts = [p.cells for p in drafts if p.is_text or p.field.kind == "rows"]
        self._nodes: dict[int, list[int]] = {}
        # A text and its link are often one node.
        self._known: dict[tuple[int, int], _Said] = {}
        # Most rows are marked alike, and many drafts have no marks at all.
        self._meant = markup.meant

    def evidence(self, draft: DraftColumn) -> Evidence:
        """Return the evidence on which two rows agree; the first and last are often unusual."""
        cells = draft.cells
        filled: Sequence[int] = range(len(cells))
        # An empty cell is None or (); the only other one that is false is the root.
        if not all(cells):
            filled = [row for row, cell in enumerate(cells) if cell or cell == 0]
        start, end = filled[len(filled) // 4], filled[-1 - len(filled) // 4]
        in_link = "/a/" in f"/{draft.field.path}/"
        first = self._around(draft, start, in_link)
        if start == end:
            # Attributes of a single record may be values: only classes are structure.
            return first._replace(attributes=()) if first.attributes else first
        last = self._around(draft, end, in_link)
        found = first if first is last else _agreed(first, last)
        middle = filled[len(filled) // 2]
        if found.attributes and middle not in (start, end):
            # Two rows may have the same value by chance.
            third = self._around(draft, middle, in_link)
            found = found._replace(attributes=_shared(found.attributes, third.attributes))
        if found.attributes or found.classes or not first.classes or middle in (start, end):
            return found
        # One of the two is unusual: a third row decides which. Attributes and unknown words
        # that come and go with the rows are values.
        third = self._around(draft, middle, in_link)
        classes = _shared(first.classes, third.classes) or _shared(last.classes, third.classes)
        return found._replace(classes=tuple([words for words in classes if known_word(words)]))

    def _around(self, draft: DraftColumn, row: int, in_link: bool) -> Evidence:
        """Return what is around a cell; of attributes that repeat its value, the rest."""
        cell = draft.cells[row]
        node = cell if isinstance(cell, int) else first_node(cell)
        if node < 0:
            return Evidence()
        said = self._known.get((node, row))
        if said is None:
            several = draft.field.kind in EXTENTS and self._tree.sizes[node] <= _NEAR
            inner = self._markup.sole(node) if several else node
            said = self._markup.around(node, inner, self._texts_of(row), _CLIMB)
            self._known[node, row] = said
        value = draft.values[row]
        # The words of a run begin in the link, and most of them may follow it.
        run = draft.field.kind == "run"
        if in_link and not (said[2] & _LINK or (run and not self._holds_link(node, value or ""))):
            said = (*said[:2], said[2] | _LINK, said[3])
        found = self._meant.get(said)
        if found is None:
            found = self._meant[said] = _understood(said)
        if not found.attributes or not value:
            return found
        rests = ((_rest(text, value), shown) for text, shown in found.attributes)
        return found._replace(attributes=tuple([pair for pair in rests if pair[0]]))

    def _holds_link(self, node: int, value: str) -> bool:
        """Return whether the first link below *node* has at least half of the words of a run."""
        tree = self._tree
        for inner in range(node, min(node + tree.sizes[node], node + _NEAR)):
            if tree.names[tree.labels[inner]] == "a":
                return 2 * len(text_of(tree, tree.subtree(inner))) >= len(value)
        return False

    def _texts_of(self, row: int) -> list[int]:
        """Return the nodes of the texts of a row, in page order."""
        nodes = self._nodes.get(row)
        if nodes is None:
            found = {
                cell if isinstance(cell := cells[row], int) else first_node(cell)
                for cells in self._texts
            }
            found.discard(-1)
            nodes = self._nodes[row] = sorted(found)
        return nodes


def _understood(said: _Said) -> Evidence:
    """Return the evidence in what was read around a text."""
    own, around, signs, icon = said
    attributes: list[tuple[int, str]] = []
    classes: list[tuple[str, ...]] = []
    for rank, value in own:
        if rank == kernel.LIKE_CLASS:
            classes += class_words(value)
        else:
            attributes.append((rank, value.decode()))
    if len(attributes) > 1:
        attributes.sort(key=itemgetter(0))
    return Evidence(
        tuple([(text, _ATTRIBUTES[rank] in _SHOWN) for rank, text in attributes]),
        tuple(classes),
        # A link and a heading are around all texts they hold.
        bool(signs & _HEADING),
        bool(signs & _LINK),
        bool(signs & _BOLD),
        _icons(icon) if icon else (),
        (around,),
    )


def _icons(attribute: bytes) -> tuple[str, ...]:
    """Return the names of a small picture before a draft, by the words of its class."""
    words = [word for one in class_words(attribute) for word in one]
    # An element that is called an icon may show anything that has a name.
    shown = KNOWN if _ICON.search(attribute.decode()) else frozenset[str]()
    return tuple([ICONS.get(word, word) for word in words if word in ICONS or word in shown])
