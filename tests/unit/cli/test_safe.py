"""What reaches a terminal: no escape sequences, no marks of direction, no passwords."""

import ast
import json
import sqlite3
from pathlib import Path

import pytest

import windrow.cli
from tests.commands import invoked
from tests.serving import LIST, Reply, serving

# An escape sequence, its C1 form, a mark that turns the text around, and invisible letters.
EVIL = "\x1b[2J\x9b31m\u202e\u2066\U000e0041"
EVIL_PAGE = LIST.replace("Dry hay", f"Dry{EVIL}hay").replace("<ul>", f"<ul class='x{EVIL}y'>")


def clean(text: str) -> bool:
    return not set(text) & set(EVIL) - set("[2J31m")


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")


def test_a_server_cannot_write_to_the_terminal() -> None:
    phrase = "Gone\x1b]0;owned\x07\x9b2J"
    with serving({"/": Reply("", 410, phrase)}) as server:
        done = invoked("extract", f"{server.url}/", "--browser", "never")

    assert done.exit_code == 1
    assert "answered 410 Gone" in done.stderr
    assert clean(done.stderr)
    assert "\x07" not in done.stderr


@pytest.mark.parametrize(
    "words", [["tree"], ["tree", "--plain"], ["extract", "--format", "table", "--explain"]]
)
def test_a_page_cannot_write_to_the_terminal(tmp_path: Path, words: list[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(f"<meta charset=utf-8>{EVIL_PAGE}")

    done = invoked(*words, str(page))

    assert done.exit_code == 0
    assert "Dry" in done.stdout
    assert clean(done.stdout + done.stderr)


def test_a_file_name_cannot_write_to_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Some names below are those of folders beside the one we are in.
    monkeypatch.chdir(tmp_path)
    page, copy = tmp_path / f"a{EVIL}.html", tmp_path / f"b{EVIL}.html"
    page.write_text("<p>nothing to find")
    wrapper = tmp_path / f"w{EVIL}.json"
    copy.write_text(LIST)

    for words in (
        ["extract", str(page), "--format", "table"],
        ["extract", f"none{EVIL}.html", "--format", "table"],
        ["learn", str(copy), "-o", str(wrapper)],
        ["verify", str(wrapper), str(copy)],
        ["show", str(wrapper)],
        ["extract", str(copy), "--to", str(tmp_path / f"x{EVIL}.csv")],
        ["run", str(copy), "--to", str(tmp_path / f"x{EVIL}.db"), "--engine", "serial"],
        ["extract", f"--no{EVIL}"],
        ["extract", str(copy), "--format", f"x{EVIL}"],
    ):
        done = invoked(*words)
        assert done.stderr + done.stdout, words
        assert clean(done.stderr + done.stdout), words


def test_data_stays_as_it_is(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<meta charset=utf-8>" + LIST.replace("Dry hay", "Dry\u202ehay\x1b"))

    for form in ("csv", "jsonl"):
        done = invoked("extract", str(page), "--format", form)
        assert "Dry\u202ehay" in done.stdout


def test_all_that_is_printed_goes_through_one_function() -> None:
    folder = Path(windrow.cli.__file__).parent
    printing = []
    for path in [*folder.glob("*.py"), *folder.parent.glob("view/*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name in ("click.echo", "click.secho", "print", "sys.stderr.write"):
                printing.append((path.parent.name, path.name))

    # A table for people is made of cells that are cleaned one by one, as its lines are joined.
    assert {*printing} == {("cli", "__init__.py"), ("view", "terminal.py")}


SECRET = "s3cr:t"


def test_a_password_in_an_address_is_used_but_never_shown(tmp_path: Path) -> None:
    with serving({"/": Reply(), "/again": Reply(), "/broken": Reply("", 500, "Broken")}) as server:
        home = server.url.replace("://", f"://anna:{SECRET}@")
        addresses = tmp_path / "list.txt"
        addresses.write_text(f"{home}/\n{home}/broken\n")
        target = tmp_path / "rows.db"

        shown = [
            invoked("extract", f"{home}/", f"{home}/broken", "--delay", "0", "--browser", "never"),
            invoked("extract", f"{home}/", f"{home}/broken", "--delay", "0", "--format", "csv"),
            invoked(
                "extract",
                f"{home}/",
                f"{home}/again",
                "--delay",
                "0",
                "--to",
                str(tmp_path / "x.csv"),
            ),
            invoked("learn", f"{home}/", "-o", str(tmp_path / "w.json")),
            invoked(
                "verify", str(tmp_path / "w.json"), f"{home}/", f"{home}/broken", "--delay", "0"
            ),
            invoked(
                "run",
                str(addresses),
                "--to",
                str(target),
                "--engine",
                "serial",
                "--delay",
                "0",
                "--allow-private",
                "127.0.0.1",
            ),
        ]

    asked = {header["Authorization"] for path, header in server.asked if path != "/robots.txt"}
    assert asked == {"Basic YW5uYTpzM2NyOnQ="}
    said = "".join(done.stdout + done.stderr for done in shown)
    assert f"http://***@127.0.0.1:{server.port}/" in said
    kept = "".join(
        path.read_text() for path in (tmp_path / "x.csv", tmp_path / "w.json")
    ) + "\n".join(_dumped(target))
    assert "Bale number 8" in kept
    assert "broken" in kept
    assert f"http://***@127.0.0.1:{server.port}/again" in kept
    assert SECRET not in said + kept
    assert "anna" not in said + kept
    # Links are resolved against an address without the password.
    first = json.loads(shown[0].stdout.splitlines()[0])
    assert f"{server.url}/item/1" in json.dumps(first)


def _dumped(path: Path) -> list[str]:
    with sqlite3.connect(path) as database:
        return [*database.iterdump()]
