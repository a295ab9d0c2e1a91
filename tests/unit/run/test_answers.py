"""Answers in the order of the pages: a page that hangs or kills costs nothing but its own answer."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path

import pytest

from windrow.errors import ReadError, TookTooLong, WindrowError
from windrow.read.politeness import RESTING
from windrow.run.answers import Answer, answered, answers, within
from windrow.run.task import Limits, Loss

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

# More than a page needs on a busy machine.
LONG = 600.0
# Less than a page needs that waits for its turn, and more than one that does not.
SHORT, REST = 6.0, 8.0


def shout(page: str) -> str:
    """Find the name of a page in capitals; some names mean trouble."""
    if "die once" in page and not os.path.exists(page):
        Path(page).touch()
        os._exit(9)
    match page:
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "exit":
            os._exit(0)
        case "raise":
            raise RuntimeError("caught")
        case "refuse":
            raise ReadError(page, "is not ours")
        case "rest":
            RESTING.get()(REST)
        case "hang":
            time.sleep(3600)
        case "where":
            return str(os.getpid())
    return page.upper()


def kinds(found: list[Answer[str]]) -> list[str]:
    return [answer.kind or str(answer.found) for answer in found]


@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_come_in_the_order_of_the_pages(jobs: int) -> None:
    pages = ["a", "raise", "b", "refuse", *"cdefghijklmnop"]

    found = [*answers(shout, pages, jobs=jobs, seconds=LONG)]

    assert [answer.page for answer in found] == pages
    assert kinds(found) == ["A", "RuntimeError", "B", "ReadError", *"CDEFGHIJKLMNOP"]
    assert "made the extraction fail: RuntimeError: caught" in str(found[1].error)


@pytest.mark.slow
def test_a_page_that_kills_its_worker_is_its_own_error_only() -> None:
    pages = ["a", "kill", "b", "exit", "c", "kill"]

    found = [*answers(shout, pages, jobs=2, seconds=LONG)]

    assert [answer.page for answer in found] == pages
    assert kinds(found) == ["A", "Crash", "B", "Crash", "C", "Crash"]
    assert "its process died" in str(found[1].error)


@pytest.mark.slow
def test_a_page_whose_worker_was_killed_by_chance_is_asked_again(tmp_path: Path) -> None:
    once = str(tmp_path / "die once")

    found = [*answers(shout, ["a", once], jobs=2, seconds=LONG)]

    assert kinds(found) == ["A", once.upper()]


@pytest.mark.slow
def test_a_page_that_hangs_is_given_up() -> None:
    pages = ["hang", "a", "b", "c"]
    # A worker that is slow for other reasons is not what this is about: only the first must fail.
    found = [*answers(shout, pages, jobs=2, seconds=3.0)]

    assert [answer.page for answer in found] == pages
    assert found[0].kind == "TookTooLong"
    assert found[0].error is not None
    assert found[0].error.summary == "`hang` takes longer than 3 s"
    assert found[0].error.hint == "give it more time with --timeout"


@pytest.fixture
def _copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have this process copied even if other tests have left threads in it."""
    monkeypatch.setattr("windrow.run.answers.can_fork", lambda: True)


@pytest.mark.usefixtures("_copied")
def test_few_pages_are_answered_by_one_copy_of_this_process() -> None:
    [process] = {answer.found for answer in answers(shout, ["where"] * 3)}

    assert process != str(os.getpid())


@pytest.mark.usefixtures("_copied")
def test_a_page_that_never_comes_back_to_python_is_given_up() -> None:
    def ask(page: str) -> str:
        # A minute or more inside one call, in which no signal is heard.
        return page if page == "good" else str(sum(repeat(1, 10**10)))

    [bad, good] = answers(ask, ["bad", "good"], seconds=2.0)

    assert bad.kind == "TookTooLong"
    assert good.found == "good"


def test_work_on_several_pages_has_the_time_of_all_of_them() -> None:
    assert answered(lambda: "hay", ["a", "b"], LONG) == "hay"
    with pytest.raises(TookTooLong, match="`2 pages` takes longer than 1 s"):
        answered(lambda: time.sleep(LONG), ["a", "b"], 0.5)


def test_standard_input_is_answered_in_this_process() -> None:
    found = [*answers(where, ["a", "-", "b", "-"], jobs=2, seconds=LONG)]

    here = [answer.found == f"{answer.page} {os.getpid()}" for answer in found]
    assert here == [False, True, False, True]


def where(page: str) -> str:
    return f"{page} {os.getpid()}"


@pytest.mark.slow
def test_answers_nobody_waits_for_leave_no_process_behind() -> None:
    found = answers(shout, ["where", "hang", "hang", "hang"], jobs=2, seconds=LONG)
    worker = int(next(found).result())

    found.close()  # type: ignore[attr-defined]

    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_what_cannot_travel_is_told() -> None:
    with pytest.raises(WindrowError, match="cannot be sent to other processes"):
        [*answers(lambda page: page, ["a", "b"], jobs=2)]


@dataclass(frozen=True)
class Sleepy:
    """A task whose items take for ever if their name says so."""

    limits: Limits = field(default_factory=Limits)

    def begin(self) -> Callable[[str], str]:
        return shout

    def lost(self, item: str, loss: Loss) -> str:
        return f"{item} {loss.problem}"


def test_work_in_this_process_is_interrupted() -> None:
    task = Sleepy(Limits(0.05))

    assert within(task, task.begin(), "hang") == "hang takes longer than 0.05 s"


def test_what_comes_in_time_is_the_answer() -> None:
    task = Sleepy(Limits(LONG))

    assert within(task, task.begin(), "page") == "PAGE"
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_an_answer_gives_what_was_found_or_raises() -> None:
    [good, bad] = answers(shout, ["a", "refuse"])

    assert good.result() == "A"
    with pytest.raises(ReadError, match="is not ours"):
        bad.result()


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_waiting_for_a_turn_on_a_server_is_not_time_of_the_page(jobs: int) -> None:
    found = [*answers(shout, ["rest", "rest"], jobs=jobs, seconds=SHORT)]

    assert kinds(found) == ["REST", "REST"]
