"""windrow correct: removes, renames, merges, splits, retypes and moves columns of a wrapper."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from windrow.cli import say

if TYPE_CHECKING:
    from windrow.wrap.correction import Correction

__all__ = ["command"]


def _split(text: str, sign: str, form: str) -> tuple[str, str]:
    before, found, after = text.partition(sign)
    if not (before and found and after):
        raise click.BadParameter(f"{text!r}: give {form}")
    return before, after


def _removed(text: str) -> Correction:
    from windrow.wrap.correction import Removed

    *inside, column = text.split(".")
    return Removed(column, tuple(inside))


def _renamed(text: str) -> Correction:
    from windrow.wrap.correction import Renamed

    old, new = _split(text, "=", "OLD=NEW")
    *inside, column = old.split(".")
    return Renamed(column, new, tuple(inside))


def _retyped(text: str) -> Correction:
    from windrow.wrap.correction import Retyped

    column, kind = _split(text, "=", "COLUMN=TYPE")
    found = Retyped(column, kind)
    try:
        found.check()
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    return found


def _merged(text: str) -> Correction:
    from windrow.wrap.correction import Merged

    parts, name = _split(text, "=", "A,B=NAME")
    if len(names := tuple(parts.split(","))) < 2:
        raise click.BadParameter(f"{text!r}: give two columns or more")
    return Merged(names, name)


def _parted(text: str) -> Correction:
    from windrow.wrap.correction import Parted

    column, rest = _split(text, "=", "COLUMN=A,B:SIGN")
    names, by = _split(rest, ":", "COLUMN=A,B:SIGN")
    if len(parts := tuple(names.split(","))) < 2:
        raise click.BadParameter(f"{text!r}: give two names or more")
    return Parted(column, parts, by)


def _reordered(text: str) -> Correction:
    from windrow.wrap.correction import Reordered

    return Reordered(tuple(text.split(",")))


# Corrections are made in this order, whatever the order on the command line.
_MADE: dict[str, Callable[[str], Correction]] = {
    "remove": _removed,
    "merge": _merged,
    "split": _parted,
    "rename": _renamed,
    "type": _retyped,
    "order": _reordered,
}


@click.command("correct")
@click.argument("wrapper", type=click.Path())
@click.option("--remove", multiple=True, metavar="COLUMN", help="Leave a column out.")
@click.option("--merge", multiple=True, metavar="A,B=NAME", help="Join columns.")
@click.option("--split", multiple=True, metavar="COLUMN=A,B:SIGN",
              help="Cut a column at a sign.")  # fmt: skip
@click.option("--rename", multiple=True, metavar="OLD=NEW", help="Rename a column.")
@click.option("--type", multiple=True, metavar="COLUMN=TYPE", help="Set the type of a column.")
@click.option("--order", multiple=True, metavar="A,B,...", help="Put columns first.")
@click.option("--undo", is_flag=True, help="First remove all earlier corrections.")
def command(wrapper: str, undo: bool, **changes: tuple[str, ...]) -> None:
    """Change the columns of WRAPPER; repairs and further learning keep the changes.

    A column of a list inside the rows is written list.column, with --remove and --rename.

    \b
    Example:
        windrow learn examples/shop.html -o shop.json
        windrow correct shop.json --remove image --rename title=tool
    """
    from dataclasses import replace

    from windrow.view.terminal import wrapper_line
    from windrow.wrap.corrections import Corrections
    from windrow.wrap.wrapper import Wrapper

    known = Wrapper.load(wrapper)
    if undo:
        known = replace(known, corrections=Corrections())
    made = (make(text) for option, make in _MADE.items() for text in changes[option])
    changed = known.corrected(*made)
    changed.save(wrapper)
    say(f"{wrapper}: {wrapper_line(changed)}", err=True)
