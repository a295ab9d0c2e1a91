"""Learns the template of a list from records that were found, and the cells lined up in them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from windrow.model import Alignment, Cell, Field, Record, Row
from windrow.tree import Tree
from windrow.tree.runs import run_nodes
from windrow.tree.tree import TEXT
from windrow.wrap.list.anchor import LessonPart, anchored, loosened, merged_locators, weighed
from windrow.wrap.list.cut import between, cut_records, headings_of
from windrow.wrap.list.header import columns_of, common_header, learn_header
from windrow.wrap.list.keys import labels_before, nodes_with_keys, serves
from windrow.wrap.list.locate import Locator, learn_locators, place_tops, without_places
from windrow.wrap.list.parents import learn_figures
from windrow.wrap.list.read import cell_nodes
from windrow.wrap.list.template import Keys, ListField, ListTemplate, ValueKind
from windrow.wrap.steps import Steps

__all__ = ["ListLesson", "fields_with_keys", "learn_list", "texts_beside", "value_kind"]

# Less reliable keys mislead more than they help. Chosen, not measured.
_LEAST_RELIABLE = 0.3
# A text names what follows if it does so in this many records, this reliably, and for this share of
# the cells. Chosen, not measured.
_FEWEST_LABELS = 2
_RELIABLE_LABEL = 0.8
_LABELLED = 0.3
# The keys that `nodes_with_keys` gives, in its order.
_LEVELS = ("places", "classes", "ends")
# Keys of each kind that a field keeps. Chosen, not measured.
_MOST_KEYS = 12
# Where the border is between the poorest record and the best non-record: this far
# up. Chosen, not measured.
_MARGIN = 0.5
# Places are of no use if labels alone lead to records in this share of the cases: a detector misses
# some records of a page, too. Chosen, not measured.
_WIDE = 0.8
# Ignore a locator of headings that leads to other nodes more often than this. Chosen, not measured.
_HEADING = 0.5


@dataclass(frozen=True)
class ListLesson:
    """A page to learn from: its records, and their cells under fields of the given *ids*."""

    tree: Tree
    records: tuple[Record, ...]
    alignment: Alignment
    ids: tuple[str, ...]


def learn_list(lessons: Sequence[ListLesson]) -> ListTemplate:
    """Return the template of the list that the pages of *lessons* have; all have the same ids."""
    parts = [
        LessonPart(Steps(lesson.tree), place_tops(lesson.tree, [0]), lesson.records,
              lesson.alignment.rows)
        for lesson in lessons
    ]  # fmt: skip
    return _learned(parts, lessons[0].alignment.fields, lessons[0].ids)


def fields_with_keys(lesson: ListLesson) -> tuple[ListField, ...]:
    """Return the fields of one page, with the keys to their cells."""
    tree = lesson.tree
    part = LessonPart(Steps(tree), place_tops(tree, [0]), lesson.records, lesson.alignment.rows)
    return _places([part], lesson.alignment.fields, lesson.ids, ())


def texts_beside(lesson: ListLesson) -> int:
    """Return how many texts the page has outside of its records."""
    kinds, sizes = lesson.tree.kinds, lesson.tree.sizes
    inside = sum(
        bool(kinds[node] & TEXT)
        for record in lesson.records
        for root in record
        for node in range(root, root + sizes[root])
    )
    return sum(bool(kind & TEXT) for kind in kinds) - inside


def _learned(
    parts: Sequence[LessonPart], fields: Sequence[Field], ids: Sequence[str]
) -> ListTemplate:
    cut, locators = anchored(parts)
    headers = [learn_header(part.steps.tree, part.records) for part in parts if part.records]
    header = common_header(headers) if all(headers) else ()
    places = _places(parts, fields, ids, header)
    ways = weighed(loosened(locators, parts), cut, parts)
    figures = _figures(parts, places)
    return _tested(ListTemplate(ways, cut, header=header, fields=places, figures=figures), parts)


def _figures(parts: Sequence[LessonPart], places: Sequence[ListField]) -> tuple[str, ...]:
    """Return the ids of the fields of the core whose cells have digits."""
    kinds = {k: place.kind for k, place in enumerate(places)
             if place.is_core and place.kind not in ("rows", "link", "image", "alt")}  # fmt: skip
    cells: dict[int, list[tuple[Tree, int]]] = {k: [] for k in kinds}
    for part in parts:
        for row in part.rows:
            for k, some in cells.items():
                if isinstance(cell := row[k], int):
                    some.append((part.steps.tree, cell))
    return tuple(places[k].id for k in learn_figures(cells, kinds))


def _tested(template: ListTemplate, parts: Sequence[LessonPart]) -> ListTemplate:
    """Return *template* with the share of the core that separates records from other things."""
    true: list[float] = []
    false: list[list[float]] = [[] for _ in template.locators]
    reader = template.reader
    for part in parts:
        known = {*part.records}
        true += [reader.share(row) for row in reader.rows_of(part.steps, part.records)]
        for way, met in zip(template.locators, false, strict=True):
            nodes = way.find(part.steps, part.tops)
            records = cut_records(part.steps, template.cut, nodes)
            others = [record for record in records if record not in known]
            met += [reader.share(row) for row in reader.rows_of(part.steps, others)]
    true.sort()
    # The first way counts; from the others, only nodes that differ from records. If the first way
    # leads to records alone, that is, from all of them: no record is given up for other ways.
    few = len(true) // 20 if false and false[0] else 0
    border = true[few] if true else 0.0
    best = [max(met, default=0.0) for met in false]
    best_false = max([*best[:1], *(one for one in best[1:] if one < border)], default=0.0)
    # If only records were found, other pages may still have other things among
    # them, such as adverts. Then even the poorest record must pass.
    poorest = true[len(true) // 20 if best_false else 0] if true else 0.0
    # Where others have as much as records, only what has far less than all records is left out.
    floor = best_false if best_false < poorest else 0.0
    ceiling = poorest if best_false < poorest else min(true, default=0.0)
    least = floor + _MARGIN * (ceiling - floor)
    # Rounded down: 2 of 3 fields are not less than .666.
    tested = replace(template, least=int(1000 * least) / 1000)
    return replace(tested, wide=_is_wide(tested, parts))


def _is_wide(template: ListTemplate, parts: Sequence[LessonPart]) -> bool:
    """Return whether places are of no use: labels alone lead to the records, and to little else.

    Where nodes have classes, these are the better way.
    """
    if any(locator.kind != "place" for locator in template.locators) or not template.locators:
        return False
    way, reader = without_places(template.locators), template.reader
    if all(str(locator) == str(way) for locator in template.locators):
        return False
    right = given = 0
    for part in parts:
        known = {*part.records}
        _, records, rows = reader.everywhere(part.steps, part.tops)
        for record, row in zip(records, rows, strict=True):
            given += reader.is_record(row)
            right += record in known
    return right > 0 and right >= _WIDE * given


def _places(
    parts: Sequence[LessonPart], fields: Sequence[Field], ids: Sequence[str], header: Sequence[str]
) -> tuple[ListField, ...]:
    count = sum(len(part.records) for part in parts)
    tally = _Tally([value_kind(place) for place in fields])
    outside: dict[int, list[tuple[Locator, ...]]] = defaultdict(list)
    inside: Counter[int] = Counter()
    carried: Counter[int] = Counter()
    for part in parts:
        headings: dict[int, set[int]] = defaultdict(set)
        tree = part.steps.tree
        grid = columns_of(tree, part.records, header)
        ranges = [(r[0], r[-1] + tree.sizes[r[-1]]) for r in part.records]
        starts, ends = [start for start, _ in ranges], [end for _, end in ranges]
        for record, (start, end), row in zip(part.records, ranges, part.rows, strict=True):
            own: list[Cell] = [*row]
            for k, cell in enumerate(row):
                if isinstance(cell, int) and not start <= cell < end:
                    own[k] = None
                    if any(a <= cell < b for a, b in ranges):
                        carried[k] += 1
                    elif cell < start and not _holds(tree, cell, starts, ends):
                        headings[k].add(cell)
                elif cell is not None and cell != ():
                    inside[k] += 1
            tally.add(part.steps, record, own, grid)
        for k, nodes in headings.items():
            ways = learn_locators(part.steps, sorted(nodes), part.tops)
            outside[k].append(_to_headings(ways, part, nodes, [row[k] for row in part.rows]))
    found = []
    for k, place in enumerate(fields):
        kind = value_kind(place)
        filled = inside[k] or carried[k]
        is_outside = k in outside and not inside[k]
        found.append(
            ListField(
                ids[k],
                kind,
                round(1.0 if is_outside else filled / max(count, 1), 3),
                place.path,
                tally.keys(k) if kind != "rows" and not is_outside else Keys(),
                merged_locators(outside[k]) if is_outside else (),
                bool(carried[k]) and not is_outside,
                place.constant,
                _inner(parts, k, place) if kind == "rows" else None,
            )
        )
    return tuple(found)


def _holds(tree: Tree, node: int, starts: Sequence[int], ends: Sequence[int]) -> bool:
    """Return whether the subtree at *node* contains records: then it is not a heading."""
    parts = [node, node + tree.sizes[node] - 1, *run_nodes(tree, node)]
    after = bisect_left(ends, min(parts) + 1)
    return after < len(starts) and starts[after] <= max(parts)


def _to_headings(
    ways: Sequence[Locator], part: LessonPart, nodes: set[int], cells: Sequence[Cell]
) -> tuple[Locator, ...]:
    """Return the locators that lead to *nodes* rather than to others, the best first.

    A heading also counts for the records below it, up to the next one: if most of these have no
    such cell, or another one, it is no heading, but a text before a record.
    """
    found = []
    for way in ways:
        reached = between(part.steps.tree, way.find(part.steps, part.tops), part.records)
        right = len(nodes.intersection(reached))
        weight = 2 * right / (len({*reached}) + len(nodes)) if right else 0.0
        above = headings_of(reached, part.records)
        agreed = sum(one == other for one, other in zip(above, cells, strict=True))
        if weight >= _HEADING and agreed >= _HEADING * len(cells):
            found.append(replace(way, weight=round(weight, 3)))
    return tuple(sorted(found, key=lambda way: -way.weight))


def value_kind(place: Field) -> ValueKind:
    """Return the kind of the cells of a field; descriptions of pictures are a separate kind."""
    return "alt" if place.path.endswith("/@alt") else place.kind


class _Tally:
    """Counts which keys lead to which fields."""

    def __init__(self, kinds: Sequence[ValueKind]) -> None:
        self._kinds = kinds
        # By level and kind: how often a key is met; by field: how often it is the key of its cell.
        self._met: Counter[tuple[str, ValueKind, str]] = Counter()
        self._hits: list[Counter[tuple[str, str]]] = [Counter() for _ in kinds]

    def add(
        self, steps: Steps, record: Record, row: Sequence[Cell], grid: dict[int, int] | None
    ) -> None:
        """Count the keys of one record with these cells."""
        tree = steps.tree
        fields_at: dict[int, list[int]] = defaultdict(list)
        for k, cell in enumerate(row):
            if isinstance(cell, int):
                fields_at[cell].append(k)
        kinds = {*self._kinds} - {"rows"}
        met = [
            (node, level, key)
            for node, *keys in nodes_with_keys(steps, record, grid)
            for level, key in zip(_LEVELS, keys, strict=True)
            if key
        ]
        met += [(node, "labels", label) for node, label in labels_before(tree, record)]
        for node, level, key in met:
            served = {kind for kind in kinds if serves(tree, node, kind)}
            for kind in served:
                self._met[level, kind, key] += 1
            for k in fields_at[node]:
                # The cell of a picture's description may be a node without a text.
                if self._kinds[k] in served:
                    self._hits[k][level, key] += 1

    def keys(self, k: int) -> Keys:
        """Return the reliable keys of field *k*."""
        levels: dict[str, dict[str, float]] = {level: {} for level in (*_LEVELS, "labels")}
        kind = self._kinds[k]
        hits = self._hits[k]
        cells = sum(count for (level, _), count in hits.items() if level == "places")
        for (level, key), count in sorted(hits.items(), key=lambda hit: (-hit[1], hit[0][1])):
            reliable = count / self._met[level, kind, key] if self._met[level, kind, key] else 0.0
            least = _RELIABLE_LABEL if level == "labels" else _LEAST_RELIABLE
            fewest = max(_FEWEST_LABELS, _LABELLED * cells) if level == "labels" else 1
            if count >= fewest and reliable >= least and len(levels[level]) < _MOST_KEYS:
                levels[level][key] = round(reliable, 3)
        return Keys(**levels)


def _inner(parts: Sequence[LessonPart], k: int, place: Field) -> ListTemplate | None:
    """Return the template of the rows in field *k*: each record acts as a page."""
    inner = []
    for part in parts:
        tree = part.steps.tree
        for record, row in zip(part.records, part.rows, strict=True):
            cell = row[k]
            if isinstance(cell, tuple) and cell:
                roots = _roots(tree, record, cell)
                if roots is not None:
                    inner.append(LessonPart(part.steps, place_tops(tree, record), roots, cell))
    if not inner:
        return None
    inner.sort(key=lambda part: -len(part.records))
    found = _learned(inner, place.fields, [str(n) for n in range(len(place.fields))])
    # Only the parents of a whole page are compared.
    return replace(found, figures=())


def _roots(tree: Tree, record: Record, rows: Sequence[Row]) -> tuple[Record, ...] | None:
    """Return the roots of each of the inner *rows*."""
    lines = [[*cell_nodes(row)] for row in rows]
    if not all(lines):
        return None
    start, end = record[0], record[-1] + tree.sizes[record[-1]]
    if not all(start <= node < end for line in lines for node in line):
        return None
    if len(lines) == 1:
        return ((_around(tree, lines[0], start),),)
    # The lowest node around all rows holds them; each row is one of its children, or several.
    container = _around(tree, [node for line in lines for node in line], start)
    tops = ({_child_of(tree, container, node) for node in line} for line in lines)
    return tuple(tuple(sorted(some)) for some in tops)


def _around(tree: Tree, nodes: Sequence[int], least: int) -> int:
    """Return the lowest node around *nodes*, in a record that begins at *least*."""
    node, last = min(nodes), max(nodes)
    while node > least and node + tree.sizes[node] <= last:
        node = tree.parents[node]
    return node


def _child_of(tree: Tree, container: int, node: int) -> int:
    while node != container and tree.parents[node] != container and tree.parents[node] >= 0:
        node = tree.parents[node]
    return node
