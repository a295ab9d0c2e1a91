"""How deep the elements of a page nest, before it is parsed.

Building an HTML5 tree takes time in proportion to the depth of every new element, so a hundred
thousand nested elements would take minutes. Browsers stop nesting at 512; so do we, before parsing.

A scan follows the stack of open elements, and holds more open than the parser ever will: an end
tag closes an element for certain only where it is at the top. Nearly all pages pass. One that
seems too deep is rewritten by `windrow.kernels.tree.flatten`.
"""

from __future__ import annotations

from array import array

import cython

from windrow.kernels import load

_tags = load("tree.tags", "native" if cython.compiled else "python")
FAMILIES, TRAITS, packed = _tags.FAMILIES, _tags.TRAITS, _tags.packed

if cython.compiled:
    from cython.cimports.windrow.kernels.tree.ints import longs
    from cython.cimports.windrow.kernels.tree.tags import Tags
else:
    Tags, longs = _tags.Tags, _tags.longs

__all__ = ["Nesting", "nesting"]

# Zeros: to repeat one is the cheapest way to a new array.
_LONGS = array("q", (0,))

_VOID = cython.declare(cython.int, TRAITS["void"])
_RAW = cython.declare(cython.int, TRAITS["raw"])
_FORMAT = cython.declare(cython.int, TRAITS["format"])
_ENDS_PARAGRAPH = cython.declare(cython.int, TRAITS["ends_paragraph"])
_DRAWN = cython.declare(cython.int, TRAITS["drawn"])
_STRANGE = cython.declare(cython.int, TRAITS["strange"])
_ENDS_OTHERS = cython.declare(cython.int, TRAITS["ends_others"])
_FAMILY = cython.declare(cython.int, TRAITS["family"])
_FAMILY_BITS = cython.declare(cython.int, TRAITS["family"].bit_length() - 1)
_OPTION = cython.declare(cython.int, FAMILIES["option"])
_CELL = cython.declare(cython.int, FAMILIES["cell"])
_SECTION = cython.declare(cython.int, FAMILIES["section"])
_TABLE = cython.declare(cython.int, FAMILIES["table"])
_PARAGRAPH = cython.declare(cython.int, FAMILIES["paragraph"])
_FORM = cython.declare(cython.int, FAMILIES["form"])
_SELECT = cython.declare(cython.int, FAMILIES["select"])
_TEMPLATE = cython.declare(cython.int, FAMILIES["template"])

_SVG = cython.declare(cython.longlong, packed("svg"))
_MATH = cython.declare(cython.longlong, packed("math"))
_OPTGROUP = cython.declare(cython.longlong, packed("optgroup"))

# Unclosed formatting elements are opened again in every later block. A page with this many more
# elements than tags is hostile, not careless; chosen, not measured.
_MOST_COPIES = cython.declare(cython.longlong, 200_000)

# The parser takes time quadratic in the options of a select that shows one of them (a known
# fault of it); with the attribute "multiple" it does not. Chosen, not measured.
_MOST_OPTIONS = cython.declare(cython.int, 500)


def nesting(html: bytes, limit: int = 512) -> int:
    """Return how deep the elements of *html* nest at most, counted up to *limit* + 1."""
    return Nesting(html, limit).run()


@cython.cclass
class Nesting(Tags):  # type: ignore[misc]
    """One way through a page with the stack of open elements; the types are in ``nesting.pxd``.

    It only measures: where the page must be rewritten, it gives up. The methods with which
    another class writes instead are `enter`, `cut`, `end_paragraph`, `leave_out` and `close_below`.
    """

    def __init__(self, html: bytes, limit: int) -> None:
        super().__init__(html)
        self.limit = limit
        names, traits, starts, lengths = (_LONGS * (limit + 2) for _ in range(4))
        self.held = (names, traits, starts, lengths)
        self.open_names, self.open_traits = longs(names), longs(traits)
        self.open_starts, self.open_lengths = longs(starts), longs(lengths)
        self.depth = self.deepest = self.formats = self.strange = self.options = 0
        self.drawing = -1
        self.copies = 0
        self.can_cut = False
        self.kept = 0

    @cython.ccall
    def run(self) -> cython.int:
        """Follow the tags; return the depth, or *limit* + 1 at once where it is not certain."""
        place: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        byte: cython.int
        while True:
            place = self.find(60, place)  # <
            if place + 2 >= self.size:
                return self.deepest
            byte = self.view[place + 1]
            if _is_letter(byte):
                end = self._start_tag(place)
            elif byte == 47 and _is_letter(self.view[place + 2]):  # /
                self.read_name(place + 2)
                end = self.tag_end(self.start + self.length)
                if end <= self.size:
                    self._close(place, end)
            elif byte == 33:  # !
                end = self._comment(place)
            elif byte == 47 or byte == 63:  # ?
                # Not a tag: a comment up to the next >.
                end = min(self.find(62, place) + 1, self.size)
            else:
                end = place + 1
            if end < 0:
                return self.limit + 1
            if end > self.size:
                return self.deepest
            place = end

    @cython.final
    @cython.cfunc
    @cython.exceptval(-2)
    def _start_tag(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after a start tag, or after a raw element; -1 to give up.

        Beyond the size of the page if the tag does not end.
        """
        self.read_name(place + 1)
        tag_end: cython.Py_ssize_t = self.tag_end(self.start + self.length)
        end: cython.Py_ssize_t = tag_end
        excess: cython.Py_ssize_t = self.excess
        if end > self.size:
            return end
        if excess and not self.can_cut:
            return -1
        if self.traits & _RAW:
            end = self._raw(place, end)
        elif not self._open(place, end):
            return -1
        if excess and self.kept <= excess:
            self.cut(excess, tag_end - 1)
        return end

    @cython.final
    @cython.cfunc
    @cython.exceptval(-1)
    def _open(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Open the element of a start tag; False where the page must be rewritten."""
        family: cython.int = _family(self.traits)
        if self.self_closing and (self.traits & _VOID or self.name == _SVG or self.name == _MATH):
            return True
        if self.strange:
            if not self.traits & _DRAWN:
                self.drawing = -1
            elif self.self_closing and self.drawing >= 0:
                return True
        if self.traits & _VOID and not (self.strange and self.traits & _DRAWN):
            if self.traits & _ENDS_PARAGRAPH:
                self.end_paragraph(place)
            return True
        if family == _FORM and self._open_form() >= 0:
            # A form in a form is ignored; in a drawing it may not be.
            if not self.strange:
                return True
            self._forget_form()
            self.traits &= _FAMILY - 1
        if family == _OPTION:
            self.options += 1
        elif family == _SELECT:
            self.options = 0
        return self.enter(place, end)

    @cython.cfunc
    @cython.exceptval(-1)
    def enter(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Open the element of the current tag; False to give up."""
        if not self.strange:
            self._end_top()
        self.copies += self.formats
        if self.depth >= self.limit or self.copies > _MOST_COPIES:
            return False
        if self.options > _MOST_OPTIONS:
            return False
        self.push()
        return True

    @cython.cfunc
    @cython.exceptval(-1)
    def cut(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Leave out start..end."""
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def end_paragraph(self, place: cython.Py_ssize_t) -> cython.int:
        """Write the end tag of an open paragraph before *place*."""
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def leave_out(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Return whether an end tag belongs to a start tag that was left out."""
        return False

    @cython.cfunc
    @cython.exceptval(-1)
    def close_below(self, place: cython.Py_ssize_t) -> cython.int:
        """Close an element that is not at the top."""
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def push(self) -> cython.void:
        """Open the element of the current tag."""
        self.open_names[self.depth] = self.name
        self.open_traits[self.depth] = self.traits
        self.open_starts[self.depth] = self.start
        self.open_lengths[self.depth] = self.length
        if self.traits & _FORMAT:
            self.formats += 1
        if self.traits & _STRANGE:
            self.strange += 1
            if self.strange == 1 and self.name == _SVG and self.length == 3:
                self.drawing = self.depth
        self.depth += 1
        if self.depth > self.deepest:
            self.deepest = self.depth

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def pop(self) -> cython.void:
        """Close the innermost open element."""
        self.depth -= 1
        traits: cython.longlong = self.open_traits[self.depth]
        if traits & _FORMAT:
            self.formats -= 1
        if traits & _STRANGE:
            self.strange -= 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _end_top(self) -> cython.void:
        """Close what the current start tag certainly ends: an element of its kind at the top."""
        family: cython.int = _family(self.traits)
        other: cython.int
        # A table ends a paragraph in some pages and not in others.
        if self.traits & _ENDS_PARAGRAPH and family != _TABLE and self.depth:
            if _family(self.open_traits[self.depth - 1]) == _PARAGRAPH:
                self.pop()
        if not self.traits & _ENDS_OTHERS:
            return
        while self.depth:
            other = _family(self.open_traits[self.depth - 1])
            if _CELL <= family <= _SECTION:
                # A row ends a cell and a row, a section also a section.
                if not _CELL <= other <= family:
                    return
                self.pop()
                continue
            if other == family and self.open_names[self.depth - 1] != _OPTGROUP:
                self.pop()
            return

    @cython.final
    @cython.cfunc
    @cython.exceptval(-1)
    def _close(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.int:
        """Close the element of an end tag."""
        if self.drawing >= 0 and self.name == _SVG and self.length == 3:
            # Nothing but lines and shapes were in it: they end with it.
            while self.depth > self.drawing:
                self.pop()
            self.drawing = -1
            return 0
        if self.strange and not self.traits & _DRAWN:
            self.drawing = -1
        if self.leave_out(place, end):
            return 0
        if _family(self.traits) == _FORM:
            self._close_form()
            return 0
        if self.depth and self.is_same(self.depth - 1):
            self.pop()
            return 0
        self.close_below(place)
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _close_form(self) -> cython.void:
        """Close a form that is at the top; from now on no end tag closes one further down."""
        k: cython.int = self._open_form()
        if k == self.depth - 1 and k >= 0:
            self.pop()
        elif k >= 0:
            self._forget_form()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _forget_form(self) -> cython.void:
        self.open_traits[self._open_form()] &= _FAMILY - 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _open_form(self) -> cython.int:
        """Return the form that the next end tag of one means; -1 for none."""
        k: cython.int = self.depth - 1
        while k >= 0 and _family(self.open_traits[k]) != _FORM:
            if _family(self.open_traits[k]) == _TEMPLATE:
                return -1
            k -= 1
        return k

    @cython.final
    @cython.cfunc
    @cython.exceptval(-2)
    def _raw(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after an element whose content is not markup; -1 where it may be."""
        if self.traits & _ENDS_PARAGRAPH:
            self.end_paragraph(place)
        behind: cython.Py_ssize_t = self.raw_end(end)
        # In a drawing the same names are ordinary elements. That makes no difference to one
        # without tags in it; with tags it is not certain, so they are left out.
        if self.strange and self.find(60, end) < self.end_tag:
            if not self.can_cut:
                return -1
            self.cut(place, behind)
        return behind

    @cython.final
    @cython.cfunc
    @cython.exceptval(-2)
    def _comment(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after a comment or declaration; -1 where it may be something else."""
        end: cython.Py_ssize_t = self.comment_end(place)
        if self.strange and self.html[place : place + 4] != b"<!--":
            self.drawing = -1
            # In a drawing this may be text; without its beginning it is text anywhere.
            if self.html[place : place + 9] == b"<![CDATA[":
                if not self.can_cut:
                    return -1
                self.cut(place, end)
        return end

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def is_same(self, k: cython.int) -> cython.bint:
        """Return whether the open element *k* has the name of the current tag."""
        if self.open_names[k] != self.name or self.open_lengths[k] != self.length:
            return False
        if self.length <= 8:
            return True
        start: cython.Py_ssize_t = self.open_starts[k]
        mine = self.html[self.start : self.start + self.length]
        return self.html[start : start + self.length].lower() == mine.lower()


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_letter(byte: cython.int) -> cython.bint:
    return 97 <= (byte | 32) <= 122


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _family(traits: cython.longlong) -> cython.int:
    """Return the family of an element."""
    return cython.cast(cython.int, traits >> _FAMILY_BITS)
