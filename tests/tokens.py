"""HTML as the tokens of GZA without a parser, as the paper writes its examples."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator
from html import unescape

from windrow.detect.gza.rows import TokenRow
from windrow.detect.gza.tokens import Alphabet, Token, is_look

__all__ = ["from_html", "row_of", "similarity"]


def from_html(html: str, alphabet: Alphabet) -> array[int]:
    """Return the tokens of *html* as it is written, mistakes and all."""
    return array("i", [alphabet.number(token) for token in _html_tokens(html)])


def similarity(alphabet: Alphabet, one: Token, other: Token) -> float:
    """Return how alike two tokens are."""
    a, b = array("i", [alphabet.number(one)]), array("i", [alphabet.number(other)])
    return alphabet.similarities(a, b)[0]


def row_of(alphabet: Alphabet, symbols: array[int]) -> TokenRow:
    """Return a row that belongs to no tree."""
    texts = [symbol for symbol in symbols if alphabet.features[symbol] < 0]
    characters = sum(alphabet.lengths[symbol] for symbol in texts)
    names = array("i", [alphabet.names[symbol] for symbol in symbols])
    return TokenRow((), range(len(symbols)), symbols, names, len(texts), characters)


_MARKUP = re.compile(
    r"""<!--.*?-->|<![^>]*>
      | <(?P<raw>script|style)\b.*?(?:</(?P=raw)\s*>|\Z)
      | <(?P<side>/?)(?P<name>[a-z][^\s/>]*)(?P<rest>(?:"[^"]*"|'[^']*'|[^>"'])*)>""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"""([^\s=/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")


def _html_tokens(html: str) -> Iterator[Token]:
    place = 0
    for match in _MARKUP.finditer(html):
        yield from _text_tokens(html[place : match.start()])
        place = match.end()
        if match["name"]:
            words = _words(match["rest"]) if not match["side"] else ()
            side = "c" if match["side"] else "o"
            yield Token.tag(match["name"].lower(), side, " ".join(sorted(words)))
    yield from _text_tokens(html[place:])


def _words(rest: str) -> Iterable[str]:
    for name, value in _ATTRIBUTE.findall(rest):
        name = name.lower()
        if is_look(name):
            yield f"{name}={unescape(value.strip(chr(34) + chr(39)))}"


def _text_tokens(text: str) -> Iterator[Token]:
    folded = " ".join(unescape(text).split())
    if folded:
        yield Token.text(folded)
