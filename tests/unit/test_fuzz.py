"""The fuzzer: a short run of it, and that it notices what it is for."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bench.fuzz import pages, watch, wrappers
from bench.fuzz.findings import load_case, problem_in, save_case, smaller
from bench.fuzz.trial import Case, case_of, problem_of
from bench.fuzz.watch import TOO_LONG, ends

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the fuzzer forks")

# Other cases than those of the long runs; the same in each test run.
SEED = 12


@pytest.fixture(autouse=True)
def own_pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Make cases from the project's own pages, so that they are the same everywhere."""
    monkeypatch.setattr(pages, "CORPUS", tmp_path / "none")
    pages.source_files.cache_clear()
    wrappers.learned.cache_clear()
    yield
    pages.source_files.cache_clear()
    wrappers.learned.cache_clear()


@pytest.mark.parametrize("number", range(50))
def test_a_mutated_page_raises_no_foreign_error(number: int) -> None:
    assert problem_of(case_of(SEED, number)) == ""


@pytest.mark.slow
def test_mutated_wrapper_files_raise_no_foreign_error() -> None:
    cases = [case_of(SEED, number, wrapper=True) for number in range(60)]

    assert [problem_of(case) for case in cases] == [""] * 60


def test_the_same_seed_gives_the_same_cases() -> None:
    assert case_of(SEED, 7) == case_of(SEED, 7)
    assert case_of(SEED, 7) != case_of(SEED + 1, 7)


def test_mutations_change_pages() -> None:
    assert len({pages.mutated_page(Random(k)) for k in range(50)}) == 50


def test_work_that_hangs_or_dies_is_noticed_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(watch, "SECONDS", 0.2)

    def act(number: int) -> None:
        while number == 1:
            pass
        if number == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        (tmp_path / str(number)).touch()

    ended = [*ends(range(5), act)]

    assert ended == [(1, TOO_LONG), (2, "ends the process: SIGKILL")]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "3", "4"]


def test_a_finding_is_made_small_and_can_be_repeated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(case: Case) -> str:
        return "KeyError in hay.rake" if b"<hr>" in case.pages[0] else ""

    monkeypatch.setattr("bench.fuzz.findings.problem_of", broken)
    case = Case("page", (b"<ul><li>one<li>two<hr><li>three</ul>",), turn=3)

    home = save_case(smaller(case, broken(case)), broken(case), tmp_path)

    assert load_case(home) == Case("page", (b"<hr>",), turn=3)
    assert problem_in(home) == "KeyError in hay.rake"
    assert f"--repeat {home}" in (home / "case.json").read_text()
