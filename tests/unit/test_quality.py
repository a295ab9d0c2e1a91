"""Measuring the default: it works without the labelled corpus, and says that it is without."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench.plot import reliability
from bench.quality import bins

ROOT = Path(__file__).parents[2]


def bench(name: str, *words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", f"bench.{name}", "--corpus", "no/such/folder", *words],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
def test_without_the_corpus_the_examples_are_measured_and_that_is_said(tmp_path: Path) -> None:
    picture = tmp_path / "scores.svg"

    code, out, err = bench("quality", "--plot", str(picture))

    assert (code, err) == (0, "")
    assert out.startswith("no labelled corpus at no/such/folder: these are the project's own 3 ")
    assert "examples" in out
    assert ElementTree.fromstring(picture.read_text()).tag.endswith("svg")


@pytest.mark.slow
def test_fitting_works_on_the_examples_but_writes_nothing() -> None:
    weights = (ROOT / "src/windrow/detect/weights.json").read_text()

    code, out, _ = bench("fit")
    refused, _, why = bench("fit", "--write")

    assert code == 0
    assert "own 3 examples" in out
    assert "chosen (3 fold assignments): ALL" in out
    assert refused == 1
    assert "no weights are written without a labelled corpus" in why
    assert (ROOT / "src/windrow/detect/weights.json").read_text() == weights


@pytest.mark.slow
def test_there_is_no_gate_without_the_corpus() -> None:
    code, _, err = bench("quality", "--check")

    assert code == 1
    assert "no gate" in err


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
