"""Pages as tags and texts, for systems that know no trees, and what these read as regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from windrow.detect.score import shared_parent, text_score
from windrow.errors import NothingLearned
from windrow.model import Alignment, Cell, Field, Record, Region, Row
from windrow.tree import Tree
from windrow.tree.join import join

__all__ = [
    "Mark",
    "PageTokens",
    "Stretch",
    "TokenTemplate",
    "applied",
    "is_tag",
    "learned",
    "require_tokens",
]

# The most tokens of a page that is learned from: the systems compare pages in more than linear
# time. Chosen: two such pages take some seconds.
_MOST_TOKENS = 40_000


@dataclass(frozen=True, slots=True)
class PageTokens:
    """The tags of a page and its texts, in order, and the node of each.

    >>> PageTokens.of(Tree.from_text('p(b"Ant" "is red")')).words
    ('<p>', '<b>', 'Ant', '</b>', 'is red', '</p>')
    >>> PageTokens.of(Tree.from_text('a[href=/1]"Ant"')).words
    ('<a>', '<@link>', '/1', '</@link>', 'Ant', '</a>')
    """

    words: tuple[str, ...]
    nodes: tuple[int, ...]

    @classmethod
    def of(cls, tree: Tree) -> PageTokens:
        """Return the tokens of a page; addresses are texts between tags of their own."""
        found = [*_tokens(tree)]
        return cls(tuple(word for word, _ in found), tuple(node for _, node in found))


def _tokens(tree: Tree) -> Iterator[tuple[str, int]]:
    around: list[int] = []
    for node in range(len(tree)):
        while around and around[-1] + tree.sizes[around[-1]] <= node:
            yield f"</{tree.label(around[-1])}>", around.pop()
        label = tree.label(node)
        if not label.startswith("#"):
            yield f"<{label}>", node
            around.append(node)
        text = ""
        for kind, value in tree.items(node):
            if kind == "text":
                text = value.strip()
            elif value.strip():
                yield f"<@{kind}>", node
                yield _as_text(value.strip()), node
                yield f"</@{kind}>", node
        if text:
            yield _as_text(text), node
    while around:
        yield f"</{tree.label(around[-1])}>", around.pop()


def _as_text(text: str) -> str:
    # What only looks like a tag is told from one by a space, which no text begins with.
    return f" {text}" if is_tag(text) else text


def is_tag(token: str) -> bool:
    """Return whether a token is a tag."""
    return token.startswith("<") and token.endswith(">")


def require_tokens(pages: Sequence[PageTokens], system: str) -> None:
    """Raise `NothingLearned` where a system would compare pages for too long, or only one page."""
    if len(pages) < 2:
        raise NothingLearned(f"{system} compares pages, and there is one", hint="give two or more")
    largest = max(len(page.words) for page in pages)
    if largest > _MOST_TOKENS:
        raise NothingLearned(
            f"{system} reads pages of up to {_MOST_TOKENS:,} tags and texts, and one has "
            f"{largest:,}",
            hint="leave --detector out",
        )


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a page that a template reads: from which token to which, and what is in it."""

    start: int
    end: int
    marks: tuple[Mark, ...]
    fit: float = 1.0


Mark: TypeAlias = "int | tuple[Stretch, ...] | None"
"""The token of a value, the parts of a list, or nothing."""


class TokenTemplate(Protocol):
    """A template that reads pages as tokens."""

    @property
    def rows(self) -> int | None:
        """The field whose parts are the records; None where the page is one."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of a page, in order."""

    def read(self, page: PageTokens) -> Stretch | None:
        """Return what the template reads in a page; None where the page is another one's."""

    def of_list(self, rows: int) -> TokenTemplate:
        """Return the template with the parts of a field for records."""

    def to_json(self) -> dict[str, Any]:
        """Return the template as plain data, ready for `json.dumps`."""

    def __str__(self) -> str: ...


def learned(
    system: str, template: TokenTemplate, trees: Sequence[Tree], pages: Sequence[PageTokens]
) -> tuple[Tree, Region, list[Region]]:
    """Return the pages joined, the region whose records they are, and the lists they share."""
    joined, starts = join(trees)
    found = [template.read(page) for page in pages]
    if not any(found):
        raise NothingLearned(
            f"what {system} learns reads none of the pages", hint="leave --detector out"
        )
    empty: Row = (None,) * len(template.fields)
    rows = tuple(
        _row(one.marks, page, start) if one else empty
        for one, page, start in zip(found, pages, starts, strict=True)
    )
    whole = Region(
        tuple((start,) for start in starts),
        system,
        score=1.0,
        alignment=Alignment(joined, template.fields, rows),
        template=template,
    )
    lists = []
    for k, field in enumerate(template.fields):
        if field.kind == "rows":
            parts = [
                (page, start, one.marks[k])
                for one, page, start in zip(found, pages, starts, strict=True)
                if one is not None
            ]
            region = _list_region(system, joined, template.of_list(k), parts)
            lists += [region] if region and len(region.records) > 1 else []
    return joined, whole, lists


def applied(system: str, template: TokenTemplate, tree: Tree) -> list[Region]:
    """Return what a template reads on another page: the page, or the records of its list."""
    page = PageTokens.of(tree)
    found = template.read(page)
    if found is None:
        return []
    if template.rows is not None:
        marks = found.marks[template.rows] if template.rows < len(found.marks) else None
        region = _list_region(system, tree, template, [(page, 0, marks)])
        return [region] if region else []
    alignment = Alignment(tree, template.fields, (_row(found.marks, page, 0),))
    return [Region(((0,),), system, score=found.fit, alignment=alignment, template=template)]


def _list_region(
    system: str,
    tree: Tree,
    template: TokenTemplate,
    parts: Sequence[tuple[PageTokens, int, Mark]],
) -> Region | None:
    """Return the parts of a list on all pages as records, if there are any."""
    assert template.rows is not None
    records: list[Record] = []
    rows: list[Row] = []
    end = 0
    for page, start, mark in parts:
        for part in mark if isinstance(mark, tuple) else ():
            roots = _roots(tree, page, part, start, end)
            if roots:
                records.append(roots)
                rows.append(_row(part.marks, page, start))
                end = roots[-1] + tree.sizes[roots[-1]]
    if not records:
        return None
    return Region(
        tuple(records),
        system,
        shared_parent(tree, records),
        max(map(len, records)),
        text_score(tree, records),
        alignment=Alignment(tree, template.fields[template.rows].fields, tuple(rows)),
        template=template,
    )


def _roots(tree: Tree, page: PageTokens, part: Stretch, start: int, end: int) -> Record:
    """Return the topmost nodes that begin in a part of a page and behind *end*."""
    roots: list[int] = []
    for at in range(part.start, part.end):
        node = page.nodes[at] + start
        if node >= end and not page.words[at].startswith("</"):
            roots.append(node)
            end = node + tree.sizes[node]
    return tuple(roots)


def _row(marks: Sequence[Mark], page: PageTokens, start: int) -> Row:
    return tuple([_cell(mark, page, start) for mark in marks])


def _cell(mark: Mark, page: PageTokens, start: int) -> Cell:
    if isinstance(mark, tuple):
        return tuple([_row(part.marks, page, start) for part in mark])
    return None if mark is None else page.nodes[mark] + start
