"""Keeps hostile markup away from the parser: what would nest too deep is taken for its text alone.

Building an HTML5 tree takes time in proportion to the depth of every new element, so a hundred
thousand nested elements would take minutes. Browsers stop nesting at 512; so do we, before parsing.

A scan follows the stack of open elements, and holds more open than the parser ever will: an end
tag closes an element for certain only where it stands at the top. Nearly all pages pass. One that
seems too deep is written anew, with an end tag wherever an element ends without one: then the
stack of the parser is the one we keep here, and what goes beyond the limit is left out.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, not to run
    from windrow.kernels import plain as cython

from array import array

if cython.compiled:
    from cython.cimports.libc.string import memchr

__all__ = ["flatten", "nesting"]

# What an element is to the stack: bits of its traits.
_VOID = cython.declare(cython.int, 1)  # never has content
_RAW = cython.declare(cython.int, 2)  # its content is text up to its end tag
_SPECIAL = cython.declare(cython.int, 4)  # no end tag of an ordinary element reaches past it
_BOUND = cython.declare(cython.int, 8)  # no end tag reaches past it
_FORMAT = cython.declare(cython.int, 16)  # unclosed, it is opened anew in every later block
_BLOCK = cython.declare(cython.int, 32)  # ends an open paragraph
_DRAWN = cython.declare(cython.int, 64)  # a part of a drawing
_STRANGE = cython.declare(cython.int, 128)  # other rules hold inside: drawing, formula, select
_PASSED = cython.declare(cython.int, 256)  # special, but an item looks past it
_ENDS_OTHERS = cython.declare(cython.int, 512)  # a li, a td ...: ends others of its family

# Elements whose start tag ends an open one of the same family; the parts of a table by rank.
_FAMILY = cython.declare(cython.int, 1024)  # families are this number times 1 .. 15
_ITEM = cython.declare(cython.int, 1)
_TERM = cython.declare(cython.int, 2)
_OPTION = cython.declare(cython.int, 3)
_CELL = cython.declare(cython.int, 4)
_ROW = cython.declare(cython.int, 5)
_SECTION = cython.declare(cython.int, 6)
_TABLE = cython.declare(cython.int, 7)
_PARAGRAPH = cython.declare(cython.int, 8)
_HEADING = cython.declare(cython.int, 9)
_ANCHOR = cython.declare(cython.int, 10)
_FORM = cython.declare(cython.int, 11)
_SELECT = cython.declare(cython.int, 12)
_TEMPLATE = cython.declare(cython.int, 13)
_LIST = cython.declare(cython.int, 14)
_BUTTON = cython.declare(cython.int, 15)

_TRAITS = {
    # head and body are there whatever the tags say, so these tags change nothing.
    "head body br img embed meta": 1,
    # In a drawing these are ordinary elements; the others end the drawing.
    "html area base basefont bgsound col frame image input keygen link param source track wbr": 1
    | 64,
    "hr": 1 | 32,
    "script style textarea title iframe noembed noframes": 2 | 4,
    "xmp": 2 | 4 | 32,
    "li": 4 | 32 | 512 | 1024,
    "dd dt": 4 | 32 | 512 | 2 * 1024,
    "option optgroup": 512 | 3 * 1024,
    "td th": 4 | 8 | 512 | 4 * 1024,
    "tr": 4 | 512 | 5 * 1024,
    "tbody thead tfoot colgroup": 4 | 512 | 6 * 1024,
    "caption": 4 | 8 | 512 | 6 * 1024,
    "table": 4 | 8 | 32 | 7 * 1024,
    "p": 4 | 32 | 256 | 512 | 8 * 1024,
    "h1 h2 h3 h4 h5 h6": 4 | 32 | 512 | 9 * 1024,
    "a": 16 | 512 | 10 * 1024,
    "b big code em font i nobr s small strike strong tt u": 16,
    "form": 4 | 32 | 11 * 1024,
    "select": 4 | 128 | 12 * 1024,
    "template": 4 | 8 | 13 * 1024,
    "ul ol": 4 | 32 | 14 * 1024,
    "button": 4 | 15 * 1024,
    "address div": 4 | 32 | 256,
    "article aside blockquote center details dialog dir dl fieldset figcaption figure footer "
    "header hgroup listing main menu nav plaintext pre search section summary": 4 | 32,
    "noscript": 4,
    "frameset": 4 | 128,
    "applet marquee object foreignobject desc annotation-xml mi mn mo ms mtext": 4 | 8,
    "svg math": 128,
    "circle clippath defs ellipse g line mask path pattern polygon polyline rect stop symbol "
    "lineargradient radialgradient use": 64,
}


def _packed(name: str) -> int:
    """Return the last eight bytes of a name as one number."""
    return int.from_bytes(name.encode(), "big") & 0x7FFFFFFFFFFFFFFF


# Sorted, so that a lookup needs no string: numbers of the names and, at the same places, lengths
# and traits. No two names of the list agree in their last eight letters and their length.
_LISTED = sorted(
    (_packed(name), len(name), traits)
    for names, traits in _TRAITS.items()
    for name in names.split()
)
_NAMES = array("q", [name for name, _, _ in _LISTED])
_LENGTHS = array("i", [length for _, length, _ in _LISTED])
_NAME_TRAITS = array("i", [traits for _, _, traits in _LISTED])
_LONG_NAMES = {name.encode() for names in _TRAITS for name in names.split() if len(name) > 8}
_SEVEN_BYTES = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFF)

_SCRIPT = cython.declare(cython.longlong, _packed("script"))
_SVG = cython.declare(cython.longlong, _packed("svg"))
_MATH = cython.declare(cython.longlong, _packed("math"))
_OPTGROUP = cython.declare(cython.longlong, _packed("optgroup"))

# Unclosed formatting elements multiply with the blocks behind them. Beyond so many more elements
# than tags a page is no longer careless but hostile.
_MOST_COPIES = cython.declare(cython.longlong, 200_000)

# The parser takes time in the square of the options of a select that shows one of them
# (a known fault of it); with the attribute "multiple" it does not.
_MOST_OPTIONS = cython.declare(cython.int, 500)

# Also in the square of the attributes of one element: it keeps so many.
_MOST_ATTRIBUTES = cython.declare(cython.int, 1000)


def nesting(html: bytes, limit: int = 512) -> int:
    """Return how deep the elements of *html* nest at most, counted up to *limit* + 1."""
    return _Scan(html, limit).run(False)


def flatten(html: bytes, limit: int = 512) -> bytes:
    """Return *html* without the tags that would nest deeper than *limit*.

    >>> flatten(b"<div><div><div>deep</div></div> flat</div>", limit=2)
    b'<div><div>deep</div> flat</div>'
    """
    scan = _Scan(html, limit)
    if scan.run(False) <= limit:
        return html
    scan = _Scan(html, limit)
    scan.run(True)
    return scan.written()


@cython.cclass
class _Scan:
    """One way through a page: measures how deep it nests, or writes it anew within the limit."""

    html: bytes
    view: cython.const[cython.uchar][::1]
    size: cython.Py_ssize_t
    limit: cython.int
    names: cython.longlong[::1]
    lengths: cython.int[::1]
    name_traits: cython.int[::1]
    # Four numbers an open element: packed name, traits, where its name starts, how long it is.
    stack: cython.longlong[::1]
    depth: cython.int
    deepest: cython.int
    formats: cython.int  # formatting elements that are open
    strange: cython.int  # drawings, formulas and selects that are open
    drawing: cython.int  # where on the stack a plain drawing began; -1 outside of one
    copies: cython.longlong
    options: cython.int  # of the last select
    rewrite: cython.bint
    pieces: list[bytes]
    kept: cython.Py_ssize_t  # what stands before this place is written or left out
    quirks: cython.bint  # an old page: its tables stand in paragraphs
    skipped: dict[int, int]  # tags left out and still open: name -> how many
    # The tag at hand.
    name: cython.longlong
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    traits: cython.int
    self_closing: cython.bint
    excess: cython.Py_ssize_t  # where its attributes become too many; 0 if they do not
    end_tag: cython.Py_ssize_t  # where the end tag of a raw element begins

    def __init__(self, html: bytes, limit: int) -> None:
        self.html = html
        self.view = html
        self.size = len(html)
        self.limit = limit
        self.names = _NAMES
        self.lengths = _LENGTHS
        self.name_traits = _NAME_TRAITS
        self.stack = array("q", bytes(32 * (limit + 2)))
        self.depth = self.deepest = self.formats = self.strange = self.options = 0
        self.drawing = -1
        self.copies = 0
        self.pieces = []
        self.kept = 0
        self.skipped = {}
        self.quirks = b"<!doctype" not in html[:1024].lower()

    def written(self) -> bytes:
        """Return what `run` wrote."""
        return b"".join([*self.pieces, self.html[self.kept :]])

    def run(self, rewrite: cython.bint) -> int:
        """Follow the tags; return the depth, or *limit* + 1 at once where it cannot be told."""
        place: cython.Py_ssize_t = 0
        end: cython.Py_ssize_t
        tag_end: cython.Py_ssize_t
        excess: cython.Py_ssize_t
        byte: cython.int
        self.rewrite = rewrite
        while True:
            place = self._find(60, place)  # <
            if place + 2 >= self.size:
                return self.deepest
            byte = self.view[place + 1]
            if _is_letter(byte):
                self._read_name(place + 1)
                end = self._tag_end(self.start + self.length)
                if end > self.size:
                    return self.deepest
                excess = self.excess
                if excess and not rewrite:
                    return self.limit + 1
                tag_end = end
                if self.traits & _RAW:
                    end = self._raw(place, end)
                elif not self._open(place, end):
                    return self.limit + 1
                if excess and self.kept <= excess:
                    self._cut(excess, tag_end - 1)
            elif byte == 47 and _is_letter(self.view[place + 2]):  # /
                self._read_name(place + 2)
                end = self._tag_end(self.start + self.length)
                if end > self.size:
                    return self.deepest
                self._close(place, end)
            elif byte == 33:  # !
                end = self._comment(place)
            elif byte == 47 or byte == 63:  # ?
                # Not a tag: a comment up to the next >.
                end = self._find(62, place) + 1
            else:
                end = place + 1
            if end < 0:
                return self.limit + 1
            place = end

    @cython.cfunc
    def _open(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
        """Open the element of a start tag; False where the page must be written anew."""
        family: cython.int = self._family()
        if self.self_closing and (self.traits & _VOID or self.name == _SVG or self.name == _MATH):
            return True
        if self.strange:
            if not self.traits & _DRAWN:
                self.drawing = -1
            elif self.self_closing and self.drawing >= 0:
                return True
        if self.traits & _VOID and not (self.strange and self.traits & _DRAWN):
            if self.rewrite and self.traits & _BLOCK:
                self._end_paragraph(place)
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
        if self.rewrite:
            self._end_others(place)
            if self.depth >= self.limit:
                self._cut(place, end)
                self.skipped[self.name] = self.skipped.get(self.name, 0) + 1
                return True
            if family == _SELECT:
                self._insert(self.start + self.length, b" multiple")
        else:
            if not self.strange:
                self._end_top()
            self.copies += self.formats
            if self.depth >= self.limit or self.copies > _MOST_COPIES:
                return False
            if self.options > _MOST_OPTIONS:
                return False
        self._push()
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _push(self) -> cython.void:
        at: cython.Py_ssize_t = 4 * self.depth
        self.stack[at] = self.name
        self.stack[at + 1] = self.traits
        self.stack[at + 2] = self.start
        self.stack[at + 3] = self.length
        if self.traits & _FORMAT:
            self.formats += 1
        if self.traits & _STRANGE:
            self.strange += 1
            if self.strange == 1 and self.name == _SVG and self.length == 3:
                self.drawing = self.depth
        self.depth += 1
        if self.depth > self.deepest:
            self.deepest = self.depth

    @cython.cfunc
    @cython.exceptval(check=False)
    def _pop(self) -> cython.void:
        self.depth -= 1
        traits: cython.longlong = self.stack[4 * self.depth + 1]
        if traits & _FORMAT:
            self.formats -= 1
        if traits & _STRANGE:
            self.strange -= 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _end_top(self) -> cython.void:
        """Pop what the start tag at hand ends for certain: its own kind at the top."""
        family: cython.int = self._family()
        other: cython.int
        # A table ends a paragraph in some pages and not in others.
        if self.traits & _BLOCK and family != _TABLE and self.depth:
            if self._family_at(self.depth - 1) == _PARAGRAPH:
                self._pop()
        if not self.traits & _ENDS_OTHERS:
            return
        while self.depth:
            other = self._family_at(self.depth - 1)
            if _CELL <= family <= _SECTION:
                # A row ends a cell and a row, a section also a section.
                if not _CELL <= other <= family:
                    return
                self._pop()
                continue
            if other == family and self.stack[4 * self.depth - 4] != _OPTGROUP:
                self._pop()
            return

    @cython.cfunc
    def _close(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Close the element of an end tag."""
        target: cython.int
        if self.drawing >= 0 and self.name == _SVG and self.length == 3:
            # Nothing but lines and shapes were in it: they end with it.
            while self.depth > self.drawing:
                self._pop()
            self.drawing = -1
            return
        if self.strange and not self.traits & _DRAWN:
            self.drawing = -1
        if self.skipped and self.skipped.get(self.name, 0):
            self.skipped[self.name] -= 1
            self._cut(place, end)
            return
        if self._family() == _FORM:
            self._close_form()
            return
        if self.depth and self._is_same(self.depth - 1):
            self._pop()
            return
        if not self.rewrite:
            return
        target = self._target()
        if target >= 0:
            self._end_down_to(target + 1, place)
            self._pop()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _close_form(self) -> cython.void:
        """Close a form that stands at the top; no end tag closes one further down now."""
        k: cython.int = self._open_form()
        if k == self.depth - 1 and k >= 0:
            self._pop()
        elif k >= 0:
            self._forget_form()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _forget_form(self) -> cython.void:
        self.stack[4 * self._open_form() + 1] &= _FAMILY - 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _open_form(self) -> cython.int:
        """Return the form that the next end tag of one means; -1 for none."""
        k: cython.int = self.depth - 1
        while k >= 0 and self._family_at(k) != _FORM:
            if self._family_at(k) == _TEMPLATE:
                return -1
            k -= 1
        return k

    @cython.cfunc
    @cython.exceptval(check=False)
    def _target(self) -> cython.int:
        """Return which open element the end tag at hand closes in HTML5; -1 for none."""
        family: cython.int = self._family()
        traits: cython.longlong
        k: cython.int = self.depth - 1
        while k >= 0:
            if self._is_same(k):
                return k
            traits = self.stack[4 * k + 1]
            if _CELL <= family <= _TABLE:
                if self._family_at(k) == _TABLE or self._family_at(k) == _TEMPLATE:
                    return -1
            elif self.traits & _SPECIAL:
                if traits & _BOUND and family != _TEMPLATE:
                    return -1
                if family == _ITEM and self._family_at(k) == _LIST:
                    return -1
                if family == _PARAGRAPH and self._family_at(k) == _BUTTON:
                    return -1
            elif traits & _SPECIAL:
                return -1
            k -= 1
        return -1

    @cython.cfunc
    def _end_others(self, place: cython.Py_ssize_t) -> cython.void:
        """Write the end tags of what the start tag at *place* ends without one, as in HTML5."""
        family: cython.int = self._family()
        other: cython.int
        traits: cython.longlong
        k: cython.int = self.depth - 1
        if _CELL <= family <= _TABLE:
            self._end_table_parts(family, place)
        elif family == _OPTION or family == _HEADING:
            if k >= 0 and self._family_at(k) == family and self.stack[4 * k] != _OPTGROUP:
                self._end_down_to(k, place)
        elif family == _ITEM or family == _TERM or family == _ANCHOR or family == _BUTTON:
            while k >= 0:
                other = self._family_at(k)
                traits = self.stack[4 * k + 1]
                if other == family:
                    self._end_down_to(k, place)
                    break
                if family == _BUTTON:
                    if traits & _BOUND:
                        break
                elif traits & _SPECIAL and (family == _ANCHOR or not traits & _PASSED):
                    break
                k -= 1
        if self.traits & _BLOCK and not (family == _TABLE and self.quirks):
            self._end_paragraph(place)

    @cython.cfunc
    def _end_table_parts(self, family: cython.int, place: cython.Py_ssize_t) -> cython.void:
        """End the cells, rows and sections of the innermost table that cannot hold the new part."""
        other: cython.int
        k: cython.int = self.depth - 1
        while k >= 0:
            other = self._family_at(k)
            if other == _TEMPLATE or (family == _TABLE and self.stack[4 * k + 1] & _BOUND):
                # A table in a cell is a new one; a table in a row ends the one it stands in.
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
            if k < self.depth and family < _SECTION and self._family_at(k) == _SECTION:
                if not self.stack[4 * k + 1] & _BOUND:
                    k += 1
            if k < self.depth and family < _ROW and self._family_at(k) == _ROW:
                k += 1
        self._end_down_to(k, place)

    @cython.cfunc
    def _end_paragraph(self, place: cython.Py_ssize_t) -> cython.void:
        k: cython.int = self.depth - 1
        while k >= 0:
            if self._family_at(k) == _PARAGRAPH:
                self._end_down_to(k, place)
                return
            # Any block would have ended the paragraph, so behind the first one there is none.
            if self.stack[4 * k + 1] & _SPECIAL:
                return
            k -= 1

    @cython.cfunc
    def _end_down_to(self, target: cython.int, place: cython.Py_ssize_t) -> cython.void:
        """Close all from *target* on, and write their end tags before *place*."""
        start: cython.Py_ssize_t
        while self.depth > target:
            start = self.stack[4 * self.depth - 2]
            self._insert(
                place, b"</%b>" % self.html[start : start + self.stack[4 * self.depth - 1]]
            )
            self._pop()

    @cython.cfunc
    def _raw(self, place: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place behind an element whose content is no markup; -1 where it may be."""
        if self.rewrite and self.traits & _BLOCK:
            self._end_paragraph(place)
        behind: cython.Py_ssize_t = self._raw_end(end)
        # In a drawing the same names are ordinary elements. That makes no difference to one
        # without tags in it; of others it cannot be told here, so they are left out.
        if self.strange and self._find(60, end) < self.end_tag:
            if not self.rewrite:
                return -1
            self._cut(place, behind)
        return behind

    @cython.cfunc
    def _raw_end(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place behind the end tag of the raw element at hand, or the size."""
        name: cython.longlong = self.name
        length: cython.Py_ssize_t = self.length
        # A script in a comment in a script hides an end tag.
        escaped: cython.bint = False
        doubly: cython.bint = False
        unescaped: cython.Py_ssize_t = -1
        while True:
            place = self._find(60, place)
            if place + 2 >= self.size:
                self.end_tag = self.size
                return self.size
            if escaped and 0 <= unescaped < place:
                escaped = doubly = False
            if self.view[place + 1] == 47 and _is_letter(self.view[place + 2]):
                self._read_name(place + 2)
                if self.name == name and self.length == length and self._ends_name():
                    if not doubly:
                        self.end_tag = place
                        return min(self._tag_end(self.start + self.length), self.size)
                    doubly = False
            elif name == _SCRIPT and length == 6:
                if not escaped and self.html[place : place + 4] == b"<!--":
                    escaped = True
                    unescaped = self.html.find(b"-->", place + 2)
                elif escaped and _is_letter(self.view[place + 1]):
                    self._read_name(place + 1)
                    if self.name == name and self.length == length and self._ends_name():
                        doubly = True
            place += 1

    @cython.cfunc
    def _comment(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place behind a comment or declaration; -1 where it may be something else."""
        end: cython.Py_ssize_t = place + 2
        if self.html[place : place + 4] == b"<!--":
            while True:
                end = self.html.find(b"--", end)
                if end < 0:
                    return self.size
                if self.html[end + 2 : end + 3] == b">":
                    return end + 3
                # The short forms <!--> and <!---> have no room for this one.
                if self.html[end + 2 : end + 4] == b"!>" and end >= place + 4:
                    return end + 4
                end += 1
        end = min(self._find(62, place) + 1, self.size)
        if self.strange:
            self.drawing = -1
            # In a drawing this may be text; without its beginning it is text anywhere.
            if self.html[place : place + 9] == b"<![CDATA[":
                if not self.rewrite:
                    return -1
                self._cut(place, end)
        return end

    @cython.cfunc
    def _cut(self, start: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
        """Leave out start..end."""
        if start > self.kept:
            self.pieces.append(self.html[self.kept : start])
            # A lone < must not make a tag of the text behind the cut.
            if end > start and self.view[start - 1] == 60:
                self.pieces.append(b"<!---->")
        self.kept = end

    @cython.cfunc
    def _insert(self, place: cython.Py_ssize_t, words: bytes) -> cython.void:
        self._cut(place, place)
        self.pieces.append(words)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _family(self) -> cython.int:
        return self.traits // _FAMILY

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _family_at(self, k: cython.int) -> cython.int:
        return cython.cast(cython.int, self.stack[4 * k + 1] // _FAMILY)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _is_same(self, k: cython.int) -> cython.bint:
        """Return whether the open element *k* has the name of the tag at hand."""
        if self.stack[4 * k] != self.name or self.stack[4 * k + 3] != self.length:
            return False
        if self.length <= 8:
            return True
        start: cython.Py_ssize_t = self.stack[4 * k + 2]
        mine = self.html[self.start : self.start + self.length]
        return self.html[start : start + self.length].lower() == mine.lower()

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _find(self, byte: cython.uchar, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place of the next *byte*, or the size."""
        if not cython.compiled:
            found = self.html.find(byte, place)
            return self.size if found < 0 else found
        if place >= self.size:
            return self.size
        start = cython.cast(cython.pointer(cython.uchar), cython.address(self.view[place]))
        hit = cython.cast(cython.pointer(cython.uchar), memchr(start, byte, self.size - place))
        return self.size if hit == cython.NULL else place + (hit - start)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _read_name(self, place: cython.Py_ssize_t) -> cython.void:
        """Read the name of the tag at hand, and what is known of it."""
        name: cython.longlong = 0
        byte: cython.uchar
        self.start = place
        while place < self.size:
            byte = self.view[place]
            if byte == 62 or byte == 47 or _is_space(byte):
                break
            if 65 <= byte <= 90:
                byte = byte | 32
            name = ((name & _SEVEN_BYTES) << 8) | byte
            place += 1
        self.name = name
        self.length = place - self.start
        self.traits = self._listed_traits()

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _ends_name(self) -> cython.bint:
        """Return whether the name is a whole one, not cut off by the end of the page."""
        return self.start + self.length < self.size

    @cython.cfunc
    @cython.exceptval(check=False)
    def _listed_traits(self) -> cython.int:
        low: cython.int = 0
        high: cython.int = cython.cast(cython.int, len(self.names)) - 1
        middle: cython.int
        while low <= high:
            middle = (low + high) >> 1
            if self.names[middle] == self.name:
                if self.lengths[middle] != self.length:
                    return 0
                if self.length > 8:
                    name = self.html[self.start : self.start + self.length].lower()
                    return self.name_traits[middle] if name in _LONG_NAMES else 0
                return self.name_traits[middle]
            if self.names[middle] < self.name:
                low = middle + 1
            else:
                high = middle - 1
        return 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _tag_end(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place behind the > of a tag, beyond the size if it has none.

        *place* is behind the name. Attributes are read as HTML5 does: a quote counts only where a
        value begins.
        """
        byte: cython.int
        slash: cython.Py_ssize_t = -1
        count: cython.int = 0
        self.self_closing = False
        self.excess = 0
        while place < self.size:
            byte = self.view[place]
            place += 1
            if byte == 62:
                self.self_closing = slash == place - 2
                return place
            if byte == 47:
                slash = place - 1
                continue
            if _is_space(byte):
                continue
            count += 1
            if count > _MOST_ATTRIBUTES and not self.excess:
                self.excess = place - 1
            # The name of an attribute; it may even begin with an equals sign.
            while place < self.size and not _ends_attribute_name(self.view[place]):
                place += 1
            while place < self.size and _is_space(self.view[place]):
                place += 1
            if place >= self.size or self.view[place] != 61:  # =
                continue
            place += 1
            while place < self.size and _is_space(self.view[place]):
                place += 1
            if place >= self.size:
                break
            byte = self.view[place]
            if byte == 34 or byte == 39:
                place = self._find(cython.cast(cython.uchar, byte), place + 1) + 1
            else:
                while place < self.size and self.view[place] != 62:
                    if _is_space(self.view[place]):
                        break
                    place += 1
        return self.size + 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_letter(byte: cython.int) -> cython.bint:
    return 97 <= (byte | 32) <= 122


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_space(byte: cython.int) -> cython.bint:
    return byte == 32 or byte == 10 or byte == 9 or byte == 13 or byte == 12


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _ends_attribute_name(byte: cython.int) -> cython.bint:
    return byte == 61 or byte == 62 or byte == 47 or _is_space(byte)
