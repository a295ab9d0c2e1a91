"""Reads pages by selectors, with nothing but lxml's elements.

The code below this text is copied into what `windrow export` writes, behind that of `export_texts`:
the two stand alone, import nothing of windrow, and get from outside how selectors are evaluated
(`find`).

A node is a pair: an element and 0, or an element and the number of a text in it. A way to a node
is a tuple: how reliable it is, the label and number of the record's root it begins at (for records
of several roots), an XPath from there, and the number of the text, or 0; a negative number counts
only texts that are not blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from windrow.wrap.export_texts import Node, Texts, alike, around, label

__all__ = ["Reader"]


# copied from here
class Reader(Texts):
    """Reads one page by a template."""

    def rows(self, template: dict[str, Any], tops: Sequence[Node]) -> list[dict[str, Any]]:
        """Return the records of a template, from the nodes at which its ways begin."""
        nodes = self.chosen(template, self.ways(template, tops))
        records = self.cut(template, nodes, 0)
        if template["cut"][0] == "every":
            phases = [self.cut(template, nodes, k) for k in range(template["cut"][1])]
            records = max(phases, key=lambda some: self.fit(template, some[:20]))
        rows = [self.cells(template, record) for record in records]
        kept = [k for k, row in enumerate(rows) if self.is_record(template, row)]
        records, rows = [records[k] for k in kept], [rows[k] for k in kept]
        self.fill(template, records, rows, tops)
        return [self.said(template, record, row) for record, row in zip(records, rows, strict=True)]

    def fitting(self, template: dict[str, Any], root: Any) -> list[dict[str, Any]]:
        """Return the records of a page; none where its core columns are mostly empty."""
        rows = self.rows(template, [(root, 0)])
        core = [one for one in template["fields"] if one["fill"] >= 0.8 and one["name"] is not None]
        shares = [
            min(1.0, sum(row[one["name"]] is not None for row in rows) / len(rows) / one["fill"])
            for one in core
            if rows
        ]
        return rows if not shares or sum(shares) >= 0.5 * len(shares) else []

    def located(self, paths: Sequence[tuple[int, str, Any]], tops: Sequence[Node]) -> list[Node]:
        """Return the nodes that XPaths lead to, in page order."""
        found: list[Node] = []
        for number, path, text in paths:
            for place, (top, bare) in enumerate(tops, 1):
                if bare or number not in (0, place):
                    continue
                for one in self.find(top, path):
                    if self.is_there(one):
                        texts = [node for node in self.texts(one) if text in (0, node[1])]
                        found += [(one, 0)] if text is None else texts
        if len(paths) > 1 and found:
            order = {one: k for k, one in enumerate(found[0][0].getroottree().iter())}
            found = sorted({*found}, key=lambda node: (order[node[0]], node[1]))
        return found

    def ways(
        self, template: dict[str, Any], tops: Sequence[Node]
    ) -> list[tuple[float, list[Node]]]:
        """Return what each way finds; those that look everywhere only where paths disagree."""
        near: list[tuple[float, Any]] = []
        far: list[tuple[float, Any]] = []
        for kind, weight, paths in template["ways"]:
            (near if kind in ("place", "class") else far).append((weight, paths))
        found = [(weight, self.located(paths, tops)) for weight, paths in near]
        if len(found) != 2 or not found[0][1] or not alike(found[0][1], found[1][1]):
            found += [(weight, self.located(paths, tops)) for weight, paths in far]
        return [way for way in found if way[1]]

    def chosen(self, template: dict[str, Any], ways: Sequence[tuple[float, list[Node]]]) -> Any:
        """Return the nodes that most ways lead to; where they differ, those that fit."""
        groups: list[tuple[float, list[Node]]] = []
        for weight, nodes in ways:
            for k, (sum_of, others) in enumerate(groups):
                if alike(nodes, others):
                    groups[k] = (sum_of + weight, others)
                    break
            else:
                groups.append((weight, nodes))
        total = sum(weight for weight, _ in groups)
        if len(groups) < 2:
            return groups[0][1] if groups else []
        return max(
            groups,
            key=lambda group: (
                self.fit(template, self.cut(template, group[1], 0)[:20]) + 0.5 * group[0] / total
            ),
        )[1]

    def cut(self, template: dict[str, Any], nodes: Sequence[Node], phase: int) -> list[list[Node]]:
        """Return the records that begin at *nodes*, or that the nodes hold."""
        mode, span, follow, separator = template["cut"]
        if mode == "single":
            return [[node] for node in nodes]
        if mode == "between":
            return [record for node in nodes for record in self.between(node[0], separator)]
        if mode == "every":
            by_parent: dict[Any, list[Node]] = {}
            for node in nodes:
                by_parent.setdefault(around(node), []).append(node)
            return [
                some[k : k + span]
                for some in by_parent.values()
                for k in range(phase, len(some), span)
            ]
        starts, records = {*nodes}, []
        for node in nodes:
            siblings = self.children(around(node))
            record = [node]
            for other in siblings[siblings.index(node) + 1 :]:
                if other in starts or label(other) not in follow or len(record) >= span:
                    break
                record.append(other)
            records.append(record)
        return records

    def between(self, parent: Any, separator: str) -> list[list[Node]]:
        """Return what stands between separators."""
        found: list[list[Node]] = [[]]
        for child in self.children(parent):
            if label(child) == separator:
                found.append([])
            else:
                found[-1].append(child)
        return [record for record in found if record]

    def cells(self, template: dict[str, Any], record: Sequence[Node]) -> list[Any]:
        """Return the node of each field: every way votes, and the best vote comes first."""
        votes: dict[tuple[int, Node], float] = {}
        order: dict[Node, int] = {}
        for k, field in enumerate(template["fields"]):
            for weight, name, number, path, text in field["ways"]:
                for node in self.follow(record, name, number, path, text):
                    if self.serves(node, field["take"]):
                        votes[k, node] = votes.get((k, node), 0.0) + weight
        if template["labels"]:
            for node, said in self.labelled(record):
                for k, weight in template["labels"].get(said, ()):
                    if self.serves(node, template["fields"][k]["take"]):
                        votes[k, node] = votes.get((k, node), 0.0) + 1.5 * weight
        if len({*votes.values()}) < len(votes):
            order = {node: n for n, node in enumerate(self.nodes(record))}
        row: list[Any] = [None] * len(template["fields"])
        taken: set[tuple[Node, str]] = set()
        best = sorted(votes, key=lambda vote: (-votes[vote], order.get(vote[1], 0), vote[0]))
        for k, node in best:
            take = template["fields"][k]["take"]
            if row[k] is None and (node, take) not in taken:
                row[k] = node
                taken.add((node, take))
        for k, field in enumerate(template["fields"]):
            if field["take"] == "rows":
                row[k] = self.rows(field["rows"], record) or None
        return row

    def follow(
        self, record: Sequence[Node], name: str, number: int, path: str, text: int
    ) -> Iterator[Node]:
        """Yield the nodes that a way leads to in a record."""
        roots = [root for root in record if not name or label(root) == name]
        for root in roots[number - 1 : number] if name else roots[:1]:
            if root[1]:
                if path == ".":
                    yield root
                continue
            for element in self.find(root[0], path):
                if not self.is_there(element) or (text and not [*self.shown_children(element)]):
                    continue
                if text < 0:
                    yield from self.texts(element)[-text - 1 : -text]
                else:
                    yield element, text

    def serves(self, node: Node, take: str) -> bool:
        """Return whether a node can be a cell of that kind."""
        element, text = node
        if text:
            return take in ("text", "run") and self.own_text(node) != ""
        if take in ("text", "run"):
            return take == "run" or bool([*self.shown_children(element)] or self.flow(element))
        if take == "link":
            return element.tag in ("a", "area") and bool(element.get("href"))
        if take == "image":
            return element.tag == "img" and bool(element.get("src") or element.get("data-src"))
        if take == "value":
            return element.tag == "input" and bool(element.get("value"))
        return element.get(take) is not None

    def fit(self, template: dict[str, Any], records: Sequence[Sequence[Node]]) -> float:
        """Return how well records fit: the mean share of the core that they have."""
        rows = [self.cells(template, record) for record in records]
        return sum(self.share(template, row) for row in rows) / len(rows) if rows else 0.0

    def share(self, template: dict[str, Any], row: Sequence[Any]) -> float:
        """Return which share of the core fields a record has."""
        core = [k for k, field in enumerate(template["fields"]) if field["core"]]
        if not core:
            return float(any(cell is not None for cell in row))
        return sum(row[k] is not None for k in core) / len(core)

    def is_record(self, template: dict[str, Any], row: Sequence[Any]) -> bool:
        """Return whether a row has enough to be a record."""
        enough = self.share(template, row) >= template["least"]
        return enough and any(cell is not None for cell in row)

    def fill(
        self,
        template: dict[str, Any],
        records: Sequence[Sequence[Node]],
        rows: Sequence[list[Any]],
        tops: Sequence[Node],
    ) -> None:
        """Add what is said before the records, or once for several."""
        for k, field in enumerate(template["fields"]):
            last = None
            if field["carried"]:
                for row in rows:
                    row[k] = last = last if row[k] is None else row[k]
            for paths in field["before"]:
                heads = self.located(paths, tops)
                if heads and records:
                    self.put_heads(k, heads, records, rows)
                    break

    def put_heads(
        self,
        k: int,
        heads: Sequence[Node],
        records: Sequence[Sequence[Node]],
        rows: Sequence[list[Any]],
    ) -> None:
        """Give every record the heading before it."""
        order = {one: n for n, one in enumerate(heads[0][0].getroottree().iter())}
        inside = {one for record in records for root in record for one in root[0].iter()}
        places = [(order[head[0]], head) for head in heads if head[0] not in inside]
        for record, row in zip(records, rows, strict=True):
            before = [head for place, head in places if place < order[record[0][0]]]
            row[k] = before[-1] if before else None

    def said(
        self, template: dict[str, Any], record: Sequence[Node], row: Sequence[Any]
    ) -> dict[str, Any]:
        """Return the cells of a record as texts and addresses."""
        found: dict[str, Any] = {}
        for field, cell in zip(template["fields"], row, strict=True):
            if field["name"] is not None:
                rows = field["take"] == "rows"
                found[field["name"]] = cell if rows or cell is None else self.say(cell, field)
        return found

    def say(self, node: Node, field: dict[str, Any]) -> str | None:
        """Return what a node says of the kind that a field takes."""
        element, take = node[0], field["take"]
        if take == "link":
            return element.get("href") or None
        if take == "value":
            return element.get("value") or None
        if take == "image":
            source = element.get("src") or ""
            lazy = not source or source.startswith("data:")
            return (element.get("data-src") if lazy else None) or source or None
        if take == "whole":
            return (self.own_text(node) if node[1] else self.flow(element)) or None
        if take not in ("text", "run"):
            return (element.get(take) or "").strip() or None
        alone = node[1] or not [*self.shown_children(element)]
        if take == "text" and alone:
            return (self.own_text(node) if node[1] else self.flow(element)) or None
        return self.run(node) or None

    # Pages about one thing

    def one(self, fields: Sequence[dict[str, Any]], top: Any) -> dict[str, Any]:
        """Return what a page, or a row of a list in it, says: the first node of each way."""
        found: dict[str, Any] = {}
        for field in fields:
            path, text = field["way"]
            places = [one for one in self.find(top, path) if self.is_there(one)]
            if field["take"] == "title":
                titles = self.find(top, path)
                found[field["name"]] = self.flow(titles[0]) or None if titles else None
            elif field["take"] == "list":
                rows = [self.one(field["rows"], one) for one in places]
                found[field["name"]] = rows or None
            else:
                nodes = (node for one in places for node in self.texts_at(one, text))
                said = next((said for node in nodes if (said := self.say(node, field))), None)
                bare = said and said.strip().rstrip(":").strip()
                found[field["name"]] = None if bare and bare == field["label"] else said
        return found

    def texts_at(self, element: Any, text: int | str) -> list[Node]:
        """Return an element, its text of that number, or the text behind a label in it."""
        if text == 0:
            return [(element, 0)]
        if isinstance(text, int):
            return self.texts(element)[-text - 1 : -text]
        nodes = self.children(element)
        for k, node in enumerate(nodes):
            said = self.own_text(node) if node[1] else self.flow(node[0])
            if said.rstrip(":").strip() == text:
                return [other for other in nodes[k + 1 :] if other[1]][:1]
            if node[1] and said.startswith(text):
                return [node]
        return []
