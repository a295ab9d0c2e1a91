"""Which records to keep: those of products have a picture and a price."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.model import Record
from windrow.tree import Tree

__all__ = ["has_all"]

# A number with a sign of currency, or its code, on either side.
_PRICE = re.compile(
    r"[$€£¥₹₽₩¢]\s?\d|\d\s?[$€£¥₹₽₩¢]|\b(?:USD|EUR|GBP|JPY)\s?\d|\d\s?(?:USD|EUR|GBP|JPY)\b"
)


def has_all(tree: Tree, record: Record, wanted: Sequence[str]) -> bool:
    """Return whether *record* holds everything *wanted*: an ``image``, a ``link``, a ``price``.

    >>> tree = Tree.from_text('ul(li(img[src=1] b"$ 5") li(b"$ 6"))')
    >>> has_all(tree, (1,), ["image", "price"]), has_all(tree, (4,), ["image", "price"])
    (True, False)

    References
    ----------
    [zhai2005], section 3.5: the paper's own system only keeps regions of products.
    """
    nodes = [node for root in record for node in tree.subtree(root)]
    held: set[str] = {kind for node in nodes for kind, _ in tree.items(node)}
    if "price" in wanted and any(_PRICE.search(tree.text(node)) for node in nodes):
        held.add("price")
    return held.issuperset(wanted)
