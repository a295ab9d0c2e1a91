"""The inner loops: the same Python files compiled ("native") or not ("python").

A kernel lies in the folder of the stage it serves. ``from windrow.kernels.match import sequence``
gives the compiled module where there is one and the plain file otherwise.
``WINDROW_KERNELS=python`` or ``native`` in the environment forces one; with ``native``, a kernel
that was not compiled is an error instead of a slow surprise.

A kernel knows arrays and numbers, never pages. `load` gives both versions of it side by side: the
tests check that they agree. A kernel does not import other kernels, with one exception: the parts
of one algorithm in several files share C classes by ``.pxd`` files, and uncompiled they `load` each
other uncompiled (docs/decision/0013).
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Literal

__all__ = ["Mode", "kernel_names", "load", "loader", "mode"]

Mode = Literal["native", "python"]

_FOLDER = Path(__file__).parent
_VARIABLE = "WINDROW_KERNELS"


def kernel_names() -> list[str]:
    """Return the names of all kernels, such as ``match.sequence``, sorted."""
    files = (path for path in _FOLDER.glob("*/*.py") if path.stem != "__init__")
    return sorted(f"{path.parent.name}.{path.stem}" for path in files)


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
        path = _source_file(name)
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
    with _cython() if how == "python" else _compiled_parts():
        loader.exec_module(module)
    return module


@contextmanager
def _compiled_parts() -> Iterator[None]:
    """Let a compiled kernel find the compiled kernels whose C classes it shares.

    It imports them by name, and plain ones may be there under these names.
    """
    plain = {
        name: module
        for name, module in sys.modules.items()
        if name.startswith(f"{__name__}.") and name.count(".") == 3
        if str(module.__file__).endswith(".py")
    }
    for name in plain:
        del sys.modules[name]
    try:
        yield
    finally:
        sys.modules.update(plain)
        for name, module in plain.items():
            package, _, kernel = name.rpartition(".")
            setattr(sys.modules[package], kernel, module)


@contextmanager
def _cython() -> Iterator[None]:
    """Let a kernel import `plain` under the name of Cython where that is not installed."""
    try:
        import cython  # noqa: F401
    except ImportError:
        from windrow.kernels import plain

        sys.modules["cython"] = plain
        try:
            yield
        finally:
            del sys.modules["cython"]
    else:
        yield


def loader(package: str) -> Callable[[str], ModuleType]:
    """Return the ``__getattr__`` of a stage's package: it loads a kernel when it is first used."""
    stage = package.rpartition(".")[2]

    def attribute(name: str) -> ModuleType:
        # Runs once a kernel: the module becomes an attribute, which is found before this function.
        if name.startswith("_") or not _source_file(f"{stage}.{name}").exists():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = load(f"{stage}.{name}", mode(f"{stage}.{name}"))
        sys.modules[module.__name__] = module
        setattr(sys.modules[package], name, module)
        return module

    return attribute


def _source_file(name: str) -> Path:
    return _FOLDER.joinpath(*name.split(".")).with_suffix(".py")


def _compiled_file(name: str) -> Path | None:
    source = _source_file(name)
    files = (source.with_suffix(suffix) for suffix in EXTENSION_SUFFIXES)
    return next((path for path in files if path.exists()), None)
