"""Ranks columns: those about the thing of the page come before those beside it.

The thing is where the page's title is repeated. Values with a label, values on every page, and
values near that place are about it; links, repetitions and the parts of a page that are named
after menus, comments or advertisements are beside it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, log

from windrow.model import Value
from windrow.table.words import KNOWN
from windrow.tree.linked import Linked
from windrow.wrap.detail.elsewhere import holds_rows, row_label
from windrow.wrap.detail.fields import WHOLE, linked_value
from windrow.wrap.detail.leads import copies, lead
from windrow.wrap.detail.signature import label_of, signature_of
from windrow.wrap.detail.spot import Spot
from windrow.wrap.examples import NOT_THINGS
from windrow.wrap.wrapper import WrapperColumn

__all__ = ["MOST_COLUMNS", "ranked"]

# Chosen: as many as a person can read; docs/wrappers.md says what it costs.
MOST_COLUMNS = 40
"""Columns that a page gives by default; values with labels are never cut off."""

# Class words of parts that are beside the thing of a page.
_BESIDE = re.compile(
    r"nav|foot|menu|aside|sidebar|crumb|related|similar|recommend|also|popular|review|comment"
    r"|share|social|promo|advert|banner|newsletter|login|signup|cart|widget|modal|popup|overlay"
    r"|cookie|sponsor|\bads?\b"
)
# Whole words of classes of parts that are about other things, or what others say about the thing;
# an infobox in an `aside`, or a `football-table`, is not among them. The thing itself may be an
# advert with an `advert-price`: there, the word is the whole class. Chosen, not measured.
_APART = re.compile(
    r"(?<![a-z])(?:related|similar|recommended|recommendations|reviews|comments)(?![a-z])"
    r"|(?<=[.#])(?:ads|adverts?|advertisements?|sponsored)(?![\w-])"
)
# Parts of a page that are about its site, and the trail to a page, which is about its thing.
_SITE, _TRAIL = frozenset(("nav", "header", "footer")), re.compile("crumb|trail|path")
# A mark that all users give together, or their number: "4.5 out of 5". Chosen, not measured.
_MARK = re.compile(r"\(?\d.{0,29}", re.DOTALL)
# Points for and against a column. Chosen with half a of bench.detail in view, guided by a
# logistic regression on it; docs/wrappers.md says what the other half gives.
_POINTS = {
    "title": 2.0,  # it is the title, or said in it
    "full": 2.0,  # on all learned pages
    "labelled": 1.5,
    "marked up": 1.0,  # named by an attribute for machines
    "about the thing": 1.5,  # linked data of the thing itself
    "about a part": -1.0,  # linked data of a part of the thing: its nutrition, its video
    "about the page": -1.0,  # linked data of the page or the site
    "echoed": 1.5,  # what linked data of the thing also says
    "preview": 1.0,  # the picture that links to the page are to show
    "price": 1.0,
    "known word": 0.5,
    "list": 1.0,
    "near": 1.5,  # share of the way to the title that both have in common
    "before": -1.0,  # above the title
    "far": -2.5,  # below it, by the columns in between
    "beside": -1.0,  # its part is called after menus, comments ...
    "apart": 0.0,  # its part is about other things: minor whatever else it is
    "link": -3.0,  # an address, of which the text is a column
    "picture": -1.0,
    "words of a picture": -1.0,
    "same": -1.5,  # on all learned pages
    "repeated": -3.0,
    "again": -0.3,  # ln(which column of its name it is)
    "whole": -2.0,  # a label with its value, which has a column of its own
    "heading": -1.0,
    "link text": -0.5,
    "few": -1.5,  # under a label that some pages lack
    "sign": -3.0,  # no letter, no digit
}
_PREVIEW = "linked.meta.og:image"
# The dots in the place of a property of the thing itself: linked.Recipe.image, by definition.
_OWN = 2
# This many columns below the title is far. Chosen, as above.
_FAR = 100
# A text is the title's if this share of the words of both is common. Chosen, not measured.
_TITLE = 0.3
_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
# The points of a column that is about the thing with even odds. Chosen, not measured.
_MIDDLE = 2.0
_WORDS = re.compile(r"\w+")


def ranked(
    columns: Sequence[WrapperColumn],
    root: Spot,
    rows: Sequence[Mapping[str, Value]],
    linked: Sequence[Sequence[Linked]] = (),
) -> tuple[WrapperColumn, ...]:
    """Return *columns* with the worth of each: the given ones first, then minor ones.

    Within both, columns that differ between pages come first. *rows* are the learned values,
    *linked* is what the learned pages tell machines.
    """
    page = _Lessons(tuple(columns), root, tuple(rows), tuple(map(_said, linked)))
    points = [page.points(column) for column in columns]
    order = sorted(range(len(columns)), key=lambda k: -points[k])
    # What repeats a value with its label is never given beside it.
    order = [k for k in order if columns[k].place not in page.copies]
    # Reviews and related things are left out however few columns a page has.
    own = [k for k in order if not page.is_apart(columns[k])] or order
    first = {*own[:MOST_COLUMNS], *(k for k in own if page.is_fact(columns[k]))}
    found = [
        replace(column, worth=round(1 / (1 + exp(_MIDDLE - points[k])), 2), minor=k not in first)
        for k, column in enumerate(columns)
    ]
    return tuple(sorted(found, key=lambda one: (one.minor, page.is_constant(one))))


@dataclass(frozen=True)
class _Lessons:
    """The values of the learned pages, and their places."""

    columns: tuple[WrapperColumn, ...]
    root: Spot
    rows: tuple[Mapping[str, Value], ...]
    said: tuple[frozenset[str], ...] = ()  # to machines about the thing, by page

    def points(self, column: WrapperColumn) -> float:
        """Return the points for a column, minus those against it."""
        return sum(_POINTS[name] * float(value) for name, value in self._signs(column))

    def is_apart(self, column: WrapperColumn) -> bool:
        """Return whether a column is about other things, and nothing says it is about this one.

        Values with labels never are, nor are marks such as "4.5 out of 5", given on all pages.
        """
        signs = {name for name, value in self._signs(column) if value}
        about = ("title", "echoed", "marked up", "labelled", "few")
        return "apart" in signs and signs.isdisjoint(about) and not self._is_mark(column)

    def _is_mark(self, column: WrapperColumn) -> bool:
        values = [row.get(column.place) for row in self.rows]
        return all(isinstance(value, str) and _MARK.fullmatch(value) for value in values)

    def is_fact(self, column: WrapperColumn) -> bool:
        """Return whether a label that all pages have names it, and its value differs."""
        signs = {name for name, value in self._signs(column) if value}
        against = {"repeated", "whole", "sign", "same", "link", "few"}
        full = "full" in signs or self._is_fact_of_a_table(column)
        return "labelled" in signs and full and signs.isdisjoint(against)

    def _is_fact_of_a_table(self, column: WrapperColumn) -> bool:
        """Return whether it is a row of a table of labels in which others are facts."""
        return self._table_of(column) in self._tables

    @cached_property
    def _tables(self) -> frozenset[int]:
        """The parts of the page with values that all pages have under a label, and that differ."""
        full = (c for c in self.columns if all(row.get(c.place) is not None for row in self.rows))
        found = {self._table_of(column) for column in full if not self.is_constant(column)}
        return frozenset(found - {0})

    def _table_of(self, column: WrapperColumn) -> int:
        """Return the part of the page with the label of a column and others, or 0."""
        place = self._places.get(column.place)
        if place is None or place.suffix:
            return 0
        path = place.path
        label = next((spot.label for spot in reversed(path[-2:]) if spot.label), "")
        # A row and the value in it have the same label: the row counts.
        row = next((k for k, spot in enumerate(path) if label and spot.label == label), 0)
        # Rows whose labels were never seen on two pages have one spot.
        while row > 1 and path[row - 1].step.endswith("=*"):
            row -= 1
        return id(path[row - 1]) if row else 0

    def is_constant(self, column: WrapperColumn) -> bool:
        """Return whether all learned pages have the same value, or none."""
        values = [row.get(column.place) for row in self.rows]
        return len(values) > 1 and all(value == values[0] for value in values)

    def _signs(self, column: WrapperColumn) -> Iterator[tuple[str, float]]:
        values = [row.get(column.place) for row in self.rows]
        texts = [value for value in values if isinstance(value, str)]
        full = None not in values
        named = column.source in ("label", "linked") or column.locators[-1:][0][0] == "text"
        yield "title", column.place == "title" or self._is_in_title(values)
        yield "full", full
        yield "marked up", column.source == "attribute"
        yield "price", column.type == "price"
        yield "known word", any(word in KNOWN for word in column.name.split("_"))
        yield "list", bool(column.columns) and row_label(column.place) != "a"
        yield "again", log(self._turns[column.place])
        same = full and self.is_constant(column)
        row = self._is_fact_of_a_table(column)
        yield "same", same and not row and not column.place.startswith("linked.")
        repeated = self._first_said.get(repr(values)) != column.place
        yield "repeated", repeated or self._is_echo(column)
        yield "sign", bool(texts) and not any(map(_WORDS.search, texts))
        if column.place.startswith("linked."):
            thing = column.place.split(".")[1] not in NOT_THINGS
            yield "about the thing", thing
            yield "about a part", thing and column.place.count(".") > _OWN
            # Meta data for search engines is worth a column if it has a known word.
            meta = column.place.startswith("linked.meta.")
            preview = column.place == _PREVIEW
            known = meta and column.name.split("_")[-1] in KNOWN
            yield "preview", preview
            yield "about the page", not (thing or known or preview)
        elif place := self._places.get(column.place):
            labelled = bool(lead(column)) or any(s.label for s in place.path[-2:])
            yield "labelled", labelled and (full or row)
            yield "few", named and labelled and not (full or row)
            yield "echoed", self._is_echoed(values)
            yield from self._where(place)

    def _where(self, place: _Place) -> Iterator[tuple[str, float]]:
        """Yield the signs of the path to a column."""
        label = label_of(signature_of(place.path[-1].step))
        yield "link", place.suffix == "@href"
        yield "picture", place.suffix == "@src"
        yield "words of a picture", place.suffix == "@alt"
        yield "title", label == "h1" and not place.suffix
        yield "heading", label in _HEADINGS
        yield "link text", label == "a" and not place.suffix
        # What also holds the thing is not beside it.
        holders = {id(spot) for spot in self._thing.path} if self._thing else set()
        own = [signature_of(spot.step) for spot in place.path if id(spot) not in holders]
        yield "beside", any(map(_BESIDE.search, own))
        # Of several pages, the parts of a site are the same, and no columns.
        alone = len(self.rows) == 1
        yield "apart", any(map(_APART.search, own)) or (alone and any(map(_is_about_site, own)))
        yield "whole", not place.suffix and id(place.path[-1]) in self._wholes
        thing = self._thing
        if thing is not None:
            pairs = zip(place.path, thing.path, strict=False)
            common = next((k for k, (a, b) in enumerate(pairs) if a is not b),
                          min(len(place.path), len(thing.path)))  # fmt: skip
            yield "near", common / len(thing.path)
            yield "before", place.number < thing.number
            yield "far", min(1.0, max(0, place.number - thing.number) / _FAR)

    @cached_property
    def _places(self) -> dict[str, _Place]:
        """The places of the columns, numbered in page order."""
        wanted = {column.place for column in self.columns}
        found: dict[str, _Place] = {}
        for name, path, suffix in _walk(self.root):
            if name in wanted:
                found[name] = _Place(path, suffix, len(found))
        return found

    @cached_property
    def copies(self) -> dict[str, str]:
        """The places of columns that are a label with the value of another, by their places."""
        return copies(self.columns, self.rows)

    @cached_property
    def _wholes(self) -> frozenset[int]:
        """The spots with a label and its value, if the value also has a column."""
        return frozenset(
            id(spot)
            for place in self._places.values()
            if not place.suffix and any(one.label for one in place.path[-2:])
            for spot in place.path[-3:-1]
        )

    @cached_property
    def _turns(self) -> dict[str, int]:
        """How many columns of its name there are up to each, by their places."""
        counts: Counter[str] = Counter()
        found = {}
        for column in self.columns:
            counts[column.name] += 1
            found[column.place] = counts[column.name]
        return found

    def _is_echo(self, column: WrapperColumn) -> bool:
        """Return whether columns of their own say what the rows of a list say."""
        if not column.columns or not holds_rows(column.place):
            return False
        return all(
            cell in row.values() for row in self.rows for cell in _cells(row.get(column.place))
        )

    @cached_property
    def _first_said(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for column in self.columns:
            said = repr([row.get(column.place) for row in self.rows])
            found.setdefault(said, column.place)
        return found

    def _is_echoed(self, values: Sequence[Value]) -> bool:
        """Return whether linked data of the thing says what a column says, on each page."""
        pairs = [({*_texts(v)}, own) for v, own in zip(values, self.said, strict=False)]
        some = [(texts, own) for texts, own in pairs if texts]
        return bool(some) and all(2 * len(texts & own) > len(texts) for texts, own in some)

    def _is_in_title(self, values: Sequence[Value]) -> bool:
        """Return whether the titles of the pages contain it."""
        pairs = zip(values, self.rows, strict=True)
        return any(
            isinstance(value, str) and value.casefold() in str(row.get("title", "")).casefold()
            for value, row in pairs
            if value != row.get("title")
        )

    @cached_property
    def _thing(self) -> _Place | None:
        """Where the pages repeat their titles, or most of them: the place of their thing."""
        best, found = _TITLE, None
        for name, place in self._places.items():
            label = label_of(signature_of(place.path[-1].step))
            if place.suffix or label not in ("h1", "h2", "h3"):
                continue
            shares = [_shared(row.get(name), row.get("title")) for row in self.rows]
            share = sum(shares) / len(shares) + 0.5 * (label == "h1")
            if share >= best:
                best, found = share, place
        return found


@dataclass(frozen=True, slots=True)
class _Place:
    path: tuple[Spot, ...]
    suffix: str
    number: int


def _is_about_site(signature: str) -> bool:
    """Return whether a part with a signature is about the site, as menus are; trails are not.

    >>> [_is_about_site(one) for one in ("nav.main", "footer", "nav.breadcrumb", "div.nav")]
    [True, True, False, False]
    """
    return label_of(signature) in _SITE and not _TRAIL.search(signature)


def _walk(root: Spot) -> Iterator[tuple[str, tuple[Spot, ...], str]]:
    """Yield the ids of the values of spots, with their paths, in page order; lists whole."""
    stack: list[tuple[Spot, ...]] = [(root,)]
    while stack:
        path = stack.pop()
        spot = path[-1]
        if spot.is_list and spot is not root:
            yield spot.id, path, "[]"
            continue
        base = "" if spot is root else spot.id
        yield from ((base + held.suffix or WHOLE, path, held.suffix) for held in spot.held.values())
        for split in reversed(spot.splits.values()):
            stack += [(*path, part) for part in reversed(split.parts.values())]


def _said(linked: Sequence[Linked]) -> frozenset[str]:
    """Return the texts of linked data about the thing of a page."""
    things = (one.value for one in linked if one.path.split(".")[0] not in NOT_THINGS)
    return frozenset(text for value in things for text in _texts(linked_value(value)))


def _cells(value: Value) -> Iterator[Value]:
    """Yield the cells of the rows of a list."""
    for row in value if isinstance(value, list) else ():
        yield from row.values()


def _texts(value: Value) -> Iterator[str]:
    """Yield the texts of a cell, those of its rows included."""
    if isinstance(value, str):
        yield " ".join(value.split()).casefold()
    elif isinstance(value, list):
        for row in value:
            for cell in row.values():
                yield from _texts(cell)


def _shared(one: Value, other: Value) -> float:
    """Return the share of common words of two texts."""
    if not isinstance(one, str) or not isinstance(other, str):
        return 0.0
    first, second = ({*_WORDS.findall(text.casefold())} for text in (one, other))
    return len(first & second) / len(first | second) if first | second else 0.0
