"""What elements of lxml say, as windrow reads pages: what shows, and which texts are one.

Like `export_reader`, the code below is copied into what `windrow export` writes.
"""

from __future__ import annotations

# copied from here
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

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


def complete(root: Any, strip_tags: Callable[..., None]) -> Any:
    """Make the tree what browsers make of a page: no content in wbr, rows in a tbody."""
    strip_tags(root, "wbr", "source", "track")
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
    """Tell whether an id looks drawn by lot."""
    pieces = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", name)
    mixed = name.lower() != name != name.upper()
    return mixed and len(pieces) > 1 and sum(map(len, pieces)) < 3 * len(pieces)


class Texts:
    """What the nodes of a page say; *hidden* tells that what the page hides counts."""

    def __init__(self, find: Find, hidden: bool = False) -> None:
        self.find, self.hidden = find, hidden

    def is_shown(self, element: Any) -> bool:
        """Return whether a browser would show an element."""
        if not isinstance(element.tag, str) or element.tag in LEFT_OUT:
            # Some pages are all inside one noscript.
            return element.tag == "noscript" and len(element.xpath(".//*")) > 50
        if self.hidden:
            return True
        hiding = HIDING.search(re.sub(r"[ \t-\r]+", "", element.get("style", "").lower()))
        secret = element.tag == "input" and element.get("type", "").lower() == "hidden"
        return element.get("hidden") is None and not hiding and not secret

    def is_there(self, element: Any) -> bool:
        """Return whether an element shows, and all around it."""
        above = [element, *element.iterancestors()]
        return all(self.is_shown(one) or one.tag in ("html", "body") for one in above)

    def shown_children(self, element: Any) -> Iterator[Any]:
        """Yield the elements in an element that show."""
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
        """Return all text in an element as one."""
        return folded("".join(self.pieces(element)))

    def pieces(self, element: Any) -> Iterator[str]:
        """Yield the texts in an element, with spaces at the edges of blocks."""
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
        """Return the text of that number as in the page."""
        element, number = node
        texts = [text for text in (element.text, *(child.tail for child in element)) if text]
        return spaced(texts[number - 1])

    def is_inline(self, element: Any) -> bool:
        """Return whether an element and all in it can stand in a run of text."""
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


def alike(one: Sequence[Node], other: Sequence[Node]) -> bool:
    """Tell whether two ways lead to the same nodes, mostly."""
    return len({*one} & {*other}) >= 0.8 * len({*one} | {*other})


def around(node: Node) -> Any:
    """Return the element that a node stands in."""
    return node[0] if node[1] else node[0].getparent()


def label(node: Node) -> str:
    """Return the label of a node."""
    return "#text" if node[1] else str(node[0].tag)


def spaced(text: str | None) -> str:
    """Return a text as it is; of a blank one, the space that it stands for."""
    if not text:
        return ""
    return (" " if SPACE.search(text) else "") if BLANK.fullmatch(text) else text


def folded(text: str) -> str:
    """Return a text with its white space folded."""
    return SPACE.sub(" ", text).strip(" ")
