"""No test fails because the machine is busy; tests that run kernels are marked by their folder."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from windrow.run.workers import cores

# Generated examples have no deadline.
settings.register_profile("windrow", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("windrow")

KERNEL_STAGES = ("kernels", "read", "tree", "match", "align", "detect", "table", "pipeline", "wrap")
"""The stages that run kernels; `tests/unit/test_kernels.py` checks that none is missing."""

HOME = Path(__file__).parents[1]
_KERNEL_TESTS = (
    "tests/contract/",
    "tests/golden/",
    "tests/property/",
    "tests/unit/test_bad_input.py",
    "tests/unit/test_fuzz.py",
    *(f"tests/unit/{stage}/" for stage in KERNEL_STAGES),
    *(f"tests/unit/test_{stage}.py" for stage in KERNEL_STAGES),
    *(f"src/windrow/{stage}" for stage in KERNEL_STAGES),
)
# With other kernels they do the same: contracts of later stages, tests that load both kinds of
# kernels themselves, and tests that call none, as counting the calls of uncompiled kernels showed.
OTHER_TESTS = (
    *(f"tests/contract/test_{name}.py" for name in ("engines", "sinks", "start", "toys", "types")),
    *(f"tests/contract/test_kernel_{name}.py" for name in ("sequence", "spectral", "steps")),
    *(f"tests/unit/read/test_{n}.py" for n in ("archive", "fetch", "reach", "read", "robots")),
    *(f"tests/unit/table/test_{n}.py" for n in ("frames", "typed", "types", "values_of_the_world")),
)


def runs_kernels(path: Path) -> bool:
    """Return whether tests in a file run kernels."""
    name = path.relative_to(HOME).as_posix()
    return name.startswith(_KERNEL_TESTS) and not name.startswith(OTHER_TESTS)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the workers of `-n auto`: twice the cores, as tests often wait for other processes."""
    return 2 * cores()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files without tests of kernels where only those run: imports take seconds."""
    if not str(config.option.markexpr).startswith("kernels"):
        return None
    if collection_path.is_file():
        return not runs_kernels(collection_path) or None
    folder = f"{collection_path.relative_to(HOME).as_posix()}/"
    # None lets others decide.
    return (
        not any(name.startswith(folder) or folder.startswith(name) for name in _KERNEL_TESTS)
        or None
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that run kernels: `make test` repeats them with uncompiled kernels."""
    for item in items:
        if runs_kernels(item.path):
            item.add_marker(pytest.mark.kernels)
    # What needs a Spark stays together: to start one takes a process some ten seconds.
    items.sort(key=lambda item: "spark" not in item.nodeid)
