"""Which fields of a template are worth a column: not what others say, nor the frame of the site.

A template knows every place of a page. Most say what another place says as well, are pieces of a
text that is given as a whole, or belong to the site and not to the thing the page is about.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from windrow.model import Value
from windrow.wrap.detail.fields import is_shown
from windrow.wrap.detail.grow import number
from windrow.wrap.detail.place import Group, Held, LinkedHeld, Place
from windrow.wrap.detail.signature import signature_of, spoken_signature, tag_of

__all__ = ["drop_worthless"]

Row = dict[str, Value]
_Home: TypeAlias = tuple[int, str]

# What stands in these belongs to the site, not to the thing the page is about.
_FRAME = frozenset({"nav", "header", "footer"})
_MENU = re.compile(r"[.#](nav|footer|navbar|navigation)\b|menu")
# So far above a place a word for a menu still means it.
_NEAR = 2
# Keys of linked data that speak of pages, not of things.
_ABOUT_PAGES = frozenset("@id potentialAction mainEntityOfPage isPartOf breadcrumb".split())
# Links that lead nowhere.
_NOWHERE = re.compile(r"\s*(#|javascript:)", re.IGNORECASE)
_WORDS = re.compile(r"\w")
# Shorter values are equal by accident, too.
_TELLING = 12
# A labelled value that all pages share is a phrase; a longer one is a text of the site.
_PHRASE = 60
# So many labels with values that never differ are a part of the site.
_TABLE = 4
# Sentences with words marked up in them are at least this long.
_PROSE = 100
# A part of the page with more places, none of them labelled, that is the same everywhere, is no
# data that happens to be equal.
_FROZEN = 12


@dataclass(frozen=True, eq=False, slots=True)
class _Cell:
    """What one place holds under one suffix, and what it says on the learned pages."""

    place: Place
    held: Held
    above: tuple[Place, ...]  # from the root of its row down to its parent
    values: tuple[Value, ...]

    @property
    def label(self) -> str:
        return next((p.label for p in (self.place, *reversed(self.above)) if p.label), "")

    @property
    def is_constant(self) -> bool:
        return _all_equal(self.values)

    @property
    def is_framed(self) -> bool:
        return _is_framed((*self.above, self.place))

    @property
    def texts(self) -> list[str]:
        return [value for value in self.values if isinstance(value, str)]


def drop_worthless(root: Place, linked: dict[str, LinkedHeld], rows: Sequence[Row]) -> None:
    """Hide what is not worth a column, and close what holds nothing else.

    *rows* are what the learned pages say.
    """
    kept = _worthy([*_cells(root, rows)])
    seen = {key for cell in kept if (key := _key(cell.values))}
    for path, held in linked.items():
        key = _key([row.get(f"linked.{path}") for row in rows])
        if not _ABOUT_PAGES.isdisjoint(path.split(".")) or (key and key in seen):
            linked[path] = replace(held, fields=(), show=False)
        elif key:
            seen.add(key)
    _close(root)
    number(root)


def _worthy(cells: Sequence[_Cell]) -> list[_Cell]:
    """Hide the cells that are worthless, and return the others."""
    kept: list[_Cell] = []
    seen: dict[str, _Cell] = {}
    dead = _dead(cells)
    dropped = {id(cell) for cell in _pieces(cells)}
    for cell in sorted(cells, key=_rank):
        key = _key(cell.values)
        if not cell.texts or id(cell) in dropped or _is_frame(cell) or _is_handle(cell):
            cell.held.show = False
        elif cell.is_constant and not _is_fact(cell, dead):
            # It is given where a page says something else.
            cell.held.labelled = False
        elif key and key in seen and not _differ(cell, seen[key]):
            cell.held.show = False
        else:
            kept.append(cell)
            if key:
                seen[key] = cell
    return kept


def _cells(root: Place, rows: Sequence[Row]) -> Iterator[_Cell]:
    """Yield what the places of a row hold, in page order; rows of lists are done on their own."""
    stack: list[tuple[Place, tuple[Place, ...]]] = [(root, ())]
    while stack:
        place, above = stack.pop()
        if place.frozen:
            continue
        if place.is_list and place is not root:
            lists = [row.get(place.id) for row in rows]
            if _is_framed((*above, place)) and (None in lists or _all_equal(lists)):
                _hide(place)
            else:
                _worthy([*_cells(place, [*_inner(lists)])])
            continue
        base = "" if place is root else place.id
        for held in place.held.values():
            if is_shown(held):
                name = base + held.suffix or "."
                yield _Cell(place, held, above, tuple([row.get(name) for row in rows]))
        for group in reversed(place.groups.values()):
            stack += [(part, (*above, place)) for part in reversed(group.parts.values())]


def _inner(lists: Iterable[Value]) -> Iterator[Row]:
    for one in lists:
        yield from one if isinstance(one, list) else ()


def _is_framed(path: Sequence[Place]) -> bool:
    signatures = [signature_of(place.step) for place in path]
    return any(tag_of(one) in _FRAME for one in signatures) or any(
        _MENU.search(spoken_signature(one)) for one in signatures[-_NEAR:]
    )


def _all_equal(values: Sequence[Value]) -> bool:
    return len(values) > 1 and all(value == values[0] for value in values)


def _hide(root: Place) -> None:
    for place in _below(root):
        for held in place.held.values():
            held.show = False


def _below(root: Place) -> list[Place]:
    """Return *root* and the places below it, parents first."""
    found = [root]
    for place in found:
        for group in place.groups.values():
            found += group.parts.values()
            if group.any is not None:
                found.append(group.any)
    return found


def _close(root: Place) -> None:
    """Forget what is below places that have nothing to say."""
    order = _below(root)
    sizes: dict[int, int] = {}
    wanted: set[int] = set()
    for place in reversed(order):
        parts = [p for g in place.groups.values() for p in (*g.parts.values(), *_any(g))]
        sizes[id(place)] = 1 + sum(sizes[id(part)] for part in parts)
        same = place.frozen is not None and sizes[id(place)] > _FROZEN
        says = any(held.show for held in place.held.values())
        below = any(_is_wanted(group, wanted) for group in place.groups.values())
        if not same and (says or below):
            wanted.add(id(place))
    for place in order:
        if id(place) not in wanted and place is not root:
            place.held, place.groups, place.aliases = {}, {}, {}
            place.frozen, place.unique, place.path, place.closed = None, False, "", True
        for signature, group in place.groups.items():
            if not _is_wanted(group, wanted):
                place.groups[signature] = Group(signature, "skip")


def _is_wanted(group: Group, wanted: set[int]) -> bool:
    # New labels may come where there are labels.
    names = group.is_open and (bool(group.position) or group.anchored)
    return names or any(id(part) in wanted for part in group.parts.values())


def _any(group: Group) -> tuple[Place, ...]:
    return () if group.any is None else (group.any,)


def _rank(cell: _Cell) -> bool:
    """Return what comes first of two that say the same: the text, and the whole of it."""
    return bool(cell.held.suffix)


def _key(values: Sequence[Value]) -> str:
    """Return what two fields that say the same share; "" for what may be equal by accident."""
    texts = [value for value in values if isinstance(value, str)]
    complete = len(texts) == len(values) and len(set(texts)) > 1
    if not texts or not (complete or max(map(len, texts)) >= _TELLING):
        return ""
    return json.dumps(values)


def _differ(one: _Cell, other: _Cell) -> bool:
    """Return whether two fields that say the same are called otherwise, and may differ."""
    short = max(map(len, one.texts)) < _TELLING
    return short and one.label != other.label


def _is_frame(cell: _Cell) -> bool:
    return cell.is_framed and (cell.is_constant or None in cell.values)


def _is_handle(cell: _Cell) -> bool:
    """Return whether it is there to be pressed: a button, a link of which the text is no data."""
    if cell.held.suffix == "@value":
        return not cell.place.label
    if cell.held.suffix != "@href":
        return False
    text = cell.place.held.get("")
    here = all("//" not in text[:10] for text in cell.texts)
    return all(map(_NOWHERE.match, cell.texts)) or (
        here and text is not None and text.constant is not None and not text.labelled
    )


def _is_fact(cell: _Cell, dead: set[_Home]) -> bool:
    """Return whether what all pages share is the value of a label, among others that differ."""
    near = cell.place.label or (cell.above[-1].label if cell.above else "")
    if not near or cell.held.suffix or "@href" in cell.place.held:
        return False
    text = cell.texts[0]
    if text.startswith(near) and text[len(near) :].lstrip()[:1] in (":", "："):
        text = text[len(near) :]
    said = _WORDS.search(text)
    return bool(said) and near not in text and len(text) <= _PHRASE and _home(cell) not in dead


def _dead(cells: Sequence[_Cell]) -> set[_Home]:
    """Return the tables of labels that say the same on all pages: parts of the site."""
    labels: dict[_Home, set[str]] = {}
    for cell in cells:
        labels.setdefault(_home(cell), set()).add(cell.label)
    large = {home for home, some in labels.items() if len(some) >= _TABLE}
    return large - {_home(cell) for cell in cells if not cell.is_constant}


def _home(cell: _Cell) -> _Home:
    """Return which table a labelled value belongs to: where it stands, and its signature."""
    label, path = cell.label, (*cell.above, cell.place)
    # A row and the value in it have the same label: the row counts.
    k = next((k for k, place in enumerate(path) if label and place.label == label), 0)
    return (id(path[k - 1]), signature_of(path[k].step)) if k else (0, "")


def _pieces(cells: Sequence[_Cell]) -> Iterator[_Cell]:
    """Yield what is a piece of a long text that is given as a whole."""
    texts = {id(cell.place): cell for cell in cells if not cell.held.suffix}
    below: dict[int, list[_Cell]] = {}
    for cell in cells:
        for place in cell.above:
            if id(place) in texts:
                below.setdefault(id(place), []).append(cell)
    for place_id, some in below.items():
        whole = texts[place_id]
        parts = [cell for cell in some if not cell.held.suffix]
        labelled = [
            cell
            for cell in parts
            if (cell.held.labelled and cell.label != whole.label) or cell.place.label
        ]
        if not labelled and _is_prose(whole, parts):
            yield from (cell for cell in some if _is_plain(cell))


def _is_prose(whole: _Cell, parts: Sequence[_Cell]) -> bool:
    """Return whether a text is sentences with words marked up in them, and no lines of data."""
    marked = any(tag_of(signature_of(cell.place.step)) != "#text" for cell in parts)
    return marked and min(map(len, whole.texts), default=0) >= _PROSE


def _is_plain(cell: _Cell) -> bool:
    """Return whether a piece has no name of its own."""
    signature = signature_of(cell.place.step)
    return spoken_signature(signature) == tag_of(signature)
