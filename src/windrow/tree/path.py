"""The XPath of a node in the HTML5 tree, and back; its path of labels."""

import re

from windrow.tree.tree import TEXT_LABEL, Tree

__all__ = ["find", "label_path", "nearest", "xpath"]

# A number after a name is the ordinal, but the parser allows brackets in names, too.
_STEP = re.compile(r"/([^/]+?)(?:\[(\d{1,18})\])?(?=/|$)")


def xpath(tree: Tree, node: int) -> str:
    """Return the absolute XPath of *node* in the HTML5 tree of the page.

    Siblings that are not in the tree (scripts, hidden parts) are counted, as a browser does.

    >>> xpath(Tree.from_text("html(body(p ul(li li)))"), 5)
    '/html[1]/body[1]/ul[1]/li[2]'
    """
    label_of, ordinals, parents = tree.label, tree.ordinals, tree.parents
    steps = []
    while node >= 0:
        steps.append(f"/{label_of(node)}[{ordinals[node]}]")
        node = parents[node]
    steps.reverse()
    return "".join(steps).replace(f"/{TEXT_LABEL}[", "/text()[")


def find(tree: Tree, path: str) -> int | None:
    """Return the node with the absolute XPath *path*, or None if the tree has no such node.

    A step without a number means the first. An element whose only content is text holds that
    text itself: ``.../td[1]/text()[1]`` finds the ``td``.

    >>> find(Tree.from_text("html(body(p ul(li li)))"), "/html/body/ul/li[2]")
    5
    """
    steps = _STEP.findall(path)
    if not steps or "".join(f"/{n}[{k}]" if k else f"/{n}" for n, k in steps) != path:
        raise ValueError(f"not an absolute XPath of element names and numbers: {path!r}")
    candidates, here = [0], -1
    for name, number in steps:
        label = TEXT_LABEL if name == "text()" else name
        ordinal = int(number or 1)
        for node in candidates:
            if tree.label(node) == label and tree.ordinals[node] == ordinal:
                break
        else:
            own_text = label == TEXT_LABEL and ordinal == 1 and here >= 0 and not candidates
            return here if own_text and tree.text(here) else None
        here, candidates = node, tree.children(node)
    return here


def nearest(tree: Tree, path: str) -> int:
    """Return the node with the absolute XPath *path*, or the nearest one around it in the tree.

    >>> nearest(Tree.from_text("html(body(p ul(li li)))"), "/html/body/ul/li[2]/script[1]")
    5
    """
    while (node := find(tree, path)) is None and path.count("/") > 1:
        path = path.rpartition("/")[0]
    return node or 0


def label_path(tree: Tree, node: int) -> tuple[str, ...]:
    """Return the labels from the root down to *node*.

    >>> label_path(Tree.from_text("html(body(p ul(li li)))"), 5)
    ('html', 'body', 'ul', 'li')
    """
    labels = [tree.label(node), *(tree.label(ancestor) for ancestor in tree.ancestors(node))]
    return tuple(reversed(labels))
