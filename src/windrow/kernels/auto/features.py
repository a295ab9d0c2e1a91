"""Numbers that tell a list of records from everything else that repeats on a page."""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, not to run
    from windrow.kernels import plain as cython

from array import array

if cython.compiled:
    from cython.cimports.libc.math import log
else:
    from math import log

__all__ = ["FEATURES", "Features"]

FEATURES = (
    "similarity",  # mean overlap of the columns of neighbouring records
    "regularity",  # the same over the first records, classes and shapes included
    "least_text",  # ln(1 + characters of the shortest record)
    "most_share",  # share of the text in the longest record
    "short",  # share of records with less than a quarter of the mean text
    "single",  # share of records with one text or none
    "multiplicity",  # ln(1 + how often the most frequent column occurs in a record)
    "variety",  # share of different values in a column
    "longest_column",  # ln(1 + mean length of the values of the wordiest column)
    "columns",  # ln(1 + columns filled in half the records or more)
    "linked",  # share of the text that is inside links
    "negative",  # ancestors named like menus, footers, adverts ...
    "positive",  # ancestors named like results, products, articles ...
    "dated",  # share of records with a date
    "cell",  # records are table cells
    "inline",  # records are pieces of text
    "per_parent",  # ln(records a parent)
    "parent_share",  # content children of the parents, a record
    "left_over",  # ln(1 + like siblings that are no records, a record)
    "records",  # ln(records)
    "mass",  # .5 ln(text) + 2 ln(ln(records))
    "labels",  # first texts differ and end with a colon: a detail page's table
    "pictures",  # share of records with an image
    "headings",  # share of records with a heading
    "cover",  # share of the text from the first to the last record that is in records
    "page_share",  # share of the text of the page
    "gaps",  # share of neighbours with text between them
)

_PRIME = cython.declare(cython.longlong, 2147483647)
_BASE = cython.declare(cython.longlong, 1000003)

_SAMPLE = cython.declare(cython.int, 40)
_REGULAR = cython.declare(cython.int, 24)
_NODE_TEXTS = cython.declare(cython.int, 80)
_MOST_TOPS = cython.declare(cython.int, 40)
_MOST_PARENTS = cython.declare(cython.int, 60)


@cython.cclass
class Features:
    """Measures candidates of one page."""

    parents: cython.int[::1]
    sizes: cython.int[::1]
    depths: cython.int[::1]
    labels: cython.int[::1]
    kinds: cython.int[::1]
    chars: cython.int[::1]
    texts: cython.int[::1]
    images: cython.int[::1]
    linked: cython.int[::1]
    dates: cython.int[::1]
    headings: cython.int[::1]
    hashes: cython.int[::1]
    colons: cython.int[::1]
    path_hashes: cython.int[::1]
    class_paths: cython.int[::1]
    class_labels: cython.int[::1]
    child_rows: cython.int[::1]
    negatives: cython.int[::1]
    positives: cython.int[::1]
    text_nodes: cython.int[::1]  # the nodes with text, in order
    powers: cython.longlong[::1]
    label_groups: cython.int[::1]  # 1 table cell, 2 piece of text
    # A small hash table: key -> column, emptied by raising the stamp.
    keys: cython.longlong[::1]
    stamps: cython.int[::1]
    slots: cython.int[::1]
    stamp: cython.int
    seen: cython.longlong[::1]
    seen_stamps: cython.int[::1]
    parent_stamps: cython.int[::1]  # by node
    # By column: records that have it, last of these, how often there, text length, values.
    filled: cython.int[::1]
    last: cython.int[::1]
    times: cython.int[::1]
    length: cython.longlong[::1]
    values: cython.int[::1]

    def __init__(self, **arrays: array[int]) -> None:
        self.parents, self.sizes = arrays["parents"], arrays["sizes"]
        self.depths, self.labels = arrays["depths"], arrays["labels"]
        self.kinds, self.chars = arrays["kinds"], arrays["chars"]
        self.texts, self.images = arrays["texts"], arrays["images"]
        self.linked, self.dates = arrays["linked"], arrays["dates"]
        self.headings, self.hashes = arrays["headings"], arrays["hashes"]
        self.colons, self.path_hashes = arrays["colons"], arrays["path_hashes"]
        self.class_paths, self.class_labels = arrays["class_paths"], arrays["class_labels"]
        self.child_rows = arrays["child_rows"]
        self.negatives, self.positives = arrays["negatives"], arrays["positives"]
        self.label_groups = arrays["label_groups"]
        self.text_nodes = self._nodes_with_text()
        deepest: cython.int = 0
        node: cython.Py_ssize_t
        for node in range(len(self.depths)):
            deepest = max(deepest, self.depths[node])
        deepest += 2
        powers = array("q", [1]) * (deepest + 1)
        for k in range(1, deepest + 1):
            powers[k] = powers[k - 1] * _BASE % _PRIME
        self.powers = powers
        # No candidate has more keys than this: sampled texts, and tops of records.
        columns = min(len(self.text_nodes), _SAMPLE * _NODE_TEXTS) + 1
        tops = min(len(self.labels), _REGULAR * _MOST_TOPS)
        room = 256
        while room < 2 * (columns + tops):
            room *= 2
        self.keys = array("q", bytes(8 * room))
        self.stamps = array("i", bytes(4 * room))
        self.slots = array("i", bytes(4 * room))
        self.seen = array("q", bytes(8 * room))
        self.seen_stamps = array("i", bytes(4 * room))
        self.parent_stamps = array("i", bytes(4 * len(self.labels)))
        self.stamp = 0
        self.filled = array("i", bytes(4 * columns))
        self.last = array("i", bytes(4 * columns))
        self.times = array("i", bytes(4 * columns))
        self.length = array("q", bytes(8 * columns))
        self.values = array("i", bytes(4 * columns))

    @cython.cfunc
    def _nodes_with_text(self) -> cython.int[::1]:
        """Return the nodes with text, and the number of all nodes behind them."""
        count: cython.Py_ssize_t = len(self.labels)
        nodes: cython.int[::1] = array("i", bytes(4 * (self.texts[count] + 1)))
        node: cython.Py_ssize_t
        used: cython.Py_ssize_t = 0
        for node in range(count):
            if self.kinds[node] & 1:
                nodes[used] = node
                used += 1
        nodes[used] = count
        return nodes

    def measure(
        self,
        all_starts: cython.int[::1],
        all_ends: cython.int[::1],
        offsets: cython.int[::1],
        width: cython.int,
    ) -> array[float]:
        """Return the features of candidates, *width* numbers each, those of `FEATURES` first.

        The records of candidate *k* are ``offsets[k] .. offsets[k + 1]``.
        """
        count: cython.Py_ssize_t = len(offsets) - 1
        result = array("d", bytes(8 * width * count))
        # A view, so that a part of it is a view as well: a part of an array would be a copy.
        numbers: cython.double[::1] = memoryview(result)
        starts: cython.int[::1]
        ends: cython.int[::1]
        found: cython.double[::1]
        k: cython.Py_ssize_t
        for k in range(count):
            starts = all_starts[offsets[k] : offsets[k + 1]]
            ends = all_ends[offsets[k] : offsets[k + 1]]
            found = numbers[k * width : (k + 1) * width]
            self._sizes_of(starts, ends, found)
            self._columns_of(starts, ends, found)
            self._regularity_of(starts, ends, found)
            self._places_of(starts, ends, found)
        return result

    @cython.cfunc
    def _sizes_of(
        self, starts: cython.int[::1], ends: cython.int[::1], found: cython.double[::1]
    ) -> cython.int:
        """What sums over whole records tell: lengths, links, dates, images."""
        m: cython.Py_ssize_t = len(starts)
        k: cython.Py_ssize_t
        length: cython.int
        total: cython.longlong = 0
        links: cython.longlong = 0
        least: cython.int = 1 << 30
        most: cython.int = 0
        dated: cython.int = 0
        pictured: cython.int = 0
        headed: cython.int = 0
        short: cython.int = 0
        apart: cython.int = 0
        for k in range(m):
            length = self.chars[ends[k]] - self.chars[starts[k]]
            total += length
            links += self.linked[ends[k]] - self.linked[starts[k]]
            least = min(least, length)
            most = max(most, length)
            dated += self.dates[ends[k]] > self.dates[starts[k]]
            pictured += self.images[ends[k]] > self.images[starts[k]]
            headed += self.headings[ends[k]] > self.headings[starts[k]]
        for k in range(m):
            length = self.chars[ends[k]] - self.chars[starts[k]]
            short += 4 * m * length < total
        found[2] = log(1 + least)
        found[3] = _share(most, total) if total else 1.0
        found[4] = _share(short, m)
        found[10] = _share(links, total)
        found[13] = _share(dated, m)
        found[19] = log(m)
        found[20] = 0.5 * log(max(total, 1)) + 2 * log(log(m) + 0.01)
        for k in range(1, m):
            apart += self.chars[starts[k]] > self.chars[ends[k - 1]]
        found[24] = _share(total, self.chars[ends[m - 1]] - self.chars[starts[0]])
        found[25] = _share(total, self.chars[len(self.chars) - 1])
        found[26] = _share(apart, m - 1)
        found[22] = _share(pictured, m)
        found[23] = _share(headed, m)
        return 0

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _first_text(self, node: cython.int) -> cython.int:
        """Return the place in `text_nodes` of the first text at or behind *node*."""
        return self.texts[node]

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def _column(self, node: cython.int, root: cython.int) -> cython.longlong:
        """Return a key for the labels from *root* down to *node*."""
        above: cython.longlong = self.path_hashes[self.parents[root]] if root else 1
        steps: cython.int = self.depths[node] - self.depths[root] + 1
        key: cython.longlong = (self.path_hashes[node] - above * self.powers[steps]) % _PRIME
        return key + _PRIME if key < 0 else key

    @cython.cfunc
    @cython.exceptval(check=False)
    def _slot(self, key: cython.longlong) -> cython.int:
        """Return where the table keeps *key*, taking a place for it if it is new."""
        mask: cython.longlong = len(self.keys) - 1
        slot: cython.longlong = (key ^ (key >> 15)) & mask
        while self.stamps[slot] == self.stamp and self.keys[slot] != key:
            slot = (slot + 1) & mask
        return cython.cast(cython.int, slot)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_new(self, key: cython.longlong) -> cython.bint:
        """Return whether *key* was not seen since the stamp was raised; it is now."""
        mask: cython.longlong = len(self.seen) - 1
        slot: cython.longlong = (key ^ (key >> 31)) & mask
        while self.seen_stamps[slot] == self.stamp and self.seen[slot] != key:
            slot = (slot + 1) & mask
        if self.seen_stamps[slot] == self.stamp:
            return False
        self.seen_stamps[slot] = self.stamp
        self.seen[slot] = key
        return True

    @cython.cfunc
    def _columns_of(
        self, starts: cython.int[::1], ends: cython.int[::1], found: cython.double[::1]
    ) -> cython.int:
        """What lining the texts of a sample of records up by their paths tells."""
        m: cython.int = len(starts)
        sample: cython.int = min(m, _SAMPLE)
        r: cython.int
        record: cython.int
        t: cython.int
        limit: cython.int
        node: cython.int
        root: cython.int
        slot: cython.int
        column: cython.int
        columns: cython.int = 0
        key: cython.longlong
        own: cython.int
        before: cython.int = 0
        shared: cython.int
        most: cython.int
        overlap: cython.double = 0.0
        most_sum: cython.double = 0.0
        single: cython.int = 0
        first_new: cython.int = 0
        colon: cython.int = 0
        self.stamp += 1
        for r in range(sample):
            record = r * m // sample
            own = 0
            shared = 0
            most = 0
            root = starts[record]
            t = self._first_text(root)
            limit = self._first_text(ends[record])
            single += limit - t <= 1
            if limit > t:
                node = self.text_nodes[t]
                colon += self.colons[node]
                first_new += self._is_new(self.hashes[node] * 4 + 1)
            if limit - t > _NODE_TEXTS:
                limit = t + _NODE_TEXTS
            while t < limit:
                node = self.text_nodes[t]
                while root + self.sizes[root] <= node:
                    root += self.sizes[root]
                key = self._column(node, root)
                slot = self._slot(key)
                if self.stamps[slot] != self.stamp:
                    self.stamps[slot] = self.stamp
                    self.keys[slot] = key
                    self.slots[slot] = columns
                    self.filled[columns] = 0
                    self.last[columns] = -1
                    self.length[columns] = 0
                    self.values[columns] = 0
                    columns += 1
                column = self.slots[slot]
                if self.last[column] != r:
                    shared += self.last[column] == r - 1 and r > 0
                    self.last[column] = r
                    self.times[column] = 0
                    self.filled[column] += 1
                    self.length[column] += self.chars[node + 1] - self.chars[node]
                    key = (cython.cast(cython.longlong, column) << 32) + self.hashes[node]
                    self.values[column] += self._is_new(key * 4 + 2)
                    own += 1
                self.times[column] += 1
                most = max(most, self.times[column])
                t += 1
            if r > 0 and own + before > 0:
                overlap += _share(shared, own + before - shared)
            before = own
            most_sum += most
        full: cython.int = 0
        variety: cython.double = 0.0
        longest: cython.double = 0.0
        for column in range(columns):
            if 2 * self.filled[column] >= sample:
                full += 1
                variety += _share(self.values[column], self.filled[column])
                if 2 * self.values[column] > self.filled[column]:
                    longest = max(longest, _share(self.length[column], self.filled[column]))
        found[0] = overlap / (sample - 1) if sample > 1 else 0.0
        found[5] = _share(single, sample)
        found[6] = log(1 + most_sum / sample)
        found[7] = variety / full if full else 1.0
        found[8] = log(1 + longest)
        found[9] = log(1 + full)
        found[21] = _share(first_new, sample) * _share(colon, sample)
        return 0

    @cython.cfunc
    def _regularity_of(
        self, starts: cython.int[::1], ends: cython.int[::1], found: cython.double[::1]
    ) -> cython.int:
        """How alike neighbours are, with classes and shapes in view."""
        m: cython.int = min(cython.cast(cython.int, len(starts)), _REGULAR)
        tops: cython.int
        r: cython.int
        t: cython.int
        limit: cython.int
        root: cython.int
        own: cython.int
        before: cython.int = 0
        shared: cython.int
        several: cython.bint
        key: cython.longlong
        total: cython.double = 0.0
        self.stamp += 1
        for r in range(m):
            own = 0
            shared = 0
            root = starts[r]
            several = root + self.sizes[root] < ends[r]
            tops = 0
            while root < ends[r] and tops < _MOST_TOPS:
                tops += 1
                key = self.class_labels[root] + 1
                if not several:
                    key += cython.cast(cython.longlong, self.child_rows[root] + 1) << 31
                own, shared = self._count(key, r, own, shared)
                root += self.sizes[root]
            t = self._first_text(starts[r])
            limit = min(self._first_text(ends[r]), t + _MOST_TOPS)
            while t < limit:
                own, shared = self._count(-1 - self.class_paths[self.text_nodes[t]], r, own, shared)
                t += 1
            if r > 0 and own + before > shared:
                total += _share(shared, own + before - shared)
            before = own
        found[1] = total / (m - 1) if m > 1 else 0.0
        return 0

    @cython.cfunc
    def _count(
        self, key: cython.longlong, r: cython.int, own: cython.int, shared: cython.int
    ) -> tuple[cython.int, cython.int]:
        """Note that record *r* has *key*; return the counts of its keys and of those shared."""
        slot: cython.int = self._slot(key)
        if self.stamps[slot] != self.stamp:
            self.stamps[slot] = self.stamp
            self.keys[slot] = key
            self.slots[slot] = -2
        if self.slots[slot] != r:
            shared += self.slots[slot] == r - 1
            self.slots[slot] = r
            own += 1
        return own, shared

    @cython.cfunc
    def _places_of(
        self, starts: cython.int[::1], ends: cython.int[::1], found: cython.double[::1]
    ) -> cython.int:
        """What the surroundings of the records tell: ancestors, siblings."""
        m: cython.int = len(starts)
        sample: cython.int = min(m, _SAMPLE)
        r: cython.int
        record: cython.int
        parent: cython.int
        child: cython.int
        at: cython.int
        negative: cython.double = 0.0
        positive: cython.double = 0.0
        parents: cython.int = 0
        content: cython.int = 0
        like: cython.int = 0
        group: cython.int = 0
        for r in range(sample):
            record = r * m // sample
            parent = self.parents[starts[record]]
            negative += min(4, self.negatives[parent])
            positive += min(4, self.positives[starts[record]])
        self.stamp += 1
        at = 0
        while at < m:
            parent = self.parents[starts[at]]
            if self.parent_stamps[parent] == self.stamp:
                at += 1
                continue
            self.parent_stamps[parent] = self.stamp
            parents += 1
            if parents > _MOST_PARENTS:
                at += 1
                continue
            child = parent + 1
            r = at
            while child < parent + self.sizes[parent]:
                if (
                    self.texts[child + self.sizes[child]] > self.texts[child]
                    or self.images[child + self.sizes[child]] > self.images[child]
                ):
                    content += 1
                    while r < m and ends[r] <= child:
                        r += 1
                    like += (
                        self.labels[child] == self.labels[starts[at]]
                        and self.texts[child + self.sizes[child]] > self.texts[child]
                        and (r >= m or child < starts[r])
                    )
                child += self.sizes[child]
            at += 1
        if self.labels[starts[0]] < len(self.label_groups):
            group = self.label_groups[self.labels[starts[0]]]
        found[11] = negative / sample
        found[12] = positive / sample
        found[14] = group == 1
        found[15] = group == 2
        found[16] = log(_share(m, parents))
        found[17] = _share(content, m)
        found[18] = log(1 + _share(like, m))
        return 0


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def _share(part: cython.longlong, whole: cython.longlong) -> cython.double:
    """Return part / whole as a fraction, which C would not by itself; 0 of nothing is 0."""
    return cython.cast(cython.double, part) / whole if whole else 0.0
