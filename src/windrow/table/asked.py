"""A wanted field in the terms of columns: its words, the type it means, and what it is about."""

from __future__ import annotations

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

__all__ = ["Asked", "all_asked"]

# What a field may be about, by one of its words. Forms of values speak for each.
_SUBJECTS = (
    "title", "description", "url", "image", "author", "category", "location", "id", "number",
    "date", "price",
)  # fmt: skip

# Words that say that a number of things is asked for: a review count is the column of reviews.
_COUNTS = frozenset(("count", "total", "number", "quantity"))


@dataclass(frozen=True)
class Asked:
    """A wanted field in the terms of columns."""

    names: tuple[tuple[str, ...], ...]
    type: str  # as it was given
    form: str  # the type that its name means
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
        if len(self.names) > 1 and self.names[0][-1] in _COUNTS:
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
    for want in fields:
        given = [text for text in (want.name, want.also) if text]
        said = filter(None, map(meant, given))
        names = tuple(dict.fromkeys(name for one in said for name in _ways(one)))
        form = next((_TYPED[words[-1]] for words in names if words[-1] in _TYPED), "")
        found.append(Asked(names, want.type, form, called=frozenset(map(words_of, given))))
    if not any("title" in one.subjects for one in found):
        # Records are mostly asked for by what they are: a case, a song, an ingredient.
        first = next((k for k, one in enumerate(found) if one.is_thing), None)
        if first is not None:
            found[first] = replace(found[first], is_first=True)
    return found


def _ways(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the words of a name, and without a last word that only says that it is a number."""
    yield words
    if len(words) > 1 and words[-1] in _COUNTS:
        yield words[:-1]


def _typed_words() -> Iterator[tuple[str, str]]:
    """Yield words with the types they mean: what people call such a column, and synonyms."""
    for kind in reversed(TYPES.values()):
        called = kind.name if kind.address else kind.called
        groups = [group for group in ALIKE if group[0] == called]
        for word in {called, *chain.from_iterable(groups)} - {""}:
            yield word, kind.name


# If two types have one word, the first type counts.
_TYPED = dict(_typed_words())
