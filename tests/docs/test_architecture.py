"""The call path that docs/concept/architecture.md draws is the one that a page takes."""

import ast
import re
import sys
from functools import cache
from pathlib import Path
from types import FrameType
from unittest.mock import patch

import pytest
from click.testing import CliRunner

import windrow
from windrow.cli import windrow as program

ROOT = Path(__file__).parents[2]
SOURCE = Path(windrow.__file__).parent
TEXT = (ROOT / "docs" / "concept" / "architecture.md").read_text("utf-8")
DRAWN = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)[0]
HOPS = re.findall(r"^( *)(\S+\.py):(\w+)", DRAWN, re.MULTILINE)
NAMES = [f"{file}:{name}" for _, file, name in HOPS]
# Once for a page; what follows is done for each region.
ONCE = ["pipeline.py:find", "read/__init__.py:read", "tree/parse.py:parse_utf8",
        "detect/auto/__init__.py:likely"]  # fmt: skip


@cache
def called() -> list[str]:
    """Return the functions of windrow that one page calls, in their order."""
    found: list[str] = []

    def watch(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(str(SOURCE)):
            found.append(f"{Path(path).relative_to(SOURCE).as_posix()}:{frame.f_code.co_name}")

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        # A copy of this process would call it all out of our sight.
        with patch("windrow.run.answers.can_fork", return_value=False):
            done = CliRunner().invoke(program, ["extract", str(ROOT / "examples" / "shop.html")])
    finally:
        sys.setprofile(before)
    assert done.exit_code == 0
    return found


@pytest.mark.parametrize(("file", "name"), [(file, name) for _, file, name in HOPS])
def test_every_hop_is_a_function(file: str, name: str) -> None:
    tree = ast.parse((SOURCE / file).read_text("utf-8"))
    functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}

    assert name in functions


def test_a_page_takes_the_way_that_is_drawn() -> None:
    calls = called()

    firsts = [calls.index(hop) for hop in NAMES if hop in calls]

    assert firsts == sorted(firsts)
    # A region that comes with an alignment is not aligned again.
    assert {*NAMES} - {*calls} <= {"align/partial.py:align"}


def test_no_stage_is_visited_twice() -> None:
    calls = called()

    assert {hop: calls.count(hop) for hop in ONCE} == dict.fromkeys(ONCE, 1)
    assert calls.count("table/tabulate.py:lay_out") == calls.count("align/runs.py:merge_runs")
    assert {*ONCE} < {*NAMES}


def test_the_stages_are_reached_after_two_hops() -> None:
    assert NAMES.index("pipeline.py:find") <= 2
    assert [len(indent) for indent, *_ in HOPS[:3]] == [0, 2, 4]
