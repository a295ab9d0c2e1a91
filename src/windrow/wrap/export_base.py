"""What lxml's parser makes of a page, put right: the start of all exported code.

The code below these imports is copied into what `windrow export` writes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

__all__ = ["BLANK", "CONTROLS", "INLINE", "LEFT_OUT", "OPAQUE", "SPACE", "complete", "label_of"]

# copied from here
SPACE = re.compile("[ \t-\r\u00a0]+")
BLANK = re.compile("[ \t-\r\u00a0\u200b-\u200d\u2060\ufeff]*")
CONTROLS = re.compile("[\0-\x08\x0b\x0e-\x1f\ufffe\uffff]")
CODED = re.compile("U([0-9A-F]{5})")
LEFT_OUT = {*"script style template head link meta base source track param wbr noscript".split()}
OPAQUE = {*"svg math iframe object canvas video audio embed".split()}
INLINE = {
    *"img b i em strong mark u font span sup sub wbr small big tt code abbr q s strike del ins bdi "
    "bdo cite a time label kbd var samp nobr data dfn address svg".split()
}


def complete(root: Any, strip_tags: Callable[..., None]) -> Any:
    """Make the tree what browsers make of a page: no content in wbr, rows in a tbody."""
    strip_tags(root, "wbr", "source", "track")
    for table in [*root.iter("table")]:
        body = None
        for child in [*table]:
            if child.tag != "tr":
                body = None if isinstance(child.tag, str) else body
                continue
            if body is None:
                body = table.makeelement("tbody", {})
                child.addprevious(body)
            tail, child.tail = child.tail, None
            body.append(child)
            child.tail = tail
    return root


def label_of(element: Any) -> str:
    """Return what an element is called; html5lib writes ``fb:like`` as ``fbU0003Alike``."""
    tag = str(element.tag).rpartition("}")[2]
    return CODED.sub(lambda code: chr(int(code[1], 16)), tag) if "U0" in tag else tag
