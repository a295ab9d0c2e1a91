"""The header of a table: pages with a column more or less still say which column is which.

Places count cells from the left. Where a page lacks a column, or has one more, all cells behind it
have moved; their header moves with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from windrow.model import Record
from windrow.table.headers import header_texts
from windrow.tree import Tree
from windrow.tree.grid import grid, rows_between, rows_of, table_of
from windrow.tree.runs import text_of
from windrow.wrap.list.keys import grid_places

__all__ = ["columns_of", "common_header", "headings", "lacking", "learn_header"]

# This many columns must be known by their headers, and this share of the headers of a page.
# Chosen, not measured.
_FEWEST, _KNOWN = 2, 0.5
# Rows above the records in which the learned header is looked for. Chosen, not measured.
_ABOVE = 4


def learn_header(tree: Tree, records: Sequence[Record]) -> tuple[str, ...]:
    """Return the header above *records*, column by column; () if it does not tell columns apart."""
    texts = _texts(tree, records)
    named = [text for text in texts if text]
    return texts if len(named) >= _FEWEST and len({*named}) == len(named) else ()


def common_header(headers: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return a header with the columns of all pages; () if pages share too few of them.

    A column that the widest header lacks comes behind the one that is before it on its page.

    >>> common_header([("Name", "No."), ("No.", "Name", "Filed")])
    ('No.', 'Name', 'Filed')
    >>> common_header([("Name", "No.", "Filed"), ("Name", "No.", "Judge")])
    ('Name', 'No.', 'Judge', 'Filed')
    >>> common_header([("Name", "No."), ("No.", "Filed")])
    ()
    """
    found = sorted(headers, key=len, reverse=True)
    common = [*found[0]] if found else []
    for one in found[1:]:
        named = {*one} - {""}
        new = named.difference(common)
        if new and len(named) - len(new) < max(_FEWEST, _KNOWN * len(named)):
            return ()
        behind = 0
        for text in one:
            if text in new:
                common.insert(behind, text)
            if text:
                behind = common.index(text) + 1
    return tuple(common)


def headings(
    tree: Tree, records: Sequence[Record], rows: Sequence[Sequence[object]]
) -> tuple[str, ...]:
    """Return for each cell of *rows* the header text above it; "" where none is known."""
    texts = learn_header(tree, records) if records else ()
    if not texts:
        return ("",) * len(rows[0]) if rows else ()
    first = next(iter(_by_table(tree, records)))
    nodes = [node for record in first for node in record if tree.label(node) == "tr"]
    columns = {one.cell: one.column for one in grid(tree, rows_between(tree, nodes))}
    found = []
    for cells in zip(*rows, strict=True):
        node = next((cell for cell in cells if isinstance(cell, int)), -1)
        while node >= 0 and node not in columns:
            node = tree.parents[node]
        column = columns.get(node, len(texts))
        found.append(texts[column] if column < len(texts) else "")
    return tuple(found)


def columns_of(
    tree: Tree, records: Sequence[Record], header: Sequence[str]
) -> dict[int, int] | None:
    """Return the columns, from 1, of cells that are not where their order in the markup says.

    A page with other columns than the learned *header* has those of the header; else spans count.
    """
    if not records:
        return None
    moved = _moved_cells(tree, records, header) if header else None
    return grid_places(tree, records) if moved is None else moved


def lacking(tree: Tree, records: Sequence[Record], header: Sequence[str]) -> frozenset[str]:
    """Return the columns of the learned *header* that the tables of a page do not name.

    Empty if a page names a column that *header* does not: it may be the same under a new name.
    """
    if not header or not records or tree.label(records[0][0]) != "tr":
        return frozenset()
    named = {*header} - {""}
    found: set[str] = set()
    for some in _by_table(tree, records):
        if _is_there(tree, some[0][0], header):
            return frozenset()
        found.update(filter(None, _texts(tree, some)))
    enough = len(found) >= max(_FEWEST, _KNOWN * len(named))
    return frozenset(named - found) if enough and found <= named else frozenset()


def _moved_cells(
    tree: Tree, records: Sequence[Record], header: Sequence[str]
) -> dict[int, int] | None:
    """Return the cells of *records* with the columns, from 1, in which they were learned.

    None if the page has the learned *header*, or too little of it. Cells under an unknown
    header get a column behind all others. Each table is read by its own header, or by that of the
    table before it.
    """
    if tree.label(records[0][0]) != "tr":
        return None
    moved: list[tuple[list[Record], dict[int, int]]] = []
    known: dict[int, int] = {}
    for some in _by_table(tree, records):
        if _is_there(tree, some[0][0], header):
            known = {}
        elif texts := _texts(tree, some):
            known = _known(texts, header)
        moved.append((some, known))
    if not any(known for _, known in moved):
        return None
    found: dict[int, int] = {}
    for some, known in moved:
        rows = [node for record in some for node in record if tree.label(node) == "tr"]
        behind = len(header) + 1 if known else 0
        for one in grid(tree, rows_between(tree, rows)):
            found[one.cell] = known.get(one.column, behind + one.column) + 1
    return found


def _by_table(tree: Tree, records: Sequence[Record]) -> Iterable[list[Record]]:
    """Return the records of each table."""
    tables: dict[int, int] = {}
    found: dict[int, list[Record]] = {}
    for record in records:
        parent = tree.parents[record[0]]
        if parent not in tables:
            tables[parent] = table_of(tree, record[0])
        found.setdefault(tables[parent], []).append(record)
    return found.values()


def _known(texts: Sequence[str], header: Sequence[str]) -> dict[int, int]:
    """Return the columns of a table with those in which they were learned; {} if none moved."""
    learned = {text: column for column, text in enumerate(header) if text}
    known = {column: learned[text] for column, text in enumerate(texts) if text in learned}
    enough = len(known) >= max(_FEWEST, _KNOWN * sum(map(bool, texts)))
    # A header twice on a page says nothing about either column.
    if not enough or len({*known.values()}) < len(known):
        return {}
    # A column without a name, in the place of a named one, is one of those that had no name.
    unnamed = [k for k, text in enumerate(texts) if not text and k < len(header)]
    is_other = "" in header and any(header[k] for k in unnamed)
    if not is_other and all(now == before for now, before in known.items()):
        return {}
    return known


def _texts(tree: Tree, records: Sequence[Record]) -> tuple[str, ...]:
    """Return the header texts above *records*, by column; () if there is no header."""
    if tree.label(records[0][0]) != "tr":
        return ()
    # A title and a header of plain cells may be the first records.
    tries = (header_texts(tree, record[0]) for record in records[:_ABOVE])
    starts = next(filter(None, tries), [])
    texts: list[str] = []
    for column, text in starts[:-1]:
        texts += [""] * (column - len(texts)) + [text]
    return tuple(texts)


def _is_there(tree: Tree, first: int, header: Sequence[str]) -> bool:
    """Return whether a row above the row *first*, or this one, says just what *header* says."""
    table = table_of(tree, first)
    above: list[int] = []
    for row in rows_of(tree, table) if table >= 0 else ():
        above.append(row)
        if row >= first:
            break
    for row in above[-_ABOVE:]:
        cells = tree.children(row)
        if len(cells) == len(header) and all(
            text_of(tree, tree.subtree(cell)) == text
            for cell, text in zip(cells, header, strict=True)
        ):
            return True
    return False
