"""Workflows, hooks and templates name things that exist, and versions agree."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import windrow
from windrow.detect import DETECTORS, LEARNERS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = {*re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE)}
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
YAML = [*WORKFLOWS, *TEMPLATES, ROOT / ".pre-commit-config.yaml", ROOT / "CITATION.cff"]
PROSE = ["README.md", "CONTRIBUTING.md", ".github/PULL_REQUEST_TEMPLATE.md", ".ci/run"]


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


def commands(path: Path) -> list[str]:
    """Return all that a workflow runs."""
    jobs = loaded(path)["jobs"].values()
    return [step["run"] for job in jobs for step in job.get("steps", []) if "run" in step]


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_the_files_are_yaml(path: Path) -> None:
    assert isinstance(loaded(path), dict)


@pytest.mark.parametrize("name", [*PROSE, *(str(p.relative_to(ROOT)) for p in WORKFLOWS)])
def test_every_make_target_that_is_named_exists(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    lines = re.findall(
        r"(?:^|`|run: |    )make ((?:[a-z]+ ?)+?)(?=`|$|  | [A-Z#])", text, re.MULTILINE
    )
    named = {word for line in lines for word in line.split()}

    assert named <= TARGETS


def test_the_gate_checks_tests_and_holds_the_floors() -> None:
    [line] = re.findall(r"^make (.*)$", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)

    assert line.split() == ["check", "test", "quality"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_paths_in_workflows_exist(path: Path) -> None:
    text = path.read_text("utf-8")
    named = re.findall(r"(?<![\w/.])(?:\./)?((?:src|tools|\.github)/[\w./-]+\w)", text)
    files = re.findall(r"\b([\w-]+\.(?:toml|py|md))\b(?!:)", text)

    assert [name for name in named if not (ROOT / name).exists()] == []
    assert [
        name for name in files if not [*ROOT.glob(name), *ROOT.glob(f"src/windrow/{name}")]
    ] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_read_and_ends(path: Path) -> None:
    workflow = loaded(path)
    jobs = [job for job in workflow["jobs"].values() if "uses" not in job]

    assert workflow["permissions"] == {"contents": "read"}
    assert all(job.get("timeout-minutes") for job in jobs)


def test_all_supported_pythons_are_tested_on_three_systems() -> None:
    [matrix] = [
        job["strategy"]["matrix"]
        for job in loaded(ROOT / ".github/workflows/tests.yml")["jobs"].values()
        if "strategy" in job
    ]
    named = [word.rsplit(" ", 1)[1] for word in PROJECT["classifiers"] if ":: 3." in word]

    assert matrix["python"] == named == ["3.11", "3.12", "3.13", "3.14"]
    assert [name.split("-")[0] for name in matrix["system"]] == ["ubuntu", "macos", "windows"]


def test_windows_runs_the_steps_of_make_test() -> None:
    run = "\n".join(commands(ROOT / ".github/workflows/tests.yml"))

    assert "-m pytest -n auto --dist worksteal -q" in MAKEFILE
    assert "-m pytest -n auto --dist worksteal -q\n" in run
    again = '-m "kernels and not slow"'
    assert run.count(again) == MAKEFILE.count(again) == 1


def test_hooks_run_what_make_check_runs() -> None:
    [local] = loaded(ROOT / ".pre-commit-config.yaml")["repos"]
    entries = " ".join(hook["entry"] for hook in local["hooks"])

    for tool in re.findall(r"^check:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)[0].split("\n"):
        words = tool.replace("$(BIN)", ".venv/bin").replace("--check", "").strip().rstrip(" .")
        assert words in entries
    for path in re.findall(r"\btools/\w+\.py", entries):
        assert (ROOT / path).exists()


def test_templates_ask_for_the_page_and_the_explanation() -> None:
    for path in TEMPLATES:
        if path.name != "config.yml":
            text = path.read_text("utf-8")
            assert "--explain" in text
            assert {"page", "version"} <= {part.get("id") for part in loaded(path)["body"]}


def test_the_citation_has_the_paper_of_every_detector_and_learner() -> None:
    citation = loaded(ROOT / "CITATION.cff")
    notes = [paper["notes"] for paper in citation["references"]]
    papers = (ROOT / "docs" / "papers.bib").read_text("utf-8")

    for name, detector in DETECTORS.items():
        if detector.paper:
            assert f"[{detector.paper}], the detector {name}" in notes
    for name, learner in LEARNERS.items():
        [note] = [note for note in notes if note.startswith(f"[{learner.paper}], the learner")]
        assert name in re.findall(r"\w+", note)
    for paper in citation["references"]:
        assert f"{{{paper['notes'][1:].partition(']')[0]}," in papers


def test_the_version_is_the_same_everywhere() -> None:
    citation = loaded(ROOT / "CITATION.cff")

    assert PROJECT["version"] == windrow.__version__ == citation["version"]
    assert PROJECT["license"] == citation["license"]


def test_all_contains_every_extra_for_users() -> None:
    extras = PROJECT["optional-dependencies"]
    [whole] = extras["all"]

    assert {*re.findall(r"\[(.*)\]", whole)[0].split(",")} == extras.keys() - {
        "test",
        "docs",
        "all",
    }
