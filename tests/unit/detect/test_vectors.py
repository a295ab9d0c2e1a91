"""The worked examples as data, where the file of them stands beside the repository.

The examples are written out in the tests of each system; this holds them to the file they came
from. A section without a test here fails.
"""

import json
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.matching import TreeMatching
from tests.tokens import from_html
from tests.tokens import similarity as similarity_of
from tests.unit.align.test_partial import labels, seed_of
from tests.unit.detect.test_gza import raw_pattern
from tests.unit.detect.test_mdr import runs
from tests.unit.detect.test_stem import found_patterns, sequence_of
from windrow.align.partial import grow
from windrow.detect.gza.tokens import Alphabet, format_of
from windrow.detect.net import NET
from windrow.detect.stem import STEM
from windrow.detect.stem.patterns import patterns
from windrow.detect.stem.records import groups
from windrow.kernels.match import sequence as kernel
from windrow.match.generalized import GeneralizedMatching
from windrow.match.grammar import generate_grammar
from windrow.match.sequence import as_symbols, local_alignment, occurrences
from windrow.tree import Tree
from windrow.tree.visual import visual_parents

FILE = Path(__file__).parents[4] / "shared" / "vectors.json"
VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}


def stm(vectors: Any) -> None:
    for first, second, score in vectors:
        tree = Tree.from_text(f"pair({first} {second})")
        assert TreeMatching(tree).score(1, 1 + tree.sizes[1]) == score


def earliest(vectors: Any) -> None:
    for first, second, pairs in vectors:
        tree = Tree.from_text(f"pair({first} {second})")
        a, b = tree.children(0)
        places = (tree.children(a), tree.children(b))
        found = TreeMatching(tree).pairs(a, b)[1:]
        assert [[places[0].index(x), places[1].index(y)] for x, y in found] == pairs


def pta_insert(vectors: Any) -> None:
    for seed, record, grown in vectors:
        growth = grow(Tree.from_text(f"p({record})"), [(0,)], seed=seed_of(seed))
        assert labels(growth.seed) == grown


def pta(vectors: Any) -> None:
    tree = Tree.from_text(f"r({' '.join(f'p({text})' for text in vectors['trees'])})")
    growth = grow(tree, [(node,) for node in tree.children(0)])
    assert labels(growth.seed) == vectors["seed"]
    assert growth.rounds == vectors["rounds"]
    lines = str(growth.alignment).splitlines()
    rows = [[cell for cell in line.split() if cell not in "|-"] for line in lines]
    assert rows == [row.split() for row in vectors["rows"].values()]


def rect_tree(vectors: Any) -> None:
    boxes = [(left, top, right, bottom) for _, left, right, top, bottom in vectors["in"]]
    assert visual_parents(boxes) == vectors["parents"]


def mdr(vectors: Any) -> None:
    for text, expected in vectors:
        assert [list(run) for run in runs(text)] == expected


def net(vectors: Any) -> None:
    # The items are data of one label; written by name, they would not match at all.
    text = vectors["tree"]
    for name, label in (("N3", "N2"), ("N5", "N4"), ("N6", "N4")):
        text = text.replace(name, label)
    for k in range(1, 10):
        text = text.replace(f"t{k}", f't"t{k}"')
    [region] = NET(threshold=vectors["T"], flat=True).detect(Tree.from_text(text))
    lines = [line.split("|") for line in str(region.alignment).splitlines()]
    cells = [[None if c.strip() == "-" else c.strip() for c in line] for line in lines]
    assert cells == vectors["output"]


def _text(string: str) -> tuple[list[int], list[str]]:
    letters = sorted({*string})
    return [letters.index(letter) for letter in string], letters


def grammar(vectors: Any) -> None:
    for string, expression in vectors.items():
        symbols, letters = _text(string)
        assert generate_grammar(symbols).expression(letters.__getitem__) == expression


def grammar_records(vectors: Any) -> None:
    for string, records in vectors.items():
        [found] = generate_grammar(_text(string)[0]).lists
        assert [string[record.start : record.end] for record in found.records] == records


def gstm(vectors: Any) -> None:
    def match(first: str, second: str) -> list[float]:
        tree = Tree.from_text(f"pair({first} {second})")
        options = {"tau1": vectors["tau1"], "tau2": vectors["tau2"]}
        return [*GeneralizedMatching(tree, **options).match(1, 1 + tree.sizes[1])]

    trees = vectors["trees"]
    for name in ("S1", "S5"):
        for part in ("S2", "S3", "S4", "S6", "S7"):
            trees[name] = trees[name].replace(part, trees[part])
    for pair, expected in vectors["cells"].items():
        first, second = pair.split(",")
        assert match(trees[first], trees[second]) == expected
    for first, second, expected in vectors["more"]:
        assert match(first, second) == expected


def stem(vectors: Any) -> None:
    limits = {"alpha": vectors["alpha"], "beta": vectors["beta"], "longest": vectors["L"]}
    for case in vectors["cases"]:
        paths = {int(number): path for number, path in case["paths"].items()}
        sequence = sequence_of(case["wps"], paths)
        literal = sorted(patterns(sequence, mode="literal", **limits))
        assert [list(pattern) for pattern in literal] == case["literal"], case["name"]
        resolved = found_patterns(STEM(**limits), sequence)
        assert [list(pattern) for pattern in resolved] == case["resolved"], case["name"]
    for pattern, sequence, frequency in vectors["pf"]:
        assert len(occurrences(sequence, pattern)) == frequency
    noise = vectors["noise"]
    paths = {1: "/t", 2: "/t/d", 3: "/t/d/p", 4: "/t/d/a", 8: "/t/d/i", 9: "/t/d/x"}
    [group] = groups(sequence_of(noise["wps"], paths), [tuple(noise["drp"])])
    assert len(group.records) == noise["records"]
    for true, found, similarity in vectors["similarity"]:
        share = 1 - kernel.edit_distance(as_symbols(true), as_symbols(found)) / len(true)
        assert share == pytest.approx(similarity, abs=1e-4)


def gza(vectors: Any) -> None:
    for text, format in vectors["format"].items():
        assert format_of(text) == format
    alphabet = Alphabet()
    for one, other, close in vectors["len_close"]:
        [short], [long] = from_html("x" * one, alphabet), from_html("x" * other, alphabet)
        found = similarity_of(alphabet, alphabet.tokens[short], alphabet.tokens[long])
        assert found == (1 if one == other else 0.5 if close else 0.3)
    [cell] = from_html("<td align=center>", alphabet)
    for html, similarity in vectors["sim_to_td_align_center"].items():
        [other] = from_html(html, alphabet)
        found = similarity_of(alphabet, alphabet.tokens[cell], alphabet.tokens[other])
        assert found == pytest.approx(similarity, abs=1e-4)
    first, second = vectors["sw"]["a"], vectors["sw"]["b"]
    letters = sorted({*first, *second})
    scores = array("d", [1 if x == y else -1 / 3 for x in letters for y in letters])
    best = local_alignment(
        [letters.index(x) for x in first], [letters.index(y) for y in second], scores, len(letters)
    )
    assert best.score == pytest.approx(vectors["sw"]["score"], abs=1e-4)
    assert list(best.end) == vectors["sw"]["end"]
    pattern = str(raw_pattern(vectors["fig6"]["row1"], vectors["fig6"]["row2"]))
    assert pattern.replace('"', "").split() == vectors["fig6"]["pattern"]


SHOWN: dict[str, Callable[[Any], None]] = {
    check.__name__: check
    for check in (
        stm,
        earliest,
        pta_insert,
        pta,
        rect_tree,
        mdr,
        net,
        grammar,
        grammar_records,
        gstm,
        stem,
        gza,
    )
}


@pytest.mark.skipif(not VECTORS, reason="no worked examples beside the repository")
@pytest.mark.parametrize("section", sorted({*VECTORS} | {*SHOWN}))
def test_the_worked_examples_come_out_as_computed(section: str) -> None:
    SHOWN[section](VECTORS[section])
