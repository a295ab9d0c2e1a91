"""Comments below a list may be longer than the list, but the page is not about them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from windrow.detect.auto.edges import parts
from windrow.detect.auto.whole import Span, best_of, last_group
from windrow.tree import Tree
from windrow.tree.titles import title_of
from windrow.wordlists import word_lists

__all__ = ["is_written", "put_behind"]

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

    *facts* are by candidate the share of dated records, the signs of a record, the words against
    the list, and the share of records with a link. Where only a title says that readers have
    written the best list, the page may be about one thing, and the list above its opening hours:
    so that list must lead to other pages.
    """
    if not found:
        return
    best = best_of(values)
    part = _written_part(tree, found[best][0][0])
    called = part is None
    if part is None:
        # Reviews may have been added to the list above them.
        written = last_group(tree, found[best])
        if not _are_called_comments(tree, written):
            return
        part = written[0][0]
    dated, signs, against, linked = facts
    above = [
        values[k]
        for k, (starts, ends) in enumerate(found)
        if len(starts) >= _FEWEST
        and ends[-1] <= part
        and (dated[k] >= _DATED or signs[k] >= _SIGNS)
        and not against[k]
        and (linked[k] >= _DATED or not called)
    ]
    if above:
        step = values[best] - max(above) + _BEHIND
        for k, (starts, _) in enumerate(found):
            if starts[-1] >= part:
                values[k] -= step


def _are_called_comments(tree: Tree, span: Span) -> bool:
    """Return whether the title of a list says that readers or customers have written it."""
    starts, ends = span
    *_, (last, _) = parts(tree, starts[-1], ends[-1])
    return is_written(title_of(tree, [(starts[0],), (last,)]))


def is_written(title: str) -> bool:
    """Return whether a *title* is that of something that readers or customers have written.

    >>> [is_written(title) for title in ("Guest reviews (12)", "Comments", "Film reviews")]
    [True, True, False]
    """
    said = _OTHERS.sub(" ", title.casefold()).split()
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
