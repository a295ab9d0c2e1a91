"""Names for columns: the page's own names, else names for what they look like.

Structure decides: a value of one record never names a column, so that pages of one template
get the same names. What the page offers is weighed by its chance (`suggestions`, `chances`); where
that is too small, the form of the values names a column, and at last its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from operator import itemgetter
from typing import NamedTuple

from windrow.table.appearance import is_discount, is_prose, is_year, looks_of
from windrow.table.beside import (
    PICTURE,
    name_answers,
    name_days,
    name_numbers,
    name_pictures,
    name_tallies,
)
from windrow.table.chances import LEAST, SOURCES
from windrow.table.drafts import DraftColumn
from windrow.table.evidence import Evidence, RecordMarkup, gather
from windrow.table.headline import find_title
from windrow.table.links import by_link, leads_again, link_name, tell_links_apart
from windrow.table.named import TITLES, Named, different
from windrow.table.stripping import bare
from windrow.table.suggestions import Context, Suggestion, suggestions_of
from windrow.table.types import TYPES
from windrow.table.types.count import counted
from windrow.table.words import slug
from windrow.tree import Tree

__all__ = ["Naming", "name_drafts"]

# Longer names made of classes are unreadable: chosen, not measured.
_LONGEST_CLASS = 24
# Sources of names: those that say what a column holds, and words of unknown meaning.
_UNKNOWN = frozenset(("word",))
_TOLD = frozenset(SOURCES) - _UNKNOWN
# Classes of a whole cell, of which the title may be a part.
_PROSE = frozenset(("description", "summary", "desc"))
# The share of the numbers that must be one more than the one before: chosen, not measured.
_COUNTING = 0.8
# Longer numbers count nothing, and Python refuses to read those of thousands of digits. Chosen.
_LONGEST_NUMBER = 9
_PERCENT = Named("percent", "form")
# Who made a record, and what it is sorted by: each has a page of its own.
_MAKERS = frozenset("author user username artist seller publisher brand category tag tags".split())


class Naming(NamedTuple):
    """The names of drafts, and for each what they were chosen from."""

    names: list[Named]
    suggestions: Sequence[Sequence[Suggestion]]
    evidence: Sequence[Evidence]


def name_drafts(
    markup: RecordMarkup,
    drafts: Sequence[DraftColumn],
    types: Sequence[str],
    *,
    headers: Mapping[int, str],
    labels: Mapping[int, str],
    beside: Sequence[DraftColumn] = (),
) -> Naming:
    """Return a name for every draft, all different, and what they were chosen from.

    *headers* and *labels* are what the page calls the fields. Drafts *beside* the candidates for
    the title already have names.
    """
    tree = markup.tree
    evidence = gather(markup, drafts, beside)
    common, several = _common_words(drafts, evidence)
    page = Context(
        headers,
        labels,
        _beside_others(drafts, types, headers) if headers else frozenset(),
        _further(drafts, evidence, headers, labels) if headers else frozenset(),
        common,
        several,
    )
    suggestions = suggestions_of(drafts, types, evidence, page)
    found = [_likeliest(own, among=_TOLD) if own else None for own in suggestions]
    for k, draft in enumerate(drafts):
        if found[k] is None and _is_shared(draft):
            found[k] = _by_form(draft, types[k]) or Named("group", "heading")
    links = [draft for draft in drafts if draft.field.kind == "link"]
    _name_makers(tree, drafts, types, evidence, found)
    repeats = partial(leads_again, tree, roots=markup.roots)
    _settle_titles(drafts, types, evidence, found, suggestions, common, repeats, first=not beside)
    for k, draft in enumerate(drafts):
        if found[k] is None and draft.field.kind != "link":
            found[k] = _by_form(draft, types[k]) or by_link(
                tree, draft, types[k], links, evidence[k]
            )
        # Of what a percent is, a class may say, known or not.
        if (found[k] is None or found[k] == _PERCENT) and draft.field.kind != "link":
            word = _likeliest(suggestions[k], among=_UNKNOWN)
            found[k] = word or found[k] or _by_kind(draft, types[k])
    name_numbers(drafts, types, evidence, found)
    name_tallies(drafts, types, found)
    name_days(drafts, found)
    name_answers(drafts, evidence, found)
    pairs = [(draft, named) for draft, named in zip(drafts, found, strict=True) if named]
    owned = {named for draft, named in pairs if draft.field.kind != "link"}
    named_texts = [(draft, named) for draft, named in pairs if draft.is_text and not draft.is_alt]
    above = {headers.get(draft.index) for draft in drafts if draft.is_text} - {None}
    by_row: dict[int, list[tuple[int, Named]]] = {}
    for k, draft in enumerate(drafts):
        if draft.field.kind != "link":
            continue
        # A header is above a text or a picture and its link: the link has the last claim.
        header = found[k]
        if header is None or header in owned or headers.get(draft.index) in above:
            found[k] = link_name(tree, draft, named_texts, by_row, evidence[k], header)
    tell_links_apart(tree, drafts, found)
    name_pictures(drafts, found, headers)
    names = different(drafts, [named or Named("text", "kind") for named in found])
    return Naming(names, suggestions, evidence)


def _name_makers(
    tree: Tree,
    drafts: Sequence[DraftColumn],
    types: Sequence[str],
    evidence: Sequence[Evidence],
    found: list[Named | None],
) -> None:
    """Call a text by where its link leads, if that is whose the record is and not what it is.

    The first text may be what the record is called all the same, in a list of authors.
    """
    texts = [k for k, draft in enumerate(drafts) if draft.is_text]
    links = [draft for draft in drafts if draft.field.kind == "link"]
    for k in texts[1:]:
        if found[k] is None and evidence[k].linked and types[k] == "text":
            named = by_link(tree, drafts[k], types[k], links, evidence[k])
            if named and named.name in _MAKERS:
                found[k] = named


def _is_shared(draft: DraftColumn) -> bool:
    """Return whether a text is the heading above a group of records, which all of them have."""
    if not draft.is_text:
        return False
    cells = draft.cells
    different = {*cells}
    if None in different:
        return len(different) - 1 < len(cells) - cells.count(None)
    return len(different) < len(cells)


def _beside_others(
    drafts: Sequence[DraftColumn], types: Sequence[str], headers: Mapping[int, str]
) -> frozenset[int]:
    """Return the drafts below a header that it does not name: those beside the one it names.

    It names the first text, and all of the same type. A picture or a date beside
    it, and a text beside a date, are named by their own content.
    """
    first: dict[str, str] = {}
    pairs = [(p, kind) for p, kind in zip(drafts, types, strict=True) if headers.get(p.index)]
    for draft, kind in pairs:
        if draft.is_text and not draft.is_alt:
            first.setdefault(headers[draft.index], kind)
    return frozenset(
        draft.index
        for draft, kind in pairs
        if (draft.is_text or draft.field.kind == "image")
        and kind != (main := first.get(headers[draft.index], kind))
        and (kind == "image" or (TYPES[kind].called and main == "text"))
    )


def _further(
    drafts: Sequence[DraftColumn],
    evidence: Sequence[Evidence],
    headers: Mapping[int, str],
    labels: Mapping[int, str],
) -> frozenset[int]:
    """Return the texts that share their header with its main one: their own markup may be better.

    Below "Topic" are the topic and who began it, below "Last post" a day and a name. The main text
    is the first; a text with a label of its own and a description come behind the others.
    """
    below: dict[str, list[int]] = {}
    for k, draft in enumerate(drafts):
        if (header := headers.get(draft.index)) and draft.is_text and not draft.is_alt:
            below.setdefault(header, []).append(k)
    found = []
    for texts in below.values():
        if len(texts) > 1:
            main = next(
                (
                    k
                    for k in texts
                    if drafts[k].index not in labels
                    and (evidence[k].linked or evidence[k].heading or not is_prose(drafts[k]))
                ),
                texts[0],
            )
            found += [drafts[k].index for k in texts if k != main]
    return frozenset(found)


def _likeliest(suggestions: Sequence[Suggestion], *, among: frozenset[str]) -> Named | None:
    """Return the name with the best chance; None if each of them would mislead too often."""
    own = [(one.chance, one) for one in suggestions if one.signs[0] in among]
    if not own:
        return None
    best, one = max(own, key=itemgetter(0)) if len(own) > 1 else own[0]
    return one.named if best >= LEAST else None


def _settle_titles(
    drafts: Sequence[DraftColumn],
    types: Sequence[str],
    evidence: Sequence[Evidence],
    found: list[Named | None],
    suggestions: Sequence[Sequence[Suggestion]],
    common: frozenset[str],
    repeats: Callable[[DraftColumn], bool],
    *,
    first: bool,
) -> None:
    """Call one draft the title, unless the page does, and no other one.

    Constant drafts, which are named later and not *first*, have no title.
    """
    sure = any(
        named and named.name in TITLES and named.source in ("header", "label", "attribute")
        for named in found
    )
    called = [bool(named and named.name in TITLES and named.source == "class") for named in found]
    title = -1
    if first and not sure:
        named_by_page = sum(named is not None and named.source == "header" for named in found)
        if 2 * named_by_page <= len(found):
            may_be = [
                (named is None or own or (named.name in _PROSE and named.source == "class"))
                and kind == "text"
                for named, own, kind in zip(found, called, types, strict=True)
            ]
            title = find_title(drafts, evidence, may_be, called, repeats)
    if title >= 0 and not called[title]:
        found[title] = Named("title", "form")
    for k, own in enumerate(called):
        if own and k != title and (title >= 0 or sure):
            found[k] = _other_name(evidence[k], suggestions[k], common)


def _other_name(
    signs: Evidence, suggestions: Sequence[Suggestion], common: frozenset[str]
) -> Named | None:
    """Return another name of a draft that a class calls the title, and that is not."""
    for words in signs.classes:
        own = [word for word in words if word not in common]
        name = slug("_".join(own[-2:]))
        if len(own) > 1 and TITLES.intersection(own) and len(name) <= _LONGEST_CLASS:
            return Named(name, "class")
        # The word for a title that the page uses.
        if own and own[-1] in TITLES - {"title"}:
            return Named(own[-1], "class")
    others = [one for one in suggestions if one.named.name not in TITLES]
    return _likeliest(others, among=_TOLD)


def _by_form(draft: DraftColumn, kind: str) -> Named | None:
    """Return the name that the values of a draft suggest."""
    if draft.field.kind == "rows":
        return Named("rows", "kind")
    if kind == "image":
        return PICTURE
    if draft.is_alt and not TYPES[kind].called:
        return Named("image_alt", "kind")
    if kind == "count" and (name := slug(noun := counted(draft.filled))):
        return Named(name, "form", noun)
    if kind == "percent" and is_discount(draft):
        return Named("discount", "form")
    if name := TYPES[kind].called:
        return Named(name, "form")
    if kind == "url":
        return Named("url", "form")
    if kind == "text" and (name := looks_of(draft)) and name != "description":
        return Named(name, "form")
    if kind == "integer" and is_year(draft):
        return Named("year", "form")
    if kind == "integer" and _is_counting(draft):
        return Named("number", "form")
    if kind == "text" and is_prose(draft):
        return Named("description", "form")
    return None


def _by_kind(draft: DraftColumn, kind: str) -> Named:
    """Return the name of a draft of which nothing is known but what kind of value it has."""
    # A text that is all of a term is one; beside others in it, it may be anything.
    if kind == "text" and draft.field.path.rpartition("/")[2] == "dt":
        return Named("term", "element")
    return Named("number" if kind in ("integer", "number", "count") else "text", "kind")


def _is_counting(draft: DraftColumn) -> bool:
    """Return whether the values count the records: each number is one more than the one before."""
    numbers = [
        int(found)
        for value in draft.filled
        if (found := value if value.isdecimal() else bare(value)).isdecimal()
        and len(found) <= _LONGEST_NUMBER
    ]
    steps = sum(second == first + 1 for first, second in pairwise(numbers))
    return steps >= max(2, _COUNTING * (len(draft.filled) - 1))


def _common_words(
    drafts: Sequence[DraftColumn], evidence: Sequence[Evidence]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the class words that many texts have, such as the template's name, and several.

    An unknown class word of several texts is about their looks.
    """
    if not any(signs.classes for signs in evidence):
        return frozenset(), frozenset()
    counts: dict[str, int] = {}
    texts = 0
    for draft, signs in zip(drafts, evidence, strict=True):
        if draft.is_text:
            texts += 1
            for word in {*chain.from_iterable(signs.classes)} if signs.classes else ():
                counts[word] = counts.get(word, 0) + 1
    many = max(2, texts // 3)
    return (
        frozenset(word for word, count in counts.items() if count > many),
        frozenset(word for word, count in counts.items() if count > 1),
    )
