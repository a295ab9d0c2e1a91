"""How commands fetch pages: politely, and with what the user wants sent along."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands import invoked
from tests.serving import Reply, Server, moved, serving
from windrow import __version__

CLOSED = "User-agent: *\nDisallow: /barn"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def farm() -> Iterator[Server]:
    replies = {path: Reply() for path in ("/", "/2", "/barn")}
    with serving(replies | {"/robots.txt": Reply(CLOSED)}) as server:
        yield server


def test_a_page_that_a_person_types_is_not_a_crawl(farm: Server, tmp_path: Path) -> None:
    for words in (["tree"], ["extract", "--browser", "never"], ["learn", "-o", tmp_path / "w"]):
        assert invoked(*words, f"{farm.url}/barn").exit_code == 0

    assert {*farm.paths} == {"/barn"}


def test_a_list_of_pages_is_read_where_the_site_allows_it(farm: Server) -> None:
    pages = [f"{farm.url}/", f"{farm.url}/barn"]

    done = invoked("extract", *pages, "--delay", "0", "--browser", "never")

    assert done.exit_code == 1
    assert "robots.txt" in done.stderr
    assert farm.paths == ["/robots.txt", "/"]
    assert invoked("extract", *pages, "--delay", "0", "--ignore-robots").exit_code == 0
    assert farm.paths[2:] == ["/", "/barn"]


@pytest.mark.parametrize("jobs", [["--engine", "serial"], ["--jobs", "2"]], ids=" ".join)
def test_a_run_asks_a_host_for_its_rules_once_and_takes_its_time(
    farm: Server, tmp_path: Path, jobs: list[str]
) -> None:
    addresses, target = tmp_path / "list.urls", tmp_path / "rows.db"
    addresses.write_text("\n".join(f"{farm.url}{path}" for path in ("/", "/barn", "/2")))

    done = invoked("run", addresses, "--to", target, "--delay", "0.05", "--shard-pages", "1",
                  "--allow-private", "127.0.0.1", *jobs)  # fmt: skip

    assert done.exit_code == 0, done.stderr
    assert sorted(farm.paths) == ["/", "/2", "/robots.txt"]
    with sqlite3.connect(target) as rows:
        assert rows.execute("SELECT page, error FROM records_failed").fetchall() == [
            (f"{farm.url}/barn", "Disallowed")
        ]


def test_what_a_list_names_may_not_be_private_but_what_is_typed_may(
    farm: Server, tmp_path: Path
) -> None:
    addresses, target = tmp_path / "list.urls", tmp_path / "rows.db"
    addresses.write_text(f"{farm.url}/2")

    invoked("run", addresses, f"{farm.url}/", "--to", target, "--delay", "0", "--engine", "serial")

    assert farm.paths == ["/robots.txt", "/"]
    with sqlite3.connect(target) as rows:
        assert rows.execute("SELECT page, error FROM records_failed").fetchall() == [
            (f"{farm.url}/2", "PrivateAddress")
        ]


def test_headers_go_to_the_pages_own_host_only(farm: Server) -> None:
    with serving({"/": Reply()}) as other:
        farm.replies["/"] = moved("/2")
        farm.replies["/2"] = moved(f"{other.url}/")
        done = invoked("tree", f"{farm.url}/", "--allow-private", "127.0.0.1",
                      "--header", "X-Key: s3cret", "--header", "Authorization: Bearer s3cret",
                      "--header", "Cookie: a=s3cret", "--header", "Accept-Language: de")  # fmt: skip

    assert done.exit_code == 0, done.stderr
    for _, header in farm.asked:
        assert (header["X-Key"], header["Authorization"]) == ("s3cret", "Bearer s3cret")
        assert header["Cookie"] == "a=s3cret"
    [(_, header)] = other.asked
    assert "s3cret" not in str(header)
    assert header["Accept-Language"] == "de"
    assert header["User-Agent"].startswith(f"windrow/{__version__} (+https://")


def test_the_user_agent_can_be_replaced_and_is_the_one_that_rules_are_for(farm: Server) -> None:
    farm.replies["/robots.txt"] = Reply("User-agent: reaper\nDisallow: /2\n")

    done = invoked("extract", f"{farm.url}/", f"{farm.url}/2", "--delay", "0",
                  "--header", "User-Agent: reaper/1.0", "--browser", "never")  # fmt: skip

    assert "forbidden to programs" in done.stderr
    assert {header["User-Agent"] for _, header in farm.asked} == {"reaper/1.0"}


def test_cookies_of_a_file_go_to_the_hosts_that_they_are_for(farm: Server, tmp_path: Path) -> None:
    jar = tmp_path / "cookies.txt"
    lines = ["# Netscape HTTP Cookie File",
             "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tabc",
             "#HttpOnly_127.0.0.1\tFALSE\t/2\tFALSE\t4000000000\tdeep\td",
             "127.0.0.1\tFALSE\t/\tFALSE\t1000\told\tx",
             "hay.example\tFALSE\t/\tFALSE\t0\tother\ty"]  # fmt: skip
    jar.write_text("\n".join(lines) + "\n")

    for path in ("/", "/2"):
        assert invoked("tree", f"{farm.url}{path}", "--cookie-file", jar).exit_code == 0

    sent = [sorted(header["Cookie"].split("; ")) for _, header in farm.asked]
    assert sent == [["session=abc"], ["deep=d", "session=abc"]]


@pytest.mark.parametrize(
    "words",
    [["--header", "no colon"], ["--header", "Bad Name: x"], ["--header", "X: a\r\nEvil: b"],
     ["--header", "X: ü"], ["--delay", "-1"]],
)  # fmt: skip
def test_what_is_no_header_is_bad_usage(words: list[str]) -> None:
    assert invoked("tree", "http://127.0.0.1:1/", *words).exit_code == 2


@pytest.mark.parametrize("content", [b"not cookies", b"\xff\xfe\x00", None])
def test_a_file_without_cookies_is_told_in_one_line(tmp_path: Path, content: bytes | None) -> None:
    jar = tmp_path / "cookies.txt"
    if content is not None:
        jar.write_bytes(content)

    done = invoked("tree", "http://127.0.0.1:1/", "--cookie-file", jar)

    assert done.exit_code == 1
    assert "cookies.txt` cannot be read" in done.stderr


def test_nothing_is_left_of_the_turns(
    farm: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    invoked("extract", f"{farm.url}/", f"{farm.url}/2", "--delay", "0", "--browser", "never")

    assert [*tmp_path.iterdir()] == []
