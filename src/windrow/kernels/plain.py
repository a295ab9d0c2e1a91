"""Replaces the `cython` module where Cython is not installed; does nothing.

The kernels are ordinary Python with Cython's annotations. Compiled, those annotations become C
types; uncompiled, they only have to evaluate. Cython is needed to build, never to run.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "cast",
    "ccall",
    "cclass",
    "cfunc",
    "compiled",
    "declare",
    "exceptval",
    "inline",
    "nogil",
]

compiled = False


class _Type:
    """A C type: can be subscripted (arrays, views) and called (casts)."""

    def __getitem__(self, key: object) -> _Type:
        return self

    def __call__(self, value: Any = 0) -> Any:
        return value


class _Block:
    """A block or decorator that changes nothing: ``with nogil``, ``@exceptval(check=False)``."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *details: object) -> None:
        return None

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return arguments[0] if arguments and callable(arguments[0]) else self


def cast(kind: object, value: Any, **options: object) -> Any:
    """Return *value* as it is."""
    return value


def declare(kind: object = None, value: Any = None, **names: object) -> Any:
    """Return *value* as it is."""
    return value


def _same(thing: Any) -> Any:
    return thing


cclass = cfunc = ccall = inline = final = _same
nogil = exceptval = boundscheck = wraparound = _Block()


_TYPES = frozenset(
    "address bint char const double float int long longlong NULL object p_uchar p_void pointer "
    "Py_UCS4 Py_ssize_t schar short size_t struct typedef uchar uint ulonglong void".split()
)


def __getattr__(name: str) -> _Type:
    """Every name of a C type (int, double, Py_ssize_t, ...) is a type that does nothing."""
    if name not in _TYPES:
        raise AttributeError(name)
    return _Type()
