"""Learns a wrapper from list pages: where the records of a table and their cells are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from windrow.model import Column, Finding, Value
from windrow.tree import Tree
from windrow.tree.lines import has_lines
from windrow.wrap.columns.echo import learn_echoes
from windrow.wrap.examples import Examples
from windrow.wrap.fingerprint import fingerprint_of
from windrow.wrap.list.apart import with_records_apart
from windrow.wrap.list.decoys import decoys_of
from windrow.wrap.list.lesson import ListLesson, learn_list, texts_beside
from windrow.wrap.list.mark import learn_marks
from windrow.wrap.list.merge import merged_lessons
from windrow.wrap.list.pages import ListPages, row_values
from windrow.wrap.list.read import Cells
from windrow.wrap.list.selectors import key_css, key_xpath
from windrow.wrap.list.strangers import stranger_texts
from windrow.wrap.list.template import ListField, ListTemplate
from windrow.wrap.outline import paths_of
from windrow.wrap.steps import Steps
from windrow.wrap.wrapper import Wrapper, WrapperColumn

__all__ = ["column_of", "learn_list_pages", "list_wrapper", "wrapper_of"]


def learn_list_pages(examples: Examples) -> Wrapper:
    """Return the wrapper of the list that most of the pages have."""
    name = examples.detector_name
    wrapper = _with_read_columns(list_wrapper(examples.lists, len(examples.pages), name))
    beside = [
        replace(
            _with_read_columns(list_wrapper([one], 1, name)),
            sure=min(1.0, max(0.0, one.region.score)),
        )
        for one in examples.others
    ]
    # A list that nobody is sure of is a menu or a part of the page's frame.
    return replace(wrapper, more=tuple(one for one in beside if one.is_sure))


def _with_read_columns(wrapper: Wrapper) -> Wrapper:
    """Return *wrapper* without columns that it reads on none of the pages it was learned from.

    No key leads to their cells, or to another field's more often: apply would leave them empty.
    """
    read = tuple(one for one in wrapper.columns if one.fingerprint.count)
    return replace(wrapper, columns=read or wrapper.columns)


def list_wrapper(lists: Sequence[Finding], pages: int, detector: str) -> Wrapper:
    """Return the wrapper of *lists*, one per page, found on *pages* pages."""
    lessons, columns = merged_lessons(lists)
    return replace(wrapper_of(lessons, columns, lists[0].hidden), pages=pages, detector=detector)


def wrapper_of(lessons: Sequence[ListLesson], columns: Sequence[Column], hidden: bool) -> Wrapper:
    """Return the wrapper that *lessons* give, with *columns* for their fields."""
    learned = learn_list(lessons)
    whole = [with_records_apart(lesson, learned) for lesson in lessons]
    if any(one is not lesson for one, lesson in zip(whole, lessons, strict=True)):
        lessons, learned = whole, learn_list(whole)
    learned, rows = _remembering(learned, lessons)
    counts = sorted(len(lesson.records) for lesson in lessons)
    return Wrapper(
        ListPages(learned, hidden, has_lines(lessons[0].tree)),
        tuple(
            column_of(column, place.id, [row.get(place.id) for row in rows], place)
            for column, place in zip(columns, learned.fields, strict=True)
        ),
        (counts[0], counts[len(counts) // 2], counts[-1]),
        len(lessons),
        paths=paths_of(lesson.tree for lesson in lessons),
    )


def _remembering(
    learned: ListTemplate, lessons: Sequence[ListLesson]
) -> tuple[ListTemplate, list[dict[str, Value]]]:
    """Return the template with what healthy pages are like, and the rows it reads of them."""
    learned = replace(learned, strangers=_strangers(learned, lessons))
    learned = replace(learned, decoys=_decoys(learned, lessons))
    pages = [(lesson.tree, learned.reader.read(lesson.tree)) for lesson in lessons]
    rows = [row_values(tree, learned.fields, row) for tree, found in pages for row in found.rows]
    ids = [place.id for place in learned.fields if place.kind != "rows" and not place.constant]
    rest = max(map(texts_beside, lessons), default=0)
    marks = learn_marks(pages, learned.fields, learned.header)
    return replace(learned, echoes=learn_echoes(ids, rows), rest=rest, marks=marks), rows


def _strangers(learned: ListTemplate, lessons: Sequence[ListLesson]) -> tuple[str, ...]:
    """Return what the template takes for records on the pages it was learned from."""
    found: list[tuple[Tree, Cells]] = []
    known: list[tuple[Tree, Cells]] = []
    for lesson in lessons:
        inside = {root for record in lesson.records for root in record}
        records = learned.reader.read(lesson.tree).records
        # Without what headings outside say: a reader compares rows before it adds that.
        rows = learned.reader.rows_of(Steps(lesson.tree), records)
        for record, row in zip(records, rows, strict=True):
            # A record that is cut in another way is still one.
            (known if inside.intersection(record) else found).append((lesson.tree, row))
    # If most rows are none of the lesson's records, the locators are wrong, and not the rows.
    return stranger_texts(found, known) if len(found) < len(known) else ()


def _decoys(learned: ListTemplate, lessons: Sequence[ListLesson]) -> tuple[str, ...]:
    """Return what else on the learned pages has the content of records, such as a menu."""
    found: list[tuple[Tree, Cells]] = []
    known: list[tuple[Tree, Cells]] = []
    for lesson in lessons:
        tree, steps = lesson.tree, Steps(lesson.tree)
        found += [(tree, row) for row in decoys_of(learned.reader, steps, lesson.records)]
        known += [(tree, row) for row in learned.reader.rows_of(steps, lesson.records)]
    return stranger_texts(found, known)


def column_of(
    column: Column, place: str, values: Sequence[Value], field: ListField | None = None
) -> WrapperColumn:
    """Return a column with the fingerprint of its *values*, and the locators of its *field*."""
    inner: tuple[WrapperColumn, ...] = ()
    if column.columns:
        rows = [row for value in values if isinstance(value, list) for row in value]
        fields = field.inner.fields if field and field.inner else ()
        inner = tuple(
            column_of(one, str(k), [row.get(str(k)) for row in rows],
                    fields[k] if k < len(fields) else None)
            for k, one in enumerate(column.columns)
        )  # fmt: skip
    ways = _locators(field) if field else ()
    mark = fingerprint_of(values, rows=bool(column.columns))
    constant = column.constant and len(mark.samples) == 1
    return WrapperColumn(
        column.name, column.type, column.label, column.decimal, column.order, column.path,
        column.source, ways, mark, inner, constant, column.prefix, place=place,
    )  # fmt: skip


def _locators(field: ListField) -> tuple[tuple[str, str], ...]:
    """Return the most reliable way to a field of each kind."""
    places, classes, labels = (
        max(keys, key=lambda key: keys[key], default="")
        for keys in (field.keys.places, field.keys.classes, field.keys.labels)
    )
    ways = [("position", field.path), ("xpath", key_xpath(places)), ("css", key_css(classes))]
    ways += [("text", labels)]
    ways += [(f"before, by {one.kind}", str(one)) for one in field.outside[:1]]
    return tuple((kind, way) for kind, way in ways if way)
