"""The kernel of templates of detail pages: compiled and uncompiled it gives the same, on any tree."""

import pickle
import re
from array import array
from itertools import pairwise
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import trees
from windrow.kernels import Mode, load, mode
from windrow.tree import Tree
from windrow.tree.runs import text_of
from windrow.wrap.detail import apply, labels, locate, program, slots, spot, view
from windrow.wrap.detail.program import Program
from windrow.wrap.detail.template import DetailPage, DetailTemplate, learn
from windrow.wrap.detail.view import PageView
from windrow.wrap.outline import jaccard

PYTHON = load("wrap.walker", "python")
NATIVE = load("wrap.walker", "native") if mode("wrap.walker") == "native" else None
HOWS: list[Mode] = ["python", *(["native"] if NATIVE else [])]  # type: ignore[list-item]
ROWS = {how: load("wrap.rows", how) for how in HOWS}
SAID = {how: load("wrap.said", how) for how in HOWS}
MEMBERS = {how: load("wrap.members", how) for how in HOWS}
LABELS = {how: load("wrap.labels", how) for how in HOWS}
LOOKS = {how: load("wrap.looks", how) for how in HOWS}
SIGNATURES = {how: load("wrap.signatures", how) for how in HOWS}
SLOTS = {how: load("wrap.slots", how) for how in HOWS}
both = pytest.mark.skipif(NATIVE is None, reason="the kernel is not compiled")


def use(kernel: ModuleType, patch: pytest.MonkeyPatch) -> None:
    """Let the stages use *kernel*, whichever is the usual one, and those that go with it."""
    how: Mode = "python" if kernel is PYTHON else "native"
    patch.setattr(program, "kernel", kernel)
    patch.setattr(program, "rows", ROWS[how])
    patch.setattr(view, "kernel", SAID[how])
    for module in (program, view):
        patch.setattr(module, "nodes", SIGNATURES[how])
    patch.setattr(locate, "kernel", SIGNATURES[how])
    patch.setattr(slots, "kernel", SLOTS[how])
    for module in (apply, spot):
        patch.setattr(module, "kernel", MEMBERS[how])
    patch.setattr(labels, "kernel", LABELS[how])
    patch.setattr(slots, "looks", LOOKS[how])


def read(kernel: ModuleType, first: Tree, second: Tree) -> list[Any]:
    """Return what is read from *second*, and where, all of it done with *kernel*."""
    with pytest.MonkeyPatch.context() as patch:
        use(kernel, patch)
        reading = learn([DetailPage(first)]).reading(DetailPage(second), where=True)
        return [[*reading.row.items()], reading.nodes, reading.found, reading.taken]


def walk(template: DetailTemplate, tree: Tree) -> tuple[list[tuple[int, ...]], list[Any]]:
    """Return the visits of the kernel in use, and what it leaves to the caller."""
    program = Program(template.root)
    walker = program.walker(PageView(tree, template.signer))
    left: list[Any] = []
    done = walker.walk(0, 0, left)
    visits = walker.visits
    return [*zip(*(numbers[:done] for numbers in visits), strict=True)], left


def walked(kernel: ModuleType, first: Tree, second: Tree) -> object:
    """Return what *kernel* finds on *second* with a template learned from *first*."""
    template = learn([DetailPage(first)])
    with pytest.MonkeyPatch.context() as patch:
        use(kernel, patch)
        return walk(template, second)


@both
@given(first=trees(), second=trees())
@settings(deadline=None, max_examples=60)
def test_both_walk_alike(first: Tree, second: Tree) -> None:
    assert NATIVE is not None
    assert walked(PYTHON, first, second) == walked(NATIVE, first, second)
    assert walked(PYTHON, first, first) == walked(NATIVE, first, first)


@both
@given(first=trees(), second=trees())
@settings(deadline=None, max_examples=60)
def test_both_read_alike(first: Tree, second: Tree) -> None:
    assert NATIVE is not None
    assert read(PYTHON, first, second) == read(NATIVE, first, second)
    assert read(PYTHON, first, first) == read(NATIVE, first, first)


LABELLED = (
    'h1"{0}" dl(dt"Price:" dd"{0}" dt"Size" dd"{1}" dt"Mail:" dd(a[href=/{0}]"{0}")) '
    'table(tr(th"Wood" td"{1}") tr(th"Made in:" td"{0} {1}") tr(th"{1}" td"{0}")) '
    'p("{0} road" br "{1}" br "0{2} 33") ul(li"For the dough:" li"{0}" li"{1}" li"{2}") '
    'p"Serves: {2}" p"Weight: {2} kg" div(h2"Notes" p"{1}" p"{0}" h2"More" p"{2}")'
)


@pytest.mark.parametrize("how", HOWS)
def test_labels_lines_and_rows_are_read_compiled_or_not(how: Mode) -> None:
    first, second, third = (
        Tree.from_text(f"html(body({LABELLED.format(*values)}))")
        for values in (("Ant", "ash", "1"), ("Bee", "oak", "22"), ("Cat", "elm", "3"))
    )
    with pytest.MonkeyPatch.context() as patch:
        use(PYTHON if how == "python" or NATIVE is None else NATIVE, patch)
        row = learn([DetailPage(first), DetailPage(second)]).read(DetailPage(third))

    assert (row["dd=Price"], row["dd=Size"], row["dd=Mail"]) == ("Cat", "elm", "Cat")
    assert (row["tr=Wood/td"], row["tr=Made in/td"]) == ("elm", "Cat elm")
    assert (row["p=Serves"], row["p=Weight"]) == ("Serves: 3", "Weight: 3 kg")


words = st.text(st.sampled_from("abZ 0_-.:²éßÉ中٣"), max_size=60)


@given(text=words)
def test_a_text_looks_the_same_compiled_or_not_and_another_does_not(text: str) -> None:
    found = {kernel.content(text, "td") for kernel in LOOKS.values()}

    assert len(found) == 1
    assert found != {kernel.content(f"{text} hayrake", "td") for kernel in LOOKS.values()}


@given(tree=trees())
@settings(deadline=None, max_examples=60)
def test_the_whole_of_a_node_is_the_text_of_its_subtree(tree: Tree) -> None:
    for kernel in filter(None, (PYTHON, NATIVE)):
        with pytest.MonkeyPatch.context() as patch:
            use(kernel, patch)
            seen = PageView(tree, view.Signer(frozenset()))
            wholes = [seen.whole(node) for node in range(len(tree))]

        assert wholes == [text_of(tree, tree.subtree(node)) for node in range(len(tree))]


_LABEL = re.compile(r"\s*([^\W\d_][^:：]{1,39}?)\s*[:：](?!//|\d\d)")


@given(
    text=st.text("ab1²_/ \n\u00a0é:：", max_size=12),
    tail=st.sampled_from(["", ":", " :", "x" * 38 + " :", "x" * 45 + ":"]),
)
def test_labels_before_a_colon_are_those_of_a_pattern(text: str, tail: str) -> None:
    match = _LABEL.match((text + tail)[:60])
    wanted = match[1].strip() if match else ""

    assert {kernel.prefix_label(text + tail) for kernel in LABELS.values()} == {wanted}


@both
def test_a_table_of_signatures_knows_its_keys_when_it_has_grown() -> None:
    known = SIGNATURES["native"].Known()
    keys = [k * 7**19 % 2**61 for k in range(3000)]

    for k, key in enumerate(keys):
        known.learn(key, k % 40)
        known.learn(key, 41)

    assert len(known) == len(keys)
    assert [known.number(key) for key in keys] == [k % 40 for k in range(3000)]
    assert len(pickle.loads(pickle.dumps(known))) == 0


@pytest.mark.parametrize("kernel", SIGNATURES.values(), ids=SIGNATURES)
def test_signatures_of_nodes_that_a_page_does_not_have_are_asked_for(kernel: ModuleType) -> None:
    known = kernel.Signatures(lambda node: f"asked {node}")
    known.know(array("i", [1, 2]), ["", "p", "li"])

    assert [known[node] for node in (-1, 0, 1, 2)] == ["asked -1", "p", "li", "asked 2"]


@pytest.mark.parametrize("kernel", ROWS.values(), ids=ROWS)
def test_a_row_by_places_becomes_one_by_names(kernel: ModuleType) -> None:
    plan = (("a", "b", "c"), ("x", "y", "z"), (("c", (("d",), ("w",), ())),))

    assert kernel.line(plan, {"x": "1", "z": [{"w": "2"}, {}], "other": "3"}) == {
        "a": "1",
        "b": None,
        "c": [{"d": "2"}, {"d": None}],
    }
    assert kernel.line(plan, {"z": "no rows"}) == {"a": None, "b": None, "c": "no rows"}


sets = st.frozensets(st.integers(1, 8), max_size=5)


@given(slots=st.lists(st.lists(sets, min_size=1, max_size=3), max_size=5), members=st.lists(sets))
@settings(deadline=None)
def test_slots_and_members_are_paired_in_order_and_only_if_alike(
    slots: list[list[frozenset[int]]], members: list[frozenset[int]]
) -> None:
    pairs, similar = SLOTS["python"].align(slots, members, 0.15)

    assert similar == [[max(jaccard(s, m) for s in slot) for m in members] for slot in slots]
    assert all(similar[i][j] >= 0.15 for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
    assert all(kernel.align(slots, members, 0.15) == (pairs, similar) for kernel in SLOTS.values())


@both
@given(tree=trees())
@settings(deadline=None, max_examples=60)
def test_both_number_nodes_alike(tree: Tree) -> None:
    assert NATIVE is not None
    page = (tree.attribute_starts, tree.attributes, tree.texts, len(tree.buffer))
    known = array("i", [k % 3 > 0 for k in range(len(tree.names))])
    plain, native = SIGNATURES["python"], SIGNATURES["native"]

    assert native.positions(*page) == plain.positions(*page)
    assert native.digest(tree.buffer, 0, page[3]) == plain.digest(tree.buffer, 0, page[3])
    assert (
        len({bytes(kernel.flow(tree.labels, tree.parents, known)) for kernel in SAID.values()}) == 1
    )


def test_what_all_pages_say_is_passed_over() -> None:
    text = 'html(body(nav(ul(li"Home" li"About" li"Help")) h1"{}"))'
    pages = [DetailPage(Tree.from_text(text.format(name))) for name in ("Ant", "Bee", "Cat")]
    template = learn(pages[:2])

    visits, left = walk(template, pages[2].tree)

    assert [pages[2].tree.label(node) for node, _, _ in visits] == ["h1"]
    assert not left


def test_a_signature_never_seen_is_left_to_the_caller() -> None:
    pages = [DetailPage(Tree.from_text(f'html(body(h1"{name}"))')) for name in ("Ant", "Bee")]
    template = learn(pages)
    other = Tree.from_text('html(body(h1"Cat" section"new"))')

    [(node, _, _, group)] = walk(template, other)[1]

    assert [other.label(node), group] == ["body", -1]
