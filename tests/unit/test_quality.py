"""Measuring: the scorer's rules are the corpus's, and without the corpus all of it works and says so."""

import json
import subprocess
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from bench import corpus
from bench.corpus import CORPUS, Labelled, labelled_pages, sample
from bench.plot import reliability
from bench.quality import bins
from bench.score import score_list
from windrow import extract

ROOT = Path(__file__).parents[2]
WEIGHTS = ROOT / "src/windrow/detect/auto/weights.json"
SCORER = CORPUS.parent / "bench" / "score.py"
BENCHES = sorted(
    path.stem for path in (ROOT / "bench").glob("*.py") if '"__main__"' in path.read_text("utf-8")
)


def run(name: str, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", f"bench.{name}", *words],
        cwd=ROOT, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def bench(name: str, *words: str) -> tuple[int, str, str]:
    return run(name, "--corpus", "no/such/folder", *words)


@pytest.mark.slow
def test_without_the_corpus_the_examples_are_measured_and_that_is_said(tmp_path: Path) -> None:
    picture = tmp_path / "scores.svg"

    code, out, err = bench("quality", "--plot", str(picture))

    assert (code, err) == (0, "")
    assert "no labelled corpus at no/such/folder: these are the project's own 3 examples" in out
    assert ElementTree.fromstring(picture.read_text()).tag.endswith("svg")


@pytest.mark.slow
def test_fitting_works_on_the_examples_but_writes_nothing() -> None:
    weights = WEIGHTS.read_text()

    code, out, _ = bench("fit")
    refused, _, why = bench("fit", "--write")

    assert code == 0
    assert "own 3 examples" in out
    assert "datasets left out: pages" in out
    assert refused == 1
    assert "no weights are written without a labelled corpus" in why
    assert WEIGHTS.read_text() == weights


@pytest.mark.slow
def test_there_is_no_gate_without_the_corpus() -> None:
    code, _, err = bench("quality", "--check")

    assert code == 1
    assert "no gate" in err


def test_without_the_corpus_the_golden_pages_hold_the_floor() -> None:
    code, out, err = bench("quality", "--sample", "--check")

    assert (code, err) == (0, "")
    assert "all floors are held: golden" in out


def test_a_figure_below_its_floor_fails_loudly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bench import quality

    floors = tmp_path / "floors.json"
    floors.write_text(json.dumps({"sample": {"top1": 0.9, "best": 0.9}}), "utf-8")
    monkeypatch.setattr(quality, "FLOORS", floors)

    code = quality._check({"sample": {"top1": 0.89, "best": float("nan")}})

    assert code == 1
    assert capsys.readouterr().out.count("BELOW THE FLOOR: sample") == 2


_HELP = """
import contextlib, io, json, runpy, sys
found = {}
for name in sys.argv[1:]:
    said, wrong, code = io.StringIO(), io.StringIO(), 0
    sys.argv = [name, "--help"]
    sys.modules.pop(f"bench.{name}", None)
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(wrong):
        try:
            runpy.run_module(f"bench.{name}", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            code = end.code or 0
    found[name] = code, said.getvalue(), wrong.getvalue()
print(json.dumps(found))
"""


@cache
def helps() -> dict[str, tuple[int, str, str]]:
    """Return what every bench says when it is asked for help, all in one process."""
    done = subprocess.run(
        [sys.executable, "-c", _HELP, *BENCHES],
        cwd=ROOT, capture_output=True, text=True, timeout=900, check=True,
    )  # fmt: skip
    return {name: tuple(said) for name, said in json.loads(done.stdout).items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", BENCHES)
def test_every_bench_says_how_it_is_used(name: str) -> None:
    code, out, err = helps()[name]

    assert (code, err) == (0, "")
    assert "usage:" in out


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "cluster --corpus no/such/folder",
        "compare --corpus no/such/folder --detector auto --detector net",
        "detail --corpus examples/detail",
        "names --corpus no/such/folder",
        "speed --corpus examples --limit 2",
        "wrappers --corpus no/such/folder --pages 20",
    ],
)
def test_benches_run_on_pages_of_the_project(words: str) -> None:
    code, out, err = run(*words.split())

    assert (code, err) == (0, "")
    assert out


def test_the_sample_is_the_same_each_time_and_has_pages_of_many_sites() -> None:
    pages = [
        Labelled("shops", f"shops/{k % 100}", Path(f"shops/{k % 100}/{k}/page.html"), {})
        for k in range(1000)
    ]

    found = sample(pages)

    assert found == sample([*reversed(pages)])[::-1]
    assert 90 < len(found) < 160
    assert len({page.site for page in found}) > 50


def test_examples_take_the_place_of_the_corpus(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = corpus.pages_or_examples(tmp_path / "none")

    assert {page.path.parent for page in pages} == {corpus.EXAMPLES}
    assert "too few for a figure that means anything" in capsys.readouterr().out


def scorer() -> ModuleType:
    spec = spec_from_file_location("shared_score", SCORER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.skipif(not SCORER.exists(), reason="the labelled corpus is not here")
def test_the_rules_are_those_of_the_scorer_beside_the_corpus() -> None:
    theirs = scorer()

    for page in sample(labelled_pages(CORPUS)):
        tables = [{"rows": list(table.rows)} for table in extract(page.path)]
        ours, wanted = score_list(page.truth, tables), theirs.score_list(page.truth, tables)
        assert (ours.top1, ours.best, ours.items, ours.complete) == (
            wanted["top1"], wanted["best"], wanted["items"], wanted["complete"],
        ), page.path  # fmt: skip


def test_scores_fall_into_tenths() -> None:
    known = [(0.05, False), (0.95, True), (1.0, True), (0.9, False)]

    found = [*bins(known)]

    assert [low for low, _, _ in found] == [k / 10 for k in range(10)]
    assert [count for _, count, _ in found] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 3]
    assert found[9][2] == pytest.approx(2 / 3)


def test_the_picture_has_a_point_for_every_tenth_with_tables() -> None:
    picture = ElementTree.fromstring(reliability([(0, 0.0)] * 8 + [(3, 0.5), (40, 0.9)]))

    points = picture.findall("{*}circle")
    hollow = [point for point in points if point.get("fill") == "white"]
    low, high = (float(point.get("cy") or 0) for point in points)
    assert (len(points), len(hollow)) == (2, 1)
    assert low > high
