"""windrow repair: repairs a wrapper for pages that have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from windrow.cli import say
from windrow.cli.browsing import BrowserCommand, look_options

if TYPE_CHECKING:
    from windrow.read.look import Look

__all__ = ["command"]


@click.command("repair", cls=BrowserCommand)
@click.argument("wrapper", type=click.Path())
@click.argument("pages", nargs=-1, required=True, type=click.Path())
@click.option("-o", "--output", "target", metavar="FILE", type=click.Path(),
              help="The file of the new wrapper. Default: replace the old one.")  # fmt: skip
@click.option("--least", type=click.FloatRange(0, 1), default=None, metavar="SHARE",
              help="How sure the repair must be, 0 to 1; else nothing is changed.")  # fmt: skip
@look_options
def command(
    wrapper: str,
    pages: tuple[str, ...],
    target: str | None,
    least: float | None,
    how: Look,
) -> None:
    """Repair WRAPPER for PAGES of its site as they are now; columns keep their names.

    Prints what became of the columns, and how sure that is. A replaced file is kept
    beside the new one: shop.json.old, then shop.json.old2.

    \b
    Example:
        windrow verify shop.json 'new/*.html'
        windrow repair shop.json 'new/*.html' -o repaired.json
    """
    from windrow.run.answers import answered
    from windrow.run.names import expanded
    from windrow.run.verbs import seen
    from windrow.wrap.repair import LEAST_SURE, repair
    from windrow.wrap.store import set_aside
    from windrow.wrap.wrapper import Wrapper

    known = Wrapper.load(wrapper)
    sources = expanded(pages)
    shown = [answer.result() for answer in seen(sources, how)]

    def work() -> list[str]:
        done = repair(known, shown, least=LEAST_SURE if least is None else least)
        kept = set_aside(target or wrapper)
        done.wrapper.save(target or wrapper)
        return [f"{target or wrapper}: {done}", *([f"the previous wrapper: {kept}"] * bool(kept))]

    for line in answered(work, sources, how.timeout):
        say(line)
