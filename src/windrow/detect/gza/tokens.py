"""Pages as sequences of tokens: tags with their attributes, and the texts between them."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from windrow.kernels.match import tokens as _kernel
from windrow.match.periods import runs
from windrow.tree import Tree
from windrow.tree.markup import PHRASES, VOID
from windrow.tree.tree import TEXT_LABEL

__all__ = ["LEVELS", "Alphabet", "Token", "Tokens", "format_of", "is_look"]

# The level at which a tag works. The paper gives h2, p, br, tr, td, th and font; the rest is ours.
_NAMES = {
    "page": "html body head title h1 h2 h3 h4 h5 h6 table tbody thead tfoot form hr frameset",
    "para": "p div ul ol dl blockquote pre center address section article",
    "line": "tr br li dt dd option",
    "word": "td th a b i u em strong font span tt code small big sup sub img input abbr label",
}
LEVELS: dict[str, str] = {name: level for level, names in _NAMES.items() for name in names.split()}
_RANKS = {level: k for k, level in enumerate((*_NAMES, "other"))}

# Attributes that say what a thing is, not how it looks: two links to two pages are the same tag.
_CONTENT = frozenset(
    "href src srcset alt title id name value content action cite datetime onclick for".split()
)


class Token(NamedTuple):
    """A tag or a text with its three parameters, as the paper writes h(x, y, z).

    A tag has a level, a side (``o`` opens, ``c`` closes) and its string: name and attributes; a
    text has a length, a format and its string. *name* is the bare name of a tag.
    """

    head: str
    first: str | int
    second: str
    string: str
    name: str = ""

    @classmethod
    def tag(cls, name: str, side: str = "o", attributes: str = "") -> Token:
        """Return the token of a tag."""
        string = f"{name} {attributes}" if attributes else name
        return cls("tag", LEVELS.get(name, "other"), side, string, name)

    @classmethod
    def text(cls, string: str) -> Token:
        """Return the token of a text."""
        return cls("text", len(string), format_of(string), string)


class _Classes(dict[int, str]):
    """Character -> class, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        category = unicodedata.category(chr(code))
        if category in ("Lu", "Lt"):
            found = "c"
        # Letters without case count as small ones, so that Chinese texts have the same format.
        elif category[0] in "LM":
            found = "l"
        elif category[0] == "N":
            found = "n"
        else:
            found = chr(code) if category[0] == "S" else "p"
        self[code] = found
        return found


_CLASSES = _Classes()
_PAIRS = (("ll", "l"), ("pp", "p"), ("nn", "n"), ("cc", "c"))
_RUN = re.compile(r"(.)\1+", re.DOTALL)


def format_of(text: str) -> str:
    """Return the classes of the characters of *text*, runs taken together.

    c is a capital, l a small letter, n a digit, p punctuation or white space; any other character,
    such as a currency sign, is kept.

    >>> format_of("$5000 Australian")
    '$npcl'
    """
    format = text.translate(_CLASSES)
    # Halving the runs of the four common classes is much cheaper than one expression for all.
    for pair, single in _PAIRS:
        while pair in format:
            format = format.replace(pair, single)
    return _RUN.sub(r"\1", format)


class Alphabet:
    """Numbers the different tokens of a page, or of several texts to be compared."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self.features = array("i")
        self.lengths = array("i")
        self.masks = array("q")
        self.names = array("i")  # equal for tags of one name and side; 0 for texts
        self._numbers: dict[Token, int] = {}
        self._name_numbers: dict[tuple[str, str], int] = {}

    def number(self, token: Token) -> int:
        """Return the number of *token*, the next free one if it is new."""
        found = self._numbers.setdefault(token, len(self.tokens))
        if found == len(self.tokens):
            self.tokens.append(token)
            feature = length = mask = name = 0
            if isinstance(token.first, int):  # the length of a text
                feature, length, mask = -1, token.first, _mask(token.second)
            else:
                feature = 2 * _RANKS[token.first] + (token.second == "c")
                key = (token.name, token.second)
                name = self._name_numbers.setdefault(key, len(self._name_numbers) + 1)
            self.features.append(feature)
            self.lengths.append(length)
            self.masks.append(mask)
            self.names.append(name)
        return found

    def similarities(self, a: array[int], b: array[int]) -> array[float]:
        """Return how alike each token of *a* is to each of *b*, row by row.

        1 for the same token; for two tags or two texts 0.5, 0.3 or 0 as both, one or none of
        their two features agree (level and side; close lengths and formats of which one's classes
        are among the other's); -1/3 for a tag and a text.

        References
        ----------
        [gao2003], 4.2.2. That formats are compared as sets is our reading of "subset".
        """
        found: array[float] = _kernel.similarities(a, b, self.features, self.lengths, self.masks)
        return found


_BITS = {"c": 1, "l": 2, "n": 4, "p": 8}


@lru_cache(4096)
def _mask(format: str) -> int:
    mask = 0
    for symbol in format:
        # Rare symbols share the bits left over in a machine word.
        mask |= _BITS.get(symbol) or 16 << ord(symbol) % 58
    return mask


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens of a page in page order; each remembers its node.

    The tokens of the subtree at a node are ``symbols[starts[node]:ends[node]]``; *names* are equal
    for texts, and for tags of one name and side. *texts* and *characters* count those before each
    token, with one more number at the end; *sizes* are those of the subtrees.
    """

    alphabet: Alphabet
    symbols: array[int]
    names: array[int]
    nodes: array[int]
    starts: array[int]
    ends: array[int]
    texts: array[int]
    characters: array[int]
    sizes: array[int]

    @classmethod
    def of(cls, tree: Tree, *, literal: bool = False) -> Tokens:
        """Return the tokens of *tree*.

        Left out of a tag's string: attributes that are content (href, alt, id ...); their order
        does not matter. Text with stressed words in it is one token. *literal* keeps every
        attribute and every tag.
        """
        alphabet = Alphabet()
        opening, closing = _opening(tree, alphabet, literal), _closing(tree, alphabet)
        texts = _texts(tree, alphabet)
        if not literal:
            _fold(tree, alphabet, opening, texts, closing)
        symbols, nodes, starts, ends = _kernel.token_order(tree.parents, opening, texts, closing)
        totals = _kernel.running_totals(symbols, alphabet.features, alphabet.lengths)
        names = array("i", map(alphabet.names.__getitem__, symbols))
        return cls(alphabet, symbols, names, nodes, starts, ends, *totals, tree.sizes)

    def __len__(self) -> int:
        return len(self.symbols)


def _opening(tree: Tree, alphabet: Alphabet, literal: bool) -> array[int]:
    """Return the number of each node's opening tag, -1 for a text beside elements."""
    shown = [literal or is_look(name) for name in tree.attribute_names]
    names, buffer = tree.attributes[::3], tree.buffer
    values = [
        (name, buffer[start:end]) if shown[name] else None
        for name, start, end in zip(
            names, tree.attributes[1::3], tree.attributes[2::3], strict=True
        )
    ]
    known: dict[object, int] = {}
    found = array("i")
    starts = tree.attribute_starts
    for node, label in enumerate(tree.labels):
        own = values[starts[node] : starts[node + 1]]
        key = (label, *own)
        number = known.get(key)
        if number is None:
            words = sorted(
                f"{tree.attribute_names[name]}={value.decode()}"
                for name, value in filter(None, own)
            )
            token = Token.tag(tree.names[label], attributes=" ".join(words))
            number = known[key] = alphabet.number(token) if label else -1
        found.append(number)
    return found


def is_look(name: str) -> bool:
    """Return whether an attribute says how a thing looks."""
    return not (name in _CONTENT or name.startswith(("data-", "aria-", "on")))


def _closing(tree: Tree, alphabet: Alphabet) -> array[int]:
    """Return the number of each node's closing tag, -1 if it has no closing tag."""
    numbers = [-1] * len(tree.names)
    for label in set(tree.labels):
        name = tree.names[label]
        if name != TEXT_LABEL and name not in VOID:
            numbers[label] = alphabet.number(Token.tag(name, "c"))
    return array("i", [numbers[label] for label in tree.labels])


def _texts(tree: Tree, alphabet: Alphabet) -> array[int]:
    """Return the number of each node's own text, -1 for none."""
    known: dict[bytes, int] = {b"": -1}
    found = array("i")
    buffer = tree.buffer
    for start, end in zip(tree.texts[::2], tree.texts[1::2], strict=True):
        text = buffer[start:end]
        number = known.get(text)
        if number is None:
            number = known[text] = alphabet.number(Token.text(text.decode()))
        found.append(number)
    return found


def _fold(
    tree: Tree, alphabet: Alphabet, opening: array[int], texts: array[int], closing: array[int]
) -> None:
    """Make one token of each text that is interrupted only by stressed words.

    In preformatted text, words that are marked at the same place of each line are items.
    """
    marks = [name == TEXT_LABEL or name in PHRASES for name in tree.names]
    parents = tree.parents
    broken = bytearray(len(tree))  # holds more than text and marks
    beside = bytearray(len(tree))  # has text beside elements
    for node in reversed(range(1, len(tree))):
        label = tree.labels[node]
        if broken[node] or not marks[label]:
            broken[parents[node]] = 1
        elif label == 0:
            beside[parents[node]] = 1
    node = 0
    while (node := beside.find(1, node)) >= 0:
        end = node + tree.sizes[node]
        if not broken[node] and not _has_lines(tree, node):
            pieces = range(node + 1, end)
            texts[node] = alphabet.number(Token.text(_joined(tree, pieces)))
            for piece in pieces:
                opening[piece] = texts[piece] = closing[piece] = -1
            node = end
        else:
            node += 1


def _has_lines(tree: Tree, node: int) -> bool:
    """Return whether all of a preformatted text has the same marks again and again."""
    if tree.label(node) != "pre":
        return False
    labels = [tree.labels[child] for child in tree.children(node)]
    return any(run.end - run.start == len(labels) for run in runs(labels))


def _joined(tree: Tree, pieces: Iterable[int]) -> str:
    parts: list[str] = []
    space = 0
    for piece in pieces:
        text = tree.text(piece)
        if text:
            parts.append(" " + text if parts and (space or tree.spacing[piece] & 1) else text)
            space = tree.spacing[piece] & 2
    return "".join(parts)
