r"""Trees as text, so that a test or a page of documentation can be read without running it.

    ul(li(a[href=/1]"Ant" b"$1") li(a"Bee"))

A node is a label, its attributes in brackets, its text in quotes, its children in parentheses,
set apart by spaces or commas. ``"..."`` alone is text beside elements. ``li*3`` is three copies.
Inside quotes, ``\"`` and ``\\`` stand for themselves.

A leaf of which no text is said holds its own label as text (an ``img`` as its address), so that
``li(a b)`` has content to find; ``td""`` is empty, and so are ``br``, ``hr`` and their like.
"""

import re
from collections.abc import Iterator

from windrow.tree.builder import TreeBuilder
from windrow.tree.tree import TEXT_LABEL, Tree

__all__ = ["from_text", "lines", "to_text"]

_TOKEN = re.compile(
    r"""\s*(?: (?P<label>[\#\w.:-]+)
             | "(?P<text>(?:[^"\\]|\\.)*)"
             | \[(?P<attributes>(?:[^\]"]|"(?:[^"\\]|\\.)*")*)\]
             | \*(?P<times>\d+)
             | (?P<mark>[(),]) )""",
    re.VERBOSE,
)
_ATTRIBUTE = re.compile(r'([^\s=]+)(?:=(?:"((?:[^"\\]|\\.)*)"|(\S*)))?')
_BARE = re.compile(r'[^\s"\]\\]+')
_ESCAPED = re.compile(r"\\(.)")

_VOID = frozenset("area base br col embed hr input link meta param source track wbr svg".split())

# label, attributes, text (None: not said), children; a string stands for text beside elements
_Sketch = tuple[str, dict[str, str], str | None, list["_Sketch | str"]]


def from_text(text: str) -> Tree:
    """Return the tree that *text* describes.

    >>> to_text(from_text("a(b, c(d)*2)"))
    'a(b c(d) c(d))'
    """
    tokens = [(m.lastgroup or "", m.group(m.lastgroup or "")) for m in _tokens(text)]
    siblings, rest = _siblings(tokens, 0)
    if rest != len(tokens) or len(siblings) != 1 or isinstance(siblings[0], str):
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


def _siblings(tokens: list[tuple[str, str]], place: int) -> tuple[list[_Sketch | str], int]:
    found: list[_Sketch | str] = []
    while place < len(tokens):
        kind, value = tokens[place]
        if kind == "text":
            found.append(_ESCAPED.sub(r"\1", value))
            place += 1
        elif kind == "label":
            node, place = _node(tokens, place)
            found.append(node)
        elif kind == "times":
            found += [found[-1]] * (int(value) - 1)
            place += 1
        elif value == ",":
            place += 1
        else:
            break
    return found, place


def _node(tokens: list[tuple[str, str]], place: int) -> tuple[_Sketch, int]:
    label = tokens[place][1]
    attributes: dict[str, str] = {}
    text: str | None = None
    children: list[_Sketch | str] = []
    place += 1
    if place < len(tokens) and tokens[place][0] == "attributes":
        for name, quoted, bare in _ATTRIBUTE.findall(tokens[place][1]):
            attributes[name] = _ESCAPED.sub(r"\1", quoted) if quoted else bare
        place += 1
    if place < len(tokens) and tokens[place][0] == "text":
        text = _ESCAPED.sub(r"\1", tokens[place][1])
        place += 1
    if place < len(tokens) and tokens[place] == ("mark", "("):
        children, place = _siblings(tokens, place + 1)
        if place >= len(tokens) or tokens[place] != ("mark", ")"):
            raise ValueError(f"the children of {label!r} have no end")
        place += 1
    return (label, attributes, text, children), place


def _build(builder: TreeBuilder, sketch: _Sketch, ordinal: int = 1) -> None:
    label, attributes, text, children = sketch
    if text is None and not children and label not in _VOID:
        if label == "img":
            attributes = {"src": "img", **attributes}
        else:
            text = label
    builder.open(label, attributes, ordinal=ordinal)
    if text:
        builder.text(text)
    seen: dict[str, int] = {}
    for child in children:
        name = TEXT_LABEL if isinstance(child, str) else child[0]
        seen[name] = seen.get(name, 0) + 1
        if isinstance(child, str):
            builder.text(child, ordinal=seen[name])
        else:
            _build(builder, child, seen[name])
    builder.close()


def _attributes_text(tree: Tree, node: int, width: int | None) -> str:
    attributes = tree.attributes_of(node)
    if tree.label(node) == "img" and attributes == {"src": "img"}:
        return ""
    words = [
        f"{name}={value if _BARE.fullmatch(value) else _quoted(value, width)}"
        for name, value in attributes.items()
    ]
    return f"[{' '.join(words)}]" if words else ""


def _leaf_text(tree: Tree, node: int, width: int | None) -> str:
    label, text = tree.label(node), tree.text(node)
    if text == label or (not text and (label in _VOID or label == "img")):
        return ""
    return _quoted(text, width)


def _quoted(text: str, width: int | None) -> str:
    if width is not None and len(text) > width:
        text = text[: width - 1] + "…"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def lines(tree: Tree, *, width: int | None = None) -> Iterator[str]:
    """Yield a line a node: the size of its subtree, then, indented, what it is and holds.

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
