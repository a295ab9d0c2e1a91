"""The links of a page that may lead to its next page, with the words on and around them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from itertools import accumulate, islice
from urllib.parse import urljoin

from windrow.crawl.addresses import same_page
from windrow.tree import Tree
from windrow.tree.runs import text_of

__all__ = [
    "HeadLink", "PageLink", "as_number", "head_links", "links_of", "number_of", "numbers_in",
    "resolved", "without_counts", "without_numbers", "words",
]  # fmt: skip

# A link to the next page is short; longer texts are titles. Chosen, not measured.
_LONGEST = 60
# Boxes above a link whose classes are read: a row of page links is not deep. Chosen, not measured.
_ABOVE = 4
# Bytes in which the links of the head are searched. Chosen, not measured.
_HEAD = 200_000
# The names of classes are few, and come again and again. Chosen, not measured.
_CACHED = 4096
# An address that leads nowhere without a script.
_SCRIPTED = re.compile(r"^\s*(#|javascript:|$)", re.I)
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]+|\d+")
# Words run together in the names of classes and pictures: "nextPage", "btn_next2".
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ATTRIBUTES = ("rel", "title", "aria-label", "class", "id", "data-page", "alt", "src", "name")
# What a link without text is called, by itself or by its pictures.
_CALLED = ("alt", "aria-label", "title")
# Attributes for the address that a script loads on scrolling.
_LOADED = ("data-next-url", "data-next-page-url", "data-next-href", "data-next")
_CLICKED = frozenset(("a", "area", "button", "input"))
_LINK = re.compile(rb"<link\b[^>]{0,2000}>", re.I)
_ATTRIBUTE = re.compile(rb"""([a-zA-Z]{1,20})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link with its words: its text, its attributes, and the boxes around it."""

    node: int  # -1 for a link of the page's head
    address: str  # resolved against the page's; "" if only a script knows it
    text: str
    rel: frozenset[str] = frozenset()
    hints: frozenset[str] = frozenset()  # words of its attributes and its pictures'
    around: frozenset[str] = frozenset()  # words of the classes of the boxes above
    held: frozenset[str] = frozenset()  # those of the boxes that hold only this link
    number: int | None = None  # its text, if that is a number
    pictured: bool = False  # its text is what it and its pictures are called
    loaded: bool = False  # a script loads the address on scrolling


@dataclass(frozen=True, slots=True)
class HeadLink:
    """A link of the page's head: what it is, and where it leads."""

    rel: frozenset[str]
    address: str


def links_of(tree: Tree, url: str) -> Iterator[PageLink]:
    """Yield the links of a page whose text is short, in page order."""
    wanted = {number for number, name in enumerate(tree.names) if name in _CLICKED}
    loading = [name for name in _LOADED if name in tree.attribute_names]
    # How many links come before each node: those of a box are then counted at once.
    counts = [0, *accumulate(label in wanted for label in tree.labels)]
    for node, label in enumerate(tree.labels):
        if loading and (address := _loaded(tree, node, url, loading)):
            hints = frozenset(_hints(tree, node))
            yield PageLink(node, address, "", frozenset(), hints, loaded=True)
        elif label in wanted and (link := _link(tree, node, url, counts)):
            yield link


def head_links(content: bytes, url: str) -> Iterator[HeadLink]:
    """Yield the links in the head of a page in UTF-8: its next page, and its own address.

    >>> [link.address for link in head_links(b'<link rel="next" href="?p=2">', "http://a.com/x")]
    ['http://a.com/x?p=2']
    """
    for markup in _LINK.findall(content[:_HEAD]):
        values = {
            found[0].lower(): unescape(
                (found[1] or found[2] or found[3]).decode("utf-8", "replace")
            )
            for found in _ATTRIBUTE.findall(markup)
        }
        rel = frozenset(values.get(b"rel", "").lower().split())
        if rel & {"next", "prev", "previous", "canonical"} and b"href" in values:
            yield HeadLink(rel, resolved(url, values[b"href"]))


def number_of(digits: str) -> int:
    """Return the number that *digits* are; of more than 18 digits, the last 18.

    Python refuses to read numbers of thousands of digits, which no page has for a reason.

    >>> number_of("12"), number_of("9" * 5000) == 10**18 - 1
    (12, True)
    """
    return int(digits[-18:])


def numbers_in(address: str) -> list[int]:
    """Return the numbers in an address, in order."""
    return [*map(number_of, _DIGITS.findall(address))]


def resolved(url: str, href: str) -> str:
    """Return where *href* leads on the page at *url*; "" if it is not an address."""
    try:
        return urljoin(url, href.strip())
    except ValueError:
        return ""


def without_numbers(address: str) -> str:
    """Return the part that the addresses of the pages of one list share."""
    return _DIGITS.sub("#", same_page(address))


def without_counts(text: str) -> str:
    """Return a text without its numbers, unless it is nothing but a number.

    >>> without_counts("41 more results"), without_counts("2")
    ('# more results', '2')
    """
    return _DIGITS.sub("#", text) if any(map(str.isalpha, text)) else text


def as_number(text: str) -> int | None:
    """Return the number that a short text is, in brackets or not."""
    bare = text.strip(" []()|.,·•-–\xa0")
    return int(bare) if bare.isdecimal() and len(bare) < 5 else None


@lru_cache(maxsize=_CACHED)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a name or a text in lower case.

    >>> words("btn-nextPage2")
    ('btn', 'next', 'page', '2')
    """
    return tuple(word.lower() for word in _WORD.findall(_HUMP.sub(" ", text)))


def _link(tree: Tree, node: int, url: str, counts: Sequence[int]) -> PageLink | None:
    name = tree.label(node)
    href = tree.attribute(node, "href")
    text = text_of(tree, tree.subtree(node))
    if name == "input":
        if tree.attribute(node, "type") not in ("submit", "button", "image"):
            return None
        text = tree.attribute(node, "value") or ""
    pictured = not text
    if pictured:
        text = next((said for name in _CALLED if (said := _of_all(tree, node, name))), "")
    if len(text) > _LONGEST or (name == "a" and href is None):
        return None
    scripted = href is None or _SCRIPTED.match(href)
    held, around = _boxes(tree, node, counts)
    return PageLink(
        node,
        "" if scripted or href is None else resolved(url, href),
        text,
        frozenset((tree.attribute(node, "rel") or "").lower().split()),
        frozenset(_hints(tree, node)),
        around,
        held,
        as_number(text),
        pictured,
    )


def _of_all(tree: Tree, node: int, name: str) -> str:
    """Return what an attribute says in a link; "" if that is long."""
    text = " ".join(tree.attribute(one, name) or "" for one in tree.subtree(node)).strip()
    return text if len(text) <= _LONGEST else ""


def _loaded(tree: Tree, node: int, url: str, names: list[str]) -> str:
    for name in names:
        value = tree.attribute(node, name) or ""
        if "/" in value or value.startswith("?"):
            return resolved(url, value)
    return ""


def _hints(tree: Tree, node: int) -> Iterator[str]:
    for inner in tree.subtree(node):
        for name in _ATTRIBUTES:
            if value := tree.attribute(inner, name):
                yield from words(value.rpartition("/")[2] if name == "src" else value)


def _boxes(tree: Tree, node: int, counts: Sequence[int]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of the boxes that hold this link alone, and of all boxes near above it."""
    held, around, alone = set[str](), set[str](), True
    for box in islice(tree.ancestors(node), _ABOVE):
        named = [
            word
            for name in ("class", "id", "role", "aria-label")
            for word in words(tree.attribute(box, name) or "")
        ]
        around.update(named)
        alone = alone and counts[box + tree.sizes[box]] - counts[box] == 1
        if alone:
            held.update(named)
    return frozenset(held), frozenset(around)
