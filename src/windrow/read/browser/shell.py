"""Tells pages that scripts build from pages that are complete as they come."""

from __future__ import annotations

import re

from windrow.read.page import Page

__all__ = ["SHELL_TEXT", "has_scripts", "is_shell", "is_taken_apart"]

# A page with scripts and less text than this is a shell that scripts would fill; the part in
# which a mount point is searched. Both in bytes, chosen, not measured.
SHELL_TEXT = 200
_HEAD = 200_000
# If less than this share of its text is left, scripts have destroyed it: chosen, not measured.
_LEFT = 0.5

_SCRIPTS = re.compile(rb"<(script|style|noscript|template)\b.*?(?:</\1\s*>|\Z)", re.I | re.S)
_TAGS = re.compile(rb"<[^<>]*>")
# An empty element into which common frameworks put the page.
_MOUNT = re.compile(
    rb"<(div|main|section|app-root|my-app)\b[^<>]*\b(?:id\s*=\s*[\"']?(?:root|app|__next|__nuxt|"
    rb"react-root|app-root|main-app|gatsby-focus-wrapper|svelte|q-app)\b|ng-app)[^<>]*>\s*</\1\s*>"
    rb"|<(app-root|my-app)\b[^<>]*>\s*</\2\s*>",
    re.I,
)


def has_scripts(page: Page) -> bool:
    """Return whether a browser could change the page."""
    return b"<script" in page.content.lower()


def is_shell(page: Page) -> bool:
    """Return whether *page* is nearly empty before its scripts have run.

    >>> is_shell(Page.from_text("<div id=root></div><script src=app.js></script>"))
    True
    """
    if page.layout is not None or not has_scripts(page):
        return False
    rest = _SCRIPTS.sub(b" ", page.content)
    return bool(_MOUNT.search(rest[:_HEAD])) or _size(rest) < SHELL_TEXT


def is_taken_apart(before: bytes, after: bytes) -> bool:
    """Return whether scripts have destroyed a page that was complete before.

    Pages that find no network, or that were moved, show an error instead. Both are
    markup in UTF-8.
    """
    there = _size(_SCRIPTS.sub(b" ", before))
    return there >= SHELL_TEXT and _size(_SCRIPTS.sub(b" ", after)) < _LEFT * there


def _size(markup: bytes) -> int:
    """Return how many bytes of text there are, without white space."""
    return len(b"".join(_TAGS.sub(b" ", markup).split()))
