"""Data in pages that is meant for programs."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import yardstick
from windrow.kernels import load, mode
from windrow.read import Page
from windrow.tree.linked import Linked, linked_data


def of(html: str) -> dict[str, Any]:
    return {one.path: one.value for one in linked_data(Page.from_text(html))}


def script(data: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_values_are_named_by_their_path_of_keys() -> None:
    found = of(script({"@type": "Recipe", "name": "Soup", "author": {"name": "Ida"}}))

    assert found == {"Recipe.name": "Soup", "Recipe.author.name": "Ida"}


def test_lists_are_rows() -> None:
    found = of(script({"@type": "Recipe", "step": [{"text": "Mix."}, {"text": "Bake."}]}))

    assert found == {"Recipe.step": ((Linked("text", "Mix."),), (Linked("text", "Bake."),))}


def test_a_list_of_one_is_the_one() -> None:
    assert of(script([{"@type": ["Recipe"], "yield": ["4"]}])) == {"Recipe.yield": "4"}


def test_a_graph_is_the_things_in_it() -> None:
    found = of(script({"@graph": [{"@type": "A", "x": 1}, {"@type": "B", "y": 2.5}]}))

    assert found == {"A.x": "1", "B.y": "2.5"}


def test_meta_elements_are_read_and_entities_decoded() -> None:
    found = of(
        '<meta property="og:title" content="Hay &amp; straw > grass"><META NAME=x CONTENT=y>'
    )

    assert found == {"meta.og:title": "Hay & straw > grass", "meta.x": "y"}


def test_markup_inside_values_is_dropped() -> None:
    assert of(script({"@type": "A", "x": "<p>one</p>\n<b>two</b> &amp;lt;3"})) == {
        "A.x": "one two <3"
    }


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<script type='application/ld+json'>",
        "<script type='application/ld+json'>{not json</script>",
        "<script type='application/ld+json'>[1, null, true]</script>",
        "<script>var a = '<meta name=x content=y>'</script>",
        "<!-- <meta name=x content=y> -->",
        "<!-- <meta name=x content=y>",
        "<meta name=x><meta content=y><meta",
    ],
)
def test_what_is_no_data_gives_nothing(html: str) -> None:
    assert of(html) == {}


def test_deep_data_is_cut_and_endless_nesting_left_out() -> None:
    data: dict[str, Any] = {"leaf": "x"}
    for _ in range(50):
        data = {"a": data}

    assert of(script({"@type": "T", "near": "y", "far": data})) == {"T.near": "y"}
    assert of(f'<script type="application/ld+json">{"[" * 100_000}</script>') == {}


def test_the_number_of_values_is_bounded() -> None:
    assert len(of(script({"@type": "T", **{f"k{n}": n for n in range(10_000)}}))) <= 3_000


@pytest.mark.parametrize("part", ["<script ", "<meta a='", '<meta "', "<!--", "<script>", "<"])
def test_hostile_pages_cost_linear_time(part: str) -> None:
    page = Page.from_text(part * 40_000)

    assert yardstick.took(lambda: linked_data(page)) < yardstick.seconds(2)


PYTHON, NATIVE = load("tree.heads", "python"), load("tree.heads", mode("tree.heads"))
pieces = st.sampled_from(
    [
        *("<meta ", "<META/", "<script ", "</script", "</SCRIPT>", "<!--", "-->", "<metal>"),
        *("<", ">", '"', "'", " ", "name=a", ' content="x>y"', "json", ' type="ld+json"', "é"),
    ]
)


@pytest.mark.skipif(mode("tree.heads") != "native", reason="the kernel is not compiled")
@given(st.lists(pieces, max_size=14).map("".join))
def test_compiled_and_uncompiled_the_same_parts_are_found(text: str) -> None:
    content = text.encode()

    assert NATIVE.spans(content) == PYTHON.spans(content)


attributes = st.sampled_from(
    [
        *("name", "content", "property", "PROPERTY", "x:y", "=", " = ", '"a b"', "'c'", "d>e", '"'),
        *(" ", "\n", "'", "é", "/", ">", "name=a", " content='b c'"),
    ]
)


@pytest.mark.skipif(mode("tree.heads") != "native", reason="the kernel is not compiled")
@given(st.lists(attributes, max_size=14).map("".join))
def test_compiled_and_uncompiled_the_same_attributes_are_found(text: str) -> None:
    content = text.encode()

    assert NATIVE.meta(content, 0, len(content)) == PYTHON.meta(content, 0, len(content))


_KEYS = st.sampled_from(["a", "name", "@id", "@type", "1", "2", "itemListElement", "yield"])
_DATA = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.sampled_from(["x", " y  z ", "&amp;<b>", "", "8", "8 slices"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
)


@pytest.mark.skipif(mode("tree.linked") != "native", reason="the kernel is not compiled")
@given(data=st.dictionaries(_KEYS, _DATA, max_size=4), left=st.integers(0, 9))
def test_compiled_and_uncompiled_data_has_the_same_values(data: dict[str, Any], left: int) -> None:
    native, python = load("tree.linked", "native"), load("tree.linked", "python")
    found = [one.LinkedValues(tuple, str.lower, left).below(data, "a") for one in (native, python)]

    assert found[0] == found[1]
    assert native.folded(found[0], {"a.name"}, tuple) == python.folded(found[0], {"a.name"}, tuple)


@pytest.mark.parametrize("kernel", [PYTHON, NATIVE])
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('name="a" content="b c"', ("a", "b c")),
        ("content=b NAME=a /", ("a", "b")),
        ("name=a property='og:a' content = 'b'", ("og:a", "b")),
        ("data-name=x content=\"say 'b'\"", ("", "say 'b'")),
        ('name="a', ("", "")),
        ("name content", ("", "")),
    ],
)
def test_names_and_contents_are_told(kernel: Any, text: str, found: tuple[str, str]) -> None:
    name, content = kernel.meta(text.encode(), 0, len(text))

    assert (name.decode(), content.decode()) == found


@pytest.mark.parametrize("kernel", [PYTHON, NATIVE])
def test_parts_for_machines_are_found_where_they_are(kernel: Any) -> None:
    content = b'<!--<meta a>--><META name="a>b"><script>"<meta b>"</script><script json>{}</SCRIPT>'

    found = [(kind, content[a:b], content[b:c]) for kind, a, b, c in kernel.spans(content)]

    assert found == [(kernel.META, b' name="a>b">', b""), (kernel.SCRIPT, b" json>", b"{}")]


def test_a_quote_that_is_never_closed_does_not_swallow_the_page() -> None:
    assert of('<meta name="a content=b><meta name=c content=d>')["meta.c"] == "d"


def test_sections_of_a_list_are_its_rows_with_headings() -> None:
    page = Page.from_text(
        '<script type="application/ld+json">{"@type": "Recipe", "steps": ['
        '{"name": "Dough", "itemListElement": [{"text": "Knead."}, {"text": "Rest."}]},'
        '{"name": "Oven", "itemListElement": [{"text": "Bake."}]}]}</script>'
    )

    steps: Any = linked_data(page)[0].value

    assert [{one.path: one.value for one in row} for row in steps] == [
        {"text": "Knead.", "heading": "Dough"},
        {"text": "Rest.", "heading": "Dough"},
        {"text": "Bake.", "heading": "Oven"},
    ]


def test_what_is_a_list_in_one_row_is_a_list_in_all() -> None:
    page = Page.from_text(
        '<script type="application/ld+json">{"@type": "Book", "parts": ['
        '{"by": [{"name": "Ann"}, {"name": "Bo"}]}, {"by": {"name": "Cy"}}]}</script>'
    )

    parts: Any = linked_data(page)[0].value

    assert [len(row[0].value) for row in parts] == [2, 1]


def test_an_object_whose_keys_are_numbers_is_a_list() -> None:
    graph = {"0": {"@type": "A", "x": {"0": "one", "2": "two"}}, "3": {"@type": "B", "y": 2}}

    assert of(script({"@graph": graph})) == {
        "A.x": ((Linked(".", "one"),), (Linked(".", "two"),)),
        "B.y": "2",
    }


@pytest.mark.parametrize(
    "text",
    [
        '/* <![CDATA[ */ {"@type": "A", "x": "1, ]"} /* ]]> */',
        '<!-- [{"@type": "A", "x": "1, ]"}] -->',
        '{"@type": "A", "x": "1, ]"};',
    ],
)
def test_comments_and_signs_around_the_data_do_no_harm(text: str) -> None:
    assert of(f'<script type="application/ld+json">{text}</script>') == {"A.x": "1, ]"}


def test_a_sign_that_escapes_nothing_does_no_harm() -> None:
    text = r'{"@type": "A", "x": "Grandma\'s \"best\" hay"}'

    found = of(f'<script type="application/ld+json">{text}</script>')

    assert found == {"A.x": 'Grandma\'s "best" hay'}


def test_a_comma_behind_the_last_member_does_no_harm() -> None:
    text = '{"@type": "A", "x": ["1", "2",], }'

    assert "A.x" in of(f'<script type="application/ld+json">{text}</script>')


def test_the_number_and_the_words_of_a_yield_are_one_text() -> None:
    page = Page.from_text(
        '<script type="application/ld+json">'
        '{"@type": "Recipe", "recipeYield": ["8", "8 slices"], "keywords": ["8", "8 slices"]}'
    )

    found = dict(linked_data(page))

    assert found["Recipe.recipeYield"] == "8 slices"
    assert found["Recipe.keywords"] == ((Linked(".", "8"),), (Linked(".", "8 slices"),))
