"""Rewrites pages that nest too deep: elements beyond the limit keep only their text.

An end tag is written wherever an element ends without one: then the stack of the parser is the one
we keep here, and what goes beyond the limit is left out.
"""

from __future__ import annotations

import cython

from windrow.kernels import load

_tags = load("tree.tags", "native" if cython.compiled else "python")
FAMILIES, TRAITS, packed = _tags.FAMILIES, _tags.TRAITS, _tags.packed

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.nesting import Nesting
else:
    Nesting = load("tree.nesting", "python").Nesting

__all__ = ["flatten"]

_SPECIAL = cython.declare(cython.int, TRAITS["special"])
_BOUND = cython.declare(cython.int, TRAITS["bound"])
_ENDS_PARAGRAPH = cython.declare(cython.int, TRAITS["ends_paragraph"])
_PASSED = cython.declare(cython.int, TRAITS["passed"])
_FAMILY_BITS = cython.declare(cython.int, TRAITS["family"].bit_length() - 1)
_ITEM = cython.declare(cython.int, FAMILIES["item"])
_TERM = cython.declare(cython.int, FAMILIES["term"])
_OPTION = cython.declare(cython.int, FAMILIES["option"])
_CELL = cython.declare(cython.int, FAMILIES["cell"])
_ROW = cython.declare(cython.int, FAMILIES["row"])
_SECTION = cython.declare(cython.int, FAMILIES["section"])
_TABLE = cython.declare(cython.int, FAMILIES["table"])
_PARAGRAPH = cython.declare(cython.int, FAMILIES["paragraph"])
_HEADING = cython.declare(cython.int, FAMILIES["heading"])
_ANCHOR = cython.declare(cython.int, FAMILIES["anchor"])
_SELECT = cython.declare(cython.int, FAMILIES["select"])
_TEMPLATE = cython.declare(cython.int, FAMILIES["template"])
_LIST = cython.declare(cython.int, FAMILIES["list"])
_BUTTON = cython.declare(cython.int, FAMILIES["button"])

_OPTGROUP = cython.declare(cython.longlong, packed("optgroup"))


def flatten(html: bytes, limit: int = 512) -> bytes:
    """Return *html* without the tags that would nest deeper than *limit*.

    >>> flatten(b"<div><div><div>deep</div></div> flat</div>", limit=2)
    b'<div><div>deep</div> flat</div>'
    """
    if Nesting(html, limit).run() <= limit:
        return html
    flattening = _Flattening(html, limit)
    flattening.run()
    return flattening.written()


@cython.cclass
class _Flattening(Nesting):  # type: ignore[misc]
    """Rewrites a page within the limit."""

    pieces: list[bytes]
    quirks: cython.bint  # an old page: its tables may be in paragraphs
    skipped: dict[int, int]  # tags left out and still open: name -> how many

    def __init__(self, html: bytes, limit: int) -> None:
        super().__init__(html, limit)
        self.can_cut = True
        self.kept = 0
        self.pieces = []
        self.skipped = {}
        self.quirks = b"<!doctype" not in html[:1024].lower()

    def written(self) -> bytes:
        """Return what `run` wrote."""
        return b"".join([*self.pieces, self.html[self.kept :]])

    @cython.cfunc
    @cython.exceptval(-1)
    def enter(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Open the element of the current tag, or leave it out."""
        self._end_others(place)
        if self.depth >= self.limit:
            self.cut(place, end)
            self.skipped[self.name] = self.skipped.get(self.name, 0) + 1
            return True
        if _family(self.traits) == _SELECT:
            self._insert(self.start + self.length, b" multiple")
        self.push()
        return True

    @cython.cfunc
    @cython.exceptval(-1)
    def leave_out(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Leave out an end tag whose start tag was left out; return whether it is one."""
        if not self.skipped or not self.skipped.get(self.name, 0):
            return False
        self.skipped[self.name] -= 1
        self.cut(place, end)
        return True

    @cython.cfunc
    @cython.exceptval(-1)
    def close_below(self, place: cython.Py_ssize_t) -> cython.int:
        """Close the element of the current end tag, and all inside it."""
        target: cython.int = self._target()
        if target >= 0:
            self._end_down_to(target + 1, place)
            self.pop()
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _target(self) -> cython.int:
        """Return which open element the current end tag closes in HTML5; -1 for none."""
        family: cython.int = _family(self.traits)
        traits: cython.longlong
        k: cython.int = self.depth - 1
        while k >= 0:
            if self.is_same(k):
                return k
            traits = self.open_traits[k]
            if _CELL <= family <= _TABLE:
                if (
                    _family(self.open_traits[k]) == _TABLE
                    or _family(self.open_traits[k]) == _TEMPLATE
                ):
                    return -1
            elif self.traits & _SPECIAL:
                if traits & _BOUND and family != _TEMPLATE:
                    return -1
                if family == _ITEM and _family(self.open_traits[k]) == _LIST:
                    return -1
                if family == _PARAGRAPH and _family(self.open_traits[k]) == _BUTTON:
                    return -1
            elif traits & _SPECIAL:
                return -1
            k -= 1
        return -1

    @cython.cfunc
    def _end_others(self, place: cython.Py_ssize_t) -> cython.void:
        """Write the end tags of what the start tag at *place* ends without one, as in HTML5."""
        family: cython.int = _family(self.traits)
        other: cython.int
        traits: cython.longlong
        k: cython.int = self.depth - 1
        if _CELL <= family <= _TABLE:
            self._end_table_parts(family, place)
        elif family == _OPTION or family == _HEADING:
            if (
                k >= 0
                and _family(self.open_traits[k]) == family
                and self.open_names[k] != _OPTGROUP
            ):
                self._end_down_to(k, place)
        elif family == _ITEM or family == _TERM or family == _ANCHOR or family == _BUTTON:
            while k >= 0:
                other = _family(self.open_traits[k])
                traits = self.open_traits[k]
                if other == family:
                    self._end_down_to(k, place)
                    break
                if family == _BUTTON:
                    if traits & _BOUND:
                        break
                elif traits & _SPECIAL and (family == _ANCHOR or not traits & _PASSED):
                    break
                k -= 1
        if self.traits & _ENDS_PARAGRAPH and not (family == _TABLE and self.quirks):
            self.end_paragraph(place)

    @cython.cfunc
    def _end_table_parts(self, family: cython.int, place: cython.Py_ssize_t) -> cython.void:
        """End the cells, rows and sections of the innermost table that cannot hold the new part."""
        other: cython.int
        k: cython.int = self.depth - 1
        while k >= 0:
            other = _family(self.open_traits[k])
            if other == _TEMPLATE or (family == _TABLE and self.open_traits[k] & _BOUND):
                # A table in a cell is a new one; a table in a row ends the one it is in.
                if other != _TABLE:
                    return
            if other == _TABLE:
                break
            k -= 1
        if k < 0:
            return
        if family != _TABLE:
            k += 1
            # The section and the row that the new part belongs in stay open.
            if k < self.depth and family < _SECTION and _family(self.open_traits[k]) == _SECTION:
                if not self.open_traits[k] & _BOUND:
                    k += 1
            if k < self.depth and family < _ROW and _family(self.open_traits[k]) == _ROW:
                k += 1
        self._end_down_to(k, place)

    @cython.cfunc
    @cython.exceptval(-1)
    def end_paragraph(self, place: cython.Py_ssize_t) -> cython.int:
        """Write the end tag of an open paragraph before *place*."""
        k: cython.int = self.depth - 1
        while k >= 0:
            if _family(self.open_traits[k]) == _PARAGRAPH:
                self._end_down_to(k, place)
                return 0
            # Any block would have ended the paragraph, so none is open outside of this one.
            if self.open_traits[k] & _SPECIAL:
                return 0
            k -= 1
        return 0

    @cython.cfunc
    def _end_down_to(self, target: cython.int, place: cython.Py_ssize_t) -> cython.void:
        """Close all from *target* on, and write their end tags before *place*."""
        start: cython.Py_ssize_t
        while self.depth > target:
            start = self.open_starts[self.depth - 1]
            self._insert(
                place, b"</%b>" % self.html[start : start + self.open_lengths[self.depth - 1]]
            )
            self.pop()

    @cython.cfunc
    @cython.exceptval(-1)
    def cut(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Leave out start..end."""
        if start > self.kept:
            self.pieces.append(self.html[self.kept : start])
            # A lone < must not make a tag of the text after the cut.
            if end > start and self.view[start - 1] == 60:
                self.pieces.append(b"<!---->")
        self.kept = end
        return 0

    @cython.cfunc
    def _insert(self, place: cython.Py_ssize_t, words: bytes) -> cython.void:
        self.cut(place, place)
        self.pieces.append(words)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _family(traits: cython.longlong) -> cython.int:
    """Return the family of an element."""
    return cython.cast(cython.int, traits >> _FAMILY_BITS)
