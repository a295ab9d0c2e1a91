"""Checks whether there is memory and time for a page before it is parsed.

A page costs memory for each of its elements, which may have very few bytes: a million
paragraphs are four megabytes of markup. Ordinary pages have some 40 bytes per tag. And the parser
takes time in the square of the different names of elements and attributes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase

from windrow.errors import TooManyNames, TooManyNodes

__all__ = ["MEMORY", "MEMORY_A_BYTE", "require_few_names", "require_room"]

# The limit itself, by definition: for any page, and beyond that for each byte of a page.
MEMORY, MEMORY_A_BYTE = 200_000_000, 60
"""Bytes of memory that any page may take, and additional ones for each byte of the page."""

# The most that an element takes in all stages, as a record in the table; and what the
# program itself takes. Measured: python -m bench.fuzz --memory --nodes 200000
_BYTES_A_NODE = 1000
_OWN = 50_000_000

# Names of elements and attributes: the parser takes half a second for this many, which is more than
# any page has. Smaller pages have no room for names that take more than two seconds.
_MOST_NAMES, _LARGE = 100_000, 1_000_000
_TAG = re.compile(rb"<[a-zA-Z][^<>]*")
_VALUE = re.compile(rb"=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]*)")
_NAME = re.compile(rb"[^\s/<>=]+")


def require_room(source: str, html: bytes, size: int) -> None:
    """Raise `TooManyNodes` if *html* has more nodes than a page of *size* is given memory for.

    *html* is the page as the parser gets it, without what is nested too deeply.
    """
    room = MEMORY - _OWN + MEMORY_A_BYTE * size
    # An element has at least three bytes.
    if len(html) // 3 * _BYTES_A_NODE <= room or html.count(b"<") * _BYTES_A_NODE <= room:
        return
    # Scripts compare numbers with `<`, too: leaving scripts out takes time, so only now.
    nodes = _nodes(b"".join(_outside_scripts(html.lower())))
    if nodes * _BYTES_A_NODE > room:
        raise TooManyNodes(source, nodes, size)


def require_few_names(source: str, html: bytes) -> None:
    """Raise `TooManyNames` if *html* has more names of elements and attributes than any page."""
    if len(html) < _LARGE:
        return
    names: set[bytes] = set()
    for tag in {*_TAG.findall(html)}:
        names.update(_NAME.findall(_VALUE.sub(b" ", tag)))
    if len(names) > _MOST_NAMES:
        raise TooManyNames(source, len(names))


def _nodes(html: bytes) -> int:
    """Return about how many elements there are."""
    nodes = sum(html.count(b"<%c" % letter) for letter in ascii_lowercase.encode())
    # Some end tags without a start tag also make elements.
    return nodes + max(html.count(b"</p") - html.count(b"<p"), 0) + html.count(b"</br")


def _outside_scripts(html: bytes) -> Iterator[bytes]:
    at = 0
    while (start := html.find(b"<script", at)) >= 0:
        yield html[at:start]
        at = html.find(b"</script", start)
        if at < 0:
            return
    yield html[at:]
