"""Redesigns of a page, made on its real tree: content stays, markup changes.

A page is rebuilt from the HTML5 parser's tree as an lxml tree, so that the XPaths a wrapper gives
lead to the same nodes in both, and written out again after the change.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lxml import etree, html
from selectolax.lexbor import LexborHTMLParser, LexborNode

__all__ = ["DETAIL_MUTATIONS", "MUTATIONS", "Listed", "document_of", "page_of"]

_VOID = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_TABLE_PARTS = frozenset("table thead tbody tfoot tr td th caption".split())
_LIST_PARTS = {"ul": "div", "ol": "div", "li": "div", "dl": "div", "dt": "div", "dd": "div",
               "div": "section", "article": "div", "section": "div", "p": "div",
               "a": "a"}  # fmt: skip
_DEEPEST = 400


@dataclass(frozen=True)
class Listed:
    """A page with its list: the nodes of each record, and those of its cells by column."""

    document: Any
    records: list[list[Any]]
    cells: list[dict[str, tuple[Any, str]]]  # column -> element and "" or "text" (a piece of text)

    @property
    def around(self) -> Any:
        """The lowest node around all records."""
        lines = [[*root.iterancestors()][::-1] for record in self.records for root in record]
        found = lines[0][0]
        for level in zip(*lines, strict=False):
            if any(node is not level[0] for node in level):
                break
            found = level[0]
        return found


def document_of(content: str) -> Any:
    """Return the page as an lxml tree of the HTML5 parser's nodes."""
    root = LexborHTMLParser(content).root
    assert root is not None
    return _element(root, 0)


def _element(node: LexborNode, depth: int) -> Any:
    tag = node.tag if node.tag and _NAME.fullmatch(node.tag) else "span"
    made = etree.Element(tag)
    for name, value in node.attributes.items():
        if _NAME.fullmatch(name):
            made.set(name, _VOID.sub("", value or ""))
    last = None
    for child in node.iter(include_text=True) if depth < _DEEPEST else ():
        if child.tag == "-text":
            text = _VOID.sub("", child.text_content or "")
            if last is None:
                made.text = (made.text or "") + text
            else:
                last.tail = (last.tail or "") + text
        elif not (child.tag or "-").startswith(("-", "!")):
            last = _element(child, depth + 1)
            made.append(last)
    return made


def page_of(document: Any) -> bytes:
    """Return the tree as HTML."""
    text: bytes = html.tostring(document, encoding="utf-8", doctype="<!DOCTYPE html>")
    return text.replace(b"<head>", b'<head><meta charset="utf-8">', 1)


# ---- changes of the markup ----------------------------------------------------------------


def region_wrapped(page: Listed) -> None:
    """Two more elements are around the list."""
    node = page.around
    while node.tag in _TABLE_PARTS - {"table"}:
        node = node.getparent()
    if node.tag in ("body", "html"):
        for child in list(node):
            _wrap([child], "div", {"class": "page-frame"})
    else:
        _wrap([node], "div", {"class": "list-frame"})
        _wrap([node.getparent()], "section", {"class": "list-outer"})


def records_wrapped(page: Listed) -> None:
    """One more element is around every record, or around every cell's content in tables."""
    for record in page.records:
        if record[0].tag in _TABLE_PARTS:
            _contents_wrapped(record)
        elif len({root.getparent() for root in record}) == 1 and _neighbours(record):
            _wrap(record, "div", {"class": "record-frame"})
        else:
            for root in record:
                _wrap([root], "div", {"class": "record-frame"})


def insides_wrapped(page: Listed) -> None:
    """One more element is inside every record, around all it holds."""
    for record in page.records:
        if record[0].tag in _TABLE_PARTS:
            _contents_wrapped(record)
        else:
            for root in record:
                _wrap_contents(root, "div", {"class": "record-body"})


def classes_renamed(page: Listed) -> None:
    """Every class and id is called otherwise, the same ones alike."""
    for node in page.document.iter():
        for name in ("class", "id"):
            if node.get(name):
                words = node.get(name).split()
                node.set(name, " ".join(_renamed(name, word) for word in words))


def classes_dropped(page: Listed) -> None:
    """No element has a class or an id."""
    for node in page.document.iter():
        node.attrib.pop("class", None)
        node.attrib.pop("id", None)


def columns_reordered(page: Listed) -> None:
    """The parts of every record are in the opposite order; in tables, the columns."""
    tables = set()
    for record in page.records:
        if record[0].tag == "tr":
            tables.add(record[0].getparent())
        else:
            for root in record:
                _reversed(_branching(root))
    for body in tables:
        table = next((a for a in body.iterancestors("table")), body)
        for row in table.iter("tr"):
            if next(row.iterancestors("table"), table) is table:
                _reversed(row)


def markup_changed(page: Listed) -> None:
    """A table becomes a grid of divs, a list of items too; a list of divs one of sections."""
    node = page.around
    if any(root.tag in _TABLE_PARTS for record in page.records for root in record):
        while node.tag != "table" and node.getparent() is not None:
            node = node.getparent()
        for part in [*node.iter()]:
            if part.tag in _TABLE_PARTS:
                part.set("class", {"tr": "grid-row", "td": "grid-cell"}.get(part.tag, "grid"))
                part.tag = "div"
        return
    roots = {root for record in page.records for root in record}
    for part in {node, *roots, *(a for root in roots for a in _between(root, node))}:
        if part.tag in _LIST_PARTS and part.tag not in ("body", "html"):
            part.set("class", "grid-row" if part in roots else "grid")
            part.attrib.pop("id", None)
            part.tag = _LIST_PARTS[part.tag]


def adverts_between(page: Listed) -> None:
    """An advert follows every third record."""
    for record in page.records[::3]:
        root = record[-1]
        advert = etree.Element(root.tag)
        advert.set("class", "advert")
        holder = etree.SubElement(advert, "td") if root.tag == "tr" else advert
        if root.tag == "tr":
            holder.set("colspan", "9")
        frame = etree.SubElement(holder, "div")
        frame.set("class", "advert-frame")
        link = etree.SubElement(frame, "a")
        link.set("href", "https://adverts.example/click?to=17")
        etree.SubElement(link, "img").set("src", "https://adverts.example/banner.png")
        etree.SubElement(frame, "small").text = "Advertisement: spring sale, everything must go"
        root.addnext(advert)
        # The tail belongs to what follows the record, not to the advert.
        advert.tail, root.tail = root.tail, None


def overhaul(page: Listed) -> None:
    """Everything at once: other classes, other frames, another order."""
    columns_reordered(page)
    insides_wrapped(page)
    region_wrapped(page)
    classes_renamed(page)


def detail_overhaul(page: Listed) -> None:
    """Everything at once, for a page whose one record is the page itself."""
    columns_reordered(page)
    insides_wrapped(page)
    classes_renamed(page)


# ---- changes of the content ---------------------------------------------------------------


def no_records(page: Listed) -> None:
    """The list is empty."""
    _kept(page, 0)


def one_record(page: Listed) -> None:
    """The list has one record."""
    _kept(page, 1)


def half_of_records(page: Listed) -> None:
    """The list has half as many records."""
    _kept(page, (len(page.records) + 1) // 2)


def column_dropped(page: Listed, column: str) -> None:
    """A column is no longer there."""
    for row in page.cells:
        if column in row:
            node, part = row[column]
            if part == "text":
                _cut_text(node)
            elif node.getparent() is not None and not any(node in r for r in page.records):
                _removed(node)


def columns_swapped(page: Listed, one: str, other: str) -> None:
    """The values of two columns have changed places."""
    for row in page.cells:
        if one in row and other in row:
            (first, _), (second, _) = row[one], row[other]
            if not len(first) and not len(second) and first is not second:
                first.text, second.text = second.text, first.text


MUTATIONS: dict[str, Callable[[Listed], None]] = {
    "region wrapped": region_wrapped,
    "records wrapped": records_wrapped,
    "insides wrapped": insides_wrapped,
    "classes renamed": classes_renamed,
    "classes dropped": classes_dropped,
    "columns reordered": columns_reordered,
    "table or list to divs": markup_changed,
    "adverts between records": adverts_between,
    "overhaul": overhaul,
    "no records": no_records,
    "one record": one_record,
    "half of the records": half_of_records,
}


DETAIL_MUTATIONS = {
    "insides wrapped": insides_wrapped,
    "classes renamed": classes_renamed,
    "classes dropped": classes_dropped,
    "columns reordered": columns_reordered,
    "overhaul": detail_overhaul,
}


# ---- tree work ----------------------------------------------------------------------------


def _wrap(nodes: Sequence[Any], tag: str, attributes: dict[str, str]) -> Any:
    first = nodes[0]
    made = etree.Element(tag, attributes)
    first.addprevious(made)
    made.tail, nodes[-1].tail = nodes[-1].tail, None
    for node in nodes:
        made.append(node)
    return made


def _wrap_contents(node: Any, tag: str, attributes: dict[str, str]) -> None:
    made = etree.Element(tag, attributes)
    made.text, node.text = node.text, None
    for child in list(node):
        made.append(child)
    node.append(made)


def _contents_wrapped(rows: Sequence[Any]) -> None:
    for row in rows:
        cells = [row] if row.tag in ("td", "th") else [c for c in row if c.tag in ("td", "th")]
        for cell in cells:
            _wrap_contents(cell, "div", {"class": "cell-body"})


def _neighbours(nodes: Sequence[Any]) -> bool:
    return all(one.getnext() is two for one, two in pairwise(nodes))


def _renamed(kind: str, word: str) -> str:
    number = int.from_bytes(hashlib.sha256(word.encode()).digest()[:5])
    letters = "".join(chr(97 + number // 26**k % 26) for k in range(7))
    return f"{kind[0]}-{letters}"


def _branching(node: Any) -> Any:
    """Return the first node down from *node* with several children."""
    while len(node) == 1 and not (node.text or "").strip():
        node = node[0]
    return node


def _reversed(node: Any) -> None:
    children = list(node)
    # Text between the children keeps its place: it is mostly white space.
    tails = [child.tail for child in children]
    for child in children:
        node.remove(child)
    for child, tail in zip(reversed(children), tails, strict=True):
        child.tail = tail
        node.append(child)


def _between(node: Any, top: Any) -> list[Any]:
    found = []
    for ancestor in node.iterancestors():
        if ancestor is top:
            break
        found.append(ancestor)
    return found


def _kept(page: Listed, count: int) -> None:
    for record in page.records[count:]:
        for root in record:
            if root.getparent() is not None:
                _removed(root)


def _removed(node: Any) -> None:
    parent, before = node.getparent(), node.getprevious()
    if node.tail:
        if before is not None:
            before.tail = (before.tail or "") + node.tail
        else:
            parent.text = (parent.text or "") + node.tail
    parent.remove(node)


def _cut_text(place: tuple[Any, int]) -> None:
    """Remove the text number *place[1]*, from 1, among those of an element."""
    node, number = place
    texts = [t for t in [("text", node), *(("tail", child) for child in node)]
             if (getattr(t[1], t[0]) or "").strip()]  # fmt: skip
    if number <= len(texts):
        name, owner = texts[number - 1]
        setattr(owner, name, " ")
