r"""Trees as text, so that a test or a page of documentation can be read without running it.

    ul(li(a[href=/1]"Ant" b"$1") li(a"Bee"))

A node is a label, its attributes in brackets, its text in quotes, its children in parentheses,
set apart by spaces or commas. ``"..."`` alone, with a space before it, is text beside elements.
``li*3`` is three copies.
Inside quotes, ``\"`` and ``\\`` stand for themselves.

A leaf without a given text holds its own label as text (an ``img`` as its address), so that
``li(a b)`` has content to find; ``td""`` is empty, and so are ``br``, ``hr`` and similar labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from windrow.tree.builder import TreeBuilder
from windrow.tree.markup import VOID
from windrow.tree.tree import TEXT_LABEL, Tree

__all__ = ["from_text", "lines", "to_text"]

_TOKEN = re.compile(
    r"""\s*(?: (?P<label>[\#\w.:-]+)
             | "(?P<text>(?:[^"\\]|\\.)*)"
             | \[(?P<attributes>(?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]
             | \*(?P<times>\d+)
             | (?P<mark>[(),]) )""",
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(
    r"""(?: "(?P<quoted_name>(?:[^"\\]|\\.)*)" | (?P<name>[^\s="]+) )
        (?: = (?: "(?P<quoted>(?:[^"\\]|\\.)*)" | (?P<bare>\S*) ) )?""",
    re.VERBOSE | re.DOTALL,
)
_BARE = re.compile(r'[^\s"\]\\]+')
_BARE_NAME = re.compile(r'[^\s"\]\\=]+')
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)

# Labels of empty leaves; an image has its address.
_VOID = VOID - {"img"} | {"svg"}


@dataclass
class _Sketch:
    """A node as it is written; a child that is a string is text beside elements."""

    label: str
    attributes: dict[str, str] = field(default_factory=dict)
    text: str | None = None  # None: not given
    children: list[_Sketch | str] = field(default_factory=list)


def from_text(text: str) -> Tree:
    """Return the tree that *text* describes.

    >>> to_text(from_text("a(b, c(d)*2)"))
    'a(b c(d) c(d))'
    """
    siblings = _sketches(text)
    if len(siblings) != 1 or isinstance(siblings[0], str):
        raise ValueError(f"not the text of one tree: {text!r}")
    builder = TreeBuilder()
    _build(builder, siblings[0])
    return builder.tree()


def to_text(tree: Tree, node: int = 0, *, width: int | None = None) -> str:
    """Return the subtree at *node* as text; *width* cuts long texts, for showing only."""
    parts: list[str] = []
    ends: list[int] = []  # where the open parentheses close; no recursion, as pages nest deep
    for here in tree.subtree(node):
        while ends and ends[-1] == here:
            parts.append(")")
            ends.pop()
        if parts and parts[-1] != "(":
            parts.append(" ")
        if tree.label(here) == TEXT_LABEL:
            parts.append(_quoted(tree.text(here), width))
        elif tree.sizes[here] > 1:
            parts += (tree.label(here), _attributes_text(tree, here, width), "(")
            ends.append(here + tree.sizes[here])
        else:
            leaf = _leaf_text(tree, here, width)
            parts += (tree.label(here), _attributes_text(tree, here, width), leaf)
    return "".join(parts) + ")" * len(ends)


def _tokens(text: str) -> Iterator[re.Match[str]]:
    place = 0
    stripped = text.rstrip()
    while place < len(stripped):
        match = _TOKEN.match(stripped, place)
        if match is None:
            raise ValueError(f"cannot read the tree at {stripped[place : place + 20]!r}")
        yield match
        place = match.end()


def _sketches(text: str) -> list[_Sketch | str]:
    """Return the nodes that *text* describes; no recursion, as pages nest deep."""
    levels: list[list[_Sketch | str]] = [[]]
    node: _Sketch | None = None  # the node that attributes, text and children may still follow
    for token in _tokens(text):
        kind, value = token.lastgroup, token.group(token.lastgroup or 0)
        if kind == "label":
            node = _Sketch(value)
            levels[-1].append(node)
        elif kind == "attributes" and node is not None:
            node.attributes = _attributes(value)
        elif kind == "text":
            words = _ESCAPED.sub(r"\1", value)
            if node is not None and node.text is None and not token.group()[0].isspace():
                node.text = words
            else:
                levels[-1].append(words)
                node = None
        elif kind == "times" and levels[-1] and int(value):
            levels[-1] += [levels[-1][-1]] * (int(value) - 1)
            node = None
        elif value == "(" and node is not None:
            levels.append(node.children)
            node = None
        elif value == ")" and len(levels) > 1:
            levels.pop()
            node = None
        elif value == ",":
            node = None
        else:
            raise ValueError(f"cannot read the tree at {text[token.start() :][:20]!r}")
    if len(levels) > 1:
        raise ValueError(f"a parenthesis is not closed: {text!r}")
    return levels[0]


def _attributes(text: str) -> dict[str, str]:
    found = {}
    for match in _ATTRIBUTE.finditer(text):
        name = match["name"] or _ESCAPED.sub(r"\1", match["quoted_name"] or "")
        found[name] = match["bare"] or _ESCAPED.sub(r"\1", match["quoted"] or "")
    return found


def _build(builder: TreeBuilder, root: _Sketch) -> None:
    levels = [_open(builder, root, 1)]
    while levels:
        for child, ordinal in levels[-1]:
            levels.append(_open(builder, child, ordinal))
            break
        else:
            levels.pop()
            builder.close()


def _open(builder: TreeBuilder, node: _Sketch, ordinal: int) -> Iterator[tuple[_Sketch, int]]:
    """Start *node*; yield its elements with their ordinals, adding its texts between."""
    attributes, text = node.attributes, node.text
    if text is None and not node.children and node.label not in _VOID:
        if node.label != "img":
            text = node.label
        elif "src" not in attributes:
            attributes = {"src": "img", **attributes}
    builder.open(node.label, attributes, ordinal=ordinal)
    if text:
        builder.text(text)

    def elements() -> Iterator[tuple[_Sketch, int]]:
        seen: dict[str, int] = {}
        for child in node.children:
            name = TEXT_LABEL if isinstance(child, str) else child.label
            seen[name] = seen.get(name, 0) + 1
            if not isinstance(child, str):
                yield child, seen[name]
            elif child:
                builder.text(child, ordinal=seen[name])

    return elements()


def _attributes_text(tree: Tree, node: int, width: int | None) -> str:
    attributes = tree.attributes_of(node)
    if tree.label(node) == "img" and attributes == {"src": "img"} and tree.sizes[node] == 1:
        return ""
    words = [
        f"{name if _BARE_NAME.fullmatch(name) else _quoted(name, None)}="
        f"{value if _BARE.fullmatch(value) else _quoted(value, width)}"
        for name, value in attributes.items()
    ]
    return f"[{' '.join(words)}]" if words else ""


def _leaf_text(tree: Tree, node: int, width: int | None) -> str:
    label, text = tree.label(node), tree.text(node)
    default: str | None = label
    if label in _VOID:
        default = ""
    elif label == "img":
        # Without an address it must be written as empty.
        default = "" if tree.attribute(node, "src") is not None else None
    return "" if text == default else _quoted(text, width)


def _quoted(text: str, width: int | None) -> str:
    if width is not None and len(text) > width:
        text = text[: width - 1] + "…"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def lines(tree: Tree, *, width: int | None = None) -> Iterator[str]:
    """Yield a line per node: the size of its subtree, then, indented, its label and content.

    >>> print(*lines(from_text('ul(li(a[href=/1]"Ant" b"$1") li"Bee")')), sep="\\n")
    5  ul
    3    li
    1      a[href=/1] "Ant"
    1      b "$1"
    1    li "Bee"
    """
    digits = len(str(len(tree)))
    for node in range(len(tree)):
        label = "" if tree.label(node) == TEXT_LABEL else tree.label(node)
        text = tree.text(node)
        words = (label + _attributes_text(tree, node, width), _quoted(text, width) if text else "")
        size, indent = str(tree.sizes[node]).rjust(digits), "  " * tree.depths[node]
        yield f"{size}  {indent}{' '.join(filter(None, words))}"
