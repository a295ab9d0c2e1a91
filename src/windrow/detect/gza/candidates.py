"""Where rows may start and end: the candidates for rows among the children of a node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from windrow.detect.gza.rows import Run, TokenRow
from windrow.detect.gza.tokens import LEVELS, Tokens
from windrow.tree import Tree
from windrow.tree.markup import BREAKS, HEADINGS, INLINE
from windrow.tree.tree import TEXT, TEXT_LABEL

__all__ = ["RowCandidates"]

# Rows start at tags of the levels line and para, as in the paper's tables, and at the elements of
# later HTML, except words, headings and the parts of a table around its rows.
_NEVER = frozenset(
    "html body head title h1 h2 h3 h4 h5 h6 tbody thead tfoot hr br caption colgroup col "
    "picture source svg button select textarea iframe object embed s del ins mark time q cite var "
    "kbd samp bdi bdo dfn wbr nobr strike ruby rt rp acronym #text".split()
)
# A paragraph that begins with more characters of text is prose: chosen, not measured.
_SENTENCE = 40
# The most labels of children that are tried as starts of rows: chosen, not measured.
_MOST_STARTS = 6

_Piece = tuple[int, int]
"""The first and the last of some neighbouring children."""


@dataclass(frozen=True, eq=False, slots=True)
class RowCandidates:
    """Looks for candidate rows among the children of a node.

    A row holds content and at most *longest* tokens. It is one child that starts at a tag for rows
    (*wide*: also at those the paper does not know), or what is between line breaks; *wide*, it is
    also what is between empty lines, or from one child of some label to the next. With
    *separators*, any number of children without content or of signs alone may lie between two rows.
    """

    tree: Tree
    tokens: Tokens
    starts_row: Sequence[bool]  # by label
    longest: int
    separators: bool
    wide: bool

    @classmethod
    def of(
        cls, tree: Tree, tokens: Tokens, *, longest: int, separators: bool, wide: bool
    ) -> RowCandidates:
        """Return the search for one page."""
        starts = [_starts_row(name, wide) for name in tree.names]
        return cls(tree, tokens, starts, longest, separators, wide)

    def runs(self, parent: int) -> Iterator[Run]:
        """Yield the candidate rows among the children of *parent*, as runs of neighbours."""
        tree, starts = self.tree, self.starts_row
        children = tree.children(parent)
        heads = [child for child in children if starts[tree.labels[child]]]
        has_lines = any(tree.label(child) in BREAKS for child in children)
        # A link may be a row of its own, but between line breaks it is a part of one.
        if has_lines and sum(tree.label(child) != "a" for child in heads) < 2:
            yield from self._runs(_lines(tree, children))
        elif len(heads) > 1:
            yield from self._runs((child, child) for child in children)

    def cuts(self, parent: int) -> Iterator[Run]:
        """Yield runs of rows that are several children each; those of different cuts overlap."""
        tree, children = self.tree, self.tree.children(parent)
        if not self.wide:
            return
        if any(tree.label(child) in BREAKS for child in children):
            yield from self._runs(_paragraphs(tree, children))
        yield from self._runs_from_starts(parent, children)

    def _runs(self, pieces: Iterable[_Piece]) -> Iterator[Run]:
        """Yield the runs among *pieces*."""
        tree, run = self.tree, Run()
        for first, last in pieces:
            end = last + tree.sizes[last]
            if tree.item_counts[end] == tree.item_counts[first] or _is_header(tree, first):
                if self.separators:
                    continue
            elif self.separators and first == last and _is_sign(tree, first):
                continue
            elif self._is_row(first, last):
                run.append(TokenRow.of(self.tokens, (first, last)))
                continue
            if len(run) > 1:
                yield run
            run = Run()
        if len(run) > 1:
            yield run

    def _runs_from_starts(self, parent: int, children: Sequence[int]) -> Iterator[Run]:
        """Yield the runs of rows that go from one child of a label to the next of that label.

        References
        ----------
        [gao2003], 4.2: rows lie between plausible starts and ends in the sequence of tokens.
        """
        tree = self.tree
        counts = Counter(tree.labels[child] for child in children)
        # Children of one label are already rows or cells, except for words that hold lines.
        if len(counts) == 1 and tree.label(children[0]) not in INLINE:
            return
        # Preformatted text without line breaks in the tree may still have lines.
        has_hidden_lines = tree.label(parent) == "pre" and not any(
            tree.names[label] in BREAKS for label in counts
        )
        for label, count in counts.most_common(_MOST_STARTS):
            if count < 2 or tree.names[label] in BREAKS:
                continue
            pieces = list(_from_starts(tree, children, label))
            if all(self._is_plain_line(*piece) for piece in pieces):
                continue  # They are rows already, and nothing would end the last one here.
            lined = sum(self._holds_lines(*piece) for piece in pieces)
            # Words in a line of text are not rows, whatever they alternate with.
            if has_hidden_lines or 2 * lined > len(pieces):
                yield from self._runs(pieces)

    def _is_plain_line(self, first: int, last: int) -> bool:
        labels = self.tree.labels[first + 1 : last + 1]
        is_text = self.tree.label(first) == TEXT_LABEL
        return is_text and all(self.tree.names[label] in BREAKS for label in labels)

    def _holds_lines(self, first: int, last: int) -> bool:
        end = last + self.tree.sizes[last]
        return any(self.tree.names[label] not in INLINE for label in self.tree.labels[first:end])

    def _is_row(self, first: int, last: int) -> bool:
        # Stressed words within a text have no tokens of their own.
        if not 0 < self.tokens.ends[last] - self.tokens.starts[first] <= self.longest:
            return False
        if first != last:
            return True
        starts = self.wide or self.starts_row[self.tree.labels[first]]
        return starts and not _is_prose(self.tree, first)


def _starts_row(label: str, wide: bool) -> bool:
    level = LEVELS.get(label, "other")
    if level in ("line", "para"):
        # The options of a form are a list, but not of records.
        return label != "br" and not (wide and label == "option")
    return wide and (label in ("a", "table", "form") or level == "other") and label not in _NEVER


def _is_header(tree: Tree, node: int) -> bool:
    """Return whether *node* is a table row of heading cells only: it names columns."""
    return tree.label(node) == "tr" and all(
        tree.label(cell) == "th" for cell in tree.children(node)
    )


def _is_sign(tree: Tree, node: int) -> bool:
    """Return whether *node* is a text without letters and digits: ``|`` or ``-----``."""
    return tree.label(node) == TEXT_LABEL and not any(map(str.isalnum, tree.text(node)))


def _is_prose(tree: Tree, node: int) -> bool:
    """Return whether *node* is a paragraph: a list of paragraphs is prose, not a table."""
    label = tree.label(node)
    if LEVELS.get(label) != "para":
        return False
    if tree.sizes[node] == 1:
        return not tree.kinds[node] & ~TEXT
    text = tree.texts[2 * node + 3] - tree.texts[2 * node + 2]
    return label == "p" and tree.label(node + 1) == TEXT_LABEL and text > _SENTENCE


def _lines(tree: Tree, children: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last child between line breaks; the break itself for an empty line.

    A heading is a line of its own.
    """
    first = last = -1
    for child in children:
        label = tree.label(child)
        if label in BREAKS or label in HEADINGS:
            if first >= 0:
                yield first, last
            if first < 0 or label in HEADINGS:
                yield child, child
            first = -1
        else:
            first, last = (child if first < 0 else first), child
    if first >= 0:
        yield first, last


def _paragraphs(tree: Tree, children: Sequence[int]) -> Iterator[_Piece]:
    """Yield the first and last child between empty lines: two breaks, or a rule."""
    first = last = -1
    breaks = 0
    for child in children:
        if tree.label(child) in BREAKS:
            breaks += 1 + (tree.label(child) == "hr")
            continue
        if not tree.has_items(child):
            continue
        if breaks > 1 and first >= 0:
            yield first, last
            first = -1
        first, last, breaks = (child if first < 0 else first), child, 0
    if first >= 0:
        yield first, last


def _from_starts(tree: Tree, children: Sequence[int], label: int) -> Iterator[_Piece]:
    """Yield the stretches of *children* that begin with *label*.

    Nothing ends the last one, so it has at most as many children as the longest before it.
    """
    at = [k for k, child in enumerate(children) if tree.labels[child] == label]
    longest = 0
    for start, end in zip(at, [*at[1:], len(children)], strict=True):
        if end == len(children):
            end = min(end, start + longest)
        longest = max(longest, end - start)
        yield children[start], children[end - 1]
