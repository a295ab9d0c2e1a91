"""The cells of the records of a list: known by place, by class, by the end of that, by a label.

The code below is copied into what `windrow export` writes; it does what `windrow.wrap.list.keys`,
`steps` and `spans` do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from windrow.wrap.export_page import IMAGE, LINK, TEXT, VALUE, Page

__all__ = ["cells_of", "grid_places", "step_of", "words_of"]

# copied from here
PREFIX = re.compile(r"(?!\d|https?:)([^:]{2,40}):(?=\s|$)")
STEP = re.compile(r"(?P<label>[^.#\[\]]+|#text)(?P<words>[^\[\]]*)(\[(?P<place>\d+)\])?")
WORD = re.compile(r"[.#][^\s.#/\[\]]{1,60}")
PASSING = re.compile(
    r"(odd|even|first|last|alt|active|selected|current|hidden|open|opened|closed|clearfix|"
    r"lazy.*|loaded|hover|focus|visited)"
)


def step_of(text: str) -> tuple[str, int, set[str]]:
    """Return a step of a path, ``li.card[2]``, as label, place and words; place 0 is any."""
    found = STEP.fullmatch(text)
    assert found is not None
    return found["label"], int(found["place"] or 0), {*WORD.findall(found["words"])}


def words_of(page: Page, node: int) -> list[str]:
    """Return the lasting words among the classes and the id of a node; any number is 0 in them."""
    if node not in page.marks:
        classes, name = page.attribute(node, "class"), page.attribute(node, "id")
        words = [f".{word}" for word in classes.split() if not PASSING.fullmatch(word)]
        if name and not is_random(name):
            words.append(f"#{name}")
        kept = {re.sub(r"\d+", "0", w) for w in words if WORD.fullmatch(w) and w.isprintable()}
        page.marks[node] = sorted(kept)[:8]
    return page.marks[node]


def is_random(name: str) -> bool:
    """Tell whether an id looks drawn by lot."""
    pieces = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", name)
    mixed = name.lower() != name != name.upper()
    return mixed and len(pieces) > 1 and sum(map(len, pieces)) < 3 * len(pieces)


def cells_of(
    page: Page, fields: list[dict[str, Any]], record: list[int], places: dict[int, int]
) -> list[Any]:
    """Return the node of each field: every key votes, and the best vote comes first."""
    votes: Counter[tuple[int, int]] = Counter()
    for node, *keys in keyed_nodes(page, record, places):
        for k, field in enumerate(fields):
            for level, key in zip(("places", "classes", "ends"), keys, strict=True):
                if key in field[level] and serves(page, node, field["take"]):
                    votes[node, k] += field[level][key]
    if any(field["labels"] and not field["sure"] for field in fields):
        for node, label in labels_before(page, record):
            for k, field in enumerate(fields):
                if label in field["labels"] and serves(page, node, field["take"]):
                    votes[node, k] += 1.5 * field["labels"][label]
    row: list[Any] = [None] * len(fields)
    taken: set[tuple[int, str]] = set()
    for node, k in sorted(votes, key=lambda vote: (-votes[vote], vote)):
        if row[k] is None and (node, fields[k]["take"]) not in taken:
            row[k] = node
            taken.add((node, fields[k]["take"]))
    return row


def keyed_nodes(
    page: Page, record: list[int], places: dict[int, int]
) -> Iterator[tuple[int, str, str, str]]:
    """Yield the nodes of a record with their keys: by place, by class, by the end of the latter."""
    by_place: dict[int, str] = {}
    by_class: dict[int, str] = {}
    marks: dict[int, str] = {}
    counts: Counter[tuple[int, str]] = Counter()
    for root in record:
        for node in range(root, root + page.sizes[root]):
            label, end = page.labels[node], ""
            if node == root:
                counts[-1, label] += 1
                place = "." if len(record) == 1 else f"{label}[{counts[-1, label]}]"
                by_place[node] = by_class[node] = place
            else:
                parent, words = page.parents[node], words_of(page, node)
                marks[node] = mark = label + "".join(words)
                end = mark if words or parent not in marks else f"{marks[parent]}/{mark}"
                counts[parent, mark] += 1
                count = places.get(node, page.ordinals[node])
                by_place[node] = f"{by_place[parent]}/{label}[{count}]"
                by_class[node] = f"{by_class[parent]}/{mark}[{counts[parent, mark]}]"
            yield node, by_place[node], by_class[node], end


def labels_before(page: Page, record: list[int]) -> Iterator[tuple[int, str]]:
    """Yield texts of a record with what names them: their own prefix, or the text before."""
    before = ""
    for root in record:
        for node in range(root, root + page.sizes[root]):
            if not page.kinds[node] & TEXT:
                continue
            text = page.texts[node]
            prefix = PREFIX.match(text)
            if prefix and prefix.end() < len(text):
                yield node, f"{prefix[1]}:"
            elif before:
                yield node, before
            before = text if len(text) <= 60 else ""


def serves(page: Page, node: int, take: str) -> bool:
    """Tell whether a node can be a cell of that kind."""
    if take == "run" or (take == "text" and page.sizes[node] > 1):
        return True
    if take == "alt":
        element = page.elements[node]
        return element is not None and element.get("alt") is not None
    kinds = {"text": TEXT, "link": LINK, "image": IMAGE, "value": VALUE}
    return bool(page.kinds[node] & kinds.get(take, 0))


def grid_places(page: Page, records: list[list[int]]) -> dict[int, int]:
    """Return the columns of the cells of table rows, where any reaches over rows or columns."""
    rows = [node for record in records for node in record if page.labels[node] == "tr"]
    if not records or page.labels[records[0][0]] != "tr":
        return {}
    if not any(
        (page.attribute(cell, name) or "1") != "1"
        for row in rows for cell in page.all_children(row) for name in ("rowspan", "colspan")
    ):  # fmt: skip
        return {}
    found: dict[int, int] = {}
    for parent in dict.fromkeys(page.parents[row] for row in rows):
        reaching: dict[int, tuple[int, int]] = {}  # by column: how wide, and rows it reaches into
        for row in page.all_children(parent):
            if page.labels[row] != "tr":
                continue
            column, below = 0, {}
            cells = [c for c in page.all_children(row) if page.labels[c] in ("td", "th")]
            for cell in [*cells, -1]:
                while column in reaching:
                    wide, left = reaching[column]
                    if left > 1:
                        below[column] = (wide, left - 1)
                    column += wide
                if cell >= 0:
                    found[cell] = column + 1
                    wide, high = (span(page, cell, name) for name in ("colspan", "rowspan"))
                    if high > 1:
                        below[column] = (wide, high - 1)
                    column += wide
            reaching = below
    return found


def span(page: Page, cell: int, name: str) -> int:
    """Return over how many rows or columns a cell reaches."""
    value = page.attribute(cell, name)
    return min(max(int(value), 1), 1000) if value.isdecimal() else 1
