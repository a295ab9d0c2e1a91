"""What the links of a page are relative to: its address, or what the page says instead."""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape
from urllib.parse import urljoin

from windrow.read.page import Page

__all__ = ["base_of"]

# Only the first ``base`` counts, and it stands in the head.
_HEAD = 100_000
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_BODY = re.compile(rb"<body[\s>]", re.IGNORECASE)
_ANY = re.compile(rb"<base", re.IGNORECASE)
_BASE = re.compile(
    rb"<base\s(?:[^>]*?\s)?href\s*=\s*(?:\"([^\">]*)\"|'([^'>]*)'|([^\s>]+))", re.IGNORECASE
)


def base_of(page: Page) -> str:
    """Return the web address that links of *page* are relative to; "" where none is known.

    >>> base_of(Page.from_text("<base href='https://hay.example/shop/'><a href=rake>Rake</a>"))
    'https://hay.example/shop/'
    """
    base = page.url or ""
    head = page.content[:_HEAD]
    # Few pages have one, and that is cheap to see.
    head = _BODY.split(_COMMENT.sub(b"", head), 1)[0] if _ANY.search(head) else b""
    if found := _BASE.search(head):
        href = unescape(next(filter(None, found.groups()), b"").decode("utf-8", "replace"))
        # What is no address counts as if it were not there.
        with suppress(ValueError):
            base = urljoin(base, href.strip())
    return base if base.startswith(("http://", "https://")) else ""
