"""The values in data that was JSON, each by its path of keys; what repeats is a list of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import cython

__all__ = ["LONGEST_PATH", "LinkedValues", "folded", "is_numbered"]

# Keys with their dots are not longer than this; chosen, not measured.
LONGEST_PATH = 200
# A page with more is not about a single thing. Levels, characters: chosen.
_DEEPEST = cython.declare(cython.int, 12)
_LONGEST_TEXT = cython.declare(cython.int, 20_000)
# The key of what a list, or a section of one, holds (schema.org).
_MEMBERS = "itemListElement"
# How the keys of amounts end: recipeYield, yield.
_YIELD = "yield"


@cython.cclass
class LinkedValues:
    """Finds values by their paths; at most *left* of them.

    *make* makes one of a pair of both, *bare* a text of one with markup or entities.
    """

    make: Any
    bare: Any
    left: cython.int

    def __init__(
        self,
        make: Callable[[tuple[str, Any]], Any],
        bare: Callable[[str], str],
        left: int,
    ) -> None:
        self.make, self.bare, self.left = make, bare, left

    def below(self, data: object, path: str) -> list[Any]:
        """Return the values in *data*, whose own path is *path*."""
        found: list[Any] = []
        self._walk(data, path, 0, found)
        return found

    def value(self, path: str, text: str) -> Any:
        """Return the value of one *text*; None if it says nothing, or no more are wanted."""
        plain: str = self._plain(text) if self.left > 0 else ""
        if not plain:
            return None
        self.left -= 1
        return self.make((path, plain))

    @cython.cfunc
    def _walk(self, data: Any, path: str, depth: cython.int, found: list) -> None:
        """Add the values in *data* to *found*."""
        if self.left <= 0 or depth > _DEEPEST or len(path) > LONGEST_PATH:
            return
        # Most data are texts.
        if isinstance(data, str):
            text: str = self._plain(data)
            if text:
                self.left -= 1
                found.append(self.make((path, text)))
        elif isinstance(data, dict):
            self._walk_keys(data, path, depth, found)
        elif isinstance(data, list):
            self._walk_items(data, path, depth, found)
        elif isinstance(data, (int, float)) and not isinstance(data, bool):
            self.left -= 1
            found.append(self.make((path, str(data))))

    @cython.cfunc
    def _walk_keys(self, data: dict, path: str, depth: cython.int, found: list) -> None:
        if is_numbered(data):
            self._walk_items([*data.values()], path, depth, found)
            return
        if depth and isinstance(data.get(_MEMBERS), list):
            self._walk_items([data], path, depth, found)
            return
        for key, value in data.items():
            name: str = key
            if not name.startswith("@") or name == "@id" or name == "@value":
                self._walk(value, f"{path}.{name}", depth + 1, found)

    @cython.cfunc
    def _walk_items(self, data: list, path: str, depth: cython.int, found: list) -> None:
        items: list[Any] = _members(data)
        # How much a recipe gives is often there twice, as a number and in words.
        same: cython.bint = len(items) == 2 and path.lower().endswith(_YIELD)
        if len(items) == 1 or (same and _says_more(items[1], items[0])):
            self._walk(items[len(items) - 1], path, depth + 1, found)
            return
        rows: list[tuple[Any, ...]] = []
        for item in items:
            row: tuple[Any, ...] = self._row(item, depth + 1)
            if row:
                rows.append(row)
        if rows:
            lists = {name for row in rows for name, value in row if not isinstance(value, str)}
            if lists:
                rows = [folded(row, lists, self.make) for row in rows]
            found.append(self.make((path, tuple(rows))))

    @cython.cfunc
    def _row(self, item: Any, depth: cython.int) -> tuple:
        every: list[Any] = []
        self._walk(item, "", depth, every)
        found: dict[str, Any] = {}
        for path, value in every:
            name: str = path
            found.setdefault(name.removeprefix(".") or ".", value)
        return tuple([self.make(one) for one in found.items()])

    @cython.cfunc
    def _plain(self, text: str) -> str:
        """Return *text* as it would be shown."""
        if len(text) > _LONGEST_TEXT:
            text = text[:_LONGEST_TEXT]
        if "&" in text or "<" in text:
            text = self.bare(text)
        return " ".join(text.split())


def folded(
    values: Iterable[Any], lists: frozenset[str] | set[str], make: Callable[[tuple[str, Any]], Any]
) -> tuple[Any, ...]:
    """Return *values* with those of *lists* as lists: where there is one thing, it is one row."""
    found: dict[str, Any] = {}
    at: cython.Py_ssize_t
    for one in values:
        path: str = one[0]
        value: Any = one[1]
        home: str = path
        at = path.find(".")
        while at >= 0:
            if path[:at] in lists:
                home = path[:at]
                break
            at = path.find(".", at + 1)
        if home is path and (path not in lists or not isinstance(value, str)):
            found.setdefault(path, value)
            continue
        row: Any = found.get(home, ((),))
        if not isinstance(row, str) and len(row) == 1:
            found[home] = ((*row[0], make((path[len(home) + 1 :] or ".", value))),)
    return tuple([make(one) for one in found.items()])


@cython.cfunc
def _members(items: list) -> list:
    """Return the items of a list; those of lists in it come with the name of theirs as heading."""
    found: list[Any] = []
    for item in items:
        inner: Any = item.get(_MEMBERS) if isinstance(item, dict) else None
        if not isinstance(inner, list):
            found.append(item)
            continue
        name: Any = item.get("name")
        heading: dict[str, Any] = {"heading": name} if isinstance(name, str) else {}
        for one in inner:
            found.append({**one, **heading} if isinstance(one, dict) else {"text": one, **heading})
    return found


@cython.cfunc
def _says_more(more: Any, number: Any) -> cython.bint:
    """Return whether a text says a number with its unit: "8", "8 slices"."""
    if not isinstance(more, str) or not isinstance(number, (str, int)):
        return False
    few: str = str(number)
    text: str = more
    return few.isdecimal() and text.startswith(f"{few} ")


@cython.ccall
def is_numbered(data: dict) -> cython.bint:
    """Return whether there are keys and all are numbers: PHP writes lists with gaps so."""
    for key in data:
        name: str = key
        if not name.isdecimal():
            return False
    return len(data) > 0
