"""What ranking needs to know of every node: how much it says, of which kind, and where."""

from __future__ import annotations

from array import array

import cython

__all__ = ["content"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))

# Path hashes are kept below 2^31, so that a product fits a C integer and Python agrees with C. The
# prime is written where it divides: that is cheap only for a constant, which C makes no name.
_LOW = cython.declare(cython.longlong, (1 << 48) - 1)
_BASE = cython.declare(cython.longlong, 1000003)

# Label flags, given by the caller.
_INLINE = cython.declare(cython.int, 1)

_TEXT = cython.declare(cython.int, 1)
_LINK = cython.declare(cython.int, 2)
_IMAGE = cython.declare(cython.int, 4)

_SUMS = "chars texts images links linked dates clocks words digits numerics".split()
# A text with a time of day may be this long, in bytes: chosen, not measured.
_LONGEST_TIME = cython.declare(cython.int, 40)
_DATE = cython.declare(cython.int, -2)


@cython.cfunc
@cython.exceptval(check=False)
def _read(
    buffer: cython.const[cython.uchar][::1], start: cython.int, end: cython.int,
    seen: cython.int[::1],
) -> cython.void:  # fmt: skip
    """Count the characters, digits and letters of a text into *seen*, and add its hash."""
    length: cython.int = 0
    digits: cython.int = 0
    letters: cython.int = 0
    value: cython.longlong = 7
    k: cython.int
    for k in range(start, end):
        # Bytes that continue a character are not counted as one.
        length += (buffer[k] & 0xC0) != 0x80
        digits += _digit(buffer[k])
        letters += _begins_letter(buffer, k, end)
        # Cut off rather than divided, which is slow: 257 times this does not overflow.
        value = (value * 257 + buffer[k]) & _LOW
    seen[0], seen[1], seen[2] = length, digits, letters
    seen[3] = cython.cast(cython.int, value % 2147483647)


@cython.cfunc
def _sum_kinds(
    kinds: cython.int[::1], sizes: cython.int[::1], chars: cython.int[::1], result: dict
) -> object:
    """Fill in how many texts, images and links are before a node, and characters inside links."""
    texts: cython.int[::1] = result["texts"]
    images: cython.int[::1] = result["images"]
    links: cython.int[::1] = result["links"]
    linked: cython.int[::1] = result["linked"]
    link_end: cython.Py_ssize_t = 0
    node: cython.Py_ssize_t
    for node in range(len(kinds)):
        if kinds[node] & _LINK and node + sizes[node] > link_end:
            link_end = node + sizes[node]
        texts[node + 1] = texts[node] + (kinds[node] & _TEXT)
        images[node + 1] = images[node] + (1 if kinds[node] & _IMAGE else 0)
        links[node + 1] = links[node] + (1 if kinds[node] & _LINK else 0)
        linked[node + 1] = linked[node] + (chars[node + 1] - chars[node] if node < link_end else 0)
    return None


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

    ``chars``, ``texts``, ``images``, ``links``, ``linked``, ``dates``, ``clocks``, ``words``,
    ``digits`` and ``numerics`` count what is before a node (one more at the end): characters,
    texts, images, links, characters inside links; texts with a date, with a time but no date, with
    a letter or digit, with a digit other than in "2. Rake", with at least as many digits as
    letters. ``minutes`` has the times themselves, in page order, as minutes of the day. ``hashes``
    distinguish texts, ``colons`` marks texts that end with one, ``inline`` subtrees that
    are one run of text, ``path_hashes`` the labels from the root to a node.
    """
    count: cython.Py_ssize_t = len(labels)
    result = {name: _INTS * (count + 1) for name in _SUMS}
    chars: cython.int[::1] = result["chars"]
    dates: cython.int[::1] = result["dates"]
    words: cython.int[::1] = result["words"]
    with_digit: cython.int[::1] = result["digits"]
    numerics: cython.int[::1] = result["numerics"]
    clocks: cython.int[::1] = result["clocks"]
    minutes = array("i")
    minute: cython.int
    result["hashes"] = _INTS * count
    result["colons"] = _INTS * count
    hashes: cython.int[::1] = result["hashes"]
    colons: cython.int[::1] = result["colons"]
    node: cython.Py_ssize_t
    start: cython.int
    end: cython.int
    length: cython.int
    digits: cython.int
    letters: cython.int
    seen: cython.int[::1] = _INTS * 4
    for node in range(count):
        length = letters = digits = 0
        start, end = texts[2 * node], texts[2 * node + 1]
        dates[node + 1], clocks[node + 1] = dates[node], clocks[node]
        if end > start:
            _read(buffer, start, end, seen)
            length, digits, letters, hashes[node] = seen[0], seen[1], seen[2], seen[3]
            # "Price:" labels a value, "12:" numbers a record.
            colons[node] = buffer[end - 1] == 58 and not digits
            # Every date and every time has a digit.
            if digits:
                minute = _when(buffer, start, end)
                dates[node + 1] += minute == _DATE
                if minute >= 0:
                    clocks[node + 1] += 1
                    minutes.append(minute)
        words[node + 1] = words[node] + (letters + digits > 0)
        with_digit[node + 1] = with_digit[node] + (
            digits > 0 and not _only_counts(buffer, start, end, digits)
        )
        numerics[node + 1] = numerics[node] + (digits > 0 and digits >= letters)
        chars[node + 1] = chars[node] + length
    _sum_kinds(kinds, sizes, chars, result)
    minutes.append(-1)
    result["minutes"] = minutes
    result["inline"] = _inline(parents, labels, label_flags)
    result["path_hashes"] = _path_hashes(parents, labels)
    return result


@cython.cfunc
def _inline(
    parents: cython.int[::1], labels: cython.int[::1], label_flags: cython.int[::1]
) -> array[int]:
    """Return for every node whether all labels of its subtree are inline."""
    count: cython.Py_ssize_t = len(labels)
    result = _INTS * count
    inline: cython.int[::1] = result
    node: cython.Py_ssize_t
    for node in range(count):
        inline[node] = label_flags[labels[node]] & _INLINE if labels[node] < len(label_flags) else 0
    for node in range(count - 1, 0, -1):
        if not inline[node]:
            inline[parents[node]] = 0
    return result


@cython.cfunc
def _path_hashes(parents: cython.int[::1], labels: cython.int[::1]) -> array[int]:
    """Return a hash of the labels from the root to each node."""
    result = _INTS * len(labels)
    paths: cython.int[::1] = result
    value: cython.longlong
    node: cython.Py_ssize_t
    for node in range(len(labels)):
        value = paths[parents[node]] if node else 1
        value = (value * _BASE + labels[node] + 1) % 2147483647
        paths[node] = cython.cast(cython.int, value)
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
@cython.inline
@cython.exceptval(check=False)
def _begins_letter(
    buffer: cython.const[cython.uchar][::1], at: cython.int, end: cython.int
) -> cython.bint:
    """Return whether a letter begins at this byte of UTF-8.

    Beyond ASCII all is taken for a letter but U+0080-00BF, U+2000-2BFF and U+3000-303F: spaces,
    dashes, quotes, bullets, arrows and drawings.
    """
    byte: cython.uchar = buffer[at]
    if byte < 0xC3:
        return _letter(byte)
    if at + 1 >= end:
        return False
    return not (
        (byte == 0xE2 and buffer[at + 1] < 0xB0) or (byte == 0xE3 and buffer[at + 1] == 0x80)
    )


@cython.cfunc
@cython.exceptval(check=False)
def _only_counts(
    buffer: cython.const[cython.uchar][::1], start: cython.int, end: cython.int, digits: cython.int
) -> cython.bint:
    """Return whether all *digits* of a text are the number of a heading or step: 2. Rake it."""
    k: cython.int = start
    while k < end and _digit(buffer[k]):
        k += 1
    return (
        k - start == digits
        and k + 2 < end
        and (buffer[k] == 46 or buffer[k] == 41)
        and buffer[k + 1] == 32
    )


@cython.cfunc
@cython.exceptval(check=False)
def _when(
    buffer: cython.const[cython.uchar][::1], start: cython.int, end: cython.int
) -> cython.int:
    """Return _DATE for a text with a date, the minutes of one with a time only, else -1."""
    if _dated(buffer, start, end):
        return _DATE
    # A time in a sentence is not that of a record.
    return _time(buffer, start, end) if end - start <= _LONGEST_TIME else -1


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
        # "1990s" is a decade.
        return run == end or not _letter(buffer[run])
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
def _time(
    buffer: cython.const[cython.uchar][::1], start: cython.int, end: cython.int
) -> cython.int:
    """Return the first time in a text as minutes of the day; -1 for none.

    Times are 20:15, 20h15, 8 pm and 8.15pm; 8.15 alone is a number.
    """
    k: cython.int = start
    run: cython.int
    hour: cython.int
    minute: cython.int
    number: cython.bint
    while k < end:
        if not _digit(buffer[k]):
            k += 1
            continue
        run, hour, minute, number = k, 0, -1, False
        while run < end and _digit(buffer[run]):
            hour = min(10 * hour + buffer[run] - 48, 99)
            run += 1
        k = run
        if (
            run + 2 < end
            and (buffer[run] == 58 or buffer[run] == 46 or (buffer[run] | 32) == 104)
            and 48 <= buffer[run + 1] <= 53
            and _digit(buffer[run + 2])
            and (run + 3 == end or not _digit(buffer[run + 3]))
        ):
            number = buffer[run] == 46
            minute = 10 * (buffer[run + 1] - 48) + buffer[run + 2] - 48
            k = run + 3
        run = k + 1 if k < end and buffer[k] == 32 else k
        if (
            run + 1 < end
            and ((buffer[run] | 32) == 97 or (buffer[run] | 32) == 112)
            and (buffer[run + 1] | 32) == 109
            and (run + 2 == end or not _letter(buffer[run + 2]))
        ):
            hour = hour % 12 + (12 if (buffer[run] | 32) == 112 else 0)
            minute, number = max(minute, 0), False
        if minute >= 0 and hour <= 24 and not number:
            return 60 * hour + minute
    return -1


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
    # Called for every word of a text with a digit: arrays would be opened each time.
    months: cython.p_char = b"janfebmaraprmayjunjulaugsepoctnovdec"
    # How many letters each has in full.
    lengths: cython.p_char = b"\7\10\5\5\3\4\4\6\11\7\10\10"
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
