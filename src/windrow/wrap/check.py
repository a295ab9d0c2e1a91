"""Plain data must have a form: what is asked for is there, or it is an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["flag", "items", "mapping", "number", "share", "short", "text", "texts", "whole"]

# The longest text in a file, in characters. Chosen, not measured.
_LONGEST = 20_000
_MISSING: Final = object()


def mapping(data: Any, name: str, default: Any = _MISSING) -> Mapping[str, Any]:
    """Return the object under *name*."""
    found = _found(data, name, default)
    if not isinstance(found, Mapping):
        raise ValueError(f"{name!r} is not an object")
    return found


def items(data: Any, name: str, most: int, default: Any = _MISSING) -> list[Any]:
    """Return the list under *name*, of at most *most* items."""
    found = _found(data, name, default)
    if not isinstance(found, list):
        raise ValueError(f"{name!r} is not a list")
    if len(found) > most:
        raise ValueError(f"{name!r} has {len(found)} items, more than {most}")
    return found


def texts(data: Any, name: str, most: int, default: Any = _MISSING) -> list[str]:
    """Return the list of strings under *name*."""
    return [short(item, name) for item in items(data, name, most, default)]


def text(data: Any, name: str, default: Any = _MISSING) -> str:
    """Return the string under *name*."""
    return short(_found(data, name, default), name)


def short(value: Any, name: str) -> str:
    """Return *value* if it is a string that is not too long."""
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError(f"{name!r} is not a short text")
    return value


def flag(data: Any, name: str, default: Any = _MISSING) -> bool:
    """Return the truth value under *name*."""
    found = _found(data, name, default)
    if not isinstance(found, bool):
        raise ValueError(f"{name!r} is not true or false")
    return found


def whole(data: Any, name: str, least: int, most: int, default: Any = _MISSING) -> int:
    """Return the whole number under *name*."""
    found = _found(data, name, default)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise ValueError(f"{name!r} is not a number from {least} to {most}")
    return found


def share(data: Any, name: str, default: Any = _MISSING) -> float:
    """Return the number from 0 to 1 under *name*."""
    return number(_found(data, name, default), 0.0, 1.0, name)


def number(value: Any, least: float, most: float, name: str = "weight") -> float:
    """Return *value* if it is a number in these bounds."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(f"{name!r} is not a number from {least:g} to {most:g}")
    return float(value)


def _found(data: Any, name: str, default: Any) -> Any:
    if not isinstance(data, Mapping):
        raise ValueError(f"no object where {name!r} should be")
    found = data.get(name, default)
    if found is _MISSING:
        raise ValueError(f"{name!r} is missing")
    return found
