"""What a column may be called: the names that the page gives it, each with its signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from windrow.table.appearance import is_prose
from windrow.table.chances import chance
from windrow.table.classes import is_word, known_words
from windrow.table.drafts import DraftColumn
from windrow.table.evidence import Evidence
from windrow.table.likely import is_likely, promises
from windrow.table.likeness import is_synonym
from windrow.table.named import Named
from windrow.table.types import TYPES
from windrow.table.words import (
    DATED,
    KNOWN,
    OF_MOMENTS,
    OF_PRICES,
    PUBLIC,
    SYNONYMS,
    WORDY,
    label_slug,
    meaning,
    slug,
)
from windrow.tree.markup import GENERIC

__all__ = ["IMAGES", "Context", "Suggestion", "suggestions_of"]

IMAGES = frozenset("image logo avatar icon poster cover thumbnail flag".split())
_ADDRESSES = frozenset(("url", "image", "link", "thumbnail_url", "content_url", "same_as"))
# Sources that readers see, and those of unknown words.
_VISIBLE = frozenset(("header", "label"))
_STRANGE = frozenset(("code", "word"))
# Words that are not known to name columns, but may: "sale" is said of a price.
_PUBLIC = PUBLIC | OF_PRICES | OF_MOMENTS
# Sources that contradict no other one.
_WEAK = frozenset(("word", "code", "form"))
# Longer names made of classes are unreadable, and shorter parts of classes are abbreviations, in
# characters: chosen, not measured.
_LONGEST, _SHORTEST = 24, 4
# Names of more words are sentences: chosen, not measured.
_WORDS = 3
# The share of different values below which they are called repeated; the share of the rows below
# which a column is sparse. Chosen, not measured.
_DIFFERENT, _FILLED = 0.5, 0.5
# Fewer values may be the same by chance: chosen, not measured.
_FEWEST = 4


class Suggestion(NamedTuple):
    """A name that the page gives to a column, and what speaks for and against it."""

    named: Named
    signs: tuple[str, ...]

    @property
    def chance(self) -> float:
        """How likely it is what a person would call the column."""
        return chance(self.signs)


class Context(NamedTuple):
    """What the page says of all columns."""

    headers: Mapping[int, str]
    labels: Mapping[int, str]
    aside: frozenset[int]  # drafts below a header that does not name them
    further: frozenset[int]  # texts that share their header with its main one
    common: frozenset[str]  # class words that many texts have
    several: frozenset[str]  # class words that more than one text has


def suggestions_of(
    drafts: Sequence[DraftColumn],
    types: Sequence[str],
    evidence: Sequence[Evidence],
    page: Context,
) -> list[list[Suggestion]]:
    """Return the names that the page gives to each draft, the nearest of each source first."""
    every = [_own(*column, page) for column in zip(drafts, types, evidence, strict=True)]
    owners: dict[tuple[str, str], int] = {}
    for draft, own in zip(drafts, every, strict=True):
        # A link has the name of its text.
        if own and draft.field.kind != "link":
            for key in {(one.named.name, one.signs[0]) for one in own}:
                owners[key] = owners.get(key, 0) + 1
    return [[_compared(one, own, owners) for one in own] if own else own for own in every]


def _own(draft: DraftColumn, kind: str, evidence: Evidence, page: Context) -> list[Suggestion]:
    found = [*_visible(draft, kind, page)] if page.headers or page.labels else []
    if draft.field.kind == "link":
        return found
    if evidence.attributes:
        found += _attributes(draft, kind, evidence)
    if evidence.classes and not draft.is_alt:
        found += _classes(draft, kind, evidence, page)
    if draft.is_text:
        if evidence.icons:
            found += [Suggestion(Named(name, "class"), ("icon",)) for name in evidence.icons]
        # A percent may be anything.
        if (name := TYPES[kind].called) and kind != "percent":
            found.append(Suggestion(Named(name, "form"), ("form",)))
    return [_described(one, draft, kind) for one in found] if found else found


def _visible(draft: DraftColumn, kind: str, page: Context) -> Iterator[Suggestion]:
    """Yield the names that readers of the page see."""
    further = draft.index in page.further
    other = draft.index in page.aside or (further and is_prose(draft))
    header = "" if other else page.headers.get(draft.index, "")
    if header and (name := slug(header)):
        signs = ("header", "further") if further else ("header",)
        yield Suggestion(Named(name, "header", header), signs)
    label = page.labels.get(draft.index, "")
    if label and (name := label_slug(label, kind)):
        yield Suggestion(Named(name, "label", label), ("label",))


def _attributes(draft: DraftColumn, kind: str, evidence: Evidence) -> Iterator[Suggestion]:
    said = [(name, shown) for text, shown in evidence.attributes if (name := meaning(text))]
    names = [name for name, _ in said]
    # The name of an author is the author.
    if "name" in names[:-1] and names[names.index("name") + 1] in WORDY:
        del said[names.index("name")]
    for name, shown in said:
        # What a text is on may be an address or a picture; the text is neither.
        if not draft.is_text or kind == "url" or name not in _ADDRESSES:
            source = "label" if shown else "attribute" if _is_known(name) else "code"
            yield Suggestion(Named(name, "attribute"), (source,))


def _classes(
    draft: DraftColumn, kind: str, evidence: Evidence, page: Context
) -> Iterator[Suggestion]:
    """Yield names from the classes around a draft: of known words, and of single unknown ones."""
    # A list is named by the markup around all of it, not around its first item.
    classes = evidence.classes if draft.field.kind != "rows" else evidence.classes[::-1]
    for place, words in enumerate(classes):
        far = ("far",) if place else ()
        own = tuple([word for word in words if word not in page.common]) if page.common else words
        known = known_words(own)
        for k, name in enumerate(known):
            # How much something costs is its price.
            name = "price" if name == "amount" and kind == "price" else name
            # "title" around an image and "image" around a text are about the neighbour.
            if (kind == "image") == (name in IMAGES):
                signs = ("class", *far, *(("second",) if k else ()))
                part = len(own) > 1 and not all(word in KNOWN for word in own)
                yield Suggestion(Named(slug(name), "class"), (*signs, "part") if part else signs)
        if not known:
            yield from (
                Suggestion(Named(name, "class"), ("word", *far))
                for name in _unknown(own, page.several)
            )


def _unknown(words: Sequence[str], several: frozenset[str]) -> Iterator[str]:
    """Yield the only word of a class that says something, and is not of looks."""
    own = [
        word
        for word in words
        if len(word) >= _SHORTEST
        and word not in several
        and word not in IMAGES
        and word not in GENERIC
        and is_word(word)
    ]
    # Two words that nobody knows are the name of a box on the page more often than not.
    if len(own) == 1 and (name := slug(own[0])) and len(name) <= _LONGEST:
        yield name


def _is_known(name: str) -> bool:
    return any(word in KNOWN or word in SYNONYMS for word in name.split("_"))


def _described(one: Suggestion, draft: DraftColumn, kind: str) -> Suggestion:
    """Return a suggestion with the signs that lie in its words and in the values."""
    name, signs = one.named.name, [*one.signs]
    words = name.strip("_").split("_")
    if signs[0] in _VISIBLE and _is_known(name):
        signs.append("known")
    elif signs[0] in _STRANGE and {words[-1], words[-1].removesuffix("s")} & _PUBLIC:
        signs.append("public")
    if len(words) > _WORDS:
        signs.append("long")
    if draft.is_text:
        if signs[0] != "form" and (promised := promises(words, kind)) is not None:
            signs.append("typed" if promised else "untyped")
        if signs[0] not in _VISIBLE and not is_likely(name, draft, kind):
            signs.append("unlikely")
        if len(draft.filled) >= _FEWEST and len(draft.different) < _DIFFERENT * len(draft.filled):
            signs.append("repeated")
        if len(draft.filled) < _FILLED * len(draft.values):
            signs.append("sparse")
    return Suggestion(one.named, tuple(signs))


def _compared(
    one: Suggestion, own: Sequence[Suggestion], owners: Mapping[tuple[str, str], int]
) -> Suggestion:
    signs, source = one.signs, one.signs[0]
    # Most names of a form stand alone, and no other column competes for such.
    if source == "form" and len(own) == 1:
        return one
    others = [other for other in own if other.signs[0] != source] if len(own) > 1 else []
    if any(other.named.name == one.named.name for other in others):
        signs = (*signs, "agreed")
    elif source != "form" and any(_contradicts(other, one.named.name) for other in others):
        signs = (*signs, "contested")
    if source != "form" and owners.get((one.named.name, source), 0) > 1:
        signs = (*signs, "shared")
    return one if signs is one.signs else Suggestion(one.named, signs)


def _contradicts(other: Suggestion, name: str) -> bool:
    """Return whether another name that may be right means something else."""
    if other.signs[0] in _WEAK or "unlikely" in other.signs:
        return False
    if (second := other.named.name) == name:
        return False
    last, second = name.strip("_").rpartition("_")[2], second.strip("_").rpartition("_")[2]
    # All words for days and hours may be meant by each other.
    same = last == second or is_synonym(last, second) or (last in DATED and second in DATED)
    return not same
