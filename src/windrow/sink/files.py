"""Tables in files, one per file. A file is written beside its target and then renamed."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Protocol

from windrow.errors import WindrowError
from windrow.sink.base import IfExists, exists
from windrow.sink.flat import Flat, accepted, joined, last_row, renumbered
from windrow.sink.lock import alone

__all__ = ["FileSink", "Form", "renamed"]


class Form(Protocol):
    """How a table is written in a file. Implementations are frozen dataclasses of settings."""

    def dump(self, flat: Flat, stream: BinaryIO) -> None:
        """Write *flat* to *stream*."""

    def load(self, stream: BinaryIO) -> Flat:
        """Return the table in *stream*, without a name; ValueError if it has none."""


@dataclass(frozen=True, slots=True)
class FileSink:
    """Writes the table *name* to *target*, and ``name_sizes`` to a file ``..._sizes`` beside it."""

    target: str
    name: str
    form: Form

    def write(self, tables: Sequence[Flat], *, if_exists: IfExists = "fail") -> None:
        """Write all *tables*, or none if something fails: then the target stays as it was."""
        tables = accepted(tables)
        with alone(self.path(flat.name) for flat in tables), ExitStack() as done:
            if if_exists == "append":
                tables = self._appended(tables)
            for flat in tables:
                path = self.path(flat.name)
                if if_exists == "fail" and path.exists():
                    raise exists(f"`{path}`")
                # Renamed when all are written: the stack closes after the last one.
                with done.enter_context(renamed(path)).open("wb") as stream:
                    self.form.dump(flat, stream)

    def has(self, name: str) -> bool:
        """Return whether there is something that writing *name* would add to or replace."""
        return self.path(name).exists()

    def read(self, name: str) -> Flat | None:
        """Return the table *name* as it was written, or None if there is none."""
        path = self.path(name)
        if not path.exists():
            return None
        try:
            with path.open("rb") as stream:
                return replace(self.form.load(stream), name=name)
        except (OSError, ValueError, KeyError) as error:
            raise WindrowError(
                f"`{path}` cannot be appended to: {error}",
                hint="give another name, or --if-exists replace",
            ) from error

    def path(self, name: str) -> Path:
        """Return the file of the table *name*."""
        path = Path(self.target)
        return path.with_name(f"{path.stem}{name.removeprefix(self.name)}{path.suffix}")

    def _appended(self, tables: Sequence[Flat]) -> list[Flat]:
        there = {flat.name: old for flat in tables if (old := self.read(flat.name))}
        last = {name: last_row(old) for name, old in there.items()}
        return [
            joined(there[flat.name], flat) if flat.name in there else flat
            for flat in renumbered(tables, last)
        ]


@contextmanager
def renamed(path: Path) -> Iterator[Path]:
    """Provide a file beside *path* to write to; it replaces *path* if there was no error."""
    # A link stays a link: its target is replaced.
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        raise WindrowError(f"`{path}` is not a file", hint="give the name of a file")
    try:
        # The ending is kept, because some writers use it.
        handle, name = tempfile.mkstemp(path.suffix, prefix=f".{path.stem}.", dir=path.parent)
    except OSError as error:
        raise _unwritable(path, error) from error
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        beside.chmod(_mode(path))
        _sync(beside)
        beside.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        beside.unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> WindrowError:
    return WindrowError(f"`{path}` cannot be written: {(error.strerror or str(error)).lower()}")


def _sync(path: Path) -> None:
    # Without it a power cut after the renaming may leave an empty file.
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _mode(path: Path) -> int:
    """Return the permissions *path* has, or those a new file would get."""
    if path.exists():
        return stat.S_IMODE(path.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
