"""The files for containers name what is there: extras, sources, the port; and keep secrets out."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from click import Option

from windrow.cli import windrow

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))


def test_the_image_has_the_extras_of_the_service() -> None:
    [named] = re.findall(r"^ARG EXTRAS=(\S+)$", DOCKERFILE, re.MULTILINE)
    extras = {*named.split(",")}

    assert extras <= {*PROJECT["optional-dependencies"]}
    assert {"serve", "crawl", "mcp", "browser"} <= extras


def test_all_that_is_copied_reaches_the_build_and_nothing_else_does() -> None:
    copied = {
        name
        for line in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.MULTILINE)
        for name in line.split()
    }
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()

    assert all((ROOT / name).exists() for name in copied)
    assert "*" in lines
    assert {line[1:] for line in lines if line.startswith("!")} == copied
    assert (ROOT / "src/windrow/studio/assets/studio.js").exists()


def test_the_service_runs_as_a_user_without_rights() -> None:
    last = DOCKERFILE.rpartition("FROM ")[2]
    service = COMPOSE["services"]["windrow"]

    assert re.search(r"^USER (?!root)\w+$", last, re.MULTILINE)
    assert last.index("USER ") < last.index("ENTRYPOINT")
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]


def test_the_ports_are_those_of_the_service_and_open_to_this_machine_only() -> None:
    serve = windrow.get_command(None, "serve")  # type: ignore[arg-type]
    assert serve is not None
    [usual] = [
        option.default
        for option in serve.params
        if isinstance(option, Option) and option.name == "port"
    ]

    assert f"EXPOSE {usual}" in DOCKERFILE
    assert f"127.0.0.1:{usual}/healthz" in DOCKERFILE
    ports = [port for one in COMPOSE["services"].values() for port in one["ports"]]
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert f"127.0.0.1:{usual}:{usual}" in ports


@pytest.mark.parametrize("name", ["WINDROW_TOKEN", "POSTGRES_PASSWORD"])
def test_no_secret_is_written_down(name: str) -> None:
    given = [
        value
        for service in COMPOSE["services"].values()
        for key, value in service["environment"].items()
        if key == name
    ]

    assert given
    assert all(re.fullmatch(rf"\$\{{{name}:[?-].*\}}", value) for value in given)
    assert name not in DOCKERFILE
