"""What a run was begun with, kept in its store: only the same run may go on there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from windrow.errors import WindrowError
from windrow.sink.base import shown

__all__ = ["as_stored", "damaged", "require_same"]

_ELSEWHERE = "or give another --to or --name"


def as_stored(header: Mapping[str, Any]) -> str:
    """Return *header* as the text that is stored; every database has its characters."""
    return json.dumps(dict(header))


def require_same(header: Mapping[str, Any], there: str, target: str, *, resume: bool) -> None:
    """Raise an error unless the run with the header *there* may be resumed with *header*."""
    if not resume:
        raise WindrowError(
            f"`{shown(target)}` holds a run already",
            hint="give --resume to go on with it, or another --to or --name",
        )
    try:
        old = json.loads(there)
    except ValueError as error:
        raise damaged(target, "what it was begun with is not JSON") from error
    if not isinstance(old, dict):
        raise damaged(target, "what it was begun with is not an object")
    new = json.loads(as_stored(header))
    changed = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if "inputs" in changed:
        raise WindrowError(
            f"the inputs are not those with which the run in `{shown(target)}` was begun",
            hint=f"give the same inputs in the same order, {_ELSEWHERE}",
        )
    if changed == ["written"]:
        raise WindrowError(
            f"files were written again after the run in `{shown(target)}` was begun",
            hint=f"their rows may be old: put the files back with their times, {_ELSEWHERE}",
        )
    if changed:
        words = (f"{name} was {old.get(name)!r}, now {new.get(name)!r}" for name in changed)
        raise WindrowError(
            f"the run in `{shown(target)}` was begun otherwise: {'; '.join(words)}",
            hint=f"give the same options, {_ELSEWHERE}",
        )


def damaged(target: str, problem: str) -> WindrowError:
    """Return the error for a run of whose state something is missing or was changed."""
    return WindrowError(
        f"the state of the run in `{shown(target)}` is damaged: {problem}",
        hint="begin again with another --to or --name",
    )
