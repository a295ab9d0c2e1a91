"""Compile the kernels when a C compiler is there; install them uncompiled when not.

``WINDROW_COMPILE=no`` in the environment compiles nothing, which installs within seconds.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# A kernel lies in the folder of the stage it serves.
KERNELS = sorted(p for p in Path("src/windrow/kernels").glob("*/*.py") if p.stem != "__init__")

# What Cython needs for arrays is compiled once, for all kernels, instead of into each of them:
# 78 s of processor time instead of 195 s, measured with an empty build folder.
SHARED = "windrow.kernels._arrays"

# Without debugging symbols the kernels are a quarter of the size.
ARGUMENTS = [] if os.name == "nt" else ["-g0"]


class Build(build_ext):
    """Says which kernel is compiled; only those that changed are."""

    def build_extension(self, ext: Extension) -> None:
        """Compile one kernel."""
        target = Path(self.get_ext_fullpath(ext.name))
        source = Path(ext.sources[0])
        if self.force or not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            print(f"compiling {ext.name}", file=sys.stderr, flush=True)
        super().build_extension(ext)


def extensions() -> list[Extension]:
    """Return the kernels as C."""
    from Cython.Build import cythonize

    modules = [
        Extension(f"windrow.kernels.{path.parent.name}.{path.stem}", [path.as_posix()])
        for path in KERNELS
    ]
    found: list[Extension] = cythonize(
        [*modules, Extension(SHARED, [])],
        build_dir="build/kernels",
        language_level=3,
        quiet=True,
        shared_utility_qualified_name=SHARED,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            # Functions as C has them: smaller, and nobody makes methods of them.
            "binding": False,
            # What is uncompiled only is out of reach when compiled, and what runs once for a page
            # may be slow.
            "warn.unreachable": False,
            "show_performance_hints": False,
        },
    )
    for extension in found:
        extension.extra_compile_args = ARGUMENTS
        # A failing compiler is a warning, and the same file runs as Python. Cython forgets the
        # flag when it is given before.
        extension.optional = True
    return found


setup(
    ext_modules=[] if os.environ.get("WINDROW_COMPILE") == "no" else extensions(),
    cmdclass={"build_ext": Build},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
