"""Learns a wrapper from pages about one thing each: text that differs between them is data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from windrow.errors import NothingLearned, NotRepaired
from windrow.model import Value
from windrow.read import utf8
from windrow.table.labels import without_label
from windrow.table.types import TYPES, typing_of
from windrow.table.words import unused
from windrow.tree.markup import is_inline
from windrow.wrap.columns.pair import Option, named_as_before, pair_columns
from windrow.wrap.detail.carried import carried_share, match_carried
from windrow.wrap.detail.elsewhere import holds_rows, other_ways, row_label, same_labels
from windrow.wrap.detail.fields import WHOLE, suffix_of
from windrow.wrap.detail.leads import labelled_once, lead_of
from windrow.wrap.detail.neighbours import (
    Neighbours,
    common_texts,
    likeness_of,
    neighbours,
)
from windrow.wrap.detail.pages import DetailPages, source_of
from windrow.wrap.detail.rank import ranked
from windrow.wrap.detail.signature import label_of, signature_of
from windrow.wrap.detail.template import DetailField, DetailTemplate, learn
from windrow.wrap.detail.worthwhile import drop_worthless
from windrow.wrap.fingerprint import fingerprint_of
from windrow.wrap.keep import kept_pages
from windrow.wrap.outline import paths_of
from windrow.wrap.template import Match, Opened
from windrow.wrap.wrapper import Wrapper, WrapperColumn, plain_name

__all__ = ["learn_detail_pages", "match_detail_pages"]

# A template that was carried over and gives this share of its columns needs no other. Chosen;
# bench.mutate measures the whole.
_CARRIED = 0.9
# Rows with fewer texts say one thing: chosen, not measured.
_PARTS = 2


def learn_detail_pages(opened: Sequence[Opened], wanted: frozenset[str] = frozenset()) -> Wrapper:
    """Return the wrapper of pages that are about one thing each.

    A field with one of the values *wanted* is always worth a column.
    """
    sources = [source_of(one) for one in opened]
    template = learn(sources)
    rows = [template.read(one) for one in sources]
    drop_worthless(template.root, template.linked, rows, wanted)
    # After reloading, spots have the shortest names that are still unique.
    template = DetailTemplate.from_json(template.to_json())
    rows = [template.read(source) for source in sources]
    ways = _ways(template.fields(), rows)
    if ways:
        template = replace(template, ways=ways)
        rows = [template.read(source) for source in sources]
    linked = [source.linked for source in sources]
    found = labelled_once(_columns(template.fields(), rows, every=bool(wanted)), rows)
    columns = _named(ranked(found, template.root, rows, linked))
    if not columns:
        raise NothingLearned("the pages have no text that differs between them")
    return Wrapper(
        DetailPages(template),
        columns,
        (1, 1, 1),
        len(opened),
        "detail",
        paths_of(source.tree for source in sources),
    )


def _ways(fields: Sequence[DetailField], rows: Sequence[dict[str, Value]]) -> dict[str, str]:
    """Return the fields that are another field in another place or in other markup."""
    ways = other_ways(rows, [one.id for one in fields])
    groups = {one.id for one in fields if any(holds_rows(inner.id) for inner in one.fields)}
    # First those whose rows are alike, then those that are lists or texts.
    for kind in (_rows_of, suffix_of):
        known = {*ways, *ways.values()}
        labels = {
            one.id: (sign, bool(one.fields), kind(one))
            for one in fields
            if one.id not in known and (sign := _sign(one))
        }
        for one, other in same_labels(rows, labels).items():
            # What is a list in groups is read as a plain list where another page has one.
            turned = other in groups and one not in groups
            ways[other if turned else one] = one if turned else other
    return ways


def _rows_of(field: DetailField) -> str:
    """Return the label of the rows of a list, those of groups if it has groups; or its suffix."""
    rows = next((one for one in field.fields if holds_rows(one.id)), field)
    return row_label(rows.id) if field.fields else suffix_of(field)


def _sign(field: DetailField) -> str:
    """Return what a page calls a field wherever it is: by ``itemprop``, or by the label above."""
    return f"@{field.name}" if field.named_by == "attribute" else field.section


def match_detail_pages(wrapper: Wrapper, pages: Sequence[Opened]) -> Match:
    """Return the wrapper that *pages* give, with the old columns under their names.

    A template that can be carried over gives what it gave before; failing that, the pages are
    learned afresh, and the columns are compared.
    """
    kept = kept_pages(wrapper.kept)
    given = {utf8(one.page) for one in pages}
    # If pages it was learned from are among them, this is further learning, not a redesign.
    if any(utf8(one.page) in given for one in kept):
        return _match_afresh(wrapper, kept, pages)
    found = _match_redesign(wrapper, kept, pages)
    # After a repair the same columns are given; further learning may change that.
    minor = {column.name: column.minor for column in wrapper.columns}
    columns = [replace(one, minor=minor.get(one.name, one.minor)) for one in found.wrapper.columns]
    return replace(found, wrapper=replace(found.wrapper, columns=tuple(columns)))


def _match_redesign(wrapper: Wrapper, kept: Sequence[Opened], pages: Sequence[Opened]) -> Match:
    carried = match_carried(wrapper, kept, pages)
    if carried is not None and carried_share(wrapper, carried) >= _CARRIED:
        return carried
    try:
        afresh = _match_afresh(wrapper, kept, pages)
    except NotRepaired:
        if carried is None:
            raise
        return carried
    if carried is None:
        return afresh
    return max(carried, afresh, key=lambda match: carried_share(wrapper, match))


def _match_afresh(wrapper: Wrapper, kept: Sequence[Opened], pages: Sequence[Opened]) -> Match:
    """Return the wrapper learned from *pages* alone, with the old names of columns."""
    try:
        fresh = learn_detail_pages(pages)
    except NothingLearned as error:
        raise NotRepaired(error.reason, 0.0) from None
    common = common_texts([*kept, *pages]) if kept else frozenset()
    before = neighbours(wrapper.template, kept, common)
    if missed := _missed(wrapper, fresh, pages, before, common):
        fresh = learn_detail_pages(pages, missed)
    rows = [row for one in pages for row in fresh.template.read(one).rows]
    after = neighbours(fresh.template, pages, common)
    nobody: frozenset[tuple[int, str, int]] = frozenset()

    def agreed(old: WrapperColumn, new: WrapperColumn) -> float | None:
        way = _agreement(old, new)
        near = likeness_of(before.get(old.place, nobody), after.get(new.place, nobody))
        if near is None or way == 1.0 or old.place.partition("@")[2] != new.place.partition("@")[2]:
            return way
        return near if way is None else (way + 2 * near) / 3

    candidates = [
        Option(
            column,
            tuple(row.get(column.place) for row in rows),
            {old.place: share for old in wrapper.columns
             if (share := agreed(old, column)) is not None},
        )
        for column in fresh.columns
    ]  # fmt: skip
    pairs = pair_columns(wrapper.columns, candidates)
    renamed, sure = named_as_before(wrapper, fresh, pairs)
    same = all(p.new is None or fresh.columns[p.new].place == p.old.place for p in pairs)
    return Match(renamed, sure, same, len(pages))


def _missed(
    wrapper: Wrapper,
    fresh: Wrapper,
    pages: Sequence[Opened],
    before: Neighbours,
    common: frozenset[str],
) -> frozenset[str]:
    """Return values at the places of old columns that no new column has.

    A value that is not worth a column by itself was worth one to the wrapper.
    """
    if not before:
        return frozenset()
    places = {column.place for column in wrapper.columns if not column.columns}
    old = {(place.partition("@")[2], before[place]) for place in places if before.get(place)}
    whole = DetailPages(learn([source_of(page) for page in pages]))
    there = neighbours(whole, pages, common)
    known = {place for place, own in there.items() if (place.partition("@")[2], own) in old}
    found: set[str] = set()
    for page in pages:
        given = {v for row in fresh.read(page).rows for v in row.values() if isinstance(v, str)}
        said = (row.get(place) for row in whole.read(page).rows for place in known)
        found |= {text for text in said if isinstance(text, str) and text not in given}
    return frozenset(found)


def _agreement(old: WrapperColumn, new: WrapperColumn) -> float | None:
    """Return how far the paths to two columns agree, 0 to 1; None if unknown.

    Fields are called after the way to them. Failing that, the labels say it, and the steps up from
    the value: frames around a page change those at the top.
    """
    if old.place == new.place:
        return 1.0
    if old.place.partition("@")[2] != new.place.partition("@")[2]:
        return 0.0
    one, other = dict(old.locators), dict(new.locators)
    shares = []
    if "text" in one or "text" in other:
        shares.append(float(one.get("text") == other.get("text")))
    if "xpath" in one and "xpath" in other:
        steps, others = one["xpath"].split("/")[::-1], other["xpath"].split("/")[::-1]
        pairs = zip(steps, others, strict=False)
        same = next((k for k, (a, b) in enumerate(pairs) if a != b), min(len(steps), len(others)))
        shares.append(same / max(len(steps), len(others)))
    return sum(shares) / len(shares) if shares else None


def _named(columns: Iterable[WrapperColumn]) -> tuple[WrapperColumn, ...]:
    """Return *columns* with unique names: the first ones keep theirs.

    Below a heading such as "Ingredients" the list is what it names, whatever else is there.
    """
    found = [*columns]
    lists = [k for k, one in enumerate(found) if one.columns and one.source == "label"]
    taken: set[str] = set()
    for k in dict.fromkeys((*lists, *range(len(found)))):
        name = unused(found[k].name, taken)
        taken.add(name)
        found[k] = replace(found[k], name=name)
    return tuple(found)


def _columns(
    fields: Sequence[DetailField], rows: Sequence[dict[str, Value]], *, every: bool = False
) -> tuple[WrapperColumn, ...]:
    """Return a column for each field, or *every* one: also for rows that their parts say again."""
    found: list[WrapperColumn] = []
    whole = "" if every else _said_by_parts(fields, rows)
    for place in fields:
        if place.id == whole:
            continue
        values = [row.get(place.id) for row in rows]
        inner: tuple[WrapperColumn, ...] = ()
        lead = ""
        if place.fields:
            below = [row for v in values if isinstance(v, list) for row in v]
            inner = _named(_columns(place.fields, below, every=every))
            kind, decimal, order = "rows", ".", ""
        else:
            texts = [value for value in values if isinstance(value, str)]
            lead = lead_of(place, texts)
            typing = typing_of([without_label(text, lead) for text in texts] or ["text"])
            kind, decimal, order = typing.type, typing.decimal, typing.order
        name, source = place.name, place.named_by
        if source == "kind" and TYPES[kind].called:
            name, source = TYPES[kind].called, "form"
        if lead and source != "attribute":
            name, source = lead.rstrip(":"), "label"
        mark = fingerprint_of(values, rows=bool(place.fields))
        ways = (("position", place.id), *((("xpath", place.path),) if place.path else ()),
                *((("text", place.label),) if place.label else ()))  # fmt: skip
        found.append(
            WrapperColumn(
                plain_name(name), kind, lead or (name if source == "label" else ""),
                decimal, order,
                place.path, source, ways, mark, inner,
                place=place.id,
            )
        )  # fmt: skip
    return tuple(found)


def _said_by_parts(fields: Sequence[DetailField], rows: Sequence[dict[str, Value]]) -> str:
    """Return the id of the text of whole rows if the blocks in them say it again, or ""."""
    parts = [one.id for one in fields if not one.fields and one.id != WHOLE and "@" not in one.id]
    steps = (step for part in parts for step in part.split("/"))
    # Of inline parts the whole is what a reader sees: "2 cups of flour".
    if len(parts) < _PARTS or all(is_inline(label_of(signature_of(step))) for step in steps):
        return ""
    for row in rows:
        said = [value for part in parts if isinstance(value := row.get(part), str)]
        whole = row.get(WHOLE)
        if not isinstance(whole, str) or _folded(whole) != _folded("".join(said)):
            return ""
    return WHOLE


def _folded(text: str) -> str:
    return "".join(text.split())
