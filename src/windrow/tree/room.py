"""Whether there is memory for a page, asked before any is taken.

A page costs memory for each of its elements, and for those it may have next to no bytes: a million
paragraphs are four megabytes of markup. Ordinary pages have some 40 bytes a tag.
"""

from __future__ import annotations

from collections.abc import Iterator

from windrow.errors import TooManyTags

__all__ = ["MEMORY", "MEMORY_A_BYTE", "require_room"]

MEMORY = 200_000_000
"""Bytes of memory that any page may take; by definition of the limit."""
MEMORY_A_BYTE = 60
"""Bytes of memory that a page may take beyond that for each of its own; by definition."""

# What an element takes in all stages, at most: as a record of its own in the table; and what the
# program takes itself. Measured: python -m bench.fuzz --memory --nodes 200000
_BYTES_A_TAG = 1000
_OWN = 50_000_000


def require_room(source: str, content: bytes) -> None:
    """Raise `TooManyTags` where a page has more of them than its size is given memory for."""
    room = MEMORY - _OWN + MEMORY_A_BYTE * len(content)
    # No element has less than three bytes.
    if len(content) // 3 * _BYTES_A_TAG <= room:
        return
    if _tags(content) * _BYTES_A_TAG > room:
        # Programs compare numbers all the time: only now is it worth the time to leave them out.
        tags = _tags(b"".join(_outside_scripts(content.lower())))
        if tags * _BYTES_A_TAG > room:
            raise TooManyTags(source, tags, len(content))


def _tags(content: bytes) -> int:
    """Return about how many elements there are."""
    tags = content.count(b"<") - content.count(b"</")
    # Some end tags without a start make elements, too.
    return tags + max(content.count(b"</p") - content.count(b"<p"), 0) + content.count(b"</br")


def _outside_scripts(content: bytes) -> Iterator[bytes]:
    at = 0
    while (start := content.find(b"<script", at)) >= 0:
        yield content[at:start]
        at = content.find(b"</script", start)
        if at < 0:
            return
    yield content[at:]
