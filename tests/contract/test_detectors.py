"""What callers can expect of every detector, whatever its paper says."""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.strategies import pages, rich_trees, soups, tree_texts, trees
from windrow import kernels
from windrow.detect import DETECTORS, Detector
from windrow.model import Region
from windrow.pipeline import find_in_tree
from windrow.read import read
from windrow.tree import Tree, parse

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.html"))
CORPUS = ROOT.parent / "shared" / "corpus"

detectors = [new() for new in DETECTORS.values()]
every_detector = pytest.mark.parametrize("detector", detectors, ids=[*DETECTORS])
every_name = pytest.mark.parametrize("name", DETECTORS)

# A detector with a mode is two detectors to its callers.
modes: dict[str, Detector] = dict(zip(DETECTORS, detectors, strict=True))
for _name, _new in DETECTORS.items():
    if "mode" in getattr(_new, "__dataclass_fields__", {}):
        modes[f"{_name}-literal"] = _new(mode="literal")  # type: ignore[call-arg]
every_mode = pytest.mark.parametrize("detector", modes.values(), ids=[*modes])

# A busy machine or uncompiled kernels must not make a test fail.
busy = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])

compiled = kernels.mode("simple") == "native"
# The corpus is large: with uncompiled kernels a few pages are enough.
SAMPLE = 60 if compiled else 6


@st.composite
def list_pages(draw: st.DrawFn) -> Tree:
    """Return a page with a list of records of a few kinds, as lists are in the wild."""
    kinds = draw(st.lists(tree_texts(max_leaves=5), min_size=1, max_size=3))
    records = draw(st.lists(st.sampled_from(kinds), min_size=2, max_size=9))
    others = draw(st.lists(st.sampled_from(["h1", "hr", "p(i b)"]), max_size=2))
    return Tree.from_text(f"body({' '.join(others)} ul({' '.join(records)}) p)")


def assert_well_formed(tree: Tree, regions: list[Region]) -> None:
    """Assert what holds for the regions of any page."""
    for region in regions:
        assert region.records
        # Nodes of a record in page order, and so are the records.
        assert list(region.records) == sorted(region.records)
        assert all(list(record) == sorted(record) for record in region.records)
        nodes = [n for record in region.records for root in record for n in tree.subtree(root)]
        assert len(nodes) == len(set(nodes))
    assert [r.records[0] for r in regions] == sorted(r.records[0] for r in regions)


def written(tree: Tree, detector: Detector) -> list[dict[str, Any]]:
    """Return all that a detector says about a page, as plain data."""
    return [
        {
            "records": [list(record) for record in region.records],
            "score": region.score,
            "span": region.span,
            "parent": region.parent,
            "pattern": region.pattern,
            "alignment": str(region.alignment),
            "template": region.template and region.template.to_json(),
        }
        for region in detector.detect(tree)
    ]


@every_detector
def test_siblings_that_look_alike_are_one_region(detector: Detector) -> None:
    tree = Tree.from_text("body(h1 ul(li(a img) li(a img) li(a img)))")

    [region] = detector.detect(tree)

    assert [tree.label(node) for record in region.records for node in record] == ["li", "li", "li"]


@every_detector
def test_a_region_names_its_detector(detector: Detector) -> None:
    name = next(name for name, new in DETECTORS.items() if isinstance(detector, new))

    [region] = detector.detect(Tree.from_text("body(h1 ul(li(a img) li(a img) li(a img)))"))

    assert region.detector == name


@every_name
def test_a_detector_declares_its_paper_and_the_template_of_its_regions(name: str) -> None:
    declared = DETECTORS[name]
    papers = re.findall(r"^@\w+\{(\w+),", (ROOT / "docs/papers.bib").read_text("utf-8"), re.M)

    [region] = declared().detect(Tree.from_text("body(h1 ul(li(a img) li(a img) li(a img)))"))

    assert declared.paper in ("", *papers)
    assert 0 < len(declared.finds) < 80
    assert type(region.template) is (declared.template or type(None))


@every_mode
@busy
@given(tree=trees() | trees(max_leaves=40))
def test_no_node_belongs_to_two_records_and_records_are_in_page_order(
    detector: Detector, tree: Tree
) -> None:
    assert_well_formed(tree, detector.detect(tree))


@every_mode
@busy
@given(tree=list_pages())
def test_so_it_is_on_pages_with_a_list(detector: Detector, tree: Tree) -> None:
    assert_well_formed(tree, detector.detect(tree))


@every_mode
@busy
@given(tree=rich_trees())
def test_so_it_is_on_trees_with_odd_texts_and_attributes(detector: Detector, tree: Tree) -> None:
    assert_well_formed(tree, detector.detect(tree))


@every_mode
@busy
@given(page=pages() | soups())
def test_so_it_is_on_pages_good_and_bad_and_tables_can_be_made(
    detector: Detector, page: str
) -> None:
    tree = parse(page)

    assert_well_formed(tree, detector.detect(tree))
    for table in (one.table for one in find_in_tree(tree, detector=detector)):
        assert len(table.rows) == len(table.nodes)
        str(table)


@every_mode
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_so_it_is_on_the_examples(detector: Detector, path: Path) -> None:
    tree = parse(read(path))

    regions = detector.detect(tree)

    assert regions
    assert_well_formed(tree, regions)


@every_detector
@busy
@given(tree=list_pages() | trees(max_leaves=30))
def test_detection_is_deterministic(detector: Detector, tree: Tree) -> None:
    again = Tree.from_text(tree.to_text())

    assert written(tree, detector) == written(tree, detector) == written(again, detector)


@every_mode
@pytest.mark.parametrize(
    "page",
    [
        "",
        "<p>One paragraph.</p>",
        "<h1>Title</h1><p>Some text that goes on for a while.</p><blockquote>Words.</blockquote>",
        "<body></body>",
        "<hr><hr><hr><br><br>",
        "<div><div></div><div></div><div></div></div>",
        "<script>var a = 1</script><noscript>x</noscript>",
    ],
    ids=["empty", "one", "article", "bare", "rules", "hollow", "script"],
)
def test_a_page_without_records_has_no_region(detector: Detector, page: str) -> None:
    regions = detector.detect(parse(page))

    # A detector whose score is a probability may name what it hardly believes in.
    assert [region for region in regions if region.detector != "auto" or region.score > 0.2] == []


@every_detector
def test_a_single_node_has_no_region(detector: Detector) -> None:
    assert detector.detect(Tree.from_text("a")) == []


SHOP = [
    ("Rechen für Größere", "/käse?ä=1", "12,50 €", "草ぼうき"),
    ("Грабли «Сено»", "/grabli", "1 200 ₽", "新しい"),
    ("مجرفة", "/mijrafa", "٣٥ د.إ", "🌾 новый"),
    ("耙子", "/pázi", "¥88", "naïve\u0301"),
]


@every_detector
def test_text_of_any_script_comes_through(detector: Detector) -> None:
    rows = "".join(
        f"<div><h3><a href='{link}'>{name}</a></h3><p>{price}</p><span>{note}</span></div>"
        for name, link, price, note in SHOP
    )

    first = find_in_tree(parse(f"<main>{rows}</main>"), detector=detector)[0].table

    cells = [set(row.values()) for row in first.rows]
    assert all(set(row) <= found for row, found in zip(SHOP, cells, strict=True))


@every_detector
def test_the_order_of_attributes_does_not_matter(detector: Detector) -> None:
    def page(turned: bool) -> Tree:
        def tag(name: str, *attributes: str) -> str:
            return f"<{name} {' '.join(reversed(attributes) if turned else attributes)}>"

        rows = "".join(
            tag("li", "class='a b'", f"id=r{k}", "data-n=1")
            + tag("a", f"href=/{k}", "title=t", "class=x")
            + f"Name {k}</a>"
            + tag("img", f"src={k}.png", "alt=i")
            + (tag("em", "lang=en", "class=new") + "new</em>" if k % 2 else "")
            + "</li>"
            for k in range(5)
        )
        return parse(f"<h1>Things</h1><ul>{rows}</ul>")

    straight, turned = page(False), page(True)

    assert written(straight, detector) == written(turned, detector)
    one, other = (
        [found.table for found in find_in_tree(tree, detector=detector)]
        for tree in (straight, turned)
    )
    assert one == other


@every_detector
def test_white_space_between_tags_does_not_matter(detector: Detector) -> None:
    rows = [
        ("<li>", f"<h3>Name {k}</h3>", f"<p>Text {k}</p>", f"<div>${k}</div>", "</li>")
        for k in range(4)
    ]
    dense = parse("<ul>" + "".join("".join(row) for row in rows) + "</ul>")
    loose = parse("<ul>\n" + "\n".join("\n  ".join(row) for row in rows) + "\n</ul>\n")

    assert written(dense, detector) == written(loose, detector)


@every_detector
def test_a_table_inside_a_record_does_not_break_the_list(detector: Detector) -> None:
    rows = "".join(
        f"<div><h3>Name {k}</h3><table><tr><td>a{k}<td>b{k}<tr><td>c{k}<td>d{k}</table>"
        f"<p>Text number {k}, which says a little more about the thing.</p></div>"
        for k in range(4)
    )
    tree = parse(f"<h1>Things</h1><main>{rows}</main>")

    regions = detector.detect(tree)

    assert_well_formed(tree, regions)
    assert 4 in {len(region.records) for region in regions}


@every_detector
def test_deep_and_wide_trees_are_no_trouble(detector: Detector) -> None:
    deep = Tree.from_text("a(" * 511 + "a" + ")" * 511)
    wide = Tree.from_text("a(" + "b " * 2000 + ")")

    assert_well_formed(deep, detector.detect(deep))
    assert_well_formed(wide, detector.detect(wide))


# Compiled or not.

_WRITE = """
import json, sys
from tests.contract.test_detectors import kernel_pages, modes, written
print(json.dumps({n: [written(t, d) for t in kernel_pages()] for n, d in modes.items()}))
"""


def kernel_pages() -> Iterator[Tree]:
    """Yield the pages that compiled and uncompiled kernels must agree on."""
    for path in EXAMPLES:
        yield parse(read(path))
    chance = random.Random(7)
    for _ in range(12):
        kinds = [_any_text(chance, 3) for _ in range(3)]
        records = " ".join(chance.choice(kinds) for _ in range(chance.randrange(2, 12)))
        yield Tree.from_text(f"body(h1 div({records}) {_any_text(chance, 4)})")


def _any_text(chance: random.Random, depth: int) -> str:
    label = chance.choice(["a", "li", "td", "p", "img"])
    if depth == 0 or chance.random() < 0.2:
        return label
    children = [_any_text(chance, depth - 1) for _ in range(chance.randrange(1, 5))]
    return f"{label}({' '.join(children)})"


@cache
def said_with(kind: str) -> dict[str, Any]:
    """Return what all detectors say in a process with these kernels."""
    environment = {**os.environ, "WINDROW_KERNELS": kind}
    done = subprocess.run(
        [sys.executable, "-c", _WRITE],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    if kind == "native" and "is not compiled" in done.stderr and not compiled:
        pytest.skip("kernels are not compiled")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("name", modes)
def test_detection_is_the_same_compiled_or_not(name: str) -> None:
    assert said_with("native")[name] == said_with("python")[name]


# Real pages.


@cache
def corpus_pages() -> list[Path]:
    return sorted(CORPUS.rglob("page.html"))


needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="no corpus beside the repository")


@needs_corpus
@every_detector
def test_no_page_of_a_sample_is_too_much(detector: Detector) -> None:
    small = [path for path in corpus_pages() if compiled or path.stat().st_size < 50_000]

    for path in random.Random(20).sample(small, min(SAMPLE, len(small))):
        tree = parse(read(path))
        assert_well_formed(tree, detector.detect(tree))


# A page of every site is read by one detector, so that the suite stays short however many pages a
# site has; bench.fuzz reads all with all.
@needs_corpus
@pytest.mark.parametrize("number", range(len(DETECTORS)), ids=[*DETECTORS])
@pytest.mark.slow
def test_tables_are_made_of_pages_of_all_sites(number: int) -> None:
    name = [*DETECTORS][number]
    first = {path.parents[1]: path for path in reversed(corpus_pages())}
    for path in sorted(first.values())[number :: len(DETECTORS)]:
        tree = parse(read(path))
        try:
            found = [*find_in_tree(tree, detector=name)]
            # Plain text whose lines are records has a tree of its own.
            for read_as in {id(one.tree): one.tree for one in found}.values():
                regions = [one.region for one in found if one.tree is read_as]
                assert_well_formed(read_as, sorted(regions, key=lambda region: region.records))
        except Exception as error:
            error.add_note(str(path))
            raise
