import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import windrow.kernels.plain as plain
from tests.conftest import HOME, KERNEL_STAGES, OTHER_TESTS
from windrow import kernels
from windrow.kernels import load, mode, tree


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of kernels where nothing was compiled."""
    folder = Path(kernels.__file__).parent
    for path in folder.rglob("*.py"):
        copy = tmp_path / path.relative_to(folder)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(path.read_bytes())
    monkeypatch.setattr(kernels, "_FOLDER", tmp_path)
    return tmp_path


def test_every_kernel_is_known() -> None:
    names = kernels.kernel_names()

    assert {
        "tree.nesting",
        "match.sequence",
        "tree.shapes",
        "match.simple",
        "match.suffix",
        "tree.walk",
    } <= {*names}
    assert "plain" not in names


def test_every_stage_that_imports_kernels_is_tested_with_uncompiled_ones_too() -> None:
    package = Path(kernels.__file__).parents[1]
    importing = {
        path.relative_to(package).with_suffix("").parts[0]
        for path in package.rglob("*.py")
        if re.search(r"windrow\.kernels|import kernels", path.read_text("utf-8"))
    }

    assert importing <= {*KERNEL_STAGES}


def test_tests_that_are_not_repeated_with_uncompiled_kernels_are_there() -> None:
    assert [name for name in OTHER_TESTS if not (HOME / name).exists()] == []


@pytest.mark.parametrize("how", ["native", "python"])
def test_the_environment_forces_one_mode(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINDROW_KERNELS", how)

    assert mode("tree.shapes") == how


def test_another_word_in_the_environment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINDROW_KERNELS", "fast")

    with pytest.raises(ImportError, match="give native or python"):
        mode("tree.shapes")


def test_without_a_compiled_file_the_plain_one_runs(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WINDROW_KERNELS", raising=False)

    assert mode("tree.shapes") == "python"
    assert load("tree.shapes", "python").__file__ == str(empty / "tree/shapes.py")


def test_a_missing_compiled_file_is_an_error_when_it_is_forced(empty: Path) -> None:
    with pytest.raises(ImportError, match="not compiled\n\nhint: install a C compiler"):
        load("tree.shapes", "native")


def test_an_unknown_kernel_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonesuch'"):
        tree.nonesuch  # noqa: B018


def test_a_kernel_is_loaded_once() -> None:
    assert tree.shapes is tree.shapes
    assert sys.modules["windrow.kernels.tree.shapes"] is tree.shapes


def test_kernels_run_without_cython() -> None:
    program = (
        "import sys; sys.modules['cython'] = None\n"
        "from windrow.kernels import load\n"
        "for name in ('tree.nesting', 'tree.shapes', 'match.simple', 'match.sequence', 'match.suffix'): load(name, 'python')\n"
        "from windrow.tree import parse; print(parse('<p>one<br>two').to_text())"
    )

    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"WINDROW_KERNELS": "python"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )

    assert (done.stdout, done.stderr) == ('html(body(p("one" br "two")))\n', "")


def test_the_stand_in_for_cython_does_nothing() -> None:
    def one() -> int:
        return 1

    assert plain.cfunc(one)() == plain.exceptval(check=False)(one)() == 1
    assert plain.cast(plain.int, 3) == plain.declare(plain.int, 3) == 3
    assert plain.longlong[::1] is not None
    with plain.nogil:
        pass
