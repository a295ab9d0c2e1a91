"""Compile the kernels when a C compiler is there; install them uncompiled when not.

With ``WINDROW_COMPILE=no`` in the environment none is compiled: installing takes seconds then.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

# A kernel lies in the folder of the stage it serves.
KERNELS = sorted(p for p in Path("src/windrow/kernels").glob("*/*.py") if p.stem != "__init__")

# Without debugging symbols the kernels are a quarter of the size.
ARGUMENTS = [] if os.name == "nt" else ["-g0"]


def extensions() -> list[Extension]:
    """Return the kernels to compile."""
    if os.environ.get("WINDROW_COMPILE") == "no":
        return []
    # Imported late: installing without compiling does not need Cython.
    from Cython.Build import cythonize

    found: list[Extension] = cythonize(
        [
            Extension(
                f"windrow.kernels.{path.parent.name}.{path.stem}",
                [path.as_posix()],
                extra_compile_args=ARGUMENTS,
            )
            for path in KERNELS
        ],
        build_dir="build/kernels",
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
            "embedsignature": True,
        },
    )
    for extension in found:
        # A failing compiler is a warning, and the same file runs as Python. Cython forgets the flag
        # when it is given before.
        extension.optional = True
    return found


setup(
    ext_modules=extensions(),
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
