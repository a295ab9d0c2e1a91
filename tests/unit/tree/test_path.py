import pytest
from hypothesis import given

from tests.strategies import pages
from windrow.tree import Tree, find, label_path, parse, xpath


def node_with(tree: Tree, text: str) -> int:
    [found] = [node for node in range(len(tree)) if tree.text(node) == text]
    return found


def test_the_path_counts_siblings_of_its_name() -> None:
    tree = parse("<ul><li>a<li>b</ul><p>c<ul><li>d</ul>")

    assert xpath(tree, node_with(tree, "b")) == "/html[1]/body[1]/ul[1]/li[2]"
    assert xpath(tree, node_with(tree, "d")) == "/html[1]/body[1]/ul[2]/li[1]"


def test_siblings_that_are_left_out_are_counted_all_the_same() -> None:
    tree = parse("<p hidden>no</p><script>x</script><p style='display:none'>no</p><p>yes</p>")

    assert xpath(tree, node_with(tree, "yes")) == "/html[1]/body[1]/p[3]"


def test_text_beside_elements_has_a_path_of_its_own() -> None:
    tree = parse("<p>one<br>two<!-- -->three<br>four")

    assert xpath(tree, node_with(tree, "one")) == "/html[1]/body[1]/p[1]/text()[1]"
    assert xpath(tree, node_with(tree, "twothree")) == "/html[1]/body[1]/p[1]/text()[2]"
    assert xpath(tree, node_with(tree, "four")) == "/html[1]/body[1]/p[1]/text()[4]"


def test_a_step_without_a_number_means_the_first() -> None:
    tree = Tree.from_text("html(body(p p(b)))")

    assert find(tree, "/html/body/p") == 2
    assert find(tree, "/html/body/p[2]/b") == 4


def test_an_element_holds_its_only_text() -> None:
    tree = Tree.from_text('html(body(p"x" hr))')

    assert find(tree, "/html/body/p/text()") == 2
    assert find(tree, "/html/body/hr/text()") is None


@pytest.mark.parametrize("path", ["/body", "/html/body/p[3]", "/html/body/text()", "/html/p"])
def test_a_path_to_nowhere_finds_nothing(path: str) -> None:
    assert find(Tree.from_text("html(body(p p))"), path) is None


@pytest.mark.parametrize("path", ["", "/", "html", "//p", "/html//p", "p[1]", "/html/body/"])
def test_other_xpaths_are_refused(path: str) -> None:
    with pytest.raises(ValueError, match="absolute XPath"):
        find(Tree.from_text("html(body(p p))"), path)


def test_names_may_have_brackets() -> None:
    tree = parse("<p><x[1]>a</x[1]><x[1]>b</x[1]>")

    assert find(tree, xpath(tree, node_with(tree, "b"))) == node_with(tree, "b")


@given(page=pages())
def test_every_node_is_found_by_its_path(page: str) -> None:
    tree = parse(page)

    for node in range(len(tree)):
        assert find(tree, xpath(tree, node)) == node


def test_the_label_path_starts_at_the_root() -> None:
    tree = Tree.from_text('html(body(p("x" b)))')

    assert label_path(tree, 3) == ("html", "body", "p", "#text")
    assert label_path(tree, 0) == ("html",)
