"""Comments below a list may be longer than the list, but the page is not about them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.detect.auto.edges import parts
from windrow.detect.auto.whole import Span
from windrow.tree import Tree
from windrow.tree.titles import title_of
from windrow.wordlists import word_lists

__all__ = ["put_behind"]

# Class and id of a part of the page that readers have written, in fourteen languages.
_WRITTEN = re.compile(
    r"(?<![a-z])(?:comments?|commentlist|responses|disqus|discussion|kommentare?|kommentarer|"
    r"reacties|commentaires?|comentarios?|commenti|komentarze|komentare|kommentarii|yorumlar|"
    r"hozzaszolasok|komentar)(?![a-z])"
)
_TITLES = frozenset(word_lists(__file__)["whole"])
_OTHERS = re.compile(r"[^\w'-]+|_")
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
    best = values.index(max(values))
    part = _written_part(tree, found[best][0][0])
    if part is None:
        if not _are_called_comments(tree, found[best]):
            return
        part = found[best][0][0]
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


def _are_called_comments(tree: Tree, span: Span) -> bool:
    """Return whether the title of a list says that readers or customers have written it."""
    starts, ends = span
    *_, (last, _) = parts(tree, starts[-1], ends[-1])
    said = _OTHERS.sub(" ", title_of(tree, [(starts[0],), (last,)]).casefold()).split()
    return "_".join(word for word in said if not word.isdigit()) in _TITLES


def _written_part(tree: Tree, node: int) -> int | None:
    """Return the part around *node* that readers have written; None if there is none."""
    found = None
    for above in tree.ancestors(node):
        if tree.label(above) not in ("body", "html"):
            names = f"{tree.attribute(above, 'class') or ''} {tree.attribute(above, 'id') or ''}"
            if len(names) > 1 and _WRITTEN.search(names.lower()):
                found = above
    return found
