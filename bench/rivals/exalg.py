"""EXALG: tokens that occur equally often on every page are the template [arasu2003].

Tokens are tags and words; equal tokens on different paths of tags have different roles. Tokens with
the same number of occurrences on each page are an equivalence class; where a class is regular, its
occurrences cut pages into regions, and equal tokens in different regions have different roles, too.
What is left between the tokens of a class is data, and classes inside a region are lists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeAlias

from bench.rivals.tokens import is_tag

__all__ = ["EquivalenceClass", "Template", "infer_template"]

# SizeThres and SupThres, the least tokens and pages of a class, as we remember [arasu2003]; not
# measured.
_SIZE = 3
_SUPPORT = 3
# Rounds of classes and roles: real pages need a few. Chosen, not measured.
_ROUNDS = 6

Role: TypeAlias = Hashable


@dataclass(frozen=True, slots=True)
class EquivalenceClass:
    """Tokens that occur equally often on every page, in the order of one occurrence."""

    tokens: tuple[str, ...]
    vector: tuple[int, ...]
    places: tuple[tuple[tuple[int, ...], ...], ...]  # page, occurrence, place of each token


@dataclass(frozen=True, slots=True)
class Template:
    """The classes of the pages that were given, and what these pages hold."""

    classes: tuple[EquivalenceClass, ...]
    rows: tuple[dict[str, Any], ...]  # data of each page: by class and region, lists as rows


def infer_template(pages: Sequence[Sequence[str]]) -> Template:
    """Return the template of *pages*, given as tags and texts, and their data."""
    tokens = [[*_words(page)] for page in pages]
    roles: list[list[Role]] = [[*_paths(page)] for page in tokens]
    classes: list[EquivalenceClass] = []
    known = 0
    for _ in range(_ROUNDS):
        classes = _apart([*_classes(tokens, roles)])
        inside = [_regions(classes, page, len(own)) for page, own in enumerate(tokens)]
        members = [_members(classes, page) for page in range(len(tokens))]
        for page, own in enumerate(roles):
            roles[page] = [
                role if at in members[page] else (role, inside[page][at])
                for at, role in enumerate(own)
            ]
        # Roles nest: the same ones again would only get longer names.
        roles, count = _numbered(roles)
        if count == known:
            break
        known = count
    rows = tuple(_row(classes, page, own) for page, own in enumerate(tokens))
    return Template(tuple(classes), rows)


def _words(page: Sequence[str]) -> Iterator[str]:
    for token in page:
        yield from [token] if is_tag(token) else token.split()


def _paths(page: Sequence[str]) -> Iterator[Role]:
    """Yield the first role of each token: itself on its path of tags."""
    open_tags: list[str] = []
    for token in page:
        if token.startswith("</") and open_tags and open_tags[-1] == f"<{token[2:]}":
            open_tags.pop()
        yield token, tuple(open_tags)
        if is_tag(token) and not token.startswith("</") and not token.endswith("/>"):
            open_tags.append(token)


def _numbered(roles: list[list[Role]]) -> tuple[list[list[Role]], int]:
    numbers: dict[Role, int] = {}
    return [[numbers.setdefault(role, len(numbers)) for role in page] for page in roles], len(
        numbers
    )


def _classes(
    tokens: Sequence[Sequence[str]], roles: Sequence[Sequence[Role]]
) -> Iterator[EquivalenceClass]:
    """Yield the large and frequent classes, each with those tokens that come in one order."""
    places: dict[Role, list[list[int]]] = defaultdict(lambda: [[] for _ in tokens])
    names: dict[Role, str] = {}
    for page, own in enumerate(roles):
        for at, role in enumerate(own):
            places[role][page].append(at)
            names[role] = tokens[page][at]
    groups: dict[tuple[int, ...], list[Role]] = defaultdict(list)
    for role, found in places.items():
        groups[tuple(map(len, found))].append(role)
    for vector, group in groups.items():
        if sum(count > 0 for count in vector) < min(_SUPPORT, len(tokens)) or len(group) < _SIZE:
            continue
        kept = _ordered([places[role] for role in group])
        if len(kept) >= _SIZE:
            chosen = [group[k] for k in kept]
            spans = tuple(
                tuple(zip(*(places[role][page] for role in chosen), strict=True))
                for page in range(len(tokens))
            )
            yield EquivalenceClass(tuple(names[role] for role in chosen), vector, spans)


def _ordered(places: Sequence[list[list[int]]]) -> list[int]:
    """Return which of the tokens come in one order in every occurrence, none of them crossing."""
    page = next(k for k, found in enumerate(places[0]) if found)
    order = sorted(range(len(places)), key=lambda k: places[k][page][0])
    kept = [order[0]]
    first = places[order[0]]
    for k in order[1:]:
        last = places[kept[-1]]
        if all(
            before < here and (n + 1 == len(own) or here < start[n + 1])
            for own, previous, start in zip(places[k], last, first, strict=True)
            for n, (before, here) in enumerate(zip(previous, own, strict=True))
        ):
            kept.append(k)
    return kept


def _apart(classes: list[EquivalenceClass]) -> list[EquivalenceClass]:
    """Return the classes, larger ones first, without those that cross one that is kept."""
    kept: list[EquivalenceClass] = []
    for one in sorted(classes, key=lambda c: (-len(c.tokens) * sum(map(bool, c.vector)), c.vector)):
        if not any(_cross(one, other) for other in kept):
            kept.append(one)
    return kept


def _cross(one: EquivalenceClass, other: EquivalenceClass) -> bool:
    """Return whether occurrences of two classes are neither apart nor one inside a region."""
    for mine, yours in zip(one.places, other.places, strict=True):
        for a in mine:
            for b in yours:
                if a[-1] < b[0] or b[-1] < a[0]:
                    continue
                if not (_holds(a, b) or _holds(b, a)):
                    return True
    return False


def _holds(outer: Sequence[int], inner: Sequence[int]) -> bool:
    below = sum(place < inner[0] for place in outer)
    return 0 < below < len(outer) and inner[-1] < outer[below]


def _members(classes: Sequence[EquivalenceClass], page: int) -> set[int]:
    return {at for one in classes for occurrence in one.places[page] for at in occurrence}


def _regions(classes: Sequence[EquivalenceClass], page: int, length: int) -> list[Role]:
    """Return for each place the innermost class around it, and the region of it."""
    found: list[Role] = [None] * length
    widths = [length + 1] * length
    for number, one in enumerate(classes):
        for occurrence in one.places[page]:
            width = occurrence[-1] - occurrence[0]
            for region, (a, b) in enumerate(pairwise(occurrence)):
                for at in range(a + 1, b):
                    if width < widths[at]:
                        found[at], widths[at] = (number, region), width
    return found


@dataclass(slots=True)
class _Span:
    number: int
    places: tuple[int, ...]
    row: dict[str, Any] = field(default_factory=dict)


def _row(classes: Sequence[EquivalenceClass], page: int, tokens: Sequence[str]) -> dict[str, Any]:
    """Return the data of a page: words between tokens of classes, classes inside as lists."""
    spans = sorted(
        (
            _Span(number, places)
            for number, one in enumerate(classes)
            for places in one.places[page]
        ),
        key=lambda span: (span.places[0], -span.places[-1]),
    )
    members = _members(classes, page)
    top = _Span(-1, (-1, len(tokens)))
    stack = [top]
    waiting = [*reversed(spans)]
    for at, token in enumerate(tokens):
        while waiting and waiting[-1].places[0] == at:
            span = waiting.pop()
            while stack[-1].places[-1] < at:
                stack.pop()
            around = stack[-1]
            key = f"{around.number}.{_region(around, at)}:{span.number}"
            around.row.setdefault(key, []).append(span.row)
            stack.append(span)
        while stack[-1].places[-1] < at:
            stack.pop()
        if at not in members and not is_tag(token):
            row, key = stack[-1].row, f"{stack[-1].number}.{_region(stack[-1], at)}"
            row[key] = f"{row[key]} {token}" if key in row else token
    return top.row


def _region(span: _Span, at: int) -> int:
    return sum(place < at for place in span.places)
