"""A page as markup for viewing only: it runs nothing, loads nothing, and its links are dead."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from windrow.kernels.tree import flatten
from windrow.read import Page, utf8
from windrow.tree.parse import DEEPEST
from windrow.tree.room import require_room

__all__ = ["harmless"]

# Attributes that send a request, navigate, or give the browser orders.
_ACTIVE = frozenset(
    "href xlink:href src srcset srcdoc imagesrcset data action formaction ping background poster "
    "manifest http-equiv target download autofocus codebase classid archive code longdesc cite "
    "usemap profile dynsrc lowsrc".split()
)
# Lengths relative to the height of the window: if the window is as high as the page, such a
# page would grow with it, without end.
_OF_WINDOW = re.compile(r"(?<![\w.#-])(\d*\.?\d+)[sld]?v(?:h|b|max|min)\b", re.IGNORECASE)
_STYLES = re.compile(r"<style\b[^>]*>[^<]*", re.IGNORECASE)
# The assumed height of the window in pixels: as in the browser's settings.
_WINDOW = 1024


def harmless(page: Page) -> str:
    """Return the markup of *page* without active content; nodes keep their XPaths.

    >>> harmless(Page.from_text("<p onclick=x()>Hay<script>y()</script><img src=z.png>"))
    '<html><head></head><body><p>Hay<script></script><img></p></body></html>'
    """
    content = utf8(page)
    html = flatten.flatten(content, DEEPEST)
    require_room(page.source, html, len(content))
    document = LexborHTMLParser(html)
    if document.root is None:
        return ""
    # Their content is not part of the tree, and never shown.
    for node in document.css("template"):
        node.decompose()
    for node in document.root.traverse():
        # Empty elements stay, because they separate texts that XPaths count.
        if node.tag in ("script", "noscript"):
            for child in [*node.iter(include_text=True)]:
                child.decompose()
        for name, value in [*node.attributes.items()]:
            if _is_active(name, value or ""):
                del node.attrs[name]
            elif name == "style" and value:
                node.attrs[name] = _steady(value)
    return _STYLES.sub(lambda found: _steady(found[0]), document.html or "")


def _steady(styles: str) -> str:
    """Return *styles* with heights relative to the window in pixels.

    >>> _steady("height: 50vh; width: 9vw")
    'height: 512.0px; width: 9vw'
    """
    return _OF_WINDOW.sub(lambda found: f"{float(found[1]) * _WINDOW / 100:.1f}px", styles)


def _is_active(name: str, value: str) -> bool:
    name = name.lower()
    if name == "src" and value.lstrip().lower().startswith("data:image/"):
        return False
    return name in _ACTIVE or name.startswith("on")
