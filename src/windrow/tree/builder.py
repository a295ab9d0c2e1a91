"""Builds a flat tree node by node, in page order."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

from windrow.tree.tree import IMAGE, LINK, TEXT, TEXT_LABEL, VALUE, Tree

__all__ = ["LABELS", "TreeBuilder"]

# Label ids every tree starts with, so that ids of ordinary labels agree between trees.
LABELS: tuple[str, ...] = (
    TEXT_LABEL,
    *(
        "html body head title base link meta style script noscript template slot a abbr acronym "
        "address applet area article aside audio b basefont bdi bdo bgsound big blink blockquote "
        "br button canvas caption center cite code col colgroup data datalist dd del details dfn "
        "dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset "
        "h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd keygen label legend li "
        "listing main map mark marquee math menu meter nav nobr noembed noframes object ol "
        "optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp "
        "search section select small source spacer span strike strong sub summary sup svg table "
        "tbody td textarea tfoot th thead time tr track tt u ul var video wbr xmp "
        # Not HTML, but the parser has numbers for these too, wherever they are.
        "annotation-xml clippath desc foreignobject image isindex lineargradient malignmark "
        "mfenced mglyph mi mn mo ms mtext multicol nextid path radialgradient selectedcontent "
        "textpath"
    ).split(),
)

_LABEL_IDS = {name: k for k, name in enumerate(LABELS)}
_LINKS = frozenset({"a", "area"})


class TreeBuilder:
    """Takes open, text and close calls in page order; `tree` gives the result.

    Text is held back until it is known whether it is its element's only content: then it belongs
    to the element, otherwise it becomes a ``#text`` leaf.
    """

    def __init__(self) -> None:
        self._label_ids = dict(_LABEL_IDS)
        self._name_ids: dict[str, int] = {}
        self._labels = array("i")
        self._parents = array("i")
        self._sizes = array("i")
        self._depths = array("i")
        self._kinds = array("i")
        self._texts = array("i")
        self._spacing = array("i")
        self._positions = array("i")
        self._ordinals = array("i")
        self._attribute_starts = array("i")
        self._attributes = array("i")
        self._buffer = bytearray()
        self._breaks = array("i")
        self._open: list[int] = []
        # The text that waits for the innermost element: start, end, spacing, ordinal.
        self._waiting: tuple[int, int, int, int] | None = None

    def open(
        self,
        label: str,
        attributes: Mapping[str, str | None] = {},
        *,
        position: int = -1,
        ordinal: int = 1,
    ) -> int:
        """Start an element and return its node."""
        self._release()
        node = self._add(label, position, ordinal)
        for name, value in attributes.items():
            start, end = self._store(value or "")
            self._attributes.extend(
                (self._name_ids.setdefault(name, len(self._name_ids)), start, end)
            )
        self._kinds[node] = kind_bits(label, attributes)
        self._open.append(node)
        return node

    def text(
        self, text: str, *, spacing: int = 0, ordinal: int = 1, breaks: Iterable[int] = ()
    ) -> None:
        """Add a run of text to the innermost element; white space must be folded already.

        *breaks* are the bytes of the text at which its lines end.
        """
        last = len(self._labels) - 1
        joined = len(self._buffer)
        if self._waiting is not None:
            # Only omitted content was between the two runs of text: they are one.
            start, _, first, before = self._waiting
            self._join(first, spacing)
            end = self._store(text)[1]
            self._waiting = (start, end, (first & 1) | (spacing & 2), before)
        elif last == self._open[-1]:
            start, end = self._store(text)
            self._waiting = (start, end, spacing, ordinal)
        elif self._labels[last] == 0 and self._parents[last] == self._open[-1]:
            self._join(self._spacing[last], spacing)
            self._texts[2 * last + 1] = self._store(text)[1]
            self._spacing[last] = (self._spacing[last] & 1) | (spacing & 2)
        else:
            start, end = self._store(text)
            self._add_text(start, end, spacing, ordinal)
        shift = len(self._buffer) - len(text.encode("utf-8", "replace"))
        for place in breaks:
            # A break at the beginning of a text is where the space before it is.
            self._add_break(shift + place if place else joined)

    def line_break(self) -> None:
        """End a line between two texts of the innermost element."""
        self._add_break(len(self._buffer))

    def _add_break(self, place: int) -> None:
        if self._breaks[-2:].count(place) < 2:
            self._breaks.append(place)

    def close(self) -> None:
        """End the innermost element."""
        node = self._open.pop()
        if self._waiting is not None:
            start, end, spacing, _ = self._waiting
            self._texts[2 * node], self._texts[2 * node + 1] = start, end
            self._spacing[node] = spacing
            self._kinds[node] |= TEXT
            self._waiting = None
        self._sizes[node] = len(self._labels) - node

    def tree(self, title: str = "", *, hides: bool = False) -> Tree:
        """Return the finished tree."""
        self._attribute_starts.append(len(self._attributes) // 3)
        return Tree(
            names=tuple(self._label_ids),
            labels=self._labels,
            parents=self._parents,
            sizes=self._sizes,
            depths=self._depths,
            kinds=self._kinds,
            texts=self._texts,
            spacing=self._spacing,
            positions=self._positions,
            ordinals=self._ordinals,
            attribute_starts=self._attribute_starts,
            attributes=self._attributes,
            attribute_names=tuple(self._name_ids),
            buffer=bytes(self._buffer),
            breaks=self._breaks,
            title=title,
            hides=hides,
        )

    def _release(self) -> None:
        if self._waiting is not None:
            self._add_text(*self._waiting)
            self._waiting = None

    def _add_text(self, start: int, end: int, spacing: int, ordinal: int) -> None:
        node = self._add(TEXT_LABEL, -1, ordinal)
        self._texts[2 * node], self._texts[2 * node + 1] = start, end
        self._spacing[node] = spacing
        self._kinds[node] = TEXT

    def _add(self, label: str, position: int, ordinal: int) -> int:
        node = len(self._labels)
        self._labels.append(self._label_ids.setdefault(label, len(self._label_ids)))
        self._parents.append(self._open[-1] if self._open else -1)
        self._sizes.append(1)
        self._depths.append(len(self._open))
        self._kinds.append(0)
        self._texts.extend((0, 0))
        self._spacing.append(0)
        self._positions.append(position)
        self._ordinals.append(ordinal)
        self._attribute_starts.append(len(self._attributes) // 3)
        return node

    def _join(self, before: int, behind: int) -> None:
        if before & 2 or behind & 1:
            self._buffer += b" "

    def _store(self, text: str) -> tuple[int, int]:
        start = len(self._buffer)
        self._buffer += text.encode("utf-8", "replace")
        return start, len(self._buffer)


def kind_bits(label: str, attributes: Mapping[str, str | None]) -> int:
    """Return the kinds of items that an element has by its label and attributes alone."""
    if label in _LINKS:
        return LINK if attributes.get("href") else 0
    if label == "img":
        return IMAGE if attributes.get("src") or attributes.get("data-src") else 0
    if label == "input":
        return VALUE if attributes.get("value") else 0
    return 0
