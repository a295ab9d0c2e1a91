"""What the links of a page are relative to: its address, or the one the page names instead."""

from __future__ import annotations

import re
from contextlib import suppress
from urllib.parse import urljoin

from windrow.kernels.read import bases as kernel
from windrow.read.page import Page

__all__ = ["base_of"]

# Only the first ``base`` counts, and it is in the head: chosen, not measured.
_HEAD = 100_000
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_BODY = re.compile(rb"<body[\s>]", re.IGNORECASE)
_BASE = re.compile(
    rb"<base\s(?:[^>]*?\s)?href\s*=\s*(?:\"([^\">]*)\"|'([^'>]*)'|([^\s>]+))", re.IGNORECASE
)


def base_of(page: Page) -> str:
    """Return the web address that links of *page* are relative to; "" if unknown.

    >>> base_of(Page.from_text("<base href='https://hay.example/shop/'><a href=rake>Rake</a>"))
    'https://hay.example/shop/'
    """
    base = page.url or page.base
    if found := _named(page.content):
        from html import unescape  # Few pages name a base, and the module has a large table.

        href = unescape(next(filter(None, found.groups()), b"").decode("utf-8", "replace"))
        # Anything that is not an address is ignored.
        with suppress(ValueError):
            base = urljoin(base, href.strip())
    return base if base.startswith(("http://", "https://")) else ""


def _named(content: bytes) -> re.Match[bytes] | None:
    """Return the first ``base`` tag with an address, before the body and outside of comments."""
    place = kernel.first_base(content, _HEAD)
    if place < 0:
        return None
    found = _BASE.match(content, place, _HEAD)
    if found and b"<" not in found[0][1:]:
        return found
    head = _BODY.split(_COMMENT.sub(b"", content[:_HEAD]), 1)[0]
    return _BASE.search(head)
