"""The protocol of sinks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias
from urllib.parse import unquote

from windrow.errors import WindrowError
from windrow.safe import masked

if TYPE_CHECKING:
    from windrow.sink.flat import Flat

__all__ = ["IfExists", "Nested", "Sink", "exists", "first_line", "shown", "unwritable"]

IfExists: TypeAlias = Literal["append", "replace", "upsert", "fail"]
"""What to do if the table already exists; only databases upsert, by the key of a `Flat`."""

Nested: TypeAlias = Literal["json", "tables"]
"""How lists inside rows are stored: as JSON in a cell, or as separate tables."""


class Sink(Protocol):
    """Writes tables to a file or database. Implementations are frozen dataclasses of settings."""

    def write(self, tables: Sequence[Flat], *, if_exists: IfExists = "fail") -> None:
        """Write all *tables*, or none if something fails: then the target stays as it was."""

    def has(self, name: str) -> bool:
        """Return whether there is something that writing *name* would add to or replace."""

    def read(self, name: str) -> Flat | None:
        """Return the table *name* as it was written, or None if there is none."""


def first_line(error: Exception) -> str:
    """Return the first line of *error*: databases add the statement below it."""
    return next(iter(str(error).strip().splitlines()), "unknown error")


def unwritable(target: str, error: Exception) -> WindrowError:
    """Return the error for a target that cannot be written because of *error*."""
    problem = first_line(error)
    # Drivers quote parts of an address that they cannot parse.
    for secret in _secrets(target):
        problem = problem.replace(secret, "***")
    return WindrowError(f"`{shown(target)}` cannot be written: {problem}")


def exists(what: str) -> WindrowError:
    """Return the error for something that exists and must not be changed."""
    return WindrowError(
        f"{what} already exists",
        hint="give --if-exists append or --if-exists replace",
    )


def shown(target: str) -> str:
    """Return *target* without a password, for messages.

    >>> shown("postgresql://anna:secret@farm.example/hay?password=secret")
    'postgresql://***@farm.example/hay'
    """
    return masked(target).partition("?")[0] if "://" in target else target


def _secrets(target: str) -> list[str]:
    """Return the pieces of the password in *target*, as a driver may quote them, longest first."""
    user = target.partition("://")[2].rpartition("@")[0]
    password = user.partition(":")[2]
    pieces = {password, unquote(password), *re.split(r"[/?#@:]", password)}
    return sorted((piece for piece in pieces if len(piece) > 1), key=len, reverse=True)
