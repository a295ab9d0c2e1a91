"""Other people's servers: not too fast, and not where programs are not welcome."""

import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.serving import LIST, Reply, moved, serving
from windrow import extract
from windrow.errors import Disallowed, PrivateAddress, Unreachable
from windrow.read import Web, read, read_all
from windrow.read.look import Look
from windrow.read.politeness import Manners, polite
from windrow.read.robots import MOST

RULES = "User-agent: *\nDisallow: /barn\n"


@dataclass
class Clock:
    """A clock that is moved on by waiting."""

    now: float = 100.0
    waits: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def rest(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


def nobody(url: str) -> tuple[int, bytes]:
    return 404, b""


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def manners(tmp_path: Path, clock: Clock) -> Manners:
    return Manners(str(tmp_path / "turns"), clock=clock, rest=clock.rest)


def test_a_host_is_asked_once_a_second_and_others_do_not_wait(
    manners: Manners, clock: Clock
) -> None:
    for page in ("a", "b"):
        manners.enter(f"http://hay.example/{page}", "windrow/1", nobody)
        manners.enter(f"http://straw.example/{page}", "windrow/1", nobody)

    # A robots.txt each and two pages: three turns of a host, the first at once.
    assert sum(clock.waits) == pytest.approx(clock.now - 100)
    assert clock.now == pytest.approx(103)


def test_time_that_has_passed_counts(manners: Manners, clock: Clock) -> None:
    manners.enter("http://hay.example/a", "windrow/1", nobody)
    clock.now += 0.75
    before = len(clock.waits)

    manners.enter("http://hay.example/b", "windrow/1", nobody)
    assert clock.waits[before:] == [pytest.approx(0.25)]
    clock.now += 60
    manners.enter("http://hay.example/c", "windrow/1", nobody)
    assert len(clock.waits) == before + 1


def test_a_robots_txt_is_fetched_once_a_site(manners: Manners) -> None:
    asked: list[str] = []

    def ask(url: str) -> tuple[int, bytes]:
        asked.append(url)
        return 200, RULES.encode()

    for url in ("http://a:b@hay.example/1", "http://hay.example/2", "http://hay.example:81/1"):
        manners.enter(url, "windrow/1", ask)
    with pytest.raises(Disallowed, match="forbidden to programs"):
        manners.enter("http://hay.example/barn/cow", "windrow/1", ask)

    assert asked == ["http://hay.example/robots.txt", "http://hay.example:81/robots.txt"]


def test_a_robots_txt_is_believed_for_a_day(manners: Manners, clock: Clock) -> None:
    asked: list[str] = []

    def ask(url: str) -> tuple[int, bytes]:
        asked.append(url)
        return 404, b""

    for hours in (0, 23, 2):
        clock.now += 3600 * hours
        manners.enter("http://hay.example/", "windrow/1", ask)

    assert len(asked) == 2


def test_who_dies_while_asking_is_waited_for_a_minute_only(manners: Manners, clock: Clock) -> None:
    assert manners._kept("http://hay.example") is None

    manners.enter("http://hay.example/", "windrow/1", nobody)

    assert 60 <= clock.now - 100 < 70


def test_processes_share_their_turns_and_their_robots_txt(tmp_path: Path) -> None:
    clock, lock, turns, asked = Clock(), threading.Lock(), [], []

    def rest(seconds: float) -> None:
        with lock:
            turns.append(round(seconds, 6))

    def ask(url: str) -> tuple[int, bytes]:
        asked.append(url)
        return 404, b""

    def work(number: int) -> None:
        mine = Manners(str(tmp_path / "turns"), clock=clock, rest=rest)
        mine.enter(f"http://hay.example/{number}", "windrow/1", ask)

    work(0)
    with ThreadPoolExecutor(8) as threads:
        [*threads.map(work, range(1, 20))]

    # No two requests have the same turn, and none is left out; time does not pass.
    assert sorted(turns) == [*range(1, 21)]
    assert len(asked) == 1


def test_manners_travel_to_other_processes() -> None:
    with polite(2.5) as manners:
        assert pickle.loads(pickle.dumps(manners)) == manners
        manners.enter("http://hay.example/", "windrow/1", nobody)
        folder = Path(manners.book).parent
        assert folder.exists()
    assert not folder.exists()


@pytest.fixture
def web(manners: Manners) -> Web:
    return Web(private=("127.0.0.1",), manners=manners)


def test_pages_are_read_where_the_site_allows_it(web: Web) -> None:
    with serving({"/": Reply(), "/barn/": Reply(), "/robots.txt": Reply(RULES)}) as server:
        assert read(f"{server.url}/", web=web).content == LIST.encode()
        with pytest.raises(Disallowed, match=r"forbidden to programs") as caught:
            read(f"{server.url}/barn/", web=web)

    assert server.paths == ["/robots.txt", "/"]
    assert "--ignore-robots" in (caught.value.hint or "")


def test_where_a_redirect_leads_is_asked_for_too(web: Web) -> None:
    with (
        serving({"/": moved("/barn/"), "/robots.txt": Reply(RULES)}) as server,
        pytest.raises(Disallowed),
    ):
        read(f"{server.url}/", web=web)

    assert server.paths == ["/robots.txt", "/"]


def test_a_robots_txt_may_have_moved(web: Web) -> None:
    replies = {"/": Reply(), "/barn": Reply(), "/rules": Reply(RULES), "/robots.txt": moved("/1")}
    replies |= {f"/{k}": moved(f"/{k + 1}") for k in range(1, 5)} | {"/5": Reply(RULES)}
    with serving(replies) as server, pytest.raises(Disallowed):
        read(f"{server.url}/barn", web=web)
    # After five redirects it is as if there were none.
    with serving(replies | {"/5": moved("/rules")}) as server:
        assert read(f"{server.url}/barn", web=web).content


@pytest.mark.parametrize(
    ("status", "allowed"), [(401, True), (404, True), (500, False), (503, False)]
)
def test_a_robots_txt_that_is_not_there_allows_all_and_one_that_fails_nothing(
    web: Web, status: int, allowed: bool
) -> None:
    with serving({"/": Reply(), "/robots.txt": Reply("", status)}) as server:
        if allowed:
            assert read(f"{server.url}/", web=web).content
        else:
            with pytest.raises(Disallowed, match=str(status)):
                read(f"{server.url}/", web=web)


def test_only_the_beginning_of_an_endless_robots_txt_is_read(web: Web) -> None:
    body = (RULES + "#" * 70 + "\n" * 10) * (4 * MOST // 100)
    with serving({"/": Reply(), "/barn": Reply(), "/robots.txt": Reply(body)}) as server:
        assert read(f"{server.url}/", web=web).content
        with pytest.raises(Disallowed):
            read(f"{server.url}/barn", web=web)


def test_a_host_that_is_not_there_is_unreachable_and_asked_once(web: Web) -> None:
    with serving({}) as gone:
        home = gone.url
    for _ in range(2):
        with pytest.raises(Unreachable, match="refused"):
            read(f"{home}/", web=web)


def test_a_robots_txt_leads_nowhere_private(web: Web) -> None:
    with (
        serving({"/robots.txt": moved("http://localhost:1/")}) as server,
        pytest.raises(PrivateAddress),
    ):
        read(f"{server.url}/", web=web)


def test_a_group_for_us_is_obeyed_whatever_is_said_to_others(web: Web) -> None:
    rules = "User-agent: *\nAllow: /\n\nUser-agent: windrow\nDisallow: /\n"
    with serving({"/": Reply(), "/robots.txt": Reply(rules)}) as server, pytest.raises(Disallowed):
        read(f"{server.url}/", web=web)


def test_a_single_page_is_read_without_asking() -> None:
    with serving({"/": Reply(), "/robots.txt": Reply("User-agent: *\nDisallow: /")}) as server:
        read(f"{server.url}/", web=Web(private=("127.0.0.1",)))

    assert server.paths == ["/"]


def test_several_pages_given_to_the_library_are_read_where_the_site_allows_it(
    monkeypatch: pytest.MonkeyPatch, manners: Manners
) -> None:
    monkeypatch.setattr("windrow.read.politeness.polite", lambda: nullcontext(manners))
    look = Look(web=Web(private=("127.0.0.1",)))
    with serving({"/": Reply(), "/barn": Reply(), "/robots.txt": Reply(RULES)}) as server:
        pages = [f"{server.url}/", f"{server.url}/barn"]
        assert extract(pages[1:], browser=look)
        with pytest.raises(Disallowed):
            extract(pages, browser=look)
        for several in (pages, iter(pages)):
            with pytest.raises(Disallowed):
                [*read_all(several, web=look.web)]

    assert server.paths == ["/barn", "/robots.txt", "/", "/", "/"]
