"""Writers of their own processes that put tables into one sink at the same time."""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from multiprocessing.synchronize import Barrier
from typing import TYPE_CHECKING

from tests.yardstick import PATIENCE
from windrow.errors import WindrowError
from windrow.sink import SINKS, IfExists
from windrow.sink.flat import Flat
from windrow.table.typed import TypedColumn, TypedRow

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

__all__ = ["at_once", "tables"]

# A process that has imported everything and is forked: so the writers begin at the same moment.
_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(
    ["tests.writers", "windrow.sink.files", "windrow.sink.sql", "openpyxl", "pyarrow.parquet"]
)


def at_once(kind: str, target: str, writes: Sequence[Sequence[str]], how: IfExists) -> list[str]:
    """Have a process for each of *writes* put its tables in; return those that were taken."""
    gate = _CONTEXT.Barrier(len(writes))
    told: Queue[list[str]] = _CONTEXT.Queue()
    writers = [
        _CONTEXT.Process(target=_write, args=(kind, target, words, how, gate, told))
        for words in writes
    ]
    for writer in writers:
        writer.start()
    taken = [word for _ in writers for word in told.get(timeout=PATIENCE)]
    for writer in writers:
        writer.join()
    return taken


def tables(word: str) -> list[Flat]:
    """Return a table of three rows and its inner rows, all of which say *word*."""
    key, parent = (TypedColumn(name, "integer", "integer") for name in ("_row", "_parent_row"))
    outer: list[TypedRow] = [{"_row": n, "tool": f"{word} {n}"} for n in (1, 2, 3)]
    inner: list[TypedRow] = [
        {"_row": n, "_parent_row": n, "size": f"{word} {n}"} for n in (1, 2, 3)
    ]
    return [
        Flat("records", (key, TypedColumn("tool")), tuple(outer)),
        Flat("records_sizes", (key, parent, TypedColumn("size")), tuple(inner), "records"),
    ]


def _write(
    kind: str,
    target: str,
    words: Sequence[str],
    how: IfExists,
    gate: Barrier,
    told: Queue[list[str]],
) -> None:
    taken: list[str] = []
    try:
        gate.wait()
        for word in words:
            try:
                SINKS[kind](target, "records").write(tables(word), if_exists=how)
            except WindrowError:
                continue
            taken.append(word)
    finally:
        told.put(taken)
