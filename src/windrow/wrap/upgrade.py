"""Converts wrappers of older formats to the current one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["upgraded"]


def upgraded(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the wrapper that *data* describes in format 1 as format 2 describes it.

    Format 1 called the template of detail pages ``keyed``, its spots places and their splits
    groups.
    """
    template = data["template"]
    if template["system"] != "keyed":
        return data
    old = template["template"]
    if old["keyed"] != 1:
        raise ValueError("not a template of detail pages")
    spots = [
        {"splits" if name == "groups" else name: value for name, value in spot.items()}
        for spot in old["places"]
    ]
    new = {name: old[name] for name in ("pages", "words", "linked")}
    return {
        **data,
        "learned": {**data["learned"], "detector": "detail"},
        "template": {"system": "detail", "template": {**new, "spots": spots}},
    }
