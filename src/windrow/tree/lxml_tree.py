"""A page as lxml reads it: the parser of parsel and Scrapy, which is not one of HTML5.

lxml puts no tbody into tables and nests old pages with unclosed tags in another way. Selectors are
tried on its tree, too, if it is installed (``windrow[scrapy]`` brings it).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from windrow.read import Page, utf8
from windrow.tree.builder import TreeBuilder
from windrow.tree.tree import Tree

__all__ = ["is_installed", "lxml_tree"]


def is_installed() -> bool:
    """Return whether selectors can be tried on lxml's tree."""
    try:
        import lxml.etree  # noqa: F401
    except ImportError:
        return False
    return True


def lxml_tree(page: Page) -> Tree | None:
    """Return *page* as lxml reads it; None if lxml is not installed or cannot read it."""
    try:
        from lxml import etree
    except ImportError:
        return None
    # As parsel does it.
    content = utf8(page).replace(b"\0", b"").strip() or b"<html/>"
    parser = etree.HTMLParser(recover=True, encoding="utf-8", huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return None
    if root is None:
        return None
    return _tree(etree.iterwalk(root, ("start", "end", "comment", "pi")))


class _LxmlBuilder(TreeBuilder):
    """Keeps the texts before and after a comment apart, as XPath does."""

    def text(
        self, text: str, *, spacing: int = 0, ordinal: int = 1, breaks: Iterable[int] = ()
    ) -> None:
        self._release()
        if len(self._labels) - 1 == self._open[-1]:
            self._waiting = (*self._store(text), spacing, ordinal)
        else:
            self._add_text(*self._store(text), spacing, ordinal)


def _tree(events: Iterable[tuple[str, Any]]) -> Tree:
    """Return the tree of lxml's *events*: all elements, and all texts that are not blank."""
    builder = _LxmlBuilder()
    counts: list[Counter[str]] = [Counter()]
    for event, node in events:
        if event == "start":
            label = str(node.tag)
            counts[-1][label] += 1
            # By items: a name with control characters cannot be asked for.
            builder.open(label, dict(node.attrib.items()), ordinal=counts[-1][label])
            counts.append(Counter())
            _add(builder, node.text)
        else:
            if event == "end":
                builder.close()
                counts.pop()
            if len(counts) > 1:
                _add(builder, node.tail)
    return builder.tree()


def _add(builder: TreeBuilder, text: str | None) -> None:
    if text and (trimmed := text.strip(" \t\r\n")):
        builder.text(trimmed)
