"""A wanted field in the terms of columns: its words, the type it means, and what it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain

from windrow.table.forms import forms_for
from windrow.table.likeness import SYNONYM, alike, is_known, words_of
from windrow.table.meant import meant
from windrow.table.types import TYPES
from windrow.table.wanted import Wanted
from windrow.table.words import ALIKE, DATED, NUMERIC, WORDY

__all__ = ["COUNTS", "Asked", "all_asked"]

# What a field may be about, by one of its words. Forms of values speak for each.
_SUBJECTS = (
    "title", "description", "url", "image", "author", "category", "location", "id", "number",
    "date", "price",
)  # fmt: skip

# Types of which a number of things is asked for, and not one of them.
_CONTACTS = frozenset(("url", "image", "email", "phone"))
# Words that say that a number of things is asked for: a review count is the column of reviews.
COUNTS = frozenset(("count", "total", "number", "quantity"))


# Last words of the name or the link of a record, and those of its name alone.
_CALLED = frozenset(("name", "title"))
_OF_RECORDS = _CALLED | {"url", "link", "id"}
# Last words that say that something is an address, and what is meant with a word before them.
_ADDRESSES = frozenset(("address", "url", "link", "src", "path", "file"))
_IMAGE = "image"
_ADDRESSED = {"email": "email", "mail": "email", "web": "website", "website": "website"}
_ADDRESSED |= dict.fromkeys(
    "image photo picture logo icon thumbnail cover avatar poster".split(), _IMAGE
)


@dataclass(frozen=True)
class Asked:
    """A wanted field in the terms of columns."""

    names: tuple[tuple[str, ...], ...]
    type: str  # as it was given
    form: str  # the type that its name means
    heads: tuple[tuple[str, ...], ...] = ()  # what its last word is said of: the start of a date
    is_first: bool = False  # a text without a known word, where nothing else is the title
    called: frozenset[tuple[str, ...]] = frozenset()  # its words as they were given

    @property
    def kind(self) -> str:
        """The type that is given, or else meant; "" if none is."""
        return self.type or self.form

    @cached_property
    def is_known(self) -> bool:
        """Whether one of its words has a known meaning."""
        return bool(self.form) or any(map(is_known, self.names))

    @cached_property
    def subjects(self) -> frozenset[str]:
        """What the field is about, of a few things that most lists have."""
        return frozenset(one for one in _SUBJECTS if self.means(one))

    @cached_property
    def values(self) -> str:
        """What values its last word promises: words, numbers or days; "" if unknown."""
        last = {words[-1] for words in self.names}
        if self.kind and self.kind not in ("text", "boolean"):
            return ""
        if len(self.names) > 1 and self.names[0][-1] in COUNTS:
            return "numbers"
        for name, known in (("words", WORDY), ("numbers", NUMERIC), ("days", DATED)):
            if last & known:
                return name
        return ""

    @cached_property
    def forms(self) -> frozenset[str]:
        """What its values may look like, if that is known."""
        return forms_for({words[-1] for words in self.names})

    @property
    def is_thing(self) -> bool:
        """Whether it is a text that only its place says something of."""
        return not self.is_known and self.type in ("", "text")

    def means(self, word: str) -> bool:
        """Return whether the field is what *word* says; of several words the last one counts."""
        return any(alike(words[-1], word) >= SYNONYM for words in self.names)


def all_asked(fields: Sequence[Wanted]) -> list[Asked]:
    """Return what *fields* ask for; the first one may be the title by its place."""
    found = []
    texts = [[text for text in (want.name, want.also) if text] for want in fields]
    means = [[words for text in own if (words := meant(text))] for own in texts]
    record = _record(means)
    for want, given, said in zip(fields, texts, means, strict=True):
        names = tuple(dict.fromkeys(name for one in said for name in _ways(one, record)))
        form = next((_TYPED[words[-1]] for words in names if words[-1] in _TYPED), "")
        of = tuple(words[:-1] for words in said if len(words) > 1)
        found.append(Asked(names, want.type, form, of, called=frozenset(map(words_of, given))))
    if not any("title" in one.subjects for one in found):
        # Records are mostly asked for by what they are: a case, a song, an ingredient.
        first = next((k for k, one in enumerate(found) if one.is_thing), None)
        if first is not None:
            found[first] = replace(found[first], is_first=True)
    return found


def _record(means: Sequence[Sequence[tuple[str, ...]]]) -> str:
    """Return the word for the records that several fields begin with: a job title, a job location.

    One of them is their name or their link; "" if there is no such word.
    """
    firsts = Counter(words[0] for said in means for words in said[:1] if len(words) > 1)
    own = [words[0] for said in means for words in said[:1] if len(words) > 1 and _names_it(words)]
    return max(own, key=lambda word: firsts[word], default="") if _is_shared(own, firsts) else ""


def _is_shared(own: Sequence[str], firsts: Counter[str]) -> bool:
    best = max((firsts[word] for word in own), default=0)
    return best > 1 and len({word for word in own if firsts[word] == best}) == 1


def _names_it(words: tuple[str, ...]) -> bool:
    return words[-1] in _OF_RECORDS


def _ways(words: tuple[str, ...], record: str = "") -> Iterator[tuple[str, ...]]:
    """Yield the words of a name, and without words that say no more of it.

    The last one may only say that it is a number or an address, the first one what the records are.
    """
    if len(words) > 1 and words[-1] in _ADDRESSES and (of := _ADDRESSED.get(words[-2])):
        yield (words[-2], of) if of == _IMAGE != words[-2] else (of,)
        return
    yield words
    # A phone number is a phone, but no count of pictures is one.
    counted = words[-1] != "number" and _TYPED.get(words[-2]) in _CONTACTS if words[1:] else False
    if len(words) > 1 and words[-1] in COUNTS and not counted:
        yield words[:-1]
    if len(words) > 1 and words[0] == record and words[-1] not in _CALLED:
        yield words[1:]


def _typed_words() -> Iterator[tuple[str, str]]:
    """Yield words with the types they mean: what people call such a column, and synonyms."""
    for kind in reversed(TYPES.values()):
        called = kind.name if kind.address else kind.called
        groups = [group for group in ALIKE if group[0] == called]
        for word in {called, *chain.from_iterable(groups)} - {""}:
            yield word, kind.name


# If two types have one word, the first type counts.
_TYPED = dict(_typed_words())
