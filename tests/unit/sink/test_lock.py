"""There is one writer at a time, and a dead one does not block the next."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from windrow.errors import WindrowError
from windrow.model import Column, Table
from windrow.sink import lock, write
from windrow.sink.lock import alone

HOLD = """
import sys
from windrow.sink.lock import alone
with alone(sys.argv[1:]):
    print("held", flush=True)
    sys.stdin.read()
"""
HAY = [("p", [Table((Column("hay", "text"),), ({"hay": "sweet"},))])]


def holder(*paths: Path) -> subprocess.Popen[str]:
    """A process that is alone with *paths* until it is killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, *map(str, paths)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_file_that_somebody_else_writes_is_left_alone_until_he_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "_PAUSE", 0.001)
    target = tmp_path / "hay.csv"
    with holder(target) as process:
        with (
            pytest.raises(WindrowError, match=r"hay\.csv` is being written by another process"),
            alone([target], patience=0.01),
        ):
            pass
        process.kill()
        process.wait()

        assert (tmp_path / ".hay.csv.lock").exists()
        write(HAY, str(target))

    assert [*tmp_path.iterdir()] == [target]


def test_a_link_and_what_it_points_to_are_one_file(tmp_path: Path) -> None:
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "hay.csv")

    with (
        alone([tmp_path / "hay.csv"]),
        pytest.raises(WindrowError, match="by another process"),
        alone([link], patience=0),
    ):
        pass


def test_a_lock_whose_file_was_removed_is_not_a_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, side, calls = tmp_path / "hay.csv", tmp_path / ".hay.csv.lock", []

    def locked(handle: int, real: object = lock._locked) -> bool:
        calls.append(handle)
        if len(calls) == 1:
            side.unlink()  # as the one before does when it has finished
        assert callable(real)
        return bool(real(handle))

    monkeypatch.setattr(lock, "_locked", locked)

    with alone([target]):
        assert side.exists()

    assert len(calls) == 2
    assert not side.exists()


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / ".hay.csv.lock").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(WindrowError, match="cannot be written"), alone([tmp_path / "hay.csv"]):
        pass

    assert not (tmp_path / "elsewhere").exists()
