"""Chooses the fields of a template that are worth a column: no repetitions, no site frame.

A template knows every spot of a page. Most repeat another spot, are pieces of a
text that is given as a whole, or belong to the site and not to the thing the page is about.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from windrow.model import Value
from windrow.wrap.detail.fields import is_shown
from windrow.wrap.detail.grow import number
from windrow.wrap.detail.signature import label_of, signature_of, spoken_signature
from windrow.wrap.detail.spot import Held, LinkedHeld, Split, Spot

__all__ = ["drop_worthless"]

Row = dict[str, Value]
_Home: TypeAlias = tuple[int, str]

# The content of these belongs to the site, not to the thing the page is about.
_EDGES = frozenset({"nav", "header", "footer"})
_MENU = re.compile(r"[.#](nav|footer|navbar|navigation)\b|menu")
# A word for a menu counts this many spots up. Chosen; bench.detail measures the whole.
_NEAR = 2
# Keys of linked data about pages, not about things.
_ABOUT_PAGES = frozenset("@id potentialAction mainEntityOfPage isPartOf breadcrumb".split())
# Links that lead nowhere.
_NOWHERE = re.compile(r"\s*(#|javascript:)", re.IGNORECASE)
_WORDS = re.compile(r"\w")
# Shorter values may be equal by coincidence. Chosen; bench.detail measures the whole.
_TELLING = 12
# A labelled value that all pages share is at most this long; longer ones are texts of the site.
# Chosen; bench.detail measures the whole.
_PHRASE = 60
# This many labels with values that never differ are a part of the site. Chosen; bench.detail
# measures the whole.
_TABLE = 4
# Sentences with words marked up in them are at least this long. Chosen; bench.detail measures the
# whole.
_PROSE = 100
# A part of the page with more spots, none of them labelled, that is the same everywhere, belongs to
# the site. Chosen; bench.detail measures the whole.
_FROZEN = 12


@dataclass(frozen=True, eq=False, slots=True)
class _Cell:
    """The value of one spot under one suffix, with its texts on the learned pages."""

    spot: Spot
    held: Held
    above: tuple[Spot, ...]  # from the root of its row down to its parent
    values: tuple[Value, ...]

    @property
    def label(self) -> str:
        return next((p.label for p in (self.spot, *reversed(self.above)) if p.label), "")

    @property
    def is_constant(self) -> bool:
        return _all_equal(self.values)

    @property
    def texts(self) -> list[str]:
        return [value for value in self.values if isinstance(value, str)]


def drop_worthless(
    root: Spot,
    linked: dict[str, LinkedHeld],
    rows: Sequence[Row],
    wanted: frozenset[str] = frozenset(),
) -> None:
    """Hide values that are not worth a column, and close spots without others.

    *rows* are the values of the learned pages; a cell with one of the values *wanted* is kept.
    """
    _drop_company(root, rows, wanted)
    kept = _worthy([*_cells(root, rows, wanted)], wanted)
    seen = {key for cell in kept if (key := _key(cell.values))}
    for path, held in linked.items():
        key = _key([row.get(f"linked.{path}") for row in rows])
        if not _ABOUT_PAGES.isdisjoint(path.split(".")) or (key and key in seen):
            linked[path] = replace(held, fields=(), show=False)
        elif key:
            seen.add(key)
    _close(root)
    number(root)


def _worthy(cells: Sequence[_Cell], wanted: frozenset[str]) -> list[_Cell]:
    """Hide worthless cells, and return the others."""
    kept: list[_Cell] = []
    seen: dict[str, _Cell] = {}
    dead = _dead(cells)
    dropped = {id(cell) for cell in _pieces(cells)}
    # If two are equal, the text comes first, and the whole of it.
    for cell in sorted(cells, key=lambda cell: bool(cell.held.suffix)):
        key = _key(cell.values)
        if not wanted.isdisjoint(cell.texts):
            # A person has asked for it.
            cell.held.labelled = True
            kept.append(cell)
        elif (
            not cell.texts
            or id(cell) in dropped
            or _is_at_edge((*cell.above, cell.spot), cell.values)
            or _is_handle(cell)
        ):
            cell.held.show = False
        elif cell.is_constant and not _is_fact(cell, dead):
            # Pages with another value still give it.
            cell.held.labelled = False
        elif key and key in seen and not _differ(cell, seen[key]):
            cell.held.show = False
        else:
            kept.append(cell)
            if key:
                seen[key] = cell
    return kept


def _cells(root: Spot, rows: Sequence[Row], wanted: frozenset[str]) -> Iterator[_Cell]:
    """Yield the values of the spots of a row, in page order; rows of lists are separate."""
    stack: list[tuple[Spot, tuple[Spot, ...]]] = [(root, ())]
    while stack:
        spot, above = stack.pop()
        if spot.frozen:
            continue
        if spot.is_list and spot is not root:
            lists = [row.get(spot.id) for row in rows]
            if _is_at_edge((*above, spot), lists):
                for held in [held for below in _below(spot) for held in below.held.values()]:
                    held.show = False
            else:
                inner = [row for one in lists if isinstance(one, list) for row in one]
                _worthy([*_cells(spot, inner, wanted)], wanted)
            continue
        base = "" if spot is root else spot.id
        for held in spot.held.values():
            if is_shown(held):
                name = base + held.suffix or "."
                yield _Cell(spot, held, above, tuple([row.get(name) for row in rows]))
        for split in reversed(spot.splits.values()):
            stack += [(part, (*above, spot)) for part in reversed(split.parts.values())]


def _drop_company(root: Spot, rows: Sequence[Row], wanted: frozenset[str]) -> None:
    """Hide lists that name the page's thing among others: they are lists of other pages."""
    subjects = [{_folded(text) for text in _titles(row)} for row in rows]
    lists = [spot for spot in _below(root) if spot.is_list]
    for spot in lists:
        found = [row.get(spot.id) for row in rows]
        helds = [(below, held) for below in _below(spot) for held in below.held.values()]
        names = [("" if b is spot else b.id) + held.suffix or "." for b, held in helds]
        linked = [name for name in names if name.endswith("@href")]
        if not any(_is_in_most(name, found) for name in linked):
            # Other things have pages of their own.
            continue
        if any(_is_company(name, found, subjects, wanted) for name in names):
            for _, held in helds:
                held.show = False


def _is_in_most(name: str, lists: Sequence[Value]) -> bool:
    """Return whether most rows of *lists* have a value under a name."""
    rows = [row for one in lists if isinstance(one, list) for row in one]
    return 2 * sum(name in row for row in rows) > len(rows)


def _titles(row: Row) -> Iterator[str]:
    """Yield the names of a page: its title, and its headings of the first level."""
    for name, value in row.items():
        step = name.rpartition("/")[2]
        if isinstance(value, str) and (name == "title" or label_of(signature_of(step)) == "h1"):
            yield value


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _is_company(
    name: str, lists: Sequence[Value], subjects: Sequence[set[str]], wanted: frozenset[str]
) -> bool:
    """Return whether a column of a list names the subjects of most pages that have it, and more."""
    there = named = 0
    for rows, own in zip(lists, subjects, strict=True):
        said = {text for row in rows if isinstance(text := row.get(name), str)} if isinstance(
            rows, list) else set()  # fmt: skip
        if said & wanted:
            return False
        if said:
            there += 1
            folded = {_folded(text) for text in said}
            named += bool(folded & own) and bool(folded - own)
    return there > 0 and 2 * named > there


def _is_at_edge(path: Sequence[Spot], values: Sequence[Value]) -> bool:
    """Return whether the value of the last spot of *path* belongs to the site."""
    signatures = [signature_of(spot.step) for spot in path]
    at_edge = any(label_of(one) in _EDGES for one in signatures) or any(
        _MENU.search(spoken_signature(one)) for one in signatures[-_NEAR:]
    )
    return at_edge and (None in values or _all_equal(values))


def _all_equal(values: Sequence[Value]) -> bool:
    return len(values) > 1 and all(value == values[0] for value in values)


def _below(root: Spot) -> list[Spot]:
    """Return *root* and the spots below it, parents first."""
    found = [root]
    for spot in found:
        found += _parts(spot)
    return found


def _parts(spot: Spot) -> list[Spot]:
    splits = spot.splits.values()
    return [p for s in splits for p in (*s.parts.values(), s.any) if p is not None]


def _close(root: Spot) -> None:
    """Remove what is below spots without values."""
    order = _below(root)
    sizes: dict[int, int] = {}
    wanted: set[int] = set()
    for spot in reversed(order):
        sizes[id(spot)] = 1 + sum(sizes[id(part)] for part in _parts(spot))
        same = spot.frozen is not None and sizes[id(spot)] > _FROZEN
        says = any(held.show for held in spot.held.values())
        below = any(_is_wanted(split, wanted) for split in spot.splits.values())
        if not same and (says or below):
            wanted.add(id(spot))
    for spot in order:
        if id(spot) not in wanted and spot is not root:
            spot.held, spot.splits, spot.aliases = {}, {}, {}
            spot.frozen, spot.unique, spot.path, spot.closed = None, False, "", True
        for signature, split in spot.splits.items():
            if not _is_wanted(split, wanted):
                spot.splits[signature] = Split(signature, "skip")


def _is_wanted(split: Split, wanted: set[int]) -> bool:
    # Where there are labels, new ones may come.
    names = split.is_open and (bool(split.position) or split.anchored)
    return names or any(id(part) in wanted for part in split.parts.values())


def _key(values: Sequence[Value]) -> str:
    """Return a key that equal fields share; "" for values that may be equal by coincidence."""
    texts = [value for value in values if isinstance(value, str)]
    complete = len(texts) == len(values) and len(set(texts)) > 1
    if not texts or not (complete or max(map(len, texts)) >= _TELLING):
        return ""
    return json.dumps(values)


def _differ(one: _Cell, other: _Cell) -> bool:
    """Return whether two equal fields have different names, and may differ on other pages."""
    short = max(map(len, one.texts)) < _TELLING
    return short and one.label != other.label


def _is_handle(cell: _Cell) -> bool:
    """Return whether it is a control: a button, or a link whose text is not data."""
    if cell.held.suffix == "@value":
        return not cell.spot.label
    if cell.held.suffix != "@href":
        return False
    text = cell.spot.held.get("")
    here = all("//" not in text[:10] for text in cell.texts)
    return all(map(_NOWHERE.match, cell.texts)) or (
        here and text is not None and text.constant is not None and not text.labelled
    )


def _is_fact(cell: _Cell, dead: set[_Home]) -> bool:
    """Return whether a shared value belongs to a label, among other labels whose values differ."""
    near = cell.spot.label or (cell.above[-1].label if cell.above else "")
    if not near or cell.held.suffix or "@href" in cell.spot.held:
        return False
    text = cell.texts[0]
    if text.startswith(near) and text[len(near) :].lstrip()[:1] in (":", "："):
        text = text[len(near) :]
    said = _WORDS.search(text)
    return bool(said) and near not in text and len(text) <= _PHRASE and _home(cell) not in dead


def _dead(cells: Sequence[_Cell]) -> set[_Home]:
    """Return the tables of labels that are the same on all pages: parts of the site."""
    labels: dict[_Home, set[str]] = {}
    for cell in cells:
        labels.setdefault(_home(cell), set()).add(cell.label)
    large = {home for home, some in labels.items() if len(some) >= _TABLE}
    return large - {_home(cell) for cell in cells if not cell.is_constant}


def _home(cell: _Cell) -> _Home:
    """Return the table of a labelled value: its place and its signature."""
    label, path = cell.label, (*cell.above, cell.spot)
    # A row and the value in it have the same label: the row counts.
    k = next((k for k, spot in enumerate(path) if label and spot.label == label), 0)
    return (id(path[k - 1]), signature_of(path[k].step)) if k else (0, "")


def _pieces(cells: Sequence[_Cell]) -> Iterator[_Cell]:
    """Yield the pieces of a long text that is given as a whole."""
    texts = {id(cell.spot): cell for cell in cells if not cell.held.suffix}
    below: dict[int, list[_Cell]] = {}
    for cell in cells:
        for spot in cell.above:
            if id(spot) in texts:
                below.setdefault(id(spot), []).append(cell)
    for spot_id, some in below.items():
        whole = texts[spot_id]
        parts = [cell for cell in some if not cell.held.suffix]
        labelled = [
            cell
            for cell in parts
            if (cell.held.labelled and cell.label != whole.label) or cell.spot.label
        ]
        if not labelled and _is_prose(whole, parts):
            yield from (cell for cell in some if _is_plain(cell))


def _is_prose(whole: _Cell, parts: Sequence[_Cell]) -> bool:
    """Return whether a text is sentences with marked-up words, and not lines of data."""
    marked = any(label_of(signature_of(cell.spot.step)) != "#text" for cell in parts)
    return marked and min(map(len, whole.texts), default=0) >= _PROSE


def _is_plain(cell: _Cell) -> bool:
    """Return whether a piece has no name."""
    signature = signature_of(cell.spot.step)
    return spoken_signature(signature) == label_of(signature)
