"""The wrappers that a service keeps: the files that `windrow learn` writes, in one folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from windrow.errors import Unknown, WindrowError, WrapperError
from windrow.service.home import Home
from windrow.wrap.corrections import CORRECTIONS, Corrections
from windrow.wrap.store import load, loads
from windrow.wrap.wrapper import Wrapper

__all__ = ["NAME", "Wrappers", "changes_in", "corrected", "corrections_of", "wrapper_facts"]

NAME = r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,79}$"
"""The names that a wrapper may have."""


@dataclass(frozen=True, slots=True)
class Wrappers:
    """The wrappers in a home."""

    home: Home

    def names(self) -> list[str]:
        """Return the names of the wrappers, sorted."""
        found = (path.stem for path in (self.home.folder / "wrappers").glob("*.json"))
        return sorted(name for name in found if re.fullmatch(NAME, name))

    def path(self, name: str) -> Path:
        """Return the file of a wrapper, which may not exist yet."""
        if not re.fullmatch(NAME, name):
            raise WindrowError(
                f"`{name[:100]}` cannot be the name of a wrapper",
                hint="use letters, digits, _ . and -, at most 80 of them",
            )
        return self.home.folder / "wrappers" / f"{name}.json"

    def existing(self, name: str) -> Path:
        """Return the file of an existing wrapper."""
        path = self.path(name)
        if not path.is_file():
            there = ", ".join(self.names()[:20]) or "none yet"
            raise Unknown("wrapper", name, hint=f"there are: {there}; learn it first")
        return path

    def read(self, name: str) -> Wrapper:
        """Return a wrapper."""
        return load(self.existing(name))

    def put(self, name: str, content: bytes) -> Wrapper:
        """Keep the wrapper file *content* under a name."""
        wrapper = loads(content, name)
        self.save(name, wrapper)
        return wrapper

    def save(self, name: str, wrapper: Wrapper) -> None:
        """Keep *wrapper* under a name."""
        wrapper.save(self.path(name))

    def correct(self, name: str, changes: Sequence[Mapping[str, Any]]) -> Wrapper:
        """Replace the corrections of a wrapper."""
        wrapper = corrected(replace(self.read(name), corrections=Corrections()), changes)
        self.save(name, wrapper)
        return wrapper

    def forget(self, name: str) -> None:
        """Remove a wrapper."""
        self.existing(name).unlink(missing_ok=True)


def corrections_of(changes: Sequence[Mapping[str, Any]]) -> Corrections:
    """Return the corrections that plain data describe."""
    try:
        return Corrections.from_json([dict(one) for one in changes])
    except (ValueError, TypeError) as error:
        raise WrapperError(
            f"a correction is not valid: {error}", hint=f"there are: {', '.join(CORRECTIONS)}"
        ) from error


def changes_in(text: str) -> list[dict[str, Any]]:
    """Return the corrections in JSON, as plain data."""
    try:
        found = json.loads(text)
        return Corrections.from_json(found).to_json()
    except (ValueError, TypeError, RecursionError) as error:
        raise WrapperError(
            f"these are not corrections: {error}", hint="give a list of objects, as JSON"
        ) from error


def corrected(wrapper: Wrapper, changes: Sequence[Mapping[str, Any]]) -> Wrapper:
    """Return *wrapper* with more corrections after its own."""
    return wrapper.corrected(*corrections_of(changes).changes)


def wrapper_facts(name: str, wrapper: Wrapper, kept: Wrappers) -> dict[str, Any]:
    """Return the facts about a wrapper as plain data; *kept* gives the path of its file."""
    return {
        "name": name,
        "path": str(kept.path(name)) if name else None,
        "kind": wrapper.kind,
        "pages": wrapper.pages,
        "records": [*wrapper.records],
        "detector": wrapper.detector,
        "columns": [
            {
                "name": column.name,
                "type": column.type,
                "label": column.label,
                "fill": column.fingerprint.fill,
                "samples": [*column.fingerprint.samples[:3]],
                "constant": column.constant,
            }
            for column in wrapper.shown
        ],
        "corrections": wrapper.corrections.to_json(),
    }
