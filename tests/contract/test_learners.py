"""What every system that only learns owes its callers: templates that are kept, read and refused."""

import copy
import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.fuzz.families import FAMILIES
from tests import yardstick
from tests.contract.test_detectors import busy, list_pages
from tests.contract.test_paper_templates import damage
from tests.contract.test_templates import LISTS, THINGS, shop
from tests.yardstick import assert_grows, took
from windrow.detect import DETECTORS, LEARNERS
from windrow.detect.base import PagesLearner
from windrow.errors import NothingLearned, WindrowError
from windrow.read import Page
from windrow.tree import Tree, parse
from windrow.wrap.learn import learn
from windrow.wrap.store import dumps, loads
from windrow.wrap.template import Opened, learns_examples, learns_pages
from windrow.wrap.wrapper import Wrapper

ROOT = Path(__file__).parents[2]
every_learner = pytest.mark.parametrize("name", LEARNERS)
PAGES = [name for name in LEARNERS if learns_pages(name)]
every_of_pages = pytest.mark.parametrize("name", PAGES)
every_of_examples = pytest.mark.parametrize("name", [n for n in LEARNERS if learns_examples(n)])


@cache
def wrapper_of(name: str) -> Wrapper:
    examples = THINGS if learns_examples(name) else ()
    return learn(LISTS, detector=name, kind="list", examples=examples)


def made(name: str) -> PagesLearner:
    learner = LEARNERS[name]()
    assert isinstance(learner, PagesLearner)
    return learner


@every_learner
def test_a_learner_declares_its_paper_and_what_it_finds(name: str) -> None:
    declared = LEARNERS[name]
    papers = re.findall(r"^@\w+\{(\w+),", (ROOT / "docs/papers.bib").read_text("utf-8"), re.M)

    assert declared.paper in papers
    assert 0 < len(declared.finds) < 80
    assert name not in DETECTORS
    assert learns_pages(name) != learns_examples(name)


@every_learner
def test_a_wrapper_survives_its_file(name: str) -> None:
    wrapper = wrapper_of(name)

    again = loads(dumps(wrapper).encode())

    assert again.template.to_json() == wrapper.template.to_json()
    assert again.detector == name
    for page in LISTS:
        assert again.apply(page) == wrapper.apply(page)


@every_learner
@pytest.mark.parametrize("count", [1, 2, 9])
def test_another_page_is_read_whatever_its_length(name: str, count: int) -> None:
    [table] = wrapper_of(name).apply(shop(20, count))

    prices = [[v for v in row.values() if isinstance(v, str) and "$" in v] for row in table.rows]
    assert prices == [[f"${k}.00"] for k in range(20, 20 + count)]


@every_learner
def test_a_page_without_records_has_none(name: str) -> None:
    for table in wrapper_of(name).apply(shop(0, 0)):
        assert table.rows == ()


@every_learner
@busy
@given(tree=list_pages())
def test_a_wrapper_can_be_applied_to_any_page(name: str, tree: Tree) -> None:
    page = Page.from_text("".join(f"<{tree.label(n)}>x" for n in range(1, len(tree))))

    for table in wrapper_of(name).apply(page):
        assert len(table.rows) == len(table.nodes)


@every_learner
@busy
@given(chance=st.data())
def test_a_damaged_template_is_refused_or_can_be_used(name: str, chance: st.DataObject) -> None:
    template = wrapper_of(name).template
    data = copy.deepcopy(template.to_json()["template"])
    damage(data, chance)

    try:
        changed = type(template).from_json({**template.to_json(), "template": data})
    except ValueError:
        return
    json.dumps(changed.to_json())
    [*changed.describe(())]
    changed.read(Opened(LISTS[0]))


@every_learner
@pytest.mark.parametrize("nonsense", [None, 3, "x", [], {}, {"path": 3}, [[]], True, {"lefts": []}])
def test_nonsense_is_no_template(name: str, nonsense: Any) -> None:
    with pytest.raises(ValueError):  # noqa: PT011, every system has words of its own
        LEARNERS[name].template.from_json(nonsense)


@every_of_pages
def test_one_page_is_not_enough(name: str) -> None:
    with pytest.raises(NothingLearned, match="compares pages, and there is one"):
        learn(LISTS[:1], detector=name)


@every_of_pages
def test_a_page_past_the_limit_is_refused_with_the_reason(name: str) -> None:
    long = parse("<p>x" * 20_000)

    with pytest.raises(NothingLearned, match=r"up to 40,000 tags and texts"):
        made(name).detect_in_pages([long, long])


@every_of_pages
@busy
@given(trees=st.lists(list_pages(), min_size=2, max_size=3))
def test_any_pages_can_be_compared(name: str, trees: list[Tree]) -> None:
    try:
        joined, whole, lists = made(name).detect_in_pages(trees)
    except WindrowError:
        return

    assert len(whole.records) == len(trees)
    for region in (whole, *lists):
        nodes = [n for record in region.records for root in record for n in joined.subtree(root)]
        assert len(nodes) == len(set(nodes))
        assert [*region.records] == sorted(region.records)
        assert region.alignment is not None
        assert len(region.alignment.rows) == len(region.records)
        again = type(region.template).from_json(  # type: ignore[union-attr]
            json.loads(json.dumps(region.template.to_json()))  # type: ignore[union-attr]
        )
        assert again == region.template
        str(region.alignment)
        for tree in trees:
            again.apply(tree)


@every_of_examples
def test_examples_are_needed(name: str) -> None:
    with pytest.raises(NothingLearned, match=f"{name} learns from examples"):
        learn(LISTS, detector=name)


def seconds(name: str, pages: list[str]) -> float:
    trees = [parse(page) for page in pages]

    def work() -> None:
        with suppress(NothingLearned):
            made(name).detect_in_pages(trees)

    return max(took(work), 0.05)


@every_of_pages
@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_pages_of_every_shape_are_learned_in_time(name: str, family: str) -> None:
    def pages(count: int) -> list[str]:
        make = FAMILIES[family]
        return [f"<h1>{size}</h1>{make(size)}" for size in (count, count + count // 5)]

    assert seconds(name, pages(4_000)) < yardstick.seconds(20)
    # Bounded searches: between linear and quadratic.
    assert_grows(lambda: seconds(name, pages(500)), lambda: seconds(name, pages(2_000)), 16, 3)
