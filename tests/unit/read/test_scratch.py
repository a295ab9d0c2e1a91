"""A temporary folder goes when its owner goes."""

import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

import pytest

from windrow.read.browser.scratch import Scratch

# Seconds. The folder goes in a moment; a busy machine takes many.
PATIENCE = 60.0


def test_a_closed_folder_is_gone_with_all_that_is_in_it() -> None:
    with closing(Scratch()) as scratch:
        (Path(scratch.path) / "deep").mkdir()
        (Path(scratch.path) / "deep" / "file").write_text("hay")

    assert not os.path.exists(scratch.path)


def test_processes_put_their_temporary_files_there(tmp_path: Path) -> None:
    before = dict(os.environ)
    program = "import tempfile; print(tempfile.gettempdir())"
    with closing(Scratch(place=str(tmp_path))) as scratch, scratch.used():
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert done.stdout.decode().strip() == scratch.path
    assert Path(scratch.path).parent == tmp_path
    assert dict(os.environ) == before


@pytest.mark.skipif(sys.platform == "win32", reason="no shell")
def test_the_folder_of_a_process_that_is_killed_goes_too(tmp_path: Path) -> None:
    program = (
        "import os, signal, sys\n"
        "from windrow.read.browser.scratch import Scratch\n"
        f"open(Scratch(place={str(tmp_path)!r}).path + '/file', 'w').close()\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", program], check=False)

    end = time.monotonic() + PATIENCE
    while [*tmp_path.iterdir()] and time.monotonic() < end:
        time.sleep(0.05)
    assert [*tmp_path.iterdir()] == []
    assert Path(tempfile.gettempdir()).exists()
