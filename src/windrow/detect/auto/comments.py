"""Comments below a list may be longer than the list, but the page is not about them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.detect.auto.whole import Span, best_of
from windrow.tree import Tree

__all__ = ["put_behind"]

# Class and id of a part of the page that readers have written, in fourteen languages.
_WRITTEN = re.compile(
    r"(?<![a-z])(?:comments?|commentlist|responses|disqus|discussion|kommentare?|kommentarer|"
    r"reacties|commentaires?|comentarios?|commenti|komentarze|komentare|kommentarii|yorumlar|"
    r"hozzaszolasok|komentar)(?![a-z])"
)
# A list above has this share of dated records, or this many signs of a record in each, and at least
# this many records. Chosen, not measured.
_DATED, _SIGNS, _FEWEST = 0.8, 2.0, 4
# Comments rank this far behind the list above them: odds of seven to one. Chosen, not measured.
_BEHIND = 2.0


def put_behind(
    tree: Tree, found: Sequence[Span], values: list[float], facts: Sequence[Sequence[float]]
) -> None:
    """Lower the *values* of comments below that of a list above them, if comments rank first.

    *facts* are by candidate the share of dated records, the signs of a record, and the words
    against the list.
    """
    if not found:
        return
    best = best_of(values)
    part = _written_part(tree, found[best][0][0])
    if part is None:
        return
    dated, signs, against = facts
    above = [
        values[k]
        for k, (starts, ends) in enumerate(found)
        if len(starts) >= _FEWEST
        and ends[-1] <= part
        and (dated[k] >= _DATED or signs[k] >= _SIGNS)
        and not against[k]
    ]
    if above:
        step = values[best] - max(above) + _BEHIND
        for k, (starts, _) in enumerate(found):
            if starts[0] >= part:
                values[k] -= step


def _written_part(tree: Tree, node: int) -> int | None:
    """Return the part around *node* that readers have written; None if there is none."""
    found = None
    for above in tree.ancestors(node):
        if tree.label(above) not in ("body", "html"):
            names = f"{tree.attribute(above, 'class') or ''} {tree.attribute(above, 'id') or ''}"
            if len(names) > 1 and _WRITTEN.search(names.lower()):
                found = above
    return found
