"""Everything that users can name is documented, and the generated pages are what the code says."""

import re
from pathlib import Path

import click
import pytest

import windrow
from tools.reference import FOLDER, commands, pages
from windrow.detect import DETECTORS
from windrow.sink import SINKS

ROOT = Path(__file__).parents[2]
DOCS = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"]
}
WRITTEN = {name: text for name, text in DOCS.items() if not name.startswith("docs/reference/")}


@pytest.mark.parametrize("name", pages())
def test_a_generated_page_is_what_the_code_says(name: str) -> None:
    path = FOLDER / name

    assert path.exists(), "run: make reference"
    assert path.read_text("utf-8") == pages()[name], "run: make reference"


@pytest.mark.parametrize(("name", "command"), [*commands()], ids=[name for name, _ in commands()])
def test_every_command_and_option_is_in_the_reference(name: str, command: click.Command) -> None:
    text = (FOLDER / "cli.md").read_text("utf-8")
    section = text.partition(f"## {name}\n")[2].partition("\n## ")[0]
    visible = (one for one in command.params if not getattr(one, "hidden", False))
    options = {word for one in visible if isinstance(one, click.Option) for word in one.opts}

    assert section, f"{name} is not there"
    assert {
        word for word in options if not re.search(rf"<code>[^<]*{re.escape(word)}\b", section)
    } == set()


@pytest.mark.parametrize(("name", "command"), [*commands()], ids=[name for name, _ in commands()])
def test_every_option_has_a_help_text(name: str, command: click.Command) -> None:
    options = (one for one in command.params if isinstance(one, click.Option))

    assert [one.name for one in options if not one.help and not one.hidden] == []


def test_every_command_is_shown_in_a_guide_or_the_readme() -> None:
    shown = "\n".join(WRITTEN.values())

    assert [name for name, _ in commands() if f"{name} " not in shown] == []


def test_every_public_name_is_in_the_reference() -> None:
    text = (FOLDER / "library.md").read_text("utf-8")

    assert [name for name in windrow.__all__ if f"\n## {name}\n" not in text] == []


def test_every_detector_and_sink_is_in_the_reference() -> None:
    text = (FOLDER / "families.md").read_text("utf-8")

    assert [name for name in DETECTORS if f"| `{name}` |" not in text] == []
    assert [kind for kind in SINKS if f"| `{kind}" not in text] == []


@pytest.mark.parametrize("name", WRITTEN)
def test_links_between_pages_lead_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    targets = re.findall(r"\]\((?!https?:|mailto:)([^)#\s]+)", WRITTEN[name])

    assert [target for target in targets if not (folder / target).exists()] == []


@pytest.mark.parametrize("name", WRITTEN)
def test_files_of_the_project_that_are_named_exist(name: str) -> None:
    named = re.findall(r"`((?:[\w-]+/)+[\w-]+\.(?:py|json|md|html|toml))(?::\w+)?`", WRITTEN[name])
    homes = [ROOT, ROOT / "src" / "windrow", ROOT / "docs"]

    # What a user has or builds is called so in examples.
    ours = [path for path in named if not path.startswith(("pages/", "today/", "site/", "build/"))]
    assert [path for path in ours if not any((home / path).exists() for home in homes)] == []


@pytest.mark.parametrize("name", WRITTEN)
def test_options_in_the_documentation_exist(name: str) -> None:
    known = {word for _, command in commands() for one in command.params for word in one.opts}
    lines = re.findall(r"^\s*(?:\$ )?windrow .*$", WRITTEN[name], re.MULTILINE)
    used = {word for line in lines for word in re.findall(r"(?<!\S)--[a-z-]+", line)}

    assert used - known - {"--help", "--version"} == set()


def test_the_site_has_every_page() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}

    assert {*re.findall(r": (\S+\.md)$", nav, re.MULTILINE)} == pages


@pytest.mark.parametrize("name", WRITTEN)
def test_measurements_in_the_documentation_can_be_repeated(name: str) -> None:
    for bench, words in re.findall(r"python -m bench\.(\w+)([^\n`)]*)", WRITTEN[name]):
        folder = ROOT / "bench" / bench
        file = folder / "__main__.py" if folder.is_dir() else folder.with_suffix(".py")
        source = file.read_text("utf-8")
        options = re.findall(r"--[a-z-]+", words)
        shared = {"--corpus"} if "add_option(parser" in source else set()

        assert [option for option in {*options} - shared if f'"{option}"' not in source] == []
