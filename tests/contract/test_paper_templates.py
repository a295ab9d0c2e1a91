"""What every template of a paper owes its callers: to be kept in a file and used on other pages."""

import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contract.test_detectors import busy, list_pages
from windrow.align.partial import align
from windrow.detect import DETECTORS, Detector
from windrow.model import Region
from windrow.tree import Tree, parse

ROOT = Path(__file__).parents[2]

# MDR has no template: it finds a place, not a shape. "auto" is not from a paper.
NAMES = [name for name in DETECTORS if DETECTORS[name].template]
every_name = pytest.mark.parametrize("name", NAMES)


def shop(first: int, count: int) -> str:
    """Return a page of a shop with *count* things; every third of them is new."""
    rows = "".join(
        f"<div><h3><a href=/{k}>Thing {k}</a></h3><p>About thing number {k}.</p>"
        f"<span>${k}.00</span>{'<em>new</em>' if k % 3 == 0 else ''}</div>"
        for k in range(first, first + count)
    )
    return f"<h1>Shop, page {first}</h1><main>{rows}</main><footer>All rights reserved</footer>"


SHOP = shop(0, 6)
OTHERS = [shop(6, 4), shop(12, 9), shop(24, 2)]


def detector(name: str) -> Detector:
    return DETECTORS[name]()


def main_region(name: str, page: str) -> Region:
    """Return the region ranked first."""
    return max(detector(name).detect(parse(page)), key=lambda region: region.score)


def template_of(name: str) -> Any:
    found = main_region(name, SHOP).template
    assert found is not None
    return found


def reloaded(template: Any) -> Any:
    """Return a template as it comes back from a file."""
    return type(template).from_json(json.loads(json.dumps(template.to_json())))


def picture(tree: Tree, region: Region) -> str:
    return str(region.alignment or align(tree, region.records))


@every_name
def test_a_template_prints_readably(name: str) -> None:
    lines = str(template_of(name)).splitlines()

    # Someone who knows the page finds its labels again, on few lines, in no machine's notation.
    assert 1 <= len(lines) <= 30
    assert all(label in " ".join(lines) for label in ("h3", "p", "span"))
    assert "object at 0x" not in str(lines)


@every_name
def test_a_template_survives_json_exactly(name: str) -> None:
    template = template_of(name)

    assert reloaded(template) == template
    assert reloaded(template).to_json() == template.to_json()
    assert str(reloaded(template)) == str(template)


@every_name
@busy
@given(tree=list_pages())
def test_so_does_the_template_of_any_page(name: str, tree: Tree) -> None:
    for region in detector(name).detect(tree):
        template: Any = region.template
        assert reloaded(template) == template


@every_name
@busy
@given(tree=list_pages(), other=list_pages())
def test_a_template_can_be_applied_to_any_page(name: str, tree: Tree, other: Tree) -> None:
    for region in detector(name).detect(tree):
        template: Any = region.template
        for found in template.apply(other):
            assert found.records
            assert list(found.records) == sorted(found.records)
            assert picture(other, found)


@every_name
def test_a_template_finds_its_own_page_again(name: str) -> None:
    region, tree = main_region(name, SHOP), parse(SHOP)

    [again] = reloaded(region.template).apply(tree)

    assert again.records == region.records
    assert picture(tree, again) == picture(tree, region)


@every_name
@pytest.mark.parametrize("page", OTHERS, ids=["four", "nine", "two"])
def test_a_template_finds_on_another_page_what_learning_afresh_would(name: str, page: str) -> None:
    tree = parse(page)

    [region] = template_of(name).apply(tree)

    fresh = main_region(name, page)
    assert region.records == fresh.records
    assert picture(tree, region) == picture(tree, fresh)


@every_name
def test_a_template_reads_a_page_with_one_record_and_one_with_none(name: str) -> None:
    template = template_of(name)

    [single] = template.apply(parse(shop(30, 1)))

    assert len(single.records) == 1
    assert template.apply(parse(shop(30, 0))) == []
    assert template.apply(parse("")) == []


_APPLY = """
import json, sys
from importlib import import_module
from tests.contract.test_paper_templates import picture
from windrow.tree import parse
module, name, data, pages = json.load(sys.stdin)
template = getattr(import_module(module), name).from_json(data)
trees = [parse(page) for page in pages]
found = [(tree, region) for tree in trees for region in template.apply(tree)]
print(json.dumps([[region.records, picture(tree, region)] for tree, region in found]))
"""


@every_name
def test_a_template_loaded_in_a_fresh_process_extracts_what_learning_afresh_would(
    name: str,
) -> None:  # H18
    template = template_of(name)
    kind = type(template)
    given = [kind.__module__, kind.__qualname__, template.to_json(), OTHERS]

    done = subprocess.run(
        [sys.executable, "-c", _APPLY],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=300,
    )

    assert done.returncode == 0, done.stderr
    fresh = [(parse(page), main_region(name, page)) for page in OTHERS]
    assert json.loads(done.stdout) == [
        [[list(record) for record in region.records], picture(tree, region)]
        for tree, region in fresh
    ]


@every_name
@pytest.mark.parametrize("nonsense", [None, 3, "x", [], {}, {"path": 3}, [[]], True, {"kind": "x"}])
def test_nonsense_is_no_template(name: str, nonsense: object) -> None:
    kind: Any = type(template_of(name))

    with pytest.raises(ValueError):  # noqa: PT011, every system has words of its own
        kind.from_json(nonsense)


@every_name
def test_the_template_of_another_system_is_refused(name: str) -> None:
    kind: Any = type(template_of(name))
    others = [other for other in NAMES if type(template_of(other)) is not kind]

    for other in others:
        with pytest.raises(ValueError):  # noqa: PT011
            kind.from_json(template_of(other).to_json())


@every_name
@busy
@given(chance=st.data())
def test_a_damaged_template_is_refused_or_can_be_used(name: str, chance: st.DataObject) -> None:
    template = template_of(name)
    data = copy.deepcopy(template.to_json())
    damage(data, chance)

    try:
        changed = type(template).from_json(data)
    except ValueError:
        return
    json.dumps(changed.to_json())
    str(changed)
    changed.apply(parse(SHOP))


NONSENSE: list[Any] = [None, -1, 0, 1, 10**9, 2.5, float("nan"), "", "x", [], [0], {}, {"x": 1}]


def damage(data: Any, chance: st.DataObject) -> None:
    """Change, remove or double one entry somewhere inside *data*."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        key = chance.draw(st.sampled_from(keys))
        inside = isinstance(data[key], dict | list) and len(data[key]) > 0
        if not inside or chance.draw(st.booleans()):
            break
        data = data[key]
    what = chance.draw(st.sampled_from(["change", "remove", "double"]))
    if what == "remove":
        del data[key]
    elif what == "double" and isinstance(data, list):
        data.insert(key, copy.deepcopy(data[key]))
    else:
        data[key] = chance.draw(st.sampled_from(NONSENSE))
