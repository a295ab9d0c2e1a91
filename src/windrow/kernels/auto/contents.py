"""Features of candidates from what single records hold: links, numbers, signs, rows of tables."""

from __future__ import annotations

from array import array

import cython

from windrow.kernels import load

if cython.compiled:
    from cython.cimports.libc.math import log
    from cython.cimports.windrow.kernels.auto import samples
else:
    from math import log

    samples = load("auto.samples", "python")

__all__ = ["Contents"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_DOUBLES = array("d", (0.0,))

# Groups of labels, given by the caller: rows of tables and terms of definitions.
_ROW = cython.declare(cython.int, 3)
_TERM = cython.declare(cython.int, 4)

# More signs than this do not make a list more certain: chosen, not measured.
_MOST_SIGNS = cython.declare(cython.double, 3.0)

_NAMES = (
    "numeric digit link all_link two_texts signs targets low_text before table_headers table_kinds"
).split()


@cython.final
@cython.cclass
class Contents:
    """Measures candidates of one page; the arrays are those of a tree and of its signals."""

    labels: cython.int[::1]
    chars: cython.int[::1]
    images: cython.int[::1]
    linked: cython.int[::1]
    links: cython.int[::1]
    targets: cython.int[::1]
    words: cython.int[::1]
    digits: cython.int[::1]
    numerics: cython.int[::1]
    titles: cython.int[::1]
    shorts: cython.int[::1]
    figures: cython.int[::1]
    row_tables: cython.int[::1]
    header_kinds: cython.int[::1]
    label_groups: cython.int[::1]
    # The last candidate, plus one, for which a target, a table, a kind of table was counted.
    target_stamps: cython.int[::1]
    table_stamps: cython.int[::1]
    kind_stamps: cython.int[::1]
    # The shortest lengths of the current candidate, in order.
    shortest: cython.int[::1]

    def __init__(self, **arrays: array[int]) -> None:
        self.labels, self.label_groups = arrays["labels"], arrays["label_groups"]
        self.chars, self.images, self.linked = arrays["chars"], arrays["images"], arrays["linked"]
        self.links, self.targets = arrays["links"], arrays["targets"]
        self.words, self.digits = arrays["words"], arrays["digits"]
        self.numerics, self.titles = arrays["numerics"], arrays["titles"]
        self.shorts, self.figures = arrays["shorts"], arrays["figures"]
        self.row_tables, self.header_kinds = arrays["row_tables"], arrays["header_kinds"]
        self.target_stamps = _INTS * len(self.targets)
        self.table_stamps = _INTS * len(self.labels)
        self.kind_stamps = _INTS * (len(self.labels) + 1)
        self.shortest = _INTS * (samples.SAMPLE // 8 + 1)

    def measure(
        self, starts: cython.int[::1], ends: cython.int[::1], offsets: cython.int[::1]
    ) -> dict[str, array[float]]:
        """Return the features by name: a number for each candidate.

        The records of candidate *k* are ``offsets[k] .. offsets[k + 1]`` of *starts* and *ends*.
        """
        count: cython.Py_ssize_t = len(offsets) - 1
        result = {name: _DOUBLES * count for name in _NAMES}
        numeric: cython.double[::1] = result["numeric"]
        digit: cython.double[::1] = result["digit"]
        link: cython.double[::1] = result["link"]
        all_link: cython.double[::1] = result["all_link"]
        two_texts: cython.double[::1] = result["two_texts"]
        signs: cython.double[::1] = result["signs"]
        targets: cython.double[::1] = result["targets"]
        low_text: cython.double[::1] = result["low_text"]
        before: cython.double[::1] = result["before"]
        table_headers: cython.double[::1] = result["table_headers"]
        table_kinds: cython.double[::1] = result["table_kinds"]
        low: cython.Py_ssize_t
        high: cython.Py_ssize_t
        k: cython.Py_ssize_t
        r: cython.Py_ssize_t
        start: cython.int
        end: cython.int
        m: cython.longlong
        length: cython.longlong
        numerics: cython.int
        digits: cython.int
        links: cython.int
        linked: cython.int
        several: cython.int
        different: cython.int
        found: cython.longlong
        for k in range(count):
            low, high = offsets[k], offsets[k + 1]
            m = high - low
            numerics = digits = links = linked = several = different = 0
            found = 0
            for r in range(low, high):
                start, end = starts[r], ends[r]
                numerics += self.numerics[end] > self.numerics[start]
                digits += self.digits[end] > self.digits[start]
                several += self.words[end] > self.words[start] + 1
                length = self.chars[end] - self.chars[start]
                linked += length > 0 and 10 * (self.linked[end] - self.linked[start]) >= 9 * length
                found += self._signs(start, end)
                if self.links[end] > self.links[start]:
                    links += 1
                    different += self._is_new_target(self.links[start], k)
            numeric[k], digit[k] = samples.share(numerics, m), samples.share(digits, m)
            link[k], all_link[k] = samples.share(links, m), samples.share(linked, m)
            two_texts[k] = samples.share(several, m)
            signs[k] = min(samples.share(found, m), _MOST_SIGNS)
            targets[k] = samples.share(different, links)
            low_text[k] = log(1 + self._low_text(starts, ends, low, high))
            before[k] = samples.share(self.chars[starts[low]], self.chars[len(self.chars) - 1])
            self._tables(k, starts, low, high, table_headers, table_kinds)
        return result

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _signs(self, start: cython.int, end: cython.int) -> cython.int:
        """Return how many signs of a record the nodes start..end have.

        A title that is a link, a number, several short texts, an image; rows of tables and terms
        with definitions are marked up as records, which counts twice.
        """
        group: cython.int = self._group(start)
        return (
            (self.titles[end] > self.titles[start])
            + (self.figures[end] > self.figures[start])
            + (self.shorts[end] > self.shorts[start] + 1)
            + (self.images[end] > self.images[start])
            + 2 * (group == _ROW or group == _TERM)
        )

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _group(self, node: cython.int) -> cython.int:
        label: cython.int = self.labels[node]
        return self.label_groups[label] if label < len(self.label_groups) else 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _is_new_target(self, at: cython.int, k: cython.Py_ssize_t) -> cython.bint:
        """Return whether candidate *k* had no link to the target of link *at*; it has now."""
        target: cython.int = self.targets[at]
        if self.target_stamps[target] == k + 1:
            return False
        self.target_stamps[target] = cython.cast(cython.int, k + 1)
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _low_text(
        self,
        starts: cython.int[::1],
        ends: cython.int[::1],
        low: cython.Py_ssize_t,
        high: cython.Py_ssize_t,
    ) -> cython.int:
        """Return the length that seven in eight of the sampled records have at least."""
        m: cython.Py_ssize_t = high - low
        sample: cython.Py_ssize_t = min(m, samples.SAMPLE)
        wanted: cython.Py_ssize_t = sample // 8 + 1
        known: cython.Py_ssize_t = 0
        r: cython.Py_ssize_t
        at: cython.Py_ssize_t
        record: cython.Py_ssize_t
        length: cython.int
        for r in range(sample):
            record = low + r * m // sample
            length = self.chars[ends[record]] - self.chars[starts[record]]
            if known == wanted and length >= self.shortest[known - 1]:
                continue
            if known < wanted:
                known += 1
            at = known - 1
            while at > 0 and self.shortest[at - 1] > length:
                self.shortest[at] = self.shortest[at - 1]
                at -= 1
            self.shortest[at] = length
        return self.shortest[known - 1] if known else 0

    @cython.cfunc
    def _tables(
        self,
        k: cython.Py_ssize_t,
        starts: cython.int[::1],
        low: cython.Py_ssize_t,
        high: cython.Py_ssize_t,
        table_headers: cython.double[::1],
        table_kinds: cython.double[::1],
    ) -> cython.int:
        """Write for records that are rows what their tables are like."""
        r: cython.Py_ssize_t
        table: cython.int
        kind: cython.int
        tables: cython.int = 0
        headed: cython.int = 0
        kinds: cython.int = 0
        for r in range(low, high):
            table = self.row_tables[starts[r]] - 1
            if table < 0 or self.table_stamps[table] == k + 1:
                continue
            self.table_stamps[table] = cython.cast(cython.int, k + 1)
            tables += 1
            kind = self.header_kinds[table]
            headed += kind > 0
            kind = abs(kind)
            if self.kind_stamps[kind] != k + 1:
                self.kind_stamps[kind] = cython.cast(cython.int, k + 1)
                kinds += 1
        table_headers[k] = samples.share(headed, tables)
        table_kinds[k] = log(max(kinds, 1))
        return 0
