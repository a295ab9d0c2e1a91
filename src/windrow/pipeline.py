"""From a page to its tables: the stages in a few lines."""

from __future__ import annotations

from dataclasses import replace

from windrow.align.partial import align
from windrow.align.runs import merge_runs
from windrow.detect import DETECTORS, Detector
from windrow.detect.auto import Auto
from windrow.model import Alignment, Region, Table, Tables
from windrow.read import Page, PageLike, read
from windrow.read.base import base_of
from windrow.table.tabulate import tabulate
from windrow.tree import Tree, parse

__all__ = ["extract", "extract_tree"]

# The papers' systems find every repetition of a page, menus and all; nobody reads more tables.
_MOST = 10
# A best table less sure than this may not be what the page is about; a hidden one must be surer
# by a clear step to be taken instead.
_UNSURE, _SURER = 0.75, 0.15
# Less text than this beside scripts, and the page is a shell that scripts would fill.
_SHELL_TEXT = 200


def extract(
    page: PageLike,
    *,
    detector: str | Detector = "auto",
    most: int = _MOST,
) -> Tables:
    """Return the tables of *page*, best first.

    *page* is a path, an address, ``"-"`` for standard input, bytes of HTML or a Page; *detector* a
    name of `windrow.detect.DETECTORS` or a detector with settings of its own. Whoever wants the
    best table alone says so (*most* = 1): the others are not made then.
    """
    source = read(page)
    tree = parse(source)
    chosen = DETECTORS[detector]() if isinstance(detector, str) else detector
    tables = extract_tree(tree, detector=chosen, most=most)
    if isinstance(chosen, Auto) and (not tables or tables[0].score < _UNSURE):
        # Some pages keep their list hidden until a script has run, which we never do.
        unhidden = parse(source, hidden=True)
        least = _SURER + (tables[0].score if tables else 0.5)
        if len(unhidden) > len(tree) and chosen.sure(unhidden) > least:
            tables = extract_tree(unhidden, detector=chosen, most=most)
    if tables and (base := base_of(source)):
        tables = tuple(replace(table, base=base) for table in tables)
    return Tables(source.source, tables, None if tables else _reason(source, tree))


def extract_tree(
    tree: Tree, *, detector: str | Detector = "auto", most: int = _MOST
) -> tuple[Table, ...]:
    """Return the tables of a parsed page, best first, and not more than *most*."""
    chosen = DETECTORS[detector]() if isinstance(detector, str) else detector
    if isinstance(chosen, Auto) and most < chosen.most:
        chosen = replace(chosen, most=most)
    regions = sorted(chosen.detect(tree), key=lambda region: -region.score)[:most]
    return tuple(
        tabulate(tree, region, merge_runs(_aligned(tree, region), region.records))
        for region in regions
    )


def _aligned(tree: Tree, region: Region) -> Alignment:
    return region.alignment or align(tree, region.records)


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
