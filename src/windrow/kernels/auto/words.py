"""Words in the classes and ids of elements, found without splitting them first."""

from __future__ import annotations

from array import array

import cython

__all__ = ["Words", "facts", "stable_class"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_BYTES = array("B", (0,))

_EDGE_BEFORE = cython.declare(cython.int, 1)
_EDGE_BEHIND = cython.declare(cython.int, 2)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _lower(byte: cython.uchar) -> cython.uchar:
    return byte | 32 if 65 <= byte <= 90 else byte


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _is_edge(before: cython.uchar, behind: cython.uchar) -> cython.bint:
    """Return whether a word may end between two bytes: "page-header", "pageHeader", "header2"."""
    if not (97 <= (before | 32) <= 122 or before >= 128):
        return True
    if not (97 <= (behind | 32) <= 122 or behind >= 128):
        return True
    return 97 <= before <= 122 and 65 <= behind <= 90


@cython.final
@cython.cclass
class Words:
    """Groups of words to look for, in capitals or not.

    A bar before or after a word says that a word begins or ends there; otherwise it is found
    inside others, too. All that is not ASCII counts as letters.
    """

    letters: cython.const[cython.uchar][::1]  # all words, one after the other, by first letter
    first: cython.int[::1]  # first letter -> its first word; one more at the end
    begins: cython.int[::1]  # word -> where it begins in `letters`; one more at the end
    edges: cython.int[::1]
    groups: cython.int[::1]
    # Whether a word begins with three letters, by five bits of each, which capitals share.
    openings: cython.uchar[::1]
    all: cython.int

    def __init__(self, groups: list[list[str]]) -> None:
        words = sorted(
            (
                word.strip("|").encode(),
                _EDGE_BEFORE * word.startswith("|") + _EDGE_BEHIND * word.endswith("|"),
                1 << number,
            )
            for number, group in enumerate(groups)
            for word in group
        )
        self.letters = b"".join([word for word, _, _ in words])
        begins, edges, numbers = array("i", [0]), array("i"), array("i")
        first, openings = _INTS * 27, _BYTES * (1 << 15)
        end = 0
        for word, edge, number in words:
            end += len(word)
            begins.append(end)
            edges.append(edge)
            numbers.append(number)
            for letter in range(word[0] - 96, 27):
                first[letter] += 1
            opening = 0
            for letter in word[:3]:
                opening = opening << 5 | (letter & 31)
            # Anything may follow a shorter word.
            width = 1 << 5 * (3 - min(len(word), 3))
            for k in range(opening * width, (opening + 1) * width):
                openings[k] = 1
        self.first, self.begins, self.edges, self.groups = first, begins, edges, numbers
        self.openings = openings
        self.all = (1 << len(groups)) - 1

    def found(self, text: bytes) -> int:
        """Return which groups have a word in *text*: the first is 1, the second 2, then 4 ..."""
        return self._found(text)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _found(self, text: bytes) -> cython.int:
        chars: cython.p_uchar = text
        length: cython.Py_ssize_t = len(text)
        at: cython.Py_ssize_t
        word: cython.int
        letter: cython.uchar
        result: cython.int = 0
        opening: cython.int = 0
        for at in range(2):
            opening = opening << 5 | (chars[at] & 31 if at < length else 0)
        for at in range(length):
            opening = (opening << 5 & 32767) | (chars[at + 2] & 31 if at + 2 < length else 0)
            # Most letters begin no word.
            if not self.openings[opening]:
                continue
            letter = _lower(chars[at])
            if letter < 97 or letter > 122:
                continue
            for word in range(self.first[letter - 97], self.first[letter - 96]):
                if not result & self.groups[word] and self._at(chars, at, length, word):
                    result |= self.groups[word]
            if result == self.all:
                break
        return result

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _at(
        self,
        text: cython.p_uchar,
        at: cython.Py_ssize_t,
        length: cython.Py_ssize_t,
        word: cython.int,
    ) -> cython.bint:
        """Return whether a word, whose first letter is known to be there, is at a place."""
        k: cython.int = self.begins[word]
        size: cython.int = self.begins[word + 1] - k
        end: cython.Py_ssize_t = at + size
        step: cython.int
        if end > length:
            return False
        for step in range(1, size):
            if _lower(text[at + step]) != self.letters[k + step]:
                return False
        if self.edges[word] & _EDGE_BEFORE and at > 0 and not _is_edge(text[at - 1], text[at]):
            return False
        if self.edges[word] & _EDGE_BEHIND and end < length:
            return _is_edge(text[end - 1], text[end])
        return True


def facts(
    texts: list[bytes], words: Words, dropped: frozenset[bytes], layout: frozenset[bytes]
) -> tuple[array[int], ...]:
    """Return for every text its class and its first class (-1: none), and two groups.

    The class is what is before a zero byte, in the form of `stable_class`; equal ones get
    equal numbers. The groups are 1 where one of *words* is found anywhere in the text.
    """
    numbers: dict[bytes, int] = {}
    known: dict[bytes, bytes] = {}
    places: dict[bytes, int] = {}
    results = [_INTS * len(texts) for _ in range(4)]
    classes: cython.int[::1] = results[0]
    first_classes: cython.int[::1] = results[1]
    against: cython.int[::1] = results[2]
    in_favour: cython.int[::1] = results[3]
    at: cython.Py_ssize_t
    before: cython.Py_ssize_t
    leaning: cython.int
    for at in range(len(texts)):
        text: bytes = texts[at]
        leaning = words._found(text)
        against[at] = leaning & 1
        in_favour[at] = leaning >> 1
        named = text.partition(b"\0")[0] if b"\0" in text else text
        # Elements of one class have many ids.
        before = places.setdefault(named, at)
        if before < at:
            classes[at], first_classes[at] = classes[before], first_classes[before]
            continue
        first = b""
        kept: list[bytes] = []
        for token in named.split():
            # Few names make up many classes.
            stable = known.get(token)
            if stable is None:
                stable = known[token] = _stable_name(token, dropped, layout)
            if stable and stable not in kept:
                kept.append(stable)
        classes[at] = first_classes[at] = -1
        if kept:
            first = kept[0]
            if len(kept) > 1:
                kept.sort()
            whole = first if len(kept) == 1 else b" ".join(kept)
            classes[at] = numbers.setdefault(whole, len(numbers))
            first_classes[at] = numbers.setdefault(first, len(numbers))
    return tuple(results)


def stable_class(words: bytes, dropped: frozenset[bytes], layout: frozenset[bytes]) -> bytes:
    """Return the names among *words*, each once and sorted, in their stable form.

    A name becomes its parts in lower case joined by ``-``; a part begins at a capital ("rgAltRow"),
    a number is ``#``. Left out: parts that are *dropped*, names that are *layout*, and names with
    two numbers.
    """
    kept = {_stable_name(token, dropped, layout) for token in words.split()}
    kept.discard(b"")
    return b" ".join(sorted(kept))


@cython.cfunc
def _stable_name(token: bytes, dropped: frozenset[bytes], layout: frozenset[bytes]) -> bytes:
    chars: cython.p_uchar = token
    length: cython.Py_ssize_t = len(token)
    start: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    numbers: cython.int = 0
    capitals: cython.Py_ssize_t
    has_capitals: cython.bint = False
    parts: list[bytes] = []
    at = 0
    while at < length and 97 <= chars[at] <= 122:
        at += 1
    if at == length:
        # The most frequent names are one word.
        return b"" if token in dropped or token in layout else token
    while start < length:
        at = start
        while at < length and 48 <= chars[at] <= 57:
            at += 1
        if at > start:
            numbers += 1
            parts.append(b"#")
            start = at
            continue
        while at < length and 65 <= chars[at] <= 90:
            at += 1
        capitals = at - start
        if at < length and 97 <= chars[at] <= 122:
            # Of several capitals the last one belongs to the small letters after it.
            if at - start > 1:
                at -= 1
            else:
                while at < length and 97 <= chars[at] <= 122:
                    at += 1
        if at > start:
            part: bytes = chars[start:at]
            if capitals:
                part = part.lower()
                has_capitals = True
            if part not in dropped:
                parts.append(part)
            start = at
        else:
            start += 1
    if numbers > 1 or (token.lower() if has_capitals else token) in layout:
        return b""
    return b"-".join(parts)
