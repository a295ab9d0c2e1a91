"""Options that say which detector finds the records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from windrow.detect import DETECTORS, LEARNERS

__all__ = ["detector_options"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def detector_options(text: str, *, learns: bool = False) -> Callable[[_Command], _Command]:
    """Return a decorator that adds ``--detector``, with *text* for help, and ``--mode``.

    If the command *learns*, systems that only learn are allowed as well.
    """

    known = [*DETECTORS, *LEARNERS] if learns else [*DETECTORS]
    names, modes = click.Choice(known), click.Choice(["resolved", "literal"])
    which = click.option(
        "--detector", type=names, default="auto", show_default=True, callback=_detector, help=text
    )
    how = click.option(
        "--mode", type=modes, is_eager=True, expose_value=False, callback=_keep,
        help="A paper's system with its gaps closed, or literally as printed.",
    )  # fmt: skip

    def add(command: _Command) -> _Command:
        return how(which(command))

    return add


def _keep(context: click.Context, option: click.Parameter, mode: str | None) -> None:
    context.meta["windrow.mode"] = mode


def _detector(context: click.Context, option: click.Parameter, name: str) -> Any:
    """Return the detector of that name, in the requested mode."""
    mode = context.meta.get("windrow.mode")
    if mode is None:
        return name
    new: Any = DETECTORS.get(name)
    if "mode" not in getattr(new, "__dataclass_fields__", {}):
        raise click.BadParameter(f"--mode is for the systems of the papers, not for {name}")
    return new(mode=mode)
