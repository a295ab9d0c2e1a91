"""What nodes look like, by which members with the same markup are told apart: slots.

The code below is copied into what `windrow export` writes; it gives the numbers that
`windrow.kernels.looks` gives.
"""

from __future__ import annotations

import re
from typing import Any
from zlib import crc32

from windrow.wrap.export_page import TEXT, Page

__all__ = ["aligned", "alike", "looks_of"]


# copied from here
def looks_of(page: Page, node: int, known: set[int]) -> set[int]:
    """Return what a node looks like, as numbers; of texts those that are *known* alone."""
    size = page.sizes[node]
    if size <= 3:
        found = content_looks(page.whole(node)[:200], page.labels[node])
    else:
        found = structure_looks(page, node, node + min(size, 120))
        if len(found) > 32:
            found = {*sorted(found, key=abs)[:32]}
    return {one for one in found if one > 0 or one in known}


def content_looks(text: str, label: str) -> set[int]:
    """Return the words, the shape and the length of a text, and the label around it."""
    words = re.findall(r"[^\W_]+", re.sub(r"\d", " ", text.casefold()))
    found = {crc32(word.encode(), crc32(b"w")) for word in [w for w in words if len(w) > 1][:30]}
    shape = ""
    last = 0
    for letter in text:
        kind = 2 if letter.isdecimal() else 1 if letter.isalnum() else 0
        if (kind == 0 or kind != last) and len(shape) < 24:
            shape += ("", "a", "0")[kind] or letter
        last = kind
    has_digit = any(letter.isdigit() for letter in text)
    for sign, said in (
        (b"s", shape), (b"S", shape), (b"l", str(len(text).bit_length())), (b"t", label),
        (b"d", str(has_digit)),
    ):  # fmt: skip
        found.add(crc32(said.encode("utf-8", "replace"), crc32(sign)))
    return {one + 1 for one in found}


def structure_looks(page: Page, node: int, end: int) -> set[int]:
    """Return the paths of signatures below a node, and its short texts as numbers below 0."""
    paths, depths = {node: 0}, {node: 0}
    found: set[int] = set()
    for below in range(node, end):
        if below > node:
            above = page.parents[below]
            depths[below] = depths[above] + 1
            if depths[below] <= 4:
                paths[below] = crc32(f"/{page.signatures[below]}".encode(), paths[above])
                found.add(paths[below] + 1)
        text = page.texts[below].encode()
        if page.kinds[below] & TEXT and len(text) < 80:
            found |= {-1 - crc32(text, crc32(b"1")), -1 - crc32(text, crc32(b"2"))}
    return found


def aligned(slots: list[list[set[int]]], looks: list[set[int]]) -> list[tuple[int, int]]:
    """Return the pairs of slots and members that look most alike, in order."""
    rows, columns = len(slots), len(looks)
    similar = [[max([0.0, *(alike(e, one) for e in slot)]) for one in looks] for slot in slots]
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows - 1, -1, -1):
        for j in range(columns - 1, -1, -1):
            best[i][j] = max(best[i + 1][j], best[i][j + 1])
            if similar[i][j] >= 0.15:
                best[i][j] = max(best[i][j], best[i + 1][j + 1] + similar[i][j])
    found = []
    i = j = 0
    while i < rows and j < columns:
        if similar[i][j] >= 0.15 and best[i][j] == best[i + 1][j + 1] + similar[i][j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def alike(one: set[Any], other: set[Any]) -> float:
    """Return how alike two sets are, 0 to 1."""
    return len(one & other) / len(one | other) if one or other else 1.0
