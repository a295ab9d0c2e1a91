"""What a node says, under which suffix: "" for its text, ``@href`` for where it leads."""

from __future__ import annotations

from windrow.tree.tree import IMAGE, LINK, TEXT, VALUE
from windrow.wrap.keyed_view import View

__all__ = ["values"]

# A list member is given as a whole, too, unless it is a part of the page.
_WHOLE_NODES, _WHOLE_TEXT = 80, 3000
_FLOW_NODES = 300
_ATTRIBUTES = {"content": "@content", "datetime": "@datetime"}


def values(view: View, node: int, *, member: bool) -> dict[str, str]:
    """Return what *node* says; *member*: it is a row of a list."""
    tree = view.tree
    found: dict[str, str] = {}
    kinds = tree.kinds[node]
    if kinds & TEXT:
        found[""] = tree.text(node)
    elif tree.sizes[node] > 1 and (
        (view.flow[node] and tree.sizes[node] <= _FLOW_NODES)
        or (member and tree.sizes[node] <= _WHOLE_NODES)
    ):
        text = view.whole(node)
        if text and len(text) <= _WHOLE_TEXT:
            found[""] = text
    if kinds & LINK:
        found["@href"] = tree.value(node, "link")
    if kinds & IMAGE:
        found["@src"] = tree.value(node, "image")
    if kinds & VALUE:
        found["@value"] = tree.value(node, "value")
    start, end = tree.attribute_starts[node], tree.attribute_starts[node + 1]
    if start != end:
        for k in range(3 * start, 3 * end, 3):
            name = tree.attribute_names[tree.attributes[k]]
            suffix = _ATTRIBUTES.get(name) or ("@alt" if kinds & IMAGE and name == "alt" else "")
            if suffix:
                value = tree.buffer[tree.attributes[k + 1] : tree.attributes[k + 2]].decode()
                if value.strip():
                    found[suffix] = value.strip()
    return found
