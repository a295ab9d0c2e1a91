"""From a page to its tables: the stages in a few lines."""

from __future__ import annotations

import os

from windrow.align.partial import align
from windrow.detect import DETECTORS, Detector
from windrow.model import Table, Tables
from windrow.read import Page, read
from windrow.table.tabulate import tabulate
from windrow.tree import Tree, parse

__all__ = ["extract", "extract_tree"]

# Less text than this beside scripts, and the page is a shell that scripts would fill.
_SHELL_TEXT = 200


def extract(
    page: Page | str | bytes | os.PathLike[str], *, detector: str | Detector = "gstm"
) -> Tables:
    """Return the tables of *page*, best first.

    *page* is a path, an address, ``"-"`` for standard input, bytes of HTML or a Page; *detector* a
    name of `windrow.detect.DETECTORS` or a detector with settings of its own.
    """
    source = read(page)
    tree = parse(source)
    tables = extract_tree(tree, detector=detector)
    return Tables(source.source, tables, None if tables else _reason(source, tree))


def extract_tree(tree: Tree, *, detector: str | Detector = "gstm") -> tuple[Table, ...]:
    """Return the tables of a parsed page, best first."""
    chosen = DETECTORS[detector]() if isinstance(detector, str) else detector
    regions = sorted(chosen.detect(tree), key=lambda region: -region.score)
    return tuple(
        tabulate(tree, region, region.alignment or align(tree, region.records))
        for region in regions
    )


def _reason(page: Page, tree: Tree) -> str:
    """Return why a page gave no table."""
    if not page.content.strip():
        return "the page is empty"
    text = sum(tree.texts[2 * node + 1] - tree.texts[2 * node] for node in range(len(tree)))
    if text < _SHELL_TEXT and b"<script" in page.content.lower():
        return "the page needs JavaScript: without it there is hardly any text"
    if not text:
        return "the page has no text"
    return "no repeated structure: nothing on the page looks like a list of records"
