"""Steps of a path: a node's label, its place among its siblings, and the words it is marked with.

``li.card`` says more than ``li``, and stays true when another list is put before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from windrow.tree import Tree
from windrow.tree.markup import is_state
from windrow.tree.tree import TEXT_LABEL

__all__ = [
    "ANY",
    "Step",
    "Steps",
    "common_steps",
    "parse_step",
    "parse_steps",
    "steps_text",
    "words_of",
]

_DIGITS = re.compile(r"\d+")
_PIECES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
# Words in mixed case that mean something have pieces of at least this many letters on average.
# Chosen, not measured.
_SHORT = 3
# Words of a node that are kept. Chosen, not measured.
_MOST_WORDS = 8
ANY = "*"
# Steps of a path in a file; pages are cut at 512 levels. Chosen, not measured.
_LONGEST_PATH = 600
# The parser lets labels have nearly any character; those of real pages have these.
_LABEL = re.compile(r"[\w:-]{1,60}")
# Labels that a page has once.
_ONCE = frozenset(("html", "body"))
# Words that would not survive being written into a path (``w-1/2``) are left out.
_WORD = re.compile(r"[.#][^\s.#/\[\]]{1,60}")


@lru_cache(maxsize=8192)
def words_of(classes: str, name: str = "") -> tuple[str, ...]:
    """Return the lasting words of a class attribute (``.word``) and an id (``#word``), sorted.

    >>> words_of("item item-17 odd", "row17")
    ('#row0', '.item', '.item-0')
    """
    marked = [f".{word}" for word in classes.split() if not is_state(word)]
    if name and not _is_random(name):
        marked.append(f"#{name}")
    words = {
        _DIGITS.sub("0", word) for word in marked if _WORD.fullmatch(word) and word.isprintable()
    }
    return tuple(sorted(words)[:_MOST_WORDS])


def _is_random(name: str) -> bool:
    """Return whether an id looks random: ``vqAQBxH``, where words would be longer."""
    pieces = _PIECES.findall(name)
    mixed = name.lower() != name != name.upper()
    return mixed and len(pieces) > 1 and sum(map(len, pieces)) < _SHORT * len(pieces)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a path: *place* counts the siblings of the label from 1; 0 means any.

    The label ``*`` means any, too.
    """

    label: str
    place: int = 0
    words: frozenset[str] = frozenset()

    def __str__(self) -> str:
        place = f"[{self.place}]" if self.place else ""
        return f"{self.label}{''.join(sorted(self.words))}{place}"

    def fits(self, label: str) -> bool:
        """Return whether a node with that *label* can be this step."""
        return self.label in (label, ANY)


_STEP = re.compile(r"(?P<label>[^.#\[\]]+|#text)(?P<words>[^\[\]]*)(\[(?P<place>[1-9]\d{0,5})\])?")


def steps_text(path: Sequence[Step]) -> str:
    """Return *path* as text, for people and files: ``ul.results/li[2]``."""
    return "/".join(map(str, path))


def parse_steps(text: str) -> tuple[Step, ...]:
    """Return the path that `steps_text` writes as *text*; ValueError if there is none."""
    steps = text.split("/")
    if len(steps) > _LONGEST_PATH:
        raise ValueError(f"a path has {len(steps)} steps")
    return tuple(map(parse_step, steps))


def parse_step(text: str) -> Step:
    """Return the step that prints as *text*; ValueError if it is not one."""
    found = _STEP.fullmatch(text) if text.isprintable() else None
    if found is None or _WORD.sub("", found["words"]):
        raise ValueError(f"not a step of a path: {text[:60]!r}")
    return Step(found["label"], int(found["place"] or 0), frozenset(_WORD.findall(found["words"])))


class Steps:
    """Gives the steps of the nodes of one tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        names = {name: number for number, name in enumerate(tree.attribute_names)}
        self._class, self._name = names.get("class", -1), names.get("id", -1)
        self._found: dict[str, list[int]] = {}

    def remembered(self, key: str, search: Callable[[], list[int]]) -> list[int]:
        """Return the nodes that *search* finds, or has found before under this *key*."""
        if key not in self._found:
            self._found[key] = search()
        return self._found[key]

    def words(self, node: int) -> tuple[str, ...]:
        """Return the lasting words *node* is marked with."""
        tree = self.tree
        classes = name = ""
        first, last = tree.attribute_starts[node], tree.attribute_starts[node + 1]
        for k in range(3 * first, 3 * last, 3):
            if tree.attributes[k] == self._class:
                classes = tree.buffer[tree.attributes[k + 1] : tree.attributes[k + 2]].decode()
            elif tree.attributes[k] == self._name:
                name = tree.buffer[tree.attributes[k + 1] : tree.attributes[k + 2]].decode()
        return words_of(classes, name) if classes or name else ()

    def marked(self, node: int) -> str:
        """Return label and words of *node*: ``li.card``."""
        return self.tree.label(node) + "".join(self.words(node))


def common_steps(steps: Steps, lines: Sequence[Sequence[tuple[int, int]]]) -> tuple[Step, ...]:
    """Return the steps that *lines* share: nodes of equal labels, each with its place."""
    tree = steps.tree
    found = []
    for level in zip(*lines, strict=True):
        places = {place for _, place in level}
        label = tree.label(level[0][0])
        words: frozenset[str] = frozenset()
        # There is one of each: their classes say which browser or page it is, and not where.
        if label not in _ONCE:
            words = frozenset.intersection(*(frozenset(steps.words(node)) for node, _ in {*level}))
        known = label if label == TEXT_LABEL or _LABEL.fullmatch(label) else ANY
        found.append(Step(known, places.pop() if len(places) == 1 else 0, words))
    return tuple(found)
