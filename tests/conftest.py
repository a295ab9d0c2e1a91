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

_HOME = Path(__file__).parents[1]
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
# The contracts of later stages: with other kernels they do the same with the same tables.
_OTHER_TESTS = tuple(
    f"tests/contract/test_{name}.py" for name in ("engines", "sinks", "start", "toys")
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the workers of `-n auto`: twice the cores, as tests often wait for other processes."""
    return 2 * cores()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that run kernels: `make test` repeats them with uncompiled kernels."""
    for item in items:
        name = item.path.relative_to(_HOME).as_posix()
        if name.startswith(_KERNEL_TESTS) and not name.startswith(_OTHER_TESTS):
            item.add_marker(pytest.mark.kernels)
