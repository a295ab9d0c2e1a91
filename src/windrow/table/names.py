"""Names for columns: what the page itself calls them, else what they look like.

Decided by structure: a value of one record never names a column, so that pages of one template
get the same names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from windrow.table.drafts import DraftColumn, first_node
from windrow.table.evidence import Evidence, gather
from windrow.table.types import TYPES
from windrow.table.words import LONGEST, full_slug, known_word, slug, unique
from windrow.tree import Tree

__all__ = ["Named", "name_drafts"]

# Longer names made of classes are not read: chosen, not measured.
_LONGEST_CLASS = 24
_IMAGES = frozenset("image logo avatar icon poster cover thumbnail flag".split())


class Named(NamedTuple):
    """A name and where it comes from: header, label, attribute, class, form, element or kind."""

    name: str
    source: str
    label: str = ""  # the words of the page that it is made of


def name_drafts(
    tree: Tree,
    drafts: Sequence[DraftColumn],
    types: Sequence[str],
    *,
    headers: Mapping[int, str],
    labels: Mapping[int, str],
    roots: frozenset[int] = frozenset(),
    beside: Sequence[DraftColumn] = (),
) -> list[Named]:
    """Return a name for every draft, all different.

    *headers* and *labels* are what the page calls the fields; *roots* are the records' nodes.
    Drafts *beside* those of which one may be the title have names already.
    """
    evidence = gather(tree, drafts, roots, beside)
    common: set[str] | None = None
    found: list[Named | None] = []
    for draft, kind, signs in zip(drafts, types, evidence, strict=True):
        called = _called(draft, headers, labels) if headers or labels else None
        found.append(called or (_told(signs, kind) if draft.field.kind != "link" else None))
    if not beside:
        _add_title(drafts, types, evidence, found)
    for k, draft in enumerate(drafts):
        if found[k] is None and draft.field.kind != "link":
            if common is None:
                common = _common_words(evidence)
            found[k] = _by_form(draft, types[k], evidence[k], common)
    pairs = zip(drafts, found, strict=True)
    named_texts = [(draft, named) for draft, named in pairs if named and draft.is_text]
    texts = {named for _, named in named_texts}
    named_texts = [(draft, named) for draft, named in named_texts if not draft.is_alt]
    by_row: dict[int, list[tuple[int, Named]]] = {}
    for k, draft in enumerate(drafts):
        # A header is above the text and its link: the text has the first claim.
        if draft.field.kind == "link" and (found[k] is None or found[k] in texts):
            found[k] = _link(tree, draft, named_texts, by_row, evidence[k])
    return _different(drafts, [named or Named("text", "kind") for named in found])


# What elements are for, where nothing else names a draft.
_BY_LABEL = {"dt": "term", "dd": "description"}


def _different(drafts: Sequence[DraftColumn], found: Sequence[Named]) -> list[Named]:
    """Return the names with numbers where one comes again; the main link before the others."""
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


def _rank(draft: DraftColumn, named: Named) -> int:
    if draft.field.kind != "link":
        return 0
    return 1 if named.name == "link" and named.source != "kind" else 2


def _called(
    draft: DraftColumn, headers: Mapping[int, str], labels: Mapping[int, str]
) -> Named | None:
    """Return what the page calls a draft in words for people."""
    for source, words in (("header", headers), ("label", labels)):
        label = words.get(draft.index, "")
        if name := slug(label):
            return Named(name, source, label)
    return None


def _told(signs: Evidence, kind: str) -> Named | None:
    """Return what attributes and classes call a draft in words that are known."""
    for text in signs.attributes:
        if name := slug(text):
            return Named(name, "attribute")
    for words in signs.classes:
        if name := known_word(words):
            # "title" around an image and "image" around a text are about the neighbour.
            if (kind == "image") != (name in _IMAGES):
                continue
            return Named(slug(name), "class")
    return None


def _add_title(
    drafts: Sequence[DraftColumn],
    types: Sequence[str],
    evidence: Sequence[Evidence],
    found: list[Named | None],
) -> None:
    """Call the first heading, else the first linked text, the title, unless there is one."""
    if any(named and named.name in ("title", "name") for named in found):
        return
    open_texts = [
        k
        for k, draft in enumerate(drafts)
        if found[k] is None
        and draft.is_text
        and types[k] == "text"
        and 2 * draft.missing <= len(draft.values)
    ]
    for fits in ("heading", "linked"):
        for k in open_texts:
            if getattr(evidence[k], fits):
                found[k] = Named("title", "form")
                return


def _by_form(draft: DraftColumn, kind: str, signs: Evidence, common: set[str]) -> Named:
    if draft.field.kind == "rows":
        return Named("rows", "kind")
    if kind == "image":
        return Named("image", "kind")
    if draft.is_alt:
        return Named("image_alt", "kind")
    if name := TYPES[kind].called:
        return Named(name, "form")
    for words in signs.classes:
        own = [word for word in words if word not in common and word not in _IMAGES]
        name = slug(" ".join(own[-2:]))
        if name and len(name) <= _LONGEST_CLASS:
            return Named(name, "class")
    for label in reversed(draft.field.path.split("/")):
        if label in _BY_LABEL:
            return Named(_BY_LABEL[label], "element")
    return Named("number" if kind in ("integer", "number") else "text", "kind")


def _link(
    tree: Tree,
    draft: DraftColumn,
    texts: Sequence[tuple[DraftColumn, Named]],
    by_row: dict[int, list[tuple[int, Named]]],
    signs: Evidence,
) -> Named:
    """Return the name of a link: that of the text it is on, with ``_link`` behind it.

    *by_row* keeps the nodes of the *texts* in single rows: most links are asked for in the first.
    """
    row = next(k for k, cell in enumerate(draft.cells) if isinstance(cell, int))
    link, sizes = first_node(draft.cells[row]), tree.sizes
    if row not in by_row:
        cells = ((other.cells[row], named) for other, named in texts)
        by_row[row] = [(cell, named) for cell, named in cells if isinstance(cell, int)]
    end = link + sizes[link]
    for cell, named in by_row[row]:
        if link <= cell < end or cell <= link < cell + sizes[cell]:
            name = "link" if named.name in ("title", "name") else slug(f"{named.name}_link")
            return Named(name, named.source)
    for words in signs.classes:
        if (name := known_word(words)) and name not in ("link", "url", "title"):
            return Named(slug(f"{name}_link"), "class")
    return Named("link", "kind")


def _common_words(evidence: Sequence[Evidence]) -> set[str]:
    """Return the class words that many drafts have, as the name of the template does."""
    counts: dict[str, int] = {}
    for signs in evidence:
        for word in {*chain.from_iterable(signs.classes)} if signs.classes else ():
            counts[word] = counts.get(word, 0) + 1
    return {word for word, count in counts.items() if count > max(2, len(evidence) // 3)}
