"""The inner loops: the same Python files compiled ("native") or not ("python").

``from windrow.kernels import sequence`` gives the compiled module where there is one and the
plain file otherwise. ``WINDROW_KERNELS=python`` or ``native`` in the environment forces one; with
``native``, a kernel that was not compiled is an error instead of a slow surprise.

A kernel knows arrays and numbers, never pages. Every kernel stands alone (it imports no other), so
that `load` can give both versions side by side: the tests hold them equal.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Literal

__all__ = ["Mode", "kernel_names", "load", "mode"]

Mode = Literal["native", "python"]

_FOLDER = Path(__file__).parent
_VARIABLE = "WINDROW_KERNELS"


def kernel_names() -> list[str]:
    """Return the names of all kernels, sorted."""
    return sorted(p.stem for p in _FOLDER.glob("*.py") if p.stem not in ("__init__", "plain"))


def mode(name: str) -> Mode:
    """Return how the kernel *name* runs in this process."""
    forced = os.environ.get(_VARIABLE, "")
    if forced == "native":
        return "native"
    if forced == "python":
        return "python"
    if forced:
        raise ImportError(f"{_VARIABLE}={forced!r}: give native or python")
    return "native" if _compiled_file(name) else "python"


def load(name: str, how: Mode) -> ModuleType:
    """Return a fresh copy of the kernel *name*, compiled or not as *how* says."""
    full_name = f"{__name__}.{name}"
    compiled = _compiled_file(name)
    if how == "python":
        path = _FOLDER / f"{name}.py"
        loader: SourceFileLoader | ExtensionFileLoader = SourceFileLoader(full_name, str(path))
    elif compiled:
        path = compiled
        loader = ExtensionFileLoader(full_name, str(path))
    else:
        raise ImportError(
            f"kernel {name!r} is not compiled\n\n"
            f"hint: install a C compiler and reinstall windrow, or unset {_VARIABLE}"
        )
    spec = spec_from_file_location(full_name, path, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


def _compiled_file(name: str) -> Path | None:
    for suffix in EXTENSION_SUFFIXES:
        path = _FOLDER / f"{name}{suffix}"
        if path.exists():
            return path
    return None


def __getattr__(name: str) -> ModuleType:
    # Runs once a kernel: the module is kept as an attribute, which is found before this function.
    if name.startswith("_") or not (_FOLDER / f"{name}.py").exists():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = load(name, mode(name))
    sys.modules[module.__name__] = module
    globals()[name] = module
    return module
