"""RoadRunner, on the books of its paper: a field, an optional part and an iterator."""

import re

import pytest

from windrow.detect.pages import PageTokens
from windrow.detect.roadrunner import RoadRunner
from windrow.detect.roadrunner.expression import FIELD, Hook, Plus, fields_of, read_part, written
from windrow.detect.roadrunner.match import learn_expression
from windrow.errors import NothingLearned
from windrow.read import Page
from windrow.tree import Tree, parse
from windrow.wrap.learn import learn

BOOKS = [
    "<HTML>Books of:<B>John Smith</B><UL><LI><I>Title:</I>DB Primer</LI><LI><I>Title:</I>Comp. Sys."
    "</LI></UL></HTML>",
    "<HTML>Books of:<B>Paul Jones</B><IMG/><UL><LI><I>Title:</I>XML at Work</LI><LI><I>Title:</I>"
    "HTML Scripts</LI><LI><I>Title:</I>Javascript</LI></UL></HTML>",
]


def tokens(html: str) -> list[str]:
    return [part.strip() for part in re.split(r"(<[^>]*>)", html) if part.strip()]


def expression(*pages: str) -> str:
    found = learn_expression([tokens(page) for page in pages])
    return written(found) if found else ""


def test_it_finds_the_expression_of_its_paper() -> None:
    assert expression(*BOOKS) == (
        "<HTML>Books of:<B>#PCDATA</B>(<IMG/>)?<UL>(<LI><I>Title:</I>#PCDATA</LI>)+</UL></HTML>"
    )


def test_the_order_of_the_pages_does_not_matter_here() -> None:
    assert expression(*BOOKS) == expression(*reversed(BOOKS))


def test_a_third_page_makes_the_expression_more_general() -> None:
    third = BOOKS[0].replace("Books of:", "<HR/>Works of:")

    assert expression(*BOOKS, third).startswith("<HTML>(<HR/>)?#PCDATA<B>")


def test_what_is_optional_in_one_record_is_optional_once() -> None:
    rows = ["<li>a<em>new</em></li>", "<li>b</li>", "<li>c<em>new</em></li>"]

    found = expression(f"<ul>{''.join(rows)}</ul>", f"<ul>{''.join(rows * 2)}</ul>")

    assert found == "<ul>(<li>#PCDATA(<em>new</em>)?</li>)+</ul>"


def test_lists_inside_lists_are_found() -> None:
    one = "<ul><li>a<b>1</b></li><li>b<b>2</b><b>3</b></li></ul>"
    other = "<ul><li>c<b>4</b><b>5</b><b>6</b></li></ul>"

    assert expression(one, other) == "<ul>(<li>#PCDATA(<b>#PCDATA</b>)+</li>)+</ul>"


def test_pages_with_nothing_in_common_have_no_expression() -> None:
    assert learn_expression([["<p>", "a", "</p>"], ["<b>", "<i>"]]) is None
    with pytest.raises(NothingLearned, match="no expression without alternatives"):
        RoadRunner().detect_in_pages([Tree.from_text("p(b)"), Tree.from_text("ul(li li)")])


def test_an_expression_reads_other_pages() -> None:
    pieces = learn_expression([tokens(page) for page in BOOKS])
    assert pieces is not None
    page = tokens(BOOKS[1])

    found = read_part(pieces, page, 0)

    assert found is not None
    name, books = found.marks
    assert isinstance(name, int)
    assert isinstance(books, tuple)
    assert page[name] == "Paul Jones"
    assert [page[mark] for book in books for mark in book.marks if isinstance(mark, int)] == [
        "XML at Work",
        "HTML Scripts",
        "Javascript",
    ]
    assert read_part(pieces, page[1:], 0) is None


def test_fields_are_texts_addresses_and_rows() -> None:
    link = ("<a>", "<@link>", FIELD, "</@link>", FIELD, "</a>")
    pieces = ("<ul>", Plus(("<li>", *link, Hook(("<b>", FIELD, "</b>")), "</li>")), "</ul>")

    [rows] = fields_of(pieces)

    assert [(one.kind, one.path, one.optional) for one in rows.fields] == [
        ("link", "li/a", False),
        ("text", "li/a", False),
        ("text", "li/b", True),
    ]


def test_a_text_that_looks_like_a_tag_is_a_text() -> None:
    words = PageTokens.of(parse("<p>&lt;b&gt;</p>")).words

    assert words[-4:] == ("<p>", " <b>", "</p>", "</body>") or " <b>" in words


def shop(*names: str) -> Page:
    rows = "".join(f"<li><b>{name}</b><i>${len(name)}</i></li>" for name in names)
    return Page.from_text(f"<h1>{len(names)} tools</h1><ul>{rows}</ul>")


def test_a_list_page_that_does_not_match_has_no_records() -> None:
    wrapper = learn(
        [shop("Rake", "Hoe", "Fork", "Saw"), shop("Axe", "Spade", "Broom", "Hat", "Cup")],
        detector="roadrunner",
        kind="list",
    )

    found = wrapper.apply(shop("Sickle", "Scythe"))[0]

    assert [[*row.values()] for row in found.rows] == [["Sickle", "$6"], ["Scythe", "$6"]]
    other = wrapper.apply(Page.from_text("<h1>2 tools</h1><ul><li><p>Axe</ul>"))
    assert [table.rows for table in other] in ([], [()])
