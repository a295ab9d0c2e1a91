"""Records that a page sets apart from the others: the first result, before the box of the rest.

A detector looks for neighbours, and misses them. A template knows their class words and cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from windrow.model import Record
from windrow.tree import Tree
from windrow.wrap.list.lesson import ListLesson
from windrow.wrap.list.locate import place_tops
from windrow.wrap.list.pages import row_values
from windrow.wrap.list.read import Cells
from windrow.wrap.list.template import ListTemplate
from windrow.wrap.steps import Steps

__all__ = ["with_records_apart"]

# With fewer fields in its core, a list has nothing that other parts of a page do not have: a text
# and a link. Chosen, not measured.
_TELLING = 3


def with_records_apart(lesson: ListLesson, learned: ListTemplate) -> ListLesson:
    """Return *lesson* with the records that lie beside the box of its records.

    They have the class words of a record and its whole core, and no words divide them from the box.
    What is further away is another list of such things, and a list is not longer outside of its box
    than in it. What says the same as a record in the box, or leads to the same, is a copy of it.
    """
    if learned.cut.mode != "single" or len(learned.reader.core) < _TELLING or not lesson.records:
        return lesson
    apart = {*_apart(lesson, learned)}
    if not 0 < len(apart) < len(lesson.records):
        return lesson
    known = [*zip(lesson.records, lesson.alignment.rows, strict=True), *apart]
    known.sort(key=lambda one: one[0])
    alignment = replace(lesson.alignment, rows=tuple(row for _, row in known))
    return replace(lesson, records=tuple(record for record, _ in known), alignment=alignment)


def _apart(lesson: ListLesson, learned: ListTemplate) -> Iterator[tuple[Record, Cells]]:
    tree, steps, reader = lesson.tree, Steps(lesson.tree), learned.reader
    boxes = {tree.parents[record[0]] for record in lesson.records}
    around = {tree.parents[box] for box in boxes}
    if len(around) > 1 or -1 in around:
        return
    found: dict[Record, Cells] = {}
    for way in learned.locators:
        if way.kind != "own":
            continue
        nodes = way.find(steps, place_tops(tree, [0]))
        records: list[Record] = [
            (node,) for node in nodes if tree.parents[node] in around and node not in boxes
        ]
        for record, row in zip(records, reader.rows_of(steps, records), strict=True):
            if reader.share(row) == 1:
                found[record] = row
    beside = _beside(tree, lesson.records, [*found])
    known = reader.rows_of(steps, lesson.records)
    copies = _copies(tree, learned, known, [*found.values()])
    for (record, row), is_copy in zip(found.items(), copies, strict=True):
        if record in beside and not is_copy:
            yield record, row


def _beside(tree: Tree, known: Sequence[Record], found: Sequence[Record]) -> set[Record]:
    """Return those of the *found* records that only such records divide from a *known* one.

    Behind a heading, or any other words, begins a list of its own: what was viewed, what is alike.
    """
    inside = {*known}
    beside: set[Record] = set()
    line = sorted((*known, *found))
    for way in (line, line[::-1]):
        is_near = False
        for one, other in pairwise(way):
            first, second = sorted((one, other))
            words = tree.text_sums[second[0]] - tree.text_sums[first[-1] + tree.sizes[first[-1]]]
            is_near = (is_near or one in inside) and not words
            if is_near and other not in inside:
                beside.add(other)
    return beside


def _copies(
    tree: Tree, learned: ListTemplate, known: Sequence[Cells], found: Sequence[Cells]
) -> list[bool]:
    """Return which of the *found* rows say what a *known* one says, or lead where one leads."""
    core = [learned.fields[k] for k in learned.reader.core]

    def cells(rows: Sequence[Cells]) -> list[list[str]]:
        values = [row_values(tree, learned.fields, row) for row in rows]
        return [[str(said[place.id]) for place in core] for said in values]

    ours, theirs = cells(known), cells(found)
    said = {*map(tuple, ours)}
    copies = [tuple(row) in said for row in theirs]
    for k, place in enumerate(core):
        leads = {row[k] for row in ours}
        # If several records lead to one page, the address does not tell what they are.
        if place.kind == "link" and len(leads) == len(ours):
            copies = [one or row[k] in leads for one, row in zip(copies, theirs, strict=True)]
    return copies
