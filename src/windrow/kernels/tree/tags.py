"""The tags of a page, one by one: name, traits, where it ends; what the parser takes for text.

Tags, attributes, comments and raw text are read as HTML5 reads them.
"""

from __future__ import annotations

from array import array

import cython

if cython.compiled:
    from cython.cimports.libc.string import memchr
    from cython.cimports.windrow.kernels.tree.ints import ints, longs
else:

    def ints(values: array[int]) -> array[int]:
        """Return the numbers of an array, which compiled code reads where they lie."""
        return values

    longs = ints

__all__ = ["FAMILIES", "TRAITS", "Tags", "packed"]

# What an element is to the stack of open elements, as bits.
TRAITS = {
    "void": 1,  # never has content
    "raw": 2,  # its content is text up to its end tag
    "special": 4,  # no end tag of an ordinary element reaches past it
    "bound": 8,  # no end tag reaches past it
    "format": 16,  # unclosed, it is opened again in every later block
    "ends_paragraph": 32,
    "drawn": 64,  # a part of a drawing
    "strange": 128,  # other rules hold inside: drawing, formula, select
    "passed": 256,  # special, but an item looks past it
    "ends_others": 512,  # a li, a td ...: ends others of its family
    "family": 1024,  # this number times 1 .. 15 is a family
}
# Elements whose start tag ends an open one of the same family; the parts of a table by rank.
FAMILIES = {
    name: number
    for number, name in enumerate(
        "item term option cell row section table paragraph heading anchor form select template "
        "list button".split(),
        1,
    )
}

_LISTED_TRAITS = {
    # head and body are there whatever the tags say, so these tags change nothing.
    "head body br img embed meta": "void",
    # In a drawing these are ordinary elements; the others end the drawing.
    "html area base basefont bgsound col frame image input keygen link param source track wbr": (
        "void drawn"
    ),
    "hr": "void ends_paragraph",
    "script style textarea title iframe noembed noframes": "raw special",
    "xmp": "raw special ends_paragraph",
    "li": "special ends_paragraph ends_others item",
    "dd dt": "special ends_paragraph ends_others term",
    "option optgroup": "ends_others option",
    "td th": "special bound ends_others cell",
    "tr": "special ends_others row",
    "tbody thead tfoot colgroup": "special ends_others section",
    "caption": "special bound ends_others section",
    "table": "special bound ends_paragraph table",
    "p": "special ends_paragraph passed ends_others paragraph",
    "h1 h2 h3 h4 h5 h6": "special ends_paragraph ends_others heading",
    "a": "format ends_others anchor",
    "b big code em font i nobr s small strike strong tt u": "format",
    "form": "special ends_paragraph form",
    "select": "special strange select",
    "template": "special bound template",
    "ul ol": "special ends_paragraph list",
    "button": "special button",
    "address div": "special ends_paragraph passed",
    "article aside blockquote center details dialog dir dl fieldset figcaption figure footer "
    "header hgroup listing main menu nav plaintext pre search section summary": (
        "special ends_paragraph"
    ),
    "noscript": "special",
    "frameset": "special strange",
    "applet marquee object foreignobject desc annotation-xml mi mn mo ms mtext": "special bound",
    "svg math": "strange",
    "circle clippath defs ellipse g line mask path pattern polygon polyline rect stop symbol "
    "lineargradient radialgradient use": "drawn",
}


def packed(name: str) -> int:
    """Return the last eight bytes of a name as one number."""
    return int.from_bytes(name.encode(), "big") & 0x7FFFFFFFFFFFFFFF


def _bits(words: str) -> int:
    """Return traits and a family as one number."""
    return sum(TRAITS.get(w, 0) or TRAITS["family"] * FAMILIES[w] for w in words.split())


# A table with a free place behind each run of names, so that a lookup needs no string: numbers of
# the names and, at the same places, lengths and traits. No two names of the list agree in their
# last eight letters and their length. A power of two; four times the names, chosen.
_PLACES = 512
_NAMES, _LENGTHS = array("q", (0,)) * _PLACES, array("i", (0,)) * _PLACES
_NAME_TRAITS = array("i", (0,)) * _PLACES
_MASK = cython.declare(cython.longlong, _PLACES - 1)


def _fill() -> None:
    """Put the names into their places: each at the first free one from where it is looked for."""
    for names, words in _LISTED_TRAITS.items():
        for name in names.split():
            number = packed(name)
            place = (number ^ number >> 7 ^ number >> 19) & (_PLACES - 1)
            while _NAMES[place]:
                place = (place + 1) & (_PLACES - 1)
            _NAMES[place], _LENGTHS[place], _NAME_TRAITS[place] = number, len(name), _bits(words)


_fill()
_LONG_NAMES = {name.encode() for names in _LISTED_TRAITS for name in names.split() if len(name) > 8}
_SEVEN_BYTES = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFF)
_SCRIPT = cython.declare(cython.longlong, packed("script"))

# What a byte is in a tag, as bits: it ends the name, the name of an attribute, a bare value.
_SPACE = cython.declare(cython.int, 1)
_ENDS_NAME = cython.declare(cython.int, 2)
_ENDS_ATTRIBUTE = cython.declare(cython.int, 4)
_ENDS_VALUE = cython.declare(cython.int, 8)
_CLASSES = cython.declare(
    bytes,
    bytes(
        1 + 2 + 4 + 8
        if byte in b" \n\t\r\f"
        else {b">": 2 + 4 + 8, b"/": 2 + 4, b"=": 4}.get(bytes((byte,)), 0)
        for byte in range(256)
    ),
)
_LOWER = cython.declare(bytes, bytes(range(256)).lower())

# The parser takes time quadratic in the attributes of one element: it keeps this many.
_MOST_ATTRIBUTES = cython.declare(cython.int, 1000)


@cython.cclass
class Tags:
    """A page, and the current tag; the types are in ``tags.pxd``."""

    def __init__(self, html: bytes) -> None:
        self.html = html
        self.view, self.classes, self.lower = html, _CLASSES, _LOWER
        self.size = len(html)
        self.names, self.lengths = longs(_NAMES), ints(_LENGTHS)
        self.name_traits = ints(_NAME_TRAITS)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def find(self, byte: cython.uchar, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place of the next *byte*, or the size."""
        if not cython.compiled:
            found = self.html.find(byte, place)
            return self.size if found < 0 else found
        if place >= self.size:
            return self.size
        start = cython.cast(cython.pointer(cython.uchar), cython.address(self.view[place]))
        hit = cython.cast(cython.pointer(cython.uchar), memchr(start, byte, self.size - place))
        return self.size if hit == cython.NULL else place + (hit - start)

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def read_name(self, place: cython.Py_ssize_t) -> cython.void:
        """Read the name of the current tag, and what is known of it."""
        name: cython.longlong = 0
        byte: cython.uchar
        self.start = place
        while place < self.size:
            byte = self.view[place]
            if self.classes[byte] & _ENDS_NAME:
                break
            name = ((name & _SEVEN_BYTES) << 8) | self.lower[byte]
            place += 1
        self.name = name
        self.length = place - self.start
        self.traits = self._listed_traits()

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _listed_traits(self) -> cython.int:
        place: cython.longlong = (self.name ^ self.name >> 7 ^ self.name >> 19) & _MASK
        while self.names[place]:
            if self.names[place] == self.name:
                if self.lengths[place] != self.length:
                    return 0
                if self.length > 8:
                    name = self.html[self.start : self.start + self.length].lower()
                    return self.name_traits[place] if name in _LONG_NAMES else 0
                return self.name_traits[place]
            place = (place + 1) & _MASK
        return 0

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def tag_end(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after the > of a tag; beyond the size if the tag does not end.

        *place* is after the name. Attributes are read as HTML5 does: a quote counts only where a
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
            if self.classes[byte] & _SPACE:
                continue
            count += 1
            if count > _MOST_ATTRIBUTES and not self.excess:
                self.excess = place - 1
            # The name of an attribute; it may even begin with an equals sign.
            while place < self.size and not self.classes[self.view[place]] & _ENDS_ATTRIBUTE:
                place += 1
            while place < self.size and self.classes[self.view[place]] & _SPACE:
                place += 1
            if place >= self.size or self.view[place] != 61:  # =
                continue
            place += 1
            while place < self.size and self.classes[self.view[place]] & _SPACE:
                place += 1
            if place >= self.size:
                break
            byte = self.view[place]
            if byte == 34 or byte == 39:
                place = self.find(cython.cast(cython.uchar, byte), place + 1) + 1
            else:
                while place < self.size and not self.classes[self.view[place]] & _ENDS_VALUE:
                    place += 1
        return self.size + 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(-2)
    def raw_end(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after the end tag of the current raw element, or the size."""
        name: cython.longlong = self.name
        length: cython.Py_ssize_t = self.length
        # A script in a comment in a script hides an end tag.
        escaped: cython.bint = False
        doubly: cython.bint = False
        unescaped: cython.Py_ssize_t = -1
        while True:
            place = self.find(60, place)
            if place + 2 >= self.size:
                self.end_tag = self.size
                return self.size
            if escaped and 0 <= unescaped < place:
                escaped = doubly = False
            if self.view[place + 1] == 47 and _is_letter(self.view[place + 2]):
                self.read_name(place + 2)
                if self.name == name and self.length == length and self._ends_name():
                    if not doubly:
                        self.end_tag = place
                        return min(self.tag_end(self.start + self.length), self.size)
                    doubly = False
            elif name == _SCRIPT and length == 6:
                # Programs compare numbers with the same sign.
                if self.view[place + 1] == 33 and not escaped:
                    if self.html[place : place + 4] == b"<!--":
                        escaped = True
                        unescaped = self.html.find(b"-->", place + 2)
                elif escaped and _is_letter(self.view[place + 1]):
                    self.read_name(place + 1)
                    if self.name == name and self.length == length and self._ends_name():
                        doubly = True
            place += 1

    @cython.final
    @cython.cfunc
    @cython.exceptval(check=False)
    def _ends_name(self) -> cython.bint:
        """Return whether the name is a whole one, not cut off by the end of the page."""
        return self.start + self.length < self.size

    @cython.final
    @cython.cfunc
    @cython.exceptval(-2)
    def comment_end(self, place: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Return the place after a comment or declaration."""
        end: cython.Py_ssize_t = place + 2
        if self.html[place : place + 4] != b"<!--":
            return min(self.find(62, place) + 1, self.size)
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


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_letter(byte: cython.int) -> cython.bint:
    return 97 <= (byte | 32) <= 122
