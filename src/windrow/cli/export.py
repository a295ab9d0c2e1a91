"""windrow export: a wrapper as selectors, or as code for other libraries."""

from __future__ import annotations

import click

__all__ = ["command"]

# Spelled out here, so that the help need not import what knows them; a test holds them equal.
FORMS = ("css", "xpath", "parsel", "scrapy")


@click.command("export")
@click.argument("wrapper")
@click.option("--as", "form", type=click.Choice(FORMS), required=True,
              help="Selectors as JSON (css, xpath), a module, or a spider.")  # fmt: skip
@click.option("-o", "--output", "target", metavar="FILE", help="Default: standard output.")
def command(wrapper: str, form: str, target: str | None) -> None:
    """Print WRAPPER as selectors, or as a small program that gives the same rows as apply.

    \b
    Example:
        windrow export shop.json --as parsel -o shop.py
        python shop.py pages/*.html
    """
    from pathlib import Path

    from windrow.errors import FileUnreadable
    from windrow.wrap.export import export, left_out
    from windrow.wrap.store import load

    found = load(wrapper)
    text = export(found, form)
    for column, why in left_out(found, form).items():
        what = "left out" if column == "*" else f"left out: {column}"
        click.echo(f"windrow: {what}: {why}", err=True)
    if target is None:
        click.echo(text, nl=False)
        return
    try:
        Path(target).write_text(text, "utf-8")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise FileUnreadable(target, f"it cannot be written: {reason}") from None
