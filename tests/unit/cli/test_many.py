"""Many pages at once: those that hang, and workers that die, cost nothing but their own answer."""

import json
import os
import socketserver
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.serving import answering
from tests.unit.cli.test_extract import in_a_terminal, page, windrow
from tests.yardstick import page_seconds

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="FIFOs and signals")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    for number in range(1, 4):
        (tmp_path / f"{number}.html").write_bytes(page(6, f"Tool{number}"))
    # Nobody ever writes into it: reading it takes for ever.
    os.mkfifo(tmp_path / "hangs.html")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_page_that_hangs_is_given_up_and_the_others_go_on(pages: Path, jobs: str) -> None:
    names = [str(pages / f"{name}.html") for name in ("1", "hangs", "2", "3")]
    limit = f"{page_seconds():.3g}"

    code, out, err = windrow(*names, "--jobs", jobs, "--timeout", limit)

    found = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [answer["page"] for answer in found] == names
    assert [answer.get("error", {}).get("type") for answer in found] == [
        None, "TookTooLong", None, None,
    ]  # fmt: skip
    assert f"hangs.html` takes longer than {limit} s" in err
    assert "hint: give it more time with --timeout" in err


class _Slow(BaseHTTPRequestHandler):
    """A server that sends a byte now and then, for ever."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        while not self.server.stopped.wait(0.2):  # type: ignore[attr-defined]
            try:
                self.wfile.write(b" ")
                self.wfile.flush()
            except OSError:
                return

    def log_message(self, *words: object) -> None:
        pass


@pytest.fixture
def slow_server() -> Iterator[str]:
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Slow)
    server.daemon_threads = True
    server.stopped = threading.Event()  # type: ignore[attr-defined]
    with answering(server):
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.stopped.set()  # type: ignore[attr-defined]


@pytest.mark.slow
def test_a_server_that_never_ends_is_given_up(pages: Path, slow_server: str) -> None:
    names = [slow_server, str(pages / "1.html")]

    code, out, _ = windrow(*names, "--timeout", "2", "--browser", "never")

    found = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [answer["page"] for answer in found] == names
    assert found[0]["error"]["type"] == "TookTooLong"


@pytest.mark.slow
def test_the_progress_bar_counts_lost_pages_too(pages: Path) -> None:
    names = [str(pages / f"{name}.html") for name in ("1", "hangs", "2")]

    seen = in_a_terminal(
        *names, "--to", str(pages / "tools.csv"), "--jobs", "2", "--timeout", f"{page_seconds():g}"
    )

    assert "100%" in seen
    assert "takes longer than" in seen
    assert "12 rows written" in seen


def test_a_timeout_of_nothing_is_bad_usage() -> None:
    assert windrow("page.html", "--timeout", "0")[0] == 2
