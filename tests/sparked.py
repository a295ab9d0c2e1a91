"""A real Spark of the tests' own: two workers on this machine, started once a process."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["quiet", "running_spark"]

# Spark warns at every call; the parts that we use work.
quiet = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")


@cache
def running_spark() -> SparkSession:
    """Return the session; it ends with the process."""
    pytest.importorskip("pyspark")
    from windrow.run.spark import session

    # Java spends most of a short session on compiling its own code: its quick compiler is enough.
    return session(
        "local[2]",
        spark__sql__shuffle__partitions="2",
        spark__driver__extraJavaOptions="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    )
