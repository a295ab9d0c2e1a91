"""Write the reference pages that are made from the code: ``make reference``.

    python tools/reference.py            writes docs/reference/*.md
    python tools/reference.py --check    exit 1 where a page is not what would be written

The commands come from click's own tree, detectors and sinks from their tables, the names of the
library from ``windrow.__all__``; mkdocstrings draws the latter from their docstrings.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

import windrow
from windrow.cli import windrow as program
from windrow.detect import DETECTORS, LEARNERS
from windrow.sink import SINKS

__all__ = ["commands", "pages"]

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
MADE = "<!-- Made by `make reference`; do not edit. -->\n\n"


def pages() -> dict[str, str]:
    """Return the pages by the names of their files."""
    return {
        name: MADE + "\n".join(lines).rstrip() + "\n"
        for name, lines in {
            "cli.md": _cli(),
            "library.md": _library(),
            "families.md": _families(),
        }.items()
    }


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield every command with its full name."""
    context = click.Context(program, info_name="windrow")
    yield "windrow", program
    for name in program.list_commands(context):
        found = program.get_command(context, name)
        assert found is not None
        yield f"windrow {name}", found


def _cli() -> Iterator[str]:
    yield "# Commands"
    yield ""
    yield "Every command and every option, as `windrow COMMAND --help` prints them."
    for name, command in commands():
        context = click.Context(command, info_name=name)
        usage = " ".join(command.collect_usage_pieces(context))
        yield from ("", f"## {name}", "", f"    {name} {usage}", "")
        yield from _prose(command)
        options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
        records = [record for one in options if (record := one.get_help_record(context))]
        yield from ("| option | meaning |", "|---|---|")
        for words, meaning in records:
            yield f"| <code>{_cell(words)}</code> | {_cell(meaning)} |"


def _prose(command: click.Command) -> Iterator[str]:
    """Yield the help text; what must not be wrapped is printed as it is."""
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            yield from (f"    {line}" for line in paragraph.split("\n")[1:])
        else:
            yield from paragraph.split("\n")
        yield ""


def _cell(text: str) -> str:
    """Return *text* for a cell of a table, where a bar would end the cell, even in code."""
    return " ".join(text.split()).replace("<", "&lt;").replace("|", "&#124;")


def _library() -> Iterator[str]:
    yield "# The library"
    yield ""
    yield "What `import windrow` gives. Everything else is found in the module that is about it."
    for name in windrow.__all__:
        home = inspect.getmodule(getattr(windrow, name))
        assert home is not None
        yield from ("", f"## {name}", "", f"::: {home.__name__}.{name}")


def _families() -> Iterator[str]:
    yield "# Detectors and sinks"
    yield ""
    yield "## Detectors"
    yield ""
    yield "`--detector NAME`, or `windrow.extract(page, detector=NAME)`."
    yield ""
    yield from ("| name | paper | finds |", "|---|---|---|")
    for name, new in DETECTORS.items():
        yield f"| `{name}` | {getattr(new, 'paper', '')} | {getattr(new, 'finds', '')} |"
    yield from (
        "",
        "## Learners",
        "",
        "`windrow learn --detector NAME`: from several pages, or from",
    )
    yield from ("`--examples`.", "", "| name | paper | finds |", "|---|---|---|")
    for name, learner in LEARNERS.items():
        yield f"| `{name}` | {learner.paper} | {learner.finds} |"
    yield from ("", "## Sinks", "", "`--to TARGET`: what the target ends or begins with.", "")
    yield from ("| target | `--format` | needs |", "|---|---|---|")
    for kind, entry in SINKS.items():
        extra = f"`pip install 'windrow[{entry.needs[1]}]'`" if entry.needs else ""
        target = f"{kind}//..." if kind.endswith(":") else kind
        yield f"| `{target}` | {f'`{entry.format}`' if entry.format else ''} | {extra} |"


def main() -> int:
    """Write the pages, or say which are not as they would be written."""
    stale = []
    for name, text in pages().items():
        path = FOLDER / name
        if not path.exists() or path.read_text("utf-8") != text:
            stale.append(name)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
    written = [f"docs/reference/{name}" for name in stale]
    print(*written or ["nothing has changed"], sep="\n")
    return int("--check" in sys.argv and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
