"""A heap of pages is sorted by template."""

import random
import weakref
from collections.abc import Iterator

import pytest

from bench.cluster import adjusted_rand, made_up
from bench.corpus import CORPUS
from tests.yardstick import assert_grows, took
from windrow.tree import Tree, parse
from windrow.wrap.cluster import apart, cluster
from windrow.wrap.collapse import collapse, similarity


def labels(groups: list[list[int]], count: int) -> list[int]:
    group_of = {page: k for k, group in enumerate(groups) for page in group}
    return [group_of[k] for k in range(count)]


@pytest.mark.parametrize("seed", range(4))
def test_templates_under_one_roof_are_told_apart_in_any_order(seed: int) -> None:
    pages = [*made_up(random.Random(seed))]
    random.Random(seed + 10).shuffle(pages)

    groups = cluster(parse(html) for _, html in pages)

    assert adjusted_rand([site for site, _ in pages], labels(groups, len(pages))) == 1.0


def test_every_page_is_in_one_group() -> None:
    pages = [parse(html) for _, html in made_up(random.Random(5))]

    groups = cluster(pages)

    assert sorted(page for group in groups for page in group) == [*range(len(pages))]


def test_the_length_of_a_list_makes_no_template() -> None:
    pages = [Tree.from_text(f"html(body(h1 ul({'li(a b) ' * n}) p))") for n in (1, 2, 50, 400)]

    assert cluster(pages) == [[0, 1, 2, 3]]


def test_optional_parts_make_no_template() -> None:
    base = "html(body(h1 div(p a) table(tr(td td))"
    pages = [Tree.from_text(f"{base}{extra}))") for extra in ("", " div(ul(li(i)))") * 4]

    assert len(cluster(pages)) == 1


def test_a_page_like_no_other_is_alone() -> None:
    shop = [Tree.from_text("html(body(h1 ul(li(a b)) ol(li(i))))")] * 3

    assert cluster([*shop, Tree.from_text("html(body(table(tbody(tr(td(font))))))")]) == [
        [0, 1, 2],
        [3],
    ]


def test_no_pages_and_empty_pages_are_no_problem() -> None:
    assert cluster([]) == []
    assert cluster([parse(""), parse("")]) == [[0, 1]]


def test_trees_are_taken_one_by_one_and_not_kept() -> None:
    seen: list[weakref.ref[Tree]] = []

    def trees() -> Iterator[Tree]:
        for _, html in made_up(random.Random(1)):
            tree = parse(html)
            seen.append(weakref.ref(tree))
            yield tree

    cluster(trees())

    assert [tree for tree in seen if tree() is not None][1:] == []


def test_classes_tell_pages_apart_that_have_the_same_labels() -> None:
    one = collapse(Tree.from_text("body(div[class=shop](p[class=price]) div[class=foot])"))
    other = collapse(Tree.from_text("body(div[class=wiki](p[class=note]) div[class=links])"))

    assert similarity(one, one) == 1.0
    assert similarity(one, other) < 0.5


def test_blocks_of_their_own_part_pages_and_missing_blocks_do_not() -> None:
    roof = frozenset(range(40))
    one, other = roof | {*range(100, 120)}, roof | {*range(200, 220)}

    assert apart([one, other, one, other]) == [[0, 2], [1, 3]]
    assert apart([one, roof, one, roof]) == [[0, 1, 2, 3]]


@pytest.mark.slow
def test_the_cost_grows_with_the_pages_not_with_their_pairs() -> None:
    pages = [parse(html) for seed in range(40) for _, html in made_up(random.Random(seed))]

    def seconds(count: int) -> float:
        return took(lambda: cluster(pages[:count]))

    assert_grows(lambda: seconds(len(pages) // 8), lambda: seconds(len(pages)), 20)


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="the labelled corpus is not here")
def test_the_detail_pages_of_all_sites_are_sorted_by_site() -> None:
    from bench.cluster import _pages

    pages = [*_pages(CORPUS, "detail")]
    random.Random(3).shuffle(pages)

    groups = cluster(tree for _, tree in pages)

    assert adjusted_rand([site for site, _ in pages], labels(groups, len(pages))) >= 0.95
