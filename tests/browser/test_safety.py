"""Pages are hostile: what they may reach, and what is left when they have been shown."""

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.browser.conftest import Show
from tests.browser.site import Site, serve
from tests.serving import Reply, moved, serving
from tests.yardstick import PATIENCE
from windrow import extract
from windrow.errors import (
    BadAddress,
    BrowserCrashed,
    BrowserFailed,
    BrowserHung,
    BrowserSwollen,
    Disallowed,
    FetchError,
    PrivateAddress,
    ReadError,
)
from windrow.read import Page, Web
from windrow.read.browser import Session, Settings, show
from windrow.read.browser.guard import descendants, is_running
from windrow.read.browser.showing import Showing
from windrow.read.politeness import polite
from windrow.read.web import read_cookies

pytestmark = pytest.mark.slow

ANYWHERE = Web(private=("*",))


def gone(pids: list[int]) -> bool:
    """Return whether all processes end before our patience does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not any(is_running(pid) for pid in pids):
            return True
        time.sleep(0.1)
    return False


def family(session: Session) -> list[int]:
    assert session.pid is not None
    found = descendants(session.pid)
    assert len(found) > 2
    return found


def test_an_address_inside_our_network_is_refused_unless_it_is_allowed(
    shown: Show, site: Site
) -> None:
    before = len(site.asked)

    with pytest.raises(PrivateAddress, match="--allow-private"):
        shown("/static", web=Web())
    with pytest.raises(PrivateAddress):
        shown(f"http://localhost:{site.port}/static")
    assert len(site.asked) == before


def test_a_page_reaches_neither_files_nor_other_hosts_of_our_network(
    shown: Show, site: Site
) -> None:
    with serve() as other:
        site.other = other.url
        page = shown("/snooping")

        rows = [tuple(row.values()) for row in extract(page)[0].rows]
        assert sorted(rows) == [
            ("file", "refused"),
            ("named", "refused"),
            ("other", "refused"),
            ("own", "reached"),
        ]
        assert other.asked == []
    assert b"root:" not in page.content


def test_no_way_leads_to_another_port_of_the_machine(shown: Show, site: Site) -> None:
    reached: list[str] = []

    def listen(listening: socket.socket, kind: str) -> None:
        with suppress(OSError):
            while listening.recv(1) if kind == "packet" else listening.accept():
                reached.append(kind)

    with (
        socket.create_server(("127.0.0.1", 0)) as stream,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as packets,
    ):
        port = stream.getsockname()[1]
        packets.bind(("127.0.0.1", port))
        threads = [
            threading.Thread(target=listen, args=(stream, "stream"), daemon=True),
            threading.Thread(target=listen, args=(packets, "packet"), daemon=True),
        ]
        for thread in threads:
            thread.start()
        site.other = f"http://127.0.0.1:{port}"
        page = shown("/reaching", settle=60, quiet=3)
        for line in (stream, packets):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    assert re.findall(rb"<li>(.*?)</li>", page.content) == [b"tried"] * 13
    assert reached == []


def test_what_is_sent_along_goes_to_the_pages_own_host_only(
    browser: Session, tmp_path: Path
) -> None:
    jar = tmp_path / "cookies.txt"
    jar.write_text("# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t0\thay\tdry\n")
    with serving({"/": Reply("<p>hay")}) as other, serving({}) as farm:
        away = other.url.replace("127.0.0.1", "localhost")
        farm.replies["/"] = moved("/2")
        farm.replies["/2"] = Reply(f"<img src=/a.png><img src=/go><img src={away}/a.png><p>hay")
        farm.replies["/go"] = moved(f"{away}/b.png")
        web = Web(private=("*",), headers=(("X-Key", "s3cret"), ("Accept-Language", "de")),
                  cookies=read_cookies(str(jar)))  # fmt: skip
        show(f"{farm.url}/", session=browser, web=web)

    assert {"/", "/2", "/a.png", "/go"} <= {*farm.paths}
    for path, header in farm.asked:
        if path != "/favicon.ico":
            assert (header["X-Key"], header["Cookie"]) == ("s3cret", "hay=dry"), path
            assert header["Accept-Language"] == "de"
            assert re.search(r"Chrome/.* windrow/.*\(\+https://", header["User-Agent"])
    assert {"/a.png", "/b.png"} <= {*other.paths}
    assert all("s3cret" not in str(header) for _, header in other.asked)


def test_many_pages_in_a_browser_are_read_where_the_site_allows_it(browser: Session) -> None:
    rules = Reply("User-agent: windrow\nDisallow: /barn")
    with serving({"/": Reply(), "/robots.txt": rules}) as farm, polite(delay=0) as manners:
        web = Web(private=("*",), manners=manners)
        show(f"{farm.url}/", session=browser, web=web)
        with pytest.raises(Disallowed):
            show(f"{farm.url}/barn", session=browser, web=web)

    assert [path for path in farm.paths if path != "/favicon.ico"] == ["/robots.txt", "/"]


def test_a_redirect_leads_neither_to_files_nor_into_our_network(shown: Show, site: Site) -> None:
    with serve() as other, pytest.raises(PrivateAddress):
        shown(f"/redirect?to={other.url.replace('127.0.0.1', 'localhost')}/static")
    assert other.asked == []
    with pytest.raises((BadAddress, ReadError)):
        shown("/redirect?to=file:///etc/passwd")


def test_a_saved_page_has_no_network_at_all(shown: Show, site: Site) -> None:
    before = len(site.asked)

    page = shown(f"<ul><li>a<li>b</ul><img src={site.url}/static><p>hay</p>".encode(), web=ANYWHERE)

    assert b"hay" in page.content
    assert len(site.asked) == before


def test_a_saved_page_cannot_leave_for_where_it_came_from(shown: Show) -> None:
    page = shown(
        b"<p>hay</p><script>location = 'https://hay.example/'; setTimeout(() => {"
        b"location.protocol = 'https:'; }, 50)</script>"
    )

    assert b"<p>hay</p>" in page.content


def test_a_page_that_goes_on_to_nothing_is_reported(shown: Show) -> None:
    with pytest.raises(FetchError, match=r"nowhere\.invalid|no such host"):
        shown("/leaving")


def test_a_hanging_page_is_reported_and_the_next_one_gets_a_new_browser(site: Site) -> None:
    with Session() as session:
        show(f"{site.url}/static", session=session, web=ANYWHERE)
        old = family(session)

        with pytest.raises(BrowserHung, match="busy"):
            show(f"{site.url}/hanging", Settings(seconds=12), session=session, web=ANYWHERE)

        assert gone(old)
        assert len(extract(show(f"{site.url}/static", session=session, web=ANYWHERE))[0]) == 8
        new = family(session)
    assert gone(new)


def test_a_page_that_takes_too_much_memory_is_reported(site: Site) -> None:
    with Session() as session:
        settings = Settings(memory=600_000_000, seconds=120)
        with pytest.raises(BrowserSwollen, match="600 MB"):
            show(f"{site.url}/swelling", settings, session=session, web=ANYWHERE)


def test_a_crashed_page_is_reported_and_the_next_one_gets_a_new_browser(site: Site) -> None:
    with Session() as session:
        show(f"{site.url}/static", session=session, web=ANYWHERE)
        old = family(session)

        with pytest.raises(BrowserCrashed, match="crashed"):
            show_while_killing(session, f"{site.url}/endless")

        assert gone(old)
        assert len(extract(show(f"{site.url}/static", session=session, web=ANYWHERE))[0]) == 8


def test_a_browser_that_died_between_two_pages_is_replaced_unnoticed(site: Site) -> None:
    with Session() as session:
        show(f"{site.url}/static", session=session, web=ANYWHERE)
        old = session.pid
        assert old is not None
        os.kill(old, signal.SIGKILL)
        assert gone([old])

        assert len(extract(show(f"{site.url}/static", session=session, web=ANYWHERE))[0]) == 8
        assert session.pid != old


def test_whoever_gives_up_a_page_ends_the_browser_that_shows_it(site: Site) -> None:
    class GivenUp(BaseException):
        pass

    def ring(number: int, frame: object) -> None:
        raise GivenUp

    with Session() as session:
        allowed = Settings(scroll=500)
        show(f"{site.url}/static", session=session, web=ANYWHERE)
        old = family(session)
        before = signal.signal(signal.SIGALRM, ring)
        try:
            signal.setitimer(signal.ITIMER_REAL, 1.0)
            with pytest.raises(GivenUp):
                show(f"{site.url}/endless", allowed, session=session, web=ANYWHERE)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

        assert gone(old)
        assert len(extract(show(f"{site.url}/static", session=session, web=ANYWHERE))[0]) == 8


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder for temporary files: Chromium's sockets want a path shorter than pytest's."""
    with TemporaryDirectory(prefix="w") as name:
        yield Path(name)


def left(folder: Path) -> list[str]:
    """Return the names of what is left in a folder, at the latest when patience is over."""
    end = time.monotonic() + PATIENCE
    while (names := [path.name for path in folder.iterdir()]) and time.monotonic() < end:
        time.sleep(0.1)
    return names


def test_nothing_is_left_when_our_own_process_is_killed(site: Site, short_path: Path) -> None:
    script = (
        "import sys, time\n"
        "from windrow.read import Web\n"
        "from windrow.read.browser import Session, show\n"
        "from windrow.read.browser.guard import descendants\n"
        "session = Session()\n"
        f"show('{site.url}/static', session=session, web=Web(private=('*',)))\n"
        "print(*descendants(session.pid), flush=True)\n"
        "time.sleep(600)\n"
    )
    environment = {**os.environ, "TMPDIR": str(short_path)}
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert process.stdout is not None
        pids = [int(word) for word in process.stdout.readline().split()]
        assert len(pids) > 2
        assert [*short_path.iterdir()]
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()

    assert gone(pids)
    assert left(short_path) == []


def started(*words: str, folder: Path) -> subprocess.Popen[str]:
    """Start a command as a shell does, in a group of processes of its own."""
    # A suite that runs in the background ignores Ctrl-C, and so would every process it starts.
    listening = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{listening}; from windrow.cli import main; main()", *words]
    environment = {**os.environ, "TMPDIR": str(folder)}
    return subprocess.Popen(
        command, env=environment, start_new_session=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.parametrize("path", ["/static", "/clinging", "/hanging", "/leaving"])
def test_no_page_leaves_files_behind_or_breaks_through(
    site: Site, short_path: Path, path: str
) -> None:
    # For the pages that keep the browser busy: long enough to get there on a busy machine.
    seconds = "90" if path in ("/static", "/leaving") else "20"
    process = started(
        "extract", "--browser", site.url + path, "--timeout", seconds, folder=short_path
    )
    out, err = process.communicate(timeout=600)

    assert '"page"' in out
    assert "Traceback" not in err
    assert "never retrieved" not in err
    assert left(short_path) == []


def test_ctrl_c_leaves_nothing_behind(site: Site, short_path: Path) -> None:
    before = site.asked.count("/endless")
    process = started(
        "extract", "--browser", f"{site.url}/endless", "--scroll", "500", "--timeout", "900",
        folder=short_path,
    )  # fmt: skip
    while site.asked.count("/endless") == before and process.poll() is None:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=600)

    assert process.returncode == 130
    assert "Traceback" not in err
    assert left(short_path) == []


def test_root_is_told_once_that_there_is_no_sandbox(site: Site, short_path: Path) -> None:
    pages = [f"{site.url}/static?{number}" for number in range(2)]
    process = started(
        "extract", "--browser", *pages, "--jobs", "2", "--delay", "0", folder=short_path
    )
    out, err = process.communicate(timeout=600)

    is_told = os.geteuid() == 0 and os.environ.get("WINDROW_SANDBOX") != "off"
    assert len(out.splitlines()) == 2
    assert err.count("no sandbox") == (1 if is_told else 0)


def test_pages_are_drawn_in_a_sandbox_unless_we_are_root(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing: list[tuple[bool, bool]] = []
    captured = Showing._captured

    def watched(showing: Showing, url: str) -> Page:
        assert session.pid is not None
        pids = [pid for pid in descendants(session.pid) if "--type=renderer" in command(pid)]
        drawing.extend(("--no-sandbox" in command(pid).split(), is_filtered(pid)) for pid in pids)
        return captured(showing, url)

    monkeypatch.setattr(Showing, "_captured", watched)
    with Session() as session:
        show(f"{site.url}/static", session=session, web=ANYWHERE)

    free = os.geteuid() == 0 or os.environ.get("WINDROW_SANDBOX") == "off"
    assert drawing
    assert drawing == [(free, not free)] * len(drawing)


def test_a_sandbox_that_does_not_work_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho 'FATAL: No usable sandbox! If you want ...' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("WINDROW_CHROMIUM", str(program))

    with Session() as session, pytest.raises(BrowserFailed, match="WINDROW_SANDBOX=off"):
        show(b"<p>hay</p>", session=session)


def is_filtered(pid: int) -> bool:
    """Return whether the kernel lets the process make only the calls that it was promised."""
    status = Path(f"/proc/{pid}/status").read_text()
    return re.search(r"^Seccomp:\s*2$", status, re.M) is not None


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except OSError:
        return ""


def show_while_killing(session: Session, url: str) -> None:
    """Show *url* while another thread kills whatever draws pages, until one page is gone."""
    done = threading.Event()
    browser = session.pid
    assert browser is not None

    def kill() -> None:
        while not done.wait(1.0):
            for pid in descendants(browser):
                if "--type=renderer" in command(pid):
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        show(url, Settings(scroll=500, seconds=120), session=session, web=ANYWHERE)
    finally:
        done.set()
        thread.join()
