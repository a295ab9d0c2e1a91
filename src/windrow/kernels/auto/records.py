"""Features of candidates from whole records and what is around them: lengths, links, siblings."""

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

__all__ = ["Records"]

# Zeros: to repeat one is the cheapest way to a new array.
_INTS = array("i", (0,))
_DOUBLES = array("d", (0.0,))

# Group of labels, given by the caller.
_PIECE = cython.declare(cython.int, 2)

# Parents whose children are counted: enough to judge the rest; chosen, not measured.
_MOST_PARENTS = cython.declare(cython.int, 60)
# More words against or for a list count as this many; chosen, not measured.
_MOST_WORDS = cython.declare(cython.int, 4)

# More characters between two records are not a heading: chosen, not measured.
_LONGEST_HEADING = cython.declare(cython.int, 200)
# As long as "Wednesday 24 September 2024".
_LONGEST_DATE = cython.declare(cython.int, 27)

_LENGTH_NAMES = "least_text most_share dated records mass pictures page_share gaps".split()
_PLACE_NAMES = "negative positive inline parent_share parents".split()


@cython.final
@cython.cclass
class Records:
    """Measures candidates of one page; the arrays are those of a tree and of its signals."""

    parents: cython.int[::1]
    sizes: cython.int[::1]
    labels: cython.int[::1]
    chars: cython.int[::1]
    texts: cython.int[::1]
    images: cython.int[::1]
    linked: cython.int[::1]
    dates: cython.int[::1]
    clocks: cython.int[::1]
    minutes: cython.int[::1]
    negatives: cython.int[::1]
    positives: cython.int[::1]
    label_groups: cython.int[::1]
    # By node: the last candidate, plus one, for which this parent was counted.
    stamps: cython.int[::1]

    def __init__(self, **arrays: array[int]) -> None:
        self.parents, self.sizes, self.labels = (
            arrays["parents"],
            arrays["sizes"],
            arrays["labels"],
        )
        self.chars, self.texts, self.images = arrays["chars"], arrays["texts"], arrays["images"]
        self.linked = arrays["linked"]
        self.dates, self.clocks, self.minutes = (
            arrays["dates"],
            arrays["clocks"],
            arrays["minutes"],
        )
        self.negatives, self.positives = arrays["negatives"], arrays["positives"]
        self.label_groups = arrays["label_groups"]
        self.stamps = _INTS * len(self.labels)

    def lengths(
        self, starts: cython.int[::1], ends: cython.int[::1], offsets: cython.int[::1]
    ) -> dict[str, array[float]]:
        """Return what sums over whole records say, by feature: a number for each candidate.

        The records of candidate *k* are ``offsets[k] .. offsets[k + 1]`` of *starts* and *ends*.
        """
        count: cython.Py_ssize_t = len(offsets) - 1
        result = {name: _DOUBLES * count for name in _LENGTH_NAMES}
        least_text: cython.double[::1] = result["least_text"]
        most_share: cython.double[::1] = result["most_share"]
        records: cython.double[::1] = result["records"]
        mass: cython.double[::1] = result["mass"]
        page_share: cython.double[::1] = result["page_share"]
        gaps: cython.double[::1] = result["gaps"]
        low: cython.Py_ssize_t
        high: cython.Py_ssize_t
        m: cython.longlong
        k: cython.Py_ssize_t
        r: cython.Py_ssize_t
        length: cython.int
        total: cython.longlong
        least: cython.int
        most: cython.int
        apart: cython.int
        for k in range(count):
            low, high = offsets[k], offsets[k + 1]
            m = high - low
            total, least, most, apart = 0, 1 << 30, 0, 0
            for r in range(low, high):
                length = self.chars[ends[r]] - self.chars[starts[r]]
                total += length
                least = min(least, length)
                most = max(most, length)
                apart += r > low and self.chars[starts[r]] > self.chars[ends[r - 1]]
            least_text[k] = log(1 + least)
            most_share[k] = samples.share(most, total) if total else 1.0
            records[k] = log(m)
            mass[k] = 0.5 * log(max(total, 1)) + 2 * log(log(m) + 0.01)
            page_share[k] = samples.share(total, self.chars[len(self.chars) - 1])
            gaps[k] = samples.share(apart, m - 1)
        self._dated(starts, ends, offsets, result["dated"])
        self._holding(self.images, starts, ends, offsets, result["pictures"])
        return result

    @cython.cfunc
    def _dated(
        self,
        starts: cython.int[::1],
        ends: cython.int[::1],
        offsets: cython.int[::1],
        shares: cython.double[::1],
    ) -> cython.int:
        """Write the share of records with a date, which may be in the heading of their group.

        Times count as dates where they are in order, as in a schedule. Links that consist
        of a date lead to other pages of a list, and do not count.
        """
        k: cython.Py_ssize_t
        r: cython.Py_ssize_t
        own: cython.longlong
        carried: cython.longlong
        apart: cython.int
        groups: cython.int
        before: cython.int
        dated: cython.bint
        holds: cython.bint
        timed: cython.bint
        for k in range(len(offsets) - 1):
            timed = self._in_order(starts, ends, offsets[k], offsets[k + 1])
            own, carried, apart, groups, dated = 0, 0, 0, 0, False
            before = self._around(starts[offsets[k]], ends[offsets[k + 1] - 1])
            for r in range(offsets[k], offsets[k + 1]):
                if self.chars[starts[r]] > self.chars[before]:
                    dated = (
                        self.dates[starts[r]] > self.dates[before]
                        and self.chars[starts[r]] - self.chars[before] < _LONGEST_HEADING
                    )
                    apart += 1
                    groups += dated
                holds = (
                    self.dates[ends[r]] > self.dates[starts[r]]
                    and not self._leads_to_day(starts[r], ends[r])
                ) or (timed and self.clocks[ends[r]] > self.clocks[starts[r]])
                own += holds
                carried += holds or dated
                before = ends[r]
            # A single date above a list is that of the page; what is before nearly every record
            # is a part of it that the candidate lacks.
            if groups < 2 or 5 * apart > 4 * (offsets[k + 1] - offsets[k]):
                carried = own
            shares[k] = samples.share(carried, offsets[k + 1] - offsets[k])
        return 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _leads_to_day(self, start: cython.int, end: cython.int) -> cython.bint:
        """Return whether a record with a date is only a link to a day or month, as in a strip."""
        length: cython.int = self.chars[end] - self.chars[start]
        return length <= _LONGEST_DATE and self.linked[end] - self.linked[start] == length

    @cython.cfunc
    @cython.exceptval(check=False)
    def _in_order(
        self,
        starts: cython.int[::1],
        ends: cython.int[::1],
        low: cython.Py_ssize_t,
        high: cython.Py_ssize_t,
    ) -> cython.bint:
        """Return whether the times of the records low..high ascend; lengths of films do not."""
        r: cython.Py_ssize_t
        times: cython.int = 0
        ordered: cython.int = 0
        minute: cython.int
        last: cython.int = -1
        for r in range(low, high):
            if self.clocks[ends[r]] > self.clocks[starts[r]]:
                minute = self.minutes[self.clocks[starts[r]]]
                ordered += times > 0 and minute >= last
                times += 1
                last = minute
        # A list may go on after midnight, or have several days: chosen, not measured.
        return times > 2 and 4 * ordered >= 3 * (times - 1)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _around(self, start: cython.int, end: cython.int) -> cython.int:
        """Return the first node below the one that holds all of start..end."""
        node: cython.int = self.parents[start]
        while node > 0 and node + self.sizes[node] < end:
            node = self.parents[node]
        return max(node, 0) + 1 if node < start else start

    @cython.cfunc
    def _holding(
        self,
        sums: cython.int[::1],
        starts: cython.int[::1],
        ends: cython.int[::1],
        offsets: cython.int[::1],
        shares: cython.double[::1],
    ) -> cython.int:
        """Write the share of records with any of what *sums* count."""
        k: cython.Py_ssize_t
        r: cython.Py_ssize_t
        having: cython.longlong
        for k in range(len(offsets) - 1):
            having = 0
            for r in range(offsets[k], offsets[k + 1]):
                having += sums[ends[r]] > sums[starts[r]]
            shares[k] = samples.share(having, offsets[k + 1] - offsets[k])
        return 0

    def places(
        self, starts: cython.int[::1], ends: cython.int[::1], offsets: cython.int[::1]
    ) -> dict[str, array[float]]:
        """Return what is around the records, by feature: a number for each candidate."""
        count: cython.Py_ssize_t = len(offsets) - 1
        result = {name: _DOUBLES * count for name in _PLACE_NAMES}
        negative: cython.double[::1] = result["negative"]
        positive: cython.double[::1] = result["positive"]
        inline: cython.double[::1] = result["inline"]
        low: cython.Py_ssize_t
        k: cython.Py_ssize_t
        m: cython.int
        sample: cython.int
        r: cython.int
        first: cython.int
        group: cython.int
        for k in range(count):
            low = offsets[k]
            m = offsets[k + 1] - offsets[k]
            sample = min(m, samples.SAMPLE)
            for r in range(sample):
                first = starts[low + r * m // sample]
                negative[k] += min(_MOST_WORDS, self.negatives[self.parents[first]])
                positive[k] += min(_MOST_WORDS, self.positives[first])
            negative[k] /= sample
            positive[k] /= sample
            group = self.labels[starts[low]]
            group = self.label_groups[group] if group < len(self.label_groups) else 0
            inline[k] = group == _PIECE
        self._siblings(starts, offsets, result["parent_share"], result["parents"])
        return result

    @cython.cfunc
    def _siblings(
        self,
        starts: cython.int[::1],
        offsets: cython.int[::1],
        parent_share: cython.double[::1],
        different_parents: cython.double[::1],
    ) -> cython.int:
        """Write how many parents the records have, and how much these hold besides them."""
        k: cython.Py_ssize_t
        at: cython.Py_ssize_t
        parent: cython.int
        child: cython.int
        behind: cython.int
        parents: cython.int
        content: cython.int
        for k in range(len(offsets) - 1):
            parents, content = 0, 0
            for at in range(offsets[k], offsets[k + 1]):
                parent = self.parents[starts[at]]
                if self.stamps[parent] == k + 1:
                    continue
                self.stamps[parent] = cython.cast(cython.int, k + 1)
                parents += 1
                if parents > _MOST_PARENTS:
                    continue
                child = parent + 1
                while child < parent + self.sizes[parent]:
                    behind = child + self.sizes[child]
                    content += (
                        self.texts[behind] > self.texts[child]
                        or self.images[behind] > self.images[child]
                    )
                    child = behind
            parent_share[k] = samples.share(content, offsets[k + 1] - offsets[k])
            different_parents[k] = log(max(parents, 1))
        return 0
