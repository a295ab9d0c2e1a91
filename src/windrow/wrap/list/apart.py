"""Records that a page sets apart from the others: the first result, before the box of the rest.

A detector looks for neighbours, and misses them. A template knows their class words and cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from windrow.model import Record
from windrow.wrap.list.lesson import ListLesson
from windrow.wrap.list.locate import place_tops
from windrow.wrap.list.read import Cells
from windrow.wrap.list.template import ListTemplate
from windrow.wrap.steps import Steps

__all__ = ["with_records_apart"]

# With fewer fields in its core, a list has nothing that other parts of a page do not have: a text
# and a link. Chosen, not measured.
_TELLING = 3


def with_records_apart(lesson: ListLesson, learned: ListTemplate) -> ListLesson:
    """Return *lesson* with the records that lie beside the box of its records.

    They have the class words of a record and its whole core. What is further away is another list
    of such things, and a list is not longer outside of its box than in it.
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
    for way in learned.locators:
        if way.kind != "own":
            continue
        nodes = way.find(steps, place_tops(tree, [0]))
        records = [(node,) for node in nodes if tree.parents[node] in around and node not in boxes]
        for record, row in zip(records, reader.rows_of(steps, records), strict=True):
            if reader.share(row) == 1:
                yield record, row
