"""What else on a learned page looks like its records, such as the items of a menu."""

from __future__ import annotations

from collections.abc import Collection

from windrow.model import Record
from windrow.wrap.list.cut import cut_records
from windrow.wrap.list.locate import look_alikes, place_tops
from windrow.wrap.list.read import Cells, ListReader
from windrow.wrap.steps import Steps

__all__ = ["decoys_of"]

# Records with more fields in their core are not like the items of a menu, which have a text, an
# address and a picture; more nodes of one path are not a menu. Chosen, not measured.
_MENU, _MANY = 3, 50


def decoys_of(reader: ListReader, steps: Steps, known: Collection[Record]) -> list[Cells]:
    """Return what else on the page has the content of records, besides the *known* ones."""
    if len(reader.core) > _MENU:
        return []
    taken = {root for record in known for root in record}
    template = reader.template
    ways = [way.find(steps, place_tops(steps.tree, [0])) for way in template.locators]
    found: dict[Record, Cells] = {}
    for nodes in (*ways, *look_alikes(steps.tree, template.locators)):
        if not nodes or len(nodes) > _MANY:
            continue
        records = cut_records(steps, template.cut, nodes)
        for record, row in zip(records, reader.rows_of(steps, records), strict=True):
            if reader.is_record(row) and taken.isdisjoint(record):
                found[record] = row
    return [*found.values()]
