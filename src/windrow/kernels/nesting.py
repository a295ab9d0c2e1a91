"""Keeps hostile nesting away from the parser: tags opened too deep are left out, their text stays.

Building an HTML5 tree takes time in proportion to the depth of every new element, so a hundred
thousand nested elements would take minutes. Browsers stop nesting at 512; so do we, before parsing.
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

# What an opening tag does to the stack of open elements.
_VOID = cython.declare(cython.int, 1)  # nothing: it never has content
_RAW = cython.declare(cython.int, 2)  # nothing: its content is text up to its end tag
_ITEM = cython.declare(cython.int, 3)  # ends its own kind: <li> in the same list
_CELL = cython.declare(cython.int, 4)  # the same, and shuts formatting in
_BOUND = cython.declare(cython.int, 5)  # no item ends another one beyond these
_FORMAT = cython.declare(cython.int, 6)  # unclosed, it is opened anew in every later paragraph

_KINDS = {
    1: "area base br col embed hr img input link meta param source track wbr frame keygen",
    2: "script style textarea title iframe noembed noframes xmp",
    3: "li dt dd option optgroup tr thead tbody tfoot colgroup p rp rt",
    4: "td th caption",
    5: "ul ol dl table select button",
    6: "a b big code em font i nobr s small strike strong tt u",
}

# Names are packed eight bytes to a number, so that a lookup needs no string: the sorted numbers
# and, at the same place, what the tag is.
_PACKED = sorted(
    (int.from_bytes(name.encode(), "big"), kind)
    for kind, names in _KINDS.items()
    for name in names.split()
)
_NAMES = array("q", [name for name, _ in _PACKED])
_NAME_KINDS = array("i", [kind for _, kind in _PACKED])
_SEVEN_BYTES = cython.declare(cython.longlong, 0x7FFFFFFFFFFFFF)

# Unclosed formatting elements multiply with the paragraphs behind them; real pages have a handful.
_MOST_FORMATS = cython.declare(cython.int, 64)


def nesting(html: bytes, limit: int = 512) -> int:
    """Return how deep the elements of *html* nest, counted up to *limit* + 1."""
    return _scan(html, limit, array("q", bytes(16)), True)


def flatten(html: bytes, limit: int = 512) -> bytes:
    """Return *html* without the tags that would nest deeper than *limit*.

    >>> flatten(b"<div><div><div>deep</div></div> flat</div>", limit=2)
    b'<div><div>deep</div> flat</div>'
    """
    if nesting(html, limit) <= limit:
        return html
    # Two numbers a piece left out: from, to.
    cuts = array("q", bytes(16 * (html.count(b"<") + 1)))
    count = _scan(html, limit, cuts, False)
    kept = []
    start = 0
    for k in range(count):
        kept.append(html[start : cuts[2 * k]])
        start = cuts[2 * k + 1]
    kept.append(html[start:])
    return b"".join(kept)


def _scan(html: bytes, limit: cython.int, cuts: cython.longlong[::1], measure: cython.bint) -> int:
    """Follow the open elements; return their depth (*measure*) or the number of *cuts* made."""
    view: cython.const[cython.uchar][::1] = html
    names: cython.longlong[::1] = _NAMES
    kinds: cython.int[::1] = _NAME_KINDS
    # Three numbers an open element: name, kind, formatting elements open before it.
    stack: cython.longlong[::1] = array("q", bytes(24 * (limit + 2)))
    size: cython.Py_ssize_t = len(html)
    place: cython.Py_ssize_t = 0
    top: cython.Py_ssize_t
    name: cython.longlong
    kind: cython.int
    depth: cython.int = 0
    outer: cython.int
    deepest: cython.int = 0
    formats: cython.int = 0
    skips: cython.int = 0
    count: cython.Py_ssize_t = 0
    closing: cython.bint
    skipped: dict[int, int] = {}  # tags left out and still open: name -> how many
    while True:
        place = _find(html, view, 60, place, size)  # <
        if place + 2 >= size:
            break
        closing = view[place + 1] == 47  # /
        if not closing and view[place + 1] == 33:  # !
            place = _comment_end(html, view, place, size)
            continue
        top = place + 2 if closing else place + 1
        name = 0
        while top < size and _is_name(view[top]):
            # Beyond eight bytes the number wraps: enough to tell names apart, none is in the list.
            name = ((name & _SEVEN_BYTES) << 8) | (view[top] | 32)
            top += 1
        if name == 0:
            place += 1
            continue
        kind = _kind(names, kinds, name)
        if closing:
            if skips and skipped.get(name, 0):
                skips -= 1
                skipped[name] -= 1
                if not measure:
                    count = _cut(cuts, count, place, _tag_end(view, top, size))
            else:
                outer = _close(stack, depth, name, False)
                if kind == _FORMAT:
                    formats -= formats > 0
                else:
                    formats = _formats(stack, outer, depth, formats)
                depth = outer
            place = top
        elif kind == _RAW:
            place = _raw_end(html, view, name, top, size)
        elif kind == _VOID:
            place = top
        else:
            if kind == _ITEM or kind == _CELL:
                outer = _close(stack, depth, name, True)
                formats = _formats(stack, outer, depth, formats)
                depth = outer
            if depth >= limit or (kind == _FORMAT and formats >= _MOST_FORMATS):
                if measure:
                    return limit + 1
                top = _tag_end(view, top, size)
                count = _cut(cuts, count, place, top)
                skips += 1
                skipped[name] = skipped.get(name, 0) + 1
            else:
                stack[3 * depth] = name
                stack[3 * depth + 1] = kind
                stack[3 * depth + 2] = formats
                depth += 1
                formats += kind == _FORMAT
                if depth > deepest:
                    deepest = depth
            place = top
    return deepest if measure else count


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _cut(
    cuts: cython.longlong[::1],
    count: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Note that start..end is left out; return the number of pieces. Neighbours are one piece."""
    if count and cuts[2 * count - 1] == start:
        cuts[2 * count - 1] = end
        return count
    cuts[2 * count] = start
    cuts[2 * count + 1] = end
    return count + 1


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _find(
    html: bytes,
    view: cython.const[cython.uchar][::1],
    byte: cython.uchar,
    place: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return the place of the next *byte*, or *size*."""
    if not cython.compiled:
        found = html.find(byte, place)
        return size if found < 0 else found
    if place >= size:
        return size
    start = cython.cast(cython.pointer(cython.uchar), cython.address(view[place]))
    hit = cython.cast(cython.pointer(cython.uchar), memchr(start, byte, size - place))
    return size if hit == cython.NULL else place + (hit - start)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_name(byte: cython.uchar) -> cython.bint:
    # Letters, digits and what custom elements use; anything else ends the name.
    return 97 <= (byte | 32) <= 122 or 48 <= byte <= 58 or byte == 45 or byte == 95


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _kind(names: cython.longlong[::1], kinds: cython.int[::1], name: cython.longlong) -> cython.int:
    low: cython.int = 0
    high: cython.int = cython.cast(cython.int, len(names)) - 1
    middle: cython.int
    while low <= high:
        middle = (low + high) >> 1
        if names[middle] == name:
            return kinds[middle]
        if names[middle] < name:
            low = middle + 1
        else:
            high = middle - 1
    return 0


@cython.cfunc
@cython.exceptval(check=False)
def _close(
    stack: cython.longlong[::1], depth: cython.int, name: cython.longlong, bounded: cython.bint
) -> cython.int:
    """Return the depth after the innermost *name* ends; unchanged where none is open.

    *bounded*: an item that ends another item does not look beyond its own list or table.
    """
    k: cython.int = depth - 1
    while k >= 0:
        if stack[3 * k] == name:
            return k
        if bounded and stack[3 * k + 1] == _BOUND:
            return depth
        k -= 1
    return depth


@cython.cfunc
@cython.exceptval(check=False)
def _formats(
    stack: cython.longlong[::1], outer: cython.int, depth: cython.int, formats: cython.int
) -> cython.int:
    """Return how many formatting elements stay in force after the levels outer..depth end."""
    k: cython.int
    for k in range(outer, depth):
        if stack[3 * k + 1] == _CELL:
            return cython.cast(cython.int, stack[3 * k + 2])
    return formats


@cython.cfunc
def _tag_end(
    view: cython.const[cython.uchar][::1], place: cython.Py_ssize_t, size: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Return the place behind the > of a tag; one inside a quoted value does not end it."""
    quote: cython.int = 0
    while place < size:
        if quote:
            if view[place] == quote:
                quote = 0
        elif view[place] == 62:
            return place + 1
        elif view[place] == 34 or view[place] == 39:
            quote = view[place]
        place += 1
    return size


@cython.cfunc
def _raw_end(
    html: bytes,
    view: cython.const[cython.uchar][::1],
    name: cython.longlong,
    place: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return where the end tag of a raw text element begins."""
    at: cython.Py_ssize_t
    found: cython.longlong
    while True:
        place = _find(html, view, 60, place, size)
        if place + 2 >= size:
            return size
        if view[place + 1] == 47:
            found = 0
            at = place + 2
            while at < size and _is_name(view[at]):
                found = ((found & _SEVEN_BYTES) << 8) | (view[at] | 32)
                at += 1
            if found == name:
                return at
        place += 1


@cython.cfunc
def _comment_end(
    html: bytes,
    view: cython.const[cython.uchar][::1],
    place: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Return the place behind a comment or declaration."""
    end: cython.Py_ssize_t
    if place + 3 < size and view[place + 2] == 45 and view[place + 3] == 45:
        end = html.find(b"-->", place + 2)
        return size if end < 0 else end + 3
    return _find(html, view, 62, place, size)
