"""The header of a run, kept in its store: only the same run may be resumed there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from windrow.errors import WindrowError
from windrow.sink.base import shown

__all__ = ["as_stored", "damaged", "require_same"]

_ELSEWHERE = "or give another --to or --name"


def as_stored(header: Mapping[str, Any]) -> str:
    """Return *header* as the text that is stored, in characters that every database has."""
    return json.dumps(dict(header))


def require_same(header: Mapping[str, Any], there: str, target: str, *, resume: bool) -> None:
    """Raise an error unless the run with the header *there* may be resumed with *header*."""
    if not resume:
        raise WindrowError(
            f"`{shown(target)}` already holds a run",
            hint="give --resume to continue it, or another --to or --name",
        )
    try:
        old = json.loads(there)
    except ValueError as error:
        raise damaged(target, "its header is not JSON") from error
    if not isinstance(old, dict):
        raise damaged(target, "its header is not an object")
    new = json.loads(as_stored(header))
    changed = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if "inputs" in changed:
        raise WindrowError(
            f"the inputs differ from those of the run in `{shown(target)}`",
            hint=f"give the same inputs in the same order, {_ELSEWHERE}",
        )
    if changed == ["written"]:
        raise WindrowError(
            f"files have changed since the run in `{shown(target)}` began",
            hint=f"rows may be outdated: restore the files with their times, {_ELSEWHERE}",
        )
    if changed:
        words = (f"{name} was {old.get(name)!r}, now {new.get(name)!r}" for name in changed)
        raise WindrowError(
            f"the run in `{shown(target)}` began with other options: {'; '.join(words)}",
            hint=f"give the same options, {_ELSEWHERE}",
        )


def damaged(target: str, problem: str) -> WindrowError:
    """Return the error for a run whose state is incomplete or was changed."""
    return WindrowError(
        f"the state of the run in `{shown(target)}` is damaged: {problem}",
        hint="start a new run with another --to or --name",
    )
