"""Turns the parser's tree into a flat one through the parser's Python objects.

Slower than its twin, the kernel of the same name, but certain: it does not depend on how the parser
stores its nodes. It runs without compiled kernels, and the kernel is checked against it.
"""

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from windrow.tree.builder import TreeBuilder
from windrow.tree.tree import Tree

__all__ = ["FOREIGN", "LEFT_OUT", "NOSCRIPT_CONTENT", "OPAQUE", "PREFORMATTED", "walk"]

# Left out with all their content, which is never shown.
LEFT_OUT = frozenset("script style template head link meta base source track param wbr".split())
# Kept as leaves: their content is drawing, fallback or another document.
OPAQUE = frozenset("svg math iframe object canvas video audio embed".split())
FOREIGN = frozenset({"svg", "math"})
# Text inside them is shown with its line breaks.
PREFORMATTED = frozenset("pre listing xmp plaintext".split())
# A noscript is left out unless it has more elements than this: some pages are inside one.
# Chosen, not measured.
NOSCRIPT_CONTENT = 50

_SPACE = re.compile("[ \t-\r\u00a0]+")
_SPACES = re.compile("([ \t-\r\u00a0]+)")
_BLANK = re.compile("[ \t-\r\u00a0\u200b-\u200d\u2060\ufeff]*")
_HIDING = re.compile(r"(?:display:none|visibility:hidden)(?:!.*)?", re.ASCII | re.DOTALL)
_STYLE_SPACE = re.compile("[ \t-\r]+")


def walk(root: LexborNode, title: str = "", *, hidden: bool = False) -> Tree:
    """Return the flat tree of the element *root*; with *hidden*, hidden content is kept."""
    builder = TreeBuilder()
    builder.open(root.tag or "", _kept(root.attributes), position=0)
    position, space, hides = 0, False, False
    levels = [_children(root)]
    preformatted = [False]
    while levels:
        for child, ordinal in levels[-1]:
            if child.is_text_node:
                text = child.text_content or ""
                folded = _SPACE.sub(" ", text)
                breaks = _line_breaks(text) if preformatted[-1] and "\n" in text else []
                if _BLANK.fullmatch(text):
                    # White space between two elements belongs to the text after it.
                    space = space or " " in folded
                    for _ in breaks:
                        builder.line_break()
                    continue
                spacing = (space or folded.startswith(" ")) + 2 * folded.endswith(" ")
                builder.text(folded.strip(" "), spacing=spacing, ordinal=ordinal, breaks=breaks)
                space = False
                continue
            position += 1
            tag = child.tag or ""
            # A body that is hidden at first, to avoid flicker, is shown as soon as scripts run.
            left_out = _is_left_out(child, tag)
            if left_out or not (hidden or len(levels) == 1 or _is_shown(child, tag)):
                hides = hides or not (left_out or tag == "input")
                position += _elements(child)
                continue
            # The parts of a drawing are not content, and their names are spelled differently.
            attributes = {} if tag in FOREIGN else _kept(child.attributes)
            builder.open(tag, attributes, position=position, ordinal=ordinal)
            if tag in OPAQUE:
                position += _elements(child)
                builder.close()
                continue
            levels.append(_children(child))
            preformatted.append(preformatted[-1] or tag in PREFORMATTED)
            break
        else:
            levels.pop()
            preformatted.pop()
            builder.close()
    return builder.tree(title, hides=hides)


def _children(parent: LexborNode) -> Iterator[tuple[LexborNode, int]]:
    """Yield the elements and texts below *parent* with their ordinals."""
    counts: dict[str, int] = {}
    child = parent.first_child
    while child is not None:
        if child.is_text_node or child.is_element_node:
            name = child.tag or ""
            counts[name] = counts.get(name, 0) + 1
            yield child, counts[name]
        child = child.next


def _line_breaks(text: str) -> list[int]:
    """Return the bytes of the folded *text* at which its lines end, in page order."""
    found: list[int] = []
    size = 0
    for k, part in enumerate(_SPACES.split(text)):
        # Every second part is white space; that at the beginning is folded away.
        if k % 2:
            found += [size] * part.count("\n")
            size += size > 0
        else:
            size += len(part.encode("utf-8", "replace"))
    return found


def _is_left_out(node: LexborNode, tag: str) -> bool:
    return tag in LEFT_OUT or (tag == "noscript" and _elements(node) <= NOSCRIPT_CONTENT)


def _is_shown(node: LexborNode, tag: str) -> bool:
    attributes = node.attributes
    if "hidden" in attributes:
        return False
    if tag == "input" and (attributes.get("type") or "").lower() == "hidden":
        return False
    return not any(
        _HIDING.fullmatch(_STYLE_SPACE.sub("", declaration.lower()))
        for declaration in (attributes.get("style") or "").split(";")
    )


def _kept(attributes: dict[str, str | None]) -> dict[str, str | None]:
    return {name: value for name, value in attributes.items() if name != "style"}


def _elements(node: LexborNode) -> int:
    """Return how many elements are below *node*."""
    return sum(below.is_element_node for below in node.traverse(include_text=False)) - 1
