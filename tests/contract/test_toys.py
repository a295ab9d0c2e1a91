"""A new detector, sink or column type is one file and one line: those of CONTRIBUTING.md are."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import windrow

ROOT = Path(__file__).parents[2]
SOURCE = Path(windrow.__file__).parent
BLOCKS = re.findall(
    r"^```python\n# src/windrow/(\S+?)(?:, in (\w+))?\n(.*?)^```$",
    (ROOT / "CONTRIBUTING.md").read_text("utf-8"),
    re.MULTILINE | re.DOTALL,
)
# Each toy is a new file, and a line for a table of a file that is there.
TOYS = {
    table: {"file": new, "text": text, "home": home, "line": line}
    for (new, none, text), (home, table, line) in zip(BLOCKS[::2], BLOCKS[1::2], strict=True)
    if not none
}


def linked(source: Path, target: Path, real: Path) -> None:
    """Make *target* look like the folder *source*, with a folder of its own on the way to *real*.

    All else is links: also compiled kernels come along, and nothing is copied.
    """
    target.mkdir()
    for entry in source.iterdir():
        if entry in real.parents:
            linked(entry, target / entry.name, real)
        elif entry != real and entry.name != "__pycache__":
            (target / entry.name).symlink_to(entry)


def package_with(toy: dict[str, str], folder: Path, table: str) -> None:
    """Make a copy of the package in *folder* to which *toy* has been added."""
    home = SOURCE / toy["home"]
    linked(SOURCE, folder / "windrow", home)
    text = home.read_text("utf-8")
    # The first entry of the table: the line goes before it.
    changed, count = re.subn(
        rf"^({table}\b[^\n]*?\{{|{table}\b[^\n]*?\(\n *\{{)\n",
        lambda found: f"{found[0]}{toy['line']}",
        text,
        flags=re.MULTILINE,
    )
    assert count == 1
    (folder / "windrow" / toy["home"]).write_text(changed, "utf-8")
    file = folder / "windrow" / toy["file"]
    file.parent.mkdir(exist_ok=True)
    file.write_text(toy["text"], "utf-8")


def run(folder: Path, *words: str) -> str:
    """Return what Python prints with the package in *folder*."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=environment, capture_output=True, timeout=600
    )
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize(
    ("table", "tests", "least"),
    [
        ("DETECTORS", "test_detectors.py", 20),
        ("SINKS", "test_sinks.py", 30),
        ("TYPES", "test_types.py", 4),
    ],
)
def test_a_toy_passes_the_tests_of_its_family(
    table: str, tests: str, least: int, tmp_path: Path
) -> None:
    package_with(TOYS[table], tmp_path, table)

    # Whether kernels are compiled is asked of all detectors at once, and the toy has none.
    told = run(
        tmp_path,
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"),
        *("-k", "toy and not compiled_or_not", "-m", "not slow", f"tests/contract/{tests}"),
    )

    [passed] = re.findall(r"(\d+) passed", told)
    assert int(passed) >= least


def test_the_command_line_knows_what_was_added(tmp_path: Path) -> None:
    folders = {table: tmp_path / table for table in ("DETECTORS", "SINKS")}
    for table, folder in folders.items():
        folder.mkdir()
        package_with(TOYS[table], folder, table)
    main = "from windrow.cli import main; main()"

    told = {
        table: run(folder, "-c", main, "extract", "--help") for table, folder in folders.items()
    }
    page = str(ROOT / "examples" / "shop.html")

    assert "toy" in told["DETECTORS"]
    assert ".toy" in told["SINKS"]
    assert "Wooden hay rake" in run(
        folders["DETECTORS"], "-c", main, "extract", page, "--detector", "toy", "--all"
    )
    assert "Wooden hay rake" in run(
        folders["SINKS"], "-c", main, "extract", page, "--format", "toy"
    )


def test_a_column_of_an_added_type_is_recognised_and_typed(tmp_path: Path) -> None:
    package_with(TOYS["TYPES"], tmp_path, "TYPES")
    rows = "".join(f"<li><b>Day {k}</b> <i>{k} °C</i></li>" for k in (7, 12, 21, -3))
    (tmp_path / "page.html").write_text(f"<ul>{rows}</ul>", "utf-8")
    main = "from windrow.cli import main; main()"

    told = run(tmp_path, "-c", main, "extract", str(tmp_path / "page.html"), "--format", "jsonl")

    table = json.loads(told)["tables"][0]
    assert "toy" in {column["type"] for column in table["columns"]}
    assert 21.0 in table["rows"][2].values()
