"""The parts around the browser that need none: addresses, proxy, shells, what is missing."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from windrow.errors import NoBrowser, WindrowError
from windrow.read import Page
from windrow.read.browser import Session, Settings, missing, show
from windrow.read.browser.guard import descendants, is_running
from windrow.read.browser.proxy import Policy, Proxy, Served
from windrow.read.browser.shell import is_shell, is_taken_apart
from windrow.read.browser.worker import Worker
from windrow.read.reach import Reach


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    running = Proxy()
    yield running
    running.close()


def asked(proxy: Proxy, request: str) -> bytes:
    with socket.create_connection(("127.0.0.1", proxy.port), timeout=120) as connection:
        connection.sendall(request.encode() + b"\r\nHost: x\r\n\r\n")
        found = b""
        while piece := connection.recv(4096):
            found += piece
    return found


def test_the_proxy_leads_nowhere_private(proxy: Proxy) -> None:
    proxy.policy = Policy()

    assert asked(proxy, f"GET http://127.0.0.1:{proxy.port}/ HTTP/1.1") == b""
    assert asked(proxy, "CONNECT localhost:443 HTTP/1.1") == b""
    assert proxy.policy.refused == {"127.0.0.1": "private", "localhost": "private"}


def test_the_proxy_leads_nowhere_at_all_without_a_network(proxy: Proxy) -> None:
    proxy.policy = Policy(network=False, reach=Reach(("*",)))

    assert asked(proxy, "GET http://8.8.8.8/ HTTP/1.1") == b""
    assert proxy.policy.refused == {"8.8.8.8": "offline"}


def test_the_proxy_goes_through_the_one_of_the_machine(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    upstream = Proxy()
    served = Served(b"<p>hay", host="hay.invalid")
    upstream.policy = Policy(served)
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{upstream.port}")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    proxy.policy = Policy()

    assert asked(proxy, f"GET {served.url} HTTP/1.1").endswith(b"<p>hay")
    # What is known to be private is refused before.
    assert asked(proxy, "GET http://localhost/ HTTP/1.1") == b""
    assert proxy.policy.refused == {"localhost": "private"}
    upstream.close()


@pytest.mark.parametrize("request_line", ["", "GET / HTTP/1.1", "NONSENSE", "\x00\x01"])
def test_the_proxy_answers_nonsense_with_an_error(proxy: Proxy, request_line: str) -> None:
    assert asked(proxy, request_line).startswith(b"HTTP/1.1 400")


def test_a_saved_page_is_served_with_what_is_drawn_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    (folder / ".git").mkdir(parents=True)
    (folder / "a.css").write_text("p {}")
    (folder / "notes.txt").write_text("private")
    (folder / ".git" / "x.css").write_text("p {}")
    (tmp_path / "outside.css").write_text("p {}")
    (folder / "link.css").symlink_to(tmp_path / "outside.css")
    served = Served(b"<p>hay", str(folder))

    assert served.find("/page.html") == (b"<p>hay", "text/html; charset=utf-8")
    assert served.find("/a.css") == (b"p {}", "text/css")
    for path in ("/notes.txt", "/.git/x.css", "/../outside.css", "/%2e%2e/outside.css",
                 "/link.css", "/none.css", "/a%00.css"):  # fmt: skip
        assert served.find(path) is None


@pytest.mark.parametrize(
    ("html", "shell"),
    [
        ("<div id=root></div><script src=a.js></script>" + "<p>footer</p>" * 60, True),
        ("<script>x</script><p>Loading", True),
        ("<p>Nothing here", False),
        ("<script>x</script>" + "<p>Dry hay, cut in June</p>" * 20, False),
        ("<div id=root><p>made on the server</p></div><script></script>" + "text " * 100, False),
        ("<script>" + "x" * 1000, True),
    ],
)
def test_a_shell_is_told_from_a_page(html: str, shell: bool) -> None:
    assert is_shell(Page.from_text(html)) is shell


def test_without_a_browser_the_error_says_how_to_get_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WINDROW_CHROMIUM", "/nowhere/chromium")

    assert missing() is not None
    with Session() as session, pytest.raises(NoBrowser) as caught:
        show(b"<p>hay", Settings(), session=session)
    assert isinstance(caught.value, WindrowError)
    assert caught.value.hint is not None


def test_a_worker_keeps_the_order_and_hands_errors_back() -> None:
    worker = Worker("test")

    first, second = worker.submit(int, "7"), worker.submit(int, "hay")

    assert first.result(timeout=120) == 7
    assert isinstance(second.exception(timeout=120), ValueError)
    worker.stop(wait=True)


def test_a_process_is_its_own_first_descendant() -> None:
    import os

    assert descendants(os.getpid())[0] == os.getpid()
    assert is_running(os.getpid())
    assert not is_running(2**22 + 1)


def test_a_page_is_taken_apart_where_most_of_its_text_is_gone() -> None:
    page = b"<ul>" + b"<li>Dry hay of the meadow</li>" * 20 + b"</ul><script>run()</script>"

    assert is_taken_apart(page, b"<h1>Not available right now</h1>" + b"<script>x</script>" * 99)
    assert not is_taken_apart(page, page.replace(b"<li>", b"<li><b>New</b> ", 9))
    assert not is_taken_apart(b"<div id=root></div>", b"")
