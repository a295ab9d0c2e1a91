"""Kernels as tests compare them: compiled and uncompiled."""

import os
from functools import cache
from types import ModuleType

import pytest

from windrow.kernels import Mode, load

__all__ = ["kernel", "twins"]


@cache
def kernel(name: str, mode: Mode) -> ModuleType:
    """Return a kernel; skip the test if it is not compiled, unless it has to be."""
    try:
        return load(name, mode)
    except ImportError:
        if os.environ.get("WINDROW_KERNELS") == "native":
            raise
        pytest.skip(f"{name} is not compiled")


def twins(name: str) -> tuple[ModuleType, ModuleType]:
    """Return a kernel compiled and uncompiled."""
    return kernel(name, "native"), kernel(name, "python")
