"""Compile the kernels when a C compiler is there; install them uncompiled when not."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# A kernel lies in the folder of the stage it serves.
KERNELS = sorted(p for p in Path("src/windrow/kernels").glob("*/*.py") if p.stem != "__init__")

# Without debugging symbols the kernels are a quarter of the size.
ARGUMENTS = [] if os.name == "nt" else ["-g0"]

extensions = cythonize(
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
for extension in extensions:
    # A failing compiler is a warning, and the same file runs as Python. Cython forgets the flag
    # when it is given before.
    extension.optional = True

setup(
    ext_modules=extensions,
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
)
