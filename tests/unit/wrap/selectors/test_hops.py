"""Selectors that are tried on a tree find there what other programs find with them in the page."""

from typing import Any

import parsel
import pytest
from parsel import css2xpath

from windrow.read import Page
from windrow.tree import xpath
from windrow.tree.parse import parse
from windrow.wrap.selectors import Form
from windrow.wrap.selectors.ground import Ground
from windrow.wrap.selectors.hops import OWN, Check, Hop, Hops, can_be_css, written
from windrow.wrap.selectors.same import lxml_ground

HTML = """<html><head><title>Tools</title></head><body>
<ul id="goods" class="list wide"><li class="card first"><a href="/1"><b>Rake</b></a> 2 kg<br>ash</li>
<li class="card"><a href="/2">Fork</a></li><li class="advert"><i>Sale</i></li>
<li class="card"><span>Price:</span> <em>9</em></li></ul>
<table><tbody><tr><th>No</th></tr><tr><td>1</td><td>one</td></tr><tr><td></td><td> </td></tr>
</tbody></table></body></html>"""
# Nested by lxml in another way: it adds no tbody, and opens no element again.
UNCLOSED = (
    HTML.replace("</li>", "")
    .replace("</b>", "")
    .replace("<tbody>", "")
    .replace("</tbody>", "")
    .replace(" 2 kg", " 2 kg<!-- or 3 --> or so")
)
LIST = Hop("below", "ul", words=frozenset({"#goods"}))
CARD = Hop("child", "li", words=frozenset({".card"}))
ROW = Hop("below", "tr")


def _run(place: int, *ends: str) -> Hop:
    return Hop("on", place=place, ends=ends)


def _line(place: int, *ends: str) -> Hop:
    return Hop("line", "#text", place, ends=ends)


LINES: dict[str, Hops] = {
    "the first line": (LIST, Hop("child", "li", 1), _line(0, "br")),
    "the second line": (LIST, Hop("child", "li", 1), _line(1, "br")),
    "after a link": (LIST, Hop("child", "li", 1), _line(1, "a")),
    "lines of several elements": (LIST, CARD, _line(1, "br", "a")),
    "a line in an element": (LIST, CARD, Hop("child", "a"), _line(0, "i")),
}


def _begins(name: str, text: str) -> Check:
    return Check("begins", name=name, text=text)


def _after(label: str, text: str = "") -> Check:
    return Check("after", name=label, text=text)


def _some(least: int, *labels: str) -> Check:
    options = (Check("has", (Hop("below", label),)) for label in labels)
    return Check("any", first=least, options=(*options,))


WAYS: dict[str, Hops] = {
    "by class": (Hop("below", "li", words=frozenset({".card"})),),
    "by number": (LIST, Hop("child", "li", 2), Hop("child", "a", 1)),
    "what follows": (LIST, Hop("child", "li", 1), Hop("next", "li", 2)),
    "what follows is another": (LIST, Hop("child", "li", 1), Hop("next", "p", 1)),
    "texts": (LIST, CARD, Hop("child", "#text", 2)),
    "a text that is all": (LIST, CARD, Hop("child", "a"), Hop("child", "#text", 1)),
    "from a label up": (Hop("below", "span", says="Price:"), Hop("up"), Hop("child", "em", 1)),
    "what holds a link": (LIST, Hop("child", "li", tests=(Check("has", (Hop("below", "a"),)),))),
    "what holds no link": (LIST, Hop("child", "li", tests=(Check("lacks", (Hop("child", "a"),)),))),
    "what is not marked": (LIST, Hop("child", "li", tests=(Check("unmarked", word=".advert"),))),
    "from the second on": (LIST, Hop("child", "li", tests=(Check("from", first=2),))),
    "all but the last": (LIST, Hop("child", "li", tests=(Check("earlier"),))),
    "rows that say something": (
        Hop("below", "tr", tests=(Check("has", (Hop("child", "td", 1), Hop("below", "#text"))),)),
    ),
    "a run up to a line break": (LIST, Hop("child", "li", 1), Hop("child", "a"), _run(0, "br")),
    "a run after a line break": (
        LIST,
        Hop("child", "li", 1),
        Hop("child", "#text", 2),
        _run(1, "br"),
    ),
    "a run without an end": (LIST, Hop("child", "li", 4), Hop("child", "span"), _run(0)),
    "the nearest before": (Hop("below", "table"), Hop("before", "li", words=frozenset({".card"}))),
    "own texts": (LIST, CARD, OWN),
    "in a cell without another": (
        Hop("below", "tr", tests=(Check("lacks", (Hop("below", "tr"),)),)),
        Hop("child", "td", 2),
    ),
    "what has a text in it": (LIST, Hop("child", "li", holds="Price")),
    "a text by a part of it": (LIST, CARD, Hop("child", "#text", holds="kg")),
    "the last of its label": (LIST, Hop("child", "li", -1)),
    "the last text but one": (LIST, CARD, Hop("child", "#text", -2)),
    "of one kind only": (LIST, CARD, Hop("self", tests=(Check("marked", word=".first"),)), OWN),
    "what has a word": (LIST, Hop("child", "li", tests=(Check("marked", word=".card"),))),
    "by an attribute": (Hop("below", "a", tests=(Check("equals", name="href", text="/2"),)),),
    "by the start of an address": (Hop("below", "a", tests=(_begins("href", "/"),)),),
    "by what the text begins with": (LIST, Hop("child", "li", tests=(_begins("", "Price:"),))),
    "after a label": (LIST, CARD, Hop("child", "em", tests=(_after("span", "Price:"),))),
    "a text after an element": (LIST, CARD, Hop("child", "#text", tests=(_after("br"),))),
    "what passes one of two tests": (LIST, Hop("child", "li", tests=(_some(1, "a", "i"),))),
    "what passes two of three": (LIST, Hop("child", "li", tests=(_some(2, "a", "b", "br"),))),
    "through a tbody": (Hop("below", "table"), Hop("child", "tbody"), Hop("child", "tr", 2)),
}


def found_with(way: Hops, form: Form, html: str = HTML) -> list[str]:
    """Return the paths of what a program finds; of a text, that of the element it is in."""
    root = parsel.Selector(text=html).root
    selector = written([way], form, inside=False)
    there = root.xpath(css2xpath(selector) if form == "css" else selector)
    # CSS finds blank texts, too.
    there = [one for one in there if not isinstance(one, str) or one.strip()]
    return [root.getroottree().getpath(element(one)) for one in there]


def element(found: Any) -> Any:
    if not isinstance(found, str):
        return found
    around = found.getparent()  # type: ignore[attr-defined]
    return around.getparent() if found.is_tail else around  # type: ignore[attr-defined]


def tried(way: Hops, ground: Ground | None = None) -> list[str]:
    ground = ground or Ground(parse(HTML))
    tree = ground.tree
    found = []
    for node in ground.found(way):
        path = xpath(tree, tree.parents[node] if tree.label(node) == "#text" else node)
        found.append(path.replace("[1]", ""))
    return found


@pytest.mark.parametrize("name", WAYS)
def test_a_way_leads_where_its_xpath_leads(name: str) -> None:
    assert [path.replace("[1]", "") for path in found_with(WAYS[name], "xpath")] == tried(
        WAYS[name]
    )


@pytest.mark.parametrize("name", [name for name, way in WAYS.items() if can_be_css(way)])
def test_a_way_leads_where_its_css_leads(name: str) -> None:
    assert [path.replace("[1]", "") for path in found_with(WAYS[name], "css")] == tried(WAYS[name])


def test_only_one_of_these_ways_leads_nowhere() -> None:
    assert [name for name in WAYS if not tried(WAYS[name])] == ["what follows is another"]


@pytest.mark.parametrize("form", ["css", "xpath"])
def test_a_tbody_may_be_missing(form: Form) -> None:
    bare = HTML.replace("<tbody>", "").replace("</tbody>", "")

    assert found_with(WAYS["through a tbody"], form, bare) == ["/html/body/table/tr[2]"]


@pytest.mark.parametrize("name", WAYS)
def test_a_way_leads_on_the_tree_of_lxml_where_its_xpath_leads(name: str) -> None:
    ground = lxml_ground(Page.from_text(UNCLOSED))
    assert ground

    found = found_with(WAYS[name], "xpath", UNCLOSED)

    assert [path.replace("[1]", "") for path in found] == tried(WAYS[name], ground)


@pytest.mark.parametrize("name", LINES)
def test_css_finds_all_lines_and_what_divides_them(name: str) -> None:
    way = LINES[name]
    lines: list[list[str]] = [[]]
    for one in parsel.Selector(text=HTML).css(written([way], "css", inside=False)):
        if isinstance(one.root, str):
            lines[-1] += one.root.split()
        else:
            lines.append([])
    ground = Ground(parse(HTML))

    assert [word for n in ground.found(way) for word in ground.tree.text(n).split()] == lines[
        way[-1].place
    ]
