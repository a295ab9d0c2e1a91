"""--timeout stops every command that reads pages, wherever it is."""

import sys
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.shop import shop
from windrow.cli import windrow
from windrow.run.forked import can_fork

pytestmark = pytest.mark.skipif(not can_fork(), reason="a copy of the process is what is stopped")


def endless(*given: object, **settings: object) -> int:
    """Work for minutes inside one call, in which no signal is heard."""
    return sum(repeat(1, 10**11))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    # Servers of other tests are threads of this process, which is copied all the same.
    monkeypatch.setattr("windrow.run.answers.can_fork", lambda: True)
    Path("page.html").write_bytes(shop().content)
    runner = CliRunner()
    assert runner.invoke(windrow, ["learn", "page.html", "-o", "w.json"]).exit_code == 0
    return lambda *words: runner.invoke(windrow, [*words, "--timeout", "1"])


COMMANDS = [
    ["extract", "page.html"],
    ["extract", "page.html", "--explain"],
    ["extract", "page.html", "--overlay", "over.html", "--browser", "never"],
    ["learn", "page.html", "-o", "x.json"],
    ["learn", "page.html", "--cluster", "-o", "site"],
    ["apply", "w.json", "page.html"],
    ["verify", "w.json", "page.html"],
    ["repair", "w.json", "page.html", "-o", "x.json"],
    ["tree", "page.html"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_page_that_cannot_be_parsed_in_time_is_given_up(
    run: Callable[..., Result], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["windrow.tree.parse"], "parse_utf8", endless)
    monkeypatch.setattr("windrow.tree.opened.parse_utf8", endless)

    done = run(*words)

    assert done.exit_code == 1, done.output
    assert "`page.html` takes longer than 1 s" in done.output


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_page_in_time_is_not(run: Callable[..., Result], words: list[str]) -> None:
    done = run(*words, "--timeout", "600")

    assert "takes longer" not in done.output
