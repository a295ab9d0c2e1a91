"""List pages become a wrapper: the records of a table, and where they and their cells stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from windrow.align.partial import align
from windrow.align.runs import merge_runs
from windrow.detect import DETECTORS, Detector
from windrow.errors import NothingLearned
from windrow.model import Column, Region, Value
from windrow.table.tabulate import lay_out
from windrow.tree import Tree
from windrow.wrap.columns.echo import learn_echoes
from windrow.wrap.fingerprint import fingerprint
from windrow.wrap.list.lesson import Lesson, learn_list, texts_beside
from windrow.wrap.list.mark import learn_marks
from windrow.wrap.list.merge import Seen, merged_lessons
from windrow.wrap.list.pages import ListPages
from windrow.wrap.list.selectors import key_css, key_xpath
from windrow.wrap.list.template import ListField, ListTemplate
from windrow.wrap.list.values import row_values
from windrow.wrap.outline import paths_of
from windrow.wrap.system import Applied, SystemPages, learn_fields
from windrow.wrap.wrapper import Opened, Wrapper, WrapperColumn

__all__ = ["learn_list_pages", "list_columns", "remembering", "see"]

# A best table less sure than this may not be the list; a hidden one must be surer by a step.
_UNSURE, _SURER = 0.75, 0.15
# Other lists of the page that are so sure are learned as well, but not more than these.
_OTHERS, _MOST_OTHERS = 0.5, 3


def see(opened: Opened, detector: str | Detector = "auto", number: int = 1) -> Seen | None:
    """Return the best list of a page, or the one of that *number*; None where there is none."""
    chosen = DETECTORS[detector]() if isinstance(detector, str) else detector
    found = _seen(opened.tree, chosen, number, hidden=False)
    if detector == "auto" and (found is None or found.table.score < _UNSURE):
        whole = opened.whole
        if len(whole) > len(opened.tree):
            other = _seen(whole, chosen, number, hidden=True)
            if other and other.table.score > _SURER + (found.table.score if found else 0.5):
                return other
    return found


def _seen(tree: Tree, detector: Detector, number: int, *, hidden: bool) -> Seen | None:
    regions = sorted(detector.detect(tree), key=lambda region: -region.score)
    if len(regions) < number:
        return None
    region = regions.pop(number - 1)
    return _laid_out(tree, region, hidden, tuple(regions))


def _laid_out(
    tree: Tree, region: Region, hidden: bool = False, others: tuple[Region, ...] = ()
) -> Seen:
    own = region.alignment or align(tree, region.records)
    table, cells = lay_out(tree, region, merge_runs(own, region.records))
    return Seen(tree, region, own, table, cells, hidden, others)


def learn_list_pages(
    seen: Sequence[Seen | None], opened: Sequence[Opened], detector: str | Detector
) -> Wrapper:
    """Return the wrapper of the list that most of the pages have."""
    lists = [one for one in seen if one is not None]
    if not lists:
        raise NothingLearned(
            "no page has a list", hint="for pages about one thing each, say --kind detail"
        )
    name = detector if isinstance(detector, str) else type(detector).__name__.lower()
    template = lists[0].region.template
    if name != "auto" and isinstance(template, Applied):
        return _system_wrapper(lists[0], template, name)
    first = lists[0]
    wrapper = _learned(lists, len(opened), name)
    more = [
        _learned([_laid_out(first.tree, region, first.hidden)], 1, name)
        for region in first.others[:_MOST_OTHERS]
        if region.score >= _OTHERS
    ]
    return replace(wrapper, more=tuple(more))


def _learned(lists: Sequence[Seen], pages: int, detector: str) -> Wrapper:
    lessons, columns = merged_lessons(lists)
    learned, rows = remembering(learn_list(lessons), lessons)
    counts = sorted(len(lesson.records) for lesson in lessons)
    return Wrapper(
        "list",
        ListPages(learned, lists[0].hidden),
        list_columns(columns, learned.fields, rows),
        (counts[0], counts[len(counts) // 2], counts[-1]),
        pages,
        detector,
        paths_of(lesson.tree for lesson in lessons),
    )


def remembering(
    learned: ListTemplate, lessons: Sequence[Lesson]
) -> tuple[ListTemplate, list[dict[str, Value]]]:
    """Return the template with what healthy pages are like, and the rows it reads of them."""
    pages = [(lesson.tree, learned.reader.read(lesson.tree)) for lesson in lessons]
    rows = [row_values(tree, learned.fields, row) for tree, found in pages for row in found.rows]
    ids = [place.id for place in learned.fields if place.kind != "rows"]
    rest = max(map(texts_beside, lessons), default=0)
    marks = learn_marks(pages, learned.fields)
    return replace(learned, echoes=learn_echoes(ids, rows), rest=rest, marks=marks), rows


def list_columns(
    columns: Sequence[Column], fields: Sequence[ListField], rows: Sequence[dict[str, Value]]
) -> tuple[WrapperColumn, ...]:
    """Return the columns with what their values are like, and the ways to them."""
    return tuple(
        _column(column, place.id, [row.get(place.id) for row in rows], place)
        for column, place in zip(columns, fields, strict=True)
    )


def _column(
    column: Column, place: str, values: Sequence[Value], field: ListField | None = None
) -> WrapperColumn:
    inner: tuple[WrapperColumn, ...] = ()
    if column.columns:
        rows = [row for value in values if isinstance(value, list) for row in value]
        fields = field.inner.fields if field and field.inner else ()
        inner = tuple(
            _column(one, str(k), [row.get(str(k)) for row in rows],
                    fields[k] if k < len(fields) else None)
            for k, one in enumerate(column.columns)
        )  # fmt: skip
        mark = fingerprint([f"{len(v)} rows" if isinstance(v, list) else None for v in values])
    else:
        mark = fingerprint([value if isinstance(value, str) else None for value in values])
    return WrapperColumn(
        place,
        column.name,
        column.type,
        column.label,
        column.decimal,
        column.order,
        column.path,
        column.source,
        _locators(field) if field else (),
        mark,
        inner,
    )


def _locators(field: ListField) -> tuple[tuple[str, str], ...]:
    """Return the most reliable way to a field of each kind."""
    keys = field.keys
    ways = []
    if field.path:
        ways.append(("position", field.path))
    if keys.places:
        ways.append(("xpath", key_xpath(max(keys.places, key=lambda key: keys.places[key]))))
    if keys.classes:
        ways.append(("css", key_css(max(keys.classes, key=lambda key: keys.classes[key]))))
    if keys.labels:
        ways.append(("text", max(keys.labels, key=lambda key: keys.labels[key])))
    ways += [(f"before, by {one.kind}", str(one)) for one in field.outside[:1]]
    return tuple((kind, way) for kind, way in ways if way)


def _system_wrapper(seen: Seen, template: Applied, name: str) -> Wrapper:
    """Return a wrapper around the template of a paper's system."""
    ids = [column.name for column in seen.table.columns]
    fields = learn_fields(seen.own, seen.cells, ids, seen.tree)
    reader = SystemPages(name, template, fields)
    columns = tuple(
        _column(column, column.name, [row.get(column.name) for row in seen.table.rows])
        for column in seen.table.columns
    )
    count = len(seen.region.records)
    return Wrapper("list", reader, columns, (count, count, count), 1, name, paths_of([seen.tree]))
