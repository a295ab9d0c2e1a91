"""Pages with the cells a wrapper gives for them, and how cells compare after a change."""

from __future__ import annotations

import copy
import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from lxml import etree

from bench.mutations import Listed
from windrow.model import Value
from windrow.read import Page
from windrow.tree import xpath
from windrow.wrap.template import FITS, Opened
from windrow.wrap.wrapper import Wrapper

__all__ = [
    "Case",
    "Rows",
    "by_column",
    "case_of",
    "droppable",
    "gone_columns",
    "gone_with",
    "likeness",
    "matched",
    "reads_well",
    "record_texts",
    "rows_of",
    "share_of",
    "swappable",
    "without",
]

Rows: TypeAlias = list[dict[str, str]]
# Shorter values may match by chance.
_TELLING = 5


@dataclass(frozen=True)
class Case:
    """An unchanged page, and where the wrapper finds its records and cells."""

    name: str
    document: Any
    rows: Rows
    records: list[list[str]]  # XPaths
    cells: list[dict[str, str]]
    missed: int = 0  # records that a person sees, and the wrapper does not

    @property
    def has_bare_texts(self) -> bool:
        """Whether records have texts among their roots: what holds a text holds other records."""
        return any("/text()" in path for record in self.records for path in record)

    def listed(self) -> Listed:
        """Return a copy of the page to change."""
        document = copy.deepcopy(self.document)
        tree = etree.ElementTree(document)
        records = [[_node(tree, path) for path in record] for record in self.records]
        cells = [
            {name: found for name, path in row.items() if (found := _cell(tree, path))}
            for row in self.cells
        ]
        return Listed(document, records, cells)


def rows_of(wrapper: Wrapper, page: Page) -> Rows:
    """Return the filled cells a wrapper gives for a page, as texts by the names of columns."""
    # What the wrapper itself reads: `apply` reads a page that it has lost as a repair would.
    reading = wrapper.read(Opened(page))
    rows = wrapper.table(reading, page).rows if reading.fit >= FITS else ()
    # Detail pages may have labels that no learned page had: they belong to no column.
    names = [column.name for column in wrapper.varied]
    return [_texts({name: row[name] for name in names}) for row in rows]


def reads_well(rows: Rows, page: Path, least: float = 0.5) -> bool:
    """Return whether at least that share of the records a person sees on a page is in *rows*."""
    truth = json.loads(page.with_name("truth.json").read_text("utf-8"))
    given = ["\n".join(" ".join(value.split()) for value in row.values()) for row in rows]
    records = [
        [" ".join(value.split()) for value in record.values() if isinstance(value, str)]
        for record in truth["records"]
    ]
    told = [values for values in records if any(len(value) > _TELLING for value in values)]
    found = sum(
        any(len(value) > _TELLING and any(value in text for text in given) for value in values)
        for values in told
    )
    return found >= least * len(told)


def _texts(row: Mapping[str, Value]) -> dict[str, str]:
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in row.items()
        if value is not None
    }


def record_texts(listed: Listed) -> list[str]:
    return [_squeezed("".join("".join(root.itertext()) for root in r)) for r in listed.records]


def _squeezed(text: str) -> str:
    return "".join(text.split())


def gone_columns(rows: Rows, before: Sequence[str], after: Sequence[str]) -> set[str]:
    """Return the columns whose texts most records had, and no longer have in one piece."""
    gone: Counter[str] = Counter()
    filled: Counter[str] = Counter()
    for row, one, two in zip(rows, before, after, strict=False):
        for name, value in row.items():
            filled[name] += 1
            text = _squeezed(value)
            gone[name] += text in one and text not in two
    return {name for name, count in gone.items() if 2 * count > filled[name]}


def without(rows: Rows, names: set[str]) -> Rows:
    return [{n: v for n, v in row.items() if n not in names} for row in rows] if names else rows


def likeness(wanted: Rows, given: Rows) -> float:
    """Return which share of the cells, of those wanted or those given, is the same."""
    most = max(sum(map(len, wanted)), sum(map(len, given)))
    return matched(wanted, given) / most if most else 1.0


def share_of(wanted: Rows, given: Rows) -> float:
    """Return which share of the wanted cells is given."""
    count = sum(map(len, wanted))
    return matched(wanted, given) / count if count else 1.0


def matched(wanted: Rows, given: Rows) -> int:
    """Return how many of the wanted cells are given, rows in the same order."""
    if len(wanted) == len(given):
        return sum(_common(one, two) for one, two in zip(wanted, given, strict=True))
    best = [0] * (len(given) + 1)
    for one in wanted:
        line = [0]
        for k, two in enumerate(given):
            line.append(max(best[k + 1], line[k], best[k] + _common(one, two)))
        best = line
    return best[-1]


def _common(one: Mapping[str, str], two: Mapping[str, str]) -> int:
    return sum(two.get(name) == value for name, value in one.items())


def by_column(wanted: Rows, given: Rows) -> str:
    if len(wanted) != len(given):
        return ""
    names = sorted({name for row in wanted for name in row})
    return ", ".join(
        f"{name} {right}/{count}"
        for name in names
        if (count := sum(name in row for row in wanted))
        > (right := sum(r[name] == g.get(name) for r, g in zip(wanted, given, strict=True)
                        if name in r))
    )  # fmt: skip


def case_of(wrapper: Wrapper, page: Page, document: Any) -> Case | None:
    """Return the page with the cells a wrapper finds; None where it does not fit."""
    opened = Opened(page)
    tree, found = (
        opened.whole if wrapper.template.hidden else opened.tree,
        wrapper.template.nodes(opened),
    )
    if not found.records or wrapper.read(opened).fit < FITS:
        return None
    cells = [
        {
            column.name: xpath(tree, cell)
            for column in wrapper.varied
            if isinstance(cell := row.get(column.place), int)
        }
        for row in found.cells
    ]
    records = [[xpath(tree, root) for root in record] for record in found.records]
    if wrapper.kind == "detail":
        records = [["/html[1]/body[1]"]]  # what redesigns change of a whole page
    whole = etree.ElementTree(document)
    if any(_node(whole, path) is None for record in records for path in record):
        return None
    return Case(page.source, document, rows_of(wrapper, page), records, cells)


def _node(tree: Any, path: str) -> Any:
    """Return the element at *path*; for a text, what holds it; None where there is nothing."""
    found = tree.xpath(path.partition("/text()")[0])
    return found[0] if found else None


def _cell(tree: Any, path: str) -> tuple[Any, str] | None:
    node = _node(tree, path)
    if node is None:
        return None
    number = path.partition("/text()")[2]
    return ((node, int(number[1:-1])), "text") if number else (node, "")


def droppable(case: Case) -> list[str]:
    """Return the columns that most records have, and that are in a part of their own."""
    counts: dict[str, int] = defaultdict(int)
    for row, record in zip(case.cells, case.records, strict=True):
        for name, path in row.items():
            counts[name] += path not in record and any(path.startswith(root) for root in record)
    return sorted(name for name, count in counts.items() if count >= 0.8 * len(case.records))


def gone_with(case: Case, column: str) -> set[str]:
    """Return the columns whose cells go, or change, when those of *column* go."""
    gone = set()
    for row in case.cells:
        if path := row.get(column):
            part = path.rpartition("/text()")[0] or path
            gone |= {
                name
                for name, other in row.items()
                if f"{other}/".startswith(f"{part}/") or f"{part}/".startswith(f"{other}/")
            }
    return gone


def swappable(case: Case) -> list[tuple[str, str]]:
    """Return pairs of columns with texts of their own that nearly all records have."""
    found = []
    document = etree.ElementTree(case.document)
    own: dict[str, int] = defaultdict(int)
    for row, cells in zip(case.rows, case.cells, strict=True):
        for name, path in cells.items():
            if "text()" not in path and name in row:
                node = _node(document, path)
                if node is not None and not len(node):
                    own[name] += " ".join((node.text or "").split()) == row[name]
    names = sorted(name for name, count in own.items() if count >= 0.9 * len(case.rows))
    for k, one in enumerate(names):
        for other in names[k + 1 :]:
            differing = sum(r.get(one) != r.get(other) for r in case.rows)
            if differing >= 0.8 * len(case.rows):
                found.append((one, other))
    return found
