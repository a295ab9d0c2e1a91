"""windrow extract --screenshot and --overlay: the page with its records outlined."""

from __future__ import annotations

import os
from dataclasses import replace

import click

from windrow.cli import warn
from windrow.detect import Detector
from windrow.errors import NotHtml
from windrow.model import Finding, Tables
from windrow.pipeline import find
from windrow.read import Page
from windrow.read.look import Look
from windrow.run.answers import Answer, answers
from windrow.safe import masked
from windrow.view.overlay import overlay, picture_size, sheet

__all__ = ["pictured"]

# Room for the legend above the picture, in pixels. Chosen, not measured.
_LEGEND = 400


def pictured(
    page: str,
    detector: str | Detector,
    look: Look,
    *,
    screenshot: str | None,
    file: str | None,
) -> Answer[Tables]:
    """Return the answer for *page*, after writing the requested pictures."""
    look = replace(look, settings=replace(look.settings, picture=True))
    for target in filter(None, (screenshot, file)):
        if os.path.realpath(target) == os.path.realpath(page):
            raise click.UsageError(f"{target} is the page itself: give another name")

    def ask(page: str) -> tuple[Tables, dict[str, bytes]]:
        shown = _with_picture(look, needed=screenshot is not None)
        found = find(page, detector=detector, browser=shown)
        best = found[0] if found else None
        drawn: dict[str, bytes] = {}
        if screenshot is not None:
            drawn[screenshot] = _drawn(found.page, best, shown)
        if file is not None:
            title = best.tree.title if best else ""
            drawn[file] = overlay(found.page, best, title).encode("utf-8", "replace")
        return found.tables.without_templates(), drawn

    [answer] = answers(ask, [page], jobs=1, seconds=look.timeout)
    tables, drawn = answer.found or (None, {})
    for path, content in drawn.items():
        _write(path, content)
    return Answer(masked(page), tables, answer.error, answer.kind)


def _with_picture(look: Look, *, needed: bool) -> Look:
    """Return a look that also takes a picture of the page, if that is possible."""
    from windrow.read.browser import missing

    if needed or (look.mode == "auto" and missing() is None):
        return replace(look, mode="always")
    return look


def _drawn(page: Page, finding: Finding | None, look: Look) -> bytes:
    """Return the page's picture with the boxes drawn on it by the browser."""
    from windrow.read.browser import show

    if page.picture is None:
        raise NotHtml(
            page.source,
            "a snapshot without a picture",
            hint="take it again: windrow snapshot PAGE --picture -o FILE",
        )
    width, height = picture_size(page.picture)
    html = sheet(page, finding)
    settings = replace(
        look.settings,
        scripts=False, scroll=0, close_banners=False, picture=True,
        width=width, height=min(height + _LEGEND, 1024),
    )  # fmt: skip
    drawn = show(Page.from_text(html, page.source), settings).picture
    assert drawn is not None
    return drawn


def _write(path: str, content: bytes) -> None:
    try:
        with open(path, "wb") as stream:
            stream.write(content)
    except OSError as error:
        raise click.ClickException(f"cannot write {path}: {error.strerror}") from error
    warn(f"written to {path}")
