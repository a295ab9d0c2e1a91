"""Parses HTML into a flat tree. Only this module and `walk` know the parser."""

from __future__ import annotations

from array import array
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import selectolax
from selectolax.lexbor import LexborHTMLParser, LexborNode

from windrow import kernels
from windrow.kernels.tree import flatten
from windrow.read import Page, utf8
from windrow.read.layout import Layout
from windrow.tree import walk
from windrow.tree.boxes import with_boxes
from windrow.tree.builder import LABELS, TreeBuilder
from windrow.tree.room import require_few_names, require_room
from windrow.tree.tree import Tree

__all__ = ["parse", "parse_utf8"]

# Of elements nested deeper than this only the text is kept, as in browsers.
DEEPEST = 512

# Characters that are kept of a label: people write no longer ones. Chosen.
_LONGEST_LABEL = 100

# Pages of more bytes leave enough unused memory to be worth freeing. Chosen, not measured.
_LARGE = 1_000_000

# The versions of the parser whose node structs the compiled walk can read; with any other
# the Python walk is used. Measured: both walks give the same trees on every 20th corpus page.
_WALKED_VERSIONS = frozenset(("1.0.0", "1.0.1", "1.0.2"))

_LABEL_FLAGS = {
    **dict.fromkeys(walk.LEFT_OUT, 1),
    **dict.fromkeys(walk.OPAQUE, 2),
    **dict.fromkeys(walk.FOREIGN, 2 | 64),
    "noscript": 4,
    "a": 8,
    "area": 8,
    "img": 16,
    "input": 32,
    **dict.fromkeys(walk.PREFORMATTED, 128),
}
_ATTRIBUTE_FLAGS = {
    "href": 1,
    "src": 2,
    "data-src": 2,
    "value": 4,
    "style": 16,
    "type": 32,
}
# Names that the parser may know by number; the number of each is looked up once.
_ATTRIBUTES = (
    *_ATTRIBUTE_FLAGS,
    *(
        "accept accept-charset active align alink alt axis bgcolor charset checked class clear "
        "codetype color compact content declare defer dir direction disabled enctype face focus "
        "for frame height hover hreflang html http-equiv id is lang language link maxlength media "
        "method multiple nohref noresize noshade nowrap placeholder pool public readonly rel "
        "required rev rules scheme scope scrolling selected shape size slot system target text "
        "title valign valuetype vlink width xmlns"
    ).split(),
)


def parse(page: Page | bytes | str, *, hidden: bool = False) -> Tree:
    """Return the content of *page* as a flat tree.

    Left out: scripts, styles, templates, comments, and what the page itself hides (``hidden``,
    ``display:none``) unless *hidden* content is requested, which scripts would show later. The
    tree of an empty page is its bare root. A page that a browser has shown gives a tree with boxes.

    >>> parse("<p>one<br>two").to_text()
    'html(body(p("one" br "two")))'
    """
    if isinstance(page, str):
        # The encoding of text need not be guessed; zero characters would trigger that.
        page = Page.from_text(page.replace("\0", ""))
    elif isinstance(page, bytes):
        page = Page.from_bytes(page)
    return parse_utf8(utf8(page), hidden=hidden, layout=page.layout, source=page.source)


def parse_utf8(
    content: bytes,
    *,
    hidden: bool = False,
    layout: Layout | None = None,
    source: str = "<bytes>",
) -> Tree:
    """Return the tree of *content* that `windrow.read.decode.utf8` has checked or decoded.

    Decode a page once if it is needed more than once; *layout* is where a browser drew it,
    *source* its name in errors. Raises an error for a page with too many nodes for its size.
    """
    html = flatten.flatten(content, DEEPEST)
    require_room(source, html, len(content))
    require_few_names(source, html)
    tree = _tree(html, hidden)
    if len(content) > _LARGE:
        _give_back()
    return tree if layout is None else with_boxes(tree, layout, hidden=hidden)


def _tree(html: bytes, hidden: bool) -> Tree:
    document = LexborHTMLParser(html)
    root = document.root
    if root is None:
        return _empty()
    tree = _native(root, hidden) or walk.walk(root, _title(document), hidden=hidden)
    # Every tree begins with the names of HTML, which are short.
    if tree.names is LABELS or all(
        len(name) <= _LONGEST_LABEL for name in tree.names[len(LABELS) :]
    ):
        return tree
    return replace(tree, names=tuple(name[:_LONGEST_LABEL] for name in tree.names))


def _give_back() -> None:
    """Return the parser's memory to the system: Python's objects never use it."""
    import ctypes

    # Only glibc has this; other libraries do it automatically, or not at all.
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def _native(root: LexborNode, hidden: bool) -> Tree | None:
    tables = _tables()
    return None if tables is None else _compiled_walk(root, tables, hidden)


def _compiled_walk(root: LexborNode, tables: dict[str, Any], hidden: bool = False) -> Tree | None:
    from windrow.kernels.tree import measure
    from windrow.kernels.tree import walk as compiled

    room = measure.measure(root.mem_id)
    fields: dict[str, Any] | None = compiled.walk(root.mem_id, room, **tables, hidden=hidden)
    return None if fields is None else Tree(title=_title(root.parser), **fields)


@cache
def _tables() -> dict[str, Any] | None:
    """Return the names the compiled walk needs, or None if it cannot be trusted here."""
    if kernels.mode("tree.walk") != "native" or selectolax.__version__ not in _WALKED_VERSIONS:
        return None
    tables = {
        "tag_table": _tag_table(),
        "label_names": LABELS,
        "label_flags": array("i", [_LABEL_FLAGS.get(name, 0) for name in LABELS]),
        "attribute_table": _attribute_table(),
        "attribute_names": _ATTRIBUTES,
        "attribute_flags": array("i", [_ATTRIBUTE_FLAGS.get(name, 0) for name in _ATTRIBUTES]),
    }
    return tables if _agrees(tables) else None


def _tag_table() -> array[int]:
    document = LexborHTMLParser("<p>")
    ids = {document.create_node(name).tag_id: k for k, name in enumerate(LABELS) if k}
    return _table(ids)


def _attribute_table() -> array[int]:
    from windrow.kernels.tree import measure

    element = LexborHTMLParser(f"<p {' '.join(_ATTRIBUTES)}>").css_first("p")
    assert element is not None
    ids = measure.attribute_ids(element.mem_id)
    # For unknown names the parser uses their address as id; the walk reads them there.
    return _table({number: k for k, number in enumerate(ids) if number < 4096})


def _table(ids: dict[int, int]) -> array[int]:
    table = array("i", [-1]) * (max(ids) + 1)
    for number, k in ids.items():
        table[number] = k
    return table


def _agrees(tables: dict[str, Any]) -> bool:
    """Return whether the compiled walk gives the same tree as the other for a test page."""
    root = LexborHTMLParser(_TEST_PAGE).root
    assert root is not None
    native, plain = _compiled_walk(root, tables), walk.walk(root, _title(root.parser))
    return native is not None and same(native, plain)


def same(one: Tree, other: Tree) -> bool:
    """Return whether two trees are equal, except for the numbers of names."""
    arrays = ("parents", "sizes", "depths", "kinds", "spacing", "positions", "ordinals", "breaks")
    return (
        all(getattr(one, name) == getattr(other, name) for name in arrays)
        and one.title == other.title
        and one.hides == other.hides
        and all(
            one.label(k) == other.label(k)
            and one.text(k) == other.text(k)
            and one.attributes_of(k) == other.attributes_of(k)
            for k in range(len(one))
        )
    )


def _title(document: LexborHTMLParser) -> str:
    # Nearly always it is in the head, and walking there is cheaper than preparing a selector.
    node = document.head and document.head.first_child
    while node is not None and node.tag != "title" and node.first_child is None:
        node = node.next
    if node is None or node.tag != "title":
        node = document.css_first("title")
    return "" if node is None else " ".join(node.text().split())


def _empty() -> Tree:
    builder = TreeBuilder()
    builder.open("html", position=0)
    builder.close()
    return builder.tree()


# Covers every case of the walk; kept short, not pretty.
_TEST_PAGE = """<!doctype html><title> A  page </title><body class="a b" data-x=1 onload=x>
<!-- c --><p id=p>one<!-- c --> two<b>three</b>&nbsp;four<script>x</script> five<p> <br>​
<ul hidden><li>no</ul><div STYLE="color: red; Display : NONE !important">no<p>no</div>
<ul><li><a href="/1" title="t">One</a><img src=i.png alt="an i"><li><a name=x>Two</a> and
<img data-src=j><input type=HIDDEN value=1><input value=2><input value=""></ul>
<my-card long-attribute-name-of-many-letters="v"><a-very-long-custom-element>x
</a-very-long-custom-element></my-card><my-card>y</my-card><svg><g><path/></g></svg><noscript>no
<p>no</p></noscript><table><tr><td>1<td>2<tr><td colspan=2>é中😀</table>tail
<pre>

é 1
 two<!-- c -->
 <b>3
</b>

<i>4</i> five
</pre>"""
