"""What the README shows works exactly as written."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ windrow (.*?)(?:\s+#.*)?$", TEXT, re.MULTILINE)
[SCRIPT] = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def run(*words: str, folder: Path) -> str:
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, timeout=120
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def test_the_commands_of_the_readme_run_one_after_the_other(folder: Path) -> None:
    assert len(COMMANDS) > 5
    for command in COMMANDS:
        run("-c", "from windrow.cli import main; main()", *shlex.split(command), folder=folder)


def test_the_script_of_the_readme_prints_the_table(folder: Path) -> None:
    out = run("-c", SCRIPT, folder=folder)

    assert "Wooden hay rake" in out
    assert "/html[1]/body[1]" in out


def test_every_file_the_readme_points_to_is_there() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", TEXT):
        assert (ROOT / target).exists(), target
