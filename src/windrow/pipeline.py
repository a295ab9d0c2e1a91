"""From a page to its tables: the only place where the stages are chained."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args, overload

from windrow.align.partial import align
from windrow.align.runs import merge_runs
from windrow.detect import DETECTORS, Detector
from windrow.detect.auto import Auto, Ranking, around
from windrow.detect.base import Likely, is_ranking
from windrow.errors import WindrowError
from windrow.kernels.align import records
from windrow.later import Later
from windrow.model import Finding, Findings, Region, Tables
from windrow.read import Page, PageLike
from windrow.read.base import base_of
from windrow.read.look import Look
from windrow.read.web import guest
from windrow.table.tabulate import lay_out
from windrow.tree import Tree
from windrow.tree.opened import Opened
from windrow.tree.path import nearest
from windrow.tree.titles import list_title

if TYPE_CHECKING:
    from windrow.table.chosen import Choice

__all__ = ["extract", "find", "find_in_tree", "find_list_at", "finding", "read_html"]

# The papers' systems find every repetition of a page, menus included; nobody reads more tables than
# this. Chosen, not measured.
_MOST = 10
# If the best table is less sure than this, the page may be about a hidden list, which is taken
# if it is surer by this step. Chosen, not measured.
_UNSURE, _SURER = 0.5, 0.15
# Records that a picture of the page shows. Chosen, not measured.
_DRAWN = 60
# Why a page whose records hold nothing gives no table.
_EMPTY = "what repeats on the page holds no text, link or image"
# How sure a hidden list must be, minus the step, if the page shows no list at all.
# Chosen, not measured.
_WITHOUT = 0.5

_Engine: TypeAlias = Literal["pandas", "polars"]


@overload
def extract(
    page: PageLike,
    *,
    detector: str | Detector = "auto",
    browser: Look | None = None,
    most: int = _MOST,
    every: bool = False,
    choice: Choice | None = None,
) -> Tables: ...
@overload
def extract(
    page: list[Any] | tuple[Any, ...],
    *,
    detector: str | Detector = "auto",
    browser: Look | None = None,
    most: int = _MOST,
    every: bool = False,
    choice: Choice | None = None,
) -> list[Tables]: ...
def extract(
    page: PageLike | list[Any] | tuple[Any, ...],
    *,
    detector: str | Detector = "auto",
    browser: Look | None = None,
    most: int = _MOST,
    every: bool = False,
    choice: Choice | None = None,
) -> Tables | list[Tables]:
    """Return the tables of *page*, best first; for several pages, those of each.

    For a single page the best table is made at once, the others on demand.

    *page* is a path, an address, ``"-"`` for standard input, bytes of HTML, an open file or a Page;
    *detector* a name of `windrow.detect.DETECTORS` or a detector with its own settings;
    *browser* says when the page is shown in a browser (by default never). With *most* = 1 only the
    best table is made; *every* adds lists that are rarely wanted. With a *choice* only the best
    table is returned, with the chosen columns.
    """
    if isinstance(page, list | tuple):
        look = browser or Look()
        with guest(look.web, page) as web:
            look = replace(look, web=web)
            several = (
                extract(one, detector=detector, browser=look, most=most, every=every, choice=choice)
                for one in page
            )
            # Make all tables now: their makers hold the page, and there may be many pages.
            return [replace(tables, tables=tuple(tables)) for tables in several]
    if choice is None:
        return find(page, detector=detector, browser=browser, most=most, every=every).tables
    from windrow.table.chosen import chosen

    tables = find(page, detector=detector, browser=browser, most=1).tables
    return replace(tables, tables=tuple(chosen(table, choice) for table in tables))


def read_html(
    page: PageLike | list[Any] | tuple[Any, ...], *, engine: _Engine = "pandas"
) -> list[Any]:
    """Return the tables of *page* as data frames, best first, as `pandas.read_html` does.

    They need no ``table`` element: any list of records counts. Those of several pages follow each
    other in the order of the pages.

    >>> page = b"<ul><li><h3>Ant</h3><p>1<li><h3>Bee</h3><p>2<li><h3>Cat</h3><p>3</ul>"
    >>> read_html(page)[0].shape
    (3, 2)
    """
    if engine not in get_args(_Engine):
        raise WindrowError(
            f"{engine!r} is not a data frame library", hint=f"use {' or '.join(get_args(_Engine))}"
        )
    pages = page if isinstance(page, list | tuple) else [page]
    tables = [table for found in extract(pages) for table in found]
    if engine == "pandas":
        return [table.to_pandas() for table in tables]
    return [table.to_polars() for table in tables]


def find(
    page: PageLike | Opened,
    *,
    detector: str | Detector = "auto",
    browser: Look | None = None,
    most: int = _MOST,
    every: bool = False,
) -> Findings:
    """Return the lists of *page*, best first, with the result of every stage.

    The arguments are those of `extract`; a page that is already opened is not parsed again.
    """
    chosen = _detector(detector, every)
    if isinstance(page, Opened):
        return _found(page, chosen, most)
    look = browser or Look()
    if look.mode == "always":
        return _found(Opened(look.shown(page)), chosen, most)
    source = look.read(page)
    found = _found(Opened(source), chosen, most)
    if look.mode == "never" or not _browser_may_help(source, found):
        return found
    shown, problem = look.tried(page, source)
    if shown is None:
        return found if found else replace(found, reason=f"{found.reason}; {problem}")
    other = _found(Opened(shown), chosen, most)
    if found and not (other and other[0].table.score > found[0].table.score):
        return found
    return replace(other, name=found.name)


def find_in_tree(
    tree: Tree,
    *,
    detector: str | Detector = "auto",
    most: int = _MOST,
    every: bool = False,
    hidden: bool = False,
) -> tuple[Finding, ...]:
    """Return the lists of a parsed page, best first, and at most *most* of them."""
    chosen = _detector(detector, every)
    return tuple(finding(tree, one.make(), hidden=hidden) for one in _likely(tree, chosen, most))


def find_list_at(found: Findings, path: str) -> Finding | None:
    """Return the smallest list of a page that holds the node at the XPath *path*, if there is one.

    *found* are the known lists of the page. If the tree lacks the node, which may
    be a script or hidden, the nearest node around it is used.
    """
    tree = found[0].tree if found else Opened(found.page).tree
    known = found[0].region.ranking if found else None
    ranking = known if isinstance(known, Ranking) else Auto().ranking(tree)
    region = around(ranking, nearest(tree, path))
    if region is None:
        return None
    one = finding(tree, region, hidden=bool(found) and found[0].hidden)
    return _on_page(one, base_of(found.page), found.page.date)


def _detector(detector: str | Detector, every: bool) -> Detector:
    """Return the detector, given by name or as an object; *every*: one that finds all lists."""
    chosen = DETECTORS[detector]() if isinstance(detector, str) else detector
    return chosen.thorough() if every and is_ranking(chosen) else chosen


def finding(tree: Tree, region: Region, *, hidden: bool = False) -> Finding:
    """Return *region* with the results of the stages after detection."""
    alignment = region.alignment or align(tree, region.records)
    tree = alignment.tree
    table, cells = lay_out(tree, region, merge_runs(alignment, region.records))
    title = list_title(tree, region.records, alignment.rows)
    table = replace(table, title=title, where=_where(tree, region))
    return Finding(tree, region, alignment, table, cells, hidden)


def _where(tree: Tree, region: Region) -> tuple[tuple[float, float], ...]:
    """Return where in the page each record begins and ends, as shares of its nodes."""
    return records.shares(region.records, len(region.records) // _DRAWN + 1, tree.sizes)


def _found(opened: Opened, detector: Detector, most: int) -> Findings:
    """Return the lists of an opened page, or its hidden lists if they are clearly surer."""
    page = opened.page
    shown = _likely(opened.tree, detector, most)
    hidden = _hidden(opened, detector, most, shown)
    tree, found = (opened.whole, hidden) if hidden else (opened.tree, shown)
    base = base_of(page) if found else ""
    findings = Later(partial(_filled, tree, one, bool(hidden), base, page.date) for one in found)
    reason = _EMPTY if found else _reason(page, opened.tree)
    return Findings(page.source, page, findings, None if findings else reason)


def _filled(tree: Tree, likely: Likely, hidden: bool, base: str, today: str) -> Finding | None:
    """Return a list with the facts about its page; None if its records are empty."""
    found = finding(tree, likely.make(), hidden=hidden)
    return _on_page(found, base, today) if found.table.columns else None


def _on_page(found: Finding, base: str, today: str) -> Finding:
    """Return a list with the facts about its page that its links and dates are relative to."""
    if not (base or today):
        return found
    return replace(found, table=replace(found.table, base=base, today=today))


def _hidden(opened: Opened, detector: Detector, most: int, shown: list[Likely]) -> list[Likely]:
    """Return the lists of the whole page, if one is hidden until a script has run.

    We never run scripts. If the visible part of the page is as good, the result is empty.
    """
    if not is_ranking(detector) or (shown and shown[0].score >= _UNSURE) or not opened.tree.hides:
        return []
    least = _SURER + (shown[0].score if shown else _WITHOUT)
    whole = _likely(opened.whole, detector, most)
    return whole if whole and whole[0].score > least else []


def _likely(tree: Tree, detector: Detector, most: int) -> list[Likely]:
    """Return the regions of a page, best first; a ranking detector makes them on demand."""
    if is_ranking(detector):
        return detector.limited(most).likely(tree)
    best = sorted(detector.detect(tree), key=lambda region: -region.score)[:most]
    return [Likely(region.score, partial(_itself, region)) for region in best]


def _itself(region: Region) -> Region:
    return region


def _browser_may_help(page: Page, found: Findings) -> bool:
    from windrow.read.browser.shell import has_scripts, is_shell

    if page.layout is not None or not has_scripts(page):
        return False
    return not found or (found[0].table.score < _UNSURE and is_shell(page))


def _reason(page: Page, tree: Tree) -> str:
    """Return why a page gave no table."""
    from windrow.read.browser.shell import SHELL_TEXT, has_scripts

    if not page.content.strip():
        return "the page is empty"
    text = sum(tree.texts[2 * node + 1] - tree.texts[2 * node] for node in range(len(tree)))
    if text < SHELL_TEXT and has_scripts(page):
        return "the page needs JavaScript: without it there is almost no text"
    if not text:
        return "the page has no text"
    return "no repeated structure: nothing on the page looks like a list of records"
