"""Wrappers for other programs: selectors, a module for parsel, a spider for Scrapy.

What comes from a page or a wrapper gets into code only as a literal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from windrow.errors import WrapperError
from windrow.wrap.detail.pages import DetailPages
from windrow.wrap.export_detail import column_names, detail_plan
from windrow.wrap.export_list import list_plan
from windrow.wrap.export_selectors import selectors
from windrow.wrap.list.pages import ListPages
from windrow.wrap.wrapper import Wrapper

__all__ = ["FORMS", "export", "left_out"]

FORMS = ("css", "xpath", "parsel", "scrapy")

_MARK = "# copied from here\n"
_WIDTH = 100


def export(wrapper: Wrapper, form: str) -> str:
    """Return *wrapper* as text of that *form*: css, xpath, parsel or scrapy.

    `WrapperError` where nothing of it can be said so. Columns that cannot be are named in the
    text: under ``left_out``, or in a comment at the top.
    """
    if form not in FORMS:
        raise ValueError(f"no such form: {form!r}")
    if form in ("css", "xpath"):
        return json.dumps(selectors(wrapper, form), ensure_ascii=False, indent=1) + "\n"
    left: dict[str, str] = {}
    data, call, parts = _parts(wrapper, left)
    head = _HEAD.format(what=_comment(wrapper.name or "a wrapper"), left=_left(left))
    imports = _SCRAPY_IMPORT if form == "scrapy" else _PARSEL_IMPORT
    tail = _spider(wrapper) if form == "scrapy" else _MAIN
    return head + _runtime(parts, imports, data) + call + tail


def left_out(wrapper: Wrapper, form: str = "parsel") -> dict[str, str]:
    """Return what text of that *form* lacks, each with the reason.

    Columns of nested rows are called ``list.column``.
    """
    if form in ("css", "xpath"):
        said: dict[str, str] = selectors(wrapper, form)["left_out"]
        return said
    left: dict[str, str] = {}
    _parts(wrapper, left)
    return left


def _parts(wrapper: Wrapper, left: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    """Return the code of the template, of what applies it, and which parts of ours it needs."""
    template = wrapper.template
    if isinstance(template, ListPages):
        return _list_data(wrapper, left), _LIST_CALL, ("base", "page", "cells", "reader")
    if isinstance(template, DetailPages):
        places = detail_plan(template.template, wrapper.columns, left)
        left["*"] = "what no learned page had, which apply gives in columns of its own"
        data = f"{_ABOUT_COLUMNS}COLUMNS: Any = {_literal(column_names(wrapper.columns))}\n\n"
        data += f"{_ABOUT_PLACES}PLACES: Any = {_literal(places)}\n\n"
        words = WordSet(sorted(template.template.signer.known))
        data += f"# The classes and ids that the site uses.\nWORDS: set[str] = {_literal(words)}\n"
        return data, _DETAIL_CALL, ("base", "page", "looks", "walk", "linked")
    system = wrapper.template.to_json().get("system", "")
    raise WrapperError(
        f"a template of {system} cannot be said in selectors",
        hint="learn the wrapper with the default detector",
    )


def _list_data(wrapper: Wrapper, left: dict[str, str]) -> str:
    """Return the templates of all lists, the main one first."""
    found = []
    for number, one in enumerate((wrapper, *wrapper.more)):
        if isinstance(one.template, ListPages):
            inside: dict[str, str] = {}
            plan = list_plan(one.template.template, one.columns, inside)
            left |= {f"list {number + 1}: {k}" if number else k: v for k, v in inside.items()}
            found.append({"hidden": one.template.hidden, **plan})
        else:
            left[f"list {number + 1}"] = "its template cannot be said"
    return f"{_ABOUT_LISTS}TEMPLATES: Any = {_literal(found)}\n"


class WordSet(list[str]):
    """Words that are written as a set."""


def _literal(data: Any, indent: int = 0) -> str:
    """Return *data* as Python that gives it again: only literals, broken over lines."""
    flat = "{" + ", ".join(map(repr, data)) + "}" if isinstance(data, WordSet) else repr(data)
    if len(flat) + indent <= _WIDTH or not isinstance(data, list | tuple | dict) or not data:
        return flat
    space = " " * (indent + 4)
    if isinstance(data, dict):
        lines = [f"{space}{k!r}: {_literal(v, indent + 4)}," for k, v in data.items()]
    else:
        lines = [f"{space}{_literal(v, indent + 4)}," for v in data]
    braces = "{}" if isinstance(data, dict | WordSet) else "[]" if isinstance(data, list) else "()"
    return "\n".join([braces[0], *lines, " " * indent + braces[1]])


def _runtime(parts: Sequence[str], imports: str, data: str) -> str:
    """Return the code that reads pages, with the *data* it reads by behind the imports."""
    folder = files("windrow.wrap")
    texts = [folder.joinpath(f"export_{part}.py").read_text("utf-8") for part in parts]
    code = "\n\n".join(text.partition(_MARK)[2].strip("\n") + "\n" for text in texts)
    # What a reader wants to see and change comes first: the template.
    ours = _LIST_IMPORTS if "reader" in parts else _DETAIL_IMPORTS
    return f"{ours}\n{imports}\n{_HTML5}\n{data}\n{code}"


def _left(left: dict[str, str]) -> str:
    if not left:
        return "# All columns are in it.\n"
    lines = "".join(f"#   {_comment(f'{name}: {why}')}\n" for name, why in left.items())
    return f"# Left out, because selectors cannot say where they are:\n{lines}"


def _comment(text: str) -> str:
    """Return *text* as it may stand in a comment: no line of it begins anything else.

    >>> _comment("hay\\nimport os")
    "'hay\\\\nimport os'"
    """
    return text if text.isprintable() else ascii(text)


def _spider(wrapper: Wrapper) -> str:
    name = "".join(c for c in wrapper.name.lower() if c.isascii() and (c.isalnum() or c in "-_"))
    return _SPIDER.format(name=name or "windrow")


_HEAD = """# Reads the pages of {what} as `windrow apply` does; written by `windrow export`.
{left}
"""
_ABOUT_LISTS = """\
# Where things are, with how reliable each way to them is; all ways to a thing vote. Paths and keys
# are steps: an element's label, the classes and id it has, any number written as 0, and its place
# among its siblings, in keys by class among those that have the same classes and id.
"""
_ABOUT_COLUMNS = "# The columns: name, where the value is, and the columns of rows inside.\n"
_ABOUT_PLACES = """\
# The places of a page that lead to columns; the first one is the page. Below a place are groups of
# elements with the same label and words, and how their members are told apart: the only one
# (single), a row each (list), by number (ordinal), by what they look like (slots), by labels.
"""
_LIST_IMPORTS = """\
from __future__ import annotations

import json
import re
import warnings
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias
"""
_DETAIL_IMPORTS = """\
from __future__ import annotations

import html as entities
import json
import re
import warnings
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any, TypeAlias
from zlib import crc32
"""
_PARSEL_IMPORT = """\
from lxml import etree
from parsel import Selector
from w3lib.encoding import html_to_unicode
"""
_HTML5 = """\
try:
    import html5lib

    warnings.filterwarnings("ignore", category=html5lib.constants.DataLossWarning)
except ImportError:
    html5lib = None
    warnings.warn("html5lib is missing: pages are not parsed as browsers do, rows may differ")
"""
_SCRAPY_IMPORT = f"{_PARSEL_IMPORT}from scrapy import Spider\n"
_TEXT_OF = '''
def text_of(content: bytes, content_type: str | None = None) -> str:
    """Return the text of a page; what is UTF-8 is, whatever its header says."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return html_to_unicode(content_type, content)[1]


def tree_of(html: str) -> Any:
    """Return the tree of a page as browsers make it, or as lxml does where it must be."""
    root = None
    if html5lib is not None:
        try:
            text = CONTROLS.sub("", html)
            root = html5lib.parse(text, treebuilder="lxml", namespaceHTMLElements=False).getroot()
        except ValueError:  # characters that lxml does not take
            root = None
    return complete(Selector(text=html).root, etree.strip_tags) if root is None else root
'''
_LIST_CALL = (
    _TEXT_OF
    + '''

def rows(html: str) -> list[dict[str, Any]]:
    """Return the rows of a page: of its main list, the first of the templates."""
    return rows_of(TEMPLATES[0], tree_of(html))


def tables(html: str) -> list[list[dict[str, Any]]]:
    """Return the rows of all lists of a page that it has, as `windrow apply --all` does."""
    root = tree_of(html)
    return [found for one in TEMPLATES if (found := rows_of(one, root))]


def rows_of(template: dict[str, Any], root: Any) -> list[dict[str, Any]]:
    """Return the rows of one list."""
    return Reader(Page(root, set(), template["hidden"])).rows(template)
'''
)
_DETAIL_CALL = (
    _TEXT_OF
    + '''

def rows(html: str) -> list[dict[str, Any]]:
    """Return the one row of a page; none where it is another page."""
    root = tree_of(html)
    titles = [" ".join("".join(title.itertext()).split()) for title in root.iter("title")]
    linked = linked_data(root)
    found = Walker(Page(root, WORDS, True), PLACES).read()
    if found is None:
        return []
    row = dict.fromkeys([name for name, _, _ in COLUMNS])
    for name, place, inner in COLUMNS:
        if place == "title":
            row[name] = titles[0] or None if titles else None
        elif place.startswith("linked."):
            row[name] = chosen(linked.get(place[7:]), inner)
        else:
            row[name] = named(found.get(name), inner)
    return [row]


def tables(html: str) -> list[list[dict[str, Any]]]:
    """Return the one table of a page, with its one row."""
    return [found] if (found := rows(html)) else []


def named(cell: Any, columns: Any) -> Any:
    """Return a cell with all columns in the rows inside it."""
    if not columns or not isinstance(cell, list):
        return cell
    return [{n: named(row.get(n), inner) for n, _, inner in columns}} for row in cell]


def chosen(cell: Any, columns: Any) -> Any:
    """Return a cell with the columns of the rows inside it by their places."""
    if not columns or not isinstance(cell, list):
        return cell
    return [{n: chosen(row.get(place), inner) for n, place, inner in columns}} for row in cell]
'''.replace("{{", "{").replace("}}", "}")
)
_MAIN = """

if __name__ == "__main__":
    import sys
    from pathlib import Path

    # The rows of the main list, one a line; with --all one line for each list of a page.
    pages = [page for page in sys.argv[1:] if page != "--all"]
    for page in pages:
        text = text_of(Path(page).read_bytes())
        for found in tables(text) if "--all" in sys.argv else rows(text):
            print(json.dumps(found, ensure_ascii=False))
"""
_SPIDER = '''

class PagesSpider(Spider):
    """Run it with `scrapy runspider FILE -a pages=https://...,https://... -O rows.jsonl`.

    Items are the rows of each page, cells as in the page; addresses are not made absolute.
    """

    name = {name!r}
    # One page at a time, and only where the site allows it; -s NAME=VALUE overrides. Some versions
    # of Scrapy pass over robots.txt for requests that wait for it together: leave it at one.
    custom_settings = {{
        "ROBOTSTXT_OBEY": True,
        "AUTOTHROTTLE_ENABLED": True,
        "DOWNLOAD_DELAY": 1.0,
        "CONCURRENT_REQUESTS": 1,
        "FEED_EXPORT_ENCODING": "utf-8",
        "TELNETCONSOLE_ENABLED": False,
    }}

    def __init__(self, pages: str = "", **settings: Any) -> None:
        super().__init__(**settings)
        self.start_urls = [page for page in pages.split(",") if page]

    def parse(self, response: Any) -> Any:
        header = response.headers.get("Content-Type") or b""
        yield from rows(text_of(response.body, header.decode("latin-1")))
'''
