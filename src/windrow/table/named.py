"""A name with its source, and making names unique."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from windrow.table.drafts import DraftColumn
from windrow.table.words import LONGEST, full_slug, unique

__all__ = ["TITLES", "Named", "different"]

# A record has one of them; a second one is something else.
TITLES = frozenset(
    "title name heading headline subject titulo título titre titel titolo tytuł nombre nom nome "
    "naam nazev nazwa nazvanie rubrik otsikko baslik judul nimi tit".split()
)


class Named(NamedTuple):
    """A name and its source: header, label, attribute, class, link, form, element, kind."""

    name: str
    source: str
    label: str = ""  # the words of the page that it is made of


def different(drafts: Sequence[DraftColumn], found: Sequence[Named]) -> list[Named]:
    """Return the names, numbered if one comes again; the main link comes before the others."""
    if len({named.name for named in found}) == len(found):
        return list(found)
    found = _told_apart(drafts, found)
    order = sorted(range(len(found)), key=lambda k: _rank(drafts[k], found[k]))
    names = dict(zip(order, unique((found[k].name for k in order), longest=LONGEST), strict=True))
    return [named._replace(name=names[k]) for k, named in enumerate(found)]


def _told_apart(drafts: Sequence[DraftColumn], found: Sequence[Named]) -> list[Named]:
    """Return longer names where different words of the page give the same one: "BB" and "BB%"."""
    words: dict[str, set[str]] = {}
    for named in found:
        if named.label:
            words.setdefault(named.name, set()).add(named.label)
    return [
        named._replace(name=full_slug(named.label))
        if named.label and draft.field.kind != "link" and len(words[named.name]) > 1
        else named
        for draft, named in zip(drafts, found, strict=True)
    ]


def _rank(draft: DraftColumn, named: Named) -> tuple[int, bool]:
    # A name goes to a column that most rows have before one that few do.
    sparse = 2 * draft.missing > len(draft.values)
    if draft.field.kind != "link":
        return 0, sparse
    return (1 if named.name == "link" and named.source != "kind" else 2), sparse
