"""Reads the lists of a page by a learned template: locators vote on records, keys tell their cells.

Like `export_page`, the code below is copied into what `windrow export` writes. It does what
`windrow.wrap.list.read` does, without its caches.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from windrow.wrap.export_cells import cells_of, grid_places, step_of, words_of
from windrow.wrap.export_page import Page

__all__ = ["Reader"]

# copied from here
# Nodes, each with its place among those of its label.
Tops: TypeAlias = Sequence[tuple[int, int]]
Record: TypeAlias = list[int]


class Reader:
    """Reads one page by templates."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def rows(self, template: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the records of the page; none where its core columns are mostly empty."""
        rows = [self.said(template, row) for row in self.read(template, [(0, 1)], True)]
        fields = template["fields"]
        core = [k for k, field in enumerate(fields) if field["fill"] >= 0.8]
        shares = [
            min(1.0, sum(row[k] is not None for row in rows) / len(rows) / fields[k]["fill"])
            for k in core
            if rows
        ]
        if shares and sum(shares) < 0.5 * len(shares):
            return []
        return [self.named(template, row) for row in rows]

    def read(self, template: dict[str, Any], tops: Tops, whole: bool) -> list[list[Any]]:
        """Return the nodes of cells of all records, from the nodes at which ways begin."""
        nodes = self.chosen(template, self.ways(template, tops))
        records, rows = self.cut(template, nodes)
        if whole and self.are_poor(template, rows) and (nodes := self.look_alikes(template)):
            records, rows = self.cut(template, nodes)
        inside = [k for k, field in enumerate(template["fields"]) if not field["before"]]
        kept = [
            k for k, row in enumerate(rows)
            if any(row[j] is not None for j in inside)
            and self.share(template, row) >= template["least"]
        ]  # fmt: skip
        records, rows = [records[k] for k in kept], [rows[k] for k in kept]
        for k, field in enumerate(template["fields"]):
            self.complete(k, field, tops, records, rows)
        return rows

    # Where the records are

    def ways(self, template: dict[str, Any], tops: Tops) -> list[tuple[float, list[int]]]:
        """Return what each way finds; those that look everywhere only where paths disagree."""
        near = [way[0] in ("place", "class") for way in template["ways"]]
        found = [
            self.located(way, tops) if is_near else None
            for way, is_near in zip(template["ways"], near, strict=True)
        ]
        paths = [nodes for nodes in found if nodes is not None]
        if not (len(paths) == 2 and paths[0] and agree(*paths)):
            found = [
                self.located(way, tops) if nodes is None else nodes
                for way, nodes in zip(template["ways"], found, strict=True)
            ]
        return [
            (way[1], nodes) for way, nodes in zip(template["ways"], found, strict=True) if nodes
        ]

    def located(self, way: tuple[str, float, list[str]], tops: Tops) -> list[int]:
        """Return the nodes that a way leads to, in page order."""
        find = self.anywhere if way[0] in ("tail", "own") else self.followed
        return sorted({node for path in way[2] for node in find(tops, path)})

    def followed(self, tops: Tops, path: str) -> list[int]:
        """Return the nodes at the end of a path, whose first step is one of the tops."""
        page = self.page
        steps = [step_of(step) for step in path.split("/")]
        nodes = [node for node, place in tops if self.fits(node, place, steps[0])]
        for step in steps[1:]:
            nodes = [
                child for node in nodes for child in page.all_children(node)
                if self.fits(child, page.ordinals[child], step)
            ]  # fmt: skip
        return nodes

    def anywhere(self, tops: Tops, path: str) -> list[int]:
        """Return the nodes below the tops whose own and parents' steps are those of a path."""
        page = self.page
        steps = [step_of(step) for step in path.split("/")][::-1]
        found = []
        for top, _ in tops:
            for node in range(top, top + page.sizes[top]):
                above = node
                for step in steps:
                    if above < 0 or not self.fits(above, step[1], step):
                        break
                    above = page.parents[above]
                else:
                    found.append(node)
        return found

    def fits(self, node: int, place: int, step: tuple[str, int, set[str]]) -> bool:
        """Tell whether a node at a place can be a step."""
        label, wanted, words = step
        return (
            label in (self.page.labels[node], "*")
            and wanted in (0, place)
            and (not words or words.issubset(words_of(self.page, node)))
        )

    def chosen(self, template: dict[str, Any], ways: list[tuple[float, list[int]]]) -> list[int]:
        """Return the nodes that most ways lead to; where they differ, those that fit."""
        groups: list[tuple[float, list[int]]] = []
        for weight, nodes in ways:
            for k, (total, others) in enumerate(groups):
                if agree(nodes, others):
                    groups[k] = (total + weight, others)
                    break
            else:
                groups.append((weight, nodes))
        if len(groups) < 2:
            return groups[0][1] if groups else []
        total = sum(weight for weight, _ in groups)

        def worth(group: tuple[float, list[int]]) -> float:
            records = self.records(template, group[1], 0)
            return self.fit(template, records[:20]) + 0.5 * group[0] / total

        return max(groups, key=worth)[1]

    def look_alikes(self, template: dict[str, Any]) -> list[int]:
        """Return the nodes anywhere on the page that hold what records hold, the most of it."""
        page = self.page
        labels = {step_of(path.split("/")[-1])[0] for way in template["ways"] for path in way[2]}
        paths: list[tuple[Any, ...]] = []
        groups: dict[tuple[Any, ...], list[int]] = {}
        numbers: dict[tuple[Any, ...], int] = {}
        for node, label in enumerate(page.labels):
            above = numbers[paths[page.parents[node]]] if node else -1
            paths.append((above, label))
            numbers.setdefault((above, label), len(numbers))
            if label in labels and page.sizes[node] <= 2000:
                groups.setdefault(paths[node], []).append(node)
        best, most = [], 0.75
        for nodes in sorted(groups.values(), key=lambda group: (-len(group), group[0]))[:40]:
            some = nodes[:: 1 + len(nodes) // 20]
            fit = self.fit(template, self.records(template, some, 0))
            if fit > most:
                best, most = nodes, fit
        return best

    # Where a record ends

    def cut(self, template: dict[str, Any], nodes: list[int]) -> tuple[list[Record], list[Any]]:
        """Return the records that nodes make, and their cells."""
        records = self.records(template, nodes, 0)
        if template["cut"][0] == "every":
            phases = [self.records(template, nodes, k) for k in range(template["cut"][1])]
            records = max(phases, key=lambda some: self.fit(template, some[:20]))
        return records, self.cells(template, records)

    def records(self, template: dict[str, Any], nodes: list[int], phase: int) -> list[Record]:
        """Return the records that begin at *nodes*, or that the nodes hold."""
        page = self.page
        mode, span, follow, separator = template["cut"]
        if mode == "single":
            return [[node] for node in nodes]
        found: list[Record] = []
        if mode == "between":
            for node in nodes:
                some: list[Record] = [[]]
                for child in page.all_children(node):
                    if page.labels[child] == separator:
                        some.append([])
                    else:
                        some[-1].append(child)
                found += [record for record in some if record]
        elif mode == "every":
            by_parent: list[Record] = []
            for k, node in enumerate(nodes):
                if not k or page.parents[node] != page.parents[nodes[k - 1]]:
                    by_parent.append([])
                by_parent[-1].append(node)
            for some_nodes in by_parent:
                found += [some_nodes[k : k + span] for k in range(phase, len(some_nodes), span)]
        else:
            starts = {*nodes}
            for node in nodes:
                record = [node]
                for other in page.all_children(page.parents[node]):
                    if other > node:
                        if other in starts or page.labels[other] not in follow:
                            break
                        record.append(other)
                found.append(record[:span])
        return found

    # What is in a record

    def cells(self, template: dict[str, Any], records: list[Record]) -> list[list[Any]]:
        """Return the nodes of the cells of records, in the order of the fields."""
        places = grid_places(self.page, records)
        rows = []
        for record in records:
            row = cells_of(self.page, template["fields"], record, places)
            for k, field in enumerate(template["fields"]):
                if field["rows"] is not None:
                    row[k] = self.read(field["rows"], self.tops(record), False) or None
            rows.append(row)
        return rows

    def tops(self, record: Record) -> Tops:
        """Return nodes with the place of each among those of its label."""
        labels = [self.page.labels[node] for node in record]
        return [(node, labels[: k + 1].count(labels[k])) for k, node in enumerate(record)]

    def are_poor(self, template: dict[str, Any], rows: list[list[Any]]) -> bool:
        """Tell whether rows have hardly what records have, where that can be told."""
        if sum(is_core(field) for field in template["fields"]) < 2:
            return False
        if template["cut"][0] not in ("single", "starts"):
            return False
        return not rows or sum(self.share(template, row) for row in rows) < 0.5 * len(rows)

    def fit(self, template: dict[str, Any], records: list[Record]) -> float:
        """Return how well records fit: the mean share of the core that they have."""
        rows = self.cells(template, records)
        return sum(self.share(template, row) for row in rows) / len(rows) if rows else 0.0

    def share(self, template: dict[str, Any], row: list[Any]) -> float:
        """Return which share of the core fields a record has."""
        fields = template["fields"]
        core = [k for k, field in enumerate(fields) if is_core(field)]
        if not core:
            return float(any(row[k] is not None for k, f in enumerate(fields) if not f["before"]))
        return sum(row[k] is not None for k in core) / len(core)

    def complete(
        self,
        k: int,
        field: dict[str, Any],
        tops: Tops,
        records: list[Record],
        rows: list[list[Any]],
    ) -> None:
        """Add what is said before the records, or once for several."""
        if field["before"]:
            ways = (self.located(way, tops) for way in field["before"])
            heads = [*self.outside(next((nodes for nodes in ways if nodes), []), records)]
            for record, row in zip(records, rows, strict=True):
                before = bisect_right(heads, record[0] - 1)
                row[k] = heads[before - 1] if before else None
        elif field["carried"]:
            last = None
            for row in rows:
                row[k] = last = last if row[k] is None else row[k]

    def outside(self, nodes: list[int], records: list[Record]) -> Iterator[int]:
        """Yield those of the nodes that stand in no record, and that hold none."""
        sizes = self.page.sizes
        starts = [record[0] for record in records]
        for node in nodes:
            before = bisect_right(starts, node)
            if before < len(starts) and starts[before] < node + sizes[node]:
                continue
            last = records[before - 1][-1] if before else -1
            if not before or node >= last + sizes[last]:
                yield node

    def said(self, template: dict[str, Any], row: list[Any]) -> list[Any]:
        """Return what the cells of a record say."""
        found: list[Any] = []
        for field, cell in zip(template["fields"], row, strict=True):
            if cell is not None and field["rows"] is not None:
                cell = [self.said(field["rows"], one) for one in cell]
            elif cell is not None:
                cell = self.page.value(cell, field["take"])
            found.append(cell or None)
        return found

    def named(self, template: dict[str, Any], row: list[Any]) -> dict[str, Any]:
        """Return a row by the names of its columns; fields without one only tell records apart."""
        found = {}
        for field, cell in zip(template["fields"], row, strict=True):
            if field["name"] is not None:
                rows = field["rows"] is not None and cell is not None
                found[field["name"]] = (
                    [self.named(field["rows"], r) for r in cell] if rows else cell
                )
        return found


def is_core(field: dict[str, Any]) -> bool:
    """Tell whether records are known by a field."""
    return bool(field["fill"] >= 0.8 and not field["before"])


def agree(one: list[int], other: list[int]) -> bool:
    """Tell whether two ways lead to the same nodes, mostly."""
    return len({*one} & {*other}) >= 0.8 * len({*one} | {*other})
