"""What every template of a wrapper owes its callers, whether of lists, of details or of a paper."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from windrow import extract
from windrow.detect import DETECTORS, LEARNERS
from windrow.model import Value
from windrow.read import Page
from windrow.tree import Tree
from windrow.wrap.keep import kept_pages
from windrow.wrap.learn import learn
from windrow.wrap.selectors import Form
from windrow.wrap.template import (
    FITS,
    NodeRow,
    Opened,
    Template,
    learns_examples,
    template_class,
)
from windrow.wrap.wrapper import Wrapper

PAPERS = [name for name, detector in DETECTORS.items() if detector.template is not None]
SYSTEMS = ["list", "detail", *PAPERS, *LEARNERS]
every_system = pytest.mark.parametrize("system", SYSTEMS)


def shop(first: int, count: int) -> Page:
    """Return a page of a shop with *count* things; every third of them is new."""
    rows = "".join(
        f"<div class=thing><h3><a href=/{k}>Thing {k}</a></h3><p>About thing number {k}.</p>"
        f"<span>${k}.00</span>{'<em>new</em>' if k % 3 == 0 else ''}</div>"
        for k in range(first, first + count)
    )
    return Page.from_text(f"<h1>Shop</h1><main>{rows}</main><footer>All rights reserved</footer>")


def film(name: str, year: str, cast: str) -> Page:
    """Return a page about one film."""
    actors = "".join(f"<li><a href=/{actor}>{actor}</a>" for actor in cast.split())
    return Page.from_text(
        f"<title>{name}</title><body><h1 class=name>{name}</h1>"
        f"<table><tr><th>Year<td>{year}<tr><th>Title<td>{name}!</table>"
        f"<ul class=cast>{actors}</ul><p>{name} is long"
    )


LISTS = [shop(0, 6), shop(6, 4)]
# Systems that learn from examples get all rows of both pages.
THINGS = [
    {"link": f"/{k}", "name": f"Thing {k}", "text": f"About thing number {k}.", "price": f"${k}.00"}
    for k in range(10)
]
FILMS = [film("Hay", "1987", "Ann Bob"), film("Rye", "1991", "Cyd Dan Eve")]


def pages(system: str) -> list[Page]:
    return FILMS if system == "detail" else LISTS[:1] if system in PAPERS else LISTS


@cache
def wrapper_of(system: str) -> Wrapper:
    if system in LEARNERS:
        examples = THINGS if learns_examples(system) else ()
        return learn(pages(system), detector=system, kind="list", examples=examples)
    if system in PAPERS:
        return learn(pages(system), detector=system)
    return learn(pages(system), kind="list" if system == "list" else "detail")


def reloaded(template: Template) -> Template:
    """Return a template as it comes back from a file."""
    return template_class(template.system).from_json(json.loads(json.dumps(template.to_json())))


@every_system
def test_a_template_is_of_the_system_it_names(system: str) -> None:
    template = wrapper_of(system).template

    assert template.system == template.to_json()["system"] == system
    assert isinstance(template, template_class(system))


@every_system
def test_a_template_survives_json(system: str) -> None:
    template = wrapper_of(system).template

    again = reloaded(template)

    assert again.to_json() == template.to_json()
    for page in pages(system):
        assert again.read(Opened(page)) == template.read(Opened(page))


@every_system
def test_a_template_reads_the_learned_rows_from_the_learned_page(system: str) -> None:
    for page in pages(system):
        [table] = wrapper_of(system).apply(page)

        if system == "detail":
            [row] = table.rows
            texts = {value for value in row.values() if isinstance(value, str)}
            assert {"Hay", "1987"} <= texts or {"Rye", "1991"} <= texts
        elif system in LEARNERS:
            first = 0 if page is LISTS[0] else 6
            told = [set(thing.values()) for thing in THINGS[first : first + len(table.rows)]]
            assert len(table.rows) == (6 if page is LISTS[0] else 4)
            assert all(one <= {*row.values()} for one, row in zip(told, table.rows, strict=True))
        else:
            detector = system if system in PAPERS else "auto"
            assert table.rows == extract(page, detector=detector)[0].rows


@every_system
def test_a_page_of_another_site_does_not_fit(system: str) -> None:
    other = Opened(Page.from_text("<article><p>Nothing of the kind.</article>"))

    reading = wrapper_of(system).read(other)

    assert reading.fit < FITS
    assert reading.problems


@every_system
def test_nodes_fit_rows(system: str) -> None:
    template = wrapper_of(system).template
    for page in pages(system):
        opened = Opened(page)

        rows, located = template.read(opened).rows, template.nodes(opened)

        tree = opened.whole if template.hidden else opened.tree
        assert len(located.records) == len(located.cells) == len(rows)
        for row, record, cells in zip(rows, located.records, located.cells, strict=True):
            assert all(0 <= node < len(tree) for node in record)
            fits(tree, row, cells)


def fits(tree: Tree, row: Mapping[str, Value], cells: NodeRow) -> None:
    """Hold that every value has a node that says it; what is said to machines has none."""
    for name, value in row.items():
        cell = cells.get(name)
        if name == "title" and cell is None:
            continue
        if isinstance(value, list):
            assert isinstance(cell, list)
            for inner, nodes in zip(value, cell, strict=True):
                fits(tree, inner, nodes)
        elif value is not None:
            assert isinstance(cell, int)
            assert value in said(tree, cell)


def said(tree: Tree, node: int) -> str:
    """Return all that a node says: texts one behind the other, then attributes."""
    below = [*tree.subtree(node)]
    texts = [tree.text(one) for one in below]
    attributes = [value for one in below for value in tree.attributes_of(one).values()]
    return "".join(texts) + " ".join(texts) + " ".join(attributes)


@every_system
def test_nothing_is_wrong_with_the_learned_pages(system: str) -> None:
    wrapper = wrapper_of(system)
    for page in pages(system):
        opened = Opened(page)

        judgement = wrapper.template.judge(wrapper, opened, wrapper.read(opened))

        assert judgement.reasons == ()
        assert {*judgement.failed} <= {column.place for column in wrapper.columns}


@every_system
def test_the_learned_pages_are_matched_with_all_columns(system: str) -> None:
    wrapper = wrapper_of(system)

    match = wrapper.template.match(wrapper, [Opened(page) for page in pages(system)])

    assert {*match.sure} == {column.name for column in wrapper.columns}
    assert min(match.sure.values()) > 0.5
    assert match.wrapper.template.system == system
    assert match.pages >= 1


@every_system
def test_a_template_describes_itself_readably(system: str) -> None:
    wrapper = wrapper_of(system)

    lines = [*wrapper.template.describe(wrapper.columns)]

    assert 1 <= len(lines) <= 40
    assert all(line.strip() and "\n" not in line for line in lines)
    assert "object at 0x" not in "".join(lines)


@every_system
@pytest.mark.parametrize("form", ["css", "xpath"])
def test_selectors_say_what_they_cannot_give(system: str, form: Form) -> None:
    wrapper = wrapper_of(system)

    found = wrapper.template.selectors(wrapper.columns, form, kept_pages(wrapper.kept))

    given = [one.column for one in found.columns]
    assert sorted([*given, *found.missing]) == sorted(column.name for column in wrapper.columns)
    assert all(found.missing.values())
    assert bool(given) == (system in ("list", "detail"))


@every_system
@pytest.mark.parametrize(
    "nonsense",
    [{}, {"template": None}, {"template": []}, {"template": {}}, {"fields": 3}, {"records": "x"}],
    ids=str,
)
def test_nonsense_is_not_a_template(system: str, nonsense: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011, every system has words of its own
        template_class(system).from_json({"system": system, **nonsense})


@pytest.mark.parametrize(
    "name", ["", "auto", "mdr", "keyed", "windrow.wrap.store:load", "os:system"]
)
def test_only_known_names_lead_to_a_class(name: str) -> None:
    with pytest.raises(ValueError, match="no such template"):
        template_class(name)
