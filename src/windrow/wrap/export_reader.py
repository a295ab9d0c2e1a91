"""Reads pages by selectors, with nothing but lxml's elements.

The code below this text is copied into what `windrow export` writes, so it stands alone: it
imports nothing of windrow, and gets from outside how selectors are evaluated (`find`).

A node is a pair: an element and 0, or an element and the number of a text in it. A way to a node
is a tuple: how reliable it is, the label and number of the record's root it begins at (for records
of several roots), an XPath from there, and the number of the text, or 0; a negative number counts
only texts that are not blank.
"""

from __future__ import annotations

# copied from here
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from lxml import etree

Node: TypeAlias = tuple[Any, int]
Find: TypeAlias = Callable[[Any, str], Sequence[Any]]

SPACE = re.compile("[ \t-\r\u00a0]+")
BLANK = re.compile("[ \t-\r\u00a0\u200b-\u200d\u2060\ufeff]*")
HIDING = re.compile(r"(?:^|;)(?:display:none|visibility:hidden)(?:!|;|$)")
PREFIX = re.compile(r"(?!\d|https?:)([^:]{2,40}):(?=\s|$)")
STATES = re.compile(
    r"(odd|even|first|last|alt|active|selected|current|hidden|open|opened|closed|clearfix|"
    r"lazy.*|loaded|hover|focus|visited)"
)
LEFT_OUT = {*"script style template head link meta base source track param wbr noscript".split()}
OPAQUE = {*"svg math iframe object canvas video audio embed".split()}
INLINE = {
    *"img b i em strong mark u font span sup sub wbr small big tt code abbr q s strike del ins bdi "
    "bdo cite a time label kbd var samp nobr data dfn address svg".split()
}


def complete(root: Any) -> Any:
    """Make the tree what browsers make of a page: no content in wbr, rows in a tbody."""
    etree.strip_tags(root, "wbr", "source", "track")
    for table in [*root.iter("table")]:
        body = None
        for child in [*table]:
            if child.tag != "tr":
                body = None if isinstance(child.tag, str) else body
                continue
            if body is None:
                body = table.makeelement("tbody", {})
                child.addprevious(body)
            tail, child.tail = child.tail, None
            body.append(child)
            child.tail = tail
    return root


def marked(context: Any, words: str) -> bool:
    """Tell whether the element of an XPath has just these lasting words as classes and id."""
    element = context.context_node
    own = [f".{word}" for word in element.get("class", "").split() if not STATES.fullmatch(word)]
    name = element.get("id", "")
    if name and not re.search(r"\s", name) and not is_random(name):
        own.append(f"#{name}")
    short = {re.sub(r"\d+", "0", word) for word in own if len(word) <= 60}
    return "".join(sorted(short)[:8]) == words


def signed(context: Any, words: str) -> bool:
    """Tell whether the element of an XPath has just these of the words that the site uses."""
    element = context.context_node
    found = set()
    for name, sign in (("class", "."), ("id", "#"), ("itemprop", "@"), ("property", "@")):
        found |= {sign + re.sub(r"\d+", "0", w.lower())[:60] for w in element.get(name, "").split()}
    return "".join(sorted(found & WORDS)) == words


WORDS: set[str] = set()


def is_random(name: str) -> bool:
    pieces = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", name)
    mixed = name.lower() != name != name.upper()
    return mixed and len(pieces) > 1 and sum(map(len, pieces)) < 3 * len(pieces)


class Reader:
    """Reads one page; *hidden* tells that what the page hides counts."""

    def __init__(self, find: Find, hidden: bool = False) -> None:
        self.find, self.hidden = find, hidden

    def rows(self, template: dict[str, Any], tops: Sequence[Node]) -> list[dict[str, Any]]:
        """Return the records of a template, from the nodes at which its ways begin."""
        found = [(weight, self.located(paths, tops)) for weight, paths in template["ways"]]
        nodes = self.chosen(template, [(weight, some) for weight, some in found if some])
        records = self.cut(template, nodes, 0)
        if template["cut"][0] == "every":
            phases = [self.cut(template, nodes, k) for k in range(template["cut"][1])]
            records = max(phases, key=lambda some: self.fit(template, some[:20]))
        rows = [self.cells(template, record) for record in records]
        kept = [k for k, row in enumerate(rows) if self.is_record(template, row)]
        records, rows = [records[k] for k in kept], [rows[k] for k in kept]
        self.fill(template, records, rows, tops)
        return [self.said(template, record, row) for record, row in zip(records, rows, strict=True)]

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

    def chosen(self, template: dict[str, Any], ways: Sequence[tuple[float, list[Node]]]) -> Any:
        """Return the nodes that most ways lead to; where they differ, those that fit."""
        groups: list[tuple[float, list[Node]]] = []
        for weight, nodes in ways:
            for k, (sum_of, others) in enumerate(groups):
                if len({*nodes} & {*others}) >= 0.8 * len({*nodes} | {*others}):
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
        rows = [self.cells(template, record) for record in records]
        return sum(self.share(template, row) for row in rows) / len(rows) if rows else 0.0

    def share(self, template: dict[str, Any], row: Sequence[Any]) -> float:
        core = [k for k, field in enumerate(template["fields"]) if field["core"]]
        if not core:
            return float(any(cell is not None for cell in row))
        return sum(row[k] is not None for k in core) / len(core)

    def is_record(self, template: dict[str, Any], row: Sequence[Any]) -> bool:
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

    # Texts

    def is_shown(self, element: Any) -> bool:
        if not isinstance(element.tag, str) or element.tag in LEFT_OUT:
            # Some pages are all inside one noscript.
            return element.tag == "noscript" and len(element.xpath(".//*")) > 50
        if self.hidden:
            return True
        hiding = HIDING.search(re.sub(r"[ \t-\r]+", "", element.get("style", "").lower()))
        secret = element.tag == "input" and element.get("type", "").lower() == "hidden"
        return element.get("hidden") is None and not hiding and not secret

    def is_there(self, element: Any) -> bool:
        above = [element, *element.iterancestors()]
        return all(self.is_shown(one) or one.tag in ("html", "body") for one in above)

    def shown_children(self, element: Any) -> Iterator[Any]:
        if element.tag not in OPAQUE:
            yield from (child for child in element if self.is_shown(child))

    def children(self, element: Any) -> list[Node]:
        """Return the elements in *element* that show, and the texts between them."""
        found: list[Node] = []
        count = 0
        if element.text:
            count += 1
            found += [(element, count)] if not BLANK.fullmatch(element.text) else []
        for child in element:
            if self.is_shown(child):
                found.append((child, 0))
            if child.tail:
                count += 1
                if not BLANK.fullmatch(child.tail) and not (found and found[-1][1]):
                    found.append((element, count))
        return found

    def texts(self, element: Any) -> list[Node]:
        """Return the texts beside other content; a text alone is the element's own."""
        beside = [*self.shown_children(element)]
        return [node for node in self.children(element) if node[1]] if beside else []

    def nodes(self, record: Sequence[Node]) -> Iterator[Node]:
        """Yield all nodes of a record, in page order."""
        for root in record:
            yield root
            if not root[1] and [*self.shown_children(root[0])]:
                yield from self.nodes(self.children(root[0]))

    def own_text(self, node: Node) -> str:
        """Return the text of that number, and what follows it but for things that do not show."""
        element, number = node
        count, found = 0, ""
        pieces = [(None, element.text), *((child, child.tail) for child in element)]
        for child, text in pieces:
            if count >= number and child is not None and self.is_shown(child):
                break
            count += bool(text)
            if text and count >= number:
                found += text
        return folded(found)

    def flow(self, element: Any) -> str:
        return folded("".join(self.pieces(element)))

    def pieces(self, element: Any) -> Iterator[str]:
        if element.tag in OPAQUE:
            return
        yield spaced(element.text)
        for child in element:
            if self.is_shown(child):
                edge = "" if child.tag in INLINE else " "
                yield edge
                yield from self.pieces(child)
                yield edge
            yield spaced(child.tail)

    def run(self, node: Node) -> str:
        """Return a text together with the inline markup around it that reads as one."""
        element, number = node
        if not number and element.tag not in INLINE:
            return self.flow(element)
        parent = around(node)
        siblings = self.children(parent)
        if node not in siblings:
            return self.own_text(node) if number else self.flow(element)
        found, place = "", {(child, 0): child for child in parent}
        for other in siblings[siblings.index(node) :]:
            if other != node and not other[1] and not self.is_inline(other[0]):
                break
            found += self.raw_text(other) if other[1] else "".join(self.pieces(other[0]))
            if other in place and place[other].tail and BLANK.fullmatch(place[other].tail):
                found += spaced(place[other].tail)
        return folded(found)

    def raw_text(self, node: Node) -> str:
        element, number = node
        texts = [text for text in (element.text, *(child.tail for child in element)) if text]
        return spaced(texts[number - 1])

    def is_inline(self, element: Any) -> bool:
        return element.tag in INLINE and all(
            self.is_inline(child) for child in self.shown_children(element)
        )

    def labelled(self, record: Sequence[Node]) -> Iterator[tuple[Node, str]]:
        """Yield texts with what names them: their own prefix, or the text before."""
        before = ""
        for node in self.nodes(record):
            if node[1]:
                text = self.own_text(node)
            else:
                text = "" if [*self.shown_children(node[0])] else self.flow(node[0])
            if not text:
                continue
            prefix = PREFIX.match(text)
            if prefix and prefix.end() < len(text):
                yield node, f"{prefix[1]}:"
            elif before:
                yield node, before
            before = text if len(text) <= 60 else ""


def around(node: Node) -> Any:
    return node[0] if node[1] else node[0].getparent()


def label(node: Node) -> str:
    return "#text" if node[1] else str(node[0].tag)


def spaced(text: str | None) -> str:
    """Return a text as it is; of a blank one, the space that it stands for."""
    if not text:
        return ""
    return (" " if SPACE.search(text) else "") if BLANK.fullmatch(text) else text


def folded(text: str) -> str:
    return SPACE.sub(" ", text).strip(" ")
