"""Wrappers for other programs: selectors, a module for parsel, a spider for Scrapy.

What comes from a page or a wrapper gets into code only as a literal.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from windrow.errors import WrapperError
from windrow.wrap.export_detail import detail_plan
from windrow.wrap.export_list import list_plan
from windrow.wrap.export_selectors import selectors
from windrow.wrap.reader_detail import DetailPages
from windrow.wrap.reader_list import ListPages
from windrow.wrap.wrapper import Wrapper

__all__ = ["FORMS", "export"]

FORMS = ("css", "xpath", "parsel", "scrapy")

_MARK = "# copied from here\n"
_NO_WORDS = "WORDS: set[str] = set()\n\n\n"
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
    left: list[str] = []
    data, call = _parts(wrapper, left)
    if wrapper.more:
        left.append(f"{len(wrapper.more)} more lists of the page (the main one is here)")
    head = _HEAD.format(what=_comment(wrapper.name or "a wrapper"), left=_left(left))
    imports = _SCRAPY_IMPORT if form == "scrapy" else _PARSEL_IMPORT
    tail = _spider(wrapper) if form == "scrapy" else _MAIN
    return head + _runtime(imports, data) + call + tail


def _parts(wrapper: Wrapper, left: list[str]) -> tuple[str, str]:
    """Return the code of the template, and of what applies it."""
    template = wrapper.template
    if isinstance(template, ListPages):
        plan: Any = list_plan(template.template, wrapper.columns, left)
        call = f"Reader(find, hidden={template.hidden}).fitting(TEMPLATE, root)"
        words: list[str] = []
    elif isinstance(template, DetailPages):
        plan, words = detail_plan(template.template, wrapper.columns, left)
        call = "[Reader(find, hidden=True).one(TEMPLATE, root)]"
    else:
        system = wrapper.template.to_json().get("system", "")
        raise WrapperError(
            f"a template of {system} cannot be said in selectors",
            hint="learn the wrapper with the default detector",
        )
    data = f"{_ABOUT}TEMPLATE: Any = {_literal(plan)}\n"
    if words:
        data += f"\n# The classes and ids that the site uses.\nWORDS = {_literal(WordSet(words))}\n"
    else:
        data += "WORDS: set[str] = set()\n"
    return data, _CALL.format(call=call)


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


def _runtime(imports: str, data: str) -> str:
    folder = files("windrow.wrap")
    texts, reader = (
        folder.joinpath(f"export_{name}.py").read_text("utf-8").partition(_MARK)[2]
        for name in ("texts", "reader")
    )
    code = f"{texts.replace(_NO_WORDS, '', 1)}\n\n{reader.lstrip()}"
    first, last, rest = code.partition(_LAST_IMPORT)
    # What a reader wants to see and change comes first: the selectors.
    return f"from __future__ import annotations\n\n{first}{last}\n{imports}\n{data}{rest}"


def _left(left: list[str]) -> str:
    if not left:
        return "# All columns are in it.\n"
    lines = "".join(f"#   {_comment(line)}\n" for line in dict.fromkeys(left))
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
_ABOUT = """\
# Where things are: XPaths, each with how reliable it is; all ways to a thing vote. The functions
# marked and signed compare an element's classes and id, but for digits.
"""
_LAST_IMPORT = "from typing import Any, TypeAlias\n"
_PARSEL_IMPORT = """\
from lxml import etree
from parsel import Selector
from parsel.xpathfuncs import set_xpathfunc
"""
_SCRAPY_IMPORT = f"{_PARSEL_IMPORT}from scrapy import Spider\n"
_CALL = '''
set_xpathfunc("marked", marked)
set_xpathfunc("signed", signed)


def find(element: Any, xpath: str) -> Sequence[Any]:
    return [found.root for found in Selector(root=element, type="html").xpath(xpath)]


def rows(html: str) -> list[dict[str, Any]]:
    """Return the rows of a page."""
    root = complete(Selector(text=html).root, etree.strip_tags)
    return {call}
'''
_MAIN = """

if __name__ == "__main__":
    import json
    import sys
    from pathlib import Path

    for page in sys.argv[1:]:
        for row in rows(Path(page).read_text("utf-8", "replace")):
            print(json.dumps(row, ensure_ascii=False))
"""
_SPIDER = '''

class PagesSpider(Spider):
    """Run it with `scrapy runspider FILE -a pages=https://...,https://... -O rows.jsonl`."""

    name = {name!r}

    def __init__(self, pages: str = "", **settings: Any) -> None:
        super().__init__(**settings)
        self.start_urls = [page for page in pages.split(",") if page]

    def parse(self, response: Any) -> Any:
        yield from rows(response.text)
'''
