import sys
from textwrap import dedent

import pytest
from hypothesis import given
from selectolax.lexbor import LexborHTMLParser

from tests.strategies import pages, soups
from windrow.read import Page
from windrow.tree import Tree, parse
from windrow.tree.walk import walk


def body(html: str) -> str:
    """Return what is in the body of a page, as text."""
    tree = parse(f"<!doctype html><body>{html}")
    return tree.to_text(1).removeprefix("body").removeprefix("(").removesuffix(")")


def items(html: str) -> list[tuple[str, str]]:
    tree = parse(html)
    return [item for node in range(len(tree)) for item in tree.items(node)]


# Where text lives


def test_text_that_is_the_only_content_belongs_to_its_element() -> None:
    assert body("<table><tr><td>1<td>2</table>") == 'table(tbody(tr(td"1" td"2")))'


def test_text_beside_elements_is_a_leaf_of_its_own() -> None:
    assert body("<p>one<b>two</b>three") == 'p("one" b"two" "three")'


@pytest.mark.parametrize(
    "between",
    [
        "<!-- c -->",
        "<script>x</script>",
        "<i hidden>x</i>",
        "<template>x</template>",
        "<!-- -->" * 3,
    ],
)
def test_text_is_one_across_what_is_left_out(between: str) -> None:
    assert body(f"<p>one{between}two") == 'p"onetwo"'
    assert body(f"<p>one{between} two<br>three") == 'p("one two" br "three")'
    assert body(f"<p><br>one {between}two") == 'p(br "one two")'


def test_white_space_is_folded() -> None:
    assert body("<p> one \n\t two&nbsp; three\r\n</p>") == 'p"one two three"'
    assert body("<p>one<b> two </b>three") == 'p("one" b"two" "three")'


@pytest.mark.parametrize(
    "blank", [" ", "\n\t", "&nbsp;", "&nbsp; &nbsp;", "\u200b", "\ufeff \u2060"]
)
def test_blank_text_is_no_text(blank: str) -> None:
    assert body(f"<p>{blank}</p>") == 'p""'
    assert body(f"<p>{blank}<br>{blank}</p>") == "p(br)"


def test_zero_width_marks_inside_words_stay() -> None:
    assert body("<p>zero\u200bwidth") == 'p"zero\u200bwidth"'


def test_the_title_is_kept_apart() -> None:
    tree = parse("<title> A  page\n</title><p>x")

    assert tree.title == "A page"
    assert tree.to_text() == 'html(body(p"x"))'


# What is data


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>text", [("text", "text")]),
        ("<a href=/1>Ant</a>", [("text", "Ant"), ("link", "/1")]),
        ("<a href=/1><b>Ant</b></a>", [("link", "/1"), ("text", "Ant")]),
        ("<a name=here>Ant</a>", [("text", "Ant")]),
        ("<a href=''>Ant</a>", [("text", "Ant")]),
        ("<map><area href=/1></map>", [("link", "/1")]),
        ("<img src=a.png alt=A>", [("image", "a.png")]),
        ("<img data-src=a.png>", [("image", "a.png")]),
        ("<img src='data:image/gif;base64,R0=' data-src=a.png>", [("image", "a.png")]),
        ("<img src='data:image/gif;base64,R0='>", [("image", "data:image/gif;base64,R0=")]),
        ("<img src='' data-src=a.png>", [("image", "a.png")]),
        ("<img alt=A>", []),
        ("<input value=2>", [("value", "2")]),
        ("<input value=''>", []),
        ("<button value=2>Go</button>", [("text", "Go")]),
        ("<select><option>A<option>B</select>", [("text", "A"), ("text", "B")]),
        ("<textarea>A</textarea>", [("text", "A")]),
        ("<br>", []),
    ],
)
def test_texts_links_images_and_form_values_are_data(
    html: str, found: list[tuple[str, str]]
) -> None:
    assert items(html) == found


# What is left out


@pytest.mark.parametrize(
    "html",
    [
        "<script>no</script>",
        "<style>no</style>",
        "<template><p>no</p></template>",
        "<!-- no -->",
        "<noscript><p>no</p></noscript>",
        "<p hidden>no</p>",
        "<p hidden=until-found>no</p>",
        "<p style='display:none'>no</p>",
        "<p STYLE='color: red; DISPLAY : None !important; x'>no</p>",
        "<p style='visibility: hidden'>no</p>",
        "<input type=hidden value=no>",
        "<input type=HIDDEN value=no>",
        "<link rel=x href=no>",
        "<meta content=no>",
        "<div hidden><p>no<p>no</div>",
    ],
)
def test_what_a_page_does_not_show_is_left_out(html: str) -> None:
    assert body(f"<p>yes</p>{html}") == 'p"yes"'


@pytest.mark.parametrize(
    "html",
    [
        "<p style='display:block'>yes</p>",
        "<p style='x-display:none'>yes</p>",
        "<p style='display:nonesuch'>yes</p>",
        "<p style='--a:display:none'>yes</p>",
        "<p style='visibility:visible'>yes</p>",
        "<p class=hidden>yes</p>",
        "<p data-hidden>yes</p>",
        "<p aria-hidden=true>yes</p>",
        "<p type=hidden>yes</p>",
        "<input type=text value=yes>",
        "<input type=hiding value=yes>",
    ],
)
def test_what_only_sounds_hidden_stays(html: str) -> None:
    assert [value for _, value in items(html)] == ["yes"]


@pytest.mark.parametrize(
    ("html", "hides"),
    [
        ("<p hidden>no</p>", True),
        ("<p style='display:none'>no</p>", True),
        ("<input type=hidden value=no>", False),
        ("<script>no</script><noscript>no</noscript>", False),
        ("<p>yes</p>", False),
    ],
)
def test_a_tree_says_whether_more_than_fields_of_forms_is_hidden(html: str, hides: bool) -> None:
    root = LexborHTMLParser(f"<p>yes</p>{html}").root
    assert root is not None

    assert parse(f"<p>yes</p>{html}").hides is walk(root).hides is hides


def test_a_page_that_is_all_in_a_noscript_is_not_left_out() -> None:
    small, large = "<p>x</p>" * 50, "<p>x</p>" * 51

    assert len(parse(f"<body><noscript>{small}</noscript>")) == 2
    assert len(parse(f"<body><noscript>{large}</noscript>")) == 2 + 1 + 51


@pytest.mark.parametrize("name", ["svg", "math", "iframe", "object", "canvas", "video", "audio"])
def test_drawings_and_other_documents_are_leaves(name: str) -> None:
    text = "" if name == "svg" else chr(34) * 2

    assert body(f"<p>a<{name}><g>no</g></{name}>b") == f'p("a" {name}{text} "b")'


def test_styles_are_not_kept_as_attributes() -> None:
    assert body("<p style='color:red' class='a b' data-x>x") == 'p[class="a b" data-x=""]"x"'


# The page as a whole


def test_tags_are_as_in_html5() -> None:
    assert body("<P>one<P>two<TABLE><TD>x</TABLE>") == 'p"one" p"two" table(tbody(tr(td"x")))'


@pytest.mark.parametrize("page", ["", " \n", "<!-- only -->", b"", b"\xef\xbb\xbf", "\0", b"\0\0"])
def test_a_page_without_content_is_a_bare_tree(page: str | bytes) -> None:
    tree = parse(page)

    assert tree.label(0) == "html"
    assert not tree.has_items(0)


def test_a_page_is_the_same_however_it_is_given() -> None:
    texts = {
        parse(page).to_text()
        for page in (
            "<p>é中",
            "<p>é中".encode(),
            Page.from_text("<p>é中"),
            "<p>é中".encode("utf-16"),
        )
    }

    assert texts == {'html(body(p"é中"))'}


@given(page=pages())
def test_positions_count_all_elements_of_the_page(page: str) -> None:
    tree = parse(page)

    elements = html5_elements(page)
    for node in range(len(tree)):
        if tree.label(node) == "#text":
            assert tree.positions[node] == -1
        else:
            assert elements[tree.positions[node]] == tree.label(node)
    places = [position for position in tree.positions if position >= 0]
    assert places == sorted(set(places))


@given(page=pages() | soups())
def test_the_arrays_of_a_tree_fit_together(page: str) -> None:
    tree = parse(page)

    assert_sound(tree)


def html5_elements(page: str) -> list[str]:
    root = LexborHTMLParser(page).root
    if root is None:
        return ["html"]
    return [node.tag or "" for node in root.traverse(include_text=False) if node.is_element_node]


def assert_sound(tree: Tree) -> None:
    assert tree.parents[0] == -1
    assert tree.depths[0] == 0
    assert tree.sizes[0] == len(tree)
    for node in range(1, len(tree)):
        parent = tree.parents[node]
        assert 0 <= parent < node
        assert tree.depths[node] == tree.depths[parent] + 1
        assert node + tree.sizes[node] <= parent + tree.sizes[parent]
        assert tree.label(parent) != "#text"
        assert not tree.text(parent)
        if tree.label(node) == "#text":
            # It would belong to its parent if it were the only content.
            assert tree.text(node)
            assert len(tree.children(parent)) > 1


def test_a_page_can_be_read_without_running_it() -> None:
    html = dedent("""
        <ul class=shop>
          <li><a href="/1">Ant</a> <b>$1</b> <img src=a.png alt="an ant">
          <li><a href="/2">Bee</a> <b>$2</b> <i hidden>sold out</i>
        </ul>
        """)

    assert body(html) == (
        'ul[class=shop](li(a[href=/1]"Ant" b"$1" img[src=a.png alt="an ant"])'
        ' li(a[href=/2]"Bee" b"$2"))'
    )


def test_an_unknown_version_of_the_parser_is_read_by_the_python_walk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = sys.modules["windrow.tree.parse"]
    page = "<ul><li><a href=/1>One</a> and<li>Two</ul>"
    usual = parse(page)

    with monkeypatch.context() as patch:
        patch.setattr("selectolax.__version__", "1.9.0")
        module._tables.cache_clear()
        tables, tree = module._tables(), parse(page)
    module._tables.cache_clear()

    assert tables is None
    assert module.same(tree, usual)
