"""Where a browser drew the parts of a page: one entry per element, in page order."""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass
from typing import Any, Self
from zlib import crc32

__all__ = ["ARRAYS", "NO_BOX", "VOID", "Layout", "attribute_check", "text_check", "words"]

# Elements that have no content and no end tag [HTML, 13.1.2 and 13.3].
VOID = frozenset(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source "
    "track wbr".split()
)
NO_BOX = (float("nan"),) * 4

ARRAYS = {
    "labels": "i", "parents": "i", "attribute_checks": "I", "text_checks": "I", "hidden": "B",
    "boxes": "d", "text_parents": "i", "text_sizes": "i", "text_boxes": "d",
}  # fmt: skip
"""The arrays of a `Layout`, and the types of their numbers."""

# One side folds white space, the other keeps it; one drops characters without width.
_NO_WIDTH = re.compile("[\u200b-\u200d\u2060\ufeff]+")


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """The elements of a page as a browser has them, and their boxes.

    Arrays over all elements in page order; the number of an element is its *position*. Checks are
    sums over the attributes and text of an element, by which a tree parsed from the page's markup
    verifies that it has the same element.
    """

    names: tuple[str, ...]  # label id -> label
    labels: array[int]
    parents: array[int]  # positions; -1 for the root
    attribute_checks: array[int]
    text_checks: array[int]  # of the text directly in the element
    hidden: array[int]  # 1 if the markup marks it as not shown
    boxes: array[float]  # left, top, right, bottom; nan if not drawn
    text_parents: array[int]  # the position of the element each run of text is in
    text_sizes: array[int]  # how many characters it has, without white space
    text_boxes: array[float]
    width: float = 0.0  # of the whole page, in pixels
    height: float = 0.0

    @classmethod
    def empty(cls, width: float, height: float) -> Self:
        """Return the layout of a page in which no element has been placed yet."""
        arrays: dict[str, Any] = {name: array(kind) for name, kind in ARRAYS.items()}
        return cls((), **arrays, width=width, height=height)

    def __len__(self) -> int:
        return len(self.labels)


def attribute_check(attributes: list[tuple[bytes, bytes]]) -> int:
    """Return a number for the attributes of an element; style is left out."""
    check = 0
    for name, value in attributes:
        if name != b"style":
            check = crc32(name + b"=" + value + b"\0", check)
    return check


def words(text: str) -> str:
    """Return *text* without white space and characters of zero width.

    >>> words(" a b ")
    'ab'
    """
    return _NO_WIDTH.sub("", "".join(text.split()))


def text_check(text: str, check: int = 0) -> int:
    """Return a number for *text*, ignoring white space; *check* is that of the text before it."""
    return crc32(words(text).encode("utf-8", "replace"), check)
