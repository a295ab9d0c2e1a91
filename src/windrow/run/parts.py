"""A run in a folder of Parquet files: one file per shard, whose name marks it as done."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from windrow.errors import WindrowError, need
from windrow.run.header import as_stored, require_same
from windrow.run.job import Harvest
from windrow.run.packing import Packing
from windrow.run.store import Done, columns, table_rows
from windrow.sink.files import renamed
from windrow.sink.parquet import stored
from windrow.table.typed import arrow_types

__all__ = ["Parts"]

_PART = re.compile(r"part-(\d{8,9})\.parquet")
_MARK = b"PAR1"  # the first and the last bytes, by the definition of Parquet


@dataclass(frozen=True)
class Parts:
    """A folder with a folder for each table: ``records``, ``records_pages``, ``records_failed``."""

    target: str
    name: str
    packing: Packing
    shared: ClassVar[bool] = True

    def begin(self, header: Mapping[str, Any], *, resume: bool) -> Done:
        """Make the folders, or with *resume* find the shards that are done."""
        home, path = Path(self.target), Path(self.target) / f"{self.name}_run.json"
        try:
            for tail in columns(self.packing):
                (home / f"{self.name}{tail}").mkdir(parents=True, exist_ok=True)
            if path.exists():
                there = path.read_text("utf-8", errors="replace")
                require_same(header, there, self.target, resume=resume)
            else:
                self._require_empty()
                with renamed(path) as beside:
                    beside.write_text(as_stored(header), "utf-8")
                _sync(home)
            return self._done()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise WindrowError(f"`{self.target}` cannot be written: {reason}") from error

    def put(self, harvest: Harvest) -> None:
        """Store *harvest*: the file with the rows comes last, and is the mark."""
        for tail in reversed(columns(self.packing)):
            path = Path(self.target) / f"{self.name}{tail}" / f"part-{harvest.shard:08}.parquet"
            rows = table_rows(tail, harvest)
            if rows or tail == "":
                self._write(path, tail, rows)
            else:
                # An unfinished attempt may have left a file.
                path.unlink(missing_ok=True)

    def _write(self, path: Path, tail: str, rows: list[tuple[Any, ...]]) -> None:
        arrow, parquet = need("pyarrow", "parquet"), need("pyarrow.parquet", "parquet")
        there, kinds = columns(self.packing)[tail], arrow_types(arrow)
        lists = [*zip(*rows, strict=True)] if rows else [()] * len(there)
        arrays = {
            name: arrow.array([stored(value, kind) for value in values], kinds[kind])
            for (name, kind), values in zip(there.items(), lists, strict=True)
        }
        with renamed(path) as beside:
            parquet.write_table(arrow.table(arrays), beside, compression="zstd")
        _sync(path.parent)

    def _require_empty(self) -> None:
        for tail in columns(self.packing):
            if any(_PART.fullmatch(name) for name in os.listdir(self._folder(tail))):
                raise WindrowError(
                    f"`{self._folder(tail)}` holds files of another run",
                    hint="give another --to or --name",
                )

    def _done(self) -> Done:
        """Return the shards whose files are complete; the others are done again."""
        done, broken = Done(), set[int]()
        for tail in reversed(columns(self.packing)):
            for entry in os.scandir(self._folder(tail)):
                if entry.name.startswith(".part-"):
                    os.unlink(entry.path)  # an incomplete file of a killed process
                elif found := _PART.fullmatch(entry.name):
                    number = int(found[1])
                    if not _is_whole(entry.path):
                        broken.add(number)
                    elif tail == "" and number not in broken:
                        done.add(number)
        return done

    def _folder(self, tail: str) -> Path:
        return Path(self.target) / f"{self.name}{tail}"


def _is_whole(path: str) -> bool:
    """Return whether a file begins and ends as Parquet files do; only its ends are read."""
    with open(path, "rb") as stream:
        begins = stream.read(len(_MARK)) == _MARK
        end = stream.seek(0, os.SEEK_END)
        stream.seek(max(end - len(_MARK), 0))
        return begins and end > 2 * len(_MARK) and stream.read() == _MARK


def _sync(folder: Path) -> None:
    # The new name must survive a power cut, too.
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
