"""The command line as a user meets it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commands import windrow
from tests.yardstick import PATIENCE

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_the_version_is_told() -> None:
    code, out, _ = windrow("--version")

    assert code == 0
    assert out.startswith("windrow 0.")


def test_a_misspelt_command_is_answered_with_the_nearest_one() -> None:
    code, _, told = windrow("extrct", "page.html")

    assert code == 2
    assert "No such command 'extrct'. Did you mean 'extract'?" in told
    assert "Did you mean" not in windrow("nonsense")[2]


def test_help_imports_neither_parser_nor_network() -> None:
    script = (
        "import sys, click\n"
        "from windrow.cli import windrow\n"
        "windrow(['--help'], standalone_mode=False)\n"
        "heavy = {'selectolax', 'httpx', 'rich', 'windrow.tree', 'windrow.pipeline'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=PATIENCE, check=True
    )

    assert done.stderr.decode().strip() == "[]"


def test_one_file_is_extracted_without_what_only_other_inputs_need() -> None:
    script = (
        "import atexit, sys\n"
        "others = {'httpx', 'rich', 'sqlite3', 'gzip', 'html.entities', 'asyncio'}\n"
        "rooms = ('read.fetch', 'read.robots', 'read.archive', 'run.inputs', 'tree.linked')\n"
        "others |= {f'windrow.{room}' for room in rooms}\n"
        "atexit.register(lambda: print(sorted(others & set(sys.modules)), file=sys.stderr))\n"
        "from windrow.cli import windrow\n"
        f"windrow(['extract', {str(EXAMPLES / 'shop.html')!r}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=PATIENCE, check=True
    )

    assert done.stderr.decode().strip() == "[]"


def test_a_page_is_shown_as_a_tree_with_sizes() -> None:
    code, out, _ = windrow("tree", str(EXAMPLES / "timetable.html"))

    assert code == 0
    assert out.splitlines()[:3] == [
        "42  html[lang=en]",
        "41    body",
        ' 1      h1 "Departures from Lower Hayford"',
    ]


def test_standard_input_is_a_page() -> None:
    code, out, _ = windrow("tree", "--plain", "-", stdin=b"<p>one<br>two")

    assert (code, out) == (0, 'html(body(p("one" br "two")))\n')


@pytest.mark.parametrize("command", ["tree", "extract"])
def test_a_page_that_cannot_be_read_is_one_line_and_a_hint(command: str) -> None:
    code, _, err = windrow(command, "no-such-file.html")

    assert code == 1
    assert err.splitlines() == [
        "windrow: `no-such-file.html` cannot be read: there is no such file",
        "hint: check the name and the directory you are in",
    ]


def test_bad_usage_is_exit_code_2() -> None:
    assert windrow("extract")[0] == 2
    assert windrow("extract", "--detector", "nobody", "x.html")[0] == 2
    assert windrow("plough")[0] == 2


def test_pages_are_answered_in_order_and_a_bad_one_stops_nobody() -> None:
    good = str(EXAMPLES / "timetable.html")

    code, out, err = windrow("extract", "--format", "jsonl", "--raw", good, "missing.html", good)

    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [answer["page"] for answer in answers] == [good, "missing.html", good]
    assert answers[1]["error"]["type"] == "FileUnreadable"
    assert answers[0] == answers[2]
    assert "missing.html" in err


def test_no_table_comes_with_a_reason() -> None:
    code, out, _ = windrow("extract", "--format", "jsonl", "-", stdin=b"<p>Just a line.")

    answer = json.loads(out)
    assert code == 4
    assert answer["tables"] == []
    assert answer["reason"].startswith("no repeated structure")
