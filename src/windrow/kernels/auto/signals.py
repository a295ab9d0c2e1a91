"""What ranking a region needs to know of every node, in two passes over the tree."""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, not to run
    from windrow.kernels import plain as cython

from array import array

__all__ = [
    "child_row_numbers",
    "child_set_numbers",
    "content",
    "pair_numbers",
    "path_numbers",
    "spans",
    "sums",
    "texts_of",
    "word_signals",
]

# Path hashes are kept below 2^31, so that a product fits a C integer and Python agrees with C.
_PRIME = cython.declare(cython.longlong, 2147483647)
_LOW = cython.declare(cython.longlong, (1 << 48) - 1)
_BASE = cython.declare(cython.longlong, 1000003)

# Label flags, given by the caller.
_INLINE = cython.declare(cython.int, 1)

_TEXT = cython.declare(cython.int, 1)
_LINK = cython.declare(cython.int, 2)
_IMAGE = cython.declare(cython.int, 4)

_MONTHS = b"janfebmaraprmayjunjulaugsepoctnovdec"
_FULL_MONTHS = array("i", [7, 8, 5, 5, 3, 4, 4, 6, 9, 7, 8, 8])


def spans(
    attribute_starts: cython.int[::1], attributes: cython.int[::1], name: cython.int
) -> array[int]:
    """Return for every node where the value of one attribute starts and ends; 0, 0 for none."""
    count: cython.Py_ssize_t = len(attribute_starts) - 1
    result = array("i", bytes(8 * count))
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    k: cython.Py_ssize_t
    for node in range(count):
        for k in range(attribute_starts[node], attribute_starts[node + 1]):
            if attributes[3 * k] == name:
                found[2 * node] = attributes[3 * k + 1]
                found[2 * node + 1] = attributes[3 * k + 2]
    return result


def texts_of(
    first: cython.int[::1], second: cython.int[::1], third: cython.int[::1], buffer: bytes
) -> tuple[array[int], list[bytes]]:
    """Return a number for what three spans of a node say, -1 for nothing, and the texts by number.

    The first text stands before a zero byte, the other two, if any, behind it.
    """
    count: cython.Py_ssize_t = len(first) // 2
    result = array("i", bytes(4 * count))
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    numbers: dict[bytes, int] = {}
    texts: list[bytes] = []
    for node in range(count):
        found[node] = -1
        if not (first[2 * node + 1] or second[2 * node + 1] or third[2 * node + 1]):
            continue
        text = buffer[first[2 * node] : first[2 * node + 1]]
        if second[2 * node + 1] or third[2 * node + 1]:
            text += b"\0" + buffer[second[2 * node] : second[2 * node + 1]]
            text += b" " + buffer[third[2 * node] : third[2 * node + 1]]
        number = numbers.get(text)
        if number is None:
            number = len(texts)
            numbers[text] = number
            texts.append(text)
        found[node] = number
    return result, texts


def word_signals(
    labels: cython.int[::1],
    parents: cython.int[::1],
    said: cython.int[::1],
    facts: cython.int[::1],
    base: cython.int,
) -> tuple[array[int], ...]:
    """Return labels with classes as numbers (three ways), and words against and for on the way.

    *said* is a number a node, -1 for none; *facts* has four numbers for each of these: its class
    (-1 for none), its first class, whether it speaks against a list, and for one.
    """
    count: cython.Py_ssize_t = len(labels)
    results = [array("i", bytes(4 * count)) for _ in range(5)]
    class_labels: cython.int[::1] = results[0]
    classed: cython.int[::1] = results[1]
    marks: cython.int[::1] = results[2]
    negatives: cython.int[::1] = results[3]
    positives: cython.int[::1] = results[4]
    numbers: _Numbers = _Numbers()
    node: cython.Py_ssize_t
    fact: cython.Py_ssize_t
    above: cython.int
    for node in range(count):
        above = parents[node]
        class_labels[node] = marks[node] = labels[node]
        classed[node] = -1
        # The body is around everything and tells nothing of a part.
        if above > 0:
            negatives[node], positives[node] = negatives[above], positives[above]
        if said[node] < 0:
            continue
        fact = 4 * said[node]
        if facts[fact] >= 0:
            class_labels[node] = base + numbers.number(labels[node], facts[fact])
            classed[node] = class_labels[node]
            marks[node] = base + numbers.number(labels[node], facts[fact + 1])
        if above > 0:
            negatives[node] += facts[fact + 2]
            positives[node] += facts[fact + 3]
    return tuple(results)


def sums(labels: cython.int[::1], counted: cython.int[::1]) -> array[int]:
    """Return how many nodes with a *counted* label stand before each node, and in all."""
    count: cython.Py_ssize_t = len(labels)
    result = array("i", bytes(4 * (count + 1)))
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    for node in range(count):
        found[node + 1] = found[node] + counted[labels[node]]
    return result


def content(
    parents: cython.int[::1],
    sizes: cython.int[::1],
    labels: cython.int[::1],
    label_flags: cython.int[::1],
    kinds: cython.int[::1],
    texts: cython.int[::1],
    buffer: cython.const[cython.uchar][::1],
) -> dict[str, array[int]]:
    """Return sums and marks of the content, by name.

    ``chars``, ``texts``, ``images``, ``linked`` and ``dates`` count what stands before a node
    (one more at the end): characters, texts, images, characters inside links, texts with a date.
    ``hashes`` tell texts apart, ``colons`` marks texts that end with one, ``inline`` subtrees
    that are one run of text, ``path_hashes`` the labels from the root to a node.
    """
    count: cython.Py_ssize_t = len(labels)
    names = ("chars", "texts", "images", "linked", "dates")
    result = {name: array("i", bytes(4 * (count + 1))) for name in names}
    result |= {
        name: array("i", bytes(4 * count)) for name in ("hashes", "colons", "inline", "path_hashes")
    }
    chars: cython.int[::1] = result["chars"]
    text_counts: cython.int[::1] = result["texts"]
    images: cython.int[::1] = result["images"]
    linked: cython.int[::1] = result["linked"]
    dates: cython.int[::1] = result["dates"]
    hashes: cython.int[::1] = result["hashes"]
    colons: cython.int[::1] = result["colons"]
    inline: cython.int[::1] = result["inline"]
    paths: cython.int[::1] = result["path_hashes"]
    node: cython.Py_ssize_t
    start: cython.int
    end: cython.int
    length: cython.int
    value: cython.longlong
    k: cython.int
    digits: cython.bint = False
    link_end: cython.Py_ssize_t = 0
    for node in range(count):
        if kinds[node] & _LINK and node + sizes[node] > link_end:
            link_end = node + sizes[node]
        length = 0
        start, end = texts[2 * node], texts[2 * node + 1]
        if end > start:
            value = 7
            digits = False
            for k in range(start, end):
                # Bytes that continue a character are not counted as one.
                length += (buffer[k] & 0xC0) != 0x80
                digits = digits or _digit(buffer[k])
                # Cut off rather than divided, which is slow: 257 times this is no overflow.
                value = (value * 257 + buffer[k]) & _LOW
            value %= _PRIME
            hashes[node] = cython.cast(cython.int, value)
            colons[node] = buffer[end - 1] == 58
        chars[node + 1] = chars[node] + length
        text_counts[node + 1] = text_counts[node] + (kinds[node] & _TEXT)
        images[node + 1] = images[node] + (1 if kinds[node] & _IMAGE else 0)
        linked[node + 1] = linked[node] + (length if node < link_end else 0)
        dates[node + 1] = dates[node]
        # No date without a digit.
        if end > start and digits and _dated(buffer, start, end):
            dates[node + 1] += 1
        value = paths[parents[node]] if node else 1
        paths[node] = cython.cast(cython.int, (value * _BASE + labels[node] + 1) % _PRIME)
        inline[node] = label_flags[labels[node]] & _INLINE if labels[node] < len(label_flags) else 0
    for node in range(count - 1, 0, -1):
        if not inline[node]:
            inline[parents[node]] = 0
    return result


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _digit(byte: cython.uchar) -> cython.bint:
    return 48 <= byte <= 57


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _letter(byte: cython.uchar) -> cython.bint:
    return 97 <= (byte | 32) <= 122


@cython.cfunc
@cython.exceptval(check=False)
def _dated(
    buffer: cython.const[cython.uchar][::1], start: cython.int, end: cython.int
) -> cython.bint:
    """Return whether a text holds a date: 3/4/2020, 4 March, Mar 4, 1999, 2 days ago."""
    k: cython.int = start
    run: cython.int
    month: cython.bint = False
    while k < end:
        if _digit(buffer[k]):
            run = k
            while run < end and _digit(buffer[run]):
                run += 1
            if month or _numeric_date(buffer, k, run, end) or _unit_behind(buffer, run, end):
                return True
            k = run
            month = False
        elif _letter(buffer[k]):
            run = k
            while run < end and _letter(buffer[run]):
                run += 1
            month = _is_month(buffer, k, run)
            k = run
        else:
            # "Mar. 4" and "March 4" are dates, "March - 4" is not.
            if buffer[k] != 32 and buffer[k] != 46:
                month = False
            k += 1
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _numeric_date(
    buffer: cython.const[cython.uchar][::1], start: cython.int, run: cython.int, end: cython.int
) -> cython.bint:
    """Return whether the digits start..run are a year, or begin a date like 3/4/20."""
    mark: cython.uchar
    k: cython.int
    if run - start == 4 and (
        (buffer[start] == 49 and buffer[start + 1] == 57)
        or (buffer[start] == 50 and buffer[start + 1] == 48)
    ):
        return True
    if run - start > 4 or run + 3 >= end:
        return False
    mark = buffer[run]
    if mark != 47 and mark != 45 and mark != 46:
        return False
    k = run + 1
    while k < end and _digit(buffer[k]):
        k += 1
    return k > run + 1 and k + 1 < end and buffer[k] == mark and _digit(buffer[k + 1])


@cython.cfunc
@cython.exceptval(check=False)
def _unit_behind(
    buffer: cython.const[cython.uchar][::1], run: cython.int, end: cython.int
) -> cython.bint:
    """Return whether a month, or a unit of time and "ago", follows the number before *run*."""
    k: cython.int = run
    word: cython.int
    # 4th March, 4. March, 4 of March
    if k + 1 < end and _letter(buffer[k]) and _letter(buffer[k + 1]):
        k += 2
    while k < end and (buffer[k] == 32 or buffer[k] == 46):
        k += 1
    word = k
    while k < end and _letter(buffer[k]):
        k += 1
    if k - word == 2 and (buffer[word] | 32) == 111:
        while k < end and buffer[k] == 32:
            k += 1
        word = k
        while k < end and _letter(buffer[k]):
            k += 1
    if _is_month(buffer, word, k):
        return True
    # min(ute)s, hours, days, weeks, months, years + " ago"
    return (
        k - word >= 3
        and k + 3 < end
        and buffer[k] == 32
        and (buffer[k + 1] | 32) == 97
        and (buffer[k + 2] | 32) == 103
        and (buffer[k + 3] | 32) == 111
    )


@cython.cfunc
@cython.exceptval(check=False)
def _is_month(
    buffer: cython.const[cython.uchar][::1], start: cython.int, end: cython.int
) -> cython.bint:
    months: cython.const[cython.uchar][::1] = _MONTHS
    lengths: cython.int[::1] = _FULL_MONTHS
    k: cython.int
    length: cython.int = end - start
    if length < 3 or length > 9:
        return False
    for k in range(12):
        if (
            (buffer[start] | 32) == months[3 * k]
            and (buffer[start + 1] | 32) == months[3 * k + 1]
            and (buffer[start + 2] | 32) == months[3 * k + 2]
        ):
            return length <= 4 or length == lengths[k]
    return False


@cython.cclass
class _Numbers:
    """Numbers pairs of numbers, 0 .. 2^63, in the order they come."""

    # Three numbers a slot: the pair and its number; the last is 0 where the slot is empty.
    slots: cython.longlong[::1]
    count: cython.longlong
    known: dict[tuple[int, int], int]

    def __init__(self) -> None:
        self.count = 0
        if cython.compiled:
            self.slots = array("q", bytes(24 * 512))
        else:
            self.known = {}

    @cython.cfunc
    @cython.inline
    def number(self, first: cython.longlong, second: cython.longlong) -> cython.int:
        """Return the number of a pair: the next one if it is new."""
        slot: cython.Py_ssize_t
        if not cython.compiled:
            return self.known.setdefault((first, second), len(self.known))
        slot = self._slot(first, second)
        if self.slots[3 * slot + 2] == 0:
            # Half full is full: longer runs of taken slots would cost more than the copy.
            if 6 * (self.count + 1) > len(self.slots):
                self._grow()
                slot = self._slot(first, second)
            self.count += 1
            self.slots[3 * slot] = first
            self.slots[3 * slot + 1] = second
            self.slots[3 * slot + 2] = self.count
        return cython.cast(cython.int, self.slots[3 * slot + 2] - 1)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _slot(self, first: cython.longlong, second: cython.longlong) -> cython.Py_ssize_t:
        mask: cython.longlong = len(self.slots) // 3 - 1
        mixed: cython.longlong = (first * 40503) ^ (second * 7919) ^ (second >> 27)
        slot: cython.longlong = (mixed ^ (mixed >> 17)) & mask
        while self.slots[3 * slot + 2] != 0 and (
            self.slots[3 * slot] != first or self.slots[3 * slot + 1] != second
        ):
            slot = (slot + 1) & mask
        return slot

    @cython.cfunc
    def _grow(self) -> cython.int:
        old: cython.longlong[::1] = self.slots
        k: cython.Py_ssize_t
        slot: cython.Py_ssize_t
        self.slots = array("q", bytes(16 * len(old)))
        for k in range(0, len(old), 3):
            if old[k + 2]:
                slot = self._slot(old[k], old[k + 1])
                self.slots[3 * slot] = old[k]
                self.slots[3 * slot + 1] = old[k + 1]
                self.slots[3 * slot + 2] = old[k + 2]
        return 0


def path_numbers(own: cython.int[::1], parents: cython.int[::1]) -> array[int]:
    """Return a number for every path: the numbers *own* from the root down to each node."""
    result = array("i", bytes(4 * len(own)))
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    numbers: _Numbers = _Numbers()
    for node in range(len(own)):
        found[node] = numbers.number(own[node], found[parents[node]] + 1 if node else 0)
    return result


def pair_numbers(first: cython.int[::1], second: cython.int[::1]) -> array[int]:
    """Return a number for every pair of numbers; -1 where one of them is below 0."""
    result = array("i", bytes(4 * len(first)))
    found: cython.int[::1] = result
    numbers: _Numbers = _Numbers()
    k: cython.Py_ssize_t
    for k in range(len(first)):
        found[k] = -1
        if first[k] >= 0 and second[k] >= 0:
            found[k] = numbers.number(first[k], second[k])
    return result


def child_set_numbers(own: cython.int[::1], sizes: cython.int[::1]) -> array[int]:
    """Return a number for every node's label with the set of its children's labels."""
    result = array("i", bytes(4 * len(own)))
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    child: cython.Py_ssize_t
    mask: cython.longlong
    numbers: _Numbers = _Numbers()
    for node in range(len(own)):
        mask = 0
        child = node + 1
        while child < node + sizes[node]:
            if own[child]:
                # A set as bits: two labels may share one, which is rare and does no harm.
                mask |= cython.cast(cython.longlong, 1) << (own[child] % 61)
            child += sizes[child]
        found[node] = numbers.number(own[node], mask)
    return result


def child_row_numbers(
    own: cython.int[::1], sizes: cython.int[::1], text_counts: cython.int[::1], most: cython.int
) -> array[int]:
    """Return a number for every node's label with its first children: label, and if it has text."""
    result = array("i", bytes(4 * len(own)))
    found: cython.int[::1] = result
    node: cython.Py_ssize_t
    child: cython.Py_ssize_t
    key: cython.longlong
    k: cython.int
    numbers: _Numbers = _Numbers()
    for node in range(len(own)):
        key = own[node] + 1
        k = 0
        child = node + 1
        while child < node + sizes[node] and k < most:
            if own[child]:
                key = (key * _BASE + 2 * own[child]) % _PRIME
                key += text_counts[child + sizes[child]] > text_counts[child]
                k += 1
            child += sizes[child]
        found[node] = numbers.number(key, 0)
    return result
