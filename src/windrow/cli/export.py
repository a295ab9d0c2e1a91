"""windrow export: a wrapper as selectors, or as code for other programs."""

from __future__ import annotations

import click

from windrow.cli import give, warn
from windrow.export import FORMS

__all__ = ["command"]


@click.command("export")
@click.argument("wrapper", type=click.Path())
@click.option("--as", "form", type=click.Choice([*FORMS]), required=True,
              help="Selectors as JSON (css, xpath), a spider, or a page object.")  # fmt: skip
@click.option(
    "-o", "--output", "target", metavar="FILE", type=click.Path(), help="Default: standard output."
)
def command(wrapper: str, form: str, target: str | None) -> None:
    """Print WRAPPER as selectors, or as code that loads it and gives the same rows as apply.

    \b
    Example:
        windrow export shop.json --as scrapy -o spider.py
        scrapy runspider spider.py -a pages=https://example.com/shop -O rows.jsonl
    """
    from pathlib import Path

    from windrow.errors import FileUnreadable
    from windrow.export import export, path_from
    from windrow.wrap.store import load

    found = export(load(wrapper), form, path_from(target, wrapper))
    for column, why in found.left_out.items():
        warn(f"left out: {column}: {why}")
    if target is None:
        give(found.text, end="")
        return
    try:
        Path(target).write_text(found.text, "utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileUnreadable(target, f"it cannot be written: {reason}") from None
