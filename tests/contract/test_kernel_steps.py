"""The kernel of steps: what it says of trees, the same compiled and not."""

from array import array
from types import ModuleType

import pytest
from hypothesis import given

from tests.strategies import pages
from windrow import kernels
from windrow.kernels import load
from windrow.tree import Tree, parse

plain = load("wrap.steps", "python")
both = pytest.mark.parametrize(
    "kernel",
    [plain, *([load("wrap.steps", "native")] if kernels.mode("auto.steps") == "native" else [])],
    ids=lambda kernel: "python" if kernel is plain else "native",
)


def digests(kernel: ModuleType, tree: Tree, nodes: list[int]) -> list[tuple[int, int]]:
    names = array("Q", range(7, 7 + len(tree.names)))
    known = tree.attribute_names
    found = kernel.digests(
        names,
        tree.labels,
        tree.sizes,
        tree.kinds,
        tree.attribute_starts,
        tree.attributes,
        tree.buffer,
        known.index("class") if "class" in known else -1,
        array("i", nodes),
        array("i", [node + tree.sizes[node] for node in nodes]),
    )
    return [*zip(found[::2], found[1::2], strict=True)]


@both
def test_records_that_differ_in_texts_and_numbers_alone_are_the_same(kernel: ModuleType) -> None:
    tree = Tree.from_text(
        'ul(li[class=good-1](a"Ant" b"$1") li[class=good-2](a"Bee" b"$2") li[class=bad](a b))'
    )
    one, two, three = digests(kernel, tree, [1, 4, 7])

    assert one == two != three


@both
def test_nesting_counts(kernel: ModuleType) -> None:
    tree = Tree.from_text("ul(li(a b c) li(a(b) c) li(a(b(c))))")

    assert len({*digests(kernel, tree, [1, 5, 9])}) == 3


@both
def test_paths_of_the_same_labels_have_the_same_number(kernel: ModuleType) -> None:
    tree = Tree.from_text("ul(li(a) li(a b) p(a))")
    names = array("Q", range(7, 7 + len(tree.names)))

    numbers = kernel.path_numbers(names, tree.labels, tree.parents)

    assert numbers[2] == numbers[4] != numbers[7]
    assert len({*numbers}) == 6


@pytest.mark.skipif(kernels.mode("wrap.steps") != "native", reason="nothing to compare with")
@given(pages())
def test_compiled_and_plain_agree(html: str) -> None:
    native = load("wrap.steps", "native")
    tree = parse(html)
    nodes = [*range(len(tree))]
    names = array("Q", [hash(name) & 0xFFFFFFFFFFFFFFFF for name in tree.names])

    assert digests(native, tree, nodes) == digests(plain, tree, nodes)
    arguments = names, tree.labels, tree.parents
    assert native.path_numbers(*arguments) == plain.path_numbers(*arguments)
